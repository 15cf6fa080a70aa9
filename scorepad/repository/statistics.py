"""Data derived from games: list rows, and the statistics of all finished games.

Both are stored with the event that changes them. Facts that are not stored for the current state of a game are
computed. The owner joins the names of one person, renames people, and hides them. This changes no game.
"""

import threading
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from scorepad.errors import PersonUnknown, RecordDamaged, RuleError, SamePerson, ScorepadError, quote_value
from scorepad.game.decide.setup import new_name, normalize_name
from scorepad.game.decide.splitting import MOST_TABLES
from scorepad.game.state.game import Game
from scorepad.game.statistics import evening
from scorepad.game.statistics.evening import Evening, evening_of, merge_moved
from scorepad.game.statistics.group_statistics import GroupStatistics
from scorepad.game.statistics.people import (
    NO_DECISIONS,
    RECENT_EVENINGS,
    Decisions,
    People,
    folded,
    from_text,
    suggest_players,
    to_text,
)
from scorepad.game.statistics.statistics_text import evening_label
from scorepad.repository.folding import ids_begun_by
from scorepad.rules.field_readers import hint
from scorepad.store import Store
from scorepad.store.records import DEMO_GAME, PEOPLE, Facts, Summary
from scorepad.util import thread_slots
from scorepad.util.lru_cache import LruCache
from scorepad.words import _, join_names

WRITE_BATCH = 100
"""Games computed between two writes. An interruption loses at most these."""

MAX_SUGGESTED, LATEST_GAMES = 200, 500
"""Maximum number of names that a new game offers, and the number of latest games that have them."""

LISTED_EVENINGS = 200
"""Evenings that stay in memory for the list of games: some of its pages."""

Head = tuple[str, str]
"""The id of a game and the hash of its last event."""


