"""Prints compared with approved pictures; `SCOREPAD_DRAW=1` redraws the pictures.

Pages are compared at 60 dots per inch in squares of 8 pixels. A new word, a moved rule or a missing tint changes some
squares; another version of the renderer only blurs edges.
"""

import os
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageChops
from printing.blank_pages import a_blank
from printing.printed_games import PLAYERS, a_game, murder

from printables.blank.blank_sheet import blank_sheet
from printables.cards.points_card import points_card
from printables.filled.score_sheet import score_sheet
from printables.page.page import PaperOptions
from printables.rules.rule_page import RulePage, rule_page
from scorepad.rules import scheme
from scorepad.rules.scheme.scheme import SchemeAsPlayed

PICTURES = Path(__file__).parent.parent / "pictures"
DOTS, SQUARE, MOST = 60, 8, 14  # dots per inch; pixels; of 255 that a square may differ

COMMENTS = ({"comment": {"text": "Bob miscounted.", "hand": 2}}, {"join": {"player": "Eve", "before": "Cat"}})
HEAD = {"location": "The Old Mill", "date": "20 Nov 2026", "scorer": "Cat"}

PRINTS: dict[str, Callable[[], bytes]] = {
    "filled": lambda: score_sheet(a_game(hands=19, **HEAD)),
    "filled_murder_blob": lambda: score_sheet(
        murder(*COMMENTS, stake=10, **HEAD), PaperOptions(one_ink=True, grey=True), blob=True
    ),
    "blank": lambda: blank_sheet(a_blank("pike", players=5, names=PLAYERS)),
    "blank_murder": lambda: blank_sheet(a_blank("murder", players=6, names=PLAYERS, scorer="Cat")),
    "blank_blackout_two_up": lambda: blank_sheet(a_blank("blackout", players=4), PaperOptions(two_up=True)),
    "rules_murder": lambda: rule_page(RulePage.of(a_blank("murder", players=4))),
    "points_pike": lambda: points_card(SchemeAsPlayed(scheme.find("pike"))),
    "points_murder_pocket": lambda: points_card(SchemeAsPlayed(scheme.find("murder")), "pocket"),
}


def drawn(pdf: bytes) -> Image.Image:
    page = pypdfium2.PdfDocument(pdf)[0]
    picture: Image.Image = page.render(scale=DOTS / 72).to_pil().convert("L")
    return picture


def worst_square(first: Image.Image, other: Image.Image) -> int:
    """Return the mean difference of the two squares that differ most."""
    assert first.size == other.size
    apart = ImageChops.difference(first, other)
    size = (-(-apart.width // SQUARE), -(-apart.height // SQUARE))
    return int(apart.resize(size, Image.Resampling.BOX).getextrema()[1])  # type: ignore[arg-type]


@pytest.mark.parametrize("name", PRINTS)
def test_it_looks_as_it_looked(name: str) -> None:
    picture, now = PICTURES / f"{name}.png", drawn(PRINTS[name]())
    if os.environ.get("SCOREPAD_DRAW"):
        now.save(picture, optimize=True)
    with Image.open(picture) as kept:
        assert worst_square(now, kept.convert("L")) <= MOST


def test_a_word_or_a_rule_more_would_be_seen() -> None:
    now = drawn(score_sheet(a_game(hands=19, **HEAD)))
    with Image.open(PICTURES / "filled.png") as kept:
        assert worst_square(drawn(score_sheet(a_game(hands=18, **HEAD))), kept.convert("L")) > MOST
        assert worst_square(ImageChops.offset(now, 0, 2), kept.convert("L")) > MOST
