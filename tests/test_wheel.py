"""Wheel and source distribution, built and installed: no file that Scorepad reads at run time is missing."""

import json
import re
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest
from program import run
from tools.release.agreement import disagreements
from tools.release.building import READ_AT_RUN_TIME, Built, build, files_of, in_source, in_wheel, missing

from scorepad.cli import parser


def pip(*arguments: str | Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pip", "--disable-pip-version-check", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return build(tmp_path_factory.mktemp("built"))


@pytest.fixture(scope="module")
def wheel(built: Built) -> Path:
    return built.wheel


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder where the wheel is installed."""
    folder = tmp_path_factory.mktemp("installed")
    pip("install", "--quiet", "--no-deps", "--no-compile", "--target", folder, wheel)
    return folder


@pytest.mark.soak
def test_every_text_font_template_and_static_file_is_in_the_wheel_and_in_the_source(built: Built) -> None:
    for folder in READ_AT_RUN_TIME:
        assert in_wheel(built.wheel, folder) == in_source(built.source, folder) == files_of(folder) != set()
    assert missing(built) == []


@pytest.mark.soak
def test_what_a_build_leaves_out_is_told(built: Built, tmp_path: Path) -> None:
    less = tmp_path / built.wheel.name
    with ZipFile(built.wheel) as whole, ZipFile(less, "w") as packed:
        for name in whole.namelist():
            if not name.endswith("/host.css"):
                packed.writestr(name, whole.read(name))
    assert missing(built._replace(wheel=less)) == ["The wheel lacks host.css of static/."]


def test_version_changelog_and_readme_are_about_one_scorepad() -> None:
    assert disagreements() == []


@pytest.mark.soak
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


@pytest.mark.soak
def test_the_installed_command_starts(wheel: Path, installed: Path, tmp_path: Path) -> None:
    command = [sys.executable, str(installed / "bin" / "scorepad"), "--version"]
    done = subprocess.run(
        command, cwd=tmp_path, env={"PYTHONPATH": str(installed)}, capture_output=True, text=True, check=False
    )
    assert done.stdout.strip().endswith(wheel.name.split("-")[1]), done.stderr


@pytest.mark.soak
def test_the_container_is_made_of_the_wheel_and_starts_with_words_that_the_program_knows(
    wheel: Path, tmp_path: Path
) -> None:
    text = run(tmp_path, "host", "--example", "container").text
    assert f"\nCOPY {wheel.name} ./\n" in text
    (line,) = re.findall(r"^CMD (.*)$", text, re.M)
    given = parser().parse_args(json.loads(line)[1:])
    assert (given.data, given.address, given.port) == ("/scorepad/groups", "https://scores.example.org", 7234)
