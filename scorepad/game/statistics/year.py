"""A year of a group for one printed page.

It compares the people with the most evenings.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from scorepad.formats import short_months
from scorepad.game.statistics.group_statistics import Choice, GroupStatistics
from scorepad.game.statistics.people import Seated
from scorepad.game.statistics.person import PersonRow, of_bids, ordered
from scorepad.game.statistics.records import title_of, value_of, where_set
from scorepad.words import _, isolated

MOST_PEOPLE = 10
"""The most people in the table. The page lists the others below it."""

MOST_SHOWN = 110
"""The most evenings that the page can show side by side."""

MOST_RECORDS = 5
"""Two records of bids, and three of the scheme with the most evenings, which comes first."""


@dataclass(frozen=True)
class BestOf:
    """A record in three parts: `8 of 9`, `Boldest bid made`, and its holder, place and date."""

    figure: str
    title: str
    about: str


@dataclass(frozen=True)
class GroupYear:
    """The content of the page.

    People are numbered from 0 in the order of `people`, evenings from 0 in the order of play.
    """

    choice: Choice
    evenings: int
    bids: int
    made: float | None
    people: Sequence[PersonRow]
    """The people with the most evenings, sorted by opponents beaten."""
    others: Sequence[PersonRow]
    """The other people, sorted by evenings."""
    places: Sequence[dict[int, int]]
    """The place of each person on each evening. Empty if there are too many evenings for the page."""
    marks: Sequence[tuple[int, str]]
    """The first evening of each month, with its name. For all years, the first evening of each year."""
    curves: Sequence[Sequence[tuple[int, float]]]
    """For each person, the running sum after each evening of opponents beaten minus half of those met."""
    pairs: dict[tuple[int, int], tuple[float, int]]
    """How often the first person finished before the second, and their evenings together. Equal places count half."""
    records: Sequence[BestOf]
    scheme: str
    """The scheme of the records' points, or "" if there are none."""

    @property
    def title(self) -> str:
        """Return the heading `The year 2026`, or that of all years."""
        return _("The year {year}").format(year=self.choice.year) if self.choice.year else _("All years")


def group_year(years: GroupStatistics, choice: Choice) -> GroupYear:
    """Return the content of the page for these evenings."""
    rows = years.table(choice)
    often = ordered(rows, "evenings")
    on_page = {row.person for row in often[:MOST_PEOPLE]}
    people = [row for row in rows if row.person in on_page]
    numbers = {key: number for number, row in enumerate(people) if (key := years.people.find(row.person)) is not None}
    seated = years.chosen(choice)
    scheme = next((record.scheme for record in years.records(choice) if record.scheme), "")
    results = [result for evening, _seats in seated for result in evening.results]
    bids = sum(result.bids for result in results)
    places = [{numbers[who]: result.place for who, result in seats if who in numbers} for _evening, seats in seated]
    return GroupYear(
        choice=choice, evenings=len(seated), bids=bids, made=of_bids(sum(result.made for result in results), bids),
        people=people, others=often[MOST_PEOPLE:],
        places=places if len(seated) <= MOST_SHOWN else (),
        marks=_marks([evening.date for evening, _seats in seated], by_month=bool(choice.year)),
        curves=_curves(seated, numbers, len(people)), pairs=_pairs(years, choice, numbers),
        records=_records(years, choice, scheme), scheme=scheme,
    )  # fmt: skip


def _marks(dates: Sequence[str], *, by_month: bool) -> list[tuple[int, str]]:
    labels = [(number, word) for number, date in enumerate(dates) if (word := _called(date, by_month=by_month))]
    return [next(same) for _word, same in groupby(labels, itemgetter(1))]


def _called(date: str, *, by_month: bool) -> str:
    """Return the month of a date such as `2026-03-05`, or its year.

    Return "" if it has none.
    """
    parts = re.match(r"(\d{4})(?:-(0[1-9]|1[0-2])(?!\d))?", date, re.ASCII)
    if parts is None:
        return ""
    return ["", *short_months()][int(parts[2] or 0)] if by_month else parts[1]


def _curves(seated: Sequence[Seated], at: dict[str, int], people: int) -> list[list[tuple[int, float]]]:
    curves: list[list[tuple[int, float]]] = [[(0, 0.0)] for _person in range(people)]
    for number, (_evening, seats) in enumerate(seated, 1):
        for person, result in seats:
            if person in at:
                curve = curves[at[person]]
                curve.append((number, curve[-1][1] + result.beaten - result.met / 2))
    return curves


def _pairs(years: GroupStatistics, choice: Choice, at: dict[str, int]) -> dict[tuple[int, int], tuple[float, int]]:
    numbers = {years.people.name(person): number for person, number in at.items()}
    return {
        (number, numbers[pair.person]): (pair.before, pair.evenings)
        for person, number in at.items()
        for pair in years.person(person, choice).pairs
        if pair.person in numbers and pair.share is not None
    }


def _records(years: GroupStatistics, choice: Choice, scheme: str) -> list[BestOf]:
    """Return the records of bids and of this scheme."""
    best = []
    for record in years.records(choice)[:MOST_RECORDS]:
        if record.scheme in ("", scheme):
            first, *others = record.held
            holders = ", ".join(map(isolated, first.people))
            holders = _("{people} and {count} more").format(people=holders, count=len(others)) if others else holders
            whose = ", ".join([holders, *where_set(record, first)])
            best.append(BestOf(value_of(record, first), title_of(record), whose))
    return best
