"""scorepad import: game files, spreadsheets and other keepers' exports, a file, a zip or a folder at a time."""

from __future__ import annotations

import argparse
import contextlib
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorepad.commands.arguments import Commands, add_choice, add_data, add_flag, add_format, add_value, command
from scorepad.commands.data import repository, rule_library
from scorepad.commands.files import STDIO, answer, complain, counted, read_file
from scorepad.errors import NothingKept, ScorepadError
from scorepad.words import _, labelled

if TYPE_CHECKING:
    from scorepad.importing.evenings import Incoming
    from scorepad.importing.files import Found
    from scorepad.importing.keeping import Result
    from scorepad.repository import GameRepository
    from scorepad.rule_library import RuleLibrary

IMPORTED_BY = "import"


def add_to(commands: Commands) -> None:
    about = _("Keep the evenings of game files, CSV exports and spreadsheets; tells the id of each.")
    added = command(commands, "import", import_files, about)
    add_value(added, "files", _("FILE"), _("a game file, CSV, zip or folder (“-”: standard input)"), nargs="+")
    add_value(added, "--rulebook", _("KEY"), _("the game, where a file does not say"), default="")
    add_value(added, "--scheme", _("KEY"), _("its points, where they are not the usual ones"), default="")
    add_value(added, "--date", _("DATE"), _("the day, where a file does not say: 2026-11-20"), default="")
    said = _("what counts where paper and rules differ; paper unless said")
    add_choice(added, "--points", ["paper", "rules"], said, "paper")
    add_choice(added, "--dates", ["day", "month"], _("what stands first in 03/04/2026"))
    add_flag(added, "--dry-run", _("only tell what would be kept"))
    add_flag(added, "--again", _("keep an evening also where it is kept already"))
    add_format(added, "text", "json")
    add_data(added)


def import_files(arguments: argparse.Namespace) -> int:
    """Keep what can be kept, a file whole or not at all; 0 only if all was."""
    with rule_library(arguments) as library:
        files = list(counted(_looked_at(arguments, library), None, _("File {number} is read. Ctrl-C stops.")))
    for one in (one for evenings in files for one in evenings if one.error):
        complain(_place(one, str(one.error)))
    results, unsure = _keep(files, arguments)
    data = [_as_data(one) for one in results]
    answer(arguments, data[0] if len(data) == 1 else data, _told(results, unsure, arguments.dry_run))
    return 1 if any(one.evening.error for one in results) else 0


def _looked_at(arguments: argparse.Namespace, library: RuleLibrary) -> Iterator[list[Incoming]]:
    """What would be kept of each file."""
    from scorepad.game.state.dates import read_date
    from scorepad.importing.evenings import Choices, by_file

    day = read_date(arguments.date, arguments.dates, 0)
    choices = Choices(arguments.rulebook, arguments.scheme, day, arguments.points)
    for name in arguments.files:
        yield from by_file(_found(name, arguments), choices, library)


def _found(name: str, arguments: argparse.Namespace) -> Iterator[Found]:
    from scorepad.importing.files import Found, found_in

    for one in _files_of(name):
        try:
            yield from found_in(one, read_file(one), arguments.dates)
        except ScorepadError as error:
            yield Found(one, error=error)


def _files_of(name: str) -> list[str]:
    """The file, or where it is a folder all files in it that may hold score sheets."""
    from scorepad.importing.files import ENDINGS

    try:
        is_folder = name != STDIO and Path(name).is_dir()
    except (OSError, ValueError):
        is_folder = False
    inside = [str(one) for one in sorted(Path(name).rglob("*")) if one.suffix.lower() in ENDINGS] if is_folder else []
    return inside or [name]


# --- keeping and telling --------------------------------------------------------------------------------------


def _keep(
    files: Sequence[Sequence[Incoming]], arguments: argparse.Namespace
) -> tuple[list[Result], list[tuple[str, str]]]:
    """What became of each evening; of a dry run also who may be who."""
    from scorepad.importing.keeping import Keeping
    from scorepad.importing.preview import unsure

    words = _("File {number} of {count}. Ctrl-C stops: what is kept so far stays.")
    sound = any(all(one.kept for one in evenings) for evenings in files)
    with contextlib.ExitStack() as opened:
        games = _games(arguments, opened, made=sound and not arguments.dry_run)
        keeping = Keeping(games, by=IMPORTED_BY, again=arguments.again, dry_run=arguments.dry_run)
        told = counted(files, len(files), words)
        results = [one for evenings in told for one in keeping.keep(evenings)]
        return results, unsure(results, games) if arguments.dry_run else []


def _games(arguments: argparse.Namespace, opened: contextlib.ExitStack, *, made: bool) -> GameRepository:
    """The games of --data; where none are kept and none are to be, a place for none that is thrown away."""
    from scorepad.repository import GameRepository
    from scorepad.store import open_store

    try:
        return opened.enter_context(repository(arguments, made=made))
    except NothingKept:
        folder = opened.enter_context(tempfile.TemporaryDirectory())
        return GameRepository(opened.enter_context(contextlib.closing(open_store(Path(folder)))))


def _told(results: Sequence[Result], unsure: Sequence[tuple[str, str]], dry_run: bool) -> Iterator[str]:
    for one in results:
        yield from _as_text(one, dry_run)
    for name, person in unsure:
        yield _("{name} → {person}?").format(name=name, person=person)


def _as_text(result: Result, dry_run: bool) -> Iterator[str]:
    """The id of a game that was kept; of a dry run the evening, and where paper and rules differ."""
    from scorepad.importing.preview import goes_on, heading, in_words, seen_before

    evening = result.evening
    if result.already:
        complain(_place(evening, seen_before(result)))
    if result.continues:
        complain(_place(evening, goes_on(result.continues)))
    if dry_run and evening.kept:
        yield _place(evening, heading(evening.kept.game))
        yield from (f"  {words}" for words in in_words(evening.kept))
    elif result.game_id:
        yield result.game_id


def _as_data(result: Result) -> dict[str, Any]:
    from scorepad.game.report.sheet_json import number

    kept = result.evening.kept
    continued = {"added_hands": result.continues.hands} if result.continues else {}
    return {
        "file": result.evening.file,
        "line": result.evening.line,
        "id": result.game_id,
        "already": result.already,
        **continued,
        "error": str(result.evening.error) if result.evening.error else None,
        "differences": [
            {"hand": one.hand, "player": one.player, "paper": number(one.paper),
             "rules": None if one.rules is None else number(one.rules)}
            for one in (kept.differences if kept else ())
        ],
        "doubts": [{"hand": one.hand, "why": one.why} for one in (kept.doubts if kept else ())],
    }  # fmt: skip


def _place(evening: Incoming, words: str) -> str:
    file = _("{file}, line {line}").format(file=evening.file, line=evening.line) if evening.line else evening.file
    return labelled(file, words)
