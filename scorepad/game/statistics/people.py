"""Who is who over the years: names as they are written at the tables, the people they are, and names that are alike."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from scorepad.formats import letters_of, searchable
from scorepad.game.statistics.evening import Evening, Result

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


_SOUNDS = (("ae", "a"), ("oe", "o"), ("ue", "u"), ("ph", "f"), ("th", "t"), ("ck", "k"), ("c", "k"), ("y", "i"))
"""What is written in two ways in many languages: Müller and Mueller, Catherine and Katherine, Philip and Filip."""

SHORTEST = 3
"""Letters that a name must have to be guessed at by a slip or as the beginning of another."""

LATELY = 20
"""Evenings by which those who play now come first."""


class Written(NamedTuple):
    """One name of a person's and on how many evenings it was written; `spellings` with other accents or capitals, the
    usual one first. A `joined` one can be parted again."""

    name: str
    spellings: list[str]
    evenings: int
    joined: bool


class Known(NamedTuple):
    """A person, evenings under all names together, and these names, the own one first."""

    person: str
    evenings: int
    hidden: bool
    names: list[Written]


class Alike(NamedTuple):
    """Two who may be one: who was at more evenings first."""

    person: str
    evenings: int
    alike: str
    alike_evenings: int


def known(people: People) -> list[Known]:
    """Everybody by name, hidden ones too."""
    found = []
    for person in people:
        names = people.by_name(person)
        order = sorted(names, key=lambda name: (name != person, -names[name].total(), name))
        told = [_written(names[name], joined=name != person) for name in order]
        evenings = sum(one.evenings for one in told)
        found.append(Known(people.name(person), evenings, people.is_hidden(person), told))
    return sorted(found, key=lambda one: (folded(one.person), one.person))


def _written(spellings: Counter[str], *, joined: bool) -> Written:
    usual = [name for name, _count in spellings.most_common()]
    return Written(usual[0], usual, spellings.total(), joined)


def alike(people: People) -> list[Alike]:
    """Pairs of people whose names are alike, most evenings first. Not those who have sat at one table, nor those of
    whom somebody has said that they are two."""
    evenings = Counter(person for _evening, seats in people.seated for person, _result in seats)
    whose = {written: person for person in people for written in [*people.spellings(person), people.name(person)]}
    apart = {two(people.person(one), people.person(other)) for one, other in people.said.two}
    met = _met(people)
    likely = dict.fromkeys(two(whose[one], whose[other]) for one, other in pairs(whose) if whose[one] != whose[other])
    found = []
    for pair in likely:
        if pair not in apart and pair not in met:
            more, less = sorted(pair, key=lambda person: (-evenings[person], person))
            found.append(Alike(people.name(more), evenings[more], people.name(less), evenings[less]))
    return sorted(found, key=lambda one: (-one.evenings, -one.alike_evenings, one))


def _met(people: People) -> set[tuple[str, str]]:
    """Everybody who has sat at one table with somebody, with them."""
    return {pair for _evening, there in people.tables for pair in combinations(sorted(there), 2)}


def offered(people: People, names: Iterable[str], without: Iterable[str] = ()) -> list[str]:
    """Whom to offer of these names, those of most games first: each person once, as they are called, who has played
    most on the evenings of `people` first. Not who is hidden, nor who is called as one of `without`."""
    lately = Counter(person for _evening, seats in people.seated for person, _result in seats)
    gone = {_whose(people, name) for name in without}
    found: dict[str, str] = {}
    for name in names:
        person = _whose(people, name)
        if person not in gone and not people.is_hidden(person):
            found.setdefault(person, people.name(person) if person in people else people.said.names.get(person, name))
    return [found[person] for person in sorted(found, key=lambda person: -lately[person])]


def _whose(people: People, name: str) -> str:
    return people.find(name) or people.person(people.own(name))


# --- names that are alike: by ear, a slip of the finger apart, or one of them shortened; only a guess ---------


def are_alike(one: str, other: str) -> bool:
    """Whether two names may well be one person's."""
    if _figures(one) != _figures(other):  # Guest 1 and Guest 2 are meant to differ
        return False
    first, second = _words(one), _words(other)
    if not first or not second:  # no letters at all
        return False
    return _sound("".join(first)) == _sound("".join(second)) or _slipped(first, second) or _shortened(first, second)


def pairs(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """All pairs of these names that are alike, each once; quick for thousands of names, as only those that share some
    beginning, sound or spelling but for a letter are compared."""
    by_mark: dict[str, list[str]] = {}
    for name in dict.fromkeys(names):
        for mark in _marks(name):
            by_mark.setdefault(mark, []).append(name)
    compared = dict.fromkeys(pair for alike_names in by_mark.values() for pair in combinations(alike_names, 2))
    return (pair for pair in compared if are_alike(*pair))


def _marks(name: str) -> set[str]:
    """What a name has in common with every other that may be alike."""
    letters = letters_of(name)
    words = _words(name)
    left_out = {letters[:at] + letters[at + 1 :] for at in range(len(letters))}
    beginnings = {word[:SHORTEST] + "…" for word in words if len(word) > 1}
    return {letters, "=" + _sound(letters)} | left_out | beginnings


def _words(name: str) -> list[str]:
    return [found for word in searchable(name).replace("-", " ").split() if (found := letters_of(word))]


def _figures(name: str) -> str:
    return "".join(filter(str.isdigit, name))


def _sound(letters: str) -> str:
    """The letters as they are heard: doubled ones once, without a silent end."""
    for written, heard in _SOUNDS:
        letters = letters.replace(written, heard)
    once = "".join(one for at, one in enumerate(letters) if letters[at - 1 : at] != one)
    return once.rstrip("eh") or once


def _slipped(one: list[str], other: list[str]) -> bool:
    """Whether a slip is all that differs, in one word of the name: Ann M. and Ann S. are two."""
    if len(one) != len(other):
        return _one_slip("".join(one), "".join(other))
    differing = [pair for pair in zip(one, other, strict=True) if pair[0] != pair[1]]
    return len(differing) == 1 and _one_slip(*differing[0])


def _one_slip(one: str, other: str) -> bool:
    """Whether one letter more, another letter or two that changed places are all that differs. Of short names another
    letter makes another name: Tim and Tom, Rob and Bob."""
    short, long = sorted((one, other), key=len)
    if len(short) < SHORTEST or len(long) - len(short) > 1:
        return False
    at = next((at for at, letter in enumerate(short) if letter != long[at]), len(short))
    if len(short) < len(long):
        return short[at:] == long[at + 1 :]
    swapped = short[at : at + 2] == long[at : at + 2][::-1] and short[at + 2 :] == long[at + 2 :]
    enough = len(short) > SHORTEST and (at > 0 or len(short) > SHORTEST + 2)
    return swapped or (enough and short[at + 1 :] == long[at + 1 :])


def _shortened(one: list[str], other: list[str]) -> bool:
    """Whether one is the other with words left out at the end or cut to a letter: Ann, Ann M. and Ann Miller; of a
    single word its beginning: Alex and Alexander."""
    short, long = sorted((one, other), key=lambda words: (len(words), sum(map(len, words))))
    if len(long) == 1:
        return len(short[0]) >= SHORTEST and long[0].startswith(short[0])
    both = list(zip(short, long, strict=False))
    return any(a == b and len(a) > 1 for a, b in both) and all(
        a == b or (1 in (len(a), len(b)) and a[0] == b[0]) for a, b in both
    )
