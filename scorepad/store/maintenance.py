"""Background maintenance of a served store.

It checks every record once, makes backups and empties the trash.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING

from scorepad.errors import GameNotFound, ScorepadError, StoreDamaged
from scorepad.store import TRASH_DAYS, Store
from scorepad.words import _

if TYPE_CHECKING:
    from scorepad.store.sqlite.backups import DailyCopies

FIRST = 3.0
"""Seconds before the first check, so that the first page is served first."""

AGAIN = 1800.0
"""Seconds between two checks for a new day."""


AGED = "bin-aged"
"""The setting with the day on which the trash last aged."""


class Maintenance:
    """A background thread that maintains a store.

    It reports problems through `say`, one sentence per call. `mend` rebuilds the list row of a game.
    """

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
        self._run_safely(self.check)
        while not self._over.is_set():
            self._run_safely(self.keep)
            self._over.wait(AGAIN)

    def _run_safely(self, work: Callable[[], object]) -> None:
        """Run `work` and report any exception, so that later backups are still made."""
        try:
            work()
        except Exception as error:
            words = _("The maintenance of the games failed and will be tried again: {reason}")
            with contextlib.suppress(Exception):  # the terminal may be closed
                self._say(words.format(reason=repr(error)))

    def check(self) -> None:
        """Verify every record against its hashes, newest game first, and rebuild damaged list rows.

        After each game, wait as long as its check took: serving pages has priority.
        """
        try:
            for game_id in reversed(self._store.game_ids()):
                begin = time.monotonic()
                self._check_game(game_id)
                if self._over.wait(time.monotonic() - begin):
                    return
            for problem in self._store.spoilt_side_tables() + self._store.verify_side_tables():
                self._say(problem)
        except ScorepadError as error:  # the file is unusable; pages report the same error
            self._say(str(error))

    def _check_game(self, game_id: str) -> None:
        try:
            problems = self._store.verify(game_id)
            if not problems and not self._store.is_list_row_intact(game_id):
                self._mend(game_id)
                problems = [_("Its line in the list was changed, so it was rebuilt.")]
        except GameNotFound:  # deleted in the meantime
            return
        except ScorepadError as error:
            problems = [str(error)]
        for problem in problems:
            self._say(_("Game {game}: {problem}").format(game=game_id, problem=problem))

    def keep(self) -> bool:
        """Make the backups that are due; return False if a retry may succeed today.

        On a new day the trash ages by one day, but only after the backup.
        """
        try:
            if self._copies.keep(self._store, self._today()):
                before, today = self._store.setting(AGED), self._today().isoformat()
                if before != today and self._store.swap_setting(AGED, before, today):  # several machines make backups
                    self._store.age_bin(TRASH_DAYS)
        except ScorepadError as error:
            text = _("No backup of the games was written: {reason}").format(reason=error)
            if text != self._told and not self._over.is_set():  # report it once, not every half hour
                self._say(text)
            self._told = text
            return isinstance(error, StoreDamaged)  # a retry would fail too
        return True
