"""The commands games, export, undo, redo and import.

An import reads game files, spreadsheets, zips and folders.
"""

from __future__ import annotations

import argparse
import contextlib
import tempfile
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorepad.commands.arguments import Commands, add_data, add_flag, add_format, add_out, add_value, command, format_of
from scorepad.commands.data import repository, rule_library
from scorepad.commands.files import (
    STDIO,
    format_columns,
    print_error,
    read_file,
    with_next_step,
    with_progress,
    write_json,
    write_output,
    write_result,
)
from scorepad.errors import ColumnsUnclear, NoStore, ScorepadError, nothing_to_redo, nothing_to_undo
from scorepad.words import _, join_label, ngettext, pgettext

if TYPE_CHECKING:
    from scorepad.importing.files import FileEvening
    from scorepad.importing.prepared_games import PreparedGame
    from scorepad.importing.reader_process import FileReader
    from scorepad.importing.save_evenings import Result
    from scorepad.library import RuleLibrary
    from scorepad.repository import GameRepository
    from scorepad.store.records import Listed, Pile


_PILES: dict[str, tuple[Pile, ...]] = {
    "kept": ("running", "finished"), "running": ("running",), "finished": ("finished",), "binned": ("binned",),
}  # fmt: skip

_EXPORTS = ("game", "csv", "csv-long", "xlsx", "bgstats")
"""The formats of `export`: a game file, or a sheet for another program."""

_BY = "scorer"
"""The author, in the log, of an undo or redo by a command."""


def add_to(commands: Commands) -> None:
    listing = command(commands, "games", tell_games, _("List the saved games, last played first."))
    listing.add_argument("--state", choices=[*_PILES], default="kept", help=_("saved: running and finished games"))
    add_value(listing, "--search", _("WORDS"), _("only games that contain these words"), default="")
    add_format(listing, "text", "json")
    export = command(commands, "export", export_game, _("Write a saved game as a game file (JSON)."))
    about = _("Undo the last action of a game, on any device.")
    undo = command(commands, "undo", partial(_undo_or_redo, back=True), about)
    about = _("Redo the last undone action of a game, on any device.")
    redo = command(commands, "redo", partial(_undo_or_redo, back=False), about)
    for parser in (export, undo, redo):
        add_value(parser, "game", pgettext("one sitting", "GAME"), _("id of a game; `scorepad games` lists them"))
    add_flag(export, "--log", _("every event, including corrected and undone ones"))
    add_flag(export, "--rescue", _("every event of a damaged game before the damage, marked as damaged"))
    add_format(export, *_EXPORTS, by_ending=True)
    add_out(export)
    add_data(listing, export, undo, redo)


# --- the list ----------------------------------------------------------------------------------------


def tell_games(arguments: argparse.Namespace) -> None:
    """List the games of a state that contain the searched words, last played first."""
    with repository(arguments) as games:
        piles = {state: games.all_list_rows(state, search=arguments.search) for state in _PILES[arguments.state]}
        listed = [(game, state) for state, pile in piles.items() for game in pile]
        damaged = games.damaged(game for game, _state in listed)
    listed.sort(key=lambda row: row[0].place, reverse=True)
    data = []
    for game, state in listed:
        fields = {
            name: getattr(game.summary, name) for name in ("title", "rulebook", "players", "leader", "hands", "date")
        }
        if game.game_id in damaged:
            fields |= {"leader": "", "damaged_after": damaged[game.game_id]}
        data.append({"id": game.game_id, "state": state, **fields, "updated": game.updated})
    heads = ["ID", pgettext("one sitting", "GAME"), _("PLAYERS"), _("STATE")]
    rows = [_list_row_text(game, state, damaged.get(game.game_id)) for game, state in listed]
    write_result(arguments, data, format_columns([heads, *rows]) if rows else [_("No games.")])


def _list_row_text(listed: Listed, state: str, damaged_after: int | None) -> list[str]:
    from scorepad.repository import damaged_words
    from scorepad.terminal.text import clean, fit

    summary = listed.summary
    states = {"running": _("running"), "finished": _("finished"), "binned": _("in the trash")}
    hands = ngettext("{count} hand", "{count} hands", summary.hands).format(count=summary.hands)
    if damaged_after is not None:
        hands = damaged_words(damaged_after)
    title, players = fit(clean(summary.heading), 30), fit(clean(", ".join(summary.players)), 40)
    return [clean(listed.game_id), title, players, f"{states[state]}, {hands}"]


# --- export ----------------------------------------------------------------------------------------


