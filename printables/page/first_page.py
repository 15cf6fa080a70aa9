"""The first page of a PDF of this package as an SVG picture.

It draws the operators that `Pen` writes, and letters as outlines. A picture on a page loads no fonts, and the bundled
ones are larger than a hundred such pictures.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple
from xml.sax.saxutils import escape
from zlib import decompress

from printables.page.outlines import Outlines
from printables.page.page import PAPERS

_TOKEN = re.compile(rb"\((?:\\.|[^\\)])*\)|<<.*?>>|/\S+|-?[\d.]+|\[[^]]*\]|[A-Za-z]+", re.S)
_ESCAPED = re.compile(rb"\\([0-7]{3}|.)", re.S)


class FirstPage(NamedTuple):
    """What the first page of a PDF shows, in `elements` of an SVG with y upwards, and how many pages there are."""

    pages: int
    size: tuple[float, float]
    elements: str

    @property
    def paper(self) -> str:
        """The name of its paper in PAPERS, or ""."""
        size = sorted(map(round, self.size))
        return next((name for name, known in PAPERS.items() if [*map(round, known)] == size), "")

    def svg(self, title: str) -> str:
        """Return the picture under a title. It is twice as large as the paper, for pages that show it smaller."""
        wide, high = self.size
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{2 * wide:g}" height="{2 * high:g}"'
            f' viewBox="0 0 {wide:g} {high:g}"><title>{escape(title)}</title><rect width="100%" height="100%"'
            f' fill="#fff"/><g transform="matrix(1 0 0 -1 0 {high:g})" fill="none">{self.elements}</g></svg>'
        )


def first_page(pdf: bytes) -> FirstPage:
    """Return the first page of a PDF that this package has drawn."""
    objects = dict(re.findall(rb"(?m)^(\d+) 0 obj\n(.*?)\nendobj", pdf, re.S))
    tree = next(body for body in objects.values() if b"/Type /Pages" in body)
    (page,) = (objects[number] for number in _find(rb"/Kids \[ (\d+)", tree))
    wide, high = map(float, _find(rb"/MediaBox \[ 0 0 (\S+) (\S+)", page))
    fonts: dict[bytes, _Font] = {}
    for name, number in re.findall(rb"(/F\S+) (\d+) 0 R", _follow(objects, page, rb"/Font")):
        widths = [float(width) / 1000 for width in _find(rb"(?s)/Widths \[(.*?)\]", objects[number])[0].split()]
        file = _follow(objects, _follow(objects, objects[number], rb"/FontDescriptor"), rb"/FontFile2")
        fonts[name] = _Font(f"f{len(fonts)}-", Outlines(_stream(file)), widths)
    drawn = "".join(_draw(_stream(_follow(objects, page, rb"/Contents")), fonts))
    letters = "".join(letter for font in fonts.values() for letter in font.used.values())
    return FirstPage(int(_find(rb"/Count (\d+)", tree)[0]), (wide, high), f"<defs>{letters}</defs>{drawn}")


def _find(pattern: bytes, body: bytes) -> Sequence[bytes]:
    found = re.search(pattern, body)
    assert found, f"ReportLab has changed how it writes {pattern!r}"
    return found.groups()


def _follow(objects: Mapping[bytes, bytes], body: bytes, key: bytes) -> bytes:
    return objects[_find(key + rb" (\d+) 0 R", body)[0]]


def _stream(body: bytes) -> bytes:
    return decompress(body.split(b"stream", 1)[1].lstrip(b"\r\n"))


@dataclass
class _Font:
    """An embedded font; `used` has the outlines of the letters that were written, by their codes."""

    name: str
    outlines: Outlines
    widths: Sequence[float]
    used: dict[int, str] = field(default_factory=dict)

    def write(self, text: bytes, x: float, y: float, size: float, pressed: float, fill: str) -> tuple[str, float]:
        """Return the letters on a base line, and where the next one begins."""
        scale, at, letters = size / self.outlines.per_em, 0.0, []
        for code in text:
            name = f"{self.name}{code}"
            if code not in self.used:
                self.used[code] = f'<path id="{name}" d="{self.outlines.path(code)}"/>'
            letters.append(f'<use href="#{name}" x="{at / scale * size:.0f}"/>')
            at += self.widths[code]
        place = f"matrix({scale * pressed:.5f} 0 0 {scale:.5f} {x:.2f} {y:.2f})"
        return f'<g transform="{place}" fill="{fill}">{"".join(letters)}</g>', x + at * size * pressed


def _draw(operators: bytes, fonts: Mapping[bytes, _Font]) -> Iterator[str]:
    """Yield the elements of a page, y upwards."""
    values: list[bytes] = []
    fill, stroke, dashes, path, pressed = "#000", "", "", "", 1.0
    line_x = line_y = x = size = 0.0
    font: _Font
    for token in _TOKEN.findall(operators):
        if not token.isalpha():
            values.append(token)
            continue
        match token.decode(), values:
            case "rg" | "g", inks:
                fill = _colour(inks)
            case "RG" | "G", inks:
                ink = _colour(inks)
            case "w", [thick]:
                stroke = f'stroke="{ink}" stroke-width="{thick.decode()}"'
            case "d", [lengths, _phase]:
                dashes = f' stroke-dasharray="{inner}"' if (inner := lengths[1:-1].decode()) else ""
            case "m" | "l" | "c", points:
                path += token.decode().upper() + b" ".join(points).decode()
            case "re", [left, foot, wide, high]:
                path += f"M{left.decode()} {foot.decode()}h{wide.decode()}v{high.decode()}H{left.decode()}z"
            case "S" | "f" | "b" as kind, _:
                inside = "" if kind == "S" else f' fill="{fill}"'
                line = "" if kind == "f" else f" {stroke}{dashes}"
                yield f'<path d="{path}{"z" if kind == "b" else ""}"{inside}{line}/>'
                path = ""
            case "cm", matrix:
                yield f'<g transform="matrix({b" ".join(matrix).decode()})">'
            case "Q", _:
                yield "</g>"
            case "BT", _:
                line_x = line_y = 0.0
            case "Td", [across, up]:
                x = line_x = line_x + float(across)
                line_y += float(up)
            case "Tz", [percent]:
                pressed = float(percent) / 100
            case "Tf", [name, points]:
                font, size = fonts[name], float(points)
            case "Tj", [text]:
                letters = _ESCAPED.sub(_unescape, text[1:-1])
                words, x = font.write(letters, x, line_y, size, pressed, fill)
                yield words
        values = []


def _colour(parts: Sequence[bytes]) -> str:
    levels = [round(255 * float(part)) for part in parts] * (4 - len(parts))
    return "#" + "".join(f"{level:02x}" for level in levels[:3])


def _unescape(found: re.Match[bytes]) -> bytes:
    code = found[1]
    return bytes([int(code, 8)]) if code.isdigit() else code
