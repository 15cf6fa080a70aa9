"""Helpers for the tests of the store: short ways to write events, and one to damage the stored data."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any, Protocol

import pytest

from scorepad.store import Store, open_store
from scorepad.store.records import Action, Batch, Event, NewEvent, State, Summary
from scorepad.store.sqlite import SqliteStore

# The store's own module: two copies of SQLite in one program do not see each other's locks.
from scorepad.store.sqlite.driver import sqlite3

__all__ = [
    "AT", "BOTH", "FilePlace", "Place", "add", "append", "begin", "file_behind", "in_file", "line", "played", "put_tap",
    "sqlite3", "tamper",
]  # fmt: skip

AT = "2026-11-20T20:15:00Z"


BOTH = ["file", "database"]
"""The kinds of store; tests that use this fixture run for each."""

in_file = pytest.mark.parametrize("place", ["file"], indirect=True)
"""A mark for tests of the file of one group."""


class Place(Protocol):
    """The location of a group."""

    def open(self) -> Store:
        """Open it, as another program would."""

    def another(self) -> Place:
        """Return the place of another group next to it."""

    def tamper(self, *statements: str) -> None:
        """Change the stored data without going through the store."""


class FilePlace:
    """A folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def open(self) -> Store:
        return open_store(self.folder)

    def another(self) -> Place:
        return FilePlace(self.folder / "another")

    def tamper(self, *statements: str) -> None:
        tamper(self.folder, *statements)


def line(*players: str, title: str = "", state: State = "running", hands: int = 0, leader: str = "") -> Summary:
    return Summary(title, "Murder", list(players) or ["Ann", "Bob"], state, leader, hands, "2026-11-20")


def begin(
    store: Store, game: str = "g", summary: Summary | None = None, *, id: str = "e1", event: Event | None = None
) -> int:
    first = NewEvent(id, event or {"type": "begun"}, "laptop", AT)
    return store.append(Batch(game, [first], 0, summary or line()))


def add(store: Store, number: int, *, seen: int, game: str = "g", id: str = "") -> int:
    event = {"type": "hand", "hand": number, "bids": {"Zoë": 1, "Ann": 0}}
    return append(store, game, event, id=id or f"h{number}", seen=seen, by="Ann’s phone", summary=line())


def append(
    store: Store, game: str, event: Event, *, id: str, seen: int, by: str = "", at: str = AT,
    author: str = "", clears_draft: bool = False, restores: int | None = None, **batch: Any,
) -> int:  # fmt: skip
    """Append an event after version `seen` of a game; return the new version."""
    action = Action(author, by, at, clears=clears_draft, restores=restores)
    named = {"summary": line(), "action": action if author or clears_draft or restores else None} | batch
    return store.append(Batch(game, [NewEvent(id, event, by, at)], seen, **named))


def put_tap(
    store: Store, game: str, hand: int, field: str, value: object | None, *, seen: int | None = None, by: str = ""
) -> None:
    """Save a tap on one field of the current hand, based on version `seen`; by default, on the latest version."""
    action = Action(by, by, "", hand, {field: (None, value)})
    store.change_draft(game, action, seen=store.version(game) if seen is None else seen)


def played(store: Store, hands: int, game: str = "g") -> None:
    begin(store, game)
    for hand in range(1, hands + 1):
        add(store, hand, seen=hand, game=game)


def file_behind(store: Store) -> Path:
    """Return the file of a store over SQLite."""
    assert isinstance(store, SqliteStore)
    return store.file


def tamper(folder: Path, *statements: str) -> None:
    with contextlib.closing(sqlite3.connect(folder / "scorepad.db", isolation_level=None)) as sqlite:
        for statement in statements:
            sqlite.execute(statement)
