"""Cached parts of a game's page: the cache never changes what the page shows."""

import gc
import re

from flask import Flask
from scorekeeper import Scorekeeper, Within
from web.hands.calls import calls, table

from scorepad.game.state.game import Game
from scorepad.web.hands import plan_page
from scorepad.web.reports.page_cache import PAGE_CACHE

OWN = r'(name="(csrf_token|event_id)" type="hidden" value=)"[^"]*"'


def kept_page(keeper: Scorekeeper) -> str:
    """Return the page with its cached parts; assert that without the cache it is the same.

    Values that differ on every page are left out.
    """
    kept = re.sub(OWN, r"\1", keeper.way.ask("GET", keeper.page.path).body.decode())
    PAGE_CACHE.clear()
    assert re.sub(OWN, r"\1", keeper.way.ask("GET", keeper.page.path).body.decode()) == kept
    return kept


def test_a_page_says_the_same_whether_its_parts_were_kept_or_drawn_anew(keeper: Scorekeeper) -> None:
    assert "Play two more hands, then stop" in table(keeper).source
    for text in ("1H", "double", "pass", "2C", "pass", "pass", "pass"):
        calls(keeper, text)
        kept = kept_page(keeper)
        assert plan_page.HIDDEN not in kept
        assert "Play two more hands, then stop" not in kept, "they are announced before an auction"
    for language in ("nl", "en"):
        keeper.visit(f"{keeper.page.path}?lang={language}")
        kept_page(keeper)


def test_forms_of_kept_parts_can_be_sent_by_whoever_looks(app: Flask, keeper: Scorekeeper) -> None:
    page = table(keeper)
    other = Scorekeeper(Within(app))
    other.visit(page.path)
    for somebody in (keeper, other):
        somebody.visit(page.path)
        assert somebody.send_form(somebody.page.form("/comments"), {"text": "late again"}).status == 200
    keeper.visit(page.path)
    calls(keeper, "1H")
    assert keeper.send_form(keeper.page.form("/comments"), {"text": "and again"}).status == 200


def test_what_was_typed_and_refused_is_kept_for_nobody_else(app: Flask, keeper: Scorekeeper) -> None:
    page = table(keeper)
    other = Scorekeeper(Within(app))
    other.visit(page.path)
    refused = keeper.forge(keeper.page.form("/comments"), text="x" * 501)
    assert refused.status == 422
    assert "x" * 500 in refused.source
    assert "xxxx" not in other.visit(page.path).source


def games_in_memory() -> int:
    gc.collect()
    return sum(isinstance(one, Game) for one in gc.get_objects())


def test_cached_parts_keep_no_game_of_an_earlier_state(keeper: Scorekeeper) -> None:
    table(keeper)
    before = games_in_memory()
    calls(keeper, "1H", "pass", "pass", "pass")
    keeper.take(Ann=1, Bob=1, Cat=1, Di=0)
    assert games_in_memory() == before
