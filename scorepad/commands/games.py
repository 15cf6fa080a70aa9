"""scorepad games, export, import, backup, check: the games that are kept."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from scorepad.commands.common import (
    Commands,
    add_data,
    add_format,
    add_out,
    command,
    folder_of,
    games_file,
    put,
    put_columns,
    put_json,
    read_game,
    shelf,
)
from scorepad.errors import BackupOntoItself, NothingKept, ScorepadError
from scorepad.words import _, ngettext

if TYPE_CHECKING:
    from scorepad.shelf import Shelf
    from scorepad.store import Listed

PAGE = 500  # games read at once
IMPORTED_BY = "import"


def add_to(commands: Commands) -> None:
    listing = command(commands, "games", tell_games, _("The games that are kept, latest played first."))
    states = ("kept", "running", "finished", "binned")
    listing.add_argument("--state", choices=states, default="kept", help=_("kept: running and finished ones"))
    listing.add_argument("--search", default="", metavar=_("WORDS"), help=_("only games that hold these words"))
    add_format(listing, "text", "json")
    export = command(commands, "export", export_game, _("Write a kept game as a game file (JSON)."))
    export.add_argument("game", metavar=_("GAME"), help=_("id of a game; `scorepad games` lists them"))
    export.add_argument("--log", action="store_true", help=_("every event, the corrected and undone ones too"))
    add_out(export)
    imported = command(commands, "import", import_game, _("Keep the game of a game file; tells its new id."))
    imported.add_argument("file", metavar=_("FILE"), help=_("a game file or log (“-”: standard input)"))
    add_format(imported, "text", "json")
    backup = command(commands, "backup", back_up, _("Write a checked copy of all games to a file."))
    backup.add_argument("file", metavar=_("FILE"), help=_("the copy; one of that name is replaced"))
    check = command(commands, "check", check_games, _("Check every game and put the list of games right."))
    add_format(check, "text", "json")
    for one in (listing, export, imported, backup, check):
        add_data(one)


# --- the list ----------------------------------------------------------------------------------------


def tell_games(arguments: argparse.Namespace) -> None:
    try:
        with shelf(arguments) as games:
            found = [
                (one, state)
                for state in ("running", "finished", "binned")
                if state == arguments.state or (arguments.state == "kept" and state != "binned")
                for one in _all(games, state, arguments.search)
            ]
    except NothingKept:
        found = []
    found.sort(key=lambda one: one[0].place, reverse=True)
    if arguments.format == "json":
        put_json([_as_data(one, state) for one, state in found])
    elif found:
        put_columns([["ID", _("GAME"), _("PLAYERS"), _("STATE")], *(_as_text(one, state) for one, state in found)])
    else:
        put(_("No games.") + "\n")


def _all(games: Shelf, state: str, search: str) -> list[Listed]:
    found: list[Listed] = []
    while True:
        before = found[-1].place if found else None
        more = games.store.games(state, limit=PAGE, before=before, search=search)  # type: ignore[arg-type]
        found += more
        if len(more) < PAGE:
            return found


def _as_data(one: Listed, state: str) -> dict[str, object]:
    told = {name: getattr(one.summary, name) for name in ("title", "rulebook", "players", "leader", "hands", "date")}
    return {"id": one.game_id, "state": state, **told, "updated": one.updated}


def _as_text(one: Listed, state: str) -> list[str]:
    from scorepad.terminal.columns import clean, fit, listed

    summary = one.summary
    title = clean(" ".join(part for part in (summary.title, summary.date) if part))
    states = {"running": _("running"), "finished": _("finished"), "binned": _("in the bin")}
    hands = ngettext("{count} hand", "{count} hands", summary.hands).format(count=summary.hands)
    return [one.game_id, fit(title, 30), fit(clean(listed(summary.players)), 40), f"{states[state]}, {hands}"]


# --- in and out ----------------------------------------------------------------------------------------


def export_game(arguments: argparse.Namespace) -> None:
    from scorepad.game.file import write_game

    with shelf(arguments) as games:
        put_json(write_game(games.load(arguments.game).game, with_log=arguments.log), arguments.out)


def import_game(arguments: argparse.Namespace) -> None:
    game = read_game(arguments.file)
    with shelf(arguments, made=True) as games:
        game_id = games.keep_all(game.events, by=IMPORTED_BY)
    if arguments.format == "json":
        put_json({"id": game_id})
    else:
        put(f"{game_id}\n")


def back_up(arguments: argparse.Namespace) -> None:
    copy, kept = arguments.file, games_file(folder_of(arguments))
    if os.path.exists(copy) and os.path.exists(kept) and os.path.samefile(copy, kept):
        raise BackupOntoItself(copy)
    with shelf(arguments) as games:
        games.store.backup(Path(copy))
        count = len(games.store.game_ids())
    words = ngettext("{count} game copied to {file}", "{count} games copied to {file}", count)
    put(words.format(count=count, file=arguments.file) + "\n")


# --- checking --------------------------------------------------------------------------------------------


def check_games(arguments: argparse.Namespace) -> int:
    """Chains of events whole, every game folds, every line of the list as its events make it."""
    problems: list[str] = []
    ids: list[str] = []
    mended = 0
    try:
        with shelf(arguments) as games:
            problems += games.store.verify_all()
            ids = games.store.game_ids()
            for game_id in ids:
                try:
                    mended += games.mend_summary(game_id)
                except Exception as error:  # whatever a damaged record makes the fold stumble over
                    problems.append(_unreadable(game_id, error))
    except NothingKept:
        pass
    if arguments.format == "json":
        put_json({"games": len(ids), "sound": not problems, "problems": problems, "summaries_mended": mended})
    else:
        _tell_check(len(ids), mended, problems)
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


def _unreadable(game_id: str, error: Exception) -> str:
    reason = str(error) if isinstance(error, ScorepadError) else f"{type(error).__name__}: {error}"
    return _("Game {game} cannot be read: {reason}").format(game=game_id, reason=reason)


def _tell_check(count: int, mended: int, problems: list[str]) -> None:
    words = ngettext("{count} game checked", "{count} games checked", count).format(count=count)
    if not problems:
        words += ", " + _("all whole")
    if mended:
        words += ", " + _("{mended} put right in the list").format(mended=mended)
    put(words + ".\n")
