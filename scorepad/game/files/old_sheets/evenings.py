"""Evenings of a spreadsheet: rows that are hands, hands of one player, or whole evenings with their totals.

Nothing is worked out, and nothing is refused that can be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import groupby, takewhile
from typing import Any

from scorepad.formats import letters_of
from scorepad.game.files.old_sheets import cells
from scorepad.game.files.old_sheets.cells import Line
from scorepad.game.files.old_sheets.headings import OF_A_PLAYER, Heads, is_sum
from scorepad.game.state.dates import DayOrMonth, read_date
from scorepad.game.state.rows import Points


@dataclass(frozen=True)
class OldHand:
    """A hand as it was written down, by names; what nobody wrote is left out. `line` is that of the file."""

    line: int
    players: tuple[str, ...] = ()
    """Who sat at the table, as far as the row tells."""
    number: int | None = None
    cards: int | None = None
    dealer: str = ""
    first_bidder: str = ""
    trump: str | None = None
    bids: Mapping[str, int] = field(default_factory=dict)
    taken: Mapping[str, int] = field(default_factory=dict)
    made: Mapping[str, bool] = field(default_factory=dict)
    points: Mapping[str, Points] = field(default_factory=dict)
    totals: Mapping[str, Points] = field(default_factory=dict)
    """After the hand."""
    adjustments: Mapping[str, Points] = field(default_factory=dict)
    """Given beside the hand, and in none of its points."""
    remark: str = ""

    @property
    def played(self) -> bool:
        """Whether bids or a result stand there: else it is points alone, a penalty or what somebody begins with."""
        return bool(self.bids or self.taken or self.made)


@dataclass(frozen=True)
class OldEvening:
    """One game of an old sheet; either its hands are known, or its totals alone."""

    line: int
    date: str = ""
    """As 2026-11-20, "" where nobody wrote it."""
    place: str = ""
    game: str = ""
    """By whatever name the sheet calls it."""
    scheme: str = ""
    scorer: str = ""
    players: tuple[str, ...] = ()
    """All who ever sat there, in the order of their columns."""
    hands: tuple[OldHand, ...] = ()
    totals: Mapping[str, Points] = field(default_factory=dict)

    def renamed(self, names: Mapping[str, str]) -> OldEvening:
        """The evening with other names for people: those in `names`, by the name they have."""
        return _renamed(self, names) if names else self


def _renamed(one: Any, names: Mapping[str, str]) -> Any:
    """An evening or a hand with `names` wherever one of a player stands."""
    changed: dict[str, Any] = {}
    for part in fields(one):
        value = getattr(one, part.name)
        if part.name == "hands":
            changed[part.name] = tuple(_renamed(hand, names) for hand in value)
        elif part.name == "players":
            changed[part.name] = tuple(names.get(name, name) for name in value)
        elif part.name in ("dealer", "first_bidder", "scorer"):
            changed[part.name] = names.get(value, value)
        elif isinstance(value, Mapping):
            changed[part.name] = {names.get(name, name): told for name, told in value.items()}
    return replace(one, **changed)


_HEAD = ("date", "place", "game", "scheme", "scorer")


def evenings_of_hands(heads: Heads, lines: Iterable[Line], first: DayOrMonth | None) -> Iterator[OldEvening]:
    """The games of these rows, each one with its hands, or with its totals alone. SheetUnreadable, DateUnclear."""
    for told, own in games_apart(heads, lines, first):
        hands = [_hand_of_row(heads, line) for line in own]
        kept = tuple(one for one in hands if one.played or one.points or one.adjustments)
        sat = [name for name in heads.of_players if any(name in hand.players for hand in kept)]
        if kept:
            yield replace(told, players=tuple(sat), hands=kept)
        elif hands[-1].totals:
            yield replace(told, players=tuple(hands[-1].totals), totals=hands[-1].totals)


def games_apart(
    heads: Heads, lines: Iterable[Line], first: DayOrMonth | None
) -> Iterator[tuple[OldEvening, list[Line]]]:
    """What is told of each game, without its hands, and its rows: another one begins where date, place, game or points
    are others, and where the hands begin anew."""
    told, own, last = OldEvening(0), list[Line](), 0
    for line in lines:
        if line.empty or is_sum(heads, line):
            continue
        number = hand_number(heads, line)
        said = _told(heads, line, first)
        if own and ((number is not None and number < last) or _another(told, said)):
            yield told, own
            said, own = _both(said, told), []  # what was said once goes on
            told = said
        told = _both(told, said)
        own.append(line)
        last = number if number is not None else last if len(own) > 1 else 0
    if own:
        yield told, own


def hand_number(heads: Heads, line: Line) -> int | None:
    """The number of the hand, None where the row has none."""
    text = line.cell(heads.of_all["hand"]) if "hand" in heads.of_all else ""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else None


def _told(heads: Heads, line: Line, first: DayOrMonth | None) -> OldEvening:
    date, place, game, scheme, scorer = (line.cell(heads.of_all[key]) if key in heads.of_all else "" for key in _HEAD)
    return OldEvening(line.number, read_date(date, first, line.number), place, game, scheme, scorer)


def _another(told: OldEvening, said: OldEvening) -> bool:
    return any(getattr(said, key) and getattr(told, key) not in ("", getattr(said, key)) for key in _HEAD)


def _both(told: OldEvening, said: OldEvening) -> OldEvening:
    return replace(
        told, line=told.line or said.line, **{key: getattr(told, key) or getattr(said, key) for key in _HEAD}
    )


def _hand_of_row(heads: Heads, line: Line) -> OldHand:
    read: dict[str, dict[str, Any]] = {part: {} for part in OF_A_PLAYER}
    for name, columns in heads.of_players.items():
        for part, column in columns.items():
            read_part(read, part, name, line.cell(column), line.number)
    return hand_of(heads, line, read, list(heads.of_players))


def hand_of(heads: Heads, line: Line, read: Mapping[str, Mapping[str, Any]], order: Sequence[str]) -> OldHand:
    """The hand whose parts by player were read; `order`: all who may sit there, clockwise."""
    text = {key: line.cell(column) for key, column in heads.of_all.items()}
    bids, taken, made, points = (dict(read[part]) for part in ("bid", "taken", "made", "points"))
    for name, off in read["off"].items():
        if name in bids and name not in taken and name not in made:
            made[name] = off == 0
    return OldHand(
        line=line.number,
        players=tuple(name for name in order if any(name in one for one in (bids, taken, made, points))),
        number=hand_number(heads, line),
        cards=cells.tricks(text.get("cards", ""), line.number),
        dealer=cells.text_of(text.get("dealer", "")),
        first_bidder=cells.text_of(text.get("opens", "")),
        trump=cells.trump(text.get("trump", "")),
        bids=bids, taken=taken, made=made, points=points, totals=read["total"],
        adjustments={name: given for name, given in read["adjustment"].items() if given},
        remark=cells.text_of(text.get("remark", "")),
    )  # fmt: skip


_READ: Mapping[str, Callable[[str, int], Any]] = {
    "bid": cells.tricks, "points": cells.points, "total": cells.points, "adjustment": cells.points,
    "off": cells.points,
}  # fmt: skip


def read_part(read: dict[str, dict[str, Any]], part: str, name: str, text: str, line: int) -> None:
    """Put what a cell says of somebody's hand where it belongs; `taken` may also say in a word whether it was made."""
    if part in ("taken", "made"):
        word = cells.made(text)
        if word is not None and (part == "made" or not text.isdigit()):
            read["made"][name] = word
            return
    value = _READ.get(part, cells.tricks)(text, line)
    if value is not None:
        read[part][name] = value


