"""Tests of bids that are more than a number in turn: a call before the bids, and bids that stay covered."""

from builders import FOUR, THREE, play

from browser.phone import Phone


def test_a_hand_of_estimation_takes_a_tap_for_each_part_of_the_call_and_each_other_bid(pad: Phone) -> None:
    path = pad.show(play("estimation_bola", FOUR))
    pad.wait_for("#turn:not(:empty)")
    assert pad.words("#turn") == "Who calls, how many, and which trumps?"
    with pad.offline():
        pad.tap(pad.element("[name='mark.dash_call.p1']"))
        pad.tap(pad.element("[name='contract.declarer'][value=p2]"))
        pad.tap(pad.element("[name='contract.level'][value='6']"))
        assert pad.all(".now") == []
        pad.tap(pad.element(".auction [name=trump][value=S]"))
        assert [pad.chosen(name) for name in ("Ann", "Bob")] == ["0", "6"]
        assert pad.words(".call summary b") == "Bob 6 ♠"
        assert pad.words("#turn") == "Di bids", "anticlockwise from the caller; Ann has bid"
        assert not pad.seat("Di").find_element("css selector", "[value='7']").is_enabled()
        pad.tap_number("Di", 3)
        assert pad.words("#turn") == "Cat bids"
        assert pad.struck("Cat") == ["4"]
        pad.tap_number("Cat", 2)
        assert pad.stage == "tricks"
        assert "Bob" in pad.words(".seat:has(.leads) .name")
        pad.tap_number("Cat", 4)
        pad.tap(pad.button)
        assert pad.words("h1") == "Hand 2"
        assert pad.all("[name='contract.level'][value='3']") == []
        assert len(pad.all("[name='contract.level']")) == 10
    pad.wait_for("#hand-1:not(.pencil)")
    assert pad.path == path
    totals = {"Ann": "33", "Di": "16", "Cat": "−12", "Bob": "29"}  # rules.md ES-B; the dash call stays
    assert list(pad.totals.items()) == list(totals.items()), "the columns are in playing order"


def test_a_call_that_is_changed_frees_the_bids_that_it_held(pad: Phone) -> None:
    pad.show(play("estimation_bola", FOUR))
    pad.wait_for("#turn:not(:empty)")
    dash = pad.element("[name='mark.dash_call.p1']")
    for target in (
        dash,
        pad.element("[name='contract.declarer'][value=p2]"),
        pad.element("[name='contract.level'][value='6']"),
        pad.element(".auction [name=trump][value=N]"),
        pad.element(".call summary"),
        dash,
        pad.element("[name='contract.declarer'][value=p3]"),
    ):
        pad.tap(target)
    pad.wait_until(lambda: [pad.chosen(name) for name in FOUR.split()] == [None, None, "6", None])
    pad.wait_for_words("#turn", "Bob bids")


def test_written_bids_stay_covered_on_the_phone_until_they_are_shown(pad: Phone) -> None:
    pad.show(play("wizard", THREE, house={"bidding": "secret", "trump": "none", "ladder": "3-1"}))
    pad.wait_for("#turn:not(:empty)")
    for name in THREE.split():
        pad.tap_number(name, 2)
    assert pad.stage == "bids", "the last bid does not show them"
    assert pad.texts(".picked") == ["✓"] * 3
    shown = pad.run("return document.querySelector('.stage').innerText + document.querySelector('.foot .turn').title")
    assert "2" not in shown.replace("Hand 2", "")
    assert pad.button.text == "Show bids"
    pad.tap(pad.button)
    assert pad.stage == "tricks"
