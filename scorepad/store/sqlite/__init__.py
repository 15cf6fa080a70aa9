"""The store in one SQLite file: the record of each game, a chain of events that is only ever added to."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from scorepad.errors import StoreDamaged, backup_without_games
from scorepad.store.sql import SqlStore
from scorepad.store.sql.spoilt import changed_rule_files
from scorepad.store.sqlite.connection import Connection
from scorepad.store.sqlite.copies import drop, holds_games
from scorepad.store.sqlite.failures import refusal
from scorepad.store.sqlite.migrations import unlike_ours
from scorepad.store.sqlite.secret import is_damaged, place_of_secret, secret_beside
from scorepad.store.sqlite.statements import FileSql
from scorepad.words import _


class SqliteStore(SqlStore):
    """A `Store` (scorepad.store) in the file at `path`; with `made` it is made where there is none, else NothingKept is
    raised."""

    engine: Connection

    def __init__(self, path: Path, *, made: bool = True) -> None:
        super().__init__(Connection(path, made=made))

    def verify_side_tables(self) -> list[str]:
        problems = self.engine.apart(_wrong_beside)  # takes its time, and the line that pages read by stays free
        if is_damaged(self.file):
            problems.append(
                _("The file “{path}” is damaged. Links given out before open nothing any more.").format(
                    path=place_of_secret(self.file)
                )
            )
        return problems

    # --- all of it ----------------------------------------------------------------------------------

    @property
    def file(self) -> Path:
        """Where the games are kept; copies are kept beside it."""
        return self.engine.path

    def secret(self) -> bytes:
        return secret_beside(self.file)

    def size(self) -> int:
        return self.engine.size()

    def again(self) -> Callable[[], SqliteStore]:
        return partial(SqliteStore, self.file, made=False)

    def backup(self, path: Path, *, even_damaged: bool = False) -> None:
        put_copy(path, self.engine.copy_to, str(self.file), even_damaged=even_damaged)

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """A while in which nobody writes, here or in another program."""
        with self.engine.writing():
            yield


def put_copy(path: Path, write: Callable[[Path], None], of: str, *, even_damaged: bool) -> None:
    """Put the file that `write` writes in the place of `path`, as `Store.backup` does; `of` is what it is a copy of."""
    unfinished = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write(unfinished)
        with contextlib.closing(SqliteStore(unfinished)) as copy:
            if not even_damaged and copy.verify_all():
                raise StoreDamaged(of)
        if path.exists() and holds_games(path) and not holds_games(unfinished):
            raise backup_without_games(str(path))
        os.replace(unfinished, path)
    except OSError as error:
        raise refusal(error, path) from error
    finally:
        drop(unfinished)


def _wrong_beside(sql: FileSql) -> list[str]:
    problems = []
    said = [text for (text,) in sql.execute("PRAGMA integrity_check(20)")]
    if said != ["ok"]:
        problems += [_("The file is damaged: {said}").format(said=text) for text in said]
    orphans = len(sql.execute("PRAGMA foreign_key_check").fetchall())
    missing, foreign = unlike_ours(sql.sqlite)
    if orphans:
        problems.append(_("{number} rows belong to no game.").format(number=orphans))
    problems += [_("The file has lost its “{name}”.").format(name=name) for name in missing]
    problems += [_("Something foreign works in the file: “{name}”.").format(name=name) for name in foreign]
    return problems + [_("Your own rules “{key}” were changed.").format(key=key) for key in changed_rule_files(sql)]
