"""Report names in docstrings and comments that the code does not have, such as a renamed error; run by `make check`.

A name is an identifier in backticks, a word in capitals or in CamelCase, or the words after “Raise”. The code has it if
it occurs in a source file outside docstrings, comments and sentences.
"""

from __future__ import annotations

import builtins
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOLDERS = "scorepad", "printables", "tests"
OTHERS = "scorepad/rules", "static", "templates", "Makefile", "pyproject.toml"
"""Files in other languages, whose names docstrings mention too."""

FOREIGN = """
    ASGI BREACH CRLF CSRF GENERATED HMAC HTTPS IEC ISO LRU NORMAL NUL RFC SHA SVG TCP TLS UAX USER WCAG WSGI WTF
    CamelCase CockroachDB DejaVu LibreOffice ProtectHome PyPI TrueType YugabyteDB
"""
"""Abbreviations, and words and names of other programs."""

PIECE = re.compile(
    r'(?P<docstring>^[ \t]*r?"""(?:[^"\\]|\\.|"(?!""))*""")|(?P<comment>#[^\n]*)|(?P<code>f?)(?P<text>'
    r'"""(?:[^"\\]|\\.|"(?!""))*"""|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\')',
    re.MULTILINE | re.DOTALL,
)
NAME = re.compile(
    r"`((?:[A-Za-z_]\w*\.)*[A-Za-z_]\w*)(?:\(\))?`"
    r"|\b[Rr]aises? ([A-Z]\w+)(?:,? or ([A-Z]\w+))?"
    r"|\b([A-Z][A-Z0-9]*_[A-Z0-9_]+|[A-Z]{3,}|[A-Z][a-z]+[A-Z][A-Za-z]+)\b"
)


def parts(source: str) -> tuple[list[tuple[int, str]], str]:
    """Return the docstrings and comments with their lines, and the code, with only the abbreviations of messages."""
    prose: list[tuple[int, str]] = []

    def keep(found: re.Match[str]) -> str:
        if found.lastgroup in ("docstring", "comment"):
            prose.append((source.count("\n", 0, found.start()) + 1, found[0]))
            return ""
        is_sentence = " " in found["text"] and not found["code"]
        return " ".join(re.findall(r"\w*[A-Z]\w*[A-Z]\w*", found[0])) if is_sentence else found[0]

    code = PIECE.sub(keep, source)
    return prose, code


def stale() -> Iterator[str]:
    """Yield `file:line: name` for each name that the code does not have."""
    sources = {path: parts(path.read_text("utf-8")) for name in FOLDERS for path in (ROOT / name).rglob("*.py")}
    others = [path for name in OTHERS for path in (ROOT / name, *(ROOT / name).rglob("*.*")) if path.is_file()]
    texts = [path.read_text("utf-8", "replace") for path in others if path.suffix != ".py"]
    known = {
        word for text in (*texts, *(code for _prose, code in sources.values())) for word in re.findall(r"\w+", text)
    }
    known |= {*FOREIGN.split(), *dir(builtins)}
    for path, (prose, _code) in sources.items():
        for line, text in prose:
            for found in NAME.finditer(text):
                for name in ".".join(filter(None, found.groups())).split("."):
                    if name not in known:
                        yield f"{path.relative_to(ROOT)}:{line + text.count(chr(10), 0, found.start())}: {name}"


if __name__ == "__main__":
    errors = [*stale()]
    sys.exit("\n".join(errors) or 0)
