"""Static files at addresses that change with their content, and compression of all answers.

All addresses share one fingerprint, computed from all files. So browsers can cache the files for ever, and files can
refer to each other by relative paths.
"""

import gzip
import hashlib
import json
import re
from functools import cache, cached_property, lru_cache
from mimetypes import guess_type
from pathlib import Path
from typing import Any

import rjsmin
from flask import Flask, Response, abort, request
from werkzeug.wrappers import Response as AnyResponse

from scorepad import __version__
from scorepad.web.auth.access import HEADERS

IMMUTABLE_CACHE = "max-age=31536000, immutable"
KINDS = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}
"""Content types that the MIME table of some machines lacks."""

MANIFEST = "manifest.webmanifest"
"""The web app manifest.

The parameter `start` of its address is the path that the home screen icon opens: the game, for a link to one game.
"""

WORKER = "worker.js"

POLICIES = {WORKER: "default-src 'none'; connect-src 'self'", "icon.svg": "default-src 'none'"}
"""The content security policies of files that run or open outside a page: the worker and the icon."""

_STYLE_NOISE = re.compile(rb"""("[^"]*")|/\*.*?\*/|^\s+|(?<=[{};:,])\s+|\s+(?=[{}])""", re.DOTALL | re.MULTILINE)
"""Texts of a style sheet, and what browsers do not need: comments, indents and spaces next to signs."""

_STYLE_IMPORT = re.compile(rb'@import "([\w.]+)";')
"""The import of another style sheet of the folder."""

_FINGERPRINTED = re.compile(r"([0-9a-f]{10})/(.+)")


class StaticFiles:
    """The files of a folder, each read and processed at its first request."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.sent = cache(self._sent)

    @cached_property
    def names(self) -> frozenset[str]:
        return frozenset(path.name for path in self.folder.iterdir() if path.is_file())

    @cached_property
    def mark(self) -> str:
        """Return the fingerprint of all files, of the program's version and of its headers: ten hex digits."""
        digest = hashlib.sha256(json.dumps([__version__, HEADERS]).encode())
        for name in sorted(self.names):
            digest.update(name.encode() + b"\0" + (self.folder / name).read_bytes())
        return digest.hexdigest()[:10]

    def _sent(self, name: str) -> bytes:
        """Return a file as the browser gets it: scripts and styles with their imports and without comments.

        Raise FileNotFoundError for an unknown name.
        """
        if name not in self.names:
            raise FileNotFoundError(name)
        path = self.folder / name
        if path.suffix == ".js":
            return bundle(self.folder, path.stem).encode()
        data = path.read_bytes()
        if path.suffix != ".css":
            return data
        return _STYLE_IMPORT.sub(lambda match: self._sent(match[1].decode()), _STYLE_NOISE.sub(rb"\1", data))


