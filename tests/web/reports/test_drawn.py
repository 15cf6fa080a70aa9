"""Rendered documents: each version is rendered once, one at a time, and requests for them never delay the scorer."""

import contextlib
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from pathlib import Path

import pytest
from builders import hand, play
from clients import links_of, looker
from flask import Flask
from html_pages import Answer, Page
from raw_http import served
from scorekeeper import Scorekeeper, Wired

from printables.filled import score_sheet
from scorepad.errors import TooBusy
from scorepad.repository import GameRepository
from scorepad.store import Store, open_store
from scorepad.web import create_app
from scorepad.web.groups.links import Links, Role
from scorepad.web.reports.render_cache import MOST_EACH, MOST_WAITING, Drawings
from scorepad.web.server.run_server import THREADS

ASKERS = 64


class Drawer:
    """A wrapper of the real renderer that counts calls and the most at once; it waits while it is held."""

    def __init__(self, draw: Callable[..., bytes]) -> None:
        self._draw, self._lock = draw, threading.Lock()
        self._drawing = self.drawings = self.most_at_once = 0
        self.begun, self.free = threading.Event(), threading.Event()
        self.free.set()

    def __call__(self, *what: object, **more: object) -> bytes:
        with self._lock:
            self.drawings += 1
            self._drawing += 1
            self.most_at_once = max(self.most_at_once, self._drawing)
        self.begun.set()
        assert self.free.wait(60)
        try:
            return self._draw(*what, **more)
        finally:
            with self._lock:
                self._drawing -= 1

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """Hold the renderings that start in this block until its end."""
        self.free.clear()
        try:
            yield
        finally:
            self.free.set()


@pytest.fixture
def drawer(monkeypatch: pytest.MonkeyPatch) -> Drawer:
    watched = Drawer(score_sheet.score_sheet)
    monkeypatch.setattr(score_sheet, "score_sheet", watched)
    return watched


@pytest.fixture
def app(store: Store) -> Flask:
    return create_app(store, links=Links(store))


@pytest.fixture
def game_id(store: Store) -> str:
    return GameRepository(store).keep(play("ohell", "Ann Bob Cat"), by="test")


# --- many at once -----------------------------------------------------------------------------------------


def test_however_many_ask_a_version_is_drawn_once_and_the_scorers_hand_goes_through(
    app: Flask, game_id: str, drawer: Drawer
) -> None:
    """Over real sockets, with as many threads as the program has, and as many phones that share one link."""
    address = f"/games/{game_id}/sheet.pdf"
    with served(app, threads=THREADS) as (host, port), ThreadPoolExecutor(ASKERS) as pool:
        keeper, phone = Scorekeeper(Wired(port, host)), Scorekeeper(Wired(port, host))
        keeper.visit(links_of(app).link("", game_id, Role.SCORE))
        phone.visit(links_of(app).link("", game_id, Role.LOOK))

        def ask() -> Future[Answer]:
            return pool.submit(phone.way.ask, "GET", address)

        with drawer.held():
            asked = [ask() for _phone in range(ASKERS)]
            assert drawer.begun.wait(60)
            answered = as_completed(asked, timeout=60)
            refused = [next(answered).result() for _phone in range(ASKERS - MOST_EACH)]
            keeper.bid(Ann=0, Bob=0, Cat=0)
            assert keeper.take(Ann=1).status == 200
        answers = [answer.result() for answer in asked if answer.result() not in refused]
        assert {(refusal.status, refusal.headers.get("Retry-After")) for refusal in refused} == {(429, "1")}
        assert [answer.status for answer in answers] == [200] * MOST_EACH
        assert len({answer.body for answer in answers}) == drawer.drawings == 1
        after = ask().result()
        assert [ask().result().body for _time in range(2)] == [after.body] * 2
        assert drawer.drawings == 2, "the next version once more"
        assert after.body != answers[0].body


def test_one_is_drawn_at_a_time(app: Flask, game_id: str, drawer: Drawer) -> None:
    kinds = ["", "paper=letter", "blob=y", "one_ink=y"]
    assert len(kinds) <= MOST_EACH
    phones = [looker(app, game_id) for _kind in kinds]
    beginning = threading.Barrier(len(kinds))

    def ask(phone: Scorekeeper, kind: str) -> Answer:
        beginning.wait(60)
        return phone.way.ask("GET", f"/games/{game_id}/sheet.pdf?{kind}")

    with ThreadPoolExecutor(len(kinds)) as pool:
        answers = list(pool.map(ask, phones, kinds))
    assert {answer.status for answer in answers} == {200}
    assert drawer.drawings == len(kinds)
    assert drawer.most_at_once == 1


def test_who_is_refused_is_told_so_in_words_and_led_to_the_sheet_again(app: Flask, game_id: str) -> None:
    address, keeper = f"/games/{game_id}/sheet.pdf?paper=letter", looker(app, game_id)
    drawings: Drawings = app.extensions["scorepad_drawings"]
    with contextlib.ExitStack() as others:
        for number in range(MOST_WAITING):
            others.enter_context(drawings.waiting(f"link {number}"))
        answer = keeper.way.ask("GET", address)
    page = Page(answer.status, address, answer.headers, answer.body)
    assert (page.status, page.title, page.faults) == (429, "One moment", [])
    assert "Too many sheets and pictures are being created." in page.text
    assert page.link("Try again") == address
    assert keeper.visit(address).status == 200


