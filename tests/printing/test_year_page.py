"""A year on one page, read back: the figures of the statistics, and no content outside its place."""

import pytest
from printing.evenings import evenings
from reading_pdf import assert_all_in_its_box, assert_no_overlaps, read

from printables.page.page import PaperOptions
from printables.statistics.year_page import year_page
from scorepad.game.statistics.group_statistics import EVERY, Choice, GroupStatistics
from scorepad.game.statistics.year import MOST_PEOPLE, MOST_SHOWN, group_year


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize(("people", "count"), [(3, 1), (4, 12), (8, 37), (10, 60), (14, 200)])
def test_it_is_one_page_on_which_nothing_leaves_its_place(people: int, count: int, paper: str) -> None:
    years = evenings(people, count)
    year = group_year(years, Choice("2026"))
    pages = read(year_page(year, PaperOptions(paper)))
    assert len(pages) == 1
    assert_all_in_its_box(pages)
    assert_no_overlaps([word for word in pages[0].words if word["text"] != "·"])
    text = pages[0].text
    for row in year.people:
        assert row.person in text
        assert f"{row.evenings} {row.won}" in text
        if row.beaten is not None:
            assert f"{row.beaten:.1f} %" in text
    assert ("Fewer evenings:" in text) == (people > MOST_PEOPLE)
    assert ("Evening by evening" in text) == (count <= MOST_SHOWN)


def test_the_pairs_are_those_of_everybodys_own_page() -> None:
    years = evenings(6, 60)
    year = group_year(years, EVERY)
    for at, row in enumerate(year.people):
        person = years.people.find(row.person)
        assert person
        pairs = years.person(person).pairs
        known = {pair.person: (pair.before, pair.evenings) for pair in pairs if pair.share is not None}
        result = {year.people[other].person: pair for (item, other), pair in year.pairs.items() if item == at}
        assert result == known


def test_what_is_added_up_ends_at_the_share_of_opponents_beaten() -> None:
    years = evenings(6, 60)
    year = group_year(years, EVERY)
    for row, curve in zip(year.people, year.curves, strict=True):
        results = [result for evening in years.evenings for result in evening.results if result.name == row.person]
        met = sum(result.met for result in results)
        assert row.beaten is not None
        assert (curve[-1][1] + met / 2) / met * 100 == pytest.approx(row.beaten, abs=0.06)
        assert len(curve) == row.evenings + 1


def test_half_a_paper_gets_a_whole_one_and_one_ink_tells_people_apart_by_strokes() -> None:
    year = group_year(evenings(6, 30), Choice("2026"))
    assert read(year_page(year, PaperOptions("A5")))[0].size == read(year_page(year))[0].size
    assert_all_in_its_box(read(year_page(year, PaperOptions(one_ink=True))))


def test_only_a_date_that_tells_a_month_marks_one() -> None:
    dates = ("2026", "2026-02-30", "2026-03-01", "2026-03-08", "2026-99-01", "20260503")
    item = evenings(3, 1).evenings[0]
    year = group_year(GroupStatistics([item._replace(date=date) for date in dates]), Choice("2026"))
    assert year.marks == [(1, "Feb"), (2, "Mar")]
