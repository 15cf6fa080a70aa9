"""Tags of a filled sheet for screen readers: its parts in reading order."""

import io
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pdfplumber
import pytest
from printing.blank_pages import a_blank
from printing.evenings import evenings
from printing.printed_games import PLAYERS, PRINTS, WIDE_HOUSE, a_game, murder
from soak import sampled

from printables.blank.booklet import booklet
from printables.cards.chances_card import chances_card
from printables.filled.archive import as_one_pdf
from printables.filled.score_sheet import score_sheet
from printables.page.page import PaperOptions
from printables.statistics.league_page import league_page
from printables.statistics.year_page import year_page
from scorepad.game.statistics.group_statistics import Choice
from scorepad.game.statistics.league import League, league_table
from scorepad.game.statistics.year import group_year

NEEDED = {"qpdf": "qpdf", "pdfinfo": "poppler-utils"}  # program: Debian package
YEARS, LEAGUE = evenings(5, 12), League(first="2026-01-01", best=5)
TAGGED: dict[str, Callable[[PaperOptions], bytes]] = {
    "filled": PRINTS["filled"],
    "filled, of Murder": PRINTS["filled, of Murder"],
    "year": lambda paper: year_page(group_year(YEARS, Choice("2026")), paper),
    "league": lambda paper: league_page(LEAGUE, *league_table(YEARS, LEAGUE), paper),
}
UNTAGGED: dict[str, Callable[[PaperOptions], bytes]] = {
    **{what: draw for what, draw in PRINTS.items() if what not in TAGGED},
    "booklet": lambda paper: booklet(a_blank("murder", players=5), paper),
    "chances": chances_card,
    "all sheets": lambda paper: b"".join(as_one_pdf([a_game(hands=3), murder()], paper)),
}


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


@pytest.mark.parametrize("what", TAGGED)
def test_a_print_with_tags_is_well_formed_and_counts_as_tagged(what: str, tmp_path: Path) -> None:
    for paper in (PaperOptions(), PaperOptions("A5"), PaperOptions(two_up=True), PaperOptions(one_ink=True)):
        assert "Tagged:          yes" in examined(TAGGED[what](paper), tmp_path), paper


@pytest.mark.parametrize("what", sampled(UNTAGGED, 4))
def test_every_other_print_is_well_formed(what: str, tmp_path: Path) -> None:
    assert "Tagged:          no" in examined(UNTAGGED[what](PaperOptions()), tmp_path)


def parts(pdf: bytes) -> list[tuple[str, str, str]]:
    """Return each part of the PDF in tree order: its tag, its marked letters, its alternative text."""
    with pdfplumber.open(io.BytesIO(pdf)) as document:
        (whole,) = document.structure_tree
        assert whole["type"] == "Document"
        letters: dict[tuple[int, int], str] = {}
        for page in document.pages:
            for char in page.chars:
                assert char["mcid"] is not None or char["tag"] == "Artifact", char["text"]
                place = page.page_number, char["mcid"]
                letters[place] = letters.get(place, "") + char["text"]
        return [(child["type"], _said(child, letters), child.get("alt_text", "")) for child in whole["children"]]


def _said(part: dict[str, Any], letters: dict[tuple[int, int], str]) -> str:
    (number,) = part["mcids"]
    return letters.get((part["page_number"], number), "")


@pytest.mark.parametrize("paper", [PaperOptions(), PaperOptions(two_up=True)])
def test_a_sheet_is_read_from_its_heading_line_by_line_to_its_chart(paper: PaperOptions) -> None:
    result = parts(score_sheet(a_game(hands=6, house={"ladder": "6-1"}), paper))
    assert result[0][:2] == ("H1", "Cat wins with 64")
    assert [kind for kind, _said, _alt in result[1:-1]] == ["P"] * (len(result) - 2)
    message = [words for _kind, words, _alt in result]
    heads = message.index("HandCardsTrumpAnnBobCatDi")
    assert message[heads + 1].startswith("16♥●6✓+1616")
    assert [words[:2] for words in message[heads + 1 : heads + 7]] == ["16", "25", "34", "43", "52", "61"]
    assert message[heads + 7] == "Total−18406463"
    assert result[-1][0] == "Figure"
    assert result[-1][2] == "Points behind the leader, hand by hand"


def test_further_pages_go_on_in_the_same_tree() -> None:
    long_game = a_game(PLAYERS, 60, house={**WIDE_HOUSE, "ladder": "5x60"})
    message = [words for _kind, words, _alt in parts(score_sheet(long_game))]
    hands = [words for words in message if words[-1:].isdigit() and words[:1].isdigit()]
    assert len(hands) == 60
    assert sum(words.startswith("Carried forward") for words in message) >= 1
    assert not [words for words in message if words.startswith("Page ")]


def test_a_pdf_of_many_games_has_no_tree_which_would_grow_with_every_hand() -> None:
    with pdfplumber.open(io.BytesIO(b"".join(as_one_pdf([a_game(hands=3)])))) as document:
        assert "StructTreeRoot" not in document.doc.catalog
