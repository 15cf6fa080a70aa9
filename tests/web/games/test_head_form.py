"""The form for the head of the sheet: one class for the page of a new game and the page of a game's rules."""

from __future__ import annotations

from html_pages import Page
from scorekeeper import Scorekeeper, new_game

from scorepad.game.state.events import HEAD

TYPED = {"location": "The Crown", "scorer": "Bob", "date": "2026-11-20", "stake": "ten", "until": "13:00"}


def test_every_field_of_the_head_is_asked_before_the_game_and_in_it(keeper: Scorekeeper) -> None:
    pages = [keeper.visit("/games/new?rulebook=pike").form("/games"), _rules(keeper).form("/details")]
    for name in HEAD:
        for form in pages:
            assert form.value(name) is not None, name


def test_what_is_wrong_stands_at_its_field_and_everything_typed_stays_on_both(keeper: Scorekeeper) -> None:
    keeper.visit("/games/new?rulebook=pike")
    new = keeper.send("/games", players__0="Ann", players__1="Bob", players__2="Cat", **TYPED)
    _rules(keeper)
    for page, form in ((new, new.form("/games")), (keeper.send("/details", **TYPED), keeper.page.form("/details"))):
        assert page.status == 422
        assert {name: form.value(name) for name in TYPED} == TYPED
        assert len(page.refusals) == 1
        assert 'aria-describedby="why-stake"' in page.source
        assert 'id="why-stake"' in page.source


def _rules(keeper: Scorekeeper) -> Page:
    new_game(keeper, "pike", "Ann", "Bob", "Cat", ladder="3x3")
    return keeper.follow("Change rules")
