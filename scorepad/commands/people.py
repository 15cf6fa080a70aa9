"""scorepad people: who has played, what their evenings say, and which names are one person."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from scorepad.commands.arguments import Commands, add_data, add_format, add_out, command, format_of
from scorepad.commands.data import repository, rule_library
from scorepad.commands.files import put, put_columns, put_json, put_pdf
from scorepad.words import _, ngettext

if TYPE_CHECKING:
    from scorepad.game.years.table import Choice, OneEvening, PersonPage


LEAGUE_FORMATS = ("text", "json", "csv", "pdf")


def add_to(commands: Commands) -> None:
    people = command(commands, "people", tell_people, _("A row a person over all finished games."))
    add_format(people, "text", "json", "csv")
    actions = people.add_subparsers(metavar=_("show | league | join | part"))
    show = command(actions, "show", show_person, _("One person: last evenings, best and worst, head to head."))
    show.add_argument("name", metavar=_("NAME"), help=_("any of the person's names"))
    add_format(show, "text", "json")
    league = command(actions, "league", tell_league, _("A table by points for places; the group’s own unless said."))
    league.add_argument("--from", dest="first", default="", metavar=_("DAY"), help=_("the first day: 2026-01-01"))
    league.add_argument("--to", dest="last", default="", metavar=_("DAY"), help=_("the last day"))
    league.add_argument(
        "--points", default="", metavar=_("POINTS"), help=_("what the first place gives, the second and so on")
    )
    league.add_argument("--best", default="", metavar="N", help=_("so many evenings of each count; else all"))
    league.add_argument("--place", default="", metavar=_("PLACE"), help=_("only evenings at this place"))
    league.add_argument("--game", default="", metavar=_("GAME"), help=_("only this game: its name or key"))
    add_format(league, *LEAGUE_FORMATS, by_ending=True)
    add_out(league)
    add_data(league)
    join = command(actions, "join", join_names, _("Say that two names are one person; no game is changed."))
    join.add_argument("name", metavar=_("NAME"), help=_("the name that is somebody else's too"))
    join.add_argument("person", metavar=_("PERSON"), help=_("who it is"))
    part = command(actions, "part", part_name, _("Let a joined name stand for itself again."))
    part.add_argument("name", metavar=_("NAME"), help=_("the name that was joined"))
    for one in (people, show):
        one.add_argument("--year", default="", metavar=_("YEAR"), help=_("only evenings of this year: 2026"))
        one.add_argument("--place", default="", metavar=_("PLACE"), help=_("only evenings at this place"))
        one.add_argument("--game", default="", metavar=_("GAME"), help=_("only this game: its name or key"))
    for one in (people, show, join, part):
        add_data(one)


def _choice(arguments: argparse.Namespace) -> Choice:
    from scorepad.game.years.table import Choice

    return Choice(arguments.year, arguments.place, _game(arguments))


def _game(arguments: argparse.Namespace) -> str:
    """The name of the game that is asked for by its name or key."""
    with rule_library(arguments) as library:
        known = library.rulebooks() if arguments.game else {}
    return known[arguments.game].name if arguments.game in known else arguments.game


# --- the table ----------------------------------------------------------------------------------------


def tell_people(arguments: argparse.Namespace) -> None:
    """A row a person, by opponents beaten."""
    from scorepad.game.years.words import heads, people_csv

    choice = _choice(arguments)
    with repository(arguments) as games:
        rows = games.evenings.years().table(choice)
    if arguments.format == "json":
        put_json([row._asdict() for row in rows])
    elif arguments.format == "csv":
        put(people_csv(rows))
    elif rows:
        put_columns([heads(), *(_cells(row) for row in rows)], "<>>>>>>>")
    else:
        put(_("No evenings.") + "\n")


def _cells(row: tuple[object, ...]) -> list[str]:
    from scorepad.terminal.columns import clean, fit

    person, *figures = row
    return [fit(clean(str(person)), 24), *("–" if one is None else str(one) for one in figures)]


# --- one person -----------------------------------------------------------------------------------------


def show_person(arguments: argparse.Namespace) -> None:
    """One person's evenings. PersonUnknown."""
    from scorepad.errors import PersonUnknown
    from scorepad.game.years.words import person_json

    choice = _choice(arguments)
    with repository(arguments) as games:
        years = games.evenings.years()
    person = years.people.find(arguments.name)
    if person is None:
        raise PersonUnknown(arguments.name)
    page = years.person(person, choice)
    if arguments.format == "json":
        put_json(person_json(page))
    else:
        put("".join(f"{line}\n" for line in _in_words(page)))


def _in_words(page: PersonPage) -> list[str]:
    from scorepad.game.years.words import bests, figures, half
    from scorepad.terminal.columns import clean, columns, fit

    lines = [clean(", ".join(page.written)), *(f"  {one}" for one in figures(page.row))]
    if page.last:
        lines += ["", _("The last evenings")]
        lines += [f"  {line}" for line in columns([_evening(one) for one in page.last])]
        lines += ["", _("Best and worst")]
        lines += [f"  {clean(title)}: {clean(what)}" for title, what, _game_id in bests(page)]
    if page.pairs:
        lines += ["", _("Head to head")]
        told = [
            [
                fit(clean(one.person), 24),
                f"{half(one.before)}–{half(one.evenings - one.before)}",
                ngettext("{count} evening", "{count} evenings", one.evenings).format(count=one.evenings),
                "" if one.share is None else f"{one.share} %",
            ]
            for one in page.pairs
        ]
        lines += [f"  {line}" for line in columns(told, "<>>>")]
    return lines


def _evening(one: OneEvening) -> list[str]:
    from scorepad.game.years.words import stood, total
    from scorepad.terminal.columns import clean, fit

    return [clean(one.date), fit(clean(one.place or one.game), 30), stood(one), total(one.total)]


# --- a league --------------------------------------------------------------------------------------------


def tell_league(arguments: argparse.Namespace) -> None:
    """A row a person, the most points first: of the group's own league where nothing is said. LeagueRefused."""
    from scorepad.game.years.league import (
        SETTING,
        USUAL_POINTS,
        League,
        evenings_of,
        from_text,
        league_json,
        league_table,
        read_league,
    )  # fmt: skip
    from scorepad.game.years.league_words import cells, heads, league_csv
    from scorepad.terminal.columns import clean, fit

    said = arguments
    with repository(arguments) as games:
        years, kept = games.evenings.years(), games.store.setting(SETTING)
    if any((said.first, said.last, said.points, said.best, said.place, said.game)):
        points = said.points or USUAL_POINTS
        league = read_league(said.first, said.last, points, said.best, said.place, _game(said))
    else:
        league = from_text(kept) or League()
    rows, form = league_table(years, league), format_of(said, *LEAGUE_FORMATS)
    if form == "pdf":
        from printables.league_page import league_page

        put_pdf(league_page(league, rows, evenings_of(years, league)), said.out)
    elif form == "json":
        put_json(league_json(league, rows), said.out)
    elif form == "csv":
        put(league_csv(rows), said.out)
    elif rows:
        put_columns([heads(), *([fit(clean(one), 24) for one in cells(row)] for row in rows)], "><>>><<", said.out)
    else:
        put(_("No evenings.") + "\n", said.out)


# --- who is who -----------------------------------------------------------------------------------------


def join_names(arguments: argparse.Namespace) -> None:
    """Say that a name is a person."""
    with repository(arguments) as games:
        games.evenings.join(arguments.name, arguments.person)


def part_name(arguments: argparse.Namespace) -> None:
    """Undo a join."""
    with repository(arguments) as games:
        games.evenings.part(arguments.name)
