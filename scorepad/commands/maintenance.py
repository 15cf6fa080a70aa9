"""The commands backup, restore, begin and check: backups of all games, and checks of every game."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from scorepad.commands.arguments import Commands, add_copies, add_data, add_format, add_value, command
from scorepad.commands.data import data_location, open_backups, open_store_of_data, repository
from scorepad.commands.files import format_columns, print_error, reason, with_progress, write_output, write_result
from scorepad.errors import ScorepadError, file_unreadable, file_unwritable, games_exist
from scorepad.words import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorepad.store import Store
    from scorepad.store.records import Restored


def add_to(commands: Commands) -> None:
    backup = command(commands, "backup", back_up, _("Write a checked backup of all games to a file."))
    add_value(backup, "file", _("FILE"), _("the backup; an existing file is replaced"))
    about = _("Restore the games of a backup; the present games are saved first.")
    restore = command(commands, "restore", restore_copy, about)
    add_value(restore, "file", _("FILE"), _("the backup; without it the backups are listed"), nargs="?")
    about = _("Start without games after the saved ones were lost; their backups stay.")
    begin = command(commands, "begin", create_empty_database, about)
    add_format(restore, "text", "json")
    add_copies(restore)
    check = command(commands, "check", check_games, _("Check every game, and repair the list of games."))
    add_format(check, "text", "json")
    add_data(backup, restore, begin, check)


def back_up(arguments: argparse.Namespace) -> None:
    """Write a verified backup of all games to a file.

    Raise ScorepadError for a folder or for one of the store's own files. Raise StoreUnavailable if an empty backup
    would replace one with games.
    """
    copy = Path(arguments.file)
    if copy.is_dir():
        raise file_unwritable(arguments.file, reason(IsADirectoryError()))
    with open_store_of_data(arguments) as store:
        for ours in _own_files(store):
            both_exist = copy.exists() and ours.exists()
            if copy.samefile(ours) if both_exist else os.path.realpath(copy) == os.path.realpath(ours):
                text = _("“{name}” is the file with the games or belongs to it. Choose another name for the backup.")
                raise ScorepadError(text.format(name=arguments.file))
        store.backup(copy)
        count = len(store.game_ids())
    words = ngettext("{count} game backed up to {file}", "{count} games backed up to {file}", count)
    write_output(words.format(count=count, file=arguments.file) + "\n")


def _own_files(store: Store) -> list[Path]:
    """Return the database file, SQLite's files next to it, and the secret of the links.

    No backup contains the secret. Return [] for a database with many groups.
    """
    from scorepad.store.sqlite import SqliteStore
    from scorepad.store.sqlite.files import ENDINGS, place_of_secret

    if not isinstance(store, SqliteStore):
        return []
    return [*(Path(f"{store.file}{ending}") for ending in ENDINGS), place_of_secret(store.file)]


def restore_copy(arguments: argparse.Namespace) -> None:
    """Restore a backup, or list the backups if no file is given."""
    from datetime import date

    with open_backups(arguments) as copies:
        if arguments.file is None:
            backups = copies.copies()
            data = [{"of": backup.stamp, "kind": backup.kind, "file": str(backup.path)} for backup in backups]
            kinds = {"day": _("day"), "month": _("month"), "replaced": _("moved aside"), "older": _("before an update")}
            rows = [[backup.stamp, kinds[backup.kind], str(backup.path)] for backup in backups]
            heads = [_("OF"), "", _("FILE")]
            words = _(
                "There are no backups yet. Scorepad writes one each day it runs; “scorepad backup” writes one now."
            )
            return write_result(arguments, data, format_columns([heads, *rows]) if rows else [words])
        source = Path(arguments.file)
        if not source.is_file():
            missing = IsADirectoryError() if source.is_dir() else FileNotFoundError()
            raise file_unreadable(arguments.file, reason(missing))
        restored = copies.restore(source, date.today())
    with open_store_of_data(arguments) as store:
        mark_as_copy(store, restored)
        count = len(store.game_ids())
    aside = restored.aside and str(restored.aside)
    result = {"games": count, "put_aside": aside, "links_kept": restored.links_kept, "copy_of": restored.copy_of}
    return write_result(arguments, result, _restore_lines(arguments.file, count, restored))


def mark_as_copy(store: Store, restored: Restored) -> None:
    """Mark restored games as a copy if the originals moved to another place and continue there.

    Otherwise two places could record different hands of one game.
    """
    if restored.copy_of:
        from datetime import date

        from scorepad.web.groups.group import CopyNotice, mark_copy  # imported late: it imports all modules of pages

        mark_copy(store, CopyNotice(date.today().isoformat()))


def _restore_lines(name: str, count: int, restored: Restored) -> Iterator[str]:
    words = ngettext("{count} game restored from {file}", "{count} games restored from {file}", count)
    yield words.format(count=count, file=name)
    if restored.copy_of:
        words = _("This is a copy: the games moved to {where} and continue there.")
        yield words.format(where=restored.copy_of)
    if restored.aside:
        yield _("The games from before are saved in {file}").format(file=restored.aside)
    if restored.links_kept:
        yield _("Restored games get new links.")
        yield _("Links are as before; a withdrawn link stays invalid.")
    else:
        yield _("All links are new. You find them under “Share” in each game.")


def create_empty_database(arguments: argparse.Namespace) -> None:
    """Create an empty database after the games were lost.

    Raise ScorepadError if the file still has its games, or if the games are not in an SQLite file.
    """
    from datetime import date

    from scorepad.store.sqlite.backups import Backups

    with open_backups(arguments) as copies:
        if not isinstance(copies, Backups):
            raise games_exist(data_location(arguments))
        aside, file = copies.begin_anew(date.today()), copies.file
    words = _("There are no games in {file} now. “scorepad restore” still lists the backups.")
    write_output(words.format(file=file) + "\n")
    if aside:
        write_output(_("The games from before are saved in {file}").format(file=aside) + "\n")


def check_games(arguments: argparse.Namespace) -> int:
    """Check the events of every game, the data derived from them, the secret and the backups.

    Repair derived data. Return 1 if there are problems.
    """
    from scorepad.repository import store_check
    from scorepad.store.sqlite.backups import damaged_backups
    from scorepad.terminal.text import clean

    repaired: list[str] = []
    lines = evenings = 0
    with repository(arguments) as games, open_backups(arguments) as backups:
        store = games.store
        problems = store.spoilt_side_tables(forget=True) + store.verify_side_tables()
        ids = store.game_ids()
        words = _("Game {number} of {count}. Press Ctrl+C to stop; nothing is lost.")
        for result in with_progress(store_check.check_records(store, ids), len(ids), words):
            problems += result.problems
            repaired += store_check.repair(store, result)
            lines, evenings = lines + (result.summary is not None), evenings + result.misread
        problems += damaged_backups(backups.copies())
    data = {"games": len(ids), "sound": not problems, "problems": problems}
    data |= {"summaries_mended": lines, "evenings_mended": evenings, "mended": repaired}
    write_result(arguments, data, [_check_summary(len(ids), lines, evenings, problems), *map(clean, repaired)])
    for problem in problems:
        print_error(problem)
    return 1 if problems else 0


def _check_summary(count: int, mended: int, evenings: int, problems: list[str]) -> str:
    words = ngettext("{count} game checked", "{count} games checked", count).format(count=count)
    if not problems:
        words += ", " + _("no errors found")
    if mended:
        words += ", " + _("{number} repaired in the list").format(number=mended)
    if evenings:
        words += ", " + _("{number} repaired in the statistics").format(number=evenings)
    return words + "."
