"""The letters of a TrueType font as paths of an SVG."""

from collections.abc import Iterator, Sequence
from io import BytesIO
from struct import calcsize, unpack_from

from reportlab.pdfbase.ttfonts import TTFontParser

Contour = Sequence[tuple[float, float, int]]
"""The points of a closed line: x, y, and whether the line goes through the point or is only bent by it."""

ON_LINE, REPEATED, X, Y = 1, 8, (2, 16), (4, 32)
"""Flags of points. Those of X and Y: the step is one byte; that byte is positive, or without one there is no step."""

WORDS, MORE, SCALES = 1, 32, {8: ">h", 64: ">hh", 128: ">hhhh"}
"""Flags of the parts of a letter: their place is in words, more parts follow, the format of their scale."""


class Outlines:
    """The letters of a font as ReportLab embeds it, by their codes in the PDF."""

    def __init__(self, file: bytes) -> None:
        tables = TTFontParser(BytesIO(file))
        self._data, head, cmap, places = (tables.get_table(tag) for tag in ("glyf", "head", "cmap", "loca"))
        in_longs = head[51]  # otherwise in pairs of bytes
        read = unpack_from(f">{len(places) // 4}L" if in_longs else f">{len(places) // 2}H", places)
        self._places = [place if in_longs else 2 * place for place in read]
        self._glyphs = unpack_from(f">{(len(cmap) - 22) // 2}H", cmap, 22)
        self.per_em: int = unpack_from(">H", head, 18)[0]

    def path(self, code: int) -> str:
        """Return a letter as the data of a path, y upwards; `per_em` of its units are the size of the type."""
        return "".join(map(_line, self._contours(self._glyphs[code])))

    def _contours(self, glyph: int) -> Iterator[Contour]:
        data = self._data[self._places[glyph] : self._places[glyph + 1]]
        count = unpack_from(">h", data)[0] if data else 0
        if count < 0:
            yield from self._parts(data)
        elif count:
            ends = unpack_from(f">{count}H", data, 10)
            points = list(_points(data, 10 + 2 * count, ends[-1] + 1))
            for start, end in zip((0, *(end + 1 for end in ends)), ends, strict=False):
                yield points[start : end + 1]

    def _parts(self, data: bytes) -> Iterator[Contour]:
        """Yield the lines of a letter that is made of others, such as one with an accent."""
        at, flags = 10, MORE
        while flags & MORE:
            flags, glyph = unpack_from(">HH", data, at)
            place = ">hh" if flags & WORDS else ">bb"
            across, up = unpack_from(place, data, at + 4)
            at += 4 + calcsize(place)
            scale = next((form for flag, form in SCALES.items() if flags & flag), ">")
            read = [number / 2**14 for number in unpack_from(scale, data, at)]
            at += calcsize(scale)
            a, b, c, d = read if len(read) == 4 else (read[0], 0, 0, read[-1]) if read else (1, 0, 0, 1)
            for contour in self._contours(glyph):
                yield [(a * x + c * y + across, b * x + d * y + up, on_line) for x, y, on_line in contour]


def _points(data: bytes, at: int, count: int) -> Iterator[tuple[float, float, int]]:
    at += 2 + unpack_from(">H", data, at)[0]  # skips the hints
    flags: list[int] = []
    while len(flags) < count:
        repeats = data[at + 1] if data[at] & REPEATED else 0
        flags += [data[at]] * (1 + repeats)
        at += 2 if data[at] & REPEATED else 1
    axes = []
    for is_byte, is_same in (X, Y):
        values, value = [], 0
        for flag in flags:
            if flag & is_byte:
                value += data[at] if flag & is_same else -data[at]
                at += 1
            elif not flag & is_same:
                value += unpack_from(">h", data, at)[0]
                at += 2
            values.append(value)
        axes.append(values)
    return zip(*axes, (flag & ON_LINE for flag in flags), strict=True)


def _line(contour: Contour) -> str:
    """Return a closed line; half-way between two points that bend it, it goes through a third."""
    points: list[tuple[float, float, int]] = []
    for (x, y, on_line), (next_x, next_y, next_on) in zip(contour, [*contour[1:], contour[0]], strict=True):
        points.append((x, y, on_line))
        if not on_line and not next_on:
            points.append(((x + next_x) / 2, (y + next_y) / 2, 1))
    start = next(at for at, point in enumerate(points) if point[2])
    *rest, last = [*points[start + 1 :], *points[: start + 1]]
    pieces = [f"M{last[0]:.0f} {last[1]:.0f}"]
    after_bend = False
    for x, y, on_line in [*rest, last]:
        pieces.append(f"{'' if after_bend else 'L' if on_line else 'Q'}{x:.0f} {y:.0f}{'' if on_line else ' '}")
        after_bend = not on_line
    return "".join(pieces) + "z"
