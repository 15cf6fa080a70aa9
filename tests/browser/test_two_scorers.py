"""Tests of a hand that another scorer wrote while a phone was offline: both versions are shown, and one tap decides."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from scorekeeper import Scorekeeper, Wired

from browser.away import FOUR, WRITTEN, decide, entries, log, play, waiting
from browser.phone import Phone
from browser.scripts import PASS, STOP_THE_CLOCK
from browser.stopping import Server
from scorepad.store import Store


@pytest.fixture
def other(server: Server) -> Iterator[Scorekeeper]:
    """Return another scorer of the game, with an address that always answers."""
    second = Server(server.folder)
    yield Scorekeeper(Wired(second.port))
    second.kill()


def two_hands_apart(far: Phone, server: Server, other: Scorekeeper) -> str:
    """Record hand 1 with other numbers as another scorer, while this phone plays it and hand 2."""
    game = far.begin(*FOUR)
    server.kill()
    play(far, won=1)
    play(far, won=1)
    other.visit(game)
    other.bid(Ann=1, Ben=1, Cat=1, Di=1)
    other.take(Ann=2)
    far.run(STOP_THE_CLOCK)
    server.start()
    far.try_again()
    far.wait_for("#panel")
    return game


def versions(phone: Phone) -> list[str]:
    """Return the lines of the question: a player, their bid and tricks, my bid and tricks."""
    return phone.words("#panel .versions tbody").splitlines()


def test_both_versions_of_a_hand_are_shown_and_a_tap_puts_mine(
    far: Phone, server: Server, store: Store, other: Scorekeeper
) -> None:
    game = two_hands_apart(far, server, other)
    assert far.words("#panel h2") == "Hand 1"
    assert versions(far) == ["Ann 1 2 4 4", "Ben 1 1 1 1", "Cat 1 1 0 0", "Di 1 1 0 0"]
    mine = far.totals
    far.run(PASS, 600)
    far.tap_on("#panel .do")
    assert far.all("#panel"), "a finger that was coming down already decides nothing"
    decide(far, "#panel .do")
    far.wait_for(WRITTEN.format(2))
    assert (far.words("h1"), far.totals) == ("Hand 3", mine)
    assert log(store, game)[3:] == ["correct", "correct", "bids", "tricks"]


@pytest.mark.soak
def test_of_a_hand_that_another_scorer_has_only_bid_their_bids_stay_without_this_phones_tricks(
    far: Phone, server: Server, store: Store, other: Scorekeeper
) -> None:
    """What this phone has played since fits no longer. It is set aside and can be saved."""
    game = far.begin(*FOUR)
    server.kill()
    play(far, won=1)
    play(far, won=1)
    other.visit(game)
    other.bid(Ann=1, Ben=1, Cat=1, Di=1)
    server.start()
    far.try_again()
    far.wait_for("#panel")
    assert versions(far) == ["Ann 1 – 4 4", "Ben 1 – 1 1", "Cat 1 – 0 0", "Di 1 – 0 0"]
    decide(far, "#panel .acts button:not(.do)")
    far.wait_for_words("#panel", "This game has no hand 2 now.")
    assert (far.words("h1"), far.stage, far.chosen("Ann")) == ("Hand 1", "tricks", "1")
    assert "On this phone: Hand 2: tricks Cat 1, Di 0, Ann 0, Ben 3" in far.words("#panel")
    decide(far, "#panel .acts button")
    far.wait_for_words("#line", "Something on this phone was not saved")
    assert log(store, game) == ["open", "bids"]


@pytest.mark.soak
def test_tricks_whose_bids_another_scorer_has_changed_are_saved_with_their_own_bids(
    far: Phone, server: Server, store: Store, other: Scorekeeper
) -> None:
    game = far.begin(*FOUR)
    far.bid(1, 0, 0, 4)
    far.wait_until(lambda: len(log(store, game)) == 2)
    far.wait_until(lambda: waiting(far) == 0)
    server.kill()
    far.tap_number("Ben", 2)
    far.tap_number("Ann", 3)
    far.tap(far.button)
    mine = far.totals
    other.visit(f"{game}/hands/1/correction")
    other.send("/correction", bid__p1=1, bid__p3=1, bid__p4=1)
    server.start()
    far.try_again()
    far.wait_for("#panel")
    assert versions(far) == ["Ann 1 – 4 3", "Ben 1 – 1 2", "Cat 1 – 0 0", "Di 1 – 0 0"]
    decide(far, "#panel .do")
    far.wait_until(lambda: log(store, game) == ["open", "bids", "correct", "correct", "tricks"])
    far.wait_until(lambda: (far.words("h1"), far.totals) == ("Hand 2", mine))


@pytest.mark.soak
def test_theirs_stays_with_one_tap_and_what_was_played_since_is_worked_out_anew_on_it(
    far: Phone, server: Server, store: Store, other: Scorekeeper
) -> None:
    game = two_hands_apart(far, server, other)
    decide(far, "#panel .acts button:not(.do)")
    assert far.words("h1") == "Hand 3", "it is foretold"
    foretold = far.totals
    far.wait_for(WRITTEN.format(2))
    assert (far.words("h1"), far.totals) == ("Hand 3", foretold)
    assert log(store, game) == ["open", *["bids", "tricks"] * 2]
    assert [row.split()[0] for row in far.texts("#hand-1 td")] == ["●1−11", "111", "111", "111"], "dealer, bids, totals"


def test_hands_that_both_have_written_alike_ask_nobody_anything(
    far: Phone, server: Server, store: Store, other: Scorekeeper
) -> None:
    game = far.begin(*FOUR)
    server.kill()
    for _hand in range(3):
        play(far, won=1)
    mine = far.totals
    other.visit(game)
    other.bid(Ben=1, Cat=0, Di=0, Ann=4)
    other.take()
    other.bid(Cat=1, Di=0, Ann=0, Ben=3)
    other.take()
    server.start()
    far.try_again()
    far.wait_until(lambda: waiting(far) == 0)
    assert far.all("#panel") == []
    assert (far.words("h1"), far.totals) == ("Hand 4", mine)
    assert log(store, game) == ["open", *["bids", "tricks"] * 3]


@pytest.mark.soak
def test_two_hands_that_another_has_written_too_are_asked_about_one_after_the_other(
    far: Phone, server: Server, other: Scorekeeper
) -> None:
    game = far.begin(*FOUR)
    server.kill()
    play(far, won=1)
    play(far, won=1)
    mine = far.totals
    other.visit(game)
    for _hand in range(2):
        other.bid(Ann=1, Ben=1, Cat=1, Di=1)
        other.take(**({"Ann": 2} if not _hand else {}))
    server.start()
    far.try_again()
    far.wait_for("#panel")
    decide(far, "#panel .do")
    far.wait_until(lambda: far.all("#panel h2") and far.words("#panel h2") == "Hand 2")
    decide(far, "#panel .do")
    far.wait_until(lambda: waiting(far) == 0)
    assert (far.words("h1"), far.totals) == ("Hand 3", mine)


@pytest.mark.soak
def test_a_hand_that_was_recorded_anew_is_mended_where_another_has_gone_on_from_the_first_record(
    far: Phone, server: Server, store: Store, other: Scorekeeper
) -> None:
    """The scorer's own hand needs no question, since no other scorer has changed it."""
    game = far.begin(*FOUR)
    far.bid(1, 0, 0, 4)
    far.wait_until(lambda: len(log(store, game)) == 2)
    far.wait_until(lambda: waiting(far) == 0)
    server.kill()
    far.tap(far.button)
    far.wait_for_words("#line", "the laptop does not answer")
    other.visit(game)
    [first] = [entry["id"] for entry in entries(far)]
    other.forge(other.page.form("/taken"), event_id=first, queued="yes")  # it arrived, but its answer was lost
    decide(far, ".foot [form=undo]")
    far.tap_number("Ben", 2)
    far.tap_number("Ann", 3)
    far.tap(far.button)
    other.bid(Ann=1, Ben=1, Cat=1, Di=1)
    server.start()
    far.try_again()
    far.wait_until(lambda: waiting(far) == 0)
    assert far.all("#panel") == []
    assert log(store, game) == ["open", "bids", "tricks", "bids", "correct"]
    far.wait_until(lambda: (far.words("h1"), far.stage) == ("Hand 2", "tricks"))
    assert far.totals == {"Ann": "−11", "Ben": "−11", "Cat": "10", "Di": "10"}


