"""The answers of a user who builds a custom scheme, and their table `[answers]` in the scheme's file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

from scorepad.formula_names import LARGEST_TOTAL
from scorepad.rules import field_readers
from scorepad.rules.formula.tree import Number
from scorepad.rules.scheme.parts import ANY_NUMBER, MarkKind, MarkNumber, number

Winner = Literal["high", "low", "exactly"]

MADE_UNITS = ("bid", "bid ** 2")
MISSED_UNITS = ("off", "taken", "bid", "off ** 2", "off ** 3", "sum_to(off)")
CARDS = "cards"
"""The units for which points can be counted, as formulas; the first of each tuple is the default."""

MOST_MARKS = 3
LARGEST = 1_000
"""The largest number in an answer, with either sign."""


@dataclass(frozen=True)
class Amount:
    """An amount of `points`, and `each` for every `unit`."""

    points: Number = 0
    each: Number = 0
    unit: str = MISSED_UNITS[0]


@dataclass(frozen=True)
class Mark:
    """A mark that the scorer enters for a player: a number, or 1 for yes.

    `made` (`missed`) times the mark is added to the points of a made (missed) bid.
    """

    name: str
    kind: MarkKind = "yes or no"
    made: Number = 0
    missed: Number = 0
    number: MarkNumber = ANY_NUMBER  # the default and the choices


@dataclass(frozen=True)
class Answers:
    """All answers of a user.

    If `zero` is None, a made zero is scored like any other bid. If `over` is None, too many tricks are scored like too
    few.
    """

    name: str = ""
    about: str = ""  # the user's own sentence; "": the answers in words
    made: Amount = Amount(unit=MADE_UNITS[0])
    made_cards: Number = 0  # for every card of the hand
    zero: Amount | None = None  # its unit is CARDS
    missed: Amount = Amount()
    over: Amount | None = None
    winner: Winner = "high"
    exactly: int = 100
    turns_back: bool = True  # the excess over `exactly` is subtracted
    no_bid_from: int | None = None  # the total from which a player does not bid
    without: Number = 1  # for every trick of a player who does not bid
    halves: bool = False
    marks: tuple[Mark, ...] = ()

    def settled(self) -> Answers:
        """Return answers with the same points, in the form in which `read` returns them."""
        usual = Answers()
        made, missed = _settled(self.made, MADE_UNITS[0]), _settled(self.missed, MISSED_UNITS[0])
        zero = None if self.zero is None else replace(self.zero, unit=CARDS)
        over = None if self.over is None else _settled(self.over, MISSED_UNITS[0])
        exact = self.winner == "exactly"
        return replace(
            self,
            made=made,
            zero=None if zero == Amount(made.points, self.made_cards, CARDS) else zero,
            missed=missed,
            over=None if over == missed else over,
            exactly=self.exactly if exact else usual.exactly,
            turns_back=self.turns_back if exact else usual.turns_back,
            without=usual.without if self.no_bid_from is None else self.without,
        )


def _settled(amount: Amount, usual_unit: str) -> Amount:
    return amount if amount.each else replace(amount, unit=usual_unit)


# --- the table in a file ----------------------------------------------------------------------------------


def to_table(answers: Answers) -> dict[str, Any]:
    """Return the answers that the other keys of a scheme do not say, without those that are usual."""
    marks = {mark.name: {"made": _plain(mark.made), "missed": _plain(mark.missed)} for mark in answers.marks}
    amounts = {name: amount for name in _AMOUNTS if (amount := getattr(answers, name)) is not None}
    numbers = {"made_cards": _plain(answers.made_cards), "without": _plain(answers.without)}
    return {
        **{
            name: {"points": _plain(amount.points), "each": _plain(amount.each), "unit": amount.unit}
            for name, amount in amounts.items()
        },
        **{name: value for name, value in numbers.items() if value != getattr(Answers, name)},
        **({} if answers.no_bid_from is None else {"no_bid_from": answers.no_bid_from}),
        **({"marks": marks} if marks else {}),
    }


def _plain(number: Number) -> int | float:
    """Return a whole number or a half as JSON has it."""
    return int(number) if number.denominator == 1 else float(number)


def read_answers(where: str, value: object) -> Mapping[str, Any]:
    """Return the arguments of Answers in a table; raise RuleFileError for any other value."""
    readers: dict[str, Callable[[str, Any], Any]] = {
        **{name: partial(_read_amount, units=units) for name, units in _AMOUNTS.items()},
        **dict.fromkeys(("made_cards", "without"), partial(number, largest=LARGEST)),
        "no_bid_from": field_readers.whole(-LARGEST_TOTAL, LARGEST_TOTAL),
        "marks": _read_marks,
    }
    given = {"marks": {}, **field_readers.table(where, value, readers)}
    return {name: readers[name](f"{where}.{name}", entry) for name, entry in given.items()}


_AMOUNTS: Mapping[str, Sequence[str]] = {
    "made": MADE_UNITS, "zero": (CARDS,), "missed": MISSED_UNITS, "over": MISSED_UNITS,
}  # fmt: skip


def _read_amount(where: str, value: object, units: Sequence[str]) -> Amount:
    given = field_readers.table(where, value, ("points", "each", "unit"))
    points, each = (number(f"{where}.{name}", given.get(name, 0), LARGEST) for name in ("points", "each"))
    return Amount(points, each, field_readers.one_of(units)(f"{where}.unit", given.get("unit", units[0])))


def _read_marks(where: str, value: object) -> dict[str, dict[str, Number]]:
    marks: dict[str, dict[str, Number]] = {}
    for mark, worth in field_readers.table(where, value).items():
        place = f"{where}.{mark[:40]}"
        given = field_readers.table(place, worth, ("made", "missed"))
        marks[mark] = {how: number(f"{place}.{how}", given.get(how, 0), LARGEST) for how in ("made", "missed")}
    return marks
