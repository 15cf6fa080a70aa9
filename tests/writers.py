"""Who writes hand after hand in a database, whatever becomes of the server meanwhile."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator

from databases import Server, new_database, new_group
from stores import add, begin

from scorepad.errors import StoreUnavailable
from scorepad.store import Store
from scorepad.store.postgres import PostgresStore
from scorepad.store.postgres.database import Database


class Writer(threading.Thread):
    """Writes one hand after the other, as a phone does: what was not answered is sent once more."""

    def __init__(self, store: Store, game: str, name: str) -> None:
        super().__init__(daemon=True)
        self._store, self._game, self._name = store, game, name
        self.answered: list[str] = []
        self.refused = 0
        self.over = threading.Event()

    def run(self) -> None:
        while not self.over.is_set():
            id = f"{self._name}-{len(self.answered)}"
            with contextlib.suppress(Exception):
                self._write(id)

    def _write(self, id: str) -> None:
        try:
            add(self._store, 1, seen=self._store.version(self._game), game=self._game, id=id)
        except StoreUnavailable:
            self.refused += 1
            raise
        self.answered.append(id)


@contextlib.contextmanager
def at_work(writers: list[Writer]) -> Iterator[None]:
    """A while in which they write."""
    try:
        for writer in writers:
            writer.start()
        yield
    finally:
        for writer in writers:
            writer.over.set()
            writer.join(20)


def until_each_has_written(writers: list[Writer]) -> None:
    before = [len(writer.answered) for writer in writers]
    end = time.monotonic() + 60
    while any(len(writer.answered) < count + 2 for writer, count in zip(writers, before, strict=True)):
        assert time.monotonic() < end, "nobody is answered any more"
        time.sleep(0.01)


def killed_under_four_writers(kills: int) -> None:
    with (
        contextlib.closing(Server()) as server,
        new_database(server) as address,
        contextlib.closing(Database(address)) as database,
    ):
        stores = [PostgresStore(database, new_group(database)) for _group in range(2)]
        for store in stores:
            begin(store)
        writers = [Writer(stores[at % 2], "g", f"w{at}") for at in range(4)]
        with at_work(writers):
            for _kill in range(kills):
                until_each_has_written(writers)
                server.kill()
                server.start()
            until_each_has_written(writers)
        for at, store in enumerate(stores):
            kept = [one.id for one in store.load("g")][1:]
            answered = {id for writer in writers[at::2] for id in writer.answered}
            assert len(kept) == len(set(kept)), "kept twice"
            assert answered - set(kept) == set(), "answered and lost"
            assert len(set(kept) - answered) <= 2, "the hand that each was at when it was told to stop"
            assert store.verify_all() == []
