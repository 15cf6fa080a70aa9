"""What tests in several files begin with."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorepad.store import Store, open_store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An empty store in the test's own folder."""
    with contextlib.closing(open_store(tmp_path)) as opened:
        yield opened
