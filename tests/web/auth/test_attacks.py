"""Attacks of each kind, tried with real requests against the whole program."""

import csv
import io
import json
import re
from functools import partial
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from builders import hand, play
from clients import looker, owner, scorer
from costs import cost
from flask import Flask
from hostile import EVIL, harmless
from linked import a_game, app_for_all, store_for_all
from soak import only_in_soak, sampled

from scorepad.game.files.game_file import read_game, write_game
from scorepad.game.state.game import Game
from scorepad.repository import GameRepository
from scorepad.rules import rulebook
from scorepad.store import Store

SHORT = "<script>alert(1)</script>"
JINJA = "{{ 7 * 191 }}{% raw %}"
NAMES = ("</script><svg onload=alert(1)>", "=HYPERLINK(1)", "'\" onmouseover=alert(1) x='")
FORM = "application/x-www-form-urlencoded"

PAGES = ("", "/log", "/view", "/standings", "/rules", "/table", "/course", "/house")
OWNERS_PAGES = ("/split", "/share", "/print")
"""Pages of a game, and those that only its owner sees."""


__all__ = ["app_for_all", "store_for_all"]


def hostile(location: str = EVIL) -> Game:
    """Return a game in which every text is an attack."""
    bids = dict(zip(NAMES, (1, 1, 1), strict=True))
    record: list[dict[str, Any]] = [
        {"hand": {"bids": bids, "taken": bids | {NAMES[0]: 0}, "trump": "H"}},
        {"comment": {"text": EVIL, "hand": 1}},
        {"comment": {"text": JINJA}},
        {"adjust": {"player": NAMES[0], "points": -5, "why": EVIL}},
    ]
    game = {"format": "scorepad-game/1", "rulebook": "ohell", "players": list(NAMES), "house": {"ladder": "2-4"}}
    return read_game({**game, "record": record, "location": location, "scorer": SHORT, "date": "2026-11-20"})


# --- scripts --------------------------------------------------------------------------------------


def test_what_was_written_into_a_game_stays_text_on_every_page(app: Flask, store: Store) -> None:
    game_id = GameRepository(store).keep(hostile(), by=EVIL)
    pages = ("/hands/1", "/hands/1/correction", "/hands/2/void", *PAGES)
    for somebody in (owner(app), scorer(app, game_id), looker(app, game_id)):
        for page in pages + (OWNERS_PAGES if somebody.visit("/").status == 200 else ()):
            shown = somebody.visit(f"/games/{game_id}{page}")
            harmless(shown)
            assert "1337" not in shown.text, "a template is never made of what somebody typed"
    for page in ("/", "/games/bin", "/games/new?rulebook=ohell"):
        harmless(owner(app).visit(page))


def test_what_a_files_own_rules_and_points_say_stays_text_on_every_page(app: Flask, store: Store) -> None:
    rules = {**rulebook.find("ohell").to_dict(), "name": SHORT, "about": EVIL, "source": EVIL, "notes": [EVIL, JINJA]}
    fields = {"name": SHORT, "about": EVIL, "source": EVIL}
    option = {"about": EVIL, "choices": [SHORT, "b"], "default": "b"}
    own = {**fields, "options": {"often": option}, "marks": {"star": "number"}, "says": {"star": EVIL},
           "points": [{"give": "bid + star"}]}  # fmt: skip
    game = {"format": "scorepad-game/1", "rulebook": rules, "players": list(NAMES), "house": {"ladder": "2-4"}}
    somebody, shown = owner(app), 0
    somebody.visit("/more")
    there = somebody.send("/upload", file=("x.json", json.dumps(game | {"scheme": own}).encode())).path
    for path in PAGES + OWNERS_PAGES:
        shown += SHORT in (page := somebody.visit(there + path)).text
        harmless(page)
        assert "1337" not in page.text
    assert shown > 3


@pytest.mark.parametrize(
    "address",
    [
        "/?search={}",
        "/nowhere/{}",
        "/games/{}",
        "/games/new?rulebook={}",
        "/rulebooks/{}",
        "/schemes/{}",
        "/late-entry?totals={}",
        "/print/sheet?rulebook={}",
        "/print/all.pdf?year={}&place={}",
        "/print/sheet.pdf?names={}&ladder={}",
        "/schemes/squares?bid={}&cards={}",
        "/enter?key={}",
    ],
)
def test_what_is_asked_for_in_an_address_comes_back_as_text_or_not_at_all(app: Flask, address: str) -> None:
    page = owner(app).visit(address.format(*[quote(EVIL, safe="")] * 2))
    harmless(page)
    assert "<script>alert" not in page.source


