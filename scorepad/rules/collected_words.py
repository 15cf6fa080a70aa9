"""The sentences of the rule files that come along, for translators: `make words` asks Babel, and Babel asks here."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from typing import IO, Any


def extract(
    file: IO[bytes],
    keywords: object,  # noqa: ARG001  as Babel calls it
    comment_tags: object,  # noqa: ARG001
    options: object,  # noqa: ARG001
) -> Iterator[tuple[int, str, str, list[str]]]:
    """The line, the function, the text and no comments for each sentence of a rule file."""
    text = file.read().decode("utf-8")
    for sentence in _sentences(tomllib.loads(text)):
        line = text[: max(0, text.find(sentence[:20]))].count("\n") + 1
        yield line, "_", sentence, []


def _sentences(data: Mapping[str, Any]) -> Iterator[str]:
    for key in ("about", "unsure", "notes"):
        yield from _texts(data.get(key, ()))
    told = data.get("told", ())
    for place in told.values() if isinstance(told, Mapping) else [told]:
        yield from _texts(place)
    yield from (special["note"] for special in data.get("special", ()) if "note" in special)


def _texts(value: str | list[str | Mapping[str, Any]]) -> Iterator[str]:
    """One text or several, each bare or with when it is told."""
    for one in [value] if isinstance(value, str) else value:
        yield one if isinstance(one, str) else one["say"]
