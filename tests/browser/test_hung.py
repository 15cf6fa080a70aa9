"""Tests of a hanging laptop, where the phone cannot know whether a request arrived.

No tap is lost, and an undo in the meantime takes effect.
"""

import pytest

from browser.away import FOUR, WRITTEN, comment, decide, kept, log, waiting, works
from browser.phone import Phone
from browser.stopping import Server
from scorepad.store import Store

UNDO = ".foot [form=undo]"
REDO = ".foot [form=redo]:enabled"


def taken_back(phone: Phone, store: Store, ladder: str) -> str:
    """Bid, play, save and undo hand 1; return the path of the game."""
    game = phone.begin(*FOUR, ladder=ladder)
    phone.bid(1, 0, 0, 2)
    phone.tap_number("Ben", 2)
    phone.tap_number("Ann", 3)
    phone.tap(phone.button)
    phone.wait_until(lambda: len(log(store, game)) == 3)
    phone.wait_until(lambda: waiting(phone) == 0)
    phone.wait_for(WRITTEN.format(1))  # the page shows the server's row
    decide(phone, UNDO if phone.all(UNDO) else "form[action$='/undo'] button")
    phone.wait_for(REDO)
    return game


def record_while_redo_waits(phone: Phone, server: Server) -> None:
    """Record the same hand with other numbers."""
    server.hang()
    phone.tap_on(REDO)
    phone.tap_number("Ben", 3)
    phone.tap_number("Ann", 2)
    phone.tap(phone.button)


@pytest.mark.soak
def test_a_page_of_a_game_that_does_not_come_is_replaced_by_what_this_phone_knows(far: Phone, server: Server) -> None:
    game = far.begin(*FOUR)
    works(far)
    far.wait_until(lambda: kept(far).get(game))
    server.hang()
    far.open(f"{game}/standings")
    assert far.path.startswith(game)
    far.wait_for("#panel tbody th")


BOTH = ["open", "bids", "tricks", "undo", "redo", "correct"]
MINE = {"Ann": "12", "Ben": "−12", "Cat": "10", "Di": "10"}


@pytest.mark.soak
def test_a_hand_that_is_recorded_while_redo_waits_goes_on_at_once_and_is_asked_about_later(
    far: Phone, server: Server, store: Store
) -> None:
    game = taken_back(far, store, "5-1")
    record_while_redo_waits(far, server)
    assert (far.words("h1"), far.totals) == ("Hand 2", MINE)
    comment(far, "Tea")
    assert not far.element("#text").is_displayed()
    server.go_on()
    far.wait_for("#panel .do")
    decide(far, "#panel .do")
    far.wait_until(lambda: log(store, game) == [*BOTH, "comment"])
    far.wait_until(lambda: (far.words("h1"), far.totals) == ("Hand 2", MINE))


@pytest.mark.soak
def test_a_last_hand_that_is_recorded_while_redo_waits_says_so_and_is_asked_about_later(
    far: Phone, server: Server, store: Store
) -> None:
    game = taken_back(far, store, "5")
    record_while_redo_waits(far, server)
    far.wait_for_words("#line", "the laptop does not answer")
    server.go_on()
    far.wait_for_words(".refused", "Another scorer has saved other numbers for hand 1.")
    far.tap_on("[form=resend]")
    far.wait_until(lambda: log(store, game) == BOTH)
    far.wait_until(lambda: far.totals == MINE)


# --- undone before it was sent ------------------------------------------------------------------------------------


def record_a_trick_too_few(phone: Phone, server: Server, **house: str) -> str:
    """Bid and play hand 1 with one of five tricks missing while the laptop hangs; return the path of the game."""
    game = phone.begin(*FOUR, **house)
    server.hang()
    phone.bid(1, 0, 0, 3 if house else 4)
    phone.wait_for("[data-stage=tricks]")
    if not house:
        phone.tap_number("Ben", 0)
    phone.tap(phone.button)
    return game


