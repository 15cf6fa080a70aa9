"""Tests of every figure of the statistics over random evenings, against an independent computation."""

from random import Random

import pytest
from game.statistics.random_evenings import some_evenings, years_of
from game.statistics.worked_out import check_every_figure

from scorepad.game.statistics.group_statistics import Choice
from soak import SOAK, often

CHOICES = [
    Choice(), Choice(year="2025"), Choice(place="MILL"), Choice("2026", "mill"), Choice(players="3"),
    Choice(game="Mr Pike's Oh Hell!"), Choice(game="Oh Hell, squares and cubes"),
]  # fmt: skip


@pytest.mark.parametrize("seed", range(200) if SOAK else [1])
def test_every_figure_of_many_evenings_is_what_their_sheets_say(seed: int) -> None:
    played = some_evenings(Random(seed), often(60, 300))
    years = years_of(played)
    for choice in CHOICES:
        check_every_figure(years, played, choice)
