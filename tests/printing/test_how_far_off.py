"""Printed sheets of a table that records only how far off the bids were."""

from typing import Any

from builders import play
from reading_pdf import read

from printables.blank.blank_sheet import blank_sheet
from printables.filled.score_sheet import score_sheet
from scorepad.game.report.blank_sheet import blank_of

HOUSE = {"ladder": "5-1", "writes": "off", "hook": False}
BIDS = {"Ann": 2, "Bob": 1, "Cat": 1}


def printed(scheme: str, *record: dict[str, Any], **house: Any) -> str:
    [page] = read(score_sheet(play("pagat", "Ann Bob Cat", *record, scheme=scheme, house=HOUSE | house)))
    return page.text


def test_a_sheet_shows_it_beside_the_bid_that_was_missed_and_says_so() -> None:
    text = printed("golf", {"hand": {"bids": BIDS, "off": {"Ann": 0, "Bob": 1, "Cat": 2}}})
    assert "2 ✓ 0 0 ▸ 1 ✗ 1 +1 1 1 ✗ 2 +3 3" in text, (
        "Bob bid 1, was off by 1 and has 1; Cat bid 1, was off by 2, has 3"
    )
    assert "✗ bid missed, with the difference" in text
    assert "with the tricks taken" not in text
    text = printed("standard", {"hand": {"bids": BIDS, "off": {"Ann": -1, "Bob": 2, "Cat": 0}}})
    assert "2 ✗ −1 +1 1 ▸ 1 ✗ +2 +3 3 1 ✓ +11 11" in text, "where the side counts it is shown with its sign"


def test_hands_that_were_written_down_otherwise_are_told_apart() -> None:
    taken = {"hand": {"bids": BIDS, "taken": {"Ann": 2, "Bob": 0, "Cat": 3}}}
    off = {"hand": {"bids": dict.fromkeys(BIDS, 1), "off": {"Ann": 0, "Bob": 1, "Cat": 0}}}
    text = printed("golf", taken, {"house": {"writes": "off"}}, off, writes="tricks")
    assert "with the tricks taken · ✗ bid missed, with the difference" in text


def test_a_blank_sheet_says_what_is_to_be_written() -> None:
    game = play("pagat", "Ann Bob Cat", scheme="golf", house=HOUSE)
    assert "After a hand only the differences are recorded" in read(blank_sheet(blank_of(game.opened)))[-1].text
