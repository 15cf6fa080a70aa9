"""What the tests of the store share: short ways to write on a sheet, and one to spoil the file."""

from __future__ import annotations

import contextlib
from pathlib import Path

from scorepad.store import Event, NewEvent, State, Store, Summary
from scorepad.store.sqlite import SqliteStore

# The store's own: two SQLites in one program do not see each other's locks.
from scorepad.store.sqlite.driver import sqlite3

__all__ = ["AT", "add", "begin", "file_behind", "line", "played", "sqlite3", "tamper"]

AT = "2026-11-20T20:15:00Z"


def line(*players: str, title: str = "", state: State = "running", hands: int = 0, leader: str = "") -> Summary:
    return Summary(title, "Murder", list(players) or ["Ann", "Bob"], state, leader, hands, "2026-11-20")


def begin(
    store: Store, game: str = "g", summary: Summary | None = None, *, id: str = "e1", event: Event | None = None
) -> int:
    first = NewEvent(id, event or {"type": "begun"}, "laptop", AT)
    return store.append_all(game, [first], seen=0, summary=summary or line())


def add(store: Store, number: int, *, seen: int, game: str = "g", id: str = "") -> int:
    event = {"type": "hand", "hand": number, "bids": {"Zoë": 1, "Ann": 0}}
    return store.append(game, event, id=id or f"h{number}", seen=seen, by="Ann’s phone", at=AT, summary=line())


def played(store: Store, hands: int, game: str = "g") -> None:
    begin(store, game)
    for hand in range(1, hands + 1):
        add(store, hand, seen=hand, game=game)


def file_behind(store: Store) -> Path:
    """The file that a store over SQLite keeps its games in."""
    assert isinstance(store, SqliteStore)
    return store.file


def tamper(folder: Path, *statements: str) -> None:
    with contextlib.closing(sqlite3.connect(folder / "scorepad.db", isolation_level=None)) as sqlite:
        for statement in statements:
            sqlite.execute(statement)
