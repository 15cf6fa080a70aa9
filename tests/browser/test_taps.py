"""Tests of a scorer's taps during a hand on a phone."""

import time

import pytest
from builders import Entry, play
from selenium.common.exceptions import ElementClickInterceptedException
from selenium.webdriver import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from soak import only_in_soak

from browser.away import waiting
from browser.phone import Phone
from scorepad.store import Store

FOUR = ("Ann", "Ben", "Cat", "Di")


WRITTEN = "#hand-1:not(.pencil)"
"""The row of the first hand once it comes from the server."""


def kept(store: Store, game: str) -> list[str]:
    """Return the stored numbers, player by player; taps are sent in the background."""
    values = store.draft(game.removeprefix("/games/"))["values"]
    return [values[field] for field in sorted(values) if values[field]]


# --- a hand -----------------------------------------------------------------------------------------


def test_a_hand_of_four_players_with_one_miss_is_six_taps(pad: Phone) -> None:
    pad.begin(*FOUR)
    pad.bid(2, 1, 0, 1)
    pad.wait_for("[data-stage=tricks]")
    assert [pad.chosen(player) for player in FOUR] == ["1", "2", "1", "0"], "tricks start as the bids"
    pad.tap_number("Ben", 3)
    pad.tap(pad.button)
    pad.wait_for("#hand-1")
    assert pad.taps == 6
    assert pad.totals == {"Ann": "11", "Ben": "−11", "Cat": "11", "Di": "10"}


COUNT_MOVES = """
window.moves = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) { moves.push(this.dataset.total); return animate.apply(this, how); };
"""


@pytest.mark.parametrize("still", [False, *only_in_soak(True)])
def test_a_hand_says_what_does_not_add_up_and_its_entries_lead_to_its_page(pad: Phone, still: bool) -> None:
    pad.expected = "422"
    pad.go_dark(False, still=still)
    game = pad.begin(*FOUR)
    pad.run(COUNT_MOVES)
    pad.bid(2, 1)
    assert pad.words("#sum") == "Bids 3 of 5"
    pad.tap_number("Di", 0)
    for last, text in ((2, "Bids 5 of 5: even"), (4, "Bids 7 of 5: 2 over"), (1, "Bids 4 of 5: 1 under")):
        pad.run(f'document.querySelector(\'[name="bid.p1"][value="{last}"]\').focus()')
        pad.press(" ")  # keys pass other numbers, so they do not end the bidding
        assert pad.words("#sum") == text
        assert pad.element(".foot #sum").is_displayed()
    pad.press(Keys.ENTER)
    pad.wait_for("[data-stage=tricks]")
    assert pad.texts(".heads :first-child, .foot .sum b") == [
        "Tap a name for all numbers",
        "Play the hand, then tap the tricks",
    ]
    pad.tap(pad.seat("Ben").find_element("css selector", ".open"))
    assert pad.words("#sum") == "Tricks 4 of 5: 1 missing"
    pad.tap_number("Ben", 4)
    assert pad.words("#turn") == "Tricks 6 of 5: 1 too many"
    assert "quiet" in (pad.button.get_attribute("class") or "")
    pad.wait_until(lambda: waiting(pad) == 0)  # an answer that comes later draws the page without the refusal
    pad.tap(pad.button)
    assert pad.wait_for(".refusal").is_displayed()
    place = pad.seat("Di").rect
    pad.tap_number("Ben", 3)
    assert not pad.element(".refusal").is_displayed()
    assert (pad.seat("Di").rect, pad.button.text) == (place, "Save hand 1"), "nothing moves"
    pad.tap_number("Cat", 0)
    pad.tap_number("Di", 2)
    assert pad.chosen("Ann") == "0", "what is left over"
    pad.tap_number("Di", 1)
    assert pad.chosen("Ann") == "1", "it follows what is tapped later"
    pad.wait_until(lambda: waiting(pad) == 0)  # an unanswered tap shows no motion
    pad.tap(pad.button)
    pad.wait_for(WRITTEN)
    moved = {*pad.run("return moves")}  # the page was not left, which would lose this
    assert moved & {"p1", "p2", "p3", "p4"} == (set() if still else {"p1", "p2", "p3", "p4"})
    assert pad.totals == {"Ann": "11", "Ben": "−11", "Cat": "−11", "Di": "−11"}
    pad.tap_on(".tabs [href$='#newest']")
    time.sleep(0.4)  # earlier it would be a second tap on the tab
    ActionChains(pad.driver).click(pad.element("#hand-1 td.missed")).perform()  # the row's link covers it
    pad.wait_for(".came:target")
    assert "one over: −(10 + 1) = −11" in pad.words(".came:target")
    pad.open(f"{game}#sheet")
    pad.taps = 0
    pad.tap_on("#hand-1 th a")
    pad.wait_for(".came")
    pad.tap_on("main .button")
    pad.wait_for("[data-stage=correction]")
    assert pad.taps == 2


