"""Who may come in, and what every answer bears: a bare app, real sockets on loopback."""

from __future__ import annotations

import contextlib
import time
from http.cookies import SimpleCookie
from pathlib import Path

import pytest
from asking import ask, served
from flask import Flask, session
from itsdangerous import URLSafeTimedSerializer

from scorepad.store import Store, open_store
from scorepad.web.access import HEADERS, TRIES, Tries, configure, guard, lan_access, secure


def bare(store: Store, *, lan: bool) -> Flask:
    app = Flask("bare")
    configure(app, store)
    guard(app, lan_access(store) if lan else None)
    secure(app)

    @app.get("/")
    def sheet() -> str:
        session["seen"] = session.get("seen", 0) + 1
        return f"the sheet, {session['seen']}"

    @app.post("/")
    def write() -> str:
        return "written"

    return app


def cookie(headers: dict[str, str]) -> str:
    (morsel,) = SimpleCookie(headers["Set-Cookie"]).values()
    return f"{morsel.key}={morsel.value}"


# --- on this machine only ---------------------------------------------------------------------------


def test_the_browser_beside_it_comes_in_freely(store: Store) -> None:
    with served(bare(store, lan=False)) as here:
        assert ask(here)[0] == 200
        assert ask(here, Host="localhost:7234")[0] == 200
        assert ask(here, Host="[::1]:7234")[0] == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:7234",
        "127.0.0.1.evil.example",
        "0.0.0.0",
        "192.0.2.7",
        "[",
        "localhost@evil.example",
    ],
)
@pytest.mark.parametrize("lan", [False, True])
def test_a_name_that_is_not_ours_is_refused_before_anything_else(store: Store, host: str, lan: bool) -> None:
    with served(bare(store, lan=lan)) as here:
        status, body, _headers = ask(here, "/enter?key=" + lan_access(store).key, Host=host)
        assert status == 400
        assert "the sheet" not in body


def test_without_a_key_others_stay_out_whatever_name_they_use(store: Store) -> None:
    visitor = bare(store, lan=False).test_client()
    assert visitor.get("/", environ_base={"REMOTE_ADDR": "127.0.0.1"}).status_code == 200
    assert visitor.get("/", environ_base={"REMOTE_ADDR": "192.168.1.9"}).status_code == 403


# --- on the network ---------------------------------------------------------------------------------


def test_on_the_network_nobody_comes_in_without_the_key_also_not_from_here(store: Store) -> None:
    with served(bare(store, lan=True)) as here:
        for method, path in (("GET", "/"), ("POST", "/"), ("GET", "/nowhere")):
            status, body, headers = ask(here, path, method=method)
            assert status == 403
            assert "the sheet" not in body
            assert "written" not in body
            assert 'action="/enter"' in body
            assert headers["Cache-Control"] == "no-store"


def test_the_key_is_shown_once_and_leaves_the_address(store: Store) -> None:
    with served(bare(store, lan=True)) as here:
        status, _body, headers = ask(here, f"/enter?key={lan_access(store).key}")
        assert (status, headers["Location"]) == (303, "/")
        assert headers["Cache-Control"] == "no-store"
        for word in ("HttpOnly", "SameSite=Lax", "Max-Age=31536000"):
            assert word in headers["Set-Cookie"]
        status, body, _headers = ask(here, Cookie=cookie(headers))
        assert (status, body) == (200, "the sheet, 1")


def test_the_way_in_is_a_link_with_the_key_and_without_it_a_page_that_asks(store: Store) -> None:
    lan = lan_access(store)
    assert len(lan.key) == 22, "128 bits"
    assert lan.way_in("http://192.168.1.5:7234") == f"http://192.168.1.5:7234/enter?key={lan.key}"
    with served(bare(store, lan=True)) as here:
        status, body, headers = ask(here, "/enter")
        assert status == 200
        assert '<input name="key"' in body
        assert "Set-Cookie" not in headers


def test_a_wrong_key_is_refused_on_a_plain_page_that_repeats_nothing(store: Store) -> None:
    with served(bare(store, lan=True)) as here:
        for wrong in ("x", "%3Cscript%3E", "%ff", lan_access(store).key[:-1], "0" * 10_000):
            status, body, headers = ask(here, f"/enter?key={wrong}")
            assert status == 403
            assert "<script" not in body
            assert "Set-Cookie" not in headers
            time.sleep(1.1 / TRIES)  # slowly enough to be no guesser


