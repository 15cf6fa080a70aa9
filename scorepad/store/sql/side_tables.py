"""What stands beside the record: drafts of the open hand, own rule files, settings made once."""

from __future__ import annotations

import json
from collections.abc import Collection, Hashable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from scorepad.errors import DraftChanged, GameNotFound, StaleVersion
from scorepad.store.records import Action, DraftField, Moment, RuleFileKind, bears, row_hash
from scorepad.store.sql.engine import Engine, Sql, reading, reading_apart, writing
from scorepad.store.sql.listing import GAME, GameRow, game_row


class Drafts:
    """The part of the store that keeps what is tapped and not yet recorded."""

    engine: Engine

    @reading
    def draft(self, sql: Sql, game_id: str) -> dict[str, Any]:
        query = """SELECT field, hand, value, by, hash
                   FROM drafts JOIN games ON {games.group_key = drafts.group_key AND }number = game
                   WHERE {games.group_key = :group AND }id = ?"""
        return _draft(game_id, sql.execute(query, [game_id]).fetchall())

    @reading
    def moments(self, sql: Sql, game_ids: Collection[str]) -> dict[str, Moment]:
        ids = list(game_ids) or [""]
        ids += ids[:1] * (_padded(len(ids)) - len(ids))
        query = f"""SELECT games.id, version, head, binned, bin_hash, field, hand, value, by, hash FROM games
                    LEFT JOIN drafts ON {{drafts.group_key = games.group_key AND }}game = games.number
                    WHERE {{games.group_key = :group AND }}games.id IN ({", ".join("?" * len(ids))})"""
        lines: dict[tuple[Any, ...], list[Sequence[Any]]] = {}
        for row in sql.execute(query, ids).fetchall():
            lines.setdefault(tuple(row[:5]), []).append(row[5:])
        return {
            id: Moment(GameRow(0, id, version, head, binned=binned, bin_hash=bin_hash).mark, _draft(id, taps))
            for (id, version, head, binned, bin_hash), taps in lines.items()
        }

    @writing
    def keep_draft(
        self,
        sql: Sql,
        game_id: str,
        hand: int,
        field: str,
        value: object | None,
        *,
        seen: int | None = None,
        by: str = "",
    ) -> None:
        action = Action(by, by, "", hand, {field: (None, value)})
        tap(sql, game_row(sql, game_id), action, seen)

    @writing
    def change_draft(self, sql: Sql, game_id: str, action: Action, *, seen: int, checked: bool = False) -> None:
        before = {field: values[0] for field, values in action.fields.items()}
        game = must_be_in_draft(sql, game_id, action.hand, before) if checked else game_row(sql, game_id)
        tap(sql, game, action, seen)

    @reading
    def tapped(self, sql: Sql, game_id: str) -> tuple[dict[str, Any], list[Action]]:
        game = "(SELECT number FROM games WHERE {group_key = :group AND }id = ?)"
        query = f"""SELECT 0, field, hand, value, by, hash FROM drafts
                    WHERE {{group_key = :group AND }}game = {game}
                    UNION ALL SELECT number, '', version, action, '', hash FROM actions
                    WHERE {{group_key = :group AND }}game = {game}"""
        rows = sorted(sql.execute(query, [game_id, game_id]).fetchall(), key=lambda row: row[0])
        noted = [_action(game_id, number, version, text, hash) for number, _, version, text, _, hash in rows if number]
        return _draft(game_id, [row for number, *row in rows if not number]), [one for one in noted if one]


@lru_cache(maxsize=4096)  # a row never changes, and each page reads all of a game's
def _action(game_id: str, number: int, version: int, text: str, hash: str) -> Action | None:
    """The action of a row, None where the disk has changed it."""
    if not bears(hash, game_id, number, version, text):
        return None
    return Action(**{**json.loads(text), "number": number, "version": version})


def _draft(game_id: str, rows: Sequence[Sequence[Any]]) -> dict[str, Any]:
    """What these rows have tapped; one without a field says that there are none."""
    taps = [row for row in rows if row[0] is not None]
    sound = sorted(tap for *tap, hash in taps if bears(hash, game_id, *signed(tap)))
    hand = sound[0][1] if sound else 0
    draft = {"hand": hand, "values": {field: json.loads(value) for field, _hand, value, _by in sound}}
    tappers = {field: by for field, _hand, _value, by in sound if by}
    lost = len(taps) - len(sound)
    return {**draft, **({"by": tappers} if tappers else {}), **({"spoilt": lost} if lost else {})}


def _padded(number: int) -> int:
    """The next power of two: a statement for each number of values would be worked out anew each time."""
    return 1 << (number - 1).bit_length()


def signed(tap: Sequence[Any]) -> Sequence[Any]:
    """What the hash of a tap is of: who has tapped it too, where that is known."""
    return tap if tap[-1] else tap[:-1]


