"""Games that go elsewhere: everything that belongs to them arrives, and the old place is closed and says where."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from scorepad.errors import GamesAreKept
from scorepad.store.sqlite import SqliteStore
from scorepad.store.sqlite.copies import copies_folder, drop, is_begun, moved_note
from scorepad.store.sqlite.failures import refusal
from scorepad.store.sqlite.secret import place_of_secret

LEFT = "moved"
"""In the name of the copy that is left in the old place: "scorepad-moved.db"."""


def move(store: SqliteStore, to: Path, where: str) -> None:
    """Put the games of a store, with its secret and its copies, into the file `to`; what `leaving` and `arriving_in`
    raise, and then nothing has moved."""
    file = store.file
    with leaving(store, where), arriving_in(to):
        if place_of_secret(file).exists():
            shutil.copy2(place_of_secret(file), place_of_secret(to))
        if copies_folder(file).is_dir():
            shutil.copytree(copies_folder(file), copies_folder(to), dirs_exist_ok=True)
        store.backup(to)


@contextlib.contextmanager
def leaving(store: SqliteStore, where: str) -> Iterator[None]:
    """A while in which the games of a store go to `where`, and nobody writes, whatever programs have its file open.
    Then the file is closed and says where they went; a copy of it stays. StoreDamaged where the games are not whole,
    StoreUnavailable where something cannot be written."""
    file, left = store.file, store.file.with_name(f"{store.file.stem}-{LEFT}.db")
    try:
        with store.alone():
            store.backup(left)
            moved_note(file).write_text(where + "\n", "utf-8")  # which nobody reads as long as the file is there
            try:
                yield
            except BaseException:
                moved_note(file).unlink(missing_ok=True)
                left.unlink(missing_ok=True)
                raise
            os.unlink(file)
    except OSError as error:
        raise refusal(error, file) from error


@contextlib.contextmanager
def arriving_in(file: Path) -> Iterator[None]:
    """A while in which games arrive in a file. GamesAreKept where it keeps some, StoreUnavailable where it cannot be
    written; where they do not arrive it is gone again."""
    if is_begun(file):
        raise GamesAreKept(str(file))
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        yield
        moved_note(file).unlink(missing_ok=True)
    except BaseException as error:
        drop(file)
        place_of_secret(file).unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise refusal(error, file) from error
        raise
