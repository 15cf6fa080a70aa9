"""The list of hands to come, as far as they are known."""

import pytest
from builders import FOUR, hand, on, play
from scorekeeper import Scorekeeper
from tables import at_hand

from scorepad.game.state.game import Game
from scorepad.game.state.position import ENDLESS_SHOWN
from scorepad.game.state.turns import hands_to_come, next_shuffler


def coming_hands(game: Game) -> list[tuple[int, int, str]]:
    return [(coming.number, coming.cards, game.names[coming.dealer]) for coming in hands_to_come(game.sheet)]


def test_the_open_hand_comes_first_and_the_deal_goes_round() -> None:
    game = play("ohell", FOUR, house={"ladder": "5-1"})
    assert hands_to_come(game.sheet)[0] == game.sheet.open_hand
    assert coming_hands(game) == [(1, 5, "Ann"), (2, 4, "Bob"), (3, 3, "Cat"), (4, 2, "Di"), (5, 1, "Ann")]


def test_a_hand_with_its_bids_written_down_is_still_the_open_one() -> None:
    bids = {"hand": {"bids": dict.fromkeys(FOUR.split(), 1)}}
    game = play("pike", FOUR, bids, house={"ladder": "3-1"})
    assert hands_to_come(game.sheet)[0] == game.sheet.open_hand
    assert coming_hands(game) == [(1, 3, "Ann"), (2, 2, "Bob"), (3, 1, "Cat")]


def test_what_is_told_ahead_is_what_is_played() -> None:
    record = [hand(FOUR, [0] * 4, [cards, 0, 0, 0]) for cards in (3, 2, 1)]
    for rulebook in ("pike", "pocha"):
        game = play(rulebook, FOUR, house={"ladder": "3-1", "hook": False, "ties": "shared"})
        for coming, entry in zip(hands_to_come(game.sheet), record, strict=True):
            now = game.sheet.open_hand
            assert now is not None
            assert (coming.number, coming.cards, coming.dealer, coming.first_bidder, coming.order, coming.last) == (
                now.number, now.cards, now.dealer, now.first_bidder, now.order, now.last,
            )  # fmt: skip
            game = on(game, entry)
        assert hands_to_come(game.sheet) == []


def test_in_murder_dealer_and_first_bidder_go_round_apart_and_the_scorer_deals_nothing() -> None:
    game = play("murder", FOUR, house={"ladder": "3-7"}, scorer="Bob")
    coming = hands_to_come(game.sheet)[:4]
    assert [game.names[item.dealer] for item in coming] == ["Ann", "Cat", "Di", "Ann"]
    assert [game.names[item.first_bidder or ""] for item in coming] == FOUR.split()


@pytest.mark.parametrize(
    ("way", "goes_round"), [("next dealer", "AC BD CA DC AD"), ("scorer's left", "CC DD AA BC CC")]
)
def test_a_dealer_chosen_by_hand_bids_first_only_where_the_deal_follows_the_bidding(way: str, goes_round: str) -> None:
    choice = {"dealer": {"player": "C"}}
    game = play("murder", "A B C D", choice, scorer="B", house={"scorers_turn": way})
    assert [f"{first}{dealer}" for first, dealer, _shuffler in rounds(game, 5)] == goes_round.split()


def test_a_trump_that_hangs_on_the_hand_before_is_left_open() -> None:
    game = play("pike", FOUR, house={"ladder": "3-1", "trump": "by makers D S H C"})
    game = on(game, hand(FOUR, [0, 1, 0, 0], [1, 1, 1, 0]))
    first, second = hands_to_come(game.sheet)
    assert (first.trump, second.trump) == ("H", None)


@pytest.mark.parametrize("players", [FOUR, "Ann Bob Cat"])
def test_of_an_endless_ladder_the_next_few_are_told(players: str) -> None:
    game = play("ohell", players, house={"ladder": "3-1-3 …"})
    assert len(coming_hands(game)) == ENDLESS_SHOWN