def test_the_next_bidder_comes_into_view_and_the_button_names_him(pad: Phone) -> None:
    pad.begin("Alexandra", "Bartholomew-James", *FOUR, "Eve", rulebook="ohell", ladder="7-1-7")
    for player in pad.bidders:
        assert pad.on_turn == player
        assert pad.in_sight(pad.seat(player)), f"{player} cannot be seen whole"
        assert player in pad.words("#turn")
        assert "quiet" in (pad.button.get_attribute("class") or "")
        pad.tap_number(player, 0)
    assert pad.all(".now") == []


def test_the_hooks_number_is_struck_out_before_it_is_tapped(pad: Phone) -> None:
    pad.begin(*FOUR, rulebook="pagat")
    assert pad.struck("Ann") == []
    pad.bid(2, 1, 0)
    assert pad.struck("Ann") == ["2"]
    assert pad.words("#hook") == "Ann may not bid 2"
    pad.tap_number("Di", 2)
    assert pad.struck("Ann") == ["0"]
    pad.tap_number("Di", 3)
    assert pad.struck("Ann") == [], "whatever the last one bids now, it cannot add up"


def test_a_bid_can_be_changed_until_the_next_player_has_bid_and_then_by_undo(pad: Phone, store: Store) -> None:
    game = pad.begin(*FOUR, rulebook="pagat")
    for number in (0, 1, 2, 4, 3):
        pad.tap_number("Ben", number)
    assert pad.chosen("Ben") == "3", "the later of two quick taps"
    pad.tap_number("Cat", 1)
    with pytest.raises(ElementClickInterceptedException):
        pad.tap_number("Ben", 4)
    pad.tap_on(".foot [form=undo]")
    assert (pad.chosen("Ben"), pad.chosen("Cat"), pad.on_turn) == ("3", None, "Cat")
    pad.tap_number("Ben", 4)
    pad.tap_number("Cat", 0)
    pad.wait_until(lambda: kept(store, game) == ["4", "0"])
    pad.reload()
    assert [pad.chosen(player) for player in ("Ben", "Cat", "Di")] == ["4", "0", None]


def test_a_table_that_writes_only_made_or_missed_taps_that(pad: Phone) -> None:
    pad.begin(*FOUR, rulebook="blackout", writes="made")
    pad.bid(2, 1, 0, 1)
    pad.wait_for("[data-stage=made]")
    for player in pad.bidders:
        assert player in pad.words("#turn")
        pad.tap(pad.seat(player).find_element("css selector", f"input[value={'no' if player == 'Ben' else 'yes'}]"))
    assert pad.texts(".off .name") == ["Ben"], "who made the bid has no cross"
    assert pad.button.text == "Save hand 1"
    pad.tap(pad.button)
    pad.wait_for("#hand-1")
    assert pad.totals == {"Ann": "11", "Ben": "0", "Cat": "11", "Di": "10"}


def recorded(pad: Phone, *values: str) -> bool:
    """Return whether the server's row of the first hand contains these texts, each for another player."""
    cells = " ".join(pad.texts("#hand-1 td"))
    return all(text in cells for text in values)


