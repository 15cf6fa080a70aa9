"""Tests of static/openapi.json with valid and invalid requests through the whole program.

Every answer must be one that the description lists.
"""

import contextlib
import copy
import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
import schemathesis
from builders import play
from clients import owner, stranger
from flask import Flask
from hostile import harmless
from html_pages import Page
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from program import ROOT
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.core.transport import Response
from schemathesis.generation import GenerationMode
from schemathesis.schemas import BaseSchema
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from scorekeeper import Scorekeeper
from stores import file_behind, tamper
from web.routes import GAME, address, ask, routes

from scorepad.game.files.game_file import read_game
from scorepad.repository import GameRepository
from scorepad.rules import rulebook, scheme
from scorepad.store import Store, open_store
from scorepad.web import create_app
from scorepad.web.groups.links import Links
from soak import often, sampled
from soak.any_games import FILES, GAMES

DESCRIBED: dict[str, Any] = json.loads((ROOT / "static" / "openapi.json").read_text(encoding="utf-8"))
TRUE = [
    not_a_server_error, status_code_conformance, content_type_conformance, response_headers_conformance,
    response_schema_conformance,
]  # fmt: skip
SEAL = "X-CSRFToken"

ASKED = [
    f"{method.upper()} {path}" for path, way in DESCRIBED["paths"].items() for method in way if method != "parameters"
]
SENT = [operation for operation in ASKED if operation.startswith("POST")]
BOTH = [GenerationMode.POSITIVE, GenerationMode.NEGATIVE]  # valid and invalid data

fuzzed = settings(max_examples=often(3, 300), suppress_health_check=[*HealthCheck])


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with contextlib.closing(open_store(tmp_path_factory.mktemp("games"))) as opened:
        yield opened


@pytest.fixture(scope="module")
def app(store: Store) -> Flask:
    return create_app(store, links=Links(store))


@pytest.fixture(scope="module")
def ids(store: Store) -> list[str]:
    """Return games of every kind, and one third of the recorded games (in the soak test all).

    One game is in the trash, one is damaged and in the trash, and one does not exist. Each game is requested and
    printed at every address.
    """
    repository = GameRepository(store)
    files = [path for path in sorted((ROOT / "tests" / "games").glob("*.json")) if ".sheet" not in path.name]
    files = files[:: often(3, 1)]
    games = [*GAMES.values(), *(read_game(json.loads(path.read_text(encoding="utf-8"))) for path in files)]
    whole = [repository.keep(game, by="test") for game in games]
    repository.keep(play("ohell", "Xan Yves Zoë", {"totals": {"Xan": 1, "Yves": 2, "Zoë": 3}}), by="test")
    binned, damaged = (repository.keep(GAMES["bids"], by="test") for _game in range(2))
    for game_id in (binned, damaged):
        store.remove_game(game_id)
    tamper(
        file_behind(store).parent,
        f"UPDATE events SET by = 'Bob' WHERE seq = 2 AND game = (SELECT number FROM games WHERE id = '{damaged}')",
    )
    return [*whole, binned, damaged, "nosuchgame1"]


@pytest.fixture(scope="module")
def description(app: Flask, ids: list[str]) -> BaseSchema:
    """Return the description with the existing games and rule files filled in."""
    filled = copy.deepcopy(DESCRIBED)
    there = {"game": ids, "rulebook": [*rulebook.built_in(), "nosuch"], "scheme": [*scheme.built_in(), "nosuch"]}
    there["person"] = ["Zoë", "Ann", "nosuch"]
    for name, known in there.items():
        filled["components"]["parameters"][name]["schema"] = {"enum": known}
    filled["components"]["parameters"]["hand"]["schema"]["maximum"] = 6  # few games have more
    upload = filled["paths"]["/games/upload"]["post"]["requestBody"]["content"]["multipart/form-data"]["schema"]
    upload["properties"]["file"] = {"anyOf": [upload["properties"]["file"], {"enum": [*map(json.dumps, FILES[:2])]}]}
    schema = schemathesis.openapi.from_dict(filled)
    schema.app = app
    return schema


@pytest.fixture(scope="module")
def browser(app: Flask) -> Scorekeeper:
    """Return the owner's browser on a page with a form."""
    somebody = owner(app)
    somebody.visit("/device")
    return somebody


