"""Blank sheets for tests, and readers of their pages."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from reading_pdf import Page, assert_all_in_its_box, read

from printables.blank.blank_sheet import BAR, THICK, blank_sheet
from printables.page.page import A4, DEALT, PaperOptions, mm
from scorepad.game.report.blank_sheet import Blank, blank
from scorepad.rules import rulebook, scheme

CARDS = "Cards", "sdraC"  # also turned upwards
LABELS = "carried", "tie", "void", "last"  # of lines that are no hand of the ladder


def a_blank(key: str = "pike", points: str = "", ladder: str = "", **table: Any) -> Blank:
    result = rulebook.find(key)
    result = result.with_house({"ladder": ladder}) if ladder else result
    return blank(result, scheme.find(points or result.scheme or "standard"), **table)


def pages_of(*words: str, paper: PaperOptions = A4, rules: bool = False, **table: Any) -> list[Page]:
    pages = read(blank_sheet(a_blank(*words, **table), paper, rules=rules))
    assert_in_margins(pages)
    return pages


def assert_in_margins(pages: Sequence[Page]) -> None:
    """Assert that all of blank sheets is inside their margins, of which those of a half sheet are the smallest."""
    assert_all_in_its_box(pages, 7 * mm, 7 * mm, 7 * mm)


def columns(page: Page) -> dict[str, list[str]]:
    """Return the words of each column before the players', by its heading, from the first hand down.

    Columns of cards for different numbers of players are headed by these: "3–4", "5".
    """
    line = head_line(page)
    heads = {word["text"]: word for word in page.words if word["upright"] and abs(word["top"] - line) < 1}
    heads |= {
        word["text"][::-1]: word for word in page.words if not word["upright"] and abs(word["bottom"] - line) < 30
    }
    heads |= {
        word["text"]: word for word in page.words
        if 8 < head_line(page) - word["top"] < 20 and word["x1"] < heads["bid"]["x0"] and word["text"][0].isdigit()
    }  # fmt: skip
    first = next(line for line in page.across if line > head_line(page))
    result: dict[str, list[str]] = {}
    foot = table_foot(page)
    down = [rule for rule in page.rules if abs(rule["x0"] - rule["x1"]) < 0.1 and rule["bottom"] < foot + 1]
    edges = sorted({round(rule["x0"], 1) for rule in down})
    labels = [word["top"] for word in page.words if word["text"] in LABELS and first < word["top"] < foot]
    for title, head in heads.items():
        right = next((edge for edge in edges if edge > head["x0"]), page.right)
        left = max([edge for edge in edges if edge < head["x1"] and edge < right], default=0.0)
        result[title] = [
            word["text"] for word in page.words
            if left <= (word["x0"] + word["x1"]) / 2 < right and first < word["top"] < table_foot(page)
            and not any(abs(word["top"] - label) < 12 for label in labels)
        ]  # fmt: skip
    return result


def head_line(page: Page) -> float:
    return float(next(word["top"] for word in page.words if word["text"] == "total"))


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


def dealers(page: Page) -> list[int | None]:
    """Return the column, from 0, whose bid is shaded in each line of the table; None if no column is."""
    return _places(page, [box for box in page.shades if tuple(box["non_stroking_color"]) == DEALT])


def first_bidders(page: Page) -> list[int | None]:
    """Return the column, from 0, with the bar of the first bidder in each line of the table."""
    return _places(page, [box for box in page.shades if abs(box["width"] - BAR) < 0.1])


def _places(page: Page, boxes: Sequence[dict[str, Any]]) -> list[int | None]:
    result: list[int | None] = []
    for upper, lower in rows(page):
        here = [box for box in boxes if upper < (box["top"] + box["bottom"]) / 2 < lower]
        assert len(here) <= 1
        middle = (here[0]["x0"] + here[0]["x1"]) / 2 if here else 0.0
        result.append(sum(edge < middle + 1 for edge in edges(page)) - 1 if here else None)
    return result
