"""Splitting a table when an eighth player arrives: drawing, seating by hand, adding other tables; without scripts."""

import re
from urllib.parse import urlsplit

import pytest
from html_pages import Page
from scorekeeper import Scorekeeper, log_lines, new_game
from tables import at_hand

SEVEN = ("Ann", "Bob", "Cat", "Di", "Eve", "Fay", "Gus")


def seven(keeper: Scorekeeper, *players: str, hands: int = 1, **head: str) -> Page:
    """Start a game of seven and play hands of seven cards: all bid 1, the first takes too many and the last none."""
    names = players or SEVEN
    bids = dict.fromkeys(names, 1)
    played = [{"hand": {"bids": bids, "taken": bids | {names[0]: 9 - len(names), names[-1]: 0}}}] * hands
    return at_hand(keeper, "pike", *names, record=played, house={"ladder": "7x9"}, **head)


def eight_arrive(keeper: Scorekeeper, **typed: str) -> Page:
    """Add an eighth player, who is refused, and accept the offer to split."""
    keeper.follow("Players")
    keeper.send("/players", name="Hal", **typed)
    return keeper.follow("8 are too many for one table: split into 2")


@pytest.fixture
def eight(keeper: Scorekeeper) -> Page:
    """Return the offer to split a table of seven at which an eighth player arrives."""
    seven(keeper)
    return eight_arrive(keeper)


def seated(page: Page) -> list[str]:
    """Return the tables shown: the names with their starting points."""
    places = [list_node for list_node in page.root.all("ol") if "places" in list_node.classes]
    tables = [[(next(li.all("b")).text, [*li.all("span")][-1].text) for li in ol.all("li")] for ol in places]
    return [" ".join(f"{name} {points}" for name, points in table) for table in tables]


def sheets(keeper: Scorekeeper, page: Page) -> list[Page]:
    """Return the pages of the games listed."""
    result = [link for link in page.links if re.fullmatch(r"/games/(?!new)[^/]+", urlsplit(link).path)]
    return [keeper.visit(item) for item in result]


def test_an_eighth_is_refused_at_the_name_and_the_offer_keeps_what_was_typed(keeper: Scorekeeper) -> None:
    seven(keeper)
    keeper.follow("Players")
    page = keeper.send("/players", name="Hal", before="Cat")
    assert page.status == 422
    assert "is for 3 to 7 players, not 8" in page.refusal_at("name")
    page = keeper.follow("8 are too many for one table: split into 2")
    assert page.status == 200
    assert (page.form("/split").value("name.1"), page.form("/split").value("before.1")) == ("Hal", "p3")
    assert [seats.split()[::2] for seats in seated(page)] == [["Ann", "Bob", "Hal", "Cat"], ["Di", "Eve", "Fay", "Gus"]]


def test_who_comes_back_to_a_table_that_is_full_meanwhile_is_split_with_the_old_total(keeper: Scorekeeper) -> None:
    seven(keeper)
    keeper.follow("Players")
    keeper.send("/leave")  # Ann
    keeper.follow("Players")
    keeper.send("/players", name="Hal")
    keeper.follow("Players")
    page = keeper.follow("Is back: split into 2 tables")
    assert seated(page) == ["Ann −11 Bob 11 Cat 11 Di 11", "Eve 11 Fay 11 Gus −11 Hal 0"]


def test_where_nobody_is_too_many_there_is_no_offer(keeper: Scorekeeper) -> None:
    new_game(keeper, "pike", "Ann", "Bob", "Cat")
    assert "too many" not in keeper.follow("Players").text
    page = keeper.follow("New tables: split this one")
    assert page.status == 200
    assert page.refusals == []
    page = keeper.send("/split", "Show the tables", name__1="Di")
    assert page.status == 422
    assert page.refusals == ["4 players fit at one table. Add the arriving players, or another table."]


