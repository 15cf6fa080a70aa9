"""Report names in docstrings and comments that the code does not have, such as a renamed error; run by `make check`.

A name is an identifier in backticks, a word in capitals or in CamelCase, or the words after “Raise”. The code has it if
it occurs in a source file outside docstrings, comments and sentences.
"""

import builtins
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = "scorepad", "printables", "tests", "static", "templates"

FOREIGN = """
ASGI BREACH CRLF CSRF GENERATED HMAC HTTPS IEC ISO LRU NORMAL NUL RFC SHA SVG TCP TLS UAX USER WCAG WSGI WTF
CamelCase CockroachDB DejaVu LibreOffice ProtectHome PyPI TrueType YugabyteDB
"""
"""Abbreviations, and words and names of other programs."""

PIECES = {
    suffix: re.compile(pattern, re.MULTILINE | re.DOTALL)
    for suffix, pattern in {
        ".py": r'(?P<docstring>^[ \t]*r?"""(?:[^"\\]|\\.|"(?!""))*""")|(?P<comment>#[^\n]*)|(?P<code>f?)(?P<text>'
        r'"""(?:[^"\\]|\\.|"(?!""))*"""|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\')',
        ".js": r"(?P<comment>(?<![:\"'`\w])//[^\n]*)",
        ".css": r"(?P<comment>/\*.*?\*/)",
        ".html": r"(?P<comment>\{#.*?#\})",
        ".toml": r"(?P<comment>^\s*#[^\n]*)",
    }.items()
}
"""The docstrings, comments and strings of a source file, by its suffix."""

NAME = re.compile(
    r"`((?:[A-Za-z_]\w*\.)*[A-Za-z_]\w*)(?:\(\))?`"
    r"|\b[Rr]aises? ([A-Z]\w+)(?:,? or ([A-Z]\w+))?"
    r"|\b([A-Z][A-Z0-9]*_[A-Z0-9_]+|[A-Z]{3,}|[A-Z][a-z]+[A-Z][A-Za-z]+)\b"
)


def split(path: Path) -> tuple[list[tuple[int, str]], str]:
    """Return the docstrings and comments with their lines, and the code, with only the abbreviations of messages."""
    source, prose = path.read_text("utf-8"), []

    def keep(found: re.Match[str]) -> str:
        if found.lastgroup in ("docstring", "comment"):
            prose.append((source.count("\n", 0, found.start()) + 1, found[0]))
            return ""
        is_sentence = " " in found["text"] and not found["code"]
        return " ".join(re.findall(r"\w*[A-Z]\w*[A-Z]\w*", found[0])) if is_sentence else found[0]

    code = PIECES[path.suffix].sub(keep, source)
    return prose, code


def stale() -> Iterator[str]:
    """Yield `file:line: name` for each name that the code does not have."""
    paths = [path for name in FOLDERS for path in (ROOT / name).rglob("*.*") if path.suffix in PIECES]
    files = {path: split(path) for path in (*paths, ROOT / "pyproject.toml")}
    known = {*FOREIGN.split(), *dir(builtins)}
    known.update(word for _prose, code in files.values() for word in re.findall(r"\w+", code))
    for path, (prose, _code) in files.items():
        for line, text in prose:
            for found in NAME.finditer(text):
                for name in ".".join(filter(None, found.groups())).split("."):
                    if name not in known:
                        yield f"{path.relative_to(ROOT)}:{line + text.count(chr(10), 0, found.start())}: {name}"


if __name__ == "__main__":
    errors = [*stale()]
    sys.exit("\n".join(errors) or 0)