@pytest.mark.soak
def test_a_question_stays_whatever_else_is_tapped(far: Phone, server: Server, other: Scorekeeper) -> None:
    far.turn(1280, 800)
    two_hands_apart(far, server, other)
    far.run("document.querySelector('.foot [form=undo]').click()")
    far.wait_for("#panel .do")


@pytest.mark.soak
def test_what_finds_no_place_is_put_aside_told_and_can_be_saved(
    far: Phone, server: Server, other: Scorekeeper, tmp_path: Path
) -> None:
    game = far.begin(*FOUR)
    server.kill()
    play(far, won=1)
    far.bid(1, 0, 0, 3)
    far.tap_number("Cat", 2)
    other.visit(game)
    other.follow("Remaining hands")
    other.send("/end")
    server.start()
    far.try_again()
    far.wait_for("#panel")
    assert "Ben 1, Cat 0, Di 0, Ann 4" in far.words("#panel")
    decide(far, "#panel .do")
    far.wait_for_words("#panel", "The game is over.")
    assert "On this phone: Hand 1: bids Ben 1, Cat 0, Di 0, Ann 4" in far.words("#panel")
    decide(far, "#panel .acts button")
    assert far.words("#line") == "Something on this phone was not saved"
    far.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)})
    far.reload()
    far.tap(far.wait_for("#line"))
    assert far.texts("#panel li") == [
        "Hand 1: bids Ben 1, Cat 0, Di 0, Ann 4 Delete it",
        "Hand 1: tricks Ben 1, Cat 0, Di 0, Ann 4 Delete it",
        "Hand 2: bids Cat 1, Di 0, Ann 0, Ben 3 Delete it",
        "Hand 2: Cat 2 Delete it",
    ]
    far.tap_on("#panel .acts button")
    file = tmp_path / "scorepad-not-sent-yet.json"
    far.wait_until(lambda: file.exists() and file.read_text())
    saved = json.loads(file.read_text())
    assert (saved["format"], saved["game"]) == ("scorepad-unsent/1", game.removeprefix("/games/"))
    assert [entry["address"].removeprefix(game) for entry in saved["entries"]] == [
        "/hands/1/bids", "/hands/1/taken", "/hands/2/bids", "/hands/2/draft",
    ]  # fmt: skip
    for left in (3, 2, 1, 0):
        far.tap_on("#panel li button")
        assert len(far.all("#panel li")) == left
    assert far.all("#line") == []


