"""scorepad late-entry: what somebody who sits down late begins with."""

from __future__ import annotations

import argparse

from scorepad.commands.arguments import Commands, add_format, command, points_number
from scorepad.commands.files import put, put_json, signs
from scorepad.words import _


def add_to(commands: Commands) -> None:
    about = _("What a late player begins with: half-way between the worst and the median total.")
    parser = command(commands, "late-entry", tell_late_entry, about)
    parser.add_argument(
        "totals",
        type=points_number,
        nargs="+",
        metavar=_("TOTAL"),
        help=_("totals at the table, as they are: -6 -3 14"),
    )
    parser.add_argument("--low-wins", action="store_true", help=_("the lowest total wins, so the highest is the worst"))
    add_format(parser, "text", "json")


def tell_late_entry(arguments: argparse.Namespace) -> None:
    """Tell what somebody who comes late begins with, and how it is worked out."""
    from scorepad.game.report.sheet_json import number
    from scorepad.game.state.standings import late_entry
    from scorepad.rules.numbers import decimal

    found = late_entry(arguments.totals, low_wins=arguments.low_wins)
    if arguments.format == "json":
        put_json(
            {
                "points": found.points,
                "worst": number(found.worst),
                "median": number(found.median),
                "exact": decimal(found.exact),
            }
        )
    else:
        way = signs().way
        put(found.in_words(way.number, way.arrow, low_wins=arguments.low_wins) + "\n")
