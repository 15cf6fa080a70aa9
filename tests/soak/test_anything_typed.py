"""Fuzz tests of every form field and of game files: each answer is valid and contains no injected markup."""

import copy
import json
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest
from flask import Flask
from hostile import EVIL, harmless
from html_pages import Form, Page
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scorekeeper import Scorekeeper, Within

from scorepad.game.files.game_file import FORMAT
from scorepad.repository import GameRepository
from soak import often, sampled
from soak.any_games import FILES, GAMES

PAGES = ("", "/table", "/course", "/house", "/hands/1/correction", "/split", "/print", "/share")
OTHER_PAGES = ("/", "/games/new?rulebook=murder", "/games/new?rulebook=wizard", "/device", "/late-entry",
               "/print/sheet", "/schemes/new", "/rulebooks/new", "/schemes/squares")  # fmt: skip

typed = st.one_of(
    st.text(max_size=40),
    st.integers().map(str),
    st.sampled_from([EVIL, "", " ", "-1", "1e9", "9" * 400, "½", "²", "１", "NaN", "p1", "p99", "\0", "\ud800",
                     "x" * 2000, "1-10-1", "1x999999", "=1+1", "../..", "%00", "{{7*191}}", "2026-02-30", "25:61"]),
)  # fmt: skip
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | typed,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(typed, inner, max_size=3),
    max_leaves=6,
)


def fuzzed(test: int, soak: int) -> settings:
    """Return settings with this number of examples in `make test`, and in `make soak`."""
    return settings(max_examples=often(test, soak), suppress_health_check=[HealthCheck.too_slow])


which = st.integers(0, 999)
"""An index for choices whose number changes, since earlier examples add to the store."""

written = st.lists(st.tuples(which, st.none() | typed), max_size=4)


def type_anything(keeper: Scorekeeper, page: Page, number: int, into: list[tuple[int, str | None]]) -> None:
    """Send one of the page's forms with random values in some fields, one perhaps missing; the answer is no failure."""
    if not page.forms:
        return
    form = page.forms[number % len(page.forms)]
    own = sorted(form.names - {"csrf_token", "event_id"})
    words = {own[at % len(own)].replace(".", "__"): text and sent(text) for at, text in into if own}
    if form.method == "GET":
        answer = keeper.send_form(form, {}) if not words else keeper.visit(asked(form, words))
    else:
        answer = keeper.forge(form, **words)
    assert answer.status < 500, answer.text
    if answer.is_html:
        harmless(answer)
        assert "1337" not in answer.text


def sent(text: str) -> str:
    """Return the text as a browser sends it, without lone surrogates."""
    return text.encode("utf-8", "replace").decode()


def asked(form: Form, words: dict[str, str | None]) -> str:
    pairs = [(name.replace("__", "."), value) for name, value in words.items() if value is not None]
    return urlsplit(form.action).path + "?" + urlencode(pairs)


@pytest.mark.parametrize("kind", sampled(GAMES, 2))
@fuzzed(8, 3_000)
@given(data=st.data())
def test_anything_typed_into_a_games_forms_gets_an_answer(app: Flask, kind: str, data: st.DataObject) -> None:
    game_id = GameRepository(app.extensions["scorepad"].store).keep(GAMES[kind], by="test")
    keeper = Scorekeeper(Within(app))
    for _sent in range(2):
        page = keeper.visit(f"/games/{game_id}" + data.draw(st.sampled_from(PAGES)))
        type_anything(keeper, page, data.draw(which), data.draw(written))
    assert keeper.visit(f"/games/{game_id}").status in (200, 404)


@pytest.mark.parametrize("address", OTHER_PAGES)
@fuzzed(4, 1_000)
@given(data=st.data())
def test_anything_typed_into_the_other_forms_gets_an_answer(app: Flask, address: str, data: st.DataObject) -> None:
    keeper = Scorekeeper(Within(app))
    type_anything(keeper, keeper.visit(address), data.draw(which), data.draw(written))


def places(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the path of every value in a game file."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [way, *(place for key, inner in inside for place in places(inner, (*way, key)))]


@fuzzed(20, 10_000)
@given(data=st.data())
def test_anything_anywhere_in_a_game_file_is_read_or_refused(app: Flask, data: st.DataObject) -> None:
    file = copy.deepcopy(data.draw(st.sampled_from(FILES)))
    assert file["format"] == FORMAT
    way = data.draw(st.sampled_from([place for place in places(file) if place]))
    inside = file
    for key in way[:-1]:
        inside = inside[key]
    change = data.draw(st.sampled_from(["put", "drop", "twice", "more"]))
    if change == "drop":
        del inside[way[-1]]
    elif change == "twice" and isinstance(inside, list):
        inside.insert(way[-1], inside[way[-1]])
    elif change == "more" and isinstance(inside, dict):
        inside[data.draw(typed)] = data.draw(anything)
    else:
        inside[way[-1]] = data.draw(anything)
    keeper = Scorekeeper(Within(app))
    keeper.visit("/more")
    page = keeper.send("/upload", file=("game.json", json.dumps(file).encode()))
    assert page.status in (200, 422), page.text
    harmless(page)
    if page.status == 200:
        for part in (
            "/log",
            "/standings",
            "/view",
            "/hands/1",
            "/sheet.json",
            "/sheet.csv",
            "/sheet.pdf",
            "/game.json",
        ):
            assert keeper.way.ask("GET", keeper.page.path + part).status < 500, part
