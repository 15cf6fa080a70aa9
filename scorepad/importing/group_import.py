"""Import of a whole group from one file.

The file is a laptop's database file, or a zip with it or with game files. It is untrusted and only read. Each event is
decided again before its game is stored with its own ids and hashes. Custom rules are checked.
"""

from __future__ import annotations

import contextlib
import re
import tempfile
import time
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from scorepad.errors import (
    EmptyImport,
    GroupFull,
    RuleFileError,
    ScorepadError,
    StoreForeign,
    StoreNewer,
    StoreUnavailable,
)
from scorepad.game.decide.setup import MOST_NAME, normalize_name
from scorepad.game.files.game_file import read_log
from scorepad.game.state.event_json import from_json
from scorepad.game.state.game import Game
from scorepad.game.statistics import league
from scorepad.game.statistics.people import NO_DECISIONS, Decisions, from_text, to_text
from scorepad.importing.files import ENDINGS
from scorepad.importing.limited_zip import BAD_ZIP, LimitedZip, UnpackingBudget
from scorepad.importing.prepared_games import Choices, PreparedGame, prepare_files
from scorepad.importing.reader_process import FileReader
from scorepad.importing.save_evenings import EveningSaver
from scorepad.library import RuleLibrary
from scorepad.repository import GameRepository, summary_of
from scorepad.repository.statistics import facts_of
from scorepad.store import Store
from scorepad.store.records import LEAGUE, PEOPLE, Batch, NewEvent, RuleFileKind, StoredEvent
from scorepad.store.sqlite.untrusted_file import BEGINS, UntrustedFile, UntrustedGame
from scorepad.words import _

MOST_UNPACKED = 50_000_000
"""Maximum bytes of an unpacked database file, enough for 5,000 games."""

BY = "import"
"""The author of events from game files."""

_GAME_ID = re.compile("[A-Za-z0-9][A-Za-z0-9_-]{10}")
_OWN_KEY = re.compile("own_[a-z0-9_]{1,60}")
_EVENT_ID = re.compile("[!-~]{1,80}")


class GroupImportResult(NamedTuple):
    """The number of saved games, and a message for each item that was left out."""

    games: int
    left_out: list[str]


def import_group(data: bytes, store: Store, *, most_games: int, pace: Throttle | None = None) -> GroupImportResult:
    """Import a file into a store without games.

    Raise EmptyImport if it contains nothing or too much, GroupFull, or StoreUnavailable. The store may then contain
    part of the file, so the caller deletes the store.
    """
    group = _GroupImport(store, most_games, pace or Throttle())
    try:
        if data.startswith(BEGINS):
            group.take_file([("games.db", data)])
        elif (name := _games_file(data)) is not None:
            wanted = {name: "games.db", f"{name}-wal": "games.db-wal"}
            with LimitedZip(data, UnpackingBudget(MOST_UNPACKED)) as packed:
                group.take_file([(wanted[path], unpacked) for path, unpacked in packed.files(wanted.__contains__)])
        else:
            group.take_game_files(data)
    except BAD_ZIP as error:
        raise EmptyImport(_("This is not a readable zip, and not a file of Scorepad’s games.")) from error
    if not group.games:
        raise EmptyImport(*group.left_out[:1])
    return GroupImportResult(group.games, group.left_out)


def _games_file(data: bytes) -> str | None:
    """Return the path of the database file in a zip, or None.

    Ignore backups and the other files of a moved group. Raise EmptyImport for the files of several groups.
    """
    with LimitedZip(data) as packed:
        paths = [PurePosixPath(name) for name in packed.namelist()]
    databases = [path for path in paths if path.suffix == ".db" and not _is_copy(path)]
    nearest = [path for path in databases if len(path.parts) == min(len(other.parts) for other in databases)]
    usual = [path for path in nearest if path.name == "scorepad.db"] or nearest
    if len(usual) > 1:
        raise EmptyImport(_("This zip has the games of several groups. Pack each group separately."))
    return str(usual[0]) if usual else None


