"""SQLite itself: pysqlite3 where it is installed, as sqlite-utils prefers it, else the standard library's.

Asked for here, and not through sqlite-utils, which takes a sixth of the start and is needed for a new file only.
"""

from __future__ import annotations

import contextlib
import importlib
import sqlite3
from typing import TYPE_CHECKING

__all__ = ["sqlite3"]

if not TYPE_CHECKING:
    with contextlib.suppress(ImportError):
        sqlite3 = importlib.import_module("pysqlite3")
