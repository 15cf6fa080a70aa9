"""Files of other programs are read in a process of their own, so that a hostile file stops only this process.

A process of the server runs one of them at a time.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from types import TracebackType

from scorepad.errors import SheetUnreadable, readers_busy
from scorepad.game.state.dates import DayOrMonth
from scorepad.importing.evening_json import evening_from_line
from scorepad.importing.files import FileEvening
from scorepad.importing.reader_main import OUT_OF_MEMORY
from scorepad.importing.sheets.tables import NO_CHOICES, Choices
from scorepad.util.thread_slots import released_slot
from scorepad.words import _, language

PATIENCE = 20.0
"""Maximum seconds to wait until no other thread reads files."""

MOST_WAITING = 40
"""Maximum threads of this process that wait. The server has 64, so that the others can record."""

MOST_SECONDS = 20.0
"""Maximum seconds for a file, also where the system does not limit the processor time."""

MOST_ANSWER = 32_000_000
"""Maximum bytes of the games of a file as JSON."""

GRACE = 1.0
"""Seconds in which a failed process ends by itself, so that its exit status is known."""

_START = (
    "import sys; sys.path[:] = sys.argv[1:]; from scorepad.importing.reader_main import main; main()"  # a zipapp too
)
_waiting, _turn = threading.BoundedSemaphore(MOST_WAITING), threading.Lock()

read_elsewhere: Callable[[bytes], bytes | None] | None = None
"""What reads a file where there are no processes, as in a browser: from a job to the answer of `reader_main`.

It returns None if the reader was ended.
"""


class FileReader:
    """A process that reads one file after the other. It starts with the first file, and again after a failure.

    `most_seconds` limits the time for all files, `most_answer` the games of each. Use it in a `with` block. Raise
    TooBusy if other files are being read for too long.
    """

    def __init__(self, *, most_seconds: float = float("inf"), most_answer: int = MOST_ANSWER) -> None:
        self._left, self._most_answer = most_seconds, most_answer
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> FileReader:
        if not _waiting.acquire(blocking=False):
            raise readers_busy()
        try:
            with released_slot():
                has_turn = _turn.acquire(timeout=PATIENCE)
        finally:
            _waiting.release()
        if not has_turn:
            raise readers_busy()
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _traceback: TracebackType | None
    ) -> None:
        try:
            self._stop()
        finally:
            _turn.release()

    def read(
        self, name: str, data: bytes, first: DayOrMonth | None = None, columns: Choices = NO_CHOICES
    ) -> list[FileEvening]:
        """Return all games of a file, or the errors; see `evenings_in_file`."""
        job = {"name": name, "size": len(data), "first": first, "columns": columns, "language": language()}
        if read_elsewhere is not None:
            lines = read_elsewhere(json.dumps(job).encode() + b"\n" + data)
            if lines is not None:
                return [evening_from_line(line) for line in lines.splitlines()]
            return [FileEvening(name, error=SheetUnreadable(_too_much()))]
        begun = time.monotonic()
        status = OUT_OF_MEMORY if self._left <= 0 else None
        if not status:
            try:
                with released_slot():
                    return self._answer(json.dumps(job).encode() + b"\n" + data)
            except (OSError, EOFError):
                status = self._stop(GRACE)
            finally:
                self._left -= time.monotonic() - begun
        was_stopped = status is not None and (status < 0 or status == OUT_OF_MEMORY)
        return [FileEvening(name, error=SheetUnreadable(_too_much() if was_stopped else _failed()))]

    def _answer(self, job: bytes) -> list[FileEvening]:
        """Return the games; raise EOFError or OSError if the process ends before it has answered."""
        process = self._process = self._process or _start()
        assert process.stdin
        assert process.stdout
        lines: list[bytes] = []
        left = self._most_answer
        clock = threading.Timer(min(self._left, MOST_SECONDS), process.kill)
        clock.start()
        try:
            process.stdin.write(job)
            process.stdin.flush()
            while (line := process.stdout.readline(left + 1)) != b"\n":
                left -= len(line)
                if left < 0:
                    process.kill()
                if not line.endswith(b"\n"):
                    raise EOFError
                lines.append(line)
        finally:
            clock.cancel()
        return [evening_from_line(line) for line in lines]

    def _stop(self, patience: float = 0) -> int | None:
        """End the process, after some seconds if it still runs. Return its exit status, or None if it never ran."""
        process, self._process = self._process, None
        if process is None:
            return None
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(patience)
        process.kill()
        with contextlib.suppress(OSError), process:  # closes the pipes and waits
            pass
        return process.returncode


def _too_much() -> str:
    return _("There was not enough time or memory to read this file. Import it alone, or save it as CSV.")


def _failed() -> str:
    return _("The part of Scorepad that reads files failed. Save the file as CSV, or restart Scorepad.")


def _start() -> subprocess.Popen[bytes]:
    """Start a process with the modules of this one."""
    command = [sys.executable, "-c", _START, *sys.path]
    if sys.platform == "win32":
        flags = subprocess.BELOW_NORMAL_PRIORITY_CLASS | subprocess.CREATE_NO_WINDOW
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, creationflags=flags)
    # In a new session, so that Ctrl+C ends it only through this process.
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)
