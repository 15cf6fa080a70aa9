"""A game without trumps: no trump column, and no “no trumps” of a hand."""

from builders import FOUR, csv_rows, hand, play
from reading_pdf import read
from scorekeeper import Scorekeeper, log_lines
from tables import at_hand

from printables.blank.blank_sheet import blank_sheet
from printables.filled.score_sheet import score_sheet
from scorepad.game.report.blank_sheet import blank_of
from scorepad.game.report.sheet_files import sheet_csv
from scorepad.terminal.sheet import sheet_text

HAND = hand(FOUR, [5, 0, 3, 4], [5, 0, 4, 4])
WRITTEN = {"hand": {**HAND["hand"], "trump": "N"}}  # as files of earlier versions may have it


def test_no_page_of_a_game_without_trumps_speaks_of_them(keeper: Scorekeeper) -> None:
    game = at_hand(keeper, "boerenbridge", *FOUR.split(), record=[WRITTEN]).path
    bids = {"Ann": 4, "Bob": 4, "Cat": 4, "Di": 4}
    keeper.bid(**bids)
    for page in ("", "/view", "/hands/1", "/hands/1/correction", "/standings"):
        result = keeper.visit(game + page)
        text = result.text.partition("House rules")[0]
        assert (result.status, "NT" in text, "rump" in text) == (200, False, False), page
        assert "no-suit" not in result.source, page
    keeper.visit(game)
    assert not [line for line in log_lines(keeper) if "trump" in line]


def test_nothing_written_of_a_game_without_trumps_has_a_column_for_them() -> None:
    game = play("boerenbridge", FOUR, HAND, WRITTEN)
    prints = [score_sheet(game), score_sheet(play("boerenbridge", FOUR)), blank_sheet(blank_of(game.opened))]
    for text in (sheet_text(game), *(page.text for pdf in prints for page in read(pdf))):
        assert "13" in text
        assert "rump" not in text
        assert "NT" not in text
    first = csv_rows(sheet_csv(game))[0]
    assert "trump" not in first
    assert [first[head] for head in ("hand", "cards", "dealer", "comment", "Ann bid")] == ["1", "13", "Ann", "", "5"]


def test_a_table_that_plays_with_trumps_from_some_hand_on_sees_those_of_all_hands() -> None:
    game = play("boerenbridge", FOUR, HAND, {"house": {"trump": "always S"}})
    assert "♠" in sheet_text(game)
    assert "trump" in sheet_csv(game)
    back = play("boerenbridge", FOUR, {"house": {"trump": "always S"}}, HAND, {"house": {"trump": "none"}})
    assert "♠" in sheet_text(back)
