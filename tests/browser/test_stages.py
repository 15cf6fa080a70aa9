"""Tests of stage changes: no tap hits a key by accident, and a wrong number is corrected with a tap."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from soak import only_in_soak

from browser.phone import Phone
from browser.scripts import PASS, STOP_THE_CLOCK

FOUR = ("Ann", "Ben", "Cat", "Di")
DEAF = 300  # ms after a stage change in which chips ignore taps

# Records touches and their effects, in ms since the stage changed, by the page's clock.
NOTE = """
window.noted = [];
const note = (what, { timeStamp }) => noted.push([what, Math.min(timeStamp - changedAt, 1e6)]);
addEventListener("pointerdown", (event) => note("touch", event), true);
addEventListener("keydown", (event) => note("key", event), true);
document.addEventListener("change", (event) => note(event.target.name, event), true); // later its name is another
document.addEventListener("submit", (event) => note(document.getElementById("entry").dataset.stage, event), true);
"""


class Noted(NamedTuple):
    what: str
    since: float  # ms


def noted(pad: Phone) -> list[Noted]:
    return [Noted(*note) for note in pad.run("return noted")]


def touches_at(pad: Phone, *after: tuple[WebElement | tuple[int, int], int]) -> None:
    """Touch elements or points on a page whose clock is stopped, each with a pause in ms after the one before."""
    for target, pause in after:
        pad.run(PASS, pause)
        fingers = ActionChains(pad.driver, duration=0)
        if isinstance(target, tuple):
            fingers.w3c_actions.pointer_action.move_to_location(*target)  # type: ignore[no-untyped-call]
        else:
            fingers.move_to_element(target)
        fingers.click().perform()


def middle(element: WebElement) -> tuple[int, int]:
    box = element.rect
    return int(box["x"] + box["width"] / 2), int(box["y"] + box["height"] / 2)


def chip(pad: Phone, player: str, number: int) -> WebElement:
    return pad.seat(player).find_element("css selector", f"input[value='{number}']")


def before_the_last_bid(pad: Phone) -> None:
    pad.begin(*FOUR)
    pad.bid(2, 1, 0)
    pad.run(NOTE)


def test_a_touch_just_after_the_last_bid_is_no_trick(pad: Phone) -> None:
    before_the_last_bid(pad)
    pad.run(STOP_THE_CLOCK)
    touches_at(pad, (chip(pad, "Ann", 2), DEAF))
    row = [middle(chip(pad, "Ben", number)) for number in (1, 3, 2, 1, 3, 2)]
    touches_at(pad, *((place, 75) for place in row), (row[0], DEAF), (row[1], 0))
    notes = noted(pad)
    tricks = [note.since for note in notes if note.what.startswith("taken")]
    touched = [note.since for note in notes if note.what == "touch"][1:]
    assert touched == [75, 150, 225, 300, 375, 450, 450 + DEAF, 450 + DEAF]
    assert min(tricks) > DEAF
    assert pad.chosen("Ben") == "3", "who waits is heard"


@pytest.mark.soak
def test_a_touch_just_after_the_last_bid_records_nothing(pad: Phone) -> None:
    """The same is true of touches on the button that ends the bidding and then records the hand."""
    before_the_last_bid(pad)
    ends = middle(pad.button)
    pad.run(STOP_THE_CLOCK)
    touches_at(pad, (chip(pad, "Ann", 2), DEAF), (ends, 50), (ends, 250), (ends, 250))
    assert (pad.words("h1"), pad.stage, pad.button.text) == ("Hand 1", "tricks", "Save hand 1")
    pad.reload()
    pad.wait_for("[data-stage=tricks]")
    assert pad.words("h1") == "Hand 1"


@pytest.mark.soak
def test_a_touch_just_after_record_is_no_bid_for_the_next_hand(pad: Phone) -> None:
    before_the_last_bid(pad)
    pad.run(STOP_THE_CLOCK)
    pad.run(PASS, 1000)
    pad.tap_number("Ann", 2)
    pad.run(PASS, 1000)
    pad.run("noted.length = 0")
    touches_at(pad, (pad.button, 0))
    row = [middle(chip(pad, pad.on_turn, number)) for number in (1, 2)]
    touches_at(pad, *((place, 100) for place in row), (row[0], DEAF))
    assert pad.words("h1") == "Hand 2"
    assert [note.since for note in noted(pad)[1:] if note.what == "touch"] == [100, 200, 200 + DEAF]
    assert [note.since for note in noted(pad) if note.what.startswith("bid")] == [200 + DEAF]


def test_a_key_is_heard_at_once(pad: Phone) -> None:
    before_the_last_bid(pad)
    pad.run(STOP_THE_CLOCK)
    pad.run(PASS, 1000)
    pad.tap_number("Ann", 2)
    pad.wait_for("main:focus")  # the focus for screen readers moves here once the tricks are drawn
    pad.run("document.querySelector('#entry .foot .do').focus()")
    pad.press(Keys.ENTER)
    assert pad.words("h1") == "Hand 2"
    assert [note.since for note in noted(pad) if note.what == "key"] == [0]


ROWS_WRITTEN = """
window.written = new Set();
new MutationObserver((list) => {
  for (const { target } of list) {
    written.add((target.closest ? target : target.parentElement).closest(".seat")?.ariaLabel);
  }
}).observe(document.getElementById("entry"), { subtree: true, childList: true, attributes: true, characterData: true });
"""


def test_a_bid_writes_nothing_into_rows_that_stay_as_they_are(pad: Phone) -> None:
    """Changed rows would need new styles and layout, which delays every tap."""
    pad.begin(*FOUR)
    pad.bid(2)
    pad.run(ROWS_WRITTEN)
    pad.tap_number("Cat", 1)
    assert set(pad.run("return [...written]")) == {"Cat", "Di", None}, "whose bid it was, who is next, and the foot"


# --- corrections -------------------------------------------------------------------------------------------------


@pytest.fixture(params=[*only_in_soak("sent"), "on this phone only"])
def mending(request: pytest.FixtureRequest, pad: Phone) -> Iterator[Phone]:
    """Yield a phone with a server, and one whose server is gone."""
    pad.begin(*FOUR, rulebook="pagat")
    if request.param == "sent":
        yield pad
    else:
        with pad.offline():
            yield pad
            assert "the laptop does not answer" in pad.wait_for("#line").text


def bids(pad: Phone) -> list[str | None]:
    return [pad.chosen(player) for player in ("Ben", "Cat", "Di", "Ann")]


def test_a_wrong_bid_is_mended_by_a_tap_on_its_row(mending: Phone) -> None:
    mending.bid(2, 1, 0)
    assert mending.run("return arguments[0].closest('.chips').inert", chip(mending, "Ben", 0))
    mending.tap(mending.seat("Ben").find_element("css selector", ".name"))
    assert mending.on_turn == "Ben"
    mending.tap_number("Ben", 0)
    assert bids(mending) == ["0", "1", "0", None]
    assert mending.on_turn == "Ann"
    assert mending.struck("Ann") == ["4"]


def test_a_wrong_bid_is_mended_from_the_tricks_by_a_tap_on_it(mending: Phone) -> None:
    mending.bid(2, 1, 0, 3)
    mending.tap(mending.seat("Cat").find_element("css selector", ".mark"))
    mending.wait_for("[data-stage=bids]")
    assert (bids(mending), mending.on_turn) == (["2", "1", "0", "3"], "Cat")
    mending.tap_number("Cat", 0)
    assert mending.stage == "bids", "now the last bid is against the hook"
    mending.tap(mending.seat("Cat").find_element("css selector", ".name"))
    mending.tap_number("Cat", 4)
    assert mending.stage == "tricks"
    assert bids(mending) == ["2", "4", "0", "3"]


def test_undo_takes_back_one_thing_after_the_other(mending: Phone) -> None:
    mending.bid(2, 1, 0, 3)
    mending.tap_number("Ann", 2)
    mending.tap(mending.button)
    assert mending.words("h1") == "Hand 2"
    mending.tap_number("Cat", 1)
    mending.tap_on(".foot [form=undo]")
    assert (mending.words("h1"), mending.chosen("Cat")) == ("Hand 2", None)
    mending.tap_on(".foot [form=undo]")
    mending.wait_for("[data-stage=tricks]")
    assert (mending.words("h1"), mending.chosen("Ann")) == ("Hand 1", "2")
    mending.tap_on(".foot [form=undo]")
    assert (mending.stage, mending.chosen("Ann")) == ("tricks", "3")
    mending.tap_on(".foot [form=undo]")
    mending.wait_for("[data-stage=bids]")
    assert bids(mending) == ["2", "1", "0", "3"]
    mending.tap_on(".foot [form=undo]")
    assert bids(mending) == ["2", "1", "0", None]
