"""QR codes: as a matrix, as text for a terminal, as an SVG for a page.

ReportLab brings the encoder; error correction M (15 %), the usual one for a code on a screen.
"""

from __future__ import annotations

from itertools import groupby

QUIET = 4
"""Light modules around a code, as ISO/IEC 18004 asks."""


def matrix(text: str) -> list[list[bool]]:
    """Rows of modules, True = dark, without the quiet zone."""
    from reportlab.graphics.barcode import qrencoder

    code = qrencoder.QRCode(None, qrencoder.QRErrorCorrectLevel.M)
    code.addData(text)
    code.make()
    return [[bool(module) for module in row] for row in code.modules]


def as_svg(text: str) -> str:
    """An SVG to stand inside a page: one path on a white ground, a unit a module, no style of its own."""
    rows = matrix(text)
    size = len(rows) + 2 * QUIET
    path = "".join(_runs(row, y) for y, row in enumerate(rows, QUIET))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" role="img" aria-label="QR code"'
        f' shape-rendering="crispEdges"><rect width="{size}" height="{size}" fill="#fff"/>'
        f'<path fill="#000" d="{path}"/></svg>'
    )


def _runs(row: list[bool], y: int) -> str:
    """The dark runs of a row, a rectangle each."""
    path, x = "", QUIET
    for dark, modules in groupby(row):
        wide = len(list(modules))
        if dark:
            path += f"M{x} {y}h{wide}v1h-{wide}z"
        x += wide
    return path


def as_text(text: str) -> str:
    """Two modules a character, light ones drawn: to be shown light on dark."""
    rows = matrix(text)
    wide = len(rows) + 2 * QUIET
    rows = [[False] * QUIET + row + [False] * QUIET for row in rows]
    blank = [[False] * wide for _row in range(QUIET)]
    rows = [*blank, *rows, *blank, [True] * wide]  # their number is odd: the last half line stays dark
    return "\n".join(
        "".join("█▀▄ "[2 * upper + lower] for upper, lower in zip(above, below, strict=True))
        for above, below in zip(rows[::2], rows[1::2], strict=True)
    )
