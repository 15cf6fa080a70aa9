"""Running hosts."""

import contextlib
import os
import re
import signal
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from hosting import SAID
from killing import children
from program import PROGRAM, environment
from scorekeeper import Scorekeeper, Wired
from streaming import Follower, following
from waiting import until

from scorepad.repository import GameRepository
from scorepad.store.groups import open_groups

STREAM = "stream/standings?seen="


class Running:
    """A running host over a folder; `workers` answer, and with `figures` one more process serves metrics."""

    def __init__(self, process: subprocess.Popen[str], folder: Path, *, figures: int) -> None:
        self.process, self.folder, self.figures = process, folder, figures
        assert process.stdout is not None
        self.port = int(re.findall(r"127\.0\.0\.1:(\d+)", process.stdout.readline())[0])
        until(lambda: len(self.children()) == 2 + bool(figures))
        self._telling = set(self.children()[2:])

    def children(self) -> list[int]:
        return children(self.process.pid)

    @property
    def workers(self) -> list[int]:
        return [pid for pid in self.children() if pid not in self._telling]

    @contextlib.contextmanager
    def alone(self, worker: int) -> Iterator[None]:
        """Let only this worker answer during the block."""
        others = [item for item in self.workers if item != worker]
        for other in others:
            os.kill(other, signal.SIGSTOP)
        try:
            yield
        finally:
            for other in others:
                os.kill(other, signal.SIGCONT)

    def begin(self) -> tuple[Scorekeeper, str]:
        """Start a demonstration; return its owner's browser and the path of its game."""
        somebody = Scorekeeper(Wired(self.port))
        page = somebody._go("POST", "/demonstration")
        assert page.status == 200
        return somebody, page.path

    def looking(self, somebody: Scorekeeper, path: str) -> contextlib.AbstractContextManager[Follower]:
        assert isinstance(somebody.way, Wired)
        cookies = "; ".join(f"{name}={value}" for name, value in somebody.way.cookies.items())
        return following(("127.0.0.1", self.port), f"{path}/{STREAM}", Cookie=cookies)

    def comments(self, path: str) -> list[str]:
        """Return the stored comments of a game, read next to the running host."""
        _nothing, _g, key, _games, game_id = path.split("/")
        with contextlib.closing(open_groups(self.folder).open(key)) as store:
            events = GameRepository(store).load(game_id).game.events
        return [text for text in (getattr(event, "text", "") for event in events) if text.startswith("no. ")]


@contextlib.contextmanager
def hosting(
    folder: Path, *words: str, database: str = "", figures: int = 0, by: Sequence[str] = (), files: Sequence[int] = ()
) -> Iterator[Running]:
    """Run a host over a folder or a database; `by` is the command that starts it, `files` the files it inherits."""
    where = ["--data", database] if database else ["--data", str(folder)]
    command = [*by, *PROGRAM, "host", *where, "--address", "https://scores.example.org", "--port", "0"]
    fields = {"HOME": str(folder), **SAID} if database else {}
    with subprocess.Popen(
        [*command, "--workers", "2", *words], cwd=folder.parent, env=environment(folder, **fields), text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, pass_fds=files,
    ) as process:  # fmt: skip
        try:
            yield Running(process, folder, figures=figures)
        finally:
            process.terminate()
            process.wait(60)


Started = subprocess.Popen[str]


@contextlib.contextmanager
def machine(database: str, address: str, folder: Path, *words: str, errors: int | None = None) -> Iterator[Started]:
    """Run a host at an address of this machine with its own folders; stop it at the end."""
    folder.mkdir()
    where = ["--data", database, "--address", "https://scores.example.org", "--host", address, "--port", "0"]
    with subprocess.Popen(
        [*PROGRAM, "host", *where, "--log", "none", *words],
        env=environment(folder, HOME=str(folder)) | SAID, text=True, stdout=subprocess.PIPE, stderr=errors,
    ) as process:  # fmt: skip
        try:
            yield process
        finally:
            process.terminate()
            process.wait(60)


def way_to(host: Started) -> Wired:
    """Wait until a host has started; return a transport to it."""
    assert host.stdout is not None
    [(address, port)] = re.findall(r"(127\.0\.0\.\d+):(\d+)", host.stdout.readline())
    return Wired(int(port), address)
