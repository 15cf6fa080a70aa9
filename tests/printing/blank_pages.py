"""Blank sheets for tests, and readers of their pages."""

from itertools import pairwise
from typing import Any

from reading_pdf import Page, assert_all_in_its_box, read

from printables.blank.blank_sheet import THICK, blank_sheet
from printables.page.page import A4, PaperOptions
from scorepad.game.report.blank_sheet import Blank, blank
from scorepad.rules import rulebook, scheme


def a_blank(key: str = "pike", points: str = "", ladder: str = "", **table: Any) -> Blank:
    result = rulebook.find(key)
    result = result.with_house({"ladder": ladder}) if ladder else result
    return blank(result, scheme.find(points or result.scheme or "standard"), **table)


def pages_of(*words: str, paper: PaperOptions = A4, rules: bool = False, **table: Any) -> list[Page]:
    pages = read(blank_sheet(a_blank(*words, **table), paper, rules=rules))
    assert_all_in_its_box(pages)
    return pages


def columns(page: Page) -> dict[str, list[str]]:
    """Return the words of each column before the players', by its heading, from the first hand down.

    Columns of cards for different numbers of players are headed by these: "3–4", "5".
    """
    heads = {word["text"]: word for word in page.words if abs(word["top"] - head_line(page)) < 1}
    heads |= {
        word["text"]: word for word in page.words
        if 8 < head_line(page) - word["top"] < 20 and word["x1"] < heads["bid"]["x0"] and word["text"][0].isdigit()
    }  # fmt: skip
    first = next(line for line in page.across if line > head_line(page))
    result: dict[str, list[str]] = {}
    foot = table_foot(page)
    down = [rule for rule in page.rules if abs(rule["x0"] - rule["x1"]) < 0.1 and rule["bottom"] < foot + 1]
    edges = sorted({round(rule["x0"], 1) for rule in down})
    for title, head in heads.items():
        right = next((edge for edge in edges if edge > head["x0"]), page.right)
        left = max([edge for edge in edges if edge < head["x1"] and edge < right], default=0.0)
        result[title] = [
            word["text"] for word in page.words
            if left <= (word["x0"] + word["x1"]) / 2 < right and first < word["top"] < table_foot(page)
            and word["text"] not in ("carried", "forward")
        ]  # fmt: skip
    return result


def head_line(page: Page) -> float:
    return float(next(word["top"] for word in page.words if word["text"] == "Cards"))


def edges(page: Page) -> list[float]:
    """Return the left edges of the players' columns and the right edge of the last: the thick vertical lines."""
    thick = {round(rule["x0"], 1) for rule in page.rules if rule["x0"] == rule["x1"] and rule["linewidth"] == THICK}
    return sorted(thick)[1:]


def beside(page: Page) -> list[str]:
    """Return the words right of the table, from its upper edge down."""
    top = min(rule["top"] for rule in page.rules if rule["linewidth"] == THICK)
    return [word["text"] for word in page.words if word["x0"] > edges(page)[-1] and word["top"] > top]


def table_foot(page: Page) -> float:
    return float(max(rule["bottom"] for rule in page.rules if rule["linewidth"] == THICK))


def rows(page: Page) -> list[tuple[float, float]]:
    """Return the upper and the lower edge of each line of the table below its headings."""
    lines = [line for line in page.across if head_line(page) < line < table_foot(page) + 1]
    return list(pairwise(lines))


def marks(page: Page, sign: str) -> list[int | None]:
    """Return the column, from 0, that has a sign in each line of the table; None if no column has it."""
    result: list[int | None] = []
    for upper, lower in rows(page):
        places = [char["x0"] for char in page.chars
                  if char["text"] == sign and upper < (char["top"] + char["bottom"]) / 2 < lower]  # fmt: skip
        assert len(places) <= 1
        result.append(sum(edge < places[0] for edge in edges(page)) - 1 if places else None)
    return result
