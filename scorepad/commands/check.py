"""scorepad check: every game whole, the list of games right."""

from __future__ import annotations

import argparse

from scorepad.commands.arguments import Commands, add_data, add_format, command
from scorepad.commands.data import kept_copies, repository
from scorepad.commands.files import complain, counted, put, put_json
from scorepad.words import _, ngettext


def add_to(commands: Commands) -> None:
    check = command(commands, "check", check_games, _("Check every game and put the list of games right."))
    add_format(check, "text", "json")
    add_data(check)


def check_games(arguments: argparse.Namespace) -> int:
    """Check the events of every game, what is derived from them, the secret and the backups."""
    from scorepad.repository import checking
    from scorepad.store.sqlite.backups import damaged_backups
    from scorepad.terminal.columns import clean

    mended: list[str] = []
    lines = evenings = 0
    with repository(arguments) as games, kept_copies(arguments) as backups:
        store = games.store
        problems = store.spoilt_side_tables(forget=True) + store.verify_side_tables()
        ids = store.game_ids()
        words = _("Game {number} of {count}. Ctrl-C stops, and nothing is lost.")
        for found in counted(checking.look_through(store, ids), len(ids), words):
            problems += found.problems
            mended += checking.mend(store, found)
            lines, evenings = lines + (found.summary is not None), evenings + found.misread
        if not problems:
            lines += store.recount_names() + store.mend_search()
        problems += damaged_backups(backups.copies())
    if arguments.format == "json":
        told = {"games": len(ids), "sound": not problems, "problems": problems}
        put_json({**told, "summaries_mended": lines, "evenings_mended": evenings, "mended": mended})
    else:
        _tell_check(len(ids), lines, evenings, problems)
        put("".join(f"{clean(one)}\n" for one in mended))
    for problem in problems:
        complain(problem)
    return 1 if problems else 0


def _tell_check(count: int, mended: int, evenings: int, problems: list[str]) -> None:
    words = ngettext("{count} game checked", "{count} games checked", count).format(count=count)
    if not problems:
        words += ", " + _("all whole")
    if mended:
        words += ", " + _("{mended} put right in the list").format(mended=mended)
    if evenings:
        words += ", " + _("{mended} put right in the years").format(mended=evenings)
    put(words + ".\n")
