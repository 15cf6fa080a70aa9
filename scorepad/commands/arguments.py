"""Commands of a command line, the arguments that several of them take, and argparse's own words in our language."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorepad.words import _, headed, ngettext

if TYPE_CHECKING:
    from fractions import Fraction

Commands = Any  # argparse calls it _SubParsersAction and keeps it to itself
Parser = Any  # also a group of arguments, for which argparse has no public name


class Help(argparse.HelpFormatter):
    """Help whose headings end in the sign of the language of who reads: argparse itself puts a colon behind them."""

    def start_section(self, heading: str | None) -> None:
        """As HelpFormatter has it."""
        super().start_section(heading and headed(heading).removesuffix(":"))


def translate_argparse() -> None:
    """Let argparse translate its messages by this program's gettext.

    Its messages that a player may read are collected with the program's own (`tests/translating/catalogues.py`).
    """
    argparse._ = _  # type: ignore[attr-defined]
    argparse.ngettext = ngettext  # type: ignore[attr-defined]


def command(
    commands: Commands, name: str, run: Callable[[argparse.Namespace], int | None], about: str
) -> argparse.ArgumentParser:
    """Return a command of this name, run by `run`, which returns its exit status (None: 0)."""
    added: argparse.ArgumentParser = commands.add_parser(
        name, help=about, description=about, formatter_class=Help, allow_abbrev=False
    )
    added.set_defaults(run=run, parser=added)
    return added


def add_value(parser: Parser, name: str, metavar: str, about: str | None = None, **more: Any) -> None:
    """Add an argument or an option with a value; `more` as argparse takes it."""
    parser.add_argument(name, metavar=metavar, help=about, **more)


def add_flag(parser: Parser, name: str, about: str | None = None, default: Any = False) -> None:
    """Add an option without a value."""
    parser.add_argument(name, action="store_true", help=about, default=default)


def whole_number(fewest: int, most: int, words: str, name: str = "number") -> Callable[[str], int]:
    """Return the reader of a whole number, which refuses one out of bounds in these words."""

    def reader(text: str) -> int:
        number = int(text)
        if not fewest <= number <= most:
            raise argparse.ArgumentTypeError(words)
        return number

    reader.__name__ = name  # argparse names it where this is no number at all
    return reader


def year(text: str) -> str:
    """Return the year; ArgumentTypeError for anything else."""
    if text and not re.fullmatch(r"\d{4}", text, re.ASCII):
        raise argparse.ArgumentTypeError(_("“{text}” is no year. Write it like 2026.").format(text=text[:40]))
    return text


def add_format(parser: argparse.ArgumentParser, *choices: str, by_ending: bool = False) -> None:
    """--format; unless it is said, a command answers by the first choice.

    With `by_ending` it is None then: `format_of` asks how the file to write to is called.
    """
    told = _("how to answer; as OUT ends, else {format}") if by_ending else _("how to answer; {format} unless said")
    parser.add_argument(
        "--format", choices=choices, default=None if by_ending else choices[0], help=told.format(format=choices[0])
    )


def format_of(arguments: argparse.Namespace, *choices: str) -> str:
    """Return the format of --format, otherwise of the output file's extension, otherwise the first choice."""
    ending = Path(arguments.out or "").suffix[1:].lower()
    return arguments.format or (ending if ending in choices else choices[0])


def add_out(parser: argparse.ArgumentParser) -> None:
    """-o, --out: the file to write to, None unless said."""
    parser.add_argument("-o", "--out", metavar=_("OUT"), help=_("file to write to; “-” is standard output"))


def add_data(*parsers: argparse.ArgumentParser, of_groups: bool = True) -> None:
    """Add --data, before the command or after it. With `of_groups` also add --group, for the folder of a host."""
    for parser in parsers:
        if of_groups:
            said = _("key or name of a group, where the folder is that of a host")
            add_value(parser, "--group", _("GROUP"), said, default=argparse.SUPPRESS)
        said = _("folder of the games ($SCOREPAD_DATA; else yours)")
        add_value(parser, "--data", _("FOLDER"), said, default=argparse.SUPPRESS)


def add_copies(parser: argparse.ArgumentParser) -> None:
    """Add --copies, for groups of a host in a database."""
    said = _("where groups lie in a database: folder of the copies of each day; in yours unless said")
    add_value(parser, "--copies", _("FOLDER"), said, default=argparse.SUPPRESS)


def add_groups_data(*parsers: argparse.ArgumentParser, default: Any = argparse.SUPPRESS) -> None:
    """Add --data for all groups of a host, --copies, and --cache, which does nothing: older services still pass it."""
    for parser in parsers:
        said = _("folder of the groups, or the postgresql:// address of a database")
        add_value(parser, "--data", _("WHERE"), said, default=default)
        add_copies(parser)
        parser.add_argument("--cache", default=argparse.SUPPRESS, help=argparse.SUPPRESS)


def points_number(text: str) -> int | Fraction:
    """Parse a total: 26, -6, 12.5, 12,5, 12½. Halves are exact. Raise ArgumentTypeError for anything else."""
    from fractions import Fraction

    typed = text.replace("\N{MINUS SIGN}", "-").replace("½", ".5")
    if not re.fullmatch(r"[+-]?[0-9]{0,7}([0-9]|\.[05]0*|,[05])", typed):
        raise argparse.ArgumentTypeError(_("Points are whole numbers or halves, not {text}.").format(text=text))
    points = Fraction(typed.replace(",", "."))
    return points.numerator if points.denominator == 1 else points
