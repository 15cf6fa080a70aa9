"""A league: places give points, and each person's best evenings within a period count."""

import json
import re
from itertools import chain
from typing import NamedTuple

from scorepad.errors import RuleError, SheetUnreadable
from scorepad.formats import day_in_words
from scorepad.game.state.dates import read_date
from scorepad.game.statistics.evening import Evening
from scorepad.game.statistics.group_statistics import Choice, GroupStatistics
from scorepad.game.statistics.people import folded
from scorepad.words import _, ngettext

USUAL_POINTS = "5 3 2 1"
MOST_PLACES, MOST_POINTS, MOST_BEST = 20, 1000, 366
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


class League(NamedTuple):
    """The settings of a league.

    `first` and `last` are ISO dates, or "" for no limit. `points` are those of places 1, 2 …, and lower places get 0.
    `best` is the number of evenings that count per person, or 0 for all. `place` and `game` are as in `Choice`.
    """

    first: str = ""
    last: str = ""
    points: tuple[int, ...] = (5, 3, 2, 1)
    best: int = 0
    place: str = ""
    game: str = ""

    def takes(self, evening: Evening) -> bool:
        """Return whether an evening counts.

        An evening without a date does not.
        """
        day = evening.date[:10]
        within = self.first <= day <= (self.last or "9999") and bool(_DAY.fullmatch(day))
        # Called for thousands of evenings per page, so skip the comparison if nothing is chosen.
        return within and (not (self.place or self.game) or Choice("", self.place, self.game).takes(evening))

    def worth(self, place: int) -> int:
        """Return the points of a place.

        All who share it get them in full.
        """
        return self.points[place - 1] if place <= len(self.points) else 0


class LeagueRow(NamedTuple):
    """One person in a league.

    People with equal points share a `place`.

    `scored` are the points of the evenings that count, `dropped` those of the others. Both start with the highest.
    """

    place: int
    person: str
    points: int
    evenings: int
    won: int
    scored: tuple[int, ...]
    dropped: tuple[int, ...]


def league_table(years: GroupStatistics, league: League) -> tuple[list[LeagueRow], int]:
    """Return the rows of all people who are not hidden, and the number of evenings that count.

    The highest points come first.
    """
    places: dict[str, list[int]] = {}
    people = years.people
    counted = [seats for evening, seats in people.seated if league.takes(evening)]
    for person, result in chain.from_iterable(counted):
        places.setdefault(person, []).append(result.place)
    shown = [person for person in places if not people.is_hidden(person)]
    best = {person: sorted(map(league.worth, places[person]), reverse=True) for person in shown}
    count = league.best or None
    sums = {person: sum(points[:count]) for person, points in best.items()}
    rows = [
        LeagueRow(
            1 + sum(other > sums[person] for other in sums.values()), people.name(person), sums[person],
            len(points), places[person].count(1), tuple(points[:count]), tuple(points[count:]) if count else (),
        )
        for person, points in sorted(best.items(), key=lambda entry: (-sums[entry[0]], folded(people.name(entry[0]))))
    ]  # fmt: skip
    return rows, len(counted)


def league_evenings(years: GroupStatistics, league: League) -> list[tuple[str, dict[str, int]]]:
    """Return the evenings that count by their dates, the first one first, with the places of people by name."""
    people = years.people
    counted = [(evening.date, seats) for evening, seats in people.seated if league.takes(evening)]
    return [
        (date, {people.name(person): result.place for person, result in seats if not people.is_hidden(person)})
        for date, seats in sorted(counted, key=lambda entry: entry[0])
    ]


# --- input and stored form ----------------------------------------------------------------------------------


def read_league(first: str, last: str, points: str, best: str, place: str = "", game: str = "") -> League:
    """Return a league from text fields such as `2026-01-01`, `2026-12-31`, `5 3 2 1` and `10`.

    Raise RuleError with the name of the invalid field.
    """
    first, last = _day("from", first), _day("to", last)
    if last and first > last:
        raise RuleError("to", _("The last day is before the first. Swap them."))
    return League(first, last, _points(points), _best(best), place.strip(), game.strip())


def _day(field: str, text: str) -> str:
    try:
        return read_date(text.strip(), None, 0, range(1, 10_000))  # 9999-12-31 is the date of a league without an end
    except SheetUnreadable as error:
        raise RuleError(field, str(error)) from error


def _points(text: str) -> tuple[int, ...]:
    words = text.replace(",", " ").replace(";", " ").split()
    wrong = [word for word in words if not (word.isdecimal() and word.isascii() and int(word[:5]) <= MOST_POINTS)]
    if wrong:
        sentence = _("“{word}” is not a number of points. Enter whole numbers of at most {most}. Example: 5 3 2 1.")
        raise RuleError("points", sentence.format(word=wrong[0][:20], most=MOST_POINTS))
    points = tuple(int(word) for word in words)
    if not any(points):
        raise RuleError("points", _("Enter the points for the first place, the second and so on. Example: 5 3 2 1."))
    if len(points) > MOST_PLACES:
        raise RuleError("points", _("At most {most} places can give points.").format(most=MOST_PLACES))
    if list(points) != sorted(points, reverse=True):
        raise RuleError("points", _("A better place cannot give fewer points than a worse one. Example: 5 3 2 1."))
    return points


def _best(text: str) -> int:
    text = text.strip() or "0"
    if not (text.isdecimal() and text.isascii() and int(text[:5]) <= MOST_BEST):
        sentence = _("Enter how many evenings of each person count, at most {most}; leave it empty if all count.")
        raise RuleError("best", sentence.format(most=MOST_BEST))
    return int(text)


def to_text(league: League) -> str:
    """Return the text of the group's league that `from_text` reads."""
    return json.dumps(league)


def from_text(text: str | None) -> League | None:
    """Return the stored league, or None if there is none or it is invalid."""
    try:
        first, last, points, best, place, game = json.loads(text or "")
        return read_league(first, last, " ".join(map(str, points)), str(best), place, game)
    except (ValueError, TypeError, AttributeError, RuleError):
        return None


# --- in words, for the page, the print and the command line -------------------------------------------------


def span(league: League) -> str:
    """Return the period, the place and the game in words, or "" if all evenings count."""
    first, last = league.first, league.last
    days = ""
    if first and last:
        days = _("From {first} to {last}").format(first=day_in_words(first), last=day_in_words(last))
    elif first:
        days = _("From {first}").format(first=day_in_words(first))
    elif last:
        days = _("Until {last}").format(last=day_in_words(last))
    return " · ".join(part for part in (days, league.place, league.game) if part)


def counting(league: League) -> str:
    """Return the points of the places, and how many evenings count, in words."""
    places = _("Places give {points} points. A tie gives each player all the points of the place.")
    sentence = places.format(points=", ".join(map(str, league.points)))
    if league.best:
        best = ngettext(
            "The best evening of each person counts.", "The best {count} evenings of each person count.", league.best
        )
        sentence += " " + best.format(count=league.best)
    return sentence
