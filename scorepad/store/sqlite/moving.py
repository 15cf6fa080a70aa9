"""Games that go elsewhere: everything that belongs to them arrives, and the old place is closed and says where."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from scorepad.errors import GamesAreKept
from scorepad.store.sqlite import SqliteStore
from scorepad.store.sqlite.copies import copies_folder, is_begun, moved_note
from scorepad.store.sqlite.failures import refusal
from scorepad.store.sqlite.secret import place_of_secret

LEFT = "moved"
"""In the name of the copy that is left in the old place: "scorepad-moved.db"."""


def move(store: SqliteStore, to: Path, where: str) -> None:
    """Put the games of a store, with its secret and its copies, into the file `to`. Its own file is closed, and says
    that they went to `where`; a copy of it stays. Nobody can write in both, whatever programs have it open.

    GamesAreKept where `to` keeps some, StoreDamaged where the games are not whole, StoreUnavailable where something
    cannot be written; then nothing has moved.
    """
    file = store.file
    if is_begun(to):
        raise GamesAreKept(str(to))
    try:
        to.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with store.alone():
            if place_of_secret(file).exists():
                shutil.copy2(place_of_secret(file), place_of_secret(to))
            if copies_folder(file).is_dir():
                shutil.copytree(copies_folder(file), copies_folder(to), dirs_exist_ok=True)
            store.backup(to)
            shutil.copyfile(to, file.with_name(f"{file.stem}-{LEFT}.db"))
            moved_note(to).unlink(missing_ok=True)
            moved_note(file).write_text(where + "\n", "utf-8")
            os.unlink(file)
    except OSError as error:
        raise refusal(error, to) from error
