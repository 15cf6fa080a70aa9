"""The league in the browser: its settings are in the address, the owner saves one, and it can be printed."""

import json

import pytest
from builders import play
from html_pages import Page
from reading_pdf import assert_no_overlaps, read
from scorekeeper import Scorekeeper, Within

from scorepad.repository import GameRepository
from scorepad.store import Store
from scorepad.web import create_app


@pytest.fixture
def played(store: Store) -> Scorekeeper:
    games = GameRepository(store)
    for date, ann, bob, cat in (("2026-01-08", 9, 7, 5), ("2026-01-15", 6, 6, 5), ("2026-07-02", 0, 1, 2)):
        totals = {"totals": {"Ann": ann, "Bob": bob, "Cat": cat}}
        games.keep(play("ohell", "Ann Bob Cat", totals, date=date), by="test")
    return Scorekeeper(Within(create_app(store)))


def rows(page: Page) -> list[str]:
    return [" ".join(cell.text for cell in row.all("th", "td")) for row in next(page.root.all("table")).all("tr")][1:]


def test_it_is_found_from_the_years_and_typed_into_the_address(played: Scorekeeper) -> None:
    played.visit("/years")
    played.follow("League")
    assert rows(played.page)[0] == "1 Ann 5 5 2 3 2 12"
    typed = {"from": "2026-01-01", "to": "2026-06-30", "points": "10 1", "best": "1"}
    page = played.send_form(played.page.forms[-1], typed)
    assert rows(page) == ["1 Ann 10 (10) 2 2 10", "1 Bob 10 (1) 2 1 10", "3 Cat 0 (0) 2 0 0"]
    assert "From 1 January 2026 to 30 June 2026" in page.text


def test_the_group_keeps_its_own(played: Scorekeeper) -> None:
    page = played.visit("/league?from=2026-07-01&points=3")
    played.send_form(next(form for form in page.forms if form.method == "POST"), {})
    assert "League saved." in played.page.text
    assert rows(played.visit("/league")) == ["1 Cat 3 1 1 3", "2 Ann 0 1 0 0", "2 Bob 0 1 0 0"]
    assert "Save league" not in played.page.text
    assert json.loads(played.way.ask("GET", "/league.json").body)["first"] == "2026-07-01"


def test_what_does_not_fit_is_told_at_its_field_and_stays_typed(played: Scorekeeper) -> None:
    page = played.visit("/league?from=2026-01-01&points=3+five")
    assert page.status == 422
    assert "“five” is not a number of points" in page.text
    assert page.forms[-1].value("points") == "3 five"
    assert page.forms[-1].value("from") == "2026-01-01"
    assert played.way.ask("GET", "/league.pdf?points=x").status == 404


def test_a_long_name_is_cut_on_paper_where_it_could_not_be_read(store: Store) -> None:
    long = "M" * 40
    game = play("ohell", f"Ann {long} Cat", {"totals": {"Ann": 3, long: 2, "Cat": 1}}, date="2026-01-08")
    GameRepository(store).keep(game, by="test")
    (paper,) = read(Scorekeeper(Within(create_app(store))).way.ask("GET", "/league.pdf").body)
    assert "2. MMMMMMM" in paper.text
    assert "MM… 1" in paper.text


def test_it_goes_on_paper_and_into_a_spreadsheet(played: Scorekeeper) -> None:
    (paper,) = read(played.way.ask("GET", "/league.pdf?from=2026-01-01&to=2026-06-30").body)
    assert_no_overlaps(paper.words)
    for words in ("League", "2 evenings", "1. Ann 2 2 10", "2. Bob 2 1 8", "3. Cat 2 0 4", "Evening by evening"):
        assert words in paper.text
    page = played.visit("/league?to=2026-06-30")
    assert "1,Ann,10,2,2,5 5," in played.way.ask("GET", page.link("As a spreadsheet (CSV)")).body.decode()
    assert json.loads(played.way.ask("GET", page.link("As data (JSON)")).body)["last"] == "2026-06-30"
