"""The words, figures and signs of texts, and the text of a print."""

import argparse
import re
import zlib
from collections.abc import Iterator

from tools.translating import pseudo

SPOKEN = re.compile(r"(?<![\w%])[^\W\d_]{2,}(?![\w%])")
FIGURES = re.compile(r"(?<![\d.:-])\d+\.\d+(?![\d.:])|\d{4}-\d\d-\d\d")
"""Numbers and dates in machine format."""


def signs(texts: list[str]) -> set[str]:
    """Return the signs of English in these texts, with the word before each."""
    return {sign for text in texts for sign in pseudo.ENGLISH_SIGNS.findall(text)}


def commands(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from commands(command)


def pressed(pdf: bytes) -> list[float]:
    """Return the horizontal scales of compressed words, in per cent."""
    streams = (
        zlib.decompress(match) for match in re.findall(rb"FlateDecode.*?stream\r?\n(.*?)endstream", pdf, re.DOTALL)
    )
    return [float(size) for stream in streams for size in re.findall(rb"([\d.]+) Tz", stream)]
