"""A host with two workers: either answers, either may be killed, and metrics cover both."""

import contextlib
import http.client
import json
import os
import signal
import socket
import sqlite3
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from ports import free_port
from raw_http import ask
from scorekeeper import Scorekeeper, Wired
from waiting import until
from web.host.running import Running, hosting

from scorepad.errors import host_outdated
from scorepad.store.groups import open_groups
from scorepad.web.server.run_server import listen

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="finds the workers by /proc")


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder, figures = tmp_path_factory.mktemp("host") / "groups", free_port()
    with hosting(folder, "--log", "json", "--figures", f"127.0.0.1:{figures}", figures=figures) as host:
        assert ask(("127.0.0.1", host.port), "/health")[:2] == (200, "ready\n")
        assert not list((folder / "groups").iterdir()), "asked before any group is there"
        yield host


def test_what_one_worker_writes_is_seen_at_once_by_who_looks_on_by_the_other(running: Running) -> None:
    somebody, path = running.begin()
    item, other = running.workers
    took: list[float] = []
    with running.alone(item):
        looking = running.looking(somebody, path)
        follower = looking.__enter__()
        follower.frame()
    with contextlib.ExitStack() as stack:
        stack.push(looking)
        with running.alone(other):
            kept_open = KeptOpen(running.port, somebody)
            stack.callback(kept_open.close)
        for number in range(5):
            answered = kept_open.comment(somebody, f"no. {number}")
            follower.frame()
            took.append(time.monotonic() - answered)
    print(f"seen by the other worker's looker-on after {[round(seconds * 1000) for seconds in took]} ms")
    assert sorted(took)[2] < 0.5, took
    assert len(running.comments(path)) == 5


