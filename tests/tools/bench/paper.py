"""Benchmarks of printing: a full A4 sheet against a bare canvas, and archives.

The canvas has the same number of words, in one text object, and of lines.
"""

import io
import subprocess
import sys
from collections.abc import Callable
from typing import Any

from reportlab.pdfgen.canvas import Canvas

from printables.filled.score_sheet import drawing_of, score_sheet
from printables.page.page import PAPERS, PLAIN, PaperOptions, font
from printables.page.pen import Pen
from scorepad.game.files.game_file import read_game
from scorepad.game.state.game import Game
from tools.bench.games import game_file


def full_game() -> Game:
    """Return a game of 26 hands and 7 players, without comments, which fills one page."""
    file: dict[str, Any] = game_file(7, 26)
    file["house"]["hook"] = False
    for entry in file["record"]:
        del entry["hand"]["hook_waived"]
    return read_game(file)


def tasks(game: Game) -> tuple[Callable[[], bytes], Callable[[], bytes], str]:
    """Return the sheet, the control, and a description of what both draw."""
    words, lines = _strokes(game)
    wide, high = PAPERS["A4"]

    def control() -> bytes:
        file = io.BytesIO()
        canvas = Canvas(file, pagesize=(wide, high), invariant=1, pageCompression=1)
        canvas.setFont(PLAIN, 8)
        text = canvas.beginText()
        for at, word in enumerate(words):
            text.setTextOrigin(40 + at % 20 * 25, 40 + at // 20 * 9)
            text.textOut(word)
        canvas.drawText(text)
        for at in range(lines):
            canvas.line(40, 40 + at * 2, 500, 40 + at * 2)
        canvas.save()
        return file.getvalue()

    font(PLAIN)  # register the font before anything is measured
    score_sheet(game)
    return lambda: score_sheet(game), control, f"{len(words)} words, {lines} lines"


def _strokes(game: Game) -> tuple[list[str], int]:
    """Return the words and the number of lines of the sheet."""
    words: list[str] = []
    lines: list[str] = []

    class Counting(Pen):
        def write(self, x: float, y: float, text: str, **how: Any) -> float:
            if text:
                words.append(text)
            return super().write(x, y, text, **how)

        def _say(self, operators: str) -> None:
            if operators.endswith(" l S"):
                lines.append(operators)
            super()._say(operators)

    drawing = drawing_of(game, PaperOptions())
    drawing.on(Counting(drawing.layout.grid.size, title="", author=""))
    return words, len(lines)


MEASURE = """
import resource, sys
from tools.bench.paper import full_game
from printables.filled.archive import as_one_pdf, as_zip

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

game = full_game()
def act(count):
    for piece in {"zip": as_zip, "pdf": as_one_pdf}[sys.argv[1]](game for at in range(count)):
        pass
act(20)
before = peak()
act(1000)
print(peak() - before)
"""


def archive_growth(way: str) -> float:
    """Return the MB that 1,000 sheets need in addition to those of 20, as a "zip" or as one "pdf"."""
    done = subprocess.run([sys.executable, "-c", MEASURE, way], check=True, capture_output=True, text=True)
    return int(done.stdout) / 1024


def printer_imported_by(module: str) -> bool:
    code = f"import sys, {module}; print('reportlab' in sys.modules)"
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout == "True\n"
