"""A league on paper: its table, for the wall."""

from collections.abc import Iterator, Sequence
from functools import partial

from printables.page import page
from printables.page.page import A4, BLACK, BOLD, PaperOptions, clean, paragraph_lines, width
from printables.page.pen import Pen
from printables.page.tables import draw_lines
from printables.statistics.ruled_table import Cell, Column, RuledTable
from scorepad.game.statistics.league import League, LeagueRow, counting, span
from scorepad.short_names import short_names
from scorepad.words import _, isolated, ngettext

TITLE, TEXT, ROW, MOST_ROW = 27.0, 9.5, 17.0, 80.0
GROWN = 1.25  # times the type of a table with high rows, on paper that is wide enough
PLACE, NAME, NARROW_NAME, FIGURE = 30.0, 120.0, 80.0, 48.0
NAMES = 10.5, BOLD  # as ruled tables write them
LEAST_EVENINGS = 60.0  # points, for the points evening by evening


def league_page(league: League, rows: Sequence[LeagueRow], evenings: int, paper: PaperOptions = A4) -> bytes:
    """Return the league's table as a PDF that fills its page, or as many as needed. Raises ScorepadError."""
    size = paper.sheet_size(bool(paper.landscape))
    wide = size[0] - 2 * page.SIDE
    is_narrow = wide < 1.5 * (PLACE + NAME + 3 * FIGURE)
    first = PLACE + (NARROW_NAME if is_narrow else NAME)
    grown = 1.0 if is_narrow or len(rows) * ROW * 2 > size[1] else GROWN
    rest = wide - (first + 3 * FIGURE) * grown
    pen = Pen(size, title=_("League"), subject=span(league), paper=paper)
    places = max((width(f"{row.place}.  ", *NAMES) for row in rows), default=0.0)
    room, measure = first - 6 - places, partial(width, size=NAMES[0], name=NAMES[1])
    left = list(zip(short_names([clean(row.person) for row in rows], room, measure), rows, strict=True))
    while True:
        y = _head(pen, league, evenings, first=len(left) == len(rows))
        fitting = max(1, int((y - page.FOOT - 30) / ROW))
        table = RuledTable(first * grown, _columns(rest, FIGURE * grown), list(_rows(left[:fitting], rest)),
                           size=NAMES[0] * grown)  # fmt: skip
        row = (y - page.FOOT - table.head_high) / max(1, len(left))
        table.draw(pen, page.SIDE, y, min(row, MOST_ROW) if fitting >= len(rows) else ROW)
        pen.turn_page()
        left = left[fitting:]
        if not left:
            return pen.done()


def _head(pen: Pen, league: League, evenings: int, *, first: bool) -> float:
    wide, y = pen.size[0] - 2 * page.SIDE, pen.size[1] - page.TOP - TITLE
    pen.tag("H1")
    pen.write(page.SIDE, y, _("League"), room=wide * 0.6, size=TITLE, name=BOLD)
    pen.tag("P")
    notes = ngettext("{count} evening", "{count} evenings", evenings).format(count=evenings)
    pen.write(page.SIDE + wide * 0.4, y, notes, room=wide * 0.6, size=11, name=BOLD, align="right")
    pen.rule(page.SIDE, y - 7, page.SIDE + wide, y - 7, ink=BLACK, thick=2)
    y -= 9
    if first:
        for text in filter(None, (span(league), counting(league))):
            y = draw_lines(pen, paragraph_lines(text, TEXT, wide), TEXT, page.SIDE, y, wide)
    return y - 8


def _columns(rest: float, figure: float) -> list[Column]:
    return [
        Column(_("Points"), figure), Column(_("Evenings"), figure), Column(_("Won"), figure),
        Column(_("One column per evening, highest first. Points in brackets do not count."), rest, "late"),
    ]  # fmt: skip


def _rows(rows: Sequence[tuple[str, LeagueRow]], rest: float) -> Iterator[tuple[str, list[Cell]]]:
    for name, row in rows:
        evenings = _told(row, max(LEAST_EVENINGS, rest - 16))
        yield (
            f"{row.place}.  {isolated(name)}",
            [Cell(str(row.points), bold=True), Cell(str(row.evenings)), Cell(str(row.won)), Cell("", evenings)],
        )


def _told(row: LeagueRow, room: float) -> str:
    """As many of its evenings as have room."""
    words = [*map(str, row.scored), *(f"({points})" for points in row.dropped)]
    while words and width(" ".join(words), 7.5) > room:
        words = [*words[:-2], "…"] if len(words) > 1 else []
    return " ".join(words)
