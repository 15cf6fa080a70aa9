"""The link to the statistics: it shows who beats whom, opens no game, and can be revoked."""

import pytest
from builders import play
from clients import come_in, links_of, looker, owner
from flask import Flask
from linked import app_for_all, store_for_all
from scorekeeper import Scorekeeper

from scorepad.repository import GameRepository
from scorepad.store import Store
from scorepad.web.auth import share
from scorepad.web.groups.links import YEARS, Role

__all__ = ["app_for_all", "store_for_all"]


@pytest.fixture(scope="module")
def game_id(store: Store) -> str:
    played = play("ohell", "Xan Yves Zoë", {"totals": {"Xan": 1, "Yves": 2, "Zoë": 3}})
    return GameRepository(store).keep(played, by="test")


def of_the_years(app: Flask) -> Scorekeeper:
    return come_in(app, links_of(app).link("", YEARS, Role.LOOK))


def test_it_leads_to_the_years_where_nothing_leads_to_a_game(app: Flask, game_id: str) -> None:
    somebody = of_the_years(app)
    assert somebody.page.address == "/years"
    left, seen = [somebody.page.address], set()
    while left:
        path = left.pop()
        if path not in seen:
            seen.add(path)
            page = somebody.visit(path)
            assert page.status == 200, path
            assert not page.forms or [form.method for form in page.forms] == ["GET"]
            left += page.links
    assert len(seen) > 3
    assert not any(path.startswith("/games") for path in seen), seen


def test_a_link_of_a_game_shows_no_years(app: Flask, game_id: str) -> None:
    assert looker(app, game_id).visit("/years").status == 404


def test_the_owner_shows_it_and_takes_it_back(app: Flask, game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(share, "lan_address", lambda: "192.168.1.5")
    keeper, somebody = owner(app), of_the_years(app)
    page = keeper.visit("/years")
    assert "/share/years" in page.links
    page = keeper.visit("/share/years")
    link = links_of(app).link("", YEARS, Role.LOOK)
    assert f"http://192.168.1.5{link}" in page.text
    keeper.send_form(page.form("/share/years/renew"), {})
    assert "The old link is invalid now, and all who used it are signed out" in keeper.page.text
    assert somebody.visit("/years").status == 403
    assert come_in(app, link).visit("/years").status == 403
    assert of_the_years(app).visit("/years").status == 200
