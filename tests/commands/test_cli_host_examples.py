"""The systemd service that `scorepad host --example` prints.

systemd finds no error in it, it is sandboxed, and Scorepad needs nothing that the sandbox forbids. The proxies'
settings are tested in tests/web/host/test_behind_proxies.py.
"""

import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from databases import new_database
from program import environment, refused, run
from proxies import ADDRESS, Proxied, find_program
from scorekeeper import Scorekeeper

from scorepad.commands.examples import is_open

SCOREPAD = Path(sys.executable).parent / "scorepad"
"""The command as it is installed."""


def printed(folder: Path, *words: str) -> str:
    """Return the service that the installed command prints."""
    command = [str(SCOREPAD), "host", "--example", "systemd", *words]
    done = subprocess.run(command, cwd=folder, env=environment(folder), capture_output=True, text=True, check=True)
    return done.stdout


def started_by(unit: str) -> list[str]:
    """Return the words of the command, as systemd reads them."""
    (line,) = re.findall(r"^ExecStart=(.*)$", unit, re.M)
    return [word.replace("%%", "%").replace("$$", "$") for word in shlex.split(line)]


# --- systemd ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "where",
    [
        "/var/lib/scorepad", "/var/lib/clubs/one", "/srv/a place with 100% $HOME",
        "postgresql://scorepad@10.0.0.5/scorepad",
        "postgresql://scorepad@db.example.org,db2.example.org/scorepad?sslrootcert=%2Fetc%2Fca.pem",
        "postgresql:///scorepad",
    ],
)  # fmt: skip
def test_systemd_finds_nothing_wrong_with_the_service_and_it_is_shut_in(where: str, tmp_path: Path) -> None:
    unit = tmp_path / "scorepad.service"
    parts = ["host", "--data", where, "--address", "https://a.example:8443", "--port", "7000"]
    unit.write_text(run(tmp_path, *parts, "--example", "systemd").text)
    look = find_program("systemd-analyze")
    verified = subprocess.run([look, "verify", str(unit)], capture_output=True, text=True)
    assert (verified.returncode, verified.stdout, verified.stderr) == (0, "", "")
    subprocess.run([look, "security", "--offline=yes", "--threshold=20", str(unit)], check=True, capture_output=True)
    assert started_by(unit.read_text()) == [sys.executable, "-m", "scorepad", *parts]


def test_systemd_finds_nothing_wrong_with_the_port_that_it_holds_for_the_service(tmp_path: Path) -> None:
    units = [tmp_path / "scorepad.service", tmp_path / "scorepad.socket"]
    for unit, kind in zip(units, ("systemd", "systemd-socket"), strict=True):
        unit.write_text(run(tmp_path, "host", "--example", kind, "--port", "7000").text)
    verified = subprocess.run([find_program("systemd-analyze"), "verify", *units], capture_output=True, text=True)
    assert (verified.returncode, verified.stdout, verified.stderr) == (0, "", "")
    assert "\nListenStream=127.0.0.1:7000\n" in units[1].read_text()
    assert "--port 7000" in units[0].read_text(), "which counts where no socket is handed over"


def test_a_service_keeps_the_groups_where_it_may_write(tmp_path: Path) -> None:
    own = run(tmp_path, "host", "--example", "systemd").text
    assert "--data /var/lib/scorepad --address" in own
    assert "\nDynamicUser=yes\nStateDirectory=scorepad\n" in own
    elsewhere = run(tmp_path, "host", "--example", "systemd", "--data", "our groups").text
    assert f'ReadWritePaths="{tmp_path}/our groups"\n' in elsewhere
    assert f"&& install -d -o scorepad -m 700 '{tmp_path}/our groups'\nUser=scorepad\n" in elsewhere
    assert "DynamicUser" not in elsewhere


DATABASE = "postgresql://scorepad@10.0.0.5/scorepad"


def test_a_service_over_a_database_begins_behind_the_network_and_is_told_by_a_file_what_is_secret(
    tmp_path: Path,
) -> None:
    unit = run(tmp_path, "host", "--example", "systemd", "--data", DATABASE).text
    assert "\nWants=network-online.target\nAfter=network-online.target postgresql.service\n" in unit
    assert "\nEnvironmentFile=-/etc/scorepad.env\n" in unit
    assert re.findall("(?:PGPASSWORD|SCOREPAD_SECRET)=.", unit) == ["PGPASSWORD=…", "SCOREPAD_SECRET=…"]
    in_a_folder = run(tmp_path, "host", "--example", "systemd").text
    assert "EnvironmentFile" not in in_a_folder
    assert "network-online" not in in_a_folder
    refused(run(tmp_path, "host", "--example", "systemd", "--data", "postgresql://a:hunter2@b/c"), "PGPASSWORD")
    refused(run(tmp_path, "host", "--example", "systemd", "--data", f"{DATABASE}?sslmood=no"), "sslmood")


