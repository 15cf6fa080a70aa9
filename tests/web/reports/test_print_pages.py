"""Printing from the browser: a blank sheet from one page with one click, with rules and points next to it."""

import io
import json
from zipfile import ZipFile

import pytest
from flask import Flask
from flask.testing import FlaskClient
from html_pages import Page
from printing.blank_pages import dealers
from program import ROOT
from reading_pdf import read
from scorekeeper import Scorekeeper, Within, new_game

from printables.page.page import PAPERS
from scorepad import print_request
from scorepad.print_options import OPTIONS
from scorepad.store import Store
from scorepad.web import create_app
from scorepad.web.reports.printing import USUAL_GAME

RULES, BOOKLET = "The rules", "Rules and points, as a booklet to fold"


def text(page: Page) -> str:
    assert page.status == 200, page.text
    assert page.headers["content-type"] == "application/pdf"
    return " ".join(item.text for item in read(page.body))


def test_from_nothing_to_a_sheet_in_one_page_and_one_click(keeper: Scorekeeper) -> None:
    keeper.visit("/")
    keeper.follow("More")
    keeper.follow("Print a blank score sheet")
    printed = text(keeper.send("/print/sheet.pdf", "Print"))
    assert printed.startswith("Oh Hell (Pagat)")
    assert printed.count(" total ") >= 4
    picture = keeper.way.ask("GET", "/print/sheet.pdf?rules=booklet&large=&picture=y")
    assert (picture.headers["Content-Type"], picture.status) == ("image/svg+xml", 200)
    assert "<title>Page 1 of 2 · A4 · Landscape</title>" in picture.body.decode()


def test_the_sheet_is_for_the_game_names_and_cards_that_were_said(keeper: Scorekeeper) -> None:
    keeper.visit("/print/sheet")
    page = keeper.send(
        "/print/sheet.pdf", "Print",
        rulebook="Mr Pike's Oh Hell!", names="Ann, Bob;Zoë", ladder="5-1", scheme="Squares", first_dealer="Zoë",
        rules=RULES,
    )  # fmt: skip
    front, back = read(page.body)
    for words in ("Ann", "Bob", "Zoë", "Squares", "1 5"):
        assert words in front.text
    assert dealers(front)[:2] == [2, 0]
    assert "For 3 players 5 4 3 2 1" in back.text


def test_the_dealers_are_left_to_be_written_by_a_choice(keeper: Scorekeeper) -> None:
    assert "“open”" not in keeper.visit("/print/sheet?rulebook=pike").text
    for typed, are_known in ({}, True), ({"open_dealer": True}, False):
        keeper.visit("/print/sheet?rulebook=pike")
        (front,) = read(keeper.send("/print/sheet.pdf", "Print", names="Ann, Bob, Cat", **typed).body)
        assert (dealers(front)[0] is not None) is are_known


def test_paper_is_chosen_with_the_rest(keeper: Scorekeeper) -> None:
    assert "Orientation Automatic Portrait Landscape" in keeper.visit("/print/sheet?rulebook=murder").text
    page = keeper.send(
        "/print/sheet.pdf", "Print", paper="Letter", lying="Landscape", two_up=True, one_ink="Black and grey"
    )
    pages = read(page.body)  # with all points on the front there are fewer hands on each
    assert [sheet.text.count("Murder 4 players") for sheet in pages] == [2, 1]
    for sheet in pages:
        assert sheet.size == pytest.approx((612, 792), abs=0.5)  # two landscape sheets, one above the other


@pytest.mark.parametrize(
    ("field", "typed", "reason"),
    [
        ("players", "12", "is for 2 to 10 players, not 12"),
        ("players", "1", "is for 2 to 10 players, not 1"),
        ("names", "Ann, Bob, ann", "already a player called ann"),
        ("ladder", "five", "“five” is not a hand size"),
        ("ladder", "60-1", "cannot have 60 cards each"),
        ("first_dealer", "Zoë", "Zoë"),
        ("hands", "20", "follows from its cards"),
        ("hands", "many", "from 1 to 120"),
        ("fewest", "9", "from 2 to"),
    ],
)
def test_what_does_not_fit_is_told_at_its_field_and_everything_typed_stays(
    keeper: Scorekeeper, field: str, typed: str, reason: str
) -> None:
    keeper.visit("/print/sheet")
    fields = {"names": "Ann, Bob, Cat", "scorer": "Cat", field: typed}
    page = keeper.send("/print/sheet.pdf", "Print", **fields)
    assert page.status == 422
    assert reason in page.refusal_at(field)
    form = page.form("/print/sheet.pdf")
    assert {name: form.value(name) for name in fields} == fields