def test_one_link_takes_the_places_of_no_other() -> None:
    drawings = Drawings()
    with contextlib.ExitStack() as places:
        for _place in range(MOST_EACH):
            places.enter_context(drawings.waiting("a look link"))
        with pytest.raises(TooBusy):
            drawings.get("a", bytes, "a look link")
        assert drawn(drawings, "a") == 1


def test_most_threads_of_the_server_are_never_held_by_drawings() -> None:
    assert MOST_EACH < MOST_WAITING <= THREADS / 4


def test_while_one_of_many_pieces_is_sent_others_have_their_turn() -> None:
    drawings = Drawings()
    begun = drawings.in_turn(iter([b"a", b"b"]))
    assert next(begun) == b"a"
    other = threading.Thread(target=drawn, args=(drawings, "another sheet"), daemon=True)
    other.start()
    other.join(60)
    assert not other.is_alive()
    assert list(begun) == [b"b"]


# --- cache keys -------------------------------------------------------------------------------------------

OF_A_GAME = [
    "sheet.pdf", "sheet.pdf?two_up=y", "sheet.pdf?large=y", "sheet.pdf?one_ink=grey", "sheet.pdf?paper=a5",
    "sheet.pdf?blob=y", "standings.png",
    "game.json", "game.json?log=1", "rules.pdf", "rules.pdf?one_ink=y",
    "points.pdf", "points.pdf?form=half", "points.pdf?one_ink=y", "blank.pdf", "blank.pdf?one_ink=y",
    "blank.pdf?rules=booklet",
]  # fmt: skip
NAMED = "/print/sheet.pdf?names=Ann,Bob,Cat,Di"
OF_NONE = [
    "/print/sheet.pdf", "/print/sheet.pdf?rules=y", NAMED, f"{NAMED}&first_dealer=open", f"{NAMED}&first_dealer=Bob",
    "/print/sheet.pdf?players=3", "/print/sheet.pdf?ladder=1-5", "/print/sheet.pdf?scheme=squares",
    "/rulebooks/pagat/rules.pdf", "/rulebooks/pagat/rules.pdf?players=5", "/schemes/pike/points.pdf",
    "/schemes/pike/points.pdf?cards=5", "/schemes/nominations/points.pdf",
    "/schemes/nominations/points.pdf?option_misere=yes",
]  # fmt: skip


def test_whatever_shows_on_the_paper_makes_another_drawing(store: Store) -> None:
    """And a second request returns the same document."""
    browser, missed = create_app(store).test_client(), hand("Ann Bob Cat", [0, 0, 0], [1, 0, 0])
    game_id = GameRepository(store).keep(play("ohell", "Ann Bob Cat", missed, house={"ladder": "1-3"}), by="test")
    addresses = [*(f"/games/{game_id}/{name}" for name in OF_A_GAME), *OF_NONE]
    first, form_state = ([browser.get(address) for address in addresses] for _time in range(2))
    assert {answer.status_code for answer in first} == {200}
    assert len({answer.data for answer in first}) == len(addresses)
    assert [answer.data for answer in form_state] == [answer.data for answer in first]


def test_own_points_that_were_changed_are_drawn_anew(store: Store) -> None:
    browser, text = create_app(store).test_client(), 'name = "Ours"\n[[points]]\ngive = "{} * bid"\n'
    printed = set()
    for factor in (7, 8):
        store.keep_rule_file("scheme", "own_ours", text.format(factor))
        printed.add(browser.get("/schemes/own_ours/points.pdf").data)
    assert len(printed) == 2


def test_another_record_of_the_same_length_in_its_place_is_drawn_anew(store: Store, tmp_path: Path) -> None:
    """As if an old backup of the games was restored and played on."""
    app = create_app(store)
    with contextlib.closing(open_store(tmp_path / "put back")) as put_back:
        printed = set()
        for repository, players in (GameRepository(store), "Ann Bob Cat"), (GameRepository(put_back), "Di Eve Fay"):
            game_id = repository.keep(play("ohell", players), by="test", event_id="the same")
            app.extensions["scorepad"].games = repository
            for name in ("sheet.pdf", "standings.png"):
                printed.add(app.test_client().get(f"/games/{game_id}/{name}").data)
    assert len(printed) == 4


# --- the size of the cache --------------------------------------------------------------------------------


def drawn(drawings: Drawings, *whats: str, size: int = 10) -> int:
    """Request these one after the other; return how many were rendered."""
    result: list[str] = []

    def draw(what: str) -> bytes:
        result.append(what)
        return bytes(size)

    for what in whats:
        drawings.get(what, lambda: draw(what), "somebody")  # noqa: B023  called at once
    return len(result)


def test_what_could_not_be_drawn_leaves_nothing_behind() -> None:
    drawings = Drawings()

    def fail() -> bytes:
        raise ZeroDivisionError

    for _time in range(MOST_WAITING + 1):
        with pytest.raises(ZeroDivisionError):
            drawings.get("a", fail, "somebody")
    assert drawn(drawings, "a") == 1
