"""Readers of printed rules."""

from reading_pdf import Page

from printables.page.page import FOOT, SIDE
from printables.rules.rule_page import GUTTER


def plain(text: str) -> str:
    return "".join(text.split())


def columns_of(page: Page) -> list[str]:
    """Return the words above the columns, those of each column, and those below them.

    A portrait page has two columns, a landscape page three.
    """
    count = 3 if page.size[0] > page.size[1] else 2
    wide = (page.size[0] - 2 * SIDE + GUTTER) / count
    top, foot = frame(page)
    columns: list[list[str]] = [[] for _at in range(count + 2)]
    for word in page.words:
        at = int((word["x0"] - SIDE + 1) / wide) + 1
        columns[0 if word["top"] < top else count + 1 if word["top"] > foot else at].append(word["text"])
    return [" ".join(words) for words in columns]


def frame(page: Page) -> tuple[float, float]:
    """Return the upper edge of the columns, which is the rule across the page, and the lower edge."""
    (across,) = [line["top"] for line in page.rules if line["x1"] - line["x0"] > page.size[0] * 0.8]
    return across, page.size[1] - FOOT
