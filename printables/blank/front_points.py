"""A table's own scoring on the front of a blank sheet: at the side of the table, or turned below it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil

from printables.page.pen import Pen
from printables.page.tables import PlacedTable, cut_rows, draw_table, measure_table
from scorepad.game.report.card_lines import rates_table
from scorepad.game.report.points_lines import PointsTable, brief_tables, not_for_caller
from scorepad.rules.scheme.scheme import SchemeAsPlayed
from scorepad.rules.telling.points import contract_rates
from scorepad.words import _

SIZE = 8.5  # type
LEAST_LINE, LINE = 1.24, 2.4  # a row at the side, times the type, at the least and at the most
BELOW, GAP = 1.53, 5.0  # a row below, times the type; between two tables
LABEL = 7.3  # room for the words before a rate, times the type
WIDEST = 5.0  # times the type: a wider cell is not repeated a dozen times
MOST_PARTS = 4

Bands = Sequence[Sequence[PlacedTable]]
"""Tables next to each other, in bands below each other."""


@dataclass(frozen=True)
class FrontPoints:
    """Tables in type of this `size`. `folded` are other forms of a table with many words, with fewer rows."""

    tables: Sequence[PointsTable]
    size: float = SIZE
    folded: Sequence[PointsTable] = ()

    @cached_property
    def stack(self) -> list[PlacedTable]:
        """The tables below each other, with columns of one width and rows as low as possible."""
        placed = [measure_table(table, self.size, line=LEAST_LINE) for table in self.tables]
        if self.folded:
            room = placed[0].wide - placed[0].wides[0] + LABEL * self.size
            placed = [measure_table(table, self.size, room, LEAST_LINE) for table in self.tables]
        wides = [max(column) for column in zip(*(table.wides for table in placed), strict=True)]
        return [replace(table, wides=wides) for table in placed]

    @property
    def wide(self) -> float:
        """The width at the side, in points."""
        return self.stack[0].wide

    @property
    def least_high(self) -> float:
        """The height that all lines need at the side."""
        return sum(table.high for table in self.stack)

    def draw_beside(self, pen: Pen, x: float, top: float, high: float) -> None:
        """Draw from the left top corner (x, top) down, the rows as high as they find room in `high`."""
        rows = sum(len(table.table.rows) for table in self.stack)
        more = min((high - self.least_high) / rows, (LINE - LEAST_LINE) * self.size)
        for table in self.stack:
            table = replace(table, row_high=table.row_high + more)
            draw_table(pen, table, x, top)
            top -= table.high

    def below(self, room: float) -> Bands:
        """Return the tables with rows and columns exchanged, at most `room` wide; nothing if they do not fit.

        Wider tables are cut into bands. Tables with many words are not turned, but in parts next to each other.
        """
        turned = [self._placed(_transpose(table)) for table in self.tables]
        if len(turned) == 1 and any(wide > WIDEST * self.size for wide in turned[0].wides[1:]):
            return self._beside_each_other(room)
        alike = len({len(table.table.rows) for table in turned}) == 1
        if alike and sum(table.wide for table in turned) + GAP * (len(turned) - 1) <= room:
            return [_stretched(turned, room)]
        bands = [self._cut(table, room) for table in self.tables]
        return [_stretched([part], room) for band in bands for part in band] if all(bands) else []

    def _placed(self, table: PointsTable) -> PlacedTable:
        return measure_table(table, self.size, line=BELOW)

    def _cut(self, table: PointsTable, room: float) -> list[PlacedTable]:
        """Return a turned table in as few parts, of about equally many columns, as have room beneath each other."""
        for count in range(1, len(table.rows) + 1):
            parts = [self._placed(_transpose(part)) for part in cut_rows(table, ceil(len(table.rows) / count))]
            if all(part.wide <= room for part in parts):
                return parts
        return []

    def _beside_each_other(self, room: float) -> Bands:
        """Return the first table in one of its forms, cut into parts next to each other, in as few lines as fit."""
        ways = list[list[PlacedTable]]()
        made = self.tables[0]
        for table in (replace(made, title="", corner=made.title), *self.folded):
            for count in range(1, MOST_PARTS + 1):
                first, *others = cut_rows(table, ceil(len(table.rows) / count))
                parts = [self._placed(first), *(self._placed(replace(other, corner="")) for other in others)]
                if sum(part.wide for part in parts) + GAP * (len(parts) - 1) <= room:
                    ways.append(parts)
        return [_stretched(min(ways, key=lambda parts: len(parts[0].table.rows)), room)] if ways else []


def front_points(points: SchemeAsPlayed, size: float = SIZE) -> FrontPoints | None:
    """Return the points for a front in type of this size; None if they do not fit there."""
    if points.by_contract:
        rates = contract_rates(points)
        if not rates:
            return None
        title, heads = _("Points, and points for each trick"), [_("Made"), _("Missed")]
        made = PointsTable(title, "", heads, [(name, [str(rate) for rate in both]) for name, *both in rates])
        signs = rates_table(rates)
        words = [*heads, *(_("{contract}, over half").format(contract=head) for head in heads)]
        below = replace(made, title="", corner=title)
        return FrontPoints([made], size, [replace(below, heads=heads, rows=form.rows)
                                          for form, heads in ((signs, words), (signs, signs.heads))])  # fmt: skip
    tables = brief_tables(points)
    if any(len(table.heads) > 2 for table in tables) or len({len(table.heads) for table in tables}) > 1:
        return None  # the points go by more than a bid and its miss
    bold = [frozenset((row, column) for row in range(len(table.rows)) for column in range(2)) for table in tables]
    if not_for_caller(points):
        titles = [_("Made (not the caller)"), _("Missed (not the caller)")]
        tables = [replace(table, title=title) for table, title in zip(tables, titles, strict=False)]
    return FrontPoints([replace(table, bold=cells) for table, cells in zip(tables, bold, strict=True)], size)


def _transpose(table: PointsTable) -> PointsTable:
    corner = _("{table}: {corner}").format(table=table.title, corner=table.corner)
    rows = [(name, [cells[at] for _head, cells in table.rows]) for at, name in enumerate(table.heads)]
    bold = frozenset((column, row) for row, column in table.bold)
    return PointsTable("", corner, [head for head, _cells in table.rows], rows, bold)


def _stretched(tables: Sequence[PlacedTable], room: float) -> list[PlacedTable]:
    """Return the tables as wide as the room, with columns of the same share."""
    more = room - GAP * (len(tables) - 1) - sum(table.wide for table in tables)
    columns = sum(len(table.table.heads) for table in tables)
    return [table.stretched(table.wide + more * len(table.table.heads) / columns) for table in tables]


def bands_high(bands: Bands) -> float:
    """Return the height of all bands, with the gap above each."""
    return sum(GAP + max(table.high for table in band) for band in bands)


def draw_bands(pen: Pen, bands: Bands, x: float, top: float) -> None:
    """Draw from the left top corner (x, top) down."""
    for band in bands:
        left, top = x, top - GAP
        for table in band:
            draw_table(pen, table, left, top)
            left += table.wide + GAP
        top -= max(table.high for table in band)
