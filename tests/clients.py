"""Browsers that reach Scorepad over the network, without a link or by one."""

import html
import re

from flask import Flask
from flask.testing import FlaskClient
from scorekeeper import Scorekeeper, Within

from scorepad.web.groups.links import Links, Role


def stranger(app: Flask) -> Scorekeeper:
    """Return a browser without a link."""
    return Scorekeeper(Within(app))


def come_in(app: Flask, path: str) -> Scorekeeper:
    """Return a new browser that has followed this link."""
    somebody = stranger(app)
    somebody.visit(path)
    return somebody


def owner(app: Flask) -> Scorekeeper:
    return come_in(app, links_of(app).new_owner_link(""))


def looker(app: Flask, game_id: str) -> Scorekeeper:
    return come_in(app, links_of(app).link("", game_id, Role.LOOK))


def scorer(app: Flask, game_id: str) -> Scorekeeper:
    return come_in(app, links_of(app).link("", game_id, Role.SCORE))


def links_of(app: Flask) -> Links:
    links: Links = app.extensions["scorepad"].links
    return links


def page_of(browser: FlaskClient, address: str) -> str:
    """Return the text between the page's own header and footer."""
    page = browser.get(address)
    assert page.status_code == 200
    main = page.text.split("<main")[1].split(">", 1)[1].split("</main>")[0]
    main = re.sub(r"<(script|style)\b.*?</\1>", " ", main, flags=re.S)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", main)).split())
