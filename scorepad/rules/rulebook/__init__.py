"""Everything a game is played by except its points: players, pack, ladder, bidding, trumps, ties, late entry."""

from scorepad.errors import RulebookError
from scorepad.rules.built_in_files import BuiltInFiles
from scorepad.rules.field_readers import hint
from scorepad.rules.rulebook.rulebook import KEYS, Rulebook
from scorepad.words import _

__all__ = ["KEYS", "Rulebook", "built_in", "built_in_keys", "find"]


def _missing(key: str) -> RulebookError:
    reason = _("There is no rulebook called “{key}”.").format(key=key) + hint(key, built_in_keys())
    return RulebookError("rulebook", reason, says_of_what=True)


def built_in_keys() -> tuple[str, ...]:
    """The keys of all built-in rulebooks, in order."""
    return _FILES.keys


_FILES = BuiltInFiles("rulebooks", Rulebook.from_toml, _missing)
built_in, find = _FILES.all, _FILES.find
