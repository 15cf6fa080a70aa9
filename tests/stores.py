"""What the tests of the store share: short ways to write on a sheet, and one to spoil what is kept."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any, Protocol

import pytest

from scorepad.store import Store, open_store
from scorepad.store.records import Action, Batch, Event, NewEvent, State, Summary
from scorepad.store.sqlite import SqliteStore

# The store's own: two SQLites in one program do not see each other's locks.
from scorepad.store.sqlite.driver import sqlite3

__all__ = [
    "AT", "BOTH", "FilePlace", "Place", "add", "append", "begin", "file_behind", "in_file", "line", "played", "put_tap",
    "sqlite3", "tamper",
]  # fmt: skip

AT = "2026-11-20T20:15:00Z"


BOTH = ["file", "database"]
"""Where groups are kept; what a test asks of a store holds in both."""

in_file = pytest.mark.parametrize("place", ["file"], indirect=True)
"""Of a test that is about the file of one group alone."""


class Place(Protocol):
    """Where a group is kept."""

    opening: str
    """How another program opens it: Python that leaves it in `store`."""

    def open(self) -> Store:
        """Open it, as one more program would."""

    def another(self) -> Place:
        """Another group beside it."""

    def tamper(self, *statements: str) -> None:
        """Change what is kept behind its back."""


class FilePlace:
    """A folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.opening = f"from scorepad.store import open_store; store = open_store({str(folder)!r})"

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
    """Put an event behind version `seen` of a game; the new version."""
    action = Action(author, by, at, clears=clears_draft, restores=restores)
    named = {"summary": line(), "action": action if author or clears_draft or restores else None} | batch
    return store.append(Batch(game, [NewEvent(id, event, by, at)], seen, **named))


def put_tap(
    store: Store, game: str, hand: int, field: str, value: object | None, *, seen: int | None = None, by: str = ""
) -> None:
    """Tap one field of the open hand, decided at version `seen`, or as the game stands now."""
    action = Action(by, by, "", hand, {field: (None, value)})
    store.change_draft(game, action, seen=store.version(game) if seen is None else seen)


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
