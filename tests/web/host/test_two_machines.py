"""A host on two machines over one database: two loopback addresses, separate folders, one secret.

In `make test`, `tests/web/host/test_workers.py` has two processes, and `tests/store` has two connections to a database.
"""

import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from databases import Server, new_database
from program import PROGRAM, environment
from scorekeeper import Scorekeeper, Wired
from streaming import following
from web.host.running import STREAM, Started, machine, way_to

pytestmark = pytest.mark.soak


@pytest.fixture(scope="module")
def database(server: Server) -> Iterator[str]:
    with new_database(server) as address:
        yield address


@pytest.fixture(scope="module")
def lost(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Started]:
    """Yield a host whose database does not answer; it gives up after some seconds."""
    nowhere = f"postgresql://somebody@127.0.0.1:{os.getpid() % 1000 + 1}/scorepad"
    folder = tmp_path_factory.mktemp("lost") / "one"
    with machine(nowhere, "127.0.0.4", folder, "--workers", "2", errors=subprocess.PIPE) as host:
        yield host


@pytest.fixture(scope="module")
def machines(lost: Started, database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Wired, Wired]]:
    """Yield transports to both machines, which start while another host is `lost`; the first has two workers."""
    folder = tmp_path_factory.mktemp("machines")
    with (
        machine(database, "127.0.0.2", folder / "one", "--workers", "2") as item,
        machine(database, "127.0.0.3", folder / "other", "--copies-days", "30") as other,
    ):
        yield way_to(item), way_to(other)


def test_a_group_begun_by_one_machine_is_played_by_the_other_and_lookers_on_see_it_at_once(
    machines: tuple[Wired, Wired],
) -> None:
    item, other = machines
    somebody = Scorekeeper(item)
    path = somebody._go("POST", "/demonstration").path
    other.cookies |= item.cookies
    scorer = Scorekeeper(other)
    assert scorer.visit(path).status == 200, "who came in by one machine is in by the other"
    took = []
    cookies = "; ".join(f"{name}={value}" for name, value in item.cookies.items())
    with following(("127.0.0.2", item.port), f"{path}/{STREAM}", Cookie=cookies) as follower:
        follower.frame()
        for number in range(5):
            scorer.visit(path)
            form = scorer.page.form("/comments")
            sent = urlencode(form.filled({"text": f"no. {number}"}, "")).encode()
            assert other.ask("POST", form.action, sent, "application/x-www-form-urlencoded").status == 303
            answered = time.monotonic()
            follower.frame()
            took.append(time.monotonic() - answered)
    print(f"seen by the other machine's looker-on after {[round(seconds * 1000) for seconds in took]} ms")
    assert sorted(took)[2] < 0.5, took


def test_a_machine_with_another_secret_ends_and_says_what_to_do(
    database: str, machines: tuple[Wired, Wired], tmp_path: Path
) -> None:
    command = [*PROGRAM, "host", "--data", database, "--address", "https://scores.example.org", "--port", "0"]
    ended = subprocess.run(
        command, env=environment(tmp_path, HOME=str(tmp_path)), capture_output=True, text=True, timeout=60
    )
    assert ended.returncode == 1
    assert "Another server with another secret created the groups in" in ended.stderr
    assert "SCOREPAD_SECRET" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert [path for path in tmp_path.rglob("*") if path.suffix == ".secret"] == []


def test_a_database_that_does_not_answer_ends_a_host_and_its_workers_in_words(lost: Started) -> None:
    _out, errors = lost.communicate(timeout=60)
    assert lost.returncode == 1
    assert "does not answer" in errors
    assert "somebody" not in errors
    assert "Traceback" not in errors
