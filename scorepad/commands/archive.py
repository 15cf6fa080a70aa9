"""scorepad print --all: the sheets of every kept game, in one PDF or a zip."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from scorepad.commands.common import put_pdf, shelf
from scorepad.errors import FileUnwritable

if TYPE_CHECKING:
    from printables.page import Stock
    from scorepad.game.record import Game
    from scorepad.shelf import Shelf
    from scorepad.store import Listed, Pile

_PAGE = 500
PILES: tuple[Pile, ...] = ("running", "finished")


def print_all(arguments: argparse.Namespace, stock: Stock) -> None:
    """Running and finished games, the oldest first; a zip where the file to write is called so."""
    from printables.archive import as_one_pdf, as_zip

    with shelf(arguments) as games:
        if not (arguments.out or "").endswith(".zip"):
            put_pdf(as_one_pdf((game for _name, game in _all(games)), stock, blob=arguments.blob), arguments.out)
            return
        try:
            with Path(arguments.out).open("wb") as out:
                as_zip(_all(games), out, stock, blob=arguments.blob)
        except OSError as error:
            raise FileUnwritable(arguments.out, error.strerror or str(error)) from error


def _all(games: Shelf) -> Iterator[tuple[str, Game]]:
    """Each game with a name for its file: its place among all, date and id."""
    found = [one for pile in PILES for one in _listed(games, pile)]
    ids = [one.game_id for one in sorted(found, key=lambda one: (one.summary.date, one.place))]
    for number, game_id in enumerate(ids, 1):
        game = games.load(game_id).game
        words = f"{game.sheet.date} {game.sheet.location or game.sheet.rulebook.name}"
        plain = re.sub(r"[^A-Za-z0-9]+", "-", words).strip("-")[:60]
        yield f"{number:04d}-{plain}", game


def _listed(games: Shelf, pile: Pile) -> Iterator[Listed]:
    before = None
    while True:
        found = games.store.games(pile, limit=_PAGE, before=before)
        yield from found
        if len(found) < _PAGE:
            return
        before = found[-1].place
