"""The first pages of many sheets in one PDF: a title page, and a list of the games with their pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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
    """Draw the title page and the table of contents."""
    wide, high = pen.size[0] - 2 * page.SIDE, pen.size[1]
    _title(pen, entries, chosen, left_out, wide)
    pen.turn_page()
    y, year = high - page.TOP, None
    for entry in entries:
        new = year_of(entry.date)
        needs = LINE * (1 if new == year else 3)
        if y - needs < page.FOOT:
            pen.turn_page()
            y = high - page.TOP
        if new != year or y == high - page.TOP:
            y -= LINE * 1.6
            pen.write(page.SIDE, y, new or _("Without a year"), room=wide, size=HEAD, name=BOLD)
            y -= 4
            pen.rule(page.SIDE, y, page.SIDE + wide, y, ink=BLACK, thick=0.9)
            year = new
        y -= LINE
        _line(pen, entry, y, wide)
    pen.turn_page()


def _title(pen: Pen, entries: Sequence[Entry], chosen: str, left_out: Sequence[str], wide: float) -> None:
    y = pen.size[1] * 0.66
    pen.write(page.SIDE, y, _("Score sheets"), room=wide, size=TITLE, name=BOLD)
    count = ngettext("{n} game", "{n} games", len(entries)).format(n=len(entries))
    dates = sorted(entry.date for entry in entries if year_of(entry.date) and entry.date[:4].isdigit())
    known = [count, chosen]
    if dates and dates[0] != dates[-1]:
        known.append(_("From {first} to {last}").format(first=day_in_words(dates[0]), last=day_in_words(dates[-1])))
    for text in filter(None, known):
        y = _paragraph(pen, text, y - 10, wide, HEAD)
    if left_out:
        y = _paragraph(pen, _("Left out because their records are damaged:"), y - 24, wide, TYPE)
    for at, text in enumerate(left_out):
        if y < page.FOOT + 3 * LINE:
            more = len(left_out) - at
            words = ngettext("One more game is left out.", "{n} more games are left out.", more)
            _paragraph(pen, words.format(n=more), y, wide, TYPE)
            break
        y = _paragraph(pen, text, y, wide, TYPE)


def _paragraph(pen: Pen, text: str, y: float, wide: float, size: float) -> float:
    for line in paragraph_lines(text, size, wide):
        y -= size * 1.4
        pen.write(page.SIDE, y, line, room=wide, size=size)
    return y


def _line(pen: Pen, entry: Entry, y: float, wide: float) -> None:
    """Draw the line of a game: date, location, winner and page, as a link to the page."""
    pen.write(page.SIDE, y, clean(short_day(entry.date)), room=DATE - GAP, size=TYPE)
    x, rest = page.SIDE + DATE, wide - DATE - NUMBER
    texts = (entry.place, entry.game, entry.won)
    for text, share, name in zip(texts, SHARES, (PLAIN, PLAIN, BOLD), strict=True):
        room = rest * share - GAP
        pen.write(x, y, one_line(text, room, TYPE, name), room=room, size=TYPE, name=name)
        x += rest * share
    pen.write(x, y, str(entry.number), room=NUMBER, size=TYPE, ink=GREY, align="right")
    pen.link((page.SIDE, y - 4, page.SIDE + wide, y + LINE - 4), entry.page)
