"""Random answers of the scheme builder."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from scorepad.rules.formula import simplify_number
from scorepad.rules.scheme.answers import CARDS, MADE_UNITS, MISSED_UNITS, TIMES
from scorepad.rules.scheme.builder import Amount, Answers, Mark
from scorepad.rules.scheme.parts import MarkNumber

wholes = st.integers(-100, 100)


halves = st.integers(-100, 100).map(lambda twice: simplify_number(Fraction(twice, 2)))


@st.composite
def mark_numbers_of(draw: Callable[[st.SearchStrategy[Any]], Any]) -> MarkNumber:
    choices = draw(st.lists(wholes, unique=True, max_size=4))
    return MarkNumber(draw(st.sampled_from(choices) if choices else wholes), tuple(choices))


@st.composite
def of_some_kind(draw: Callable[[st.SearchStrategy[Any]], Any], mark: Mark) -> Mark:
    """Return the mark as a number, a yes or another player, entered with the bids or after play."""
    after_play, most = draw(st.booleans()), draw(st.none() | st.integers(1, 100))
    kind = draw(st.sampled_from(["yes or no", "number", "player"]))
    number = replace(
        draw(mark_numbers_of()) if kind == "number" else MarkNumber(), after_play=after_play, most_per_hand=most
    )
    return replace(mark, kind=kind, number=number, missed=0 if kind == "player" else mark.missed)


def amounts(units: tuple[str, ...], numbers: st.SearchStrategy[Any]) -> st.SearchStrategy[Amount]:
    return st.builds(Amount, numbers, numbers, st.sampled_from(units))


@st.composite
def answers(draw: Callable[[st.SearchStrategy[Any]], Any]) -> Answers:
    finest = draw(st.booleans())
    numbers = halves if finest else wholes
    missed = amounts(MISSED_UNITS, numbers)
    names = draw(st.lists(st.sampled_from(["blind", "bonus", "captured_king"]), unique=True))
    marks = [Mark(name, made=draw(numbers), missed=draw(numbers)) for name in names]
    marks = [replace(mark, times=draw(st.sampled_from([1, 1, 2, 3]))) for mark in marks]
    marks = [draw(of_some_kind(mark)) for mark in marks]
    return Answers(
        name="Ours",
        about=draw(st.sampled_from(["", "As Grandma counts."])),
        made=draw(amounts(MADE_UNITS, numbers)),
        made_cards=draw(numbers),
        zero=draw(st.none() | amounts((CARDS,), numbers)),
        missed=draw(missed),
        over=draw(st.none() | missed),
        missed_zero=draw(st.none() | missed),
        small_zero=draw(st.none() | amounts((CARDS,), numbers)),
        small=draw(st.integers(1, 60)),
        high=draw(st.none() | amounts(MADE_UNITS, numbers)),
        missed_high=draw(st.none() | missed),
        high_from=draw(st.integers(1, 60)),
        half=not finest and draw(st.booleans()),
        only_winner=draw(numbers),
        only_loser=draw(numbers),
        void_if_missed=draw(st.booleans()),
        streak=draw(st.integers(2, 200)),
        streak_made=draw(numbers),
        streak_missed=draw(numbers),
        streak_skips=draw(st.booleans()),
        times=tuple((name, draw(st.integers(1, 5))) for name in TIMES),
        winner=draw(st.sampled_from(["high", "low", "exactly"])),
        exactly=draw(st.integers(-500, 500)),
        turns_back=draw(st.booleans()),
        no_bid_from=draw(st.none() | st.integers(-500, 500)),
        without=draw(numbers),
        halves=finest,
        marks=tuple(marks),
    ).settled()
