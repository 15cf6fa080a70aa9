"""The columns of a score sheet across its pages, and their widths in points. `sheet_drawing` writes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, product

from printables.filled.sheet_cell import LEAST_LARGE, POINTS, CellShape, shape_of
from printables.filled.sheet_lines import SheetLine
from printables.page import page
from printables.page.page import BOLD, width
from printables.page.people_names import shorten_distinct
from scorepad.words import _, isolated

NOTE = 8.5  # type of labels and remarks
NAME = 10.5  # type of names, if there is space
PAD = 1.8
PRESSED = 4.0  # by which the points of the widest cell may be pressed narrower
SIGN = 11.0  # space for a player's sign next to the name
PAGE_FOOT = 14.0
CHART_NAMES = 67.0  # space for a name next to the chart
CONTRACT_NAMES = (50.0, 28.0)  # in a contract, and where the columns are in need of it


@dataclass(frozen=True)
class Column:
    """A column: its heading, left edge and width in points."""

    title: str
    x: float
    wide: float


@dataclass(frozen=True)
class Grid:
    """The columns across a page, in points."""

    size: tuple[float, float]
    fixed: Mapping[str, Column]  # number, cards, trump or contract
    players: Mapping[str, Column]
    short: Mapping[str, str]  # names as every place on the sheet has room for
    shape: CellShape

    @property
    def left(self) -> float:
        """Where the table begins, from the left edge of the paper."""
        return page.SIDE

    @property
    def right(self) -> float:
        """Where the table ends."""
        return self.size[0] - page.SIDE

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
    def cell_room(self) -> float:
        """For the figures of a cell, between the edges of its column."""
        return next(iter(self.players.values())).wide - 2 * PAD

    @property
    def fits(self) -> bool:
        """Whether the widest figures have room in a player's column."""
        return self.shape.wide <= self.cell_room + (PRESSED if self.shape.lines == 1 else 0.0)


def choose_grid(
    lines: Sequence[SheetLine], names: Mapping[str, str], paper: page.PaperOptions, *, auction: bool, trumps: bool
) -> Grid:
    """Return the columns for `names` (by id, in seat order), and for `trumps`, or contracts if there is an `auction`.

    Portrait if the figures fit, on two lines if necessary, otherwise landscape, and three lines if that is too narrow
    too.
    """
    ways = [(False, 1), (False, 2), (True, 1), (True, 2), (True, 3)]
    if paper.landscape is not None:
        ways = [(paper.landscape, lines_of_type) for lines_of_type in (1, 2, 3)]
    cells = {cell for line in lines for cell in line.cells.values()}
    least = LEAST_LARGE if paper.large else POINTS
    for (landscape, lines_of_type), room in product(ways, CONTRACT_NAMES if auction else CONTRACT_NAMES[:1]):
        wides = _fixed(lines, names, room if auction else 0.0, least, trumps=trumps)
        grid = _grid(names, paper.sheet_size(landscape), wides, shape_of(cells, lines_of_type, least), room)
        if grid.fits:
            break
    return grid


def _fixed(
    lines: Sequence[SheetLine], names: Mapping[str, str], room: float, size: float, *, trumps: bool
) -> dict[str, float]:
    """Return the widths of the columns that belong to no player.

    A contract's column has space for a name in this type; 0 if there are no contracts.
    """
    wides = {"number": 20.0, "cards": 23.0} if len(names) > 5 else {"number": 30.0, "cards": 30.0}
    if not room:
        return wides | ({"trump": 23.5 if len(names) > 5 else 32.0} if trumps else {})
    short = shorten_distinct(names, room, partial(width, size=size))
    words = [contract_words(line, short) for line in lines if line.contract]
    widest = max((width(part, size) for *upper, lower in words for part in ("".join(upper), lower)), default=0)
    return wides | {"contract": min(96.0, max(48.0, widest + 8))}


def _grid(
    names: Mapping[str, str], size: tuple[float, float], wides: dict[str, float], shape: CellShape, in_contract: float
) -> Grid:
    titles = {"number": _("Hand"), "cards": _("Cards"), "trump": _("Trump"), "contract": _("Contract")}
    starts = list(accumulate(wides.values(), initial=page.SIDE))
    fixed = {key: Column(titles[key], x, wide) for (key, wide), x in zip(wides.items(), starts, strict=False)}
    each = (size[0] - page.SIDE - starts[-1]) / len(names)
    room = each - SIGN - 2 * PAD

    def filled(name: str) -> float:
        needed = width(name, shape.least) / (in_contract if "contract" in wides else CHART_NAMES)
        return max(needed, width(name, shape.least, BOLD) / room)

    short = shorten_distinct(names, 1.0, filled)
    whole = all(width(name, shape.least, BOLD) <= room for name in names.values())
    columns = {
        player: Column(name if whole else short[player], starts[-1] + at * each, each)
        for at, (player, name) in enumerate(names.items())
    }
    return Grid(size, fixed, columns, short, shape)


def contract_words(line: SheetLine, names: Mapping[str, str]) -> tuple[str, str, str, str]:
    """Return a contract in two lines, the first in three parts: `3`, `♠`, ` Ann` and, if doubled, `× Bob ××`."""
    if line.contract is None:
        return ("", line.trump.sign, "", "")
    doublers = [isolated(names[player]) for player in line.contract.doublers]
    against = f"× {', '.join(doublers)}" if doublers else ""
    again = " ××" if line.contract.redoubled else ""
    return (str(line.contract.level), line.trump.sign, f" {names[line.contract.declarer]}", against + again)
