"""scorepad print --all: the sheets of every kept game, or of those chosen, in one PDF or a zip."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import IO, TYPE_CHECKING

from scorepad.commands.data import repository, rule_library
from scorepad.commands.files import STDIO, complain, counted, reason
from scorepad.errors import file_unwritable, not_for_a_terminal
from scorepad.words import _, language, made_in

if TYPE_CHECKING:
    from printables.page import PaperOptions
    from scorepad.game.report.archive import ArchiveChoice
    from scorepad.store import Listed


def print_all(arguments: argparse.Namespace, paper: PaperOptions) -> int:
    """Running and finished games, the oldest first; a zip where the file to write is called so. Exit status 1 where a
    damaged one is left out, with a sentence for each."""
    if arguments.out in (None, STDIO) and sys.stdout.isatty():
        raise not_for_a_terminal()
    left_out: list[Listed] = []
    try:
        _write(arguments, paper, left_out)
    finally:
        for one in left_out:
            words = _("Game {game}, {title}, is left out: its record is damaged. “scorepad check” tells how.")
            complain(words.format(game=one.game_id, title=one.summary.heading))
    return 1 if left_out else 0


def _write(arguments: argparse.Namespace, paper: PaperOptions, left_out: list[Listed]) -> None:
    from printables.archive import as_one_pdf, as_zip
    from scorepad.game.report.archive import GameLine

    choice = _choice(arguments)
    with repository(arguments) as games:
        lines = [one for one in games.kept() if choice.holds(GameLine.of(*_line(one)))]
        words = _("Sheet {number} of {count}. Ctrl-C stops, and leaves nothing behind.")
        found = (stored.game for stored in games.each_of(counted(lines, len(lines), words), left_out))

        def missing() -> list[str]:
            return [one.summary.heading for one in left_out]

        zipped = (arguments.out or "").lower().endswith(".zip")
        pieces = (
            as_zip(found, paper, blob=arguments.blob, left_out=missing)
            if zipped
            else as_one_pdf(found, paper, blob=arguments.blob, chosen=choice.words, left_out=missing)
        )
        put_pieces(made_in(arguments.language or language(), pieces), arguments.out)


def _line(one: Listed) -> tuple[str, str, str]:
    return one.summary.title, one.summary.rulebook, one.summary.date


def _choice(arguments: argparse.Namespace) -> ArchiveChoice:
    """What is said of years, places and games; a game may be said by its key."""
    from scorepad.game.report.archive import ArchiveChoice

    with rule_library(arguments) as library:
        known = library.rulebooks() if arguments.game else {}
    games = [known[one].name if one in known else one for one in arguments.game or ()]
    return ArchiveChoice(arguments.year or (), arguments.place or (), games)


def put_pieces(pieces: Iterable[bytes], out: str | None) -> None:
    """Write piece by piece; a file stands there once it is whole, and one that stood there stays until then."""
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
