"""Tests of links on a phone: scanned from the owner's screen, used to view and score, and revoked."""

import re

import pytest
from builders import hand, play
from soak import only_in_soak

from browser.axe import violations
from browser.phone import Phone
from browser.questions import SMALL, STICKS_OUT
from scorepad.repository import GameRepository
from scorepad.store import Store
from scorepad.web.groups.links import Links, Role

PLAYERS = "Ann Bob Maximiliane"


def game(store: Store, ladder: str = "2-4") -> str:
    played = play("ohell", PLAYERS, hand(PLAYERS, [1, 1, 1], [1, 1, 0], trump="H"), house={"ladder": ladder})
    return GameRepository(store).keep(played, by="test")


def test_who_looks_on_sees_each_hand_as_it_is_written_and_is_shut_out_when_the_link_is_taken_back(
    shared: Phone, store: Store, links: Links
) -> None:
    game_id = game(store)
    shared.open(links.link(shared.address, game_id, Role.LOOK))
    assert shared.path == f"/games/{game_id}"
    assert not shared.all("form")
    assert "Hand 2" in shared.words("#board")
    stored, repository = GameRepository(store).load(game_id), GameRepository(store)
    going_on = play("ohell", PLAYERS, *[hand(PLAYERS, [1, 1, 1], [1, 1, 0], trump="H")],
                    hand(PLAYERS, [1, 1, 0], [2, 1, 0], trump="S"), house={"ladder": "2-4"})  # fmt: skip
    for version, event in enumerate(going_on.events[stored.version :], stored.version):
        repository.append(game_id, event, seen=version, by="test")
    shared.wait_for_words("#board", "Hand 3")
    shared.expected = "403"
    links.renew(game_id, Role.LOOK)
    shared.wait_for_words("#stale", "no answer since")
    shared.reload()
    assert shared.element("#key")


@pytest.mark.parametrize("page", ["look", "share", *only_in_soak("key", "look_finished", "another", "score")])
def test_the_pages_of_links_fit_a_phone_and_everybody(
    shared: Phone, store: Store, links: Links, axe: str, page: str
) -> None:
    shared.expected = "403"  # the answer that asks for a key
    game_id = game(store, "2" if page == "look_finished" else "2-4")
    if page in ("share", "another"):
        shared.open(links.new_owner_link(shared.address))
        shared.open(f"/games/{game_id}/share" if page == "share" else "/device")
        if page == "another":
            shared.click("form[action='/device/another'] button")
            shared.wait_for(".share, section")
    elif page != "key":
        shared.open(links.link(shared.address, game_id, Role.SCORE if page == "score" else Role.LOOK))
    else:
        shared.open("/")
    assert shared.run(STICKS_OUT) == []
    assert shared.run(SMALL) == []
    for dark in (False, True):
        shared.go_dark(dark)
        assert violations(shared, axe) == []
    if page == "share" and shared.all(".link"):
        shown = [link.text for link in shared.all(".link")]
        shared.tap_on(".seg label:last-child")  # one link at a time
        assert shared.run(STICKS_OUT) + shared.run(SMALL) == []
        shown += [link.text for link in shared.all(".link")]
        assert [bool(re.search(r"/enter\?key=\S+$", text)) for text in shown] == [True, False, False, True]
