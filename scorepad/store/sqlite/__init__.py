"""The store in one SQLite file, and moving games to another place.

The record of each game is an append-only chain of events. A move transfers the games with all their data. It closes the
old place and leaves a note with the new one.
"""

import contextlib
import os
import secrets
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

from scorepad.errors import StoreDamaged, StoreUnavailable, games_exist
from scorepad.store.records import orphan_rows
from scorepad.store.sql import Store
from scorepad.store.sql.side_tables import changed_rule_files
from scorepad.store.sqlite.connection import Connection
from scorepad.store.sqlite.driver import FileSql, translate_errors, translate_system_error
from scorepad.store.sqlite.files import (
    copies_folder,
    drop,
    has_content,
    holds_games,
    is_secret_damaged,
    load_secret,
    moved_note,
    place_of_secret,
)
from scorepad.store.sqlite.migrations import schema_differences
from scorepad.words import _


class SqliteStore(Store):
    """A `Store` (scorepad.store) in the file at `path`.

    A missing file is created. With `made=False`, it raises NoStore instead.
    """

    engine: Connection

    def __init__(self, path: Path, *, made: bool = True) -> None:
        super().__init__(Connection(path, made=made))
        self.file = path

    def verify_side_tables(self) -> list[str]:
        problems = self.engine.apart(_check_side_tables)  # slow, so it does not block the connection for pages
        if is_secret_damaged(self.file):
            message = _("The file “{path}” is damaged. Links from before are invalid now.")
            problems.append(message.format(path=place_of_secret(self.file)))
        return problems

    # --- all of it ----------------------------------------------------------------------------------

    def secret(self) -> bytes:
        return load_secret(self.file)

    def size(self) -> int:
        return self.engine.size()

    def backup(self, path: Path, *, even_damaged: bool = False) -> None:
        write_backup(path, self.engine.copy_to, str(self.file), even_damaged=even_damaged)


def write_backup(path: Path, write: Callable[[Path], None], of: str, *, even_damaged: bool) -> None:
    """Write a file with `write` and put it in the place of `path`, as `Store.backup` does.

    `of` names the original in errors.
    """
    unfinished = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write(unfinished)
        with contextlib.closing(SqliteStore(unfinished)) as copy:
            if not even_damaged and copy.verify_all():
                raise StoreDamaged(of)
        if path.exists() and holds_games(path) and not holds_games(unfinished):
            text = _(
                "“{path}” has games and there are none to back up now, so it was not changed. Choose another name."
            )
            raise StoreUnavailable(text.format(path=path))
        os.replace(unfinished, path)
    except OSError as error:
        raise translate_system_error(error, path) from error
    finally:
        drop(unfinished)


def _check_side_tables(sql: FileSql) -> list[str]:
    problems = []
    findings = [text for (text,) in sql.execute("PRAGMA integrity_check(20)")]
    if findings != ["ok"]:
        problems += [_("The file is damaged: {said}").format(said=text) for text in findings]
    orphans = len(sql.execute("PRAGMA foreign_key_check").fetchall())
    missing, foreign = schema_differences(sql.sqlite)
    if orphans:
        problems.append(orphan_rows(orphans))
    problems += [_("The file has lost its “{name}”.").format(name=name) for name in missing]
    problems += [_("An unknown program works in the file: “{name}”.").format(name=name) for name in foreign]
    return problems + [_("Your custom rules “{key}” were changed.").format(key=key) for key in changed_rule_files(sql)]


LEFT = "moved"
"""Name suffix of the copy that stays in the old place: "scorepad-moved.db"."""


def move(store: SqliteStore, to: Path, where: str) -> None:
    """Move the games of a store, with their secret and backups, into the file `to`.

    Raise what `lock_for_move` and `prepare_arrival` raise. After an error, nothing has moved.
    """
    file = store.file
    with lock_for_move(store, where), prepare_arrival(to):
        if place_of_secret(file).exists():
            shutil.copy2(place_of_secret(file), place_of_secret(to))
        if copies_folder(file).is_dir():
            shutil.copytree(copies_folder(file), copies_folder(to), dirs_exist_ok=True)
        store.backup(to)


@contextlib.contextmanager
def lock_for_move(store: SqliteStore, where: str) -> Iterator[None]:
    """Lock the games of a store while they move to `where`, then delete the file and leave a note.

    No program can write in the meantime. A copy of the file remains. Raise StoreDamaged if the games are damaged,
    StoreUnavailable if a file cannot be written.
    """
    file, copy = store.file, store.file.with_name(f"{store.file.stem}-{LEFT}.db")
    with translate_errors(file), store.engine.writing():
        store.backup(copy)
        moved_note(file).write_text(where + "\n", "utf-8")  # not read while the file exists
        try:
            yield
        except BaseException:
            moved_note(file).unlink(missing_ok=True)
            copy.unlink(missing_ok=True)
            raise
        os.unlink(file)


@contextlib.contextmanager
def prepare_arrival(file: Path) -> Iterator[None]:
    """Prepare a file for arriving games, and delete it if they do not arrive.

    Raise ScorepadError if the file is not empty, StoreUnavailable if it cannot be written.
    """
    if has_content(file):
        raise games_exist(str(file))
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        yield
        moved_note(file).unlink(missing_ok=True)
    except BaseException as error:
        drop(file)
        place_of_secret(file).unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise translate_system_error(error, file) from error
        raise
