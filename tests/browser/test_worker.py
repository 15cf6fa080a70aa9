"""Tests of the service worker on all three engines: it serves the game's page if the server does not answer.

It deletes the page when the link is revoked.
"""

import re
from collections.abc import Iterator

import pytest
from builders import play
from raw_http import served
from selenium.webdriver.remote.webdriver import WebDriver
from werkzeug.wrappers import Response

from browser.away import WRITTEN, kept, log, open_until, works
from browser.engines import EACH
from browser.phone import Phone, Thumb, thumb_on
from browser.stopping import Server
from scorepad.store import Store
from scorepad.web import create_app
from scorepad.web.groups.links import Links, Role

WITH_STYLE = """
const style = document.createElement("style");
style.textContent = "html { color: rgb(1, 2, 3) }";
document.head.append(style);
return getComputedStyle(document.documentElement).color === "rgb(1, 2, 3)";
"""


@pytest.fixture(params=EACH)
def far(request: pytest.FixtureRequest, server: Server) -> Iterator[Thumb]:
    """Yield a thumb on each of the three engines, at a Scorepad that can be stopped."""
    driver: WebDriver = request.getfixturevalue(request.param)
    thumb = thumb_on(driver)
    thumb.address = f"http://127.0.0.1:{server.port}"
    thumb.expected = "Failed to load resource|fetching the script"
    yield thumb
    thumb.turn_away()


def kept_in(phone: Phone) -> dict[str, str]:
    """Return the language of each cached page."""
    return {path: re.findall(r'<html lang="([\w-]+)"', page)[0] for path, page in kept(phone).items() if page}


def test_a_closed_page_comes_again_with_all_that_was_tapped_while_the_laptop_is_away(
    far: Thumb, server: Server, store: Store
) -> None:
    game = far.begin("Ann", "Ben", "Cat", "Di")
    works(far)
    first, second, third, last = far.bidders
    far.bid(1, 0)
    far.wait_until(lambda: kept(far).get(game, "").count(" checked") == 2)
    server.kill()
    far.tap_number(third, 0)
    far.driver.get("about:blank")
    far.open(game)
    far.wait_until(lambda: [far.chosen(player) for player in (first, second, third, last)] == ["1", "0", "0", None])
    far.tap_number(last, 4)
    far.wait_for("[data-stage=tricks]")
    far.run("const now = Date.now; Date.now = () => now() - 86400000")  # the taps' order counts, not the clock's
    far.tap(far.button)
    far.wait_for("#hand-1")
    far.open("/")
    far.wait_until(lambda: far.path == game)
    far.wait_for_words("h1", "Hand 2")
    server.start()
    far.try_again()
    far.wait_for("#hand-1:not(.pencil)")
    assert [entry.event["kind"] for entry in store.load(game.removeprefix("/games/"))] == ["open", "bids", "tricks"]


@pytest.mark.soak
def test_without_an_answer_the_first_page_is_the_game_that_was_played_last(phone: Phone, server: Server) -> None:
    phone.address, phone.expected = f"http://127.0.0.1:{server.port}", "Failed to load resource|fetching the script"
    first, other = (phone.begin("Ann", "Ben", "Cat", "Di") for _game in range(2))
    works(phone)
    phone.wait_until(lambda: kept(phone).get(first) and kept(phone).get(other))
    phone.open(first)
    phone.bid(1, 0)
    phone.wait_until(lambda: kept(phone)[first].count(" checked") == 2)
    server.kill()
    phone.open("/")
    phone.wait_until(lambda: phone.path == first)
    phone.turn_away()


def choose(phone: Phone, page: str, language: str, *games: str) -> None:
    """Choose a language on this page, and wait until the cached pages of these games have it."""
    open_until(phone, page, lambda: phone.all(f".languages [hreflang={language}]"))
    phone.click(f".languages [hreflang={language}]")
    phone.wait_until(lambda: kept_in(phone) == dict.fromkeys(games, language))


