"""A table's own scoring at the side of a blank sheet: made bids, misses, the rates of a contract."""

from collections.abc import Sequence
from dataclasses import dataclass

from printables.page.page import BLACK, BOLD, PLAIN, WHITE, paragraph_lines, width
from printables.page.pen import Pen
from scorepad.formats import format_points
from scorepad.game.report.points_lines import OVER, PointsTable, short_tables
from scorepad.rules.scheme.scheme import SchemeAsPlayed
from scorepad.rules.telling.points import rates_in_words
from scorepad.words import _

SIZE = 8.5  # type
LEADING = 1.18  # from line to line of a head, times the type
LEAST_LINE, LINE = 1.24, 2.4  # a row, at the least and at the most
LABEL = 7.3  # room for the words before a rate
PAD = 3.0


@dataclass(frozen=True)
class PointsStrip:
    """Tables stacked vertically with shared column widths in points, in type of this `size`. The heads of rows wrap."""

    tables: Sequence[PointsTable]
    wides: Sequence[float]
    size: float = SIZE

    @property
    def wide(self) -> float:
        """Return the total width of the columns."""
        return sum(self.wides)

    @property
    def lines(self) -> int:
        """How many lines it has: a bar and the heads over each table, its rows."""
        return sum(2 + len(table.rows) for table in self.tables)

    @property
    def broken_high(self) -> float:
        """Return the height of the extra lines of wrapped row heads."""
        return (
            LEADING
            * self.size
            * sum(len(self.broken(head)) - 1 for table in self.tables for head, _cells in table.rows)
        )

    def broken(self, head: str) -> list[str]:
        """Return the head of a row in lines that fit its column."""
        return paragraph_lines(head, self.size, self.wides[0] - 2 * PAD) or [""]

    @property
    def least_high(self) -> float:
        """The height that all its lines need."""
        return self.lines * LEAST_LINE * self.size + self.broken_high


def points_strip(points: SchemeAsPlayed, size: float = SIZE) -> PointsStrip | None:
    """Return the points as a strip in type of this size; None if they do not fit a strip."""
    if points.by_contract:
        grid = rates_in_words(points)
        if grid is None:
            return None
        title, heads = _("Points, and points for each trick"), grid.heads[1:]
        over = [_("{contract}, over half").format(contract=head) for head in heads]
        pairs = [(row[0], [*row[1:], *other[1:]]) for row, other in zip(grid.rows[::2], grid.rows[1::2], strict=True)]
        folded = [
            PointsTable(title, "", [*heads, *more], pairs) for more in (over, [f"{OVER} {head}" for head in heads])
        ]
        made = PointsTable(title, grid.heads[0], heads, [(head, cells) for head, *cells in grid.rows], folded=folded)
        return _as_wide_as_needed([made], LABEL * size, size)
    tables = short_tables(points)
    if tables[0].heads[0] == "0":
        return None  # the full table: the points go by bid and tricks
    if tables and len(tables[0].heads) > 2:
        short = _by_bid(points, *tables)
        tables = [short, *tables[1:]] if short else tables
    if any(len(table.heads) > 2 for table in tables) or len({len(table.heads) for table in tables}) > 1:
        return None  # they go by more than a bid and its miss
    return _as_wide_as_needed(tables, 0.0, size)


def _by_bid(points: SchemeAsPlayed, made: PointsTable, *missed: PointsTable) -> PointsTable | None:
    """Return the made bids if some, such as zero, are worth more with more cards.

    The cost of a miss is included if it has no table. Return None if no short text describes it.
    """
    rows = [(bid, _by_cards(points, int(bid)), losses) for bid, (*_worth, losses) in made.rows]
    if not all(worth for _bid, worth, _losses in rows):
        return None
    if missed:
        return PointsTable(_("Made"), made.corner, [_("points")], [(bid, [worth]) for bid, worth, _losses in rows])
    heads = [_("made"), made.heads[-1]]
    return PointsTable(_("Made"), made.corner, heads, [(bid, [worth, losses]) for bid, worth, losses in rows])


def _by_cards(points: SchemeAsPlayed, bid: int) -> str:
    """Return what a made bid is worth: a number, or how it goes by the cards; "" where it goes otherwise."""
    hands = [cards for cards in points.hand_sizes if cards >= bid]
    worth = [points(bid, bid, cards) for cards in hands]
    each = worth[-1] - worth[0] if len(worth) < 3 else worth[1] - worth[0]  # two say no rule
    if len(set(worth)) == 1:
        return format_points(worth[0])
    base = worth[0] - each * hands[0]
    if len(worth) < 3 or each < 0 or worth != [base + each * cards for cards in hands]:
        return ""
    form = _("{points} + cards") if each == 1 else _("{points} + {each} × cards")
    return (form if base else _("{each} × cards")).format(points=format_points(base), each=format_points(each))


def _as_wide_as_needed(tables: Sequence[PointsTable], label: float, size: float) -> PointsStrip:
    count = max(len(table.heads) for table in tables)
    firsts = [text for table in tables for text in (table.corner, *(head for head, _cells in table.rows))]
    wides = [label or max(width(text, size) for text in firsts)]
    for at in range(count):
        cells = [row[at] for table in tables for row in (table.heads, *(cells for _head, cells in table.rows))]
        wides.append(max(width(cell, size, BOLD) for cell in cells))
    missing = max(width(table.title, size, BOLD) for table in tables) - sum(wides)
    wides[-1] += max(0.0, missing)
    return PointsStrip(tables, [wide + 2 * PAD for wide in wides], size)


def draw_strip(pen: Pen, strip: PointsStrip, x: float, top: float, high: float) -> None:
    """From the left top corner (x, top) down, the lines as high as they find room in `high`."""
    size = strip.size
    line = min(LINE * size, (high - strip.broken_high) / strip.lines)
    y = top
    for table in strip.tables:
        pen.tag("P")
        pen.shade(x, y - line, strip.wide, line, BLACK)
        pen.write(x + PAD, _base(y, line, size), table.title, room=strip.wide - 2 * PAD, size=size, name=BOLD,
                  ink=WHITE, align="middle")  # fmt: skip
        with pen.group("Table"):
            y = _row(pen, strip, [table.corner], table.heads, x, y - line, line, PLAIN)
            for head, cells in table.rows:
                pen.rule(x, y, x + strip.wide, y, ink=BLACK, thick=0.6)
                y = _row(pen, strip, strip.broken(head), cells, x, y, line, BOLD)
    pen.box(x, y, strip.wide, top - y, ink=BLACK, thick=1.2)


def _row(
    pen: Pen, strip: PointsStrip, head: Sequence[str], cells: Sequence[str], x: float, y: float, line: float, name: str
) -> float:
    size = strip.size
    with pen.group("TR"):
        pen.cell("Column" if name == PLAIN else "Row")
        for at, text in enumerate(head):
            base = _base(y, line, size) - at * LEADING * size
            pen.write(x + PAD, base, text, room=strip.wides[0] - 2 * PAD, size=size)
        x += strip.wides[0]
        for text, wide in zip(cells, strip.wides[1:], strict=False):
            pen.cell("Column" if name == PLAIN else "")
            pen.write(x + PAD, _base(y, line, size), text, room=wide - 2 * PAD, size=size, name=name, align="right")
            x += wide
    return y - line - LEADING * size * (len(head) - 1)


def _base(y: float, line: float, size: float) -> float:
    return y - line / 2 - size * 0.36
