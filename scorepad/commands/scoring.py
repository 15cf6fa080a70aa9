"""The commands score, points and late-entry: a game's sheet, the points of a hand, a late joiner's total."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from scorepad.commands.arguments import (
    Commands,
    add_data,
    add_flag,
    add_format,
    add_out,
    add_value,
    any_whole_number,
    command,
    format_of,
    points_number,
)
from scorepad.commands.data import file_or_game, rule_library
from scorepad.commands.files import (
    STDIO,
    output_symbols,
    refuse_terminal,
    write_json,
    write_output,
    write_pdf,
    write_result,
)
from scorepad.commands.rule_files import find_sound_scheme
from scorepad.errors import RuleFileError
from scorepad.formula_names import NUMBERS, TABLE
from scorepad.words import _, join_label, ngettext

if TYPE_CHECKING:
    from scorepad.game.state.game import Game
    from scorepad.rules.formula import Value
    from scorepad.rules.scheme import Scheme

FORMATS = ("text", "json", "csv", "csv-long", "xlsx", "bgstats", "pdf")
NUMBER_OPTIONS = tuple(name for name in NUMBERS if name != "bid")
FLAG_OPTIONS = tuple(item.name for item in TABLE if item.kind == "truth" and item.is_argument)
_WORDS = {"yes": True, "true": True, "no": False, "false": False}


# --- the sheet of a game --------------------------------------------------------------------------------------------


def add_score_to(commands: Commands) -> None:
    """Add the command `score`."""
    score = command(commands, "score", print_sheet, _("Score a game: its sheet, standings, and the next hand."))
    add_value(score, "game", _("FILE"), _("a game file (“-”: standard input), or the id of a saved game"))
    add_format(score, *FORMATS, by_ending=True)
    add_flag(score, "--explain", _("show how all points were calculated"))
    help_text = _("file to write; “-” writes to standard output; “import” reads files of “export”, not this .json")
    add_out(score, help_text)
    add_data(score)


def print_sheet(arguments: argparse.Namespace) -> None:
    """Write the sheet of a game in the requested format."""
    kind = format_of(arguments, *FORMATS)
    if arguments.explain and kind not in ("text", "json"):
        arguments.parser.error(_("--explain works with the formats text and json only"))
    game, out = file_or_game(arguments), arguments.out
    match kind:
        case "json":
            from scorepad.game.report.sheet_files import sheet_json

            write_json(sheet_json(game, explain=arguments.explain), out)
        case "csv" | "csv-long" | "xlsx" | "bgstats":
            write_sheet_file(game, kind, out)
        case "pdf":
            from printables.filled.score_sheet import score_sheet

            write_pdf(score_sheet(game), out)
        case _:
            import shutil

            from scorepad.terminal.sheet import UNICODE, sheet_text

            on_screen = out in (None, STDIO)
            width = shutil.get_terminal_size().columns if on_screen and sys.stdout.isatty() else 80
            shown = output_symbols() if on_screen else UNICODE
            write_output(sheet_text(game, width=width, signs=shown, explain=arguments.explain), out)


def write_sheet_file(game: Game, kind: str, out: str | None) -> None:
    """Write a sheet for other programs: as CSV, as an Excel file or for BG Stats.

    Raise ScorepadError for an Excel file to a terminal, or for BG Stats if the game is not finished.
    """
    match kind:
        case "csv":
            from scorepad.game.report.sheet_files import sheet_csv

            write_output(sheet_csv(game).encode("utf-8", "replace"), out)
        case "csv-long":
            from scorepad.game.report.sheet_files import sheet_long_csv

            write_output(sheet_long_csv(game).encode("utf-8", "replace"), out)
        case "xlsx":
            from scorepad.game.report.workbook import sheet_xlsx

            refuse_terminal(out, _("An Excel file cannot be shown in a terminal. Choose a file to write: -o FILE."))
            write_output(sheet_xlsx(game), out)
        case _:
            from scorepad.game.files.bg_stats import bg_stats_json

            write_json(bg_stats_json([game]), out)


# --- the points of a hand -------------------------------------------------------------------------------


def add_points_to(commands: Commands) -> None:
    """Add the command `points`."""
    parser = command(commands, "points", tell_points, _("Calculate the points of one hand under a scheme."))
    add_value(parser, "scheme", _("SCHEME"), _("key of a scheme, or a .toml file"))
    bid = parser.add_mutually_exclusive_group()
    add_value(bid, "--bid", "N", type=any_whole_number)
    add_flag(bid, "--no-bid", _("a player who does not bid"))
    for name in NUMBER_OPTIONS:
        add_value(parser, _option(name), "N", type=any_whole_number, required=name in ("taken", "cards"))
    add_value(parser, "--total", "N", _("the running total before the hand"), type=points_number)
    for name in FLAG_OPTIONS:
        add_flag(parser, _option(name))
    parser.add_argument("--trump", type=str.upper, choices=[*"CDHSN"])
    parser.add_argument("--role", choices=["declarer", "doubler", "other"], help=_("in a hand with a contract"))
    for what in ("mark", "option"):
        add_value(parser, f"--{what}", _("NAME=VALUE"), action="append", type=_pair, default=[])
    add_format(parser, "json", "text")
    add_data(parser)


def _option(name: str) -> str:
    return "--" + name.replace("_", "-")


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (name and equals and value):
        words = _("“{text}” is not an assignment. Write NAME=VALUE. Example: blind=yes.")
        raise argparse.ArgumentTypeError(words.format(text=text))
    return name, value


def tell_points(arguments: argparse.Namespace) -> None:
    """Print the points of a hand, the total after it, and the calculation.

    Raise RuleFileError.
    """
    from scorepad.formats import plural_number
    from scorepad.game.report.sheet_files import number
    from scorepad.terminal.text import clean

    with rule_library(arguments) as library:
        scheme = find_sound_scheme(library, arguments.scheme)
    if arguments.bid is None and not arguments.no_bid and scheme.bids_when is None:
        arguments.parser.error(_("Give --bid, or --no-bid for a player who does not bid."))
    hand = _hand_from_arguments(arguments, scheme)
    entry = scheme.entry(hand)
    total = hand["total"] + entry  # type: ignore[operator]  # a total is a number
    why = scheme.explain(hand).text
    data = {"points": number(entry), "total": number(total), "scheme": scheme.key or scheme.name, "why": why}
    words = ngettext("{points} point, total {total}", "{points} points, total {total}", plural_number(entry))
    points = words.format(points=output_symbols().number(entry), total=output_symbols().number(total))
    write_result(arguments, data, [points, output_symbols().words(clean(why))])


def _hand_from_arguments(arguments: argparse.Namespace, scheme: Scheme) -> dict[str, Value]:
    """Return the hand that the arguments describe, parsed like an example in a scheme's file."""
    values = {name: getattr(arguments, name) for name in ("bid", "trump", "role", *NUMBER_OPTIONS)}
    given: dict[str, Any] = {name: value for name, value in values.items() if value is not None}
    given |= {name: True for name in FLAG_OPTIONS if getattr(arguments, name)}
    if arguments.total is not None:
        is_whole = isinstance(arguments.total, int)
        given["total"] = arguments.total if is_whole else float(arguments.total)  # rule files write halves as floats
    given["options"] = {name: _value(value) for name, value in arguments.option}
    given["marks"] = {}
    for name, value in arguments.mark:
        if name.startswith(("others_made_", "others_missed_")):
            given[name] = _value(value)
        else:
            given["marks"][name] = mark = _value(value)
            if scheme.marks.get(name) == "yes or no" and mark in (0, 1):  # 1 and 0 are accepted for yes and no
                given["marks"][name] = bool(mark)
    if "role" not in given and {"level", "contract_taken", "doubled", "redoubled"} & given.keys():
        given["role"] = "other"  # these arguments imply a contract
    try:
        return scheme.hand(given)
    except RuleFileError as error:
        where = error.where.removeprefix("hand").lstrip(".")
        if where in values:  # name the option instead of the key
            raise RuleFileError("", join_label(_option(where), error.reason)) from error
        raise RuleFileError(where, error.reason) from error


