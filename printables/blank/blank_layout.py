"""The layout of a blank sheet: columns, lines, and the parts below them. Lengths are in points."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from printables.blank.points_bands import Bands, bands_high
from printables.blank.points_strip import PointsStrip
from printables.filled.sheet_grid import Column
from printables.page import page
from printables.page.page import mm
from scorepad.game.state.rows import OpenHand

NOTE, HEAD = 8.5, 10.0  # type of remarks and labels; of names
NAMED = 17.0  # type of the game's name
TITLE, FIELD, NAME, LABELS, REMARK = 30.0, 21.0, 8 * mm, 14.0, 10.5
FIELDS = 0.56  # of the width of a landscape page: space for date, location, scorekeeper and stake next to the title
COMMENT, MOST_COMMENTS = 17.0, 6  # ruled lines to write on
GRID = 130.0  # the least height of a grid to plot the totals
SLIP, SLIP_WIDE = 68.0, 96.0  # a slip to tear off: its height, its least width
STRIP_GAP = 8.0
HALF_PAGE = 170 * mm  # a paper that is narrower is half of another
ROOMY = 9.0  # more space for a running total before a spare column is added
BEST_SIZES = 16 * mm, 7 * mm  # the largest useful width of a running total and height of a line


@dataclass(frozen=True)
class MinimumSizes:
    """What a pen needs at the least: bid, box and running total across, a line down.

    Lines for comments; how much narrower than on a full page the columns before the players' may be.
    """

    bid: float
    box: float
    total: float
    high: float
    comments: int = 2
    narrower: float = 1.0


def minimum_sizes(size: tuple[float, float], *, many: bool) -> MinimumSizes:
    """Return the sizes for a few players or `many`, on a sheet of this size; a narrow one is half of another."""
    if min(size) < HALF_PAGE:
        return MinimumSizes(6 * mm, *((10.0, 18.0) if many else (12.5, 20.0)), 5 * mm, 1, 0.54 if many else 0.72)
    return MinimumSizes(6.6 * mm, 13.0, 26.0, 6 * mm) if many else MinimumSizes(8 * mm, 15.0, 28.5, 6 * mm)


@dataclass(frozen=True)
class BlankOptions:
    """What a table may want besides.

    `ghosts`, a light number in each bid's cell that the points of a made bid begin with or are; `grid`, to plot the
    totals by hand, for comments; `slips`, one a player to tear off.
    """

    ghosts: bool = False
    grid: bool = False
    slips: bool = False


TABLE_ONLY = BlankOptions()


@dataclass(frozen=True)
class BlankColumn(Column):
    """A column: its heading, left edge and width. A player's column has a bid, a box and a running total."""

    bid: float = 0.0
    box: float = 0.0


@dataclass(frozen=True)
class BlankLayout:
    """The layout of all pages: columns, the height of a line, the hands of each page."""

    size: tuple[float, float]
    fixed: Mapping[str, BlankColumn]
    players: Mapping[str, BlankColumn]  # of who sits at the table
    spare: Sequence[BlankColumn]
    bids: BlankColumn | None  # the sum of bids
    strip: PointsStrip | None
    row_high: float
    pages: Sequence[Sequence[OpenHand | None]]  # None: a spare line
    foot: Sequence[str]
    least: MinimumSizes
    before_bid: str  # printed before every bid
    ghost: str  # printed there lightly
    below: Bands  # the points, if they are not next to the table
    in_a_line: bool  # title and fields
    options: BlankOptions  # parts below the table
    apart: BlankOptions | None = None  # parts with their own page
    sums: bool = False  # whether the remarks alone say all points

    @property
    def columns(self) -> list[BlankColumn]:
        """Those that have bid, box and total."""
        return [*self.players.values(), *self.spare]

    @property
    def count(self) -> int:
        """The number of pages, with the page for what does not fit below the table."""
        return len(self.pages) + (self.apart is not None)

    @property
    def is_landscape(self) -> bool:
        """Whether it is wider than high."""
        return self.size[0] > self.size[1]

    @property
    def right(self) -> float:
        """Where the table ends, from the left edge of the paper."""
        last = self.bids or self.columns[-1]
        return last.x + last.wide

    @property
    def wide(self) -> float:
        """From margin to margin."""
        return self.size[0] - 2 * page.SIDE

    @property
    def room(self) -> float:
        """For the lines of a page's table."""
        head = TITLE + (0.0 if self.in_a_line else FIELD)
        remarks = 6 + REMARK * len(self.foot) + 4 + bands_high(self.below)  # and points
        written = (GRID if self.options.grid else COMMENT * self.least.comments) + self.slips_high(self.options)
        return self.size[1] - page.TOP - page.FOOT - head - NAME - LABELS - remarks - written

    @property
    def slips_in_a_row(self) -> int:
        """The number of slips next to each other."""
        return int(self.wide / SLIP_WIDE)

    def slips_high(self, options: BlankOptions) -> float:
        """How high all those to tear off are."""
        return SLIP * ceil(len(self.columns) / self.slips_in_a_row) if options.slips else 0.0

    @property
    def comfort(self) -> float:
        """From 0 to 1: how near the sizes of running totals and lines are to the largest useful ones."""
        column = self.columns[0]
        total = column.wide - column.bid - column.box
        return round(min(1.0, total / BEST_SIZES[0]) * min(1.0, self.row_high / BEST_SIZES[1]), 1)

    @property
    def is_writable(self) -> bool:
        """Whether every cell is as large as a pen needs it."""
        column = self.columns[0]
        total = column.wide - column.bid - column.box
        least, roomy = self.least, ROOMY if self.spare else 0.0
        wide = column.bid >= least.bid - 0.01 and total >= least.total + roomy - 0.01
        return wide and self.row_high >= least.high - 0.01
