"""A reader of printed pages: words and their positions, ruled lines, and a check that nothing overflows its box."""

import io
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import pairwise
from typing import Any

import pdfplumber
from pdfminer.layout import LTChar

from printables.page.page import FOOT, SIDE, TOP


class Page:
    """A page's words, and its table divided along the ruled lines."""

    def __init__(self, page: Any) -> None:
        self.size = (float(page.width), float(page.height))
        self.words: list[dict[str, Any]] = page.extract_words(x_tolerance=1.5, keep_blank_chars=False)
        self.chars: list[dict[str, Any]] = [char for char in page.chars if char["text"] != " "]
        self.rules: list[dict[str, Any]] = page.lines
        self.boxes: list[dict[str, Any]] = [rect for rect in page.rects if not rect["fill"]]
        self.shades: list[dict[str, Any]] = [rect for rect in page.rects if rect["fill"]]
        # Lines of a table begin at the margin; lines of a chart do not.
        flat = [line for line in self.rules if abs(line["top"] - line["bottom"]) < 0.1 and line["x0"] < SIDE + 4]
        self.across = sorted({round(line["top"], 1) for line in flat})
        self.right = max((line["x1"] for line in flat), default=0.0)
        self.upright = [line for line in self.rules if abs(line["x1"] - line["x0"]) < 0.1]
        down = {round(line["x0"], 1) for line in self.upright}
        self.down = [*sorted(down), self.right]

    @property
    def text(self) -> str:
        return " ".join(word["text"] for word in self.words)

    def rows(self) -> list[list[list[str]]]:
        """Return for each row below the headings its words left of the players, then those of each player.

        Text that runs across the columns belongs to no player.
        """
        edges, words = [SIDE, *self.down], list(self._placed())
        rows = pairwise([self.across[0] - 22, *self.across])
        result = ([(x, text) for x, y, text in words if upper <= y < lower] for upper, lower in rows)
        return [[[text for x, text in row if left <= x < right] for left, right in pairwise(edges)] for row in result]

    def _placed(self) -> Iterator[tuple[float, float, str]]:
        """Yield each word with its middle; the middle is at the margin if no vertical line is next to the word."""
        for word in self.words:
            x, y = (word["x0"] + word["x1"]) / 2, (word["top"] + word["bottom"]) / 2
            beside = any(rule["top"] < y < rule["bottom"] for rule in self.upright)
            yield x if beside else SIDE, y, word["text"]


@lru_cache(maxsize=4)  # tests that read a print often check a photocopy of it too
def read(pdf: bytes) -> list[Page]:
    with pdfplumber.open(io.BytesIO(pdf)) as document:
        return [Page(_with_light_letters(page)) for page in document.pages]


def _with_light_letters(page: Any) -> Any:
    """Return the page with only the letter attributes that the tests need.

    pdfplumber's full set takes as long again as reading the letters.
    """
    page.process_object = partial(_found, page, page.process_object)
    return page


def _found(page: Any, whole: Any, item: Any) -> dict[str, Any]:
    """Return the attributes needed of a letter; use `whole` for any other object."""
    if not isinstance(item, LTChar):
        result: dict[str, Any] = whole(item)
        return result
    size = item.size if item.upright else item.x1 - item.x0
    ink, top, bottom = item.graphicstate.ncolor, page.height - item.y1, page.height - item.y0
    return {
        "object_type": "char", "text": item.get_text(), "fontname": item.fontname, "size": size,
        "x0": item.x0, "x1": item.x1, "top": top, "bottom": bottom, "doctop": page.initial_doctop + top,
        "upright": item.upright, "non_stroking_color": ink if isinstance(ink, tuple) else (ink,),
    }  # fmt: skip


def assert_all_in_its_box(pages: Sequence[Page], side: float = SIDE, top: float = TOP, foot: float = FOOT) -> None:
    """Assert that all is inside the margins, and that letters of 7 points or more overlap no letter or column."""
    for page in pages:
        wide, high = page.size
        for char in page.chars:
            assert char["x0"] >= side - 0.1, char
            assert char["x1"] <= wide - side + 0.1, char
            assert char["top"] >= top - 6, char
            assert char["bottom"] <= high - foot + 6, char
            assert char["size"] >= 7.0, char
        for rule in page.rules:
            assert rule["x0"] >= side - 3, rule
            assert rule["x1"] <= wide - side + 3, rule
            assert rule["bottom"] <= high - foot + 1, rule
        assert_no_overlaps(page.words)
        assert_no_crossings(page)


def ink(word: Mapping[str, Any]) -> tuple[float, float, float, float]:
    """Return the word's box without the space that the typeface has above and below."""
    slack = (word["bottom"] - word["top"]) * 0.2
    return word["x0"] + 0.2, word["x1"] - 0.2, word["top"] + slack, word["bottom"] - slack


def assert_no_overlaps(words: Sequence[Mapping[str, Any]]) -> None:
    boxes = sorted(((*ink(word), word["text"]) for word in words), key=lambda box: box[2])
    for at, (left, right, top, bottom, text) in enumerate(boxes):
        for other in boxes[at + 1 :]:
            if other[2] >= bottom:
                break
            assert other[1] <= left or other[0] >= right or other[3] <= top, (text, other[4])


def assert_no_crossings(page: Page) -> None:
    upright = [line for line in page.rules if abs(line["x1"] - line["x0"]) < 0.1]
    for word in page.words:
        left, right, top, bottom = ink(word)
        for rule in upright:
            crossed = left < rule["x0"] < right and rule["top"] < bottom and rule["bottom"] > top
            assert not crossed, word["text"]
