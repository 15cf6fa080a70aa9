"""Benchmarks of a host: one group's page among many groups, and the first page on a phone."""

import os
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from hosting import Hosted, hosted

from scorepad.store import new_key
from scorepad.store.groups import open_groups
from scorepad.web import create_host
from tools.bench import games, phone

ADDRESS = "https://scores.example.org"


def page_among(folder: Path, groups: int) -> Callable[[], object]:
    """Return a task that gets a game's page on a host with `groups` groups.

    The game's group has ten games. The files of all other groups exist, but are never opened.
    """
    groups_store = open_groups(folder, {})
    model = folder / "groups" / groups_store.create()
    for _group in range(groups - 2):
        other = folder / "groups" / new_key()
        other.mkdir()
        for file in model.iterdir():
            os.link(file, other / file.name)  # as large as any group, and never opened
    front = create_host(groups_store, ADDRESS, most_open=8)
    host = Hosted(front, front.extensions["scorepad_host"])
    group = host.begin("Thursday")
    ids = [games.keep(group.games, players=5, hands=10) for _game in range(10)]
    assert len(groups_store.keys()) == groups
    somebody = host.owner(group)

    def ask() -> None:
        assert somebody.way.ask("GET", f"{group.root}/games/{ids[0]}").status == 200

    ask()
    return ask


@dataclass(frozen=True)
class FirstPage:
    """The first visit of a host's first page.

    The fields are the requests, the number of requests to other hosts, and bytes of all gzipped answers with headers.
    Times are ms to the first paint over a mobile network, and to that of a bare page.
    """

    requests: list[str]
    foreign: int
    weight: int
    paint: float
    bare_paint: float


def first_page() -> FirstPage:
    with tempfile.TemporaryDirectory() as folder, hosted(Path(folder)) as host:
        front, requested = phone.with_list(phone.with_bare(host.front))
        with phone.phone(front) as visitor:
            visitor.open("/")
            time.sleep(1)  # the browser requests the icon last
            requests, foreign = [item.path for item in requested], phone.foreign(visitor)
            weight = sum(phone.weight(visitor.address, path, "gzip") for path in requests)
            times = [[phone.paints(visitor, path)[0] for path in ("/", "/bare")] for _time in range(5)]
    paint, bare = (min(column) for column in zip(*times, strict=True))
    return FirstPage(requests, foreign, weight, paint, bare)
