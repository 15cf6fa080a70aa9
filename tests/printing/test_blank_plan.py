"""The plan of a blank sheet: every field is large enough for a pencil, and what is given up first."""

from collections.abc import Sequence
from itertools import product
from random import Random
from typing import Any

import pytest
from printing.blank_pages import a_blank
from soak import SOAK, often

from printables.blank.blank_layout import TABLE_ONLY, lay_out
from printables.blank.blank_plan import Front, Plan, plan
from printables.page.page import HALF_OF, PAPERS, PaperOptions, mm
from scorepad.errors import RuleError
from scorepad.rules import rulebook

USUAL = {"bid": 9 * mm, "second": 6 * mm, "total": 9 * mm}
WITH_POINTS = {"bid": 9 * mm, "second": 6 * mm, "points": 9 * mm, "total": 9 * mm}
COLUMNS = {"number": 7 * mm, "cards": 7 * mm, "trump": 7 * mm}
WAYS = [
    PaperOptions(paper, two_up=two_up, large=large)
    for paper, two_up, large in product(PAPERS, (False, True), (False, True))
]
EVERY = [
    (key, players, paper)
    for key in rulebook.built_in_keys()
    for players in range(rulebook.find(key).min_players, rulebook.find(key).max_players + 1)
    for paper in WAYS
]


def front(players: int, hands: int, fields: dict[str, float] | None = None, **more: Any) -> Front:
    given = {"optional": ["number", "trump"], "notes": lambda wide, size, _spare: 70 * size * size / wide * 10, **more}
    return Front(players, hands, fields or USUAL, COLUMNS, beside=(60.0, 320.0), below=lambda wide: 36.0, **given)  # noqa: ARG005


def sizes(paper: str = "A4", *, two_up: bool = False) -> Sequence[tuple[float, float]]:
    options = PaperOptions(paper, two_up=two_up)
    return [options.sheet_size(lying) for lying in ([False] if two_up else [False, True])]


def assert_room(way: Plan, *, half: bool) -> None:
    """Assert that a pencil has room in each field, and that the sheet is no larger than its paper."""
    least = {"bid": 9, "second": 6, "mark": 6, "points": 6, "total": 9}
    assert all(wide >= least[name] * mm - 0.1 for name, wide in way.fields.items())
    assert way.row_high >= (5.5 if half else 6) * mm - 0.1
    measures = way.measures
    table = measures.title + measures.name + measures.label + way.rows * way.row_high
    assert measures.top + table + measures.foot <= way.size[1] + 0.1
    assert sum(way.fixed.values()) + way.each + way.sums <= way.wide + 0.2
    assert 1 <= way.pages <= 4
    side, foot = (7, 9) if half else (9, 13)
    assert (measures.foot if not way.is_landscape else measures.side) == pytest.approx(foot * mm)
    assert (measures.side if not way.is_landscape else measures.foot) == pytest.approx(side * mm)


def test_every_field_of_every_sheet_is_large_enough_for_a_pencil() -> None:
    chosen = EVERY if SOAK else Random(47).sample(EVERY, 16)
    for key, players, paper in chosen:
        half = paper.two_up or paper.paper in HALF_OF
        try:
            layout = lay_out(a_blank(key, players=players), paper, TABLE_ONLY)
        except RuleError:
            assert paper.large or (half and players > (4 if paper.two_up else 7)), (key, players, paper)
            continue
        assert_room(layout.plan, half=half)
        assert players < 8 or not half
        assert sum(bool(line.hand) for page in layout.pages for line in page) >= 8 or key == "judgement" or players > 5
        assert layout.right <= layout.plan.size[0] - layout.left + 0.2


@pytest.mark.parametrize("large", [False, True])
def test_any_number_of_players_and_hands_has_a_plan_or_none(large: bool) -> None:
    for players, hands, fields, paper in product(
        range(2, 11, often(2, 1)), (5, 13, 26, 60), (USUAL, WITH_POINTS), PAPERS
    ):
        way, half = plan(front(players, hands, fields), sizes(paper), large=large), paper in HALF_OF
        if way is None:
            assert large or players > 7 or hands == 60, (players, hands, paper)
        else:
            assert_room(way, half=half)


def test_what_has_no_room_is_given_up_in_order() -> None:
    roomy = plan(front(3, 10), sizes())
    assert roomy
    assert (roomy.spare, roomy.spare_lines, roomy.comments, roomy.is_landscape, roomy.pages) == (2, 2, 2, False, 1)
    assert roomy.sums
    full = plan(front(4, 26), sizes())
    assert full
    assert (full.comments, full.spare_lines, full.pages) < (2, 2, 2), "comments and spare lines go first"
    many = plan(front(7, 26, hook=True), sizes())
    assert many
    assert (many.is_landscape, many.pages, many.sums, many.spare) == (False, 1, 0.0, 0), "one portrait page"
    counted = plan(front(6, 10, WITH_POINTS), sizes())
    assert counted
    assert counted.is_landscape, "portrait goes before the points"
    assert "points" in counted.fields
    crowded = plan(front(7, 26, WITH_POINTS), sizes())
    assert crowded
    assert "points" not in crowded.fields, "and the points before another page"


def test_without_a_hook_the_sum_of_bids_goes_before_the_columns_of_those_who_may_join() -> None:
    with_hook, without = (plan(front(5, 13, hook=hook), sizes()) for hook in (True, False))
    assert with_hook
    assert without
    assert (bool(with_hook.sums), bool(without.sums)) == (True, False)
    assert with_hook.spare < without.spare


def test_a_sheet_without_room_is_refused_at_its_paper() -> None:
    for key, players, paper in (("ohell", 8, "A5"), ("pagat", 10, "Half Letter")):
        with pytest.raises(RuleError, match=f"A sheet for {players} players has no room here") as refused:
            lay_out(a_blank(key, players=players), PaperOptions(paper), TABLE_ONLY)
        assert refused.value.field == "paper"
    with pytest.raises(RuleError):
        lay_out(a_blank("pike", players=6), PaperOptions(two_up=True), TABLE_ONLY)
    assert lay_out(a_blank("pike", players=6), PaperOptions(two_up=True, landscape=True), TABLE_ONLY).plan.is_landscape
