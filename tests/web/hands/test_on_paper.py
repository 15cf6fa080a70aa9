"""Hands and totals of an old sheet, on the pages of a game and on its prints."""

import json
from typing import Any

import pytest
from builders import csv_rows, play
from html_pages import Page
from reading_pdf import read
from scorekeeper import Scorekeeper, log_lines
from tables import pike, refused

from printables.filled.score_sheet import score_sheet
from scorepad.game.report.sheet_files import sheet_csv, sheet_json
from scorepad.terminal.sheet import ASCII, sheet_text

NAMES = ["Ann", "Bob", "Cat"]
HEAD: dict[str, Any] = {"format": "scorepad-game/1", "rulebook": "pike", "players": NAMES}
IMPOSSIBLE = {
    "bids": {"Ann": 0, "Bob": 0, "Cat": 9}, "made": {"Ann": False, "Bob": False, "Cat": True},
    "points": {"Ann": -29, "Bob": 5, "Cat": 19},
}  # fmt: skip
NO_BID = {"cards": 5, "bids": {"Ann": 1}, "taken": {"Ann": 2, "Bob": 3}, "points": {"Ann": -29, "Bob": 26}}
OLD_SHEET = [{"hand": IMPOSSIBLE}, {"hand": NO_BID}]


def text_of(pdf: bytes) -> str:
    return " ".join(" ".join(page.text for page in read(pdf)).split())


def read_in(keeper: Scorekeeper, record: list[Any], **head: Any) -> Page:
    keeper.visit("/more")
    file = json.dumps({**HEAD, **head, "record": record}).encode()
    return keeper.send_form(keeper.page.form("/upload"), {"file": ("game.json", file)})


def test_points_on_paper_are_marked_and_explained_where_they_are_tapped(keeper: Scorekeeper) -> None:
    page = read_in(keeper, OLD_SHEET)
    assert page.totals == {"Ann": -58, "Bob": 31, "Cat": 19}
    assert "†" in page.table[2][1]
    assert "†" not in page.table[2][3]
    assert "† as on paper" in page.text
    assert "as on paper: one trick is left over, but Ann and Bob bid 0 each and missed" in page.text
    assert "⚠" not in page.text
    page = keeper.follow("Hand 2")
    assert "† On paper −29, by the rules −11" in page.text
    assert "† On paper 26" in page.text
    assert "as on paper: the points of Cat are not known and count as 0" in page.text


def test_a_sheet_without_paper_says_nothing_of_it(keeper: Scorekeeper) -> None:
    assert "†" not in pike(keeper, hands=1).text


def test_a_correction_keeps_a_hand_as_on_paper_changes_its_points_and_lets_the_rules_count_again(
    keeper: Scorekeeper,
) -> None:
    rules = pike(keeper, hands=1).totals
    keeper.correct(1)
    assert keeper.send("/correction", points__p1="−29,5").table[-1][1] == "−29½"
    form = keeper.correct(1).form("/correction")
    assert (form.value("points.p1"), form.value("points.p2"), form.value("paper")) == ("−29½", "", "yes")
    assert keeper.send("/correction", points__p1="18", points__p2="7").totals == {**rules, "Ann": 18, "Bob": 7}
    keeper.correct(1)
    assert keeper.send("/correction", points__p1="", points__p2="7").totals == {**rules, "Bob": 7}
    keeper.correct(1)
    refused(keeper.send("/correction", points__p2="many"), "points.p2", "Bob cannot have “many” points")
    assert keeper.send("/correction", points__p2="7", paper=False).totals == rules
    assert log_lines(keeper)[-4:] == [
        "Hand 1 corrected. Points on paper: Ann −29½.",
        "Hand 1 corrected. Points on paper: Ann −29½ → 18, Bob – → 7.",
        "Hand 1 corrected. Points on paper: Ann 18 → –.",
        "Hand 1 corrected. Points on paper: Bob 7 → by the rules.",
    ]