def _is_copy(path: PurePosixPath) -> bool:
    in_backups = any(part == "backups" or part.endswith("-backups") for part in path.parts)
    return in_backups or path.stem.endswith("-moved") or path.parts[0] == "__MACOSX"


class _GroupImport:
    """An import into one group."""

    def __init__(self, store: Store, most_games: int, pace: Throttle) -> None:
        self._store, self._most, self._pace = store, most_games, pace
        self._repository, self._library = GameRepository(store), RuleLibrary(lambda: store)
        self.games = 0
        self.left_out: list[str] = []

    def _leave_out(self, what: str, why: object) -> None:
        self.left_out.append(_("{what}: {why}").format(what=what, why=why))

    def _count(self, games: int) -> None:
        self.games += games
        if self.games > self._most:
            raise GroupFull(games=self._most)
        self._pace.rest()

    # --- the database file ------------------------------------------------------------------------------

    def take_file(self, files: Sequence[tuple[str, bytes]]) -> None:
        """Import a database file; `files` also has SQLite's files next to it."""
        with tempfile.TemporaryDirectory() as folder:
            for name, data in files:
                (Path(folder) / name).write_bytes(data)
            try:
                with contextlib.closing(UntrustedFile(Path(folder) / "games.db")) as file:
                    self._take_all(file)
            except StoreNewer as error:
                why = _("A newer Scorepad wrote these games. Update this one first.")
                raise EmptyImport(why) from error
            except StoreForeign as error:
                raise EmptyImport(_("This is not a file of Scorepad’s games, or it is damaged.")) from error

    def _take_all(self, there: UntrustedFile) -> None:
        for kind in _KINDS:
            for key, text in there.rule_files(kind):
                self._take_rules(kind, key, text)
        for game in there.games():
            try:
                self._take_game(game)
            except StoreUnavailable:  # our store failed, for example on a full disk
                raise
            except ScorepadError as error:
                self._leave_out(game.heading or game.id, error)
            else:
                self._count(1)
        self._take_people(there)

    def _take_game(self, item: UntrustedGame) -> None:
        events, problems = item.chain
        if problems or not events:
            raise EmptyImport(*problems[:1])
        game = read_log([stored.event for stored in events])
        if not (_GAME_ID.fullmatch(item.id) and _is_authentic_record(events, game)):
            raise EmptyImport(_("This record was not written by Scorepad."))
        new = [NewEvent(stored.id, stored.event, stored.by, stored.at) for stored in events]
        facts = facts_of(game, events[-1].hash)
        self._store.append(Batch(item.id, new, 0, summary_of(game), facts))
        if item.is_binned:
            self._store.remove_game(item.id)

    def _take_people(self, there: UntrustedFile) -> None:
        """Import the people, their names, and the group's league, if they are valid."""
        for name, person in there.joined():
            if _is_name(name) and _is_name(person):
                self._store.join(name, person)
        settings = there.harmless_settings()
        group_league = league.from_text(settings.get(LEAGUE))
        if group_league:
            self._store.keep_setting(LEAGUE, league.to_text(group_league))
        with contextlib.suppress(ValueError, TypeError, AttributeError, RecursionError):
            people = from_text(settings.get(PEOPLE))
            if people != NO_DECISIONS and all(map(_is_name, _names_in(people))):
                self._store.keep_setting(PEOPLE, to_text(people))

    # --- game files -----------------------------------------------------------------------------------

    def take_game_files(self, data: bytes) -> None:
        """Import the custom rules and game files of a zip.

        If it has no game files, import the games in its other files.
        """
        with LimitedZip(data) as packed:
            for kind in _KINDS:
                for path, text in packed.files(lambda name, kind=kind: f"{kind}s" in PurePosixPath(name).parts[:-1]):  # type: ignore[misc]
                    if path.endswith(".toml"):
                        self._take_rules(kind, PurePosixPath(path).stem, text.decode("utf-8", "replace"))
            if not any(name.lower().endswith(ENDINGS) for name in packed.namelist()):
                return
        keeping = EveningSaver(self._repository, by=BY)
        with FileReader() as reader:
            evenings = reader.read("", data)
        game_files = [evening for evening in evenings if evening.file.lower().endswith(".json")]
        for of_file in prepare_files(game_files or evenings, Choices(), self._library):
            self._take_evenings(keeping, of_file)

    def _take_evenings(self, keeping: EveningSaver, evenings: Sequence[PreparedGame]) -> None:
        for evening in evenings:
            if evening.error and not evening.file:  # the zip cannot be read
                raise evening.error
            if evening.error:
                self._leave_out(evening.file[:80], evening.error)
        sound = [evening for evening in evenings if evening.kept]
        self._count(
            sum(
                result.game_id is not None and not (result.already or result.continues)
                for result in keeping.keep(sound)
            )
        )

    # --- custom rules ------------------------------------------------------------------------------------

    def _take_rules(self, kind: RuleFileKind, key: str, text: str) -> None:
        """Save a valid custom rule file under its own key, because rulebooks and game files refer to it."""
        wrong: list[RuleFileError] = self._library.check(kind, text)[1]
        if wrong or not _OWN_KEY.fullmatch(key):
            self._leave_out(key[:60], wrong[0] if wrong else _("There are no custom rules with this name."))
        else:
            self._store.keep_rule_file(kind, key, text)
        self._pace.rest()