@pytest.mark.soak
def test_whoever_chooses_a_language_plays_in_it_while_the_laptop_is_away(
    phone: Phone, server: Server, store: Store
) -> None:
    """This includes a game that the user has not opened since."""
    phone.address, phone.expected = f"http://127.0.0.1:{server.port}", "Failed to load resource|fetching the script"
    games = [phone.begin("Ann", "Ben", "Cat", "Di") for _game in range(2)]
    works(phone)
    phone.wait_until(lambda: kept_in(phone) == dict.fromkeys(games, "en"))
    choose(phone, "/device", "nl", *games)
    server.kill()
    phone.open(games[0])
    phone.bid(1, 0, 0, 4)
    assert (phone.words("h1"), phone.words("#sum")) == ("Ronde 1", "Slagen 5 van 5")
    phone.tap(phone.button)
    phone.wait_for_words("#line", "1 ronde alleen op deze telefoon")
    assert phone.words("h1") == "Ronde 2"
    server.start()
    phone.try_again()
    phone.wait_for(WRITTEN.format(1))
    assert log(store, games[0]) == ["open", "bids", "tricks"]
    choose(phone, "/", "de", *games)
    server.kill()
    phone.open(games[1])
    assert (phone.words("h1"), phone.texts(".skip")) == ("Runde 1", ["Zum Inhalt"])
    phone.turn_away()


def test_a_page_that_the_phone_itself_brings_is_held_to_the_policy_of_all_pages(far: Thumb, server: Server) -> None:
    """An inline style would violate the policy. The control is a page without one."""
    game = far.begin("Ann", "Ben", "Cat", "Di")
    works(far)
    far.wait_until(lambda: any(kept(far).values()))
    server.kill()
    with served(Response("<!doctype html><p>no policy", mimetype="text/html")) as (host, port):
        far.driver.get(f"http://{host}:{port}/")
        assert far.run(WITH_STYLE)
    far.open(game)
    assert far.run("return document.title").startswith("Hand 1")
    far.expected += "|Content.Security.Policy|style-src|inline"
    assert not far.run(WITH_STYLE)


def test_while_the_laptop_hangs_the_page_comes_from_the_phone_after_a_moment(phone: Phone, server: Server) -> None:
    phone.address = f"http://127.0.0.1:{server.port}"
    game = phone.begin("Ann", "Ben", "Cat")
    works(phone)
    phone.wait_until(lambda: any(kept(phone).values()))
    server.hang()
    phone.open(game)
    assert phone.words("h1") == "Hand 1"
    server.go_on()
    phone.turn_away()


@pytest.mark.soak
def test_where_only_a_proxy_answers_that_nobody_does_the_page_comes_from_the_phone(phone: Phone, store: Store) -> None:
    app, phone.store, phone.expected = create_app(store), store, "502"
    with phone.visiting(app):
        game = phone.show(play("pike", "Ann Ben Cat"))
        works(phone)
        phone.wait_until(lambda: kept(phone).get(game))
        app.before_request_funcs[None].insert(0, lambda: ("<h1>Bad Gateway</h1>", 502))
        phone.open(game)
        assert phone.words("h1") == "Hand 1"


def test_only_pages_of_games_are_kept_and_with_a_link_goes_the_page_of_its_game_alone(
    shared: Phone, links: Links
) -> None:
    shared.expected = "status of 40"
    first, other = paths = [shared.keep(play("pike", "Ann Ben Cat")) for _game in range(2)]
    for path in paths:
        shared.open(links.link("", path.rpartition("/")[2], Role.SCORE))
        works(shared)
        shared.wait_until(lambda path=path: kept(shared).get(path))  # type: ignore[misc]
    for page in ("/table", "/standings", "/log"):
        shared.open(first + page)
    shared.wait_until(lambda: kept(shared).keys() == {first, other})
    assert not any("key=" in page for page in kept(shared).values())
    links.renew(first.rpartition("/")[2], Role.SCORE)
    open_until(shared, first, lambda: "Page not found" in shared.words("h1"))
    shared.wait_until(lambda: kept(shared).keys() == {other})
    shared.run("navigator.serviceWorker.controller.postMessage({ forget: arguments[0] })", other.rpartition("/")[2])
    shared.wait_until(lambda: kept(shared) == {})


@pytest.mark.soak
def test_a_page_that_is_open_when_its_link_is_taken_back_says_so_and_is_kept_no_more(
    shared: Phone, links: Links
) -> None:
    game = shared.keep(play("pike", "Ann Ben Cat")).rpartition("/")[2]
    shared.expected = "status of 40|MIME"
    shared.open(links.link("", game, Role.SCORE))
    shared.wait_until(lambda: any(kept(shared).values()))
    links.renew(game, Role.SCORE)
    message = "this device may no longer score here. Ask for a new link"
    shared.wait_until(lambda: message in shared.words("body"))  # checked from time to time
    shared.wait_until(lambda: kept(shared) == {})
