"""The evenings of a store, put together: each is kept with the event that ends it, and worked out anew where it was not
yet, or otherwise."""

from __future__ import annotations

import threading
from collections.abc import Callable

from scorepad.errors import AlreadyOne, NotJoined, PeopleMet, PersonUnknown, RecordDamaged
from scorepad.game.state.record import Game
from scorepad.game.years import evening
from scorepad.game.years.evening import Evening, evening_of
from scorepad.game.years.table import Years
from scorepad.store import Facts, Store

AT_ONCE = 100
"""Evenings worked out between one write and the next: who stops on the way loses no more than these."""


class KeptYears:
    """What the games of a store say together. All methods may be called from many threads; `load` gives a game, or
    raises RecordDamaged."""

    def __init__(self, store: Store, load: Callable[[str], Game]) -> None:
        self._store, self._load = store, load
        self._lock = threading.Lock()
        self._asked = -1
        self._state: tuple[list[tuple[str, str]], dict[str, str]] = [], {}
        self._evenings: dict[str, tuple[str, Evening | None]] = {}
        self._years = Years()

    def years(self) -> Years:
        """As the games stand now; one whose record is damaged and of which nothing is kept is left out until it is
        mended."""
        with self._lock:
            changes = self._store.changes()  # before all else: what is written meanwhile is seen the next time
            if changes != self._asked:
                self._look_again()
                self._asked = changes
            return self._years

    def _look_again(self) -> None:
        state = self._store.heads("finished"), self._store.joined()
        if state == self._state:
            return
        self._read([(game_id, mark_of(head)) for game_id, head in state[0]])
        evenings = [found for game_id, _head in state[0] if (found := self._evenings.get(game_id, ("", None))[1])]
        self._years = Years(sorted(evenings, key=lambda one: one.date), state[1])
        self._state = state

    def _read(self, marks: list[tuple[str, str]]) -> None:
        known = {game_id: self._evenings[game_id] for game_id, mark in marks if self._has(game_id, mark)}
        unknown = [(game_id, mark) for game_id, mark in marks if game_id not in known]
        kept = self._kept([game_id for game_id, _mark in unknown])
        new: dict[str, Facts] = {}
        for game_id, mark in unknown:
            if game_id in kept and kept[game_id].mark == mark:
                known[game_id] = mark, evening.from_text(kept[game_id].text, game_id)
                continue
            try:
                found = evening_of(self._load(game_id))
            except RecordDamaged:  # asked again once anything else has changed
                continue
            known[game_id] = mark, found and found._replace(game_id=game_id)
            new[game_id] = Facts(mark, evening.to_text(found))
            if len(new) == AT_ONCE:
                self._store.keep_facts(new)
                new = {}
        if new:
            self._store.keep_facts(new)
        self._evenings = known

    def _kept(self, games: list[str]) -> dict[str, Facts]:
        return self._store.facts(games if len(games) < AT_ONCE else None) if games else {}

    def _has(self, game_id: str, mark: str) -> bool:
        return self._evenings.get(game_id, ("", None))[0] == mark

    # --- who is who -----------------------------------------------------------------------------------

    def join(self, name: str, person: str) -> None:
        """Say that `name` is `person`. PersonUnknown where nobody is called so, AlreadyOne, PeopleMet where both sat at
        one table."""
        years = self.years()
        one, other = self._known(years, name), self._known(years, person)
        own = years.people.own(name)
        if one == other:
            raise AlreadyOne(name, person)
        met = years.people.met(one, other)
        if met is not None:
            raise PeopleMet(name, person, " ".join(part for part in (met.place or met.game, met.date) if part))
        self._store.join(own, years.people.name(other))

    def part(self, name: str) -> None:
        """Let `name` stand for itself again. NotJoined where it does."""
        if not self._store.part(self.years().people.own(name)):
            raise NotJoined(name)

    @staticmethod
    def _known(years: Years, name: str) -> str:
        person = years.people.find(name)
        if person is None:
            raise PersonUnknown(name)
        return person


def mark_of(head: str) -> str:
    """What tells for which state of a game its evening was worked out, and in which form."""
    return f"{evening.FORM} {head}"


def facts_of(game: Game, head: str) -> Facts | None:
    """What is kept for the years with the event whose hash is `head`, the last of a game; None while it runs."""
    return Facts(mark_of(head), evening.to_text(evening_of(game))) if game.sheet.finished else None
