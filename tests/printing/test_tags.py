"""The structure of prints for screen readers: their parts in reading order."""

import io
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pdfplumber
import pytest
from pdfminer.pdftypes import resolve1
from printing.blank_pages import a_blank
from printing.evenings import evenings
from printing.printed_games import PLAYERS, PRINTS, WIDE_HOUSE, a_game, murder

from printables.blank.blank_sheet import blank_sheet
from printables.blank.booklet import booklet
from printables.cards.chances_card import chances_card
from printables.filled.archive import as_one_pdf
from printables.filled.score_sheet import score_sheet
from printables.page.page import PaperOptions
from printables.statistics.league_page import league_page
from printables.statistics.year_page import year_page
from scorepad.game.statistics.group_statistics import Choice
from scorepad.game.statistics.league import League, league_evenings, league_table
from scorepad.game.statistics.year import group_year

NEEDED = {"qpdf": "qpdf", "pdfinfo": "poppler-utils"}  # program: Debian package
YEARS, LEAGUE = evenings(5, 12), League(first="2026-01-01", best=5)
KINDS: dict[str, Callable[[PaperOptions], bytes]] = {
    **PRINTS,
    "booklet": lambda paper: booklet(a_blank("murder", players=5), paper),
    "chances": chances_card,
    "all sheets": lambda paper: b"".join(as_one_pdf([a_game(hands=3), murder()], paper)),
    "year": lambda paper: year_page(group_year(YEARS, Choice("2026")), paper),
    "league": lambda paper: league_page(LEAGUE, league_table(YEARS, LEAGUE)[0], league_evenings(YEARS, LEAGUE), paper),
}
PAPERS = {"filled": PaperOptions(two_up=True), "blank": PaperOptions("A5"), "all sheets": PaperOptions("A5")}


def examined(pdf: bytes, folder: Path) -> str:
    """Assert that qpdf finds no error in a PDF; return pdfinfo's report."""
    missing = [package for program, package in NEEDED.items() if shutil.which(program) is None]
    if missing:
        pytest.fail(f"Programs examine the PDFs. On Debian: apt-get install {' '.join(missing)}", pytrace=False)
    path = folder / "print.pdf"
    path.write_bytes(pdf)
    checked = subprocess.run(["qpdf", "--check", path], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    process = subprocess.run(["pdfinfo", path], capture_output=True, text=True, check=True)
    assert process.stderr == ""
    return process.stdout


@pytest.mark.parametrize("what", KINDS)
def test_every_print_is_well_formed_and_has_a_structure_that_holds_all_its_words(what: str, tmp_path: Path) -> None:
    pdf = KINDS[what](PAPERS.get(what, PaperOptions()))
    report = examined(pdf, tmp_path)
    assert "Tagged:          yes" in report
    assert "PDF version:     1.7" in report
    with pdfplumber.open(io.BytesIO(pdf)) as document:
        assert document.doc.catalog["Lang"] == b"en"
        assert document.metadata["Title"]
        assert resolve1(document.doc.catalog["ViewerPreferences"])["DisplayDocTitle"] is True
    tree = parts(pdf)
    assert tree[0][0] == "H1", "a heading comes first"
    assert {kind for kind, _content, _alt in tree} <= {"H1", "H2", "P", "Table", "Figure"}


def parts(pdf: bytes) -> list[tuple[str, Any, str]]:
    """Return each part of the PDF in reading order: its tag, its letters or the rows of a table, its description.

    Assert that all letters are in a part, or skipped, and that the rows of a table are equally long.
    """
    with pdfplumber.open(io.BytesIO(pdf)) as document:
        (whole,) = document.structure_tree
        assert whole["type"] == "Document"
        letters: dict[tuple[int, int], str] = {}
        for page in document.pages:
            for char in page.chars:
                assert char["mcid"] is not None or char["tag"] == "Artifact", char["text"]
                place = page.page_number, char["mcid"]
                letters[place] = letters.get(place, "") + char["text"]
    return [(part["type"], _content(part, letters), part.get("alt_text", "")) for part in whole["children"]]


def _content(part: dict[str, Any], letters: dict[tuple[int, int], str]) -> str | list[Any]:
    if part["type"] == "Table":
        rows = part["children"]
        assert {row["type"] for row in rows} == {"TR"}
        assert {cell["type"] for row in rows for cell in row["children"]} <= {"TH", "TD"}
        below = len(rows[1]["children"]) if _span(rows[0], "RowSpan") > len(rows[0]["children"]) else 0
        wides = {_span(row, "ColSpan") for row in rows if not below or row is not rows[1]}
        assert len(wides) == 1, "the same number of columns in all rows"
        return [[_content(cell, letters) for cell in row["children"]] for row in rows]
    return "".join(letters.get((part["page_number"], number), "") for number in part.get("mcids", ()))


def _span(row: dict[str, Any], name: str) -> int:
    return sum(cell.get("attributes", {}).get(name, 1) for cell in row["children"])


@pytest.mark.parametrize("paper", [PaperOptions(), PaperOptions(two_up=True)])
def test_a_sheet_is_read_from_its_heading_cell_by_cell_to_its_chart(paper: PaperOptions) -> None:
    heading, scoring, table, *others = parts(score_sheet(a_game(hands=6, house={"ladder": "6-1"}), paper))
    assert heading[:2] == ("H1", "Cat wins with 64")
    assert scoring[:2] == ("P", "Mr Pike's Oh Hell!")
    heads, first, *rows = table[1]
    assert heads == ["Hand", "Cards", "Trump", "Ann", "Bob", "Cat", "Di"]
    assert first[:4] == ["1", "6", "♥", "● 6 ✓ +16 16"]
    assert [row[:2] for row in rows[:5]] == [["2", "5"], ["3", "4"], ["4", "3"], ["5", "2"], ["6", "1"]]
    assert rows[5] == ["Total", "−18", "40", "64", "63"]
    assert others[0][0] == "P"
    assert others[-1][::2] == ("Figure", "Points behind the leader, hand by hand")


def test_further_pages_go_on_in_the_same_tree() -> None:
    long_game = a_game(PLAYERS, 60, house={**WIDE_HOUSE, "ladder": "5x60"})
    tables = [content for kind, content, _alt in parts(score_sheet(long_game)) if kind == "Table"]
    assert len(tables) > 1
    assert sum(row[0].isdigit() for rows in tables for row in rows) == 60 + 1, "and the next hand"
    assert all(rows[1][0] == "Carried forward" for rows in tables[1:])


def test_a_blank_sheet_says_who_deals_and_has_a_cell_for_each_field() -> None:
    _heading, *others, table, _points, _more = parts(blank_sheet(a_blank("pike", players=3, ladder="3-1")))[:9]
    assert [content for _kind, content, _alt in others] == ["3 players", "Date", "Location", "Scorer", "Stake"]
    names, fields, first, *_rows = table[1]
    assert names == ["Hand", "Cards", "Trump", "deals first", "", "", "joins later", "joins later", "Sum of bids"]
    assert fields == ["bid", "✓\u2009±", "total"] * 5
    assert first == ["1", "3", "", *[""] * 15, "/ 3"]


@pytest.mark.parametrize(("what", "paper"), [("pocket cards", PaperOptions()), ("rules", PaperOptions(two_up=True))])
def test_further_copies_on_a_page_are_not_read(what: str, paper: PaperOptions) -> None:
    headings = [content for kind, content, _alt in parts(KINDS[what](paper)) if kind == "H1"]
    assert headings == ["Murder"] * (2 if what == "pocket cards" else 1), "once per side of a card"
