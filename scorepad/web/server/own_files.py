"""Static files at addresses that change with their content, and compression of all answers.

All addresses share one fingerprint, computed from all files. Browsers can cache them without asking again, and files
can name each other by relative paths.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from functools import cache, cached_property, lru_cache
from mimetypes import guess_type
from pathlib import Path
from typing import Any

from flask import Flask, Response, abort, request
from werkzeug.wrappers import Response as AnyResponse

from scorepad import __version__
from scorepad.web.auth.access import HEADERS

FOR_EVER = "max-age=31536000, immutable"
KINDS = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}
"""What a file is, where not every machine knows it."""

MANIFEST = "manifest.webmanifest"
"""The web app manifest. `start` in its address is the path that opens from the home screen: the game of a visitor with
link to one game.
"""

WORKER = "worker.js"

POLICIES = {WORKER: "default-src 'none'; connect-src 'self'", "icon.svg": "default-src 'none'"}
"""The content security policy of scripts and other files that are opened alone: they may fetch from this server only.
"""

_READ_IN_STYLES = re.compile(rb"/\*.*?\*/|^\s+", re.DOTALL | re.MULTILINE)
"""What only people read: a comment, and white space before a line."""

_MARKED = re.compile(r"([0-9a-f]{10})/(.+)")


class OwnFiles:
    """The files of a folder, each read and made ready when it is first asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.sent = cache(self._sent)

    @cached_property
    def names(self) -> frozenset[str]:
        return frozenset(one.name for one in self.folder.iterdir())

    @cached_property
    def mark(self) -> str:
        """Ten letters that tell these files from all others before and after them, the program that sends them too."""
        told = hashlib.sha256(json.dumps([__version__, HEADERS]).encode())
        for name in sorted(self.names):
            told.update(name.encode() + b"\0" + (self.folder / name).read_bytes())
        return told.hexdigest()[:10]

    def _sent(self, name: str) -> bytes:
        """Return a file as it is sent: scripts and styles without comments.

        Raise FileNotFoundError for an unknown name.
        """
        if name not in self.names:
            raise FileNotFoundError(name)
        path = self.folder / name
        if path.suffix == ".js":
            return bundled(self.folder, path.stem).encode()
        data = path.read_bytes()
        return _READ_IN_STYLES.sub(b"", data) if path.suffix == ".css" else data


