"""The commands games, export, undo, redo, and import: game files, spreadsheets, a zip or a folder."""

from __future__ import annotations

import argparse
import contextlib
import tempfile
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorepad.commands.arguments import Commands, add_data, add_flag, add_format, add_out, add_value, command
from scorepad.commands.data import repository, rule_library
from scorepad.commands.files import STDIO, answer, columns_of, complain, counted, put, put_json, read_file
from scorepad.errors import NothingKept, ScorepadError, nothing_to_redo, nothing_to_undo
from scorepad.words import _, labelled, ngettext, pgettext

if TYPE_CHECKING:
    from scorepad.importing.evenings import Incoming
    from scorepad.importing.files import Found
    from scorepad.importing.keeping import Result
    from scorepad.repository import GameRepository
    from scorepad.rule_library import RuleLibrary
    from scorepad.store.records import Listed, Pile


_PILES: dict[str, tuple[Pile, ...]] = {
    "kept": ("running", "finished"), "running": ("running",), "finished": ("finished",), "binned": ("binned",),
}  # fmt: skip

_BY = "scorer"
"""Who undoes something here, in the log."""


def add_to(commands: Commands) -> None:
    listing = command(commands, "games", tell_games, _("The games that are kept, latest played first."))
    listing.add_argument("--state", choices=[*_PILES], default="kept", help=_("kept: running and finished ones"))
    add_value(listing, "--search", _("WORDS"), _("only games that hold these words"), default="")
    add_format(listing, "text", "json")
    export = command(commands, "export", export_game, _("Write a kept game as a game file (JSON)."))
    undo = command(commands, "undo", partial(_step, back=True), _("Undo the last action of a game, whoever did it."))
    redo = command(commands, "redo", partial(_step, back=False), _("Redo what was undone last in a game."))
    for one in (export, undo, redo):
        add_value(one, "game", pgettext("one sitting", "GAME"), _("id of a game; `scorepad games` lists them"))
    add_flag(export, "--log", _("every event, the corrected and undone ones too"))
    add_flag(export, "--rescue", _("of a damaged game every event before the damage, marked as damaged"))
    add_out(export)
    add_data(listing, export, undo, redo)


# --- the list ----------------------------------------------------------------------------------------


def tell_games(arguments: argparse.Namespace) -> None:
    """List the games of a state, latest played first, that hold the words searched for."""
    with repository(arguments) as games:
        found = [
            (one, state)
            for state in _PILES[arguments.state]
            for one in games.every_line(state, search=arguments.search)
        ]
        damaged = games.damaged(one for one, _state in found)
    found.sort(key=lambda one: one[0].place, reverse=True)
    data = [_as_data(one, state, damaged.get(one.game_id)) for one, state in found]
    heads = ["ID", pgettext("one sitting", "GAME"), _("PLAYERS"), _("STATE")]
    rows = [_as_text(one, state, damaged.get(one.game_id)) for one, state in found]
    answer(arguments, data, columns_of([heads, *rows]) if rows else [_("No games.")])


def _as_data(one: Listed, state: str, damaged_after: int | None) -> dict[str, object]:
    told = {name: getattr(one.summary, name) for name in ("title", "rulebook", "players", "leader", "hands", "date")}
    if damaged_after is not None:
        told |= {"leader": "", "damaged_after": damaged_after}
    return {"id": one.game_id, "state": state, **told, "updated": one.updated}


def _as_text(one: Listed, state: str, damaged_after: int | None) -> list[str]:
    from scorepad.repository import damaged_words
    from scorepad.terminal import clean, fit

    summary = one.summary
    title = clean(summary.heading)
    states = {"running": _("running"), "finished": _("finished"), "binned": _("in the bin")}
    hands = ngettext("{count} hand", "{count} hands", summary.hands).format(count=summary.hands)
    if damaged_after is not None:
        hands = damaged_words(damaged_after)
    return [clean(one.game_id), fit(title, 30), fit(clean(", ".join(summary.players)), 40), f"{states[state]}, {hands}"]


# --- out ----------------------------------------------------------------------------------------


def export_game(arguments: argparse.Namespace) -> int:
    """Write the game file. RecordDamaged; with --rescue the beginning of a damaged game, with exit status 1."""
    from scorepad.game.files.game_file import write_game

    with repository(arguments) as games:
        stored = games.look(arguments.game) if arguments.rescue else games.load(arguments.game)
    put_json(write_game(stored.rescued, with_log=arguments.log or arguments.rescue), arguments.out)
    for problem in stored.damage:
        complain(problem)
    if stored.damage:
        words = _("The record is damaged: its first {count} events were written.")
        complain(words.format(count=stored.version))
    return 1 if stored.damage else 0


