"""The first pages of many sheets in one PDF: a list of the games with their pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from printables.filled.sheet_lines import DOT
from printables.page import page
from printables.page.page import BLACK, BOLD, GREY, PLAIN, clean, one_line, paragraph_lines
from printables.page.pdf_file import PageName
from printables.page.pen import Pen
from scorepad.formats import day_in_words, short_day, year_of
from scorepad.game.state.game import Game
from scorepad.words import _, isolated, ngettext, ours

TITLE, HEAD, TYPE, LINE = 27.0, 13.0, 9.5, 15.0  # type; from line to line
DATE, NUMBER, GAP = 66.0, 30.0, 8.0  # room for a date, a page's number; between columns
SHARES = 0.36, 0.34, 0.30  # of the rest: the place, the game, who has won


@dataclass(frozen=True)
class Entry:
    """A line of the contents."""

    date: str
    place: str
    game: str
    won: str  # names with commas, "" before the end
    number: int
    page: PageName

    @classmethod
    def of(cls, game: Game, number: int, page_name: PageName) -> Entry:
        """Of the game whose sheet begins on the page of this number and name."""
        sheet = game.sheet
        won = ", ".join(isolated(game.names[winner]) for winner in sheet.winners)
        return cls(sheet.date, sheet.location, ours(sheet.rulebook.name), won, number, page_name)


def draw_contents(pen: Pen, entries: Sequence[Entry], chosen: str, left_out: Sequence[str]) -> None:
    """Draw the table of contents under its title, on as many pages as it needs, then the games left out."""
    wide = pen.size[0] - 2 * page.SIDE
    title = DOT.join(filter(None, (_("Score sheets"), chosen)))
    y = _title(pen, entries, title, wide)
    for year, of_year in groupby(entries, lambda entry: year_of(entry.date)):
        left = [*of_year]
        while left:
            if y - LINE * 3 < page.FOOT:
                y = _next_page(pen, title, wide)
            if year != chosen or not year:
                y = _paragraph(pen, year or _("Without a year"), y - 4, wide, HEAD, BOLD) - 4
            pen.rule(page.SIDE, y, page.SIDE + wide, y, ink=BLACK, thick=0.9)
            fitting = max(1, int((y - page.FOOT) / LINE))
            with pen.group("Table"):
                for entry in left[:fitting]:
                    y -= LINE
                    _line(pen, entry, y, wide)
            left = left[fitting:]
    if left_out:
        y = _paragraph(pen, _("Left out because their records are damaged:"), y - LINE, wide, TYPE, BOLD)
    for text in left_out:
        if y < page.FOOT + LINE:
            y = _next_page(pen, title, wide)
        y = _paragraph(pen, text, y, wide, TYPE)
    pen.turn_page()


def _next_page(pen: Pen, title: str, wide: float) -> float:
    """Turn the page and write its running head; return where the text begins."""
    pen.turn_page()
    y = pen.size[1] - page.TOP - TYPE
    pen.write(page.SIDE, y, one_line(title, wide, TYPE), room=wide, size=TYPE, ink=GREY)
    return y - LINE


def _title(pen: Pen, entries: Sequence[Entry], title: str, wide: float) -> float:
    """Write the title and what the archive has; return where the contents begin."""
    y = pen.size[1] - page.TOP - TITLE
    pen.tag("H1")
    pen.write(page.SIDE, y, one_line(title, wide, TITLE, BOLD), room=wide, size=TITLE, name=BOLD)
    known = [ngettext("{n} game", "{n} games", len(entries)).format(n=len(entries))]
    dates = sorted(entry.date for entry in entries if year_of(entry.date) and entry.date[:4].isdigit())
    if dates and dates[0] != dates[-1]:
        known.append(_("From {first} to {last}").format(first=day_in_words(dates[0]), last=day_in_words(dates[-1])))
    return _paragraph(pen, DOT.join(known), y - 4, wide, TYPE) - 8


def _paragraph(pen: Pen, text: str, y: float, wide: float, size: float, name: str = PLAIN) -> float:
    pen.tag("H2" if name == BOLD else "P")
    for line in paragraph_lines(text, size, wide, name):
        y -= size * 1.4
        pen.write(page.SIDE, y, line, room=wide, size=size, name=name)
    return y


def _line(pen: Pen, entry: Entry, y: float, wide: float) -> None:
    """Draw the line of a game: date, location, winner and page, as a link to the page."""
    with pen.group("TR"):
        pen.cell("Row")
        pen.write(page.SIDE, y, clean(short_day(entry.date)), room=DATE - GAP, size=TYPE)
        x, rest = page.SIDE + DATE, wide - DATE - NUMBER
        texts = (entry.place, entry.game, entry.won)
        for text, share, name in zip(texts, SHARES, (PLAIN, PLAIN, BOLD), strict=True):
            room = rest * share - GAP
            pen.cell()
            pen.write(x, y, one_line(text, room, TYPE, name), room=room, size=TYPE, name=name)
            x += rest * share
        pen.cell()
        pen.write(x, y, str(entry.number), room=NUMBER, size=TYPE, ink=GREY, align="right")
    pen.link((page.SIDE, y - 4, page.SIDE + wide, y + LINE - 4), entry.page)
