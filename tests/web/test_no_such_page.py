"""Games, hands and players that do not exist, and forms sent without their CSRF token."""

from scorekeeper import Scorekeeper
from tables import pike


def test_a_game_nobody_has_is_not_there(keeper: Scorekeeper) -> None:
    for address in ("", "/table", "/log", "/hands/1", "/hands/1/correction", "/sheet.csv", "/sheet.pdf", "/game.json"):
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
POSTS = [*HANDS, *PLAYERS, *TABLE, *COURSE]


def test_a_form_sent_to_a_game_or_of_a_player_nobody_knows_is_refused(keeper: Scorekeeper) -> None:
    page = pike(keeper)
    form = page.form("/bids")
    for path in POSTS:
        form.action = f"/games/nothing{path}"
        assert keeper.forge(form).status == 404
    for path in ("/players/p9/leave", "/players/p9/return", "/players/p9/name", "/players/x/leave"):
        form.action = page.path + path
        answer = keeper.forge(form, name="Di")
        assert (answer.status, "is not at the table" in answer.refusals[0]) == (422, True)
