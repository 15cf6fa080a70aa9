"""Looking after a store while it is served: every record checked once, copies kept, the bin emptied."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING

from scorepad.errors import GameNotFound, ScorepadError, StoreDamaged
from scorepad.store import BINNED, Store
from scorepad.words import _

if TYPE_CHECKING:
    from scorepad.store.sqlite.backups import DailyCopies

FIRST = 3.0
"""Seconds after the start: the first page comes first."""

AGAIN = 1800.0
"""Seconds until it is looked whether a new day has begun."""


AGED = "bin-aged"
"""The setting that tells on which day the bin grew older."""


class Maintenance:
    """A thread of its own; what it finds is told through `say`, a sentence at a time. `mend` makes the line that
    lists a game anew."""

    def __init__(
        self,
        store: Store,
        copies: DailyCopies,
        *,
        mend: Callable[[str], object],
        say: Callable[[str], None],
        today: Callable[[], date] = date.today,
    ) -> None:
        self._store, self._copies, self._mend, self._say, self._today = store, copies, mend, say, today
        self._told = ""
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="maintenance", daemon=True)

    def __enter__(self) -> Maintenance:
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._over.set()
        self._thread.join(5)

    def _run(self) -> None:
        if self._over.wait(FIRST):
            return
        self._outlive(self.check)
        while not self._over.is_set():
            self._outlive(self.keep)
            self._over.wait(AGAIN)

    def _outlive(self, work: Callable[[], object]) -> None:
        """Whatever goes wrong now, the copies of the days to come are made."""
        try:
            work()
        except Exception as error:
            words = _("Looking after the games has failed, and is tried again later: {reason}")
            with contextlib.suppress(Exception):  # the terminal is closed
                self._say(words.format(reason=repr(error)))

    def check(self) -> None:
        """Hold every record against its hashes, the latest first, in no hurry: pages come first."""
        try:
            self._check()
        except ScorepadError as error:  # the file itself; pages say the same
            self._say(str(error))

    def _check(self) -> None:
        for game_id in reversed(self._store.game_ids()):
            begin = time.monotonic()
            with contextlib.suppress(GameNotFound):  # taken away in this moment
                for problem in self._store.verify(game_id) or self._mended(game_id):
                    self._say(_("Game {game}: {problem}").format(game=game_id, problem=problem))
            if self._over.wait(time.monotonic() - begin):
                return
        for problem in self._store.spoilt_side_tables() + self._store.verify_side_tables():
            self._say(problem)

    def _mended(self, game_id: str) -> list[str]:
        """The line that lists a game whose record is whole, put right where it was spoilt."""
        try:
            if self._store.line_holds(game_id):
                return []
            self._mend(game_id)
        except GameNotFound:
            raise
        except ScorepadError as error:
            return [str(error)]
        return [_("Its line in the list was changed; it is made anew.")]

    def keep(self) -> bool:
        """Make the copies that are due; on a new day, and only once it is copied, the bin grows a day older. Whether
        there is nothing to be tried again today."""
        try:
            if self._copies.keep(self._store, self._today()):
                self._age_bin(self._today().isoformat())
        except ScorepadError as error:
            text = _("No copy of the games was made: {reason}").format(reason=error)
            if text != self._told and not self._over.is_set():  # once, not every half hour
                self._say(text)
            self._told = text
            return isinstance(error, StoreDamaged)  # which is so still in a moment
        return True

    def _age_bin(self, today: str) -> None:
        """Once a day, on however many machines copies are made."""
        before = self._store.setting(AGED)
        if before != today and self._store.swap_setting(AGED, before, today):
            self._store.age_bin(BINNED)
