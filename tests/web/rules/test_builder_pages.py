"""The scheme builder: the page of questions, form by form, without a script."""

import html
import re

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from rules.scheme.random_answers import answers
from web.rules.forms import press, standing
from werkzeug.test import TestResponse

from scorepad.rules.scheme import Scheme
from scorepad.rules.scheme.builder import Answers
from scorepad.store import Store
from scorepad.web.rules.builder_form import BuilderForm, fields_of

HOUSE_RULE = {"made": "10", "each": "2", "zero": "5", "missed": "0", "name": "Ours"}


def table(page: TestResponse) -> list[list[str]]:
    """Return the rows of the example table: heading and points."""
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", page.text, re.S)
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.S) for row in rows]
    return [[re.sub(r"<[^>]*>", "", cell).strip(" ✓✗\n") for cell in row] for row in cells]


def refusals(page: TestResponse) -> list[str]:
    return [html.unescape(match) for match in re.findall(r'<p class="refusal"[^>]*>([^<]+)</p>', page.text)]


@given(answers())
def test_the_fields_of_answers_are_read_as_the_same_answers(wanted: Answers) -> None:
    form = BuilderForm(fields_of(wanted))
    assert form.errors == {}
    assert form.answers == wanted


def test_the_house_rule_is_shown_and_kept_without_a_letter_of_code(browser: FlaskClient) -> None:
    begun = browser.get("/schemes/build")
    shown = press(browser, begun, "show", each="2", zero="5", missed="0")
    assert table(shown) == [
        ["Bid", "0", "1", "2", "3", "4", "5"],
        ["Made", "5", "12", "14", "16", "18", "20"],
        ["Missed", "0", "0", "0", "0", "0", "0"],
    ]
    kept = press(browser, shown, "save")
    assert kept.headers["Location"] == "/schemes/own_custom_scoring"
    result = Scheme.from_toml(browser.get("/schemes/own_custom_scoring.toml").text)
    assert result.points_table(1) == [(0, [5, 0]), (1, [0, 12])]


def test_the_cards_of_the_table_are_a_button_more_and_a_button_fewer(browser: FlaskClient) -> None:
    begun = browser.get("/schemes/build")
    for cards, bids in (("6", 7), ("13", 14), ("99", 6)):
        page = browser.post("/schemes/build", data={**standing(begun), "cards": cards})
        assert len(table(page)[0]) == bids + 1


def test_misses_stand_in_rows_of_their_own_only_where_they_differ(browser: FlaskClient) -> None:
    begun = browser.get("/schemes/build?from=pike")
    assert table(begun)[2:] == [
        ["1 off", *["−11"] * 6],
        ["2 off", *["−12"] * 6],
    ]
    apart = press(browser, begun, "show", apart="yes", over="0", missed="0")
    assert [row[0] for row in table(apart)] == ["Bid", "Made", "Missed"]
    apart = press(browser, begun, "show", apart="yes", over="tricks", missed="bid")
    assert table(apart)[2:] == [
        ["1 too few", "–", "−1", "−2", "−3", "−4", "−5"],
        ["1 too many", "1", "2", "3", "4", "5", "–"],
        ["2 too few", "–", "–", "−2", "−3", "−4", "−5"],
        ["2 too many", "2", "3", "4", "5", "–", "–"],
    ]


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ({"made": "other", "made_typed": "ten"}, "Enter a number, 1000 at most."),
        (
            {"made": "other", "made_typed": "2½"},
            "Half points are not allowed. Allow them below, or enter a whole number.",
        ),
        ({"made": "other", "made_typed": "0.25", "halves": "yes"}, "Enter whole points or halves."),
        ({"bids": "below", "no_bid_from": "1,000"}, "Enter a whole number, 10,000 at most."),
        ({"winner": "exactly", "exactly": "soon"}, "Enter a whole number, 10,000 at most."),
        ({"mark_1_name": "bid"}, "Choose another name: “bid” already means something in formulas."),
        ({"name": " "}, "Enter a name of at most 80 letters."),
        ({"name": "Standard"}, "Another file has this name. Choose another name."),
        (
            {"each": "other", "each_typed": "1000", "each_unit": "bid ** 2"},
            "With a bid of 51: This gives 2,601,010 points",
        ),
    ],
)
def test_what_cannot_be_is_told_at_its_field_and_nothing_is_kept(
    browser: FlaskClient, store: Store, typed: dict[str, str], reason: str
) -> None:
    page = press(browser, browser.get("/schemes/build"), "save", **typed)
    assert page.status_code == 422
    assert refusals(page)[0].startswith(reason)
    assert {name: standing(page)[name] for name in typed} == typed
    assert store.rule_files("scheme") == []


def test_half_points_are_written_as_people_write_them(browser: FlaskClient) -> None:
    begun = browser.get("/schemes/build")
    for typed in ("2½", "2,5", "2.5"):
        page = press(browser, begun, "show", made="other", made_typed=typed, each="0", halves="yes")
        assert table(page)[1][1:3] == ["2½", "2½"]


def test_one_begins_from_a_scheme_or_from_nothing(browser: FlaskClient) -> None:
    assert table(browser.get("/schemes/build?from=nothing"))[1][1:] == ["0"] * 6
    boerenbridge = standing(browser.get("/schemes/build?from=boerenbridge"))
    assert (boerenbridge["no_bid_from"], boerenbridge["winner"], boerenbridge["exactly"]) == ("80", "exactly", "100")
    assert boerenbridge["name"] == "Boerenbridge (ours)"
    assert browser.get("/schemes/build?from=murder").headers["Location"] == "/schemes/new?from=murder"
    assert browser.get("/schemes/build?from=no_such").status_code == 404


