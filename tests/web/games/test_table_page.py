"""The page of the players: late entry, leaving, seats, dealers, penalties, comments."""

import pytest
from html_pages import Page
from scorekeeper import Scorekeeper, new_game
from tables import at_table, pike, refused


@pytest.fixture
def table(keeper: Scorekeeper) -> Page:
    return at_table(keeper)


def test_a_newcomer_begins_half_way_between_the_worst_and_the_median(keeper: Scorekeeper, table: Page) -> None:
    assert "By the rules: lowest −14, median −11 → −12½, rounded to −13." in table.text
    page = keeper.send("/players", name="Di", before="Bob")
    assert "Di has joined." in page.status_text
    assert page.totals == {"Ann": -14, "Di": -13, "Bob": -11, "Cat": -11}
    assert any("Di joins" in cell for row in page.table for cell in row)


@pytest.mark.parametrize(("typed", "points"), [("0", 0), ("-7", -7), ("−7", -7), ("+4", 4), (" 3 ", 3)])
def test_the_points_of_a_newcomer_may_be_typed_and_zero_is_typed(
    keeper: Scorekeeper, table: Page, typed: str, points: int
) -> None:
    assert keeper.send("/players", name="Di", points=typed).totals["Di"] == points


@pytest.mark.parametrize("points", ["many", "1.5", "10001", "--3", "-"])
def test_points_that_are_none_are_refused_at_their_field(keeper: Scorekeeper, table: Page, points: str) -> None:
    page = keeper.send("/players", name="Di", before="Bob", points=points)
    refused(page, "points", "a whole number")
    form = page.form("/players")
    assert [form.value(name) for name in ("name", "before", "points")] == ["Di", "p2", points]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "Enter a name for the player."),
        ("ann", "There is already a player called ann."),
        ("x" * 41, "at most 40 letters"),
        ("\u200b", "Enter a name for the player."),
    ],
)
def test_a_name_that_cannot_be_is_refused_at_its_field(keeper: Scorekeeper, table: Page, name: str, why: str) -> None:
    page = keeper.send("/players", name=name, points="5")
    refused(page, "name", why)
    assert page.form("/players").value("points") == "5"
    keeper.page = page
    page = keeper.send("/p2/name", name=name or " ")
    assert page.status == 422
    assert why in page.refusals[0]
    assert page.form("/p2/name").value("name") == (name or " ")
    assert page.form("/players").value("name") == ""
    assert page.form("/p1/name").value("name") == "Ann"


def test_more_than_the_game_takes_cannot_sit_down(keeper: Scorekeeper) -> None:
    at_table(keeper, *"ABCDEFG", hands=0)
    refused(keeper.send("/players", name="H"), "name", "is for 3 to 7 players, not 8")


def test_somebody_leaves_and_comes_back_to_the_old_total(keeper: Scorekeeper) -> None:
    at_table(keeper, "Ann", "Bob", "Cat", "Di")
    page = keeper.send("/p2/leave")
    assert "Bob has left. The seat is now empty." in page.status_text
    assert page.table[0][-3] == "Bob left", "back at the game"
    keeper.bid(Ann=0, Cat=0, Di=0)
    page = keeper.take(Ann=4)
    assert page.totals == {"Ann": -28, "Bob": -11, "Cat": -1, "Di": -1}
    keeper.follow("Players")
    page = keeper.send("/p2/return")
    assert "Bob is back." in page.status_text
    assert keeper.page.player("Bob") == "p2"


def test_too_few_wait_with_the_next_hand_until_somebody_sits_down(keeper: Scorekeeper, table: Page) -> None:
    assert keeper.send("/p2/leave").status == 200
    keeper.bid(Ann=1, Cat=1)
    assert keeper.page.status == 422
    assert keeper.page.refusals == ["Mr Pike's Oh Hell! is for 3 to 7 players, not 2."]


def test_a_name_is_changed_two_change_seats_and_the_deal_goes_on(keeper: Scorekeeper, table: Page) -> None:
    page = keeper.send("/p2/name", name="  Barbara   Ann ")
    assert page.form("/p2/name").value("name") == "Barbara Ann"
    moves = [form for form in page.forms if form.action.endswith("/swap")]
    keys = [key.has("disabled") for key in page.root.all("button") if key.get("name") == "other"]
    assert keys == [True, False, False, False, False, True], "not beyond the ends"
    assert "Choose two different players." in keeper.forge(moves[2], one="p3", other="p3").refusals
    page = keeper.send_form(moves[3], {})  # the second moves down
    assert "Seats changed." in page.status_text
    assert page.totals == {"Ann": -14, "Cat": -11, "Barbara Ann": -11}
    assert page.table[0][1:] == ["Ann", "Cat", "Barbara Ann"]
    assert page.signed("●") == "Cat"


