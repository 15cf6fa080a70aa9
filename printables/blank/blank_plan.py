"""The plan of a blank sheet: a pure function of the game's fields and the paper. Lengths are in points.

The function tries each way to lay out the sheet, in order. The plan is the first way in which every field is large
enough for a pencil. The order says which parts a sheet gives up first.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import ceil

from printables.page.page import LARGE_FIGURES, LARGE_TEXT, mm

MOST_PAGES, MOST_COMMENTS, MOST_SPARE = 4, 2, 2
MOST_REPEATED = 1 / 3  # of the height of each of several pages, for the text below the table
BID, FIELD, TOTAL, FIGURE = 9 * mm, 6 * mm, 9 * mm, 3 * mm  # least widths; that of a figure or sign
MOST_WIDE = 60 * mm  # of a player's column
GROWTH = 0.7  # of the space left over, for columns that may grow
GAP, UNDER = 3 * mm, 2 * mm  # between the table and the points next to it; below the table
SUM = 12 * mm  # of the column for the sum of bids
FIELDS = 0.56  # of the width of a landscape page: space for date, location, scorekeeper and stake next to the title
HALF_PAGE = 170 * mm  # a paper that is narrower is half of another

LEADING = 1.2  # from line to line of running text, times its type

Size = tuple[float, float]
Columns = Mapping[str, float]


@dataclass(frozen=True)
class Measures:
    """Sizes on one kind of paper: margins, heights above and below the table, least height of a line, type."""

    side: float
    top: float
    foot: float
    title: float
    name: float
    label: float
    comment: float
    line: float
    highest: float  # of a line: more is of no use
    title_beside: float = 10 * mm  # the height of a title that has the fields next to it
    scale: float = 1.0  # of the widths of fields
    small: float = 8.0  # type of labels
    number: float = 8.0  # of numbers of hands
    note: float = 8.5  # of running text
    head: float = 10.0  # of names
    figure: float = 14.0  # of cards
    game: float = 17.0  # of the game's name

    @property
    def leading(self) -> float:
        """From line to line of running text."""
        return self.note * LEADING


NORMAL = Measures(9 * mm, 9 * mm, 13 * mm, 18 * mm, 8 * mm, 4.5 * mm, 6.5 * mm, 6 * mm, 10.5 * mm)
HALF = replace(
    NORMAL, side=7 * mm, top=7 * mm, foot=9 * mm, title=13 * mm, name=7 * mm, label=4 * mm, line=5.5 * mm, small=7.5,
    number=7.5, note=8.0, figure=13.0, game=15.0,
)  # fmt: skip
CROWDED = 1.05  # the scale of large print if there is no room for more
LARGE = replace(
    NORMAL, title=25 * mm, title_beside=13 * mm, name=11 * mm, label=7 * mm, comment=10 * mm, line=8 * mm,
    highest=13 * mm, scale=1.4, small=LARGE_TEXT, number=LARGE_FIGURES, note=LARGE_TEXT, head=LARGE_FIGURES,
    figure=LARGE_FIGURES, game=24.0,
)  # fmt: skip


def measures_for(size: Size, *, large: bool) -> Measures:
    """Return the measures of a paper. An ink-jet leaves the foot of a portrait page free, a side of a landscape one."""
    half = min(size) < HALF_PAGE
    measures = LARGE if large else HALF if half else NORMAL
    if half:
        measures = replace(measures, side=HALF.side, top=HALF.top, foot=HALF.foot)
    if size[0] < size[1]:
        return measures
    return replace(measures, side=measures.foot, foot=measures.side)


@dataclass(frozen=True)
class Front:
    """The columns, lines and notes of a game's sheet. `fields` and `fixed` have least widths by name."""

    players: int
    lines: int  # hands, and hands for a tie
    fields: Mapping[str, float]
    fixed: Mapping[str, float]  # before the players' columns
    optional: Sequence[str] = ()  # those of `fixed` that may be given up, the first one first
    labels: Mapping[str, float] = field(default_factory=dict)  # widths for labels of lines, if this is the first column
    pressed: Mapping[str, float] = field(default_factory=dict)  # widths of some of `fixed` if nothing else fits
    growing: Mapping[str, float] = field(default_factory=dict)  # widths to which some of `fixed` grow
    spare: int = MOST_SPARE  # columns for players who join
    spare_lines: int = MOST_SPARE
    sums: float = SUM  # width of the column for the sum of bids; 0: there is none
    hook: bool = False
    notes: Callable[[float, float, int], float] = lambda wide, size, spare: 0.0  # noqa: ARG005  # height in this type
    beside: Size | None = None  # least width and height of the points next to the table
    below: Callable[[float], float | None] = lambda wide: None  # noqa: ARG005  # height of the points below it
    needs_table: bool = True  # whether the notes alone do not say all points
    parts: float = 0.0  # height of a grid or slips
    title: Sequence[float] = (0.0, 0.0)  # widths of the title on the only page and on one of several


