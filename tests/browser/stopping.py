"""A Scorepad that tests can kill, suspend and restart."""

import json
import os
import signal
import subprocess
import sys
import time
from functools import cache
from pathlib import Path

from ports import free_port
from raw_http import ask

from scorepad import __version__

# Everything is imported, loaded, compiled and compressed once. So a start takes no longer than a fork, and the first
# page no longer than later ones. For every line of input the program prints the pid of a new server.
PROGRAM = """
import contextlib, json, os, re, signal, sys, tempfile
from pathlib import Path
from compiled import compiled_once
from scorekeeper import Scorekeeper, Within, new_game
from scorepad.store import open_store
from scorepad.web import create_app
from scorepad.web.server import own_files, run_server
compiling = compiled_once()
compiling.__enter__()
with tempfile.TemporaryDirectory() as folder, contextlib.closing(open_store(Path(folder))) as store:
    somebody = Scorekeeper(Within(create_app(store)))
    new_game(somebody, "pike", "Ann", "Ben", "Cat")
    somebody.bid(Ann=0, Ben=0, Cat=0)
    for file in [*re.findall(r'(?:src|href)="(/static/[^"]+)"', somebody.page.source), "/worker.js"]:
        for packed in ("br", "gzip"):
            somebody.way.client.get(file, headers={"Accept-Encoding": packed}, buffered=True)
signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # whoever has ended is gone
for line in sys.stdin:
    server = os.fork()
    if server:
        print(server, flush=True)
        continue
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for said in (1, 2):
        os.dup2(os.open(os.devnull, os.O_WRONLY), said)
    folder, port, patience, own_files.__version__ = json.loads(line)
    store = open_store(folder)
    store.engine.wait = patience
    run_server.start(create_app(store), port=port, no_open=True, threads=4)
    os._exit(0)
"""
TESTS = Path(__file__).parent.parent


@cache
def _forks() -> subprocess.Popen[str]:
    """Return the process that forks the servers of all tests of a test worker, and ends with it."""
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(TESTS), str(TESTS.parent)])},
    )  # fmt: skip


class Server:
    """A Scorepad in a process that can be killed."""

    def __init__(self, folder: Path, patience: float = 8) -> None:
        """Start the server; `patience` is the seconds that it waits for another writer's lock."""
        self.port = free_port()
        self.folder, self.patience = folder, patience
        self.start()

    def start(self, version: str = __version__) -> None:
        forks = _forks()
        assert forks.stdin is not None
        assert forks.stdout is not None
        forks.stdin.write(json.dumps([str(self.folder), self.port, self.patience, version]) + "\n")
        forks.stdin.flush()
        self._pid: int | None = int(forks.stdout.readline())
        for _ in range(1200):
            try:
                ask(("127.0.0.1", self.port))
            except OSError:
                assert self._is_there(), "the server has ended by itself"
                time.sleep(0.05)
            else:
                return
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        self._tell(signal.SIGKILL)
        for _ in range(6000):
            if not self._is_there():
                return
            time.sleep(0.01)
        raise AssertionError("the server does not end")

    def hang(self) -> None:
        """Suspend the process, so that it answers nothing but still exists."""
        self._tell(signal.SIGSTOP)

    def go_on(self) -> None:
        self._tell(signal.SIGCONT)

    def _is_there(self) -> bool:
        self._tell(0)
        return self._pid is not None

    def _tell(self, what: int) -> None:
        """Send a signal, unless the process has ended and its number may be reused."""
        if self._pid is None:
            return
        try:
            os.kill(self._pid, what)
        except ProcessLookupError:
            self._pid = None
