"""The number of open groups: the least recently used one is closed, but none in use or followed."""

import os
from pathlib import Path

import pytest
from stores import file_behind

from scorepad.errors import GroupNotFound, StoreUnavailable
from scorepad.store.groups import Groups, open_groups
from scorepad.web.host.host import GroupPool


@pytest.fixture
def groups(tmp_path: Path) -> Groups:
    return open_groups(tmp_path, {})


def used(opened: GroupPool, key: str) -> None:
    opened.give_back(opened.take(key))


def test_of_many_groups_as_many_are_open_as_there_is_room_for(groups: Groups) -> None:
    opened = GroupPool(groups, most=2)
    item, two, three = (groups.create() for _group in range(3))
    first = opened.take(item)
    opened.give_back(first)
    used(opened, two)
    used(opened, item)
    used(opened, three)
    assert len(opened) == 2
    assert opened.take(item) is first, "two was used longest ago"
    with opened.lease(two) as again:
        assert again.store.game_ids() == []
    opened.close()


def test_a_group_in_use_or_followed_stays_open_and_without_room_nobody_else_comes_in(groups: Groups) -> None:
    opened = GroupPool(groups, most=2)
    item, two, three = (groups.create() for _group in range(3))
    in_use, followed = opened.take(item), opened.take(two)
    opened.give_back(followed)
    opened.is_needed = lambda group: group is followed
    with pytest.raises(StoreUnavailable, match="Too many browsers or files are open at once"):
        opened.take(three)
    assert in_use.store.game_ids() == followed.store.game_ids() == []
    opened.is_needed = lambda _group: False
    used(opened, three)
    with pytest.raises(StoreUnavailable):
        followed.store.game_ids()
    assert in_use.store.game_ids() == []
    opened.close()


def test_a_group_that_is_not_there_takes_no_room_and_opens_no_file(groups: Groups) -> None:
    opened = GroupPool(groups, most=1)
    strangers = [opened.take(key) for key in ("abcdefghijkmnpqr", "rqpnmkjihgfedcba")]
    assert [stranger.root for stranger in strangers] == ["/g/abcdefghijkmnpqr", "/g/rqpnmkjihgfedcba"]
    assert strangers[0].store is strangers[1].store
    assert len(opened) == 0
    with pytest.raises(GroupNotFound), opened.lease("abcdefghijkmnpqr"):
        pass
    opened.close()


def test_a_group_that_was_put_back_from_a_copy_or_thrown_away_elsewhere_is_found_as_it_is_now(
    groups: Groups, tmp_path: Path
) -> None:
    opened = GroupPool(groups, most=2)
    key = groups.create()
    before = opened.take(key)
    file = file_behind(before.store)
    before.store.backup(tmp_path / "copy.db")
    before.store.keep_setting("since", "yes")
    os.replace(tmp_path / "copy.db", file)
    with opened.lease(key) as now:
        assert now.store.setting("since") is None
    opened.give_back(before)
    with pytest.raises(StoreUnavailable):
        before.store.game_ids()
    assert len(opened) == 1
    assert opened.changes([before]) == {before: None}
    groups.remove(key)
    gone = opened.take(key)
    assert (gone.key, gone.store.game_ids()) == (key, [])
    assert len(opened) == 0
    opened.close()
