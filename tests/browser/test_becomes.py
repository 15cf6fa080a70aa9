"""Tests of the possible totals after the current hand, as the page's script predicts them."""

from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any

import pytest
from builders import Entry, hand, on, play, totals

from browser.away import waiting
from browser.foretold import ASK, ask
from browser.phone import Phone
from scorepad.game.decide import hands
from scorepad.game.report.plan import plan
from scorepad.game.state.game import Game

BECOMES = (
    ASK
    % """asked.map((plan) => plan.hands[0].order.map((player) => {
  const [hand] = plan.hands, numbers = Array.from({ length: hand.cards + 1 }, (_one, n) => n);
  const may = plan.recorded ? [plan.recorded.bids[player] ?? null]
    : hand.bidders?.includes(player) ? numbers : [hand.fixed ?? null];
  return [player, may.map((bid) => [bid, own.becomes(plan, player, bid)])];
}))"""
)

Becomes = Callable[[Game], dict[str, dict[int | None, Any]]]


@pytest.fixture
def becomes(pad: Phone) -> Becomes:
    """Return the possible totals by name, by bid (None: does not bid) and by tricks from 0.

    None marks an unknown total. Players without totals are left out.
    """

    def asked(game: Game) -> dict[str, dict[int | None, Any]]:
        (answer,) = ask(pad, BECOMES, [plan(game.sheet)])
        by_name = {game.names[player]: {bid: _numbers(totals) for bid, totals in by_bid} for player, by_bid in answer}
        return {name: by_bid for name, by_bid in by_name.items() if None not in by_bid.values()}

    return asked


def _numbers(totals: list[str] | None) -> list[int | None] | None:
    return None if totals is None else [int(text.replace("−", "-")) if text else None for text in totals]


def bid(game: Game, **bids: int) -> Game:
    ids = {name: player for player, name in game.names.items()}
    return game.then(hands.record_bids(game, {ids[name]: number for name, number in bids.items()}))


def test_every_bid_shows_what_it_brings_for_every_number_of_tricks(becomes: Becomes) -> None:
    game = play("pike", "Ann Bob Cat", hand("Ann Bob Cat", [1, 1, 1], [1, 1, 0]), house={"ladder": "2 3"})
    assert becomes(game)["Ann"] == {  # 11 before; rules.md A3: 10 + bid made, 10 + d lost
        0: [21, 0, -1, -2], 1: [0, 22, 0, -1], 2: [-1, 0, 23, 0], 3: [-2, -1, 0, 24],
    }  # fmt: skip


@pytest.mark.soak
def test_who_does_not_bid_has_a_total_for_every_number_of_tricks_too(becomes: Becomes) -> None:
    near: Entry = {"adjust": {"player": "Ann", "points": 93}}
    rows = becomes(play("boerenbridge", "Ann Bob Cat Di", near))
    assert list(rows["Ann"]) == [None]
    assert rows["Ann"][None][6:9] == [99, 100, 99]  # rules.md A13: the excess over 100 is subtracted
    assert rows["Bob"][0][:2] == [20, 1]


def test_a_doublers_total_hangs_on_the_contract(becomes: Becomes) -> None:
    game = play("murder", "A B C D", house={"ladder": "8 9"})
    calls = ["3S", "2", "2", "2", "pass", "double", "pass", "pass", "pass"]
    rows = becomes(game.then(hands.record_bids(game, {}, calls=calls)))
    assert rows["B"] == {2: [-3, 16]}  # rules.md M09 and M10
    assert rows["A"][3][:4] == [-6, -6, -6, 22]


def test_nothing_is_foretold_where_it_hangs_on_the_others(becomes: Becomes) -> None:
    assert becomes(play("murder", "A B C")) == {}
    ninety_nine = play("ninety_nine", "A B C")
    assert ninety_nine.sheet.scheme.reads("makers")
    assert becomes(ninety_nine) == {}
    for give in ("makers * made", "others_made_blind", "others_missed_blind"):
        scheme = {"name": "Hangs", "marks": {"blind": "yes or no"}, "points": [{"give": give}]}
        assert becomes(play("pike", "Ann Bob Cat", scheme=scheme, house={"ladder": "3"})) == {}, give


