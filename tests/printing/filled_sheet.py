"""A filled sheet read from its PDF: the content of each player's cell, by type size."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from reading_pdf import Page, read

from printables.filled.sheet_cell import BID, POINTS, TAKEN, TOTAL
from printables.filled.sheet_layout import SCALES
from printables.filled.sheet_lines import CROSS, TICK
from printables.page.page import BIDS_FIRST, DEALS

ROLES = {BID: "bid", TAKEN: "came", POINTS: "points", TOTAL: "total"}
SIGNS = {TICK: "sign", CROSS: "sign", DEALS: "mark", BIDS_FIRST: "mark"}


@dataclass(frozen=True)
class PrintedLine:
    """A line of the table: the words left of the players, and the content of each player's cells by role."""

    words: Sequence[str]
    cells: Mapping[str, Mapping[str, str]]
    struck: frozenset[str]  # those with a line through their cell


@dataclass(frozen=True)
class FilledSheet:
    """The table of a filled sheet over all pages.

    `lines` are those between headings and totals, without lines that carry totals over. `closing` are the lines that
    end the table, by title and then by name. `foot` is the text below it.
    """

    lines: Sequence[PrintedLine]
    closing: Mapping[str, Mapping[str, str]]
    foot: str


def filled_sheet(pdf: bytes) -> FilledSheet:
    """Read a filled sheet.

    Raise ValueError if a page is no sheet.
    """
    pages = read(pdf)
    tables = [page for page in pages if page.down[:-1]]
    lines = [line for page in tables for line in _lines(page) if line.words[:1] not in (["Carried"], ["Carried"])]
    heads, *rows = tables[-1].rows()
    names = [" ".join(head) for head in heads[1:]]
    closing = {" ".join(row[0]): dict(zip(names, map(" ".join, row[1:]), strict=True)) for row in rows[-3:]}
    foot = " ".join(word["text"] for page in pages for word in page.words if word["top"] > page.across[-1])
    return FilledSheet(lines, closing, foot)


def _lines(page: Page) -> Iterator[PrintedLine]:
    heads = page.rows()[0]
    names = [" ".join(head) for head in heads[1:]]
    edges = dict(zip(names, pairwise(page.down), strict=True))
    scale = _scale(page)
    for (upper, lower), words in zip(pairwise(page.across), page.rows()[1:], strict=True):
        chars = _chars(page, upper, lower)
        cells = {name: _cell(chars, scale, *sides) for name, sides in edges.items()}
        level = [line for line in page.rules if upper + 1 < line["top"] == line["bottom"] < lower - 1]
        struck = {name for name, (left, right) in edges.items() for line in level if left < line["x0"] < right}
        yield PrintedLine(words[0], cells, frozenset(struck))


def _scale(page: Page) -> float:
    """Return the scale of the type in the cells: the one that explains most of their figures."""
    sizes = [char["size"] for char in page.chars if char["text"].isdigit() and char["x0"] > page.down[0]]
    return max(SCALES, key=lambda item: sum(not _role(size / item).startswith("type") for size in sizes))


def _cell(chars: Sequence[dict[str, Any]], scale: float, left: float, right: float) -> dict[str, str]:
    """Return the text between two edges, from the `chars` of a line, by role."""
    result: dict[str, str] = {}
    for char in chars:
        if left < (char["x0"] + char["x1"]) / 2 < right:
            role = SIGNS.get(char["text"]) or ("word" if char["text"].isalpha() else _role(char["size"] / scale))
            result[role] = result.get(role, "") + char["text"]
    return result


def _chars(page: Page, upper: float, lower: float) -> list[dict[str, Any]]:
    """Return the characters of a line from left to right, without those of a comment that runs across the columns."""
    middles = [(char, (char["top"] + char["bottom"]) / 2) for char in page.chars if not char["text"].isspace()]
    inside = [char for char, y in middles if upper < y < lower and _in_a_column(page, y)]
    return sorted(inside, key=lambda item: float(item["x0"]))


def _in_a_column(page: Page, y: float) -> bool:
    return any(rule["top"] < y < rule["bottom"] for rule in page.upright)


def _role(size: float) -> str:
    return next((role for of, role in ROLES.items() if abs(size - of) < 0.02), f"type of {size:.2f}")
