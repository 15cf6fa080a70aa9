"""Who is who, as it is told: people with all their names, names that may be one, and whom a new game offers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from typing import NamedTuple

from scorepad.game.years.likeness import pairs
from scorepad.game.years.people import People, folded
from scorepad.game.years.said import two

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
