"""Files that once stopped the process that read them, or filled its memory or one core."""

import io
import re
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

from html_pages import Page

CASES = Path(__file__).parent / "cases" / "hostile"
_SHEET = (
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>{}</sheetData></worksheet>'
)


def dashes() -> bytes:
    return b"|" + b"-" * 120_000 + b"\n|" + b" " * 120_001


def shared_strings_under_another_name() -> bytes:
    strings = b"<si/>" * 30_000_000
    head = b'<?xml version="1.0"?><sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
    types = _member("[Content_Types].xml").replace(
        "</Types>",
        '<Override PartName="/xl/sharedStrings.dat" ContentType="application/vnd.openxmlformats-officedocument'
        '.spreadsheetml.sharedStrings+xml"/></Types>',
    )
    return _changed({"xl/sharedStrings.dat": head + strings + b"</sst>", "[Content_Types].xml": types.encode()})


def far_columns() -> bytes:
    """Return a workbook of 50 sheets with an empty cell in the last column of each of many rows."""
    rows = "".join(f'<row r="{at}"><c r="XFD{at}"><v></v></c></row>' for at in range(1, 120))
    with zipfile.ZipFile(CASES / "lastrow50.xlsx") as packed:
        sheets = [name for name in packed.namelist() if name.startswith("xl/worksheets/")]
    return _changed(dict.fromkeys(sheets, _SHEET.format(rows).encode()), "lastrow50.xlsx")


def _changed(files: dict[str, bytes], case: str = "regex30000.xlsx") -> bytes:
    """Return one of the workbooks with some parts added or replaced."""
    file = io.BytesIO()
    with zipfile.ZipFile(CASES / case) as packed, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as into:
        for name in {*packed.namelist(), *files}:
            into.writestr(name, files[name] if name in files else packed.read(name))
    return file.getvalue()


def _member(name: str) -> str:
    with zipfile.ZipFile(CASES / "regex30000.xlsx") as packed:
        return packed.read(name).decode()


_MADE: dict[str, Callable[[], bytes]] = {
    "dash.md": dashes,
    "shared_dat_si_150MB.xlsx": shared_strings_under_another_name,
    "xfd50.xlsx": far_columns,
}

NAMES = sorted([*_MADE, *(path.name for path in CASES.iterdir())])


@cache
def hostile(name: str) -> bytes:
    """Return one of the files of NAMES."""
    return _MADE[name]() if name in _MADE else (CASES / name).read_bytes()


EVIL = "\"'><script>alert(1)</script><img src=x onerror=alert(1)>"


def harmless(page: Page) -> None:
    """Assert that the page has no element or attribute of the attacker; what they typed is there as text."""
    for node in page.root.all():
        assert node.tag not in ("img", "iframe", "object", "embed", "base"), node
        assert not [name for name in node.attributes if name.startswith("on")], node
        assert not re.match(r"\s*(javascript|data|vbscript):", node.get("href") + node.get("action"), re.I), node
        assert node.tag != "script" or (node.get("src").startswith("/static/") and not node.raw.strip())
        assert node.tag != "style"
        assert not node.has("style")
