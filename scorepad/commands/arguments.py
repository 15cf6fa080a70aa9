"""Arguments that several commands take."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorepad.commands.own_words import Help
from scorepad.words import _

if TYPE_CHECKING:
    from fractions import Fraction

Commands = Any  # argparse calls it _SubParsersAction and keeps it to itself


def command(
    commands: Commands, name: str, run: Callable[[argparse.Namespace], int | None], about: str
) -> argparse.ArgumentParser:
    """A command of this name, run by `run`, which returns its exit status (None: 0)."""
    added: argparse.ArgumentParser = commands.add_parser(
        name, help=about, description=about, formatter_class=Help, allow_abbrev=False
    )
    added.set_defaults(run=run, parser=added)
    return added


def year(text: str) -> str:
    """Return the year; ArgumentTypeError for anything else."""
    if text and not re.fullmatch(r"\d{4}", text, re.ASCII):
        raise argparse.ArgumentTypeError(_("“{text}” is no year. Write it like 2026.").format(text=text[:40]))
    return text


def add_format(parser: argparse.ArgumentParser, *choices: str, by_ending: bool = False) -> None:
    """--format; unless it is said, a command answers by the first choice. With `by_ending` it is None then: `format_of`
    asks how the file to write to is called."""
    told = _("how to answer; as OUT ends, else {format}") if by_ending else _("how to answer; {format} unless said")
    default = None if by_ending else choices[0]
    parser.add_argument("--format", choices=choices, default=default, help=told.format(format=choices[0]))


def format_of(arguments: argparse.Namespace, *choices: str) -> str:
    """What --format says, else the ending of the file to write to, else the first choice."""
    ending = Path(arguments.out or "").suffix[1:].lower()
    return arguments.format or (ending if ending in choices else choices[0])


def add_out(parser: argparse.ArgumentParser) -> None:
    """-o, --out: the file to write to, None unless said."""
    parser.add_argument("-o", "--out", metavar=_("OUT"), help=_("file to write to; “-” is standard output"))


def add_data(parser: argparse.ArgumentParser, *, of_groups: bool = True) -> None:
    """--data, which may stand before the command or after it; with `of_groups` --group too, for a host's folder."""
    if of_groups:
        said = _("key or name of a group, where the folder is that of a host")
        parser.add_argument("--group", metavar=_("GROUP"), default=argparse.SUPPRESS, help=said)
    parser.add_argument(
        "--data",
        metavar=_("FOLDER"),
        default=argparse.SUPPRESS,
        help=_("folder of the games ($SCOREPAD_DATA; else yours)"),
    )


def add_copies(parser: argparse.ArgumentParser) -> None:
    """--copies, where the groups of a host lie in a database."""
    said = _("where groups lie in a database: folder of the copies of each day; in yours unless said")
    parser.add_argument("--copies", metavar=_("FOLDER"), default=argparse.SUPPRESS, help=said)


def add_beside(parser: argparse.ArgumentParser) -> None:
    """Add --copies, and --cache, which does nothing: services set up for an older Scorepad still pass it."""
    add_copies(parser)
    parser.add_argument("--cache", default=argparse.SUPPRESS, help=argparse.SUPPRESS)


def points_number(text: str) -> int | Fraction:
    """A total as it is typed: 26, -6, 12.5, 12,5, 12½; halves are kept exactly. ArgumentTypeError for anything else."""
    from fractions import Fraction

    typed = text.replace("\N{MINUS SIGN}", "-").replace("½", ".5")
    if not re.fullmatch(r"[+-]?[0-9]{0,7}([0-9]|\.[05]0*|,[05])", typed):
        raise argparse.ArgumentTypeError(_("Points are whole numbers or halves, not {text}.").format(text=text))
    value = Fraction(typed.replace(",", "."))
    return value.numerator if value.denominator == 1 else value
