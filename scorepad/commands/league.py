"""scorepad people league: a table by points for places."""

from __future__ import annotations

import argparse

from scorepad.commands.arguments import Commands, add_data, add_format, add_out, command, format_of
from scorepad.commands.data import game_named, repository
from scorepad.commands.files import complain_left_out, put, put_columns, put_json, put_pdf
from scorepad.words import _, pgettext

FORMATS = ("text", "json", "csv", "pdf")


def add_to(actions: Commands) -> None:
    league = command(actions, "league", tell_league, _("A table by points for places; the group’s own unless said."))
    league.add_argument("--from", dest="first", default="", metavar=_("DAY"), help=_("the first day: 2026-01-01"))
    league.add_argument("--to", dest="last", default="", metavar=_("DAY"), help=_("the last day"))
    league.add_argument(
        "--points", default="", metavar=_("POINTS"), help=_("what the first place gives, the second and so on")
    )
    league.add_argument("--best", default="", metavar="N", help=_("so many evenings of each count; else all"))
    league.add_argument("--place", default="", metavar=_("PLACE"), help=_("only evenings at this place"))
    league.add_argument(
        "--game", default="", metavar=pgettext("what is played", "GAME"), help=_("only this game: its name or key")
    )
    add_format(league, *FORMATS, by_ending=True)
    add_out(league)
    add_data(league)


def tell_league(arguments: argparse.Namespace) -> int:
    """A row a person, the most points first: of the group's own league where nothing is said. LeagueRefused.

    Exit status 1 where a damaged game is left out.
    """
    from scorepad.game.years.league import (
        USUAL_POINTS,
        League,
        from_text,
        league_json,
        league_table,
        read_league,
    )  # fmt: skip
    from scorepad.game.years.league_words import cells, heads, league_csv
    from scorepad.store.records import LEAGUE
    from scorepad.terminal.columns import clean, fit

    said = arguments
    with repository(arguments) as games:
        years, kept = games.evenings.years(), games.store.setting(LEAGUE)
    if any((said.first, said.last, said.points, said.best, said.place, said.game)):
        points = said.points or USUAL_POINTS
        league = read_league(said.first, said.last, points, said.best, said.place, game_named(said))
    else:
        league = from_text(kept) or League()
    (rows, count), form = league_table(years, league), format_of(said, *FORMATS)
    if form == "pdf":
        from printables.league_page import league_page

        put_pdf(league_page(league, rows, count), said.out)
    elif form == "json":
        put_json(league_json(league, rows), said.out)
    elif form == "csv":
        put(league_csv(rows), said.out)
    elif rows:
        put_columns([heads(), *([fit(clean(one), 24) for one in cells(row)] for row in rows)], "><>>><<", said.out)
    else:
        put(_("No evenings.") + "\n", said.out)
    return complain_left_out(years.left_out)
