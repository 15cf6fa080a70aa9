"""The evenings of a store, put together: each is kept with the event that ends it, and worked out anew where it was not
yet, or otherwise."""

from __future__ import annotations

import threading
from collections.abc import Callable

from scorepad import aside
from scorepad.errors import RecordDamaged
from scorepad.game.decide.splitting import MOST_TABLES
from scorepad.game.state.record import Game
from scorepad.game.years import evening
from scorepad.game.years.evening import Evening, evening_of
from scorepad.game.years.people import NOTHING, People, Said, from_text
from scorepad.game.years.split_tables import as_one
from scorepad.game.years.table import Years
from scorepad.game.years.who_is_who import LATELY
from scorepad.repository.ids import ids_begun_by
from scorepad.repository.who_is_who import WhoIsWho
from scorepad.store import Facts, Store
from scorepad.store.records import PEOPLE

AT_ONCE = 100
"""Evenings worked out between one write and the next: who stops on the way loses no more than these."""


class KeptYears(WhoIsWho):
    """What the games of a store say together. All methods may be called from many threads; `load` gives a game, or
    raises RecordDamaged."""

    def __init__(self, store: Store, load: Callable[[str], Game]) -> None:
        self._store, self._load = store, load
        self._lock = threading.Lock()
        self._asked = -1
        self._state: tuple[list[tuple[str, str]], dict[str, str], Said] = [], {}, NOTHING
        self._evenings: dict[str, tuple[str, Evening | None]] = {}
        self._went_on: dict[str, list[str]] = {}
        self._years = Years()

    def years(self) -> Years:
        """As the games stand now. `left_out` names the damaged games whose evening was not stored when they ended."""
        with aside.turn(self._lock):
            changes = self._store.changes()  # before all else: what is written meanwhile is seen the next time
            if changes != self._asked:
                self._look_again()
                self._asked = changes
            return self._years

    def lately(self) -> People:
        """The people of the last evenings, by what is kept of these: it takes no longer where there are thousands."""
        heads = self._store.heads("finished", latest=LATELY)
        kept = self._store.facts([game_id for game_id, _head in heads])
        texts = [kept[one].text for one, head in heads if one in kept and kept[one].mark == mark_of(head)]
        evenings = [found for text in texts if (found := evening.from_text(text, "")) and not found.moved]
        return People(evenings, self._store.joined(), from_text(self._store.setting(PEOPLE)))

    def _look_again(self) -> None:
        state = self._store.heads("finished"), self._store.joined(), from_text(self._store.setting(PEOPLE))
        if state == self._state:
            return
        left_out = self._read([(game_id, mark_of(head)) for game_id, head in state[0]])
        evenings = [found for game_id, _head in state[0] if (found := self._evenings.get(game_id, ("", None))[1])]
        begun = [one for one in evenings if one.moved]
        onward = {}
        for one in begun:
            try:
                onward[one.game_id] = self._onward(one.game_id)
            except RecordDamaged as error:
                left_out.append(error)
        whole = as_one(evenings, onward)
        self._years = Years(sorted(whole, key=lambda one: one.date), *state[1:], begun, left_out)
        self._state = state

    def _read(self, marks: list[tuple[str, str]]) -> list[RecordDamaged]:
        """Read the evenings of these games; return why damaged ones are left out."""
        left_out = []
        known = {game_id: self._evenings[game_id] for game_id, mark in marks if self._has(game_id, mark)}
        unknown = [(game_id, mark) for game_id, mark in marks if game_id not in known]
        kept = self._kept([game_id for game_id, _mark in unknown])
        new: dict[str, Facts] = {}
        for game_id, mark in unknown:
            if game_id in kept and kept[game_id].mark == mark:
                known[game_id] = mark, evening.from_text(kept[game_id].text, game_id)
                continue
            try:
                text = evening.to_text(evening_of(self._load(game_id)))
            except RecordDamaged as error:  # asked again once anything else has changed
                left_out.append(error)
                continue
            known[game_id] = mark, evening.from_text(text, game_id)
            new[game_id] = Facts(mark, text)
            if len(new) == AT_ONCE:
                self._store.keep_facts(new)
                new = {}
        if new:
            self._store.keep_facts(new)
        self._evenings = known
        return left_out

    def _kept(self, games: list[str]) -> dict[str, Facts]:
        return self._store.facts(games if len(games) < AT_ONCE else None) if games else {}

    def _onward(self, game_id: str) -> list[str]:
        """The games that may have begun where the table of this one was split."""
        found = self._went_on.get(self._evenings[game_id][0])
        if found is None:
            ids = [one.id for one in self._store.load(game_id) if one.event.get("moved")]
            found = [begun for one in ids for begun in ids_begun_by(one, MOST_TABLES)]
            self._went_on[self._evenings[game_id][0]] = found
        return found

    def _has(self, game_id: str, mark: str) -> bool:
        return self._evenings.get(game_id, ("", None))[0] == mark


def mark_of(head: str) -> str:
    """What tells for which state of a game its evening was worked out, and in which form."""
    return f"{evening.FORM} {head}"


def facts_of(game: Game, head: str) -> Facts | None:
    """What is kept for the years with the event whose hash is `head`, the last of a game; None while it runs."""
    return Facts(mark_of(head), evening.to_text(evening_of(game))) if game.sheet.finished else None
