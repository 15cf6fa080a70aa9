"""Drafts: the unsaved entries of the current hand, and the actions for Undo."""

import json
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any

from scorepad.errors import DraftChanged, GameNotFound, StaleVersion
from scorepad.store.records import Action, DraftField, Snapshot, row_hash, verify_hash
from scorepad.store.sql.engine import Part, Sql, reading, writing
from scorepad.store.sql.listing import GAME, GameRow, game_row


class Drafts(Part):
    """The part of the store that holds drafts."""

    @reading
    def draft(self, sql: Sql, game_id: str) -> dict[str, Any]:
        """Return the draft: {"hand": its number, "values": {field: value}}.

        An empty draft has hand 0 and no values. "by", if known, maps each field to the person who entered it. "spoilt",
        if present, is the number of damaged fields that were left out.
        """
        query = """SELECT field, hand, value, by, hash
                   FROM drafts JOIN games ON games.group_key = drafts.group_key AND number = game
                   WHERE games.group_key = :group AND id = ?"""
        return _draft(game_id, sql.execute(query, [game_id]).fetchall())

    @reading
    def moments(self, sql: Sql, game_ids: Collection[str]) -> dict[str, Snapshot]:
        """Return snapshots of these games, by id, without unknown games.

        This is one read, and cheap for hundreds of games.
        """
        ids = list(game_ids) or [""]
        padded = 1 << (len(ids) - 1).bit_length()  # a power of two, to limit the number of statements to prepare
        ids += ids[:1] * (padded - len(ids))
        query = f"""SELECT games.id, version, head, binned, bin_hash, field, hand, value, by, hash FROM games
                    LEFT JOIN drafts ON drafts.group_key = games.group_key AND game = games.number
                    WHERE games.group_key = :group AND games.id IN ({", ".join("?" * len(ids))})"""
        lines: dict[tuple[Any, ...], list[Sequence[Any]]] = {}
        for row in sql.execute(query, ids).fetchall():
            lines.setdefault(tuple(row[:5]), []).append(row[5:])
        return {
            id: Snapshot(GameRow(0, id, version, head, binned=binned, bin_hash=bin_hash).mark, _draft(id, taps))
            for (id, version, head, binned, bin_hash), taps in lines.items()
        }

    @writing
    def change_draft(self, sql: Sql, game_id: str, action: Action, *, seen: int, checked: bool = False) -> None:
        """Write the fields of an action into the draft, and save the action for Undo.

        A value of None clears a field. Fields of another hand are deleted.

        With `checked`, raise DraftChanged if the present value of a field is not the action's value before. Calls need
        this, as each depends on the previous ones. `seen` is the version at which that hand was current. Raise
        StaleVersion if the game has more events by now. Otherwise a late change would delete the draft of the next
        hand.
        """
        before = {field: values[0] for field, values in action.fields.items()}
        game = check_draft(sql, game_id, action.hand, before) if checked else game_row(sql, game_id)
        if seen != game.version:
            raise StaleVersion(seen, game.version)
        game.must_not_be_binned()
        for field, (_before, value) in action.fields.items():
            _put_field(sql, game, DraftField(action.hand, field, value), action.by)
        _note(sql, game, game.version, action, game.actions + 1)

    @reading
    def tapped(self, sql: Sql, game_id: str) -> tuple[dict[str, Any], list[Action]]:
        """Return the draft, as `draft` does, and the actions of the game in order, with one read.

        Damaged actions are left out.
        """
        game = "(SELECT number FROM games WHERE group_key = :group AND id = ?)"
        query = f"""SELECT 0, field, hand, value, by, hash FROM drafts
                    WHERE group_key = :group AND game = {game}
                    UNION ALL SELECT number, '', version, action, '', hash FROM actions
                    WHERE group_key = :group AND game = {game}"""
        rows = sorted(sql.execute(query, [game_id, game_id]).fetchall(), key=lambda row: row[0])
        actions = [
            _action(game_id, number, version, text, hash) for number, _, version, text, _, hash in rows if number
        ]
        return _draft(game_id, [row for number, *row in rows if not number]), [action for action in actions if action]


@lru_cache(maxsize=4096)  # rows never change, and each page reads all rows of a game
def _action(game_id: str, number: int, version: int, text: str, hash: str) -> Action | None:
    """Return the action of a row, None for a damaged row."""
    if not verify_hash(hash, game_id, number, version, text):
        return None
    return Action(**{**json.loads(text), "number": number, "version": version})