def _value(text: str) -> bool | int | str:
    """Return yes and no as a bool, whole numbers as an int, and any other text unchanged."""
    words = {**_WORDS, _("yes"): True, _("no"): False}
    if text.lower() in words:
        return words[text.lower()]
    try:
        return int(text)
    except ValueError:
        return text


# --- a late entry ---------------------------------------------------------------------------------------


def add_late_entry_to(commands: Commands) -> None:
    """Add the command `late-entry`."""
    about = _("Calculate the total of a late joiner: half-way between the worst and the median total.")
    parser = command(commands, "late-entry", tell_late_entry, about)
    add_value(parser, "totals", _("TOTAL"), _("totals of the players at the table: -6 -3 14"), nargs="+")
    add_flag(parser, "--low-wins", _("the lowest total wins, so the highest is the worst"))
    add_format(parser, "text", "json")


def tell_late_entry(arguments: argparse.Namespace) -> None:
    """Print the total with which a late joiner starts, and its calculation."""
    from scorepad.formats import decimal
    from scorepad.game.report.sheet_files import number
    from scorepad.game.state.standings import late_entry, read_totals

    try:
        totals = read_totals(" ".join(arguments.totals))
    except ValueError as error:
        arguments.parser.error(str(error))
    entry = late_entry(totals, low_wins=arguments.low_wins)
    worst, median, exact = number(entry.worst), number(entry.median), decimal(entry.exact)
    data = {"points": entry.points, "worst": worst, "median": median, "exact": exact}
    way = output_symbols().way
    write_result(arguments, data, [entry.in_words(way.number, way.arrow, low_wins=arguments.low_wins)])
