"""The process that reads imported files, kept for the next test: a start takes 0.2 s of processor time."""

import contextlib
import subprocess
from collections.abc import Iterator
from unittest.mock import patch

from scorepad.importing import reader_process
from scorepad.importing.reader_process import FileReader

_start, _stop = reader_process._start, FileReader._stop


@contextlib.contextmanager
def kept_reader() -> Iterator[None]:
    """Let the process of a reader that has answered all its files read those of the next one."""
    idle: list[subprocess.Popen[bytes]] = []

    def start() -> subprocess.Popen[bytes]:
        return idle.pop() if idle else _start()

    def stop(self: FileReader, patience: float = 0) -> int | None:
        if patience or self._process is None or self._process.poll() is not None:
            return _stop(self, patience)
        idle.append(self._process)
        self._process = None
        return None

    with _patched(start, stop):
        yield
    for process in idle:
        process.kill()
        process.communicate()


@contextlib.contextmanager
def reader_of_its_own() -> Iterator[None]:
    """Start a process for each reader, as the program does."""
    with _patched(_start, _stop):
        yield


@contextlib.contextmanager
def _patched(start: object, stop: object) -> Iterator[None]:
    with patch.object(reader_process, "_start", start), patch.object(FileReader, "_stop", stop):
        yield
