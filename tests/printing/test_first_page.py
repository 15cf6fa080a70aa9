"""The picture of a print's first page, compared with what a reader of the PDF finds on it."""

import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pypdfium2
import pytest
from printing.blank_pages import a_blank
from printing.printed_games import a_game

from printables.blank.blank_sheet import blank_sheet
from printables.filled.score_sheet import score_sheet
from printables.page.first_page import first_page
from printables.page.page import PaperOptions

SVG, LINK = "{http://www.w3.org/2000/svg}", "href"
Matrix = tuple[float, ...]
Box = tuple[float, ...]  # left, top, right, foot
NEAR: Box = (0.9, 0.1, 0.9, 0.1)  # pdfium drops the fractions of the widths of letters, and a long line adds them up


def moved(outer: Matrix, inner: Matrix) -> Matrix:
    """Return a matrix that applies `inner` and then `outer`."""
    a, b, c, d, e, f = outer
    u, v, w, x, y, z = inner
    return a * u + c * v, b * u + d * v, a * w + c * x, b * w + d * x, a * y + c * z + e, b * y + d * z + f


def letters(node: Any, paths: dict[str, str], place: Matrix = (1, 0, 0, 1, 0, 0)) -> Iterator[Box]:
    """Yield the boxes of the letters, y downwards."""
    if transform := node.get("transform"):
        place = moved(place, tuple(map(float, transform[7:-1].split())))
    if node.tag == SVG + "use":
        numbers = iter(map(float, re.findall(r"-?\d+", paths[node.get(LINK)[1:]])))
        points = [(x + float(node.get("x")), y) for x, y in zip(numbers, numbers, strict=True)]
        a, b, c, d, e, f = place
        across, down = [a * x + c * y + e for x, y in points], [b * x + d * y + f for x, y in points]
        if points:
            yield min(across), min(down), max(across), max(down)
    for child in node:
        yield from letters(child, paths, place)


def close(one: float, other: float, most: float) -> bool:
    return abs(one - other) < most


@pytest.mark.parametrize(
    "pdf",
    [
        score_sheet(a_game(("Ann", "Zoë", "Ćiro"), 2, location="The Old Mill")),
        blank_sheet(a_blank("wizard", players=4), PaperOptions(two_up=True, large=True)),
    ],
    ids=["filled", "two on a page"],
)
def test_every_letter_has_its_place_and_outline(pdf: bytes) -> None:
    page, printed = first_page(pdf), pypdfium2.PdfDocument(pdf)[0]
    picture = ElementTree.fromstring(page.svg("Page 1 & more"))
    assert picture.findtext(SVG + "title") == "Page 1 & more"
    assert page.paper == "A4"
    high, text = page.size[1], printed.get_textpage()
    printed_at = [at for at in range(text.count_chars()) if text.get_text_range(at, 1).strip()]
    boxes = [text.get_charbox(at) for at in printed_at]
    expected = [(left, high - top, right, high - foot) for left, foot, right, top in boxes]
    found = list(letters(picture, {path.get("id", ""): path.get("d", "") for path in picture.iter(SVG + "path")}))
    assert len(found) >= len(expected) > 100
    for box in expected:
        assert any(all(map(close, box, other, NEAR)) for other in found), box
