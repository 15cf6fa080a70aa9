"""Tests of a full or read-only disk: a small tmpfs in a mount namespace, or errors injected by strace."""

import contextlib
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from program import environment, started
from scorekeeper import Scorekeeper, Wired, new_game

NEEDED = "strace makes the disk refuse. On Debian and Ubuntu: apt-get install strace"

MOUNT = 'mount -t tmpfs -o size=1500k none "$1" && exec "$2" -m soak.small_disk "$1"'


@pytest.mark.soak
def test_a_full_disk_and_one_not_to_be_written_to_lose_nothing_and_say_so(tmp_path: Path) -> None:
    alone = ["unshare", "--map-root-user", "--mount"]
    if shutil.which("unshare") is None or subprocess.run([*alone, "true"], capture_output=True).returncode:
        pytest.skip("this machine lets nobody mount a disk of their own (unshare --map-root-user --mount)")
    env = environment(tmp_path, PYTHONPATH=":".join(sys.path))
    done = subprocess.run(
        [*alone, "sh", "-c", MOUNT, "sh", str(tmp_path), sys.executable], capture_output=True, text=True, env=env
    )
    assert (done.returncode, done.stderr) == (0, "")


@contextlib.contextmanager
def refused(running: subprocess.Popen[str], folder: Path, error: str) -> Iterator[None]:
    """Make a program's writes to its data folder fail with `error` during the context."""
    if shutil.which("strace") is None:
        pytest.fail(NEEDED, pytrace=False)
    where = [f"--trace-path={folder / name}" for name in ("scorepad.db", ".scorepad.db.trial")]
    strace = ["strace", "-f", "-p", str(running.pid), "-o", "/dev/null", "-e", f"inject=pwrite64,write:error={error}"]
    with subprocess.Popen([*strace, *where], stderr=subprocess.PIPE, text=True) as tracing:
        assert tracing.stderr is not None
        line = tracing.stderr.readline()
        if "not permitted" in line:
            pytest.skip("this machine lets nobody watch a program of their own (kernel.yama.ptrace_scope)")
        assert "attached" in line
        try:
            yield
        finally:
            tracing.terminate()


def test_a_disk_that_turns_against_a_running_program_is_told_with_what_to_do(tmp_path: Path) -> None:
    with started(tmp_path) as running:
        assert running.stdout is not None
        (port,) = re.findall(r"http://[\d.]+:(\d+)", running.stdout.readline())
        keeper = Scorekeeper(Wired(int(port)))
        keeper.without_room = True
        game = new_game(keeper, "pike", "Ann", "Bob", "Cat").path
        for error, message in (
            ("EDQUOT", "The disk is full, or your share of it"),
            ("EROFS", "Check its owner and the permissions of its folder."),
            ("EIO", "Try again, or copy the folder of"),
        ):
            keeper.visit(game)
            with refused(running, tmp_path / "data", error):
                page = keeper.send("/comments", text=f"Tea with {error}")
                assert page.status == 507
                assert message in page.text
            assert keeper.send("Send it again", "Send it again").status == 200
            assert f"Tea with {error}" in keeper.page.text