def test_where_the_scorepad_counts_otherwise_its_numbers_stand_and_the_page_says_so(
    far: Phone, server: Server, other: Scorekeeper
) -> None:
    game = far.begin(*FOUR)
    server.kill()
    play(far, won=1)
    assert far.totals["Ben"] == "11"
    other.visit(game)
    other.follow("Players")
    other.send("/adjustments", player=other.page.player("Ben"), adjust_points="-3", why="late")
    server.start()
    far.try_again()
    far.wait_for(WRITTEN.format(1))
    assert far.totals["Ben"] == "8"
    assert "Scorepad has other points than this page" in far.wait_for("#line").text
    far.tap(far.element("#line"))
    far.tap_on("#panel .acts button")
    assert far.all("#line") == [], "it is read"


FETCHED = """
return performance.getEntriesByType("resource").filter(({ name }) => name.includes("/second_scorer.js")).length
"""


@pytest.mark.soak
def test_who_taps_beside_is_heard_also_where_the_laptop_was_away_meanwhile(
    far: Phone, server: Server, other: Scorekeeper
) -> None:
    """The script for a second scorer is loaded when needed, and retried after a failure."""
    game = far.begin(*FOUR)
    assert far.run(FETCHED) == 0
    server.kill()
    far.wait_until(lambda: far.run(FETCHED) > 1)
    server.start()
    other.visit(game)
    other.tap("bid.p2", 1)
    far.wait_until(lambda: far.all("[name='bid.p2'][value='1']:checked"))