_KINDS: tuple[RuleFileKind, ...] = ("scheme", "rulebook")
"""Schemes come first, because a rulebook refers to its scheme."""


def _is_authentic_record(events: Sequence[StoredEvent], game: Game) -> bool:
    """Return whether Scorepad would write exactly these events with this metadata."""
    same = all(from_json(stored.event) == event for stored, event in zip(events, game.events, strict=True))
    return same and len({stored.id for stored in events}) == len(events) and all(map(_has_valid_metadata, events))


def _has_valid_metadata(event: StoredEvent) -> bool:
    with contextlib.suppress(ValueError):
        at = datetime.fromisoformat(event.at)
        written = at.tzinfo is not None and 1970 <= at.year < 9000
        return written and bool(_EVENT_ID.fullmatch(event.id)) and (not event.by or _is_name(event.by))
    return False


def _is_name(text: object) -> bool:
    return isinstance(text, str) and bool(text) and normalize_name(text) == text and len(text) <= _MAX_NAME_LENGTH


_MAX_NAME_LENGTH = 2 * MOST_NAME
"""Maximum letters of a name. A folded name may be longer than the original."""


def _names_in(people: Decisions) -> Iterator[object]:
    yield from people.names
    yield from people.names.values()
    yield from people.hidden
    yield from (name for pair in people.two for name in pair)


MOST_SECONDS = 25.0
"""Maximum seconds of CPU time, enough for about 2,000 games. With the pauses this takes a minute, which is below the
timeout in the printed proxy settings."""

MAX_PAUSE = 1.0
"""Maximum seconds of a pause."""


class Throttle:
    """A limit on the speed of an import, by the CPU time of its thread."""

    def __init__(self, most: float = MOST_SECONDS) -> None:
        self._begun = self._rested = time.thread_time()
        self._most = most

    def rest(self) -> None:
        """Pause for as long as the work since the last pause took.

        Raise EmptyImport if the work has taken too long in total.
        """
        now = time.thread_time()
        if now - self._begun > self._most:
            text = _(
                "This is more than a public server accepts on a page; nothing was created. The server’s administrator "
                "can import the folder on the command line: {command}."
            )
            raise EmptyImport(text.format(command="scorepad groups take"))
        time.sleep(min(now - self._rested, MAX_PAUSE))
        self._rested = now


class NoThrottle(Throttle):
    """No limit, for a device that has no other users. A browser's Python has no clock of a thread."""

    def __init__(self) -> None:
        pass

    def rest(self) -> None:
        pass
