"""The supported Python versions on this machine, and a check that uvx runs the wheel on each."""

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from program import GAME, environment
from proxies import ADDRESS, Proxied

UV = Path(sys.executable).parent / "uv"

OLDEST, NEWEST = 11, 30
"""Minor versions of Python 3: the oldest supported one, and the end of the search."""


def available() -> dict[str, Path]:
    """Return one Python per version (3.11): of pyenv, of uv, or of the system."""
    return {f"3.{minor}": python for minor in range(OLDEST, NEWEST) if (python := _python(minor))}


def _python(minor: int) -> Path | None:
    home = Path.home()
    folders = [
        (Path(os.environ.get("PYENV_ROOT", home / ".pyenv")) / "versions", f"3.{minor}.*"),
        (home / ".local/share/uv/python", f"cpython-3.{minor}.*"),
    ]
    candidates = [path / "bin" / "python3" for folder, name in folders for path in sorted(folder.glob(name))]
    named = shutil.which(f"python3.{minor}")
    return next((path for path in [*candidates, *([Path(named)] if named else [])] if _is_one(path, minor)), None)


def _is_one(python: Path, minor: int) -> bool:
    with contextlib.suppress(OSError):
        command = [str(python), "-c", "import sys; print(*sys.version_info[:2])"]
        output: str = subprocess.run(command, capture_output=True, text=True).stdout
        return output.split() == ["3", str(minor)]
    return False


def run_by_uvx(wheel: Path, python: Path, folder: Path) -> None:
    """Check that the wheel alone prints a sheet, and that its host serves the first page and style sheet.

    Raise AssertionError if it does not.
    """
    command = [str(UV), "tool", "run", "--python", str(python), "--refresh-package", "scorepad"]
    scorepad = [*command, "--from", str(wheel), "scorepad"]
    there = {**environment(folder), "UV_PYTHON_DOWNLOADS": "never"}
    del there["PYTHONPATH"]  # otherwise the source tree would run
    (folder / "evening.json").write_text(json.dumps(GAME), "utf-8")
    printed = [*scorepad, "score", "evening.json", "-o", "evening.pdf"]
    done = subprocess.run(printed, cwd=folder, env=there, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert (folder / "evening.pdf").read_bytes().startswith(b"%PDF")
    host = [*scorepad, "host", "--data", "groups", "--address", ADDRESS, "--port", "0"]
    with hosting(host, folder, there) as way:
        looks_right(way)


@contextlib.contextmanager
def hosting(command: list[str], folder: Path, there: dict[str, str], uid: int | None = None) -> Iterator[Proxied]:
    """Yield a client of a running host; with `uid` it runs as that user."""
    with subprocess.Popen(
        command, cwd=folder, env=there, stdout=subprocess.PIPE, text=True, start_new_session=True,
        **({} if uid is None else {"user": uid, "group": uid, "extra_groups": []}),
    ) as running:  # type: ignore[call-overload]  # fmt: skip
        try:
            assert running.stdout is not None
            address = re.search(r"listens at http://127\.0\.0\.1:(\d+) ", running.stdout.readline())
            assert address
            yield Proxied(("127.0.0.1", int(address[1])))
        finally:
            os.killpg(running.pid, signal.SIGTERM)


def looks_right(way: Proxied) -> None:
    """Check that the first page and all its resources load."""
    page = way.ask("GET", "/")
    assert (page.status, b"Scorepad" in page.body) == (200, True)
    files = re.findall(rb'(?:href|src)="(/static/[^"]+)"', page.body)
    assert files
    assert {way.ask("GET", file.decode()).status for file in files} == {200}
