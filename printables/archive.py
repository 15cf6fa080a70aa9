"""Many filled sheets in one go: a league's archive, as one PDF or as a zip with a PDF for each game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import IO
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from printables.page import PaperOptions
from printables.pen import Pen
from printables.score_sheet import SheetDrawing, score_sheet
from scorepad.errors import NothingToPrint
from scorepad.game.state.record import Game
from scorepad.words import _

_EPOCH = (1980, 1, 1, 0, 0, 0)  # the same games make the same zip, whenever it is made


def as_one_pdf(games: Iterable[Game], paper: PaperOptions | None = None, *, blob: bool = False) -> bytes:
    """One PDF, as bytes, with the sheet of every game and a bookmark each; `blob`: missed bids blotted out, not struck.

    Of a game only its finished pages stay in the memory, some 5 kB each. Raises NothingToPrint without games,
    UnknownPaper for a paper that there is not.
    """
    paper = paper or PaperOptions()
    pen = Pen(paper.sheet_size(False), title=_("Score sheets"), author="Scorepad", paper=paper)
    game = None
    for game in games:
        SheetDrawing.of(game, paper, blob=blob).on(pen, marked=True)
    if game is None:
        raise NothingToPrint
    return pen.done()


def as_zip(
    games: Iterable[tuple[str, Game]], out: IO[bytes], paper: PaperOptions | None = None, *, blob: bool = False
) -> None:
    """A zip written to `out`: a PDF for each pair of a name (without `.pdf`) and a game, one by one as they are made.

    `blob`: missed bids blotted out, not struck. Raises NothingToPrint without games, UnknownPaper, OSError.
    """
    with ZipFile(out, "w", ZIP_STORED) as whole:
        for name, game in games:
            whole.writestr(ZipInfo(f"{name}.pdf", _EPOCH), score_sheet(game, paper, blob=blob))
        if not whole.namelist():
            raise NothingToPrint
