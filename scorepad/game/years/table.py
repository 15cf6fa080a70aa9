"""What evenings say of people: a row a person, and a person's own page. Points are compared within one scheme only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple

from scorepad.game.state.standings import standings
from scorepad.game.years.evening import Evening, Number, OneHand, Result
from scorepad.game.years.people import People, folded
from scorepad.game.years.said import NOTHING, Said
from scorepad.rules.numbers import exact

FEWEST_EVENINGS = 5
FEWEST_BIDS = 20
FEWEST_ZEROS = 10
FEWEST_TOGETHER = 5
LAST = 10


class Choice(NamedTuple):
    """Which evenings count; "" chooses nothing."""

    year: str = ""
    place: str = ""
    game: str = ""

    def takes(self, evening: Evening) -> bool:
        """Whether an evening counts."""
        return (
            self.year in ("", evening.year)
            and (not self.place or folded(self.place) == folded(evening.place))
            and (not self.game or folded(self.game) == folded(evening.game))
        )


EVERY = Choice()
"""All evenings."""


class PersonRow(NamedTuple):
    """One person over the evenings; shares in per cent with one decimal, None where there are too few cases."""

    person: str
    evenings: int
    won: int
    beaten: float | None
    bids: int
    made: float | None
    zeros: int
    zeros_made: float | None


class OneEvening(NamedTuple):
    """An evening of one person's: where they stood among how many."""

    date: str
    place: str
    game: str
    stood: int
    players: int
    total: Number
    game_id: str


class BestHand(NamedTuple):
    """A hand of one person's."""

    points: Number
    hand: int
    date: str
    game_id: str


class InScheme(NamedTuple):
    """Best and worst where points are counted alike; no hands where only totals are known."""

    scheme: str
    evenings: int
    best: OneEvening
    worst: OneEvening
    best_hand: BestHand | None
    worst_hand: BestHand | None


class LongestRow(NamedTuple):
    """Bids made one after the other on one evening."""

    bids: int
    date: str
    game_id: str


class Pair(NamedTuple):
    """How often somebody stood before `person` on `evenings` together, equal ones half; the share with one decimal,
    None where they are too few."""

    person: str
    evenings: int
    before: float
    share: float | None


@dataclass(frozen=True)
class PersonPage:
    """What there is to say of one person."""

    row: PersonRow
    written: list[str]
    """Every way in which the name is written."""
    last: list[OneEvening]
    """The last ten evenings, the latest last."""
    schemes: list[InScheme]
    longest: LongestRow | None
    pairs: list[Pair]


@dataclass
class _Sums:
    evenings: int = 0
    won: int = 0
    met: int = 0
    beaten: float = 0
    bids: int = 0
    made: int = 0
    zeros: int = 0
    zeros_made: int = 0

    def add(self, one: Result) -> None:
        self.evenings += 1
        self.won += one.place == 1
        self.met += one.met
        self.beaten += one.beaten
        self.bids += one.bids
        self.made += one.made
        self.zeros += one.zeros
        self.zeros_made += one.zeros_made

    def row(self, person: str) -> PersonRow:
        return PersonRow(
            person, self.evenings, self.won,
            share(self.beaten, self.met) if self.evenings >= FEWEST_EVENINGS else None,
            self.bids, share(self.made, self.bids) if self.bids >= FEWEST_BIDS else None,
            self.zeros, share(self.zeros_made, self.zeros) if self.zeros >= FEWEST_ZEROS else None,
        )  # fmt: skip


def share(part: float, whole: int) -> float | None:
    """Per cent with one decimal, a half upwards; None of nothing. `part` is in halves at the finest."""
    return (1000 * int(2 * part) + whole) // (2 * whole) / 10 if whole else None


