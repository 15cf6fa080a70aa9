"""Threads that write hand after hand in a database, even while its server is down."""

import contextlib
import threading
import time
from collections.abc import Iterator

from stores import add

from scorepad.store import Store


class Writer(threading.Thread):
    """A thread that records one hand after the other, as a phone does: it resends requests without an answer."""

    def __init__(self, store: Store, game: str, name: str) -> None:
        super().__init__(daemon=True)
        self._store, self._game, self._name = store, game, name
        self.answered: list[str] = []
        self.over = threading.Event()

    def run(self) -> None:
        while not self.over.is_set():
            id = f"{self._name}-{len(self.answered)}"
            with contextlib.suppress(Exception):
                add(self._store, 1, seen=self._store.version(self._game), game=self._game, id=id)
                self.answered.append(id)


@contextlib.contextmanager
def at_work(writers: list[Writer]) -> Iterator[None]:
    """Let the writers write during the block."""
    try:
        for writer in writers:
            writer.start()
        yield
    finally:
        for writer in writers:
            writer.over.set()
            writer.join(60)


def until_each_has_written(writers: list[Writer]) -> None:
    """Wait until each writer has received two more answers."""
    before = [len(writer.answered) for writer in writers]
    end = time.monotonic() + 60
    while any(len(writer.answered) < count + 2 for writer, count in zip(writers, before, strict=True)):
        assert time.monotonic() < end, "nobody is answered any more"
        time.sleep(0.01)
