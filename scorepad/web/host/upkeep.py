"""Looking after the groups of a host: old demonstrations go, every group is copied once a day, bins are emptied."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import date

from scorepad.errors import GroupNotFound, ScorepadError, StoreMoved
from scorepad.store.maintenance import Maintenance
from scorepad.web.host.host import Host
from scorepad.web.host.limits import A_DAY
from scorepad.words import _

FIRST, AGAIN = 5.0, 600.0
"""Seconds after the start, and until it is looked again."""

PAUSE = 0.02
"""Seconds between two groups: who plays comes first."""


class Upkeep:
    """A thread of its own, in one of all workers; what it finds is told through `say`, a sentence at a time."""

    def __init__(self, host: Host, *, say: Callable[[str], None], today: Callable[[], date] = date.today) -> None:
        self._host, self._say, self._today = host, say, today
        self._turn = host.groups.upkeep()
        self._copied: dict[str, date] = {}
        self._told: dict[str, str] = {}
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="upkeep", daemon=True)

    def __enter__(self) -> Upkeep:
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._over.set()
        self._thread.join(5)
        self._turn.leave()

    def _run(self) -> None:
        wait = FIRST
        while not self._over.wait(wait):
            wait = AGAIN
            if not self._turn.take():  # another worker does it
                continue
            try:
                self.sweep()
                self.copy_all()
            except Exception as error:  # whatever goes wrong now, the groups are looked after later
                text = _("Looking after the groups has failed, and is tried again later: {reason}")
                self._say(text.format(reason=repr(error)))

    def sweep(self) -> None:
        """Throw old demonstrations away, and forget who asked from where."""
        self._host.wrong.tidy()
        self._host.begun.tidy()
        for key in self._host.groups.sweep(A_DAY):
            self._host.opened.forget(key)

    def copy_all(self) -> None:
        """Copy every group that has no copy of today, and let its bin grow older."""
        today = self._today()
        for key in self._host.groups.keys():  # noqa: SIM118  it is no mapping
            if self._copied.get(key) != today and not self._over.wait(PAUSE) and self._copy(key):
                self._copied[key] = today

    def _copy(self, key: str) -> bool:
        """Whether there is nothing to be tried again today."""

        def say(text: str) -> None:
            if text != self._told.get(key):  # once, not every ten minutes
                self._say(_("Group {group}: {problem}").format(group=key, problem=text))
            self._told[key] = text

        try:
            with self._host.opened.lease(key) as group:
                store = group.store
                return Maintenance(
                    store, self._host.groups.copies(key), mend=group.games.mend_summary, say=say, today=self._today
                ).keep()
        except (GroupNotFound, StoreMoved):  # thrown away in this moment, or given away
            return True
        except ScorepadError as error:
            say(str(error))
            return False
