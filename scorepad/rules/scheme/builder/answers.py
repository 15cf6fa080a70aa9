"""The answers of a user who builds the scoring of a hand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from scorepad.rules.formula.tree import Number
from scorepad.rules.scheme.parts import ANY_NUMBER, MarkKind, MarkNumber

Winner = Literal["high", "low", "exactly"]

MADE_UNITS = ("bid", "bid ** 2")
MISSED_UNITS = ("off", "taken", "bid", "off ** 2", "off ** 3", "sum_to(off)")
CARDS = "cards"
"""What points may be counted for, as a formula has it; the first of each is the usual one."""

MOST_MARKS = 3
LARGEST = 1_000
"""Of a number that is answered, either sign."""


@dataclass(frozen=True)
class Amount:
    """`points`, and `each` for every `unit`."""

    points: Number = 0
    each: Number = 0
    unit: str = MISSED_UNITS[0]


@dataclass(frozen=True)
class Mark:
    """What the scorer notes for a player; `made` (`missed`) times it is added to a bid made (missed); yes is 1."""

    name: str
    kind: MarkKind = "yes or no"
    made: Number = 0
    missed: Number = 0
    number: MarkNumber = ANY_NUMBER  # what it is unless said, and what is offered to tap


@dataclass(frozen=True)
class Answers:
    """All the answers. `zero` None: as any other bid; `over` None: too many tricks give what too few do."""

    name: str = ""
    about: str = ""  # a sentence of one's own; "": the answers in words
    made: Amount = Amount(unit=MADE_UNITS[0])
    made_cards: Number = 0  # for every card of the hand
    zero: Amount | None = None  # its unit is CARDS
    missed: Amount = Amount()
    over: Amount | None = None
    winner: Winner = "high"
    exactly: int = 100
    turns_back: bool = True  # the excess over `exactly` is subtracted
    no_bid_from: int | None = None  # the total from which a player bids no more
    without: Number = 1  # for every trick of a player who does not bid
    halves: bool = False
    marks: tuple[Mark, ...] = ()

    def settled(self) -> Answers:
        """Return the same points, said in the one way in which they are read back."""
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
        """Every number of points in it."""
        amounts = [one for one in (self.made, self.zero, self.missed, self.over) if one is not None]
        marks = [number for mark in self.marks for number in (mark.made, mark.missed)]
        return [
            *(number for one in amounts for number in (one.points, one.each)),
            self.made_cards,
            self.without,
            *marks,
        ]


def _settled(amount: Amount, usual_unit: str) -> Amount:
    return amount if amount.each else replace(amount, unit=usual_unit)
