"""The start and the end of the server, its printed address, and the host names of this machine."""

import contextlib
import http.client
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from program import PROGRAM as PROGRAM_ITSELF
from program import environment, started
from raw_http import ask, served
from soak import only_in_soak
from waiting import until

from scorepad.errors import ScorepadError
from scorepad.web.auth.access import HEADERS
from scorepad.web.auth.addresses import hostname, is_loopback, is_own_host, lan_address
from scorepad.web.server import run_server
from scorepad.web.server.processes import can_fork

# --- starting and ending ----------------------------------------------------------------------------

PROGRAM = """
import sys, time
from scorepad.store import open_store
from scorepad.web.auth.access import configure, guard, secure
from scorepad.web.groups.group import Group
from scorepad.web.groups.links import Links
from scorepad.web import Application
from scorepad.web.server.run_server import start
folder, lan = sys.argv[1], sys.argv[2] == "lan"
store = open_store(folder)
app = Application("bare")
access = Links(store) if lan else None
configure(app, Group(store, access))
guard(app)
secure(app)
@app.get("/slow")
def slow():
    print("asked", flush=True)
    time.sleep(0.3)
    return "answered"
start(app, "127.0.0.1", int(sys.argv[3]), links=access, no_open=True, threads=int(sys.argv[4]))
store.close()
print("ended", flush=True)
"""


