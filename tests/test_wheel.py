"""The wheel, as somebody else's pip builds and installs it: nothing that Scorepad reads at run time is left behind."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).resolve().parent.parent

READ_AT_RUN_TIME = {  # folder here: folder in the wheel
    "templates": "scorepad/templates",
    "static": "scorepad/static",
    "scorepad/rules/schemes": "scorepad/rules/schemes",
    "scorepad/rules/rulebooks": "scorepad/rules/rulebooks",
}


def pip(*arguments: str | Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pip", "--disable-pip-version-check", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip("wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT)
    (built,) = folder.glob("scorepad-*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the wheel was installed to."""
    folder = tmp_path_factory.mktemp("installed")
    pip("install", "--quiet", "--no-deps", "--no-compile", "--target", folder, wheel)
    return folder


def files_of(folder: str) -> set[str]:
    """Files below a folder of ours, as paths from it."""
    found = (ROOT / folder).rglob("*")
    return {path.relative_to(ROOT / folder).as_posix() for path in found if path.is_file() and path.suffix != ".pyc"}


@pytest.mark.parametrize("folder", READ_AT_RUN_TIME)
def test_every_template_static_file_and_rule_file_is_in_the_wheel(wheel: Path, folder: str) -> None:
    there = READ_AT_RUN_TIME[folder] + "/"
    packed = {name.removeprefix(there) for name in ZipFile(wheel).namelist() if name.startswith(there)}
    assert packed == files_of(folder)
    assert packed


def test_the_wheel_runs_without_this_folder(installed: Path, tmp_path: Path) -> None:
    program = """
import scorepad, sys
from pathlib import Path
from scorepad.rules import rulebook, scheme
assert Path(scorepad.__file__).is_relative_to(sys.argv[1]), scorepad.__file__
print(len(scheme.built_in()), len(rulebook.built_in()))
"""
    command = [sys.executable, "-c", program, str(installed)]
    done = subprocess.run(
        command, cwd=tmp_path, env={"PYTHONPATH": str(installed)}, capture_output=True, text=True, check=False
    )
    rule_files = [len(files_of(folder)) for folder in ("scorepad/rules/schemes", "scorepad/rules/rulebooks")]
    assert done.stdout.split() == [str(number) for number in rule_files], done.stderr


def test_the_installed_command_starts(wheel: Path, installed: Path, tmp_path: Path) -> None:
    command = [sys.executable, str(installed / "bin" / "scorepad"), "--version"]
    done = subprocess.run(
        command, cwd=tmp_path, env={"PYTHONPATH": str(installed)}, capture_output=True, text=True, check=False
    )
    assert done.stdout.strip().endswith(wheel.name.split("-")[1]), done.stderr
