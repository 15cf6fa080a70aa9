"""The answers of a user who builds a custom scheme."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from scorepad.rules.formula.tree import Number
from scorepad.rules.scheme.parts import ANY_NUMBER, MarkKind, MarkNumber

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
        """Return answers with the same points, in the form in which `reading.read` returns them."""
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

    def numbers(self) -> list[Number]:
        """Return all numbers of points in the answers."""
        amounts = [amount for amount in (self.made, self.zero, self.missed, self.over) if amount is not None]
        marks = [number for mark in self.marks for number in (mark.made, mark.missed)]
        return [
            *(number for amount in amounts for number in (amount.points, amount.each)),
            self.made_cards,
            self.without,
            *marks,
        ]


def _settled(amount: Amount, usual_unit: str) -> Amount:
    return amount if amount.each else replace(amount, unit=usual_unit)
