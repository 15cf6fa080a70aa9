"""Tests of the edition in the browser: the real folder, a static host and the three engines."""

import os
import re
import shutil
import signal
import time
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode, urljoin

import pytest
from browser import engines
from browser.engines import EACH
from browser.every_page import NO_PAGES
from killing import children
from reading_pdf import read
from scorekeeper import Scorekeeper, Within, new_game
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.support.wait import WebDriverWait
from soak import often, only_in_soak
from web.hands.calls import calls

from in_browser.conftest import Start
from in_browser.edition import ROOT, SECONDS, StaticHost, Tab
from scorepad.importing.group_import import import_group
from scorepad.store import Store
from scorepad.web import create_app

SARA = "שרה"

WITHOUT_A_SERVER = {"/games/<game_id>/share", "/share/years", "/games/<game_id>/standings.png"}
"""Pages that differ from the laptop's by intent: links need a server, and the picture is drawn by the browser."""

DIFFERENT = {
    "/",
    "/more",
    "/games/<game_id>",
    "/games/<game_id>/hands/<int:number>/void",
    "/games/<game_id>/sheet.xlsx",
}
"""Pages that also say where the games are and offer a backup, and a file with the time of day."""


class Evening(NamedTuple):
    """The addresses of two games, and the totals of the first one."""

    pike: str
    murder: str
    totals: dict[str, int]


def play_an_evening(keeper: Scorekeeper) -> Evening:
    """Play Mr Pike's game with a late player and a correction, and a hand of Murder."""
    new_game(keeper, "pike", "Ann", SARA, "Cat", ladder="2 1")
    pike = keeper.page.path
    keeper.bid(**{"Ann": 1, SARA: 0, "Cat": 0})
    keeper.take(Ann=1, Cat=1)
    keeper.follow("Players")
    keeper.send("/players", name="Di")
    keeper.visit(pike)
    keeper.correct(1)
    keeper.send("correction", taken__p1="2", taken__p3="0")
    assert keeper.page.totals == {"Ann": -11, SARA: 10, "Cat": 10, "Di": -1}
    keeper.bid(**{"Ann": 0, SARA: 0, "Cat": 0, "Di": 0})
    totals = keeper.take(Cat=1).totals
    new_game(keeper, "murder", "Ann", "Ben", "Cat", ladder="2 1")
    murder = keeper.page.path
    calls(keeper, "1H", "pass", "pass")
    keeper.take(Ann=2)
    assert keeper.visit(murder).totals["Ann"] != 0
    return Evening(pike, murder, totals)


@pytest.fixture
def laptop(store: Store) -> Scorekeeper:
    """Return a person with a laptop."""
    return Scorekeeper(Within(create_app(store)))


def take_to(store: Store, tab: Tab) -> None:
    assert import_group(tab.ask("GET", "/backup/games.zip").body, store, most_games=100).left_out == []


TAKE_OVER = """
navigator.locks.request("scorepad /scorepad/", { steal: true }, () => new Promise((done) => setTimeout(done, 500)));
"""


HOLDER = "return navigator.locks.query().then(({ held }) => held[0]?.clientId)"

ASK_TWICE = """
const [path, done] = arguments, bus = new BroadcastChannel("scorepad /scorepad/"), answers = [];
bus.onmessage = ({ data }) => {
  if (data.answer === "twice") answers.push(data.status);
  if (data.answer === "last") done(answers);
};
for (const ask of ["twice", "twice", "last"]) {
  bus.postMessage({ ask, method: "GET", path, headers: [], body: new ArrayBuffer(0) });
}
"""

SEND = """
const [path, body] = arguments;
window.sent = fetch(path, { method: "POST", body: new URLSearchParams(body) }).then(({ status }) => status);
"""


def below_root(path: str) -> str:
    return path.removeprefix(ROOT)


