"""The late-joiner calculator."""

from __future__ import annotations

import html

import pytest
from flask.testing import FlaskClient

from scorepad.store import Store
from scorepad.web import create_app


@pytest.fixture
def browser(store: Store) -> FlaskClient:
    return create_app(store).test_client()


def ask(browser: FlaskClient, totals: str, **more: str) -> tuple[int, str]:
    answer = browser.get("/late-entry", query_string={"totals": totals, **more})
    return answer.status_code, html.unescape(answer.text)


def test_the_empty_page_asks_and_complains_of_nothing(browser: FlaskClient) -> None:
    page = browser.get("/late-entry")
    assert page.status_code == 200
    assert 'name="totals"' in page.text
    assert "refusal" not in page.text


@pytest.mark.parametrize(
    ("totals", "sum_in_words"),
    [
        ("12 38 44 50", "lowest 12, median 41 → 26½, rounded to 26"),
        ("−6; −3; 14", "lowest −6, median −3 → −4½, rounded to −5"),
        ("7 7½", "lowest 7, median 7¼ → 7⅛, rounded to 7"),
        ("12,5 8,5 3", "lowest 3, median 8½ → 5¾, rounded to 6"),
        ("12,5; 8,5; 3", "lowest 3, median 8½ → 5¾, rounded to 6"),
        ("12,5\r\n8,5\r\n3", "lowest 3, median 8½ → 5¾, rounded to 6"),
        ("12,5, 8,5, 3", "lowest 3, median 8½ → 5¾, rounded to 6"),
        ("12,38,44", "lowest 12, median 38 → 25</p>"),
        ("8.5 ½ -½", "lowest −½, median ½ → 0</p>"),
    ],
)
def test_the_sum_is_told_in_words(browser: FlaskClient, totals: str, sum_in_words: str) -> None:
    status, page = ask(browser, totals)
    assert status == 200
    assert sum_in_words in page


def test_where_low_wins_the_highest_counts(browser: FlaskClient) -> None:
    assert "highest 14, median 7 → 10½, rounded to 11" in ask(browser, "3 7 14", low_wins="y")[1]
    assert "lowest 3, median 7 → 5</p>" in ask(browser, "3 7 14")[1]


@pytest.mark.parametrize(
    ("totals", "reason"),
    [
        ("", "Enter the totals of the players at the table"),
        ("   ", "Enter the totals of the players at the table"),
        ("12 many 3", "“many” is not a total"),
        ("- 6", "“-” is not a total"),
        ("٣ 4", "“٣” is not a total"),
        ("1.25", "“1.25” is not a total"),
        ("12,5", "“12,5” can be one total or two. Write 12.5 or 12 5."),
        ("12,5,8 3", "“12,5,8” is not a total"),
        ("1 10001", "10001 is too large"),
        ("9999999999", "“9999999999” is not a total"),
        ("1 " * 51, "Enter at most 50 totals"),
        ("1 " * 300, "Enter at most 500 characters"),
    ],
)
def test_bad_totals_stay_typed_and_are_told_at_the_field(browser: FlaskClient, totals: str, reason: str) -> None:
    status, page = ask(browser, totals, low_wins="y")
    assert status == 422
    assert reason in page
    assert f'value="{totals}"' in page or not totals.strip()
    assert 'id="why-totals"' in page
    assert "checked" in page


def test_what_was_typed_is_escaped(browser: FlaskClient) -> None:
    page = browser.get("/late-entry", query_string={"totals": '"><script>alert(1)</script>'}).text
    assert "<script>alert" not in page
