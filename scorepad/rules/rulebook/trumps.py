"""How a rulebook determines trumps (rules.md C1, T1 to T14)."""

import re
from dataclasses import dataclass

from scorepad.errors import RuleFileError
from scorepad.rules import field_readers
from scorepad.rules.cards import NO_TRUMPS
from scorepad.words import _

PLAIN_WAYS = ("turned up", "none", "auction", "highest bidder chooses", "dealer chooses")
NO_TRUMP_HANDS = ("all cards dealt", "top", "never")
TURNED_JOKER = ("no trumps", "other joker")
RANKS = ("joker", "jester", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


@dataclass(frozen=True)
class Trump:
    """The way in which trumps are determined, with its letters.

    The letters are those of a `cycle`, the suit of `always`, or the suits for 0, 1, 2 … makers.
    """

    way: str  # one of PLAIN_WAYS, "cycle", "always" or "by makers"
    letters: tuple[str, ...] = ()

    def settled(self, hand: int, makers_before: int | None) -> str | None:
        """Return the trump of a hand (from 1) if the way determines it, or None if cards or players decide."""
        if self.way == "cycle":
            return self.letters[(hand - 1) % len(self.letters)]
        if self.way == "by makers":
            return None if makers_before is None else self.letters[min(makers_before, len(self.letters) - 1)]
        return {"always": self.letters[0] if self.letters else None, "none": NO_TRUMPS}.get(self.way)


def read_trump(where: str, value: object) -> Trump:
    """Parse a way like `turned up`, `cycle H C D S`, `always S` or `by makers D S H C`."""
    words = field_readers.text(where, value).split()
    plain = " ".join(words)
    if plain in PLAIN_WAYS:
        return Trump(plain)
    match = re.fullmatch(r"(cycle|always|by makers)((?: [A-Z])+)", plain)
    if not match:
        ways = (*PLAIN_WAYS, "cycle H C D S", "always S", "by makers D S H C")
        raise RuleFileError(
            where,
            _("This must be like one of: {ways}.").format(ways=" | ".join(ways)) + field_readers.hint(value, ways),
        )
    way, letters = match[1], tuple(match[2].split())
    if (way == "always" and len(letters) > 1) or len(letters) > 20:
        raise RuleFileError(where, _("There are too many suits here."))
    return Trump(way, letters)


def read_ranks(where: str, value: object) -> tuple[str, ...]:
    """Return the ranks that mean no trumps if they are turned up."""
    ranks = field_readers.texts(where, value)
    for rank in ranks:
        field_readers.one_of(RANKS)(where, rank)
    return ranks
