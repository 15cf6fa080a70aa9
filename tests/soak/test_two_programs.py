"""Tests of two programs that write to the same games: no lock error is shown, and no update is lost."""

import contextlib
import json
import subprocess
import sys
from pathlib import Path

from stores import begin

from scorepad.store import open_store
from scorepad.store.sqlite.connection import WAIT
from soak import often

WRITER = """
import json, sys, time
sys.path.insert(0, sys.argv[4])
from stores import AT, append, line, put_tap
from scorepad.errors import StaleVersion, DraftChanged
from scorepad.store import open_store
from scorepad.store.records import Action
folder, me, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
store = open_store(folder)
begin = time.monotonic()
kept, calls, late, longest = [], [], 0, 0.0
while time.monotonic() - begin < seconds or min(len(kept), store.version("g") - 1 - len(kept)) <= 10:  # both write on
    id = f"{me}-{len(kept) + late}"
    start = time.monotonic()
    try:
        seen = store.version("g")
        append(store, "g", {"total": seen}, id=id, seen=seen, by=me, at=AT, summary=line())
        kept.append(id)
        put_tap(store, "g", 1, f"bid.{me}", len(kept))
        before = store.draft("g")["values"].get("calls")
        call = Action("", "", "", 1, {"calls": (before, [*(before or []), id])})
        store.change_draft("g", call, seen=store.version("g"), checked=True)
        calls.append(id)
    except (StaleVersion, DraftChanged):
        late += 1
    longest = max(longest, time.monotonic() - start)
store.close()
print(json.dumps({"kept": kept, "calls": calls, "longest": longest}))
"""


def test_two_programs_that_write_without_a_pause_lose_nothing(tmp_path: Path) -> None:
    with contextlib.closing(open_store(tmp_path)) as store:
        begin(store)
    seconds, here = often(2, 10), Path(__file__).parent.parent
    programs = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(tmp_path), me, str(seconds), str(here)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for me in ("one", "two")
    ]  # fmt: skip
    done = [program.communicate(timeout=seconds + 90) for program in programs]
    assert [complaints for _told, complaints in done] == ["", ""], "no lock was told of"
    reports = [json.loads(words) for words, _complaints in done]
    with contextlib.closing(open_store(tmp_path)) as store:
        entries, calls = store.load("g"), store.draft("g")["values"]["calls"]
        assert store.verify_all() == []
    assert sorted(entry.id for entry in entries[1:]) == sorted(id for report in reports for id in report["kept"])
    assert [entry.event["total"] for entry in entries[1:]] == list(range(1, len(entries))), "no update is lost"
    assert sorted(calls) == sorted(id for report in reports for id in report["calls"]), (
        "no call that was accepted is lost"
    )
    assert min(len(report["kept"]) for report in reports) > 10, "both come to write"
    assert max(report["longest"] for report in reports) < 0.6 * WAIT, "neither is kept waiting as long as it would wait"