@dataclass(frozen=True)
class Plan:
    """A way to lay out a sheet, with the widths of its columns and the height of its lines."""

    size: Size
    measures: Measures
    pages: int  # with tables
    rows: int  # lines of the fullest page, with the one brought forward
    row_high: float
    fixed: Mapping[str, float]
    fields: Mapping[str, float]
    spare: int
    spare_lines: int
    sums: float  # width of the sum of bids, 0 without it
    comments: int
    beside: bool  # whether the points are next to the table
    apart: bool  # whether notes, points and comments have a separate page

    @property
    def each(self) -> float:
        """The width of a player's column."""
        return sum(self.fields.values())

    @property
    def wide(self) -> float:
        """From margin to margin."""
        return self.size[0] - 2 * self.measures.side

    @property
    def is_landscape(self) -> bool:
        """Whether it is wider than high."""
        return self.size[0] > self.size[1]


def plan(front: Front, sizes: Sequence[Size], *, large: bool = False) -> Plan | None:
    """Return the plan for one of these sizes of paper, portrait first; None if every way is too small for a pencil.

    Parts are left out in the order of docs/printing.md: comments, spare lines, spare columns and the sum of bids,
    portrait, points, optional first columns. Then the sheet has one page more. Without a hook, the sum of bids goes
    before the spare columns. In large print, the sheet has more pages before it gives up columns.
    """
    measured = [(size, measures_for(size, large=large)) for size in sizes]
    columns = _columns(front)
    if large:
        crowded = [(size, replace(measures, scale=CROWDED)) for size, measures in measured]
        ways = [([fixed], paper) for paper in (measured, crowded) for fixed in columns]
    else:
        pressed: list[Columns] = [{**fixed, **front.pressed} for fixed in columns if front.pressed]
        ways = [(columns, measured), (pressed, measured)]
    return next((found for tried, paper in ways if (found := _first(front, tried, paper))), None)


def _first(front: Front, columns: Sequence[Columns], measured: Sequence[tuple[Size, Measures]]) -> Plan | None:
    """Return the first way that is large enough for a pencil."""
    wide = [
        [way for beside in ((True, False) if front.beside else (False,)) if (way := _widened(front, start, beside))]
        for fixed, fields, (size, measures), (sums, spare) in product(
            columns, _fields(front.fields), measured, _extras(front)
        )
        for start in [Plan(size, measures, 1, 0, 0.0, fixed, fields, spare, 0, sums, 0, False, False)]
    ]
    for pages, apart, ways in product(range(1, MOST_PAGES + 1), (False, True), filter(None, wide)):
        placed = [replace(way, pages=pages - apart, apart=apart) for way in ways if not (apart and way.beside)]
        found = [high for way in placed if way.pages and (high := next(_heights(front, way), None))]
        if found:
            return found[-1] if _gives_up_no_more(found) else found[0]
    return None


def _gives_up_no_more(found: Sequence[Plan]) -> bool:
    """Return whether the last way, with the points below, has as much as the first; only a portrait page has room."""
    first, last = found[0], found[-1]
    return not last.is_landscape and (last.spare_lines, last.comments) >= (first.spare_lines, first.comments)