class StoredStatistics:
    """The statistics of a store, thread-safe.

    `load` returns a game or raises RecordDamaged. Any name of a person identifies the person. Methods raise
    PersonUnknown for an unknown name.
    """

    def __init__(self, store: Store, load: Callable[[str], Game]) -> None:
        self._store, self._load = store, load
        self._lock = threading.Lock()
        self._asked = -1
        self._state: tuple[list[Head], dict[str, str], Decisions] = [], {}, NO_DECISIONS
        self._evenings: dict[Head, Evening | None] = {}
        self._went_on: dict[Head, list[str]] = {}
        self._years = GroupStatistics()
        self._listed: LruCache[Head, Evening] = LruCache(LISTED_EVENINGS)

    def years(self) -> GroupStatistics:
        """Return the statistics of the current games.

        `left_out` has the errors of damaged games without stored facts.
        """
        with thread_slots.locked(self._lock):
            changes = self._store.changes()  # read first, so that the next call sees later writes
            if changes != self._asked:
                self._refresh()
                self._asked = changes
            return self._years

    def recent_people(self) -> People:
        """Return the people of the latest games, from the stored facts.

        The time does not grow with the number of games.
        """
        texts = self._current_facts(self._store.heads("finished", latest=RECENT_EVENINGS)).values()
        evenings = [parsed for text in texts if (parsed := evening.from_text(text, "")) and not parsed.moved]
        return People(evenings, self._store.joined(), from_text(self._store.setting(PEOPLE)))

    def listed(self, heads: Sequence[Head]) -> dict[str, Evening]:
        """Return the evenings of finished games by id, without games that have no stored facts or no places."""
        facts = self._current_facts([head for head in heads if head not in self._listed])
        for head in heads:
            if head[0] in facts and (parsed := evening.from_text(facts[head[0]], head[0])):
                self._listed.keep(head, parsed)
        return {head[0]: parsed for head in heads if (parsed := self._listed.get(head))}

    def _current_facts(self, heads: Sequence[Head]) -> dict[str, str]:
        """Return the stored facts of these games as texts by id, without outdated ones."""
        facts = self._store.facts([game_id for game_id, _head in heads] if len(heads) < WRITE_BATCH else None)
        return {
            game_id: facts[game_id].text
            for game_id, head in heads
            if game_id in facts and facts[game_id].mark == mark_of(head)
        }

    def _refresh(self) -> None:
        state = self._store.heads("finished"), self._store.joined(), from_text(self._store.setting(PEOPLE))
        if state == self._state:
            return
        left_out = self._read(state[0])
        evenings = {head: cached for head in state[0] if (cached := self._evenings.get(head))}
        split = {head: entry for head, entry in evenings.items() if entry.moved}
        onward = {}
        for head in split:
            try:
                onward[head[0]] = self._split_games(head)
            except RecordDamaged as error:
                left_out.append(error)
        merged = merge_moved([*evenings.values()], onward)
        self._years = GroupStatistics(
            sorted(merged, key=lambda entry: entry.date), *state[1:], [*split.values()], left_out
        )
        self._state = state

    def _read(self, heads: list[Head]) -> list[RecordDamaged]:
        """Read or compute the facts of these games, and return the errors of damaged ones."""
        left_out = []
        known = {head: self._evenings[head] for head in heads if head in self._evenings}
        unknown = [head for head in heads if head not in known]
        stored = self._current_facts(unknown)
        new: dict[str, Facts] = {}
        for game_id, head in unknown:
            if game_id not in stored:
                try:
                    stored[game_id] = evening.to_text(evening_of(self._load(game_id)))
                except RecordDamaged as error:  # retried after the next change of the store
                    left_out.append(error)
                    continue
                new[game_id] = Facts(mark_of(head), stored[game_id])
            known[game_id, head] = evening.from_text(stored[game_id], game_id)
            if len(new) == WRITE_BATCH:
                self._store.keep_facts(new)
                new = {}
        if new:
            self._store.keep_facts(new)
        self._evenings = known
        return left_out

    def _split_games(self, head: Head) -> list[str]:
        """Return the ids of games that may have started when this game was split."""
        if head not in self._went_on:
            ids = [event.id for event in self._store.load(head[0]) if event.event.get("moved")]
            self._went_on[head] = [game_id for event_id in ids for game_id in ids_begun_by(event_id, MOST_TABLES)]
        return self._went_on[head]

    # --- one name, one person -------------------------------------------------------------------------

    def join(self, name: str, person: str) -> None:
        """Record that `name` is `person`, whose name is shown from now on.

        Raise SamePerson if they are joined, ScorepadError if both sat at one table.
        """
        people = self.years().people
        first, second = find_person(people, name), find_person(people, person)
        if first == second:
            raise SamePerson(name, person)
        shared_evening = people.met(first, second)
        if shared_evening is not None:
            names = join_names([quote_value(name), quote_value(person)])
            text = _("{names} sat at one table ({evening}), so they are two people.")
            raise ScorepadError(text.format(names=names, evening=" ".join(evening_label(shared_evening))))
        own = first if folded(name) == folded(people.name(first)) else people.own(name)
        self._store.join(own, people.written(second))

    def part(self, name: str) -> None:
        """Separate `name` from the person it was joined to.

        Raise ScorepadError if it was not joined.
        """
        own = self.years().people.own(name)
        if not self._store.part(own):
            raise ScorepadError(_("{name} is not merged with another name.").format(name=quote_value(name)))

        def without_name(people: People, decisions: Decisions) -> Decisions:
            """Remove this display name of other people."""
            names = decisions.names.items()
            kept = {person: shown for person, shown in names if people.own(shown) != own or person == own}
            return decisions._replace(names=kept)

        self._say(without_name)

    def tell_apart(self, name: str, other: str) -> None:
        """Record that two similar names are two people.

        Raise SamePerson if they are joined.
        """

        def apart(people: People, decisions: Decisions) -> Decisions:
            pair = find_person(people, name), find_person(people, other)
            if pair[0] == pair[1]:
                raise SamePerson(name, other)
            return decisions._replace(two=decisions.two | {frozenset(pair)})

        self._say(apart)

    # --- one person -----------------------------------------------------------------------------------

    def rename(self, name: str, new: str) -> None:
        """Give a person a new display name, also if later games use it.

        Raise RuleError for an invalid name, ScorepadError if another person has it.
        """
        if not normalize_name(new):
            raise RuleError("new", _("Enter a name for the person."))
        new = new_name(new, [], field="new")

        def rename(people: People, decisions: Decisions) -> Decisions:
            person = find_person(people, name)
            if is_of_another(people, person, new):
                text = _("{name} is another person here. Merge the two names if they are one person.")
                raise ScorepadError(text.format(name=quote_value(new)))
            own = people.own(new)
            if people.person(own) != person:
                self._store.join(own, people.written(person))
            return decisions.called(person, None if new == people.written(person) else new)

        self._say(rename)

    def hide(self, name: str) -> None:
        """Hide a person in the tables.

        Results against this person still count.
        """
        self._say(lambda people, settings: settings._replace(hidden=settings.hidden | {find_person(people, name)}))

    def show_again(self, name: str) -> None:
        """Show a hidden person in the tables again."""
        self._say(lambda people, settings: settings._replace(hidden=settings.hidden - {find_person(people, name)}))

    def show_ratings(self, *, shown: bool) -> None:
        """Show or hide the ratings of all people."""
        self._say(lambda _people, settings: settings._replace(rated=shown))

    # --- at a new game --------------------------------------------------------------------------------

    def suggested_names(self, without: Iterable[str] = ()) -> list[str]:
        """Return the names to offer for a new game, except `without`."""
        tables = self._store.latest_tables(limit=LATEST_GAMES)
        names = Counter(name for players in tables for name in players).most_common(MAX_SUGGESTED)
        return suggest_players(self.recent_people(), [name for name, _games in names], without)

    def _say(self, change: Callable[[People, Decisions], Decisions]) -> None:
        """Change the settings of names.

        Retry on the new settings if another device has changed them.
        """
        while True:
            stored = self._store.setting(PEOPLE)
            settings = from_text(stored)
            new = change(self.years().people, settings)
            if new == settings or self._store.swap_setting(PEOPLE, stored, to_text(new)):
                return


