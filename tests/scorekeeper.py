"""A browser without scripts, and the person who uses it.

Addresses come from links and forms on the page; a test types only what a person could type.
"""

import contextlib
import http.client
import uuid
from collections.abc import Mapping
from typing import Protocol
from urllib.parse import urlencode, urljoin, urlsplit

from flask import Flask
from flask.testing import FlaskClient
from html_pages import Answer, Form, Page, Pairs, Typed
from raw_http import heads

# --- transports -----------------------------------------------------------------------------------------


class Way(Protocol):
    """A transport to a server, with its cookies."""

    def ask(self, method: str, path: str, body: bytes = b"", kind: str = "") -> Answer: ...


class Within:
    """A transport to the application in this process."""

    def __init__(self, app: Flask) -> None:
        self.client: FlaskClient = app.test_client()

    def ask(self, method: str, path: str, body: bytes = b"", kind: str = "") -> Answer:
        with self.client.open(path, method=method, data=body, content_type=kind or None) as answer:
            return Answer(answer.status_code, dict(answer.headers), answer.data)


class Wired:
    """A transport to a server of this machine over a real socket, from the address `source`.

    `always` are headers of every request.
    """

    def __init__(self, port: int, host: str = "127.0.0.1", source: str = "", **always: str) -> None:
        self.host, self.port, self._source, self._always = host, port, source, always
        self.cookies: dict[str, str] = {}

    def ask(self, method: str, path: str, body: bytes = b"", kind: str = "") -> Answer:
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        headers |= self._always | ({"Content-Type": kind} if kind else {})
        source = (self._source, 0) if self._source else None
        line = http.client.HTTPConnection(self.host, self.port, timeout=60, source_address=source)
        with contextlib.closing(line):
            line.request(method, path, body=body or None, headers=headers)
            answer = line.getresponse()
            for cookie in answer.headers.get_all("Set-Cookie") or []:
                name, _equals, value = cookie.partition(";")[0].partition("=")
                self.cookies[name] = value
            return Answer(answer.status, heads(answer), answer.read())


# --- the person -----------------------------------------------------------------------------------------