def test_the_preview_shows_totals_and_the_sum_of_the_late_entry(keeper: Scorekeeper, eight: Page) -> None:
    page = eight
    assert seated(page) == ["Ann −11 Bob 11 Cat 11 Di 11", "Eve 11 Fay 11 Gus −11 Hal 0"]
    assert "Late joiner: lowest −11, median 11 → 0" in page.text
    form = page.form("Make these 2 tables")
    assert (form.value("dealer.A"), form.value("dealer.B")) == ("Bob", "Eve")


def test_one_button_ends_the_game_and_makes_the_tables(keeper: Scorekeeper) -> None:
    old = seven(keeper, location="Kitchen", scorer="Eve").path
    eight_arrive(keeper)
    page = keeper.send("Make these 2 tables", dealer__B="Gus", scorer__A="Ann")
    assert page.title == "New tables"
    assert "2 tables continue." in page.status_text
    assert "Kitchen · table A" in page.text
    assert "Gus deals next · Eve keeps score" in page.text
    first, second, over = sheets(keeper, page)
    assert over.path == old
    assert "It continues at other tables" in over.text
    assert first.totals == {"Ann": -11, "Bob": 11, "Cat": 11, "Di": 11}
    assert second.totals == {"Eve": 11, "Fay": 11, "Gus": -11, "Hal": 0}
    assert second.title == "Hand 1"
    keeper.page = over
    assert log_lines(keeper)[-3:] == [
        "“Continues at table A: Ann, Bob, Cat, Di.”", "“Continues at table B: Eve, Fay, Gus.”",
        "It continues at other tables.",
    ]  # fmt: skip


def test_sent_twice_it_makes_the_tables_once(keeper: Scorekeeper) -> None:
    seven(keeper, location="Twice")
    form = eight_arrive(keeper).form("Make these 2 tables")
    first = keeper.send_form(form, {})
    again = keeper.send_form(form, {})
    assert (first.path, first.links) == (again.path, again.links)
    listed = keeper.visit("/?search=Twice")
    assert sum("Twice" in bold.text for bold in listed.root.all("b")) == 3


def test_made_on_an_old_page_it_shows_the_tables_as_they_stand_now(keeper: Scorekeeper) -> None:
    game = seven(keeper).path
    form = eight_arrive(keeper).form("Make these 2 tables")
    keeper.visit(game)
    keeper.follow("Players")
    keeper.send("/adjustments", player="Ann", adjust_points=100)
    page = keeper.send_form(form, {})
    assert page.status == 409
    words = "Nothing was split, because a game has continued in the meantime. These are the present tables."
    assert page.refusals == [words]
    assert seated(page)[0] == "Ann 89 Bob 11 Cat 11 Di 11"
    assert "2 tables continue." in keeper.send("Make these 2 tables").status_text


def test_what_was_drawn_is_shown_and_is_what_is_made(keeper: Scorekeeper, eight: Page) -> None:
    page = keeper.send("Show the tables", "Show the tables", way="draw")
    drawn = seated(page)
    assert sorted(" ".join(drawn).split()[::2]) == sorted([*SEVEN, "Hal"])
    assert seated(keeper.visit(page.address)) == drawn
    assert seated(keeper.send("Show the tables", "Show the tables")) == drawn
    others = {tuple(seated(keeper.send("Draw again", "Draw again"))) for _time in range(4)}
    assert others != {tuple(drawn)}
    drawn = seated(keeper.page)
    tables = sheets(keeper, keeper.send("Make these 2 tables"))[:2]
    assert [list(table.totals) for table in tables] == [item.split()[::2] for item in drawn]


def test_by_hand_everybody_sits_where_the_scorekeeper_says(keeper: Scorekeeper, eight: Page) -> None:
    page = keeper.send("Show the tables", "Show the tables", way="hand", table__Ann="B", table__Hal="A")
    assert [seats.split()[::2] for seats in seated(page)] == [["Bob", "Cat", "Di", "Hal"], ["Ann", "Eve", "Fay", "Gus"]]
    page = keeper.send("Show the tables", "Show the tables", table__Bob="B", table__Cat="B")
    assert page.status == 422
    assert page.refusal_at("way") == "Table A would have 2 players; it needs 3 to 7."
    assert page.form("/split").value("table.Cat") == "B"
    page = keeper.send("Show the tables", "Show the tables", table__Cat="A")
    tables = sheets(keeper, keeper.send("Make these 2 tables"))[:2]
    assert [list(table.totals) for table in tables] == [["Cat", "Di", "Hal"], ["Ann", "Bob", "Eve", "Fay", "Gus"]]


