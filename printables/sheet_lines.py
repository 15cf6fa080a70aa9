"""What stands on a printed score sheet, as words: a line a hand, late entry, adjustment or hand to come.

No lengths here: `sheet_layout` measures the lines, `sheet_drawing` writes them. Names are ids until then.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from fractions import Fraction

from scorepad.game.events import Contract
from scorepad.game.record import Game
from scorepad.game.rows import AdjustRow, EntryRow, HandRow, OpenHand, Points, Row
from scorepad.game.sheet import Sheet
from scorepad.game.upcoming import Rotation, hand_to_play
from scorepad.words import _, ngettext

TICK, CROSS, STAR = "\u2713", "\u2717", "\u2605"
TRUMPS = {"C": "\u2663", "D": "\u2666", "H": "\u2665", "S": "\u2660", "N": "NT", "J": "J"}
RED_SUITS = "\u2665\u2666"


@dataclass(frozen=True)
class Cell:
    """One player's share of a line: the bid (struck where missed), what came of it, points, running total."""

    bid: str = ""
    struck: bool = False
    came: str = ""  # a tick, or the tricks taken instead
    points: str = ""
    total: str = ""


@dataclass(frozen=True)
class Line:
    cells: Mapping[str, Cell] = field(default_factory=dict)
    number: str = ""
    cards: str = ""
    dealer: str = ""
    first: str = ""  # the first bidder, where that is not the dealer
    trump: str = ""
    contract: Contract | None = None
    label: str = ""  # instead of all these, where the line is no hand
    remark: str = ""
    void: bool = False


def sheet_lines(game: Game) -> list[Line]:
    """The record, a line each."""
    return [_line(game, row) for row in game.sheet.rows]


def whole(points: Points) -> str:
    """Points on paper: a true minus, a half as ½."""
    minus = "\u2212" if points < 0 else ""
    if isinstance(points, int):
        return f"{minus}{abs(points)}"
    full, rest = divmod(abs(points), 1)
    part = "" if not rest else "½" if rest == Fraction(1, 2) else f" {rest}"
    return minus + (str(full) if full or not part else "") + part


def change(points: Points) -> str:
    """Points of one hand, with their sign."""
    return ("+" if points > 0 else "") + whole(points)


def trump_sign(trump: str | None) -> str:
    return TRUMPS.get(trump, trump) if trump else ""


# --- rows of the record -----------------------------------------------------------------------------------


def _line(game: Game, row: Row) -> Line:
    if isinstance(row, HandRow):
        return _void(row) if row.void else _hand(game, row)
    cell = Cell(points=change(row.points[row.player]), total=whole(row.totals[row.player]))
    label = _entry(game, row) if isinstance(row, EntryRow) else _adjustment(game, row)
    return Line({row.player: cell}, label=label)


def _entry(game: Game, row: EntryRow) -> str:
    name, points = game.names[row.player], whole(row.points[row.player])
    if row.worst is None or row.median is None:
        return _("{name} joins with {points}").format(name=name, points=points)
    return _("{name} joins: worst {worst}, median {median} \u2192 {points}").format(
        name=name, worst=whole(row.worst), median=whole(row.median), points=points
    )


def _adjustment(game: Game, row: AdjustRow) -> str:
    name = game.names[row.player]
    return f"{name}: {row.why}" if row.why else _("{name}: adjustment").format(name=name)


def _head(row: HandRow) -> Line:
    first = row.first_bidder if row.first_bidder and row.first_bidder != row.dealer else ""
    return Line(number=str(row.hand), cards=str(row.cards), dealer=row.dealer, first=first)


def _void(row: HandRow) -> Line:
    cells = {p: Cell(points=change(n), total=whole(row.totals[p])) for p, n in row.points.items() if n}
    how = _("Misdealt, dealt again") if row.void_by == "misdeal" else _("Misplayed, dealt again")
    return replace(_head(row), cells=cells, remark=how, void=True)


def _hand(game: Game, row: HandRow) -> Line:
    flags = "*" * row.corrected + "!" * bool(row.problems)
    return replace(
        _head(row),
        number=f"{row.hand}{flags}",
        cells={player: _cell(row, player) for player in row.points},
        trump=trump_sign(row.trump),
        contract=row.contract,
        remark=" \u00b7 ".join(_remarks(game, row)),
    )


def _cell(row: HandRow, player: str) -> Cell:
    bid, made = row.bids.get(player), row.made.get(player)
    taken = (row.taken or {}).get(player)
    missed = made is False
    came = TICK if made else str(taken) if taken is not None else CROSS if missed else ""
    shown = "\u2013" if bid is None else str(bid)
    return Cell(shown, missed and bid is not None, came, change(row.points[player]), whole(row.totals[player]))


def _remarks(game: Game, row: HandRow) -> Iterator[str]:
    if row.note:
        yield row.note
    if row.extra:
        yield _("one hand more")
    if row.turned:
        yield _("turned up: {card}").format(card=_card(row.turned))
    if row.chosen_by:
        yield _("trumps chosen by {name}").format(name=game.names[row.chosen_by])
    if row.cancelled:
        text = ngettext("{count} trick cancelled", "{count} tricks cancelled", row.cancelled)
        yield text.format(count=row.cancelled)
    if row.hook_waived:
        yield _("hook waived")
    for player, marks in row.marks.items():
        shown = ", ".join(_mark(game, name, value) for name, value in marks.items() if value)
        if shown:
            yield f"{game.names[player]}: {shown}"
    yield from (_("To mend: {problem}").format(problem=problem) for problem in row.problems)


def _card(turned: str) -> str:
    suit = TRUMPS.get(turned[-1:].upper(), "") if len(turned) in (2, 3) else ""
    return turned[:-1].upper() + suit if suit else turned


def _mark(game: Game, name: str, value: int | Fraction) -> str:
    words = name.replace("_", " ")
    return words if game.sheet.scheme.marks.get(name) == "yes or no" else f"{words} {whole(value)}"


# --- hands to come ----------------------------------------------------------------------------------------


def lines_to_come(game: Game) -> list[Line]:
    """The open hand with what is bid, and those after it, to be filled in by hand."""
    lines = [
        Line(
            number=str(hand.number),
            cards=str(hand.cards),
            dealer=hand.dealer,
            first=hand.first_bidder if hand.first_bidder and hand.first_bidder != hand.dealer else "",
            trump=trump_sign(hand.trump),
            remark=hand.note,
        )
        for hand in _hands_to_come(game.sheet)
    ]
    return [_with_bids(game, lines[0]), *lines[1:]] if lines else []


def _hands_to_come(sheet: Sheet) -> Iterator[OpenHand]:
    """As they will be if nobody sits down, gets up or is made to deal: each follows from the one before it."""
    ahead = copy(sheet)
    for coming in sheet.coming():
        hand = hand_to_play(ahead, coming, ahead.bids.cards if ahead.bids else None)
        yield hand
        seats = [sheet.seats.seat_of(player).number for player in (hand.dealer, hand.order[0])]
        ahead.rotation = Rotation(dealt=seats[0], bid_first=seats[1])
        ahead.hands_played, ahead.bids, ahead.makers_before = hand.number, None, None


def _with_bids(game: Game, line: Line) -> Line:
    bids = game.sheet.bids
    if bids is None:
        return line
    cells = {player: Cell(bid=str(bid)) for player, bid in bids.bids.items()}
    return replace(line, cells=cells, trump=trump_sign(bids.trump) or line.trump, contract=bids.contract)
