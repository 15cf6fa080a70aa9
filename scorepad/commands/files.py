"""Input and output of commands: files and standard streams."""

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
    from scorepad.terminal.sheet import Signs

STDIO = "-"
"""The file name of standard input and output."""

_Item = TypeVar("_Item")


def read_file(name: str) -> bytes:
    """Return the bytes of a file, or of standard input for “-”.

    Raise ScorepadError if it cannot be read.
    """
    if name == STDIO:
        return sys.stdin.buffer.read()
    try:
        return Path(name).read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a name with a NUL character
        raise file_unreadable(name, reason(error)) from error


def read_text(name: str) -> str:
    """Return the text of a file, or of standard input for “-”.

    Raise ScorepadError if it is not UTF-8 or cannot be read.
    """
    try:
        return read_file(name).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise file_unreadable(name, _("The file is not UTF-8 text.")) from error


def write_output(data: str | bytes, out: str | None = None) -> None:
    """Write to the file `out`, or to standard output for None or “-”.

    Raise ScorepadError if it cannot be written.
    """
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


def write_pdf(data: bytes, out: str | None) -> None:
    """Write a PDF to the file `out`, or to standard output.

    Raise ScorepadError if standard output is a terminal.
    """
    refuse_pdf_on_terminal(out)
    write_output(data, out)


def refuse_pdf_on_terminal(out: str | None) -> None:
    """Raise ScorepadError if a PDF would go to a terminal."""
    refuse_terminal(out, _("A PDF cannot be shown in a terminal. Choose a file to write: -o FILE."))


def refuse_terminal(out: str | None, reason: str) -> None:
    """Raise ScorepadError with this reason if the output would go to a terminal."""
    if out in (None, STDIO) and sys.stdout.isatty():
        raise ScorepadError(reason)


def write_chunks(pieces: Iterable[bytes], out: str | None) -> None:
    """Write a file in pieces.

    It replaces an older file of the same name only when it is complete.
    """
    if out in (None, STDIO):
        sys.stdout.flush()
        _copy(pieces, sys.stdout.buffer)
        return
    part = Path(f"{out}.part")
    try:
        with part.open("wb") as file:
            _copy(pieces, file)
        os.replace(part, out)
    except (OSError, ValueError) as error:
        raise file_unwritable(out, reason(error)) from error
    finally:
        with contextlib.suppress(OSError, ValueError):
            part.unlink(missing_ok=True)


def _copy(pieces: Iterable[bytes], file: IO[bytes]) -> None:
    for piece in pieces:
        file.write(piece)
    file.flush()


def write_json(data: object, out: str | None = None) -> None:
    """Write data as JSON to the file `out`, or to standard output.

    Use ASCII if standard output is not UTF-8.
    """
    from scorepad import json_text

    ascii_only = out in (None, STDIO) and "utf" not in (sys.stdout.encoding or "").lower()
    write_output(json_text.serialize(data, ascii_only=ascii_only), out)


def write_result(arguments: argparse.Namespace, data: object, lines: Iterable[str]) -> None:
    """Write `data` as JSON if --format says so, otherwise the lines.

    Write to the file of --out if the command has this option.
    """
    options = vars(arguments)
    if options.get("format") == "json":
        write_json(data, options.get("out"))
    else:
        write_output("".join(f"{line}\n" for line in lines), options.get("out"))


def format_columns(rows: Sequence[Sequence[str]], align: str = "") -> list[str]:
    """Return the lines of a table, formatted by `terminal.columns`."""
    from scorepad.terminal.text import columns

    return [*columns(rows, align)]


def print_error(text: str) -> None:
    """Print a message to standard error.

    Control characters, from file names or the system, are removed.
    """
    from scorepad.terminal.text import clean  # imported late, because it is seldom needed

    print(clean(text), file=sys.stderr, flush=True)


def with_next_step(error: ScorepadError) -> str:
    """Return the message of an error and, for an unknown name, the command that lists the known ones."""
    command = error.listed_by or getattr(error.__cause__, "listed_by", "")
    if not command:
        return str(error)
    return f"{error} " + _("“{command}” lists the known names.").format(command=f"scorepad {command}")


def report_omitted_games(errors: Iterable[ScorepadError]) -> int:
    """Report each damaged game that a statistic leaves out; return the exit status."""
    texts = [_("{what} It is left out.").format(what=error) for error in errors]
    for text in texts:
        print_error(text)
    return 1 if texts else 0


def with_progress(each: Iterable[_Item], count: int | None, words: str) -> Iterator[_Item]:
    """Yield the same items and show the progress on standard error, if that is a terminal.

    `words` contains {number} and {count}; `count` is None if it is unknown. A single item shows no progress.
    """
    shown = False
    try:
        for number, item in enumerate(each, 1):
            shown = sys.stderr.isatty() and max(number, count or 0) > 1
            if shown:
                print(f"\r{words.format(number=number, count=count)}", end="", file=sys.stderr, flush=True)
            yield item
    finally:
        if shown:
            print(file=sys.stderr)


def reason(error: OSError | ValueError) -> str:
    """Return why a file cannot be read or written, in words."""
    if isinstance(error, FileNotFoundError):
        return _("There is no such file or folder. Check the name.")
    if isinstance(error, IsADirectoryError):
        return _("This is a folder. Choose a file in it.")
    return f"{(error.strerror if isinstance(error, OSError) else None) or error}."


def output_symbols() -> Signs:
    """Return the signs that standard output can show."""
    from scorepad.terminal.sheet import signs_for

    return signs_for(sys.stdout.encoding)
