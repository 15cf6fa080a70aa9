"""The tables in the rows of a spreadsheet: headings, labels above them, repeated headings, and turned tables."""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice

from scorepad.errors import ColumnsUnclear, SheetUnreadable, quote_value
from scorepad.formats import letters_of
from scorepad.game.state.dates import is_day
from scorepad.importing.sheets import cells
from scorepad.importing.sheets.cell_pairs import with_pairs_apart
from scorepad.importing.sheets.cells import Line
from scorepad.importing.sheets.columns import Columns
from scorepad.importing.sheets.headings import (
    MEANINGS,
    OF_A_PLAYER,
    is_game,
    parse_heading,
    round_of,
)
from scorepad.importing.sheets.row_kinds import is_sum_word, name_row
from scorepad.importing.sheets.trailing_rows import split_trailing
from scorepad.words import _

MOST_ABOVE = 50
"""The number of rows searched for the headings. A title, an address or empty rows may come first."""

_SAMPLE = 5  # rows below a heading that show which columns are filled
_LABELS = ("date", "place", "game", "scheme", "scorer")
_YES_NO = ("true", "false", *"✓✔✅✗✘❌")
_LETTER = re.compile(r"[^\W\d_]")

Choices = Mapping[str, Mapping[str, str]]
"""Meanings of columns by label, for the table with this fingerprint, or for all tables at ""."""
NO_CHOICES: Choices = {}


@dataclass(frozen=True)
class Table:
    """Headings and the rows below them, with values from the rows above: date, place, game and so on."""

    line: int
    headings: tuple[str, ...]
    rows: tuple[Line, ...]
    above: Mapping[str, str] = field(default_factory=dict)
    ignored: tuple[str, ...] = ()
    choices: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def columns(self) -> Columns:
        """Return the columns with their meanings."""
        named = [row for row in self.rows if not is_sum_word(next(filter(None, row.cells), ""))]
        return Columns(self.headings, named, self.choices)

    @property
    def fingerprint(self) -> str:
        """Return the identity of the headings, under which choices are stored."""
        return fingerprint_of(self.headings)


def fingerprint_of(headings: Sequence[str]) -> str:
    """Return the fingerprint of a table with these headings."""
    return hashlib.sha256(json.dumps(headings).encode()).hexdigest()[:12]


def tables_in(lines: Sequence[Line], choices: Choices) -> list[Table]:
    """Return the tables in the rows of a spreadsheet. Raise SheetUnreadable if there are no headings."""
    first = _first_heading(lines)
    if first is None:
        raise SheetUnreadable(
            _(
                "The first row must name the columns. Examples: “date, Ann, Bob” for evenings, or “hand, "
                "cards, Ann bid, Ann taken” for hands."
            )
        )
    begins = [first, *(at for at in range(first + 1, len(lines)) if _is_heading_below(lines, first, at))]
    tops = [0, *(_top(lines, begin) for begin in begins[1:])]
    ends = [*tops[1:], len(lines)]
    tables: list[Table] = []
    above: dict[str, str] = {}
    for top, begin, end in zip(tops, begins, ends, strict=True):
        labels, ignored = _read_labels(lines[top : begin - _has_names_above(lines, begin)])
        above = {**above, **labels}
        headings, rows = _turned(_headings(lines, begin), lines[begin + 1 : end])
        headings, rows = with_pairs_apart(headings, rows)
        own = {**choices.get("", {}), **choices.get(fingerprint_of(headings), {})}
        rows, trailing = split_trailing(headings, rows, own)
        ignored += trailing
        table = Table(lines[begin].number, tuple(headings), tuple(rows), above, tuple(ignored), own)
        _refuse_parts_in_rows(table)
        if tables and tables[-1].headings == table.headings and not labels:
            last = tables.pop()
            table = Table(
                last.line, last.headings, last.rows + table.rows, last.above, last.ignored + table.ignored, own
            )
        tables.append(table)
    return tables


# --- headings ------------------------------------------------------------------------------------------------


def _first_heading(lines: Sequence[Line]) -> int | None:
    rows = [at for at in range(min(MOST_ABOVE, len(lines))) if sum(map(bool, lines[at].cells)) > 1]
    head = [at for at in rows if _covers_rows_below(lines, at)] or rows
    by_strength = (
        [at for at in head if _is_strong(lines[at]) or _is_turned(lines[at])],
        [at for at in head if _is_weak(lines[at]) and sum(map(bool, lines[at].cells)) > 2],
        [at for at in head if _is_weak(lines[at])],
        [at for at in head if _is_above_numbers(lines, at)],
    )
    return next((rows[0] for rows in by_strength if rows), None)


