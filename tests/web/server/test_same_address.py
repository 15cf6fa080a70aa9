"""A stable address for phones: the port of the last run, and a name if the network has one."""

import contextlib
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from ports import free_port
from program import PROGRAM, environment, refused, run_anew
from raw_http import ask

from scorepad.web.auth.addresses import lan_address, local_name
from scorepad.web.server.run_server import PORT

NAMED = """
import socket, sys, threading
from scorepad.cli import main
known = socket.getaddrinfo
def network(name, *more, **others):
    if not str(name).endswith(".local"):
        return known(name, *more, **others)
    if sys.argv[1] == "silent":
        threading.Event().wait()
    return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (sys.argv[1], 0))]
socket.getaddrinfo = network
sys.exit(main(sys.argv[2:]))
"""
"""The program on a network whose name `….local` resolves to a given address, or never."""


@contextlib.contextmanager
def serving(folder: Path, *words: str, program: tuple[str, ...] = tuple(PROGRAM)) -> Iterator[subprocess.Popen[str]]:
    """Run the program that serves the games of a folder; stop it at the end and check that it stops cleanly."""
    command = [*program, "--no-open", *words]
    with subprocess.Popen(
        command, env=environment(folder), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        try:
            yield running
            running.terminate()
            _rest, errors = running.communicate(timeout=60)
            assert (running.returncode, errors) == (0, "")
        finally:
            running.kill()


def on_network(leads_to: str) -> tuple[str, ...]:
    return sys.executable, "-X", "utf8", "-c", NAMED, leads_to


def address(running: subprocess.Popen[str]) -> str:
    """Return the first address that the program prints."""
    assert running.stdout is not None
    return next(word for word in running.stdout.readline().split() if word.startswith("http://"))


def port_of(running: subprocess.Popen[str]) -> int:
    return urlsplit(address(running)).port or 0


# --- the port -----------------------------------------------------------------------------------------


def test_the_next_start_is_at_the_port_of_the_last_one_and_one_beside_it_at_no_other_port(tmp_path: Path) -> None:
    port = free_port()
    with serving(tmp_path, "--port", str(port)) as first:
        assert port_of(first) == port
    with serving(tmp_path) as second:
        assert port_of(second) == port
        third = run_anew(tmp_path, "--no-open")
    refused(third, f"Port {port} is in use", "Scorepad is already open, or another program uses it", "--port")


@pytest.mark.soak
def test_a_start_at_any_port_or_behind_a_proxy_changes_nothing_for_the_next_one(tmp_path: Path) -> None:
    port = free_port()
    proxied = ["--port", str(free_port()), "--address", "https://a.example"]
    for words in (["--port", str(port)], ["--port", "0"], proxied):
        with serving(tmp_path, *words) as running:
            assert port_of(running)
    with serving(tmp_path) as last:
        assert port_of(last) == port


def test_the_first_start_is_at_the_usual_port_or_at_none(tmp_path: Path) -> None:
    with contextlib.ExitStack() as held:
        with contextlib.suppress(OSError):  # another program has it
            held.enter_context(socket.create_server(("127.0.0.1", PORT)))
        refused(run_anew(tmp_path, "--no-open"), f"Port {PORT} is in use")


# --- the name -----------------------------------------------------------------------------------------

NUMBER = lan_address() or ""


def links_told(running: subprocess.Popen[str]) -> list[str]:
    """Return the hosts of the printed links for phones; assert that all have the same key."""
    running.terminate()
    assert running.stdout is not None
    result = re.findall(r"http://(\S+)(/enter\?key=[\w-]{22})", running.stdout.read())
    assert len({key for _where, key in result}) == 1
    return [where for where, _key in result]


@pytest.mark.skipif(not NUMBER, reason="without a network there is no name in it")
def test_where_the_network_knows_this_machine_by_name_that_is_told_before_the_number(tmp_path: Path) -> None:
    with serving(tmp_path, "--lan", "--port", "0", program=on_network(NUMBER)) as running:
        port = port_of(running)
        assert ask(("127.0.0.1", port), "/", Host=f"{local_name()}:{port}")[0] == 403, "let in to show a key"
        assert ask(("127.0.0.1", port), "/", Host=f"other.local:{port}")[0] == 400
        assert links_told(running) == [f"{local_name()}:{port}", f"{NUMBER}:{port}"]


@pytest.mark.soak
@pytest.mark.skipif(not NUMBER, reason="without a network there is no name in it")
@pytest.mark.parametrize("leads_to", ["silent", "127.0.1.1", "192.0.2.7"])
def test_a_name_that_leads_elsewhere_or_is_not_answered_is_not_told_and_keeps_nobody_waiting(
    tmp_path: Path, leads_to: str
) -> None:
    with serving(tmp_path, "--lan", "--port", "0", program=on_network(leads_to)) as running:
        port = port_of(running)
        assert links_told(running) == [f"{NUMBER}:{port}"]
