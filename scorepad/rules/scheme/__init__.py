"""Schemes: text files that define how a hand is scored, with formulas (design.md section 4)."""

from difflib import get_close_matches

from scorepad.errors import RuleFileError
from scorepad.rules.built_in_files import keys_in, load
from scorepad.rules.scheme.parts import Case, Example, Option, Term, Winner
from scorepad.rules.scheme.scheme import Scheme
from scorepad.words import _, quoted

__all__ = ["Case", "Example", "Option", "Scheme", "Term", "Winner", "built_in", "find"]


def find(key: str) -> Scheme:
    """Return the built-in scheme with this key.

    Raise RuleFileError with the most similar keys if there is none.
    """
    keys = keys_in("schemes")
    if key in keys:
        scheme: Scheme = load("schemes", key, Scheme.from_toml)
        return scheme
    shown = str(key)[:40]
    close = ", ".join(map(quoted, get_close_matches(shown, keys)))
    hint = _("Did you mean {close}?").format(close=close) if close else ""
    reason = _("There is no scheme “{key}”.").format(key=shown)
    raise RuleFileError("scheme", f"{reason} {hint}".strip(), says_of_what=True).with_list("schemes")


def built_in() -> dict[str, Scheme]:
    """Return all built-in schemes by key."""
    return {key: find(key) for key in keys_in("schemes")}