def send(case: Case[Any], somebody: Scorekeeper, seal: str | None) -> Response:
    """Send the request as a browser does, with its cookies and this token."""
    for name, value in case.path_parameters.items():  # Schemathesis escapes strings, but not strings in a list
        case.path_parameters[name] = value if isinstance(value, str) else str(value).replace("?", "%3F")
    case.headers.pop(SEAL, None)
    case.headers.update({"Accept-Encoding": "identity", **({SEAL: seal} if seal else {})})
    return case.call(session=somebody.way.client)  # type: ignore[attr-defined]


def check(case: Case[Any], answer: Response) -> None:
    case.validate_response(answer, checks=TRUE)
    kind = answer.headers.get("content-type", [""])[0]
    if kind.startswith("text/html") and case.method != "HEAD":
        harmless(Page(answer.status_code, case.path, {}, answer.content))


# --- the description ----------------------------------------------------------------------------


def test_whatever_answers_data_or_a_file_is_described_and_nothing_else(app: Flask, ids: list[str]) -> None:
    somebody = owner(app)
    there = set()
    for name, way, rule in routes(app):
        says = str(app.view_functions[rule.endpoint].__annotations__.get("return"))
        answer = ask(somebody, way, address(rule, ids[0])) if way == "GET" and not _is_a_pages_own(name) else None
        page = answer is None or answer.status != 200 or answer.headers["Content-Type"].startswith("text/html")
        if not page or "dict[" in says:
            there.add(name)
    taken = {"POST /games/upload", f"POST {GAME}/unsent", f"POST {GAME}/hands/<int:number>/preview"}
    assert {named(question) for question in ASKED} == there | taken


def _is_a_pages_own(name: str) -> bool:
    """Return whether a page loads this as a resource: a style sheet, script or picture."""
    return "static" in name or name.endswith(".js")


def named(question: str) -> str:
    """Return the program's name for an operation of the description."""
    for name in ("game_id", "number", "key", "kind"):
        question = question.replace(f"{{{name}}}", f"<int:{name}>" if name == "number" else f"<{name}>")
    return question.replace("{name}", "<person:name>")


# --- the answers --------------------------------------------------------------------------------


Cases = Callable[[str], SearchStrategy[Case[Any]]]


@pytest.fixture(scope="module")
def cases(description: BaseSchema) -> Cases:
    """Return generated requests to an address, valid and invalid."""

    @cache  # building a strategy takes longer than drawing from it
    def anything(question: str) -> SearchStrategy[Case[Any]]:
        operation = description.find_operation_by_label(question)
        assert operation
        return st.one_of([operation.as_strategy(generation_mode=mode) for mode in BOTH])

    return anything


@pytest.mark.parametrize("question", sampled(ASKED, 2))
def test_at_every_bound_the_answer_is_one_that_is_described(
    description: BaseSchema, browser: Scorekeeper, question: str
) -> None:
    operation = description.find_operation_by_label(question)
    assert operation
    generation = description.config.generation_for(operation=operation)
    statuses = set()
    for case in description.iter_coverage_cases(operation, generation_modes=BOTH, generation_config=generation):
        answer = send(case, browser, browser.page.forms[0].value("csrf_token"))
        check(case, answer)
        statuses.add(answer.status_code)
    assert statuses & {200, 303}, "some of it is answered as it is wanted"


@pytest.mark.parametrize("question", sampled(ASKED, 12))
@fuzzed
@given(data=st.data())
def test_whatever_is_asked_and_by_whom_the_answer_is_one_that_is_described(
    app: Flask, store: Store, cases: Cases, browser: Scorekeeper, question: str, data: st.DataObject
) -> None:
    """Generating a request takes longer than answering it, so all browsers send each request."""
    case = data.draw(cases(question))
    who_has_no_link_is_refused(case, app)
    if question in SENT:
        nothing_is_taken_without_the_seal_of_the_session(case, browser, store)
    check(case, send(case, browser, browser.page.forms[0].value("csrf_token")))


def who_has_no_link_is_refused(case: Case[Any], app: Flask) -> None:
    answer = send(case, stranger(app), None)
    check(case, answer)
    assert answer.status_code == 403


def nothing_is_taken_without_the_seal_of_the_session(case: Case[Any], browser: Scorekeeper, store: Store) -> None:
    before = store.game_ids()
    answer = send(case, browser, None)
    check(case, answer)
    assert answer.status_code in (400, 404, 405, 413)
    assert store.game_ids() == before
