"""A build of the wheel from the source archive, and checks of the contents of both."""

import subprocess
import sys
import tarfile
from functools import cache
from pathlib import Path
from typing import NamedTuple
from zipfile import ZipFile

from program import ROOT

READ_AT_RUN_TIME = {  # source folder: folder in the wheel
    "templates": "scorepad/templates",
    "static": "scorepad/static",
    "scorepad/rules/schemes": "scorepad/rules/schemes",
    "scorepad/rules/rulebooks": "scorepad/rules/rulebooks",
    "scorepad/commands/examples": "scorepad/commands/examples",
    "printables": "printables",
}


class Built(NamedTuple):
    """The paths of the built archives."""

    wheel: Path
    source: Path


def build(folder: Path) -> Built:
    """Build the source archive, and the wheel from that archive alone."""
    for before in folder.glob("scorepad-*"):
        before.unlink()
    command: list[str | Path] = [
        sys.executable,
        "-m",
        "build",
        "--outdir",
        folder,
        ROOT,
    ]  # with pip, which knows the package index
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (wheel,), (source,) = folder.glob("scorepad-*.whl"), folder.glob("scorepad-*.tar.gz")
    return Built(wheel.absolute(), source.absolute())


def files_of(folder: str) -> set[str]:
    """Return the relative paths of the files below a project folder."""
    paths = (ROOT / folder).rglob("*")
    return {path.relative_to(ROOT / folder).as_posix() for path in paths if path.is_file() and path.suffix != ".pyc"}


def in_wheel(wheel: Path, folder: str) -> set[str]:
    """Return the files of a project folder in the wheel."""
    return _below(_names(wheel), READ_AT_RUN_TIME[folder] + "/")


def in_source(source: Path, folder: str) -> set[str]:
    """Return the files of a project folder in the source archive."""
    return _below(_names(source), folder + "/")


@cache
def _names(built: Path) -> tuple[str, ...]:
    """Return the paths of the files in a wheel, or in a source archive below its top folder."""
    if built.suffix == ".whl":
        return tuple(ZipFile(built).namelist())
    with tarfile.open(built) as packed:
        return tuple(member.name.partition("/")[2] for member in packed.getmembers() if member.isfile())


def _below(names: tuple[str, ...], folder: str) -> set[str]:
    return {name.removeprefix(folder) for name in names if name.startswith(folder)}


def missing(built: Built) -> list[str]:
    """Return a sentence for each folder with a file missing from wheel or source."""
    wrong = []
    for folder in READ_AT_RUN_TIME:
        for packed, what in ((in_wheel(built.wheel, folder), "wheel"), (in_source(built.source, folder), "source")):
            lost = files_of(folder) - packed
            if lost:
                wrong.append(f"The {what} lacks {', '.join(sorted(lost))} of {folder}/.")
    return wrong