def test_a_sheet_without_room_for_a_pencil_is_refused_at_its_paper(keeper: Scorekeeper) -> None:
    keeper.visit("/print/sheet?rulebook=pagat")
    page = keeper.send("/print/sheet.pdf", "Print", players="9", paper="A5")
    assert (page.status, page.form("/print/sheet.pdf").value("players")) == (422, "9")
    why = "A sheet for 9 players has no room here. Choose larger paper"
    assert why in page.refusal_at("paper")
    picture = keeper.way.ask("GET", "/print/sheet.pdf?players=9&paper=a5&picture=y")
    assert (picture.status, picture.headers["Content-Type"][:10]) == (422, "text/plain")
    assert picture.body.decode().startswith(why)


def test_what_a_table_wants_besides_is_chosen_with_the_rest(keeper: Scorekeeper) -> None:
    keeper.visit("/print/sheet")
    page = keeper.send("/print/sheet.pdf", "Print", players="4", fewest="3", ghosts=True, grid=True, slips=True)
    printed = text(page)
    assert "3 to 4 players" in printed
    assert printed.count("Money") == 4
    assert "Light 1" in printed
    assert "Totals" in printed
    keeper.visit("/print/sheet?rulebook=murder")
    refused = keeper.send("/print/sheet.pdf", "Print", ghosts=True, scorer="Cat")
    assert (refused.status, refused.form("/print/sheet.pdf").value("scorer")) == (422, "Cat")
    assert "This game has no light numbers" in refused.text
    keeper.visit("/print/sheet?rulebook=murder")
    assert len(read(keeper.send("/print/sheet.pdf", "Print", hands="60").body)) == 2


def test_a_game_without_points_of_its_own_has_a_sheet_and_asks_for_them_for_its_rules(keeper: Scorekeeper) -> None:
    keeper.visit("/print/sheet?rulebook=okenuff")
    form = keeper.page
    assert text(keeper.send("/print/sheet.pdf", "Print")).startswith("Okenuff")
    keeper.page = form
    page = keeper.send("/print/sheet.pdf", "Print", rules=RULES)
    assert page.status == 422
    assert "Choose a scoring for it" in page.refusal_at("scheme")
    assert "Squares" in text(keeper.send("/print/sheet.pdf", "Print", scheme="squares"))


def test_rules_and_points_are_printed_from_their_pages(keeper: Scorekeeper) -> None:
    pagat = text(keeper.visit("/rulebooks/pagat/rules.pdf"))
    assert all(f"For {players} players" in pagat for players in ("2–5", "6", "7", "8", "9–10"))
    keeper.visit("/rulebooks/murder")
    assert "Declarer redoubled, over half 10 + 8 −4" in text(keeper.follow("Print its rules"))
    keeper.visit("/schemes/murder")
    scheme = keeper.page
    for words in ("Print as a page", "As half pages", "As pocket cards"):
        keeper.page = scheme
        assert "Murder" in text(keeper.follow(words))
    keeper.visit("/schemes/murder?option_free_zero_double=yes")
    free = text(keeper.follow("Print as a page"))
    assert "A made contract of 0 costs the doubler" not in free, "with the options that it is looked at with"
    keeper.visit("/schemes/murder")
    assert "A made contract of 0 costs the doubler" in text(keeper.follow("Print as a page"))


def test_what_the_form_says_of_booklets_and_columns_is_so(keeper: Scorekeeper) -> None:
    page = keeper.visit("/print/sheet")
    assert "landscape pages and the booklet over the short edge." in page.text
    assert "one for each name; without names four, or the nearest possible number" in page.text
    address = "/print/sheet.pdf?rulebook=pike&rules=booklet"
    assert text(keeper.visit(f"{address}&large=y")).count("continued") > text(keeper.visit(address)).count("continued")
    assert "3 players" in text(keeper.visit("/print/sheet.pdf?rulebook=ninety_nine"))