@pytest.mark.soak
def test_tricks_that_do_not_add_up_and_are_taken_back_before_they_were_sent_are_asked_of_nobody(
    far: Phone, server: Server, store: Store
) -> None:
    game = record_a_trick_too_few(far, server)
    far.tap_on(UNDO)
    far.tap_on(UNDO)
    assert (far.words("h1"), far.stage, far.chosen("Ann")) == ("Hand 1", "bids", "4")
    server.go_on()
    far.wait_until(lambda: waiting(far) == 0)
    far.tap(far.button)
    far.tap(far.button)
    far.wait_for(WRITTEN.format(1))
    assert far.all(".refusal") == []
    sent_before = ["open", "bids", "undo", "bids", "tricks"]
    assert log(store, game) in (["open", "bids", "tricks"], sent_before), "recorded once"


def test_tricks_that_do_not_add_up_are_mended_and_recorded_at_once_while_the_laptop_hangs(
    far: Phone, server: Server, store: Store
) -> None:
    game = record_a_trick_too_few(far, server)
    far.tap_number("Ben", 1)
    far.tap(far.button)
    assert far.words("h1") == "Hand 2"
    server.go_on()
    far.wait_for(WRITTEN.format(1))
    far.wait_until(lambda: waiting(far) == 0)
    assert (far.words("h1"), far.all(".refusal")) == ("Hand 2", [])
    assert log(store, game) == ["open", "bids", "tricks"]


def test_a_hand_with_cancelled_tricks_is_recorded_at_once_and_taken_back_while_the_laptop_hangs(
    far: Phone, server: Server, store: Store
) -> None:
    """If equal cards cancel each other, fewer tricks than cards cause a warning and are recorded."""
    game = record_a_trick_too_few(far, server, rulebook="ohell", house="cancelled = true")
    assert far.words("h1") == "Hand 2"
    far.tap_on(UNDO)
    assert (far.words("h1"), far.stage) == ("Hand 1", "tricks")
    far.tap_on("details:has([name=cancelled]) summary")
    far.tap_on("[name=cancelled][value='1']")
    far.tap(far.button)
    assert far.words("h1") == "Hand 2"
    totals = far.totals
    server.go_on()
    far.wait_until(lambda: waiting(far) == 0)
    assert (far.words("h1"), far.totals) == ("Hand 2", totals)
    assert log(store, game) == ["open", "bids", "tricks"]


# --- unknown whether it arrived ----------------------------------------------------------------------------------


def bid(phone: Phone, store: Store) -> str:
    """Record the bids of hand 1 and wait until the page is stored; return the path of the game."""
    game = phone.begin(*FOUR)
    phone.bid(1, 0, 0, 4)
    phone.wait_until(lambda: len(log(store, game)) == 2)
    phone.wait_until(lambda: waiting(phone) == 0)
    works(phone)
    phone.wait_until(lambda: 'data-bid="4"' in kept(phone).get(game, ""))  # with these bids
    return game


def record_and_hear_nothing(phone: Phone, server: Server) -> None:
    server.hang()
    phone.tap(phone.button)
    assert phone.words("h1") == "Hand 2"


def take_back_and_record_otherwise(phone: Phone, server: Server, store: Store, game: str) -> None:
    phone.wait_for_words("h1", "Hand 2")
    decide(phone, UNDO)
    assert (phone.words("h1"), phone.stage) == ("Hand 1", "tricks")
    server.go_on()
    phone.wait_until(lambda: waiting(phone) == 0)
    phone.wait_until(lambda: phone.element("[name=seen]").get_attribute("value") == "4")  # includes the undo
    phone.look(0.75)
    phone.tap_number("Ben", 2)
    phone.tap_number("Ann", 3)
    phone.tap(phone.button)
    phone.wait_for(WRITTEN.format(1))
    assert log(store, game) == ["open", "bids", "tricks", "undo", "tricks"]
    assert phone.totals == {"Ann": "−11", "Ben": "−11", "Cat": "10", "Di": "10"}


@pytest.mark.soak
def test_what_was_under_way_when_the_page_was_loaded_again_is_taken_back_there_too(
    far: Phone, server: Server, store: Store
) -> None:
    game = bid(far, store)
    record_and_hear_nothing(far, server)
    far.reload()
    take_back_and_record_otherwise(far, server, store, game)
