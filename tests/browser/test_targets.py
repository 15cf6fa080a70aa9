"""Tests of a full table on a phone: all tap targets of a hand fit on one screen."""

from __future__ import annotations

from builders import play

from browser.phone import LONG, Phone
from scorepad.repository import GameRepository
from scorepad.store import Store


def full_table(pad: Phone, store: Store, *record: dict[str, object]) -> None:
    """Open a game of seven players with ten cards each from two packs."""
    game = play("ohell", " ".join(SEVEN), *record, house={"ladder": "10x3", "pack": 104})
    pad.open("/games/" + GameRepository(store).keep(game, by="test"))
    pad.wait_for("#entry")


def out_of_sight(pad: Phone) -> list[str]:
    """Return the parts of a hand that are not entirely on the screen without scrolling."""
    assert pad.run("return scrollY") == 0
    return pad.out_of_sight(".seat, .seat .who, .seat:not(.now) .chip", foot=True) + pad.out_of_sight(
        ".now .chip, .foot button"
    )


SEVEN = tuple(name.split()[0] for name in LONG)
BIDS = dict(zip(SEVEN, (1, 2, 0, 3, 1, 0, 2), strict=True))


def test_seven_players_with_ten_cards_bid_on_one_screen(pad: Phone, store: Store) -> None:
    full_table(pad, store)
    for player in pad.bidders:
        assert pad.on_turn == player
        assert pad.shown(".now .chip") == 11
        assert out_of_sight(pad) == []
        if player != pad.bidders[-1]:
            pad.tap_number(player, BIDS[player])


def test_seven_players_with_ten_cards_say_their_tricks_on_one_screen(pad: Phone, store: Store) -> None:
    full_table(pad, store, {"hand": {"bids": BIDS}})
    assert pad.stage == "tricks"
    assert len(pad.all(".seat")) == 7
    assert out_of_sight(pad) == []
    pad.tap(pad.seat("Cat").find_element("css selector", ".open"))
    assert pad.shown(".now .chip") == 11
    assert out_of_sight(pad) == []