def serve(app: Flask, folder: Path) -> StaticFiles:
    """Serve the files of a folder at the addresses that `url_for("static", filename=…)` returns."""
    files = StaticFiles(folder)

    @app.url_defaults
    def marked(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static":
            values["filename"] = f"{files.mark}/{values['filename']}"

    def send(filename: str) -> Response:
        """Return a file, cached for ever at the address with its fingerprint.

        At any other address return the current file, because a page of an older version may request it.
        """
        marked = _FINGERPRINTED.fullmatch(filename)
        name = marked[2] if marked else filename
        try:
            data = _with_request_values(name, files.sent(name))
        except FileNotFoundError:
            abort(404)
        kind = KINDS.get(Path(name).suffix) or guess_type(name)[0]
        answer = Response(data, content_type=kind)  # without a charset: the browser uses that of the page
        if name in POLICIES:
            answer.headers["Content-Security-Policy"] = POLICIES[name]
        if marked and marked[1] == files.mark:
            answer.headers["Cache-Control"] = IMMUTABLE_CACHE
            return answer
        answer.headers["Cache-Control"] = "no-cache"
        answer.set_etag(files.mark)
        answer.make_conditional(request, accept_ranges=True, complete_length=answer.content_length)
        del answer.headers["Date"]  # the server adds it
        return answer

    app.add_url_rule("/static/<path:filename>", endpoint="static", view_func=send)
    # At the root, so that the worker may answer for every page, and without a fingerprint, so that it can be updated.
    app.add_url_rule("/worker.js", endpoint="worker", view_func=send, defaults={"filename": WORKER})
    return files


def _with_request_values(name: str, data: bytes) -> bytes:
    """Insert values into the worker and the manifest; return any other file unchanged.

    The worker gets the headers for the pages that it serves. The manifest gets the path that the home screen icon
    opens, by default the list of games.
    """
    if name == WORKER:
        return b"const HEADERS=%s;%s" % (json.dumps(HEADERS).encode(), data)
    start = request.args.get("start", "")
    if name == MANIFEST and re.fullmatch(r"(/[\w-]+)+", start, re.ASCII):
        return data.replace(b'"start_url": "../../"', f'"start_url": "{start}"'.encode())
    return data


# --- compression ------------------------------------------------------------------------------------

PACKED = {
    "text/html", "text/css", "text/javascript", "image/svg+xml", "application/json", "application/manifest+json",
}  # fmt: skip

PAGE_LEVEL, FILE_LEVEL = 6, 9
"""The compression levels of pages, and of static files, which are compressed once."""

LEAST = 256
"""Bytes below which compression is not worth its time."""

OWN = {"", "none", "same-origin"}
"""Values of the header Sec-Fetch-Site for our own pages and for typed addresses.

Browsers send the header over https only, and "" is its absence.
"""


def compress_answers(app: Flask) -> None:
    """Compress answers of `app` with gzip for browsers that accept it.

    Answers to requests from other sites are not compressed, to prevent the BREACH attack. There, another site makes
    the browser request a page with many guesses. The length of the compressed answer shows an eavesdropper whether a
    guess matches a part of the page.
    """

    @app.after_request
    def packed(response: AnyResponse) -> AnyResponse:
        if response.mimetype not in PACKED or response.is_streamed:
            return response
        response.vary.add("Accept-Encoding")
        is_wanted = request.accept_encodings["gzip"] > 0 and request.headers.get("Sec-Fetch-Site", "") in OWN
        is_whole = response.status_code not in (206, 304) and "Content-Encoding" not in response.headers
        if not (is_wanted and is_whole) or len(data := response.get_data()) < LEAST:
            return response
        is_file = request.endpoint in ("static", "worker")
        response.set_data(_file(data) if is_file else gzip.compress(data, PAGE_LEVEL, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
        response.headers.pop("Accept-Ranges", None)
        etag, _weak = response.get_etag()
        if etag:  # weak, because the bytes differ from those of the uncompressed file
            response.set_etag(etag, weak=True)
        return response


@lru_cache(maxsize=128)
def _file(data: bytes) -> bytes:
    """Return a compressed static file, cached after its first request."""
    return gzip.compress(data, FILE_LEVEL, mtime=0)


# --- bundling of scripts ------------------------------------------------------------------------------

_IMPORT = re.compile(r'^import (?:\* as (\w+)|(\{ [\w, ]+ \})) from "\./(\w+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(async function|function|const|let) (\w+))", re.MULTILINE)
_NOT_UNDERSTOOD = re.compile(r"^(?:import (?!\()|export ).*", re.MULTILINE)
_ARROW_AND_PATTERN = re.compile(r"=> /(?![/*]).*")
"""A regular expression after an arrow: rjsmin takes its slash for a division and removes its spaces."""

_TOP_LEVEL_AWAIT = re.compile(r"^\S.*\bawait\b", re.MULTILINE)
"""A top-level `await`: the bundle must then be an async function."""


def bundle(folder: Path, name: str) -> str:
    """Bundle the script `name` of a folder with its imports.

    Each module becomes a function, so that its names stay local. An exported `let` is read at each use, as with
    modules. Imports must be modules of the same folder. The bundle is one function, unless the script has exports.
    Raise ValueError for an import or export of another form, and for what the minifier would break.
    """
    modules: dict[str, str] = {}
    script = _collect_imports(folder, name, modules)
    exported = [export for _kind, export in _EXPORT.findall(script)]
    if exported:
        script = f"{_module(name, script)}export const {{ {', '.join(exported)} }} = ${name};\n"
    bundle = "".join([*modules.values(), script])
    if not exported:
        bundle = f"({'async ' if _TOP_LEVEL_AWAIT.search(script) else ''}() => {{\n{bundle}}})();\n"
    if unsupported := _ARROW_AND_PATTERN.search(bundle):
        raise ValueError(f"{name}: {unsupported[0]}")
    return str(rjsmin.jsmin(bundle))


def _collect_imports(folder: Path, name: str, modules: dict[str, str]) -> str:
    """Return a script without its imports, and add these to `modules` in the order in which they must run."""

    def bound(match: re.Match[str]) -> str:
        alias, names, module = match.groups()
        if module not in modules:
            modules[module] = _module(module, _collect_imports(folder, module, modules))
        return f"const {alias or names} = ${module};\n"

    return _IMPORT.sub(bound, (folder / f"{name}.js").read_text("utf-8"))


def _module(name: str, text: str) -> str:
    exported = [
        f"get {export}() {{ return {export}; }}" if kind == "let" else export for kind, export in _EXPORT.findall(text)
    ]
    body = _EXPORT.sub("", text)
    if unsupported := _NOT_UNDERSTOOD.search(body):
        raise ValueError(f"{name}: {unsupported[0]}")
    return f"const ${name} = (() => {{\n{body}\nreturn {{ {', '.join(exported)} }};\n}})();\n"
