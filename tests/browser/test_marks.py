"""Tests of marks: tapped with the bids and shown with the tricks, or tapped after play (Skull King)."""

from builders import hand, play

from browser.evening import play_hand, scroll_and_tap
from browser.phone import Phone

SURE = {"name": "Sure", "marks": {"sure": {"default": 10, "choices": [0, 5, 10]}}, "points": [{"give": "sure"}]}


def test_a_mark_that_was_tapped_with_the_bids_still_stands_when_the_hand_is_written_down(pad: Phone) -> None:
    game = play("pike", "Ann Ben Cat", scheme=SURE, house={"ladder": "3-1"})
    pad.show(game)
    pad.wait_for("#sum:not(:empty)")
    keys = ".marked .num, .seat .total"
    shown = pad.run("return [...document.querySelectorAll(arguments[0])].map((key) => key.offsetHeight)", keys)
    assert (len(shown), min(shown) >= 44) == (12, True), "its keys are whole and large enough"
    with pad.offline():
        pad.bid(1, 1, 1)
        pad.tap(pad.element("[name='mark.sure.p1'][value='5']"))
        pad.tap(pad.button)
        assert pad.stage == "tricks"
        assert pad.element("[name='mark.sure.p1'][value='5']").is_selected()
        pad.tap(pad.button)
    pad.wait_for("#hand-1:not(.pencil)")
    assert list(pad.totals.values()) == ["5", "10", "10"]


def test_an_evening_of_skull_king_is_tapped_with_its_bonuses_and_corrected(pad: Phone) -> None:
    """Points by hand: made 20 a trick, zero 10 a card, missed −10 a trick or a card, and the bonuses (rules.md E11)."""
    first = hand("Ann Bob Cat", (0, 1, 0), (0, 1, 0))
    pad.show(play("skull_king", "Ann Bob Cat", first, house={"ladder": "1-5"}))
    assert pad.totals == {"Ann": "10", "Bob": "20", "Cat": "10"}
    with pad.offline():  # all totals by the phone alone
        play_hand(pad, "30 70 50", "1 1 0", Bob="mark.fourteens 1, mark.loot p3")
        kraken = {"Ann": "mark.pirates_captured 1", "Cat": "mark.wager 10", "nobody": "cancelled 1"}
        play_hand(pad, "80 90 30", "1 1 1", "1 1 0", **kraken)
    pad.wait_for("#hand-3:not(.pencil)")
    with pad.offline():
        play_hand(pad, "120 130 110", "1 2 2", "0 2 2", Ann="change -1", Cat="mark.king_captured yes")
        assert "1→0" in pad.texts("#hand-4 sup")
    pad.wait_for("#hand-4:not(.pencil)")
    assert "1→0" in pad.texts("#hand-4 sup")
    pad.open(f"{pad.path}/hands/2/correction")
    for player, number in (("Bob", 0), ("Cat", 1)):
        key = f"[name='mark.fourteens.{'p2' if player == 'Bob' else 'p3'}'][value='{number}']"
        scroll_and_tap(pad, f"details:has({key}) summary")
        scroll_and_tap(pad, key)
    pad.tap(pad.button)
    pad.wait_until(lambda: pad.totals == {"Ann": "120", "Bob": "120", "Cat": "120"})
