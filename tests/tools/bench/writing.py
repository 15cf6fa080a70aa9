"""Benchmarks of recording a hand and of verifying a record, with controls that use the same settings."""

import itertools
import re
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlencode

from flask import Flask
from scorekeeper import Way, Within

from scorepad.game.decide import hands
from scorepad.repository import GameRepository
from scorepad.store import Store
from scorepad.store.sqlite.connection import journal
from scorepad.store.sqlite.driver import sqlite3
from scorepad.web import create_app
from tools.bench import games

HANDS = 26
TAKEN = (1, 1, 1, 1, 0, 0, 0)


class Recording:
    """A table of seven that goes on playing; `ready` prepares a hand whose tricks `record` sends."""

    def __init__(self, store: Store) -> None:
        self.repository = GameRepository(store)
        self.app = create_app(self.repository.store)
        self.way: Way = Within(self.app)
        self.game_id = ""
        self.hand = 0
        self._hands: Iterator[int] = iter(())
        self._form: dict[str, str] = {}

    def ready(self, *, seen_before: bool) -> None:
        self.hand = next(self._hands, 0) or self._new_game()
        stored = self.repository.load(self.game_id)
        bids = hands.record_bids(stored.game, dict(zip(stored.game.names, TAKEN, strict=True)), hook_waived=True)
        seen = self.repository.append(self.game_id, bids, seen=stored.version, by="bench")
        self._form |= {"seen": str(seen), "event_id": uuid.uuid4().hex}
        self.app.extensions["scorepad"].games = (
            self.repository if seen_before else GameRepository(self.repository.store)
        )

    def _new_game(self) -> int:
        """Create a game of 26 hands with 13 played, and return the number of its next hand."""
        self.game_id = games.keep(self.repository, players=7, hands=HANDS, played=HANDS // 2)
        token = token_of(self.way, f"/games/{self.game_id}")
        self._form = {"csrf_token": token, **{f"taken.p{n}": str(tricks) for n, tricks in enumerate(TAKEN, 1)}}
        self._hands = iter(range(HANDS // 2 + 2, HANDS))
        return HANDS // 2 + 1

    def record(self) -> None:
        send(self.way, f"/games/{self.game_id}/hands/{self.hand}/taken", self._form)


def send(way: Way, path: str, form: dict[str, str]) -> None:
    """Post a form and check that it redirects."""
    answer = way.ask("POST", path, urlencode(form).encode(), "application/x-www-form-urlencoded")
    assert answer.status == 303, answer.body


def token_of(way: Way, path: str) -> str:
    """Return the form token of a page."""
    token = re.search(r'name="csrf_token"[^>]* value="([^"]+)"', way.ask("GET", path).body.decode())
    assert token
    return token[1]


def into_file(folder: Path) -> Callable[[str], object]:
    """Return a function that commits a text as one row of a file with the store's settings."""
    sqlite = sqlite3.connect(folder / "bare.db", isolation_level=None, check_same_thread=False)
    sqlite.execute(f"PRAGMA journal_mode = {journal()}").fetchall()
    sqlite.execute("PRAGMA synchronous = FULL")
    sqlite.execute("CREATE TABLE hands (number INTEGER PRIMARY KEY, text TEXT)")

    def commit(text: str) -> None:
        sqlite.execute("BEGIN IMMEDIATE")
        sqlite.execute("INSERT INTO hands (text) VALUES (?)", [text])
        sqlite.execute("COMMIT")

    return commit


def bare_route(
    insert: Callable[[str], object], app: Flask | None = None, way: Way | None = None
) -> Callable[[], object]:
    """Return a POST to a route that only commits one row: of a bare Flask application, or of `app` with its guards."""
    guarded, app, number = app is not None, app or Flask(__name__), itertools.count()

    def commit() -> tuple[str, int]:
        insert(f"{next(number)} " + "x" * 200)
        return "", 303

    app.add_url_rule("/bare", view_func=commit, methods=["POST"])
    there = way or Within(app)
    form = {"hand": "1", "csrf_token": token_of(there, "/") if guarded else ""}
    return lambda: send(there, "/bare", form)


def verifying(store: Store, game_id: str) -> Callable[[], object]:
    """Return a task that loads, verifies and folds a game without caches."""
    return lambda: GameRepository(store).load(game_id)


def trusting(store: Store, game_id: str) -> Callable[[], object]:
    """Return the control of `verifying`: load a game without checking its hashes."""
    from scorepad.store import records

    def trust(game_id: str, stored: records.StoredEvent) -> bool:
        return True

    def load() -> None:
        held, records.verify_event_hash = records.verify_event_hash, trust
        try:
            GameRepository(store).load(game_id)
        finally:
            records.verify_event_hash = held

    return load
