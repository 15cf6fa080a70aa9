"""The explanation of a game: sections of sentences and tables, and the game that is explained."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple, TypeVar

from scorepad.rules.rulebook import Rulebook
from scorepad.rules.rulebook.house_options import OPTIONS
from scorepad.rules.rulebook.relevance import numbers_of_players
from scorepad.rules.scheme import Scheme
from scorepad.words import ours

Value = TypeVar("Value", int, str)


@dataclass(frozen=True)
class Grid:
    """A table of texts.

    Without `heads` it has two columns: the name of a hand, and what is special about it.
    """

    rows: tuple[tuple[str, ...], ...]
    heads: tuple[str, ...] = ()


@dataclass(frozen=True)
class Section:
    """A heading with its sentences and, if these would be too long, a table.

    `place` identifies the section in every language: aim, players, deal, hands, trumps, bidding, trick, points, end ….
    """

    place: str
    heading: str
    sentences: tuple[str, ...]
    grid: Grid | None = None

    @property
    def text(self) -> str:
        """Return the sentences as one text."""
        return " ".join(self.sentences)


@dataclass(frozen=True)
class ExplainedGame:
    """A rulebook with its scheme, to be explained.

    `players` is the number of players, or None if it is unknown. `options` are the scheme options of this table, or
    None for those of the rulebook.
    """

    rulebook: Rulebook
    scheme: Scheme | None
    players: int | None = None
    options: Mapping[str, Any] | None = None

    @property
    def chosen(self) -> dict[str, Any]:
        """Return the chosen options that the scheme has."""
        options = self.rulebook.options if self.options is None else self.options
        return {
            name: value for name, value in options.items() if self.scheme is not None and name in self.scheme.options
        }

    @property
    def numbers(self) -> range:
        """Return the numbers of players that the explanation covers."""
        if self.players is not None:
            return range(self.players, self.players + 1)
        return numbers_of_players(self.rulebook)

    def own(self, place: str) -> Iterator[str]:
        """Yield the rulebook's own sentences for a section, except those that the house rules make wrong."""
        return (ours(sentence.say) for sentence in self.rulebook.told.get(place, ()) if sentence.holds(self._plays))

    @cached_property
    def _plays(self) -> dict[str, Any]:
        """Return the answer of the table to each house option, and the keys of the rulebook."""
        return {option.name: option.stands(self.rulebook) for option in OPTIONS} | self.rulebook.to_dict()


class Sentences(NamedTuple):
    """The forms of a sentence for a value, which replaces `{cards}`.

    They are for all numbers of players, for one, for two consecutive ones, and for a range from `fewest` to `most`.
    """

    alike: str
    single: str
    two: str
    some: str


def by_players(values: Mapping[int, Value], sentences_for: Callable[[Value], Sentences]) -> Iterator[str]:
    """Yield the sentences for `values`, which are sorted by the number of players.

    Consecutive numbers of players with the same value share a sentence.
    """
    groups = [(value, [number for number, _value in group]) for value, group in groupby(values.items(), itemgetter(1))]
    for value, numbers in groups:
        words = sentences_for(value)
        fewest, most = numbers[0], numbers[-1]
        sentence = words.single if fewest == most else words.two if most == fewest + 1 else words.some
        if len(groups) == 1:
            yield words.alike.format(cards=value)
        else:
            yield sentence.format(cards=value).format(players=fewest, fewest=fewest, most=most)