def tap(sql: Sql, game: GameRow, action: Action, seen: int | None) -> None:
    """Write fields of the draft, drop those of another hand, and note the action; inside a transaction."""
    if seen is not None and seen != game.version:
        raise StaleVersion(seen, game.version)
    game.must_not_be_binned()
    for field, (_before, value) in action.fields.items():
        _put_field(sql, game, DraftField(action.hand, field, value), action.by)
    _note(sql, game, game.version, action, game.actions + 1)


def _note(sql: Sql, game: GameRow, version: int, action: Action, number: int) -> None:
    text = json.dumps({name: value for name, value in action._asdict().items() if value or name in _OF_EVERY_ACTION})
    query = """INSERT INTO actions ({group_key, }game, number, version, action, hash)
               VALUES ({:group, }?, ?, ?, ?, ?)"""
    sql.put(query, [game.number, number, version, text, row_hash(game.id, number, version, text)])


_OF_EVERY_ACTION = ("author", "by", "at")


def note_event(sql: Sql, game: GameRow, version: int, action: Action, taps: Sequence[Action]) -> None:
    """Note the author of the event that made `version` behind the taps that came just before it.

    Clear the draft, or put back the one that the event of the version `restores` had cleared. Inside a transaction.
    """
    restored: dict[str, Any] = {}
    if action.restores is not None:
        query = "SELECT number, version, action, hash FROM actions WHERE {group_key = :group AND }game = ?"
        rows = sorted(sql.execute(query, [game.number]).fetchall())
        restored = _drafts_ended([found for row in rows if (found := _action(game.id, *row))]).get(action.restores, {})
    for at, one in enumerate([*taps, action], 1):
        _note(sql, game, version if one is action else game.version, one, game.actions + at)
    if action.clears or action.restores is not None:
        sql.put("DELETE FROM drafts WHERE {group_key = :group AND }game = ?", [game.number])
    for field, (hand, value, by) in restored.items():
        _put_field(sql, game, DraftField(hand, field, value), by)


_Drafted = dict[str, tuple[int, Any, str]]
"""Hand, value and who tapped it last, by field."""


def _drafts_ended(actions: Sequence[Action]) -> dict[int, _Drafted]:
    """Return the draft that each event ended, by the version that the event made."""
    ended: dict[int, _Drafted] = {}
    draft: _Drafted = {}
    for one in actions:
        if one.restores is not None:
            draft = dict(ended.get(one.restores, {}))
        elif one.clears:
            ended[one.version], draft = draft, {}
        tapped = {field: (one.hand, now, one.by) for field, (_before, now) in one.fields.items()}
        draft = {field: kept for field, kept in draft.items() if not tapped or kept[0] == one.hand} | tapped
    return ended


def _put_field(sql: Sql, game: GameRow, tap: DraftField, by: str) -> None:
    drop = "DELETE FROM drafts WHERE {group_key = :group AND }game = ? AND (hand <> ? OR field = ?)"
    sql.put(drop, [game.number, tap.hand, tap.field])
    if tap.value is not None:
        kept = [tap.field, tap.hand, json.dumps(tap.value), by]
        query = """INSERT INTO drafts ({group_key, }game, field, hand, value, by, hash)
                   VALUES ({:group, }?, ?, ?, ?, ?, ?)"""
        sql.put(query, [game.number, *kept, row_hash(game.id, *signed(kept))])


def must_be_in_draft(sql: Sql, game_id: str, hand: int, values: Mapping[str, object | None]) -> GameRow:
    """DraftChanged where a field of the draft has another value than this, GameNotFound; inside a transaction. One look
    for both."""
    rows = sql.execute(
        f"""SELECT {GAME}, field, value, by, hash
            FROM games LEFT JOIN drafts
              ON {{drafts.group_key = games.group_key AND }}game = games.number AND hand = ?
            WHERE {{games.group_key = :group AND }}games.id = ?""",
        [hand, game_id],
    ).fetchall()
    if not rows:
        raise GameNotFound(game_id)
    there = {field: json.loads(value) for *_game, field, value, by, hash in rows
             if bears(hash, game_id, *signed([field, hand, value, by]))}  # fmt: skip
    if any((there.get(field) or None) != (value or None) for field, value in values.items()):
        raise DraftChanged()
    return GameRow(*rows[0][:-4])


