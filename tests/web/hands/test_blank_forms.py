"""The blank forms of a game's page: rendered once for all games of the same rules, but with each page's own fields."""

import re

from flask import Flask
from html_pages import Page
from scorekeeper import Scorekeeper, Within
from tables import pike

from scorepad.web.hands import plan_page


def text(page: Page) -> str:
    return page.body.decode()


def sent(field: str, part: str) -> set[str]:
    """Return the values of a hidden field in all forms of a part of the page."""
    return set(re.findall(rf'name="{field}"[^>]* value="([^"]*)"', part))


def blank(page: Page) -> str:
    return "".join(re.findall("<template.*?</template>", text(page), re.DOTALL))


def test_each_page_sends_its_own_from_blank_forms_that_are_drawn_once(app: Flask) -> None:
    plan_page._render_blank_forms.cache_clear()
    pages = [pike(Scorekeeper(Within(app))) for _scorer in range(2)]
    assert plan_page._render_blank_forms.cache_info().misses == 1
    for page in pages:
        for field in ("csrf_token", "event_id", "seen"):
            assert len(sent(field, text(page))) == 1
            assert sent(field, blank(page)) == sent(field, text(page))
        where = re.findall(r'(?:action|data-draft)="([^"]*)"', blank(page))
        assert where == [f"{page.path}/hands/%hand%/{name}" for name in ("bids", "draft", "taken", "draft")]
    item, other = pages
    assert sent("csrf_token", blank(item)).isdisjoint(sent("csrf_token", blank(other)))
