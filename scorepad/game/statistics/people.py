"""The people behind the names at the tables, and guesses at different names of one person."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from scorepad.formats import searchable
from scorepad.game.statistics.evening import Evening, Result
from scorepad.game.statistics.similar_names import find_similar_names

Seat = tuple[str, Result]
"""A person's key, and the person's result."""

Seated = tuple[Evening, Sequence[Seat]]
"""An evening, and the results of its people."""


def folded(name: str) -> str:
    """Return a name for comparison, without accents, capitals and extra spaces."""
    return searchable(" ".join(name.split()))


# --- the owner's decisions about people, except for merged names ---------------------------------------------


class Decisions(NamedTuple):
    """The owner's decisions about people, by their keys (see `People.find`)."""

    names: Mapping[str, str] = {}
    """Names that replace the most frequent spelling."""
    hidden: frozenset[str] = frozenset()
    """People who do not appear in any table."""
    two: frozenset[frozenset[str]] = frozenset()
    """Pairs with similar names that are different people."""
    rated: bool = True
    """Whether ratings are shown."""

    def called(self, person: str, name: str | None) -> Decisions:
        """Return the decisions with a name for a person.

        None restores the most frequent spelling.
        """
        others = {key: value for key, value in self.names.items() if key != person}
        return self._replace(names=others if name is None else {**others, person: name})


NO_DECISIONS = Decisions()


def to_text(decisions: Decisions) -> str:
    """Return the decisions as text that `from_text` reads.

    Equal decisions give equal text.
    """
    pairs = sorted(map(sorted, decisions.two))
    data: dict[str, Any] = {"names": decisions.names, "hidden": sorted(decisions.hidden), "two": pairs}
    data |= {} if decisions.rated else {"rated": False}
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


def from_text(text: str | None) -> Decisions:
    """Return the decisions in the text, or none if there is no text."""
    data = json.loads(text) if text else {}
    pairs = frozenset(map(frozenset, data.get("two", [])))
    hidden = frozenset(data.get("hidden", []))
    return Decisions(data.get("names", {}), hidden, pairs, data.get("rated", Decisions().rated))


# --- the people ----------------------------------------------------------------------------------------------


class People:
    """The people of these evenings.

    `joined` maps a folded name to the name with which the owner merged it. `decisions` has the owner's other decisions.
    `begun` are games that continued at other tables. They show only who has sat together.

    Two players at one table are never the same person. If only accents or capitals distinguish their names there,
    they distinguish them everywhere. Merged names that sat at one table count separately on that evening.
    """

    def __init__(
        self,
        evenings: Sequence[Evening],
        joined: Mapping[str, str],
        decisions: Decisions = NO_DECISIONS,
        begun: Sequence[Evening] = (),
    ) -> None:
        self.decisions = decisions
        self._ambiguous = {
            name
            for evening in (*evenings, *begun)
            for name, count in Counter(folded(result.name) for result in evening.results).items()
            if count > 1
        }
        self._joined = {name: self.own(person) for name, person in joined.items()}
        self._keys = {result.name: self.own(result.name) for evening in evenings for result in evening.results}
        self.seated: list[Seated] = [(evening, self._seat(evening)) for evening in evenings]
        self.tables = [(evening, {person for person, _result in seats}) for evening, seats in self.seated]
        self.tables += [
            (evening, {self.person(self.own(result.name)) for result in evening.results}) for evening in begun
        ]
        self._spellings: dict[str, Counter[str]] = {}
        for _evening, seats in self.seated:
            for person, result in seats:
                self._spellings.setdefault(person, Counter())[result.name] += 1
        self._shown = self._names()

    def own(self, name: str) -> str:
        """Return the key of a name, without merges."""
        key = folded(name)
        return " ".join(name.split()).casefold() if key in self._ambiguous else key

    def person(self, key: str) -> str:
        """Return the key of the person with this key, after all merges.

        Two simultaneous merges can form a cycle. All its names then resolve to the same key.
        """
        seen = [key]
        while (to := self._joined.get(seen[-1], seen[-1])) not in seen:
            seen.append(to)
        return min(seen[seen.index(to) :])

    def _seat(self, evening: Evening) -> list[Seat]:
        keys = [self._keys[result.name] for result in evening.results]
        people = Counter(map(self.person, keys))
        return [
            (key if people[self.person(key)] > 1 else self.person(key), result)
            for key, result in zip(keys, evening.results, strict=True)
        ]

    def _names(self) -> dict[str, str]:
        """Return each person's most frequent spelling.

        Of equally frequent ones, the latest counts.

        Spellings of names merged into the person are used only if there are no others.
        """
        names: dict[str, str] = {}
        for person, spellings in self._spellings.items():
            candidates = {name: count for name, count in spellings.items() if self._keys[name] == person} or spellings
            names[person] = max(reversed(candidates), key=candidates.__getitem__)
        return names

    def __iter__(self) -> Iterator[str]:
        return iter(self._shown)

    def __contains__(self, person: object) -> bool:
        return person in self._shown

    def name(self, person: str) -> str:
        """Return the person's chosen name, or the most frequent spelling.

        A chosen name is ignored if another person now has it.
        """
        chosen = self.decisions.names.get(person)
        return chosen if chosen and self.find(chosen) in (None, person) else self.written(person)

    def written(self, person: str) -> str:
        """Return the most frequent spelling of the person's own name."""
        return self._shown.get(person, person)

    def is_hidden(self, person: str) -> bool:
        """Return whether the person is left out of all tables.

        Opponents' figures still include the person.
        """
        return person in self.decisions.hidden

    def spellings(self, person: str) -> list[str]:
        """Return the person's name, and all other spellings."""
        return list(dict.fromkeys([self.name(person), *self._spellings[person]]))

    def written_as(self, person: str) -> list[str]:
        """Return all spellings of the person's names at the tables."""
        return list(self._spellings[person])

    def find(self, name: str) -> str | None:
        """Return the person with this name or merged name, or None.

        A merged name that counts separately on some evening is a separate person.
        """
        keys = self.own(name), folded(name)
        return next((person for key in keys for person in (key, self.person(key)) if person in self._shown), None)

    def by_name(self, person: str) -> dict[str, Counter[str]]:
        """Return the number of evenings of each spelling, grouped by the person's names with the merged ones."""
        names: dict[str, Counter[str]] = {}
        for name, count in self._spellings[person].items():
            names.setdefault(self._keys[name], Counter())[name] = count
        return names

    def met(self, first: str, other: str) -> Evening | None:
        """Return an evening on which both people sat at one table, or None."""
        return next((evening for evening, people in self.tables if {first, other} <= people), None)


