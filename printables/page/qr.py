"""QR codes: as a matrix, as text for a terminal, as a drawing for a page.

ReportLab brings the encoder; error correction M (15 %), the usual one for a code on a screen.
"""

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


def as_path(text: str) -> tuple[int, str]:
    """Return the side of a square in modules, quiet zone included, and the dark ones in it as the path of an SVG."""
    rows = matrix(text)
    runs = []
    for y, row in enumerate(rows, QUIET):
        x = QUIET
        for dark, run in groupby(row):
            wide = len(list(run))
            runs += [f"M{x} {y}h{wide}v1h-{wide}z"] if dark else []
            x += wide
    return len(rows) + 2 * QUIET, "".join(runs)
