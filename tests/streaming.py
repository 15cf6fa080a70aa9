"""A browser that follows a page: a real connection that stays open, and the frames that it receives."""

import contextlib
import http.client
import time
import zlib
from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from raw_http import heads


class Frame(NamedTuple):
    """A received frame: its id and its HTML."""

    sign: str
    html: str


class Follower:
    """A client of a stream; `status` and `headers` are those of the answer."""

    def __init__(self, line: http.client.HTTPConnection, answer: http.client.HTTPResponse) -> None:
        self._line, self._answer = line, answer
        self.status, self.headers = answer.status, heads(answer)
        self._unpacked = zlib.decompressobj(31) if self.headers.get("Content-Encoding") == "gzip" else None
        self._rest = b""
        self._come: deque[str] = deque()

    def lines(self) -> Iterator[str]:
        """Yield the lines of the stream as they come, until it ends."""
        while self._come or self._read():
            while self._come:
                yield self._come.popleft()

    def _read(self) -> bool:
        data = self._answer.read1(65536)
        self._rest += self._unpacked.decompress(data) if self._unpacked else data
        *whole, self._rest = self._rest.split(b"\n")
        self._come += (line.decode() for line in whole)
        return bool(data)

    def frame(self) -> Frame:
        """Return the next frame.

        Raise StopIteration if the stream has ended.
        """
        message: list[tuple[str, str]] = []
        for line in self.lines():
            if not line and any(name == "data" for name, _value in message):
                data = "\n".join(value for name, value in message if name == "data")
                return Frame(dict(message)["id"], data)
            name, _colon, value = line.partition(":")
            message = [*message, (name, value)] if line else []
        raise StopIteration

    @property
    def has_ended(self) -> bool:
        """Return whether the stream ends without another frame, within 30 seconds."""
        end = time.monotonic() + 30
        return not any(line.startswith("data") or time.monotonic() > end for line in self.lines())

    def leave(self) -> None:
        self._answer.close()
        self._line.close()


@contextlib.contextmanager
def following(where: tuple[str, int], path: str, **headers: str) -> Iterator[Follower]:
    """Open a stream; close it at the end of the block."""
    line = http.client.HTTPConnection(*where, timeout=60)
    with contextlib.closing(line):
        line.request("GET", path, headers={"Host": "{}:{}".format(*where)} | headers)
        follower = Follower(line, line.getresponse())
        yield follower
        follower.leave()
