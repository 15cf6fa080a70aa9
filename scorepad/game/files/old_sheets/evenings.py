"""Readers for the three layouts of a spreadsheet: rows are hands, a player's hands, or evenings with totals.

The readers do not score hands and do not validate them.
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
    """A hand as it was written, by player names.

    Missing values are left out. `line` is the line of the file.
    """

    line: int
    players: tuple[str, ...] = ()
    """The players of this hand, as far as the row says."""
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
    """Totals after the hand."""
    adjustments: Mapping[str, Points] = field(default_factory=dict)
    """Penalties and bonuses with the hand, not included in its points."""
    remark: str = ""

    @property
    def played(self) -> bool:
        """Return whether the row has bids or a result.

        Otherwise, it has only points: a penalty, a bonus or a late joiner's starting points.
        """
        return bool(self.bids or self.taken or self.made)


@dataclass(frozen=True)
class OldEvening:
    """One game of an old sheet.

    It has hands, or only totals.
    """

    line: int
    date: str = ""
    """ISO date such as 2026-11-20, or "" if unknown."""
    place: str = ""
    game: str = ""
    """The game's name on the sheet."""
    scheme: str = ""
    scorer: str = ""
    players: tuple[str, ...] = ()
    """All players of the game, in the order of their columns."""
    hands: tuple[OldHand, ...] = ()
    totals: Mapping[str, Points] = field(default_factory=dict)

    def renamed(self, names: Mapping[str, str]) -> OldEvening:
        """Return the evening with players renamed.

        `names` maps old names to new ones.
        """
        return _renamed(self, names) if names else self


def _renamed(entry: Any, names: Mapping[str, str]) -> Any:
    """Return an evening or hand with players renamed."""
    changed: dict[str, Any] = {}
    for part in fields(entry):
        value = getattr(entry, part.name)
        if part.name == "hands":
            changed[part.name] = tuple(_renamed(hand, names) for hand in value)
        elif part.name == "players":
            changed[part.name] = tuple(names.get(name, name) for name in value)
        elif part.name in ("dealer", "first_bidder", "scorer"):
            changed[part.name] = names.get(value, value)
        elif isinstance(value, Mapping):
            changed[part.name] = {names.get(name, name): item for name, item in value.items()}
    return replace(entry, **changed)


_HEAD = ("date", "place", "game", "scheme", "scorer")


def evenings_of_hands(heads: Heads, lines: Iterable[Line], first: DayOrMonth | None) -> Iterator[OldEvening]:
    """Yield the games in these rows, each with its hands or only its totals.

    Raise SheetUnreadable or DateUnclear.
    """
    for game, game_lines in split_games(heads, lines, first):
        hands = [_hand_of_row(heads, line) for line in game_lines]
        used = tuple(hand for hand in hands if hand.played or hand.points or hand.adjustments)
        sat = [name for name in heads.of_players if any(name in hand.players for hand in used)]
        if used:
            yield replace(game, players=tuple(sat), hands=used)
        elif hands[-1].totals:
            yield replace(game, players=tuple(hands[-1].totals), totals=hands[-1].totals)


def split_games(
    heads: Heads, lines: Iterable[Line], first: DayOrMonth | None
) -> Iterator[tuple[OldEvening, list[Line]]]:
    """Yield each game without its hands, and its rows.

    A new game begins if the date, place, game, scheme or scorer changes, or if hand numbers restart.
    """
    game, rows, last = OldEvening(0), list[Line](), 0
    for line in lines:
        if line.empty or is_sum(heads, line):
            continue
        number = hand_number(heads, line)
        row = _read_head(heads, line, first)
        if rows and ((number is not None and number < last) or _another(game, row)):
            yield game, rows
            row, rows = _merge_heads(row, game), []  # the new game inherits values that its first row leaves out
            game = row
        game = _merge_heads(game, row)
        rows.append(line)
        last = number if number is not None else last if len(rows) > 1 else 0
    if rows:
        yield game, rows


def hand_number(heads: Heads, line: Line) -> int | None:
    """Return the number of the hand, or None if the row has none."""
    text = line.cell(heads.of_all["hand"]) if "hand" in heads.of_all else ""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else None


def _read_head(heads: Heads, line: Line, first: DayOrMonth | None) -> OldEvening:
    date, place, game, scheme, scorer = (line.cell(heads.of_all[key]) if key in heads.of_all else "" for key in _HEAD)
    return OldEvening(line.number, read_date(date, first, line.number), place, game, scheme, scorer)


def _another(evening: OldEvening, head: OldEvening) -> bool:
    return any(getattr(head, key) and getattr(evening, key) not in ("", getattr(head, key)) for key in _HEAD)


def _merge_heads(evening: OldEvening, head: OldEvening) -> OldEvening:
    return replace(
        evening,
        line=evening.line or head.line,
        **{key: getattr(evening, key) or getattr(head, key) for key in _HEAD},
    )


def _hand_of_row(heads: Heads, line: Line) -> OldHand:
    read: dict[str, dict[str, Any]] = {part: {} for part in OF_A_PLAYER}
    for name, columns in heads.of_players.items():
        for part, column in columns.items():
            read_part(read, part, name, line.cell(column), line.number)
    return hand_of(heads, line, read, list(heads.of_players))


