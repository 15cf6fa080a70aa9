"""Many sheets in one go: every game is there, in order, and the memory stays flat."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Callable
from typing import Any
from zipfile import ZipFile

import pdfplumber
import pytest
from printing.test_score_sheet import PLAYERS, a_game, murder
from program import environment

from printables.archive import as_one_pdf, as_zip
from printables.page import PaperOptions
from printables.score_sheet import score_sheet
from scorepad.errors import NothingToPrint

GAMES = [a_game(hands=3, location="The Old Mill"), murder(location="The Crown"), a_game(PLAYERS[:3], 4)]


def test_one_pdf_has_a_page_and_a_bookmark_for_each_game() -> None:
    with pdfplumber.open(io.BytesIO(as_one_pdf(GAMES))) as document:
        assert len(document.pages) == 3
        titles = [title for _level, title, *_where in document.doc.get_outlines()]
        assert titles == ["Mr Pike's Oh Hell! · The Old Mill", "Murder · The Crown", "Mr Pike's Oh Hell!"]
        assert "The Crown" in document.pages[1].extract_text()


def test_two_games_share_a_page() -> None:
    with pdfplumber.open(io.BytesIO(as_one_pdf(GAMES, PaperOptions(two_up=True)))) as document:
        assert len(document.pages) == 2
        assert "The Crown" in document.pages[0].extract_text()


def test_a_zip_has_each_game_as_it_is_printed_alone_and_is_always_the_same() -> None:
    files = []
    for _again in range(2):
        out = io.BytesIO()
        as_zip(((f"{at}-game", game) for at, game in enumerate(GAMES)), out)
        files.append(out.getvalue())
    assert files[0] == files[1]
    with ZipFile(io.BytesIO(files[0])) as whole:
        assert whole.namelist() == ["0-game.pdf", "1-game.pdf", "2-game.pdf"]
        assert whole.read("1-game.pdf") == score_sheet(GAMES[1])
        assert {one.date_time[0] for one in whole.infolist()} == {1980}  # not now, whenever that is


@pytest.mark.parametrize("make", [as_one_pdf, lambda games: as_zip(games, io.BytesIO())])
def test_no_games_make_no_file(make: Callable[[list[Any]], object]) -> None:
    with pytest.raises(NothingToPrint):
        make([])


MEASURE = """
import os, resource, sys
sys.path.insert(0, "tests")
from bench.games import game_file
from scorepad.game.files.game_file import read_game
from printables.archive import as_one_pdf, as_zip

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

game = read_game(game_file(4, 6))
def games(count):
    return (game for _at in range(count))
if sys.argv[1] == "zip":
    def act(count):
        with open(os.devnull, "wb") as out:
            as_zip(((str(at), game) for at, game in enumerate(games(count))), out)
else:
    def act(count):
        as_one_pdf(games(count))
act(20)
before = peak()
act(170)
print(peak() - before)
"""


def grown(way: str) -> int:
    """kB that 150 sheets more need."""
    from program import ROOT

    command = [sys.executable, "-c", MEASURE, way]
    done = subprocess.run(command, cwd=ROOT, env=environment(ROOT), capture_output=True, text=True, check=True)
    return int(done.stdout)


def test_the_memory_of_a_zip_is_flat_and_that_of_one_pdf_grows_by_its_finished_pages_only() -> None:
    assert grown("zip") < 2_000
    assert grown("pdf") < 150 * 12
