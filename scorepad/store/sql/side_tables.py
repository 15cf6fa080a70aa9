"""What stands beside the record: own rule files, settings made once, facts of each evening, who is who; and what the
disk has spoilt of it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scorepad.store.records import LEAGUE, PEOPLE, Facts, Pile, RuleFileKind, bears, row_hash
from scorepad.store.sql.drafts import signed
from scorepad.store.sql.engine import Part, Sql, reading, reading_apart, writing
from scorepad.store.sql.listing import OURS, SHELF
from scorepad.words import _


class SideTables(Part):
    """The part of the store that keeps own schemes and rulebooks, as texts (on the disk they are `laws`, as 0.1.0 wrote
    them); what is made once, as the key of the network; facts of evenings, and names that were joined into people."""

    # --- own rule files -----------------------------------------------------------------------------

    @reading
    def rule_files(self, sql: Sql, kind: RuleFileKind) -> list[str]:
        """Keys of own schemes or rulebooks, sorted."""
        query = "SELECT key FROM laws WHERE {group_key = :group AND }kind = ?"
        return sorted(key for (key,) in sql.execute(query, [kind]))

    @reading
    def rule_file(self, sql: Sql, kind: RuleFileKind, key: str) -> str | None:
        """The text of an own rule file; None where there is none of this key."""
        return _rule_file(sql, kind, key)

    @writing
    def keep_rule_file(self, sql: Sql, kind: RuleFileKind, key: str, text: str) -> None:
        """Keep an own rule file, or replace the one of this key."""
        _put_rule_file(sql, kind, key, text)

    @writing
    def keep_new_rule_file(self, sql: Sql, kind: RuleFileKind, key: str, text: str) -> str:
        """Keep one more own rule file, under this key or the next that is free (`key_2`); the key it has.

        A text that is kept already, under whatever key, is not kept again: its key is answered.
        """
        kept = _kept(sql, kind)
        twin = next((one for one in sorted(kept) if kept[one] == text), None)
        if twin is not None:
            return twin
        free = next(one for one in (key, *(f"{key}_{at}" for at in range(2, len(kept) + 3))) if one not in kept)
        _put_rule_file(sql, kind, free, text)
        return free

    @writing
    def swap_rule_file(self, sql: Sql, kind: RuleFileKind, key: str, text: str, *, before: str) -> bool:
        """Put an own rule file in the place of the text `before`; False, and nothing kept, where another stands or
        none."""
        if _rule_file(sql, kind, key) != before:
            return False
        _put_rule_file(sql, kind, key, text)
        return True

    @writing
    def drop_rule_file(self, sql: Sql, kind: RuleFileKind, key: str) -> None:
        """Forget an own rule file; games carry copies of theirs."""
        sql.execute("DELETE FROM laws WHERE {group_key = :group AND }kind = ? AND key = ?", [kind, key])

    # --- settings -----------------------------------------------------------------------------------

    @reading
    def setting(self, sql: Sql, name: str) -> str | None:
        """A setting, None when it was never made."""
        return _sound_setting(sql, name)

    def keep_setting(self, name: str, value: str) -> str:
        """Make a setting once: the value that stands, which is the earlier one if somebody was first.

        The name of a setting that belongs to a game ends in a blank and the game's id.
        """
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
        """Put `new` in the place of the setting `old`, None where it was never made; False, and nothing kept, where
        another stands by now."""
        if _sound_setting(sql, name) != old:
            return False
        _put_setting(sql, name, new)
        return True

    @writing
    def drop_setting(self, sql: Sql, name: str) -> None:
        """Forget a setting, so that it can be made anew."""
        _drop_setting(sql, name)

    @writing
    def drop_setting_beside(self, sql: Sql, name: str, prefix: str) -> bool:
        """Forget a setting where another one stays whose name begins with `prefix`; False, and nothing forgotten, where
        none would, whoever else forgets some at this moment."""
        beside = "SELECT name FROM settings WHERE {group_key = :group AND }name <> ? AND substr(name, 1, ?) = ?"
        others = sql.execute(beside, [name, len(prefix), prefix]).fetchall()
        stays = any(_sound_setting(sql, other) is not None for (other,) in others)
        if stays:
            _drop_setting(sql, name)
        return stays

    @reading_apart
    def settings(self, sql: Sql) -> dict[str, str]:
        """All settings that are as they were made, by their names, but for those of games that are gone."""
        games = {game_id for (game_id,) in sql.execute("SELECT id FROM games{ WHERE group_key = :group}")}
        rows = sql.execute("SELECT name, value, hash FROM settings{ WHERE group_key = :group}").fetchall()
        sound = {name: value for name, value, hash in rows if bears(hash, name, value)}
        return {name: value for name, value in sound.items() if " " not in name or name.split(" ")[-1] in games}

    @reading
    def settings_sign(self, sql: Sql) -> Hashable:
        """What is another one once any setting was made, changed or forgotten. One read."""
        return frozenset(map(tuple, sql.execute("SELECT name, hash FROM settings{ WHERE group_key = :group}")))

    @writing
    def put_settings(self, sql: Sql, settings: Mapping[str, str]) -> None:
        """Replace all settings by these."""
        sql.execute("DELETE FROM settings{ WHERE group_key = :group}")
        sql.executemany(_SETTING, [(name, value, row_hash(name, value)) for name, value in settings.items()])

    # --- the years ----------------------------------------------------------------------------------

    @reading
    def heads(self, sql: Sql, pile: Pile, *, latest: int | None = None) -> list[tuple[str, str]]:
        """Every game of a pile, or so many of those played last, with the hash of its last event, earliest played
        first; cheap for thousands of games."""
        query = f"SELECT id, head FROM games WHERE {OURS}{SHELF} = ? ORDER BY rank DESC LIMIT ?"
        # As they are: thousands of them, each time anything is written.
        return sql.execute(query, [pile, 2**62 if latest is None else latest]).fetchall()[::-1]

    @reading_apart
    def facts(self, sql: Sql, of: Sequence[str] | None = None) -> dict[str, Facts]:
        """What is kept of these games, or of all, by their ids; what is not as it was kept is left out."""
        if of is not None and not of:
            return {}
        those = "" if of is None else f" AND id IN ({', '.join('?' * len(of))})"
        query = f"""SELECT id, mark, evenings.facts, hash
                    FROM evenings JOIN games ON {{games.group_key = evenings.group_key AND }}number = game
                    WHERE {{1 = 1|games.group_key = :group}}{those}"""
        rows = sql.execute(query, of or ())
        return {game_id: Facts(mark, text) for game_id, mark, text, hash in rows if bears(hash, game_id, mark, text)}

    @writing
    def keep_facts(self, sql: Sql, facts: Mapping[str, Facts]) -> None:
        """Keep what these games say, by their ids. It may be thrown away at any time; games that are gone are passed
        over."""
        write_facts(sql, facts)

    @reading
    def joined(self, sql: Sql) -> dict[str, str]:
        """Names that are somebody else's too: {folded name: name of the person}."""
        rows = sql.execute("SELECT name, person, hash FROM people{ WHERE group_key = :group}")
        return dict(sorted((name, person) for name, person, hash in rows if bears(hash, name, person)))

    @writing
    def join(self, sql: Sql, name: str, person: str) -> None:
        """Say that a folded name is this person; what was said of it before is forgotten."""
        sql.execute(
            """INSERT INTO people ({group_key, }name, person, hash) VALUES ({:group, }?, ?, ?)
               ON CONFLICT ({group_key, }name) DO UPDATE SET person = excluded.person, hash = excluded.hash""",
            [name, person, row_hash(name, person)],
        )

    @writing
    def part(self, sql: Sql, name: str) -> bool:
        """Forget what was said of a folded name; whether anything was."""
        query = "DELETE FROM people WHERE {group_key = :group AND }name = ? RETURNING name"
        return bool(sql.execute(query, [name]).fetchall())


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


def write_facts(sql: Sql, facts: Mapping[str, Facts]) -> None:
    """Keep what these games say; inside a transaction."""
    query = """INSERT INTO evenings ({group_key, }game, mark, facts, hash)
               SELECT {group_key, }number, ?, ?, ? FROM games WHERE {group_key = :group AND }id = ?
               ON CONFLICT ({group_key, }game) DO UPDATE
               SET mark = excluded.mark, facts = excluded.facts, hash = excluded.hash"""
    rows = [(mark, text, row_hash(game_id, mark, text), game_id) for game_id, (mark, text) in facts.items()]
    sql.executemany(query, rows)


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
