"""scorepad import: game files, spreadsheets and other keepers' exports, a file, a zip or a folder at a time."""

from __future__ import annotations

import argparse
import contextlib
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorepad.commands.arguments import Commands, add_data, add_format, command
from scorepad.commands.data import repository, rule_library
from scorepad.commands.files import STDIO, complain, counted, put, put_json, read_file
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
    added.add_argument(
        "files", metavar=_("FILE"), nargs="+", help=_("a game file, CSV, zip or folder (“-”: standard input)")
    )
    added.add_argument("--rulebook", default="", metavar=_("KEY"), help=_("the game, where a file does not say"))
    added.add_argument(
        "--scheme", default="", metavar=_("KEY"), help=_("its points, where they are not the usual ones")
    )
    added.add_argument(
        "--date", default="", metavar=_("DATE"), help=_("the day, where a file does not say: 2026-11-20")
    )
    added.add_argument(
        "--points", choices=["paper", "rules"], default="paper",
        help=_("what counts where paper and rules differ; paper unless said"),
    )  # fmt: skip
    added.add_argument("--dates", choices=["day", "month"], help=_("what stands first in 03/04/2026"))
    added.add_argument("--dry-run", action="store_true", help=_("only tell what would be kept"))
    added.add_argument("--again", action="store_true", help=_("keep an evening also where it is kept already"))
    add_format(added, "text", "json")
    add_data(added)


def import_files(arguments: argparse.Namespace) -> int:
    """Keep what can be kept, a file whole or not at all; 0 only if all was."""
    with rule_library(arguments) as library:
        files = list(counted(_looked_at(arguments, library), None, _("File {number} is read. Ctrl-C stops.")))
    for one in (one for evenings in files for one in evenings if one.error):
        complain(_place(one, str(one.error)))
    results, unsure = _keep(files, arguments)
    if arguments.format == "json":
        data = [_as_data(one) for one in results]
        put_json(data[0] if len(data) == 1 else data)
    else:
        told = [line for one in results for line in _as_text(one, arguments.dry_run)]
        told += [_("{name} → {person}?").format(name=name, person=person) for name, person in unsure]
        put("".join(f"{line}\n" for line in told))
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