class KeptOpen:
    """A persistent connection, so that one worker answers all its requests."""

    def __init__(self, port: int, somebody: Scorekeeper) -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self._somebody = somebody
        for path in (somebody.page.path, f"{somebody.page.path}/sheet.pdf"):  # and loads the code that renders
            self.ask("GET", path)
            assert self.status() == 200

    def ask(self, method: str, path: str, body: bytes | None = None) -> None:
        assert isinstance(self._somebody.way, Wired)
        cookies = "; ".join(f"{name}={value}" for name, value in self._somebody.way.cookies.items())
        kind = {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
        self._line.request(method, path, body, {"Cookie": cookies, **kind})

    def status(self) -> int:
        """Return the status of the answer."""
        answer = self._line.getresponse()
        answer.read()
        return answer.status

    def comment(self, somebody: Scorekeeper, text: str) -> float:
        """Save a comment; return the time of its answer."""
        somebody.visit(somebody.page.path)
        form = somebody.page.form("/comments")
        self.ask("POST", form.action, urlencode(form.filled({"text": text}, "")).encode())
        assert self.status() == 303
        return time.monotonic()

    def close(self) -> None:
        self._line.close()


def test_a_worker_that_is_killed_loses_nothing_and_who_looks_on_hears_more_within_two_seconds(running: Running) -> None:
    somebody, path = running.begin()
    begun = set(running.workers)
    silences: list[float] = []
    for number in range(3):
        begin = time.monotonic()
        form = somebody.visit(path).form("/comments")
        with running.looking(somebody, path) as follower:
            follower.frame()
            usual = time.monotonic() - begin  # without a kill, on this machine now
            victim = running.workers[number % 2]
            shot = threading.Timer(0.002 * number, os.kill, [victim, signal.SIGKILL])
            shot.start()
            killed = time.monotonic()
            while True:
                try:
                    page = somebody.send_form(form, {"text": f"no. {number}"})
                    break
                except (ConnectionError, http.client.HTTPException):
                    continue  # as the page does: sent again, it counts once
            assert page.status == 200
            shot.join()
        with running.looking(somebody, path) as follower:  # as a browser reconnects
            follower.frame()
            silences.append(time.monotonic() - killed - usual)
        until(lambda gone=victim: len(running.workers) == 2 and gone not in running.workers)
    print(f"silent for {[round(silence * 1000) for silence in silences]} ms")
    assert running.comments(path) == [f"no. {number}" for number in range(3)]
    assert sorted(silences)[1] < 2
    assert not begun & set(running.workers), "both were begun anew"


def test_a_group_that_one_worker_throws_away_is_gone_for_the_other_and_its_lookers_on(running: Running) -> None:
    somebody, path = running.begin()
    key = path.split("/")[2]
    for worker in running.workers:
        with running.alone(worker):
            assert somebody.visit(path).status == 200
    with running.looking(somebody, path) as follower:
        follower.frame()
        open_groups(running.folder).remove(key)
        assert follower.has_ended
    for worker in running.workers:
        with running.alone(worker):
            assert somebody.visit(path).status == 403


def test_the_log_and_the_figures_tell_what_is_asked_and_of_whom_nothing(running: Running) -> None:
    """The last test of this host."""
    host, figures = running, running.figures
    begun = 'scorepad_requests_total{method="POST",route="/demonstration",status="303"}'
    somebody, path = host.begin()
    key = path.split("/")[2]
    somebody.send("/comments", text="Xanthippe says hello")
    assert ask(("127.0.0.1", host.port), f"/g/{key}/enter?key=wrong")[0] == 403
    with host.looking(somebody, path) as follower:
        follower.frame()
        until(lambda: figures_of(figures)["scorepad_streams"] == 1)
        notes = figures_of(figures)
    assert notes["scorepad_groups"] == notes["scorepad_games"] == len(open_groups(host.folder).keys())
    assert notes["scorepad_conflicts_total"] == 0
    for worker in host.workers:
        os.kill(worker, signal.SIGKILL)
    until(lambda: not figures_of(figures).get("scorepad_streams"))
    assert figures_of(figures)[begun] == notes[begun], "what a worker has counted stays when it is gone"
    until(lambda: len(host.workers) == 2)
    assert somebody.visit(path).status == 200
    line = KeptOpen(host.port, somebody)
    line.ask("GET", f"{path}/sheet.pdf")
    host.process.terminate()
    assert line.status() == 200, "what was asked before the end is answered"
    line.close()
    out, errors = host.process.communicate(timeout=60)
    assert (host.process.returncode, errors) == (0, "")
    lines: list[dict[str, Any]] = [json.loads(line) for line in out.splitlines()]
    assert {"at", "method", "route", "status", "ms", "bytes"} == set(lines[0])
    routes = {(line["method"], line["route"], line["status"]) for line in lines}
    assert ("POST", "/g/<group>/games/<game_id>/comments", 303) in routes
    assert notes[begun] == sum((line["route"], line["status"]) == ("/demonstration", 303) for line in lines)
    assert ("GET", "/g/<group>/enter", 403) in routes
    assert ("GET", "/g/<group>/games/<game_id>/sheet.pdf", 200) in routes
    for secret in (key, path.split("/")[4], "Xanthippe", "Ann", "wrong", "127.0.0.1"):
        assert secret not in out


def figures_of(port: int) -> dict[str, float]:
    """Return the metrics by name and labels."""
    status, body, _headers = ask(("127.0.0.1", port), "/")
    assert status == 200
    lines = [line for line in body.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _blank, value in (line.rpartition(" ") for line in lines)}


@pytest.mark.soak
def test_a_host_that_meets_a_group_of_a_newer_scorepad_writes_nothing_there_and_ends(tmp_path: Path) -> None:
    with hosting(tmp_path / "groups", "--log", "none") as host:
        somebody, path = host.begin()
        file = tmp_path / "groups" / "groups" / path.split("/")[2] / "scorepad.db"
        with contextlib.closing(sqlite3.connect(file)) as newer:
            newer.execute("CREATE TABLE of_tomorrow (what TEXT)")
            step = "INSERT INTO _sqlite_migrations (migration_set, name, applied_at)"
            newer.execute(f"{step} SELECT migration_set, 'tomorrow', applied_at FROM _sqlite_migrations LIMIT 1")
            newer.commit()
        form = somebody.page.form("/comments")
        with contextlib.suppress(AssertionError):  # the answer asks the person to come back later
            somebody.send_form(form, {"text": "no. 1"})
        out, errors = host.process.communicate(timeout=60)
        assert host.process.returncode == 1
        assert str(host_outdated()) in errors
        assert out == ""
    with contextlib.closing(sqlite3.connect(file)) as newer:
        assert newer.execute("SELECT count(*) FROM events WHERE event LIKE '%no. 1%'").fetchone() == (0,)


@pytest.mark.soak
def test_workers_end_whose_program_was_killed(tmp_path: Path) -> None:
    with hosting(tmp_path / "groups") as host:
        workers = host.workers
        host.process.kill()
        until(lambda: not any(runs(worker) for worker in workers))


def runs(pid: int) -> bool:
    """Return whether a process runs; a zombie does not."""
    with contextlib.suppress(FileNotFoundError):
        return Path(f"/proc/{pid}/cmdline").read_bytes() != b""
    return False


@pytest.mark.soak
def test_whoever_calls_while_one_version_ends_and_the_next_begins_waits_and_is_answered(tmp_path: Path) -> None:
    with listen("127.0.0.1", 0) as port:
        port.listen()  # as systemd does
        with handed(port, tmp_path / "groups") as host:
            somebody, path = host.begin()
            somebody.visit(path)
            host.process.terminate()
            host.process.wait(60)
        form = somebody.page.form("/comments")
        sent = threading.Thread(target=lambda: somebody.send_form(form, {"text": "no. 1"}))
        sent.start()
        time.sleep(0.1)
        with handed(port, tmp_path / "groups") as host:
            sent.join()
            assert somebody.page.status == 200
            assert host.comments(path) == ["no. 1"]


def handed(port: socket.socket, folder: Path) -> contextlib.AbstractContextManager[Running]:
    """Run a host that receives its socket from its parent process."""
    as_systemd = f"""
import os, sys
os.dup2({port.fileno()}, 3)
os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1")
os.execv(sys.argv[1], sys.argv[1:])"""
    by = [sys.executable, "-c", as_systemd]
    return hosting(folder, "--log", "none", by=by, files=[port.fileno()])
