"""A league: from a day to a day places give points, and the best evenings of everybody count."""

from __future__ import annotations

import json
import re
from itertools import chain
from typing import NamedTuple

from scorepad.errors import LeagueRefused, SheetUnreadable
from scorepad.formats import day_in_words
from scorepad.game.state.dates import read_date
from scorepad.game.statistics.evening import Evening
from scorepad.game.statistics.people import folded
from scorepad.game.statistics.table import Choice, Years
from scorepad.words import _, ngettext

USUAL_POINTS = "5 3 2 1"
MOST_PLACES, MOST_POINTS, MOST_BEST = 20, 1000, 366
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


class League(NamedTuple):
    """What counts in a league. `first` and `last` are days like 2026-11-20, "" without an end; `points` are those of
    place 1, 2 …, nothing below; `best` is how many evenings of each count, 0 all; `place` and `game` as in Choice."""

    first: str = ""
    last: str = ""
    points: tuple[int, ...] = (5, 3, 2, 1)
    best: int = 0
    place: str = ""
    game: str = ""

    def takes(self, evening: Evening) -> bool:
        """Whether an evening counts; without a day it cannot."""
        day = evening.date[:10]
        within = self.first <= day <= (self.last or "9999") and bool(_DAY.fullmatch(day))
        # Asked of thousands of evenings for one page: where nothing is chosen, everything is.
        return within and (not (self.place or self.game) or Choice("", self.place, self.game).takes(evening))

    def worth(self, place: int) -> int:
        """Points of a place, which all who share it get."""
        return self.points[place - 1] if place <= len(self.points) else 0


class LeagueRow(NamedTuple):
    """One person in a league. `scored` are the points of the evenings that count, `dropped` of those that do not, each
    the most first; equal points share a `place`."""

    place: int
    person: str
    points: int
    evenings: int
    won: int
    scored: tuple[int, ...]
    dropped: tuple[int, ...]


class LeagueTable(NamedTuple):
    """A row a person who came and is not hidden, the most points first; and how many `evenings` count."""

    rows: list[LeagueRow]
    evenings: int


def league_table(years: Years, league: League) -> LeagueTable:
    """The league as it stands."""
    places: dict[str, list[int]] = {}
    people = years.people
    counted = [seats for evening, seats in people.seated if league.takes(evening)]
    for person, result in chain.from_iterable(counted):
        places.setdefault(person, []).append(result.place)
    best = {
        person: sorted(map(league.worth, taken), reverse=True)
        for person, taken in places.items()
        if not people.is_hidden(person)
    }
    count = league.best or None
    sums = {person: sum(points[:count]) for person, points in best.items()}
    rows = [
        LeagueRow(
            1 + sum(other > sums[person] for other in sums.values()), people.name(person), sums[person],
            len(points), places[person].count(1), tuple(points[:count]), tuple(points[count:]) if count else (),
        )
        for person, points in sorted(best.items(), key=lambda one: (-sums[one[0]], folded(people.name(one[0]))))
    ]  # fmt: skip
    return LeagueTable(rows, len(counted))


# --- as it is typed and kept --------------------------------------------------------------------------------


def read_league(first: str, last: str, points: str, best: str, place: str = "", game: str = "") -> League:
    """A league as somebody types it: `2026-01-01`, `2026-12-31`, `5 3 2 1`, `10`. LeagueRefused names the field."""
    first, last = _day("from", first), _day("to", last)
    if last and first > last:
        raise LeagueRefused("to", _("The last day comes before the first."))
    return League(first, last, _points(points), _best(best), place.strip(), game.strip())


def _day(field: str, text: str) -> str:
    try:
        return read_date(text.strip(), None, 0, range(1, 10_000))  # without a last day: 9999-12-31
    except SheetUnreadable as error:
        raise LeagueRefused(field, str(error)) from error


def _points(text: str) -> tuple[int, ...]:
    words = text.replace(",", " ").replace(";", " ").split()
    wrong = [word for word in words if not (word.isdecimal() and word.isascii() and int(word[:5]) <= MOST_POINTS)]
    if wrong:
        sentence = _("“{word}” are no points of a place: write whole numbers like 5 3 2 1, each {most} at most.")
        raise LeagueRefused("points", sentence.format(word=wrong[0][:20], most=MOST_POINTS))
    points = tuple(int(word) for word in words)
    if not any(points):
        raise LeagueRefused("points", _("Write what the first place gives, the second and so on: 5 3 2 1."))
    if len(points) > MOST_PLACES:
        raise LeagueRefused("points", _("At most {most} places give points.").format(most=MOST_PLACES))
    if list(points) != sorted(points, reverse=True):
        raise LeagueRefused("points", _("A better place cannot give less than a worse one."))
    return points


def _best(text: str) -> int:
    text = text.strip() or "0"
    if not (text.isdecimal() and text.isascii() and int(text[:5]) <= MOST_BEST):
        sentence = _("Write how many evenings of each count, {most} at most, or nothing where all do.")
        raise LeagueRefused("best", sentence.format(most=MOST_BEST))
    return int(text)


def to_text(league: League) -> str:
    """What is kept of the group's league."""
    return json.dumps(league)


def from_text(text: str | None) -> League | None:
    """The league that was kept; None where none was, or it cannot be read."""
    try:
        first, last, points, best, place, game = json.loads(text or "")
        return read_league(first, last, " ".join(map(str, points)), str(best), place, game)
    except (ValueError, TypeError, AttributeError, LeagueRefused):
        return None


# --- in words: the same on the page, on paper and on the command line ----------------------------------------


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