# --- undo and redo -------------------------------------------------------------------------------


def _step(arguments: argparse.Namespace, *, back: bool) -> None:
    """Undo or redo the last action, a tap of the current hand or an entry of the record, and print what it was."""
    with repository(arguments) as games:
        stored = games.load(arguments.game)
        timeline = games.timeline(stored)
        steps = timeline.undoable(None) if back else timeline.redoable(None)
        if not steps:
            raise nothing_to_undo() if back else nothing_to_redo()
        act, label = (games.undo, timeline.undo_label) if back else (games.redo, timeline.redo_label)
        act(stored, steps[-1], by=_BY, author="")
    put(label(steps[-1]) + "\n")


IMPORTED_BY = "import"


def add_import_to(commands: Commands) -> None:
    """Add the command `import`."""
    about = _("Keep the evenings of game files, CSV exports and spreadsheets; tells the id of each.")
    added = command(commands, "import", import_files, about)
    add_value(added, "files", _("FILE"), _("a game file, CSV, zip or folder (“-”: standard input)"), nargs="+")
    add_value(added, "--rulebook", _("KEY"), _("the game, where a file does not say"), default="")
    add_value(added, "--scheme", _("KEY"), _("its points, where they are not the usual ones"), default="")
    add_value(added, "--date", _("DATE"), _("the day, where a file does not say: 2026-11-20"), default="")
    said = _("what counts where paper and rules differ; paper unless said")
    added.add_argument("--points", choices=["paper", "rules"], default="paper", help=said)
    added.add_argument("--dates", choices=["day", "month"], help=_("what stands first in 03/04/2026"))
    add_flag(added, "--dry-run", _("only tell what would be kept"))
    add_flag(added, "--again", _("keep an evening also where it is kept already"))
    add_format(added, "text", "json")
    add_data(added)


def import_files(arguments: argparse.Namespace) -> int:
    """Save every valid evening; a file is saved completely or not at all. Return 0 only if all were saved."""
    with rule_library(arguments) as library:
        files = list(counted(_looked_at(arguments, library), None, _("File {number} is read. Ctrl-C stops.")))
    for one in (one for evenings in files for one in evenings if one.error):
        complain(_place(one, str(one.error)))
    results, unsure = _keep(files, arguments)
    data = [_result_data(one) for one in results]
    answer(arguments, data[0] if len(data) == 1 else data, _told(results, unsure, arguments.dry_run))
    return 1 if any(one.evening.error for one in results) else 0


def _looked_at(arguments: argparse.Namespace, library: RuleLibrary) -> Iterator[list[Incoming]]:
    """Yield the evenings that each file would add."""
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
    """Return the file, or all files of a folder that may contain score sheets."""
    from scorepad.importing.files import ENDINGS

    try:
        is_folder = name != STDIO and Path(name).is_dir()
    except (OSError, ValueError):
        is_folder = False
    inside = [str(one) for one in sorted(Path(name).rglob("*")) if one.suffix.lower() in ENDINGS] if is_folder else []
    return inside or [name]


# --- what became of it --------------------------------------------------------------------------------------


def _keep(
    files: Sequence[Sequence[Incoming]], arguments: argparse.Namespace
) -> tuple[list[Result], list[tuple[str, str]]]:
    """Return what became of each evening; of a dry run also who may be who."""
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
    """Open the games of --data. If there are none and none may be created, use a temporary place."""
    from scorepad.repository import GameRepository
    from scorepad.store import open_store

    try:
        return opened.enter_context(repository(arguments, made=made))
    except NothingKept:
        folder = opened.enter_context(tempfile.TemporaryDirectory())
        return GameRepository(opened.enter_context(contextlib.closing(open_store(Path(folder)))))


def _told(results: Sequence[Result], unsure: Sequence[tuple[str, str]], dry_run: bool) -> Iterator[str]:
    for one in results:
        yield from _result_lines(one, dry_run)
    for name, person in unsure:
        yield _("{name} → {person}?").format(name=name, person=person)


def _result_lines(result: Result, dry_run: bool) -> Iterator[str]:
    """Yield the id of a saved game. In a dry run yield the evening, and the hands in which paper and rules differ."""
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


def _result_data(result: Result) -> dict[str, Any]:
    from scorepad.game.report.sheet_files import number

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
