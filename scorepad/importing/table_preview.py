"""A table of an imported file as the page for the meanings of its columns shows it."""

from dataclasses import dataclass

from scorepad.importing.sheets.columns import Columns
from scorepad.importing.sheets.headings import letter_of
from scorepad.importing.sheets.tables import Table

MOST_COLUMNS, MOST_ROWS = 80, 6
"""The most columns of a table whose meanings can be chosen, and the most rows of it that are shown."""


@dataclass(frozen=True)
class ColumnPreview:
    """A column, what it means, and whose it may be."""

    letter: str
    label: str
    player: str
    meaning: str
    code: str
    is_chosen: bool
    is_problem: bool
    names: tuple[str, ...]
    """The players to whom it may belong."""


@dataclass(frozen=True)
class TablePreview:
    """A table: the identity of its headings, its columns, and its first rows. A very wide one has no columns."""

    fingerprint: str
    layout: str
    are_evenings: bool
    columns: tuple[ColumnPreview, ...]
    rows: tuple[tuple[str, ...], ...]
    more: int
    """The number of further rows."""


def preview_of(table: Table) -> TablePreview:
    """Return what the page shows of a table."""
    columns = table.columns
    rows = [row for row in table.rows if not row.empty]
    is_shown = len(table.headings) <= MOST_COLUMNS
    return TablePreview(
        table.fingerprint,
        columns.layout,
        columns.are_evenings,
        tuple(_columns(columns)) if is_shown else (),
        tuple(tuple(map(row.cell, range(len(table.headings)))) for row in rows[:MOST_ROWS]) if is_shown else (),
        max(0, len(rows) - MOST_ROWS),
    )


def _columns(columns: Columns) -> list[ColumnPreview]:
    problems = {column.label for column in columns.problems}
    return [
        ColumnPreview(
            letter_of(column.index), column.label, column.player, column.meaning, column.code, column.is_chosen,
            column.label in problems, tuple(columns.names_for(column)),
        )
        for column in columns.columns
    ]  # fmt: skip
