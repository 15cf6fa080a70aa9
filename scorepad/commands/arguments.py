"""Arguments that several commands share, and the translation of argparse's messages."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorepad.formats import MINUS
from scorepad.words import _, ngettext, with_colon

if TYPE_CHECKING:
    from fractions import Fraction

Commands = Any  # argparse's private _SubParsersAction
Parser = Any  # or an argument group, which has no public type in argparse


class Help(argparse.HelpFormatter):
    """A help formatter whose headings end in the colon of the reader's language.

    argparse itself appends an ASCII colon.
    """

    def start_section(self, heading: str | None) -> None:
        """Start a section with a heading to which argparse appends the final colon."""
        super().start_section(heading and with_colon(heading).removesuffix(":"))


class CommandParser(argparse.ArgumentParser):
    """A parser whose error for an unknown command or choice suggests the nearest one.

    It takes all totals below zero for arguments, not for options: -6,5 and -½ as well as -6.
    """

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse arguments; a minus sign marks the numbers that argparse would take for options."""
        words = sys.argv[1:] if args is None else args
        return super().parse_known_args([re.sub(r"^-(?=[0-9]*(,|½))", MINUS, word) for word in words], namespace)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is None or value in action.choices:
            return
        from difflib import get_close_matches

        choices = [str(choice) for choice in action.choices]
        words = _("“{text}” is not one of {choices}.").format(text=str(value)[:40], choices=", ".join(choices))
        close = get_close_matches(str(value), choices, n=1)
        hint = " " + _("Did you mean “{name}”?").format(name=close[0]) if close else ""
        raise argparse.ArgumentError(action, words + hint)


def translate_argparse() -> None:
    """Make argparse translate its messages with this program's gettext.

    `tests/tools/translating/catalogues.py` lists the messages that a user may see.
    """
    argparse._ = _  # type: ignore[attr-defined]
    argparse.ngettext = ngettext  # type: ignore[attr-defined]


def command(
    commands: Commands, name: str, run: Callable[[argparse.Namespace], int | None], about: str
) -> argparse.ArgumentParser:
    """Add a command, and return its parser.

    `run` returns the exit status (None: 0).
    """
    added: argparse.ArgumentParser = commands.add_parser(
        name, help=about, description=about, formatter_class=Help, allow_abbrev=False
    )
    added.set_defaults(run=run, parser=added)
    return added


def add_value(parser: Parser, name: str, metavar: str, about: str | None = None, **more: Any) -> None:
    """Add an argument or an option with a value; argparse receives `more`."""
    parser.add_argument(name, metavar=metavar, help=about, **more)


def add_flag(parser: Parser, name: str, about: str | None = None, default: Any = False) -> None:
    """Add an option without a value."""
    parser.add_argument(name, action="store_true", help=about, default=default)


def any_whole_number(text: str) -> int:
    """Return a whole number; raise ArgumentTypeError for any other text."""
    try:
        return int(text)
    except ValueError:
        words = _("“{text}” is not a whole number. Example: 3.").format(text=text[:40])
        raise argparse.ArgumentTypeError(words) from None


def whole_number(fewest: int, most: int) -> Callable[[str], int]:
    """Return an argparse type for whole numbers from `fewest` to `most`."""

    def reader(text: str) -> int:
        number = any_whole_number(text)
        if not fewest <= number <= most:
            words = _("“{text}” is out of range. Enter a whole number from {least} to {most}.")
            raise argparse.ArgumentTypeError(words.format(text=text[:40], least=fewest, most=most))
        return number

    return reader


def year(text: str) -> str:
    """Return a year of four digits, or ""; raise ArgumentTypeError for any other text."""
    if text and not re.fullmatch(r"\d{4}", text, re.ASCII):
        raise argparse.ArgumentTypeError(_("“{text}” is not a year. Example: 2026.").format(text=text[:40]))
    return text


def add_format(parser: argparse.ArgumentParser, *choices: str, by_ending: bool = False) -> None:
    """Add --format; the default is the first choice.

    With `by_ending` the default is None, and `format_of` uses the extension of the output file.
    """
    help_text = (
        _("output format; by default the ending of OUT, otherwise {format}")
        if by_ending
        else _("output format; default: {format}")
    )
    parser.add_argument(
        "--format", choices=choices, default=None if by_ending else choices[0], help=help_text.format(format=choices[0])
    )


def format_of(arguments: argparse.Namespace, *choices: str) -> str:
    """Return the format of --format, otherwise of the output file's extension, otherwise the first choice.

    End with a usage error for an unknown extension.
    """
    if arguments.format:
        return str(arguments.format)
    formats = {_ENDINGS.get(choice, choice): choice for choice in choices if choice != "csv-long"}
    return formats.get(output_ending(arguments, *formats), choices[0])


_ENDINGS = {"text": "txt", "game": "json", "bgstats": "bgsplay"}
"""Extensions of formats that are not called like their format."""


def output_ending(arguments: argparse.Namespace, *known: str) -> str:
    """Return the extension of the output file, "" for none; end with a usage error if it is not a known one."""
    ending = Path(arguments.out or "").suffix[1:].lower()
    if ending and ending not in known:
        words = _("No format has the ending of “{file}”. Known endings: {endings}.")
        arguments.parser.error(words.format(file=arguments.out, endings=", ".join(f".{name}" for name in known)))
    return ending


def add_out(parser: argparse.ArgumentParser, about: str = "") -> None:
    """Add -o and --out for the output file; the default is None."""
    help_text = about or _("file to write; “-” writes to standard output")
    parser.add_argument("-o", "--out", metavar=_("OUT"), help=help_text)


def add_data(*parsers: argparse.ArgumentParser, of_groups: bool = True) -> None:
    """Add --data, which may come before or after the command.

    With `of_groups` also add --group, for the folder of a host.
    """
    for parser in parsers:
        if of_groups:
            help_text = _("key or name of a group, if the folder is that of a public server")
            add_value(parser, "--group", _("GROUP"), help_text, default=argparse.SUPPRESS)
        help_text = _("folder of the games (default: $SCOREPAD_DATA, otherwise your own folder)")
        add_value(parser, "--data", _("FOLDER"), help_text, default=argparse.SUPPRESS)


def add_copies(parser: argparse.ArgumentParser) -> None:
    """Add --copies, the backup folder for groups in a database."""
    help_text = _("if the groups are in a database: folder of the daily backups; default: a folder in yours")
    add_value(parser, "--copies", _("FOLDER"), help_text, default=argparse.SUPPRESS)


def add_groups_data(*parsers: argparse.ArgumentParser, default: Any = argparse.SUPPRESS) -> None:
    """Add --data for all groups of a host, and --copies.

    Also add --cache, which does nothing: older services still pass it.
    """
    for parser in parsers:
        help_text = _("folder of the groups, or the postgresql:// address of a database")
        add_value(parser, "--data", _("WHERE"), help_text, default=default)
        add_copies(parser)
        parser.add_argument("--cache", default=argparse.SUPPRESS, help=argparse.SUPPRESS)


def points_number(text: str) -> int | Fraction:
    """Parse a total as `read_total` does; raise ArgumentTypeError for any other text."""
    from scorepad.game.state.standings import read_total

    try:
        return read_total(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