_NOT_THERE = {"satout", "absent"}
_NOT_PLAYED = {"skipped", "void", "cancelled", "pending", "inprogress"}


def evenings_of_players(heads: Heads, lines: Iterable[Line], first: DayOrMonth | None) -> Iterator[OldEvening]:
    """The games of these rows up to an empty line: a summary comes after it. SheetUnreadable, DateUnclear."""
    rows = takewhile(lambda line: not line.empty, lines)
    for told, own in games_apart(heads, rows, first):
        names = list(dict.fromkeys(_name(heads, line) for line in own))
        hands = [one for one in (_hand_of_deal(heads, deal, names) for deal in _deals(heads, own)) if one is not None]
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


def _hand_of_deal(heads: Heads, deal: Sequence[Line], order: Sequence[str]) -> OldHand | None:
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


def evenings_of_totals(heads: Heads, lines: Iterable[Line], first: DayOrMonth | None) -> Iterator[OldEvening]:
    """The evenings of these rows: who has a total was there. SheetUnreadable, DateUnclear."""
    for line in lines:
        if is_sum(heads, line):
            continue
        text = {key: line.cell(column) for key, column in heads.of_all.items()}
        read = {name: cells.points(line.cell(column), line.number) for name, column in heads.other.items()}
        totals = {name: total for name, total in read.items() if total is not None}
        if totals:
            yield OldEvening(
                line.number, read_date(text.get("date", ""), first, line.number), text.get("place", ""),
                text.get("game", ""), text.get("scheme", ""), text.get("scorer", ""),
                players=tuple(totals), totals=totals,
            )  # fmt: skip
