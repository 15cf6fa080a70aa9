"""The rows below the evenings of a table, such as sums and counts, which are set aside by name."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from scorepad.game.state.dates import is_day, is_day_or_serial, resembles_date
from scorepad.importing.sheets.cells import NOTHING, Line, number_or_none
from scorepad.importing.sheets.columns import Columns
from scorepad.importing.sheets.headings import parse_heading
from scorepad.importing.sheets.row_kinds import is_sum_word
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
    if not all(_is_summary(above, row, key.column) for row in attached):
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


def _is_summary(above: Sequence[Line], row: Line, key: int) -> bool:
    """Return whether a row directly below the evenings has the label of a summary.

    Other labels count only if the row is empty in all columns in which each evening has a text, such as its host.
    """
    label = _label(row, key)
    with_texts = [
        column
        for column in range(len(above[0].cells))
        if column != key and all(_is_text(line.cell(column)) for line in above)
    ]
    lacks_texts = len(above) > 1 and bool(with_texts) and not any(row.cell(column) for column in with_texts)
    return number_or_none(label) is None and (is_sum_word(label) or lacks_texts)


def _is_text(cell: str) -> bool:
    return cell.casefold() not in NOTHING and number_or_none(cell) is None


def _label(row: Line, key: int) -> str:
    return row.cell(key) or next(filter(None, row.cells))


def _sentence(rows: Sequence[Line], key: int) -> str:
    labels = [_label(row, key)[:40] for row in rows]
    if len(rows) == 1:
        return _("Row {number} ({text})").format(number=rows[0].number, text=labels[0])
    names = ", ".join([*labels[:_MOST_NAMED], *["…"][: len(labels) > _MOST_NAMED]])
    return _("Rows {first} to {last} ({texts})").format(first=rows[0].number, last=rows[-1].number, texts=names)
