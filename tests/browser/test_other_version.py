"""Tests of a laptop that comes back with another version of Scorepad than the open page.

Nothing is lost, and the page switches to the new version as soon as possible.
"""

import pytest
from soak import only_in_soak

from browser.away import FOUR, log, play, type_comment, waiting
from browser.phone import Phone
from browser.stopping import Server
from scorepad.store import Store

WHOSE = "return document.querySelector('script')?.src.split('/static/')[1]"
"""Returns the path of the page's script, which contains its version."""


def comes_back_as_another(server: Server, phone: Phone) -> None:
    server.start(version="9.9.9")
    phone.try_again()


@pytest.mark.parametrize("heard", [True, *only_in_soak(False)])
def test_what_was_tapped_on_a_page_of_the_scorepad_before_goes_through_and_the_page_is_the_new_one(
    far: Phone, server: Server, store: Store, heard: bool
) -> None:
    game = far.begin(*FOUR)
    if heard:
        play(far, won=1)
        far.wait_until(lambda: waiting(far) == 0)
    server.kill()
    play(far, won=1)
    play(far, won=2)
    far.tap_number("Di", 2)
    hand, totals, before = far.words("h1"), far.totals, far.run(WHOSE)
    comes_back_as_another(server, far)
    far.wait_until(lambda: far.run(WHOSE) not in (None, before))
    far.wait_until(lambda: waiting(far) == 0)
    assert (far.words("h1"), far.totals, far.chosen("Di")) == (hand, totals, "2")
    assert log(store, game) == ["open", *["bids", "tricks"] * (3 if heard else 2)]


@pytest.mark.soak
def test_what_is_being_typed_on_a_page_of_the_scorepad_before_stays(far: Phone, server: Server, store: Store) -> None:
    game = far.begin(*FOUR)
    server.kill()
    play(far, won=1)
    type_comment(far, "Tea")
    before = far.run(WHOSE)
    comes_back_as_another(server, far)
    far.wait_until(lambda: waiting(far) == 0)
    assert (far.element("#text").get_property("value"), far.run(WHOSE)) == ("Tea", before)
    far.tap_on("details:has(#text) form button")
    far.wait_until(lambda: far.run(WHOSE) != before)
    assert log(store, game) == ["open", "bids", "tricks", "comment"]
