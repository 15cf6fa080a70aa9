"""Ladders that depend on the number of players: `{ 2-7 = "1-10", 8 = "1-8 8x2" }`, or `2-7: 1-10; 8: 1-8 8x2` as text.

Other numbers of players use the ladder for the nearest number, as with `pack`. If the number of players changes during
a game, the game continues at the hand with the same number in the ladder for the new number of players.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from scorepad.errors import RuleFileError, ladder_error
from scorepad.formula_names import FEWEST_PLAYERS, MOST_PLAYERS
from scorepad.rules.rulebook.ladder import MOST_HANDS, Ladder, Rung, parse_ladder
from scorepad.words import _

_NUMBERS = re.compile(r"\s*([0-9]{1,2})\s*(?:[-–]\s*([0-9]{1,2})\s*)?")


class Part(NamedTuple):
    """The ladder for `fewest` to `most` players."""

    fewest: int
    most: int
    ladder: Ladder

    def __str__(self) -> str:
        numbers = str(self.fewest) if self.fewest == self.most else f"{self.fewest}-{self.most}"
        return f"{numbers}: {self.ladder}"


@dataclass(frozen=True)
class LadderByPlayers:
    """Ladders by the number of players, in the order of the numbers; `str` returns a text that can be parsed."""

    parts: tuple[Part, ...]

    def __str__(self) -> str:
        return "; ".join(map(str, self.parts))

    @property
    def endless(self) -> bool:
        """Return whether the ladders repeat forever."""
        return self.parts[0].ladder.endless

    @property
    def largest_written(self) -> int | None:
        """Return the largest written number of cards, or None if a ladder has none or names `top`."""
        sizes = [part.ladder.largest_written for part in self.parts]
        return None if None in sizes else max(size for size in sizes if size is not None)

    def for_players(self, players: int) -> Ladder:
        """Return the ladder for this number of players."""
        return self.parts[self._part(players)].ladder

    def rest(self, rung: Rung | None, *, top: int, players: int, most: int, limit: int = MOST_HANDS) -> list[Rung]:
        """Return the remaining hands like `Ladder.rest`."""
        part = self._part(players)
        ladder, played, limits = self.parts[part].ladder, 0, {"top": top, "players": players, "most": most}
        if rung:
            played = rung.hand + 1
            rung = rung._replace(part=0, hand=0) if rung.part == part else _same_hand(ladder, rung.hand, limits)
        rest = ladder.rest(rung, **limits, limit=limit)
        return [place._replace(part=part, hand=hand) for hand, place in enumerate(rest, played)]

    def _part(self, players: int) -> int:
        def distance(number: int) -> tuple[int, int]:
            part = self.parts[number]
            return max(part.fewest - players, players - part.most, 0), number

        return min(range(len(self.parts)), key=distance)


def _same_hand(ladder: Ladder, hand: int, limits: Mapping[str, int]) -> Rung:
    """Return the hand with this number, counted from 0, or the last one if there are fewer."""
    one_pass = len(ladder.sizes(**limits))
    at = hand % one_pass if ladder.endless else min(hand, one_pass - 1)
    return ladder.rest(None, **limits, limit=at + 1)[at]


AnyLadder = Ladder | LadderByPlayers


def parse_ladders(text: str) -> AnyLadder:
    """Parse a ladder, or ladders by the number of players like `2-7: 1-10; 8: 1-8 8x2`.

    Raise RuleFileError with the position of the error.
    """
    if ":" not in text:
        return parse_ladder(text)
    parts, at = list[Part](), 0
    for item in text.split(";"):
        if item.strip():
            parts.append(_parse_part(item, at))
        at += len(item) + 1
    parts.sort()
    if any(before.most >= after.fewest for before, after in pairwise(parts)):
        raise ladder_error(_("Two parts are for the same number of players."))
    if len({part.ladder.endless for part in parts}) > 1:
        raise ladder_error(_("Either all parts repeat without end (…) or none."))
    return LadderByPlayers(tuple(parts))


def text_of_table(where: str, table: Mapping[str, object]) -> str:
    """Return the text for a table of ladders by the number of players; raise RuleFileError unless it has texts."""
    for numbers, ladder in table.items():
        if not isinstance(ladder, str) or {":", ";"} & {*ladder}:
            raise RuleFileError(f"{where}.{numbers}", _('This must be the hands as text. Example: "1-10".'))
    if not 0 < len(table) <= MOST_PLAYERS:
        raise RuleFileError(where, _("The keys here are numbers of players, like 2-7 or 8."))
    return "; ".join(f"{numbers}: {ladder}" for numbers, ladder in table.items())


def _parse_part(text: str, at: int) -> Part:
    """Parse an item like `2-7: 1-10`, which begins at position `at` of the whole text."""
    numbers, _colon, ladder = text.partition(":")
    match = _NUMBERS.fullmatch(numbers)
    fewest, most = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not FEWEST_PLAYERS <= fewest <= most <= MOST_PLAYERS:
        raise ladder_error(_("Begin each part with its numbers of players. Example: 2-7: 1-10; 8: 1-8 8x2."), at)
    try:
        return Part(fewest, most, parse_ladder(ladder))
    except RuleFileError as error:
        raise ladder_error(error.reason, at + len(numbers) + 1 + (error.at or 0)) from error