class Years:
    """What all evenings of a group say together; `evenings` by date."""

    def __init__(
        self, evenings: Sequence[Evening] = (), joined: Mapping[str, str] | None = None, said: Said = NOTHING
    ) -> None:
        self.evenings = evenings
        self.people = People(evenings, joined or {}, said)
        self._chosen = lru_cache(maxsize=32)(self._choose)
        self.table = lru_cache(maxsize=32)(self._table)
        self.person = lru_cache(maxsize=64)(self._page)

    @cached_property
    def years(self) -> list[str]:
        """Years with evenings, the latest first."""
        return sorted({one.year for one in self.evenings} - {""}, reverse=True)

    @cached_property
    def places(self) -> list[str]:
        """Where people have played, each place once."""
        return sorted({folded(one.place): one.place for one in self.evenings if one.place}.values(), key=folded)

    @cached_property
    def games(self) -> list[str]:
        """Names of the games that were played."""
        return sorted({one.game for one in self.evenings}, key=folded)

    def count(self, choice: Choice = EVERY) -> int:
        """How many evenings count."""
        return len(self._chosen(choice))

    def _choose(self, choice: Choice) -> list[tuple[Evening, list[tuple[str, Result]]]]:
        return [(evening, seats) for evening, seats in self.people.seated if choice.takes(evening)]

    def _table(self, choice: Choice = EVERY) -> list[PersonRow]:
        """A row a person who is not hidden, by opponents beaten; where that cannot be said yet, by evenings."""
        sums: dict[str, _Sums] = {}
        for _evening, seats in self._chosen(choice):
            for person, result in seats:
                sums.setdefault(person, _Sums()).add(result)
        people = self.people
        shown = [one.row(people.name(person)) for person, one in sums.items() if not people.is_hidden(person)]
        return ordered(shown, "beaten")

    def _page(self, person: str, choice: Choice = EVERY) -> PersonPage:
        """Everything about one person (a key that `people.find` gave)."""
        own = [
            (evening, seats, result)
            for evening, seats in self._chosen(choice)
            for one, result in seats
            if one == person
        ]
        sums, pairs = _Sums(), _Pairs()
        for _evening, seats, result in own:
            sums.add(result)
            pairs.add(person, result, seats)
        runs = [LongestRow(result.run, evening.date, evening.game_id) for evening, _seats, result in own if result.run]
        return PersonPage(
            row=sums.row(self.people.name(person)),
            written=self.people.spellings(person),
            last=[_line(evening, result) for evening, _seats, result in own[-LAST:]],
            schemes=_in_schemes((evening, result) for evening, _seats, result in own),
            longest=max(runs, key=lambda one: one.bids, default=None),
            pairs=pairs.told(self.people),
        )


COLUMNS = ("person", "evenings", "won", "beaten", "bids", "made", "zeros", "zeros_made")


def ordered(rows: Iterable[PersonRow], by: str) -> list[PersonRow]:
    """Rows by a column of COLUMNS, the most first, whatever cannot be said last; people by name."""
    by_name = sorted(rows, key=lambda row: (-row.evenings, folded(row.person)))
    if by == "person":
        return sorted(by_name, key=lambda row: folded(row.person))

    def worth(row: PersonRow) -> float:
        value = getattr(row, by)
        return -1 if value is None else value

    return sorted(by_name, key=worth, reverse=True)


@dataclass
class _Pairs:
    """Evenings together with each other person, and on how many halves of them one stood before."""

    together: dict[str, int] = field(default_factory=dict)
    before: dict[str, float] = field(default_factory=dict)

    def add(self, person: str, own: Result, seats: Iterable[tuple[str, Result]]) -> None:
        for other, result in seats:
            if other != person:
                ahead = 1 if own.level < result.level else 0.5 if own.level == result.level else 0
                self.together[other] = self.together.get(other, 0) + 1
                self.before[other] = self.before.get(other, 0) + ahead

    def told(self, people: People) -> list[Pair]:
        """Whom one met most first, without those who are hidden."""
        found = [
            Pair(people.name(other), count, before, share(before, count) if count >= FEWEST_TOGETHER else None)
            for other, count in self.together.items()
            if not people.is_hidden(other)
            for before in (self.before[other],)
        ]
        return sorted(found, key=lambda one: (-one.evenings, folded(one.person)))


def _line(evening: Evening, result: Result) -> OneEvening:
    return OneEvening(
        evening.date, evening.place, evening.game, result.place, len(evening.results), result.total, evening.game_id
    )


def _in_schemes(own: Iterable[tuple[Evening, Result]]) -> list[InScheme]:
    """Those of most evenings first."""
    by_points: dict[str, list[tuple[Evening, Result]]] = {}
    for evening, result in own:
        by_points.setdefault(evening.points_by, []).append((evening, result))
    return [_in_scheme(evenings) for evenings in sorted(by_points.values(), key=len, reverse=True)]


def _in_scheme(own: Sequence[tuple[Evening, Result]]) -> InScheme:
    latest = own[-1][0]
    totals = {str(at): exact(result.total) for at, (_evening, result) in enumerate(own)}
    by_total = [own[int(one.player)] for one in standings(totals, latest.winner)]
    sign = -1 if latest.winner == "low" else 1

    def hands(found: Iterable[tuple[Evening, OneHand | None]]) -> list[BestHand]:
        known = [BestHand(*one, evening.date, evening.game_id) for evening, one in found if one]
        return sorted(known, key=lambda one: sign * one.points)

    best, worst = (hands((evening, getattr(one, kind)) for evening, one in own) for kind in ("best", "worst"))
    return InScheme(
        latest.scheme, len(own), _line(*by_total[0]), _line(*by_total[-1]),
        best[-1] if best else None, worst[0] if worst else None,
    )  # fmt: skip
