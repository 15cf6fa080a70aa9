"""The blank forms of a game's page: drawn once for all games of the same rules, each page's own all the same."""

from __future__ import annotations

import re

from flask import Flask
from scorekeeper import Page, Scorekeeper, Within
from tables import pike

from scorepad.web.hands import foretold


def text(page: Page) -> str:
    return page.body.decode()


def sent(field: str, part: str) -> set[str]:
    """What every form of a part of the page would send in a hidden field."""
    return set(re.findall(rf'name="{field}"[^>]* value="([^"]*)"', part))


def blank(page: Page) -> str:
    return "".join(re.findall("<template.*?</template>", text(page), re.DOTALL))


def test_each_page_sends_its_own_from_blank_forms_that_are_drawn_once(app: Flask) -> None:
    foretold._drawn_blank.cache_clear()
    pages = [pike(Scorekeeper(Within(app))) for _scorer in range(2)]
    assert foretold._drawn_blank.cache_info().misses == 1
    for page in pages:
        for field in ("csrf_token", "event_id", "seen"):
            assert len(sent(field, text(page))) == 1
            assert sent(field, blank(page)) == sent(field, text(page))
        where = re.findall(r'(?:action|data-draft)="([^"]*)"', blank(page))
        assert where == [f"{page.path}/hands/%hand%/{name}" for name in ("bids", "draft", "taken", "draft")]
    one, other = pages
    assert sent("csrf_token", blank(one)).isdisjoint(sent("csrf_token", blank(other)))
