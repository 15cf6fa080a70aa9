"""Tests of editing a saved hand: one row per player on one screen, and chips for the tapped player."""

from __future__ import annotations

from builders import hand, play

from browser.phone import Phone
from browser.test_targets import BIDS, SEVEN
from scorepad.repository import GameRepository
from scorepad.store import Store

BID = tuple(BIDS.values())


def test_seven_players_with_nine_cards_are_corrected_on_one_screen(pad: Phone, store: Store) -> None:
    played = hand(" ".join(SEVEN), BID, BID, trump="S")
    game = play("pike", " ".join(SEVEN), played, house={"ladder": "9x3", "pack": 104})
    pad.open(f"/games/{GameRepository(store).keep(game, by='test')}/hands/1/correction")
    pad.wait_for_words("#sum", "Tricks 9 of 9")
    assert pad.out_of_sight(".fix, .fix summary, .fix .total, .suits .chip", foot=True) == []
    assert pad.out_of_sight(".foot button, .foot a") == []
    assert pad.shown(".fix .chip") == 0
    ann, ben = SEVEN[:2]
    pad.expected = "422"  # a preview with one trick missing
    pad.tap_number(ann, 0, "taken")
    assert pad.words("#sum") == "Tricks 8 of 9: 1 missing"
    assert pad.words(f"[aria-label='{ann}'] details[open] b") == "0"
    pad.tap_number(ben, 3, "taken")
    assert pad.shown(".fix .chip") == 10, "those of one row"
    assert pad.out_of_sight(".fix .chip", foot=True) == []
    pad.wait_for("#preview .num")
    assert [" → " in total for total in pad.texts(".fix .total")] == [True, True, *[False] * 5]
    pad.tap(pad.button)
    pad.wait_for("#hand-1")
    assert pad.words(".said button") == "↶ Undo"
    assert pad.totals[ann].startswith("−")
