"""The words on a printed score sheet: one line per hand, late entry, adjustment or coming hand.

`sheet_layout` measures the lines, `sheet_drawing` writes them. Names are ids until then.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from scorepad.formats import capital, format_change, format_points
from scorepad.game.report.notes import Notation, bid_sign
from scorepad.game.report.sheet_table import SheetCell, SheetRow, sheet_rows
from scorepad.game.state.events import Contract
from scorepad.game.state.game import Game
from scorepad.game.state.rows import HandRow
from scorepad.game.state.turns import hands_to_come
from scorepad.rules.suits import Suits
from scorepad.words import join_label

TICK, CROSS, STAR, DOT = "\u2713", "\u2717", "\u2605", " \u00b7 "

# next to the trump, in the columns, at the foot, a star at the number
_SHOWN_ELSEWHERE = ("doubled", "penalties", "forfeit", "comment", "corrected")


class Trump(NamedTuple):
    """A trump on paper: its sign, "" for none, and the colour of its suit ("no-suit": no trumps)."""

    sign: str = ""
    colour: str = ""


NO_TRUMP = Trump()


def trump_on_paper(suits: Suits, trump: str | None) -> Trump:
    """Return a suit as its sign, and other trumps as they are written."""
    return Trump(suits.signs("J").get(trump, trump), suits.colour(trump)) if trump else NO_TRUMP


@dataclass(frozen=True)
class Cell:
    """One player's share of a line: the bid, whether it was missed, what came of it, points, running total."""

    bid: str = ""
    missed: bool = False
    came: str = ""  # a tick or a cross, or the tricks taken instead, or how far off that is
    points: str = ""
    total: str = ""
    off: bool = False  # the result of a missed bid is the distance


@dataclass(frozen=True)
class SheetLine:
    """A line of the sheet as words; by player the text of their column."""

    cells: Mapping[str, Cell] = field(default_factory=dict)
    number: str = ""
    cards: str = ""
    dealer: str = ""
    first: str = ""  # the first bidder, where that is not the dealer in every hand
    trump: Trump = NO_TRUMP
    contract: Contract | None = None
    label: str = ""  # instead of all these, where the line is no hand
    remark: str = ""
    void: bool = False
    away: Collection[str] = ()  # players who have left; for hands, not for the lines between them


def sheet_lines(game: Game) -> list[SheetLine]:
    """Return the lines of the rows of a game's record, in turn."""
    been = {player for player, _name in game.opened.players}
    lines = []
    for sheet_row in sheet_rows(game, Notation(symbols=True), elsewhere=_SHOWN_ELSEWHERE):
        row, line = sheet_row.row, _line(game, sheet_row)
        if isinstance(row, HandRow) and not row.void:
            line = replace(line, away=[player for player in game.names if player in been - row.points.keys()])
        lines.append(line)
        been |= row.points.keys()
    return lines


def gather_remarks(lines: Sequence[SheetLine]) -> tuple[list[SheetLine], dict[str, list[str]]]:
    """Return the lines without the remarks that several hands have, and the numbers of the hands for each of these."""
    hands: dict[str, list[str]] = {}
    for line in lines:
        if line.remark and line.number and not line.void:
            hands.setdefault(line.remark, []).append(line.number.rstrip("*!"))
    repeated = {remark: numbers for remark, numbers in hands.items() if len(numbers) > 1}
    return [line if line.void or line.remark not in repeated else replace(line, remark="") for line in lines], repeated


# --- rows of the record -----------------------------------------------------------------------------------


def _line(game: Game, sheet_row: SheetRow) -> SheetLine:
    row, remarks = sheet_row.row, sheet_row.notes
    cells = {player: _cell(cell) for player, cell in sheet_row.cells.items() if cell.points is not None}
    if not isinstance(row, HandRow):
        return SheetLine(cells, label=join_label(*remarks))
    line = SheetLine(
        cells, str(row.hand), str(row.cards), row.dealer, _first(game, row.dealer, row.first_bidder),
        remark=DOT.join(remarks),
    )  # fmt: skip
    if row.void:
        return replace(line, remark=capital(line.remark), void=True)
    return replace(
        line,
        number=line.number + "*" * row.corrected + "!" * bool(row.problems),
        trump=trump_on_paper(game.sheet.rulebook.suits, row.trump if game.sheet.has_trumps else None),
        contract=row.contract,
    )


def _first(game: Game, dealer: str, first: str | None) -> str:
    """Return the first bidder, in a game in which that is not the dealer in every hand; otherwise ""."""
    apart = game.sheet.rulebook.bids_apart and game.sheet.scorer
    return first if first and (apart or first != dealer) else ""


def _cell(cell: SheetCell) -> Cell:
    assert cell.points is not None
    assert cell.total is not None
    missed = cell.made is False
    return Cell(
        cell.called,
        missed and cell.bid is not None,
        TICK if cell.made else cell.result or (CROSS if missed else ""),
        format_change(cell.points) + cell.paper,
        format_points(cell.total),
        missed and cell.off is not None,
    )


# --- hands to come ----------------------------------------------------------------------------------------


def lines_to_come(game: Game) -> list[SheetLine]:
    """Return the open hand with what is bid, and those after it, to be filled in by hand."""
    lines = [
        SheetLine(
            number=str(hand.number),
            cards=str(hand.cards),
            dealer=hand.dealer,
            first=_first(game, hand.dealer, hand.first_bidder),
            trump=trump_on_paper(game.sheet.rulebook.suits, hand.trump if game.sheet.has_trumps else None),
            remark=hand.note,
            away=[player for player in game.names if player not in game.sheet.seats.present],
        )
        for hand in hands_to_come(game.sheet)
    ]
    bids, asleep = game.sheet.bids, game.sheet.asleep
    if bids and lines:
        cells = {player: Cell(bid=bid_sign(bid, asleep=player in asleep)) for player, bid in bids.bids.items()}
        trump = trump_on_paper(game.sheet.rulebook.suits, game.sheet.open_trump)
        lines[0] = replace(lines[0], cells=cells, trump=trump, contract=bids.contract)
    return lines