RECENT_EVENINGS = 20
"""The number of latest evenings that decide which players come first in suggestions."""


class PersonName(NamedTuple):
    """One name of a person, and the number of evenings with it.

    `spellings` differ in accents or capitals, the most frequent first. A `joined` name can be separated again.
    """

    name: str
    spellings: list[str]
    evenings: int
    joined: bool


class PersonEntry(NamedTuple):
    """A person, the number of evenings under all names, and these names.

    The person's own name is first.
    """

    person: str
    evenings: int
    hidden: bool
    names: list[PersonName]


class SimilarPair(NamedTuple):
    """Two people who may be the same.

    The one with more evenings is first.
    """

    person: str
    evenings: int
    alike: str
    alike_evenings: int


def list_people(people: People) -> list[PersonEntry]:
    """Return all people by name, including hidden ones."""
    entries = []
    for person in people:
        names = people.by_name(person)
        order = sorted(names, key=lambda name: (name != person, -names[name].total(), name))
        written_names = []
        for name in order:
            usual = [spelling for spelling, _count in names[name].most_common()]
            written_names.append(PersonName(usual[0], usual, names[name].total(), joined=name != person))
        evenings = sum(name.evenings for name in written_names)
        entries.append(PersonEntry(people.name(person), evenings, people.is_hidden(person), written_names))
    return sorted(entries, key=lambda entry: (folded(entry.person), entry.person))


def find_similar_people(people: People) -> list[SimilarPair]:
    """Return pairs of people with similar names, those with most evenings first.

    Pairs who have sat at one table are left out, and so are pairs that the owner marked as different.
    """
    evenings = Counter(person for _evening, seats in people.seated for person, _result in seats)
    whose = {written: person for person in people for written in [*people.spellings(person), people.name(person)]}
    different = {frozenset(map(people.person, pair)) for pair in people.decisions.two}
    met = {frozenset(pair) for _evening, present in people.tables for pair in combinations(present, 2)}
    entries = []
    similar = {frozenset((whose[first], whose[second])) for first, second in find_similar_names(whose)}
    for pair in similar - different - met:
        if len(pair) > 1:  # else two spellings of one person
            more, less = sorted(pair, key=lambda person: (-evenings[person], person))
            entries.append(SimilarPair(people.name(more), evenings[more], people.name(less), evenings[less]))
    return sorted(entries, key=lambda entry: (-entry.evenings, -entry.alike_evenings, entry))


def suggest_players(people: People, names: Iterable[str], without: Iterable[str] = ()) -> list[str]:
    """Return the people to suggest for these names, each once by the person's name.

    `names` are sorted by games. People with most of the evenings in `people` come first. Hidden people are left out,
    and so are those with a name in `without`.
    """
    evenings = Counter(person for _evening, seats in people.seated for person, _result in seats)
    excluded = {_whose(people, name) for name in without}
    suggestions: dict[str, str] = {}
    for name in names:
        person = _whose(people, name)
        if person not in excluded and not people.is_hidden(person):
            suggestions.setdefault(
                person, people.name(person) if person in people else people.decisions.names.get(person, name)
            )
    return [suggestions[person] for person in sorted(suggestions, key=lambda person: -evenings[person])]


def _whose(people: People, name: str) -> str:
    return people.find(name) or people.person(people.own(name))
