"""scorepad years --sqlite FILE: all finished games as plain tables."""

from __future__ import annotations

import argparse
from pathlib import Path

from scorepad.commands.arguments import Commands, add_data, command
from scorepad.commands.data import repository
from scorepad.commands.files import complain_left_out, counted, put
from scorepad.words import _, labelled, ngettext


def add_to(commands: Commands) -> None:
    years = command(commands, "years", write, _("All finished games as tables, to be asked in SQL."))
    years.add_argument(
        "--sqlite",
        required=True,
        metavar=_("FILE"),
        help=_("the SQLite database to write; one of an earlier time is replaced"),
    )
    add_data(years)


def write(arguments: argparse.Namespace) -> int:
    """Write the tables; exit status 1 where a damaged game is left out. NotAYearsFile, FileUnwritable."""
    from scorepad.repository.years_file import write_years

    words = _("Game {number} of {count}. Ctrl-C stops without harm.")
    with repository(arguments) as games:
        count, left_out = write_years(games, Path(arguments.sqlite), lambda ids: counted(ids, len(ids), words))
    evenings = ngettext("{count} evening", "{count} evenings", count).format(count=count)
    put(labelled(evenings, arguments.sqlite) + "\n")
    return complain_left_out(left_out)
