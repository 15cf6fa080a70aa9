"""The columns of a score sheet across its pages: how wide each must be for what stands in it.

Lengths in points. Measures only; `sheet_drawing` writes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from printables import page
from printables.page import BOLD, width
from printables.people_names import shortened_alike
from printables.sheet_lines import Cell, SheetLine
from scorepad.words import _

NOTE, BID = 7.5, 8.5  # type of points and remarks; of bids
NAME, LEAST_NAME = 9.5, 7.5
TOTALS = (13.0, 12.0, 11.0, 10.0)  # type of running totals, as the lines are high
PAD = 3.5
BESIDE = 4.0  # between a bid and what came of it
PAGE_FOOT = 14.0
CHART_NAMES = 67.0  # room for a name beside the chart


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
    short: Mapping[str, str]  # names as every place on the sheet has room for
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


def choose_grid(lines: Sequence[SheetLine], names: Mapping[str, str], paper: page.PaperOptions, auction: bool) -> Grid:
    """Columns for `names` (by id, in seat order), a wider one for contracts where there is an `auction`.

    Portrait if the figures have room, else landscape; a cell takes three lines where even that is too narrow.
    """
    ways = [(False, False), (True, False), (True, True)]
    if paper.landscape is not None:
        ways = [(paper.landscape, False), (paper.landscape, True)]
    grids = (_grid(lines, names, paper.sheet_size(landscape), tall, auction) for landscape, tall in ways)
    found = next(grids)
    for grid in grids:
        found = found if found.fits else grid
    return found


def _grid(
    lines: Sequence[SheetLine], names: Mapping[str, str], size: tuple[float, float], tall: bool, auction: bool
) -> Grid:
    room = 48.0 if len(names) > 7 else 66.0 if len(names) > 4 else 90.0
    short = _short(names, room)
    widest = max((width(short[one], NOTE) for line in lines for one in (line.dealer, line.first) if one), default=0)
    wides = {"number": 30.0, "cards": 30.0, "dealer": min(room, max(40.0, widest + 16))}
    wides |= _trump_column(lines, short, auction)
    titles = {"number": _("Hand"), "cards": _("Cards"), "dealer": _("Dealer"), "trump": _("Trump"),
              "contract": _("Contract")}  # fmt: skip
    starts = list(accumulate(wides.values(), initial=page.SIDE))
    fixed = {key: Column(titles[key], x, wide) for (key, wide), x in zip(wides.items(), starts, strict=False)}
    each = min(200.0, (size[0] - page.SIDE - starts[-1]) / len(names))
    short = _short(names, room, each)
    whole = all(width(name, LEAST_NAME, BOLD) <= each - 4 for name in names.values())
    columns = {
        player: Column(name if whole else short[player], starts[-1] + at * each, each)
        for at, (player, name) in enumerate(names.items())
    }
    return Grid(size, fixed, columns, short, _inner(lines, tall), tall)


def _short(names: Mapping[str, str], dealer: float, head: float = 1e6) -> dict[str, str]:
    """The names as they fit the columns of dealers, the heads (columns so wide) and the chart."""

    def filled(name: str) -> float:
        return max(width(name, NOTE) / min(dealer - 8, CHART_NAMES), width(name, LEAST_NAME, BOLD) / (head - 4))

    return shortened_alike(names, 1.0, filled)


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
