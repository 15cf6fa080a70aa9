"""Malformed requests, sent to the real server: each gets an answer below 500, and none fills the log."""

import contextlib
import re
import socket
from pathlib import Path

from flask import Flask
from program import started
from raw_http import served
from soak import often

LONG = "a" * 64
HOSTS = ("a..b", ".", "..", LONG, f"{LONG}.com", f"{'a' * 60}:8080", "x" * 8_000)
"""Hosts that cannot exist."""

STRANGE_HOSTS = (
    "", " ", "localhost:", "localhost:junk", "localhost:99999999999", "localhost:-1", "localhost:80:80",
    "[::1", "[", "]",
    "[::1]:junk", "[::1%25eth0]", "\xe9", "\xff\xfe", "a@b", "a/b", "a#b", "a b", "%00", "xn--", "xn--zzzzzzzzz",
    "127.0.0.1.", "http://localhost", "scores.example.org:99999", "scores.example.org:x", "_", "a,b",
)  # fmt: skip
ODD = (
    "",
    "\xe9",
    "\xff\xfe",
    "x" * 9_000,
    "a..b",
    "%00",
    '"',
    "\\",
    ";=",
    ",,",
    'a=";b',
    "-1",
    "9" * 30,
    "NaN",
    "1e999",
)
HEADERS: dict[str, tuple[str, ...]] = {
    "Forwarded": ("for=[", 'for="[::1";host=a..b'),
    "X-Forwarded-For": ("[::1", "1.2.3.4:junk", LONG, "[::1%eth0]:3"),
    "X-Forwarded-Host": (), "X-Forwarded-Proto": (), "X-Forwarded-Port": (),
    "Origin": ("http://a..b", "http://[", "null", "://"),
    "Referer": ("http://[", "http://a..b/", "https://x:99999999/"),
    "Accept": ("a;q=NaN", "/", "*/*;q="), "Accept-Encoding": ("br;q=NaN", "gzip;q=", "br;q=1e999"),
    "Accept-Language": ("nl;q=NaN", "nl;q=1e999", "*;q=*", f"nl-{LONG}", ",".join(["nl"] * 3_000)),
    "Cookie": ("=", "a", "language=\xff", f"language={LONG}", 'a="\\777"', "session=.eJ", ";" * 3_000),
    "Range": ("bytes=-", "bytes=5-1", "bytes=-99999999999999999999", "items=0-1", "bytes=0-0,0-0"),
    "If-Range": (), "If-Match": (), "If-None-Match": ('"', 'W/"x', '"a","b'),
    "If-Modified-Since": ("yesterday", "Thu, 99 Foo 99999 99:99:99 GMT", "Thu, 01 Jan 99999 00:00:00 GMT"),
    "Content-Type": (
        "text/html; charset=nope", "application/x-www-form-urlencoded; charset=utf-16", "a/b; c*=nope''x",
        "multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=\xff", "a/b; c*0*=x",
    ),
    "Content-Length": ("+3", "0x3", "9" * 5_000),
    "Authorization": ("Basic", "Basic x", "Digest x", "Basic \xff"), "Expect": ("200-ok",), "Upgrade": ("websocket",),
    "Prefer": ("respond-async",), "X-Csrftoken": (), "Last-Event-Id": (),
}  # fmt: skip
TARGETS = (
    "/%", "/%ff", "/%00", "/..", "//", "/;x", "*", "http://a..b/", "//a..b/", "/\xe9", "/?a=%ff", "/?%00", "/?page=-1",
    f"/?page={'9' * 30}", "/games/%ff", "/static/%00", f"/static/{'x' * 300}.css", "/enter?next=http://[", "a",
)  # fmt: skip


def answer(port: int, head: str, body: bytes = b"") -> str:
    """Return the status line of the answer to a request of these lines; "" if the server sends nothing."""
    with contextlib.closing(socket.create_connection(("127.0.0.1", port), timeout=60)) as line:
        line.sendall(f"{head}\r\nConnection: close\r\n\r\n".encode("latin-1") + body)
        return line.recv(100).partition(b"\r\n")[0].decode()


def is_answered(text: str) -> bool:
    return re.match(r"HTTP/1\.1 [234]\d\d ", text) is not None


def test_a_request_with_two_ends_is_refused_and_nothing_after_it_is_read() -> None:
    smuggled = b"0\r\n\r\nGET /games HTTP/1.1\r\nHost: localhost\r\n\r\n"
    head = "POST /games HTTP/1.1\r\nHost: localhost\r\nContent-Length: {}\r\nTransfer-Encoding: chunked\r\n\r\n"
    with served(Flask("bare")) as where, contextlib.closing(socket.create_connection(where, timeout=60)) as line:
        line.sendall(head.format(len(smuggled)).encode() + smuggled)
        text = b"".join(iter(lambda: line.recv(4096), b""))
    assert text.startswith(b"HTTP/1.1 400 ")
    assert text.count(b"HTTP/1.1") == 1


def test_a_malformed_request_is_answered_without_a_traceback_and_a_malformed_host_takes_one_line_of_the_log(
    tmp_path: Path,
) -> None:
    ours = "Host: scores.example.org"
    with started(tmp_path, "--address", "https://scores.example.org") as running:
        assert running.stdout is not None
        assert running.stderr is not None
        port = next(int(result[1]) for match in running.stdout if (result := re.search(r"127\.0\.0\.1:(\d+)", match)))
        for host in HOSTS:
            assert answer(port, f"GET / HTTP/1.1\r\nHost: {host}").startswith("HTTP/1.1 400 "), host
        for host in STRANGE_HOSTS:
            assert is_answered(answer(port, f"GET / HTTP/1.1\r\nHost: {host}")), host
        for target in TARGETS:
            assert is_answered(answer(port, f"GET {target} HTTP/1.1\r\n{ours}")), target
        for number, (header, values) in enumerate(HEADERS.items()):
            for value in (*values, *ODD[number % often(5, 1) :: often(5, 1)]):
                first = "POST /games HTTP/1.1" if header.startswith("Content-") else "GET / HTTP/1.1"
                length = "\r\nContent-Length: 3" if header == "Content-Type" else ""
                head = f"{first}\r\n{ours}\r\n{header}: {value}{length}"
                assert is_answered(answer(port, head, b"a=b" if length else b"")), head
        running.terminate()
        log = running.stderr.read().splitlines()
    assert len(log) == len(HOSTS), "\n".join(log)
    assert all("Host header" in message for message in log)