def test_leaving_is_the_last_action_of_a_player_and_adding_the_last_of_the_page(
    keeper: Scorekeeper, table: Page
) -> None:
    acts = [form.buttons[0].text for form in table.forms if form.action.endswith(("/dealer", "/leave"))]
    deals, leaves = "Deals next hand", "Leaves the game"
    assert acts == [deals, leaves, leaves, deals, leaves], "the second is the next dealer"
    assert table.forms[-1].buttons[-1].text == "Add player"


def test_somebody_else_deals_next(keeper: Scorekeeper) -> None:
    dealers = [form for form in at_table(keeper).forms if form.action.endswith("/dealer")]
    keeper.send_form(next(form for form in dealers if form.buttons[0].get("value") == "p3"), {})
    assert keeper.follow("Back to the game").signed("●") == "Cat"


@pytest.mark.parametrize(("typed", "points"), [("-5", -19), ("−5", -19), ("10", -4), ("+10", -4)])
def test_a_penalty_or_a_present_counts_from_now_on(keeper: Scorekeeper, table: Page, typed: str, points: int) -> None:
    page = keeper.send("/adjustments", player="Ann", adjust_points=typed, why="late again")
    assert page.totals["Ann"] == points
    assert any("Ann: late again" in cell for row in page.table for cell in row)


@pytest.mark.parametrize("points", ["", "lots", "10001"])
def test_a_penalty_needs_its_points_and_keeps_its_reason(keeper: Scorekeeper, table: Page, points: str) -> None:
    page = keeper.send("/adjustments", player="Cat", adjust_points=points, why="late again")
    refused(page, "adjust_points", "a whole number")
    form = page.form("/adjustments")
    assert [form.value(name) for name in ("player", "adjust_points", "why")] == ["p3", points, "late again"]
    assert page.form("/players").value("points") == ""


def test_seats_stay_while_a_hand_is_being_played(keeper: Scorekeeper) -> None:
    home = pike(keeper).path
    early = keeper.follow("Players")
    keeper.visit(home)
    keeper.bid(Ann=0, Bob=0, Cat=1)
    page = keeper.visit(f"{home}/table")
    assert "Hand 1 is being played" in page.text
    assert "A new player joins when it is saved." in page.text
    keys = {key.text: key.has("disabled") for key in page.root.all("button")}
    assert keys["Leaves the game"]
    assert not keys["Rename player"]
    assert keeper.send_form(early.form("/players"), {"name": "Di"}).status == 409
    page = keeper.send("/players")
    assert page.status == 422
    assert page.refusals == ["Hand 1 is being played. Save it first, or undo its bids."]
    assert page.form("/players").value("name") == "Di"


def test_a_comment_stands_under_the_sheet(keeper: Scorekeeper) -> None:
    pike(keeper)
    page = keeper.send("/comments", text=" ")
    refused(page, "text", "Enter a comment first.")
    page = keeper.send("/comments", text="x" * 501)
    refused(page, "text", "Enter at most 500 letters")
    assert page.form("/comments").value("text") == "x" * 501
    assert "Hand 1 Ann said “never”" in keeper.send("/comments", text="Ann said “never”").text


def test_a_scorer_who_deals_no_cards_waits_alone_for_others_to_come_back(keeper: Scorekeeper) -> None:
    """In Murder the scorer is excused from the cards (MU-26), so alone at the table they have no dealer."""
    home = new_game(keeper, "murder", "Ann", "Bob", "Cat", scorer="Cat", ladder="3-7").path
    keeper.follow("Players")
    keeper.send("/p1/leave")
    keeper.follow("Players")
    assert keeper.send("/p2/leave").status == 200
    assert "Hand 1" in keeper.visit(home).text
    keeper.follow("Players")
    keeper.send("/p2/return")
    keeper.follow("Players")
    assert keeper.send("/p1/return").status == 200
    assert keeper.visit(home).signed("●") == "Ann"
