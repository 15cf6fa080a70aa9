"""Compress answers with gzip for browsers that accept it.

Compressed answers tell an eavesdropper on https by their length whether two parts of a page are alike, once another
site makes a browser request the page again and again with guesses (BREACH). Such a guess comes from another site, and
browsers say so: its answer is not compressed. The prize is small, too: Flask-WTF signs its tokens again every second,
and the session cookie is not sent with requests of other sites.
"""

from __future__ import annotations

import gzip
from functools import lru_cache

from flask import Flask, request
from werkzeug.wrappers import Response

KINDS = {
    "text/html", "text/css", "text/javascript", "image/svg+xml", "application/json", "application/manifest+json",
}  # fmt: skip

PAGE_LEVEL, FILE_LEVEL = 6, 9
"""Compression levels: a page is compressed for every request, a file of our own once."""

LEAST = 256
"""Bytes below which compression saves nothing worth the work."""

OWN = {"", "none", "same-origin"}
"""Values of the header Sec-Fetch-Site for our own pages and for typed addresses; browsers send it over https only."""


def pack(app: Flask) -> None:
    """Compress every answer of `app` that may be compressed."""

    @app.after_request
    def packed(response: Response) -> Response:
        if response.mimetype not in KINDS or response.is_streamed:
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


def _may_be_packed(response: Response) -> bool:
    return (
        request.accept_encodings["gzip"] > 0
        and response.status_code not in (206, 304)
        and "Content-Encoding" not in response.headers
        and request.headers.get("Sec-Fetch-Site", "") in OWN
    )


@lru_cache(maxsize=128)
def _file(data: bytes) -> bytes:
    """Return a file of our own, compressed on its first request."""
    return gzip.compress(data, FILE_LEVEL, mtime=0)
