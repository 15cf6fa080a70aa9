"""Cells that hold a bid and its result, such as 1/2, 1/11, 1/2=-5 or 2✓, as separate columns."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scorepad.importing.sheets.cells import Line
from scorepad.importing.sheets.headings import parse_heading

_PAIR = re.compile(r"(\d{1,2}) ?/ ?([-−]?\d{1,4})(?: ?= ?([-−]?\d{1,4}))?")
_DASHED = re.compile(r"(\d{1,2}) ?[-–:] ?(\d{1,2})")
_MARKED = re.compile("(\\d{1,2}) ?([↑↓✓✔✗✘x])")
_MADE = "✓✔"
MOST_TRICKS = 20  # in a hand of all players, if the table has no cards


def with_pairs_apart(headings: Sequence[str], rows: Sequence[Line]) -> tuple[list[str], list[Line]]:
    """Return the table with two or three columns for each column of pairs.

    The second number is the tricks if these add up to the cards, otherwise the points. If the first one may be the
    tricks, the headings do not say which is which: “Ann 1st”, “Ann 2nd”.
    """
    columns = [column for column, text in enumerate(headings) if text]
    dashed = [
        column for column in columns if parse_heading(headings[column]) == ("", "") and _are_all(_DASHED, rows, column)
    ]
    dashed = dashed if len(dashed) > 1 else []
    rows = [_with_slashes(row, dashed) for row in rows] if dashed else rows
    pairs = [column for column in columns if _are_all(_PAIR, rows, column)]
    marked = [column for column in columns if _are_all(_MARKED, rows, column)]
    cards = next((column for column, text in enumerate(headings) if parse_heading(text) == ("", "cards")), None)
    are_tricks = _are_tricks(rows, pairs, cards)
    parts = ["bid", "tricks", "points"] if are_tricks else ["bid", "points"]
    if _may_be_reversed(rows, pairs, cards) if cards is not None else dashed:
        parts = ["1st", "2nd"]
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


def _are_tricks(rows: Sequence[Line], pairs: Sequence[int], cards: int | None) -> bool:
    for row in rows:
        matches = [match for column in pairs if (match := _PAIR.fullmatch(row.cell(column)))]
        if any(match[3] for match in matches):
            return True
        total = sum(int(match[2].replace("−", "-")) for match in matches)
        size = row.cell(cards) if cards is not None else ""
        if matches and (str(total) != size if size else not 0 <= total <= MOST_TRICKS):
            return False
    return True


def _with_slashes(row: Line, columns: Sequence[int]) -> Line:
    texts = [_DASHED.sub(r"\1/\2", text) if column in columns else text for column, text in enumerate(row.cells)]
    return Line(row.number, tuple(texts))


def _may_be_reversed(rows: Sequence[Line], pairs: Sequence[int], cards: int) -> bool:
    """Return whether the first numbers add up to the cards, and the second ones do not but may be bids."""
    sums: list[tuple[int, int]] = []
    for row in rows:
        numbers = [
            (int(match[1]), int(match[2].replace("−", "-")))
            for column in pairs
            if (match := _PAIR.fullmatch(row.cell(column)))
        ]
        size = row.cell(cards)
        if numbers and size.isdecimal():
            if any(not 0 <= second <= int(size) for _first, second in numbers) or sum(
                first for first, _ in numbers
            ) != int(size):
                return False
            sums.append((int(size), sum(second for _first, second in numbers)))
    return any(size != second for size, second in sums)


def _cells(text: str, names: Sequence[str]) -> list[str]:
    if len(names) > 1 and (match := _PAIR.fullmatch(text)):
        return [part or "" for part in match.groups()][: len(names)]
    if len(names) > 1 and (match := _MARKED.fullmatch(text)):
        return [match[1], "✓" if match[2] in _MADE else "✗"]
    return [text, *[""] * (len(names) - 1)]
