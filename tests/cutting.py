"""A TCP relay that cuts connections to a server before a chosen message or before its answer."""

import contextlib
import select
import socket
import threading
from collections.abc import Iterator
from typing import Literal

Cut = Literal["answer", "word"]


SYNC = b"S\x00\x00\x00\x04"
"""The Sync message of PostgreSQL's protocol; it ends each request that a client waits for."""


class Way:
    """A relay on loopback to a server, which cuts the connection that sends `word` while a `cut` is due.

    With "word" the server never receives the message. With "answer" it carries the message out, but the client does
    not receive the answer. `asked` counts the requests that waited for an answer.
    """

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
                    text = speaker.recv(65536)
                    cut = self.due.pop() if speaker is caller and self._word in text and self.due else None
                    self.cuts += cut is not None
                    self.asked += text.count(SYNC) if speaker is caller else 0
                    # after the answer to `word`: the server has carried it out
                    if not text or cut == "word" or (speaker is server and is_deaf):
                        return
                    is_deaf = is_deaf or cut == "answer"
                    (server if speaker is caller else caller).sendall(text)

    def close(self) -> None:
        """Accept no more connections."""
        self._door.close()


@contextlib.contextmanager
def way_to(port: int, word: bytes = b"COMMIT") -> Iterator[Way]:
    """Yield a relay to the server at this port, closed afterwards."""
    with contextlib.closing(Way(port, word)) as way:
        yield way
