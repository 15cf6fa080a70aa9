"""scorepad check: every game whole, the list of games right."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from scorepad.commands.arguments import Commands, add_data, add_format, command
from scorepad.commands.data import repository
from scorepad.commands.files import complain, put, put_json
from scorepad.errors import ScorepadError
from scorepad.words import _, ngettext

if TYPE_CHECKING:
    from scorepad.repository import GameRepository
    from scorepad.store import Facts


def add_to(commands: Commands) -> None:
    check = command(commands, "check", check_games, _("Check every game and put the list of games right."))
    add_format(check, "text", "json")
    add_data(check)


def check_games(arguments: argparse.Namespace) -> int:
    """Chains of events whole, every game folds, every line of the list as its events make it."""
    problems: list[str] = []
    mended = 0
    with repository(arguments) as games:
        problems += games.store.spoilt_side_tables(forget=True) + games.store.verify_all()
        ids, facts, evenings = games.store.game_ids(), _facts(games), 0
        for game_id in ids:
            try:
                mended += games.mend_summary(game_id)
                evenings += games.mend_evening(game_id, facts)
            except Exception as error:  # whatever a damaged record makes the fold stumble over
                if not _told_already(games, game_id):
                    problems.append(_unreadable(game_id, error))
        if not problems:
            mended += games.store.recount_names() + games.store.mend_search()
    if arguments.format == "json":
        told = {"games": len(ids), "sound": not problems, "problems": problems}
        put_json({**told, "summaries_mended": mended, "evenings_mended": evenings})
    else:
        _tell_check(len(ids), mended, evenings, problems)
    for problem in problems:
        complain(problem)
    return 1 if problems else 0


def _facts(games: GameRepository) -> dict[str, Facts]:
    """What is kept of evenings; nothing where the file is damaged just there, which is told already."""
    try:
        return games.store.facts()
    except ScorepadError:
        return {}


def _told_already(games: GameRepository, game_id: str) -> bool:
    """Whether the chain of a game is broken, which is why it cannot be read."""
    try:
        return bool(games.store.verify(game_id))
    except ScorepadError:
        return True


def _unreadable(game_id: str, error: Exception) -> str:
    reason = str(error) if isinstance(error, ScorepadError) else f"{type(error).__name__}: {error}"
    return _("Game {game} cannot be read: {reason}").format(game=game_id, reason=reason)


def _tell_check(count: int, mended: int, evenings: int, problems: list[str]) -> None:
    words = ngettext("{count} game checked", "{count} games checked", count).format(count=count)
    if not problems:
        words += ", " + _("all whole")
    if mended:
        words += ", " + _("{mended} put right in the list").format(mended=mended)
    if evenings:
        words += ", " + _("{mended} put right in the years").format(mended=evenings)
    put(words + ".\n")
