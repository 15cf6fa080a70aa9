"""A run of the printed Containerfile's steps in a clean folder as a non-root user, without the image itself."""

import contextlib
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from ports import free_port
from program import run
from proxies import ADDRESS

from tools.release.pythons import hosting, looks_right

NOBODY = 65534


@contextlib.contextmanager
def clean_folder() -> Iterator[Path]:
    """Yield a folder that a non-root user may read."""
    with tempfile.TemporaryDirectory(prefix="container") as folder:
        if os.geteuid() == 0:
            os.chown(folder, NOBODY, NOBODY)
        yield Path(folder)


def installed_and_started(wheel: Path, folder: Path) -> None:
    """Run the file's steps from USER on, with the folder as WORKDIR.

    Raise AssertionError if a step fails, or if the started server does not answer.
    """
    uid = NOBODY if os.geteuid() == 0 else None
    who = {} if uid is None else {"user": uid, "group": uid, "extra_groups": []}
    port = free_port()
    text = run(folder, "host", "--example", "container", "--address", ADDRESS, "--port", port).text
    before, _user, steps = text.partition("\nUSER scorepad\n")
    assert "\nFROM " in before
    there = {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "SSL_", "REQUESTS_"))}
    there |= {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(folder)}
    for step in steps.splitlines():
        instruction, _blank, rest = step.partition(" ")
        if instruction == "COPY":
            assert rest == f"{wheel.name} ./"
            shutil.copy(wheel, folder)
        elif instruction == "RUN":
            done = subprocess.run(
                ["sh", "-c", rest], cwd=folder, env=there, capture_output=True, text=True, **who
            )  # type: ignore[call-overload]  # fmt: skip
            assert done.returncode == 0, (step, done.stderr)
        elif instruction == "CMD":
            words = [word.replace("/scorepad/", f"{folder}/") for word in json.loads(rest)]
            with hosting(words, folder, there, uid) as way:
                looks_right(way)
                assert way.where[1] == port
            assert (folder / "groups" / "groups").is_dir()
            return
        else:
            assert instruction in ("WORKDIR", "VOLUME", "STOPSIGNAL"), step
    raise AssertionError("it starts nothing")
