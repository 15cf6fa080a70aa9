"""A scheme's worked examples, read from plain data; and any one hand given as a flat table of names."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from scorepad.errors import SchemeError
from scorepad.rules import field_readers
from scorepad.rules.field_readers import MOST_PLAYERS
from scorepad.rules.formula.tree import TRUMP_LETTERS
from scorepad.rules.scheme.parts import (
    ANY_NUMBER,
    LARGEST_POINTS,
    MOST_EXAMPLES,
    Example,
    Language,
    listed,
    number,
    numbered,
    text,
)
from scorepad.rules.scheme.readers import read_choice
from scorepad.rules.scheme.variables import LARGEST_MARK, LARGEST_TOTAL, NUMBERS
from scorepad.words import _

_YES_NO = ("last", "doubled", "redoubled", "made")
_ROLES = ("declarer", "doubler", "other")
_TABLES = ("marks", "options", "others_made", "others_missed")
EXAMPLE_KEYS = (*NUMBERS, *_YES_NO, "total", "role", "trump", *_TABLES)


def read_examples(where: str, value: object, language: Language) -> tuple[Example, ...]:
    rows = listed(where, value, MOST_EXAMPLES)
    return tuple(_example(place, data, language) for place, data in numbered(where, rows))


def _example(where: str, value: object, language: Language) -> Example:
    given = dict(field_readers.table(where, value))
    note = text(f"{where}.note", given.pop("note", ""), 200)
    if "points" not in given:
        raise SchemeError(where, _("An example needs its points."))
    points = number(f"{where}.points", given.pop("points"), LARGEST_POINTS)
    return Example(MappingProxyType(read_hand(where, given, language)), points, note)


def read_hand(where: str, given: Mapping[str, Any], language: Language) -> dict[str, Any]:
    """Arguments of hand_variables() from a flat table: marks and options by their names, or in tables of their own."""
    hand: dict[str, Any] = {table: {} for table in _TABLES}
    for key, value in given.items():
        place = f"{where}.{key}"
        if key in _TABLES:
            for name, own in field_readers.table(place, value).items():
                _own(f"{place}.{name}", key, name, own, language, hand)
        elif key in language.names(()):
            _own(place, _table_of(key, language), key, value, language, hand)
        elif key in language.terms:
            raise SchemeError(place, _("The scheme works this out itself."))
        else:
            hand[key] = _argument(place, key, value)
    _possible(where, hand)
    return {"bid": None, "taken": None, **hand}


def _table_of(name: str, language: Language) -> str:
    """Which table of hand_variables() a flat name belongs to."""
    if name in language.options:
        return "options"
    return "marks" if name in language.marks else name[: name.index("_", len("others_"))]


def _own(where: str, table: str, name: str, value: object, language: Language, hand: dict[str, Any]) -> None:
    bare = name.removeprefix(f"{table}_") if table.startswith("others_") else name
    known: Mapping[str, object] = language.options if table == "options" else language.marks
    if bare not in known:
        raise SchemeError(where, _("There is no such name in this scheme.") + field_readers.hint(bare, known))
    if table == "options":
        hand[table][bare] = read_choice(language.options[bare], value)
    elif table == "marks":
        hand[table][bare] = read_mark(where, language, bare, value)
    else:
        hand[table][bare] = field_readers.whole(0, MOST_PLAYERS)(where, value)


def read_mark(where: str, language: Language, mark: str, value: object) -> int:
    if language.marks[mark] == "number":
        number = field_readers.whole(-LARGEST_MARK, LARGEST_MARK)(where, value)
        choices = language.numbers.get(mark, ANY_NUMBER).choices
        if choices and number not in choices:
            words = _("This should be one of: {choices}.")
            raise SchemeError(where, words.format(choices=", ".join(map(str, choices))))
        return number
    return int(field_readers.yes_no(where, value))


def _argument(where: str, key: str, value: object) -> object:
    if key in NUMBERS:
        return field_readers.whole(NUMBERS[key][0], NUMBERS[key][-1])(where, value)
    if key in _YES_NO:
        return field_readers.yes_no(where, value)
    if key not in EXAMPLE_KEYS:
        raise SchemeError(where, _("There is no such name.") + field_readers.hint(key, EXAMPLE_KEYS))
    if key == "total":
        return number(where, value, LARGEST_TOTAL)
    return field_readers.one_of(_ROLES if key == "role" else sorted(TRUMP_LETTERS))(where, value)


def _possible(where: str, hand: Mapping[str, Any]) -> None:
    """Cards are said, and nobody bids or takes more tricks than there are."""
    if "cards" not in hand:
        raise SchemeError(where, _("How many cards has each player? Add `cards`."))
    for key in ("bid", "taken", "level", "contract_taken"):
        if key in hand and hand[key] > hand["cards"]:
            raise SchemeError(f"{where}.{key}", _("That is more than the {cards} cards.").format(cards=hand["cards"]))
    if "taken" not in hand and ("made" not in hand or "bid" not in hand):
        raise SchemeError(where, _("How many tricks were taken? Add `taken`."))
