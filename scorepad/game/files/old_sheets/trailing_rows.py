"""The rows below the evenings of a table, such as sums and counts, which are set aside by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from scorepad.game.files.old_sheets.cells import NOTHING, Line, number_or_none
from scorepad.game.files.old_sheets.columns import Columns
from scorepad.game.files.old_sheets.headings import parse_heading
from scorepad.game.files.old_sheets.row_kinds import is_sum_word
from scorepad.game.state.dates import is_day, is_day_or_serial, resembles_date
from scorepad.words import _

_SAMPLE = 50  # rows that show what a row is
_MOST_NAMED = 5


class _Key(NamedTuple):
    """The column with the date or number of each evening, and the test of its texts."""

    column: int
    fits: Callable[[str], bool]


def split_trailing(
    headings: Sequence[str], rows: Sequence[Line], choices: Mapping[str, str]
) -> tuple[Sequence[Line], list[str]]:
    """Return the rows of a table of evenings without those below the last one, and a sentence for the latter.

    A row directly below the evenings that has no label of a summary stays: it may be an evening with a typing error.
    """
    columns = Columns(headings, rows[:_SAMPLE], choices)
    filled = [row for row in rows if not row.empty]
    key = _find_key(columns, headings, filled) if columns.layout == "totals" else None
    last = _last(filled, key) if key else -1
    above, below = filled[: last + 1], filled[last + 1 :]
    if key is None or not above or not _are_most(above, key):
        return rows, []
    if any(resembles_date(row.cell(key.column)) for row in below):
        return rows, []
    attached = [row for distance, row in enumerate(below, 1) if row.number == above[-1].number + distance]
    if attached and not _is_summary(above, attached, key.column):
        below = below[len(attached) :]
    if not below:
        return rows, []
    return [row for row in rows if row.number < below[0].number], [_sentence(below, key.column)]


def _find_key(columns: Columns, headings: Sequence[str], rows: Sequence[Line]) -> _Key | None:
    by_meaning = {column.meaning: column.index for column in reversed(columns.columns)}
    if "date" in by_meaning:
        return _Key(by_meaning["date"], is_day_or_serial)
    unknown = [column.index for column in columns.columns if not column.is_chosen]
    keys = [_Key(index, is_day) for index in unknown if headings[index] and parse_heading(headings[index]) == ("", "")]
    keys = [key for key in keys if (last := _last(rows, key)) >= 0 and _are_most(rows[: last + 1], key)]
    by_number = [_Key(by_meaning["number"], str.isdigit)] if "number" in by_meaning else []
    return next(iter(keys + by_number), None)


def _last(rows: Sequence[Line], key: _Key) -> int:
    """Return the index of the last row with a date or number, or -1."""
    return next((at for at in reversed(range(len(rows))) if key.fits(rows[at].cell(key.column))), -1)


def _are_most(rows: Sequence[Line], key: _Key) -> bool:
    """Return whether most rows have a date or number. One of the others may have a typing error."""
    return 4 * sum(key.fits(row.cell(key.column)) for row in rows) >= 3 * len(rows)


def _is_summary(above: Sequence[Line], below: Sequence[Line], key: int) -> bool:
    """Return whether rows directly below the evenings have labels of a summary.

    A single row must also be different from an evening.
    """
    labels = [_label(row, key) for row in below]
    at = [next((column for column, text in enumerate(row.cells) if text), 0) for row in below]
    has_labels = all(
        label and number_or_none(label) is None and (row.cell(key) or _are_numbers(above, column))
        for row, label, column in zip(below, labels, at, strict=True)
    )
    is_certain = all(
        is_sum_word(label) or _lacks_texts(row, above, key) or _is_derived(row, above)
        for row, label in zip(below, labels, strict=True)
    )
    return has_labels and (is_certain or (len(below) > 1 and len(above) > 1))


def _are_numbers(rows: Sequence[Line], column: int) -> bool:
    return all(number_or_none(row.cell(column)) is not None for row in rows)


def _is_text(cell: str) -> bool:
    return cell.casefold() not in NOTHING and number_or_none(cell) is None


def _lacks_texts(row: Line, above: Sequence[Line], key: int) -> bool:
    """Return whether a row is empty in all columns in which each evening has a text, such as its host."""
    filled = [
        column
        for column in range(len(above[0].cells))
        if column != key and all(_is_text(line.cell(column)) for line in above)
    ]
    return len(above) > 1 and bool(filled) and not any(row.cell(column) for column in filled)


def _is_derived(row: Line, above: Sequence[Line]) -> bool:
    """Return whether all numbers of a row are the sum, average, count, maximum or minimum of their columns."""
    given = {column: number for column, text in enumerate(row.cells) if (number := number_or_none(text)) is not None}
    for column, number in given.items():
        numbers = [value for line in above if (value := number_or_none(line.cell(column))) is not None]
        if not numbers:
            return False
        known = {sum(numbers), len(numbers), max(numbers), min(numbers)}
        if number not in known and round(float(number), 1) != round(float(sum(numbers)) / len(numbers), 1):
            return False
    return bool(given)


def _label(row: Line, key: int) -> str:
    return row.cell(key) or next(filter(None, row.cells))


def _sentence(rows: Sequence[Line], key: int) -> str:
    labels = [_label(row, key)[:40] for row in rows]
    if len(rows) == 1:
        return _("Row {number} ({text})").format(number=rows[0].number, text=labels[0])
    names = ", ".join([*labels[:_MOST_NAMED], *["…"][: len(labels) > _MOST_NAMED]])
    return _("Rows {first} to {last} ({texts})").format(first=rows[0].number, last=rows[-1].number, texts=names)