def test_what_is_refused_comes_back_as_text(app: Flask, store: Store) -> None:
    somebody = owner(app)
    game_id = GameRepository(store).keep(hostile(), by="test")
    for page in ("", "/table", "/course", "/house", "/hands/1/correction", "/hands/2/void"):
        for form in somebody.visit(f"/games/{game_id}{page}").forms:
            if form.method == "POST" and not re.search("/(bin|end|leave|undo)$", form.action):
                typed = dict.fromkeys(form.names - {"csrf_token", "seen", "event_id"}, EVIL)
                answer = somebody.forge(form, **{name.replace(".", "__"): value for name, value in typed.items()})
                harmless(answer)
    somebody.visit("/games/new?rulebook=ohell")
    harmless(somebody.forge(somebody.page.form("/games"), players__0=EVIL, location=EVIL, date=EVIL, stake=EVIL))
    base = {"format": "scorepad-game/1", "rulebook": "ohell", "players": ["Ann", "Bob"]}
    wrongs: list[dict[str, Any]] = [
        {"format": EVIL}, {"rulebook": EVIL}, {EVIL: 1}, {"players": [SHORT, SHORT]}, {"house": {EVIL: EVIL}},
    ]  # fmt: skip
    for wrong in wrongs:
        somebody.visit("/more")
        refused = somebody.send("/upload", file=("x.json", json.dumps(base | wrong).encode()))
        assert refused.status == 422
        harmless(refused)


# --- data that leaves the program -----------------------------------------------------------------


@pytest.mark.parametrize(
    "location", ["../../etc/passwd", "..\\..\\x", "a\r\nSet-Cookie: b=c", '"; filename="x.exe', "🂡"]
)
def test_a_place_makes_no_path_and_no_header(app: Flask, store: Store, location: str) -> None:
    game = write_game(hostile())
    somebody = owner(app)
    somebody.visit("/more")
    somebody.send("/upload", file=("x.json", json.dumps({**game, "location": location}).encode()))
    if somebody.page.status == 422:
        return  # refused as a path
    for file in ("sheet.csv", "sheet.pdf", "game.json"):
        answer = somebody.way.ask("GET", somebody.page.path + "/" + file)
        assert answer.status == 200
        named = re.fullmatch(r'(inline|attachment); filename="([\w-]+\.\w+)"', answer.headers["Content-Disposition"])
        assert named, answer.headers
        assert "Set-Cookie" not in answer.headers


def test_no_cell_of_a_spreadsheet_is_a_formula(app: Flask, store: Store) -> None:
    game_id = GameRepository(store).keep(hostile("@SUM(1)"), by="=1")
    text = owner(app).way.ask("GET", f"/games/{game_id}/sheet.csv").body.decode("utf-8-sig")
    cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
    assert any("HYPERLINK" in cell for cell in cells)
    assert not [cell for cell in cells if cell[:1] in "=+@\t\r" and cell]
    assert not [cell for cell in cells if cell.startswith("-") and not re.fullmatch(r"-\d+(\.5)?", cell)]


@pytest.mark.parametrize(
    "path",
    ["/static/../pyproject.toml", "/static/%2e%2e/pyproject.toml", "/static/..%2fpyproject.toml",
     "/static//etc/passwd", "/static/..%5cpyproject.toml", "/static/%00", "/rulebooks/..%2f..%2fpyproject.toml",
     "/schemes/../../../etc/passwd.toml", "/games/../../etc/passwd/game.json"],
)  # fmt: skip
def test_no_path_leads_out_of_what_is_shown(app: Flask, path: str) -> None:
    answer = owner(app).way.ask("GET", path)
    assert answer.status in (404, 308, 400)
    assert b"[project]" not in answer.body
    assert b"root:" not in answer.body


@pytest.mark.parametrize("game", ["//evil.example", "\r\nSet-Cookie: a=b", "..//evil.example", "http://evil.example/"])
def test_no_form_leads_to_another_site_or_makes_a_header(app: Flask, game: str) -> None:
    somebody = owner(app)
    seal = somebody.visit("/device").forms[0].value("csrf_token")
    sent = urlencode({"csrf_token": seal or "", "name": "Ann", "game": game}).encode()
    answer = somebody.way.ask("POST", "/device", sent, FORM)
    assert answer.status == 303
    assert answer.headers["Location"].startswith("/games/")
    assert "\n" not in answer.headers["Location"]
    assert "a=b" not in answer.headers.get("Set-Cookie", "")


# --- file bombs -----------------------------------------------------------------------------------


