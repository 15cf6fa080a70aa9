"""Answers the requests of the pages in the browser. `engine.js` calls `warm_up` once, then `start` and `answer`."""

import contextlib
import gc
import json
import random
import tempfile
from collections.abc import Iterable
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from flask import request
from werkzeug.test import Client

from scorepad.errors import store_full
from scorepad.importing import reader_process
from scorepad.importing.reader_main import lines_of_job
from scorepad.store import open_store
from scorepad.web import create_app
from scorepad.web.server.middleware import redirect_inline

DATA = Path("/data")
"""The folder of the games. The engine commits its files to the storage of the browser."""

GAMES, COOKIES = "scorepad.db", "cookies.json"
HAS_ROOM = "scorepad.has_room"

Answer: TypeAlias = tuple[int, list[tuple[str, str]], bytes]
"""A status, the headers, and the body."""

FIRST_PAGES = ("/", "/games/new", "/rules", "/print/sheet", "/late-entry", "/print/sheet.pdf?players=5")
"""Pages that import most modules and compile most templates."""


class Engine:
    """The application for the games of a folder. `address` is the origin of the pages, `root` their path before "/".

    The session and the language are in cookies, which a service worker cannot set. So they are stored in the folder.
    """

    def __init__(self, folder: Path, address: str, root: str) -> None:
        self._store = open_store(folder / GAMES)
        self._cookies = folder / COOKIES
        self._base = address + root + "/"
        self._host = urlsplit(address).hostname or ""  # of the cookies, which know no port
        app = create_app(self._store, address=address, in_browser=True)
        app.before_request(_refuse_without_room)
        self._client = Client(redirect_inline(app.wsgi_app))
        with contextlib.suppress(FileNotFoundError):
            for name, value in json.loads(self._cookies.read_text()).items():
                self._client.set_cookie(name, value, domain=self._host)

    def answer(
        self, method: str, path: str, headers: Iterable[tuple[str, str]], body: bytes, *, has_room: bool = True
    ) -> Answer:
        """Answer a request for `path` with its query; return the status, the headers and the body.

        Without room in the storage of the browser, the answer says that nothing was saved.
        """
        with self._client.open(
            path, base_url=self._base, method=method, headers=list(headers), data=body,
            environ_overrides={"REMOTE_ADDR": "127.0.0.1", HAS_ROOM: has_room},
        ) as got:  # fmt: skip
            if got.headers.getlist("Set-Cookie"):
                self._save_cookies(got.headers.getlist("Set-Cookie"))
            return got.status_code, [header for header in got.headers if header[0] != "Set-Cookie"], got.data

    def close(self) -> None:
        self._store.close()

    def _save_cookies(self, headers: list[str]) -> None:
        saved: dict[str, str] = json.loads(self._cookies.read_text()) if self._cookies.exists() else {}
        for name in (name for header in headers for name in SimpleCookie(header)):
            saved.pop(name, None)
            if cookie := self._client.get_cookie(name, self._host):
                saved[name] = cookie.value
        self._cookies.write_text(json.dumps(saved))


def _refuse_without_room() -> None:
    if not request.environ[HAS_ROOM]:
        raise store_full()


# --- files of other programs ------------------------------------------------------------------------------------


class FileUnread(BaseException):
    """A request needs a file that another worker has to read first. Flask handles no BaseException."""

    def __init__(self, job: bytes) -> None:
        self.job = job


_read: dict[bytes, bytes | None] = {}
"""The answers of the reading worker by job, None if it was ended."""


def _answer_of_reader(job: bytes) -> bytes | None:
    if job not in _read:
        raise FileUnread(job)
    return _read[job]


def read_file(job: Any) -> bytes:
    """Read a file of another program; `engine.js` calls it in a worker that it can end."""
    head, _newline, data = job.to_bytes().partition(b"\n")
    return "\n".join(lines_of_job(json.loads(head), data)).encode()


def note_answer(job: Any, answer: Any) -> None:
    """Note what `read_file` has returned, or None if it was ended."""
    _read[job.to_bytes()] = answer and answer.to_bytes()


# --- what engine.js calls ---------------------------------------------------------------------------------------


engine: Engine


def warm_up() -> None:
    """Do all that needs no games. A snapshot of the memory is made after it."""
    with tempfile.TemporaryDirectory() as folder:
        first = Engine(Path(folder), "http://localhost", "")
        for path in FIRST_PAGES:
            first.answer("GET", path, [], b"")
        first.close()
    gc.collect()


def start(address: str, root: str) -> None:
    """Open the games, and migrate those of an earlier version."""
    global engine
    reader_process.read_elsewhere = _answer_of_reader
    random.seed()  # a snapshot has the state of the day on which it was made
    engine = Engine(DATA, address, root)


def answer(method: str, path: str, headers: Any, body: Any, has_room: bool) -> Answer:
    """Answer a request of `engine.js`, as `Engine.answer` does, from values of a script.

    Return the status 0 and a job if the request has to be asked again after `read_file`.
    """
    try:
        result = engine.answer(method, path, headers.to_py(), body.to_bytes(), has_room=has_room)
    except FileUnread as unread:
        return 0, [], unread.job
    _read.clear()
    return result
