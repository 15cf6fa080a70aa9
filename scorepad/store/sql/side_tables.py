"""Tables outside the game records: custom rule files, settings, statistics and joined names.

`spoilt` lists the damaged rows of these tables.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scorepad.store.records import LEAGUE, PEOPLE, Facts, Pile, RuleFileKind, row_hash, verify_hash
from scorepad.store.sql.drafts import hashed_values
from scorepad.store.sql.engine import Part, Sql, reading, reading_snapshot, writing
from scorepad.words import _


class SideTables(Part):
    """The part of the store for data outside the game records.

    It holds custom schemes and rulebooks as texts (in the table `laws`, named so since 0.1.0). It also holds settings
    that are made once, such as the network key. Further tables hold facts for the statistics, and names joined to
    people.
    """

    # --- custom rule files -----------------------------------------------------------------------------

    @reading
    def rule_files(self, sql: Sql, kind: RuleFileKind) -> list[str]:
        """Return the keys of custom schemes or rulebooks, sorted."""
        query = "SELECT key FROM laws WHERE group_key = :group AND kind = ?"
        return sorted(key for (key,) in sql.execute(query, [kind]))

    @reading
    def rule_file(self, sql: Sql, kind: RuleFileKind, key: str) -> str | None:
        """Return the text of a custom rule file; None for an unknown key."""
        return _rule_file(sql, kind, key)

    @writing
    def keep_rule_file(self, sql: Sql, kind: RuleFileKind, key: str, text: str) -> None:
        """Save a custom rule file, replacing any file with this key."""
        _put_rule_file(sql, kind, key, text)

    @writing
    def keep_new_rule_file(self, sql: Sql, kind: RuleFileKind, key: str, text: str) -> str:
        """Save a new custom rule file under this key or the next free one, such as “key_2”.

        Return the key that was used. If a file with the same text exists, save nothing and return the key of that file.
        """
        query = "SELECT key, text FROM laws WHERE group_key = :group AND kind = ?"
        texts: dict[str, str] = dict(sql.execute(query, [kind]).fetchall())
        if duplicates := sorted(known for known, stored in texts.items() if stored == text):
            return duplicates[0]
        candidates = [key, *(f"{key}_{number}" for number in range(2, len(texts) + 3))]
        free = next(candidate for candidate in candidates if candidate not in texts)
        _put_rule_file(sql, kind, free, text)
        return free

    @writing
    def swap_rule_file(self, sql: Sql, kind: RuleFileKind, key: str, text: str, *, before: str) -> bool:
        """Replace the text `before` of a custom rule file; return False if the present text differs."""
        if _rule_file(sql, kind, key) != before:
            return False
        _put_rule_file(sql, kind, key, text)
        return True

    @writing
    def drop_rule_file(self, sql: Sql, kind: RuleFileKind, key: str) -> None:
        """Delete a custom rule file; games contain their own copies."""
        sql.execute("DELETE FROM laws WHERE group_key = :group AND kind = ? AND key = ?", [kind, key])

    # --- settings -----------------------------------------------------------------------------------

    @reading
    def setting(self, sql: Sql, name: str) -> str | None:
        """Return a setting; None if it is missing or damaged."""
        return _intact_setting(sql, name)

    def keep_setting(self, name: str, value: str) -> str:
        """Create a setting unless it exists; return the value in effect.

        The name of a setting that belongs to a game ends in a blank and the game's id.
        """
        while (stored := self.setting(name)) is None:
            if self.swap_setting(name, None, value):
                return value
        return stored

    @writing
    def swap_setting(self, sql: Sql, name: str, old: str | None, new: str) -> bool:
        """Replace the value `old` of a setting; return False if the present value differs.

        `old` is None for a setting that does not exist.
        """
        if _intact_setting(sql, name) != old:
            return False
        sql.put(_SETTING, [name, new, row_hash(name, new)])
        return True

    @writing
    def drop_setting(self, sql: Sql, name: str) -> None:
        """Delete a setting, so that it can be created again."""
        _drop_setting(sql, name)

    @writing
    def drop_setting_unless_last(self, sql: Sql, name: str, prefix: str) -> bool:
        """Delete a setting, but not the last one whose name begins with `prefix`.

        Return False, and delete nothing, if no other such setting would remain. This holds for concurrent calls too.
        """
        query = "SELECT name FROM settings WHERE group_key = :group AND name <> ? AND substr(name, 1, ?) = ?"
        others = sql.execute(query, [name, len(prefix), prefix]).fetchall()
        stays = any(_intact_setting(sql, other) is not None for (other,) in others)
        if stays:
            _drop_setting(sql, name)
        return stays

    @reading_snapshot
    def settings(self, sql: Sql) -> dict[str, str]:
        """Return all intact settings by name, without those of deleted games."""
        games = {game_id for (game_id,) in sql.execute("SELECT id FROM games WHERE group_key = :group")}
        rows = sql.execute("SELECT name, value, hash FROM settings WHERE group_key = :group").fetchall()
        intact = {name: value for name, value, hash in rows if verify_hash(hash, name, value)}
        return {name: value for name, value in intact.items() if " " not in name or name.split(" ")[-1] in games}

    @reading
    def settings_sign(self, sql: Sql) -> Hashable:
        """Return a value that changes whenever a setting is created, changed or deleted.

        This is one read.
        """
        return frozenset(map(tuple, sql.execute("SELECT name, hash FROM settings WHERE group_key = :group")))

    @writing
    def put_settings(self, sql: Sql, settings: Mapping[str, str]) -> None:
        """Replace all settings by these."""
        sql.execute("DELETE FROM settings WHERE group_key = :group")
        sql.executemany(_SETTING, [(name, value, row_hash(name, value)) for name, value in settings.items()])

    # --- statistics ----------------------------------------------------------------------------------

    @reading
    def heads(self, sql: Sql, pile: Pile, *, latest: int | None = None) -> list[tuple[str, str]]:
        """Return id and last hash of the games of a pile, earliest played first.

        `latest` limits them to those played last. This is cheap for thousands of games.
        """
        query = "SELECT id, head FROM games WHERE group_key = :group AND {shelf} = ? ORDER BY rank DESC LIMIT ?"
        # Return the rows unchanged: there are thousands of them, after every write.
        return sql.execute(query, [pile, 2**62 if latest is None else latest]).fetchall()[::-1]

    @reading_snapshot
    def facts(self, sql: Sql, of: Sequence[str] | None = None) -> dict[str, Facts]:
        """Return the intact facts of these games, or of all games, by id."""
        if of is not None and not of:
            return {}
        condition = "" if of is None else f" AND id IN ({', '.join('?' * len(of))})"
        query = f"""SELECT id, mark, evenings.facts, hash
                    FROM evenings JOIN games ON games.group_key = evenings.group_key AND number = game
                    WHERE games.group_key = :group{condition}"""
        rows = sql.execute(query, of or ())
        return {
            game_id: Facts(mark, text) for game_id, mark, text, hash in rows if verify_hash(hash, game_id, mark, text)
        }

    @writing
    def keep_facts(self, sql: Sql, facts: Mapping[str, Facts]) -> None:
        """Save the facts of these games, by id.

        Facts are a cache and may be deleted at any time. Deleted games are ignored.
        """
        write_facts(sql, facts)

    @reading
    def joined(self, sql: Sql) -> dict[str, str]:
        """Return the names that were joined to other people: {folded name: name of the person}."""
        rows = sql.execute("SELECT name, person, hash FROM people WHERE group_key = :group")
        return dict(sorted((name, person) for name, person, hash in rows if verify_hash(hash, name, person)))

    @writing
    def join(self, sql: Sql, name: str, person: str) -> None:
        """Assign a folded name to this person, replacing any earlier assignment."""
        sql.execute(
            """INSERT INTO people ({key}name, person, hash) VALUES ({group}?, ?, ?)
               ON CONFLICT ({key}name) DO UPDATE SET person = excluded.person, hash = excluded.hash""",
            [name, person, row_hash(name, person)],
        )

    @writing
    def part(self, sql: Sql, name: str) -> bool:
        """Remove the assignment of a folded name; return whether there was one."""
        query = "DELETE FROM people WHERE group_key = :group AND name = ? RETURNING name"
        return bool(sql.execute(query, [name]).fetchall())


def _rule_file(sql: Sql, kind: str, key: str) -> str | None:
    query = "SELECT text FROM laws WHERE group_key = :group AND kind = ? AND key = ?"
    row = sql.execute(query, [kind, key]).fetchone()
    return row and str(row[0])


def _put_rule_file(sql: Sql, kind: str, key: str, text: str) -> None:
    sql.put(
        """INSERT INTO laws ({key}kind, key, text, hash) VALUES ({group}?, ?, ?, ?)
           ON CONFLICT ({key}kind, key) DO UPDATE SET text = excluded.text, hash = excluded.hash""",
        [kind, key, text, row_hash(kind, key, text)],
    )


_SETTING = """INSERT INTO settings ({key}name, value, hash) VALUES ({group}?, ?, ?)
              ON CONFLICT ({key}name) DO UPDATE SET value = excluded.value, hash = excluded.hash"""


def _drop_setting(sql: Sql, name: str) -> None:
    sql.put("DELETE FROM settings WHERE group_key = :group AND name = ?", [name])


def _intact_setting(sql: Sql, name: str) -> str | None:
    """Return a setting; None if it is missing or damaged."""
    query = "SELECT value, hash FROM settings WHERE group_key = :group AND name = ?"
    row = sql.execute(query, [name]).fetchone()
    return str(row[0]) if row and verify_hash(row[1], name, row[0]) else None


def write_facts(sql: Sql, facts: Mapping[str, Facts]) -> None:
    """Save the facts of these games, within a transaction."""
    query = """INSERT INTO evenings ({key}game, mark, facts, hash)
               SELECT {group}number, ?, ?, ? FROM games WHERE group_key = :group AND id = ?
               ON CONFLICT ({key}game) DO UPDATE
               SET mark = excluded.mark, facts = excluded.facts, hash = excluded.hash"""
    rows = [(mark, text, row_hash(game_id, mark, text), game_id) for game_id, (mark, text) in facts.items()]
    sql.executemany(query, rows)


class DamagedRow(NamedTuple):
    """A damaged row.

    `damage` is a sentence about it. The SQL statement `drop` with the values `key` deletes it.
    """

    damage: str
    drop: str
    key: list[Any]


def damaged_rows(sql: Sql) -> Iterator[DamagedRow]:
    """Yield the damaged rows.

    SQLite names are read as bytes: a damaged name may not be valid text, but must identify the row.
    """
    taps = """SELECT {raw_field}, game, id, field, hand, value, by, hash
              FROM drafts LEFT JOIN games ON games.group_key = drafts.group_key AND number = game
              WHERE drafts.group_key = :group"""
    for raw, game, game_id, field, hand, value, by, hash in sql.execute(taps).fetchall():
        if not verify_hash(hash, game_id, *hashed_values([field, hand, value, by])):
            message = _(
                "Game {game}: the tap “{field}” was changed from outside, so it no longer counts. Tap it again."
            )
            drop = "DELETE FROM drafts WHERE group_key = :group AND {raw_field} {is} ? AND game {is} ?"
            yield DamagedRow(message.format(game=game_id, field=field), drop, [raw, game])
    actions = """SELECT id, game, actions.number, actions.version, action, hash
                 FROM actions LEFT JOIN games ON games.group_key = actions.group_key AND games.number = game
                 WHERE actions.group_key = :group"""
    for game_id, game, number, version, action, hash in sql.execute(actions).fetchall():
        if not verify_hash(hash, game_id, number, version, action):
            message = _(
                "Game {game}: the undo data of an action was changed from outside. Undo skips this action."
            ).format(game=game_id)
            drop = "DELETE FROM actions WHERE group_key = :group AND game = ? AND number = ?"
            yield DamagedRow(message, drop, [game, number])
    settings = "SELECT {raw_setting}, name, value, hash FROM settings WHERE group_key = :group"
    for row, name, value, hash in sql.execute(settings).fetchall():
        if not verify_hash(hash, name, value):
            message = _(
                "The setting “{name}” was changed from outside. It is created again, so an old link may be invalid."
            )
            if name == PEOPLE:
                message = _(
                    "The names and hidden people were changed from outside, so they no longer count. Enter them again."
                )
            if name == LEAGUE:
                message = _("The league was changed from outside, so it no longer counts. Save it again.")
            drop = "DELETE FROM settings WHERE group_key = :group AND {raw_setting} = ?"
            yield DamagedRow(message.format(name=name), drop, [row])
    people = "SELECT {raw_name}, name, person, hash FROM people WHERE group_key = :group"
    for raw, name, person, hash in sql.execute(people).fetchall():
        if not verify_hash(hash, name, person):
            message = _("The merged name “{name}” was changed from outside, so it is separate again. Merge it again.")
            drop = "DELETE FROM people WHERE group_key = :group AND {raw_name} {is} ?"
            yield DamagedRow(message.format(name=name), drop, [raw])


def drop_damaged_rows(sql: Sql) -> None:
    """Delete the rows that are damaged now: a field may have been set again since they were listed."""
    for row in damaged_rows(sql):
        sql.execute(row.drop, row.key)


def changed_rule_files(sql: Sql) -> list[str]:
    """Return the keys of damaged custom rule files."""
    rows = sql.execute("SELECT kind, key, text, hash FROM laws WHERE group_key = :group")
    return sorted(str(key) for kind, key, text, hash in rows if not verify_hash(hash, kind, key, text))
