"""What a filled sheet tells a program that reads it aloud: its parts in the order in which they are read."""

from __future__ import annotations

import io
from typing import Any

import pdfplumber
import pytest
from printing.test_score_sheet import PLAYERS, WIDE_HOUSE, a_game

from printables.archive import as_one_pdf
from printables.page import PaperOptions
from printables.score_sheet import score_sheet
from scorepad.game.state.record import Game


def parts(pdf: bytes) -> list[tuple[str, str, str]]:
    """By part of the PDF, in the order of its tree: what it is, the letters marked as it, what it also says."""
    with pdfplumber.open(io.BytesIO(pdf)) as document:
        (whole,) = document.structure_tree
        assert whole["type"] == "Document"
        letters: dict[tuple[int, int], str] = {}
        for page in document.pages:
            for char in page.chars:
                assert char["mcid"] is not None or char["tag"] == "Artifact", char["text"]
                letters[page.page_number, char["mcid"]] = (
                    letters.get((page.page_number, char["mcid"]), "") + char["text"]
                )
        return [(one["type"], _said(one, letters), one.get("alt_text", "")) for one in whole["children"]]


def _said(part: dict[str, Any], letters: dict[tuple[int, int], str]) -> str:
    (number,) = part["mcids"]
    return letters.get((part["page_number"], number), "")


@pytest.mark.parametrize("paper", [PaperOptions(), PaperOptions(two_up=True)])
def test_a_sheet_is_read_from_its_heading_line_by_line_to_its_chart(paper: PaperOptions) -> None:
    found = parts(score_sheet(a_game(hands=6, house={"ladder": "6-1"}), paper))
    assert found[0][:2] == ("H1", "Cat wins with 64")
    assert [kind for kind, _said, _alt in found[1:-1]] == ["P"] * (len(found) - 2)
    said = [words for _kind, words, _alt in found]
    heads = said.index("HandCardsTrumpAnnBobCatDi")
    assert said[heads + 1].startswith("16♥●6✓+1616")
    assert [words[:2] for words in said[heads + 1 : heads + 7]] == ["16", "25", "34", "43", "52", "61"]
    assert said[heads + 7] == "Total−18406463"
    assert found[-1][0] == "Figure"
    assert found[-1][2] == "Points above or below the average of the table, after each hand"


def test_further_pages_go_on_in_the_same_tree(long_game: Game) -> None:
    said = [words for _kind, words, _alt in parts(score_sheet(long_game))]
    hands = [words for words in said if words[-1:].isdigit() and words[:1].isdigit()]
    assert len(hands) == 60
    assert sum(words.startswith("Brought forward") for words in said) >= 1
    assert not [words for words in said if words.startswith("Page ")]


@pytest.fixture(scope="module")
def long_game() -> Game:
    return a_game(PLAYERS, 60, house={**WIDE_HOUSE, "ladder": "5x60"})


def test_a_pdf_of_many_games_has_no_tree_which_would_grow_with_every_hand() -> None:
    with pdfplumber.open(io.BytesIO(b"".join(as_one_pdf([a_game(hands=3)])))) as document:
        assert "StructTreeRoot" not in document.doc.catalog
