"""Links: what a key opens, how long it works, and where it can be read."""

import contextlib
import re
import sqlite3
import stat
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from clients import come_in, links_of, looker, owner, scorer, stranger
from flask import Flask
from flask.testing import FlaskClient
from linked import a_game, app, game_id
from program import started
from raw_http import ask, served
from scorekeeper import Scorekeeper, Wired, Within, new_game
from stores import file_behind

from scorepad.store import Store, open_store
from scorepad.store.sqlite.connection import Connection
from scorepad.store.sqlite.driver import FileSql
from scorepad.store.sqlite.files import load_secret
from scorepad.web import create_app
from scorepad.web.auth import login, share
from scorepad.web.auth.login import TRIES, RateLimit
from scorepad.web.groups.links import MOST_UNUSED, Links, Role

__all__ = ["app", "game_id"]


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answer wrong keys without the delay, which one test covers."""
    monkeypatch.setattr(login, "WRONG_KEY_DELAY", 0.0)


@pytest.fixture(autouse=True)
def _on_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend to be on a local network; the test machine may have none."""
    monkeypatch.setattr(share, "lan_address", lambda: "192.168.1.5")


def key_in(link: str) -> str:
    return link.partition("key=")[2]


# --- the owner --------------------------------------------------------------------------------------------


def test_the_owners_link_lets_one_browser_in_and_no_second(app: Flask) -> None:
    way_in = links_of(app).new_owner_link("")
    assert re.fullmatch(r"/enter\?key=[\w-]{22}", way_in), "128 bits"
    assert Within(app).ask("HEAD", way_in).status == 200, "who only asks where it leads does not use it up"
    assert come_in(app, way_in).page.path == "/"
    second = come_in(app, way_in)
    assert (second.page.status, second.page.path) == (403, "/enter")


def test_the_key_may_be_typed_where_it_is_asked_for_and_so_may_the_whole_link(app: Flask) -> None:
    for typed in (
        key_in(links_of(app).new_owner_link("")),
        "  " + links_of(app).new_owner_link("http://192.168.1.5:7234"),
    ):
        somebody = stranger(app)
        assert somebody.visit("/").status == 403
        assert somebody.send("/enter", key=typed).path == "/"


def test_a_session_of_one_start_is_known_at_the_next_and_by_no_other_store(app: Flask, store: Store) -> None:
    someone = owner(app)
    name, kept = app.extensions["scorepad"].cookie, cookie(app, someone)
    again = create_app(store, links=Links(store)).test_client()
    again.set_cookie(name, kept)
    assert again.get("/").status_code == 200
    with contextlib.closing(open_store(file_behind(store).parent / "other")) as other:
        assert create_app(other).extensions["scorepad"].cookie != name
        elsewhere = create_app(other, links=Links(other))
        client = elsewhere.test_client()
        client.set_cookie(elsewhere.extensions["scorepad"].cookie, kept)
        assert client.get("/").status_code == 403


def client_of(somebody: Scorekeeper) -> FlaskClient:
    assert isinstance(somebody.way, Within)
    return somebody.way.client


def cookie(app: Flask, somebody: Scorekeeper) -> str:
    kept = client_of(somebody).get_cookie(app.extensions["scorepad"].cookie)
    assert kept is not None
    return kept.value


def test_links_that_nobody_uses_do_not_pile_up(store: Store) -> None:
    links = Links(store)
    keys = [key_in(links.new_owner_link("")) for _link in range(MOST_UNUSED + 1)]
    assert [links.consume_key(key) for key in keys] == [False] + [True] * MOST_UNUSED


def test_the_owner_shuts_a_lost_phone_out_and_stays_in(app: Flask, game_id: str) -> None:
    here, lost, unused, looking = owner(app), owner(app), links_of(app).new_owner_link(""), looker(app, game_id)
    here.visit("/device")
    assert "All other devices are signed out" in here.send("/another", "Sign out other devices").status_text
    assert here.visit("/").status == 200
    assert lost.visit("/").status == 403
    assert come_in(app, unused).page.status == 403
    assert looking.visit(f"/games/{game_id}").status == 200


