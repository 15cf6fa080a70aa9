"""Cells that hold a bid and its result, such as 1/2, 1/11, 1/2=-5 or 2✓, as separate columns."""

import re
from collections.abc import Sequence

from scorepad.importing.sheets.cells import Line
from scorepad.importing.sheets.headings import parse_heading

_PAIR = re.compile(r"(\d{1,2}) ?/ ?([-−]?\d{1,4})(?: ?= ?([-−]?\d{1,4}))?")
_DASHED = re.compile(r"(\d{1,2}) ?[-–:] ?(\d{1,2})")
_MARKED = re.compile("(\\d{1,2}) ?([↑↓✓✔✗✘x])")
_MADE = "✓✔"


def with_pairs_apart(headings: Sequence[str], rows: Sequence[Line]) -> tuple[list[str], list[Line]]:
    """Return the table with two or three columns for each column of pairs.

    A pair with points, such as 1/2=-5, has a bid and tricks. The headings of others do not say which is which:
    “Ann 1st”, “Ann 2nd”.
    """
    columns = [column for column, text in enumerate(headings) if text]
    dashed = [
        column for column in columns if parse_heading(headings[column]) == ("", "") and _are_all(_DASHED, rows, column)
    ]
    dashed = dashed if len(dashed) > 1 else []
    pairs = [column for column in columns if column in dashed or _are_all(_PAIR, rows, column)]
    marked = [column for column in columns if _are_all(_MARKED, rows, column)]
    has_points = any((match := _PAIR.fullmatch(row.cell(column))) and match[3] for row in rows for column in pairs)
    parts = ["bid", "tricks", "points"] if has_points else ["1st", "2nd"]
    names = [
        [f"{parse_heading(text)[0] or text} {part}" for part in (parts if column in pairs else ("bid", "made"))]
        if column in (*pairs, *marked)
        else [text]
        for column, text in enumerate(headings)
    ]
    apart = [
        Line(row.number, tuple(cell for column, group in enumerate(names) for cell in _cells(row.cell(column), group)))
        for row in rows
    ]
    return [name for group in names for name in group], apart


def _are_all(pattern: re.Pattern[str], rows: Sequence[Line], column: int) -> bool:
    """Return whether most texts in a column match a pattern."""
    texts = [row.cell(column) for row in rows if row.cell(column)]
    return bool(texts) and 2 * sum(bool(pattern.fullmatch(text)) for text in texts) > len(texts)


def _cells(text: str, names: Sequence[str]) -> list[str]:
    if len(names) > 1 and (match := _PAIR.fullmatch(text) or _DASHED.fullmatch(text)):
        return [part or "" for part in match.groups()][: len(names)]
    if len(names) > 1 and (match := _MARKED.fullmatch(text)):
        return [match[1], "✓" if match[2] in _MADE else "✗"]
    return [text, *[""] * (len(names) - 1)]