def find_person(people: People, name: str) -> str:
    """Return the person with this name, or raise PersonUnknown."""
    person = people.find(name)
    if person is None:
        raise PersonUnknown(name, hint(name, [spelling for own in people for spelling in people.spellings(own)]))
    return person


def is_of_another(people: People, person: str, name: str) -> bool:
    """Return whether another person has this name or spelling.

    Former names are free.
    """
    other = people.find(name)
    if other in (None, person):
        return False
    own = people.own(name)
    return own in people.by_name(str(other)) or folded(name) == folded(people.name(str(other)))


# --- stored with each event ---------------------------------------------------------------------------------


def summary_of(game: Game, game_id: str = "") -> Summary:
    """Return the list row of a game.

    Its title is the location, otherwise the rulebook. No player leads before the first hand. The row of the demo game
    has no players, and a state that no list shows.
    """
    sheet = game.sheet
    first = [game.names[standing.player] for standing in sheet.standings() if standing.place == 1]
    leaders = first if sheet.has_places and not sheet.moved else []
    is_demo = game_id == DEMO_GAME
    return Summary(
        title=sheet.location or sheet.rulebook.name,
        rulebook=sheet.rulebook.name,
        players=[] if is_demo else [game.names[player] for player in sheet.seats.everyone],
        state="demo" if is_demo else "finished" if sheet.finished else "running",
        leader=", ".join(leaders),
        hands=sheet.hands_played,
        date=sheet.date,
    )


def mark_of(head: str) -> str:
    """Return the mark of stored facts: their format and the state of the game."""
    return f"{evening.FORM} {head}"


def facts_of(game: Game, head: str) -> Facts | None:
    """Return the facts of a finished game whose last hash is `head`; None for a running game."""
    return Facts(mark_of(head), evening.to_text(evening_of(game))) if game.sheet.finished else None