def _covers_rows_below(lines: Sequence[Line], at: int) -> bool:
    """Return whether a row has texts above at least half of the columns of the rows below it."""
    below = islice((line for line in lines[at + 1 :] if not line.empty), _SAMPLE)
    filled = {column for line in below for column, text in enumerate(line.cells) if text}
    return bool(filled) and 2 * sum(bool(lines[at].cell(column)) for column in filled) >= len(filled)


def _has_values(line: Line) -> bool:
    """Return whether a row has a day, a mark, or a text with a digit and without letters."""
    return any(
        (any(map(str.isdecimal, text)) and not _LETTER.search(text)) or is_day(text) or text.casefold() in _YES_NO
        for text in line.cells
    )


def _is_strong(line: Line) -> bool:
    """Return whether a row has headings of a player’s columns, or several headings of hands."""
    if _has_values(line) or _label_pairs(line):
        return False
    headings = [parse_heading(text) for text in line.cells]
    parts = [text for text, (_name, meaning) in zip(line.cells, headings, strict=True) if meaning in OF_A_PLAYER]
    by_player = ("", "player") in headings and bool(parts)
    return any(name for name, _meaning in headings) or by_player or (len(parts) > 3 and len({*parts}) < len(parts))


def _is_weak(line: Line) -> bool:
    """Return whether a row has a heading of a column, and others or names."""
    if _has_values(line) or _label_pairs(line):
        return False
    headings = {text: parse_heading(text) for text in line.cells if text}
    known = {meaning for name, meaning in headings.values() if meaning and not name}
    return bool(known) and len(known) + sum(not meaning for _name, meaning in headings.values()) > 1


def _is_above_numbers(lines: Sequence[Line], at: int) -> bool:
    """Return whether a row of words without known headings is above a row of numbers."""
    below = next((line for line in lines[at + 1 :] if not line.empty), None)
    words = [column for column, text in enumerate(lines[at].cells) if text]
    if below is None or len(words) < 3 or _has_values(lines[at]):
        return False
    return sum(cells.number_or_none(below.cell(column)) is not None for column in words) > 1


def _is_heading_below(lines: Sequence[Line], first: int, at: int) -> bool:
    """Return whether a row below the first headings has headings again."""
    line = lines[at]
    if line.cells == lines[first].cells:
        return True
    if line.empty or _has_values(line) or len([text for text in line.cells if text]) < 3:
        return False
    if _is_strong(lines[first]) and (_is_strong(line) or not lines[at - 1].empty):
        return _is_strong(line)
    same = [text for text in line.cells if text and parse_heading(text)[1] in ("date", "hand")]
    return bool(same) and same[0] in lines[first].cells


def _top(lines: Sequence[Line], begin: int) -> int:
    """Return the first row of the labels and titles directly above the headings."""
    while begin:
        above = lines[begin - 1]
        is_caption = _is_title(above) and not is_sum_word(next(filter(None, above.cells)))
        if not (above.empty or _label_pairs(above) or is_caption):
            break
        begin -= 1
    return begin


def _is_title(line: Line) -> bool:
    return sum(map(bool, line.cells)) == 1


def _headings(lines: Sequence[Line], at: int) -> list[str]:
    """Return the headings in this row.

    Names may be in the row above, over the columns of each player.
    """
    texts = [*lines[at].cells]
    meanings, player_parts = [parse_heading(text) for text in texts], {("", part) for part in OF_A_PLAYER}
    if _has_names_above(lines, at):
        name = ""
        for column, text in enumerate(texts):
            above = lines[at - 1].cell(column)
            name = above if above and parse_heading(above) == ("", "") else name
            if meanings[column] in player_parts:
                texts[column] = f"{name} {text}"
            elif not text:
                texts[column] = above
    width = max((len(line.cells) for line in lines[at : at + 200]), default=0)
    return texts + [""] * (min(width, cells.MOST_COLUMNS) - len(texts))


def _has_names_above(lines: Sequence[Line], at: int) -> bool:
    """Return whether the row above these headings has the names of the players."""
    has_names = at > 0 and sum(map(bool, lines[at - 1].cells)) > 1
    meanings = [parse_heading(text) for text in lines[at].cells]
    return has_names and any(meanings.count(("", part)) > 1 for part in OF_A_PLAYER)


# --- labels above --------------------------------------------------------------------------------------------


def _label_pairs(line: Line) -> dict[str, str]:
    """Return the labels of a row with their values, such as “Date: 2026-02-03”; {} if it is no row of labels."""
    texts: list[str] = []
    for text in line.cells:
        label, colon, value = text.partition(":")
        texts += [label + colon, value] if colon and letters_of(label) in MEANINGS else [text]
    texts = [*filter(None, map(str.strip, texts))]
    pairs: dict[str, str] = {}
    while len(texts) > 1:
        label, value, *texts = texts
        meaning = parse_heading(label.rstrip(": "))[1]
        is_value = label.endswith(":") or is_day(value)
        name, of_value = parse_heading(value)  # “L’Ascenseur, two and the tricks” is a game
        if meaning not in _LABELS or not is_value or (of_value and not name):
            return {}
        pairs[meaning] = value
    return {} if texts else pairs