class Scorekeeper:
    """A person with a browser; `page` is what is on the screen."""

    def __init__(self, way: Way) -> None:
        self.way = way
        self.page = Page(0, "/", {}, b"")
        self.without_room = False  # if True, an answer may say that the disk is full

    def visit(self, address: str) -> Page:
        return self._go("GET", address)

    def follow(self, words: str) -> Page:
        """Open the page that a link of this page leads to."""
        return self.visit(self.page.link(words))

    def correct(self, hand: int) -> Page:
        """Open the page of a hand, then its correction form."""
        self.follow(f"Hand {hand}")
        return self.follow("Edit hand")

    def send(self, which: str, button: str = "", /, **typed: Typed) -> Page:
        """Fill in a form of this page and press its first button or `button`; `bid__p1` is the field bid.p1."""
        return self.send_form(
            self.page.form(which), {name.replace("__", "."): value for name, value in typed.items()}, button
        )

    def send_form(self, form: Form, typed: Mapping[str, Typed], button: str = "") -> Page:
        """Fill in a form, even of an old page, and send it; a file is typed as (its name, its bytes)."""
        files = {name: value for name, value in typed.items() if isinstance(value, tuple)}
        words = form.filled({name: value for name, value in typed.items() if name not in files}, button)
        if form.method == "GET":
            return self._go("GET", urlsplit(form.sent_to(button)).path + "?" + urlencode(words))
        if form.node.get("enctype") == "multipart/form-data":
            body, kind = _parts(words, files)
        else:
            body, kind = urlencode(words).encode(), "application/x-www-form-urlencoded"
        return self._go("POST", form.sent_to(button), body, kind)

    def forge(self, form: Form, **words: str | list[str] | None) -> Page:
        """Send values that no browser would: any text in any field, None or [] for a missing field."""
        named = {name.replace("__", "."): value for name, value in words.items()}
        pairs = [pair for pair in form.untouched() if pair[0] not in named]
        for name, value in named.items():
            pairs += [(name, text) for text in ([value] if isinstance(value, str) else value or ())]
        return self._go("POST", form.action, urlencode(pairs).encode(), "application/x-www-form-urlencoded")

    def tap(self, field_name: str, value: object) -> Answer:
        """Save one tap of the current hand, as the script does."""
        form = next(form for form in self.page.forms if form.node.has("data-draft"))
        words = {"field": field_name, "value": str(value), "csrf_token": form.value("csrf_token") or ""}
        kind = "application/x-www-form-urlencoded"
        return self.way.ask("POST", form.node.get("data-draft"), urlencode(words).encode(), kind)

    def bid(self, **bids: int) -> Page:
        """Tap the bids of these players, by name, and save them."""
        return self.send("/bids", **{f"bid__{self.page.player(name)}": bid for name, bid in bids.items()})

    def take(self, **taken: int) -> Page:
        """Tap the tricks of these players (all others: as they bid) and record the hand."""
        return self.send("/taken", **{f"taken__{self.page.player(name)}": tricks for name, tricks in taken.items()})

    def misdealt(self, *wrong: str, button: str = "Deal again:") -> Page:
        """Redeal the current hand; these players (p1, p2 …) held a wrong number of cards."""
        self.follow("This hand went wrong")
        return self.send(button, button, **({"wrong_count": list(wrong)} if wrong else {}))

    def misplayed(self, name: str) -> Page:
        """Tap the player who misplayed in the current hand."""
        self.follow("This hand went wrong")
        return self.send_form(next(form for form in self.page.forms if form.value("void") == "misplay"), {}, name)

    def _go(self, method: str, address: str, body: bytes = b"", kind: str = "") -> Page:
        for _hop in range(5):
            path = urlsplit(address)._replace(scheme="", netloc="", fragment="").geturl()
            answer = self.way.ask(method, path, body, kind)
            address = urljoin(address, answer.headers.get("Content-Location", ""))
            self.page = Page(answer.status, address, answer.headers, answer.body)
            if answer.status not in (301, 302, 303, 307, 308):
                break
            address = urljoin(address, self.page.headers["location"])
            method, body, kind = "GET", b"", ""
        assert self.page.status < 500 or (self.without_room and self.page.status == 507), self.page.text
        assert not self.page.is_html or not (faults := self.page.faults), (self.page.address, faults)
        return self.page


def _parts(words: Pairs, files: Mapping[str, tuple[str, bytes]]) -> tuple[bytes, str]:
    """Return a multipart body, as a form with files sends it, and its content type."""
    edge = uuid.uuid4().hex
    parts = [(f'name="{name}"', value.encode()) for name, value in words]
    parts += [(f'name="{name}"; filename="{file}"', data) for name, (file, data) in files.items()]
    body = b"".join(
        b"--%s\r\nContent-Disposition: form-data; %s\r\n\r\n%s\r\n" % (edge.encode(), head.encode(), data)
        for head, data in parts
    )
    return body + b"--%s--\r\n" % edge.encode(), f"multipart/form-data; boundary={edge}"


# --- starting a game ------------------------------------------------------------------------------------


def log_lines(keeper: Scorekeeper) -> list[str]:
    """Return the log of the game on the screen, oldest first, struck lines in ~ ~; the screen does not change."""
    here = keeper.page
    log = keeper.follow("Log")
    keeper.page = here
    items = list(log.root.all("li"))
    struck = [next(item.all("s"), None) for item in items]
    parts = [f"~{gone.text}~" if gone else item.text for item, gone in zip(items, struck, strict=True)]
    return parts[::-1]


def new_game(keeper: Scorekeeper, rulebook: str, *players: str, **typed: Typed) -> Page:
    """Start a game through the form of a rulebook."""
    keeper.visit(f"/games/new?rulebook={rulebook}")
    seats: dict[str, Typed] = {f"players__{seat}": name for seat, name in enumerate(players)}
    return keeper.send("/games", "Start", **seats, **typed)
