"""The wheel, built of the source as others get it, and what must be in both."""

from __future__ import annotations

import subprocess
import sys
import tarfile
from functools import cache
from pathlib import Path
from typing import NamedTuple
from zipfile import ZipFile

from program import ROOT

READ_AT_RUN_TIME = {  # folder here, as in the source: folder in the wheel
    "templates": "scorepad/templates",
    "static": "scorepad/static",
    "scorepad/rules/schemes": "scorepad/rules/schemes",
    "scorepad/rules/rulebooks": "scorepad/rules/rulebooks",
    "scorepad/commands/examples": "scorepad/commands/examples",
    "printables": "printables",
}


class Built(NamedTuple):
    """What was built."""

    wheel: Path
    source: Path


def build(folder: Path) -> Built:
    """Source and wheel, the wheel made from the source alone."""
    for before in folder.glob("scorepad-*"):
        before.unlink()
    command: list[str | Path] = [
        sys.executable,
        "-m",
        "build",
        "--outdir",
        folder,
        ROOT,
    ]  # by pip, which knows where packages are had
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (wheel,), (source,) = folder.glob("scorepad-*.whl"), folder.glob("scorepad-*.tar.gz")
    return Built(wheel.absolute(), source.absolute())


def files_of(folder: str) -> set[str]:
    """Files below a folder of ours, as paths from it."""
    found = (ROOT / folder).rglob("*")
    return {path.relative_to(ROOT / folder).as_posix() for path in found if path.is_file() and path.suffix != ".pyc"}


def in_wheel(wheel: Path, folder: str) -> set[str]:
    """Files of a folder of ours as the wheel holds them."""
    return _below(_names(wheel), READ_AT_RUN_TIME[folder] + "/")


def in_source(source: Path, folder: str) -> set[str]:
    """The same of the source."""
    return _below(_names(source), folder + "/")


@cache
def _names(built: Path) -> tuple[str, ...]:
    """Paths of the files in a wheel, or in a source below its one folder."""
    if built.suffix == ".whl":
        return tuple(ZipFile(built).namelist())
    with tarfile.open(built) as packed:
        return tuple(one.name.partition("/")[2] for one in packed.getmembers() if one.isfile())


def _below(names: tuple[str, ...], folder: str) -> set[str]:
    return {name.removeprefix(folder) for name in names if name.startswith(folder)}


def missing(built: Built) -> list[str]:
    """A sentence for each folder of which something is not in both."""
    wrong = []
    for folder in READ_AT_RUN_TIME:
        for kept, what in ((in_wheel(built.wheel, folder), "wheel"), (in_source(built.source, folder), "source")):
            lost = files_of(folder) - kept
            if lost:
                wrong.append(f"The {what} lacks {', '.join(sorted(lost))} of {folder}/.")
    return wrong
