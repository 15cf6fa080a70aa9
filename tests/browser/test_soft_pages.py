"""Tests of updates without a page load: the page equals a newly loaded one, and its statements stay true."""

import contextlib
import sqlite3
from collections.abc import Sequence

import pytest
from builders import play
from soak import SOAK
from stores import file_behind

from browser.away import waiting
from browser.boxes import boxes, moved
from browser.phone import Phone
from scorepad.errors import StoreBusy
from scorepad.store import Store
from scorepad.store.sqlite import SqliteStore

FOUR = "Ann Ben Cat Di"


def becomes(pad: Phone, *numbers: str) -> list[str]:
    """Return the predicted totals once they are loaded and contain `numbers`."""
    pad.wait_until(lambda: all(number in " ".join(becomes_texts(pad)) for number in numbers))
    return becomes_texts(pad)


def becomes_texts(pad: Phone) -> list[str]:
    return [element.text.replace("\n", ", ") for element in pad.all(".becomes")]


def end_bidding(pad: Phone, bids: Sequence[int]) -> None:
    pad.bid(*bids)
    pad.wait_for("[data-stage=tricks], [data-stage=made]")


def test_nothing_is_said_of_a_player_without_a_bid_before_their_tricks(pad: Phone) -> None:
    ahead = {"adjust": {"player": "Ann", "points": 85}}
    pad.show(play("boerenbridge", FOUR, ahead, house={"ladder": "5-1"}))
    assert pad.bidders == ["Ben", "Cat", "Di"], "from 80 on nobody bids"
    end_bidding(pad, (1, 1, 1))
    predicted = dict(zip(pad.bidders, becomes(pad, "11"), strict=True))
    assert predicted == {**dict.fromkeys(("Ben", "Cat", "Di"), "→ 11"), "Ann": ""}
    pad.tap_number("Ann", 2)
    assert dict(zip(pad.bidders, becomes(pad, "87"), strict=True))["Ann"] == "→ 87"


def test_an_answer_folds_no_row_and_moves_no_key(pad: Phone) -> None:
    pad.begin(*FOUR.split(), rulebook="boerenbridge", ladder="9 8")
    with pad.offline():
        end_bidding(pad, (2, 3, 0, 1))
        pad.tap(pad.seat("Cat").find_element("css selector", ".open"))
        before = boxes(pad)
        assert pad.shown(".now .chip") == 10
    pad.wait_until(lambda: waiting(pad) == 0)
    pad.wait_until(lambda: pad.run("return document.querySelector('#entry [name=seen]').value") == "2")
    assert pad.on_turn == "Cat"
    assert moved(before, boxes(pad)) == []


def test_an_answer_leaves_the_totals_unfolded_and_the_player_whose_bid_is_changed(pad: Phone) -> None:
    pad.begin(*FOUR.split(), rulebook="boerenbridge", ladder="6 5")
    with pad.offline():
        end_bidding(pad, (2, 3, 0, 1))
        pad.tap(pad.button)
        pad.bid(2, 1)
        pad.tap(pad.seat("Cat").find_element("css selector", ".open"))
        pad.tap(pad.seat("Di").find_element("css selector", ".total"))
        before = boxes(pad)
    pad.wait_for("#hand-1:not(.pencil)")
    assert pad.on_turn == "Cat"
    assert [seat.find_element("css selector", ".name").text for seat in pad.all(".seat:has(.all)")] == ["Di"]
    assert moved(before, boxes(pad)) == []


@pytest.mark.parametrize(("answer", "shown"), [("yes", "→ 11"), *([("no", "→ 0")] if SOAK else [])])
def test_where_only_made_and_missed_are_written_the_total_follows_them(pad: Phone, answer: str, shown: str) -> None:
    pad.show(play("blackout", FOUR, house={"ladder": "5-1", "writes": "made"}))
    end_bidding(pad, (1, 1, 1, 1))
    assert becomes(pad, "11") == ["Made: 11 · One off: 0"] * 4
    pad.tap(pad.element(f"[name='made.p1'][value={answer}]"))
    assert sorted(becomes(pad, shown)) == sorted([shown, *["Made: 11 · One off: 0"] * 3])


def test_a_doubler_s_two_totals_are_those_of_the_contract_in_a_hand_of_one_card_too(pad: Phone) -> None:
    auction = {"hand": {"auction": ["1H", "double", "pass", "pass", "pass"]}}
    pad.show(play("murder", FOUR, auction, house={"ladder": "1 4"}))
    predicted = dict(zip(pad.bidders, becomes(pad, "14"), strict=True))
    assert predicted["Ben"] == "Contract fails: 14 · Contract made: −2", (
        "set by one trick, or made: over half, not redoubled"
    )


def test_the_hook_s_number_takes_a_second_tap_in_every_hand(pad: Phone) -> None:
    pad.begin(*FOUR.split(), rulebook="ohell", ladder="3x3")
    for hand in (1, 2):
        pad.bid(0, 1, 0)
        last = pad.on_turn
        pad.tap_number(last, 2)
        assert pad.chosen(last) is None
        assert "Tap again if the table allows it" in pad.words("#hook")
        if hand == 1:
            end_the_hand(pad, last)
    pad.tap_number(last, 2)
    assert "is the forbidden bid" in pad.words("#hook")
    pad.tap(pad.button)
    pad.wait_for("[data-stage=tricks]")


@pytest.mark.soak
def test_that_the_hook_s_number_takes_a_second_tap_is_said_also_when_an_answer_comes(pad: Phone) -> None:
    pad.begin(*FOUR.split(), rulebook="ohell", ladder="3x3")
    with pad.offline():
        for last in (1, 2):
            pad.bid(0, 1, 0)
            pad.tap_number(pad.on_turn, last)
            if last == 1:
                pad.tap_number(pad.bidders[0], 1)
                pad.tap(pad.button)
    pad.wait_for("#hand-1:not(.pencil)")
    pad.wait_until(lambda: waiting(pad) == 0)
    assert "Tap again if the table allows it" in pad.words("#hook")


def end_the_hand(pad: Phone, last: str) -> None:
    pad.tap_number(last, 1)
    pad.wait_for("[data-stage=tricks]")
    pad.tap_number(pad.bidders[0], 1)
    pad.tap(pad.button)
    pad.wait_for("#hand-1")


def test_when_nothing_can_be_written_the_thumb_is_told_why_and_no_more(pad: Phone, store: Store) -> None:
    pad.expected = "507"
    pad.begin(*FOUR.split())
    end_bidding(pad, (2, 1, 0, 1))
    pad.tap_number("Ben", 3)

    assert isinstance(store, SqliteStore)
    store.engine.wait = 0.2  # seconds, instead of the usual 8 s
    with contextlib.closing(sqlite3.connect(file_behind(store), isolation_level=None)) as other_program:
        other_program.execute("BEGIN IMMEDIATE")
        pad.tap(pad.button)
        pad.wait_for_words("#line", f"1 hand on this phone only: {StoreBusy()}")
    pad.wait_for("#hand-1:not(.pencil)")
    pad.wait_until(lambda: not pad.all("#line"))
    assert pad.totals == {"Ann": "11", "Ben": "−11", "Cat": "11", "Di": "10"}