def _draft(game_id: str, rows: Sequence[Sequence[Any]]) -> dict[str, Any]:
    """Return the draft in these rows; a row without a field means an empty draft."""
    taps = [row for row in rows if row[0] is not None]
    intact = sorted(tap for *tap, hash in taps if verify_hash(hash, game_id, *hashed_values(tap)))
    hand = intact[0][1] if intact else 0
    draft = {"hand": hand, "values": {field: json.loads(value) for field, _hand, value, _by in intact}}
    authors = {field: by for field, _hand, _value, by in intact if by}
    lost = len(taps) - len(intact)
    return {**draft, **({"by": authors} if authors else {}), **({"spoilt": lost} if lost else {})}


def hashed_values(tap: Sequence[Any]) -> Sequence[Any]:
    """Return the values that the hash of a draft field covers; the author only if known."""
    return tap if tap[-1] else tap[:-1]


def _note(sql: Sql, game: GameRow, version: int, action: Action, number: int) -> None:
    text = json.dumps({name: value for name, value in action._asdict().items() if value or name in _OF_EVERY_ACTION})
    query = """INSERT INTO actions ({key}game, number, version, action, hash)
               VALUES ({group}?, ?, ?, ?, ?)"""
    sql.put(query, [game.number, number, version, text, row_hash(game.id, number, version, text)])


_OF_EVERY_ACTION = ("author", "by", "at")


def note_event(sql: Sql, game: GameRow, version: int, action: Action, taps: Sequence[Action]) -> None:
    """Save the action of the event that created `version`, after the draft changes before it.

    Clear the draft, or restore the draft that the event of version `restores` cleared. Call this within a transaction.
    """
    restored: dict[str, Any] = {}
    if action.restores is not None:
        query = "SELECT number, version, action, hash FROM actions WHERE group_key = :group AND game = ?"
        rows = sorted(sql.execute(query, [game.number]).fetchall())
        restored = _drafts_ended([past for row in rows if (past := _action(game.id, *row))]).get(action.restores, {})
    for at, entry in enumerate([*taps, action], 1):
        _note(sql, game, version if entry is action else game.version, entry, game.actions + at)
    if action.clears or action.restores is not None:
        sql.put("DELETE FROM drafts WHERE group_key = :group AND game = ?", [game.number])
    for field, (hand, value, by) in restored.items():
        _put_field(sql, game, DraftField(hand, field, value), by)


_Drafted = dict[str, tuple[int, Any, str]]
"""Hand, value and author of the last change, by field."""


def _drafts_ended(actions: Sequence[Action]) -> dict[int, _Drafted]:
    """Return the draft that each event ended, by the version that the event created."""
    ended: dict[int, _Drafted] = {}
    draft: _Drafted = {}
    for action in actions:
        if action.restores is not None:
            draft = dict(ended.get(action.restores, {}))
        elif action.clears:
            ended[action.version], draft = draft, {}
        changed = {field: (action.hand, now, action.by) for field, (_before, now) in action.fields.items()}
        draft = {field: entry for field, entry in draft.items() if not changed or entry[0] == action.hand} | changed
    return ended


def _put_field(sql: Sql, game: GameRow, tap: DraftField, by: str) -> None:
    drop = "DELETE FROM drafts WHERE group_key = :group AND game = ? AND (hand <> ? OR field = ?)"
    sql.put(drop, [game.number, tap.hand, tap.field])
    if tap.value is not None:
        row = [tap.field, tap.hand, json.dumps(tap.value), by]
        query = """INSERT INTO drafts ({key}game, field, hand, value, by, hash)
                   VALUES ({group}?, ?, ?, ?, ?, ?)"""
        sql.put(query, [game.number, *row, row_hash(game.id, *hashed_values(row))])


def check_draft(sql: Sql, game_id: str, hand: int, values: Mapping[str, object | None]) -> GameRow:
    """Return the row of a game whose draft has these values, with one query.

    Raise DraftChanged if a field has another value, GameNotFound for an unknown game. Call this within a transaction.
    """
    rows = sql.execute(
        f"""SELECT {GAME}, field, value, by, hash
            FROM games LEFT JOIN drafts
              ON drafts.group_key = games.group_key AND game = games.number AND hand = ?
            WHERE games.group_key = :group AND games.id = ?""",
        [hand, game_id],
    ).fetchall()
    if not rows:
        raise GameNotFound(game_id)
    current = {field: json.loads(value) for *_game, field, value, by, hash in rows
             if verify_hash(hash, game_id, *hashed_values([field, hand, value, by]))}  # fmt: skip
    if any((current.get(field) or None) != (value or None) for field, value in values.items()):
        raise DraftChanged()
    return GameRow(*rows[0][:-4])
