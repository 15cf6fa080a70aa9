"""Admitted addresses and websites, and the headers of every answer: a bare app on real loopback sockets."""

import time

import pytest
from flask import Flask, session
from itsdangerous import URLSafeTimedSerializer
from raw_http import ask, served

from scorepad.store import Store
from scorepad.web import Application
from scorepad.web.auth.access import HEADERS, configure, guard, secure
from scorepad.web.groups.group import Group
from scorepad.web.groups.links import Links


def bare(store: Store, *, lan: bool) -> Flask:
    app = Application("bare")
    configure(app, Group(store, Links(store) if lan else None))
    guard(app)
    secure(app)

    @app.get("/")
    def sheet() -> str:
        session["seen"] = session.get("seen", 0) + 1
        return f"the sheet, {session['seen']}"

    @app.post("/")
    def write() -> str:
        return "written"

    return app


# --- on this machine only ---------------------------------------------------------------------------


def test_the_browser_beside_it_comes_in_freely(store: Store) -> None:
    with served(bare(store, lan=False)) as here:
        assert ask(here)[0] == 200
        assert ask(here, Host="localhost:7234")[0] == 200
        assert ask(here, Host="[::1]:7234")[0] == 200


@pytest.mark.parametrize("lan", [False, True])
def test_a_name_that_is_not_ours_is_refused_before_anything_else(store: Store, lan: bool) -> None:
    evil = "evil.example"
    with served(bare(store, lan=lan)) as here:
        for host in (evil, f"{evil}:7234", f"127.0.0.1.{evil}", "0.0.0.0", "192.0.2.7", "[", f"localhost@{evil}"):
            status, body, _headers = ask(here, Links(store).new_owner_link("/")[1:], Host=host)
            assert (status, "the sheet" in body) == (400, False), host


def test_without_links_others_stay_out_whatever_name_they_use(store: Store) -> None:
    visitor = bare(store, lan=False).test_client()
    assert visitor.get("/", environ_base={"REMOTE_ADDR": "127.0.0.1"}).status_code == 200
    assert visitor.get("/", environ_base={"REMOTE_ADDR": "192.168.1.9"}).status_code == 403


def test_a_clock_set_back_two_years_ends_no_session(store: Store) -> None:
    app = bare(store, lan=False)
    with app.test_request_context():
        signer = app.session_interface.get_signing_serializer(app)  # type: ignore[attr-defined]
    assert isinstance(signer, URLSafeTimedSerializer)
    in_two_years = int(time.time()) + 2 * 365 * 86400

    class Ahead(signer.signer):  # type: ignore[name-defined, misc]
        def get_timestamp(self) -> int:
            return in_two_years

    signer.signer = Ahead
    visitor = app.test_client()
    visitor.set_cookie(app.extensions["scorepad"].cookie, str(signer.dumps({"seen": 41})))
    assert visitor.get("/").text == "the sheet, 42"
    visitor.set_cookie(app.extensions["scorepad"].cookie, "forged.cookie.x")
    assert visitor.get("/").text == "the sheet, 1"


def test_what_another_website_sends_is_refused(store: Store) -> None:
    with served(bare(store, lan=False)) as here:
        for headers in (
            *({"Origin": origin} for origin in ("http://evil.example", "null", "http://[", "http://127.0.0.1:1")),
            *({"Sec-Fetch-Site": site} for site in ("cross-site", "same-site")),
        ):
            status, body, _headers = ask(here, "/", method="POST", **headers)
            assert (status, "written" in body) == (403, False), headers
        assert ask(here, "/", method="POST", Origin="http://{}:{}".format(*here))[1] == "written"


# --- headers of every answer ------------------------------------------------------------------------


def test_what_is_refused_bears_the_headers_too_which_let_no_foreign_and_no_inline_script_run(store: Store) -> None:
    with served(bare(store, lan=True)) as here:
        for path, host in (("/", "127.0.0.1"), ("/enter", "127.0.0.1"), ("/", "evil.example")):
            _status, _body, headers = ask(here, path, Host=host)
            assert HEADERS.items() <= headers.items()
            assert "Server" not in headers
    policy = HEADERS["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert HEADERS["Referrer-Policy"] == "same-origin"
