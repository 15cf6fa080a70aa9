"""Scorers who write as fast as they can, and know of every line whether it was recorded."""

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
    """Writes comments into a game through its page's form; one that gets no answer is sent again as it was."""

    def __init__(self, port: int, name: str) -> None:
        self.port, self.name = port, name
        self.game = ""
        self.recorded: set[str] = set()
        self.open: str | None = None
        """What was sent and not answered: recorded or not, nobody knows."""
        self.wrong: list[str] = []
        self.answers = 0
        self.over = threading.Event()
        self._cookie = self._token = ""
        self._count = 0

    def run(self) -> None:
        """Write until it is `over` or there is no server any more."""
        game, seen = "", 0
        while not self.over.is_set():
            if game != self.game:
                game, seen = self.game, self._look(self.game)
            self._count += 1
            seen = self._write(game, f"{self.name} {self._count}", seen)

    def _look(self, game: str) -> int:
        """The version of a game, from its page."""
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
        """Record a line; the version after it."""
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
            seen = _seen(body) if status == 409 else self._look(game)  # somebody else was quicker
        return seen

    def _patiently(self, method: str, path: str, words: dict[str, str] | None = None) -> tuple[int, Headers, bytes]:
        """An answer; the same question again as long as there is none. Status 0 when it is over."""
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
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)) as line:
            line.request(method, path, urlencode(words) if words else None, headers)
            answer = line.getresponse()
            return answer.status, answer.headers, answer.read()


Headers = http.client.HTTPMessage


def _seen(page: bytes) -> int:
    found = _SEEN.search(page)
    assert found, page[:300]
    return int(found[1])


@contextlib.contextmanager
def writing(scorers: list[Scorer]):  # type: ignore[no-untyped-def]
    """All of them at once; at the end they are let finish what they have begun."""
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
