"""HTTPS proxies in front of Scorepad, which speaks http: a simulated one, nginx and Caddy.

Both programs come from Debian's packages; `make .venv/proxy` unpacks them without installing.
"""

import contextlib
import http.client
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from html_pages import Answer
from ports import free_port
from program import ROOT, run, started
from raw_http import heads

ADDRESS = "https://scores.example.org"

UNPACKED = ROOT / ".venv" / "debian"
"""The folder where `make .venv/proxy` unpacks programs that are not installed."""


class Proxied:
    """A browser's connection through the proxy: its https requests arrive as http under the host name it used."""

    def __init__(self, where: tuple[str, int], address: str = ADDRESS) -> None:
        self.where, self.address = where, address
        self.cookies: dict[str, str] = {}
        self.page = "/"

    def line(self) -> http.client.HTTPConnection:
        """Open a new connection to the server."""
        return http.client.HTTPConnection(*self.where, timeout=60)

    def ask(
        self, method: str, path: str, body: bytes = b"", kind: str = "", more: Mapping[str, str] | None = None
    ) -> Answer:
        headers = {
            "Host": self.address.partition("://")[2],
            "Referer": self.address + self.page,
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            **({"Content-Type": kind} if kind else {}),
            **({"Origin": self.address, "Sec-Fetch-Site": "same-origin"} if method == "POST" else {}),
            **(more or {}),
        }
        with contextlib.closing(self.line()) as line:
            line.request(
                method, path, body=body or None, headers={name: item for name, item in headers.items() if item}
            )
            answer = line.getresponse()
            for cookie in answer.headers.get_all("Set-Cookie") or []:
                assert ("; Secure" in cookie) == self.address.startswith("https:"), cookie
                name, _equals, value = cookie.partition(";")[0].partition("=")
                self.cookies[name] = value
            if method == "GET" and answer.status == 200:
                self.page = path
            return Answer(answer.status, heads(answer), answer.read())


class Encrypted(Proxied):
    """A browser that connects to a proxy by https; `by` is the client address that the proxy sees."""

    def __init__(self, where: tuple[str, int], trusted: ssl.SSLContext, by: str = "127.0.0.1") -> None:
        super().__init__(where, "https://{}:{}".format(*where))
        self._trusted, self._by = trusted, by

    def line(self) -> http.client.HTTPConnection:
        return http.client.HTTPSConnection(*self.where, context=self._trusted, timeout=60, source_address=(self._by, 0))


# --- the proxies ----------------------------------------------------------------------------------------


def find_program(program: str) -> str:
    """Return the path of a program.

    Raise AssertionError if it is missing: a skipped proxy must not pass for a tested one.
    """
    folders = ["/usr/sbin", "/usr/bin", str(UNPACKED / "usr/sbin"), str(UNPACKED / "usr/bin")]
    there = shutil.which(program) or shutil.which(program, path=":".join(folders))
    assert there, f"make .venv/proxy brings {program}"
    return there


def certificate(folder: Path) -> tuple[Path, Path, ssl.SSLContext]:
    """Return a new certificate for localhost, its key, and a TLS context that trusts it."""
    public, private = folder / "fullchain.pem", folder / "privkey.pem"
    made = [
        find_program("openssl"), "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
        "-keyout", str(private), "-out", str(public),
    ]  # fmt: skip
    subprocess.run(made, check=True, capture_output=True)
    return public, private, ssl.create_default_context(cafile=public)


@contextlib.contextmanager
def running(command: list[str], folder: Path, port: int) -> Iterator[None]:
    """Run a program in its folder, wait until it listens, and stop it afterwards."""
    environment = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (
        (folder / "said").open("w+") as message,
        subprocess.Popen(command, cwd=folder, env=environment, stdout=message, stderr=message) as proxy,
    ):
        try:
            end = time.monotonic() + 60
            while not _listens(port):
                assert proxy.poll() is None, (folder / "said").read_text()
                assert time.monotonic() < end, (folder / "said").read_text()
                time.sleep(0.01)
            yield
        finally:
            proxy.kill()  # it would wait for open streams


def _listens(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


@contextlib.contextmanager
def nginx(settings: str, port: int, public: Path, private: Path) -> Iterator[None]:
    """Run nginx with the printed settings, on loopback only.

    It ignores the header by which streams ask for unbuffered delivery.
    """
    folder = public.parent
    own = settings.replace("/etc/letsencrypt/live/localhost/", f"{folder}/").replace(
        f"listen {port} ", f"listen 127.0.0.1:{port} "
    )
    assert own.count(str(folder)) == 2, "certificate and key"
    assert f"listen 127.0.0.1:{port} ssl" in own
    (folder / "scorepad.conf").write_text(own.replace(f"    listen [::]:{port} ssl http2;\n", ""))
    kept = " ".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; master_process off; pid {folder}/pid; error_log stderr; events {{}}\n"
        f"http {{ access_log {folder}/asked; {kept}\n"
        f"proxy_ignore_headers X-Accel-Buffering; include {folder}/scorepad.conf; }}\n"
    )
    with running([find_program("nginx"), "-p", str(folder), "-c", str(folder / "nginx.conf")], folder, port):
        yield


@contextlib.contextmanager
def caddy(settings: str, port: int, public: Path, private: Path) -> Iterator[None]:
    """Run Caddy with the printed settings and the given certificate, on loopback only."""
    folder = public.parent
    site, _brace, rest = settings.partition(" {\n")
    own = f"{site} {{\n\tbind 127.0.0.1\n\ttls {public} {private}\n{rest}"
    (folder / "Caddyfile").write_text(f"{{\n\tadmin off\n\tauto_https disable_redirects\n}}\n{own}")
    with running([find_program("caddy"), "run", "--config", str(folder / "Caddyfile")], folder, port):
        yield


PROXIES = {"nginx": nginx, "caddy": caddy}


# --- a host behind one --------------------------------------------------------------------------------------


class Behind(NamedTuple):
    """A host at a port behind a proxy, which writes into `folder`; `pid` is the process of the program."""

    port: int
    proxy: tuple[str, int]
    trusted: ssl.SSLContext
    pid: int
    folder: Path

    def caller(self, by: str = "127.0.0.1") -> Encrypted:
        """Return a browser that connects to the proxy from its own address."""
        return Encrypted(self.proxy, self.trusted, by)


@contextlib.contextmanager
def behind(proxy: str, folder: Path, *words: str) -> Iterator[Behind]:
    """Yield a host with these options behind one of PROXIES, which runs with the settings that the host prints."""
    public, private, trusted = certificate(folder)
    https = free_port()
    address = f"https://localhost:{https}"
    with started(folder, "host", "--data", "groups", "--address", address, "--port", "0", *words) as it:
        assert it.stdout is not None
        match = re.search(r"listens at http://127\.0\.0\.1:(\d+) ", it.stdout.readline())
        assert match
        printed = run(folder, "host", "--example", proxy, "--address", address, "--port", match[1])
        assert (printed.status, printed.error) == (0, "")
        with PROXIES[proxy](printed.text, https, public, private):
            yield Behind(int(match[1]), ("localhost", https), trusted, it.pid, folder)