def rounds(game: Game, hands: int) -> list[tuple[str, str, str]]:
    """Return first bidder, dealer and shuffler for this number of hands to come."""
    names, sheet = game.names, game.sheet
    coming = hands_to_come(sheet)[:hands]
    shufflers = [next_shuffler(sheet, item.dealer) or "" for item in coming]
    return [(names[a.first_bidder or ""], names[a.dealer], names[b]) for a, b in zip(coming, shufflers, strict=True)]


@pytest.mark.parametrize(("scorer", "shuffles"), [("", "C"), ("C", "D")])
def test_while_the_first_of_four_deals_the_third_shuffles_or_the_fourth_if_the_third_scores(
    scorer: str, shuffles: str
) -> None:
    assert rounds(play("murder", "A B C D", scorer=scorer), 1) == [("A", "A", shuffles)]  # MU-42


def test_the_second_pack_is_shuffled_by_the_player_after_the_next_dealer() -> None:
    game = play("murder", "A B C D E", scorer="C")  # rules.md D: C opens hand 3, D deals it; D opens hand 4, E deals
    assert rounds(game, 6) == [
        ("A", "A", "D"), ("B", "B", "E"), ("C", "D", "A"), ("D", "E", "B"), ("E", "A", "D"), ("A", "B", "E"),
    ]  # fmt: skip


def test_when_the_scorer_leaves_the_dealer_bids_first_again_until_the_scorer_comes_back() -> None:
    game = play("murder", "A B C D E", house={"ladder": "3 …"}, scorer="C")
    for _hand in range(3):
        game = on(game, {"hand": {"auction": ["pass"] * 5, "taken": {"A": 3, "B": 0, "C": 0, "D": 0, "E": 0}}})
    assert rounds(game, 2) == [("D", "E", "B"), ("E", "A", "D")]
    game = on(game, {"leave": {"player": "C"}})
    assert [first + dealer for first, dealer, _shuffler in rounds(game, 5)] == ["EE", "AA", "BB", "DD", "EE"]
    game = on(game, {"return": {"player": "C"}})
    assert [first + dealer for first, dealer, _shuffler in rounds(game, 4)] == ["DE", "EA", "AB", "BD"]


def test_while_the_scorer_is_away_a_first_bidder_set_by_hand_bids_first_once() -> None:
    away = ({"leave": {"player": "C"}}, {"dealer": {"first_bidder": "B"}})
    game = play("murder", "A B C D", *away, scorer="C")
    assert [first + dealer for first, dealer, _shuffler in rounds(game, 3)] == ["BA", "BB", "DD"]


def test_of_those_who_are_at_the_table_and_do_not_deal_the_next_one_shuffles() -> None:
    assert [shuffler for _first, _dealer, shuffler in rounds(play("murder", "A B C", scorer="A"), 3)] == ["C", "B", "C"]
    gone = play("murder", "A B C D", {"leave": {"player": "D"}})
    assert rounds(gone, 2) == [("A", "A", "C"), ("B", "B", "A")]


def test_with_one_pack_nobody_shuffles_another() -> None:
    assert next_shuffler(play("pike", FOUR).sheet, "p1") is None
    assert next_shuffler(play("pike", FOUR, house={"packs": 2}).sheet, "p1") == "p3"
    assert next_shuffler(play("murder", FOUR, house={"packs": 1}).sheet, "p1") is None


def test_a_strip_of_bars_shows_where_the_evening_is_if_it_has_an_end(keeper: Scorekeeper) -> None:
    at_hand(
        keeper, "pike", "Ann", "Bob", "Cat", house={"ladder": "5-3"}, record=[hand("Ann Bob Cat", [2, 1, 1], [2, 1, 2])]
    )
    strip = keeper.page.root.first("ol")
    assert strip is not None
    assert [bar.attributes["class"] for bar in strip.all("li")] == ["n25", "n20 on", "n15"]
    at_hand(keeper, "murder", "Ann", "Bob", "Cat")
    assert 'class="strip"' not in keeper.page.source
