"""A simulation of power cuts: strace logs a program's disk calls, which are replayed up to any moment.

Synced data is present. Unsynced data may be present or missing, in any order, and a page may be torn between sectors.
"""

import random
import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

SECTOR = 512

_CALLS = "openat,write,pwrite64,ftruncate,fsync,fdatasync,unlink,rename,renameat2,mmap,writev,pwritev"
_LINE = re.compile(r"^(?:\[pid +\d+\] |\d+ +)?(\w+)\((.*)\) += (-?\d+)")
_ON_FILE = re.compile(r'^(\d+)<([^>]*)>(?:, "((?:\\x..)*)"(?:\.\.\.)?, \d+(?:, (\d+))?|, (\d+))?')


class Step(NamedTuple):
    """A disk call, or an answer of the program (`kind` "answer", in `data`)."""

    kind: str
    path: str
    at: int = 0
    data: bytes = b""


def record(command: Sequence[str], folder: Path, trace: Path) -> list[Step]:
    """Run a command that works in `folder`, and return its disk calls there, in order."""
    subprocess.run(
        ["strace", "-f", "-y", "-xx", "-s", "1000000", "-e", f"trace={_CALLS}", "-o", str(trace), *command],
        check=True, capture_output=True, timeout=120,
    )  # fmt: skip
    steps = (_step(line, folder) for line in trace.read_text().splitlines())
    return [step for step in steps if step is not None]


def _step(line: str, folder: Path) -> Step | None:
    call = _LINE.match(line)
    if call is None or call[3].startswith("-"):
        return None
    name, words = call[1], call[2]
    if name == "openat":
        path = _plain(words.partition('"')[2].partition('"')[0])
        return Step("make", path) if "O_CREAT" in words and _within(path, folder) else None
    if name == "unlink":
        path = _plain(words.strip('"'))
        return Step("unlink", path) if _within(path, folder) else None
    file = _ON_FILE.match(words)
    if file is None:
        return None
    path = _plain(file[2])
    if name == "write" and file[1] == "1":
        return Step("answer", "", data=bytes.fromhex(file[3].replace("\\x", "")))
    if not _within(path, folder):
        return None
    assert name not in ("mmap", "writev", "pwritev", "rename", "renameat2", "write"), f"not replayed: {line[:200]}"
    if name == "pwrite64":
        return Step("write", path, int(file[4]), bytes.fromhex(file[3].replace("\\x", "")))
    if name == "ftruncate":
        return Step("cut", path, int(file[5]))
    return Step("sync", path)


def _plain(text: str) -> str:
    return bytes.fromhex(text.replace("\\x", "")).decode() if text.startswith("\\x") else text


def _within(path: str, folder: Path) -> bool:
    return path == str(folder) or path.startswith(f"{folder}/")


@dataclass
class _File:
    synced: bytearray = field(default_factory=bytearray)
    waiting: list[Step] = field(default_factory=list)
    named: bool = False
    """Whether its name in the folder is synced."""
    gone: bool = False
    """Unlinked but not synced: the file may still exist."""


class Disk:
    """The contents of the disk if the power fails at this moment."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files: dict[str, _File] = {}

    def take(self, step: Step) -> None:
        if step.kind == "make":
            if step.path not in self.files or self.files[step.path].gone:
                self.files[step.path] = _File()
        elif step.kind == "sync" and step.path == str(self.folder):
            self.files = {path: file for path, file in self.files.items() if not file.gone}
            for file in self.files.values():
                file.named = True
        elif step.kind == "sync":
            file = self.files[step.path]
            for waiting in file.waiting:
                _apply(file.synced, waiting)
            file.waiting = []
        elif step.kind == "unlink":
            self.files[step.path].gone = True
        elif step.kind != "answer":
            self.files.setdefault(step.path, _File()).waiting.append(step)

    def after_the_cut(self, chance: random.Random) -> dict[str, bytes]:
        """Return the files by name; in half of the cases with some unsynced data."""
        how = chance.random() if chance.random() < 0.5 else 0.0
        contents = {}
        for path, file in self.files.items():
            if (file.gone or not file.named) and chance.random() < 0.5:
                continue
            data = bytearray(file.synced)
            for step in file.waiting:
                if chance.random() < how:
                    _apply(data, _torn(step, chance) if chance.random() < 0.3 else step)
            contents[Path(path).name] = bytes(data)
        return contents


def _torn(step: Step, chance: random.Random) -> Step:
    if step.kind != "write":
        return step
    sectors = chance.randint(0, len(step.data) // SECTOR)
    return step._replace(data=step.data[: sectors * SECTOR])


def _apply(data: bytearray, step: Step) -> None:
    if step.kind == "cut":
        del data[step.at :]
        data.extend(bytes(step.at - len(data)))
        return
    data.extend(bytes(max(0, step.at - len(data))))
    data[step.at : step.at + len(step.data)] = step.data
