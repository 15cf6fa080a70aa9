"""Sentences that stand in a rule file because no key of it could make them: `told = [...]`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from scorepad.rules import field_readers
from scorepad.words import _, ours


@dataclass(frozen=True)
class ToldSentence:
    """One sentence, which is told where the keys of `given` have these values, under which alone it is true.

    `card`: it stands on cards of points too.
    """

    say: str
    card: bool = False
    given: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    def holds(self, data: Mapping[str, Any]) -> bool:
        """Whether these keys have the values that the sentence speaks of."""
        return all(data.get(key) == value for key, value in self.given.items())

    def in_words(self, data: Mapping[str, Any]) -> str:
        """The sentence in the reader's language, with the values of these keys for `{key}`."""
        text = ours(self.say)
        for key, value in data.items():
            text = text.replace(f"{{{key}}}", str(value))
        return text


def read_sentences(where: str, value: object) -> tuple[ToldSentence, ...]:
    """One sentence or a list of them: each a text, or `{ say = "…", if = { trump = "turned up" } }`."""
    if isinstance(value, str):
        return (_read(where, value),)
    if not isinstance(value, list | tuple) or len(value) > 50:
        raise field_readers.refuse(where, _("This should be a list of texts, 50 at most."))
    return tuple(_read(f"{where}[{number}]", one) for number, one in enumerate(value, 1))


def _read(where: str, value: object) -> ToldSentence:
    if not isinstance(value, Mapping):
        return ToldSentence(field_readers.text(where, value))
    given = field_readers.table(where, value, ("say", "if", "card"))
    condition = field_readers.table(f"{where}.if", given.get("if", {}))
    say = field_readers.text(f"{where}.say", given.get("say"))
    card = field_readers.yes_no(f"{where}.card", given.get("card", False))
    return ToldSentence(say, card, MappingProxyType(dict(condition)))


def read_told(places: Collection[str]) -> Callable[[str, object], Mapping[str, tuple[ToldSentence, ...]]]:
    """A reader of sentences by the place where they are told, one of `places`."""

    def read(where: str, value: object) -> Mapping[str, tuple[ToldSentence, ...]]:
        given = field_readers.table(where, value, places)
        return MappingProxyType({place: read_sentences(f"{where}.{place}", one) for place, one in given.items()})

    return read
