"""Tests of a laptop that sleeps, hangs or is gone: the phone goes on and sends its queue when the laptop answers."""

import pytest
from builders import play as recorded
from soak import only_in_soak

from browser.away import FOUR, WRITTEN, comment, decide, kept, log, play, queued, waiting, works
from browser.phone import Phone
from browser.stopping import Server
from scorepad.store import Store
from scorepad.web.groups.links import Links, Role

ASKED_AGAIN = "return performance.getEntriesByType('resource').filter(({ name }) => name.includes('/hands/')).length"
"""Returns how often this page has tried to send a hand."""
AGED = """
const [done] = arguments, opened = indexedDB.open("scorepad");
opened.onsuccess = () => {
  const change = opened.result.transaction("queue", "readwrite"), store = change.objectStore("queue");
  store.getAll().onsuccess = ({ target }) => target.result.forEach(({ who, seen, ...old }) => {
    store.put({ ...old, pairs: [["seen", seen], ...old.pairs] });
  });
  change.oncomplete = done;
};
"""
"""Rewrites the queue in its older format, where entries had no owner and no version that they build on."""


def test_an_evening_goes_on_without_the_laptop_and_goes_through_when_it_is_back(
    far: Phone, server: Server, store: Store
) -> None:
    """Even if the browser has lost its cookie meanwhile, as after it was killed."""
    game = far.begin(*FOUR)
    play(far, won=1)
    far.wait_for(WRITTEN.format(1))
    server.kill()
    play(far, won=2)
    play(far, won=0)
    assert far.words("h1") == "Hand 4"
    far.wait_until(lambda: far.words("#line") == "2 hands on this phone only: the laptop does not answer")
    totals = far.totals
    far.tap_number(first := far.on_turn, 2)
    far.driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
    server.start()
    far.try_again()
    far.wait_for(WRITTEN.format(3))
    far.wait_until(lambda: not far.all("#line") and waiting(far) == 0)
    assert (far.words("h1"), far.totals, far.chosen(first)) == ("Hand 4", totals, "2")
    assert [*store.draft(game.removeprefix("/games/"))["values"].values()] == ["2"]
    assert log(store, game) == ["open", *["bids", "tricks"] * 3]


@pytest.mark.soak
def test_a_sheet_that_cannot_be_drawn_keeps_nobody_from_playing_on(far: Phone, server: Server, store: Store) -> None:
    game = far.begin(*FOUR)
    far.expected += "|cloneNode|querySelector"
    server.kill()
    far.run("document.querySelector('.sheet .next').remove()")
    play(far, won=1)
    play(far, won=1)
    assert (far.words("h1"), far.path) == ("Hand 3", game)
    server.start()
    far.try_again()
    far.wait_for(WRITTEN.format(2))
    assert log(store, game) == ["open", *["bids", "tricks"] * 2]


@pytest.mark.soak
def test_an_answer_that_cannot_be_drawn_keeps_nothing_from_being_sent(far: Phone, server: Server, store: Store) -> None:
    game = far.begin(*FOUR)
    far.expected += "|cannot be drawn"
    far.bid(1, 0, 0, 4)
    far.wait_until(lambda: waiting(far) == 0)  # the code that reads answers is loaded
    far.wait_until(lambda: log(store, game) == ["open", "bids"])
    server.kill()
    far.tap(far.button)
    play(far, won=1)
    far.run("Element.prototype.cloneNode = () => { throw new Error('cannot be drawn'); }")
    server.start()
    far.try_again()
    far.wait_until(lambda: log(store, game) == ["open", *["bids", "tricks"] * 2])
    far.wait_until(lambda: waiting(far) == 0)


def test_undo_takes_back_what_was_not_sent_and_follows_what_was(far: Phone, server: Server, store: Store) -> None:
    game = far.begin(*FOUR)
    far.bid(1, 0, 0, 4)
    far.wait_for("[data-stage=tricks]")
    far.wait_until(lambda: len(log(store, game)) == 2)
    far.tap_number("Ben", 2)
    far.tap_number("Ann", 3)
    far.wait_until(lambda: waiting(far) == 0)
    server.hang()
    far.tap(far.button)  # sent, but not answered
    assert far.words("h1") == "Hand 2"
    far.bid(1, 0, 0, 3)  # not sent
    far.tap_on(".foot [form=undo]")
    assert (far.words("h1"), far.stage, far.chosen("Ben")) == ("Hand 2", "bids", "3")
    for _bid in range(4):
        far.tap_on(".foot [form=undo]")
    far.tap_on(".foot [form=undo]")
    assert (far.words("h1"), far.stage, far.chosen("Ben"), far.chosen("Ann")) == ("Hand 1", "tricks", "2", "3")
    far.tap_number("Ben", 1)
    far.tap_number("Ann", 4)
    far.tap(far.button)
    server.go_on()
    far.wait_for(WRITTEN.format(1))
    far.wait_until(lambda: not far.all("#line"))
    assert log(store, game) == ["open", "bids", "tricks", "undo", "tricks"]
    assert far.totals["Ben"] == "11"


