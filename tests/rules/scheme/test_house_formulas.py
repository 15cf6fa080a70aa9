"""Formulas that groups really play, written in the language of schemes.

G2 is the table of the rules that gives every known scheme as coefficients. The built-in schemes are checked against
it for every bid and number of tricks. G3 is the stress test of house rules. Each is a scheme text in tests/schemes,
checked with its examples and against its line of the table here.
"""

from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from rules.scheme.own_schemes import SCHEMES, house

from scorepad.rules import scheme
from scorepad.rules.scheme import Scheme
from scorepad.rules.scheme.variables import hand_variables

SIZES = (1, 2, 4, 7, 8, 10, 13)

Number = int | Fraction


class Hand(NamedTuple):
    bid: int
    taken: int
    cards: int

    @property
    def off(self) -> int:
        return abs(self.bid - self.taken)


def points(scheme: Scheme, bid: int, taken: int, cards: int, **more: Any) -> Number:
    options = scheme.option_values(more.pop("options", {}))
    return scheme.points(hand_variables(bid=bid, taken=taken, cards=cards, options=options, **more))


def every_hand() -> list[Hand]:
    return [Hand(bid, taken, cards) for cards in SIZES for bid in range(cards + 1) for taken in range(cards + 1)]


# --- G2: key -> (made above zero, made zero, missed, who wins) ----------------------------------------


@pytest.mark.parametrize("key", ["zero_five", "zero_five_plus"])
def test_on_blackout_a_cheap_zero_leaves_every_miss_at_nothing(key: str) -> None:
    on_standard, on_blackout = {"base": "standard"}, {"base": "blackout"}
    for bid, taken, cards in every_hand():
        blotted = points(scheme.find(key), bid, taken, cards, options=on_blackout)
        plain = points(scheme.find(key), bid, taken, cards, options=on_standard)
        assert blotted == (plain if bid == taken else 0)


# --- G3: file -> (made above zero, made zero, short, over, who wins) -----------------------------------

HALF = Fraction(1, 2)


@pytest.mark.parametrize("file", sorted(SCHEMES.glob("*.toml")), ids=lambda file: file.stem)
def test_a_house_scheme_is_sound_and_its_examples_hold(file: Path) -> None:
    assert Scheme.from_toml(file.read_text(encoding="utf-8"), file.stem).check() == []


def test_spades_as_trumps_double_everything_and_no_trumps_double_nothing() -> None:
    spades_double = house("spades_double")
    for bid, taken, cards in every_hand():
        plain = points(spades_double, bid, taken, cards, trump="N")
        assert points(spades_double, bid, taken, cards, trump="S") == 2 * plain
        assert points(spades_double, bid, taken, cards, trump=None) == plain


def test_a_hard_zero_is_one_with_more_cards_than_players() -> None:
    binary_nil = house("binary_nil")
    assert [points(binary_nil, 0, 0, 7, players=players) for players in (5, 6, 7, 8)] == [20, 20, 10, 10]
    assert [points(binary_nil, 0, 1, 7, players=players) for players in (5, 6, 7, 8)] == [-10, -10, 0, 0]


def test_a_house_with_another_pack_has_its_all_card_hand_elsewhere() -> None:
    basas = house("basas")
    assert points(basas, 0, 0, 10, players=4, options={"pack": 40}) == 35
    assert points(basas, 0, 0, 10, players=4) == 10


def test_falling_short_may_cost_the_tricks_off_where_the_base_rule_says_so() -> None:
    option = {"penalty": "off"}
    assert points(house("penalty_short_zero_over"), 5, 2, 8, options=option) == -3
    assert points(house("penalty_short_zero_over"), 2, 5, 8, options=option) == 0


def test_half_a_point_stays_half_a_point() -> None:
    trick_scoring = house("trick_scoring")
    for before in (0, HALF, Fraction(-1, 2), 7):
        assert trick_scoring.entry(hand_variables(bid=0, taken=0, cards=3, total=before)) == HALF


@pytest.mark.parametrize(("total", "after"), [(16, 8), (15, 8), (1, 1), (0, 0), (-3, -1)])
def test_a_miss_may_halve_the_total_and_round_it_up(total: int, after: int) -> None:
    halving = house("binary_halving")
    assert total + halving.entry(hand_variables(bid=2, taken=1, cards=5, total=total)) == after


def test_a_scheme_whose_example_is_wrong_is_refused_with_both_numbers() -> None:
    problems = house("refused/wrong_example").check()
    assert len(problems) == 1
    words = str(problems[0])
    assert "14" in words
    assert "13" in words