def test_by_hand_begins_with_how_they_would_sit_now_not_with_who_was_there(keeper: Scorekeeper, eight: Page) -> None:
    more = {f"name__{number}": name for number, name in ((2, "Ida"), (3, "Jo"))}
    keeper.send("Show the tables", "Show the tables", name__2="Ida")
    keeper.send("Show the tables", "Show the tables", **more)
    page = keeper.send("Show the tables", "Show the tables", way="hand")
    assert [len(seats.split()) // 2 for seats in seated(page)] == [5, 5]


def test_a_fifteenth_makes_three_tables_of_two(keeper: Scorekeeper) -> None:
    other = seven(keeper, "Ida", "Jo", "Kit", "Lea", "Max", "Nia", "Olga", location="Fifteen · table B").path
    seven(keeper, location="Fifteen · table A")
    eight_arrive(keeper)
    page = keeper.send("Show the tables", "Show the tables", **{"with": [other.removeprefix("/games/")]})
    assert [len(seats.split()) // 2 for seats in seated(page)] == [5, 5, 5]
    assert "From Fifteen · table B" in page.text
    made = keeper.send("Make these 3 tables")
    assert "3 tables continue." in made.status_text
    keeper.follow("The sheet so far")
    assert keeper.follow("The new tables").path == made.path
    assert [len(sheet.totals) for sheet in sheets(keeper, made)[:3]] == [5, 5, 5]
    finished = keeper.visit("/?search=Fifteen").text.partition("In progress")[2]
    assert "Ida, Jo, Kit" in finished
    assert "Ann, Bob, Cat" in finished


def test_two_small_tables_are_put_together(keeper: Scorekeeper) -> None:
    other = seven(keeper, "Hal", "Ida", "Jo", location="Garden").path
    seven(keeper, "Ann", "Bob", "Cat", location="Hall")
    keeper.follow("Players")
    keeper.follow("split this one, or combine two")
    page = keeper.send("Show the tables", "Show the tables", **{"with": [other.removeprefix("/games/")]})
    assert seated(page) == ["Ann −15 Bob 11 Cat −11 Hal −15 Ida 11 Jo −11"]
    made = keeper.send("Make this table", dealer__="Jo")
    assert "One table continues." in made.status_text
    assert "Jo deals next" in made.text
    (together, _hall) = sheets(keeper, made)
    assert together.totals == {"Ann": -15, "Bob": 11, "Cat": -11, "Hal": -15, "Ida": 11, "Jo": -11}
    assert keeper.visit("/?search=Garden").text.count("Garden") == 1
    assert 'class="won"' not in keeper.page.body.decode()


def test_everybody_can_begin_again_at_zero(keeper: Scorekeeper, eight: Page) -> None:
    page = keeper.send("Show the tables", "Show the tables", restart=True)
    assert seated(page) == ["Ann 0 Bob 0 Cat 0 Di 0", "Eve 0 Fay 0 Gus 0 Hal 0"]
    first = sheets(keeper, keeper.send("Make these 2 tables"))[0]
    assert set(first.totals.values()) == {0}


def test_what_no_page_sends_is_refused_politely(keeper: Scorekeeper, eight: Page) -> None:
    form = eight.form("Make these 2 tables")
    assert keeper.forge(form, event_id=None).status == 400
    assert keeper.forge(form, way="draw", order="0.0.9").status == 422
    assert keeper.forge(form, dealer__A="Zoe").status == 422
    assert keeper.forge(form, **{"with": "nothing"}).status == 404
    assert keeper.forge(form, before__1="p99").status == 422
    assert keeper.visit(form.action + "/nothing").status == 404