def hand_of(heads: Heads, line: Line, read: Mapping[str, Mapping[str, Any]], order: Sequence[str]) -> OldHand:
    """Return the hand for values already read per player.

    `order`: all possible players, clockwise.
    """
    text = {key: line.cell(column) for key, column in heads.of_all.items()}
    bids, taken, made, points = (dict(read[part]) for part in ("bid", "taken", "made", "points"))
    for name, off in read["off"].items():
        if name in bids and name not in taken and name not in made:
            made[name] = off == 0
    return OldHand(
        line=line.number,
        players=tuple(name for name in order if any(name in values for values in (bids, taken, made, points))),
        number=hand_number(heads, line),
        cards=cells.parse_tricks(text.get("cards", ""), line.number),
        dealer=cells.text_of(text.get("dealer", "")),
        first_bidder=cells.text_of(text.get("opens", "")),
        trump=cells.trump(text.get("trump", "")),
        bids=bids, taken=taken, made=made, points=points, totals=read["total"],
        adjustments={name: points_given for name, points_given in read["adjustment"].items() if points_given},
        remark=cells.text_of(text.get("comment", "")),
    )  # fmt: skip


_READ: Mapping[str, Callable[[str, int], Any]] = {
    "bid": cells.parse_tricks, "points": cells.parse_points, "total": cells.parse_points,
    "adjustment": cells.parse_points,
    "off": cells.parse_points,
}  # fmt: skip


def read_part(read: dict[str, dict[str, Any]], part: str, name: str, text: str, line: int) -> None:
    """Store the value of a player's cell in `read`.

    A `taken` cell may hold a word for made or missed.
    """
    if part in ("taken", "made"):
        word = cells.parse_made(text)
        if word is not None and (part == "made" or not text.isdigit()):
            read["made"][name] = word
            return
    value = _READ.get(part, cells.parse_tricks)(text, line)
    if value is not None:
        read[part][name] = value


_NOT_THERE = {"satout", "absent"}
_NOT_PLAYED = {"skipped", "void", "cancelled", "pending", "inprogress"}


def evenings_of_players(heads: Heads, lines: Iterable[Line], first: DayOrMonth | None) -> Iterator[OldEvening]:
    """Yield the games in these rows up to an empty row, because a summary follows it.

    Raise SheetUnreadable or DateUnclear.
    """
    rows = takewhile(lambda line: not line.empty, lines)
    for game, game_lines in split_games(heads, rows, first):
        names = list(dict.fromkeys(_name(heads, line) for line in game_lines))
        hands = [
            hand
            for hand in (_hand_of_deal(heads, deal, names) for deal in _deals(heads, game_lines))
            if hand is not None
        ]
        if hands:
            sat = tuple(name for name in names if any(name in hand.players for hand in hands))
            yield replace(game, players=sat, hands=tuple(hands))


def _name(heads: Heads, line: Line) -> str:
    return cells.text_of(line.cell(heads.of_all["player"]))


def _deals(heads: Heads, own: Iterable[Line]) -> Iterator[list[Line]]:
    """Yield the rows of each hand.

    A hand ends if the number changes or a name repeats.
    """
    for _number, lines in groupby(own, lambda line: hand_number(heads, line)):
        deal: dict[str, Line] = {}
        for line in lines:
            name = _name(heads, line)
            if name in deal:
                yield list(deal.values())
                deal = {}
            deal[name] = line
        yield list(deal.values())


def _status(heads: Heads, line: Line) -> str:
    return letters_of(line.cell(heads.of_all["status"])) if "status" in heads.of_all else ""


def _hand_of_deal(heads: Heads, deal: Sequence[Line], order: Sequence[str]) -> OldHand | None:
    """Return the hand in these rows, or None if it was not played.

    Adjustments are subtracted from the points of the hand. For absent players, only the adjustments count.
    """
    read: dict[str, dict[str, Any]] = {part: {} for part in OF_A_PLAYER}
    if "bid" in heads.of_all and all(_status(heads, line) == "inprogress" for line in deal):
        for line in deal:
            read_part(read, "bid", _name(heads, line), line.cell(heads.of_all["bid"]), line.number)
        if len(read["bid"]) == len(deal):
            return hand_of(heads, deal[0], read, order)
    played = [line for line in deal if _status(heads, line) not in _NOT_PLAYED]
    present = [line for line in played if _status(heads, line) not in _NOT_THERE]
    for line in played:
        for part in OF_A_PLAYER if line in present else ("adjustment",):
            if part in heads.of_all:
                read_part(read, part, _name(heads, line), line.cell(heads.of_all[part]), line.number)
    for name, adjustment in read["adjustment"].items():
        if name in read["points"]:
            read["points"][name] -= adjustment
    return hand_of(heads, present[0], read, order) if present else None


def evenings_of_totals(heads: Heads, lines: Iterable[Line], first: DayOrMonth | None) -> Iterator[OldEvening]:
    """Yield the evenings in these rows.

    A player with a total took part. Raise SheetUnreadable or DateUnclear.
    """
    for line in lines:
        if is_sum(heads, line):
            continue
        text = {key: line.cell(column) for key, column in heads.of_all.items()}
        read = {name: cells.parse_points(line.cell(column), line.number) for name, column in heads.other.items()}
        totals = {name: total for name, total in read.items() if total is not None}
        if totals:
            yield OldEvening(
                line.number, read_date(text.get("date", ""), first, line.number), text.get("place", ""),
                text.get("game", ""), text.get("scheme", ""), text.get("scorer", ""),
                players=tuple(totals), totals=totals,
            )  # fmt: skip
