"""scorepad games, export, undo, redo: the games that are kept."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from scorepad.commands.arguments import (
    Commands,
    add_choice,
    add_data,
    add_flag,
    add_format,
    add_out,
    add_value,
    command,
)
from scorepad.commands.data import repository
from scorepad.commands.files import answer, columns_of, complain, put, put_json
from scorepad.words import _, ngettext, pgettext

if TYPE_CHECKING:
    from scorepad.store import Listed, Pile

_PILES: dict[str, tuple[Pile, ...]] = {
    "kept": ("running", "finished"), "running": ("running",), "finished": ("finished",), "binned": ("binned",),
}  # fmt: skip

_BY = "scorer"
"""Who undoes something here, in the log."""


def add_to(commands: Commands) -> None:
    listing = command(commands, "games", tell_games, _("The games that are kept, latest played first."))
    add_choice(listing, "--state", [*_PILES], _("kept: running and finished ones"), "kept")
    add_value(listing, "--search", _("WORDS"), _("only games that hold these words"), default="")
    add_format(listing, "text", "json")
    export = command(commands, "export", export_game, _("Write a kept game as a game file (JSON)."))
    undo = command(commands, "undo", undo_action, _("Undo the last action of a game, whoever did it."))
    redo = command(commands, "redo", redo_action, _("Redo what was undone last in a game."))
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
    from scorepad.terminal.columns import clean, fit, listed

    summary = one.summary
    title = clean(summary.heading)
    states = {"running": _("running"), "finished": _("finished"), "binned": _("in the bin")}
    hands = ngettext("{count} hand", "{count} hands", summary.hands).format(count=summary.hands)
    if damaged_after is not None:
        hands = damaged_words(damaged_after)
    return [clean(one.game_id), fit(title, 30), fit(clean(listed(summary.players)), 40), f"{states[state]}, {hands}"]


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


def undo_action(arguments: argparse.Namespace) -> None:
    """Undo the last action of all, a tap of the current hand or an entry of the record, and say what it was."""
    from scorepad.errors import nothing_to_undo

    with repository(arguments) as games:
        stored = games.load(arguments.game)
        timeline = games.timeline(stored)
        for step in timeline.undoable(None)[-1:]:
            games.undo(stored, step, by=_BY, author="")
            return put(timeline.undo_label(step) + "\n")
    raise nothing_to_undo()


def redo_action(arguments: argparse.Namespace) -> None:
    """Redo what was undone last, and say what it was."""
    from scorepad.errors import nothing_to_redo

    with repository(arguments) as games:
        stored = games.load(arguments.game)
        timeline = games.timeline(stored)
        for step in timeline.redoable(None)[-1:]:
            games.redo(stored, step, by=_BY, author="")
            return put(timeline.redo_label(step) + "\n")
    raise nothing_to_redo()
