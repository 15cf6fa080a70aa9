"""Text that was not recorded stays in its field, and the group's own page sends it again to the group's address."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from builders import play
from hosting import Hosted, hosted
from scorekeeper import Scorekeeper


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Hosted]:
    with hosted(tmp_path) as opened:
        yield opened


@pytest.fixture
def scorers(host: Hosted) -> list[Scorekeeper]:
    """Return two browsers with the page of one game."""
    group = host.begin("Thursday")
    game_id = group.games.keep(play("ohell", "Ann Bob Cat", house={"ladder": "2-4"}), by="test")
    both = [host.owner(group) for _scorer in range(2)]
    for browser in both:
        browser.visit(f"{group.root}/games/{game_id}")
    return both


def test_bids_that_another_scorer_was_quicker_than_are_recorded_by_one_more_tap(scorers: list[Scorekeeper]) -> None:
    quick, slow = scorers
    quick.bid(Ann=1, Bob=0, Cat=0)
    assert slow.bid(Ann=0, Bob=0, Cat=0).status == 409
    page = slow.send("Save mine anyway", "Save mine anyway")
    assert page.status == 200
    assert slow.take(Ann=1, Bob=1, Cat=0).totals["Ann"] == -1, "who has bid nought"


def test_what_is_refused_stays_in_its_field(scorers: list[Scorekeeper]) -> None:
    item = scorers[0]
    item.follow("Players")
    page = item.send("/players", name="Ann")
    assert page.status == 422
    assert page.form("/players").value("name") == "Ann"
    assert page.refusals, "at the field, and not only above the page"
