"""The interface between the SQL statements of a store and the database that runs them.

A statement is written once for both databases, with `?` for its values and `:group` for the key of the group. A name in
braces is one of the DIFFERENCES:

    SELECT seq FROM events WHERE group_key = :group AND game = ? AND id = ?
    INSERT INTO settings ({key}name, value) VALUES ({group}?, ?)

No shared statement relies on a text collation: ORDER BY and < compare numbers, and Python sorts texts.
"""

import functools
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Concatenate, Literal, ParamSpec, Protocol, TypeVar

from scorepad.errors import StoreUnavailable
from scorepad.words import _

Given = ParamSpec("Given")
Answer = TypeVar("Answer")
Holder = TypeVar("Holder", bound="Part")


class Rows(Protocol):
    """The result of a statement; a cursor of either database."""

    def fetchone(self) -> Any:
        """Return the next row, None after the last."""

    def fetchall(self) -> list[Any]:
        """Return all remaining rows."""

    def __iter__(self) -> Iterator[Any]: ...


class Sql(ABC):
    """One transaction that runs statements in the format above.

    Writing a text that not every database can store (NUL, a lone surrogate) raises StoreUnavailable. A query for such a
    text finds nothing.
    """

    @abstractmethod
    def execute(self, statement: str, values: Sequence[Any] = ()) -> Rows:
        """Run a statement."""

    def executemany(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        """Run a statement with each row of values, as `put` does."""
        for row in rows:
            self.put(statement, row)

    def put(self, statement: str, values: Sequence[Any] = ()) -> Rows:
        """Run a statement whose result is not needed.

        It may run later: at the latest before the next executed statement, or at the end of the transaction.
        """
        return self.execute(statement, values)

    @abstractmethod
    def reserve_event_numbers(self, number: int) -> int:
        """Reserve `number` event numbers of the group; return the last one.

        Call it within a writing transaction only.
        """


class Engine(Protocol):
    """A database with the games of one group.

    Methods raise StoreUnavailable if the database refuses something, and StoreBusy if it is busy for too long.

    Each `work` callback runs within one transaction and may be retried after a failure. It must have no lasting effects
    except through its statements.
    """

    def read(self, work: Callable[[Sql], Answer]) -> Answer:
        """Run `work`, which only reads, with a single statement."""

    def apart(self, work: Callable[[Sql], Answer]) -> Answer:
        """Run `work`, which only reads, with several statements or for a long time.

        It sees a consistent snapshot and blocks no other thread.
        """

    def write(self, work: Callable[[Sql], Answer]) -> Answer:
        """Run `work`, which reads and writes, in isolation.

        Afterwards, all of its changes are on disk, or none.
        """

    def changes(self) -> int:
        """Return the change number, as `Store.changes` does."""

    def close(self) -> None:
        """Close the database."""


class Part:
    """A part of a store."""

    engine: Engine


def _transaction(
    run: Callable[[Engine, Callable[[Sql], Any]], Any],
) -> Callable[[Callable[Concatenate[Holder, Sql, Given], Answer]], Callable[Concatenate[Holder, Given], Answer]]:
    """Return a decorator for methods whose first argument is a transaction, started by `run`."""

    def made(work: Callable[Concatenate[Holder, Sql, Given], Answer]) -> Callable[Concatenate[Holder, Given], Answer]:
        @functools.wraps(work)
        def done(self: Holder, /, *args: Given.args, **kwargs: Given.kwargs) -> Answer:
            answer: Answer = run(self.engine, lambda sql: work(self, sql, *args, **kwargs))
            return answer

        return done

    return made


reading = _transaction(lambda engine, work: engine.read(work))
"""Decorate a method that reads with one statement."""

reading_snapshot = _transaction(lambda engine, work: engine.apart(work))
"""Decorate a method that reads with several statements, or for a long time."""

writing = _transaction(lambda engine, work: engine.write(work))
"""Decorate a method that is one transaction. It may be retried from its beginning."""

DIFFERENCES = {
    # The group of a new row. In a file, `group_key` is a generated column, which is always ''.
    "key": ("", "group_key, "),
    "group": ("", ":group, "),
    "next_number": ("NULL", "(SELECT place + 1 FROM groups WHERE group_key = :group)"),
    # The pile of a game: a generated column in a file, since 0.1.0. Not every database supports those.
    "shelf": ("shelf", "CASE binned WHEN 0 THEN state ELSE 'binned' END"),
    "by_shelf": (" INDEXED BY games_on_shelf", ""),
    "position": ("instr", "strpos"),
    # A damaged name in a file may not be valid text, but must identify its row.
    "raw_field": ("CAST(field AS BLOB)", "field"),
    "raw_name": ("CAST(name AS BLOB)", "name"),
    "raw_setting": ("rowid", "name"),
    "is": ("IS", "="),
}
"""What differs in the SQL of the two databases, by name: in the single-group file, in the multi-group database."""

_NAME = re.compile(r"\{(\w+)\}")


@functools.lru_cache(1000)
def render_statement(statement: str, kept_by: Literal["file", "database"]) -> str:
    """Return a statement in its variant for the single-group file or the multi-group database."""
    if kept_by == "file":
        return _NAME.sub(lambda match: DIFFERENCES[match[1]][0], statement).replace(":group", "''")
    return _NAME.sub(lambda match: DIFFERENCES[match[1]][1], statement)


def storable_values(statement: str, values: Sequence[object]) -> Sequence[object]:
    """Return the values in a form that every database accepts.

    For texts that cannot be stored, a SELECT finds nothing, and other statements raise StoreUnavailable.
    """
    if not any(isinstance(value, str) and _is_unkeepable(value) for value in values):
        return values
    if not statement.lstrip().startswith("SELECT"):
        raise StoreUnavailable(_("There is an invalid character in it, so nothing was saved. Type it again."))
    return [_NOWHERE if isinstance(value, str) and _is_unkeepable(value) else value for value in values]


def _is_unkeepable(text: str) -> bool:
    if "\0" in text:
        return True
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:  # a lone surrogate
            return True
    return False


_NOWHERE = "\ufffd"
