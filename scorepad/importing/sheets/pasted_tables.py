"""Readers for tables pasted from a chat or a web page: pipes, Markdown, box drawings and aligned columns."""

import re
from collections.abc import Iterator, Sequence
from itertools import dropwhile

from scorepad.importing.sheets.cells import SEPARATORS, Line, check_size

_BAR = re.compile(r"(?<!\\)[|│┃]")
_DASHES = str.maketrans("─━═=", "----")
_RULE_SIGNS = "-|│┃+:┼╋┿├┤┌┐└┘┬┴┏┓┗┛┣┫┳┻╇╪╞╡╔╗╚╝╠╣"
_FENCES = ("```", "~~~")
_EMPHASIS = ("***", "**", "*", "__", "_", "~~", "`")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_GAP = re.compile(r" {2,}|[ \t]*\t[ \t]*")


def pasted_lines(text: str) -> list[Line] | None:
    """Return the rows of a pasted table, or None if the text has none of these layouts.

    Lines above the table have a single cell. Lines between and below the rows are left out.
    """
    texts = ["" if _is_fence(line) else _unquoted(line) for line in text.splitlines()]
    rows = [*_rows_with_bars(texts)] or [*_aligned_rows(texts)]
    if not rows:
        return None
    above = [
        Line(number, (line.strip(),)) for number, line in enumerate(texts[: rows[0].number - 1], 1) if _is_text(line)
    ]
    return [check_size(line) for line in (*above, *rows)]


def _is_fence(line: str) -> bool:
    mark, language = line.strip()[:3], line.strip()[3:]
    return mark in _FENCES and (not language or language.replace("_", "").isalnum())


def _unquoted(line: str) -> str:
    """Return the line without the signs of a quotation: “> > | 1 | 2 |”."""
    signs = line[: len(line) - len(line.lstrip("> \t\xa0"))]
    return line[signs.rindex(">") + 1 :].removeprefix(" ") if ">" in signs else line


def _is_text(line: str) -> bool:
    return bool(line.strip()) and not _is_rule(line)


def _is_rule(line: str) -> bool:
    """Return whether a row only separates others: |---|:--:| or +----+ or ├────┤."""
    signs = line.translate(_DASHES)
    return "--" in signs and not "".join(signs.split()).strip(_RULE_SIGNS)


def _rows_with_bars(texts: Sequence[str]) -> Iterator[Line]:
    """Yield the rows if at least two lines are cells between bars.

    Bars may also stand in the comments of a CSV file. So the first row needs more bars than other separators, or a
    line below it that only separates.
    """
    with_bars = [at for at, line in enumerate(texts) if _BAR.search(line)]
    if not with_bars:
        return
    first = texts[with_bars[0]]
    is_ruled = any(_is_rule(texts[at]) for at in with_bars[:3])
    others = max(first.count(separator) for separator in SEPARATORS)
    rows = [at for at in with_bars if not _is_rule(texts[at])]
    if len(rows) < 2 or not (is_ruled or len(_BAR.findall(first)) > others):
        return
    for at in rows:
        yield Line(at + 1, _cells_between_bars(texts[at]))


def _cells_between_bars(line: str) -> tuple[str, ...]:
    cells = _BAR.split(line.strip())
    cells = cells[1:] if not cells[0].strip() and _BAR.match(line.strip()) else cells
    cells = cells[:-1] if len(cells) > 1 and not cells[-1].strip() else cells
    return tuple(map(_plain, cells))


def _plain(cell: str) -> str:
    """Return the text of a Markdown cell without emphasis and escapes."""
    text = cell.strip(" \t\xa0\u202f")
    begin, end = 0, len(text)
    while size := _emphasis(text, begin, end):
        begin, end = begin + size, end - size
    return _ESCAPE.sub(r"\1", text[begin:end])


def _emphasis(text: str, begin: int, end: int) -> int:
    """Return the length of the mark that begins and ends a part of a text, or 0 if there is none."""
    for mark in _EMPHASIS:
        first, last = begin + len(mark), end - len(mark) - 1  # of the marked text
        is_marked = text.startswith(mark, begin, end) and text.endswith(mark, begin, end)
        if first <= last and is_marked and not (text[first].isspace() or text[last].isspace()):
            return len(mark)
    return 0


def _aligned_rows(texts: Sequence[str]) -> Iterator[Line]:
    """Yield rows whose cells are separated by tabs or by two or more spaces.

    Without tabs, all rows need the same number of cells: an empty cell cannot be seen.
    """
    filled = [at for at, line in enumerate(texts) if _is_text(line)]
    with_tabs = [at for at in filled if "\t" in texts[at]]
    if len(with_tabs) > 1:
        if with_tabs[0] != filled[0]:  # the table has a title; otherwise it is read as CSV with tabs
            yield from (Line(at + 1, tuple(cell.strip() for cell in texts[at].split("\t"))) for at in with_tabs)
        return
    split = [(at, tuple(_GAP.split(texts[at].strip()))) for at in filled]
    rows = [*dropwhile(lambda row: len(row[1]) == 1, split)]  # titles above the table
    is_even = len(rows) > 1 and len({len(cells) for _at, cells in rows}) == 1
    if is_even and not any(separator in texts[rows[0][0]] for separator in SEPARATORS):
        yield from (Line(at + 1, tuple(map(_plain, cells))) for at, cells in rows)
