"""scorepad backup, restore, check: that nothing is lost."""

from __future__ import annotations

import argparse
import os
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from scorepad.commands.common import (
    Commands,
    add_data,
    add_format,
    command,
    complain,
    folder_of,
    put,
    put_columns,
    put_json,
    repository,
)
from scorepad.errors import BackupOntoItself, FileUnreadable, FileUnwritable, NotACopy, ScorepadError
from scorepad.words import _, ngettext

if TYPE_CHECKING:
    from scorepad.repository import GameRepository
    from scorepad.store.sqlite.copies import BackupFile


def add_to(commands: Commands) -> None:
    backup = command(commands, "backup", back_up, _("Write a checked copy of all games to a file."))
    backup.add_argument("file", metavar=_("FILE"), help=_("the copy; one of that name is replaced"))
    restore = command(commands, "restore", restore_copy, _("Put the games of a copy back; what is there now is kept."))
    restore.add_argument("file", metavar=_("FILE"), nargs="?", help=_("the copy; without it the copies are listed"))
    about = _("Begin anew without games where those that were kept are gone; their copies stay.")
    begin = command(commands, "begin", begin_anew, about)
    check = command(commands, "check", check_games, _("Check every game and put the list of games right."))
    add_format(restore, "text", "json")
    add_format(check, "text", "json")
    for one in (backup, restore, begin, check):
        add_data(one)


# --- copies --------------------------------------------------------------------------------------------


def back_up(arguments: argparse.Namespace) -> None:
    from scorepad.store import file_of

    copy = Path(arguments.file)
    if any(_are_one(copy, ours) for ours in _own_files(file_of(folder_of(arguments)))):
        raise BackupOntoItself(arguments.file)
    if copy.is_dir():
        raise FileUnwritable(arguments.file, _("it is a folder"))
    with repository(arguments) as games:
        games.store.backup(copy)
        count = len(games.store.game_ids())
    words = ngettext("{count} game copied to {file}", "{count} games copied to {file}", count)
    put(words.format(count=count, file=arguments.file) + "\n")


def _own_files(stored: Path) -> list[Path]:
    """The games' file, what SQLite has beside it, and the secret of the links, which is in no copy."""
    from scorepad.store.secret import place_of_secret

    return [*(Path(f"{stored}{ending}") for ending in ("", "-journal", "-wal", "-shm")), place_of_secret(stored)]


def _are_one(one: Path, other: Path) -> bool:
    there = one.exists() and other.exists()
    return os.path.samefile(one, other) if there else one.resolve() == other.resolve()


def restore_copy(arguments: argparse.Namespace) -> None:
    """Put a copy back, or tell which there are: day by day, month by month, and what was put aside."""
    from scorepad.store import file_of
    from scorepad.store.sqlite.backups import Backups

    backups = Backups(file_of(folder_of(arguments)))
    if arguments.file is None:
        _tell_copies(backups.copies(), as_data=arguments.format == "json")
        return
    source, stored = Path(arguments.file), file_of(folder_of(arguments))
    if not source.is_file():
        why = _("it is a folder") if source.is_dir() else _("there is no such file or folder")
        raise FileUnreadable(arguments.file, why)
    if stored.exists() and os.path.samefile(source, stored):
        raise NotACopy(arguments.file)
    aside, links_kept = backups.restore(source, date.today())
    with repository(arguments) as games:
        count = len(games.store.game_ids())
    if arguments.format == "json":
        put_json({"games": count, "put_aside": aside and str(aside), "links_kept": links_kept})
        return
    words = ngettext("{count} game put back from {file}", "{count} games put back from {file}", count)
    put(words.format(count=count, file=arguments.file) + "\n")
    if aside:
        put(_("What was there before is kept in {file}").format(file=aside) + "\n")
    if links_kept:
        put(_("Games that come back get new links.") + "\n")
        put(_("Links are as they were before: one that was taken back stays worthless.") + "\n")
    else:
        put(_("All links are made anew: games show theirs under “Share”.") + "\n")


def begin_anew(arguments: argparse.Namespace) -> None:
    from scorepad.store import file_of
    from scorepad.store.sqlite.backups import Backups

    file = file_of(folder_of(arguments))
    aside = Backups(file).begin_anew(date.today())
    put(_("There are no games in {file} now. “scorepad restore” still lists the copies.").format(file=file) + "\n")
    if aside:
        put(_("What was there before is kept in {file}").format(file=aside) + "\n")


def _tell_copies(copies: list[BackupFile], *, as_data: bool) -> None:
    if as_data:
        put_json([{"of": one.stamp, "kind": one.kind, "file": str(one.path)} for one in copies])
    elif copies:
        kinds = {"day": _("day"), "month": _("month"), "replaced": _("put aside")}
        put_columns([[_("OF"), "", _("FILE")], *([one.stamp, kinds[one.kind], str(one.path)] for one in copies)])
    else:
        put(_("No copies yet. One is made every day on which Scorepad runs; “scorepad backup” makes one now.") + "\n")


# --- checking --------------------------------------------------------------------------------------------


def check_games(arguments: argparse.Namespace) -> int:
    """Chains of events whole, every game folds, every line of the list as its events make it."""
    problems: list[str] = []
    mended = 0
    with repository(arguments) as games:
        problems += games.store.spoilt_side_tables(forget=True) + games.store.verify_all()
        ids = games.store.game_ids()
        for game_id in ids:
            try:
                mended += games.mend_summary(game_id)
            except Exception as error:  # whatever a damaged record makes the fold stumble over
                if not _told_already(games, game_id):
                    problems.append(_unreadable(game_id, error))
        if not problems:
            mended += games.store.recount_names()
    if arguments.format == "json":
        put_json({"games": len(ids), "sound": not problems, "problems": problems, "summaries_mended": mended})
    else:
        _tell_check(len(ids), mended, problems)
    for problem in problems:
        complain(problem)
    return 1 if problems else 0


def _told_already(games: GameRepository, game_id: str) -> bool:
    """Whether the chain of a game is broken, which is why it cannot be read."""
    try:
        return bool(games.store.verify(game_id))
    except ScorepadError:
        return True


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
