"""A disk that is full or not to be written to: a small one of memory, mounted in a room of its own."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from program import environment

MOUNT = 'mount -t tmpfs -o size=1500k none "$1" && exec "$2" -m soak.small_disk "$1"'


def test_a_full_disk_and_one_not_to_be_written_to_lose_nothing_and_say_so(tmp_path: Path) -> None:
    alone = ["unshare", "--map-root-user", "--mount"]
    if shutil.which("unshare") is None or subprocess.run([*alone, "true"], capture_output=True).returncode:
        pytest.skip("this machine lets nobody mount a disk of his own (unshare --map-root-user --mount)")
    env = environment(tmp_path, PYTHONPATH=":".join(sys.path))
    done = subprocess.run(
        [*alone, "sh", "-c", MOUNT, "sh", str(tmp_path), sys.executable], capture_output=True, text=True, env=env
    )
    assert (done.returncode, done.stderr) == (0, "")
