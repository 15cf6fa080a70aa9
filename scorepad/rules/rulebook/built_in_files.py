"""The rulebooks that come with Scorepad: a file each in `rules/rulebooks`, found by its key, which is its name."""

from __future__ import annotations

from functools import cache
from importlib import resources

from scorepad.errors import RulebookError
from scorepad.rules import field_readers
from scorepad.rules.rulebook.rulebook import Rulebook
from scorepad.words import _

_FOLDER = resources.files("scorepad.rules") / "rulebooks"


@cache
def built_in_keys() -> tuple[str, ...]:
    """The keys of all built-in rulebooks, in order."""
    return tuple(sorted(path.name.removesuffix(".toml") for path in _FOLDER.iterdir() if path.name.endswith(".toml")))


def find(key: str) -> Rulebook:
    """A built-in rulebook by its key; RulebookError with the nearest keys if there is none."""
    if not isinstance(key, str) or key not in built_in_keys():
        reason = _("There is no rulebook called “{key}”.").format(key=key) + field_readers.hint(key, built_in_keys())
        raise RulebookError("rulebook", reason, says_of_what=True)
    return _from_file(key)


@cache
def _from_file(key: str) -> Rulebook:
    return Rulebook.from_toml((_FOLDER / f"{key}.toml").read_text(encoding="utf-8"), key)


def built_in() -> dict[str, Rulebook]:
    """All of them by key."""
    return {key: find(key) for key in built_in_keys()}
