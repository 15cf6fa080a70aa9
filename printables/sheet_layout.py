"""How a score sheet lies on its pages: columns, heights of lines, which lines stand on which page.

Lengths in points. Measures only; `sheet_drawing` writes.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate

from printables import page
from printables.letters import short_names, shortened, wrapped
from printables.page import BOLD, clean, width
from printables.sheet_lines import Cell, SheetLine
from scorepad.words import _

NOTE, BID = 7.5, 8.5  # type of points and remarks; of bids
NAME, LEAST_NAME = 9.5, 7.5
TOTALS = (13.0, 12.0, 11.0, 10.0)  # type of running totals, as the lines are high
HEIGHTS = (28.0, 26.0, 24.0, 22.0, 20.5)  # of a line, the most generous that needs no page more
LEAST_HEIGHT = 19.5  # where that keeps a finished game and its chart on the page
TALL = 12.0  # more, where a cell needs three lines for its figures
REMARK = 9.5  # a line of remarks beneath
CARRY, HEADS = 15.0, 22.0  # the line carried over; the heads of the columns
FIRST_TITLE, TITLE, PAGE_FOOT = 50.0, 20.0, 14.0
PAD = 3.5
BESIDE = 4.0  # between a bid and what came of it
FOOT_GAP = 12.0
MOST_REMARKS, MOST_LABEL = 12, 24  # lines
LEAST_CHART, CHART_NAME, MOST_CHART = 84.0, 9.0, 200.0  # a name is written beside each line of the chart


@dataclass(frozen=True)
class Column:
    """A column: what stands over it, its left edge and its width in points."""

    title: str
    x: float
    wide: float


@dataclass(frozen=True)
class Grid:
    """The columns across a page, in points."""

    size: tuple[float, float]
    fixed: Mapping[str, Column]  # number, cards, dealer, trump or contract
    players: Mapping[str, Column]
    dealers: Mapping[str, str]  # names as the narrow columns have room for
    inner: float  # the width that the figures of a cell need, at the least
    tall: bool = False

    @property
    def left(self) -> float:
        """Where the table begins, from the left edge of the paper."""
        return page.SIDE

    @property
    def right(self) -> float:
        """Where the table ends."""
        last = list(self.players.values())[-1]
        return last.x + last.wide

    @property
    def wide(self) -> float:
        """From margin to margin."""
        return self.size[0] - 2 * page.SIDE

    @property
    def label_room(self) -> float:
        """From where the table begins to the first player's column."""
        return next(iter(self.players.values())).x - self.left

    @property
    def high(self) -> float:
        """Room on a page, from the top margin to the line with its number."""
        return self.size[1] - page.TOP - page.FOOT - PAGE_FOOT

    @property
    def fits(self) -> bool:
        """Whether the widest figures have room in a player's column."""
        return self.inner + 2 * PAD <= next(iter(self.players.values())).wide


@dataclass(frozen=True)
class PlacedLine:
    """A line of the sheet with its label and its remark broken into lines of type."""

    line: SheetLine
    label: Sequence[str] = ()
    remark: Sequence[str] = ()

    @property
    def remark_high(self) -> float:
        """The height of its remark, 0 without one."""
        return len(self.remark) * REMARK + 1.5 if self.remark else 0.0

    def high(self, row_high: float) -> float:
        """As high as its words make it, `row_high` at the least."""
        return max(row_high, len(self.label) * REMARK + 5 if self.label else 0.0) + self.remark_high


@dataclass(frozen=True)
class SheetPage:
    """One page of a sheet: lines of the table (None: the table has ended), `last` with what closes it, lines of the
    foot, and how high the chart beneath them is in points (0: there is none)."""

    placed: Sequence[PlacedLine] | None
    foot: Sequence[str] = ()
    last: bool = False
    chart: float = 0.0


@dataclass(frozen=True)
class SheetLayout:
    """A sheet on its pages: its columns, its pages, the least height of a line and the type of totals in points."""

    grid: Grid
    pages: Sequence[SheetPage]
    row_high: float
    total_size: float


# --- across -----------------------------------------------------------------------------------------------


def choose_grid(lines: Sequence[SheetLine], names: Mapping[str, str], stock: page.PaperOptions, auction: bool) -> Grid:
    """Columns for `names` (by id, in seat order), a wider one for contracts where there is an `auction`.

    Upright if the figures have room, else lying; a cell takes three lines where even that is too narrow.
    """
    ways = [(False, False), (True, False), (True, True)]
    if stock.landscape is not None:
        ways = [(stock.landscape, False), (stock.landscape, True)]
    grids = (_grid(lines, names, stock.sheet_size(lying), tall, auction) for lying, tall in ways)
    found = next(grids)
    for grid in grids:
        found = found if found.fits else grid
    return found


