"""Errors: one class for each kind that is caught by name, and one function for each message of several callers.

All of them are imported from here: `from scorepad.errors import StaleVersion`.
"""

from scorepad.errors.base import *
from scorepad.errors.files import *
from scorepad.errors.hands import *
from scorepad.errors.store import *
