"""Ways to print: for a photocopier, in large print, on small paper, as a booklet."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from photocopy import long_lines, lost
from printing.test_blank_sheet import a_blank
from printing.test_score_sheet import PLAYERS, a_game, murder
from reading_pdf import read

from printables.blank_sheet import blank_sheet
from printables.page import COPIED, PaperOptions
from printables.points_card import points_card
from printables.rule_page import RulePage, rule_page
from printables.score_sheet import score_sheet
from scorepad.rules import scheme
from scorepad.rules.scheme.as_played import SchemeAsPlayed

COPY = PaperOptions(one_ink=True)
PRINTS: dict[str, Callable[[PaperOptions], bytes]] = {
    "filled": lambda paper: score_sheet(a_game(hands=19), paper),
    "filled, of Murder": lambda paper: score_sheet(murder(stake=10), paper),
    "blank": lambda paper: blank_sheet(a_blank("pike", players=5, names=PLAYERS), paper, rules=True),
    "blank, of Murder": lambda paper: blank_sheet(a_blank("murder", players=5), paper, rules=True),
    "rules": lambda paper: rule_page(RulePage.of(a_blank("murder", players=4)), paper),
    "points": lambda paper: points_card(SchemeAsPlayed(scheme.find("pike")), "page", paper),
    "pocket cards": lambda paper: points_card(SchemeAsPlayed(scheme.find("murder")), "pocket", paper),
}


# --- black ink, to be photocopied -----------------------------------------------------------------------


@pytest.mark.parametrize("what", PRINTS)
def test_in_one_ink_a_photocopy_keeps_every_line(what: str) -> None:
    pdf = PRINTS[what](COPY)
    assert lost(pdf) == []
    for page in read(pdf):
        for line in long_lines(page):
            assert line["linewidth"] >= COPIED - 0.01
        assert all(set(tint["non_stroking_color"]) <= {0.0, 1.0} for tint in page.tints), "no tint"


def test_with_greys_it_would_not() -> None:
    pdf = PRINTS["filled"](PaperOptions(one_ink=True, grey=True))
    assert len(lost(pdf)) > 10