def test_a_guesser_is_stopped_after_five_tries_a_second_and_others_are_not(store: Store) -> None:
    app = bare(store, lan=True)
    guesser, friend = app.test_client(), app.test_client()
    there, elsewhere = {"REMOTE_ADDR": "192.168.1.66"}, {"REMOTE_ADDR": "192.168.1.7"}
    answers = [guesser.get("/enter?key=wrong", environ_base=there) for _try in range(TRIES + 1)]
    assert [answer.status_code for answer in answers] == [403] * TRIES + [429]
    assert answers[-1].headers["Retry-After"] == "1"
    way_in = "/enter?key=" + lan_access(store).key
    assert guesser.get(way_in, environ_base=there).status_code == 429
    assert friend.get(way_in, environ_base=elsewhere).status_code == 303


def test_a_guesser_may_try_again_later_and_many_of_them_fill_no_memory() -> None:
    tries = Tries(most_addresses=3)
    for address in "abcd":
        for _try in range(TRIES):
            tries.count(address)
    assert [tries.too_many(address) for address in "abcd"] == [False, True, True, True]
    time.sleep(1.05)
    assert not tries.too_many("d")


def test_a_new_key_shuts_out_who_came_in_with_the_old_one(store: Store) -> None:
    visitor = bare(store, lan=True).test_client()
    visitor.get("/enter?key=" + lan_access(store).key)
    assert visitor.get("/").status_code == 200
    session_cookie = visitor.get_cookie(bare(store, lan=True).config["SESSION_COOKIE_NAME"])
    assert session_cookie is not None
    store.drop_setting("lan_key")
    later = bare(store, lan=True).test_client()
    later.set_cookie(session_cookie.key, session_cookie.value)
    assert later.get("/").status_code == 403


def test_a_session_of_one_start_is_known_at_the_next_and_by_no_other_store(store: Store, tmp_path: Path) -> None:
    visitor = bare(store, lan=True).test_client()
    visitor.get("/enter?key=" + lan_access(store).key)
    name = bare(store, lan=True).config["SESSION_COOKIE_NAME"]
    kept = visitor.get_cookie(name)
    assert kept is not None
    again = bare(store, lan=True).test_client()
    again.set_cookie(name, kept.value)
    assert again.get("/").status_code == 200
    with contextlib.closing(open_store(tmp_path / "other")) as other:
        assert bare(other, lan=True).config["SESSION_COOKIE_NAME"] != name


def test_a_clock_set_back_two_years_ends_no_session(store: Store) -> None:
    app = bare(store, lan=False)
    signer = app.session_interface.get_signing_serializer(app)  # type: ignore[attr-defined]
    assert isinstance(signer, URLSafeTimedSerializer)
    in_two_years = int(time.time()) + 2 * 365 * 86400

    class Ahead(signer.signer):  # type: ignore[name-defined, misc]
        def get_timestamp(self) -> int:
            return in_two_years

    signer.signer = Ahead
    visitor = app.test_client()
    visitor.set_cookie(app.config["SESSION_COOKIE_NAME"], str(signer.dumps({"seen": 41})))
    assert visitor.get("/").text == "the sheet, 42"
    visitor.set_cookie(app.config["SESSION_COOKIE_NAME"], "forged.cookie.x")
    assert visitor.get("/").text == "the sheet, 1"


# --- what every answer bears ------------------------------------------------------------------------


def test_every_answer_bears_the_headers_refusals_too(store: Store) -> None:
    with served(bare(store, lan=True)) as here:
        for path, host in (
            ("/", "127.0.0.1"),
            ("/enter", "127.0.0.1"),
            ("/nowhere", "127.0.0.1"),
            ("/", "evil.example"),
        ):
            _status, _body, headers = ask(here, path, Host=host)
            assert HEADERS.items() <= headers.items()
            assert "Server" not in headers


def test_the_policy_lets_no_foreign_and_no_inline_script_run() -> None:
    policy = HEADERS["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert HEADERS["Referrer-Policy"] == "same-origin"


def test_the_settings_are_made_once_and_let_old_forms_be_sent(store: Store) -> None:
    first, second = bare(store, lan=False), bare(store, lan=False)
    assert first.config["SECRET_KEY"] == second.config["SECRET_KEY"] == store.setting("secret_key")
    assert len(first.config["SECRET_KEY"]) == 64
    assert first.config["WTF_CSRF_TIME_LIMIT"] is None
    assert first.config["MAX_CONTENT_LENGTH"] == 256 * 1024
