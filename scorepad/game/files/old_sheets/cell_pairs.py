"""Cells that hold a bid and its result, such as 1/2, 1/11, 1/2=-5 or 2✓, as separate columns."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scorepad.game.files.old_sheets.cells import Line
from scorepad.game.files.old_sheets.headings import parse_heading

_PAIR = re.compile(r"(\d{1,2}) ?/ ?([-−]?\d{1,4})(?: ?= ?([-−]?\d{1,4}))?")
_MARKED = re.compile("(\\d{1,2}) ?([↑↓✓✔✗✘x])")
_MADE = "✓✔"
MOST_TRICKS = 20  # in a hand of all players, if the table has no cards


def with_pairs_apart(headings: Sequence[str], rows: Sequence[Line]) -> tuple[list[str], list[Line]]:
    """Return the table with two or three columns for each column of pairs.

    The second number is the tricks if these add up to the cards, otherwise the points.
    """
    columns = [column for column, text in enumerate(headings) if text]
    pairs = [column for column in columns if _are_all(_PAIR, rows, column)]
    marked = [column for column in columns if _are_all(_MARKED, rows, column)]
    cards = next((column for column, text in enumerate(headings) if parse_heading(text) == ("", "cards")), None)
    parts = ["bid", "tricks", "points"] if _are_tricks(rows, pairs, cards) else ["bid", "points"]
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


def _cells(text: str, names: Sequence[str]) -> list[str]:
    if len(names) > 1 and (match := _PAIR.fullmatch(text)):
        return [part or "" for part in match.groups()][: len(names)]
    if len(names) > 1 and (match := _MARKED.fullmatch(text)):
        return [match[1], "✓" if match[2] in _MADE else "✗"]
    return [text, *[""] * (len(names) - 1)]