class RuleFiles:
    """The part of the store that keeps own schemes and rulebooks, as texts; on the disk they are `laws`, as 0.1.0 wrote
    them."""

    engine: Engine

    @reading
    def rule_files(self, sql: Sql, kind: RuleFileKind) -> list[str]:
        query = "SELECT key FROM laws WHERE {group_key = :group AND }kind = ?"
        return sorted(key for (key,) in sql.execute(query, [kind]))

    @reading
    def rule_file(self, sql: Sql, kind: RuleFileKind, key: str) -> str | None:
        return _rule_file(sql, kind, key)

    @writing
    def keep_rule_file(self, sql: Sql, kind: RuleFileKind, key: str, text: str) -> None:
        _put_rule_file(sql, kind, key, text)

    @writing
    def keep_new_rule_file(self, sql: Sql, kind: RuleFileKind, key: str, text: str) -> str:
        kept = _kept(sql, kind)
        twin = next((one for one in sorted(kept) if kept[one] == text), None)
        if twin is not None:
            return twin
        free = next(one for one in (key, *(f"{key}_{at}" for at in range(2, len(kept) + 3))) if one not in kept)
        _put_rule_file(sql, kind, free, text)
        return free

    @writing
    def swap_rule_file(self, sql: Sql, kind: RuleFileKind, key: str, text: str, *, before: str) -> bool:
        if _rule_file(sql, kind, key) != before:
            return False
        _put_rule_file(sql, kind, key, text)
        return True

    @writing
    def drop_rule_file(self, sql: Sql, kind: RuleFileKind, key: str) -> None:
        sql.execute("DELETE FROM laws WHERE {group_key = :group AND }kind = ? AND key = ?", [kind, key])


def _kept(sql: Sql, kind: str) -> dict[str, str]:
    """The texts of own rule files by their keys."""
    return dict(sql.execute("SELECT key, text FROM laws WHERE {group_key = :group AND }kind = ?", [kind]).fetchall())


def _rule_file(sql: Sql, kind: str, key: str) -> str | None:
    query = "SELECT text FROM laws WHERE {group_key = :group AND }kind = ? AND key = ?"
    row = sql.execute(query, [kind, key]).fetchone()
    return row and str(row[0])


def _put_rule_file(sql: Sql, kind: str, key: str, text: str) -> None:
    sql.put(
        """INSERT INTO laws ({group_key, }kind, key, text, hash) VALUES ({:group, }?, ?, ?, ?)
           ON CONFLICT ({group_key, }kind, key) DO UPDATE SET text = excluded.text, hash = excluded.hash""",
        [kind, key, text, row_hash(kind, key, text)],
    )


class Settings:
    """The part of the store that keeps what is made once: the secret of the sessions, the key of the network."""

    engine: Engine

    @reading
    def setting(self, sql: Sql, name: str) -> str | None:
        return _sound_setting(sql, name)

    def keep_setting(self, name: str, value: str) -> str:
        kept = self.setting(name)
        return self._make_setting(name, value) if kept is None else kept

    @writing
    def _make_setting(self, sql: Sql, name: str, value: str) -> str:
        kept = _sound_setting(sql, name)
        if kept is None:
            _put_setting(sql, name, value)
        return value if kept is None else kept

    @writing
    def swap_setting(self, sql: Sql, name: str, old: str | None, new: str) -> bool:
        if _sound_setting(sql, name) != old:
            return False
        _put_setting(sql, name, new)
        return True

    @writing
    def drop_setting(self, sql: Sql, name: str) -> None:
        _drop_setting(sql, name)

    @writing
    def drop_setting_beside(self, sql: Sql, name: str, prefix: str) -> bool:
        beside = "SELECT name FROM settings WHERE {group_key = :group AND }name <> ? AND substr(name, 1, ?) = ?"
        others = sql.execute(beside, [name, len(prefix), prefix]).fetchall()
        stays = any(_sound_setting(sql, other) is not None for (other,) in others)
        if stays:
            _drop_setting(sql, name)
        return stays

    @reading_apart
    def settings(self, sql: Sql) -> dict[str, str]:
        games = {game_id for (game_id,) in sql.execute("SELECT id FROM games{ WHERE group_key = :group}")}
        rows = sql.execute("SELECT name, value, hash FROM settings{ WHERE group_key = :group}").fetchall()
        sound = {name: value for name, value, hash in rows if bears(hash, name, value)}
        return {name: value for name, value in sound.items() if " " not in name or name.split(" ")[-1] in games}

    @reading
    def settings_sign(self, sql: Sql) -> Hashable:
        return frozenset(map(tuple, sql.execute("SELECT name, hash FROM settings{ WHERE group_key = :group}")))

    @writing
    def put_settings(self, sql: Sql, settings: Mapping[str, str]) -> None:
        sql.execute("DELETE FROM settings{ WHERE group_key = :group}")
        sql.executemany(_SETTING, [(name, value, row_hash(name, value)) for name, value in settings.items()])


_SETTING = """INSERT INTO settings ({group_key, }name, value, hash) VALUES ({:group, }?, ?, ?)
              ON CONFLICT ({group_key, }name) DO UPDATE SET value = excluded.value, hash = excluded.hash"""


def _put_setting(sql: Sql, name: str, value: str) -> None:
    sql.put(_SETTING, [name, value, row_hash(name, value)])


def _drop_setting(sql: Sql, name: str) -> None:
    sql.put("DELETE FROM settings WHERE {group_key = :group AND }name = ?", [name])


def _sound_setting(sql: Sql, name: str) -> str | None:
    """A setting; None where it was never made, and where it is not as it was made."""
    query = "SELECT value, hash FROM settings WHERE {group_key = :group AND }name = ?"
    row = sql.execute(query, [name]).fetchone()
    return str(row[0]) if row and bears(row[1], name, row[0]) else None
