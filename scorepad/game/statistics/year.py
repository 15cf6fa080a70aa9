"""A year of a group, as it is printed on one page: of those who came most, with everything that compares them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from scorepad.game.statistics.people import Seated
from scorepad.game.statistics.person import PersonRow, of_bids, ordered
from scorepad.game.statistics.records import title_of, value_of, where_set
from scorepad.game.statistics.table import Choice, Years
from scorepad.words import _

MOST_PEOPLE = 10
"""On the page; others are named under the table."""

MOST_SHOWN = 110
"""Evenings that can be shown one by one, side by side."""

MOST_RECORDS = 5
"""Two of bids, three of the scheme of most evenings, which come first."""


@dataclass(frozen=True)
class BestOf:
    """A record in three parts: `8 of 9`, `Boldest bid made`, who and where."""

    figure: str
    title: str
    about: str


@dataclass(frozen=True)
class GroupYear:
    """What the page tells; people are counted from 0 as `people` has them, evenings as they were played."""

    choice: Choice
    evenings: int
    bids: int
    made: float | None
    people: Sequence[PersonRow]
    """Who came most, by opponents beaten."""
    others: Sequence[PersonRow]
    """Everybody else, who came most first."""
    places: Sequence[dict[int, int]]
    """Of each evening who stood where, by person; nothing where the evenings are too many for a page."""
    marks: Sequence[tuple[int, str]]
    """The first evening of each month, or of each year where the page is of several, and what it is called."""
    curves: Sequence[Sequence[tuple[int, float]]]
    """For each person, after each of their evenings: opponents beaten beyond half of those met, added up."""
    pairs: dict[tuple[int, int], tuple[float, int]]
    """How often the first stood before the second, equal ones half, on how many evenings together."""
    records: Sequence[BestOf]
    scheme: str
    """By which the points of records are counted; "" where there are none."""

    @property
    def title(self) -> str:
        """`The year 2026`."""
        return _("The year {year}").format(year=self.choice.year) if self.choice.year else _("All years")


def group_year(years: Years, choice: Choice) -> GroupYear:
    """The page of these evenings."""
    rows = years.table(choice)
    often = ordered(rows, "evenings")
    on_page = {row.person for row in often[:MOST_PEOPLE]}
    people = [row for row in rows if row.person in on_page]
    at = {key: number for number, row in enumerate(people) if (key := years.people.find(row.person)) is not None}
    seated = years.chosen(choice)
    scheme = next((one.scheme for one in years.records(choice) if one.scheme), "")
    bids, made = (
        sum(getattr(one, of) for evening, _seats in seated for one in evening.results) for of in ("bids", "made")
    )
    places = [{at[person]: one.place for person, one in seats if person in at} for _evening, seats in seated]
    return GroupYear(
        choice=choice, evenings=len(seated), bids=bids, made=of_bids(made, bids),
        people=people, others=often[MOST_PEOPLE:],
        places=places if len(seated) <= MOST_SHOWN else (),
        marks=_marks([evening.date for evening, _seats in seated], by_month=bool(choice.year)),
        curves=_curves(seated, at, len(people)), pairs=_pairs(years, choice, at),
        records=_records(years, choice, scheme), scheme=scheme,
    )  # fmt: skip


def _marks(dates: Sequence[str], *, by_month: bool) -> list[tuple[int, str]]:
    called = [(number, word) for number, date in enumerate(dates) if (word := _called(date, by_month=by_month))]
    return [next(same) for _word, same in groupby(called, itemgetter(1))]


def _called(date: str, *, by_month: bool) -> str:
    """The month of `2026-03-05`, or its year; "" where it tells none."""
    found = re.match(r"(\d{4})(?:-(0[1-9]|1[0-2])(?!\d))?", date, re.ASCII)
    if found is None:
        return ""
    return ["", *_months()][int(found[2] or 0)] if by_month else found[1]


def _months() -> list[str]:
    return [
        _("Jan"), _("Feb"), _("Mar"), _("Apr"), _("May"), _("Jun"), _("Jul"), _("Aug"), _("Sep"), _("Oct"), _("Nov"),
        _("Dec"),
    ]  # fmt: skip


def _curves(seated: Sequence[Seated], at: dict[str, int], people: int) -> list[list[tuple[int, float]]]:
    found: list[list[tuple[int, float]]] = [[(0, 0.0)] for _person in range(people)]
    for number, (_evening, seats) in enumerate(seated, 1):
        for person, one in seats:
            if person in at:
                curve = found[at[person]]
                curve.append((number, curve[-1][1] + one.beaten - one.met / 2))
    return found


def _pairs(years: Years, choice: Choice, at: dict[str, int]) -> dict[tuple[int, int], tuple[float, int]]:
    numbers = {years.people.name(person): number for person, number in at.items()}
    return {
        (number, numbers[pair.person]): (pair.before, pair.evenings)
        for person, number in at.items()
        for pair in years.person(person, choice).pairs
        if pair.person in numbers and pair.share is not None
    }


def _records(years: Years, choice: Choice, scheme: str) -> list[BestOf]:
    """Those of bids, and those of this scheme."""
    found = []
    for one in years.records(choice)[:MOST_RECORDS]:
        if one.scheme in ("", scheme):
            first, *others = one.held
            who = ", ".join(first.people)
            who = _("{people} and {count} more").format(people=who, count=len(others)) if others else who
            found.append(BestOf(value_of(one, first), title_of(one), f"{who}, {where_set(one, first)}"))
    return found
