"""Phones that the owner admits at the Share page: a second listener of a running program, on real sockets.

127.0.0.2 stands for the address in the local network.
"""

import contextlib
import http.client
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from builders import play
from clients import owner, stranger
from html_pages import Page
from ports import free_port
from program import environment
from raw_http import ask
from scorekeeper import Scorekeeper, Wired

from scorepad.repository import GameRepository
from scorepad.store import Store, open_store
from scorepad.web import create_app
from scorepad.web.auth import share
from scorepad.web.groups.links import Links

PHONES = "127.0.0.2"
PROGRAM = """
import sys
from pathlib import Path
from scorepad.cli import main
from scorepad.web.auth import share
share.lan_address = Path(sys.argv[1]).read_text
sys.exit(main(sys.argv[2:]))
"""

if sys.platform == "darwin":
    pytest.skip("only 127.0.0.1 is an address there", allow_module_level=True)


class Laptop:
    """A running Scorepad with one game, and the owner at its Share page. The file `address` has that of the network."""

    def __init__(self, folder: Path) -> None:
        with contextlib.closing(open_store(folder / "data")) as store:
            self.game_id = GameRepository(store).keep(play("ohell", "Ann Bob Cat"), by="test")
        self.address, self.port = folder / "address", free_port()
        self.address.write_text(PHONES)
        command = [sys.executable, "-c", PROGRAM, str(self.address), "--no-open", "--port", str(self.port)]
        self.running = subprocess.Popen(command, env=environment(folder), stdout=subprocess.PIPE, text=True)
        assert self.running.stdout is not None
        self.running.stdout.readline()
        self.owner = Scorekeeper(Wired(self.port))
        self.share = f"/games/{self.game_id}/share"

    def admit(self) -> Page:
        self.owner.visit(self.share)
        self.owner.follow("Connect phones")
        return self.owner.send("/share/admit")

    def stop(self) -> Page:
        self.owner.visit(self.share)
        return self.owner.send("/share/stop")

    def link(self, heading: str) -> str:
        """Return the path of the link below a heading of the Share page."""
        found = re.search(rf".*{heading} .*?http://{PHONES}:\d+(/enter\S+)", self.owner.page.text)
        assert found
        return found[1]

    def phone(self, path: str = "") -> Scorekeeper:
        phone = Scorekeeper(Wired(self.port, PHONES))
        phone.visit(path or f"/games/{self.game_id}")
        return phone

    @property
    def is_open(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex((PHONES, self.port)) == 0


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Laptop]:
    laptop = Laptop(tmp_path_factory.mktemp("laptop"))
    yield laptop
    laptop.running.kill()
    laptop.running.communicate()


@pytest.fixture
def laptop(running: Laptop) -> Iterator[Laptop]:
    """Yield the laptop of all tests; at first it admits no phone."""
    yield running
    running.address.write_text(PHONES)
    if "Disconnect phones" in running.owner.visit(running.share).text:
        running.stop()


def test_phones_are_refused_until_the_owner_has_confirmed(laptop: Laptop) -> None:
    assert "scorepad --lan" not in laptop.owner.visit(laptop.share).text
    assert "Send the result" in laptop.owner.page.text
    laptop.owner.follow("Connect phones")
    assert not laptop.is_open
    assert "Disconnect phones" in laptop.owner.send("/share/admit").text
    assert laptop.is_open


def test_a_phone_without_a_link_is_asked_for_its_key_and_with_one_it_scores_that_game_only(laptop: Laptop) -> None:
    laptop.admit()
    assert laptop.phone().page.status == 403
    assert laptop.phone("/").page.status == 403
    phone = laptop.phone(laptop.link("To score"))
    assert (phone.page.path, phone.page.status) == (f"/games/{laptop.game_id}", 200)
    assert phone.page.form("/bids")
    for page in ("/", laptop.share, "/games/new"):
        assert phone.visit(page).status == 404, "it is not the owner"
    assert laptop.owner.visit("/").status == 200, "the laptop still needs no link"
    laptop.owner.visit(laptop.share)
    laptop.owner.send("/share/score/renew")
    assert phone.visit(f"/games/{laptop.game_id}").status == 403


def test_a_guest_neither_opens_nor_stops_it(laptop: Laptop) -> None:
    laptop.admit()
    phone, viewer = laptop.phone(laptop.link("To score")), laptop.phone(laptop.link("To view"))
    token = phone.page.form("/bids").value("csrf_token")
    for path in ("/share/stop", "/share/admit"):
        form = f"csrf_token={token}".encode(), "application/x-www-form-urlencoded"
        guests = phone, viewer, laptop.phone()
        assert [guest.way.ask("POST", path, *form).status for guest in guests] == [404, 404, 403]
        assert laptop.owner.way.ask("POST", path).status == 400, "nor does another website: the token is missing"
    assert laptop.is_open


