"""The lines of a score sheet on its pages, and their heights in points. `sheet_drawing` writes."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, partial

from printables.filled.sheet_grid import NOTE, PAD, Grid
from printables.filled.sheet_lines import SheetLine
from printables.page.page import paragraph_lines

GROWN = (1.4, 1.3, 1.2, 1.1, 1.0)  # times the least height of a line, the most generous that needs no page more
WRITTEN = 17.0  # the least height of a line to be filled in by hand
SCALES = (1.3, 1.2, 1.1, 1.0)  # of the type in the cells
SHARES = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0)  # of a page's height that has lines
REMARK = 10.5  # a line of remarks beneath
CARRY, HEADS = 15.0, 22.0  # the line carried over; the heads of the columns
FIRST_TITLE, TITLE = 50.0, 20.0
FOOT_GAP = 8.0
MOST_REMARKS, MOST_LABEL, FEW_LINES, LEAST_LINES = 12, 2, 3, 5  # lines; of a page or its foot, if possible
LEAST_CHART, GOOD_CHART, CHART_NAME = 84.0, 180.0, 10.5  # a name is next to each line of the chart


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
        lines = max(len(self.label), 2 if self.line.contract and self.line.contract.doublers else 0)
        return max(row_high, lines * REMARK + 3 if lines > 1 else 0.0) + self.remark_high


@dataclass(frozen=True)
class SheetPage:
    """One page of a sheet.

    `placed` are lines of the table (None: the table has ended); the `last` part has the closing lines. Below it are
    the lines of the foot and the chart, whose height is in points (0: no chart).
    """

    placed: Sequence[PlacedLine] | None
    foot: Sequence[str] = ()
    last: bool = False
    chart: float = 0.0


@dataclass(frozen=True)
class SheetLayout:
    """A sheet on its pages.

    Its columns, its pages, the least height of a line in points and by how much the type in its cells has grown.
    """

    grid: Grid
    pages: Sequence[SheetPage]
    row_high: float
    scale: float

    @property
    def lines(self) -> list[SheetLine]:
        """All that find room on the pages."""
        return [row.line for sheet_page in self.pages for row in sheet_page.placed or ()]


def wrap_line(line: SheetLine, grid: Grid) -> PlacedLine:
    """Return the line with its words broken as the grid has room for them.

    A long label stands beneath it as a remark.
    """
    label = paragraph_lines(line.label, NOTE, grid.label_room - 2 * PAD) if line.label else []
    remark, room = line.remark, remark_room(grid)
    if len(label) > MOST_LABEL:
        label, remark = [], line.label
    return PlacedLine(line, label, paragraph_lines(remark, NOTE, room, most=MOST_REMARKS) if remark else ())


def remark_room(grid: Grid) -> float:
    """How wide a remark beneath a line may be: from the second column to where the table ends."""
    return grid.right - grid.fixed["cards"].x - 2 * PAD


@dataclass(frozen=True)
class PageRequirements:
    """What follows the table.

    The height in points of the rows that close it, lines for the foot, how many players the chart shows.
    """

    closing: float
    foot: Sequence[str] = ()
    charted: int = 0
    good_chart: float = 0.0

    @property
    def least_chart(self) -> float:
        """The least height of a chart, with a name at each line end."""
        return max(LEAST_CHART, self.good_chart, 24 + CHART_NAME * self.charted)


def lay_out(
    grid: Grid, lines: Sequence[SheetLine], to_come: Sequence[SheetLine], wanted: PageRequirements, endless: bool
) -> SheetLayout:
    """Return the lines and the space after them, with the highest lines that need no further page.

    Coming hands are added while they need no further page; a finite game before its first hand has them all. The
    chart needs the space that the hands of the ladder leave. After the last hand it may have its own page, so that the
    table is not divided for it.
    """
    placed, coming = [wrap_line(line, grid) for line in lines], [wrap_line(line, grid) for line in to_come]
    least = WRITTEN if to_come else 0.0
    heights = [max(least, grid.shape.high * grown) for grown in GROWN]
    needed = replace(wanted, charted=0 if to_come and not endless else wanted.charted)

    @cache
    def needs_pages(shown: int, high: float) -> int:
        return len(_split(grid, [*placed, *coming[:shown]], high, needed))

    recorded = min(heights, key=partial(needs_pages, 0))  # the first, most generous, of those with fewest pages
    squeezed = recorded if endless else heights[-1]
    shown = len(coming)
    if placed or endless:
        shown = bisect_right(
            range(1, shown + 1), needs_pages(0, recorded), key=lambda count: needs_pages(count, squeezed)
        )
    high, pages = _balance(grid, [*placed, *coming[:shown]], heights, wanted, needed)
    fitting = (  # the type that the height of a line and the width of a cell allow, the largest first
        scale for scale in SCALES if grid.shape.high * scale <= high and grid.shape.wide * scale <= grid.cell_room
    )
    return SheetLayout(grid, pages, high, next(fitting, SCALES[-1]))


def _balance(
    grid: Grid, placed: Sequence[PlacedLine], heights: Sequence[float], wanted: PageRequirements,
    needed: PageRequirements,
) -> tuple[float, list[SheetPage]]:  # fmt: skip
    """Return the height of a line and the pages, none with a few lines only if possible.

    The chart that is wanted is left out if the pages that are `needed` have no space for it.
    """

    def faults(height: float) -> tuple[int, int, bool]:
        pages = _split(grid, placed, height, needed)
        with_good_chart = _split(grid, placed, height, replace(needed, good_chart=GOOD_CHART))
        return len(pages), len(with_good_chart), len(pages[-1].placed or ()) < FEW_LINES < len(placed)

    high = min(heights, key=faults)
    pages = _split(grid, placed, high, wanted)
    if not wanted.charted or len(pages) > faults(high)[0]:
        return high, _spread(grid, placed, high, replace(wanted, charted=0))
    ways = [(height, _spread(grid, placed, height, wanted)) for height in heights]
    height, spread = min(ways, key=lambda way: (_divided(way[1]), len(way[1][-1].foot)))
    return (height, spread) if len(spread) <= len(pages) and not spread[-1].placed else (high, pages)


def _spread(grid: Grid, placed: Sequence[PlacedLine], row_high: float, wanted: PageRequirements) -> list[SheetPage]:
    """Return the pages with as many lines on each; what follows the table may have its own page."""
    return min((_split(grid, placed, row_high, wanted, share) for share in SHARES), key=_divided)


def _divided(pages: Sequence[SheetPage]) -> tuple[int, bool]:
    """Return the number of pages, and whether the chart's page has lines too."""
    return len(pages), bool(pages[-1].chart and pages[-1].placed)


