"""Streams of several groups: changes in a group go only to its own viewers, who keep it open."""

import contextlib
from pathlib import Path

import pytest
from builders import hand, play
from hosting import SAID, Hosted, beside, hosted
from raw_http import ask, served
from streaming import following

from scorepad.errors import StoreUnavailable
from scorepad.game.state.events import Commented
from scorepad.store.groups import open_groups
from scorepad.web.groups.group import Group
from scorepad.web.groups.links import Role
from scorepad.web.server import streams

LADDER = {"ladder": "2-4"}


def link(group: Group, game_id: str) -> str:
    assert group.links is not None
    return group.links.link("", game_id, Role.LOOK)


def twice(host: Hosted) -> tuple[list[Group], str]:
    """Return two groups with a game of the same id."""
    groups = [host.begin("One"), host.begin("Other")]
    game = play("ohell", "Ann Bob Cat", hand("Ann Bob Cat", [1, 1, 1], [1, 1, 0], trump="H"), house=LADDER)
    ids = {group.games.keep(game, by="test", event_id="x") for group in groups}
    return groups, ids.pop()


def test_what_happens_in_one_group_is_told_there_and_its_lookers_on_keep_it_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "KEEP_ALIVE_INTERVAL", 0.05)
    with hosted(tmp_path, most_open=2) as host, served(host.front) as here:
        groups, game_id = twice(host)
        cookies = [ask(here, link(group, game_id))[2]["Set-Cookie"].partition(";")[0] for group in groups]
        paths = [f"{group.root}/games/{game_id}/stream/standings?seen=3" for group in groups]
        with (
            following(here, paths[0], Cookie=cookies[0]) as item,
            following(here, paths[1], Cookie=cookies[1]) as other,
        ):
            for group in groups:
                host.host.opened.give_back(group)  # `begin` has taken it
            with pytest.raises(StoreUnavailable, match="Too many browsers or files are open at once"):
                host.host.opened.take(host.host.groups.create())
            groups[0].games.append(game_id, Commented(text="Tea"), seen=3, by="test")
            assert f"{groups[0].root}/" in item.frame().html
            assert [line for _beat, line in zip(range(3), other.lines(), strict=False) if line.startswith("data")] == []
        with following(here, paths[0], Cookie=cookies[1]) as foreign:
            assert foreign.status == 403


def test_lookers_on_of_a_group_that_is_given_away_hear_by_their_stream_and_their_page_that_it_has_moved(
    tmp_path: Path, kept_in: str
) -> None:
    """The command line moves the group while the host runs."""
    folder = tmp_path / "host"
    with hosted(folder, kept_in) as host, served(host.front) as here:
        (group, _other), game_id = twice(host)
        cookie = ask(here, link(group, game_id))[2]["Set-Cookie"].partition(";")[0]
        page = f"{group.root}/games/{game_id}"
        stream = f"{page}/stream/standings?seen=3"
        assert ask(here, page, Cookie=cookie)[0] == 200
        host.host.opened.give_back(group)  # `begin` has taken it
        with following(here, stream, Cookie=cookie) as follower:
            with contextlib.closing(open_groups(kept_in or folder, SAID, beside(folder))) as command:
                command.give(group.key, tmp_path / "home" / "scorepad.db")
            assert follower.has_ended
        for path in (page, stream):
            status, text, _headers = ask(here, path, Cookie=cookie)
            assert (status, "The group has moved" in text) == (410, True)
            assert str(tmp_path) not in text