# --- games ------------------------------------------------------------------------------------------------


def test_a_game_has_a_link_to_look_and_one_to_score_shown_alike_whenever_the_owner_asks(
    app: Flask, game_id: str
) -> None:
    links = links_of(app)
    shown = [links.key(game_id, role) for role in (Role.LOOK, Role.SCORE)]
    assert [links.key(game_id, role) for role in (Role.LOOK, Role.SCORE)] == shown
    assert len({*shown}) == 2
    assert all(re.fullmatch(re.escape(game_id) + r"\.[\w-]{22}", key) for key in shown)
    assert [links.opened_by(key) for key in shown] == [(game_id, Role.LOOK), (game_id, Role.SCORE)]
    other = [links.key("other", role).partition(".")[2] for role in (Role.LOOK, Role.SCORE)]
    assert [links.opened_by(f"{game_id}.{key}") for key in other] == [None, None]


def test_a_link_that_was_taken_back_opens_nothing_and_shuts_out_who_came_by_it(app: Flask, game_id: str) -> None:
    looking, scoring, old = looker(app, game_id), scorer(app, game_id), links_of(app).link("", game_id, Role.SCORE)
    assert looking.page.path == scoring.page.path == f"/games/{game_id}", "without the key"
    links_of(app).renew(game_id, Role.SCORE)
    assert scoring.visit(f"/games/{game_id}").status == 403
    assert come_in(app, old).page.status == 403
    assert looking.visit(f"/games/{game_id}").status == 200, "the other link stands"
    assert scorer(app, game_id).page.status == 200, "and there is a new one"


def test_an_answer_about_changes_is_given_to_nobody_else_and_to_nobody_whose_link_is_taken_back(
    app: Flask, game_id: str
) -> None:
    phone, path = looker(app, game_id), f"/games/{game_id}/version"
    assert [phone.way.ask("GET", path).status for _time in range(2)] == [200, 200]
    assert stranger(app).way.ask("GET", path).status == 403
    assert app.test_client().get(path, headers={"Host": "evil.example"}).status_code == 400
    links_of(app).renew(game_id, Role.LOOK)
    assert phone.way.ask("GET", path).status == 403


def test_who_scores_goes_on_scoring_when_they_follow_the_link_to_look_and_the_other_way_round_they_may_more(
    app: Flask, game_id: str
) -> None:
    links = links_of(app)
    for first, second in ((Role.SCORE, Role.LOOK), (Role.LOOK, Role.SCORE)):
        somebody = come_in(app, links.link("", game_id, first))
        somebody.visit(links.link("", game_id, second))
        assert somebody.visit(f"/games/{game_id}/table").status == 200


def test_two_games_links_stand_beside_each_other_in_one_browser(app: Flask, store: Store, game_id: str) -> None:
    other = a_game(store)
    somebody = scorer(app, game_id)
    somebody.visit(links_of(app).link("", other, Role.LOOK))
    assert somebody.visit(f"/games/{game_id}/table").status == 200
    assert somebody.visit(f"/games/{other}").status == 200
    assert somebody.visit(f"/games/{other}/table").status == 404


def test_an_answer_that_comes_late_takes_no_link_away_that_came_in_between(app: Flask, game_id: str) -> None:
    somebody = looker(app, game_id)
    for page in ("", "/version", "/view"):
        assert "Set-Cookie" not in somebody.way.ask("GET", f"/games/{game_id}{page}").headers


def test_the_share_page_shows_both_links_as_text_and_as_a_code_and_takes_them_back(app: Flask, game_id: str) -> None:
    here = owner(app)
    here.visit(f"/games/{game_id}")
    page = here.follow("Share")
    shown = re.findall(r"http://192\.168\.1\.5/enter\?key=(\S+)", page.text)
    links = links_of(app)
    assert [links.opened_by(key) for key in shown] == [(game_id, Role.SCORE), (game_id, Role.LOOK)]
    assert len([picture for picture in page.root.all("svg") if picture.get("role") == "img"]) == 2
    assert page.headers["cache-control"] == "no-store"
    page = here.send("/score/renew")
    assert "The old link is invalid now" in page.status_text
    assert [bool(links.opened_by(key)) for key in shown] == [False, True]