@pytest.mark.soak
def test_undo_takes_a_comment_out_of_what_waits_and_then_the_bids_before_it(
    far: Phone, server: Server, store: Store
) -> None:
    game = far.begin(*FOUR)
    server.hang()  # the first tap is sent but not answered, and nothing else is sent
    far.bid(1, 0, 0, 4)
    comment(far, "Tea")
    far.tap_on(".foot [form=undo]")
    assert far.stage == "tricks"
    far.tap_on(".foot [form=undo]")
    far.wait_for("[data-stage=bids]")
    assert queued(far) == []
    server.go_on()
    far.wait_until(lambda: waiting(far) == 0)
    assert log(store, game) == ["open"]


@pytest.mark.usefixtures("by_plain_http")
def test_without_the_laptop_the_tabs_of_a_game_show_what_this_phone_knows(far: Phone, server: Server) -> None:
    """This happens at once, even before the page knows that the laptop is away, and without a service worker."""
    game = far.begin(*FOUR)
    play(far, won=1)
    far.wait_for(WRITTEN.format(1))
    server.kill()
    play(far, won=0)
    far.tap_on(".tabs [href$=standings]")
    far.wait_for("#panel")
    assert far.texts("#panel th + td") == ["24", "20", "0", "−1"]
    assert far.texts("#panel td + td") == ["–", "−4", "−24", "−25"]
    decide(far, "#panel button")
    decide(far, ".tabs [href$=rules]")
    far.wait_for_words("#line", "This needs the laptop, which does not answer. Try again.")
    far.tap_on(".tabs [href$=newest]")
    assert far.element("#hand-2").is_displayed()
    assert far.path == f"{game}#newest"


@pytest.mark.usefixtures("by_plain_http")
@pytest.mark.parametrize("page", ["standings", *only_in_soak("rules")])
def test_without_the_laptop_no_tab_of_the_other_pages_of_a_game_leads_to_an_error_page(
    far: Phone, server: Server, page: str
) -> None:
    game = far.begin(*FOUR)
    far.open(f"{game}/{page}")
    server.kill()
    for tab in far.all(".tabs a:not([aria-current])")[1:]:
        far.tap(tab)
        far.wait_for_words("#line", "This needs the laptop, which does not answer. Try again.")
        far.run("document.getElementById('line').remove()")
    assert far.path == f"{game}/{page}"


@pytest.mark.soak
def test_a_page_of_a_game_that_is_loaded_again_without_the_laptop_leads_to_what_this_phone_knows(
    far: Phone, server: Server
) -> None:
    """It stays while the phone goes on asking, which it does after 1, 2 and 4 s."""
    game = far.begin(*FOUR)
    works(far)
    far.wait_until(lambda: kept(far).get(game))
    server.kill()
    play(far, won=1)
    far.wait_for_words("#line", "1 hand on this phone only")
    far.open(f"{game}/standings")
    far.wait_for("#panel")
    assert (far.path, far.texts("#panel tbody th")) == (game, ["1 Ann", "2 Ben", "3 Cat", "3 Di"])
    far.wait_until(lambda: far.run(ASKED_AGAIN) > 1)
    assert far.words("#panel .refusal").startswith("As of ")
    for page in (f"{game}/rules", "/"):
        far.open(page)
        far.wait_for_words("#line", "This needs the laptop, which does not answer. Try again.")
        assert far.path == game
        far.wait_until(lambda: far.run(ASKED_AGAIN) > 1)
        assert far.words("#line") == "This needs the laptop, which does not answer. Try again."
    play(far, won=1)
    far.wait_for_words("#line", "2 hands on this phone only")