def _grid(
    lines: Sequence[SheetLine], names: Mapping[str, str], size: tuple[float, float], tall: bool, auction: bool
) -> Grid:
    room = 48.0 if len(names) > 7 else 66.0
    dealers = dict(zip(names, short_names(list(names.values()), room - 8, partial(width, size=NOTE)), strict=True))
    widest = max((width(dealers[one], NOTE) for line in lines for one in (line.dealer, line.first) if one), default=0)
    wides = {"number": 30.0, "cards": 30.0, "dealer": min(room, max(40.0, widest + 16))}
    wides |= _trump_column(lines, dealers, auction)
    titles = {"number": _("Hand"), "cards": _("Cards"), "dealer": _("Dealer"), "trump": _("Trump"),
              "contract": _("Contract")}  # fmt: skip
    starts = list(accumulate(wides.values(), initial=page.SIDE))
    fixed = {key: Column(titles[key], x, wide) for (key, wide), x in zip(wides.items(), starts, strict=False)}
    each = min(200.0, (size[0] - page.SIDE - starts[-1]) / len(names))
    heads = short_names(list(names.values()), each - 4, partial(width, size=LEAST_NAME, name=BOLD))
    columns = {
        player: Column(head, starts[-1] + at * each, each)
        for at, (player, head) in enumerate(zip(names, heads, strict=True))
    }
    return Grid(size, fixed, columns, dealers, _inner(lines, tall), tall)


def _trump_column(lines: Sequence[SheetLine], names: Mapping[str, str], auction: bool) -> dict[str, float]:
    if not auction:
        return {"trump": 34.0}
    words = [contract_words(line, names) for line in lines if line.contract]
    widest = max((width(part, NOTE + 0.5) for *upper, lower in words for part in ("".join(upper), lower)), default=0)
    return {"contract": min(96.0, max(56.0, widest + 10))}


def contract_words(line: SheetLine, names: Mapping[str, str]) -> tuple[str, str, str, str]:
    """A contract in two lines, the first in three parts: `3`, `♠`, ` Ann` and, if doubled, `× Bob ××`."""
    if line.contract is None:
        return ("", line.trump, "", "")
    doublers = [names[player] for player in line.contract.doublers]
    against = f"× {', '.join(doublers)}" if doublers else ""
    again = " ××" if line.contract.redoubled else ""
    return (str(line.contract.level), line.trump, f" {names[line.contract.declarer]}", against + again)


def bid_width(cell: Cell) -> float:
    """The bid and what came of it, side by side."""
    return width(cell.bid, BID) + (BESIDE + width(cell.came, BID) if cell.came else 0)


def _inner(lines: Sequence[SheetLine], tall: bool) -> float:
    """The room that the widest figures need."""
    cells = {cell for line in lines for cell in line.cells.values()}
    if tall:
        return max((max(bid_width(c), width(c.total, TOTALS[-1]), width(c.points, NOTE)) for c in cells), default=0)
    return max((max(bid_width(c) + 4 + width(c.total, TOTALS[-1]), width(c.points, NOTE)) for c in cells), default=30.0)


# --- down -------------------------------------------------------------------------------------------------


def place(line: SheetLine, grid: Grid) -> PlacedLine:
    """The line with its words broken as the grid has room for them."""
    measure = partial(width, size=NOTE)
    label = wrapped(clean(line.label), grid.label_room - 2 * PAD, measure, MOST_LABEL) if line.label else ()
    remark = wrapped(clean(line.remark), remark_room(grid), measure, MOST_REMARKS) if line.remark else ()
    return PlacedLine(line, label, remark)


def remark_room(grid: Grid) -> float:
    """How wide a remark beneath a line may be: from the second column to where the table ends."""
    return grid.right - grid.fixed["cards"].x - 2 * PAD


@dataclass(frozen=True)
class Wanted:
    """What follows the table: the height in points of the rows that close it, lines for the foot, how many players the
    chart shows."""

    closing: float
    foot: Sequence[str] = ()
    charted: int = 0

    @property
    def least_chart(self) -> float:
        """How high a chart must be for a name beside each of its lines."""
        return max(LEAST_CHART, 24 + CHART_NAME * self.charted)


