"""Tests of one browser in two groups of a host, which share an address: data of one group stays out of the other."""

import json
from datetime import date
from pathlib import Path

import pytest
from builders import play
from hosting import Hosted, hosted
from raw_http import served

from browser.away import kept, no_answers_to, queued
from browser.axe import by_day_and_by_night
from browser.phone import Phone
from scorepad.store.records import Batch, NewEvent
from scorepad.web.groups.group import CopyNotice, Group, mark_copy
from scorepad.web.groups.links import Role
from scorepad.web.host.owners import new_owner

SCOPE = """
const done = arguments[0];
navigator.serviceWorker.getRegistration().then((one) => done(one?.active && new URL(one.scope).pathname));
"""


def pages(phone: Phone) -> set[str]:
    """Return the paths of the games whose pages this browser stores."""
    return {path for path, text in kept(phone).items() if text}


def twins(host: Hosted) -> tuple[Group, Group, str]:
    """Return two groups with the same game, as if a folder had been imported twice."""
    first, other = host.begin("Ours"), host.begin("Theirs")
    game_id = first.games.keep(play("pike", "Ann Bob Cat", house={"ladder": "5-1"}), by="test")
    record = [NewEvent(event.id, event.event, event.by, event.at) for event in first.store.load(game_id)]
    other.store.append(Batch(game_id, record, 0, first.store.summary(game_id)))
    return first, other, game_id


@pytest.mark.soak
def test_what_waits_is_kept_and_is_forgotten_in_one_group_is_nothing_in_another(phone: Phone, tmp_path: Path) -> None:
    with hosted(tmp_path) as host, served(host.front) as (here, port):
        phone.address = f"http://{here}:{port}"
        ours, theirs, game_id = twins(host)
        for group in (theirs, ours):
            assert group.links is not None
            phone.open(group.links.link("", game_id, Role.SCORE))
            phone.wait_until(lambda: phone.ask(SCOPE) == f"{group.root}/")  # noqa: B023
        no_answers_to(phone, "*/hands/*")
        phone.bid(2, 1, 2)
        phone.tap(phone.button)
        phone.wait_for_words("h1", "Hand 2")
        phone.wait_until(lambda: len(queued(phone)) == 2)
        phone.open(f"{theirs.root}/games/{game_id}")
        assert phone.words("h1") == "Hand 1"
        phone.open(f"{theirs.root}/device")
        assert not phone.element("#kept").is_displayed()
        paths = {f"{group.root}/games/{game_id}" for group in (ours, theirs)}
        phone.wait_until(lambda: pages(phone) == paths)
        phone.run("document.querySelector('#forget').requestSubmit()")
        phone.wait_for_words("body", "This device is signed out.")
        assert pages(phone) == {f"{ours.root}/games/{game_id}"}
        assert len(queued(phone)) == 2
        phone.open(f"{ours.root}/device")
        phone.wait_for_words("#kept", "Ann, Bob, Cat: hand 1")
        no_answers_to(phone)
        phone.open(f"{ours.root}/games/{game_id}")
        phone.wait_until(lambda: not queued(phone))
        assert (ours.store.version(game_id), theirs.store.version(game_id)) == (3, 1)
        phone.turn_away()


@pytest.mark.soak
def test_axe_finds_nothing_on_the_pages_of_a_host_and_of_its_owners(phone: Phone, axe: str, tmp_path: Path) -> None:
    with hosted(tmp_path) as host, served(host.front) as (here, port):
        phone.address = f"http://{here}:{port}"
        group = host.begin("Ours")
        way_in = new_owner(group, "Ann", date(2026, 11, 20))
        new_owner(group, "Bob", date(2026, 11, 20))
        mark_copy(group.store, CopyNotice("2026-11-20", left_out=("The Crown: Event 7 was changed.",)))
        for path in (
            way_in,
            "/",
            "/back",
            "/bring",
            "/privacy",
            *(group.root + page for page in ("/", "/owners", "/owners/end")),
        ):
            phone.open(path)
            problems = by_day_and_by_night(phone, axe)
            assert problems == [], (path, json.dumps(problems, indent=1))
        phone.turn_away()
