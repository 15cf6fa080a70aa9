"""The commands people and years: statistics of all finished games, names of people, a league, and SQL tables."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from scorepad.commands.arguments import Commands, add_data, add_format, add_out, add_value, command, format_of, year
from scorepad.commands.data import game_option_name, repository
from scorepad.commands.files import (
    format_columns,
    report_omitted_games,
    with_progress,
    write_output,
    write_pdf,
    write_result,
)
from scorepad.formats import decimals, percent, short_day
from scorepad.words import _, join_label, ngettext, pgettext

if TYPE_CHECKING:
    from scorepad.game.statistics.export import Cell, Export
    from scorepad.game.statistics.group_statistics import Choice, GroupStatistics
    from scorepad.game.statistics.people import PersonEntry
    from scorepad.game.statistics.person import PersonPage
    from scorepad.game.statistics.records import Record

LEAGUE_FORMATS = ("text", "json", "csv", "pdf")
NAME_CELLS = 24


def add_to(commands: Commands) -> None:
    people = command(commands, "people", tell_people, _("List one row per person over all finished games."))
    add_format(people, "text", "json", "csv")
    actions = people.add_subparsers(metavar=_("show | records | league | names | alike | join | part | rename | …"))
    show = command(actions, "show", show_person, _("Show one person: last evenings, best and worst, head to head."))
    add_value(show, "name", _("NAME"), _("any name of the person"))
    add_format(show, "text", "json", "csv")
    records = command(actions, "records", tell_records, _("Show the records of the group and their holders."))
    add_format(records, "text", "json", "csv")
    for parser in (people, show, records):
        add_value(parser, "--year", _("YEAR"), _("only evenings of this year: 2026"), type=year, default="")
        _add_place_and_game(parser)
        add_value(parser, "--players", _("NUMBER"), _("only evenings with this number of players"), default="")
    add_data(people, show, records)
    _add_league(actions)
    _add_who_is_who(actions)
    years = command(commands, "years", write_tables, _("Export all finished games as SQL tables."))
    help_text = _("the SQLite database to write; an earlier one is replaced")
    add_value(years, "--sqlite", _("FILE"), help_text, required=True)
    add_data(years)


def _add_league(actions: Commands) -> None:
    about = _("Show a league with points for places; default: the group’s own league.")
    league = command(actions, "league", tell_league, about)
    add_value(league, "--from", _("DAY"), _("the first day: 2026-01-01"), dest="first", default="")
    add_value(league, "--to", _("DAY"), _("the last day"), dest="last", default="")
    add_value(league, "--points", _("POINTS"), _("points for the first place, the second and so on"), default="")
    add_value(league, "--best", "N", _("best evenings that count per person; default: all"), default="")
    _add_place_and_game(league)
    add_format(league, *LEAGUE_FORMATS, by_ending=True)
    add_out(league)
    add_data(league)


def _add_place_and_game(parser: argparse.ArgumentParser) -> None:
    add_value(parser, "--place", _("PLACE"), _("only evenings at this place"), default="")
    game = pgettext("what is played", "GAME")
    add_value(parser, "--game", game, _("only this game: its name or key"), default="")


def _years(arguments: argparse.Namespace) -> GroupStatistics:
    with repository(arguments) as games:
        return games.evenings.years()


def _choice(arguments: argparse.Namespace) -> Choice:
    from scorepad.game.statistics.group_statistics import Choice

    return Choice(arguments.year, arguments.place, game_option_name(arguments), arguments.players)


def _answer(
    arguments: argparse.Namespace, years: GroupStatistics, export: Export, lines: Iterable[str] | None = None
) -> int:
    """Write the export in the format of --format; as text, write its rows or `lines`.

    Return 1 if a damaged game is left out.
    """
    if arguments.format == "csv":
        write_output(export.csv(), vars(arguments).get("out"))
        return report_omitted_games(years.left_out)
    rows = [[_cell(cell) for cell in row] for row in export.rows]
    in_columns = format_columns([export.heads, *rows], export.align) if rows else []
    return _answer_lines(arguments, years, export.data, in_columns if lines is None else lines)


def _answer_lines(
    arguments: argparse.Namespace, years: GroupStatistics, data: object, lines: Iterable[str], nothing: str = ""
) -> int:
    write_result(arguments, data, [*lines] or [nothing or _("No evenings.")])
    return report_omitted_games(years.left_out)


def _cell(value: Cell) -> str:
    """Return a text, a count, or a share in percent; a dash for None."""
    from scorepad.terminal.text import clean, fit

    if isinstance(value, float):
        return decimals(value)
    return "–" if value is None else fit(clean(str(value)), NAME_CELLS)


def tell_people(arguments: argparse.Namespace) -> int:
    """Write one row per person, sorted by opponents beaten."""
    from scorepad.game.statistics.export import people_export

    choice, years = _choice(arguments), _years(arguments)
    return _answer(arguments, years, people_export(years.table(choice)))


# --- one person -----------------------------------------------------------------------------------------


def show_person(arguments: argparse.Namespace) -> int:
    """Write one person's results.

    Raise PersonUnknown.
    """
    from scorepad.game.statistics.export import person_export
    from scorepad.repository.statistics import find_person

    choice, years = _choice(arguments), _years(arguments)
    page = years.person(find_person(years.people, arguments.name), choice)
    return _answer(arguments, years, person_export(page), _person_lines(page))


def _person_lines(page: PersonPage) -> Iterator[str]:
    from scorepad.game.statistics.statistics_text import bests, facts, figures, place_in_words, score, total, where
    from scorepad.terminal.text import clean, fit

    yield clean(", ".join(page.written))
    yield from _indented(figures(page.row))
    if page.last:
        yield from ("", _("Last evenings"))
        rows = []
        for evening in page.last:
            place, day = fit(clean(where(evening)), 30), clean(short_day(evening.date))
            rows.append([day, place, place_in_words(evening), total(evening.total)])
        yield from _indented(format_columns(rows))
        yield from ("", _("Best and worst"))
        for group in bests(page):
            yield from _indented([clean(group.title)] if group.title else [])
            yield from _indented(join_label(clean(best.title), clean(best.what)) for best in group.bests)
    yield from _bid_lines(page)
    if page.pairs:
        yield from ("", _("Head to head"))
        rows = []
        for pair in page.pairs:
            share = "" if pair.share is None else percent(pair.share)
            rows.append([_cell(pair.person), score(pair), _evenings(pair.evenings), share])
        yield from _indented(format_columns(rows, "<>>>"))
    yield from _indented(join_label(clean(fact.title), clean(fact.what)) for fact in facts(page))


def _bid_lines(page: PersonPage) -> Iterator[str]:
    """Yield bids by size of hand, by position in the bidding, and as dealer."""
    from scorepad.game.statistics.statistics_text import bid_tables, edge

    for table in bid_tables(page.bidding):
        rows = [[line.title, str(line.bids), percent(line.made)] for line in table.lines]
        yield from ("", table.title)
        yield from _indented(format_columns([["", _("bids"), _("made")], *rows], "<>>"))
    yield from _indented(filter(None, [edge(page.bidding)]))


def _indented(lines: Iterable[str]) -> Iterator[str]:
    return (f"  {line}" for line in lines)


# --- records and a league -------------------------------------------------------------------------------


def tell_records(arguments: argparse.Namespace) -> int:
    """Write the records of the group, each with all people who hold it."""
    from scorepad.game.statistics.export import records_export

    choice, years = _choice(arguments), _years(arguments)
    records = years.records(choice)
    return _answer(arguments, years, records_export(records), _record_lines(records))


def _record_lines(records: Iterable[Record]) -> Iterator[str]:
    from scorepad.game.statistics.records import MOST, and_more, groups, rests_on, title_of, value_of, where_set
    from scorepad.terminal.text import clean

    for title, group in groups(records):
        yield clean(title)
        for record in group:
            yield f"  {title_of(record)}, {rests_on(record)}"
            for holding in record.held[:MOST]:
                where = clean(", ".join([value_of(record, holding), *where_set(record, holding)]))
                yield f"    {join_label(clean(', '.join(holding.people)), where)}"
            if more := and_more(record):
                yield f"    {more}"


def tell_league(arguments: argparse.Namespace) -> int:
    """Write one row per person, most points first.

    Without options, use the group's own league. Raise RuleError.
    """
    from scorepad.game.statistics.export import league_export
    from scorepad.game.statistics.league import (
        USUAL_POINTS,
        League,
        from_text,
        league_evenings,
        league_table,
        read_league,
    )
    from scorepad.store.records import LEAGUE

    options = arguments
    with repository(options) as games:
        years, stored = games.evenings.years(), games.store.setting(LEAGUE)
    chosen = options.first, options.last, options.points, options.best, options.place, options.game
    league = from_text(stored) or League()
    if any(chosen):
        first, last, points, best, place, _game = chosen
        league = read_league(first, last, points or USUAL_POINTS, best, place, game_option_name(options))
    rows, _count = league_table(years, league)
    options.format = format_of(options, *LEAGUE_FORMATS)
    if options.format != "pdf":
        return _answer(options, years, league_export(league, rows))
    from printables.statistics.league_page import league_page

    write_pdf(league_page(league, rows, league_evenings(years, league)), options.out)
    return report_omitted_games(years.left_out)


# --- names of people; these commands change no game ----------------------------------------------------


def _add_who_is_who(actions: Commands) -> None:
    for name, tell, about in (
        ("names", tell_names, _("List all people with their names and evenings.")),
        ("alike", tell_alike, _("List names that may be one person, the more frequent first.")),
    ):
        parser = command(actions, name, tell, about)
        add_format(parser, "text", "json")
        add_data(parser)
    person, other = (_("NAME"), _("any name of the person")), (_("OTHER"), _("the other person"))
    joined = (_("NAME"), _("the name that another person also has")), (_("PERSON"), _("the person; this name stays"))
    new = (_("NEW"), _("the new name"))
    _add_action(actions, "join", _("Merge two names of one person; no game is changed."), *joined)
    _add_action(actions, "part", _("Separate a merged name again."), (_("NAME"), _("the merged name")))
    _add_action(actions, "tell-apart", _("Mark two similar names as two people."), person, other)
    _add_action(actions, "rename", _("Rename a person; no game is changed."), person, new)
    _add_action(actions, "hide", _("Hide a person in the statistics."), person)
    _add_action(actions, "show-again", _("Show a hidden person again."), person)


def _add_action(actions: Commands, name: str, about: str, *names: tuple[str, str]) -> None:
    """Add a command that calls the StoredStatistics method of the same name.

    Its arguments are one or two names of people.
    """

    def run(arguments: argparse.Namespace) -> None:
        with repository(arguments) as games:
            act = getattr(games.evenings, name.replace("-", "_"))
            act(*(getattr(arguments, f"name_{at}") for at in range(len(names))))

    added = command(actions, name, run, about)
    for at, (metavar, help_text) in enumerate(names):
        add_value(added, f"name_{at}", metavar, help_text)
    add_data(added)


def tell_names(arguments: argparse.Namespace) -> int:
    """Write all people with their names; return 1 if a damaged game is left out."""
    from scorepad.game.statistics.people import list_people

    years = _years(arguments)
    people = list_people(years.people)
    data = [{**person._asdict(), "names": [name._asdict() for name in person.names]} for person in people]
    return _answer_lines(arguments, years, data, format_columns([_person(person) for person in people]))


def _person(entry: PersonEntry) -> list[str]:
    from scorepad.terminal.text import clean

    names = [f"{', '.join(name.spellings)} {name.evenings}" for name in entry.names]
    text = ", ".join(names if len(names) > 1 or entry.names[0].name != entry.person else [_evenings(entry.evenings)])
    return [_cell(entry.person), clean(_("{names} (hidden)").format(names=text) if entry.hidden else text)]


def tell_alike(arguments: argparse.Namespace) -> int:
    """Write pairs of similar names; return 1 if a damaged game is left out."""
    from scorepad.game.statistics.people import find_similar_people

    years = _years(arguments)
    pairs = find_similar_people(years.people)
    rows = [[_cell(name), _evenings(most), _cell(alike), _evenings(least)] for name, most, alike, least in pairs]
    data = [pair._asdict() for pair in pairs]
    return _answer_lines(arguments, years, data, format_columns(rows, "<><>"), _("No two names are similar."))


def _evenings(count: int) -> str:
    return ngettext("{count} evening", "{count} evenings", count).format(count=count)


# --- tables ---------------------------------------------------------------------------------------------


def write_tables(arguments: argparse.Namespace) -> int:
    """Write the SQL tables; return 1 if a damaged game is left out.

    Raise ScorepadError if the file cannot be written.
    """
    from scorepad.repository.statistics_database import write_years

    words = _("Game {number} of {count}. Press Ctrl+C to stop; no harm is done.")
    with repository(arguments) as games:
        count, left_out = write_years(games, Path(arguments.sqlite), lambda ids: with_progress(ids, len(ids), words))
    write_output(join_label(_evenings(count), arguments.sqlite) + "\n")
    return report_omitted_games(left_out)
