"""The rules of one table, linked from its game."""

from typing import Any

import pytest
from builders import play
from flask import Flask
from html_pages import Page
from scorekeeper import Scorekeeper, new_game
from soak import sampled
from tables import at_hand, murder, pike

from scorepad.rules.rulebook import built_in_keys, find


def worth(page: Page) -> list[list[str]]:
    """Return the table of points: the bid, then the points for 0, 1, 2 … tricks."""
    table = next(table for table in page.root.all("table") if "points" in table.classes)
    return [[cell.text for cell in row.all("th", "td")] for row in table.all("tr")][2:]


def test_a_bid_is_worth_what_it_is_in_this_hand_and_any_other_is_one_tap_away(keeper: Scorekeeper) -> None:
    new_game(keeper, "pagat", "Ann", "Bob", "Cat", "Di", ladder="2-4")
    page = keeper.follow("Rules")
    assert "What a bid is worth now" in page.text
    assert worth(page) == [["0", "10", "1", "2"], ["1", "0", "11", "2"], ["2", "0", "1", "12"]]
    page = keeper.follow("4")
    assert "What a bid is worth now" not in page.text
    assert worth(page)[4] == ["4", "0", "1", "2", "3", "14"]


def test_what_the_table_chose_is_what_it_reads(keeper: Scorekeeper) -> None:
    new_game(keeper, "pagat", "Ann", "Bob", "Cat", ladder="2-4")
    keeper.follow("Change rules")
    keeper.send("/scheme", scheme="squares")
    assert worth(keeper.visit(keeper.page.address.split("/house")[0] + "/rules"))[2][-1] == "14"


def test_points_that_hang_on_more_ask_for_it(keeper: Scorekeeper) -> None:
    page = murder(keeper)
    page = keeper.follow("Rules")
    assert "the declarer" in page.text
    page = keeper.visit(f"{page.address}?cards=3&role=declarer&double=once")  # over half and doubled: 10 + 6 a trick
    assert worth(page)[3][-1] == "28"


def test_nonsense_in_the_address_shows_the_table_of_this_hand(keeper: Scorekeeper) -> None:
    pike(keeper)
    page = keeper.follow("Rules")
    for nonsense in ("cards=99", "cards=x", "cards=", "role=king", "option_nothing=1"):
        assert worth(keeper.visit(f"{page.address}?{nonsense}")) == worth(page)


def test_a_game_that_was_ended_before_a_hand_was_played_tells_its_rules(keeper: Scorekeeper) -> None:
    pike(keeper)
    game = keeper.page.address
    keeper.visit(f"{game}/course")
    keeper.send("/end")
    assert len(worth(keeper.visit(f"{game}/rules"))) == 6  # the bids of a hand of five cards


def test_points_that_hang_on_the_hand_are_those_of_the_hand_that_is_open(
    keeper: Scorekeeper, app: Flask, request: pytest.FixtureRequest
) -> None:
    points = "bid * hand + 100 * hands + 1000 * makers_before + 10000 * top"
    text = f'name = "Later is more"\nabout = "More from hand to hand."\n[[points]]\ngive = "{points}"\n'
    store = app.extensions["scorepad"].store
    store.keep_rule_file("scheme", "own_later", text)
    request.addfinalizer(lambda: store.drop_rule_file("scheme", "own_later"))
    new_game(keeper, "ohell", "Ann", "Bob", "Cat", ladder="1-3-1", scheme="own_later")
    keeper.bid(Ann=0, Bob=0, Cat=0)
    keeper.take(Ann=1, Bob=0, Cat=0)
    page = keeper.follow("Rules")
    assert worth(page)[2][1] == "32504"
    assert "Number of the hand" not in page.text


@pytest.mark.parametrize("rulebook", sampled(built_in_keys(), 4))
def test_every_game_tells_its_rules(keeper: Scorekeeper, rulebook: str) -> None:
    result = find(rulebook)
    players = [f"P{seat}" for seat in range(1, result.min_players + 1)]
    points: dict[str, Any] = {} if result.scheme else {"scheme": "standard"}
    at_hand(keeper, rulebook, *players, **points)
    page = keeper.follow("Rules")
    assert "How this table plays" in page.text
    assert worth(page)


def changed(keeper: Scorekeeper) -> list[str]:
    """Return the sentences of the game's rules that are marked as the table's own."""
    return [mark.text for mark in keeper.follow("Rules").root.all("mark")]


def test_what_the_table_has_changed_is_marked_among_its_rules(keeper: Scorekeeper) -> None:
    game = new_game(keeper, "pagat", "Ann", "Bob", "Cat", "Di").path
    assert changed(keeper) == []
    keeper.visit(game)
    keeper.follow("Change rules")
    keeper.send("/house", hook="no")
    keeper.visit(game)
    assert changed(keeper) == ["Changed here: The bids may add up to the cards of the hand."]
    keeper.visit(game)
    keeper.follow("Change rules")
    keeper.send("/scheme", scheme="zero_five")
    keeper.visit(game)
    assert any("5" in item for item in changed(keeper)[1:]), "the points are others too"


def test_a_table_that_the_rulebook_has_no_place_for_tells_its_rules_too(keeper: Scorekeeper, app: Flask) -> None:
    game = play("pike", "A B C D E F G H", house={"players": "3-8", "ladder": "1-6"})
    keeper.visit("/games/" + app.extensions["scorepad"].games.keep(game, by="test"))
    assert changed(keeper) == [
        "Changed here: In the first hand each player gets 1 card.",
        "Changed here: Then every hand has one card more, up to 6.",
        "Changed here: The total is 6 hands.",
    ], "of the points nothing"
