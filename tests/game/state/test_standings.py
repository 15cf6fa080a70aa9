"""Late entry, places and money, against the worked examples of rules.md D1, D2 and D3."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.game.state.standings import Place, late_entry, settlement, share_pot, standings
from scorepad.rules.rulebook.pot import Pot


@pytest.mark.parametrize(
    ("totals", "exact", "entered"),
    [
        ([10, 22, 40], Fraction(16), 16), ([10, 22, 31, 40], Fraction(73, 4), 18), ([-6, -3, 14], Fraction(-9, 2), -5),
        ([55, 55, 55, 55], Fraction(55), 55), ([20, 24, 25], Fraction(22), 22), ([12, 38, 44, 50], Fraction(53, 2), 26),
        ([11, 22, 31, 40], Fraction(75, 4), 19), ([-11, -6, -5, 0], Fraction(-33, 4), -8),
        ([12, 23, 31, 40], Fraction(39, 2), 19),  # a half towards the worst
    ],
)  # fmt: skip
def test_a_newcomer_stands_half_way_between_the_lowest_and_the_median(
    totals: list[int], exact: Fraction, entered: int
) -> None:
    result = late_entry(reversed(totals))
    assert result.exact == exact
    assert result.points == entered


def test_where_low_wins_the_worst_total_is_the_highest_and_a_half_goes_up() -> None:
    result = late_entry([3, 7, 14], low_wins=True)
    assert (result.worst, result.median, result.exact) == (14, 7, Fraction(21, 2))
    assert result.points == 11
    assert late_entry([3, 7, 13], low_wins=True).points == 10
    assert late_entry([-14, -7, -3], low_wins=True).points == -5


def test_a_rulebook_may_let_newcomers_begin_at_zero_at_the_worst_or_at_the_mean() -> None:
    assert late_entry([10, 20, 45], rule="zero").points == 0
    assert late_entry([10, 20, 45], rule="worst").points == 10
    assert late_entry([10, 20, 45], rule="mean").points == 25
    assert late_entry([10, 20, 45], rule="half-way to the mean").exact == Fraction(35, 2)
    assert late_entry([10, 20, 45], rule="points a hand", missed=-6).points == -6


def test_a_table_may_take_the_lowest_total_where_the_lowest_wins_too() -> None:
    for rule, ours, lowest in (("worst", 45, 10), ("half-way", Fraction(65, 2), 15)):
        assert late_entry([10, 20, 45], rule=rule, low_wins=True).exact == ours
        assert late_entry([10, 20, 45], rule=rule, low_wins=True, worst_is="the lowest").exact == lowest


@pytest.mark.parametrize(
    ("rounding", "high_wins", "low_wins"),
    [
        ("half to the worst", 19, 32), ("half up", 20, 32), ("down", 19, 31),
        ("to quarters", Fraction(39, 2), Fraction(63, 2)),
    ],
)  # fmt: skip
def test_a_half_goes_as_the_table_rounds(rounding: str, high_wins: Any, low_wins: Any) -> None:
    """Half-way from 12 to 27 is 19.5, from 40 to 23 is 31.5."""
    assert late_entry([12, 23, 31, 40], rounding=rounding).points == high_wins
    assert late_entry([12, 22, 24, 40], rounding=rounding, low_wins=True).points == low_wins


def test_equal_totals_share_a_place_the_next_is_skipped_and_a_tie_break_parts_nothing_else() -> None:
    places = standings({"Ann": 30, "Bob": 41, "Cat": 41, "Di": 12}, "high")
    assert places == [Place(1, "Bob", 41), Place(1, "Cat", 41), Place(3, "Ann", 30), Place(4, "Di", 12)]
    places = standings({"Ann": 30, "Bob": 30, "Cat": 31}, "high", {"Ann": 2, "Bob": 5, "Cat": 0})
    assert [(place.place, place.player) for place in places] == [(1, "Cat"), (2, "Bob"), (3, "Ann")]


def test_the_lowest_total_leads_where_low_wins_and_the_nearest_from_either_side_where_100_does() -> None:
    assert [standing.player for standing in standings({"Ann": 3, "Bob": -1, "Cat": 0}, "low")] == ["Bob", "Cat", "Ann"]
    places = standings({"Ann": 88, "Bob": 97, "Cat": 103, "Di": 0}, ("exactly", 100))
    assert [(place.place, place.player) for place in places] == [(1, "Bob"), (1, "Cat"), (3, "Ann"), (4, "Di")]


@pytest.mark.parametrize(
    ("totals", "stake", "low_wins", "paid"),
    [
        ([143, 121, 98, 60], 2, False, [75, 31, -15, -91]),  # the first example needs no rounding
        ([100, 58, 41], 5, False, [168, -42, -126]),  # the missing cent goes to the poorest of equal fractions
        ([186, 42, 344, 116], 1, False, [14, -130, 172, -56]),  # skat players of an old Hoyle
        ([0, 10, 20], 3, True, [30, 0, -30]),
        ([41, 58, 100], 5, True, [126, 42, -168]),
        ([0, 0, 1], 2, False, [0, -1, 1]),  # of equally poor players the first seat gets the coin
        ([Fraction(41, 4), 0, 0], 1, False, [7, -3, -4]),
    ],
)
def test_players_settle_against_the_mean(totals: list[Any], stake: int, low_wins: bool, paid: list[int]) -> None:
    by_player = dict(zip("ABCD", totals, strict=False))
    assert [*settlement(by_player, stake, low_wins=low_wins).values()] == paid


@given(st.dictionaries(st.text(min_size=1, max_size=3), st.integers(-500, 500), max_size=8), st.integers(0, 100))
def test_money_always_sums_to_zero_and_is_never_a_coin_off(totals: dict[str, int], stake: int) -> None:
    paid = settlement(totals, stake)
    assert sum(paid.values()) == 0
    for player, amount in paid.items():
        assert abs(amount - (totals[player] - Fraction(sum(totals.values()), len(totals))) * stake) < 1


FOUR = {"Ann": 143, "Bob": 121, "Cy": 98, "Di": 60}


@pytest.mark.parametrize(
    ("pot", "totals", "misses", "low_wins", "gains"),
    [
        # The club's rule for four players, 170 - 10 x 4 (rules.md E8): begun tens below 130, and the last place.
        (Pot(last=100, each=100, limit=130), FOUR, {}, False, [1300, -100, -400, -800]),
        (Pot(places=(50, 100, 200)), FOUR, {}, False, [350, -50, -100, -200]),
        (Pot(places=(50,), miss=10), FOUR, {"Ann": 3, "Di": 4}, False, [90, -50, 0, -40]),
        # Cy and Di share the third and the fourth amount, 75, and Cy is first in the order of seats.
        (Pot(places=(0, 35, 40)), {"Ann": 9, "Bob": 8, "Cy": 5, "Di": 5}, {}, False, [75, 0, -38, -37]),
        # Three winners share 100; the coin left over goes to the first of them. Nobody pays for place 2 or 3.
        (Pot(places=(10, 10), last=100), {"Ann": 9, "Bob": 9, "Cy": 9, "Di": 5}, {}, False, [34, 33, 33, -100]),
        (Pot(last=100), {"Ann": 9, "Bob": 9}, {}, False, [0, 0]),
        (Pot(each=5, points=1, limit=10), {"Ann": 4, "Bob": 10, "Cy": Fraction(25, 2)}, {}, True, [15, 0, -15]),
    ],
)
def test_the_winners_take_what_the_others_pay_into_the_pot(
    pot: Pot, totals: dict[str, Any], misses: dict[str, int], low_wins: bool, gains: list[int]
) -> None:
    places = standings(totals, "low" if low_wins else "high")
    shares = share_pot(pot, places, misses, low_wins=low_wins)
    assert {player: share.gain for player, share in shares.items()} == dict(zip(totals, gains, strict=True))


AMOUNTS = st.integers(0, 500)


@given(
    st.builds(Pot, AMOUNTS, st.lists(AMOUNTS, max_size=9).map(tuple), AMOUNTS, AMOUNTS, st.integers(1, 50), AMOUNTS),
    st.lists(st.integers(-40, 40), min_size=1, max_size=10), AMOUNTS, st.booleans(),
)  # fmt: skip
def test_every_coin_of_the_pot_is_paid_out(pot: Pot, totals: list[int], misses: int, low_wins: bool) -> None:
    by_player = {f"p{at}": total for at, total in enumerate(totals)}
    places = standings(by_player, "low" if low_wins else "high")
    shares = share_pot(pot, places, dict.fromkeys(by_player, misses), low_wins=low_wins)
    assert sum(share.gain for share in shares.values()) == 0
    received = [share.received for share in shares.values() if share.received]
    assert max(received, default=0) - min(received, default=0) <= 1
