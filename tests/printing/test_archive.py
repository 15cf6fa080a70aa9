"""Many sheets in one file: every game is there, in order, and the memory stays flat."""

import io
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any
from zipfile import ZipFile

import pdfplumber
import pypdfium2
import pytest
from pdfminer.pdftypes import resolve1
from printing.printed_games import PLAYERS, a_game, murder
from program import ROOT, environment

from printables.filled.archive import as_one_pdf, as_zip
from printables.filled.score_sheet import score_sheet
from printables.page.page import PaperOptions
from scorepad.errors import RuleError

GAMES = [a_game(hands=3, location="The Old Mill"), murder(location="The Crown"), a_game(PLAYERS[:3], 4)]


def whole(*how: Any, **more: Any) -> bytes:
    return b"".join(as_one_pdf(*how, **more))


def test_one_pdf_has_a_list_of_contents_and_a_page_and_a_bookmark_for_each_game() -> None:
    with pdfplumber.open(io.BytesIO(whole(GAMES, chosen="The Crown"))) as document:
        contents, *sheets = [page.extract_text() for page in document.pages]
        assert [("The Old Mill" in sheets[0]), ("The Crown" in sheets[1]), len(sheets)] == [True, True, 3]
        assert contents.splitlines() == [
            "Score sheets · The Crown", "3 games", "Without a year",
            "The Old Mill Mr Pike's Oh Hell! 1", "The Crown Murder 2", "Mr Pike's Oh Hell! 3",
        ]  # fmt: skip
        assert [sheet.splitlines()[-1] for sheet in sheets] == ["1", "2", "3"], "the number at the foot"
        titles = [title for _level, title, *_where in document.doc.get_outlines()]
        assert titles == ["Mr Pike's Oh Hell! · The Old Mill", "Murder · The Crown", "Mr Pike's Oh Hell!"]


def test_a_tap_on_a_line_of_the_contents_leads_to_its_sheet() -> None:
    document = pypdfium2.PdfDocument(whole(GAMES))
    assert "Without a year" in document[0].get_textpage().get_text_bounded()
    assert [mark.get_dest().get_index() for mark in document.get_toc()] == [1, 2, 3]
    with pdfplumber.open(io.BytesIO(whole(GAMES))) as again:
        pages = [page.page_obj.pageid for page in again.pages]
        links = again.pages[0].annots
        x0, top, x1, bottom = (links[1][edge] for edge in ("x0", "top", "x1", "bottom"))
        words = again.pages[0].crop((x0, top, x1, bottom)).extract_text()
        assert words == "The Crown Murder 2"
        assert [pages.index(resolve1(link["data"]["Dest"])[0].objid) for link in links] == [1, 2, 3]


def test_contents_go_on_over_the_pages_under_the_year() -> None:
    games = [a_game(PLAYERS[:3], 3, date=f"20{at % 3 + 20}-05-0{at % 9 + 1}", location=f"Inn {at}") for at in range(3)]
    with pdfplumber.open(io.BytesIO(whole(sorted(games * 28, key=lambda game: game.sheet.date)))) as document:
        first, second = [page.extract_text() for page in document.pages[:2]]
        assert first.splitlines()[:3] == ["Score sheets", "84 games · From 1 May 2020 to 3 May 2022", "2020"]
        assert second.splitlines()[:2] == ["Score sheets", "2021"]
        assert second.splitlines()[-1] == "3 May 2022 Inn 2 Mr Pike's Oh Hell! 84"
        assert len(document.pages) == 2 + 84


def test_whose_record_is_damaged_is_named_where_the_contents_are() -> None:
    left_out = list[str]()

    def games() -> Iterator[Any]:
        yield GAMES[0]
        left_out.append("The Anchor 2026-01-02")

    with pdfplumber.open(io.BytesIO(whole(games(), left_out=left_out))) as document:
        assert "damaged:\nThe Anchor 2026-01-02" in document.pages[0].extract_text()
    left_out.clear()
    with ZipFile(io.BytesIO(b"".join(as_zip(games(), left_out=left_out)))) as files:
        assert files.read("left-out.txt").decode() == "The Anchor 2026-01-02\n"


def test_two_games_share_a_page() -> None:
    with pdfplumber.open(io.BytesIO(whole(GAMES, PaperOptions(two_up=True)))) as document:
        _contents, page, _last_page = document.pages
        assert ["The Crown" in page.extract_text(), page.extract_text().splitlines()[-1]] == [True, "1 1"]


@pytest.mark.parametrize("make", [as_one_pdf, as_zip])
def test_a_piece_comes_for_each_game_before_the_next_is_asked_for(make: Callable[[Any], Iterator[bytes]]) -> None:
    asked = list[int]()

    def games() -> Iterator[Any]:
        for at, game in enumerate(GAMES):
            asked.append(at)
            yield game

    pieces = make(games())
    assert len(next(pieces)) > 1_000
    assert asked == [0]
    assert len(next(pieces)) > 1_000
    assert asked == [0, 1]


def test_a_zip_has_each_game_as_it_is_printed_alone_and_is_always_the_same() -> None:
    files = [b"".join(as_zip(GAMES)) for _again in range(2)]
    assert files[0] == files[1]
    with ZipFile(io.BytesIO(files[0])) as made:
        assert made.testzip() is None
        assert made.namelist() == ["0001-The-Old-Mill.pdf", "0002-The-Crown.pdf", "0003-Mr-Pike-s-Oh-Hell.pdf"]
        assert made.read("0002-The-Crown.pdf") == score_sheet(GAMES[1])
        assert {info.date_time[0] for info in made.infolist()} == {1980}  # not the present date


@pytest.mark.parametrize("make", [as_one_pdf, as_zip])
def test_no_games_make_no_file(make: Callable[[list[Any]], Iterator[bytes]]) -> None:
    with pytest.raises(RuleError):
        next(make([]))


MEASURE = """
import os, resource, sys
sys.path.insert(0, "tests")
from tools.bench.games import game_file
from scorepad.game.files.game_file import read_game
from printables.filled.archive import as_one_pdf, as_zip

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

game = read_game(game_file(4, 6))
def games(count):
    return (game for _at in range(count))
make = as_zip if sys.argv[1] == "zip" else as_one_pdf
def act(count):
    for piece in make(games(count)):
        pass
act(20)
before = peak()
act(170)
print(peak() - before)
"""


@pytest.mark.soak
@pytest.mark.parametrize("way", ["zip", "pdf"])
def test_the_memory_is_flat_however_many_games_there_are(way: str) -> None:
    command = [sys.executable, "-c", MEASURE, way]
    done = subprocess.run(command, cwd=ROOT, env=environment(ROOT), capture_output=True, text=True, check=True)
    assert int(done.stdout) < 2_000, "kB for 150 more sheets"
