"""Tests of Undo and Redo on a phone: one action each, the last one first, with and without the server."""

import contextlib

import pytest
from soak import only_in_soak

from browser.phone import Phone
from browser.stopping import Server
from scorepad.repository import GameRepository
from scorepad.store import Store


def label(phone: Phone, turn: str) -> str:
    """Return the button's accessible name, or "" while it is disabled."""
    button = phone.element(f"#entry [form={turn}]")
    return str(button.get_attribute("aria-label")) if button.is_enabled() else ""


def undo(phone: Phone) -> str:
    text = label(phone, "undo")
    phone.tap_on("#entry [form=undo]")
    return text


def redo(phone: Phone) -> str:
    text = label(phone, "redo")
    phone.tap_on("#entry [form=redo]")
    return text


def taken(phone: Phone) -> list[str | None]:
    return [phone.chosen(player) for player in ("Ann", "Bob", "Cat")]


def test_a_changed_bid_goes_back_and_forth(pad: Phone, store: Store) -> None:
    path = pad.begin("Ann", "Bob", "Cat")
    assert label(pad, "undo") == ""
    bidders = pad.bidders
    pad.tap_number(bidders[0], 1)
    pad.tap_number(bidders[1], 0)
    pad.tap_number(bidders[1], 1)
    assert undo(pad) == f"Undo {bidders[1]}’s bid 1 → 0"
    assert [pad.chosen(player) for player in bidders] == ["1", "0", None]
    assert redo(pad) == f"Redo {bidders[1]}’s bid 0 → 1"
    assert label(pad, "redo") == ""
    game = path.rpartition("/")[2]
    pad.wait_until(lambda: len(store.tapped(game)[1]) == 5)
    pad.reload()
    pad.wait_for("#entry .turn:enabled")
    assert undo(pad) == f"Undo {bidders[1]}’s bid 1 → 0"
    assert (undo(pad), undo(pad)) == (f"Undo {bidders[1]}’s bid 0", f"Undo {bidders[0]}’s bid 1")
    assert label(pad, "undo") == ""


@pytest.mark.parametrize("answers", [*only_in_soak(True), False])
def test_a_wrong_bid_is_mended_by_a_tap_on_its_row_and_from_the_tricks_by_a_tap_on_it(
    pad: Phone, answers: bool
) -> None:
    def bids() -> list[str | None]:
        return [pad.chosen(player) for player in ("Ben", "Cat", "Di", "Ann")]

    pad.begin("Ann", "Ben", "Cat", "Di", rulebook="pagat")
    with contextlib.nullcontext() if answers else pad.offline():
        pad.bid(2, 1, 0)
        pad.tap(pad.seat("Ben"))
        assert pad.words(".now .mark") == "Change Ben’s bid"
        pad.tap_number("Ben", 0)
        assert (bids(), pad.on_turn, pad.struck("Ann")) == (["0", "1", "0", None], "Ann", ["4"])
        assert "Change" not in pad.words("#entry")
        assert undo(pad) == "Undo Ben’s bid 0 → 2"
        pad.tap_number("Ann", 3)
        assert pad.stage == "tricks"
        pad.tap(pad.seat("Cat").find_element("css selector", ".mark"))
        pad.wait_for("[data-stage=bids]")
        assert (bids(), pad.on_turn) == (["2", "1", "0", "3"], "Cat")
        pad.tap_number("Cat", 0)
        assert pad.stage == "bids", "now the last bid is against the hook"
        pad.tap(pad.seat("Cat").find_element("css selector", ".name"))
        pad.tap_number("Cat", 4)
        assert (pad.stage, bids()) == ("tricks", ["2", "4", "0", "3"])
        if not answers:
            assert "the laptop does not answer" in pad.wait_for("#line").text


@pytest.mark.parametrize("answers", [True, *only_in_soak(False)])
def test_a_saved_hand_comes_back_with_its_draft_and_each_change_can_be_undone(
    far: Phone, store: Store, server: Server, answers: bool
) -> None:
    path = far.begin("Ann", "Bob", "Cat")
    game = path.rpartition("/")[2]
    games = GameRepository(store)

    def play_and_undo() -> None:
        far.bid(1, 1, 1)
        far.wait_for("[data-stage=tricks]")
        far.tap_number("Ann", 2)
        far.tap_number("Bob", 2)  # which leaves 1 for Cat
        far.tap(far.button)
        far.wait_until(lambda: far.stage == "bids")
        if answers:
            far.wait_until(lambda: games.load(game).version == 3)
        assert undo(far) == "Undo tricks of hand 1"
        far.wait_until(lambda: far.stage == "tricks")
        assert taken(far) == ["2", "2", "1"]
        assert undo(far) == "Undo Bob’s tricks 2 → 1"
        assert taken(far) == ["2", "1", "1"]
        undo(far)
        assert taken(far) == ["1", "1", "1"]
        assert undo(far) == "Undo bids of hand 1"
        far.wait_until(lambda: far.stage == "bids")
        assert taken(far) == ["1", "1", "1"]
        last = far.bidders[-1]
        assert undo(far) == f"Undo {last}’s bid 1"
        assert redo(far) == f"Redo {last}’s bid 1"
        assert redo(far) == "Redo bids of hand 1"
        far.wait_until(lambda: far.stage == "tricks")

    if answers:
        play_and_undo()
    else:
        server.kill()
        play_and_undo()
        server.start()
        far.try_again()
    far.wait_until(lambda: games.load(game).game.sheet.bids is not None)
    far.wait_until(lambda: not far.run("return document.getElementById('line')"))
    timeline = games.timeline(games.load(game))
    assert sum(state.action is not None for state in timeline.standing) == 3
