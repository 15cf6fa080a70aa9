"""A host behind nginx and behind Caddy with the settings that the program prints.

They cover https, unbuffered streams, the maximum upload and the client's address.
"""

import io
import os
import re
import signal
import sys
import time
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from http.client import HTTPConnection, IncompleteRead
from pathlib import Path
from urllib.parse import urlencode

import pytest
from killing import children
from proxies import PROXIES, Behind, Proxied, behind
from scorekeeper import Scorekeeper
from soak import only_in_soak
from streaming import Follower

OLD = Path(__file__).parents[2] / "data_0_1_0"
FORM = "application/x-www-form-urlencoded"


@pytest.fixture(scope="module", params=["nginx", *only_in_soak("caddy")])
def host(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Behind]:
    """Yield a host on which each address may create two groups an hour."""
    with behind(request.param, tmp_path_factory.mktemp("host"), "--groups-an-hour", "2") as opened:
        yield opened


def begin(way: Proxied, **more: str) -> int:
    return way.ask("POST", "/begin", urlencode({"name": "Thursday"}).encode(), FORM, more).status


def test_a_group_is_begun_a_hand_recorded_and_followed_at_once_through_a_proxy(host: Behind) -> None:
    way = host.caller()
    owner = Scorekeeper(way)
    owner.visit("/")
    owner.send("/begin", name="Thursday")
    root = owner.page.path.removesuffix("/owners/welcome")
    link = re.search(rf"{way.address}({root}/enter\?key=\S+)", owner.page.text)
    assert link, "the link leads to the proxy"
    assert Scorekeeper(host.caller("127.0.0.2")).visit(link[1]).status == 200
    written = [path.read_bytes() for path in host.folder.iterdir() if path.is_file()]
    assert not [item for item in written if root.encode() in item], "no proxy writes links down"
    owner.visit(f"{root}/games/new?rulebook=ohell")
    owner.send("/games", "Start", players__0="Ann", players__1="Bob", players__2="Cat")
    headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in way.cookies.items())}
    with closing(way.line()) as line:
        line.request("GET", f"{owner.page.path}/stream/standings?seen=1", headers=headers)
        looker = Follower(line, line.getresponse())
        assert looker.status == 200
        owner.bid(Ann=0, Bob=0, Cat=0)
        owner.take(Ann=1, Bob=0, Cat=0)
        text = ""
        while "Hand 1" not in text:
            text = looker.frame().html
        looker.leave()


def test_who_asks_is_believed_from_the_proxy_and_from_nobody_else(host: Behind) -> None:
    item, another = host.caller("127.0.0.2"), host.caller("127.0.0.3")
    assert [begin(item) for _group in range(3)] == [303, 303, 429]
    assert begin(item, **{"X-Forwarded-For": "203.0.113.7", "Forwarded": "for=203.0.113.7"}) == 429
    assert begin(another) == 303, "each address counts for itself"
    beside = Beside(host.port, "127.0.0.4")
    asked = [begin(beside, **{"X-Forwarded-For": f"203.0.113.{group}"}) for group in range(3)]
    assert asked == [303, 303, 429], "whoever comes without the proxy is who they are"


@pytest.mark.soak
def test_the_games_of_a_laptop_come_through_the_proxy_in_one_large_file(host: Behind) -> None:
    somebody = Scorekeeper(host.caller("127.0.0.5"))
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as into:
        into.write(OLD / "scorepad.db", "laptop/scorepad.db")
        into.writestr("laptop/backups/day-00001-2026-11-20.db", os.urandom(3_000_000))
    somebody.visit("/bring")
    page = somebody.send("/bring", name="Thursday", file=("laptop.zip", file.getvalue()))
    assert page.path.endswith("/owners/welcome")
    assert "The Crown" in somebody.visit(page.path.removesuffix("owners/welcome")).text
    assert somebody.visit("/bring").status == 200
    page = somebody.send("/bring", name="Thursday", file=("laptop.zip", bytes(17_000_000)))
    assert (page.status, "A browser can send 16 MB at most." in page.text) == (413, True)


class Beside(Proxied):
    """A client that connects to Scorepad directly and claims to be a proxy."""

    def __init__(self, port: int, by: str) -> None:
        super().__init__(("127.0.0.1", port), f"http://127.0.0.1:{port}")
        self._by = by

    def line(self) -> HTTPConnection:
        return HTTPConnection(*self.where, timeout=60, source_address=(self._by, 0))


def test_what_is_too_large_is_refused_in_a_sentence_and_what_is_far_too_large_by_the_proxy(host: Behind) -> None:
    way = host.caller()
    text = way.ask("POST", "/begin", b"name=" + b"x" * 300_000, FORM)
    assert text.status == 413
    assert b"Scorepad" in text.body
    assert way.ask("POST", "/begin", b"name=" + b"x" * 600_000, FORM).status == 413


@pytest.mark.soak
@pytest.mark.skipif(sys.platform != "linux", reason="finds the workers by /proc")
@pytest.mark.parametrize("proxy", PROXIES)
def test_whoever_asks_for_a_page_while_a_worker_is_killed_gets_it_from_another(proxy: str, tmp_path: Path) -> None:
    with behind(proxy, tmp_path, "--workers", "2", "--log", "none") as host, ThreadPoolExecutor() as at_once:
        somebody = Scorekeeper(host.caller())
        game = somebody._go("POST", "/demonstration").path
        item, other = children(host.pid)
        for worker in (item, other):
            os.kill(worker, signal.SIGSTOP)
        asked = [at_once.submit(somebody.way.ask, "GET", game) for _time in range(12)]
        time.sleep(0.2)  # all of them wait
        os.kill(item, signal.SIGCONT)
        time.sleep(0.03)  # the server has accepted it
        os.kill(item, signal.SIGKILL)
        os.kill(other, signal.SIGCONT)
        statuses = []
        for answer in asked:
            with suppress(IncompleteRead):  # half of it had arrived; the other half exists nowhere else
                statuses.append(answer.result().status)
    assert set(statuses) == {200}
