"""Games to measure with, and tasks on them."""

import hashlib
import json
import random
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

from jinja2 import Environment

from scorepad.game.files.game_file import read_game
from scorepad.game.report.sheet_files import sheet_json
from scorepad.repository import GameRepository
from scorepad.store import open_store
from scorepad.store.records import Batch, NewEvent, State, Summary
from scorepad.store.sqlite.driver import sqlite3
from scorepad.web import create_app

NAMES = ("Ann", "Bob", "Cat", "Di", "Eve", "Fay", "Gus")

CELL = '<td class="num">{{ cell }}</td>'
GRID = "<table>{% for row in rows %}<tr>{% for cell in row %}" + CELL + "{% endfor %}</tr>{% endfor %}</table>"


def game_file(players: int, hands: int, played: int | None = None) -> dict[str, Any]:
    """Return a game of hands of four cards with some missed bids, the same at each call.

    `played` is the number of played hands; by default all of them.
    """
    chance, names = random.Random(7), NAMES[:players]
    record = []
    for _hand in range(hands if played is None else played):
        taken = dict.fromkeys(names, 0)
        for _trick in range(4):
            taken[chance.choice(names)] += 1
        bids = {name: max(0, tricks - chance.choice((0, 0, 1))) for name, tricks in taken.items()}
        record.append({"hand": {"bids": bids, "taken": taken, "hook_waived": True}})
    return {
        "format": "scorepad-game/1", "rulebook": "pagat", "house": {"ladder": f"4x{hands}"},
        "players": list(names), "record": record,
    }  # fmt: skip


def long_game() -> dict[str, Any]:
    """Return the game for the phone benchmarks: 7 players, 26 hands played, hand 27 current."""
    game = game_file(players=7, hands=27, played=26)
    game["house"]["hook"] = False  # no hook note at every second hand, which no real game has
    for entry in game["record"]:
        del entry["hand"]["hook_waived"]
    return game


def kept(folder: Path, *, players: int, hands: int) -> tuple[GameRepository, str]:
    repository = GameRepository(open_store(folder))
    return repository, keep(repository, players=players, hands=hands)


def keep(repository: GameRepository, *, players: int, hands: int, played: int | None = None) -> str:
    return repository.keep(read_game(game_file(players, hands, played)), by="bench")


def loader(repository: GameRepository, game_id: str) -> Callable[[], object]:
    """Return a task that loads, replays and scores a game without caches."""
    return lambda: GameRepository(repository.store).load(game_id)


def bare_reader(folder: Path, game_id: str) -> Callable[[], object]:
    """Return the control: read the record's JSON from the same file and hash it."""
    sqlite = sqlite3.connect(folder / "scorepad.db", isolation_level=None)
    query = "SELECT event FROM events JOIN games ON games.number = game WHERE games.id = ? ORDER BY seq"

    def read() -> None:
        for (text,) in sqlite.execute(query, [game_id]):
            json.loads(text)
            hashlib.sha256(text.encode()).digest()

    read()
    return read


def sheet_text(repository: GameRepository, game_id: str) -> str:
    return json.dumps(sheet_json(repository.load(game_id).game)["rows"])


def page_tasks(folder: Path) -> tuple[Callable[[], object], Callable[[], object], Callable[[], object]]:
    """Return three tasks: the long game's page uncached, the page cached, and Jinja alone.

    Both pages are compressed as for a browser. Jinja fills a grid of 26 × 7 cells (4.7 kB).
    """
    repository = GameRepository(open_store(folder))
    game_id = repository.keep(read_game(long_game()), by="bench")
    app = create_app(repository.store)
    client = app.test_client()

    def again() -> None:
        answer = client.get(f"/games/{game_id}", headers={"Accept-Encoding": "gzip"})
        assert (answer.status_code, answer.headers["Content-Encoding"]) == (200, "gzip")

    def first() -> None:
        app.extensions["scorepad"].games = GameRepository(repository.store)
        again()

    grid, rows = (
        Environment(autoescape=True).from_string(GRID),
        [[str(row * cell) for cell in range(7)] for row in range(26)],
    )
    again()
    return first, again, lambda: grid.render(rows=rows)


def _listed(number: int) -> Batch:
    state: State = "finished" if number % 3 else "running"  # so that both lists fill their page
    who = [NAMES[number % 7], NAMES[(number + 1) % 7], NAMES[(number + 3) % 7]]
    summary = Summary(f"Evening {number}", "Mr Pike", who, state, who[0], 9, "2026-11-20")
    begun = NewEvent(f"e{number}", {"n": number}, "bench", "2026-11-20T20:00:00+00:00")
    return Batch(f"g{number}", [begun], 0, summary)


def list_task(folder: Path, games: int) -> Callable[[str], object]:
    """Return a task that gets the list of games at an address, with `games` games stored."""
    store = open_store(folder)
    store.append_together([_listed(number) for number in range(games)])
    client = create_app(store).test_client()

    def ask(path: str) -> None:
        assert client.get(path).status_code == 200

    ask("/")
    return ask


def years_task(folder: Path, games: int) -> Callable[[str], object]:
    """Return a task that gets a statistics page of `games` finished games, each time after a write elsewhere."""
    repository = GameRepository(open_store(folder))
    short = read_game(game_file(players=5, hands=3))
    repository.append_together({}, [short.events] * games, by="bench", event_id="kept")
    client, turns = create_app(repository.store).test_client(), count()

    def ask(path: str) -> None:
        repository.store.put_settings({"turn": str(next(turns))})
        assert client.get(path).status_code == 200

    ask("/years")
    return ask
