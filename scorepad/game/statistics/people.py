"""Who is who over the years: names as they are written at the tables, and the people they are."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from scorepad.game.statistics.evening import Evening, Result
from scorepad.slug import searchable

Seat = tuple[str, Result]
"""A person, by the key that tells them from everybody else, and their result."""

Seated = tuple[Evening, Sequence[Seat]]
"""An evening, and the results of its people."""


def folded(name: str) -> str:
    """A name as it is compared: neither accents nor capitals nor blanks more or less make somebody else of it."""
    return searchable(" ".join(name.split()))


# --- what the owner has said of people, apart from which names are one ---------------------------------------

Two = tuple[str, str]
"""Two people by their keys, in the order of the letters."""


class Said(NamedTuple):
    """Of people, by their keys (`People.find`)."""

    names: Mapping[str, str] = {}
    """How somebody is called, whatever they mostly write."""
    hidden: frozenset[str] = frozenset()
    """Who stands in no table of the years."""
    two: frozenset[Two] = frozenset()
    """Names that look alike and are two people all the same."""

    def called(self, person: str, name: str | None) -> Said:
        """With another name for a person; None for the one they mostly write."""
        others = {one: said for one, said in self.names.items() if one != person}
        return self._replace(names=others if name is None else {**others, person: name})

    def hides(self, person: str, hide: bool) -> Said:
        """With a person hidden, or shown again."""
        return self._replace(hidden=self.hidden | {person} if hide else self.hidden - {person})

    def apart(self, one: str, other: str) -> Said:
        """With two who are not the same."""
        return self._replace(two=self.two | {two(one, other)})


NOTHING = Said()


def two(one: str, other: str) -> Two:
    """Two people in whichever order they are named."""
    return (one, other) if one < other else (other, one)


def to_text(said: Said) -> str:
    """What is kept of it, where it is found again by `from_text`; the same for the same."""
    kept = {"names": said.names, "hidden": sorted(said.hidden), "two": sorted(said.two)}
    return json.dumps(kept, sort_keys=True, separators=(",", ":"))


def from_text(text: str | None) -> Said:
    """What was said; nothing where nothing is kept."""
    kept = json.loads(text) if text else {}
    pairs = frozenset(two(*pair) for pair in kept.get("two", []))
    return Said(kept.get("names", {}), frozenset(kept.get("hidden", [])), pairs)


# --- the people ----------------------------------------------------------------------------------------------


class People:
    """The people of these evenings. `joined` says of folded names which name they are, too; `said` whatever else was
    said of them; `begun` are tables that went on at others, which tell who sat at one.

    Two of one table are never one person: names that only an accent tells apart there are told apart everywhere, and
    joined names of one table count for themselves on that evening.
    """

    def __init__(
        self,
        evenings: Sequence[Evening],
        joined: Mapping[str, str],
        said: Said = NOTHING,
        begun: Sequence[Evening] = (),
    ) -> None:
        self.said = said
        self._apart = {
            name
            for evening in (*evenings, *begun)
            for name, count in Counter(folded(one.name) for one in evening.results).items()
            if count > 1
        }
        self._joined = {name: self.own(person) for name, person in joined.items()}
        self._keys = {one.name: self.own(one.name) for evening in evenings for one in evening.results}
        self.seated: list[Seated] = [(evening, self._seat(evening)) for evening in evenings]
        self.tables = [(evening, {person for person, _result in seats}) for evening, seats in self.seated]
        self.tables += [(one, {self.person(self.own(result.name)) for result in one.results}) for one in begun]
        self._spellings = _spellings((key, one.name) for _evening, seats in self.seated for key, one in seats)
        self._shown = self._names()

    def own(self, name: str) -> str:
        """The key of a name, whoever it was joined to."""
        key = folded(name)
        return " ".join(name.split()).casefold() if key in self._apart else key

    def person(self, key: str) -> str:
        """Who this is in the end, however many joins lie between; of names joined in a ring, by two at the same
        moment, one and the same."""
        seen = [key]
        while (to := self._joined.get(seen[-1], seen[-1])) not in seen:
            seen.append(to)
        return min(seen[seen.index(to) :])

    def _seat(self, evening: Evening) -> list[Seat]:
        own = [self._keys[one.name] for one in evening.results]
        people = Counter(map(self.person, own))
        return [
            (key if people[self.person(key)] > 1 else self.person(key), one)
            for key, one in zip(own, evening.results, strict=True)
        ]

    def _names(self) -> dict[str, str]:
        """Everybody as they are mostly written, those joined to them left aside."""
        names: dict[str, str] = {}
        for person, spellings in self._spellings.items():
            own = {name: count for name, count in spellings.items() if self._keys[name] == person} or spellings
            names[person] = max(reversed(own), key=own.__getitem__)
        return names

    def __iter__(self) -> Iterator[str]:
        return iter(self._shown)

    def __contains__(self, person: object) -> bool:
        return person in self._shown

    def name(self, person: str) -> str:
        """How this person is called: as somebody has said, unless that is another's name by now; else as they are
        mostly written."""
        called = self.said.names.get(person)
        return called if called and self.find(called) in (None, person) else self.written(person)

    def written(self, person: str) -> str:
        """How this person's own name is mostly written."""
        return self._shown.get(person, person)

    def is_hidden(self, person: str) -> bool:
        """Whether this person stands in no table; whoever they met has met them all the same."""
        return person in self.said.hidden

    def spellings(self, person: str) -> list[str]:
        """How this person is called, and every other way in which they are written."""
        return list(dict.fromkeys([self.name(person), *self._spellings[person]]))

    def written_as(self, person: str) -> list[str]:
        """Every way in which this person is written, and no other."""
        return list(self._spellings[person])

    def find(self, name: str) -> str | None:
        """The person of this name, whichever of theirs it is; None where nobody is called so. A joined name that counts
        for itself on some evening is its own."""
        keys = self.own(name), folded(name)
        return next((one for key in keys for one in (key, self.person(key)) if one in self._shown), None)

    def by_name(self, person: str) -> dict[str, Counter[str]]:
        """Evenings of this person by each of their names, joined ones too, and by its spellings."""
        found: dict[str, Counter[str]] = {}
        for name, count in self._spellings[person].items():
            found.setdefault(self._keys[name], Counter())[name] = count
        return found

    def met(self, one: str, other: str) -> Evening | None:
        """An evening on which both of these sat at one table."""
        return next((evening for evening, people in self.tables if {one, other} <= people), None)


def _spellings(written: Iterable[tuple[str, str]]) -> dict[str, Counter[str]]:
    found: dict[str, Counter[str]] = {}
    for person, name in written:
        found.setdefault(person, Counter())[name] += 1
    return found