def export_game(arguments: argparse.Namespace) -> int:
    """Write a game file, or the sheet for another program.

    Raise RecordDamaged for a damaged game. With --rescue write its intact beginning, and return 1.
    """
    from scorepad.game.files.game_file import write_game

    kind = format_of(arguments, *_EXPORTS)
    if kind != "game":
        if arguments.log or arguments.rescue:
            arguments.parser.error(_("--log and --rescue go with the format game"))
        from scorepad.commands.scoring import write_sheet_file

        with repository(arguments) as games:
            write_sheet_file(games.load(arguments.game).game, kind, arguments.out)
        return 0
    with repository(arguments) as games:
        stored = games.look(arguments.game) if arguments.rescue else games.load(arguments.game)
    write_json(write_game(stored.exportable_game, with_log=arguments.log or arguments.rescue), arguments.out)
    for problem in stored.damage:
        print_error(problem)
    if stored.damage:
        words = ngettext(
            "The record is damaged. Its first event is readable.",
            "The record is damaged. Its first {count} events are readable.",
            stored.version,
        )
        print_error(words.format(count=stored.version))
    return 1 if stored.damage else 0


# --- undo and redo -------------------------------------------------------------------------------


def _undo_or_redo(arguments: argparse.Namespace, *, back: bool) -> None:
    """Undo or redo the last action and print it.

    An action is a change of the draft, or an event of the record.
    """
    from scorepad.game.report.log_text import redo_label, undo_label

    with repository(arguments) as games:
        stored = games.load(arguments.game)
        timeline = games.timeline(stored)
        steps = timeline.undoable(None) if back else timeline.redoable(None)
        if not steps:
            raise nothing_to_undo() if back else nothing_to_redo()
        act, label = (games.undo, undo_label) if back else (games.redo, redo_label)
        act(stored, steps[-1], by=_BY, author="")
    write_output(label(timeline.words(steps[-1], undoes=back)) + "\n")


IMPORTED_BY = "import"


def add_import_to(commands: Commands) -> None:
    """Add the command `import`."""
    about = _("Import evenings from game files, CSV exports and spreadsheets; prints the id of each.")
    added = command(commands, "import", import_files, about)
    help_text = _("a game file, CSV, spreadsheet, zip or folder (“-”: standard input)")
    add_value(added, "files", _("FILE"), help_text, nargs="+")
    add_value(added, "--rulebook", _("KEY"), _("the game, if a file does not name it"), default="")
    add_value(added, "--scheme", _("KEY"), _("the scoring, if it is not the usual one"), default="")
    add_value(added, "--date", _("DATE"), _("the date, if a file has none: 2026-11-20"), default="")
    help_text = _("which points count if paper and rules differ; default: paper")
    added.add_argument("--points", choices=["paper", "rules"], default="paper", help=help_text)
    added.add_argument("--dates", choices=["day", "month"], help=_("what comes first in 03/04/2026"))
    columns = _("what columns mean: “Ann bet=bid:Ann,Day=date”; also tricks, made, points, total, hand, cards, ignore")
    add_value(added, "--columns", _("MEANINGS"), columns, default="")
    add_flag(added, "--dry-run", _("show what would be imported, and import nothing"))
    add_flag(added, "--again", _("import an evening again even if it is already saved"))
    add_format(added, "text", "json")
    add_data(added)


def import_files(arguments: argparse.Namespace) -> int:
    """Save every valid game, and return 0 only if all were saved.

    The games of a file are saved together or not at all.
    """
    words = _("Reading file {number}. Press Ctrl+C to stop.")
    with rule_library(arguments) as library:
        files = list(with_progress(_prepared_by_file(arguments, library), None, words))
    for evening, error in ((evening, evening.error) for evenings in files for evening in evenings if evening.error):
        print_error(_place(evening, with_next_step(error)))
        if isinstance(error, ColumnsUnclear):
            example = f'--columns "{error.columns[0]}={_example(evening, error.columns[0])}"'
            print_error(_("Choose the meaning of a column like this: {option}").format(option=example))
    results, unsure = _save_files(files, arguments)
    data = [_result_data(result) for result in results]
    lines = [line for result in results for line in _result_lines(result, arguments.dry_run)]
    lines += [_("{name} → {person}?").format(name=name, person=person) for name, person in unsure]
    write_result(arguments, data[0] if len(data) == 1 else data, lines)
    return 1 if any(result.evening.error for result in results) else 0


def _example(evening: PreparedGame, label: str) -> str:
    """Return the code of a likely meaning, such as cards for falling numbers of hands, or a player for texts."""
    for table in evening.tables:
        meaning = next((column.meaning for column in table.columns if column.label == label), "")
        bid = "bid" if table.layout in ("players", "seats") else "bid:Ann"
        return {"hand": "cards", "ignored": "player", "total": "ignore"}.get(meaning, bid)
    return "bid:Ann"


