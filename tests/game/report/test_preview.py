"""The effects of a correction on each player."""

from __future__ import annotations

import pytest
from builders import hand, play

from scorepad.game.decide import hands
from scorepad.game.report.outcome import changes


@pytest.mark.parametrize(("taken", "changed"), [({"p1": 1, "p2": 1}, ["Ann", "Bob"]), ({}, [])])
def test_a_correction_tells_whose_total_or_place_it_changes(taken: dict[str, int], changed: list[str]) -> None:
    game = play("pike", "Ann Bob Cat", hand("Ann Bob Cat", [1, 1, 0], [2, 0, 0]), house={"ladder": "2"})
    event = hands.correct(game, 1, {"taken": taken} if taken else {"trump": "H"})
    result = changes(game, event)
    assert [game.names[item.player] for item in result if item.total != item.becomes] == changed
    assert [item.place_then for item in result if game.names[item.player] == "Cat"] == ([3] if changed else [])
