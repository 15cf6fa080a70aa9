"""The sheet as lines and cells of text, so that the template only puts them on the page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from scorepad.game.record import Game
from scorepad.game.rows import AdjustRow, EntryRow, HandRow, Row
from scorepad.web.showing import change, exactly, points
from scorepad.words import _


class Cell(NamedTuple):
    """What stands in a player's column: bid at the corner, running total, points beneath."""

    bid: str
    state: str  # "made", "missed" or "": told apart by shape (✓ ✗, struck bid) and only then by colour
    total: str
    beneath: str


@dataclass(frozen=True)
class Line:
    """A row with its cells, None for who was not at the table, and what else is to be said of it."""

    row: Row
    cells: list[Cell | None]
    remarks: str
    problems: str
    label: str  # of the link that corrects the hand


def lines(game: Game) -> list[Line]:
    """A line for every row of the sheet, a cell for every player in seat order."""
    players = game.sheet.seats.everyone
    return [_line(game, row, [_cell(row, player) for player in players]) for row in game.sheet.rows]


def _line(game: Game, row: Row, cells: list[Cell | None]) -> Line:
    remarks = " · ".join(_remarks(game, row))
    if not isinstance(row, HandRow):
        return Line(row, cells, remarks, "", "")
    label = _("Correct hand {n}").format(n=row.hand)
    return Line(row, cells, remarks, " ".join(map(str, row.problems)), label)


def _cell(row: Row, player: str) -> Cell | None:
    if player not in row.points:
        return None
    total, gained = points(row.totals[player]), change(row.points[player])
    if not isinstance(row, HandRow):
        return Cell("", "", total, gained)
    if row.void:
        return Cell("", "", total, gained if row.points[player] else "")
    return _played_cell(row, player, total, gained)


def _played_cell(row: HandRow, player: str, total: str, gained: str) -> Cell:
    bid, made = row.bids.get(player), row.made.get(player)
    state = {True: "made", False: "missed", None: ""}[made]
    plays = row.contract is not None and row.contract.declarer == player
    corner = ("–" if bid is None else str(bid)) + ("*" if plays else "")
    said = {True: ["✓"], False: ["✗"], None: []}[made]
    if row.taken and not made:
        said.append(str(row.taken.get(player, 0)))
    marks = [mark if value == 1 else f"{mark} {value}" for mark, value in row.marks.get(player, {}).items() if value]
    return Cell(corner, state, total, " ".join([*said, gained, *marks]))


def _remarks(game: Game, row: Row) -> Iterator[str]:
    if isinstance(row, EntryRow):
        yield _("{name} joins").format(name=game.names[row.player])
        if row.worst is not None and row.median is not None and row.exact is not None:
            text = _("worst {worst}, median {median} → {exact}")
            yield text.format(worst=exactly(row.worst), median=exactly(row.median), exact=exactly(row.exact))
    elif isinstance(row, AdjustRow):
        yield game.names[row.player]
        if row.why:
            yield row.why
    else:
        yield from _hand_remarks(game, row)


def _hand_remarks(game: Game, row: HandRow) -> Iterator[str]:
    if row.void:
        yield _("misdeal, dealt again") if row.void_by == "misdeal" else _("misplay, dealt again")
    if row.extra:
        yield _("extra hand")
    if row.note:
        yield row.note
    if row.hook_waived:
        yield _("the hook was waived")
    if row.cancelled:
        yield _("tricks cancelled: {n}").format(n=row.cancelled)
    if row.chosen_by:
        yield _("trump chosen by {name}").format(name=game.names[row.chosen_by])
