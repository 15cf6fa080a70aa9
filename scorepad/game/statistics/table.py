"""All evenings of a group: which of them count, a row for each person, the pages of people, and the records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from scorepad.errors import ScorepadError
from scorepad.game.statistics.evening import Evening, Result
from scorepad.game.statistics.people import NOTHING, People, Said, Seated, folded
from scorepad.game.statistics.person import PersonPage, PersonRow, ordered, person_page, person_row
from scorepad.game.statistics.records import Record, records
from scorepad.words import ngettext, ours


class Choice(NamedTuple):
    """Which evenings count; "" chooses nothing."""

    year: str = ""
    place: str = ""
    game: str = ""
    players: str = ""
    """How many the evening lists, whoever left or came late too: `5`."""

    def takes(self, evening: Evening) -> bool:
        """Whether an evening counts."""
        return (
            self.year in ("", evening.year)
            and self.players in ("", str(len(evening.results)))
            and (not self.place or folded(self.place) == folded(evening.place))
            and (not self.game or folded(self.game) in (folded(evening.game), folded(ours(evening.game))))
        )


EVERY = Choice()
"""All evenings."""


def in_words(choice: Choice) -> str:
    """What is chosen: `2026, Mill, 4 players`."""
    count = int(choice.players) if choice.players.isdecimal() else 0
    players = ngettext("{count} player", "{count} players", count).format(count=count) if count else ""
    return ", ".join(part for part in (*choice._replace(game=ours(choice.game), players=""), players) if part)


class Years:
    """What all evenings of a group say together; `evenings` by date, `begun` tables that went on at others, `left_out`
    why damaged games are missing."""

    def __init__(
        self,
        evenings: Sequence[Evening] = (),
        joined: Mapping[str, str] | None = None,
        said: Said = NOTHING,
        begun: Sequence[Evening] = (),
        left_out: Sequence[ScorepadError] = (),
    ) -> None:
        self.evenings, self.left_out = evenings, left_out
        self.people = People(evenings, joined or {}, said, begun)
        self.chosen = lru_cache(maxsize=32)(self._choose)
        self.table = lru_cache(maxsize=32)(self._table)
        self.person = lru_cache(maxsize=64)(self._page)
        self.records = lru_cache(maxsize=32)(self._records)

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

    @cached_property
    def tables(self) -> list[str]:
        """How many sat together: `3`, `4` …"""
        return [str(one) for one in sorted({len(one.results) for one in self.evenings})]

    def count(self, choice: Choice = EVERY) -> int:
        """How many evenings count."""
        return len(self.chosen(choice))

    def _choose(self, choice: Choice) -> list[Seated]:
        """The evenings that count, each with its people and how they did."""
        return [(evening, seats) for evening, seats in self.people.seated if choice.takes(evening)]

    def _table(self, choice: Choice = EVERY) -> list[PersonRow]:
        """A row a person who is not hidden, by opponents beaten; where that cannot be said yet, by evenings."""
        results: dict[str, list[Result]] = {}
        for _evening, seats in self.chosen(choice):
            for person, result in seats:
                results.setdefault(person, []).append(result)
        people = self.people
        shown = [person_row(people.name(one), own) for one, own in results.items() if not people.is_hidden(one)]
        return ordered(shown, "beaten")

    def _page(self, person: str, choice: Choice = EVERY) -> PersonPage:
        """Everything about one person (a key that `people.find` gave)."""
        return person_page(self.people, person, self.chosen(choice))

    def _records(self, choice: Choice = EVERY) -> list[Record]:
        """The records of the group."""
        return records(self.people, self.chosen(choice))
