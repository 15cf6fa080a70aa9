"""The answers of a user who builds a custom scheme, and their table `[answers]` in the scheme's file."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

from scorepad.formula_names import LARGEST_TOTAL, MOST_CARDS, MOST_RUN
from scorepad.rules import field_readers
from scorepad.rules.formula.tree import Number
from scorepad.rules.scheme.parts import ANY_NUMBER, MarkKind, MarkNumber, number

Winner = Literal["high", "low", "exactly"]

CARDS = "cards"
MADE_UNITS = ("bid", "bid ** 2")
MISSED_UNITS = ("off", "taken", "bid", "off ** 2", "off ** 3", "sum_to(off)", CARDS)
"""The units for which points can be counted, as formulas; the first of each tuple is the default."""

UNITS: Mapping[str, Sequence[str]] = {
    "made": MADE_UNITS, "zero": (CARDS,), "small_zero": (CARDS,), "high": MADE_UNITS, "missed": MISSED_UNITS,
    "over": MISSED_UNITS, "missed_zero": MISSED_UNITS, "missed_high": MISSED_UNITS,
}  # fmt: skip
"""The units of each amount of Answers."""

TIMES: Mapping[str, str] = {
    **{letter: f"trump == '{letter}'" for letter in "NCDHS"}, "last": "last", "one_card": "cards == 1",
    "largest": "cards == top", "after_misses": "hand > 1 and makers_before == 0",
}  # fmt: skip
"""The conditions under which the points of a hand can be multiplied, as formulas."""

MOST_MARKS = 12
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
    """A mark that the scorer enters for a player: a number, 1 for yes, or another player.

    `made` (`missed`) times the mark is added to the points of a made (missed) bid. A mark other than 0 multiplies the
    points of the hand by `times`. A mark that names a player makes an alliance, which counts if both made their bids.
    """

    name: str
    kind: MarkKind = "yes or no"
    made: Number = 0
    missed: Number = 0
    number: MarkNumber = ANY_NUMBER
    times: Number = 1

    @property
    def counted(self) -> str:
        """Return the formula name for which its points are counted."""
        return "allies_made" if self.kind == "player" else self.name


@dataclass(frozen=True)
class Answers:
    """All answers of a user.

    An amount that is None is scored as usual. A zero and a high bid are then like any other bid, a zero in a small hand
    is like any other zero, and too many tricks are like too few.
    """

    name: str = ""
    about: str = ""  # the user's own sentence; "": the answers in words
    made: Amount = Amount(unit=MADE_UNITS[0])
    made_cards: Number = 0  # for every card of the hand
    zero: Amount | None = None  # its unit is CARDS, as in small_zero
    small_zero: Amount | None = None  # of a made zero in hands of at most `small` cards
    small: int = 5
    high: Amount | None = None  # of a made bid of `high_from` or more
    missed_high: Amount | None = None
    high_from: int = 8
    missed: Amount = Amount()
    over: Amount | None = None
    missed_zero: Amount | None = None
    half: bool = False  # exactly one trick off gives half the points of a made bid
    only_winner: Number = 0  # added for the only player who made the bid, or missed it
    only_loser: Number = 0
    void_if_missed: bool = False  # no points in a hand that all missed
    streak: int = 5  # hands in a row that were all made (missed); each time, `streak_made` (`streak_missed`) is added
    streak_made: Number = 0
    streak_missed: Number = 0
    streak_skips: bool = False  # hands of one card count in no streak
    times: tuple[tuple[str, Number], ...] = ()  # by a name in TIMES
    winner: Winner = "high"
    exactly: int = 100
    turns_back: bool = True  # the excess over `exactly` is subtracted
    no_bid_from: int | None = None  # the total from which a player does not bid
    without: Number = 1  # for every trick of a player who does not bid
    halves: bool = False
    marks: tuple[Mark, ...] = ()

    @property
    def has_streaks(self) -> bool:
        """Return whether streaks change the points."""
        return bool(self.streak_made or self.streak_missed)

    def settled(self) -> Answers:
        """Return answers with the same points, in the form in which `read` returns them."""
        usual = Answers()
        amounts = {name: _settled(amount, UNITS[name]) for name, amount in amounts_of(self).items()}
        made, missed = amounts["made"], amounts["missed"]
        zero, over = amounts.get("zero"), amounts.get("over")
        unused = {
            "exactly": self.winner == "exactly", "turns_back": self.winner == "exactly",
            "without": self.no_bid_from is not None, "small": self.small_zero is not None,
            "high_from": self.high is not None or self.missed_high is not None,
            "streak": self.has_streaks, "streak_skips": self.has_streaks,
        }  # fmt: skip
        settled = {
            **amounts,
            "zero": None if zero == Amount(made.points, self.made_cards, CARDS) else zero,
            "over": None if over == missed else over,
            **{name: getattr(usual, name) for name, is_used in unused.items() if not is_used},
            "halves": self.halves or (self.half and self._has_odd_wins()),
            "times": tuple((name, times) for name, times in self.times if times != 1),
        }
        return replace(self, **settled)

    def _has_odd_wins(self) -> bool:
        """Return whether half of the points of a made bid may not be whole."""
        amounts = [amount for amount in (self.made, self.zero, self.small_zero, self.high) if amount is not None]
        marks = [mark.made for mark in self.marks if not mark.missed]
        numbers = (self.made_cards, *marks, *(number for amount in amounts for number in (amount.points, amount.each)))
        return any(number % 2 for number in numbers)


def amounts_of(answers: Answers) -> dict[str, Amount]:
    """Return the amounts of the answers by name, without those that are None."""
    return {name: amount for name in UNITS if (amount := getattr(answers, name)) is not None}


def _settled(amount: Amount, units: Sequence[str]) -> Amount:
    return amount if amount.each and amount.unit in units else replace(amount, unit=units[0])


# --- the table in a file ----------------------------------------------------------------------------------


def to_table(answers: Answers) -> dict[str, Any]:
    """Return the answers that the other keys of a scheme do not say, without those that are usual."""
    amounts = amounts_of(answers).items()
    kept = {
        **{name: {**_numbers(amount, "points", "each"), "unit": amount.unit} for name, amount in amounts},
        **_numbers(answers, *_NUMBERS),
        **{name: getattr(answers, name) for name in (*_WHOLES, *_SWITCHES)},
        "times": {name: _plain(times) for name, times in answers.times},
        "marks": {mark.name: _worth(mark) for mark in answers.marks},
    }
    return {name: value for name, value in kept.items() if value not in (getattr(Answers, name, None), {})}


def _worth(mark: Mark) -> dict[str, Any]:
    return {**_numbers(mark, "made", "missed"), **(_numbers(mark, "times") if mark.times != 1 else {})}


def _numbers(record: object, *names: str) -> dict[str, Any]:
    return {name: _plain(getattr(record, name)) for name in names}


def _plain(number: Number) -> int | float:
    """Return a whole number or a half as JSON has it."""
    return int(number) if number.denominator == 1 else float(number)


_NUMBERS = ("made_cards", "only_winner", "only_loser", "streak_made", "streak_missed", "without")
_SWITCHES = ("half", "void_if_missed", "streak_skips")
_WHOLES: Mapping[str, tuple[int, int]] = {
    "small": (1, MOST_CARDS), "high_from": (1, MOST_CARDS), "streak": (2, MOST_RUN),
    "no_bid_from": (-LARGEST_TOTAL, LARGEST_TOTAL),
}  # fmt: skip
"""The numbers in answers, and the whole numbers with their limits."""


def read_answers(where: str, value: object) -> Mapping[str, Any]:
    """Return the arguments of Answers in a table; raise RuleFileError for any other value."""
    readers: dict[str, Callable[[str, Any], Any]] = {
        **{name: partial(_read_amount, units=units) for name, units in UNITS.items()},
        **dict.fromkeys(_NUMBERS, _number),
        **{name: field_readers.whole(*limits) for name, limits in _WHOLES.items()},
        **dict.fromkeys(_SWITCHES, field_readers.yes_no),
        "times": lambda place, table: tuple(_read_numbers(place, table, TIMES).items()),
        "marks": _read_marks,
    }
    given = {"marks": {}, **field_readers.table(where, value, readers)}
    return {name: readers[name](f"{where}.{name}", entry) for name, entry in given.items()}


_number = partial(number, largest=LARGEST)


def _read_numbers(where: str, value: object, names: Collection[str], others: Collection[str] = ()) -> dict[str, Number]:
    """Return the numbers in a table by name; `others` are further keys that it may have."""
    given = field_readers.table(where, value, (*names, *others))
    return {name: _number(f"{where}.{name}", given[name]) for name in names if name in given}


def _read_amount(where: str, value: object, units: Sequence[str]) -> Amount:
    numbers = _read_numbers(where, value, ("points", "each"), ("unit",))
    unit = field_readers.table(where, value).get("unit", units[0])
    return Amount(**numbers, unit=field_readers.one_of(units)(f"{where}.unit", unit))


def _read_marks(where: str, value: object) -> dict[str, dict[str, Number]]:
    marks, names = field_readers.table(where, value), ("made", "missed", "times")
    return {mark: _read_numbers(f"{where}.{mark[:40]}", worth, names) for mark, worth in marks.items()}
