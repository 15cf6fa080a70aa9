"""A host with many groups: what a page of one costs among all the others."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from hosting import Hosted

from bench import games
from scorepad.store.groups import open_groups
from scorepad.web import create_host

ADDRESS = "https://scores.example.org"


def page_among(folder: Path, groups: int) -> Callable[[], object]:
    """The page of a game, in a group with ten of them on a host with so many groups; all others lie as files."""
    kept = open_groups(folder, {})
    model = folder / "groups" / kept.create()
    for _group in range(groups - 2):
        other = folder / "groups" / kept._new_key()
        other.mkdir()
        for file in model.iterdir():
            os.link(file, other / file.name)  # as large as any, and nobody opens them
    front = create_host(kept, ADDRESS, most_open=8)
    host = Hosted(front, front.extensions["scorepad_host"])
    group = host.begin("Thursday")
    ids = [games.keep(group.games, players=5, hands=10) for _game in range(10)]
    assert len(kept.keys()) == groups
    somebody = host.owner(group)

    def ask() -> None:
        assert somebody.way.ask("GET", f"{group.root}/games/{ids[0]}").status == 200

    ask()
    return ask