class Known:
    """A network that knows this machine as “crown.local”, at these IP addresses."""

    name = "crown.local"

    def __init__(self, *numbers: str) -> None:
        self.numbers = numbers

    def leads_to(self, number: str, _seconds: float) -> bool:
        return number in self.numbers


def test_where_the_network_knows_a_name_the_links_go_by_that_and_beside_it_by_number(
    app: Flask, game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(share, "LocalName", lambda: Known("192.168.1.5"))
    here = owner(app)
    page = here.visit(f"/games/{game_id}/share")
    for role in (Role.LOOK, Role.SCORE):
        path = links_of(app).link("", game_id, role)
        assert page.text.index(f"http://crown.local{path}") < page.text.index(f"http://192.168.1.5{path}")
    assert page.source.count('class="code"') == 4
    here.visit("/device")
    shown = re.findall(r"http://(\S+)(/enter\?key=\S+)", here.send("/device/another").text)
    assert [where for where, _key in shown] == ["crown.local", "192.168.1.5"]
    assert len({key for _where, key in shown}) == 1
    monkeypatch.setattr(share, "LocalName", lambda: Known("192.168.1.6"))
    assert "crown.local" not in here.visit(f"/games/{game_id}/share").text, "that is another machine"


# --- what is stored, and what is shown ----------------------------------------------------------------------


def test_a_copy_of_the_database_opens_nothing(app: Flask, store: Store, game_id: str, tmp_path: Path) -> None:
    keys = [links_of(app).key(game_id, role) for role in (Role.LOOK, Role.SCORE)]
    come_in(app, links_of(app).new_owner_link(""))
    store.backup(tmp_path / "copy" / "scorepad.db")
    text = "\n".join(sqlite3.connect(tmp_path / "copy" / "scorepad.db").iterdump())
    assert game_id in text
    for secret in (
        *(key.partition(".")[2] for key in keys),
        app.extensions["scorepad"].secret,
        load_secret(file_behind(store)).hex(),
        links_of(app).owner_mark(),
    ):
        assert secret not in text
    with contextlib.closing(open_store(tmp_path / "copy")) as copy:
        assert {links_of(app).key(game_id, Role.LOOK), Links(copy).key(game_id, Role.LOOK)} > {keys[0]}
        assert create_app(copy).extensions["scorepad"].secret != app.extensions["scorepad"].secret


def test_the_secret_is_made_once_and_readable_by_its_owner_only(store: Store) -> None:
    first = load_secret(file_behind(store))
    path = file_behind(store).with_suffix(".secret")
    assert len(first) == 32
    assert load_secret(file_behind(store)) == first
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.write_text("what a power cut left")
    assert len(load_secret(file_behind(store))) == 32
    assert [path.name for path in file_behind(store).parent.iterdir() if "secret" in path.name] == ["scorepad.secret"]


@pytest.mark.parametrize("text", [None, "0" * 64, "damaged"])
def test_a_secret_that_was_lost_replaced_or_damaged_is_noticed(store: Store, text: str | None) -> None:
    Links(store).remember_secret()
    assert not Links(store).has_changed
    secret = file_behind(store).with_suffix(".secret")
    secret.unlink()
    if text is not None:
        secret.write_text(text)
    with contextlib.closing(open_store(secret.parent)) as again:
        assert Links(again).has_changed


def test_a_lost_secret_is_reported_in_the_terminal_on_an_expired_page_and_at_the_games(tmp_path: Path) -> None:
    data, way = tmp_path / "data", Wired(0)
    keeper = Scorekeeper(way)
    with contextlib.closing(open_store(data)) as before, served(create_app(before)) as (_host, way.port):
        Links(before).remember_secret()  # as at a start
        new_game(keeper, "ohell", "Ann", "Bob", "Cat")
    (data / "scorepad.secret").unlink()
    with started(tmp_path) as program:
        assert program.stdout is not None
        way.port = int(program.stdout.readline().partition("127.0.0.1:")[2].partition("/")[0])
        page = keeper.send("/bids", bid__p1=0, bid__p2=0, bid__p3=0)
        assert (page.status, "The secret of these games is new" in page.text) == (400, True)
        assert "The secret of these games is new" in keeper.visit("/").text
        assert "The secret" not in keeper.send("/copy/read").text
        program.terminate()
        assert f"{data / 'scorepad.secret'} was replaced or deleted" in program.communicate()[1]
    with contextlib.closing(open_store(data)) as after:
        assert not Links(after).has_changed
        assert "The secret" not in stranger(create_app(after)).visit("/").text


def test_a_secret_that_was_copied_with_anybodys_rights_becomes_its_owners_alone(store: Store) -> None:
    secret, path = load_secret(file_behind(store)), file_behind(store).with_suffix(".secret")
    path.chmod(0o644)
    assert load_secret(file_behind(store)) == secret
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_no_key_comes_into_a_log_or_a_page_of_somebody_else(
    app: Flask, store: Store, game_id: str, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    caplog.set_level("DEBUG")
    links = links_of(app)
    keys = [links.key(game_id, role) for role in (Role.LOOK, Role.SCORE)]
    for browser in (looker(app, game_id), scorer(app, game_id), owner(app)):
        for page in ("", "/log", "/view", "/standings", "/hands/1", "/game.json"):
            source = browser.visit(f"/games/{game_id}{page}").source
            assert not any(key.partition(".")[2] in source for key in keys)
    monkeypatch.setattr(Links, "opened_by", lambda *_key: 1 / 0)
    app.config["PROPAGATE_EXCEPTIONS"] = False
    with served(app) as here:
        assert ask(here, "/enter?key=" + keys[0])[0] == 500
    printed = capsys.readouterr()
    text = caplog.text + printed.out + printed.err
    assert "ZeroDivisionError" in text
    assert not any(key.partition(".")[2] in text for key in keys)


# --- guessed keys ---------------------------------------------------------------------------------------------


def test_wrong_keys_are_answered_alike_whatever_is_wrong_with_them(app: Flask, game_id: str) -> None:
    links = links_of(app)
    good, old = links.key(game_id, Role.LOOK), links.key(game_id, Role.SCORE)
    links.renew(game_id, Role.SCORE)
    used = key_in(links.new_owner_link(""))
    links.consume_key(used)
    wrong = [
        "x", game_id, game_id + ".", "." + good.partition(".")[2], "nogame" + good, good[:-1], good.upper(), old, used,
        "%3Cscript%3E", "%ff", "%00", "a%0d%0aSet-Cookie:b=c", "0" * 5_000,
    ]  # fmt: skip
    answers = []
    for number, key in enumerate(wrong):
        client = app.test_client()
        answer = client.get(f"/enter?key={key}", environ_base={"REMOTE_ADDR": f"127.0.1.{number}"})
        answers.append((answer.status_code, answer.data, dict(answer.headers)))
        assert client.get(f"/games/{game_id}").status_code == 403
    assert answers[0][0] == 403
    assert all(answer == answers[0] for answer in answers)
    assert "Set-Cookie" not in answers[0][2]
    assert answers[0][2]["Cache-Control"] == "no-store"


def test_a_wrong_key_is_answered_slowly_and_a_right_one_is_not(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(login, "WRONG_KEY_DELAY", 0.2)
    waits: list[float] = []
    monkeypatch.setattr(time, "sleep", waits.append)
    come_in(app, "/enter?key=wrong")
    come_in(app, links_of(app).new_owner_link(""))
    assert waits == [0.2]


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the clock, in seconds, that counts wrong keys; it stands still until the test changes it."""
    now = [1000.0]
    monkeypatch.setattr(login, "time", SimpleNamespace(monotonic=lambda: now[0], sleep=time.sleep))
    return now


def test_a_guesser_is_stopped_after_five_tries_a_second_and_others_are_not(
    app: Flask, game_id: str, now: list[float]
) -> None:
    guesser, friend = app.test_client(), app.test_client()
    there, elsewhere = {"REMOTE_ADDR": "192.168.1.66"}, {"REMOTE_ADDR": "192.168.1.7"}
    assert TRIES == 5
    answers = [guesser.get("/enter?key=wrong", environ_base=there) for _try in range(TRIES + 1)]
    assert [answer.status_code for answer in answers] == [403] * TRIES + [429]
    assert answers[-1].headers["Retry-After"] == "1"
    way_in = links_of(app).link("", game_id, Role.LOOK)
    assert guesser.get(way_in, environ_base=there).status_code == 429
    assert friend.get(way_in, environ_base=elsewhere).status_code == 303


def test_a_guesser_may_try_again_later_and_many_of_them_fill_no_memory(now: list[float]) -> None:
    tries = RateLimit(most_addresses=3)
    for address in "abcd":
        for _try in range(TRIES):
            tries.count(address)
    assert [tries.wait(address) > 0 for address in "abcd"] == [False, True, True, True]
    now[0] += 0.9
    assert tries.wait("d") == 1
    now[0] += 0.2
    assert not tries.wait("d")


def test_a_session_that_somebody_else_has_planted_is_worth_nothing_to_him(app: Flask, game_id: str) -> None:
    """Session fixation: the victim opens the link with the attacker's cookie.

    The attacker's copy of the cookie opens nothing, and its CSRF token is not valid for the victim's forms.
    """
    attacker = scorer(app, game_id)
    seal = attacker.page.forms[0].value("csrf_token")
    planted = cookie(app, attacker)
    victim = stranger(app)
    client_of(victim).set_cookie(app.extensions["scorepad"].cookie, planted)
    victim.visit(links_of(app).new_owner_link(""))
    assert victim.visit("/").status == 200
    assert attacker.visit("/").status == 404
    forged = victim.way.ask(
        "POST", f"/games/{game_id}/bin", f"csrf_token={seal}".encode(), "application/x-www-form-urlencoded"
    )
    assert forged.status == 400


# --- redirects --------------------------------------------------------------------------------------------


def test_no_page_leaves_a_scorer_without_a_way_back_to_their_game(app: Flask, game_id: str) -> None:
    scoring = scorer(app, game_id)
    for page in ("/device", "/late-entry", "/nowhere"):
        scoring.visit(page)
        assert scoring.follow("Back to the game").path == f"/games/{game_id}", page


def test_of_several_games_the_way_back_leads_to_this_one_else_to_the_latest_whose_link_still_opens(
    app: Flask, store: Store
) -> None:
    games = [a_game(store) for _game in range(4)]
    links, somebody = links_of(app), stranger(app)
    for game in games:
        somebody.visit(links.link("", game, Role.SCORE))
    for back in reversed(games):
        somebody.visit("/device")
        assert somebody.follow("Back to the game").path == f"/games/{back}"
        somebody.visit(f"/games/{games[0]}/print")
        assert somebody.follow("Back to the game").path == f"/games/{games[0]}"
        links.renew(back, Role.SCORE)


def test_a_phone_with_too_many_links_forgets_the_oldest(
    app: Flask, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(login, "MAX_LINKS", 2)
    games = [a_game(store) for _game in range(4)]
    somebody = stranger(app)
    for game in games:
        somebody.visit(links_of(app).link("", game, Role.LOOK))
    assert [somebody.visit(f"/games/{game}").status for game in games] == [404, 404, 200, 200]


# --- what it costs ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("role", "questions"), [(Role.SCORE, 3), (Role.LOOK, 4)])
def test_for_a_page_of_a_game_what_is_kept_is_asked_once_who_comes_and_how_the_game_stands(
    app: Flask, store: Store, game_id: str, role: Role, questions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over a database each query is a round trip: one each for the link, the version of the game and the draft."""
    somebody = come_in(app, links_of(app).link("", game_id, role))
    asked: list[str] = []
    read = Connection.read

    def counted(connection: Connection, work: Callable[[FileSql], object]) -> object:
        asked.append(work.__qualname__)
        return read(connection, work)

    monkeypatch.setattr(Connection, "read", counted)
    somebody.visit(f"/games/{game_id}")
    assert len(asked) == questions, asked