def _split(
    grid: Grid, placed: Sequence[PlacedLine], row_high: float, wanted: PageRequirements, share: float = 0.0
) -> list[SheetPage]:
    foot = wanted.foot
    under = 2 * FOOT_GAP + REMARK * len(foot) + wanted.least_chart if wanted.charted and not share else 0.0
    together = wanted.closing + (under if under < grid.high / 2 else 0.0)  # the last line and all that follows
    pages = _pages(grid, placed, row_high, together, share or 1.0)
    used = sum(page.high(row_high) for page in pages[-1]) + wanted.closing + CARRY * (len(pages) > 1)
    fitting = max(0, int((_room(grid, len(pages)) - used - FOOT_GAP) // REMARK))
    fitting = 0 if fitting < len(foot) < LEAST_LINES else fitting
    each = int((grid.high - TITLE) // REMARK)
    sheet_pages = [SheetPage(page) for page in pages[:-1]] + [SheetPage(pages[-1], foot[:fitting], last=True)]
    sheet_pages += [SheetPage(None, foot[at : at + each]) for at in range(fitting, len(foot), each)]
    if not wanted.charted:
        return sheet_pages
    left = grid.high - TITLE - FOOT_GAP - REMARK * len(sheet_pages[-1].foot)
    left -= (used + HEADS + FOOT_GAP + (FIRST_TITLE - TITLE) * (len(pages) == 1)) if sheet_pages[-1].last else 0.0
    if left >= wanted.least_chart:
        return [*sheet_pages[:-1], replace(sheet_pages[-1], chart=min(left, grid.wide))]
    return [*sheet_pages, _page_of_chart(grid)]


def _page_of_chart(grid: Grid) -> SheetPage:
    return SheetPage(None, chart=min(grid.high - TITLE - FOOT_GAP, grid.wide))


def _pages(
    grid: Grid, placed: Sequence[PlacedLine], row_high: float, closing: float, share: float
) -> list[list[PlacedLine]]:
    pages: list[list[PlacedLine]] = [[]]
    used = 0.0
    for number, row in enumerate(placed, 1):
        high, tail = row.high(row_high), closing if number == len(placed) else CARRY
        if pages[-1] and used + high + tail > share * _room(grid, len(pages)):
            pages.append([])
            used = CARRY
        pages[-1].append(row)
        used += high
    while len(pages) > 1 and len(pages[-1]) < min(LEAST_LINES, len(pages[-2]) - 1):
        high = sum(row.high(row_high) for row in [pages[-2][-1], *pages[-1]])
        if CARRY + high + closing > _room(grid, len(pages)):
            break
        pages[-1].insert(0, pages[-2].pop())
    return pages


def _room(grid: Grid, number: int) -> float:
    """For the table's lines on page 1, 2 …: beneath the heads."""
    return grid.high - HEADS - (FIRST_TITLE if number == 1 else TITLE)