def serve(app: Flask, folder: Path) -> OwnFiles:
    """Give the files of a folder their addresses, which `url_for("static", filename=…)` writes."""
    files = OwnFiles(folder)

    @app.url_defaults
    def marked(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static":
            values["filename"] = f"{files.mark}/{values['filename']}"

    def send(filename: str) -> Response:
        """Return a file, cached for ever at the address with its fingerprint.

        At any other address return the current file: a page of an older version may ask for it.
        """
        marked = _MARKED.fullmatch(filename)
        name = marked[2] if marked else filename
        try:
            data = _told(name, files.sent(name))
        except FileNotFoundError:
            abort(404)
        kind = KINDS.get(Path(name).suffix) or guess_type(name)[0]
        answer = Response(data, content_type=kind)  # of the alphabet of the page that asks
        if name in POLICIES:
            answer.headers["Content-Security-Policy"] = POLICIES[name]
        if marked and marked[1] == files.mark:
            answer.headers["Cache-Control"] = FOR_EVER
            return answer
        answer.headers["Cache-Control"] = "no-cache"
        answer.set_etag(files.mark)
        answer.make_conditional(request, accept_ranges=True, complete_length=answer.content_length)
        del answer.headers["Date"]  # the server says it once more
        return answer

    app.add_url_rule("/static/<path:filename>", endpoint="static", view_func=send)
    # The worker, from where it may bring every page; the browser asks for it again and again.
    app.add_url_rule("/worker.js", endpoint="worker", view_func=send, defaults={"filename": WORKER})
    return files


def _told(name: str, data: bytes) -> bytes:
    """Return a file with the values filled in that it needs.

    The worker gets the marks of the pages that it answers with. The manifest gets the path that opens from the home
    screen, by default the list of games.
    """
    if name == WORKER:
        return b"const HEADERS=%s;%s" % (json.dumps(HEADERS).encode(), data)
    start = request.args.get("start", "")
    if name == MANIFEST and re.fullmatch(r"(/[\w-]+)+", start, re.ASCII):
        return data.replace(b'"start_url": "../../"', f'"start_url": "{start}"'.encode())
    return data


# --- packing ----------------------------------------------------------------------------------------

PACKED = {
    "text/html", "text/css", "text/javascript", "image/svg+xml", "application/json", "application/manifest+json",
}  # fmt: skip

PAGE_LEVEL, FILE_LEVEL = 6, 9
"""Compression levels of pages (compressed for each request) and of static files (compressed once)."""

LEAST = 256
"""Bytes below which compression saves nothing worth the work."""

OWN = {"", "none", "same-origin"}
"""Values of the header Sec-Fetch-Site for our own pages and for typed addresses; browsers send it over https only."""


def pack(app: Flask) -> None:
    """Compress answers of `app` with gzip for browsers that accept it.

    Over https, the length of a compressed answer tells an eavesdropper whether two parts of a page are alike
    (BREACH). Another site would make the browser request the page again and again with guesses. Such a guess comes
    from another site, and those answers are not compressed.
    """

    @app.after_request
    def packed(response: AnyResponse) -> AnyResponse:
        if response.mimetype not in PACKED or response.is_streamed:
            return response
        response.vary.add("Accept-Encoding")
        if not _may_be_packed(response):
            return response
        data = response.get_data()
        if len(data) < LEAST:
            return response
        is_file = request.endpoint in ("static", "worker")
        response.set_data(_file(data) if is_file else gzip.compress(data, PAGE_LEVEL, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
        response.headers.pop("Accept-Ranges", None)
        etag, _weak = response.get_etag()
        if etag:  # the same file in other bytes
            response.set_etag(etag, weak=True)
        return response


def _may_be_packed(response: AnyResponse) -> bool:
    return (
        request.accept_encodings["gzip"] > 0
        and response.status_code not in (206, 304)
        and "Content-Encoding" not in response.headers
        and request.headers.get("Sec-Fetch-Site", "") in OWN
    )


@lru_cache(maxsize=128)
def _file(data: bytes) -> bytes:
    """Return a static file, compressed on its first request."""
    return gzip.compress(data, FILE_LEVEL, mtime=0)


# --- scripts ------------------------------------------------------------------------------------------

_IMPORT = re.compile(r'^import (?:\* as (\w+)|(\{ [\w, ]+ \})) from "\./(\w+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(async function|function|const|let) (\w+))", re.MULTILINE)
_NOT_UNDERSTOOD = re.compile(r"^(?:import (?!\()|export ).*", re.MULTILINE)

_WAITS = re.compile(r"^\S.*\bawait\b", re.MULTILINE)
"""A script that waits for something before it goes on."""

_READ_BY_PEOPLE = re.compile(r"^\s+|(?<!\S)// .*", re.MULTILINE)
"""White space before a line, and a comment."""


def bundled(folder: Path, name: str) -> str:
    """Bundle the script `name` of a folder with its imports.

    Each module becomes a function, so that names stay separate. An exported `let` is read at each use, as with
    modules. Imports must be modules of the same folder. The bundle is one function, except for a script whose exports
    other scripts use.
    """
    modules: dict[str, str] = {}
    own = _taken_in(folder, name, modules)
    exported = [one for _kind, one in _EXPORT.findall(own)]
    if exported:
        own = f"{_module(name, own)}export const {{ {', '.join(exported)} }} = ${name};\n"
    whole = "".join([*modules.values(), own])
    if not exported:
        whole = f"({'async ' if _WAITS.search(own) else ''}() => {{\n{whole}}})();\n"
    return _READ_BY_PEOPLE.sub("", whole)


def _taken_in(folder: Path, name: str, modules: dict[str, str]) -> str:
    """Return a script without its imports, and add those to `modules` in the order in which they must run."""

    def bound(found: re.Match[str]) -> str:
        called, names, module = found.groups()
        if module not in modules:
            modules[module] = _module(module, _taken_in(folder, module, modules))
        return f"const {called or names} = ${module};\n"

    return _IMPORT.sub(bound, (folder / f"{name}.js").read_text("utf-8"))


def _module(name: str, text: str) -> str:
    exported = [f"get {one}() {{ return {one}; }}" if kind == "let" else one for kind, one in _EXPORT.findall(text)]
    body = _EXPORT.sub("", text)
    if found := _NOT_UNDERSTOOD.search(body):
        raise ValueError(f"{name}: {found[0]}")
    return f"const ${name} = (() => {{\n{body}\nreturn {{ {', '.join(exported)} }};\n}})();\n"
