"""Tests of power cuts at any moment: the file opens and holds every answered hand."""

import contextlib
import random
import shutil
import sys
from pathlib import Path

import pytest

from scorepad.store import open_store
from soak import often
from soak.power import Disk, Step, record

WRITER = """
import os, sys
sys.path.insert(0, sys.argv[2])
from stores import AT, begin, line, put_tap, append
from scorepad.store import open_store
store = open_store(sys.argv[1])
store.keep_setting("secret_key", "x" * 64)
seen = begin(store)
os.write(1, b"answered %d" % seen)
for hand in range(1, 41):
    for player in range(3):
        put_tap(store, "g", hand, f"bid.p{player}", hand % 3)
    event = {"hand": hand, "words": "x" * (hand * 97 % 3000)}
    seen = append(store, "g", event, id=f"h{hand}", seen=seen, by="", at=AT, summary=line(), clears_draft=True)
    os.write(1, b"answered %d" % seen)
    if hand % 10 == 0:
        store.remove_game("g")
        store.restore_game("g")
"""

NEEDED = "The power cuts are replayed from what strace saw. On Debian and Ubuntu: apt-get install strace"


@pytest.fixture(scope="module")
def steps(tmp_path_factory: pytest.TempPathFactory) -> list[Step]:
    """Return the disk calls of an evening's writes."""
    if shutil.which("strace") is None:
        pytest.fail(NEEDED, pytrace=False)
    folder = tmp_path_factory.mktemp("games")
    command = [sys.executable, "-c", WRITER, str(folder), str(Path(__file__).parent.parent)]
    return record(command, folder, tmp_path_factory.mktemp("trace") / "trace")


def test_no_power_cut_costs_an_answered_hand_or_the_file(steps: list[Step], tmp_path: Path) -> None:
    folder = Path(next(step.path for step in steps if step.kind == "make")).parent
    assert sum(step.kind == "answer" for step in steps) == 41
    assert sum(step.kind == "sync" for step in steps) > 41 * 3, "every hand is synced"
    chance, cuts = random.Random(6), often(30, 2000)
    instants = sorted(chance.choices(range(1, len(steps) + 1), k=cuts))
    disk, answered, taken = Disk(folder), 0, 0
    for cut, instant in enumerate(instants):
        for step in steps[taken:instant]:
            disk.take(step)
            answered = int(step.data.split()[1]) if step.kind == "answer" else answered
        taken = instant
        left = tmp_path / str(cut)
        left.mkdir()
        for name, data in disk.after_the_cut(chance).items():
            (left / name).write_bytes(data)
        with contextlib.closing(open_store(left)) as store:
            version = store.version("g") if store.game_ids() else 0
            assert version in (answered, answered + 1), f"cut {cut} at {instant}: {version} events, {answered} answered"
            assert store.verify_all() == [], f"cut {cut} at {instant}"
        shutil.rmtree(left)