def test_a_table_that_writes_only_how_far_off_taps_that(pad: Phone) -> None:
    pad.begin(*FOUR, writes="off")
    pad.bid(2, 1, 0, 1)
    pad.wait_for("[data-stage=tricks]")
    assert pad.texts("[data-field='off.p2'] .chip .num") == ["0", "1", "2", "3"], "Ben bid 2 of 5"
    assert "quiet" in (pad.button.get_attribute("class") or ""), "if all made it, it is 4"
    pad.tap_number("Di", 1)
    pad.tap_number("Ben", 1)
    assert pad.words("#turn") == "Does not add up to 5 tricks"
    pad.tap_number("Di", 0)
    assert "→ −11" in pad.seat("Ben").text
    assert "→ 11" in pad.seat("Cat").text
    pad.tap(pad.button)
    assert pad.totals == {"Ann": "11", "Ben": "−11", "Cat": "11", "Di": "10"}
    pad.wait_until(lambda: recorded(pad, "✗1 −11", "✓ +11"))
    pad.tap_on(".foot [form=undo]")
    pad.wait_for("[data-stage=tricks]")
    assert [pad.chosen(player) for player in ("Ben", "Cat", "Di", "Ann")] == ["1", "0", "0", "0"]


def test_where_the_side_counts_too_few_and_too_many_are_tapped(pad: Phone) -> None:
    pad.begin(*FOUR, rulebook="ohell", scheme="standard", writes="off")
    pad.bid(2, 1, 0, 1)
    pad.wait_for("[data-stage=tricks]")
    assert pad.texts("[data-field='taken.p2'] .chip .num") == ["−2", "−1", "0", "+1", "+2", "+3"]
    assert pad.texts(".heads :first-child, .foot .sum b") == [
        "Tap a name for all numbers",
        "Play the hand, then tap the tricks",
    ]
    pad.tap(pad.seat("Ben").find_element("css selector", ".open"))
    assert pad.words("#sum") == "Tricks 4 of 5: 1 missing"
    pad.press("+", "2")
    pad.wait_until(lambda: pad.chosen("Ben") == "4")
    pad.tap_number("Cat", 0)
    pad.tap(pad.button)
    assert pad.totals == {"Ann": "11", "Ben": "4", "Cat": "0", "Di": "10"}
    pad.wait_until(lambda: recorded(pad, "✗+2 +4", "✗−1 0"))


def test_a_row_without_numbers_is_tapped_for_nothing(pad: Phone) -> None:
    """A row without a bid asks for no difference; a console error fails the test."""
    scheme = {"name": "Ours", "bids_when": "total < 80", "points": [{"when": "made", "give": "10"}, {"give": "-off"}]}
    ahead: Entry = {"adjust": {"player": "Ann", "points": 85}}
    game = play("pagat", "Ann Ben Cat Di", ahead, scheme=scheme, house={"writes": "off", "hook": False})
    pad.show(game)
    pad.bid(1, 1, 1)
    pad.wait_for("[data-stage=tricks]")
    assert pad.words("[data-field='off.p1'] .mark") == "no bid"
    pad.tap_on("[data-field='off.p1'] .mark")


# --- no loss and no duplicates ---------------------------------------------------------------------------


# --- keyboard --------------------------------------------------------------------------------------------


def test_the_keyboard_alone_suffices(pad: Phone) -> None:
    pad.begin(*FOUR)
    pad.run("document.querySelector('input[name^=\"bid.\"]').focus()")
    for steps in (2, 2, 0):
        pad.press(Keys.SPACE, *[Keys.ARROW_RIGHT] * steps, Keys.TAB, Keys.TAB)
        total = pad.driver.switch_to.active_element  # after the next player's line, which gives its keys to the dock
        assert total.get_attribute("class") == "total"
        pad.press(Keys.TAB)
    pad.press(Keys.SPACE)
    time.sleep(1.0)
    assert pad.stage == "bids", "keys come past numbers that nobody bids"
    pad.press(Keys.ARROW_RIGHT, Keys.ENTER)
    pad.wait_for("[data-stage=tricks]")
    pad.wait_for("main:focus")  # the focus for screen readers moves here once the tricks are drawn
    pad.run("document.querySelector('#entry input[type=radio]').focus()")
    for _ in range(12):
        if pad.driver.switch_to.active_element == pad.button:
            break
        pad.press(Keys.TAB)
    pad.press(Keys.ENTER)
    pad.wait_for("#hand-1")
    assert pad.totals == {"Ann": "11", "Ben": "12", "Cat": "12", "Di": "10"}