@pytest.mark.parametrize("start", EACH, indirect=True)
def test_an_evening_is_as_on_a_laptop_and_still_there_without_its_host(
    tab: Tab, laptop: Scorekeeper, store: Store, host: StaticHost
) -> None:
    keeper = Scorekeeper(tab)
    if tab.driver.name == "chrome":
        refuse_to_keep_the_games(tab)
    tab.driver.find_element(By.ID, "later").click()
    evening = play_an_evening(keeper)
    take_to(store, tab)
    for game in (evening.pike, evening.murder):
        assert laptop.visit(below_root(game)).totals == keeper.visit(game).totals
    pdfs = [way.ask("GET", f"{below_root(evening.murder)}/sheet.pdf").body for way in (tab, laptop.way)]
    assert [page.text for page in read(pdfs[0])] == [page.text for page in read(pdfs[1])]
    assert different_pages(tab, laptop, below_root(evening.pike).split("/")[-1]) == []
    tab.show(f"{evening.pike}/print")
    for selector, part in {"form[action$='sheet.pdf'] .do": "Total", "[formaction$='points.pdf']": "bid"}.items():
        time.sleep(0.4)  # two taps in the same place that are nearer are a double tap
        name, pdf = tab.save(selector)
        assert name.endswith(".pdf")
        assert part in " ".join(page.text for page in read(pdf))
    tab.show(f"{evening.murder}#menu")
    assert tab.save("a[href$='game.json']")[1].startswith(b"{"), "a script of this page follows its links"
    keeper.visit("/import")
    keeper.send("/import", files=("evening.csv", b"Hand,Dora,Emil\n1,11,0\n2,-1,12\n"))  # read in another worker
    assert "Dora" in keeper.page.text
    tab.driver.refresh()  # goes past the service worker in some drivers
    tab.wait_until_up()
    assert not tab.driver.find_element(By.ID, "keep").is_displayed(), "it is asked once"
    with host.stopped():
        tab.open()
        assert keeper.visit(evening.pike).totals == evening.totals
        assert "Ann" in keeper.visit("/years").text


# The answers of a browser that keeps nothing. Its own dialog is out of a driver's reach and takes every click while it
# is open; storage is promised or not by how much the browser thinks the site is used.
REFUSE = """
BeforeInstallPromptEvent.prototype.prompt = async () => ({ outcome: "dismissed" });
StorageManager.prototype.persist = async () => false;
"""


def refuse_to_keep_the_games(tab: Tab) -> None:
    """Where the browser refuses to keep the games, the page says what to do."""
    tab.run(REFUSE)
    tab.driver.find_element(By.ID, "install").click()
    question = tab.driver.find_element(By.ID, "keep")
    WebDriverWait(tab.driver, SECONDS, 0.1).until(lambda _: question.text.split("\n")[-1] == "Later")
    assert "Add Scorepad to the home screen" in question.text


def different_pages(tab: Tab, laptop: Scorekeeper, game_id: str) -> list[str]:
    """Return the paths of pages that answer otherwise than a laptop's; `make test` asks for every third page."""
    client = laptop.way.client  # type: ignore[attr-defined]
    different = []
    for rule in [*client.application.url_map.iter_rules()][:: often(3, 1)]:
        if "GET" not in rule.methods or rule.rule in WITHOUT_A_SERVER | DIFFERENT or rule.endpoint in NO_PAGES:
            continue
        path = rule.rule.replace("<game_id>", game_id).replace("<int:number>", "1")
        path = re.sub("<person:[^>]*>", "Ann", re.sub("<(kind|stage)>", "game", path))
        path = re.sub("<[^>]*>", "pike", path)
        here, there = tab.ask("GET", path), client.get(path, follow_redirects=True)
        if here.status != there.status_code or normalized(here.body) != normalized(there.data):
            different.append(path)
    return different


def normalized(page: bytes) -> bytes:
    """Return a page without what differs at each visit, the ids of forms, and without the address of the root."""
    page = re.sub(rb'http://[^/"]+/', b"/", page.replace(ROOT.encode(), b""))
    return re.sub(rb'((?:name="(?:csrf_token|event_id)"[^>]*value)|data-owner)="[^"]*"', rb"\1", page)


def comments(keeper: Scorekeeper, game: str) -> list[str]:
    return sorted(re.findall(r"comment \d+", keeper.visit(f"{game}/log").text), key=lambda text: int(text.split()[1]))


def comment(keeper: Scorekeeper, game: str, number: int) -> None:
    keeper.visit(game)
    keeper.send("/comments", text=f"comment {number}")


@pytest.mark.parametrize("start", ["chromium", *only_in_soak("firefox")], indirect=True)
def test_after_a_kill_each_answered_action_is_there_once(start: Start, host: StaticHost) -> None:
    for kill in range(often(2, 30)):
        with start() as driver:
            keeper = Scorekeeper(Tab(driver, host.address))
            if kill == 0:
                new_game(keeper, "pike", "Ann", "Ben", "Cat", ladder="2 1 2")
                game = keeper.page.path
            assert comments(keeper, game) == [f"comment {number}" for number in range(kill)]
            comment(keeper, game, kill)
            for pid in children(driver.service.process.pid):  # type: ignore[attr-defined]
                os.kill(pid, signal.SIGKILL)