@pytest.mark.soak
def test_a_misdeal_needs_the_laptop_says_so_and_is_of_the_hand_that_is_open_once_it_is_back(
    far: Phone, server: Server, store: Store
) -> None:
    game = far.begin(*FOUR)
    server.kill()
    play(far, won=1)
    far.wait_for_words("#line", "1 hand on this phone only")
    far.tap_on(".tabs [href$='#menu']")
    far.tap_on("[href$='/void']")
    far.wait_for_words("#line", "This needs the laptop, which does not answer. Try again.")
    assert far.path == f"{game}#menu"
    server.start()
    far.try_again()
    far.wait_for(WRITTEN.format(1))
    far.wait_until(lambda: waiting(far) == 0)
    far.tap_on("[href$='/void']")
    far.wait_until(lambda: far.path.endswith("/hands/2/void"))
    far.tap_on("[value=misdeal]")
    far.wait_until(lambda: log(store, game) == ["open", "bids", "tricks", "misdeal"])
    far.wait_until(lambda: far.element(".entry").is_displayed())
    assert "Hand 2 is dealt again, nothing is charged." in far.words("main")


@pytest.mark.soak
def test_two_tabs_share_what_waits(far: Phone, server: Server, store: Store) -> None:
    game = far.begin(*FOUR)
    with far.another_tab() as first:
        second = far.driver.current_window_handle
        far.open(game)
        server.kill()
        far.bid(1, 0, 0, 4)
        far.wait_until(lambda: queued(far))
        far.driver.switch_to.window(first)
        far.wait_for("[data-stage=tricks]")
        far.tap(far.button)
        far.driver.switch_to.window(second)
        far.wait_for_words("h1", "Hand 2")
        server.start()
        far.try_again()
        far.wait_for(WRITTEN.format(1))
    far.wait_for(WRITTEN.format(1))
    far.bid(1)
    far.wait_until(lambda: store.draft(game.removeprefix("/games/"))["values"])
    assert log(store, game) == ["open", "bids", "tricks"]


@pytest.mark.soak
def test_what_an_older_scorepad_has_kept_is_sent(far: Phone, server: Server, store: Store) -> None:
    game = far.begin(*FOUR)
    server.kill()
    play(far, won=1)
    far.ask(AGED)
    far.driver.get("about:blank")
    server.start()
    far.open(game)
    far.wait_for(WRITTEN.format(1))
    assert log(store, game) == ["open", "bids", "tricks"]


def test_a_device_whose_link_was_taken_back_keeps_what_it_could_not_send_says_so_and_goes_on_with_a_new_one(
    shared: Phone, store: Store, links: Links
) -> None:
    game = shared.keep(recorded("pike", "Ann Ben Cat Di", house={"ladder": "5-1"})).rpartition("/")[2]
    shared.expected = "403"
    shared.open(links.link("", game, Role.SCORE))
    links.renew(game, Role.SCORE)
    play(shared, won=1)
    message = "1 hand on this phone only: this device may no longer score here. Ask for a new link"
    shared.wait_for_words("#line", message)
    shared.tap_on("#line")
    assert shared.texts("#panel li")[0].startswith("Hand 1: bids Ben 1")
    assert waiting(shared) > 0
    assert store.version(game) == 1
    with shared.another_tab():
        shared.open(links.link("", game, Role.SCORE))
        shared.open("/device")
    shared.wait_until(lambda: log(store, game) == ["open", "bids", "tricks"])
    shared.wait_until(lambda: not shared.all("#line"))


@pytest.mark.soak
def test_what_was_taken_back_and_not_recorded_again_is_there_after_a_reload(far: Phone, server: Server) -> None:
    game = far.begin(*FOUR)
    server.kill()
    far.bid(1, 0, 0, 4)
    far.tap_on(".foot [form=undo]")
    far.driver.get("about:blank")
    server.start()
    far.open(game)
    far.wait_until(lambda: far.chosen("Ben") == "1")
    assert far.chosen("Cat") == "0"


@pytest.mark.soak
def test_what_a_closed_tab_has_tapped_is_sent_by_the_one_that_is_left(far: Phone, server: Server, store: Store) -> None:
    game = far.begin(*FOUR)
    with far.another_tab("window"):
        far.open(game)
        server.kill()
        far.bid(1, 0, 0)
        far.run("BroadcastChannel.prototype.postMessage = () => {}")  # it closes before it can notify the other tab
        far.tap_number("Ann", 4)
        far.wait_for("[data-stage=tricks]")
        far.wait_until(lambda: [entry["stage"] for entry in queued(far)] == ["bids"])
    server.start()
    far.wait_until(lambda: log(store, game) == ["open", "bids"])  # retried every 8 s
