"""The program as it is used, in a folder with a game file: run in this process, or on request in its own."""

import contextlib
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

import scorepad
from scorepad import cli

ROOT = Path(scorepad.__file__).parent.parent
PROGRAM = [sys.executable, "-m", "scorepad"]

GAME: dict[str, Any] = {
    "format": "scorepad-game/1",
    "rulebook": "murder",
    "house": {"ladder": "3-7"},
    "stake": 10,
    "players": ["Ann", "Bob", "Cat", "Zoë"],
    "first_dealer": "Ann",
    "location": "The Crown",
    "date": "2026-11-20",
    "record": [
        {
            "hand": {
                "cards": 3,
                "trump": "H",
                "bids": {"Ann": 1, "Bob": 1, "Cat": 0, "Zoë": 0},
                "taken": {"Ann": 1, "Bob": 1, "Cat": 1, "Zoë": 0},
                "contract": {"declarer": "Ann", "level": 1, "doubler": None, "redoubled": False},
            }
        },
        {"comment": {"text": "Tea", "hand": 1}},
    ],
}


def with_a_game(folder: Path) -> Path:
    """Write a game file into the folder and return the folder; the program run there stores its games in `data`."""
    (folder / "game.json").write_text(json.dumps(GAME, ensure_ascii=False), encoding="utf-8")
    return folder


def all_said(reader: int) -> str:
    """Return everything written to a terminal whose other end is closed; the terminal delivers it in pieces."""
    text = b""
    with contextlib.suppress(OSError):  # Linux signals the end with an error
        while piece := os.read(reader, 10_000):
            text += piece
    return text.decode()


class Answer:
    """The output and the exit status of a command."""

    def __init__(self, status: int, out: bytes, error: bytes) -> None:
        self.status, self.bytes = status, out
        self.text, self.error = out.decode("utf-8", "replace"), error.decode()

    @property
    def json(self) -> Any:
        assert (self.status, self.error) == (0, "")
        return json.loads(self.bytes)


def environment(folder: Path, **more: str) -> dict[str, str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "SCOREPAD"))}
    clean["SCOREPAD_FONTS"] = os.environ.get("SCOREPAD_FONTS", os.devnull)
    return {**clean, "PYTHONPATH": str(ROOT), "SCOREPAD_DATA": str(folder / "data"), "PYTHONUTF8": "1", **more}


@contextlib.contextmanager
def started(
    folder: Path, *words: str, program: Sequence[str] = PROGRAM, env: dict[str, str] | None = None
) -> Iterator[subprocess.Popen[str]]:
    """Yield the program, serving the data of a folder on a port that it chooses; its output comes through pipes."""
    command, there = [*program, "--no-open", "--port", "0", *words], environment(folder, **(env or {}))
    with subprocess.Popen(
        command, cwd=folder, env=there, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        try:
            yield running
        finally:
            running.kill()


def run(folder: Path, *words: object, stdin: bytes = b"", env: dict[str, str] | None = None) -> Answer:
    """Run a command in this process; see `run_anew` for a new process.

    Starting Python each time would only cost time.
    """
    there = environment(folder, **(env or {}))
    encoding = there.get("PYTHONIOENCODING", "utf-8")
    given, out, error = (io.TextIOWrapper(io.BytesIO(data), encoding) for data in (stdin, b"", b""))
    with (
        contextlib.chdir(folder), patch.dict(os.environ, there, clear=True), patch("sys.stdin", given),
        contextlib.redirect_stdout(out), contextlib.redirect_stderr(error),
    ):  # fmt: skip
        try:
            status = cli.main([str(word) for word in words])
        except SystemExit as left:  # argparse
            status = int(left.code or 0)
        error.flush()
    out.flush()
    return Answer(status, *(stream.buffer.getvalue() for stream in (out, error)))


def run_anew(folder: Path, *words: object, stdin: bytes = b"", env: dict[str, str] | None = None) -> Answer:
    """Run a command in its own process, as a shell does."""
    done = subprocess.run(
        [sys.executable, "-W", "error", *PROGRAM[1:], *map(str, words)],
        input=stdin,
        capture_output=True,
        cwd=folder,
        env=environment(folder, **(env or {})),
        timeout=60,
    )
    return Answer(done.returncode, done.stdout, done.stderr)


def refused(answer: Answer, *text: str) -> None:
    """Assert exit status 1, an empty stdout, and one sentence on stderr without a traceback."""
    assert (answer.status, answer.text) == (1, "")
    assert answer.error.count("\n") == 1
    for words in text:
        assert words in answer.error


def kept(folder: Path) -> str:
    """Import the game in `folder` once more and return its id."""
    answer = run(folder, "import", "game.json", "--again")
    assert (answer.status, answer.error) == (0, "")
    return answer.text.strip()


def key_of(text: str) -> str:
    result = re.fullmatch("Group (\\w{16})\\. Its owner opens it with (\\S*/g/\\1/enter\\?key=\\S+)\\n", text)
    assert result, text
    return result[1]
