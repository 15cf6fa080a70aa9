"""scorepad people: who has played, and what their evenings say."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from scorepad.commands import league, who_is_who
from scorepad.commands.arguments import Commands, add_data, add_format, command, year
from scorepad.commands.data import game_named, repository
from scorepad.commands.files import complain_left_out, put, put_columns, put_json
from scorepad.formats import decimals, percent, short_day
from scorepad.words import _, labelled, ngettext, pgettext

if TYPE_CHECKING:
    from scorepad.game.years.choice import Choice
    from scorepad.game.years.person import OneEvening, PersonPage
    from scorepad.game.years.words import Best, Fact


def add_to(commands: Commands) -> None:
    people = command(commands, "people", tell_people, _("A row a person over all finished games."))
    add_format(people, "text", "json", "csv")
    actions = people.add_subparsers(metavar=_("show | records | league | names | alike | join | part | rename | …"))
    show = command(actions, "show", show_person, _("One person: last evenings, best and worst, head to head."))
    show.add_argument("name", metavar=_("NAME"), help=_("any of the person's names"))
    add_format(show, "text", "json", "csv")
    records = command(actions, "records", tell_records, _("The records of the group, and who holds them."))
    add_format(records, "text", "json", "csv")
    for one in (people, show, records):
        one.add_argument("--year", type=year, default="", metavar=_("YEAR"), help=_("only evenings of this year: 2026"))
        one.add_argument("--place", default="", metavar=_("PLACE"), help=_("only evenings at this place"))
        one.add_argument(
            "--game", default="", metavar=pgettext("what is played", "GAME"), help=_("only this game: its name or key")
        )
        one.add_argument("--players", default="", metavar=_("NUMBER"), help=_("only evenings of so many players"))
        add_data(one)
    league.add_to(actions)
    who_is_who.add_to(actions)


def _choice(arguments: argparse.Namespace) -> Choice:
    from scorepad.game.years.choice import Choice

    return Choice(arguments.year, arguments.place, game_named(arguments), arguments.players)


# --- the table ----------------------------------------------------------------------------------------


def tell_people(arguments: argparse.Namespace) -> int:
    """A row a person, by opponents beaten; exit status 1 where a damaged game is left out."""
    from scorepad.game.years.data import heads, people_csv

    choice = _choice(arguments)
    with repository(arguments) as games:
        years = games.evenings.years()
    rows = years.table(choice)
    if arguments.format == "json":
        put_json([row._asdict() for row in rows])
    elif arguments.format == "csv":
        put(people_csv(rows))
    elif rows:
        put_columns([heads(), *(_cells(row) for row in rows)], "<>>>>>>>")
    else:
        put(_("No evenings.") + "\n")
    return complain_left_out(years.left_out)


def _cells(row: tuple[object, ...]) -> list[str]:
    from scorepad.terminal.columns import clean, fit

    person, *figures = row
    return [fit(clean(str(person)), 24), *map(_figure, figures)]


def _figure(one: object) -> str:
    """A count, or a share in per cent; a dash where that cannot be told."""
    return "–" if one is None else decimals(one) if isinstance(one, float) else str(one)


# --- one person -----------------------------------------------------------------------------------------


def show_person(arguments: argparse.Namespace) -> int:
    """One person's evenings; exit status as for all. PersonUnknown."""
    from scorepad.errors import PersonUnknown
    from scorepad.game.years.data import person_csv, person_json

    choice = _choice(arguments)
    with repository(arguments) as games:
        years = games.evenings.years()
    person = years.people.find(arguments.name)
    if person is None:
        raise PersonUnknown(arguments.name)
    page = years.person(person, choice)
    if arguments.format == "json":
        put_json(person_json(page))
    elif arguments.format == "csv":
        put(person_csv(page))
    else:
        put("".join(f"{line}\n" for line in _in_words(page)))
    return complain_left_out(years.left_out)


def _in_words(page: PersonPage) -> list[str]:
    from scorepad.game.years.words import bests, facts, figures, score
    from scorepad.terminal.columns import clean, columns, fit

    lines = [clean(", ".join(page.written)), *(f"  {one}" for one in figures(page.row))]
    if page.last:
        lines += ["", _("The last evenings")]
        lines += [f"  {line}" for line in columns([_evening(one) for one in page.last])]
        lines += ["", _("Best and worst")]
        for group in bests(page):
            lines += [f"  {clean(group.title)}"] if group.title else []
            lines += map(_told, group.bests)
    lines += _bids(page)
    if page.pairs:
        lines += ["", _("Head to head")]
        told = [
            [
                fit(clean(one.person), 24),
                score(one),
                ngettext("{count} evening", "{count} evenings", one.evenings).format(count=one.evenings),
                "" if one.share is None else percent(one.share),
            ]
            for one in page.pairs
        ]
        lines += [f"  {line}" for line in columns(told, "<>>>")]
    lines += map(_told, facts(page))
    return lines


def _told(one: Best | Fact) -> str:
    from scorepad.terminal.columns import clean

    return "  " + labelled(clean(one.title), clean(one.what))


def _bids(page: PersonPage) -> list[str]:
    """Bids by size of hand, by place in the bidding, and as dealer."""
    from scorepad.game.years.words import bid_tables, edge
    from scorepad.terminal.columns import columns

    lines = []
    for table in bid_tables(page.bidding):
        rows = [[line.title, str(line.bids), _share(line.made)] for line in table.lines]
        lines += ["", table.title, *(f"  {line}" for line in columns([["", _("bids"), _("made")], *rows], "<>>"))]
    return [*lines, *(f"  {one}" for one in [edge(page.bidding)] if one)]


def _share(value: float | None) -> str:
    return percent(value)


def _evening(one: OneEvening) -> list[str]:
    from scorepad.game.years.words import stood, total, where
    from scorepad.terminal.columns import clean, fit

    return [clean(short_day(one.date)), fit(clean(where(one)), 30), stood(one), total(one.total)]


# --- records ------------------------------------------------------------------------------------------


def tell_records(arguments: argparse.Namespace) -> int:
    """The records of the group, each with all who hold it; exit status as for all."""
    from scorepad.game.years.data import records_csv, records_json
    from scorepad.game.years.record_words import and_more, groups, rests_on
    from scorepad.terminal.columns import clean

    choice = _choice(arguments)
    with repository(arguments) as games:
        years = games.evenings.years()
    records = years.records(choice)
    if arguments.format == "json":
        put_json(records_json(records))
    elif arguments.format == "csv":
        put(records_csv(records))
    elif not records:
        put(_("No evenings.") + "\n")
    else:
        for group in groups(records):
            put(clean(group.title) + "\n")
            for one in group.records:
                put(f"  {one.title}, {rests_on(one)}\n")
                for held in one.holders:
                    put(f"    {labelled(clean(held.people), f'{held.value}, {clean(held.where)}')}\n")
                put(f"    {and_more(one)}\n" if one.more else "")
    return complain_left_out(years.left_out)
