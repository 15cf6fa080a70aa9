"""All evenings of a group: filters, a table of people, their pages, and the records."""

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from scorepad.errors import ScorepadError
from scorepad.game.statistics.evening import Evening, Result
from scorepad.game.statistics.people import NO_DECISIONS, Decisions, People, Seated, folded
from scorepad.game.statistics.person import PersonPage, PersonRow, ordered, person_page, person_row
from scorepad.game.statistics.rating import Rating, ratings
from scorepad.game.statistics.records import Record, records
from scorepad.words import ngettext, ours


class Choice(NamedTuple):
    """A filter for evenings.

    An empty field matches all.
    """

    year: str = ""
    place: str = ""
    game: str = ""
    players: str = ""
    """The number of players in the evening's results, including those who joined late or left: `5`."""

    def takes(self, evening: Evening) -> bool:
        """Return whether an evening matches."""
        return (
            self.year in ("", evening.year)
            and self.players in ("", str(len(evening.results)))
            and (not self.place or folded(self.place) == folded(evening.place))
            and (not self.game or folded(self.game) in (folded(evening.game), folded(ours(evening.game))))
        )


EVERY = Choice()
"""The filter that matches all evenings."""


def in_words(choice: Choice) -> str:
    """Return the filter in words: `2026, Mill, 4 players`."""
    count = int(choice.players) if choice.players.isdecimal() else 0
    players = ngettext("{count} player", "{count} players", count).format(count=count) if count else ""
    return ", ".join(part for part in (*choice._replace(game=ours(choice.game), players=""), players) if part)


class GroupStatistics:
    """The statistics of a group's evenings.

    `evenings` are sorted by date. `begun` are games that continued at other tables. `left_out` are the errors of
    damaged games.
    """

    def __init__(
        self,
        evenings: Sequence[Evening] = (),
        joined: Mapping[str, str] | None = None,
        decisions: Decisions = NO_DECISIONS,
        begun: Sequence[Evening] = (),
        left_out: Sequence[ScorepadError] = (),
    ) -> None:
        self.evenings, self.left_out = evenings, left_out
        self.people = People(evenings, joined or {}, decisions, begun)
        self.chosen = lru_cache(maxsize=32)(self._choose)
        self.table = lru_cache(maxsize=32)(self._table)
        self.person = lru_cache(maxsize=64)(self._page)
        self.ratings = lru_cache(maxsize=32)(self._ratings)
        self.records = lru_cache(maxsize=32)(self._records)

    @cached_property
    def years(self) -> list[str]:
        """Return the years with evenings, the latest first."""
        return sorted({evening.year for evening in self.evenings} - {""}, reverse=True)

    @cached_property
    def places(self) -> list[str]:
        """Return the places of all evenings, without duplicates."""
        places = {folded(evening.place): evening.place for evening in self.evenings if evening.place}
        return sorted(places.values(), key=folded)

    @cached_property
    def games(self) -> list[str]:
        """Return the names of all games played."""
        return sorted({evening.game for evening in self.evenings}, key=folded)

    @cached_property
    def tables(self) -> list[str]:
        """Return the numbers of players of all evenings, such as `3` and `4`."""
        return [str(count) for count in sorted({len(evening.results) for evening in self.evenings})]

    def _choose(self, choice: Choice) -> list[Seated]:
        """Return the matching evenings, with the results of each person."""
        return [(evening, seats) for evening, seats in self.people.seated if choice.takes(evening)]

    def _table(self, choice: Choice = EVERY) -> list[PersonRow]:
        """Return a row per person who is not hidden, sorted by opponents beaten, then by evenings."""
        results: dict[str, list[Result]] = {}
        for _evening, seats in self.chosen(choice):
            for person, result in seats:
                results.setdefault(person, []).append(result)
        name, is_hidden, rated = self.people.name, self.people.is_hidden, self.ratings(choice)
        rows = [
            person_row(name(person), own, rated.get(person)) for person, own in results.items() if not is_hidden(person)
        ]
        return ordered(rows, "beaten")

    def _ratings(self, choice: Choice = EVERY) -> dict[str, Rating]:
        """Return the rating of each person on the matching evenings; empty if they are hidden or too few."""
        return ratings(self.chosen(choice)) if self.people.decisions.rated else {}

    def _page(self, person: str, choice: Choice = EVERY) -> PersonPage:
        """Return the statistics of one person, given by a key from `people.find`."""
        return person_page(self.people, person, self.chosen(choice), self.ratings(choice).get(person))

    def _records(self, choice: Choice = EVERY) -> list[Record]:
        """Return the records of the matching evenings."""
        return records(self.people, self.chosen(choice))
