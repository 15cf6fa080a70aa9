"""Tests of marks that are tapped with the bids and shown with the tricks."""

from builders import play

from browser.phone import Phone

SURE = {"name": "Sure", "marks": {"sure": {"default": 10, "choices": [0, 5, 10]}}, "points": [{"give": "sure"}]}


def test_a_mark_that_was_tapped_with_the_bids_still_stands_when_the_hand_is_written_down(pad: Phone) -> None:
    game = play("pike", "Ann Ben Cat", scheme=SURE, house={"ladder": "3-1"})
    pad.show(game)
    pad.wait_for("#sum:not(:empty)")
    with pad.offline():
        pad.bid(1, 1, 1)
        pad.tap(pad.element("[name='mark.sure.p1'][value='5']"))
        pad.tap(pad.button)
        assert pad.stage == "tricks"
        assert pad.element("[name='mark.sure.p1'][value='5']").is_selected()
        pad.tap(pad.button)
    pad.wait_for("#hand-1:not(.pencil)")
    assert list(pad.totals.values()) == ["5", "10", "10"]


def test_the_keys_of_a_row_with_a_mark_are_whole_and_large_enough(pad: Phone) -> None:
    game = play("pike", "Ann Ben Cat", scheme=SURE, house={"ladder": "3-1"})
    pad.show(game)
    keys = ".marked .num, .seat .total"
    shown = pad.run("return [...document.querySelectorAll(arguments[0])].map((key) => key.offsetHeight)", keys)
    assert len(shown) == 12
    assert min(shown) >= 44
