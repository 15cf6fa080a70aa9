"""Where a thumb lands: every target of every kind of page, on every screen, is large enough, whole and its own."""

from __future__ import annotations

import pytest
from builders import play
from selenium.webdriver.remote.webelement import WebElement

from browser.phone import Phone
from browser.test_pages import LONG, STICKS_OUT, TOO_SMALL, House, faults, house, visitor  # noqa: F401  (fixtures)
from scorepad.repository import GameRepository
from scorepad.store import Store

SCREENS = [(320, 568), (390, 844), (844, 390), (1280, 800)]

# What is tapped, as one taps it: a field with its label around it, a link or a button as a whole. What scrolls within
# the page (a wide sheet) is cut there on purpose; links in a sentence are read, not aimed at.
TARGETS = """
for (const part of document.querySelectorAll("details")) part.open = true;
const inSentence = (one) => one.matches("a") && getComputedStyle(one).display === "inline" &&
  one.parentElement.textContent.trim() !== one.textContent.trim();
const seen = (one) => one.getClientRects().length && !one.closest(".skip, .sr, [inert]") && !inSentence(one);
const all = [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary")]
  .filter(seen);
const area = (one) => (one.closest("label") ?? one);
const name = (one) => one.outerHTML.slice(0, 110).replace(/\\s+/g, " ");
const box = (one) => area(one).getBoundingClientRect();
const within = (one) => one.closest(".wide, .points, pre, .foot, svg");
"""

# A sheet of seven players has columns narrower than a thumb; the link in its first column leads to the same page.
SMALL = (
    TARGETS
    + """
return all.map((one) => [one, box(one), one.closest(".chip") ? 48 : 44])
  .filter(([one, { height, width }, least]) => height < least - 0.1 || width < 44 - 0.1 && !one.closest("td, th"))
  .map(([one, { height, width }]) => `${name(one)} is ${width} x ${height} px`);
"""
)

OVERLAPPING = (
    TARGETS
    + """
const boxes = all.map((one) => [one, box(one)]), found = [];
for (const [at, [one, a]] of boxes.entries()) {
  for (const [other, b] of boxes.slice(at + 1)) {
    if (within(one) !== within(other) || area(one) === area(other) || one.contains(other)) continue;
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (wide > 1 && high > 1) found.push(`${name(one)} and ${name(other)} share ${wide} x ${high} px`);
  }
}
return found;
"""
)

# Cut: beyond the screen's edge, or its words beyond its own box.
CUT = (
    TARGETS
    + """
const screen = document.documentElement.clientWidth;
const out = (one) => !one.closest(".wide, .points") && (box(one).left < -0.5 || box(one).right > screen + 0.5);
const spills = (one) => one.matches("a, button, summary") && one.scrollWidth > one.clientWidth + 1 &&
  getComputedStyle(one).display !== "inline" && getComputedStyle(one).textOverflow !== "ellipsis";
return all.filter((one) => out(one) || spills(one))
  .map((one) => `${name(one)}: ${one.scrollWidth} in ${one.clientWidth} px`);
"""
)


@pytest.mark.parametrize("screen", SCREENS, ids=str)
def test_no_page_sticks_out_and_every_target_is_large_enough_apart_and_whole(
    visitor: Phone,  # noqa: F811
    house: House,  # noqa: F811
    screen: tuple[int, int],
) -> None:
    visitor.turn(*screen)
    assert faults(visitor, house, STICKS_OUT, TOO_SMALL, SMALL, OVERLAPPING, CUT) == {}


# --- a full table --------------------------------------------------------------------------------------


def full_table(pad: Phone, store: Store, *record: dict[str, object]) -> None:
    """Seven players with ten cards each from two packs, on a phone."""
    game = play("ohell", " ".join(SEVEN), *record, house={"ladder": "10x3", "pack": 104})
    pad.open("/games/" + GameRepository(store).keep(game, by="test"))
    pad.wait_for("#entry")


def out_of_sight(pad: Phone, *selectors: str) -> list[str]:
    """What of these the screen does not show whole, without scrolling."""
    assert pad.run("return scrollY") == 0

    def hidden(one: WebElement) -> bool:
        return one.is_displayed() and not pad.in_sight(one)

    foot = [one.text for one in pad.all(".foot button") if not pad.in_sight_whole(one)]
    return [one.text for selector in selectors for one in pad.all(selector) if hidden(one)] + foot


SEVEN = tuple(name.split()[0] for name in LONG)
BIDS = dict(zip(SEVEN, (1, 2, 0, 3, 1, 0, 2), strict=True))


def test_seven_players_with_ten_cards_bid_on_one_screen(pad: Phone, store: Store) -> None:
    full_table(pad, store)
    for player in pad.bidders:
        assert pad.on_turn == player
        assert len([chip for chip in pad.all(".now .chip") if chip.is_displayed()]) == 11
        assert out_of_sight(pad, ".seat", ".seat .who", ".seat .chip") == []
        if player != pad.bidders[-1]:
            pad.tap_number(player, BIDS[player])


def test_seven_players_with_ten_cards_say_their_tricks_on_one_screen(pad: Phone, store: Store) -> None:
    full_table(pad, store, {"hand": {"bids": BIDS}})
    assert pad.stage == "tricks"
    assert len(pad.all(".seat")) == 7
    assert out_of_sight(pad, ".seat", ".seat .who", ".seat .chip") == []
    pad.tap(pad.seat("Cat").find_element("css selector", ".open"))
    assert len([chip for chip in pad.all(".now .chip") if chip.is_displayed()]) == 11
    assert out_of_sight(pad, ".seat", ".seat .who", ".seat .chip") == []