def lay_out(
    grid: Grid, lines: Sequence[SheetLine], to_come: Sequence[SheetLine], wanted: Wanted, endless: bool
) -> SheetLayout:
    """The lines and what is wanted after them, lines as high as they can be on no more pages.

    Of the hands to come as many as fit without a page more. A finite game not yet begun has them all. The chart
    stands there only if the hands of a ladder leave it room; where they are done, on a further page if need be, with
    the last hand.
    """
    placed, coming = [place(line, grid) for line in lines], [place(line, grid) for line in to_come]
    heights = [high + TALL * grid.tall for high in (*HEIGHTS, *(() if to_come else (LEAST_HEIGHT,)))]
    needed = replace(wanted, charted=0 if to_come and not endless else wanted.charted)

    def needs_pages(shown: int, high: float) -> int:
        return len(_split(grid, [*placed, *coming[:shown]], high, needed))

    recorded = min(heights, key=partial(needs_pages, 0))  # the first, most generous, of those with fewest pages
    squeezed = recorded if endless else heights[-1]
    shown = len(coming)
    if placed or endless:
        shown = bisect_right(
            range(1, shown + 1), needs_pages(0, recorded), key=lambda count: needs_pages(count, squeezed)
        )
    high = min(heights, key=partial(needs_pages, shown))
    everything = [*placed, *coming[:shown]]
    size = _total_size([one.line for one in everything], grid, high)
    with_chart, without = _split(grid, everything, high, wanted), _split(grid, everything, high, needed)
    return SheetLayout(grid, with_chart if len(with_chart) == len(without) else without, high, size)


def _split(grid: Grid, placed: Sequence[PlacedLine], row_high: float, wanted: Wanted) -> list[SheetPage]:
    foot = wanted.foot
    under = 2 * FOOT_GAP + REMARK * len(foot) + wanted.least_chart if wanted.charted else 0.0
    together = wanted.closing + (under if under < grid.high / 2 else 0.0)  # the last line and all that follows
    pages = _pages(grid, placed, row_high, together)
    used = sum(one.high(row_high) for one in pages[-1]) + wanted.closing + CARRY * (len(pages) > 1)
    fitting = max(0, int((_room(grid, len(pages)) - used - FOOT_GAP) // REMARK))
    each = int((grid.high - TITLE) // REMARK)
    sheet_pages = [SheetPage(one) for one in pages[:-1]] + [SheetPage(pages[-1], foot[:fitting], last=True)]
    sheet_pages += [SheetPage(None, foot[at : at + each]) for at in range(fitting, len(foot), each)]
    if not wanted.charted:
        return sheet_pages
    left = grid.high - TITLE - FOOT_GAP - REMARK * len(sheet_pages[-1].foot)
    left -= (used + HEADS + FOOT_GAP + (FIRST_TITLE - TITLE) * (len(pages) == 1)) if sheet_pages[-1].last else 0.0
    if left >= wanted.least_chart:
        return [*sheet_pages[:-1], replace(sheet_pages[-1], chart=min(left, MOST_CHART))]
    return [*sheet_pages, SheetPage(None, chart=MOST_CHART)]


def _pages(grid: Grid, placed: Sequence[PlacedLine], row_high: float, closing: float) -> list[list[PlacedLine]]:
    pages: list[list[PlacedLine]] = [[]]
    used = 0.0
    for number, one in enumerate(placed, 1):
        high, tail = one.high(row_high), closing if number == len(placed) else CARRY
        if pages[-1] and used + high + tail > _room(grid, len(pages)):
            pages.append([])
            used = CARRY
        pages[-1].append(one)
        used += high
    return pages


def _room(grid: Grid, number: int) -> float:
    """For the table's lines on page 1, 2 …: beneath the heads."""
    return grid.high - HEADS - (FIRST_TITLE if number == 1 else TITLE)


def _total_size(lines: Sequence[SheetLine], grid: Grid, row_high: float) -> float:
    """The largest type for running totals that the height and the widest cell allow."""
    cells = {cell for line in lines for cell in line.cells.values()}
    room = next(iter(grid.players.values())).wide - 2 * PAD
    beside = 0.0 if grid.tall else 4.0
    for size, high in zip(TOTALS, (26.0, 24.0, 22.0, 0.0), strict=True):
        widest = max((width(c.total, size) + (beside and beside + bid_width(c)) for c in cells), default=0)
        if row_high - (TALL if grid.tall else 0) >= high and widest <= room:
            return size
    return TOTALS[-1]


def foot_lines(texts: Sequence[str], grid: Grid) -> list[str]:
    """The foot's texts, broken into lines as wide as the page."""
    return [part for text in texts for part in wrapped(clean(text), grid.wide, partial(width, size=NOTE))]


def one_line(text: str, room: float, size: float, name: str = page.PLAIN) -> str:
    """The text in letters that can be printed, as much of it as fits the room in type of this size."""
    return shortened(clean(text), room, partial(width, size=size, name=name))