def test_where_a_formula_fails_the_hand_is_kept_and_its_points_can_be_typed(keeper: Scorekeeper) -> None:
    """The trial of a scheme has no total of 33, so this one was accepted."""
    scheme = {"name": "Not after 33", "points": [{"give": "33 // (34 - total) if total < 33 else 1 // (total - 33)"}]}
    hand = {"hand": {"bids": {"Ann": 1, "Bob": 0, "Cat": 0}, "taken": {"Ann": 1, "Bob": 0, "Cat": 0}}}
    page = read_in(keeper, [{"adjust": {"player": "Ann", "points": 33}}, hand], scheme=scheme, house={"ladder": "1-3"})
    assert page.totals["Ann"] == 33
    reason = "The points of Ann cannot be calculated: This divides by zero. Edit the hand to type them."
    assert reason in keeper.correct(1).text
    assert keeper.send("/correction", points__p1="5").totals["Ann"] == 38
    assert reason not in keeper.correct(1).text


def test_a_bid_that_nobody_wrote_down_stays_unwritten_where_something_else_is_mended(keeper: Scorekeeper) -> None:
    home = read_in(keeper, OLD_SHEET).path
    keeper.correct(2)
    assert keeper.send("/correction", points__p2="27").totals == {"Ann": -58, "Bob": 32, "Cat": 19}
    assert log_lines(keeper)[-1] == "Hand 2 corrected. Points on paper: Bob 26 → 27."
    keeper.visit(home)
    keeper.correct(2)
    assert keeper.send("/correction").refusals == ["Nothing is changed yet."]
    assert keeper.send("/correction", bid__p2="3").status == 200
    assert log_lines(keeper)[-1] == "Hand 2 corrected. Bids: Bob – → 3."


def test_an_undone_hand_on_paper_can_be_played_on(keeper: Scorekeeper) -> None:
    read_in(keeper, OLD_SHEET)
    page = keeper.send("/undo")
    assert page.totals == {"Ann": -29, "Bob": 5, "Cat": 19}
    assert keeper.take(Ann=2, Bob=3, Cat=0).status == 200


def test_a_bid_whose_result_is_not_known_is_not_marked_as_missed_in_a_terminal() -> None:
    hand = {"cards": 5, "bids": {"Ann": 2}, "points": {"Ann": 12, "Bob": 5, "Cat": 0}}
    text = sheet_text(play("pike", "Ann Bob Cat", {"hand": hand}))
    assert "2✗" not in text
    assert "12†" in text


def test_paper_terminal_and_spreadsheet_mark_the_points_and_say_what_cannot_be() -> None:
    game = play("pike", "Ann Bob Cat", *OLD_SHEET)
    doubt = "one trick is left over, but Ann and Bob bid 0 each and missed"
    printed = text_of(score_sheet(game))
    for text in (printed, " ".join(sheet_text(game, width=120).split())):
        assert "−29†" in text.replace("-29", "−29")
        assert "26†" in text
        assert doubt in text
        assert "as on paper" in text
    assert "-29'" in sheet_text(game, signs=ASCII)
    assert "on paper −29, by the rules −11: one over" in sheet_json(game, explain=True)["rows"][1]["why"]["Ann"]
    row = csv_rows(sheet_csv(game))[1]
    assert "points as on paper: Ann, Bob" in row["comment"]
    assert row["Ann points"] == "-29"


@pytest.mark.parametrize("rulebook", ["pike", {"name": "Hearts"}])
def test_an_evening_of_totals_shows_its_places_and_that_no_more_is_known(
    keeper: Scorekeeper, rulebook: str | dict[str, Any]
) -> None:
    page = read_in(keeper, [{"totals": {"Ann": 84, "Bob": 79, "Cat": 90}}], rulebook=rulebook)
    home = page.path
    assert page.totals == {"Ann": 84, "Bob": 79, "Cat": 90}
    only = "Only the totals of this game are known"
    assert only in page.text
    assert "Cat wins" in page.text
    for what in ("standings", "view", "result", "rules", "log", "print", "export", "seats"):
        shown = keeper.visit(f"{home}/{what}")
        assert shown.status in (200, 404), what
    standings = keeper.visit(f"{home}/standings")
    assert only in standings.text
    assert "Nothing to show before the first hand is played" not in standings.text
    assert ("does not know the rules" in keeper.visit(f"{home}/rules").text) == (rulebook != "pike")
    assert "Cat" in keeper.visit("/").text
    game = play(rulebook, "Ann Bob Cat", {"totals": {"Ann": 84, "Bob": 79, "Cat": 90}})
    assert only in sheet_text(game)
    (row,) = csv_rows(sheet_csv(game))
    assert row["comment"] == f"{only}."
    assert [row[f"{name} total"] for name in game.names.values()] == ["84", "79", "90"]
    assert only in text_of(score_sheet(game))
