"""A simulated photocopy of a print: 150 dots per inch, with every dot darker than 150 of 255 black."""

from typing import Any

import pypdfium2
from PIL import Image
from reading_pdf import Page, read

from printables.page.page import mm

DOTS, DARK = 150, 150
LONG = 20 * mm


def lost(pdf: bytes) -> list[dict[str, Any]]:
    """Return the ruled lines of 20 mm or more that have gaps in the copy."""
    pictures = [page.render(scale=DOTS / 72).to_pil().convert("L") for page in pypdfium2.PdfDocument(pdf)]
    return [
        line
        for page, picture in zip(read(pdf), pictures, strict=True)
        for line in long_lines(page)
        if not _kept(picture, line)
    ]


def long_lines(page: Page) -> list[dict[str, Any]]:
    """Return the horizontal and vertical ruled lines of 20 mm or more."""
    return [
        line
        for line in page.rules
        if max(line["x1"] - line["x0"], line["bottom"] - line["top"]) >= LONG
        and min(line["x1"] - line["x0"], line["bottom"] - line["top"]) < 0.1
        and not (line["dash"] and line["dash"][0])  # the paper is torn there
    ]


def _kept(picture: Image.Image, line: dict[str, Any]) -> bool:
    """Return whether nearly all dots of a line, or of those next to it, are dark."""
    left, top, right, bottom = (round(line[side] * DOTS / 72) for side in ("x0", "top", "x1", "bottom"))
    if right - left > bottom - top:
        strip = picture.crop((left + 2, top - 2, right - 2, top + 3))
    else:
        strip = picture.crop((left - 2, top + 2, left + 3, bottom - 2)).transpose(Image.Transpose.TRANSPOSE)
    rows = [strip.crop((0, at, strip.width, at + 1)).tobytes() for at in range(5)]
    dark = [min(dots) < DARK for dots in zip(*rows, strict=True)]
    return bool(sum(dark) > 0.97 * len(dark))
