"""Many filled sheets in one go.

A league's archive, as one PDF or as a zip with a PDF for each game, piece by piece as its sheets are drawn. Of a game
only its line of the contents stays in the memory.
"""

from collections.abc import Iterable, Iterator
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from printables.filled.contents import Entry, draw_contents
from printables.filled.score_sheet import drawing_of, score_sheet
from printables.page.page import A4, PaperOptions
from printables.page.pen import Pen
from scorepad.errors import nothing_to_print
from scorepad.formats import slug
from scorepad.game.state.game import Game
from scorepad.words import _, ours

_EPOCH = (1980, 1, 1, 0, 0, 0)  # the same games make the same zip, whenever it is made
LEFT_OUT = "left-out.txt"


def as_one_pdf(
    games: Iterable[Game], paper: PaperOptions = A4, *, blob: bool = False, chosen: str = "",
    left_out: Iterable[str] = (),
) -> Iterator[bytes]:  # fmt: skip
    """Pieces of one PDF: a list of contents, the sheet of every game with a bookmark each.

    `blob`: missed bids blotted out, not struck; `chosen`: which games these are, in words; `left_out`: damaged games,
    read when all others are drawn.

    Raises RuleError without games, ScorepadError for a paper that there is not, both before the first piece.
    """
    upright = paper.sheet_size(bool(paper.landscape))
    pen = Pen(upright, title=_("Score sheets"), subject=chosen, paper=paper, numbered=True)
    entries = list[Entry]()
    for game in games:
        drawing = drawing_of(game, paper, blob=blob)
        pen.set_sheet_size(drawing.layout.grid.size)
        entries.append(Entry.of(game, pen.number, pen.current_page_name))
        drawing.on(pen, marked=True)
        yield pen.taken()
    if not entries:
        raise nothing_to_print()
    pen.front()
    pen.set_sheet_size(upright)
    draw_contents(pen, entries, chosen, [*left_out])
    yield pen.done()


def as_zip(
    games: Iterable[Game], paper: PaperOptions = A4, *, blob: bool = False, left_out: Iterable[str] = ()
) -> Iterator[bytes]:
    """Yield a zip in pieces: a PDF for each game, and a text with the games that are `left_out`, if any.

    File names have the game's number, date and location. Raises the same errors as `as_one_pdf`.
    """
    pieces = _Pieces()
    with ZipFile(pieces, "w", ZIP_STORED) as whole:  # type: ignore[call-overload]
        for number, game in enumerate(games, 1):
            sheet = game.sheet
            name = slug(f"{sheet.date} {sheet.location or ours(sheet.rulebook.name)}", "game")
            whole.writestr(ZipInfo(f"{number:04d}-{name}.pdf", _EPOCH), score_sheet(game, paper, blob=blob))
            yield pieces.taken()
        if not whole.namelist():
            raise nothing_to_print()
        if missing := [*left_out]:
            whole.writestr(ZipInfo(LEFT_OUT, _EPOCH), "".join(f"{name}\n" for name in missing))
    yield pieces.taken()


class _Pieces:
    """A file object that forgets everything that was read from it."""

    def __init__(self) -> None:
        self._written = list[bytes]()

    def write(self, data: bytes) -> int:
        self._written.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Nothing waits anywhere else."""

    def taken(self) -> bytes:
        made = b"".join(self._written)
        self._written.clear()
        return made
