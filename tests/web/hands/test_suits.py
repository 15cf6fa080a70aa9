"""Suits of the pack: Rage's six colours and the Spanish suits, on pages and prints, in exports and back again."""

import pytest
from builders import hand, play, points, totals
from importing.preparing import games_in
from reading_pdf import read
from scorekeeper import Scorekeeper, log_lines, new_game
from tables import at_hand, refused

from printables.filled.score_sheet import score_sheet
from scorepad import words
from scorepad.errors import RuleFileError
from scorepad.game.report.hand_detail import reasons
from scorepad.game.report.sheet_files import sheet_csv
from scorepad.game.state.game import Game
from scorepad.game.state.rows import HandRow
from scorepad.rules import rulebook
from scorepad.rules.rulebook import Rulebook

THREE = "Ann Bob Cat"
COLOURS = {"R": "red", "O": "orange", "Y": "yellow", "G": "green", "B": "blue", "P": "purple"}
WRITTEN = {"write_trump": True}


def trumps(game: Game) -> list[str | None]:
    return [row.trump for row in game.sheet.rows if isinstance(row, HandRow)]


def test_a_colour_of_six_is_tapped_and_corrected(keeper: Scorekeeper) -> None:
    page = at_hand(keeper, "rage", *THREE.split(), house=WRITTEN)
    assert [colour for colour in COLOURS.values() if colour in page.text] == [*COLOURS.values()]
    assert keeper.tap("trump", "P").status == 200
    keeper.send("/bids", trump="P", **{f"bid__p{at}": 0 for at in (1, 2, 3)})
    page = keeper.take(Ann=10, Bob=0, Cat=0)
    assert page.table[1][0] == "1 10 P"
    keeper.correct(1)
    page = keeper.send("/correction", trump="Y")
    assert page.table[1][0].startswith("1 10 Y")
    assert "Trump: purple → yellow" in log_lines(keeper)[-1]
    keeper.correct(1)
    refused(keeper.forge(keeper.page.form("/correction"), trump="H"), "trump", "Trumps are R, O, Y, G, B, P, or N")


@pytest.mark.parametrize("code", ["en", "es"])
def test_six_colours_are_printed_exported_and_read_back(code: str) -> None:
    """Each colour has its letter next to it, for prints in black and white."""
    hands = [hand(THREE, [9, 0, 0], [9, 0, 0], trump=trump, cards=9) for trump in (*COLOURS, "N")]
    game = play("rage", THREE, *hands, house={**WRITTEN, "ladder": "9x7"})
    with words.use_language(code):
        suits = game.sheet.rulebook.suits
        (page,) = read(score_sheet(game))
        assert all(item in page.text for item in suits.legend())
        letters = [row[0][2] for row in page.rows() if row[0][1:2] == ["9"]]
        assert letters == [*suits.signs().values()]
        text = sheet_csv(game)
    (imported,) = games_in("rage.csv", text.encode(), "rage", {})
    assert imported.kept
    assert trumps(imported.kept.game) == [*COLOURS, "N"]
    assert totals(imported.kept.game) == totals(game)


def test_older_games_of_wizard_keep_their_letters_and_get_the_names_of_its_suits() -> None:
    """A file of an older version has H for the third suit, which the pack calls dwarves."""
    game = play("wizard", THREE, hand(THREE, [1, 0, 1], [1, 0, 0], trump="H"))
    assert "dwarves" in sheet_csv(game)
    (imported,) = games_in("wizard.csv", sheet_csv(game).replace("dwarves", "H").encode(), "wizard", {})
    assert imported.kept
    assert trumps(imported.kept.game) == ["H"]


TWICE_AND_THRICE = {"option.oros": "2", "option.no_trumps": "3"}
POCHA = {"ladder": "2x4", "options": {"oros": 2, "no_trumps": 3}, "trump": "dealer chooses"}


def test_an_evening_of_pocha_multiplies_by_trump() -> None:
    """Made is 10 + 5 per trick, a miss is −5 per trick off; twice in oros, three times without trumps."""
    ana = "Ana Blas Celia"
    game = play(
        "pocha", ana,
        hand(ana, [1, 0, 2], [1, 1, 0], trump="H"),
        hand(ana, [2, 1, 0], [2, 0, 0], trump="D"),
        hand(ana, [1, 2, 0], [0, 2, 0], trump="N"),
        house=POCHA,
    )  # fmt: skip
    assert [points(game, row) for row in range(3)] == [
        {"Ana": 15, "Blas": -5, "Celia": -10},
        {"Ana": 40, "Blas": -10, "Celia": 20},
        {"Ana": -15, "Blas": 60, "Celia": 30},
    ]
    row = game.hand_row(2)
    assert row
    assert reasons(game, row)["p1"] == "made, oros; multiplier 2: (10 + 5 × 2) × 2 = 40"


def test_the_multiplier_is_a_house_rule_to_tap_and_is_told_on_the_rules_page(keeper: Scorekeeper) -> None:
    new_game(keeper, "pocha", "Ana", "Blas", "Celia", trump="dealer chooses", **TWICE_AND_THRICE)
    page = keeper.follow("Rules")
    assert "With oros (diamonds) as trumps all points of the hand count twice." in page.text
    assert "Without trumps all points of the hand count three times." in page.text


def test_names_are_typed_in_playing_order_and_stored_clockwise(keeper: Scorekeeper) -> None:
    page = keeper.visit("/games/new?rulebook=rikiki")
    assert "Players, in playing order" in page.text
    typed = dict(zip(("players__0", "players__1", "players__2", "players__3"), "ABCD", strict=True))
    refused(keeper.send("Start", "Start", **{**typed, "players__2": "B"}), "players.3", "B")
    page = keeper.send("Start", "Start", **typed, ladder="1x4")
    assert page.table[0][-4:] == [*"ABCD"], "the pages show the playing order"
    for dealer in "ABCD":
        assert keeper.page.signed("●") == dealer
        keeper.bid(A=1, B=1, C=0, D=0)
        keeper.take(B=0)


@pytest.mark.parametrize(
    ("key", "value", "why"),
    [
        ("suits", {"R": {"name": "red"}}, "from 2 to 10 suits"),
        ("suits", {"R": {"name": "red"}, "N": {"name": "none"}}, "not J or N"),
        ("suits", {"R": {"name": "red"}, "B": {"name": "Red"}}, "the same name"),
        ("suits", {"R": {"name": "red", "colour": "pink"}, "B": {"name": "blue"}}, "one of: black"),
        ("trump", "cycle R H", "“H” is not a suit of this pack. Write one of: R, O, Y, G, B, P, N."),
        ("bidding", "auction", "“C” is not a suit of this pack"),
    ],
)
def test_a_wrong_description_of_suits_is_refused_with_the_reason(key: str, value: object, why: str) -> None:
    with pytest.raises(RuleFileError, match=why.replace("(", r"\(").replace(".", r"\.")):
        Rulebook.from_dict({**rulebook.find("rage").to_dict(), key: value})