def costly(number: int = 20) -> dict[str, Any]:
    """Return a scheme with the longest formulas allowed, so that a hand takes forty times as long to score."""
    formula = "max(" + ",".join(["max(" + ",".join(["bid"] * 10) + ")"] * 10) + ")"
    cases = [{"when": f"{formula} > {100 + index}", "give": "1"} for index in range(number - 1)]
    return {
        "name": "x",
        "terms": {f"t{index}": formula for index in range(number)},
        "points": [*cases, {"give": formula}],
    }


def tenfold(record: list[dict[str, Any]], **more: Any) -> bytes:
    """Return a game file of ten players with hands of one card."""
    head = {"format": "scorepad-game/1", "rulebook": "ohell", "players": list("ABCDEFGHIJ")}
    return json.dumps({**head, "house": {"ladder": "1x200"}, "record": record, **more}).encode()


def one_card(winner: str) -> dict[str, Any]:
    return {"bids": dict.fromkeys("ABCDEFGHIJ", 0), "taken": {**dict.fromkeys("ABCDEFGHIJ", 0), winner: 1}}


MENDED = [{"correct": {"hand": 1, "taken": {"A": index % 2, "B": 1 - index % 2}}} for index in range(100)]
HARD_TO_PROVE = {"name": "x", "points": [{"give": "12 // (bid * bid - 2 * bid * taken + taken * taken + 1)"}]}