def test_a_mark_may_be_a_number_unless_said_and_be_tapped(browser: FlaskClient) -> None:
    begun = browser.get("/schemes/build")
    mark = {"mark_1_name": "Confidence", "mark_1_kind": "number", "mark_1_made": "1", "mark_1_missed": "-1"}
    kept = press(
        browser, begun, "save", **mark, mark_1_usually="10", mark_1_choices="0, 5; 10", made="0", each="0", missed="0"
    )
    path = kept.headers["Location"]
    assert "confidence = { default = 10, choices = [0, 5, 10] }" in browser.get(f"{path}.toml").text
    assert standing(browser.get(f"{path}/build"))["mark_1_choices"] == "0, 5, 10"
    for wrong in ({"mark_1_choices": "0, many"}, {"mark_1_usually": "7"}):
        page = press(browser, browser.get(f"{path}/build"), "save", **wrong)
        assert page.status_code == 422
        assert len(refusals(page)) == 2, "at the field, and where the table would stand"


def test_what_was_built_comes_along_to_the_text(browser: FlaskClient) -> None:
    page = press(browser, browser.get("/schemes/build"), "text", **HOUSE_RULE)
    text = html.unescape(page.text)
    assert 'give = "10 + 2 * bid"' in text
    assert 'action="/schemes/new"' in text


def own(browser: FlaskClient, **changed: str) -> str:
    """Save a custom scheme; return its path."""
    answer = press(browser, browser.get("/schemes/build"), "save", **{**HOUSE_RULE, **changed})
    return str(answer.headers["Location"])


def test_ones_own_are_opened_again_as_they_were_answered(browser: FlaskClient, store: Store) -> None:
    path = own(browser)
    assert browser.get(f"{path}/edit").headers["Location"] == f"{path}/build"
    page = browser.get(f"{path}/build")
    assert {name: standing(page)[name] for name in HOUSE_RULE} == HOUSE_RULE
    assert press(browser, page, "save", missed="off").headers["Location"] == path
    assert store.rule_files("scheme") == ["own_ours"]
    assert 'give = "-off"' in browser.get(f"{path}.toml").text


@pytest.mark.parametrize(("do", "field"), [("show", "name"), ("text", "about"), ("save", "name"), ("save", "about")])
def test_a_letter_that_nobody_sees_is_refused(browser: FlaskClient, do: str, field: str) -> None:
    for path in ("/schemes/build", own(browser) + "/build"):
        page = press(browser, browser.get(path), do, **{field: "Ours\x07"})
        if do == "save":
            assert page.status_code == 422
            assert "There is an invisible character in this text." in html.unescape(page.text)
        assert page.status_code in (200, 422)


def test_the_same_form_sent_twice_makes_one(browser: FlaskClient, store: Store) -> None:
    assert own(browser) == own(browser)
    assert store.rule_files("scheme") == ["own_ours"]


def test_what_somebody_else_changed_meanwhile_is_not_written_over(browser: FlaskClient, store: Store) -> None:
    path = own(browser)
    mine = browser.get(f"{path}/build")
    press(browser, browser.get(f"{path}/build"), "save", missed="bid")
    page = press(browser, mine, "save", missed="off")
    assert page.status_code == 409
    assert "This was changed on another device in the meantime" in refusals(page)[0]
    assert 'give = "-bid"' in browser.get(f"{path}.toml").text
    assert press(browser, page, "save").status_code == 303
    assert 'give = "-off"' in browser.get(f"{path}.toml").text


@pytest.mark.parametrize(
    "more",
    [
        "# Grandma's way\n",
        '\n[says]\nblind = "blind"\n\n[marks]\nblind = "yes or no"\n',
        "\n[options]\nx = { default = 1 }\n",
    ],
)
def test_a_text_that_says_more_than_taps_can_is_opened_as_text(browser: FlaskClient, store: Store, more: str) -> None:
    text = 'name = "Sevens"\n[[points]]\ngive = "7 * made"\n' + more
    store.keep_rule_file("scheme", "own_sevens", text)
    assert browser.get("/schemes/own_sevens/build").headers["Location"] == "/schemes/own_sevens/edit"
    assert browser.get("/schemes/own_sevens/edit").status_code == 200


def test_worked_hands_and_the_source_of_ones_own_stay_as_far_as_they_hold(browser: FlaskClient, store: Store) -> None:
    cases = '[[points]]\nwhen = "made"\ngive = "7"\n[[points]]\ngive = "0"\n'
    hands = "".join(
        f"[[examples]]\nbid = 1\ntaken = {taken}\ncards = 1\npoints = {points}\n" for taken, points in ((1, 7), (0, 0))
    )
    store.keep_rule_file("scheme", "own_sevens", f'name = "Sevens"\nsource = "Grandma"\n{cases}{hands}')
    page = browser.get("/schemes/own_sevens/build")
    assert press(browser, page, "save", missed="off").status_code == 303
    result = Scheme.from_toml(browser.get("/schemes/own_sevens.toml").text)
    assert result.source == "Grandma"
    assert [example.points for example in result.examples] == [7]
    assert result.check() == []


def test_only_ones_own_are_changed(browser: FlaskClient) -> None:
    assert browser.get("/schemes/pike/build").headers["Location"] == "/schemes/build?from=pike"
    assert browser.get("/schemes/own_nothing/build").status_code == 404
    token = standing(browser.get("/schemes/build"))
    for path in ("/schemes/pike/build", "/schemes/own_nothing/build"):
        assert browser.post(path, data=token).status_code == 404
