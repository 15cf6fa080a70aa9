"""The page of every rulebook tells how the game is played and what its bids are worth."""

import pytest
from clients import page_of
from flask import Flask
from flask.testing import FlaskClient
from scorekeeper import Scorekeeper, new_game
from soak import sampled

from scorepad.rules import rulebook, scheme
from scorepad.rules.scheme.variables import hand_variables
from scorepad.rules.telling import ExplainedGame, explain_game


@pytest.fixture
def reader(app: Flask) -> FlaskClient:
    """Return a browser for reading rules."""
    return app.test_client()


@pytest.mark.parametrize("key", sampled(rulebook.built_in_keys()))
def test_a_rulebooks_page_tells_the_whole_game(reader: FlaskClient, key: str) -> None:
    page, rules = page_of(reader, f"/rulebooks/{key}"), rulebook.find(key)
    points = scheme.find(rules.scheme) if rules.scheme else None
    sections = explain_game(ExplainedGame(rules, points))
    assert {"aim", "deal", "trumps", "trick", "end"} <= {section.place for section in sections}
    for section in sections:
        assert section.heading in page
        assert [sentence for sentence in section.sentences if sentence not in page] == []


# --- points ---

IN_PARTS = {
    "murder": ["Others 6 + 2 −1", "Declarer 10 + 2 −1", "Declarer redoubled, over half 10 + 8 −4",
               "Doubler −1 10 + 2",
               "In the last hand, a redoubled declarer over half who is off by two or more loses the whole total"],
    "ninety_nine": ["A made bid adds 10 if all three made theirs, 20 if two did, and 30 if only you did."],
    "okenuff": ["The scoring is not known. Choose it before you start."],
}  # fmt: skip


@pytest.mark.parametrize("key", sampled(rulebook.built_in_keys()))
def test_a_rulebooks_page_says_what_a_three_and_a_zero_are_worth(reader: FlaskClient, key: str) -> None:
    page = page_of(reader, f"/rulebooks/{key}")
    rules = rulebook.find(key)
    if key in IN_PARTS:
        assert [answer for answer in IN_PARTS[key] if answer not in page] == []
        return
    size = {"atkinson_blackout": 10, "boerenbridge": 13}.get(key, 7)  # these have the same cards in every hand
    hands = ((3, 3), (3, 2), (3, 4), (0, 0), (0, 1))
    usual = scheme.find(rules.scheme)
    options = usual.option_values(rules.options)
    points = (usual.points(hand_variables(bid=bid, taken=taken, cards=size, options=options)) for bid, taken in hands)
    made, under, over, zero, off = (str(number).replace("-", "−") for number in points)
    off_by_one = f"and {over} if it is one trick off"
    missed = off_by_one if under == over else f"{under} with one trick too few and {over} with one trick too many"
    assert f"a bid of 3 in a hand of {size} cards is worth {made} if it is made, {missed}." in page
    assert f" A bid of 0 in that hand is worth {zero} if it is made, and {off} with" in page


def test_the_rules_of_a_running_game_follow_its_house_rules(keeper: Scorekeeper) -> None:
    new_game(keeper, "pagat", "Ann", "Bob", "Cat", ladder="1-5", hook="no", scheme="squares")
    page = keeper.follow("Rules")
    assert "Then every hand has one card more, up to 5. Changed here: The total is 5 hands." in page.text
    assert "The bids may add up to the cards of the hand." in page.text
    assert "A missed bid costs 1 if it is one trick off, 4 if two" in page.text
    assert "the last bidder may not make the bids add up to the cards of the hand" not in page.text
