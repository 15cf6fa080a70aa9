"""Schemes: how a hand becomes points (design.md section 4), text files in the little language of points."""

from difflib import get_close_matches

from scorepad.errors import SchemeError
from scorepad.rules.built_in_files import BuiltInFiles
from scorepad.rules.scheme.parts import Case, Example, Option, Term, Winner
from scorepad.rules.scheme.scheme import Scheme
from scorepad.words import _, quoted

__all__ = ["Case", "Example", "Option", "Scheme", "Term", "Winner", "built_in", "find"]


def _missing(key: str) -> SchemeError:
    shown = str(key)[:40]
    close = get_close_matches(shown, _FILES.keys)
    hint = _("Did you mean {close}?").format(close=", ".join(map(quoted, close))) if close else ""
    reason = _("There is no scheme “{key}”.").format(key=shown)
    return SchemeError("scheme", " ".join(filter(None, [reason, hint])), says_of_what=True)


_FILES = BuiltInFiles("schemes", Scheme.from_toml, _missing)
built_in, find = _FILES.all, _FILES.find
