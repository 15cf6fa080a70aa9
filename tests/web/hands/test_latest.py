"""Cached parts of a game's page: the cache never changes what the page shows."""

import re

from flask import Flask
from scorekeeper import Scorekeeper, Within
from web.hands.calls import calls, table

from scorepad.web.hands import plan_page
from scorepad.web.reports.page_cache import PAGE_CACHE

OWN = r'(name="(csrf_token|event_id)" type="hidden" value=)"[^"]*"'


def as_kept_and_anew(keeper: Scorekeeper) -> tuple[str, str]:
    """Return the cached page and the page rendered without the cache.

    Values that differ on every page are left out.
    """
    path, pages = keeper.page.path, []
    for forget in (False, True):
        if forget:
            PAGE_CACHE.clear()
        pages.append(re.sub(OWN, r"\1", keeper.way.ask("GET", path).body.decode()))
    return pages[0], pages[1]


def test_a_page_says_the_same_whether_its_parts_were_kept_or_drawn_anew(keeper: Scorekeeper) -> None:
    assert "Play two more hands, then stop" in table(keeper).source
    for text in ("1H", "double", "pass", "2C", "pass", "pass", "pass"):
        calls(keeper, text)
        kept, anew = as_kept_and_anew(keeper)
        assert kept == anew
        assert plan_page.HIDDEN not in kept
        assert "Play two more hands, then stop" not in kept, "they are announced before an auction"
    for language in ("nl", "en"):
        keeper.visit(f"{keeper.page.path}?lang={language}")
        kept, anew = as_kept_and_anew(keeper)
        assert kept == anew


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
