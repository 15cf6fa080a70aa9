"""What the statements of the store are run by, whichever database keeps the games.

A statement is written once, with `?` for its values. What only a database of many groups needs stands in braces, and
where the two differ, both: `{the file of one group|the database of many}`. `:group` is the key of the group:

    SELECT seq FROM events WHERE {group_key = :group AND }game = ? AND id = ?
    INSERT INTO settings ({group_key, }name, value) VALUES ({:group, }?, ?)

No statement relies on how a database sorts text: ORDER BY and < go by numbers; people's words are sorted in Python.
"""

from __future__ import annotations

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
    """What a statement answers; a cursor of either database."""

    def fetchone(self) -> Any:
        """The next row, None behind the last."""

    def fetchall(self) -> list[Any]:
        """All rows that are left."""

    def __iter__(self) -> Iterator[Any]: ...


class Sql(ABC):
    """One transaction: statements as above. Texts that not every database can keep (NUL, half a character) are refused
    with StoreUnavailable, and found nowhere."""

    @abstractmethod
    def execute(self, statement: str, values: Sequence[Any] = ()) -> Rows:
        """Run a statement."""

    def executemany(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        """Run a statement with each of these rows of values, as `put` does."""
        for row in rows:
            self.put(statement, row)

    def put(self, statement: str, values: Sequence[Any] = ()) -> Rows:
        """Run a statement whose answer nobody needs: before the next one that is run, or as the transaction ends."""
        return self.execute(statement, values)

    @abstractmethod
    def take_places(self, number: int) -> int:
        """Take so many numbers over all events of the group, within a transaction that writes; the last of them."""

    def games_with(self, _words: list[str]) -> list[int] | None:
        """Numbers of the few games that may hold all of these words, and all that do; None where that is not known
        sooner than by looking at every line."""
        return None

    def note_words(self, game: int, before: str, now: str) -> None:  # noqa: B027  there may be nothing to note
        """Let `games_with` know what the line of the game of this number holds `now`, and no more what it held
        `before`."""

    def mend_words(self) -> bool:
        """Note the words of all lines anew where they are not noted as they should be; whether they were not."""
        return False


class Engine(Protocol):
    """A database in which one group's games are kept. StoreUnavailable wherever it refuses something, StoreBusy where
    it has others to serve for too long.

    The `work` that is handed over is done within one transaction, and may be begun again when that has failed: nothing
    of what it does may last but by its statements.
    """

    def read(self, work: Callable[[Sql], Answer]) -> Answer:
        """Do what only reads, by one statement."""

    def apart(self, work: Callable[[Sql], Answer]) -> Answer:
        """Do what only reads, by several statements or for long: it sees what stands at one instant, and keeps nobody
        waiting."""

    def write(self, work: Callable[[Sql], Answer]) -> Answer:
        """Do what reads and writes as if nobody else were there: all of it is on the disk afterwards, or nothing."""

    def changes(self) -> int:
        """As `Store.changes`."""

    def close(self) -> None:
        """Let go of the database."""


class Part:
    """A part of a store."""

    engine: Engine


def _transaction(
    run: Callable[[Engine, Callable[[Sql], Any]], Any],
) -> Callable[[Callable[Concatenate[Holder, Sql, Given], Answer]], Callable[Concatenate[Holder, Given], Answer]]:
    """Make methods whose first argument is a transaction that the engine begins by `run`."""

    def made(work: Callable[Concatenate[Holder, Sql, Given], Answer]) -> Callable[Concatenate[Holder, Given], Answer]:
        @functools.wraps(work)
        def done(self: Holder, /, *args: Given.args, **kwargs: Given.kwargs) -> Answer:
            answer: Answer = run(self.engine, lambda sql: work(self, sql, *args, **kwargs))
            return answer

        return done

    return made


reading = _transaction(lambda engine, work: engine.read(work))
"""A method that reads by one statement."""

reading_apart = _transaction(lambda engine, work: engine.apart(work))
"""A method that reads by several statements, or for long."""

writing = _transaction(lambda engine, work: engine.write(work))
"""A method that is one transaction; it may be run again from its beginning."""

_BRACES = re.compile(r"\{([^{}|]*)(?:\|([^{}]*))?\}")


@functools.lru_cache(1000)
def rendered(statement: str, kept_by: Literal["file", "database"]) -> str:
    """A statement as the file of one group has it, or the database of many."""

    def chosen(found: re.Match[str]) -> str:
        one, other = found.groups()
        in_file, in_database = ("", one) if other is None else (one, other)
        return in_file if kept_by == "file" else in_database

    return _BRACES.sub(chosen, statement)


def keepable(statement: str, values: Sequence[object]) -> Sequence[object]:
    """The values as every database can take them: a text that none keeps is refused, and looked for in vain."""
    if not any(isinstance(one, str) and _is_unkeepable(one) for one in values):
        return values
    if not statement.lstrip().startswith("SELECT"):
        raise StoreUnavailable(_("There is a character in it that nobody can read, so nothing was written down."))
    return [_NOWHERE if isinstance(one, str) and _is_unkeepable(one) else one for one in values]


def _is_unkeepable(text: str) -> bool:
    if "\0" in text:
        return True
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:  # half a character, a lone surrogate
            return True
    return False


_NOWHERE = "\ufffd"


class TallyUnavailable(Exception):
    """Nothing can be counted just now."""


class Tally:
    """How often somebody has done something of late, counted for all workers of a host. It may be lost: nobody's game
    is in it. Who somebody is stands in it as the caller writes it, which is not readable. TallyUnavailable."""

    def _run(self, work: Callable[[Sql], Answer]) -> Answer:
        """Do what asks or writes by one statement."""
        raise NotImplementedError

    def note(self, what: str, who: str, at: float) -> None:
        """Somebody has done it, at this second of time.time."""
        self._run(lambda sql: sql.execute("INSERT INTO times (what, who, at) VALUES (?, ?, ?)", [what, who, at]))

    def latest(self, what: str, who: str, *, number: int, after: float, until: float) -> float | None:
        """When somebody did it for the `number`-th last time between these seconds; None where they have not so
        often."""
        query = """SELECT at FROM times WHERE what = ? AND who = ? AND at > ? AND at <= ?
                   ORDER BY at DESC LIMIT 1 OFFSET ?"""
        row = self._run(lambda sql: sql.execute(query, [what, who, after, until, number - 1]).fetchone())
        return row and float(row[0])

    def size(self, what: str) -> int:
        """By how many it is known to have been done."""
        query = "SELECT count(DISTINCT who) FROM times WHERE what = ?"
        return int(self._run(lambda sql: sql.execute(query, [what]).fetchone()[0]))

    def forget(self, what: str, *, before: float, after: float) -> None:
        """Forget what was done before this second, or after one that is not yet."""
        query = "DELETE FROM times WHERE what = ? AND (at <= ? OR at > ?)"
        self._run(lambda sql: sql.execute(query, [what, before, after]))