def test_a_table_sits_down_by_taps_on_names_it_has_played_with(pad: Phone) -> None:
    pad.begin(*FOUR)
    pad.open("/games/new?rulebook=pike")
    assert pad.shown("[name^='players.']") == 4, "as many as are usual"
    for name in ("Di", "Cat", "Ann"):
        pad.tap(next(button for button in pad.all("fieldset button") if button.text == name))
    assert [button.text for button in pad.all("fieldset button") if button.is_enabled()] == ["Ben"]
    pad.element("[name='players.3']").send_keys("Eve")
    assert pad.shown("[name^='players.']") == 5
    pad.element("[name='players.3']").clear()
    pad.tap_on("[name=first_dealer][value='seat.3']")
    pad.tap(pad.button)
    pad.wait_for("#entry")
    assert pad.bidders == ["Di", "Cat", "Ann"]


# --- panels next to the hand ---------------------------------------------------------------------------


MORE = ".tabs [href$='#menu']"


def opened(pad: Phone, words: str) -> WebElement:
    """Open a panel of the menu by its title and return it."""
    pad.tap_on(MORE)
    panel = next(details for details in pad.all("details") if details.find_element("tag name", "summary").text == words)
    pad.tap(panel.find_element("tag name", "summary"))
    return panel


def spoilt(pad: Phone) -> WebElement:
    """Open the page for a hand that must be dealt again."""
    pad.tap_on(MORE)
    pad.tap_on("#menu [href$='/void']")
    return pad.wait_for("main:has([name=void])")


def press(pad: Phone, panel: WebElement, words: str) -> None:
    pad.tap(next(button for button in panel.find_elements("tag name", "button") if words in button.text))


def test_a_misdeal_is_three_taps_and_one_more_for_each_wrong_hand(pad: Phone) -> None:
    pad.begin(*FOUR, rulebook="murder", ladder="3-7")
    press(pad, spoilt(pad), "Deal again, nothing charged")
    pad.wait_for("tr.void")
    assert (pad.taps, pad.totals) == (3, {"Ann": "0", "Ben": "0", "Cat": "0", "Di": "0"})
    pad.call("pass", "pass", "pass", "pass")
    pad.wait_for("[data-stage=tricks]")
    panel = spoilt(pad)
    assert pad.words("[value=misdeal]") == "Deal again: Ann −10"
    pad.tap(panel.find_element("css selector", "[value=p3]"))
    assert pad.words("[value=misdeal]") == "Deal again: Ann −10, Cat −5", "the button follows the boxes"
    press(pad, panel, "Deal again: Ann −10, Cat −5")
    pad.wait_for("tr.void ~ tr.void")
    assert (pad.taps, pad.totals) == (11, {"Ann": "−10", "Ben": "0", "Cat": "−5", "Di": "0"})


@pytest.mark.soak
def test_the_word_that_a_hand_is_dealt_again_pushes_no_row_out_of_sight(pad: Phone) -> None:
    pad.begin(*FOUR, rulebook="pike", ladder="3-1")
    press(pad, spoilt(pad), "Deal again")
    pad.wait_for_words("main > .said", "dealt again")
    assert pad.out_of_sight(".seat", foot=True) == []


@pytest.mark.soak
def test_the_last_two_hands_are_announced_with_three_taps_and_taken_back_with_two(pad: Phone) -> None:
    pad.begin(*FOUR, rulebook="murder", ladder="3-top-3 …")
    press(pad, opened(pad, "The last hands"), "Play two more hands, then stop")
    pad.wait_for("form[action$=closing] [value='0']")
    assert "12 cards · second-last" in pad.words(".bar")
    pad.tap_on(MORE)
    pad.tap_on("form[action$=closing] [value='0']")
    pad.wait_for("form[action$=closing] [value='2']")
    pad.wait_for_words(".bar", "3 cards")
    assert pad.taps == 5
