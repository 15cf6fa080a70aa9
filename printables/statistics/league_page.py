"""A league on paper: its table, and the places evening by evening, for the wall."""

from collections.abc import Mapping, Sequence
from functools import partial
from math import ceil

from printables.page import page
from printables.page.page import A4, BOLD, PaperOptions, clean, paragraph_lines, width
from printables.page.pen import Pen
from printables.page.tables import draw_lines
from printables.statistics.ruled_table import HEAD, HEADING, Cell, Column, RuledTable, draw_heading, draw_title
from scorepad.formats import short_day
from scorepad.game.statistics.league import League, LeagueRow, counting, span
from scorepad.short_names import short_names
from scorepad.words import _, isolated, ngettext

TEXT = 9.5  # type
LARGE, SMALL = 12.5, 9.5  # type of the two tables
LEAST_ROW, MOST_ROW = 17.0, 54.0  # points, of a person
LEAST_EVENING, MOST_EVENING = 12.0, 22.0
HEADS, UNDER = 30.0, HEADING * 2.6 + HEAD * 1.6  # over a table; over the second one with its title
FIGURE, DATE, LEAST_PERSON = 62.0, 62.0, 22.0  # points across: a figure, a date, a column with places

Evening = tuple[str, Mapping[str, int]]


def league_page(
    league: League, rows: Sequence[LeagueRow], evenings: Sequence[Evening], paper: PaperOptions = A4
) -> bytes:
    """Return the league as a PDF, on as many pages as needed. Raises ScorepadError."""
    size = paper.sheet_size(bool(paper.landscape))
    pen = Pen(size, title=_("League"), subject=span(league), paper=paper)
    wide, x = size[0] - 2 * page.SIDE, page.SIDE
    y, left = _head(pen, len(evenings), span(league), counting(league)), [*rows]
    people = [row.person for row in rows]
    to_come = [*evenings] if len(people) * LEAST_PERSON <= wide - DATE else []
    under = UNDER + len(to_come) * LEAST_EVENING if to_come else 0.0
    shares = y - page.FOOT - HEADS - len(rows) * LEAST_ROW >= under  # all are on one page
    while left:
        fitting = max(1, int((y - page.FOOT - HEADS) / LEAST_ROW))
        table = _table(left[:fitting], wide)
        room = y - page.FOOT - table.head_high - (UNDER + len(to_come) * MOST_EVENING) * shares
        y = table.draw(pen, x, y, max(LEAST_ROW, min(room / len(left), MOST_ROW)))
        left = left[fitting:]
        y = _turn(pen, len(evenings)) if left or (to_come and not shares) else y
    names = _short(people, (wide - DATE) / max(1, len(people)) - 4, SMALL)
    while to_come:
        y = draw_heading(pen, _("Evening by evening"), _("The place of each person"), y - HEADING)
        pages = ceil(len(to_come) * LEAST_EVENING / (y - page.FOOT - HEADS))
        fitting = ceil(len(to_come) / pages)
        table = _places(to_come[:fitting], people, names, wide)
        y = table.draw(pen, x, y, min((y - page.FOOT - table.head_high) / fitting, MOST_EVENING))
        to_come = to_come[fitting:]
        y = _turn(pen, len(evenings)) if to_come else y
    pen.turn_page()
    return pen.done()


def _turn(pen: Pen, evenings: int) -> float:
    """Turn the page; return where its text begins."""
    pen.turn_page()
    return _head(pen, evenings)


def _head(pen: Pen, evenings: int, *texts: str) -> float:
    y = draw_title(pen, _("League"), ngettext("{count} evening", "{count} evenings", evenings).format(count=evenings))
    wide = pen.size[0] - 2 * page.SIDE
    for text in filter(None, texts):
        y = draw_lines(pen, paragraph_lines(text, TEXT, wide), TEXT, page.SIDE, y, wide)
    return y - 8


def _short(names: Sequence[str], room: float, size: float) -> list[str]:
    return short_names([clean(name) for name in names], room, partial(width, size=size, name=BOLD))


def _table(rows: Sequence[LeagueRow], wide: float) -> RuledTable:
    figure = min(FIGURE, wide / 6)
    first = wide - 3 * figure
    names = _short([row.person for row in rows], first - 40, LARGE)
    columns = [Column(head, figure) for head in (_("Evenings"), _("Won"), _("Points"))]
    lines = [
        (
            f"{row.place}.  {isolated(name)}",
            [Cell(str(row.evenings)), Cell(str(row.won)), Cell(str(row.points), bold=True)],
        )
        for name, row in zip(names, rows, strict=True)
    ]
    return RuledTable(first, columns, lines, size=LARGE)


def _places(evenings: Sequence[Evening], people: Sequence[str], names: Sequence[str], wide: float) -> RuledTable:
    columns = [Column(name, (wide - DATE) / len(names), "middle") for name in names]
    lines = [
        (short_day(date), [Cell(str(places.get(person, "")), marked=places.get(person) == 1) for person in people])
        for date, places in evenings
    ]
    return RuledTable(DATE, columns, lines, size=SMALL)
