"""The table of a sheet: rows and players' cells with their meaning; each output only writes them in its own way."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from scorepad.formats import format_change, format_points
from scorepad.game.report.hand_detail import numbered
from scorepad.game.report.notes import PLAIN_NOTATION, Notation, bid_sign, marks, notes, paper_sign
from scorepad.game.state.game import Game
from scorepad.game.state.rows import HandRow, Points, Row, merge_adjustments


class SheetCell(NamedTuple):
    """A player's cell in a row.

    The fields from `counts` on are of a hand that counts; other rows and void hands have the defaults.
    """

    points: Points | None  # None: not at the table, or no penalty in a void hand
    total: Points | None  # None: not yet in the game
    counts: bool = False
    bid: int | None = None
    asleep: bool = False  # the bid of a doubler, which does not count (rules.md F)
    declares: bool = False
    made: bool | None = None  # None: no bid, or one that does not count
    taken: int | None = None
    off: int | None = None  # the distance, if recorded; signed if `taken` is known
    paper: str = ""  # the sign next to points as on paper
    marks: tuple[str, ...] = ()
    spoken: int | None = None  # the bid before a card changed it

    @property
    def called(self) -> str:
        """Return the bid as on the sheet, or "" if the row is no hand that counts."""
        return bid_sign(self.bid, asleep=self.asleep, spoken=self.spoken) if self.counts else ""

    @property
    def result(self) -> str:
        """Return the text next to a bid that is not made.

        It is the tricks taken, or the distance if the table records that: −1 or +2, or 2 if the direction is unknown.
        Return "" if only ✗ is known.
        """
        if self.made:
            return ""
        if self.off is not None:
            return (format_points if self.taken is None else format_change)(self.off)
        return "" if self.taken is None else str(self.taken)


class SheetRow(NamedTuple):
    """A row, the number of its hand, its notes, and the cells of all players in seat order."""

    hand: int
    row: Row
    notes: list[str]
    cells: Mapping[str, SheetCell]


def sheet_rows(
    game: Game, notation: Notation = PLAIN_NOTATION, *, elsewhere: Collection[str] = (), merged: bool = True
) -> list[SheetRow]:
    """Return the rows of the sheet, without the kinds of notes that the output shows `elsewhere`.

    `merged`: adjustments that belong together are one row.
    """
    rows = merge_adjustments(game.sheet.rows) if merged else game.sheet.rows
    return [
        SheetRow(
            hand,
            row,
            [note.text for note in notes(game, row, notation) if note.about not in elsewhere],
            {player: sheet_cell(game, row, player, notation) for player in game.sheet.seats.everyone},
        )
        for hand, row in numbered(rows)
    ]


def sheet_cell(game: Game, row: Row, player: str, notation: Notation = PLAIN_NOTATION) -> SheetCell:
    """Return a player's cell in a row."""
    points, total = row.points.get(player), row.totals.get(player)
    if not isinstance(row, HandRow):
        return SheetCell(points, total)
    if row.void or player not in row.points:
        return SheetCell(points or None, total)
    return SheetCell(
        points, total, True, row.bids.get(player), player in row.asleep,
        row.contract is not None and row.contract.declarer == player, row.made.get(player),
        (row.taken or {}).get(player), (row.off or {}).get(player),
        paper_sign(row, player), tuple(marks(game, row, player, notation)), row.spoken_bids.get(player),
    )  # fmt: skip
