"""A player's cell on a filled sheet: dealer, bid and result, points, running total.

The figures are on one line if the columns are wide enough, otherwise the points are below, otherwise all three are
below each other. Lengths are in points.
"""

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

from printables.filled.sheet_lines import CROSS, TICK, Cell
from printables.page.page import (
    BIDS_FIRST,
    BLACK,
    BOLD,
    DEALS,
    GREEN,
    LARGE,
    LARGE_FIGURES,
    PLAIN,
    RED,
    WHITE,
    Ink,
    mm,
    width,
)
from printables.page.pen import Pen

BID, TAKEN, POINTS, TOTAL = 10.5, 9.0, 8.5, 11.5  # type
LEAST_LARGE = LARGE_FIGURES / LARGE  # of names and figures of a sheet that is enlarged
SIGNS = {TICK: 8.5, CROSS: 7.5, DEALS: 7.1, BIDS_FIRST: 11.0}
MARK, APART = 7.0, 1.2  # space for the marks of dealer and first bidder and, if possible, more before the bid
GAP, CLOSE, CLEAR = 2.4, 0.8, 2 * mm  # between figures; a bid and what came of it; the points and the widest total
BLOT = 5.9  # half as wide as what blots a bid out
CAPITAL = 0.73  # of the type's size: how high figures and capitals stand
CELL_HEIGHTS = (15.0, 23.0, 34.0)  # of a cell with its figures in one line, in two, in three


@dataclass(frozen=True)
class CellShape:
    """In how many `lines` of type the cells of a sheet stand, how wide its widest total is and its widest cell.

    `least` is the least type of names and figures.
    """

    lines: int
    total: float
    wide: float
    least: float = POINTS

    @property
    def high(self) -> float:
        """Of a cell, at the least."""
        return CELL_HEIGHTS[self.lines - 1]


def shape_of(cells: Collection[Cell], lines: int, least: float = POINTS) -> CellShape:
    """Return the shape that has room for all these cells, with names and figures in type of at least this size."""
    total = max((width(cell.total, TOTAL, BOLD) for cell in cells), default=20.0)
    points = max((width(cell.points, least) for cell in cells), default=0.0)
    bids = max((_bid_width(cell, least) for cell in cells), default=12.0) + MARK
    if lines == 1:
        beside = max((_bid_width(cell, least) + width(cell.points, least) for cell in cells), default=24.0)
        return CellShape(1, total, max(MARK + beside + GAP + CLEAR, bids + GAP) + total, least)
    if lines == 2:
        return CellShape(2, total, max(bids + GAP + total, points), least)
    return CellShape(3, total, max(bids, total, points), least)


@lru_cache(maxsize=1_000)
def _parts(bid: str, came: str, missed: bool, least: float) -> tuple[list[tuple[str, float, str, Ink]], float]:
    """Return the bid and what came of it: words with their type and ink, and how wide they are in all."""
    parts = [(bid, BID, BOLD if came == TICK else PLAIN, BLACK)] if bid else []
    if missed or came == CROSS:
        parts.append((CROSS, SIGNS[CROSS], PLAIN, RED))
    if came == TICK:
        parts.append((TICK, SIGNS[TICK], PLAIN, GREEN))
    elif came and came != CROSS:
        parts.append((came if missed else f" {came}", max(TAKEN, least), PLAIN, BLACK))
    return parts, sum(width(text, size, name) + CLOSE for text, size, name, _ink in parts)


def _bid_width(cell: Cell, least: float) -> float:
    return _parts(cell.bid, cell.came, cell.missed, least)[1]


def draw_marks(pen: Pen, signs: str, x: float, base: float, scale: float) -> None:
    """Draw the marks of dealer and first bidder from x on, above each other if one player is both."""
    apart = 3.6 * scale if len(signs) > 1 else 0.0
    for sign, up in zip(signs, (apart, -apart), strict=False):
        fitted = 0.6 if sign == DEALS else -0.4
        pen.write(x, base + fitted + up, sign, room=MARK * scale, size=SIGNS[sign] * scale)


def bid_base(shape: CellShape, y: float, high: float, scale: float) -> float:
    """Return the base line of the bids of a line of the sheet that begins at y and is so high."""
    if shape.lines == 1:
        return y - high / 2 - TOTAL * CAPITAL * scale / 2
    above = BID + 1 if shape.lines == 3 else 0.0
    top = y - (high - (above + CAPITAL * (TOTAL + shape.least) + 3) * scale) / 2
    return top - (BID if above else TOTAL) * CAPITAL * scale


def draw_cell(
    pen: Pen, shape: CellShape, cell: Cell, x: float, room: float, base: float, scale: float, *, blob: bool,
    marked: bool,
) -> None:  # fmt: skip
    """Its figures from x on in a room so wide, the bid on this base line; a missed bid blotted out where `blob`.

    `marked`: before it stands who deals or bids first.
    """
    mark = MARK * scale + max(0.0, min(APART * scale, room - shape.wide * scale))
    if shape.lines == 1 and not marked and shape.wide * scale > room:  # its bid may use the space of a mark
        lacks = (
            (_bid_width(cell, shape.least) + shape.total + GAP + CLEAR) * scale
            + width(cell.points, shape.least * scale)
            + mark
            - room
        )
        mark -= min(mark, max(0.0, lacks))
    left = room - mark
    bid = _draw_bid(pen, shape, cell, x + mark, base, left, scale, blob=blob)
    beneath = 3 * scale + shape.least * CAPITAL * scale
    total = base - (BID + 1) * scale if shape.lines == 3 else base
    points = base if shape.lines == 1 else total - beneath
    size = TOTAL * scale
    if shape.lines == 1:
        kept = (shape.total + CLEAR) * scale + max(0.0, room - shape.wide * scale) / 3
        pen.write(x + mark + bid, points, cell.points, room=max(8.0, left - bid - kept), size=shape.least * scale,
                  align="right")  # fmt: skip
        pen.write(x + room - kept, total, cell.total, room=kept, size=size, name=BOLD, align="right")
    else:
        taken = 0.0 if shape.lines == 3 else mark + bid
        pen.write(x + taken, total, cell.total, room=room - taken, size=size, name=BOLD, align="right")
        pen.write(x, points, cell.points, room=room, size=shape.least * scale, align="right")


def _draw_bid(
    pen: Pen, shape: CellShape, cell: Cell, x: float, base: float, room: float, scale: float, *, blob: bool
) -> float:
    """Return the width that it takes."""
    start, parts = x, _parts(cell.bid, cell.came, cell.missed, shape.least)[0]
    if blob and cell.missed:  # a blot in place of bid and cross, as wide as both
        size, radius = BID * scale, BLOT * scale
        wide = min(width(cell.bid, size), room)
        x += max(0.0, radius - wide / 2)
        pen.disc(x + wide / 2, base + size * CAPITAL / 2, radius)
        pen.write(x, base, cell.bid, room=room, size=size, ink=WHITE)
        x += wide + max(0.0, radius - wide / 2) + CLOSE * scale
        parts = parts[2:]
    for text, size, name, ink in parts:
        left = max(4.0, start + room - x)
        x += pen.write(x, base, text, room=left, size=size * scale, name=name, ink=ink) + CLOSE * scale
    return x - start
