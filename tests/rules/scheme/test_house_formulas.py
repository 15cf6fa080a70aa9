"""Formulas that groups really play, written in the language of schemes.

G2 is the table of the rules that gives every known scheme as coefficients. The built-in schemes are checked against
it for every bid and number of tricks. G3 is the stress test of house rules. Each is a scheme text in tests/schemes,
checked with its examples and against its line of the table here.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from scorepad.errors import SchemeError
from scorepad.rules import scheme
from scorepad.rules.scheme import Scheme
from scorepad.rules.scheme.variables import hand_variables

SCHEMES = Path(__file__).parent.parent.parent / "schemes"
SIZES = (1, 2, 4, 7, 8, 10, 13)

Number = int | Fraction


class Hand(NamedTuple):
    bid: int
    taken: int
    cards: int

    @property
    def off(self) -> int:
        return abs(self.bid - self.taken)


Formula = Number | Callable[[Hand], Number]


def worked_out(formula: Formula, hand: Hand) -> Number:
    return formula(hand) if callable(formula) else formula


def house(name: str) -> Scheme:
    return Scheme.from_toml((SCHEMES / f"{name}.toml").read_text(encoding="utf-8"), name)


def points(scheme: Scheme, bid: int, taken: int, cards: int, **more: Any) -> Number:
    options = scheme.option_values(more.pop("options", {}))
    return scheme.points(hand_variables(bid=bid, taken=taken, cards=cards, options=options, **more))


def every_hand() -> list[Hand]:
    return [Hand(bid, taken, cards) for cards in SIZES for bid in range(cards + 1) for taken in range(cards + 1)]


def triangle(off: int) -> int:
    return sum(range(off + 1))


# --- G2: key -> (made above zero, made zero, missed, who wins) ----------------------------------------

G2: dict[str, tuple[Formula, Formula, Formula, str]] = {
    "michigan": (lambda h: 10 + h.taken, 10, lambda h: -h.off, "high"),
    "pike": (lambda h: 10 + h.bid, 10, lambda h: -10 - h.off, "high"),
    "oh_hell_500": (lambda h: 10 + 2 * h.bid, 10, lambda h: h.taken, "high"),
    "golf": (0, 0, lambda h: triangle(h.off), "low"),
    "progressive": (lambda h: 10 + h.bid * h.bid, 10, lambda h: h.taken, "high"),
    "norwegian": (lambda h: h.bid + h.cards, lambda h: 10 + h.cards, 0, "high"),
    "ohell_cubed": (lambda h: 10 + h.bid * h.bid, lambda h: 10 + h.cards, lambda h: -(h.off**3), "high"),
    "blackout": (lambda h: 10 + h.bid, 10, 0, "high"),
    "standard": (lambda h: 10 + h.taken, 10, lambda h: h.taken, "high"),
    "zero_five": (lambda h: 10 + h.taken, 5, lambda h: h.taken, "high"),
    "zero_five_plus": (lambda h: 10 + h.taken, lambda h: 5 + h.cards, lambda h: h.taken, "high"),
    "tens": (lambda h: 10 * h.bid, 10, lambda h: -10 * h.off, "high"),
    "five_and_ten": (lambda h: 5 + 10 * h.taken, 5, lambda h: -5 - 5 * h.off, "high"),
    "squares": (lambda h: 10 + h.bid * h.bid, 10, lambda h: -(h.off**2), "high"),
    "seven_truf": (lambda h: 10 * h.bid, lambda h: 5 * h.cards, lambda h: h.taken, "high"),
}


@pytest.mark.parametrize("key", G2)
def test_a_built_in_scheme_is_its_row_of_coefficients_in_every_hand(key: str) -> None:
    made, made_zero, missed, winner = G2[key]
    result = scheme.find(key)
    assert result.winner == winner
    for hand in every_hand():
        formula = missed if hand.off else made if hand.bid > 0 else made_zero
        assert points(result, *hand) == worked_out(formula, hand), hand


@pytest.mark.parametrize("key", ["zero_five", "zero_five_plus"])
def test_on_blackout_a_cheap_zero_leaves_every_miss_at_nothing(key: str) -> None:
    on_standard, on_blackout = {"base": "standard"}, {"base": "blackout"}
    for bid, taken, cards in every_hand():
        blotted = points(scheme.find(key), bid, taken, cards, options=on_blackout)
        plain = points(scheme.find(key), bid, taken, cards, options=on_standard)
        assert blotted == (plain if bid == taken else 0)


@pytest.mark.parametrize("total", [0, 79, 80, 99])
def test_boerenbridge_is_its_rows_of_coefficients_below_eighty_and_from_eighty_on(total: int) -> None:
    for bid in range(14):
        for taken in range(14):
            made = 20 if bid == 0 else 10 + taken
            below = made if bid == taken else taken
            hand = points(scheme.find("boerenbridge"), bid, taken, 13, total=total)
            assert hand == (below if total < 80 else taken)


def every_contract() -> list[tuple[int, bool, bool]]:
    return [(cards, *state) for cards in (3, 5, 8) for state in ((False, False), (True, False), (True, True))]


@pytest.mark.parametrize(("cards", "doubled", "redoubled"), every_contract())
def test_murders_declarer_is_his_row_of_coefficients(cards: int, doubled: bool, redoubled: bool) -> None:
    for bid in range(cards + 1):
        for taken in range(cards + 1):
            steps = 1 + (2 * bid > cards) + doubled + redoubled
            expected = 10 + 2 * bid * steps if bid == taken else -max(bid, abs(bid - taken)) * steps
            state = {"role": "declarer", "doubled": doubled, "redoubled": redoubled}
            assert points(scheme.find("murder"), bid, taken, cards, **state) == expected


@pytest.mark.parametrize(("cards", "doubled", "redoubled"), every_contract())
def test_murders_others_are_their_row_of_coefficients_whatever_is_doubled(
    cards: int, doubled: bool, redoubled: bool
) -> None:
    for bid in range(cards + 1):
        for taken in range(cards + 1):
            steps = 1 + (2 * bid > cards)
            expected = 6 + 2 * bid * steps if bid == taken else -abs(bid - taken) * steps
            contract = {"role": "other", "level": 1, "contract_taken": 0, "doubled": doubled, "redoubled": redoubled}
            assert points(scheme.find("murder"), bid, taken, cards, **contract) == expected


@pytest.mark.parametrize(("cards", "redoubled"), [(3, False), (3, True), (8, False), (8, True)])
def test_murders_doubler_is_his_row_of_coefficients_and_his_own_bid_sleeps(cards: int, redoubled: bool) -> None:
    for level in range(cards + 1):
        steps = 1 + (2 * level > cards) + redoubled
        for bid in range(level + 1):
            for contract_taken in range(cards + 1):
                expected = -max(level, 1) * steps if contract_taken == level else 10 + 2 * level * steps
                for taken in range(cards - contract_taken + 1):
                    contract = {"role": "doubler", "level": level, "contract_taken": contract_taken, "doubled": True}
                    now = points(scheme.find("murder"), bid, taken, cards, redoubled=redoubled, **contract)
                    assert now == expected


# --- G3: file -> (made above zero, made zero, short, over, who wins) -----------------------------------

HALF = Fraction(1, 2)
G3: dict[str, tuple[Formula, Formula, Formula, Formula, str]] = {
    "variant_basic": (lambda h: 5 + h.taken, 5, lambda h: h.taken, lambda h: h.taken, "high"),
    "exact_with_penalty": (lambda h: 10 + h.bid, 10, lambda h: -h.bid, lambda h: -h.bid, "high"),
    "double_whammy": (lambda h: 15 if h.bid == 1 else 11 * h.bid, 10, lambda h: h.taken, lambda h: h.taken, "high"),
    "cypriot": (lambda h: 10 + 5 * h.bid, 10, lambda h: -5 * h.bid, lambda h: -5 * h.bid if h.bid else -10, "high"),
    "set_penalty": (lambda h: 10 + h.bid, 10, -10, lambda h: h.taken, "high"),
    "penalty_short_zero_over": (lambda h: 10 + h.bid, 10, lambda h: -h.bid, 0, "high"),
    "progressive_penalty": (
        lambda h: 10 + h.bid,
        10,
        lambda h: -(h.bid + 10 * (h.bid - h.taken)),
        lambda h: -(h.bid + 10 * (h.taken - h.bid)),
        "high",
    ),
    "montreal": (lambda h: 10 + 2 * h.taken, 10, 0, 0, "high"),
    "simplified_negative": (0, 0, lambda h: h.off**2, lambda h: h.off**2, "low"),
    "variant_negative": (0, 0, lambda h: h.cards, lambda h: h.cards, "low"),
    "trick_scoring": (lambda h: h.bid, HALF, lambda h: h.taken - h.bid, lambda h: h.bid - h.taken, "high"),
    "binary_nil": (  # four players
        10,
        lambda h: 20 if h.cards > 4 else 10,
        0,
        lambda h: -10 if h.bid == 0 and h.cards > 4 else 0,
        "high",
    ),
    "adjusted_exact": (lambda h: h.bid + h.cards, lambda h: h.cards, 0, 0, "high"),
    "novacastrian": (lambda h: h.bid, 0, lambda h: -h.bid, lambda h: -h.taken, "high"),
    "gentleman": (lambda h: 10 * h.bid, 5, lambda h: -10 * (h.bid - h.taken), lambda h: h.taken, "high"),
    "variable_bonus": (  # the largest hand has thirteen cards
        lambda h: h.taken + 14 - h.cards,
        lambda h: 14 - h.cards,
        lambda h: h.taken,
        lambda h: h.taken,
        "high",
    ),
    "penalty": (
        lambda h: 10 + 5 * h.taken,
        10,
        lambda h: -(10 + 15 * (h.bid - h.taken - 1)),
        lambda h: -(10 + 15 * (h.taken - h.bid - 1)),
        "high",
    ),
    "basas": (  # four players and 52 cards: all are dealt when each has thirteen
        lambda h: 10 + h.bid * h.bid,
        lambda h: 35 if h.cards == 13 else 10,
        lambda h: -3 * (h.bid - h.taken),
        lambda h: -10 if h.bid == 0 and h.cards == 13 else -3 * (h.taken - h.bid),
        "high",
    ),
    "spades_double": (  # hearts are trumps here; spades have a separate test
        lambda h: 10 + h.taken,
        10,
        lambda h: h.taken,
        lambda h: h.taken,
        "high",
    ),
    "scratch": (0, 0, 1, 1, "low"),
}


@pytest.mark.parametrize("name", G3)
def test_a_house_formula_is_its_line_of_the_table_in_every_hand(name: str) -> None:
    made, made_zero, short, over, winner = G3[name]
    result = house(name)
    assert result.winner == winner
    for hand in every_hand():
        made_it = made if hand.bid > 0 else made_zero
        formula = short if hand.taken < hand.bid else over if hand.taken > hand.bid else made_it
        assert points(result, *hand, players=4, top=13, trump="H") == worked_out(formula, hand), hand


@pytest.mark.parametrize("file", sorted(SCHEMES.glob("*.toml")), ids=lambda file: file.stem)
def test_a_house_scheme_is_sound_and_its_examples_hold(file: Path) -> None:
    assert Scheme.from_toml(file.read_text(encoding="utf-8"), file.stem).check() == []


def test_every_house_formula_has_its_line_here() -> None:
    beyond_one_hand = {"blind_bids", "binary_halving"}
    assert {file.stem for file in SCHEMES.glob("*.toml")} == set(G3) | beyond_one_hand


@pytest.mark.parametrize("file", sorted(SCHEMES.glob("*.toml")), ids=lambda file: file.stem)
def test_a_house_scheme_survives_being_kept_in_a_game(file: Path) -> None:
    result = Scheme.from_toml(file.read_text(encoding="utf-8"), file.stem)
    kept = Scheme.from_dict(result.to_dict(), file.stem)
    assert kept.to_dict() == result.to_dict()
    assert kept.check() == []


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


def test_a_blind_bid_is_marked_on_the_hand() -> None:
    blind_bids = house("blind_bids")
    assert points(blind_bids, 3, 3, 7, marks={"blind": True}) == 23
    assert points(blind_bids, 3, 3, 7, marks={"blind": False}) == 13


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


def test_a_mistyped_name_is_refused_with_its_place() -> None:
    text = (SCHEMES / "montreal.toml").read_text(encoding="utf-8").replace("2 * taken", "2 * takn")
    with pytest.raises(SchemeError) as refusal:
        Scheme.from_toml(text, "montreal")
    assert refusal.value.where == "points[1].give"
    assert "takn" in str(refusal.value)
    assert "taken" in str(refusal.value)


def test_halves_are_refused_where_they_are_not_allowed() -> None:
    text = (SCHEMES / "trick_scoring.toml").read_text(encoding="utf-8").replace("halves = true", "halves = false")
    assert Scheme.from_toml(text, "whole").check() != []