def test_a_service_over_a_database_writes_in_folders_that_systemd_makes_or_where_it_is_said(tmp_path: Path) -> None:
    own = run(tmp_path, "host", "--example", "systemd", "--data", DATABASE).text
    assert "\nDynamicUser=yes\nStateDirectory=scorepad\n" in own
    parts = ["--copies", "our copies"]
    elsewhere = run(tmp_path, "host", "--example", "systemd", "--data", DATABASE, *parts).text
    assert started_by(elsewhere)[-2:] == ["--copies", f"{tmp_path}/our copies"]
    assert f"&& install -d -o scorepad -m 700 '{tmp_path}/our copies'\nUser=scorepad\n" in elsewhere
    assert "\nStateDirectory=scorepad\n" in elsewhere
    assert f'\nReadWritePaths="{tmp_path}/our copies"\n' in elsewhere
    assert "DynamicUser" not in elsewhere


@pytest.mark.parametrize(
    ("where", "numbers", "families"),
    [
        ("/var/lib/scorepad", "localhost", "AF_INET AF_INET6"),
        (DATABASE, "localhost 10.0.0.5", "AF_INET AF_INET6"),
        ("postgresql://a@[2001:db8::1]:5433,127.0.0.2/b", "localhost 2001:db8::1", "AF_INET AF_INET6"),
        ("postgresql://a@db.example.org/b?hostaddr=10.0.0.5", "localhost 10.0.0.5", "AF_INET AF_INET6"),
        ("postgresql://a@localhost/b", "localhost", "AF_INET AF_INET6"),
        ("postgresql:///b?host=/run/postgresql", "localhost", "AF_INET AF_INET6 AF_UNIX"),
        ("postgresql://a@db.example.org/b", None, "AF_INET AF_INET6"),
    ],
)
def test_a_service_speaks_to_the_proxy_and_the_database_and_where_that_has_a_number_to_nobody_else(
    where: str, numbers: str | None, families: str, tmp_path: Path
) -> None:
    unit = run(tmp_path, "host", "--example", "systemd", "--data", where).text
    assert re.findall(r"^IPAddressDeny=(.*)$", unit, re.M) == ([] if numbers is None else ["any"])
    assert re.findall(r"^IPAddressAllow=(.*)$", unit, re.M) == ([] if numbers is None else [numbers])
    assert re.findall(r"^RestrictAddressFamilies=(.*)$", unit, re.M) == [families]


def test_what_a_host_may_be_told_its_service_tells_it(tmp_path: Path) -> None:
    parts = [
        "--groups-an-hour", "7", "--wrong-links-an-hour", "9", "--copies-days", "30", "--workers", "2", "--log", "json",
        "--figures", "127.0.0.1:9100",
    ]  # fmt: skip
    answer = run(tmp_path, "host", "--example", "systemd", *parts)
    assert started_by(answer.text)[-len(parts) :] == parts


def allowed_by(unit: str) -> set[str]:
    """Return the system calls that a service may make."""
    allowed: set[str] = set()
    for line in re.findall(r"^SystemCallFilter=(.*)$", unit, re.M):
        named = {call for word in line.removeprefix("~").split() for call in calls_in(word)}
        allowed = allowed - named if line.startswith("~") else allowed | named
    return allowed


def calls_in(word: str) -> set[str]:
    """Return the calls of a systemd call group, with those of its subgroups."""
    if not word.startswith("@"):
        return {word}
    process = subprocess.run(
        [find_program("systemd-analyze"), "syscall-filter", word], check=True, capture_output=True, text=True
    )
    inside = [line.strip() for line in process.stdout.splitlines()[1:]]
    return {call for word in inside if word and not word.startswith("#") for call in calls_in(word)}


def whole(made: Path, pid: int) -> str:
    """Return strace's output, complete to the end of the process."""
    end = time.monotonic() + 60
    while not re.search(rf"^{pid} +\+\+\+ exited", text := made.read_text(), re.M):
        assert time.monotonic() < end
        time.sleep(0.02)
    return text


@dataclass(frozen=True)
class There:
    """The data of a service: its options, its environment, and the folders that systemd creates for it."""

    words: list[str]
    variables: dict[str, str]
    folders: list[Path]


