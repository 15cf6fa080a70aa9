"""A league in words and as CSV: the same on the page, on paper and on the command line."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from scorepad.formats import day_in_words
from scorepad.game.report.spreadsheet import text_cell
from scorepad.game.years.league import League, LeagueRow
from scorepad.words import _, ngettext


def span(league: League) -> str:
    """From when to when, where, and which game; "" where all evenings count."""
    first, last = league.first, league.last
    days = ""
    if first and last:
        days = _("From {first} to {last}").format(first=day_in_words(first), last=day_in_words(last))
    elif first:
        days = _("From {first} on").format(first=day_in_words(first))
    elif last:
        days = _("Until {last}").format(last=day_in_words(last))
    return " · ".join(part for part in (days, league.place, league.game) if part)


def counting(league: League) -> str:
    """What places give, and how many evenings count."""
    places = _("Places give {points} points; who shares a place gets all of it.")
    told = places.format(points=", ".join(map(str, league.points)))
    if league.best:
        best = ngettext("The best evening of each counts.", "The best {count} evenings of each count.", league.best)
        told += " " + best.format(count=league.best)
    return told


def heads() -> list[str]:
    """The columns of the table."""
    return [_("place"), _("person"), _("points"), _("evenings"), _("won"), _("counted"), _("not counted")]


def cells(row: LeagueRow) -> list[str]:
    """A row of the table; points of single evenings with blanks between them."""
    *figures, scored, dropped = row
    return [*map(str, figures), " ".join(map(str, scored)), " ".join(map(str, dropped))]


def league_csv(rows: Iterable[LeagueRow]) -> str:
    """CSV with a byte-order mark, a row a person."""
    file = io.StringIO()
    file.write("\ufeff")
    writer = csv.writer(file)
    writer.writerow(heads())
    writer.writerows([text_cell(one) for one in cells(row)] for row in rows)
    return file.getvalue()
