"""The result of explaining a game: sections of sentences, some with a small table, and the game itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from scorepad.rules.rulebook import Rulebook
from scorepad.rules.rulebook.house_options import OPTIONS
from scorepad.rules.rulebook.reach import numbers_of_players
from scorepad.rules.scheme import Scheme
from scorepad.words import ours


@dataclass(frozen=True)
class Grid:
    """A table of words. Without `heads` it is pairs: what a hand is called, and what is special about it."""

    rows: tuple[tuple[str, ...], ...]
    heads: tuple[str, ...] = ()


@dataclass(frozen=True)
class Section:
    """A heading, the whole sentences under it, and a table where words alone are too long.

    `place` is its name for programs, in every language the same: aim, players, deal, hands, trumps, bidding, trick,
    points, end ….
    """

    place: str
    heading: str
    sentences: tuple[str, ...]
    grid: Grid | None = None

    @property
    def text(self) -> str:
        """The sentences one after the other."""
        return " ".join(self.sentences)


@dataclass(frozen=True)
class GameTold:
    """A rulebook with its scheme, to be explained.

    `players` is the number of players, None if unknown. `options` are the scheme's options of this table, None for
    those of the rulebook.
    """

    rulebook: Rulebook
    scheme: Scheme | None
    players: int | None = None
    options: Mapping[str, Any] | None = None

    @property
    def chosen(self) -> dict[str, Any]:
        """The options that its scheme has."""
        options = self.rulebook.options if self.options is None else self.options
        return {name: one for name, one in options.items() if self.scheme is not None and name in self.scheme.options}

    @property
    def numbers(self) -> range:
        """The numbers of players that are spoken of."""
        if self.players is not None:
            return range(self.players, self.players + 1)
        return numbers_of_players(self.rulebook)

    def own(self, place: str) -> Iterator[str]:
        """Yield what the rulebook's file itself says in this place, as far as the table still plays that way."""
        return (ours(one.say) for one in self.rulebook.told.get(place, ()) if one.holds(self._plays))

    @cached_property
    def _plays(self) -> dict[str, Any]:
        """How the table plays: the answer to each question by its name, and the keys of the rulebook."""
        return {one.name: one.stands(self.rulebook) for one in OPTIONS} | self.rulebook.to_dict()


class Sentences(NamedTuple):
    """Return the sentence for a value, which replaces `{cards}`.

    There are forms for all numbers of players, for one, for two neighbouring ones, and for a range from `fewest` to
    `most`.
    """

    alike: str
    one: str
    two: str
    some: str


def by_players(values: Mapping[int, int], said: Callable[[int], Sentences]) -> Iterator[str]:
    """Yield `values` by the number of players, in order. Neighbours with one value are combined."""
    groups = [(value, [number for number, _value in group]) for value, group in groupby(values.items(), itemgetter(1))]
    for value, numbers in groups:
        words = said(value)
        fewest, most = numbers[0], numbers[-1]
        sentence = words.one if fewest == most else words.two if most == fewest + 1 else words.some
        if len(groups) == 1:
            yield words.alike.format(cards=value)
        else:
            yield sentence.format(cards=value).format(players=fewest, fewest=fewest, most=most)
