"""Two canvases for pictures: Pillow draws a PNG; a browser, which has no Pillow, shows an SVG.

All lengths are in pixels; y runs downwards from the top. Colours are hexadecimal.
"""

import base64
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import as_file, files
from io import BytesIO
from pathlib import Path
from typing import Any, Protocol, TypeAlias
from xml.sax.saxutils import escape

from printables.page.page import BOLD, PLAIN

Point: TypeAlias = tuple[float, float]

OUTLINE = 4
"""The width of the outline of a shape."""


class Canvas(Protocol):
    """A canvas of a size in pixels with a background."""

    kind: str
    """The media type of the picture."""

    def __init__(self, wide: int, high: int, background: str) -> None: ...

    def text(self, x: float, y: float, text: str, font: str, size: int, ink: str) -> None:
        """Write text in visual order, with its baseline at `y`, in a bundled font or that of a path."""

    def line(self, points: Sequence[Point], ink: str, thick: int) -> None: ...

    def circle(self, x: float, y: float, radius: float, fill: str, ink: str) -> None: ...

    def polygon(self, corners: Sequence[Point], fill: str, ink: str) -> None: ...

    def data(self) -> bytes:
        """Return the picture as a file."""


def _font_file(name: str) -> bytes:
    with as_file(files("printables") / "fonts" / f"{name}.ttf") as bundled:
        return (bundled if name in (PLAIN, BOLD) else Path(name)).read_bytes()


class PngCanvas:
    """A canvas of Pillow."""

    kind = "image/png"

    def __init__(self, wide: int, high: int, background: str) -> None:
        from PIL import Image, ImageDraw

        self._image = Image.new("RGB", (wide, high), background)
        self._draw = ImageDraw.Draw(self._image)

    @staticmethod
    def is_possible() -> bool:
        """Return whether this Python has Pillow."""
        try:
            from PIL import ImageDraw  # noqa: F401
        except ImportError:
            return False
        return True

    def text(self, x: float, y: float, text: str, font: str, size: int, ink: str) -> None:
        self._draw.text((x, y), text, ink, _pillow_font(font, size), anchor="ls")

    def line(self, points: Sequence[Point], ink: str, thick: int) -> None:
        self._draw.line([*points], ink, thick, joint="curve")

    def circle(self, x: float, y: float, radius: float, fill: str, ink: str) -> None:
        self._draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill, ink, OUTLINE)

    def polygon(self, corners: Sequence[Point], fill: str, ink: str) -> None:
        self._draw.polygon([*corners], fill, ink, OUTLINE)

    def data(self) -> bytes:
        file = BytesIO()
        self._image.quantize(64).save(file, "PNG", optimize=True)
        return file.getvalue()


@lru_cache(maxsize=32)
def _pillow_font(name: str, size: int) -> Any:
    from PIL import ImageFont

    # Without shaping: the letters come in the order in which they are seen, as on paper.
    return ImageFont.truetype(BytesIO(_font_file(name)), size, layout_engine=ImageFont.Layout.BASIC)


class SvgCanvas:
    """A canvas whose file contains its fonts, because an SVG that is shown as a picture loads nothing."""

    kind = "image/svg+xml"

    def __init__(self, wide: int, high: int, background: str) -> None:
        faces = "".join(
            f"@font-face {{ font-family: {name}; src: url(data:font/ttf;base64,{_in_base64(name)}) }}"
            for name in (PLAIN, BOLD)
        )
        self._parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}"><style>{faces}'
            "text { unicode-bidi: bidi-override; direction: ltr; white-space: pre }</style>"
            f'<rect width="100%" height="100%" fill="{background}"/>'
        ]

    def text(self, x: float, y: float, text: str, font: str, size: int, ink: str) -> None:
        family = font if font in (PLAIN, BOLD) else "sans-serif"
        self._add(f'text x="{x:.1f}" y="{y:.1f}" font-family="{family}" font-size="{size}" fill="{ink}"', escape(text))

    def line(self, points: Sequence[Point], ink: str, thick: int) -> None:
        style = f'fill="none" stroke="{ink}" stroke-width="{thick}" stroke-linejoin="round"'
        self._add(f'polyline points="{_svg_points(points)}" {style}')

    def circle(self, x: float, y: float, radius: float, fill: str, ink: str) -> None:
        self._add(f'circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" {_shape(fill, ink)}')

    def polygon(self, corners: Sequence[Point], fill: str, ink: str) -> None:
        self._add(f'polygon points="{_svg_points(corners)}" {_shape(fill, ink)}')

    def data(self) -> bytes:
        return "".join([*self._parts, "</svg>"]).encode()

    def _add(self, tag: str, text: str = "") -> None:
        self._parts.append(f"<{tag}>{text}</{tag.split()[0]}>")


@lru_cache
def _in_base64(name: str) -> str:
    return base64.b64encode(_font_file(name)).decode()


def _shape(fill: str, ink: str) -> str:
    return f'fill="{fill}" stroke="{ink}" stroke-width="{OUTLINE}"'


def _svg_points(points: Sequence[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
