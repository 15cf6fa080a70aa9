"""Tests of attacks by another website in the same browser, against a Scorepad that needs no link on its own machine."""

from collections.abc import Iterator

import pytest
from builders import play
from flask import Flask, request
from raw_http import served
from selenium.common.exceptions import NoSuchElementException

from browser.phone import Phone
from scorepad.repository import GameRepository
from scorepad.store import Store

HEAD = '<!doctype html><link rel="icon" href="data:,">'


@pytest.fixture
def game_id(store: Store) -> str:
    return GameRepository(store).keep(play("ohell", "Ann Bob Cat"), by="test")


@pytest.fixture
def elsewhere() -> Iterator[str]:
    """Serve another site under another name, which frames, posts to and fetches Scorepad's pages."""
    site = Flask("elsewhere")

    @site.get("/<how>")
    def page(how: str) -> str:
        to = request.args["to"]
        kind = ' enctype="text/plain"' if how == "plain" else ""
        return HEAD + {
            "frame": f'<iframe src="{to}"></iframe>',
            "script": f'<script src="{to}"></script>',
        }.get(how, f'<form method="post"{kind} action="{to}"><button>Win a prize</button></form>')

    with served(site) as (_host, port):
        yield f"http://localhost:{port}"


def test_no_other_site_can_show_scorepad_in_a_frame(pad: Phone, elsewhere: str, game_id: str) -> None:
    pad.expected = "frame-ancestors"
    pad.open(f"{elsewhere}/frame?to={pad.address}/games/{game_id}")
    pad.driver.switch_to.frame(0)
    with pytest.raises(NoSuchElementException):
        pad.element("#entry")
    pad.driver.switch_to.default_content()


def test_no_other_sites_form_changes_anything(pad: Phone, elsewhere: str, store: Store, game_id: str) -> None:
    pad.expected = "403"
    pad.open(f"/games/{game_id}")  # gives the browser a session
    for how, submit in (("form", "end"), ("plain", "bin"), ("form", "undo"), ("plain", "end")):
        pad.open(f"{elsewhere}/{how}?to={pad.address}/games/{game_id}/{submit}")
        pad.element("button").click()
        pad.wait_until(lambda: "This form came from another website" in pad.driver.page_source)
    assert store.version(game_id) == 1
    assert not store.mark(game_id).days_binned


def test_no_other_site_reads_a_game_as_its_own_script(pad: Phone, elsewhere: str, game_id: str) -> None:
    for page in ("sheet.json", "sheet.csv", "version", "game.json"):
        pad.open(f"{elsewhere}/script?to={pad.address}/games/{game_id}/{page}")
        assert any("ERR_BLOCKED_BY_RESPONSE" in line for line in pad.complaints()), page
