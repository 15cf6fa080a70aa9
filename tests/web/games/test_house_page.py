"""Changes of rules, scheme and sheet head while a game runs."""

import pytest
from scorekeeper import Scorekeeper, new_game
from tables import pike, refused

from scorepad.game.state.events import HEAD


def test_another_scheme_counts_the_whole_game_anew(keeper: Scorekeeper) -> None:
    pike(keeper, hands=2)
    page = keeper.follow("Change rules")
    assert page.form("/scheme").value("scheme") == "pike"
    page = keeper.send("/scheme", scheme="Tens")
    assert "The whole game is rescored." in page.status_text
    assert page.totals != {"Ann": -27, "Bob": -22, "Cat": -22}
    assert keeper.follow("Change rules").form("/scheme").value("scheme") == "tens"
    keeper.page = page
    assert keeper.send("/undo").totals == {"Ann": -27, "Bob": -22, "Cat": -22}


def test_a_house_rule_changed_on_the_way_counts_from_the_next_hand(keeper: Scorekeeper) -> None:
    pike(keeper, hands=1)
    keeper.follow("Change rules")
    keeper.send("/house", bidding="in turn from the dealer's left", ladder="2-1")
    page = keeper.send("/house", hook="yes")
    assert "House rules changed." in page.status_text
    assert page.form("/house").value("ladder") == "2-1"
    keeper.follow("Back to the game")
    refused(keeper.bid(Cat=0, Ann=1, Bob=1), "bid.p2", "may not bid 1")
    assert keeper.page.totals == {"Ann": -14, "Bob": -11, "Cat": -11}


@pytest.mark.parametrize(
    ("typed", "field", "why"),
    [
        ({}, "house", "Nothing is changed yet."),
        ({"house": "hok = true"}, "house", "hok"),
        ({"house": "players = '4-7'"}, "house", "is for 4 to 7 players, not 3"),
        ({"ladder": "30"}, "ladder", ""),
    ],
)
def test_a_house_rule_that_cannot_be_is_refused_and_stays_typed(
    keeper: Scorekeeper, typed: dict[str, str], field: str, why: str
) -> None:
    pike(keeper, hands=1)
    keeper.follow("Change rules")
    page = keeper.send("/house", **typed)
    refused(page, field, why)
    form = page.form("/house")
    assert {name: form.value(name) for name in typed} == typed
    assert page.form("/scheme").value("scheme") == "pike"


def test_the_head_of_the_sheet_is_mended(keeper: Scorekeeper) -> None:
    pike(keeper, hands=1)
    keeper.follow("Change rules")
    page = keeper.send("/details", location="The Crown", scorer="Bob", date="2026-11-20", stake="0", first_dealer="Cat")
    assert page.signed("●", row=1) == "Cat"
    assert "20 November 2026 · The Crown · scorer Bob" in page.text
    keeper.follow("Change rules")
    for stake in ("lots", "-1", "1000001", "1.5"):
        page = keeper.send("/details", stake=stake, location="Elsewhere")
        refused(page, "stake", "a whole number")
        form = page.form("/details")
        assert (form.value("stake"), form.value("location")) == (stake, "Elsewhere")


def test_house_rules_that_would_choke_the_reader_are_refused_at_once(keeper: Scorekeeper) -> None:
    pike(keeper)
    keeper.follow("Change rules")
    for text in ("a." * 9_000 + "a = 1", "a." * 20 + "a = 1", "pack = " + "1" * 5_000, "[" * 2_000):
        refused(keeper.send("/house", house=text), "house", "")


def test_kept_rules_do_not_open_with_what_the_table_has_changed(keeper: Scorekeeper) -> None:
    new_game(keeper, "pagat", "Ann", "Bob", "Cat", ladder="1-5", hook="no", scheme="squares")
    keeper.follow("Change rules")
    keeper.send("/keep-rules", "Save custom rules")
    page = keeper.visit("/rulebooks/own_oh_hell_pagat_ours")
    assert page.status == 200
    assert "Then every hand has one card more, up to 5." in page.text
    assert "The bids may add up to the cards of the hand." in page.text
    assert "down to one card" not in page.text
    assert "hooked" not in page.text


def test_every_field_of_the_head_is_asked_before_the_game_and_in_it(keeper: Scorekeeper) -> None:
    before = keeper.visit("/games/new?rulebook=pike").form("/games")
    pike(keeper)
    during = keeper.follow("Change rules").form("/details")
    assert [name for name in HEAD if before.value(name) is None or during.value(name) is None] == []
