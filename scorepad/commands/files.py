"""Files and standard streams: what a command reads and what it answers."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, TypeVar

from scorepad.errors import ScorepadError, file_unreadable, file_unwritable
from scorepad.words import _

if TYPE_CHECKING:
    from scorepad.terminal import Signs

STDIO = "-"
"""The name of standard input and output."""

_One = TypeVar("_One")


def read_file(name: str) -> bytes:
    """Return the bytes of a file, “-” for standard input. ScorepadError."""
    if name == STDIO:
        return sys.stdin.buffer.read()
    try:
        return Path(name).read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a name with a NUL
        raise file_unreadable(name, reason(error)) from error


def read_text(name: str) -> str:
    """Return the text of a file, “-” for standard input. Raise ScorepadError if it is not UTF-8 or cannot be read."""
    try:
        return read_file(name).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise file_unreadable(name, _("It is not UTF-8 text.")) from error


def put(data: str | bytes, out: str | None = None) -> None:
    """Write to the file `out`, or to standard output: None or “-”. ScorepadError."""
    if out not in (None, STDIO):
        try:
            Path(out).write_bytes(data if isinstance(data, bytes) else data.encode("utf-8", "replace"))
        except (OSError, ValueError) as error:
            raise file_unwritable(out, reason(error)) from error
    elif isinstance(data, bytes):
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    else:
        sys.stdout.write(data)


def put_pdf(data: bytes, out: str | None) -> None:
    """Write a PDF to the file `out`, or to standard output; ScorepadError where that is a screen."""
    refuse_terminal(out)
    put(data, out)


def refuse_terminal(out: str | None) -> None:
    """Raise ScorepadError where the answer would be written to a screen."""
    if out in (None, STDIO) and sys.stdout.isatty():
        raise ScorepadError(_("A PDF cannot be shown here. Say where to write it: -o FILE."))


def put_pieces(pieces: Iterable[bytes], out: str | None) -> None:
    """Write a file in pieces. It appears when it is complete; until then an older file of the same name stays."""
    if out in (None, STDIO):
        sys.stdout.flush()
        _copy(pieces, sys.stdout.buffer)
        return
    beside = Path(f"{out}.part")
    try:
        with beside.open("wb") as file:
            _copy(pieces, file)
        os.replace(beside, out)
    except (OSError, ValueError) as error:
        raise file_unwritable(out, reason(error)) from error
    finally:
        with contextlib.suppress(OSError, ValueError):
            beside.unlink(missing_ok=True)


def _copy(pieces: Iterable[bytes], file: IO[bytes]) -> None:
    for piece in pieces:
        file.write(piece)
    file.flush()


def put_json(data: object, out: str | None = None) -> None:
    """Write data as JSON to the file `out`, or to standard output; in ASCII where that is not UTF-8."""
    from scorepad import json_text

    plain = out in (None, STDIO) and "utf" not in (sys.stdout.encoding or "").lower()
    put(json_text.serialize(data, ascii_only=plain), out)


def answer(arguments: argparse.Namespace, data: object, lines: Iterable[str]) -> None:
    """Write `data` as JSON if --format says so, otherwise the lines; to the file of --out if a command has that."""
    said = vars(arguments)
    if said.get("format") == "json":
        put_json(data, said.get("out"))
    else:
        put("".join(f"{line}\n" for line in lines), said.get("out"))


def columns_of(rows: Sequence[Sequence[str]], align: str = "") -> list[str]:
    """Return the lines of a table, as `terminal.columns` lays them out."""
    from scorepad.terminal import columns

    return [*columns(rows, align)]


def complain(text: str) -> None:
    """Print a sentence to standard error, without control characters from file names or the system."""
    from scorepad.terminal import clean  # imported late, because it is seldom needed

    print(clean(text), file=sys.stderr, flush=True)


def complain_left_out(errors: Iterable[ScorepadError]) -> int:
    """Name each damaged game that a statistic leaves out; return the exit status."""
    texts = [_("{what} It is left out.").format(what=error) for error in errors]
    for text in texts:
        complain(text)
    return 1 if texts else 0


def counted(each: Iterable[_One], count: int | None, words: str) -> Iterator[_One]:
    """Yield the same items and show the progress on standard error, if that is a terminal.

    `words` contains {number} and {count}; None for an unknown count. A single item shows nothing.
    """
    shown = False
    try:
        for number, one in enumerate(each, 1):
            shown = sys.stderr.isatty() and max(number, count or 0) > 1
            if shown:
                print(f"\r{words.format(number=number, count=count)}", end="", file=sys.stderr, flush=True)
            yield one
    finally:
        if shown:
            print(file=sys.stderr)


def reason(error: OSError | ValueError) -> str:
    """Why a file cannot be read or written, in words."""
    if isinstance(error, FileNotFoundError):
        return _("There is no such file or folder.")
    if isinstance(error, IsADirectoryError):
        return _("It is a folder.")
    return f"{(error.strerror if isinstance(error, OSError) else None) or error}."


def signs() -> Signs:
    """Return the signs that standard output can show."""
    from scorepad.terminal import signs_for

    return signs_for(sys.stdout.encoding)
