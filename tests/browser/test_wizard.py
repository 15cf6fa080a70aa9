"""Tests of Wizard's turned-up card: a tap enters it, and the phone derives the trump suit, even offline."""

import json

import pytest
from scorekeeper import Scorekeeper, Wired

from browser.phone import Phone
from browser.stopping import Server

THREE = ("Ann", "Ben", "Cat")


def card(phone: Phone, value: str, field: str = "turned") -> None:
    phone.tap(phone.element(f"[name={field}][value={value}]"))


def test_a_wizard_asks_the_dealer_for_the_suit_and_no_other_card_does(pad: Phone) -> None:
    pad.begin(*THREE, rulebook="wizard", ladder="1-3")
    named = pad.element(".named")
    assert not named.is_displayed()
    card(pad, "jester")
    assert not named.is_displayed()
    card(pad, "wizard")
    assert named.text.startswith("A wizard is turned up: the dealer Ann names the trumps.")


@pytest.mark.soak
def test_without_the_laptop_the_phone_goes_on_by_the_card_that_was_tapped(phone: Phone, server: Server) -> None:
    phone.address = f"http://127.0.0.1:{server.port}"
    phone.expected = "Failed to load resource|fetching the script"
    path = phone.begin(*THREE, rulebook="wizard", ladder="1-3")
    server.hang()
    card(phone, "wizard")
    card(phone, "D", "trump")
    phone.bid(0, 0, 1)
    assert phone.stage == "tricks"
    assert "♦" in str(phone.words("header"))
    phone.tap(phone.button)
    assert phone.words("h1") == "Hand 2"
    assert "Ben, who deals" in str(phone.element(".named p").get_attribute("textContent"))
    card(phone, "wizard")
    phone.bid(0, 1, 0)
    assert phone.element("[name=turned][value=wizard]").is_selected(), "the suit is still to be named"
    card(phone, "S", "trump")
    phone.tap_number("Cat", 0)
    phone.tap_number("Ben", 1)
    phone.tap_number("Ann", 1)
    phone.tap(phone.button)
    assert phone.words("h1") == "Hand 3"
    server.go_on()
    phone.wait_for("#hand-2:not(.pencil)")
    keeper = Scorekeeper(Wired(server.port))
    keeper.visit(path)
    hands = [item["hand"] for item in json.loads(keeper.follow("Game file").source)["record"]]
    assert [(item["turned"], item["trump"]) for item in hands] == [("wizard", "D"), ("wizard", "S")]
    phone.turn_away()
