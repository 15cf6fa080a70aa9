"""Drafts: what is tapped for the open hand and not yet recorded, and the actions that Undo goes by."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any

from scorepad.errors import DraftChanged, GameNotFound, StaleVersion
from scorepad.store.records import Action, DraftField, Moment, bears, row_hash
from scorepad.store.sql.engine import Part, Sql, reading, writing
from scorepad.store.sql.listing import GAME, GameRow, game_row


class Drafts(Part):
    """The part of the store that keeps what is tapped and not yet recorded."""

    @reading
    def draft(self, sql: Sql, game_id: str) -> dict[str, Any]:
        """What is tapped: {"hand": its number, "values": {field: value}}; hand 0 and no values when nothing is.

        "by", where anybody has said who they are, is who tapped it: {field: name}; "spoilt", where it is there, is how
        many taps were left out because they are not as they were kept.
        """
        query = """SELECT field, hand, value, by, hash
                   FROM drafts JOIN games ON {games.group_key = drafts.group_key AND }number = game
                   WHERE {games.group_key = :group AND }id = ?"""
        return _draft(game_id, sql.execute(query, [game_id]).fetchall())

    @reading
    def moments(self, sql: Sql, game_ids: Collection[str]) -> dict[str, Moment]:
        """How each of these games stands, by its id; nothing of a game that is not there. One read, cheap for
        hundreds."""
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
    def change_draft(self, sql: Sql, game_id: str, action: Action, *, seen: int, checked: bool = False) -> None:
        """Write the fields of an action into the draft, None to unset one, and note it for Undo; fields of another hand
        are dropped.

        `checked`: DraftChanged when a field's value is not the one before, as for a call on those before it.
        `seen` is the version at which that hand was open: StaleVersion when the game has gone on, so that a tap that
        comes late drops no taps of the next hand.
        """
        before = {field: values[0] for field, values in action.fields.items()}
        game = must_be_in_draft(sql, game_id, action.hand, before) if checked else game_row(sql, game_id)
        if seen != game.version:
            raise StaleVersion(seen, game.version)
        game.must_not_be_binned()
        for field, (_before, value) in action.fields.items():
            _put_field(sql, game, DraftField(action.hand, field, value), action.by)
        _note(sql, game, game.version, action, game.actions + 1)

    @reading
    def tapped(self, sql: Sql, game_id: str) -> tuple[dict[str, Any], list[Action]]:
        """Return the draft as `draft` does, and the actions of the game in their order, by one read. Actions that the
        disk has changed are left out."""
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
