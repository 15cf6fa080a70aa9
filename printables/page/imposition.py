"""Drawn sheets, and their places on the paper: enlarged, two on a page, or in the order of a booklet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from printables.page.page import CUT, FOOT, SIDE, TOP
from printables.page.pdf_file import Box, PageName

Matrix = tuple[float, float, float, float, float, float]
Size = tuple[float, float]
_AS_DRAWN: Matrix = (1, 0, 0, 1, 0, 0)
ALONE = ((0.0, 0.0),)  # where the only sheet of a paper lies
ARTIFACT, CELLS = "Artifact", ("TD", "TH")


@dataclass
class Part:
    """A heading, paragraph, picture or cell, or with `parts` a table or a row.

    `says` describes a picture. `at` is the place of its first operator in the sheet, None if nothing is drawn.
    """

    kind: str
    says: str = ""
    attributes: str = ""
    at: int | None = None
    parts: list[Part] = field(default_factory=list)


@dataclass
class DrawnSheet:
    """A drawn sheet: its operators, links and parts, size and enlargement."""

    size: tuple[float, float]
    scale: float
    strokes: list[str] = field(default_factory=list)
    links: list[tuple[Box, PageName]] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)  # of the objects of its parts
    _open: int | None = None  # the operator that began the open part
    last: Part | None = None  # None: what screen readers skip

    def begin(self, part: Part | None) -> None:
        """End the open part and begin this one; None: what screen readers skip."""
        self.end()
        self._open, self.last = len(self.strokes), part
        if part:
            part.at = self._open
        self.strokes.append(f"/{ARTIFACT} BMC")

    def end(self) -> None:
        """End the open part, or drop it if nothing is drawn in it and it is no cell: readers count cells."""
        if self._open == len(self.strokes) - 1 and not (self.last and self.last.kind in CELLS):
            self.strokes.pop()
            if self.last:
                self.last.at = None
        elif self._open is not None:
            self.strokes.append("EMC")
        self._open = None

    @property
    def printed(self) -> tuple[float, float]:
        """How wide and high it is on the paper; the margins are not enlarged."""
        wide, high = self.size
        more = self.scale - 1
        return wide * self.scale - 2 * SIDE * more, high * self.scale - (TOP + FOOT) * more

    def at(self, x: float, y: float, *, turned: bool = False) -> Matrix:
        """Where it goes with its left foot corner at (x, y) of the paper; `turned` to the left there."""
        across, up = -SIDE * (self.scale - 1), -FOOT * (self.scale - 1)
        if turned:
            return 0, self.scale, -self.scale, 0, x + self.printed[1] - up, y + across
        return self.scale, 0, 0, self.scale, x + across, y + up

    def put_at(self, place: Matrix) -> Sequence[str]:
        """Its operators, moved to this place."""
        if place == _AS_DRAWN or not self.strokes:
            return self.strokes
        *turned, x, y = place
        return [f"q {' '.join(f'{part:g}' for part in turned)} {x:.2f} {y:.2f} cm", *self.strokes, "Q"]


def shared(sheet: DrawnSheet) -> tuple[Size, Sequence[tuple[float, float]], Sequence[Box]]:
    """Of a paper that two sheets like this one share: its size, their left foot corners, the marks to cut along."""
    wide, high = sheet.printed
    if wide < high:
        cuts = [(wide, 0.0, wide, CUT), (wide, high - CUT, wide, high)]
        return (2 * wide, high), [(0.0, 0.0), (wide, 0.0)], cuts
    return (wide, 2 * high), [(0.0, high), (0.0, 0.0)], [(0.0, high, CUT, high), (wide - CUT, high, wide, high)]


def translate_box(box: Box, place: Matrix) -> Box:
    """Return the place of a box on the paper, for a sheet that is not rotated."""
    left, foot, right, top = box
    scale, _b, _c, _d, x, y = place
    return left * scale + x, foot * scale + y, right * scale + x, top * scale + y


def booklet_sides(done: Sequence[DrawnSheet], half: Size) -> tuple[Size, Sequence[Sequence[tuple[DrawnSheet, Matrix]]]]:
    """Return the paper of two halves, and what lies where on each of its sides; sheets that lie are turned."""
    wide, high = half
    sheets = [*done, *[DrawnSheet(half, 1.0)] * (-len(done) % 4)]
    sides = [
        [
            (sheet, sheet.at(x, 0.0, turned=sheet.size[0] > sheet.size[1]))
            for sheet, x in ((sheets[left - 1], 0.0), (sheets[right - 1], wide))
        ]
        for left, right in booklet_page_order(len(sheets))
    ]
    return (2 * wide, high), sides


def booklet_page_order(count: int) -> list[tuple[int, int]]:
    """Return the pages, from 1, on the left and right of each side of each paper of a booklet.

    The number of pages is a multiple of four. The papers lie in each other, turned over at the short edge, and are
    folded in the middle.
    """
    sides = []
    for at in range(0, count // 2, 2):
        sides += [(count - at, at + 1), (at + 2, count - at - 1)]
    return sides
