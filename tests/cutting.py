"""A way to a server that is cut where a test says: between the last word and its answer, or before that word."""

from __future__ import annotations

import contextlib
import select
import socket
import threading
from collections.abc import Iterator
from typing import Literal

Cut = Literal["answer", "word"]


SYNC = b"S\x00\x00\x00\x04"
"""What ends that for which somebody waits, as PostgreSQL is told it."""


class Way:
    """A port on loopback behind which a server lies. Whoever says `word` while a `cut` is due is cut off: with "word"
    the server never hears it, with "answer" it does what it is told and nobody hears that it has. `asked` counts the
    times that somebody has waited for its answer."""

    def __init__(self, port: int, word: bytes) -> None:
        self._server, self._word = port, word
        self.due: list[Cut] = []
        self.cuts = self.asked = 0
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = self._door.getsockname()[1]
        threading.Thread(target=self._open, daemon=True).start()

    def _open(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                caller, _address = self._door.accept()
                threading.Thread(target=self._carry, args=[caller], daemon=True).start()

    def _carry(self, caller: socket.socket) -> None:
        is_deaf = False
        with (
            contextlib.suppress(OSError),
            caller,
            socket.create_connection(("127.0.0.1", self._server)) as server,
        ):
            while True:
                for speaker in select.select([caller, server], [], [])[0]:
                    said = speaker.recv(65536)
                    cut = self.due.pop() if speaker is caller and self._word in said and self.due else None
                    self.cuts += cut is not None
                    self.asked += said.count(SYNC) if speaker is caller else 0
                    if not said or cut == "word" or (speaker is server and is_deaf):  # which has answered: it is done
                        return
                    is_deaf = is_deaf or cut == "answer"
                    (server if speaker is caller else caller).sendall(said)

    def close(self) -> None:
        """Let nobody through any more."""
        self._door.close()


@contextlib.contextmanager
def way_to(port: int, word: bytes = b"COMMIT") -> Iterator[Way]:
    """A way to the server at this port, closed afterwards."""
    with contextlib.closing(Way(port, word)) as way:
        yield way