def _read_labels(lines: Sequence[Line]) -> tuple[dict[str, str], list[str]]:
    """Return the values of labels, and a sentence for each other row."""
    labels: dict[str, str] = {}
    ignored: list[str] = []
    for line in lines:
        if pairs := _label_pairs(line):
            labels |= pairs
        elif _is_title(line) and is_day(text := next(filter(None, line.cells))):
            labels["date"] = text
        elif not line.empty:
            ignored.append(name_row(line))
    return labels, ignored


def _refuse_parts_in_rows(table: Table) -> None:
    """Raise SheetUnreadable if a hand takes several rows: one of bids, one of points, and so on."""
    for column, heading in enumerate(table.headings):
        counts = Counter(line.cell(column) for line in table.rows if not heading)
        parts = {text: parse_heading(text) for text, count in counts.items() if count > 1}
        known = [text for text, (name, part) in parts.items() if part in OF_A_PLAYER and not name]
        if len({parts[text] for text in known}) > 1:
            words = _("Each hand takes several rows here: {rows}. Put the numbers of a hand into one row.")
            raise SheetUnreadable(words.format(rows=", ".join(map(quote_value, known))), table.line)


# --- players in rows -----------------------------------------------------------------------------------------


def _is_turned(line: Line) -> bool:
    """Return whether the headings are those of hands or days, because each row is a player."""
    texts = list(line.cells)
    at = next((column for column, text in enumerate(texts) if text), 0)
    is_player = parse_heading(texts[at])[1] == "player" if texts else False
    rest = [text for text in texts[at + 1 :] if text]
    rounds = [text for text in rest if round_of(text) or is_day(text)]
    return is_player and len(rounds) > 1 and 2 * len(rounds) > len(rest)


def _turned(headings: list[str], rows: Sequence[Line]) -> tuple[list[str], Sequence[Line]]:
    """Return a table whose rows are players as one whose rows are hands or evenings."""
    if not _is_turned(Line(0, tuple(headings))):
        return headings, rows
    first = next(column for column, text in enumerate(headings) if text)
    people = [row for row in rows if row.cell(first) and not is_sum_word(row.cell(first))]
    names = [row.cell(first) for row in people]
    columns = [column for column, text in enumerate(headings) if column > first and (round_of(text) or is_day(text))]
    days = all(is_day(headings[column]) for column in columns)
    are_hands = not days and not all(is_game(headings[column]) for column in columns)
    if not days:
        columns.sort(key=lambda column: int(round_of(headings[column]) or 0))
    part = f" {_part_of_turned(headings, people, columns, are_hands=are_hands)}".rstrip()
    line = min((row.number for row in rows), default=1) - 1
    begins = [headings[column] if days else round_of(headings[column]) if are_hands else "" for column in columns]
    turned = [
        Line(line, (begin, *(row.cell(column) for row in people)))
        for begin, column in zip(begins, columns, strict=True)
    ]
    return ["hand" if are_hands else "date", *(name + part for name in names)], list(_without_empty(turned))


def _without_empty(rows: Sequence[Line]) -> Iterator[Line]:
    return (row for row in rows if any(row.cells[1:]))


def _part_of_turned(headings: Sequence[str], people: Sequence[Line], columns: Sequence[int], *, are_hands: bool) -> str:
    """Return “points” or “total”, as the column of totals shows, or "" for totals of evenings.

    Raise SheetUnreadable if it shows neither, or if the totals of evenings are running totals.
    """
    others = [
        column
        for column, text in enumerate(headings)
        if column not in columns and parse_heading(text)[1] not in ("player", "ignored")
        if are_hands or parse_heading(text)[1] in ("points", "total")
        if all(cells.number_or_none(row.cell(column)) is not None for row in people)
    ]
    if not others:
        return ""
    if len(others) > 1:
        raise ColumnsUnclear([headings[column] for column in others])
    total = others[0]
    fits = {"points", "total"}
    for row in people:
        values = [cells.parse_points(row.cell(column), row.number) for column in columns]
        known = [value for value in values if value is not None]
        end = cells.parse_points(row.cell(total), row.number)
        if end is not None and known:
            fits -= {"points"} if sum(known) != end else set()
            fits -= {"total"} if known[-1] != end else set()
    if not fits or not (are_hands or "points" in fits):
        words = _("This column is not the sum of its row: {columns}.")
        raise SheetUnreadable(words.format(columns=quote_value(headings[total])))
    return "" if not are_hands else "points" if "points" in fits else "total"