@pytest.mark.soak
def test_two_tabs_are_one_scorepad_and_one_goes_on_when_the_other_is_closed(start: Start, host: StaticHost) -> None:
    with start() as driver:
        write_in_two_tabs(driver, host)


def write_in_two_tabs(driver: WebDriver, host: StaticHost) -> None:
    driver.get(host.address)
    WebDriverWait(driver, SECONDS, 0.05).until(lambda _: driver.execute_script(HOLDER))
    holder = driver.execute_script(HOLDER)
    first = driver.current_window_handle
    driver.switch_to.new_window("tab")
    tab = Tab(driver, host.address)
    assert tab.run(HOLDER) == holder, "the second tab waits for an engine that is busy with its start"
    driver.close()
    driver.switch_to.window(first)
    assert driver.execute_async_script(ASK_TWICE, "/") == [200], "a repeated request is answered once"
    keeper = Scorekeeper(tab)
    new_game(keeper, "pike", "Ann", "Ben", "Cat", ladder="2 1 2")
    game, number = keeper.page.path, 0
    for _closed in range(often(2, 20)):
        first = driver.current_window_handle
        driver.switch_to.new_window("tab")
        other = Scorekeeper(Tab(driver, host.address))
        second = driver.current_window_handle
        for handle in (first, second):
            driver.switch_to.window(handle)
            comment(other, game, number)
            number += 1
        form = other.visit(game).form("/comments")
        driver.execute_script(SEND, form.action, urlencode(form.filled({"text": f"comment {number}"}, "")))
        number += 1
        driver.switch_to.window(first)
        driver.close()
        driver.switch_to.window(second)
        assert driver.execute_script("return sent") == 200, "a tab was closed while its engine saved for another one"
    driver.execute_script(TAKE_OVER)  # as another tab does with an engine that does not answer
    comment(other, game, number)
    assert comments(other, game) == [f"comment {written}" for written in range(number + 1)]
    assert tab.state() == "", "no tab says that it did not start"


@pytest.mark.soak  # a browser notices only after half a minute that there is no room
def test_without_room_nothing_is_saved_and_the_page_says_so(tab: Tab) -> None:
    keeper = Scorekeeper(tab)
    new_game(keeper, "pike", "Ann", "Ben", "Cat", ladder="2 1 2")
    game = keeper.page.path
    keeper.without_room = True
    origin = tab.run("return location.origin")
    quota = {"origin": origin, "quotaSize": 1}
    tab.driver.execute_cdp_cmd("Storage.overrideQuotaForOrigin", quota)
    time.sleep(35)
    comment(keeper, game, 1)
    assert keeper.page.status == 507
    tab.driver.execute_cdp_cmd("Storage.overrideQuotaForOrigin", {"origin": origin})
    comment(keeper, game, 2)
    tab.open()
    assert "comment 2" in comments(keeper, game)


FAILING_COMMITS = """
const { put } = IDBObjectStore.prototype;
let failing = 0;
new BroadcastChannel("failing commits").onmessage = ({ data }) => { failing = data; };
IDBObjectStore.prototype.put = function (value, key) {
  const request = put.call(this, value, key);
  if (key === "all" && failing-- > 0) this.transaction.abort();
  return request;
};
"""
FAIL = 'new BroadcastChannel("failing commits").postMessage(arguments[0])'


