"""Games, hands and players that do not exist, and forms sent without their CSRF token."""

import pytest
from html_pages import Page
from scorekeeper import Scorekeeper, log_lines
from tables import pike


@pytest.mark.parametrize(
    "address",
    [
        "",
        "/table",
        "/course",
        "/house",
        "/log",
        "/hands/1",
        "/hands/1/correction",
        "/sheet.json",
        "/sheet.csv",
        "/sheet-long.csv",
        "/sheet.xlsx",
        "/bg-stats.json",
        "/sheet.pdf",
        "/game.json",
    ],
)
def test_a_game_nobody_has_is_not_there(keeper: Scorekeeper, address: str) -> None:
    for game in ("nothing", "..%2f..", "a" * 3000, "%00", "%ff"):
        assert keeper.visit(f"/games/{game}{address}").status == 404


def test_a_hand_nobody_has_played_is_not_there(keeper: Scorekeeper) -> None:
    page = pike(keeper, hands=1)
    for number in ("0", "2", "99", "9" * 30, "x", "-1"):
        assert keeper.visit(f"{page.path}/hands/{number}/correction").status == 404
    form = keeper.visit(f"{page.path}/hands/1/correction").form("/correction")
    form.action = f"{page.path}/hands/9/correction"
    assert keeper.forge(form).status == 404


HANDS = [f"/hands/1/{what}" for what in ("bids", "taken", "void", "draft")]
PLAYERS = [f"/players/p1/{what}" for what in ("leave", "return", "name")]
TABLE = ["/players", "/swap", "/dealer", "/adjustments", "/comments", "/undo", "/redo", "/rematch"]
COURSE = ["/plan", "/closing", "/end", "/reopen", "/house", "/scheme", "/details"]
POSTS = [*HANDS, *PLAYERS, *TABLE, *COURSE, "/bin", "/unbin"]


def test_what_a_form_sends_cannot_be_had_by_a_link_nor_without_its_seal(keeper: Scorekeeper) -> None:
    page = pike(keeper)
    for path in POSTS:
        if path not in ("/house", "/rematch", "/hands/1/void"):  # which are pages too
            assert keeper.visit(page.path + path).status == 405, path
        assert keeper.way.ask("POST", page.path + path).status == 400, path
    assert keeper.visit("/games/upload").status in (404, 405)
    assert len(log_lines(_back(keeper, page))) == 1


def _back(keeper: Scorekeeper, page: Page) -> Scorekeeper:
    keeper.visit(page.path)
    return keeper


@pytest.mark.parametrize("path", [path for path in POSTS if path not in ("/bin", "/unbin")])
def test_a_form_sent_to_a_game_nobody_has_is_not_there(keeper: Scorekeeper, path: str) -> None:
    form = pike(keeper).form("/bids")
    form.action = f"/games/nothing{path}"
    assert keeper.forge(form).status == 404


@pytest.mark.parametrize("path", ["/players/p9/leave", "/players/p9/return", "/players/p9/name", "/players/x/leave"])
def test_a_player_nobody_knows_cannot_be_meant(keeper: Scorekeeper, path: str) -> None:
    page = pike(keeper)
    form = page.form("/bids")
    form.action = page.path + path
    page = keeper.forge(form, name="Di")
    assert page.status == 422
    assert "is not at the table" in page.refusals[0]
