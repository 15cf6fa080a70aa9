"""Compressed answers: which ones, for which clients."""

import gzip

import pytest
from flask import Flask
from werkzeug.test import TestResponse

PACKED = {"Accept-Encoding": "gzip, deflate, br, zstd"}
"""The Accept-Encoding of browsers over https and on the same machine; over http they leave out the last two."""


def answer(app: Flask, path: str, **headers: str) -> TestResponse:
    return app.test_client().get(
        path, buffered=True, headers={name.replace("_", "-"): value for name, value in headers.items()}
    )


@pytest.mark.parametrize("accepted", [PACKED["Accept-Encoding"], "gzip, deflate", "gzip, br;q=0"])
def test_a_page_goes_out_packed_and_is_the_same_page(app: Flask, accepted: str) -> None:
    plain, packed = answer(app, "/rules"), answer(app, "/rules", Accept_Encoding=accepted)
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) < len(plain.data) / 3
    assert packed.headers["Content-Encoding"] == "gzip"
    assert int(packed.headers["Content-Length"]) == len(packed.data)
    assert "Content-Encoding" not in plain.headers
    assert all("Accept-Encoding" in answer.headers["Vary"] for answer in (plain, packed))


@pytest.mark.parametrize("refused", ["", "identity", "gzip;q=0", "br", "zstd"])
def test_who_cannot_unpack_gets_it_as_it_is(app: Flask, refused: str) -> None:
    assert "Content-Encoding" not in answer(app, "/rules", Accept_Encoding=refused).headers


def test_a_style_sheet_goes_out_packed_and_a_browser_that_has_it_is_told_so(app: Flask) -> None:
    packed = answer(app, "/static/style.css", **PACKED)
    assert gzip.decompress(packed.data) == answer(app, "/static/style.css").data
    assert "Accept-Ranges" not in packed.headers
    assert packed.headers["ETag"].startswith("W/"), "other bytes than the unpacked file"
    later = answer(app, "/static/style.css", If_None_Match=packed.headers["ETag"], **PACKED)
    assert (later.status_code, later.data) == (304, b"")


@pytest.mark.parametrize(
    ("site", "packed"), [("none", True), ("same-origin", True), ("same-site", False), ("cross-site", False)]
)
def test_what_another_site_asks_for_is_not_packed_so_that_its_length_tells_nothing(
    app: Flask, site: str, packed: bool
) -> None:
    assert ("Content-Encoding" in answer(app, "/rules", Sec_Fetch_Site=site, **PACKED).headers) is packed


def test_small_answers_and_parts_of_files_are_left_alone(app: Flask) -> None:
    assert "Content-Encoding" not in answer(app, "/static/looks.css", **PACKED).headers
    part = answer(app, "/static/style.css", Range="bytes=0-99", **PACKED)
    assert (part.status_code, len(part.data)) == (206, 100)
    assert "Content-Encoding" not in part.headers
