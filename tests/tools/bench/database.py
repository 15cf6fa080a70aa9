"""Benchmarks of many groups in one temporary PostgreSQL server, with their controls."""

import contextlib
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlencode

from databases import Server, new_database
from hosting import SAID, beside
from scorekeeper import Scorekeeper
from streaming import following
from web.host.running import STREAM, machine, way_to

from scorepad.store.postgres.groups import PostgresGroups

HANDS = 10
"""Number of comments that a viewer waits for."""


@contextlib.contextmanager
def groups() -> Iterator[PostgresGroups]:
    """Yield the groups of a new database."""
    with (
        tempfile.TemporaryDirectory() as folder,
        contextlib.closing(Server()) as server,
        new_database(server) as address,
        contextlib.closing(PostgresGroups(address, beside(Path(folder)), SAID)) as there,
    ):
        yield there


def into_table(there: PostgresGroups) -> Callable[[str], object]:
    """Return a function that commits a text as one row, over a connection of the same pool."""
    database = there.database()
    database.ask(lambda statements: statements.ask(b"CREATE TABLE bare (text TEXT)"))
    return lambda text: database.ask(lambda statements: statements.ask(b"INSERT INTO bare VALUES ($1)", [text]))


def look(there: PostgresGroups, number: int) -> Callable[[], object]:
    """Return the query that a worker repeats while `number` groups are followed."""
    stores = {key: there.open(key) for key in (there.create() for _group in range(number))}
    return lambda: there.changes(stores)


def one_row(there: PostgresGroups) -> Callable[[], object]:
    """Return the control: a query of one row by its key."""
    key = there.create()
    return lambda: there.which(key)


def seen_by_another_machine(there: PostgresGroups) -> list[float]:
    """Return the ms from the writer's answer on one machine until a viewer on another machine sees the change."""
    took = []
    with (
        tempfile.TemporaryDirectory() as folder,
        machine(there.database().address, "127.0.0.2", Path(folder) / "one") as first,
        machine(there.database().address, "127.0.0.3", Path(folder) / "other") as second,
    ):
        writer_way, other = way_to(first), way_to(second)
        scorer = Scorekeeper(writer_way)
        path = scorer._go("POST", "/demonstration").path
        cookies = "; ".join(f"{name}={value}" for name, value in writer_way.cookies.items())
        with following((other.host, other.port), f"{path}/{STREAM}", Cookie=cookies) as follower:
            follower.frame()
            for number in range(HANDS):
                form = scorer.visit(path).form("/comments")
                sent = urlencode(form.filled({"text": f"no. {number}"}, "")).encode()
                begun = time.perf_counter()
                assert scorer.way.ask("POST", form.action, sent, "application/x-www-form-urlencoded").status == 303
                follower.frame()
                took.append((time.perf_counter() - begun) * 1000)
    return took
