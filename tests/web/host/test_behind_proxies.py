"""A host behind nginx and behind Caddy, which do what the program has printed for them: https, no stream kept back, how
much may be sent, and whose address is believed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from urllib.parse import urlencode

import pytest
from proxies import PROXIES, Behind, Proxied, behind
from scorekeeper import Scorekeeper
from streaming import Follower

FORM = "application/x-www-form-urlencoded"


@pytest.fixture(scope="module", params=PROXIES)
def host(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Behind]:
    """A host of which one may begin two groups an hour."""
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
    owner.visit(f"{root}/games/new?rulebook=ohell")
    owner.send("/games", "Start", players__0="Ann", players__1="Bob", players__2="Cat")
    headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in way.cookies.items())}
    with closing(way.line()) as line:
        line.request("GET", f"{owner.page.path}/stream/standings?seen=1", headers=headers)
        looker = Follower(line, line.getresponse())
        assert looker.status == 200
        owner.bid(Ann=0, Bob=0, Cat=0)
        owner.take(Ann=1, Bob=0, Cat=0)
        said = ""
        while "Hand 1" not in said:
            said = looker.frame().html
        looker.leave()


def test_who_asks_is_believed_from_the_proxy_and_from_nobody_else(host: Behind) -> None:
    one, another = host.caller("127.0.0.2"), host.caller("127.0.0.3")
    assert [begin(one) for _group in range(3)] == [303, 303, 429]
    assert begin(one, **{"X-Forwarded-For": "203.0.113.7", "Forwarded": "for=203.0.113.7"}) == 429
    assert begin(another) == 303, "each address counts for itself"
    beside = Beside(host.port, "127.0.0.4")
    asked = [begin(beside, **{"X-Forwarded-For": f"203.0.113.{group}"}) for group in range(3)]
    assert asked == [303, 303, 429], "whoever comes without the proxy is who they are"


class Beside(Proxied):
    """Somebody who comes to Scorepad itself and says that they are a proxy."""

    def __init__(self, port: int, by: str) -> None:
        super().__init__(("127.0.0.1", port), f"http://127.0.0.1:{port}")
        self._by = by

    def line(self) -> HTTPConnection:
        return HTTPConnection(*self.where, timeout=10, source_address=(self._by, 0))


def test_what_is_too_large_is_refused_in_a_sentence_and_what_is_far_too_large_by_the_proxy(host: Behind) -> None:
    way = host.caller()
    said = way.ask("POST", "/begin", b"name=" + b"x" * 300_000, FORM)
    assert said.status == 413
    assert b"Scorepad" in said.body
    assert way.ask("POST", "/begin", b"name=" + b"x" * 600_000, FORM).status == 413
