"""What totals become before a hand is recorded, and what a correction would change for whom."""

from __future__ import annotations

import pytest
from builders import Entry, hand, on, play, totals
from hypothesis import given, settings
from hypothesis import strategies as st

from scorepad.game.decide import hands
from scorepad.game.report.preview import Becomes, becomes, changes
from scorepad.game.state.record import Game


def ahead(game: Game) -> dict[str, Becomes]:
    """The becomes of the open hand, by name."""
    assert game.sheet.open_hand
    return {game.names[one]: by_bid for one, by_bid in becomes(game.sheet, game.sheet.open_hand).items()}


def bid(game: Game, **bids: int) -> Game:
    ids = {name: one for one, name in game.names.items()}
    return game.then(hands.record_bids(game, {ids[name]: number for name, number in bids.items()}))


def test_every_bid_shows_what_it_brings_for_every_number_of_tricks() -> None:
    game = play("pike", "Ann Bob Cat", hand("Ann Bob Cat", [1, 1, 1], [1, 1, 0]), house={"ladder": "2 3"})
    assert ahead(game)["Ann"] == {  # 11 before; rules.md A3: 10 + bid made, 10 + d lost
        0: [21, 0, -1, -2], 1: [0, 22, 0, -1], 2: [-1, 0, 23, 0], 3: [-2, -1, 0, 24],
    }  # fmt: skip


def test_once_the_bids_stand_only_they_are_looked_at() -> None:
    game = bid(play("pike", "Ann Bob Cat", house={"ladder": "2"}), Ann=1, Bob=0, Cat=2)
    assert ahead(game) == {"Ann": {1: [-11, 11, -11]}, "Bob": {0: [10, -11, -12]}, "Cat": {2: [-12, -11, 12]}}


def test_who_does_not_bid_has_a_total_for_every_number_of_tricks_too() -> None:
    near: Entry = {"adjust": {"player": "Ann", "points": 93}}
    rows = ahead(play("boerenbridge", "Ann Bob Cat Di", near))
    assert list(rows["Ann"]) == [None]
    assert rows["Ann"][None][6:9] == [99, 100, 99]  # rules.md A13: what goes over 100 is taken off again
    assert rows["Bob"][0][:2] == [20, 1]


def test_a_doublers_total_hangs_on_the_contract() -> None:
    game = play("murder", "A B C D", house={"ladder": "8 9"})
    calls = ["3S", "2", "2", "2", "pass", "double", "pass", "pass", "pass"]
    rows = ahead(game.then(hands.record_bids(game, {}, calls=calls)))
    assert rows["B"] == {2: [-3, 16]}  # rules.md M09 and M10
    assert rows["A"][3][:4] == [-6, -6, -6, 22]


def test_nothing_is_foretold_where_it_hangs_on_the_others() -> None:
    assert ahead(play("murder", "A B C")) == {}
    ninety_nine = play("ninety_nine", "A B C")
    assert ninety_nine.sheet.scheme.reads("makers")
    assert ahead(ninety_nine) == {}
    for give in ("makers * made", "others_made_blind", "others_missed_blind"):
        scheme = {"name": "Hangs", "marks": {"blind": "yes or no"}, "points": [{"give": give}]}
        assert ahead(play("pike", "Ann Bob Cat", scheme=scheme, house={"ladder": "3"})) == {}, give


def test_once_they_have_bid_all_others_are_taken_to_make_it() -> None:
    scheme = {"name": "Company", "points": [{"give": "10 * makers"}]}
    game = bid(play("pike", "Ann Bob Cat", scheme=scheme, house={"ladder": "2"}), Ann=1, Bob=0, Cat=2)
    assert ahead(game)["Ann"] == {1: [20, 30, 20]}


@pytest.mark.parametrize("only_passed", ["held to zero", "no bid"])
@pytest.mark.parametrize("opening", ["3S", "0S"])
def test_a_doubler_sees_the_contract_made_and_then_set_by_one_trick(opening: str, only_passed: str) -> None:
    far = [{"when": "doubler", "give": "10 * contract_off + taken"}, {"give": "0"}]
    game = play(
        "murder",
        "A B C D",
        scheme={"name": "How far", "points": far},
        house={"ladder": "8 9", "auction": {"only_passed": only_passed}},
    )
    calls = [opening, "double", "pass", "pass", "pass"]
    rows = ahead(game.then(hands.record_bids(game, {}, calls=calls)))
    assert list(rows["B"].values()) == [[0, 10]]


def test_a_total_beyond_all_games_is_left_open_for_that_player_alone() -> None:
    scheme = {"name": "Millions", "points": [{"give": "990001 * made"}]}
    game = play(
        "pike", "Ann Bob Cat", {"adjust": {"player": "Ann", "points": 10_000}}, scheme=scheme, house={"ladder": "1"}
    )
    assert ahead(game)["Ann"][1] == [10_000, None]
    assert ahead(game)["Bob"][1] == [0, 990_001]
    stands = bid(game, Ann=1, Bob=1, Cat=0)
    assert ahead(stands)["Bob"] == {1: [0, 990_001]}


@settings(deadline=None, max_examples=40)
@given(
    st.sampled_from(["pike", "ohell", "blackout", "kachuful", "podrida", "wizard"]),
    st.lists(st.integers(0, 3), min_size=3, max_size=3),
    st.sampled_from([(0, 0, 3), (1, 1, 1), (2, 1, 0), (0, 2, 1), (3, 0, 0)]),
)
def test_what_was_foretold_comes_to_pass(rulebook: str, bids: list[int], taken: tuple[int, ...]) -> None:
    names = ("Ann", "Bob", "Cat")
    game = play(rulebook, " ".join(names), house={"ladder": "3 2", "hook": False})
    told = ahead(game)
    bids_then = bid(game, **dict(zip(names, bids, strict=True)))
    after = totals(on(game, hand("Ann Bob Cat", bids, taken)))
    for name, number, tricks in zip(names, bids, taken, strict=True):
        assert told[name][number][tricks] == after[name]
        assert ahead(bids_then)[name][number][tricks] == after[name]


@pytest.mark.parametrize(("taken", "changed"), [({"p1": 1, "p2": 1}, ["Ann", "Bob"]), ({}, [])])
def test_a_correction_tells_whose_total_or_place_it_changes(taken: dict[str, int], changed: list[str]) -> None:
    game = play("pike", "Ann Bob Cat", hand("Ann Bob Cat", [1, 1, 0], [2, 0, 0]), house={"ladder": "2"})
    event = hands.correct(game, 1, {"taken": taken} if taken else {"trump": "H"})
    found = changes(game, event)
    assert [game.names[one.player] for one in found if one.total != one.becomes] == changed
    assert [one.place_then for one in found if game.names[one.player] == "Cat"] == ([3] if changed else [])
