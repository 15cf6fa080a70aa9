"""While a hostile file is read, other requests are answered as usual, and the server's memory does not grow."""

import io
import re
import statistics
import subprocess
import time
import zipfile
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest
from hostile import NAMES, hostile
from program import started
from scorekeeper import Scorekeeper, Wired, new_game

TIMES = 150  # requests


def memory(running: subprocess.Popen[str]) -> int:
    """Return the resident memory of a process in kB."""
    status = Path(f"/proc/{running.pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+)", status)
    assert found
    return int(found[1])


def many_evenings() -> bytes:
    """Return a small zip whose evenings take the reading process some seconds."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as into:
        into.writestr("years.csv", "date,game,Ann,Bob\n" + "2026-01-10,Oh Hell,60,71\n" * 40_000)
    return file.getvalue()


def medians(ask: Callable[[], object], meanwhile: Callable[[], object]) -> tuple[float, float]:
    """Return the median seconds of a request alone and during `meanwhile`, by turns under the same load."""
    alone, beside = list[float](), list[float]()
    with ThreadPoolExecutor(1) as other:
        while len(beside) < TIMES:
            for _request in range(10):
                alone.append(seconds(ask))
            busy: Future[object] = other.submit(meanwhile)
            while not busy.done():
                beside.append(seconds(ask))
    return statistics.median(alone), statistics.median(beside)


def seconds(ask: Callable[[], object]) -> float:
    time.sleep(0.005)
    begun = time.perf_counter()
    ask()
    return time.perf_counter() - begun


@pytest.mark.soak
def test_other_requests_are_answered_as_usual_while_a_hostile_file_is_read(tmp_path: Path) -> None:
    with started(tmp_path) as running:
        assert running.stdout
        port = int(re.search(r":(\d+)/", running.stdout.readline())[1])  # type: ignore[index]
        table, sender = Scorekeeper(Wired(port)), Scorekeeper(Wired(port))
        page = new_game(table, "pagat", "Ann", "Bob", "Cat")
        results = []
        for name in (*NAMES, "years.zip"):
            data = many_evenings() if name == "years.zip" else hostile(name)

            def send(name: str = name, data: bytes = data) -> None:
                sender.send_form(sender.visit("/import").form("/import"), {"files": (name, data), "rulebook": "pagat"})

            send()
            before = memory(running)
            alone, beside = medians(lambda: table.visit(page.address), send)
            results.append((name, round(1000 * alone, 1), round(1000 * beside, 1), memory(running) - before))
        print(*results, sep="\n")
        for name, alone_ms, beside_ms, growth in results:
            assert beside_ms <= 1.5 * alone_ms, name
            assert growth < 10_000, name
