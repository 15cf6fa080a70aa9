"""Tests of whole games on the three engines of phones and laptops, against the real server."""

import pytest
from builders import play
from selenium.webdriver import ActionChains
from soak import only_in_soak

from browser.away import WRITTEN
from browser.phone import Thumb
from scorepad.game.state import events as e
from scorepad.game.state.game import Game
from scorepad.repository import GameRepository
from scorepad.store import Store

RULED = """
const style = (one) => getComputedStyle(document.querySelector(one)), leads = style(".sheet .ahead");
return [style(".sheet .missed sup").textDecorationLine, leads.textDecorationLine, leads.textDecorationStyle];
"""


def table(thumb: Thumb, store: Store, rulebook: str, players: str, *record: e.Event, **house: object) -> str:
    """Open a game on the screen and return its path."""
    game = play(rulebook, players, house=house)
    path = "/games/" + GameRepository(store).keep(Game.replay([*game.events, *record]), by="test")
    thumb.open(path)
    return path


def record(thumb: Thumb, number: int, **tricks: int) -> None:
    """Tap the tricks that differ from the bids, and save the hand."""
    thumb.wait_for("[data-stage=tricks]")
    for player, taken in tricks.items():
        thumb.tap_number(player, taken)
    thumb.tap(thumb.button)
    thumb.wait_for(f"#hand-{number}")


@pytest.mark.soak
def test_oh_hell_with_a_hook_that_the_table_waives_once(thumb: Thumb, store: Store) -> None:
    table(thumb, store, "pagat", "Ann Ben Cat", ladder="2 1")
    thumb.tap_on(".suits input[value=H]")
    thumb.bid(1, 0)
    assert thumb.struck("Ann") == ["1"]
    thumb.tap_number("Ann", 1)
    assert thumb.chosen("Ann") is None
    assert "Tap again if the table allows it" in thumb.words("#hook")
    thumb.tap_number("Ann", 1)
    assert "is the forbidden bid" in thumb.words("#hook")
    thumb.tap(thumb.button)
    record(thumb, 1)
    assert thumb.totals == {"Ann": "11", "Ben": "11", "Cat": "10"}
    thumb.tap(
        thumb.element(".suits input[value=N]") if thumb.all(".suits input[value=N]") else thumb.element(".suits input")
    )
    thumb.bid(0, 0, 0)
    record(thumb, 2, Cat=1)
    assert "Ann" in thumb.words(".entry h2")
    thumb.wait_for(".sheet .ahead")
    assert thumb.run(RULED) == ["line-through", "underline", "double"], "what is missed, and who leads"


@pytest.mark.parametrize("thumb", ["chromium", *only_in_soak("firefox", "webkit")], indirect=True)
def test_boerenbridge_ends_when_somebody_stands_at_exactly_100(thumb: Thumb, store: Store) -> None:
    before = [e.Adjusted("p1", 77, "from paper"), e.Adjusted("p2", 93, "from paper")]
    table(thumb, store, "boerenbridge", "Ann Ben Cat Di", *before)
    for player, bid in (("Ann", 3), ("Cat", 2), ("Di", 0)):
        thumb.tap_number(player, bid)
    record(thumb, 1, Di=1, Ben=7)
    assert thumb.totals == {"Ann": "90", "Ben": "100", "Cat": "12", "Di": "1"}  # rules.md A13: 93 and 7 tricks
    assert "Ben wins" in thumb.words("main")


@pytest.mark.soak
def test_murder_with_an_auction_a_late_entry_a_correction_and_undo(thumb: Thumb, store: Store) -> None:
    path = table(thumb, store, "murder", "Ann Ben Cat", ladder="4 3")
    thumb.call("2H", "double", "1", "pass", "pass")
    record(thumb, 1, Ben=1)
    assert thumb.totals == {"Ann": "18", "Ben": "−2", "Cat": "8"}
    thumb.wait_for(WRITTEN.format(1))  # before another page is requested
    thumb.open(path + "/table")
    thumb.element("#name").send_keys("Di")
    thumb.tap_on("form[action$='/players'] .do")
    thumb.wait_for(".said")
    thumb.open(path)
    assert thumb.totals["Di"] == "3"  # halfway between −2 and 8
    thumb.open(path + "/hands/1/correction")
    thumb.tap_number("Ann", 1, "taken")
    thumb.tap_number("Ben", 2, "taken")
    thumb.wait_for("#preview .num")
    assert "Ann 18 → −4" in thumb.words("#preview")
    thumb.tap(thumb.button)
    thumb.wait_for("#hand-1")
    assert thumb.totals == {"Ann": "−4", "Ben": "14", "Cat": "8", "Di": "2"}
    ActionChains(thumb.driver).click(thumb.all("#hand-1 td")[2]).perform()  # after the contract and Ann's cell
    thumb.wait_until(lambda: thumb.path == path + "/hands/1#p2")
    thumb.open(path + "#newest")
    thumb.tap_on(".tabs a")  # the corrected hand has scrolled into view on the sheet
    thumb.tap_on("[form=undo]")
    thumb.wait_until(lambda: thumb.totals == {"Ann": "18", "Ben": "−2", "Cat": "8", "Di": "3"})
    thumb.tap_on("#entry [form=redo], .pad [form=redo]")
    thumb.wait_until(lambda: thumb.totals["Ann"] == "−4")
    thumb.reload()
    assert thumb.totals["Ann"] == "−4"