def _columns(front: Front) -> list[Columns]:
    """Return the columns before the players' to try."""
    tried = [
        {name: wide for name, wide in front.fixed.items() if name not in front.optional[:given_up]}
        for given_up in range(len(front.optional) + 1)
    ]
    return [{**fixed, name: max(fixed[name], front.labels.get(name, 0.0))} for fixed in tried for name in [*fixed][:1]]


def _fields(fields: Mapping[str, float]) -> list[Mapping[str, float]]:
    """Return all fields, those without points, and those with a narrower total as well."""
    without = {name: wide for name, wide in fields.items() if name != "points"}
    return [fields, without, {**without, "total": min(TOTAL, without["total"])}]


def _extras(front: Front) -> list[tuple[float, int]]:
    """Return the sum of bids and the spare columns to try."""
    sums = [front.sums, 0.0] if front.sums else [0.0]
    spare = range(front.spare, -1, -1)
    return [(wide, count) for wide in sums for count in spare] if front.hook else [
        (wide, count) for count in spare for wide in sums
    ]  # fmt: skip


def _widened(front: Front, way: Plan, beside: bool) -> Plan | None:
    """Return the way with columns that fill the width, points `beside` them or not; None if it is too narrow."""
    scale = way.measures.scale
    fixed = {**way.fixed}
    fields = {name: wide * scale for name, wide in way.fields.items()}
    sums, players = way.sums * scale, front.players + way.spare
    room = way.wide - sum(fixed.values()) - sums - players * sum(fields.values())
    room -= front.beside[0] + GAP if beside and front.beside else 0.0
    if room < -0.1:
        return None
    growing = {name: wide for name, wide in front.growing.items() if name in fixed}
    missing = {name: wide - fixed[name] for name, wide in growing.items()}
    share = min(1.0, max(0.0, room) * GROWTH / (sum(missing.values()) or 1.0))
    fixed |= {name: fixed[name] + more * share for name, more in missing.items()}
    room -= sum(fixed.values()) - sum(way.fixed.values())
    more = min(room / players, MOST_WIDE - sum(fields.values())) / (len(fields) + 1)
    fields = {name: wide + more * (2 if name == "total" else 1) for name, wide in fields.items()}
    return replace(way, fixed=fixed, fields=fields, sums=sums, beside=beside)


def _heights(front: Front, way: Plan) -> Iterator[Plan]:
    """Yield the way with as many lines for comments and spare lines as fit, the most first."""
    measures = way.measures
    title = front.title[way.pages > 1 or way.apart]
    if way.is_landscape and title < way.wide * (1 - FIELDS):
        measures = replace(measures, title=measures.title_beside)
        way = replace(way, measures=measures)
    below = 0.0 if way.beside or way.apart or not front.beside else front.below(way.wide)
    if below is None and front.needs_table:
        return
    head = measures.name + measures.label
    table = way.size[1] - measures.top - measures.foot - measures.title - head
    repeated = 0.0 if way.apart else front.notes(way.wide, measures.note, way.spare) + (below or 0.0)
    if way.pages > 1 and repeated > MOST_REPEATED * way.size[1]:
        return
    under = 0.0 if way.apart else UNDER + repeated + front.parts
    if (table - under) / ceil((front.lines + way.pages - 1) / way.pages) < measures.line - 0.01:
        return
    for spare_lines, comments in product(range(front.spare_lines, -1, -1), range(MOST_COMMENTS, -1, -1)):
        rows = ceil((front.lines + spare_lines + way.pages - 1) / way.pages)
        written = 0.0 if way.apart else comments * measures.comment
        high = min(measures.highest, (table - under - written) / rows)
        is_high_enough = not way.beside or not front.beside or front.beside[1] <= head + high * (rows - 1)
        if high >= measures.line - 0.01 and is_high_enough:
            yield replace(way, rows=rows, row_high=high, spare_lines=spare_lines, comments=comments)