def test_an_owner_s_phone_enters_by_a_link_for_the_owner_and_cannot_stop_it_either(laptop: Laptop) -> None:
    laptop.admit()
    laptop.owner.visit("/device")
    laptop.owner.send("/device/another")
    found = re.search(rf"http://{PHONES}:\d+(/enter\S+)", laptop.owner.page.text)
    assert found
    phone = laptop.phone(found[1])
    assert phone.page.path == "/"
    assert "Disconnect" not in phone.visit(laptop.share).text
    token = phone.page.form("/renew").value("csrf_token")
    body = f"csrf_token={token}".encode()
    assert phone.way.ask("POST", "/share/stop", body, "application/x-www-form-urlencoded").status == 404


def test_each_listener_knows_its_own_addresses_whatever_the_host_header_says(laptop: Laptop) -> None:
    at_lan, here = (PHONES, laptop.port), ("127.0.0.1", laptop.port)
    laptop.admit()
    assert ask(at_lan, "/", Host=f"127.0.0.1:{laptop.port}")[0] == 403, "naming the laptop does not make an owner"
    assert ask(at_lan, "/", Host="localhost")[0] == 403
    assert ask(at_lan, "/", Host="evil.example")[0] == 400
    assert "another website" in ask(at_lan, "/enter", method="POST", Origin="http://evil.example")[1]
    assert ask(at_lan, "/", Host=f"{socket.gethostname().lower()}:{laptop.port}")[0] == 403
    assert ask(here, "/", Host=f"{socket.gethostname().lower()}:{laptop.port}")[0] == 400
    game = f"/games/{laptop.game_id}/version"
    assert ask(here, game, Host="localhost")[0] == 200
    assert ask(at_lan, game, Host="localhost")[0] == 403, "nor does an answer that was kept for the owner"


def test_stopping_cuts_phones_off_at_once_and_links_work_when_phones_are_admitted_again(laptop: Laptop) -> None:
    laptop.admit()
    phone = laptop.phone(laptop.link("To score"))
    assert isinstance(phone.way, Wired)
    cookies = "; ".join(f"{name}={value}" for name, value in phone.way.cookies.items())
    with contextlib.closing(http.client.HTTPConnection(PHONES, laptop.port, timeout=60)) as line:
        line.request("GET", f"/games/{laptop.game_id}/stream/game", headers={"Cookie": cookies})
        with line.getresponse() as stream:
            assert stream.status == 200
            assert "Connect phones" in laptop.stop().text
            with pytest.raises((ConnectionError, http.client.IncompleteRead)):
                stream.read()
    assert not laptop.is_open
    assert laptop.owner.visit("/").status == 200
    laptop.admit()
    assert phone.visit(f"/games/{laptop.game_id}").status == 200


def test_a_taken_port_is_replaced_by_a_free_one(laptop: Laptop) -> None:
    with socket.create_server((PHONES, laptop.port)):
        found = re.search(rf"http://{PHONES}:(\d+)/enter", laptop.admit().text)
    assert found
    assert int(found[1]) != laptop.port
    assert ask((PHONES, int(found[1])))[0] == 403


@pytest.mark.parametrize(("address", "why"), [("", "There is no network"), ("192.0.2.7", "not an address of this")])
def test_without_an_address_in_the_network_the_page_says_why(laptop: Laptop, address: str, why: str) -> None:
    laptop.address.write_text(address)
    assert why in laptop.admit().text
    assert "Connect phones" in laptop.owner.page.text


def test_it_closes_with_scorepad(running: Laptop) -> None:
    """The last test of this laptop."""
    running.admit()
    with socket.create_connection((PHONES, running.port)):
        running.running.send_signal(signal.SIGINT)
        running.running.communicate(timeout=60)
    assert running.running.returncode == 0
    assert not running.is_open


def test_a_server_on_the_network_or_behind_a_proxy_has_no_such_button(store: Store) -> None:
    game_id = GameRepository(store).keep(play("ohell", "Ann Bob Cat"), by="test")
    for address in (None, "https://scores.example.org"):
        here = owner(create_app(store, links=Links(store), address=address))
        page = here.visit(f"/games/{game_id}/share")
        assert "Connect phones" not in page.text
        form = f"csrf_token={page.form('/renew').value('csrf_token')}".encode(), "application/x-www-form-urlencoded"
        for path in ("/share/admit", "/share/stop"):
            assert here.way.ask("POST", path, *form).status == 404


def test_the_page_says_that_the_address_has_changed(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    app = create_app(store)
    app.extensions["scorepad_lan"].address = "192.168.1.5", 7234
    for address, is_same in (("192.168.1.5", True), ("192.168.7.7", False), (None, False)):
        monkeypatch.setattr(share, "lan_address", lambda address=address: address)
        text = stranger(app).visit("/share/years").text
        assert "http://192.168.1.5:7234/enter" in text
        assert ("has changed" not in text) == is_same
