"""Questions of new players about a game, answered for every rulebook from its page alone.

The expected answers come from the text of the rulebook's file and, for points, from the scheme, whose examples have
tests. They do not come from the program that writes the page. No code, key or open question is on a player's page.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from importlib import resources
from typing import Any

import pytest
from clients import page_of
from flask import Flask
from flask.testing import FlaskClient
from scorekeeper import Scorekeeper, new_game
from soak import sampled

from scorepad.rules import rulebook, scheme
from scorepad.rules.scheme.variables import hand_variables

Data = dict[str, Any]


@pytest.fixture
def reader(app: Flask) -> FlaskClient:
    """Return a browser for reading rules."""
    return app.test_client()


def data_of(kind: str, key: str) -> Data:
    return tomllib.loads((resources.files("scorepad.rules") / kind / f"{key}.toml").read_text(encoding="utf-8"))


# --- the questions ------------------------------------------------------------------------------------


def how_many_can_play(game: Data, _points: Data) -> Iterator[str]:
    fewest, _dash, most = game.get("players", "3-7").partition("-")
    between = "or" if most == str(int(fewest) + 1) else "to"
    yield f"for {fewest} {between} {most} players" if most else f"for {fewest} players"


def what_pack_is_used(game: Data, _points: Data) -> Iterator[str]:
    pack = game.get("pack", 52)
    for cards in {*pack.values()} if isinstance(pack, dict) else {pack}:
        yield f"pack has {cards} cards"


def which_card_is_highest(_game: Data, _points: Data) -> Iterator[str]:
    yield "n every"  # suit, or other suit
    yield " ace"


def who_deals_first_and_which_way(game: Data, _points: Data) -> Iterator[str]:
    yield (
        "Decide the first dealer in any way, for example by cutting the cards"
        if game.get("first_deal") == "any way"
        else "the highest card deals"
    )
    side = "right" if game.get("direction") == "anticlockwise" else "left"
    yield f"The deal moves on to the {side} after every hand; bids and play go to the {side}"


def how_are_trumps_found(game: Data, _points: Data) -> Iterator[str]:
    suits = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades", "N": "no trumps"}
    way, _space, letters = game.get("trump", "turned up").partition(" ")
    answers = {
        "turned": "the next card is turned up, and its suit is trumps",
        "none": "There are no trumps.",
        "auction": "named in the auction is trumps",
        "highest": "The highest bidder names trumps or no trumps",
        "cycle": ", ".join(suits.get(letter, letter) for letter in letters.split()),
        "by": "diamonds, spades, hearts, clubs",
    }
    yield answers[way]


def when_are_there_none(game: Data, _points: Data) -> Iterator[str]:
    for rank in game.get("no_trump_turned", ()):
        yield f"If the card turned up is a {rank}, there are no trumps."
    if game.get("turned_joker") == "no trumps":
        yield "If the card turned up is a joker, there are no trumps."


def who_bids_first_and_who_last(game: Data, _points: Data) -> Iterator[str]:
    first, last = ("right", "left") if game.get("direction") == "anticlockwise" else ("left", "right")
    yield {
        "in turn from the dealer's left": f"The player at the dealer’s {first} bids first, then all others in turn, the"
        " dealer last.",
        "in turn from the dealer": "The dealer bids first, then the others in turn;"
        f" the player at the dealer’s {last} bids last.",
        "together": "All bid at the same moment",
        "auction": "The dealer (or the scorer in turn) calls first",
    }[game["bidding"]]


def may_the_bids_add_up(game: Data, _points: Data) -> Iterator[str]:
    hook = game.get("hook", False)
    if game["bidding"] == "auction":
        return
    if not hook or game["bidding"] == "together":
        yield "The bids may add up to the cards of the hand."
        return
    yield "There is a hook: the last bidder may not make the bids add up to the cards of the hand."
    if isinstance(hook, dict):
        yield (
            f"The hook applies only in hands of {hook['from']} cards and more"
            if "from" in hook
            else f"The hook applies only from hand {hook['from_hand']} on"
        )


def may_one_bid_zero(game: Data, _points: Data) -> Iterator[str]:
    yield (
        "Zero with a suit can be bid only in a player’s first turn, and only"
        if game["bidding"] == "auction"
        else "Zero is a bid like any other"
    )


def who_leads(game: Data, _points: Data) -> Iterator[str]:
    side = "right" if game.get("direction") == "anticlockwise" else "left"
    yield {
        "dealer's left": f"The player at the dealer’s {side} leads to the first trick.",
        "dealer": "The dealer leads to the first trick.",
        "first bidder": "The first bidder leads to the first trick.",
        "declarer's left": "The player at the declarer’s left leads to the first trick.",
    }[game.get("leads", "dealer's left")]
    yield "The winner of a trick leads to the next."


def must_one_follow_suit_and_may_one_trump(game: Data, _points: Data) -> Iterator[str]:
    yield "Follow suit if you can" + (
        "; otherwise play any card."
        if game.get("trump") == "none"
        else ". Otherwise you must play a trump if you have one."
        if game.get("must_trump")
        else ". Otherwise play any card; you may trump."
    )


def what_wins_a_trick(game: Data, _points: Data) -> Iterator[str]:
    yield "The highest card of the suit led wins the trick" if game.get("trump") == "none" else "The highest trump wins"


def what_is_special_about_some_hands(game: Data, _points: Data) -> Iterator[str]:
    for special in game.get("special", ()):
        yield special["note"]


def who_wins(_game: Data, points: Data) -> Iterator[str]:
    winner = points.get("winner", "")
    if winner:
        known = {"high": "The highest total wins.", "low": "The lowest total wins."}
        yield known[winner] if isinstance(winner, str) else f"The player with exactly {winner['exactly']} wins"


def when_is_it_over(game: Data, points: Data) -> Iterator[str]:
    ends, winner = game.get("ends", "after the ladder"), points.get("winner")
    if isinstance(winner, dict):
        yield f"in which a player has exactly {winner['exactly']}"
    elif isinstance(ends, dict):
        yield f"in which a player reaches {ends['reaching']}"
    else:
        yield {"after the ladder": "The game is over after its last hand", "when announced": "as long as you like"}[
            ends
        ]


def what_happens_in_a_tie(game: Data, _points: Data) -> Iterator[str]:
    if "ties" not in game:
        yield "In Scorepad the players tie for the place"
        return
    yield {
        "shared": "Players with equal totals tie for the place.",
        "more hands of the last size": "all play another hand of the last hand’s size, until one leads",
        "most made bids": "If totals are equal, the player with the most made bids is ahead",
    }[game["ties"]]


def what_does_a_misdeal_cost(game: Data, _points: Data) -> Iterator[str]:
    if "misdeal" in game:
        yield f"For a misdeal found later the dealer loses {-game['misdeal']['dealer']} points."
        yield f"loses {-game['misdeal']['wrong_count']} points"
    else:
        yield "These rules do not cover the following"
        yield "A misdealt hand costs nothing and is dealt again by the same dealer."


QUESTIONS: tuple[Callable[[Data, Data], Iterator[str]], ...] = (
    how_many_can_play, what_pack_is_used, which_card_is_highest, who_deals_first_and_which_way, how_are_trumps_found,
    when_are_there_none, who_bids_first_and_who_last, may_the_bids_add_up, may_one_bid_zero, who_leads,
    must_one_follow_suit_and_may_one_trump, what_wins_a_trick, what_is_special_about_some_hands, who_wins,
    when_is_it_over, what_happens_in_a_tie, what_does_a_misdeal_cost,
)  # fmt: skip


@pytest.mark.parametrize("key", sampled(rulebook.built_in_keys()))
def test_a_rulebooks_page_answers_what_a_newcomer_asks(reader: FlaskClient, key: str) -> None:
    page = page_of(reader, f"/rulebooks/{key}")
    game = data_of("rulebooks", key)
    points = data_of("schemes", game["scheme"]) if game["scheme"] else {}
    for question in QUESTIONS:
        for answer in question(game, points):
            assert answer in page, question.__name__


# --- points ---

IN_PARTS = {
    "murder": ["Others 6 + 2 −1", "Declarer 10 + 2 −1", "Declarer redoubled, over half 10 + 8 −4",
               "Doubler −1 10 + 2",
               "In the last hand, a declarer who bid over half, was doubled and redoubled, and is off by two tricks or"
               " more loses the whole total."],
    "ninety_nine": ["A made bid adds 10 if all three made theirs, 20 if two did, and 30 if only you did."],
    "okenuff": ["The scoring is not known. Choose it before you start."],
}  # fmt: skip


@pytest.mark.parametrize("key", sampled(rulebook.built_in_keys()))
def test_a_rulebooks_page_says_what_a_three_and_a_zero_are_worth(reader: FlaskClient, key: str) -> None:
    page = page_of(reader, f"/rulebooks/{key}")
    usual = data_of("rulebooks", key)["scheme"]
    if key in IN_PARTS:
        assert [answer for answer in IN_PARTS[key] if answer not in page] == []
        return
    size = {"atkinson_blackout": 10, "boerenbridge": 13}.get(key, 7)  # these have the same cards in every hand
    hands = ((3, 3), (3, 2), (3, 4), (0, 0), (0, 1))
    points = (scheme.find(usual).points(hand_variables(bid=bid, taken=taken, cards=size)) for bid, taken in hands)
    made, under, over, zero, off = (str(number).replace("-", "−") for number in points)
    assert f"a bid of 3 in a hand of {size} cards is worth {made} if it is made, {under} with one trick too few" in page
    assert (
        f" and {over} with one trick too many. A bid of 0 in that hand is worth {zero} if it is made, and {off} with"
        in page
    )


def test_the_rules_of_a_running_game_follow_its_house_rules(keeper: Scorekeeper) -> None:
    new_game(keeper, "pagat", "Ann", "Bob", "Cat", ladder="1-5", hook="no", scheme="squares")
    page = keeper.follow("Rules")
    assert "Then every hand has one card more, up to 5. Changed here: The total is 5 hands." in page.text
    assert "The bids may add up to the cards of the hand." in page.text
    assert "A missed bid costs 1 if it is one trick off, 4 if two" in page.text
    assert "the last bidder may not make the bids add up to the cards of the hand" not in page.text
