"""Statistics in the browser: one row per person, sorted and filtered by address alone, and a page for each person."""

import csv
import json
from urllib.parse import unquote, urlsplit

import pytest
from builders import hand, play
from html_pages import Page
from reading_pdf import read
from scorekeeper import Scorekeeper, Within

from scorepad.repository import GameRepository
from scorepad.store import Store
from scorepad.web import create_app


@pytest.fixture
def played(store: Store) -> Scorekeeper:
    """Return a browser of a store with seven evenings.

    Six are of Ann, Bob and Cat at the Mill in 2026, one of Anne/b, Bob and Cat in the Kitchen in 2025.
    """
    games, house = GameRepository(store), {"ladder": "2 2 2 2", "hook": False}
    for players, place, date in [("Anne/b Bob Cat", "Kitchen", "2025-03-06")] + [
        ("Ann Bob Cat", "Mill", f"2026-03-0{day}") for day in range(1, 7)
    ]:
        hands = [hand(players, [1, 0, 1], [1, 0, 1])] * 3 + [hand(players, [2, 0, 0], [1, 0, 1])]
        games.keep(play("ohell", players, *hands, house=house, location=place, date=date), by="test")
    return Scorekeeper(Within(create_app(store)))


def rows(page: Page) -> list[str]:
    table = next(page.root.all("table"))
    return [" ".join(cell.text for cell in row.all("th", "td")) for row in table.all("tr")][1:]


@pytest.mark.parametrize("name", ["..", "a/../b", "50%25", "who?#1"])
def test_whoever_is_named_like_a_way_through_folders_has_a_page_all_the_same(store: Store, name: str) -> None:
    GameRepository(store).keep(play("ohell", f"{name} Bob Cat", {"totals": {name: 3, "Bob": 2, "Cat": 1}}), by="test")
    keeper = Scorekeeper(Within(create_app(store)))
    keeper.visit("/years")
    page = keeper.follow(name)
    assert page.title == name
    [address] = [link for link in page.links if link.endswith(".json")]
    assert not {"..", "."} & set(unquote(urlsplit(page.address).path).split("/")), "what browsers would follow"
    assert json.loads(keeper.way.ask("GET", address).body)["person"] == name


def test_ten_games_give_ratings_on_the_pages_until_the_owner_hides_them(store: Store) -> None:
    for day in range(10, 20):
        totals = {"totals": {"Ann": 9, "Bob": 5, "Cat": 1}}
        GameRepository(store).keep(play("ohell", "Ann Bob Cat", totals, date=f"2026-03-{day}"), by="test")
    keeper = Scorekeeper(Within(create_app(store)))
    best = int(rows(keeper.visit("/years"))[0].split()[-1])
    assert best > 1000
    assert f"Rating {best} ± " in keeper.follow("Ann").text
    keeper.visit("/people")
    assert "Ratings are hidden." in keeper.send("/people/rating", "Hide the ratings").text
    assert "Rating" not in keeper.visit("/years").text


def test_where_nothing_is_finished_the_page_says_so(newcomer: Scorekeeper) -> None:
    newcomer.visit("/")
    assert "No game is finished yet." in newcomer.follow("Statistics").text
    assert "No game is finished yet." in newcomer.visit("/people").text
    assert newcomer.visit("/years/Ann").status == 404


def test_a_head_sorts_by_its_column_and_keeps_what_is_chosen(played: Scorekeeper) -> None:
    played.visit("/")
    assert rows(played.follow("Statistics"))[0] == "Bob 7 7 100.0 28 100.0 28 100.0"
    played.visit("/years?year=2026")
    page = played.follow("Person")
    assert [row.split()[0] for row in rows(page)] == ["Ann", "Bob", "Cat"]
    page = played.follow("Made %")
    assert rows(page)[0].split()[0] == "Bob"
    assert "6 evenings" in page.text
    assert rows(played.visit("/years?sort=nonsense"))[0].split()[0] == "Bob"