def _prepared_by_file(arguments: argparse.Namespace, library: RuleLibrary) -> Iterator[list[PreparedGame]]:
    """Yield the games that each file would add."""
    from scorepad.game.state.dates import read_date
    from scorepad.importing.prepared_games import Choices, prepare_files
    from scorepad.importing.reader_process import FileReader

    day = read_date(arguments.date, arguments.dates, 0)
    choices = Choices(arguments.rulebook, arguments.scheme, day, arguments.points)
    with FileReader() as reader:
        for name in arguments.files:
            yield from prepare_files(_read_files(name, arguments, reader), choices, library)


def _read_files(name: str, arguments: argparse.Namespace, reader: FileReader) -> Iterator[FileEvening]:
    from scorepad.importing.files import FileEvening
    from scorepad.importing.sheets.headings import parse_choices

    columns = {"": parse_choices(arguments.columns)}
    for file in _files_of(name):
        try:
            yield from reader.read(file, read_file(file), arguments.dates, columns)
        except ScorepadError as error:
            yield FileEvening(file, error=error)


def _files_of(name: str) -> list[str]:
    """Return the file, or all files of a folder that may contain score sheets."""
    from scorepad.importing.files import ENDINGS

    try:
        is_folder = name != STDIO and Path(name).is_dir()
    except (OSError, ValueError):
        is_folder = False
    inside = sorted(Path(name).rglob("*")) if is_folder else []
    return [str(path) for path in inside if path.suffix.lower() in ENDINGS] or [name]


# --- results of an import --------------------------------------------------------------------------------------


def _save_files(
    files: Sequence[Sequence[PreparedGame]], arguments: argparse.Namespace
) -> tuple[list[Result], list[tuple[str, str]]]:
    """Return the result for each game; in a dry run also the uncertain names with suggestions."""
    from scorepad.importing.preview import unsure_names
    from scorepad.importing.save_evenings import EveningSaver

    words = _("File {number} of {count}. Press Ctrl+C to stop; imported games stay.")
    sound = any(all(evening.kept for evening in evenings) for evenings in files)
    with contextlib.ExitStack() as opened:
        games = _games(arguments, opened, made=sound and not arguments.dry_run)
        keeping = EveningSaver(games, by=IMPORTED_BY, again=arguments.again, dry_run=arguments.dry_run)
        progress = with_progress(files, len(files), words)
        results = [result for evenings in progress for result in keeping.keep(evenings)]
        return results, unsure_names(results, games) if arguments.dry_run else []


def _games(arguments: argparse.Namespace, opened: contextlib.ExitStack, *, made: bool) -> GameRepository:
    """Open the games of --data.

    If there are none and none may be created, use a temporary store.
    """
    from scorepad.repository import GameRepository
    from scorepad.store import open_store

    try:
        return opened.enter_context(repository(arguments, made=made))
    except NoStore:
        folder = opened.enter_context(tempfile.TemporaryDirectory())
        return GameRepository(opened.enter_context(contextlib.closing(open_store(Path(folder)))))


def _result_lines(result: Result, dry_run: bool) -> Iterator[str]:
    """Yield the id of a saved game.

    In a dry run, describe the game and the hands in which paper and rules differ.
    """
    from scorepad.importing import preview

    evening = result.evening
    if result.already:
        print_error(_place(evening, preview.duplicate_text(result)))
    if result.continues:
        print_error(_place(evening, preview.continuation_text(result.continues)))
    if dry_run and evening.kept:
        yield _place(evening, preview.heading(evening.kept.game))
        if evening.ignored:
            yield "  " + preview.ignored_text(evening)
        if words := preview.other_scoring_text(evening.kept):
            yield "  " + words
        yield from (f"  {words}" for words in preview.hand_notes(evening.kept))
    elif result.game_id:
        yield result.game_id


def _result_data(result: Result) -> dict[str, Any]:
    from scorepad.game.report.sheet_files import number

    converted = result.evening.kept
    continued = {"added_hands": result.continues.hands} if result.continues else {}
    return {
        "file": result.evening.file,
        "line": result.evening.line,
        "id": result.game_id,
        "already": result.already,
        **continued,
        "error": str(result.evening.error) if result.evening.error else None,
        "ignored": list(result.evening.ignored),
        "differences": [
            {"hand": difference.hand, "player": difference.player, "paper": number(difference.paper),
             "rules": None if difference.rules is None else number(difference.rules)}
            for difference in (converted.differences if converted else ())
        ],
        "doubts": [{"hand": doubt.hand, "why": doubt.why} for doubt in (converted.doubts if converted else ())],
    }  # fmt: skip


def _place(evening: PreparedGame, words: str) -> str:
    file = _("{file}, line {line}").format(file=evening.file, line=evening.line) if evening.line else evening.file
    return join_label(file, words)
