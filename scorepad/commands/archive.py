"""scorepad print --all: the sheets of every kept game, in one PDF or a zip."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from scorepad.commands.data import repository
from scorepad.commands.files import complain, put_pdf, reason
from scorepad.errors import FileUnwritable
from scorepad.slug import slug
from scorepad.words import _

if TYPE_CHECKING:
    from printables.page import PaperOptions
    from scorepad.game.state.record import Game
    from scorepad.repository import StoredGame
    from scorepad.store import Listed


def print_all(arguments: argparse.Namespace, paper: PaperOptions) -> int:
    """Running and finished games, the oldest first; a zip where the file to write is called so. Exit status 1 where a
    damaged one is left out, with a sentence for each."""
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

    with repository(arguments) as games:
        if (arguments.out or "").lower().endswith(".zip"):
            try:
                with Path(arguments.out).open("wb") as out:
                    as_zip(_named(games.all_games(left_out)), out, paper, blob=arguments.blob)
            except OSError as error:
                raise FileUnwritable(arguments.out, reason(error)) from error
        else:
            sheets = (stored.game for stored in games.all_games(left_out))
            put_pdf(as_one_pdf(sheets, paper, blob=arguments.blob), arguments.out)


def _named(games: Iterable[StoredGame]) -> Iterator[tuple[str, Game]]:
    """Each game with a name for its file: its place among all, date and title."""
    for number, stored in enumerate(games, 1):
        sheet = stored.game.sheet
        yield f"{number:04d}-{slug(f'{sheet.date} {sheet.location or sheet.rulebook.name}', 'game')}", stored.game
