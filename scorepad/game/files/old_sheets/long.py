"""Evenings of which each row is a hand of one player, as other keepers write them: “hand, cards, dealer, player, bid,
taken, points”. L'Escalier's own columns are among them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, takewhile
from typing import Any

from scorepad.game.files.old_sheets import cells
from scorepad.game.files.old_sheets.evening import OldEvening, OldHand
from scorepad.game.files.old_sheets.hands import games_apart, hand_number, hand_of, read_part
from scorepad.game.files.old_sheets.headings import OF_A_PLAYER, Heads
from scorepad.game.files.old_sheets.rows import Line
from scorepad.game.state.dates import DayOrMonth
from scorepad.slug import letters_of

_NOT_THERE = {"satout", "absent"}
_NOT_PLAYED = {"skipped", "void", "cancelled", "pending", "inprogress"}


def evenings_of_players(heads: Heads, lines: Iterable[Line], first: DayOrMonth | None) -> Iterator[OldEvening]:
    """The games of these rows up to an empty line: a summary comes after it. SheetUnreadable, DateUnclear."""
    rows = takewhile(lambda line: not line.empty, lines)
    for told, own in games_apart(heads, rows, first):
        names = list(dict.fromkeys(_name(heads, line) for line in own))
        hands = [one for one in (_hand(heads, deal, names) for deal in _deals(heads, own)) if one is not None]
        if hands:
            sat = tuple(name for name in names if any(name in hand.players for hand in hands))
            yield replace(told, players=sat, hands=tuple(hands))


def _name(heads: Heads, line: Line) -> str:
    return cells.text_of(line.cell(heads.of_all["player"]))


def _deals(heads: Heads, own: Iterable[Line]) -> Iterator[list[Line]]:
    """The rows of each hand: another one begins with another number, and where somebody's name comes again."""
    for _number, of_one in groupby(own, lambda line: hand_number(heads, line)):
        deal: dict[str, Line] = {}
        for line in of_one:
            name = _name(heads, line)
            if name in deal:
                yield list(deal.values())
                deal = {}
            deal[name] = line
        yield list(deal.values())


def _status(heads: Heads, line: Line) -> str:
    return letters_of(line.cell(heads.of_all["status"])) if "status" in heads.of_all else ""


def _hand(heads: Heads, deal: Sequence[Line], order: Sequence[str]) -> OldHand | None:
    """The hand of these rows; None where it was not played. Its points are those without the adjustment in them, and of
    who was not there the adjustment is all that counts."""
    read: dict[str, dict[str, Any]] = {part: {} for part in OF_A_PLAYER}
    if "bid" in heads.of_all and all(_status(heads, line) == "inprogress" for line in deal):
        for line in deal:
            read_part(read, "bid", _name(heads, line), line.cell(heads.of_all["bid"]), line.number)
        if len(read["bid"]) == len(deal):
            return hand_of(heads, deal[0], read, order)
    dealt = [line for line in deal if _status(heads, line) not in _NOT_PLAYED]
    there = [line for line in dealt if _status(heads, line) not in _NOT_THERE]
    for line in dealt:
        for part in OF_A_PLAYER if line in there else ("adjustment",):
            if part in heads.of_all:
                read_part(read, part, _name(heads, line), line.cell(heads.of_all[part]), line.number)
    for name, given in read["adjustment"].items():
        if name in read["points"]:
            read["points"][name] -= given
    return hand_of(heads, there[0], read, order) if there else None
