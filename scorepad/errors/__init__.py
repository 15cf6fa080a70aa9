"""Error classes, and functions that build errors.

Each kind of error that callers catch by name is a class. Each message that several callers raise has a function.
Import all of them from here: `from scorepad.errors import StaleVersion`.
"""

from scorepad.errors.base import *
from scorepad.errors.files import *
from scorepad.errors.hands import *
from scorepad.errors.store import *
