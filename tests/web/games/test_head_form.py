"""The head of the sheet is asked for before a game and in it."""

from __future__ import annotations

from html_pages import Page
from scorekeeper import Scorekeeper, new_game

from scorepad.game.state.events import HEAD


def test_every_field_of_the_head_is_asked_before_the_game_and_in_it(keeper: Scorekeeper) -> None:
    pages = [keeper.visit("/games/new?rulebook=pike").form("/games"), _rules(keeper).form("/details")]
    for name in HEAD:
        for form in pages:
            assert form.value(name) is not None, name


def _rules(keeper: Scorekeeper) -> Page:
    new_game(keeper, "pike", "Ann", "Bob", "Cat", ladder="3x3")
    return keeper.follow("Change rules")
