"""Which followed pages are looked at, in a group in which many tables play."""

from __future__ import annotations

import time

import pytest
from stores import add, begin

from scorepad.store import Store
from scorepad.web.groups.group import Group
from scorepad.web.server.looks import ALL, Looks, Page


@pytest.fixture
def group(store: Store) -> Group:
    for game in ("one", "other"):
        begin(store, game)
    return Group(store)


@pytest.fixture
def pages(group: Group) -> list[Page]:
    return [Page(group, game, kind) for game in ("one", "other") for kind in ("view", "look")]


def games(pages: object) -> list[str]:
    assert isinstance(pages, list)
    return sorted({page.game_id for page in pages})


def test_of_a_busy_group_the_pages_of_the_games_that_were_written_in_are_looked_at(
    group: Group, pages: list[Page]
) -> None:
    store, looks = group.store, Looks()
    assert games(looks.wanted(group, pages, 1)) == ["one", "other"], "nobody has seen them yet"
    assert looks.wanted(group, pages, 1) == ()
    add(store, 1, seen=1, game="one")
    assert games(looks.wanted(group, pages, 2)) == ["one"]
    store.keep_draft("other", 1, "bid.p1", 3)
    assert games(looks.wanted(group, pages, 3)) == ["other"]
    store.keep_draft("other", 1, "bid.p1", 4)
    add(store, 2, seen=2, game="one")
    assert games(looks.wanted(group, pages, 4)) == ["one", "other"]
    assert looks.wanted(group, pages, 4) == ()


def test_what_is_written_beside_the_games_is_seen_within_seconds_by_all(
    group: Group, pages: list[Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A link that is taken back, at a moment in which hand after hand is written."""
    looks = Looks()
    looks.wanted(group, pages, 1)
    assert looks.wanted(group, pages, 2) == [], "in no game"
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now + ALL)
    assert games(looks.wanted(group, pages, 2)) == ["one", "other"], "though nothing was written since"
    assert looks.wanted(group, pages, 2) == ()
    monkeypatch.setattr(time, "monotonic", lambda: now + 2 * ALL)
    assert games(looks.wanted(group, pages, 3)) == ["one", "other"], "at once, where it was still for so long"


def test_a_page_that_somebody_new_follows_is_looked_at_though_nothing_was_written(
    group: Group, pages: list[Page]
) -> None:
    looks = Looks()
    looks.wanted(group, pages[:2], 1)
    assert games(looks.wanted(group, pages, 1)) == ["other"]
    looks.look_again([pages[0]])
    assert looks.wanted(group, pages, 1) == [pages[0]]


def test_a_game_that_is_gone_is_looked_at_once(group: Group, pages: list[Page]) -> None:
    looks = Looks()
    looks.wanted(group, pages, 1)
    group.store.remove_game("one")
    for _day in range(3):
        group.store.age_bin(1)
    assert games(looks.wanted(group, pages, 2)) == ["one"]
    assert looks.wanted(group, pages, 2) == ()