def test_once_they_have_bid_all_others_are_taken_to_make_it(becomes: Becomes) -> None:
    scheme = {"name": "Company", "points": [{"give": "10 * makers"}]}
    game = bid(play("pike", "Ann Bob Cat", scheme=scheme, house={"ladder": "2"}), Ann=1, Bob=0, Cat=2)
    assert becomes(game)["Ann"] == {1: [20, 30, 20]}


def test_a_doubler_sees_the_contract_made_and_then_set_by_one_trick(becomes: Becomes) -> None:
    far = [{"when": "doubler", "give": "10 * contract_off + taken"}, {"give": "0"}]
    scheme = {"name": "How far", "points": far}
    for opening, only_passed in product(("0S", "3S"), ("held to zero", "no bid")):
        house = {"ladder": "8 9", "auction": {"only_passed": only_passed}}
        game = play("murder", "A B C D", scheme=scheme, house=house)
        calls = [opening, "double", "pass", "pass", "pass"]
        rows = becomes(game.then(hands.record_bids(game, {}, calls=calls)))
        assert list(rows["B"].values()) == [[0, 10]], (opening, only_passed)


def test_a_total_beyond_all_games_is_left_open_for_that_player_alone(becomes: Becomes) -> None:
    scheme = {"name": "Millions", "points": [{"give": "990001 * made"}]}
    game = play(
        "pike", "Ann Bob Cat", {"adjust": {"player": "Ann", "points": 10_000}}, scheme=scheme, house={"ladder": "1"}
    )
    assert becomes(game)["Ann"][1] == [10_000, None]
    assert becomes(game)["Bob"][1] == [0, 990_001]
    stands = bid(game, Ann=1, Bob=1, Cat=0)
    assert becomes(stands)["Bob"] == {1: [0, 990_001]}


def test_what_was_foretold_comes_to_pass(becomes: Becomes) -> None:
    luck, names = Random(13), ("Ann", "Bob", "Cat")
    for rulebook in ("pike", "ohell", "blackout", "kachuful", "podrida", "wizard"):
        for taken in ((0, 0, 3), (1, 1, 1), (2, 1, 0), (0, 2, 1), (3, 0, 0)):
            bids = [luck.randint(0, 3) for _name in names]
            game = play(rulebook, " ".join(names), house={"ladder": "3 2", "hook": False})
            predicted = becomes(game)
            told_then = becomes(bid(game, **dict(zip(names, bids, strict=True))))
            after = totals(on(game, hand("Ann Bob Cat", bids, taken)))
            for name, number, tricks in zip(names, bids, taken, strict=True):
                assert predicted[name][number][tricks] == after[name]
                assert told_then[name][number][tricks] == after[name]


def test_tricks_that_are_not_the_bid_are_seen_at_the_name_and_the_bid_stays_ringed(pad: Phone) -> None:
    pad.begin("Ann", "Ben", "Cat", "Di")
    pad.bid(2, 1, 0, 1)
    pad.wait_for("[data-stage=tricks]")
    ringed = "return [...document.querySelectorAll('.as-bid input')].map((one) => one.name + one.value)"
    bids = pad.run(ringed)
    assert pad.texts(".off .name") == []
    pad.tap_number("Ben", 3)
    assert pad.texts(".off .name") == ["Ben"]
    pad.tap_number("Ben", 2)
    assert pad.texts(".off .name") == []
    pad.wait_until(lambda: waiting(pad) == 0)
    pad.reload()
    pad.wait_for("#sum:not(:empty)")
    assert pad.run(ringed) == bids, "as the server draws them too"
