"""Tests of a group database with four writers, while its server is killed, connections break and its disk fills up.

No answered hand is lost, and none is saved twice.
"""

import contextlib
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

import pytest
from cutting import way_to
from databases import Server, new_database, new_group
from stores import begin
from writers import Writer, at_work, until_each_has_written

from scorepad.store.postgres import PostgresStore
from scorepad.store.postgres.database import Database
from soak import often

A_GAME = 20  # kills and cuts; a game of thousands of hands takes too long to load


@contextlib.contextmanager
def four_writers(database: Database, looking: Database) -> Iterator[list[Writer]]:
    """Run two writers in each of two groups; at the end check that the answered hands are stored."""
    keys = [new_group(looking) for _group in range(2)]
    for key in keys:
        begin(PostgresStore(looking, key))
    writers = [Writer(PostgresStore(database, keys[at % 2]), "g", f"w{at}") for at in range(4)]
    with at_work(writers):
        yield writers
        until_each_has_written(writers)
    for at, key in enumerate(keys):
        store = PostgresStore(looking, key)
        event_ids = [event.id for event in store.load("g")][1:]
        answered = {id for writer in writers[at::2] for id in writer.answered}
        assert len(event_ids) == len(set(event_ids)), "kept twice"
        assert answered - set(event_ids) == set(), "answered and lost"
        assert len(set(event_ids) - answered) <= 2, "the hand that each was at when it was told to stop"
        assert store.verify_all() == []


@pytest.mark.soak
def test_a_server_killed_under_four_writers_loses_no_answered_hand_and_keeps_none_twice() -> None:
    kills = often(2, 300)
    with (
        contextlib.closing(Server()) as server,
        new_database(server) as address,
        contextlib.closing(Database(address)) as database,
    ):
        for begun in range(0, kills, A_GAME):
            with four_writers(database, database) as writers:
                for _kill in range(min(A_GAME, kills - begun)):
                    until_each_has_written(writers)
                    server.kill()
                    server.start()


def test_connections_cut_anywhere_under_four_writers_lose_no_answered_hand_and_keep_none_twice(
    server: Server, database: Database
) -> None:
    """Cut connections at any statement: before the server receives it, or before its answer arrives."""
    cuts, chance = often(4, 2000), random.Random(11)
    name = database.address.rpartition("/")[2]
    with (
        way_to(server.port, b"") as way,
        contextlib.closing(Database(server.address(name, port=way.port))) as cut_off,
    ):
        for begun in range(0, cuts, A_GAME):
            with four_writers(cut_off, database):
                while way.cuts < min(begun + A_GAME, cuts):
                    if not way.due:
                        way.due.append(chance.choice(["answer", "word"]))
                    time.sleep(chance.uniform(0, 0.1))
                way.due.clear()
    assert way.cuts >= cuts


MOUNT = 'mount -t tmpfs -o size=110m,mode=755 none "$1" && exec "$2" -m soak.small_database "$1"'


def test_a_database_whose_disk_is_full_says_so_and_has_every_answered_hand_when_there_is_room_again() -> None:
    alone = ["unshare", "--mount"]  # with --map-root-user no process can switch to another account
    if (
        os.getuid()
        or shutil.which("unshare") is None
        or subprocess.run([*alone, "true"], capture_output=True).returncode
    ):
        pytest.skip("only root, and not on every machine, may mount a disk for PostgreSQL (unshare --mount)")
    with tempfile.TemporaryDirectory() as folder:
        command = [*alone, "sh", "-c", MOUNT, "sh", folder, sys.executable]
        env = {**os.environ, "PYTHONPATH": ":".join(sys.path)}
        done = subprocess.run(command, capture_output=True, text=True, env=env)
    assert (done.returncode, done.stderr) == (0, "")