@pytest.fixture(params=["folder", "database"])
def there(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[There]:
    if request.param == "folder":
        yield There(["--data", "groups"], {}, [tmp_path / "groups"])
        return
    with new_database(request.getfixturevalue("server")) as address:
        unit = printed(tmp_path, "--data", address)
        (matches,) = re.findall(r"^Environment=(.*)$", unit, re.M)
        fields = {name: f"{tmp_path}{path}" for name, path in (setting.split("=") for setting in matches.split())}
        folders = [tmp_path / "var/lib" / name for name in re.findall(r"^StateDirectory=(.*)$", unit, re.M)]
        for folder in folders:
            folder.mkdir(parents=True)
        yield There(["--data", address], fields, folders)
        assert (folders[0] / "host" / "host.secret").exists()


@pytest.mark.soak
def test_scorepad_asks_the_system_for_nothing_that_its_service_forbids(there: There, tmp_path: Path) -> None:
    unit, made = printed(tmp_path, *there.words), tmp_path / "calls"
    assert started_by(unit)[:2] == [str(SCOREPAD), "host"], "the program that has printed it"
    command = [find_program("strace"), "-D", "-f", "-o", str(made), str(SCOREPAD)]
    parts = ["host", *there.words, "--address", ADDRESS, "--port", "0"]
    environ = environment(tmp_path, PYTHONDONTWRITEBYTECODE="1", **there.variables)
    with subprocess.Popen([*command, *parts], cwd=tmp_path, env=environ, stdout=subprocess.PIPE, text=True) as it:
        try:
            assert it.stdout is not None
            match = re.search(r"listens at http://127\.0\.0\.1:(\d+) ", it.stdout.readline())
            assert match
            owner = Scorekeeper(Proxied(("127.0.0.1", int(match[1]))))
            owner.visit("/")
            owner.send("/begin", name="Thursday")
            root = owner.page.path.removesuffix("/owners/welcome")
            for path in (
                *re.findall(r'(?:href|src)="?(/[^" >]+/static/[^" >]+)', owner.visit(f"{root}/").source),
                f"{root}/print/sheet.pdf",
            ):
                assert owner.way.ask("GET", path).status == 200
        finally:
            it.send_signal(signal.SIGTERM)
            it.wait(60)
    lines = whole(made, it.pid)
    asked = set(re.findall(r"^\d+ +([a-z]\w*)\(", lines, re.M))
    assert len(asked) > 40
    as_root = {"fchown"}  # which SQLite does only as root; a service never is root
    assert asked - as_root <= allowed_by(unit)
    assert not re.search(r"PROT_WRITE\|PROT_EXEC", lines), "MemoryDenyWriteExecute"
    families = set(re.findall(r"^\d+ +socket\((AF_\w+)", lines, re.M))
    if set(re.findall(r'sa_family=AF_UNIX, sun_path="([^"]+)"', lines)) == {"/var/run/nscd/socket"}:
        families.remove("AF_UNIX")  # libpq asks for the user's name, and continues without it
    (may,) = re.findall(r"^RestrictAddressFamilies=(.*)$", unit, re.M)
    assert families <= set(may.split())
    changing = re.findall(r"^\d+ +(?:openat\(.*O_(?:WRONLY|RDWR|CREAT)|(?:mkdir|unlink|rename)\w*\().*$", lines, re.M)
    written = {Path(tmp_path, path) for line in changing for path in re.findall(r'"([^"]+)"', line)}
    assert len(written) > 1
    own = {path for path in written for folder in there.folders if path.is_relative_to(folder)}
    assert written - own == set(), "StateDirectory"


# --- the traced calls -----------------------------------------------------------------------------------------


def test_without_a_folder_or_an_address_a_host_says_what_is_missing_and_serves_nothing(tmp_path: Path) -> None:
    for words in ((), ("--data", "groups"), ("--address", ADDRESS)):
        answer = run(tmp_path, "host", *words)
        assert (answer.status, answer.text) == (2, "")
        assert "A public server needs a folder for its groups" in answer.error
    assert list(tmp_path.iterdir()) == []


def test_an_example_is_for_https_and_makes_no_folder(tmp_path: Path) -> None:
    answer = run(tmp_path, "host", "--example", "nginx", "--address", "http://a.example", "--data", "groups")
    assert (answer.status, answer.text) == (2, "")
    assert "begins with https://" in answer.error
    for kind in ("systemd", "container", "nginx", "caddy"):
        text = run(tmp_path, "host", "--example", kind, "--address", "https://a.example", "--data", "groups").text
        assert "https://a.example" in text or "server_name a.example;" in text
        assert not re.search(r"@[A-Z]+@", text), "all is filled in"
    assert list(tmp_path.iterdir()) == []


def test_at_port_443_plain_http_is_led_to_https_and_elsewhere_it_is_left_alone(tmp_path: Path) -> None:
    usual = run(tmp_path, "host", "--example", "nginx", "--address", "https://a.example").text
    assert "listen 443 ssl http2;" in usual
    assert "return 301 https://" in usual
    other = run(tmp_path, "host", "--example", "nginx", "--address", "https://a.example:8443").text
    assert "listen 8443 ssl http2;" in other
    assert "listen 80;" not in other


def test_who_may_not_be_started_by_a_service_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = tmp_path / "bin" / "scorepad"
    command.parent.mkdir()
    command.write_text("#!/bin/sh")
    command.chmod(0o755)
    monkeypatch.setattr(sys, "argv", [str(command)])
    tmp_path.chmod(0o700)
    answer = run(tmp_path, "host", "--example", "systemd")
    assert f"ExecStart={command} host" in answer.text
    assert "Install it, for example, in /opt/scorepad, and run this command there" in answer.error
    assert not is_open(command)
    assert is_open(Path("/usr/bin/env"))
