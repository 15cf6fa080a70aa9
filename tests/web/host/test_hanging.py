"""Requests of groups that wait for the database, and workers that still answer other groups."""

import contextlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

import psycopg
import pytest
from builders import play
from databases import Server, new_database
from hosting import ADDRESS, hosted
from tools.bench.room import Scorer, come_in
from waiting import started
from web.host.running import hosting
from werkzeug.test import Client

from scorepad.store.postgres.groups import AT_ONCE
from scorepad.util.thread_slots import ThreadSlots
from scorepad.web.groups.links import Role
from scorepad.web.server.middleware import limit_concurrency

PLAYERS = "Ann Bob Cat Di"
MANY = 8 * AT_ONCE
"""The number of simultaneous writers: more than the threads and the connections of the host's two workers."""


class Room(NamedTuple):
    """The database, the groups that will block, their scorers and the scorer of another group."""

    database: str
    hanging: list[str]
    scorers: list[Scorer]
    other: Scorer


@pytest.fixture
def room(server: Server, tmp_path: Path) -> Iterator[Room]:
    folder, ways = tmp_path / "groups", []
    with new_database(server) as database:
        with hosted(folder, database) as host:
            for tables in (MANY // 2, MANY // 2, 1):
                group = host.begin("Thursday")
                assert group.links is not None
                for _table in range(tables):
                    game = group.games.keep(play("murder", PLAYERS, house={"ladder": "3x4"}), by="test")
                    ways.append((group.key, game, group.links.link("", game, Role.SCORE)))
                host.host.opened.give_back(group)
        with hosting(folder, "--log", "none", database=database) as running, contextlib.ExitStack() as lines:
            where = ("127.0.0.1", running.port)
            made = [Scorer(where, f"/g/{key}/games/{game}", come_in(where, link), 4) for key, game, link in ways]
            for item in made:
                lines.callback(item.close)
            yield Room(database, sorted({key for key, _game, _link in ways[:-1]}), made[:-1], made[-1])


@pytest.mark.soak
def test_however_many_write_in_groups_that_hang_another_plays_on_and_in_the_end_all_is_kept(room: Room) -> None:
    with ThreadPoolExecutor(MANY) as many:
        with psycopg.connect(room.database) as outside:
            outside.execute("SELECT 1 FROM groups WHERE group_key = ANY(%s) FOR UPDATE", [room.hanging])
            waiting = [many.submit(scorer.call, 1, level="1", call="H") for scorer in room.scorers]
            room.other.call(1, level="1", call="C")
            room.other.call(1, call="double")
            assert not [future for future in waiting if future.done()], "it has waited until they were given up"
            outside.rollback()
        for _player in range(3):
            room.other.call(1, call="pass")
        for item in waiting:
            item.result(20)


@pytest.mark.soak
def test_many_who_call_at_once_in_a_group_that_a_worker_has_not_opened_yet_are_answered(
    server: Server, tmp_path: Path
) -> None:
    """The request that opens the group waits for the database, and all others wait for that request."""
    with new_database(server) as database:
        with hosted(tmp_path, database) as host:
            keys = [host.host.groups.create() for _group in range(5)]
        with hosted(tmp_path, database) as host:
            worker = Client(limit_concurrency(host.front, ThreadSlots(AT_ONCE)))
            for key in keys:
                answers = [started(partial(worker.get, f"/g/{key}/", base_url=ADDRESS)) for _caller in range(12)]
                assert [answer.result(20).status_code for answer in answers] == [403] * 12
