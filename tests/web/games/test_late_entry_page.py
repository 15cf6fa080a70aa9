"""The late-joiner calculator."""

from urllib.parse import urlencode

import pytest
from html_pages import Page
from scorekeeper import Scorekeeper


def ask(keeper: Scorekeeper, totals: str, **more: str) -> Page:
    return keeper.visit("/late-entry?" + urlencode({"totals": totals, **more}))


def test_the_empty_page_asks_and_complains_of_nothing(keeper: Scorekeeper) -> None:
    page = keeper.visit("/late-entry")
    assert (page.status, page.refusals) == (200, [])
    assert any("totals" in form.names for form in page.forms)


@pytest.mark.parametrize(
    ("totals", "sum_in_words"),
    [
        ("12 38 44 50", "lowest 12, median 41 → 26½, rounded to 26"),
        ("−6; −3; 14", "lowest −6, median −3 → −4½, rounded to −5"),
        ("7 7½", "lowest 7, median 7¼ → 7⅛, rounded to 7"),
        ("12,5 8,5 3", "lowest 3, median 8½ → 5¾, rounded to 6"),
        ("12,5\r\n8,5\r\n3", "lowest 3, median 8½ → 5¾, rounded to 6"),
        ("12,38,44", "lowest 12, median 38 → 25"),
        ("8.5 ½ -½", "lowest −½, median ½ → 0"),
    ],
)
def test_the_sum_is_told_in_words(keeper: Scorekeeper, totals: str, sum_in_words: str) -> None:
    assert sum_in_words in ask(keeper, totals).text


def test_where_low_wins_the_highest_counts(keeper: Scorekeeper) -> None:
    assert "highest 14, median 7 → 10½, rounded to 11" in ask(keeper, "3 7 14", low_wins="y").text
    assert "lowest 3, median 7 → 5" in ask(keeper, "3 7 14").text


@pytest.mark.parametrize(
    ("totals", "reason"),
    [
        ("", "Enter the totals of the players at the table"),
        ("12 many 3", "“many” is not a total"),
        ("٣ 4", "“٣” is not a total"),
        ("1.25", "“1.25” is not a total"),
        ("12,5", "“12,5” can be one total or two. Write 12.5 or 12 5."),
        ("12,5,8 3", "“12,5,8” is not a total"),
        ("1 10001", "10001 is too large"),
        ("1 " * 51, "Enter at most 50 totals"),
        ("1 " * 300, "Enter at most 500 characters"),
        ('"><script>alert(1)</script>', "is not a total"),
    ],
)
def test_bad_totals_stay_typed_and_are_told_at_the_field(keeper: Scorekeeper, totals: str, reason: str) -> None:
    page = ask(keeper, totals, low_wins="y")
    assert page.status == 422
    assert reason in page.refusal_at("totals")
    form = next(form for form in page.forms if "totals" in form.names)
    assert form.value("totals") == totals or not totals.strip()
    assert form.value("low_wins") == "y"
