"""What the disk has spoilt beside the record, and what was lost of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from scorepad.store.records import LEAGUE, PEOPLE, bears
from scorepad.store.sql.engine import Sql
from scorepad.store.sql.side_tables import signed
from scorepad.words import _


class Spoilt(NamedTuple):
    """A row that is not as it was kept: `told` is a sentence, the SQL `drop` with `key`
    throws it away."""

    told: str
    drop: str
    key: list[Any]


def spoilt(sql: Sql) -> Iterator[Spoilt]:
    """Rows that are not as they were kept; read as bytes out of a file, so that what is no
    text any more is found again."""
    taps = """SELECT {CAST(field AS BLOB)|field}, game, id, field, hand, value, by, hash
              FROM drafts LEFT JOIN games ON {games.group_key = drafts.group_key AND }number = game
              {WHERE drafts.group_key = :group}"""
    for raw, game, game_id, field, hand, value, by, hash in sql.execute(taps).fetchall():
        if not bears(hash, game_id, *signed([field, hand, value, by])):
            told = _("Game {game}: the tap “{field}” was changed. It counts no more: tap it again.")
            drop = """DELETE FROM drafts
                      WHERE {CAST(field AS BLOB) IS ? AND game IS ?|group_key = :group AND field = ? AND game = ?}"""
            yield Spoilt(told.format(game=game_id, field=field), drop, [raw, game])
    actions = """SELECT id, game, actions.number, actions.version, action, hash
                 FROM actions LEFT JOIN games ON {games.group_key = actions.group_key AND }games.number = game
                 {WHERE actions.group_key = :group}"""
    for game_id, game, number, version, action, hash in sql.execute(actions).fetchall():
        if not bears(hash, game_id, number, version, action):
            told = _("Game {game}: what Undo knows of one action was changed. Undo leaves it out.").format(game=game_id)
            drop = "DELETE FROM actions WHERE {group_key = :group AND }game = ? AND number = ?"
            yield Spoilt(told, drop, [game, number])
    settings = "SELECT {rowid|name}, name, value, hash FROM settings{ WHERE group_key = :group}"
    for row, name, value, hash in sql.execute(settings).fetchall():
        if not bears(hash, name, value):
            told = _("The setting “{name}” was changed. It is made anew, so an old link may open nothing any more.")
            if name == PEOPLE:
                told = _("How people are called and who is hidden was changed, so it counts no more. Say it once more.")
            if name == LEAGUE:
                told = _("The group’s league was changed, so it counts no more. Keep it once more.")
            drop = "DELETE FROM settings WHERE {rowid = ?|group_key = :group AND name = ?}"
            yield Spoilt(told.format(name=name), drop, [row])
    people = "SELECT {CAST(name AS BLOB)|name}, name, person, hash FROM people{ WHERE group_key = :group}"
    for raw, name, person, hash in sql.execute(people).fetchall():
        if not bears(hash, name, person):
            told = _("Who “{name}” is was changed, so the name stands for itself again. Join it once more.")
            drop = "DELETE FROM people WHERE {CAST(name AS BLOB) IS ?|group_key = :group AND name = ?}"
            yield Spoilt(told.format(name=name), drop, [raw])


def changed_rule_files(sql: Sql) -> list[str]:
    """Keys of own rule files that are not as they were kept."""
    rows = sql.execute("SELECT kind, key, text, hash FROM laws{ WHERE group_key = :group}")
    return sorted(str(key) for kind, key, text, hash in rows if not bears(hash, kind, key, text))