@pytest.mark.soak
def test_a_failed_commit_is_retried_and_an_emptied_storage_is_restored(tab: Tab) -> None:
    with tab.changed_engine(FAILING_COMMITS):
        tab.open()
        keeper = Scorekeeper(tab)
        new_game(keeper, "pike", "Ann", "Ben", "Cat", ladder="2 1 2")
        game = keeper.page.path
        tab.run(FAIL, 1)
        comment(keeper, game, 1)
        form, typed = keeper.visit(game).form("/comments"), {"text": "comment 2"}
        keeper.without_room = True
        tab.run(FAIL, 2)
        assert keeper.send_form(form, typed).status == 507
        keeper.send_form(form, typed)
    tab.open()
    assert comments(keeper, game) == ["comment 1", "comment 2"]
    backup = tab.ask("GET", "/backup/games.zip").body
    origin = tab.run("return location.origin")
    tab.driver.execute_cdp_cmd("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "indexeddb"})
    assert "has deleted them" in keeper.visit("/").text
    assert tab.state() == "", "the tab has a new engine"
    keeper.follow("Restore them from a backup")
    keeper.send("/backup", file=("games.zip", backup))
    assert comments(keeper, game) == ["comment 1", "comment 2"]


REFUSED_OPEN = """
IDBFactory.prototype.open = () => {
  const request = { error: new DOMException("The disk cannot be read.", "UnknownError") };
  setTimeout(() => request.onerror());
  return request;
};
"""


@pytest.mark.soak  # two cold starts
def test_a_storage_that_cannot_be_opened_is_an_error_not_an_empty_list(tab: Tab) -> None:
    with tab.changed_engine(REFUSED_OPEN):
        tab.driver.get(tab.address)
        WebDriverWait(tab.driver, SECONDS, 0.1).until(lambda _: "The disk cannot be read." in tab.state())
        assert "New game" not in tab.run("return frames[0].document.body?.textContent ?? ''")
    tab.open()
    assert "New game" in Scorekeeper(tab).visit("/").text


@pytest.mark.soak  # two cold starts
def test_a_snapshot_that_cannot_be_used_is_dropped(start: Start, host: StaticHost) -> None:
    with start() as driver:
        tab = Tab(driver, host.address)
        damage = "return caches.keys().then((names) => {name}).then((name) => name && caches.open(name))"
        damage = damage.replace("{name}", 'names.find((name) => name.startsWith("snapshot "))')
        WebDriverWait(driver, SECONDS).until(lambda _: tab.run(damage) is not None)
        damage += '.then((cache) => cache.put("memory", new Response("damaged")))'
        tab.run(damage)
        tab.open()
        assert "Start a game" in Scorekeeper(tab).visit("/").text


IS_LOADED = "return navigator.serviceWorker.getRegistration().then(({ waiting }) => waiting !== null)"
IS_USED = """
return navigator.serviceWorker.getRegistration("/scorepad/")
  .then(({ waiting, active }) => !waiting && active.state === "activated");
"""


@pytest.mark.soak
def test_a_new_version_is_used_after_the_old_tabs_are_closed(start: Start, host: StaticHost, site: Path) -> None:
    with start() as driver:
        tab = Tab(driver, host.address)
        keeper = Scorekeeper(tab)
        new_game(keeper, "pike", "Ann", "Ben", "Cat", ladder="2 1 2")
        game = keeper.page.path
        worker = site / "scorepad/service_worker.js"
        worker.write_text(re.sub(r'VERSION = "\w+"', 'VERSION = "another"', worker.read_text()))
        tab.run("navigator.serviceWorker.getRegistration().then((registration) => registration.update())")
        WebDriverWait(driver, SECONDS).until(lambda _: tab.run(IS_LOADED))
        assert tab.state() == "", "no progress is shown of what loads in the background"
        comment(keeper, game, 1)  # on the old page
        driver.get(urljoin(host.address, "/"))  # leaves Scorepad
        WebDriverWait(driver, SECONDS).until(lambda _: tab.run(IS_USED))
        keeper = Scorekeeper(Tab(driver, host.address))
        versions = [name for name in tab.run("return caches.keys()") if name.startswith("files ")]
        assert versions == ["files /scorepad/ another"]
        assert comments(keeper, game) == ["comment 1"]


@pytest.mark.soak
def test_a_first_visit_without_a_file_says_which_and_the_next_one_goes_on(host: StaticHost, site: Path) -> None:
    program = site / "scorepad/program.zip.gz"
    with engines.chromium() as driver:
        program.rename(site / "program")
        driver.get(host.address)
        WebDriverWait(driver, SECONDS, 0.1).until(lambda _: "program.zip: 404" in driver.page_source)
        shutil.copy(site / "scorepad/icon.svg.gz", program)  # a host that answers with another file
        driver.refresh()
        WebDriverWait(driver, SECONDS, 0.1).until(lambda _: "program.zip: not of this version" in driver.page_source)
        (site / "program").replace(program)
        driver.refresh()
        WebDriverWait(driver, SECONDS, 0.1).until(lambda _: driver.execute_script("return marks.loaded"))
