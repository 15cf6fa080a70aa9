"""The layout of filled sheets: figures apart, no empty column, no repeated sentence, no page for a single hand."""

from itertools import pairwise

import pytest
from printing.printed_games import PLAYERS, a_game, text_of, with_record
from reading_pdf import Page, assert_all_in_its_box, read
from soak import sampled

from printables.filled.score_sheet import drawing_of, score_sheet
from printables.filled.sheet_cell import POINTS, TOTAL
from printables.page.page import PaperOptions, mm
from scorepad.game.state.game import Game

SEVEN = ("Ann", "Truus", "Ben", "Maximiliane", "Gus", "Zoë", "Dimitri")
SMALL = {"A5": PaperOptions("A5"), "Half Letter": PaperOptions("Half Letter"), "two-up": PaperOptions(two_up=True)}


def without_trumps(hands: int, **house: object) -> Game:
    """Return a game of two cards per hand in which all bid 0, without recorded trumps."""
    hand = {"cards": 2, "bids": dict.fromkeys(PLAYERS, 0), "taken": dict.fromkeys(PLAYERS, 0) | {"Ann": 2}}
    return with_record(PLAYERS, [{"hand": hand}] * hands, house={"ladder": "2x5", **house})


def space_before_totals(page: Page) -> float:
    """Return the least space in points between the widest points and the widest total of a column."""
    closing = next(word["top"] for word in page.words if word["text"] == "Total")
    end = max(rule for rule in page.across if rule < closing) - 4
    chars = [char for char in page.chars if page.across[0] < char["top"] < end and char["x0"] > page.down[0]]
    digits = [char for char in chars if char["text"] in "+−0123456789"]
    largest = max(char["size"] for char in digits)
    spaces: list[float] = []
    for left, right in pairwise(page.down):
        column = [char for char in digits if left < char["x0"] < right]
        points = [char["x1"] for char in column if char["size"] == pytest.approx(largest * POINTS / TOTAL, abs=0.05)]
        spaces.append(min(char["x0"] for char in column if char["size"] == pytest.approx(largest)) - max(points))
    return min(spaces)


@pytest.mark.parametrize(("players", "hands"), [(SEVEN, 26), (PLAYERS, 19)])
def test_two_millimetres_are_between_the_widest_points_and_the_widest_total(
    players: tuple[str, ...], hands: int
) -> None:
    pages = read(score_sheet(a_game(players, hands, house={"ladder": f"7x{hands}"})))
    assert len(pages) == 1
    assert_all_in_its_box(pages)
    assert space_before_totals(pages[0]) > 2 * mm - 0.5  # the sides of the glyphs


@pytest.mark.parametrize("paper", sampled(SMALL, 1))
def test_no_page_has_a_single_hand(paper: str) -> None:
    for hands in range(12, 32):
        layout = drawing_of(a_game(PLAYERS, hands, house={"ladder": f"5x{hands}"}), SMALL[paper]).layout
        on_pages = [len(page.placed) for page in layout.pages if page.placed]
        assert sum(on_pages) >= hands
        assert min(on_pages) >= (5 if layout.pages[-1].placed else 12), "a chart with its own page divides no table"


def test_there_is_a_column_of_trumps_only_if_it_has_a_suit_or_space_for_one() -> None:
    def has_one(game: Game) -> bool:
        return "Trump" in read(score_sheet(game))[0].rows()[0][0]

    assert not has_one(without_trumps(5)), "no trumps were recorded"
    assert not has_one(without_trumps(2)), "and nobody will"
    assert has_one(without_trumps(0))
    assert not has_one(a_game(hands=0, house={"trump": "none"}))
    assert has_one(a_game(hands=2))


def test_a_sentence_about_several_hands_stands_once_with_their_numbers() -> None:
    text = text_of(a_game(hands=0, rulebook="clag"))
    assert text.count("A special deal of your table's choice.") == 1
    assert "Hands 13, 14, 15: A special deal of your table's choice." in text
    assert text.index("Twos are wild.") < text.index("Total"), "under the only hand that it is about"


def test_a_scheme_that_is_called_like_its_game_is_not_named_again() -> None:
    assert text_of(a_game(hands=0, rulebook="boerenbridge")).count("Boerenbridge") == 1
    assert "Scoring: Squares" in text_of(a_game(scheme="squares"))
