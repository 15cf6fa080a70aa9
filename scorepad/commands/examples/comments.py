"""What settings tell whoever takes them over, in comments: a message for all lines that belong together. Commands stand
further in, each on a line of its own, and are the same in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import TextWrapper
from typing import IO

from scorepad.words import _

WIDTH = 120

_TOLD = re.compile(r"^([ \t]*)# (?! )(.*(?:\n\1# (?! ).*)*)", re.MULTILINE)
_MARK, _GAP = re.compile(r"@([A-Z]+)@"), re.compile(r"{([a-z]+)}")
"""What is filled in, as it stands in the settings and in a message."""


def translated(settings: str) -> str:
    """Settings with their comments in the language of who reads."""
    return _TOLD.sub(_written, settings)


def extract(
    file: IO[bytes],
    keywords: object,  # noqa: ARG001  as Babel calls it
    comment_tags: object,  # noqa: ARG001
    options: object,  # noqa: ARG001
) -> Iterator[tuple[int, str, str, list[str]]]:
    """The line, the function, the text and no comments for each comment of settings, for translators."""
    settings = file.read().decode("utf-8")
    for found in _TOLD.finditer(settings):
        yield settings[: found.start()].count("\n") + 1, "_", _message(found), []


def _message(found: re.Match[str]) -> str:
    words = " ".join(found[2].split(f"\n{found[1]}# "))
    return _MARK.sub(lambda mark: f"{{{mark[1].lower()}}}", words)


def _written(found: re.Match[str]) -> str:
    return told(_GAP.sub(lambda gap: f"@{gap[1].upper()}@", _(_message(found))), found[1])


def told(words: str, indent: str = "") -> str:
    """A sentence as a comment."""
    begin = f"{indent}# "
    lines = TextWrapper(WIDTH, begin, begin, expand_tabs=False, break_long_words=False, break_on_hyphens=False)
    return lines.fill(words)
