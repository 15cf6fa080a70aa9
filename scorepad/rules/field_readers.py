"""Readers for the values of a rule file.

A reader receives the key (for the message) and a TOML or JSON value. It returns the typed value or raises RuleFileError
with that key.
"""

import difflib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, TypeVar

from scorepad.errors import RuleFileError
from scorepad.formula_names import FEWEST_PLAYERS, MOST_PLAYERS
from scorepad.words import _, ours

Read = TypeVar("Read")
MOST_TEXT = 2000  # characters
ByPlayers = int | Mapping[int, int]
_PLAYERS = {key for players in range(FEWEST_PLAYERS, MOST_PLAYERS + 1) for key in (players, str(players))}


def text(where: str, value: object) -> str:
    """Return a text of at most MOST_TEXT characters."""
    if not isinstance(value, str):
        raise RuleFileError(where, _('This must be text in quotes. Example: "pike".'))
    if len(value) > MOST_TEXT:
        raise RuleFileError(where, _("This text is too long. The most is {most} characters.").format(most=MOST_TEXT))
    return value


def texts(where: str, value: object) -> tuple[str, ...]:
    """Return a text or a list of texts as a tuple."""
    return several(where, value, text)


def several(where: str, value: object, read: Callable[[str, object], Read]) -> tuple[Read, ...]:
    """Apply `read` to a text, or to each item of a list, and return the results."""
    if isinstance(value, str):
        return (read(where, value),) if value else ()
    if not isinstance(value, list | tuple) or len(value) > 50:
        raise RuleFileError(where, _("This must be a list of texts, 50 at most."))
    return tuple(read(f"{where}[{number}]", item) for number, item in enumerate(value, 1))


def yes_no(where: str, value: object) -> bool:
    """Return a boolean. Reject 1 and 0."""
    if not isinstance(value, bool):
        raise RuleFileError(where, _("This must be true or false."))
    return value


def whole(low: int, high: int) -> Callable[[str, object], int]:
    """Return a reader for whole numbers from `low` to `high`, both included."""

    def read(where: str, value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise RuleFileError(where, _("This must be a whole number."))
        if not low <= value <= high:
            raise RuleFileError(where, _("This must be from {low} to {high}.").format(low=low, high=high))
        return value

    return read


def one_of(choices: Sequence[str]) -> Callable[[str, object], str]:
    """Return a reader for one of these texts.

    Its error suggests the most similar one.
    """

    def read(where: str, value: object) -> str:
        if isinstance(value, str) and value in choices:
            return value
        raise RuleFileError(
            where, _("This must be one of: {choices}.").format(choices=" | ".join(choices)) + hint(value, choices)
        )

    return read


def table(where: str, value: object, keys: Collection[str] | None = None) -> Mapping[str, Any]:
    """Return a table with text keys.

    If `keys` is given, reject all other keys.
    """
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise RuleFileError(where, _("This must be a table of keys and values."))
    for key in value:
        if keys is not None and key not in keys:
            raise RuleFileError(
                f"{where}.{key}" if where else key,
                _("There is no such key here. Check the spelling.") + hint(key, keys),
            )
    return value


def points_table(where: str, value: object, keys: Collection[str]) -> Mapping[str, int]:
    """Return a table of points by role, like { dealer = -10, wrong_count = -5 }."""
    given = table(where, value, keys)
    return MappingProxyType({key: whole(-1000, 1000)(f"{where}.{key}", points) for key, points in given.items()})


def by_players(low: int, high: int) -> Callable[[str, object], ByPlayers]:
    """Return a reader for a number, or for a table by the number of players: { 3 = 39, 4 = 52 }.

    The keys of a table may be texts, as in a file.
    """
    number = whole(low, high)

    def read(where: str, value: object) -> ByPlayers:
        if not isinstance(value, Mapping):
            return number(where, value)
        if not value:
            raise RuleFileError(where, _("This table is empty."))
        numbers = {}
        for key, entry in value.items():
            if key not in _PLAYERS:
                raise RuleFileError(f"{where}.{key}", _("The keys here are numbers of players, from 2 to 10."))
            numbers[int(key)] = number(f"{where}.{key}", entry)
        return MappingProxyType(numbers)

    return read


def scalars(where: str, value: object) -> Mapping[str, bool | int | str]:
    """Return a flat table of options for a scheme."""
    options: dict[str, bool | int | str] = {}
    for key, entry in table(where, value).items():
        if not isinstance(entry, bool | int | str) or len(str(key)) > 60 or len(options) >= 50:
            raise RuleFileError(f"{where}.{key}", _("An option is true, false, a whole number or a text."))
        if isinstance(entry, int) and abs(entry) > 10**6:
            raise RuleFileError(f"{where}.{key}", _("This number is too large."))
        options[key] = text(f"{where}.{key}", entry) if isinstance(entry, str) else entry
    return MappingProxyType(options)


def hint(word: object, words: Collection[str]) -> str:
    """Return ` Did you mean “bid”?` to append to a sentence, or "" if no word is similar."""
    close = difflib.get_close_matches(word[:60], list(words)) if isinstance(word, str) else []
    return " " + _("Did you mean “{name}”?").format(name=close[0]) if close else ""


# --- sentences that no key can express: `told = [...]` ---


@dataclass(frozen=True)
class StatedSentence:
    """A sentence that applies only if the keys in `given` have these values.

    `card`: whether points cards show it too.
    """

    say: str
    card: bool = False
    given: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    def holds(self, data: Mapping[str, Any]) -> bool:
        """Return whether the keys have the values that the sentence requires."""
        return all(data.get(key) == value for key, value in self.given.items())

    def in_words(self, data: Mapping[str, Any]) -> str:
        """Return the sentence in the reader's language, with `{key}` replaced by the value of each key."""
        text = ours(self.say)
        for key, value in data.items():
            text = text.replace(f"{{{key}}}", str(value))
        return text


def read_sentences(where: str, value: object) -> tuple[StatedSentence, ...]:
    """Return a sentence or a list of them as a tuple.

    Each is a text, or a table `{ say = "…", if = { trump = "turned up" } }`.
    """
    return several(where, value, _sentence)


def _sentence(where: str, value: object) -> StatedSentence:
    if not isinstance(value, Mapping):
        return StatedSentence(text(where, value))
    given = table(where, value, ("say", "if", "card"))
    condition = table(f"{where}.if", given.get("if", {}))
    say = text(f"{where}.say", given.get("say"))
    card = yes_no(f"{where}.card", given.get("card", False))
    return StatedSentence(say, card, MappingProxyType(dict(condition)))


def read_section_sentences(
    where: str, value: object, places: Collection[str]
) -> Mapping[str, tuple[StatedSentence, ...]]:
    """Return a table of sentences by section, one of `places`."""
    given = table(where, value, places)
    return MappingProxyType({place: read_sentences(f"{where}.{place}", own) for place, own in given.items()})