def test_evenings_are_chosen_by_year_place_game_and_number_of_players(played: Scorekeeper) -> None:
    assert "Show Any game" in played.visit("/years").text
    assert len(rows(played.send("", year="2025"))) == 3
    assert "Anne/b" in played.page.text
    played.visit("/years")
    assert len(rows(played.send("", players="3"))) == 4
    assert "3 players" in played.follow("Ann").text
    for nothing in ("/years?place=Nowhere", "/years?players=4", "/records?players=7"):
        assert "No finished game matches." in played.visit(nothing).text
    page = played.visit("/years?year=2026&place=mill&players=3")
    assert "Show Any game · 2026 · mill · 3 players" in page.text
    assert len(rows(page)) == 3


def test_a_persons_page_tells_bids_rivals_and_rows_with_what_they_rest_on(played: Scorekeeper) -> None:
    page = played.visit("/years/Ann")
    for words in (
        "Nemesis Bob, 0–6 over 6 evenings", "1 to 3 cards 24 75.0", "Last 12 –", "As dealer 12 –",
        "Longest run of bids made 3 in a row, of 24 bids, 1 Mar 2026", "A dash means fewer than 20 bids.",
    ):  # fmt: skip
        assert words in page.text, words
    assert "Comebacks" not in page.text, "never won"
    assert played.visit("/years/Bob").text.count("avourite victim") == 1, "shared by two"
    played.visit("/?lang=nl")
    for words in ("25,0%", "75,0%", "1 tot 3 kaarten 24 75,0"):
        assert words in played.visit("/years/Ann").text.replace(" %", "%"), words


def test_records_lead_to_their_hands_and_are_found_from_the_years(played: Scorekeeper) -> None:
    played.visit("/years?year=2026")
    page = played.follow("Records")
    assert page.title == "Records"
    assert "6 evenings" in page.text
    assert "Highest total of 6 evenings Bob Mill, 1 Mar 2026 48" in page.text
    assert "1 more did the same" in page.text
    shared = [link.get("href") for link in page.root.all("a") if "1 of 2" in link.text]
    assert len(shared) == 12
    assert all(link.endswith("#hand-1") for link in shared)


def test_the_table_a_person_and_the_records_are_there_as_spreadsheets_and_as_data(played: Scorekeeper) -> None:
    def ask(address: str) -> str:
        return played.way.ask("GET", address).body.decode("utf-8-sig")

    bob = next(csv.DictReader(ask("/years.csv?year=2026").splitlines()))
    assert (bob["person"], bob["beaten %"], bob["zeros made %"], bob["rating"]) == ("Bob", "100.0", "100.0", "")
    assert [row["person"] for row in json.loads(ask("/years.json?year=2026"))] == ["Bob", "Ann", "Cat"]
    assert "nemesis,Bob,0.0,6" in ask("/people/Ann.csv").splitlines()
    data = json.loads(ask("/people/anne%2Fb.json?year=2025"))
    assert (data["person"], data["evenings"], data["longest"]["bids"]) == ("Anne/b", 1, 3)
    assert played.way.ask("GET", "/people/Nobody.csv").status == 404
    assert ask("/records.csv").splitlines()[1].startswith("Boldest bid made,,1,")
    kinds = [entry["kind"] for entry in json.loads(ask("/records.json"))]
    assert kinds == ["boldest", "row", "total", "closest"]


def test_a_year_goes_on_one_page_as_it_is_chosen(played: Scorekeeper) -> None:
    page = played.visit("/years?year=2026&place=Mill")
    address = next(link for link in page.links if "years.pdf" in link)
    (paper,) = read(played.way.ask("GET", address).body)
    assert "The year 2026 Mill 6 evenings" in paper.text.replace(" · ", " ")
    assert played.way.ask("GET", "/years.pdf?year=1999").status == 404


def test_where_everybody_is_hidden_the_page_says_so_and_there_is_none_on_paper(
    played: Scorekeeper, store: Store
) -> None:
    for name in ("Ann", "Anne/b", "Bob", "Cat"):
        GameRepository(store).evenings.hide(name)
    assert "All players of these evenings are hidden." in played.visit("/years").text
    assert played.follow("Names and people").title == "Names and people"
    assert played.way.ask("GET", "/years.pdf").status == 404
