"""Rulebooks: all rules of a game except its scoring (players, pack, ladder, bidding, trumps, ties, late entry)."""

from scorepad.errors import RuleFileError
from scorepad.formats import letters_of
from scorepad.rules.built_in_files import keys_in, load
from scorepad.rules.field_readers import hint
from scorepad.rules.rulebook.rulebook import KEYS, Rulebook
from scorepad.words import _

__all__ = ["KEYS", "Rulebook", "built_in", "built_in_keys", "find"]


def built_in_keys() -> tuple[str, ...]:
    """Return the keys of all built-in rulebooks, sorted."""
    return keys_in("rulebooks")


def find(key: str) -> Rulebook:
    """Return the built-in rulebook with this key.

    Raise RuleFileError with the most similar key if there is none: that of a game with this name, if possible.
    """
    if key in built_in_keys():
        rulebook: Rulebook = load("rulebooks", key, Rulebook.from_toml)
        return rulebook
    named = next((other for other, book in built_in().items() if book.names_with(letters_of(key))), key)
    reason = _("There is no rulebook called “{key}”.").format(key=key) + hint(named, built_in_keys())
    raise RuleFileError("rulebook", reason, says_of_what=True).with_list("rulebooks")


def built_in() -> dict[str, Rulebook]:
    """Return all built-in rulebooks by key."""
    return {key: find(key) for key in built_in_keys()}
