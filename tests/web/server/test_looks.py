"""The choice of followed pages to check for changes, in a group with many tables."""

from collections.abc import Callable, Iterable

import pytest
from stores import add, begin, put_tap

from scorepad.store import Store
from scorepad.web.groups.group import Group
from scorepad.web.server.streams import Changes, ChangeTracker, Page

NOTHING = Changes({}, [])


@pytest.fixture
def group(store: Store) -> Group:
    for game in ("one", "other"):
        begin(store, game)
    return Group(store)


@pytest.fixture
def pages(group: Group) -> list[Page]:
    return [Page(group, game, kind) for game in ("one", "other") for kind in ("view", "look")]


def games(pages: Iterable[Page]) -> list[str]:
    return sorted({page.game_id for page in pages})


def test_of_a_busy_group_the_pages_of_the_games_that_were_written_in_are_looked_at(
    group: Group, pages: list[Page]
) -> None:
    store, looks = group.store, ChangeTracker()
    assert games(looks.wanted(group, pages, 1).new) == ["one", "other"], "nobody has seen them yet"
    assert looks.wanted(group, pages, 1) == NOTHING
    add(store, 1, seen=1, game="one")
    assert games(looks.wanted(group, pages, 2).new) == ["one"]
    put_tap(store, "other", 1, "bid.p1", 3)
    assert games(looks.wanted(group, pages, 3).new) == ["other"]
    put_tap(store, "other", 1, "bid.p1", 4)
    add(store, 2, seen=2, game="one")
    assert games(looks.wanted(group, pages, 4).new) == ["one", "other"]
    assert looks.wanted(group, pages, 4) == NOTHING


def test_whenever_a_link_is_made_or_taken_back_it_is_asked_again_who_may_see_each_page(
    group: Group, pages: list[Page]
) -> None:
    """Even if hands are recorded at that moment."""
    store, looks = group.store, ChangeTracker()
    assert games(looks.wanted(group, pages, 1).doubted) == ["one", "other"], "nobody was asked yet"
    add(store, 1, seen=1, game="one")
    assert looks.wanted(group, pages, 2).doubted == []
    writes: list[Callable[[], object]] = [
        lambda: store.keep_setting("link look one", "a word"),
        lambda: store.swap_setting("link look one", "a word", "another"),
        lambda: store.drop_setting("link look one"),
    ]
    for changes, write in enumerate(writes, 3):
        write()
        wanted = looks.wanted(group, pages, changes)
        assert (wanted.new, games(wanted.doubted)) == ({}, ["one", "other"])
    assert looks.wanted(group, pages, 6) == NOTHING


def test_a_page_that_somebody_new_follows_is_looked_at_though_nothing_was_written(
    group: Group, pages: list[Page]
) -> None:
    looks = ChangeTracker()
    looks.wanted(group, pages[:2], 1)
    assert games(looks.wanted(group, pages, 1).new) == ["other"]
    looks.recheck([pages[0]])
    wanted = looks.wanted(group, pages, 1)
    assert (list(wanted.new), wanted.doubted) == ([pages[0]], [pages[0]])


def test_a_game_that_is_gone_is_looked_at_once(group: Group, pages: list[Page]) -> None:
    looks = ChangeTracker()
    looks.wanted(group, pages, 1)
    group.store.remove_game("one")
    for _day in range(3):
        group.store.age_bin(1)
    assert games(looks.wanted(group, pages, 2).new) == ["one"]
    assert looks.wanted(group, pages, 2) == NOTHING
