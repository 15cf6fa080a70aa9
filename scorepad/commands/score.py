"""scorepad score: a game's sheet as text, JSON, CSV or PDF."""

from __future__ import annotations

import argparse
import sys

from scorepad.commands.arguments import Commands, add_data, add_format, add_out, command, format_of
from scorepad.commands.data import file_or_game
from scorepad.commands.files import STDIO, put, put_json, put_pdf, signs
from scorepad.words import _

FORMATS = ("text", "json", "csv", "pdf")


def add_to(commands: Commands) -> None:
    score = command(commands, "score", print_sheet, _("Score a game: its sheet, standings, what comes next."))
    score.add_argument("game", metavar=_("FILE"), help=_("a game file (“-”: standard input), or the id of a kept game"))
    add_format(score, *FORMATS, by_ending=True)
    score.add_argument("--explain", action="store_true", help=_("tell how everybody’s points came about"))
    score.set_defaults(misused=score.error)
    add_out(score)
    add_data(score)


def print_sheet(arguments: argparse.Namespace) -> None:
    """Write the sheet of a game in the format asked for."""
    kind = format_of(arguments, *FORMATS)
    if arguments.explain and kind not in ("text", "json"):
        arguments.misused(_("--explain goes with the formats text and json"))
    game, out = file_or_game(arguments), arguments.out
    match kind:
        case "json":
            from scorepad.game.report.sheet_json import sheet_json

            put_json(sheet_json(game, explain=arguments.explain), out)
        case "csv":
            from scorepad.game.report.spreadsheet import sheet_csv

            put(sheet_csv(game).encode("utf-8", "replace"), out)
        case "pdf":
            from printables.score_sheet import score_sheet

            put_pdf(score_sheet(game), out)
        case _:
            import shutil

            from scorepad.terminal import UNICODE, sheet_text

            on_screen = out in (None, STDIO)
            width = shutil.get_terminal_size().columns if on_screen and sys.stdout.isatty() else 80
            shown = signs() if on_screen else UNICODE
            put(sheet_text(game, width=width, signs=shown, explain=arguments.explain), out)
