"""scorepad print --all: the sheets of every kept game, in one PDF or a zip."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from scorepad.commands.common import put_pdf, reason, shelf
from scorepad.errors import FileUnwritable

if TYPE_CHECKING:
    from printables.page import Stock
    from scorepad.game.record import Game
    from scorepad.shelf import Shelf


def print_all(arguments: argparse.Namespace, stock: Stock) -> None:
    """Running and finished games, the oldest first; a zip where the file to write is called so."""
    from printables.archive import as_one_pdf, as_zip

    with shelf(arguments) as games:
        if not (arguments.out or "").endswith(".zip"):
            put_pdf(as_one_pdf((kept.game for kept in games.all_games()), stock, blob=arguments.blob), arguments.out)
            return
        try:
            with Path(arguments.out).open("wb") as out:
                as_zip(_named(games), out, stock, blob=arguments.blob)
        except OSError as error:
            raise FileUnwritable(arguments.out, reason(error)) from error


def _named(games: Shelf) -> Iterator[tuple[str, Game]]:
    """Each game with a name for its file: its place among all, date and title."""
    for number, kept in enumerate(games.all_games(), 1):
        sheet = kept.game.sheet
        words = f"{sheet.date} {sheet.location or sheet.rulebook.name}"
        plain = re.sub(r"[^A-Za-z0-9]+", "-", words).strip("-")[:60]
        yield f"{number:04d}-{plain}", kept.game
