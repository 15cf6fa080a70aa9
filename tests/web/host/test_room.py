"""A group that is full begins no game, and what goes on in it is played to its end."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from builders import play
from hosting import Hosted, hosted
from scorekeeper import Scorekeeper

from scorepad.web.groups.group import Group
from scorepad.web.host.limits import Limits
from scorepad.web.server.streams import Page, Streams


def two_games(host: Hosted) -> tuple[Group, Scorekeeper, str]:
    group = host.begin("Thursday")
    ids = [group.games.keep(play("ohell", "Ann Bob Cat", house={"ladder": "2-4"}), by="test") for _game in range(2)]
    somebody = host.owner(group)
    return group, somebody, ids[0]


@pytest.mark.parametrize(("limits", "said"), [(Limits(games=2), "2 games"), (Limits(megabytes=0), "0 MB")])
def test_nothing_begins_and_the_page_says_what_to_do(tmp_path: Path, limits: Limits, said: str) -> None:
    with hosted(tmp_path, limits=limits) as host:
        group, somebody, game_id = two_games(host)
        somebody.visit(f"{group.root}/games/{game_id}/rematch")
        page = somebody.send("/rematch")
        assert page.status == 429
        assert int(page.headers["retry-after"]) > 0
        assert f"This host keeps {said} for a group, and yours has them." in page.text
        assert group.store.count("running") == 2
        somebody.visit(f"{group.root}/games/{game_id}")
        assert somebody.bid(Ann=1, Bob=0, Cat=0).status == 200
        assert somebody.take(Ann=1, Bob=1, Cat=0).status == 200, "who plays goes on"


def test_a_game_in_the_bin_makes_room(tmp_path: Path) -> None:
    with hosted(tmp_path, limits=Limits(games=2)) as host:
        group, somebody, game_id = two_games(host)
        group.store.remove_game(game_id)
        other = group.store.game_ids()[1]
        somebody.visit(f"{group.root}/games/{other}/rematch")
        assert somebody.send("/rematch").status == 200
        assert group.store.count("running") == 2


def test_lookers_on_are_counted_by_group(tmp_path: Path) -> None:
    with hosted(tmp_path, limits=Limits(lookers=1)) as host:
        one, other = host.begin("One"), host.begin("Other")
        streams: Streams = host.pages.extensions["scorepad_streams"]

        async def seats() -> list[bool]:
            asked = [(one, "a"), (one, "b"), (other, "c")]
            found = [streams.seat(Page(group, "g", "look"), "", by, by, packed=False) for group, by in asked]
            for seat in found:
                if seat:
                    seat.leave()
            return [seat is not None for seat in found]

        assert asyncio.run(seats()) == [True, False, True]