def test_the_values_of_the_options_are_those_of_the_papers_and_of_the_described_addresses() -> None:
    described = json.loads((ROOT / "static/openapi.json").read_text("utf-8"))["components"]["parameters"]
    for name in ("paper", "lying", "two_up", "one_ink", "large", "form"):
        assert described[name]["schema"]["enum"] == [value for value, _label in OPTIONS[name].choices if value]
    papers = [print_request.paper_options({"paper": paper}).paper for paper, _label in OPTIONS["paper"].choices]
    assert papers == [*PAPERS]


@pytest.fixture
def browser(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.mark.parametrize(
    "address",
    [
        "/print/sheet.pdf?rulebook=nothing", "/print/sheet.pdf?players=%00", "/print/sheet.pdf?names=" + "a" * 200,
        "/print/sheet.pdf?ladder=" + "1-" * 200, "/print/sheet.pdf?players=99999999999",
    ],
)  # fmt: skip
def test_nonsense_is_refused_in_words(browser: FlaskClient, address: str) -> None:
    answer = browser.get(address)
    assert answer.status_code == 422
    assert "refusal" in answer.text


@pytest.mark.parametrize(
    "address",
    [
        "/rulebooks/nothing/rules.pdf", "/rulebooks/okenuff/rules.pdf", "/schemes/nothing/points.pdf",
        "/schemes/pike/points.pdf?form=poster", "/schemes/pike/points.pdf?cards=0", "/schemes/pike/points.pdf?cards=61",
        "/schemes/pike/points.pdf?paper=a3", "/print/sheet.pdf?lying=flat", "/print/sheet.pdf?one_ink=gray",
        "/print/sheet.pdf?large=huge",
    ],
)  # fmt: skip
def test_what_is_not_there_is_not_found(browser: FlaskClient, address: str) -> None:
    assert browser.get(address).status_code == 404


def test_what_was_typed_is_escaped(browser: FlaskClient) -> None:
    answer = browser.get("/print/sheet.pdf?players=99&names=%3Cb%3E&scorer=%22%3E%3Cb%3E")
    assert "<b>" not in answer.text


def test_the_usual_game_is_one_that_there_is(browser: FlaskClient) -> None:
    assert f'value="{USUAL_GAME}" selected' in browser.get("/print/sheet").text


# --- a game's own sheet, and all of them ----------------------------------------------------------------


def test_a_games_sheet_can_be_blotted_and_in_one_ink(keeper: Scorekeeper) -> None:
    new_game(keeper, "pike", "Ann", "Bob", "Cat", ladder="1-3")
    address = keeper.page.path
    keeper.bid(Ann=1, Bob=0, Cat=0)
    keeper.take(Ann=0, Bob=1, Cat=0)
    (page,) = read(keeper.visit(f"{address}/sheet.pdf?blob=y&one_ink=y").body)
    white = [char["text"] for char in page.chars if set(char["non_stroking_color"]) == {1.0}]
    assert white == ["1", "0"]  # the two bids that were missed


def test_a_table_prints_its_own_rules_points_and_the_sheet_to_play_again(keeper: Scorekeeper) -> None:
    new_game(keeper, "pike", "Ann", "Bob", "Cat", ladder="5-1-5", scheme="squares", first_dealer="seat.2")
    paper = keeper.follow("Paper")
    assert "5 4 3 2 1 2 3 4 5" in text(keeper.send("/sheet.pdf", "The rules"))
    keeper.page = paper
    assert text(keeper.send("/sheet.pdf", "As pocket cards")).count("Squares") == 9
    keeper.page = paper
    front, back = read(keeper.send("/sheet.pdf", "A blank sheet for this table").body)
    assert dealers(front)[:2] == [1, 2]
    assert "Squares" in back.text
    keeper.page = paper
    (sheet,) = read(keeper.send("/sheet.pdf", "Print", paper="Letter", blob=True).body)
    assert sheet.size == pytest.approx((612, 792))


def test_years_places_and_games_are_chosen_from_all_and_counted_first(keeper: Scorekeeper) -> None:
    new_game(keeper, "pike", "Ann", "Bob", "Cat", location="The Anchor", date="1998-11-20")
    new_game(keeper, "murder", "Ann", "Bob", "Cat", "Di", location="The Bell", date="1999-11-20")
    keeper.visit("/")
    keeper.follow("More")
    page = keeper.follow("Print all sheets")
    assert "These are " in page.text
    page = keeper.send("/print/all.pdf", "Count the games", year="1999 (1)", place="The Bell (1)")
    assert "This is 1 game: about 0.1 MB as one PDF" in page.text
    contents, sheet = read(keeper.send("/print/all.pdf", "One PDF").body)
    assert "1999 · The Bell" in contents.text
    assert "Murder" in sheet.text
    keeper.page = page
    made = keeper.send("/print/all.pdf", "A zip", year="1998 (1)", place="All places")
    assert ZipFile(io.BytesIO(made.body)).namelist() == ["0001-1998-11-20-The-Anchor.pdf"]
    keeper.page = page
    page = keeper.send("/print/all.pdf", "One PDF", year="1998 (1)", place="The Bell (1)")
    assert page.status == 422
    assert "No such game was played" in page.refusal_at("year")
    assert "0 games" not in page.text
    assert "No such game was played. Choose another one." in keeper.visit("/print/all?year=1998&place=The+Bell").text


def test_the_first_sheet_is_sent_before_the_last_is_drawn_and_who_stops_frees_the_place(app: Flask) -> None:
    keeper = Scorekeeper(Within(app))
    for _at in range(3):
        new_game(keeper, "pike", "Ann", "Bob", "Cat")
    for _at in range(20):  # more than may wait at once
        answer = app.test_client().get("/print/all.pdf")
        assert answer.is_streamed
        assert next(answer.iter_encoded()).startswith(b"%PDF")
        answer.close()
    assert app.test_client().get("/print/all.pdf").data.endswith(b"%%EOF\n")


# --- this device's last choices -------------------------------------------------------------------------


def test_paper_ink_and_size_of_the_print_are_remembered_for_whatever_is_printed_next(keeper: Scorekeeper) -> None:
    keeper.visit("/print/sheet.pdf?paper=letter")
    assert keeper.visit("/print/sheet").form("/print/sheet.pdf").value("paper") == "a4", "an address changes nothing"
    new_game(keeper, "pike", "Ann", "Bob", "Cat", ladder="1-3")
    address = keeper.page.path
    keeper.follow("Paper")
    keeper.send("/sheet.pdf", "Print", paper="Half Letter", one_ink="Black and grey", two_up=True)
    (sheet,) = read(keeper.visit(f"{address}/sheet.pdf").body)
    assert sheet.size == pytest.approx((396, 612), abs=0.5), "two on a page were for that once"
    keeper.visit("/print/sheet")
    assert keeper.page.form("/print/sheet.pdf").value("paper") == "half-letter"
    keeper.send("/print/sheet.pdf", "Print", paper="A4", one_ink="In colours")
    (sheet,) = read(keeper.visit(f"{address}/sheet.pdf").body)
    assert sheet.size == pytest.approx((595, 842), abs=0.5)


def test_a_booklet_and_large_print_are_chosen_in_words(keeper: Scorekeeper) -> None:
    keeper.visit("/print/sheet?rulebook=pike")
    form = keeper.page
    outside, inside = read(keeper.send("/print/sheet.pdf", "Print", rules=BOOKLET).body)
    assert (outside.text.count("Made: 10 + bid."), "How a hand works" in inside.text) == (1, True)
    keeper.page = form
    sheet, _second = read(keeper.send("/print/sheet.pdf", "Print", large="Large").body)
    assert min(char["size"] for char in sheet.chars if char["text"] == "1") > 11
    assert inside.size == (sheet.size[1], sheet.size[0])


def test_a_table_too_small_to_play_again_is_told_why_there_is_no_blank_sheet(keeper: Scorekeeper) -> None:
    game = new_game(keeper, "pike", "Ann", "Bob", "Cat").path
    keeper.follow("Players")
    keeper.send("/leave", "Leaves the game")
    keeper.visit(game)
    keeper.follow("Paper")
    page = keeper.send("/sheet.pdf", "A blank sheet for this table")
    assert page.status == 422
    assert page.refusals == ["Mr Pike's Oh Hell! is for 3 to 7 players, not 2."]
    assert page.title == "Print sheet"


def test_without_games_there_is_no_file_of_all_sheets(store: Store) -> None:
    assert Scorekeeper(Within(create_app(store))).visit("/print/all.pdf").status == 404