BOMBS = {
    "deep": b'{"format":"scorepad-game/1","record":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "a long number": b'{"format":"scorepad-game/1","stake":' + b"9" * 200_000 + b"}",
    "an endless number": b'{"format":"scorepad-game/1","stake":1e999999999}',
    "no number": b'{"format":"scorepad-game/1","stake":NaN}',
    "many players": b'{"format":"scorepad-game/1","rulebook":"ohell","players":["x"' + b',"x"' * 40_000 + b"]}",
    "many entries": b'{"format":"scorepad-game/1","rulebook":"ohell","players":["A","B","C"],"record":['
    + b",".join([b'{"comment":{"text":"x"}}'] * 9_000) + b"]}",
    "a long name": b'{"format":"scorepad-game/1","rulebook":"ohell","players":["' + b"A" * 200_000 + b'","B","C"]}',
    "an endless ladder": b'{"format":"scorepad-game/1","rulebook":"ohell","players":["A","B","C"],'
    b'"house":{"ladder":"1x999999999"}}',
    "a formula": json.dumps({"format": "scorepad-game/1", "rulebook": "ohell", "players": ["A", "B", "C"], "scheme": {
        "name": "x", "about": "x", "source": "x", "points": [{"give": "((((9**3)**3)**3)**3)**3"}]}}).encode(),
    "points that take long, counted anew again and again":
        tenfold([{"hand": one_card("A")}] * 60 + MENDED, scheme=costly()),
    "points that take long, hand after hand": tenfold([{"hand": one_card("A")}] * 200, scheme=costly()),
    "a hundred points to be looked through":
        tenfold([{"scheme": {"scheme": {**HARD_TO_PROVE, "name": f"x{index}"}}} for index in range(100)]),
    "a zip": b"PK\x03\x04" + b"\0" * 1000,
    "gzip": b"\x1f\x8b\x08" + b"\0" * 1000,
    "not text": bytes(range(256)) * 100,
    "nothing": b"",
}  # fmt: skip


DEAR = {
    "points that take long, counted anew again and again": 3_200_000,
    "points that take long, hand after hand": 2_900_000,
    "a hundred points to be looked through": 5_800_000,
}
"""The maximum number of function calls for a file that uses the whole limit for work."""


@pytest.mark.parametrize("bomb", [*sampled(sorted(BOMBS.keys() - DEAR.keys()), 6), *only_in_soak(*DEAR)])
def test_a_hostile_file_is_clearly_refused_before_it_costs_much(app: Flask, store: Store, bomb: str) -> None:
    somebody, before = owner(app), store.game_ids()
    send = partial(somebody.send, "/upload", file=("game.json", BOMBS[bomb]))
    page = cost(send, before=partial(somebody.visit, "/more"), most=DEAR.get(bomb, 600_000))
    assert page.status in (413, 422)
    assert page.refusals or page.status == 413
    assert store.game_ids() == before


@pytest.mark.soak
def test_the_dearest_points_that_a_file_can_bring_cost_no_more_than_that_either_on_any_page(app: Flask) -> None:
    somebody, most = owner(app), 3_300_000
    dearest, too_dear = (tenfold([{"hand": one_card("A")}] * hands, scheme=costly()) for hands in (101, 102))
    somebody.visit("/more")
    assert somebody.send("/upload", file=("x.json", tenfold([]))).status == 200  # from now on the pages are compiled
    send = partial(somebody.send, "/upload", file=("x.json", dearest))
    game = cost(send, before=partial(somebody.visit, "/more"), most=most)
    assert game.status == 200
    somebody.visit("/more")
    assert somebody.send("/upload", file=("x.json", too_dear)).status == 422
    for part in ("", "/view", "/standings", "/hands/1", "/sheet.pdf", "/game.json", "/rules.pdf", "/points.pdf",
                 "/blank.pdf"):  # fmt: skip
        assert cost(partial(somebody.way.ask, "GET", game.path + part), most=most).status == 200, part


def test_a_browser_that_says_its_body_is_packed_unpacks_nothing(app: Flask) -> None:
    client = owner(app).way.client  # type: ignore[attr-defined]
    answer = client.post("/games/upload", data=b"\x1f\x8b", headers={"Content-Encoding": "gzip", "Content-Type": FORM})
    assert answer.status_code == 400


# --- forged forms ---------------------------------------------------------------------------------


def test_a_seal_of_another_session_seals_nothing(app: Flask, store: Store) -> None:
    game_id = a_game(store)
    mine, theirs = scorer(app, game_id), owner(app)
    seal = mine.page.forms[0].value("csrf_token")
    for token in (seal, "", "x" * 1000, None):
        sent = f"csrf_token={token}".encode() if token is not None else b""
        assert theirs.way.ask("POST", f"/games/{game_id}/end", sent, FORM).status == 400
    assert store.version(game_id) == 1


@pytest.mark.parametrize("kind", ["text/plain", "application/json", "multipart/form-data; boundary=x", ""])
def test_a_body_that_another_site_may_send_without_asking_changes_nothing(app: Flask, store: Store, kind: str) -> None:
    game_id = a_game(store)
    somebody = owner(app)
    assert somebody.way.ask("POST", f"/games/{game_id}/end", b'{"csrf_token": "x"}', kind).status == 400
    assert store.version(game_id) == 1


def test_a_field_without_a_name_is_refused(app: Flask) -> None:
    """Schemathesis found this: Flask-WTF failed on a nameless field when it looked for the CSRF token."""
    somebody = owner(app)
    kind, body = "multipart/form-data; boundary=x", b"--x\r\nContent-Disposition: form-data%s\r\n\r\n{}\r\n--x--\r\n"
    for nameless in (b"", b'; filename="game.json"'):
        answer = somebody.way.ask("POST", "/games/upload", body % nameless, kind)
        assert answer.status == 400
        assert b"has no name" in answer.body


# --- ways around the links ------------------------------------------------------------------------


def test_another_games_id_in_a_form_reaches_no_other_game(app: Flask, store: Store) -> None:
    """The address alone selects the game; nothing in the form can name another one."""
    mine, other = a_game(store), a_game(store)
    somebody = scorer(app, mine)
    before = store.load(other)
    for page in ("", "/table", "/course", "/house"):
        for form in somebody.visit(f"/games/{mine}{page}").forms:
            somebody.forge(form, **dict.fromkeys(("game_id", "game", "with", "games", f"seen__{other}"), other))
    assert store.load(other) == before
    assert somebody.visit(f"/games/{other}").status == 404


@pytest.mark.parametrize("header", ["X-HTTP-Method-Override", "X-Forwarded-For", "X-Forwarded-Host", "X-Original-URL"])
def test_no_header_makes_somebody_else_of_who_asks(app: Flask, store: Store, header: str) -> None:
    game_id = a_game(store)
    client = looker(app, game_id).way.client  # type: ignore[attr-defined]
    for value in ("POST", "127.0.0.1", "localhost", "/"):
        assert client.get("/", headers={header: value}).status_code == 404
        assert client.post(f"/games/{game_id}/end", headers={header: value}).status_code == 404


def test_a_cookie_that_was_tampered_with_is_no_cookie(app: Flask, store: Store) -> None:
    played = hand("Ann Bob Cat", [1, 1, 1], [1, 0, 1], cards=2)
    game_id = GameRepository(store).keep(play("ohell", "Ann Bob Cat", played, house={"ladder": "2"}), by="test")
    client, name = looker(app, game_id).way.client, app.extensions["scorepad"].cookie  # type: ignore[attr-defined]
    kept = client.get_cookie(name).value
    payload, _dot, seal = kept.partition(".")
    for tampered in (payload[:-2] + "AA." + seal, payload + "." + seal[:-1], payload, "." + seal, "", kept.upper()):
        client.set_cookie(name, tampered)
        assert client.get(f"/games/{game_id}").status_code == 403
