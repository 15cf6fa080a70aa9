"""Everything a game is played by except its points: players, pack, ladder, bidding, trumps, ties, late entry."""

from scorepad.rules.rulebook.built_in_files import built_in, built_in_keys, find
from scorepad.rules.rulebook.rulebook import KEYS, Rulebook

__all__ = ["KEYS", "Rulebook", "built_in", "built_in_keys", "find"]
