"""Scorers that write as fast as possible and know whether each line was recorded."""

from __future__ import annotations

import contextlib
import http.client
import re
import threading
import time
import uuid
from urllib.parse import urlencode

_SEEN = re.compile(rb'name="seen"[^>]* value="(\d+)"')
_TOKEN = re.compile(rb'name="csrf_token"[^>]* value="([^"]+)"')


class Scorer:
    """A scorer that posts comments through its page's form, and resends a request that got no answer."""

    def __init__(self, port: int, name: str) -> None:
        self.port, self.name = port, name
        self.game = ""
        self.recorded: set[str] = set()
        self.open: str | None = None
        """The text that was sent without an answer, so that it may or may not be recorded."""
        self.wrong: list[str] = []
        self.answers = 0
        self.over = threading.Event()
        self._cookie = self._token = ""
        self._count = 0

    def run(self) -> None:
        """Write until `over` is set or there is no server."""
        game, seen = "", 0
        while not self.over.is_set():
            if game != self.game:
                game, seen = self.game, self._look(self.game)
            self._count += 1
            seen = self._write(game, f"{self.name} {self._count}", seen)

    def _look(self, game: str) -> int:
        """Return the version of a game from its page."""
        while True:
            status, headers, body = self._patiently("GET", f"/games/{game}")
            if status == 200:
                cookie = headers.get("Set-Cookie")
                self._cookie = cookie.partition(";")[0] if cookie else self._cookie
                token = _TOKEN.search(body)
                assert token, body[:300]
                self._token = token[1].decode()
                return _seen(body)
            self.wrong.append(f"GET answered {status}")

    def _write(self, game: str, text: str, seen: int) -> int:
        """Record a line and return the version after it."""
        words = {"csrf_token": self._token, "event_id": uuid.uuid4().hex, "text": text, "hand": ""}
        while not self.over.is_set():
            self.open = text
            sent = {**words, "seen": str(seen)}
            status, _headers, body = self._patiently("POST", f"/games/{game}/comments", sent)
            if status == 0:
                return seen
            self.open = None
            if status == 303:
                self.recorded.add(text)
                return seen + 1
            if status != 409:
                self.wrong.append(f"POST answered {status}")
            seen = _seen(body) if status == 409 else self._look(game)  # another scorer was faster
        return seen

    def _patiently(self, method: str, path: str, words: dict[str, str] | None = None) -> tuple[int, Headers, bytes]:
        """Return an answer; repeat the request until there is one. The status is 0 when `over` is set."""
        while True:
            with contextlib.suppress(OSError, http.client.HTTPException):
                answer = self._ask(method, path, words)
                self.answers += 1
                return answer
            if self.over.is_set():
                return 0, http.client.HTTPMessage(), b""
            time.sleep(0.002)

    def _ask(self, method: str, path: str, words: dict[str, str] | None) -> tuple[int, Headers, bytes]:
        headers = {"Cookie": self._cookie, "Content-Type": "application/x-www-form-urlencoded"}
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)) as line:
            line.request(method, path, urlencode(words) if words else None, headers)
            answer = line.getresponse()
            return answer.status, answer.headers, answer.read()


Headers = http.client.HTTPMessage


def _seen(page: bytes) -> int:
    match = _SEEN.search(page)
    assert match, page[:300]
    return int(match[1])


@contextlib.contextmanager
def writing(scorers: list[Scorer]):  # type: ignore[no-untyped-def]
    """Run all scorers in threads; at the end let each finish its request."""
    threads = [threading.Thread(target=scorer.run, daemon=True) for scorer in scorers]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        for scorer in scorers:
            scorer.over.set()
        for thread in threads:
            thread.join(20)
