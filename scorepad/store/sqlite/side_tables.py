"""What stands beside the record: drafts of the open hand, own rule files, settings made once."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scorepad.errors import DraftChanged, GameNotFound, StaleVersion
from scorepad.store.records import LEAGUE, PEOPLE, DraftField, RuleFileKind, bears, row_hash
from scorepad.store.sqlite.connection import Connection
from scorepad.store.sqlite.listing import must_not_be_binned
from scorepad.words import _


class Drafts:
    """The part of the store that keeps what is tapped and not yet recorded."""

    _connection: Connection

    def draft(self, game_id: str) -> dict[str, Any]:
        query = (
            "SELECT field, hand, value, by, hash FROM drafts JOIN games ON number = game WHERE id = ? ORDER BY field"
        )
        with self._connection.reading() as sqlite:
            rows = sqlite.execute(query, [game_id]).fetchall()
        sound = [tap for *tap, hash in rows if bears(hash, game_id, *_signed(tap))]
        hand = sound[0][1] if sound else 0
        draft = {"hand": hand, "values": {field: json.loads(value) for field, _hand, value, _by in sound}}
        tappers = {field: by for field, _hand, _value, by in sound if by}
        lost = len(rows) - len(sound)
        return {**draft, **({"by": tappers} if tappers else {}), **({"spoilt": lost} if lost else {})}

    def keep_draft(
        self, game_id: str, hand: int, field: str, value: object | None, *, seen: int | None = None, by: str = ""
    ) -> None:
        with self._connection.writing() as sqlite:
            _tap(sqlite, game_id, DraftField(hand, field, value), seen, by)

    def swap_draft(self, game_id: str, before: DraftField, value: object | None, *, seen: int, by: str = "") -> None:
        with self._connection.writing() as sqlite:
            must_be_in_draft(sqlite, game_id, before)
            _tap(sqlite, game_id, before._replace(value=value), seen, by)


def _signed(tap: Sequence[Any]) -> Sequence[Any]:
    """What the hash of a tap is of: who has tapped it too, where that is known."""
    return tap if tap[-1] else tap[:-1]


def _tap(sqlite: sqlite3.Connection, game_id: str, tap: DraftField, seen: int | None, by: str) -> None:
    """Keep one field of the draft, and drop those of another hand; inside a transaction."""
    row = sqlite.execute("SELECT number, version FROM games WHERE id = ?", [game_id]).fetchone()
    if row is None:
        raise GameNotFound(game_id)
    number, version = row
    if seen is not None and seen != version:
        raise StaleVersion(seen, version)
    must_not_be_binned(sqlite, game_id)
    sqlite.execute("DELETE FROM drafts WHERE game = ? AND (hand <> ? OR field = ?)", [number, tap.hand, tap.field])
    if tap.value is not None:
        kept = [tap.field, tap.hand, json.dumps(tap.value), by]
        query = "INSERT INTO drafts (game, field, hand, value, by, hash) VALUES (?, ?, ?, ?, ?, ?)"
        sqlite.execute(query, [number, *kept, row_hash(game_id, *_signed(kept))])


def must_be_in_draft(sqlite: sqlite3.Connection, game_id: str, tap: DraftField) -> None:
    """DraftChanged where a field of the draft is not this; inside a transaction."""
    query = """SELECT value, by, hash FROM drafts JOIN games ON number = game
               WHERE id = ? AND field = ? AND hand = ?"""
    row = sqlite.execute(query, [game_id, tap.field, tap.hand]).fetchone()
    sound = row and bears(row[2], game_id, *_signed([tap.field, tap.hand, *row[:2]]))
    if (json.loads(row[0]) if sound else None) != tap.value:
        raise DraftChanged()


def forget_draft(sqlite: sqlite3.Connection, number: int) -> None:
    """Empty the draft of the game of this number; inside a transaction."""
    sqlite.execute("DELETE FROM drafts WHERE game = ?", [number])


class RuleFiles:
    """The part of the store that keeps own schemes and rulebooks, as texts; on the disk they are `laws`, as 0.1.0 wrote
    them."""

    _connection: Connection

    def rule_files(self, kind: RuleFileKind) -> list[str]:
        with self._connection.reading() as sqlite:
            return [key for (key,) in sqlite.execute("SELECT key FROM laws WHERE kind = ? ORDER BY key", [kind])]

    def rule_file(self, kind: RuleFileKind, key: str) -> str | None:
        with self._connection.reading() as sqlite:
            return _rule_file(sqlite, kind, key)

    def keep_rule_file(self, kind: RuleFileKind, key: str, text: str) -> None:
        with self._connection.writing() as sqlite:
            _put_rule_file(sqlite, kind, key, text)

    def keep_new_rule_file(self, kind: RuleFileKind, key: str, text: str) -> str:
        with self._connection.writing() as sqlite:
            query = "SELECT key, text FROM laws WHERE kind = ? ORDER BY key"
            kept: dict[str, str] = dict(sqlite.execute(query, [kind]).fetchall())
            twin = next((one for one in kept if kept[one] == text), None)
            if twin is not None:
                return twin
            free = next(one for one in (key, *(f"{key}_{at}" for at in range(2, len(kept) + 3))) if one not in kept)
            _put_rule_file(sqlite, kind, free, text)
            return free

    def swap_rule_file(self, kind: RuleFileKind, key: str, text: str, *, before: str) -> bool:
        with self._connection.writing() as sqlite:
            if _rule_file(sqlite, kind, key) != before:
                return False
            _put_rule_file(sqlite, kind, key, text)
            return True

    def drop_rule_file(self, kind: RuleFileKind, key: str) -> None:
        with self._connection.writing() as sqlite:
            sqlite.execute("DELETE FROM laws WHERE kind = ? AND key = ?", [kind, key])


def _rule_file(sqlite: sqlite3.Connection, kind: str, key: str) -> str | None:
    row = sqlite.execute("SELECT text FROM laws WHERE kind = ? AND key = ?", [kind, key]).fetchone()
    return row and str(row[0])


def _put_rule_file(sqlite: sqlite3.Connection, kind: str, key: str, text: str) -> None:
    query = "INSERT OR REPLACE INTO laws (kind, key, text, hash) VALUES (?, ?, ?, ?)"
    sqlite.execute(query, [kind, key, text, row_hash(kind, key, text)])


def changed_rule_files(sqlite: sqlite3.Connection) -> list[str]:
    """Keys of own rule files that are not as they were kept."""
    rows = sqlite.execute("SELECT kind, key, text, hash FROM laws ORDER BY key")
    return [str(key) for kind, key, text, hash in rows if not bears(hash, kind, key, text)]


class Settings:
    """The part of the store that keeps what is made once: the secret of the sessions, the key of the network."""

    _connection: Connection

    def setting(self, name: str) -> str | None:
        with self._connection.reading() as sqlite:
            return _sound_setting(sqlite, name)

    def keep_setting(self, name: str, value: str) -> str:
        kept = self.setting(name)
        if kept is not None:
            return kept
        with self._connection.writing() as sqlite:
            kept = _sound_setting(sqlite, name)
            if kept is None:
                _put_setting(sqlite, name, value)
            return value if kept is None else kept

    def swap_setting(self, name: str, old: str | None, new: str) -> bool:
        with self._connection.writing() as sqlite:
            if _sound_setting(sqlite, name) != old:
                return False
            _put_setting(sqlite, name, new)
            return True

    def drop_setting(self, name: str) -> None:
        with self._connection.writing() as sqlite:
            sqlite.execute("DELETE FROM settings WHERE name = ?", [name])

    def drop_setting_beside(self, name: str, prefix: str) -> bool:
        beside = "SELECT name FROM settings WHERE name <> ? AND substr(name, 1, ?) = ?"
        with self._connection.writing() as sqlite:
            others = sqlite.execute(beside, [name, len(prefix), prefix]).fetchall()
            stays = any(_sound_setting(sqlite, other) is not None for (other,) in others)
            if stays:
                sqlite.execute("DELETE FROM settings WHERE name = ?", [name])
            return stays

    def settings(self) -> dict[str, str]:
        with self._connection.apart() as sqlite:
            games = {game_id for (game_id,) in sqlite.execute("SELECT id FROM games")}
            rows = sqlite.execute("SELECT name, value, hash FROM settings").fetchall()
        sound = {name: value for name, value, hash in rows if bears(hash, name, value)}
        return {name: value for name, value in sound.items() if " " not in name or name.split(" ")[-1] in games}

    def put_settings(self, settings: Mapping[str, str]) -> None:
        rows = [(name, value, row_hash(name, value)) for name, value in settings.items()]
        with self._connection.writing() as sqlite:
            sqlite.execute("DELETE FROM settings")
            sqlite.executemany("INSERT INTO settings (name, value, hash) VALUES (?, ?, ?)", rows)


def _put_setting(sqlite: sqlite3.Connection, name: str, value: str) -> None:
    query = "INSERT OR REPLACE INTO settings (name, value, hash) VALUES (?, ?, ?)"
    sqlite.execute(query, [name, value, row_hash(name, value)])


def _sound_setting(sqlite: sqlite3.Connection, name: str) -> str | None:
    """A setting; None where it was never made, and where it is not as it was made."""
    row = sqlite.execute("SELECT value, hash FROM settings WHERE name = ?", [name]).fetchone()
    return str(row[0]) if row and bears(row[1], name, row[0]) else None


# --- what the disk has spoilt ---------------------------------------------------------------------------


class Spoilt(NamedTuple):
    """A tap, a setting or a joined name that is not as it was kept: `told` is a sentence, the SQL `drop` with `key`
    throws it away."""

    told: str
    drop: str
    key: list[Any]


def spoilt(sqlite: sqlite3.Connection) -> Iterator[Spoilt]:
    """Taps, settings and joined names that are not as they were kept; read as bytes, so that what is no text any more
    is found again."""
    taps = """SELECT CAST(field AS BLOB), game, id, field, hand, value, by, hash
              FROM drafts LEFT JOIN games ON number = game"""
    for raw, game, game_id, field, hand, value, by, hash in sqlite.execute(taps).fetchall():
        if not bears(hash, game_id, *_signed([field, hand, value, by])):
            told = _("Game {game}: the tap “{field}” was changed. It counts no more: tap it again.")
            drop = "DELETE FROM drafts WHERE CAST(field AS BLOB) IS ? AND game IS ?"
            yield Spoilt(told.format(game=game_id, field=field), drop, [raw, game])
    for row, name, value, hash in sqlite.execute("SELECT rowid, name, value, hash FROM settings").fetchall():
        if not bears(hash, name, value):
            told = _("The setting “{name}” was changed. It is made anew, so an old link may open nothing any more.")
            if name == PEOPLE:
                told = _("How people are called and who is hidden was changed, so it counts no more. Say it once more.")
            if name == LEAGUE:
                told = _("The group’s league was changed, so it counts no more. Keep it once more.")
            yield Spoilt(told.format(name=name), "DELETE FROM settings WHERE rowid = ?", [row])
    names = "SELECT CAST(name AS BLOB), name, person, hash FROM people"
    for raw, name, person, hash in sqlite.execute(names).fetchall():
        if not bears(hash, name, person):
            told = _("Who “{name}” is was changed, so the name stands for itself again. Join it once more.")
            yield Spoilt(told.format(name=name), "DELETE FROM people WHERE CAST(name AS BLOB) IS ?", [raw])
