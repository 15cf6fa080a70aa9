"""One person's page: the last evenings, best and worst, head to heads, bids. Points compare within one scheme only."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scorepad.game.state.standings import standings
from scorepad.game.statistics.evening import Evening, Number, OneHand, Result
from scorepad.game.statistics.figures import (
    Bidding,
    Pair,
    PersonRow,
    bidding_of,
    nemeses,
    pairs_of,
    person_row,
    victims,
)
from scorepad.game.statistics.people import People, Seated
from scorepad.rules.numbers import exact

LAST = 10

Own = tuple[Evening, Result]
"""An evening, and what it says of the person."""


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
    comeback: BestHand | None
    """Most points behind whoever led, and after which hand, of an evening that was won after standing last."""


class LongestRow(NamedTuple):
    """Bids made one after the other on one evening, from this hand on."""

    bids: int
    hand: int
    date: str
    game_id: str


class Comebacks(NamedTuple):
    """Evenings won after standing last of at least three when a third was over, of all that were won."""

    evenings: int
    won: int


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
    comebacks: Comebacks
    pairs: list[Pair]
    nemeses: list[Pair]
    victims: list[Pair]
    bidding: Bidding


def person_page(people: People, person: str, seated: Iterable[Seated]) -> PersonPage:
    """Return all figures about one person (a key that `people.find` gave) on these evenings."""
    found = [(evening, result, seats) for evening, seats in seated for one, result in seats if one == person]
    own, results = [(evening, result) for evening, result, _seats in found], [result for _, result, _ in found]
    pairs = pairs_of(people, person, ((result, seats) for _evening, result, seats in found))
    row = person_row(people.name(person), results)
    return PersonPage(
        row=row,
        written=people.spellings(person),
        last=[_line(evening, result) for evening, result in own[-LAST:]],
        schemes=_in_schemes(own),
        longest=_longest(own),
        comebacks=Comebacks(sum(result.comeback is not None for result in results), row.won),
        pairs=pairs,
        nemeses=nemeses(pairs),
        victims=victims(pairs),
        bidding=bidding_of(results),
    )


def _line(evening: Evening, result: Result) -> OneEvening:
    return OneEvening(
        evening.date, evening.place, evening.game, result.place, len(evening.results), result.total, evening.game_id
    )


def _longest(own: Sequence[Own]) -> LongestRow | None:
    """Of equals the earliest."""
    runs = [LongestRow(run.bids, run.hand, evening.date, run.game_id) for evening, result in own if (run := result.run)]
    return max(runs, key=lambda run: run.bids, default=None)


def _in_schemes(own: Iterable[Own]) -> list[InScheme]:
    """Those of most evenings first."""
    by_points: dict[str, list[Own]] = {}
    for evening, result in own:
        by_points.setdefault(evening.points_by, []).append((evening, result))
    return [_in_scheme(evenings) for evenings in sorted(by_points.values(), key=len, reverse=True)]


def _in_scheme(own: Sequence[Own]) -> InScheme:
    latest = own[-1][0]
    totals = {str(at): exact(result.total) for at, (_evening, result) in enumerate(own)}
    by_total = [own[int(one.player)] for one in standings(totals, latest.winner)]
    sign = -1 if latest.winner == "low" else 1
    best = _hands((evening, result.best) for evening, result in own)
    worst = _hands((evening, result.worst) for evening, result in own)
    behind = _hands((evening, result.comeback) for evening, result in own)
    return InScheme(
        latest.scheme, len(own), _line(*by_total[0]), _line(*by_total[-1]),
        best_hand=max(reversed(best), key=lambda one: sign * one.points, default=None),
        worst_hand=min(worst, key=lambda one: sign * one.points, default=None),
        comeback=max(behind, key=lambda one: one.points, default=None),
    )  # fmt: skip


def _hands(found: Iterable[tuple[Evening, OneHand | None]]) -> list[BestHand]:
    return [BestHand(one.points, one.hand, evening.date, one.game_id) for evening, one in found if one]
