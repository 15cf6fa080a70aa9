"""Tables pasted from a chat or a web page."""

import pytest

from scorepad.importing.files import evenings_in_file
from scorepad.importing.sheets.pasted_tables import pasted_lines

MARKDOWN = """\
> Last Friday:
>
> | date | **Ann** | Bob |
> |:-----|--------:|----:|
> | 2026-01-03 | 84 | \\-12 |
>
> See you!
"""
PLAIN_PIPES = "date|Ann|Bob\n2026-01-03|84|-12\n"
NO_OUTER_BARS = "date | Ann | Bob\n--- | --- | ---\n2026-01-03 | 84 | -12\n"
BOX = """\
┌────────────┬─────┬─────┐
│ date       │ Ann │ Bob │
├────────────┼─────┼─────┤
│ 2026-01-03 │  84 │ -12 │
└────────────┴─────┴─────┘
"""
GRID = "+------+\n| date       | Ann | Bob |\n+======+\n| 2026-01-03 | 84  | -12 |\n+------+\n"
ALIGNED = "Friday\n```\ndate         Ann   Bob\n2026-01-03    84   -12\n```\n"
TABS = "date\tAnn\tBob\n2026-01-03\t84\t-12\n"
TABS_BELOW_TEXT = "What an evening, friends!\ndate\tAnn\tBob\n2026-01-03\t84\t-12\n"


@pytest.mark.parametrize(
    "text",
    [MARKDOWN, PLAIN_PIPES, NO_OUTER_BARS, BOX, GRID, ALIGNED, TABS, TABS_BELOW_TEXT, TABS.replace("\n", "\r\n")],
)
def test_a_pasted_table_is_an_evening(text: str) -> None:
    (result,) = evenings_in_file("Pasted rows", text.encode())
    assert result.evening, result.error
    assert (result.evening.date, result.evening.totals) == ("2026-01-03", {"Ann": 84, "Bob": -12})


def test_an_empty_cell_between_bars_or_tabs_stays_empty() -> None:
    for text in ("| date | Ann | Bob | Cat |\n|---|---|---|---|\n| 2026-01-03 | 84 | | 5 |\n",
                 "Friday\ndate\tAnn\tBob\tCat\n2026-01-03\t84\t\t5\n"):  # fmt: skip
        (result,) = evenings_in_file("Pasted rows", text.encode())
        assert result.evening
        assert result.evening.totals == {"Ann": 84, "Cat": 5}


def test_lines_keep_their_numbers() -> None:
    lines = pasted_lines(MARKDOWN)
    assert lines
    assert [line.number for line in lines] == [1, 3, 5]


@pytest.mark.parametrize("text", [
    "date,Ann,Bob,remark\n2026-01-03,84,-12,well | done | all\n2026-01-10,1,2,a | b\n",
    "date,Ann,Bob\n2026-01-03,84,-12\n",
    "date         Ann   Bob\n2026-01-03         -12\n",
    "we played Oh Hell | and Wizard\n",
])  # fmt: skip
def test_other_texts_are_left_to_the_reader_of_csv(text: str) -> None:
    assert pasted_lines(text) is None


def test_the_csv_of_google_sheets_is_read() -> None:
    text = 'Date,Game,Ann,"Bob, the elder"\n2026-01-03,Wizard,"1,084",-12\n'
    (result,) = evenings_in_file("Scores - Sheet1.csv", text.encode())
    assert result.evening
    assert result.evening.totals == {"Ann": 1084, "Bob, the elder": -12}
