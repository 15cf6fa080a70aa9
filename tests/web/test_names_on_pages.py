"""Names of all kinds, shown unchanged on every page and in every file."""

import json

from scorekeeper import Scorekeeper, new_game
from tables import pike, refused

from scorepad.game.files.game_file import read_game

NAMES = ["<script>alert(1)</script>", '"O\'Brien" & <b>', "🂡🎉 Zoë", "שרה", "=1+1", "{{ 7*7 }}", "%(name)s {name}"]


def test_names_of_all_kinds_are_shown_as_they_are(keeper: Scorekeeper) -> None:
    page = new_game(keeper, "pike", *NAMES, ladder="2-1", location="<i>Pub</i>", scorer="</title><b>")
    page = keeper.send_form(page.form("/bids"), {f"bid.p{n}": 0 for n in range(1, 8)})
    page = keeper.send_form(page.form("/taken"), {"taken.p1": 2})
    assert list(page.totals) == NAMES
    keeper.send("/comments", text="<img src=x onerror=alert(1)>")
    game = keeper.page
    for words in ("Players", "Remaining hands", "Change rules", "Log", "Hand 1", "All games"):
        keeper.page = game
        page = keeper.follow(words)
        assert "<script>alert" not in page.source
        assert "<img" not in page.source
        assert "<i>" not in page.source
    keeper.page = game
    keeper.follow("Players")
    keeper.send("/p5/leave")
    keeper.follow("Players")
    refused(keeper.send("/players", name="<SCRIPT>alert(1)</SCRIPT>"), "name", "<SCRIPT>alert(1)</SCRIPT>")


def test_a_spreadsheet_runs_no_name(keeper: Scorekeeper) -> None:
    page = new_game(keeper, "pike", "=1+1", "@SUM(A1)", "-2", "Ann", ladder="2-1")
    page = keeper.send_form(page.form("/bids"), {f"bid.p{n}": 0 for n in range(1, 5)})
    game = keeper.send_form(page.form("/taken"), {"taken.p1": 2})
    keeper.follow("Players")
    keeper.send("/adjustments", player="=1+1", adjust_points="-5", why="=HYPERLINK(1)")
    keeper.page = game
    answer = keeper.follow("CSV")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    cells = [cell.strip('"') for line in answer.source.splitlines() for cell in line.lstrip("\ufeff").split(",")]
    assert [cell for cell in cells if cell.startswith(("=", "@", "+"))] == []
    assert "'=1+1 bid" in cells
    assert "'=1+1: =HYPERLINK(1)" in cells


def test_the_game_file_has_a_line_for_every_hand(keeper: Scorekeeper) -> None:
    pike(keeper, hands=2)
    text = keeper.follow("Game file").source
    assert [line.strip()[:8] for line in text.splitlines() if '"taken"' in line] == ['{"hand":'] * 2
    assert read_game(json.loads(text)).sheet.hands_played == 2