@contextlib.contextmanager
def program(
    folder: Path, mode: str = "alone", port: int = 0, threads: int = 8
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Yield the running program and the first line it printed."""
    command = [sys.executable, "-X", "utf8", "-c", PROGRAM, str(folder), mode, str(port), str(threads)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    ) as running:
        try:
            assert running.stdout is not None
            yield running, running.stdout.readline()
        finally:
            running.kill()


def last_words(running: subprocess.Popen[str]) -> tuple[str, str]:
    """Return the rest of the program's output and its errors, once it has ended."""
    assert running.stdout is not None
    assert running.stderr is not None
    words = running.stdout.read(), running.stderr.read()
    running.wait(60)
    return words


def printed_address(line: str) -> tuple[str, int]:
    address = urlsplit(re.findall(r"http://\S+", line)[0])
    assert address.hostname is not None
    assert address.port is not None
    return address.hostname, address.port


def asked(here: tuple[str, int], path: str) -> http.client.HTTPConnection:
    """Return a connection that the server has accepted, with this request sent last."""
    line = http.client.HTTPConnection(*here, timeout=60)
    line.request("GET", "/nowhere")
    line.getresponse().read()
    line.request("GET", path)
    return line


def answer_on(line: http.client.HTTPConnection) -> tuple[int, bytes]:
    with contextlib.closing(line):
        got = line.getresponse()
        return got.status, got.read()


def test_a_host_tells_where_groups_begin_serves_them_and_ends_cleanly(tmp_path: Path) -> None:
    command = [*PROGRAM_ITSELF, "host", "--data", "groups", "--address", "https://scores.example.org", "--port", "0"]
    with subprocess.Popen(
        command, cwd=tmp_path, env=environment(tmp_path), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        try:
            assert running.stdout is not None
            line = running.stdout.readline()
            assert line.startswith(
                "Groups are created at https://scores.example.org. Scorepad listens at http://127.0.0.1:"
            )
            here = printed_address(line)
            status, body, _headers = ask(here, "/", Host="scores.example.org")
            assert (status, "Create a group" in body) == (200, True)
            status, _body, headers = ask(here, "/demonstration", method="POST", Host="scores.example.org")
            assert status == 303
            status, _body, headers = ask(here, headers["Location"], Host="scores.example.org")
            assert "Secure" in headers["Set-Cookie"]
            running.send_signal(signal.SIGTERM)
            told_since, errors = last_words(running)
            assert (running.returncode, errors) == (0, "")
            lines = {line.partition(" ms ")[0].rpartition(" ")[0] for line in told_since.splitlines()}
            asked_for = {"GET / 200", "POST /demonstration 303", "GET /g/<group>/enter 303"}
            assert lines == asked_for, "in whichever order, and nothing of whose group it is"
        finally:
            running.kill()
    assert len(list((tmp_path / "groups" / "groups").iterdir())) == 1


@pytest.mark.parametrize("sign", [signal.SIGTERM, *only_in_soak(signal.SIGINT)])
def test_the_server_tells_its_address_and_ends_cleanly_after_answering_also_what_waits_for_its_turn(
    tmp_path: Path, sign: signal.Signals
) -> None:
    with program(tmp_path, threads=1) as (running, told_first):
        lines = [asked(printed_address(told_first), "/slow") for _one in range(3)]
        assert running.stdout is not None
        assert running.stdout.readline() == "asked\n"
        time.sleep(0.4)  # the others have arrived by now; nothing reports it
        running.send_signal(sign)
        assert [answer_on(line) for line in lines] == [(200, b"answered")] * 3
        rest, errors = last_words(running)
        assert (running.returncode, errors, "ended" in rest) == (0, "", True)


@pytest.mark.soak
def test_a_program_that_is_told_to_end_at_once_ends_cleanly(tmp_path: Path) -> None:
    with program(tmp_path) as (running, _line):
        running.terminate()
        _rest, errors = last_words(running)
        assert (running.returncode, errors) == (0, "")


def test_on_the_network_the_owner_is_told_a_way_in_for_here_and_one_for_their_phone(tmp_path: Path) -> None:
    with program(tmp_path, "lan") as (running, line):
        (path,) = re.findall(r"/enter\?key=[\w-]{22}", line)
        assert ask(printed_address(line), path)[0] == 303
        assert ask(printed_address(line), path)[0] == 403, "the link is good for one browser"
        running.terminate()
        rest, _errors = last_words(running)
        if lan_address():
            (phones,) = re.findall(r"http://(\S+)(/enter\?key=[\w-]{22})", rest)
            assert phones[0] == f"{lan_address()}:{printed_address(line)[1]}"
            assert phones[1] != path
            assert "█▀▀" in rest or "▄▄▄▄▄" in rest


@pytest.mark.soak
@pytest.mark.parametrize("host", ["::", "0.0.0.0", lan_address() or "0.0.0.0"])
def test_what_is_told_of_any_host_leads_to_it(tmp_path: Path, host: str) -> None:
    if host == "::" and not socket.has_dualstack_ipv6():
        pytest.skip("no IPv6 here")
    with started(tmp_path, "--host", host) as running:
        assert running.stdout is not None
        line = running.stdout.readline()
        (path,) = re.findall(r"/enter\?key=[\w-]{22}", line)
        with contextlib.closing(http.client.HTTPConnection(*printed_address(line), timeout=60)) as browser:
            browser.request("GET", path)
            assert browser.getresponse().status == 303
        running.terminate()
        rest, errors = last_words(running)
    assert errors == ""
    if lan_address():
        assert f"http://{lan_address()}:{printed_address(line)[1]}/enter" in rest


def test_an_address_of_another_machine_is_refused_in_a_sentence() -> None:
    with pytest.raises(ScorepadError, match=re.escape("192.0.2.7")):
        run_server.listen("192.0.2.7", 0)


WORKERS = """
import os, signal, sys
from scorepad.web.server import processes
fork, tries = os.fork, []
def none_left_at_first():
    tries.append(1)
    if len(tries) == 1:
        raise BlockingIOError("no room for another process")
    return fork()
os.fork, processes.TOO_SOON = none_left_at_first, 0.1
def work():
    print("at work", flush=True)
    signal.pause()
sys.exit(processes.Workers([work]).run())
"""


@pytest.mark.soak
@pytest.mark.skipif(not can_fork(), reason="no workers here")
def test_where_there_is_no_room_for_a_worker_another_one_is_begun_later() -> None:
    with subprocess.Popen([sys.executable, "-c", WORKERS], stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "at work\n"
        running.terminate()
        assert running.wait(60) == 0


# --- names of this machine --------------------------------------------------------------------------


def test_a_host_header_is_read_with_care() -> None:
    assert hostname("LocalHost.:7234") == "localhost"
    assert hostname("[::1]:7234") == "::1"
    assert hostname("") == hostname("[::1") == ""
    for more in ("evil.example@", "evil.example/@", "\t"):
        assert hostname(f"{more}127.0.0.1") == ""
    for more in ("/evil.example", "?evil.example", "#evil.example", "\\evil.example", " "):
        assert hostname(f"127.0.0.1{more}") == ""


def test_only_loopback_names_lead_from_here_to_here() -> None:
    assert all(is_loopback(host) for host in ("localhost", "127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"))
    assert not any(is_loopback(host) for host in ("", "0.0.0.0", "::", "localhost.evil.example", "192.168.1.5"))


def test_on_the_network_the_own_names_and_numbers_are_ours_and_no_others() -> None:
    own = socket.gethostname().lower()
    ours = [own, f"{own}.local", "localhost", *filter(None, [lan_address()])]
    assert all(is_own_host(host, on_lan=True) for host in ours)
    assert not is_own_host(f"{own}.local", on_lan=False)
    strange = ["192.0.2.7", "2001:db8::7", "0.0.0.0", "::", "224.0.0.1", f"{own}.evil.example", ""]
    assert not any(is_own_host(host, on_lan=True) for host in strange)


# --- what the server itself refuses -----------------------------------------------------------------


@pytest.fixture(scope="module")
def listening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, int]]:
    """Yield the address of a running program; at its end check that it printed no error."""
    with program(tmp_path_factory.mktemp("games")) as (running, line):
        yield printed_address(line)
        running.terminate()
        _rest, errors = last_words(running)
        assert (running.returncode, errors) == (0, "")


@pytest.mark.parametrize(
    "sent",
    [
        b"no request at all\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\n\r\n",
        b"GET /?" + b"a" * 65_537,
    ],
)
def test_what_is_no_request_is_refused_and_does_not_name_the_server(listening: tuple[str, int], sent: bytes) -> None:
    with socket.create_connection(listening, timeout=60) as browser:
        browser.sendall(sent)
        head = browser.makefile("rb").read().partition(b"\r\n\r\n")[0].lower()
        assert head.startswith(b"http/1.1 400")
        assert b"\r\nserver:" not in head


@pytest.mark.parametrize(
    "sent",
    [
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 800000\r\n\r\n" + bytes(800_000),
        b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n90000\r\n" + bytes(0x90000),
    ],
)
def test_a_body_that_is_too_large_is_refused_in_a_sentence(listening: tuple[str, int], sent: bytes) -> None:
    with socket.create_connection(listening, timeout=60) as browser:
        browser.sendall(sent)
        head, _blank, body = browser.makefile("rb").read().partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 413")
        for name, value in HEADERS.items():
            assert f"{name}: {value}".lower().encode() in head.lower()
        assert b"scorepad import" in body


# --- slow clients and chunked bodies ------------------------------------------------------------------


def answer(environ: dict[str, Any], start_response: Any) -> list[bytes]:
    """Answer with what was received: the body, and the client's address."""
    parts = [
        environ["wsgi.input"].read(),
        environ.get("CONTENT_LENGTH", "").encode(),
        environ["REMOTE_ADDR"].encode(),
    ]
    body = b"|".join([*parts, environ.get("HTTP_X_FORWARDED_FOR", "").encode()])
    start_response("200 OK", [("Content-Length", str(len(body)))])
    return [body]


HEAD = b"POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"


def until_closed(browser: socket.socket) -> bytes:
    return browser.makefile("rb").read()


def test_who_sends_slowly_holds_no_thread() -> None:
    with served(answer, threads=1) as here, contextlib.ExitStack() as held:
        slow = [held.enter_context(socket.create_connection(here, timeout=60)) for _one in range(3)]
        for item, sent in zip(slow, (HEAD, HEAD + b"Content-Length: 9\r\n\r\nhalf", b"G"), strict=True):
            item.sendall(sent)
        assert ask(here)[:2] == (200, "||127.0.0.1|")
        slow[1].sendall(b" more")
        assert b"half more|9|" in until_closed(slow[1])


def test_a_body_in_parts_of_unsaid_length_comes_whole() -> None:
    with served(answer) as here, socket.create_connection(here, timeout=60) as browser:
        browser.sendall(HEAD + b"Transfer-Encoding: chunked\r\n\r\n3\r\none\r\n4\r\n two\r\n0\r\n\r\n")
        assert b"one two|7|" in until_closed(browser)


@pytest.mark.parametrize("fields", [{"X-Forwarded-For": "203.0.113.7"}, {"X_Forwarded_For": "203.0.113.7"}])
def test_who_asks_is_what_the_proxy_says_where_there_is_one_and_under_no_name_that_only_looks_so(
    fields: dict[str, str],
) -> None:
    real = "X-Forwarded-For" in fields
    with served(answer, proxied=True) as here:
        assert ask(here, **fields)[1].split("|")[2] == ("203.0.113.7" if real else "127.0.0.1")
    with served(answer) as here:
        assert ask(here, **fields)[1] == f"||127.0.0.1|{'203.0.113.7' if real else ''}"


def test_a_request_is_answered_in_one_of_so_many_threads_and_none_begins_before_it_is_needed() -> None:
    may, threads = threading.Event(), set()

    def slow(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        threads.add(threading.get_ident())
        assert may.wait(60)
        return answer(environ, start_response)

    before = {*threading.enumerate()}  # some of which may end meanwhile
    with served(slow, threads=2) as here, ThreadPoolExecutor(3) as browsers:
        ask_all = [browsers.submit(ask, here) for _one in range(3)]
        until(lambda: len(threads) == 2)
        assert len({*threading.enumerate()} - before) == 1 + 2 + 3  # the server's own, the pages', the browsers'
        may.set()
        assert [item.result()[0] for item in ask_all] == [200] * 3
        assert len(threads) == 2
