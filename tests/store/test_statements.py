"""Every SQL statement of the store, read in the source: it names the group, and every supported database knows it."""

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scorepad import store
from scorepad.store.postgres import TABLES
from scorepad.store.sql.engine import render_statement

ROOM = Path(store.__file__).parent
BEGINS = "SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|BEGIN|SET|WITH|DECLARE|FETCH|SHOW|LOCK|LISTEN|NOTIFY"
STATEMENT = re.compile(rf"\s*(({BEGINS})\s|COMMIT$)")


def statements() -> Iterator[tuple[str, str]]:
    """Yield each statement with its place, as the shared database receives it.

    `x` replaces values inserted at run time.
    """
    for file in sorted([*ROOM.glob("sql/*.py"), *ROOM.glob("postgres/*.py")]):
        names = vars(importlib.import_module(".".join(["scorepad", "store", file.parent.name, file.stem])))
        tree = ast.parse(file.read_text("utf-8"))
        parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
        for node in ast.walk(tree):
            text = source_text(node, names) if id(node) not in parts else ""
            if STATEMENT.match(text):
                yield f"{file.parent.name}/{file.name}:{getattr(node, 'lineno', 0)}", render_statement(text, "database")


def source_text(node: ast.AST, names: dict[str, Any]) -> str:
    if isinstance(node, ast.Constant):
        return node.value.decode() if isinstance(node.value, bytes) else str(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(source_text(part, names) for part in node.values)
    if isinstance(node, ast.FormattedValue):
        try:
            return str(eval(ast.unparse(node.value), {**names}))  # noqa: S307  a constant of the module
        except NameError:
            return "x"
    return ""


STATEMENTS = list(statements())

WITHOUT_A_GROUP = {
    r"(CREATE|ALTER|DROP) (TABLE|INDEX) ": "a step of the tables is for all groups; each key is asked of below",
    r"(BEGIN|COMMIT|SET) ?": "how a transaction or a connection is begun and ended",
    r"SELECT name FROM steps$": "which steps the database has",
    r"INSERT INTO steps ": "the note that a step was taken",
    r"SELECT table_name FROM information_schema\.tables ": "which tables there are",
    r"SELECT group_key(, changes)? FROM groups WHERE arriving = 0": "all groups, and how often they were written in",
    r"SELECT count\(\*\) FROM games JOIN groups ": "how many games a host has, in all groups",
    r"SELECT group_key, which, changes FROM groups WHERE group_key = ANY\(": "those that somebody looks on at, at once",
    r"SELECT group_key FROM groups WHERE (arriving|demonstration) > 0 ": "what a host throws away when it is old",
    r"SELECT 1$": "whether the database answers",
    r"(SELECT group_key|DELETE) FROM codes WHERE digest = ": "whoever has lost their group knows its code alone",
    r"(SELECT|INSERT INTO|DELETE FROM).* host\b": "what is kept of the host itself",
}
"""Beginnings of statements that need not name the group, with the reasons."""


def test_every_statement_is_found_here() -> None:
    """No statement is missed: those of every package of the store, and the longest of them completely."""
    assert len(STATEMENTS) > 80
    assert {where.partition(":")[0].partition("/")[0] for where, _text in STATEMENTS} == {"sql", "postgres"}
    assert any("LEFT JOIN events AS sent ON" in " ".join(text.split()) for _where, text in STATEMENTS)


def test_a_statement_names_the_group_or_is_on_the_list() -> None:
    """In each part, a query of a table is restricted to the group's rows."""
    for where, text in STATEMENTS:
        plain = " ".join(text.split())
        if not any(re.match(pattern, plain) for pattern in WITHOUT_A_GROUP):
            assert ":group" in plain, where
            asked = [match for match in re.findall(r"(?:FROM|JOIN|UPDATE|INTO) (\w+)", plain) if match in OF_GROUPS]
            assert plain.count("group_key") >= len(asked), where


OF_GROUPS = {*TABLES, "groups", "codes", "x"}


def test_every_key_begins_with_the_group() -> None:
    tables = [" ".join(text.split()) for _where, text in STATEMENTS if text.lstrip().startswith("CREATE TABLE")]
    assert len(tables) > 10
    for table in tables:
        if re.search(r"EXISTS (steps|codes|host) ", table):
            continue
        keys = re.findall(r"(?:PRIMARY KEY|UNIQUE|FOREIGN KEY) \(([^)]*)", table)
        assert keys or "group_key TEXT PRIMARY KEY" in table, table
        assert all(key.startswith("group_key") for key in keys), table


# What all three databases support, by their own documentation:
# PostgreSQL 18   https://www.postgresql.org/docs/18/sql-commands.html  https://www.postgresql.org/docs/18/functions.html
# CockroachDB     https://www.cockroachlabs.com/docs/stable/sql-statements
#                 https://www.cockroachlabs.com/docs/stable/functions-and-operators
#                 https://www.cockroachlabs.com/docs/stable/begin-transaction (ISOLATION LEVEL, READ ONLY)
#                 https://www.cockroachlabs.com/docs/stable/set-vars (statement_timeout, the idle one)
# YugabyteDB      https://docs.yugabyte.com/latest/api/ysql/the-sql-language/statements/
#                 https://docs.yugabyte.com/latest/explore/ysql-language-features/postgresql-compatibility/
#                 (not: LISTEN and NOTIFY, LOCK TABLE, columns GENERATED ... STORED, deferred constraints)
# Left out for this reason: cursors, which need their own read-only transaction
# (https://www.cockroachlabs.com/docs/stable/cursors), advisory locks, sequences, LIKE, collations, full texts.
KNOWN = {
    "SELECT", "INSERT", "INTO", "VALUES", "UPDATE", "SET", "DELETE", "FROM", "WHERE", "AND", "OR", "NOT", "IN", "ANY",
    "AS", "ON", "JOIN", "LEFT", "ORDER", "BY", "DESC", "LIMIT", "OFFSET", "DISTINCT", "EXISTS", "CASE", "WHEN", "THEN",
    "ELSE", "END", "NULL", "IS", "CONFLICT", "DO", "NOTHING", "RETURNING", "BEGIN", "COMMIT", "ISOLATION", "LEVEL",
    "SERIALIZABLE", "REPEATABLE", "READ", "ONLY", "CREATE", "DROP", "TABLE", "INDEX", "IF", "PRIMARY", "KEY", "FOREIGN",
    "LOCAL", "UNION", "ALL", "REFERENCES", "UNIQUE", "DEFAULT", "TEXT", "BIGINT", "DOUBLE", "PRECISION",
}  # fmt: skip
FUNCTIONS = {"count", "max", "sum", "coalesce", "substr", "strpos", "length", "current_schema"}
"""All of them are in both lists of functions that are named above."""


def test_a_statement_says_what_every_database_of_this_kind_knows() -> None:
    for where, text in STATEMENTS:
        plain = re.sub(r"'[^']*'", "''", " ".join(text.split()))
        assert set(re.findall(r"\b[A-Z]{2,}\b", plain)) <= KNOWN, where
        assert set(re.findall(r"\b([a-z_]+)\(", plain)) <= FUNCTIONS, where
        assert not re.search(r"(?<![.\w])(LIKE|COLLATE|::|~|@>)", plain), where
