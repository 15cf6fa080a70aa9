"""What goes over the wire packed, to whom, and what does not."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import TestResponse

PACKED = {"Accept-Encoding": "gzip, deflate"}
STATIC = Path(__file__).parent.parent.parent.parent / "static"


def answer(app: Flask, path: str, **headers: str) -> TestResponse:
    return app.test_client().get(
        path, buffered=True, headers={name.replace("_", "-"): value for name, value in headers.items()}
    )


def test_a_page_goes_out_packed_and_is_the_same_page(app: Flask) -> None:
    plain, packed = answer(app, "/rules"), answer(app, "/rules", **PACKED)
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) < len(plain.data) / 3
    assert packed.headers["Content-Encoding"] == "gzip"
    assert int(packed.headers["Content-Length"]) == len(packed.data)
    assert "Content-Encoding" not in plain.headers
    assert all("Accept-Encoding" in one.headers["Vary"] for one in (plain, packed))


@pytest.mark.parametrize("refused", ["", "identity", "gzip;q=0", "br"])
def test_who_cannot_unpack_gets_it_as_it_is(app: Flask, refused: str) -> None:
    assert "Content-Encoding" not in answer(app, "/rules", Accept_Encoding=refused).headers


def test_a_style_sheet_goes_out_packed_and_a_browser_that_has_it_is_told_so(app: Flask) -> None:
    packed = answer(app, "/static/style.css", **PACKED)
    assert gzip.decompress(packed.data) == (STATIC / "style.css").read_bytes()
    assert "Accept-Ranges" not in packed.headers
    assert packed.headers["ETag"].startswith("W/"), "other bytes than the unpacked file"
    later = answer(app, "/static/style.css", If_None_Match=packed.headers["ETag"], **PACKED)
    assert (later.status_code, later.data) == (304, b"")


def test_the_comments_of_a_script_stay_here(app: Flask) -> None:
    lines = (STATIC / "entry.js").read_text("utf-8").splitlines()
    sent = gzip.decompress(answer(app, "/static/entry.js", **PACKED).data).decode().splitlines()
    assert sent == [line for line in lines if not line.lstrip().startswith("//")]
    assert len(sent) < len(lines)


@pytest.mark.parametrize("script", sorted(STATIC.glob("*.js")), ids=lambda script: str(script.name))
def test_no_script_has_text_of_several_lines_that_could_look_like_a_comment(script: Path) -> None:
    assert all(line.count("`") % 2 == 0 for line in script.read_text("utf-8").splitlines())


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
