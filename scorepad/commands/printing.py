"""The command print: filled sheets, blank sheets, rules and points as PDF.

scorepad print GAME                the filled sheet of a game file or a saved game
scorepad print sheet RULEBOOK      a blank sheet
scorepad print rules RULEBOOK      the rules
scorepad print points SCHEME       points on a page, half pages or pocket cards
scorepad print year 2026           a year of the group on one page
scorepad print --all               every saved game, in one PDF or a zip
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NoReturn

from scorepad.commands.arguments import (
    Commands,
    Parser,
    add_data,
    add_flag,
    add_out,
    add_value,
    any_whole_number,
    command,
    output_ending,
    year,
)
from scorepad.commands.data import file_or_game, game_option_name, repository, rule_library
from scorepad.commands.files import print_error, refuse_pdf_on_terminal, with_progress, write_chunks, write_pdf
from scorepad.commands.rule_files import find_rulebook, find_sound_scheme, scheme_finder
from scorepad.errors import ScorepadError
from scorepad.print_options import GROUPS, OPTIONS, PrintOption
from scorepad.words import _, codes, language, pgettext, translated_items, use_language

if TYPE_CHECKING:
    from printables.page.page import PaperOptions
    from scorepad.game.report.blank_sheet import Blank
    from scorepad.repository.archive_filter import ArchiveChoice
    from scorepad.rules.scheme import Scheme
    from scorepad.store.records import Listed

_FILTERS = {"all": {"year", "place", "game"}, "year": {"place", "game"}}
"""The options that choose games, by the kinds of prints that have them."""


def _parse_language(code: str) -> str:
    """Return the code of an available language; raise ArgumentTypeError for any other."""
    from scorepad.errors import UnknownLanguage

    if code not in codes():
        raise argparse.ArgumentTypeError(str(UnknownLanguage(code, sorted(codes()))))
    return code


def _parse_player_counts(text: str) -> tuple[int, int]:
    """Return the fewest and the most players of `5` or `4-6`.

    Raise ArgumentTypeError for any other text.
    """
    low, _dash, high = text.partition("-")
    try:
        counts = int(low), int(high or low)
    except ValueError:
        words = _("“{text}” is not a number of players. Examples: 5, or 4-6.")
        raise argparse.ArgumentTypeError(words.format(text=text)) from None
    return min(counts), max(counts)


def add_to(commands: Commands) -> None:
    printed = command(commands, "print", print_pdf, _("Print sheets, blank sheets, rules and points as PDF."))
    help_text = _("a game file or the id of a saved game; or: sheet RULEBOOK, rules RULEBOOK, points SCHEME, year 2026")
    add_value(printed, "what", _("WHAT"), help_text, nargs="*")
    add_flag(printed, "--all", _("every saved game, in one PDF or a .zip"))
    help_text = _("with --all, each may be repeated; with a year: one place and one game")
    chosen = printed.add_argument_group(help_text)
    add_value(chosen, "--year", _("YEAR"), _("games of this year"), type=year, action="append")
    add_value(chosen, "--place", _("PLACE"), _("games played at this place"), action="append")
    game = pgettext("what is played", "GAME")
    add_value(chosen, "--game", game, _("games of this kind: name or key"), action="append")
    for title, options in GROUPS.items():
        group = printed.add_argument_group(str(title))
        for option in options:
            _add_option(group, option)
    help_text = _("the language to print in: nl, de …; default: that of this terminal")
    add_value(printed, "--language", _("CODE"), help_text, type=_parse_language)
    add_out(printed)
    add_data(printed)


_TYPES = {"players": _parse_player_counts, "hands": any_whole_number, "cards": any_whole_number}


def _add_option(group: Parser, option: PrintOption) -> None:
    """Add an option of prints, or its flags, of which a user gives at most one."""
    if option.flag:
        choices, kind = [*dict(option.choices)] or None, _TYPES.get(option.name)
        metavar, about = str(option.metavar) or None, str(option.about) or None
        group.add_argument(option.flag, dest=option.name, choices=choices, type=kind, metavar=metavar, help=about)
        return
    flags = [value for value in option.values if value.flag]
    if len(flags) > 1:
        group = group.add_mutually_exclusive_group()
    for value in flags:
        about = str(value.about)
        group.add_argument(value.flag, dest=option.name, action="store_const", const=value.value, help=about)


def print_pdf(arguments: argparse.Namespace) -> int:
    """Print what the arguments name; return 1 if damaged games are left out."""
    kind, name = _parse_kind(arguments)
    _refuse_options(arguments, kind)
    output_ending(arguments, "pdf", *(["zip"] if kind == "all" else []))
    if kind == "all":
        return _print_all(arguments)
    draw = _DRAW_FUNCTIONS[kind](arguments, name)
    with use_language(arguments.language or language()):
        drawn = draw()
    write_pdf(drawn, arguments.out)
    return 0


def _refuse_options(arguments: argparse.Namespace, kind: str) -> None:
    """Exit with a usage error for an option that this kind of print does not have."""
    given = vars(arguments)
    wrong = [option for option in ("year", "place", "game") if given[option] and option not in _FILTERS.get(kind, ())]
    for option in OPTIONS.values():
        if given[option.name] is not None and kind not in option.kinds.split():
            flags = {value.value: value.flag for value in option.values}
            wrong.append((option.flag or flags[given[option.name]]).removeprefix("--"))
    if wrong:
        _refuse(arguments, _("--{option} cannot be used here.").format(option=wrong[0]))


def _parse_kind(arguments: argparse.Namespace) -> tuple[str, str]:
    """Return the kind of print and the name of its subject."""
    kinds = ("sheet", "rules", "points", "year")
    if arguments.all and not arguments.what:
        return "all", ""
    if not arguments.what or arguments.all or len(arguments.what) > 2:
        _refuse(arguments, _("Say what to print: a game, or sheet, rules or points with a key, or --all."))
    first, *others = arguments.what
    if first == "year" and not others:
        _refuse(arguments, _("Name the year: scorepad print year 2026, or all."))
    if first in kinds and not others:
        _refuse(arguments, _("Name what to print: scorepad print {kind} KEY.").format(kind=first))
    if others and first not in kinds:
        _refuse(arguments, _("Give one game, or --all."))
    return (first, others[0]) if others else ("game", first)


def _refuse(arguments: argparse.Namespace, words: str) -> NoReturn:
    """Exit with a usage error."""
    arguments.parser.error(words)
    raise AssertionError


def _values(arguments: argparse.Namespace) -> dict[str, str]:
    """Return the options that are given, as texts by name."""
    given = {name: value for name in OPTIONS if (value := getattr(arguments, name)) is not None}
    if arguments.players:
        given["fewest"], given["players"] = arguments.players
    return {name: str(value) for name, value in given.items()}


def _paper_options(arguments: argparse.Namespace) -> PaperOptions:
    from scorepad.print_request import paper_options

    return paper_options(_values(arguments))


Draw = Callable[[], bytes]
"""A function that returns the PDF, in the language in which it is called."""


def _game(arguments: argparse.Namespace, name: str) -> Draw:
    from printables.filled.score_sheet import score_sheet
    from scorepad.game.state.game import Game

    arguments.game = name
    game, paper = file_or_game(arguments), _paper_options(arguments)
    return lambda: score_sheet(Game.replay(game.events), paper, blob=arguments.blob is not None)


def _sheet(arguments: argparse.Namespace, name: str) -> Draw:
    from scorepad.print_request import blank_pdf

    make = partial(_blank, arguments, name, scored=arguments.rules is not None)
    make()  # errors are in the language of the terminal
    values, paper = _values(arguments), _paper_options(arguments)
    return lambda: blank_pdf(make(), values, paper)


def _rules(arguments: argparse.Namespace, name: str) -> Draw:
    from printables.rules.rule_page import RulePage, rule_page

    make, paper = partial(_blank, arguments, name, every_count=True), _paper_options(arguments)
    make()  # errors are in the language of the terminal
    return lambda: rule_page(RulePage.of(make()), paper)


def _points(arguments: argparse.Namespace, name: str) -> Draw:
    from printables.cards.points_card import points_card
    from scorepad.errors import not_whole
    from scorepad.formula_names import FEWEST_PLAYERS, MOST_PLAYERS
    from scorepad.print_request import hand_sizes_for
    from scorepad.rules.scheme.scheme import SchemeAsPlayed

    fewest, count = arguments.players or (None, None)
    if fewest != count:
        _refuse(arguments, _("Points are printed for one number of players. Give one number."))
    if count is not None and not FEWEST_PLAYERS <= count <= MOST_PLAYERS:
        raise not_whole("players", FEWEST_PLAYERS, MOST_PLAYERS)
    with rule_library(arguments) as library:
        scheme = find_sound_scheme(library, name)
        sizes = hand_sizes_for(scheme, library.rulebooks().values(), _values(arguments), count)
    points = SchemeAsPlayed(scheme, sizes[-1], sizes=sizes)
    points = points if count is None else replace(points, players=count)
    return partial(points_card, points, arguments.form or "page", _paper_options(arguments))


def _year(arguments: argparse.Namespace, name: str) -> Draw:
    from printables.page.page import HALF_OF
    from printables.statistics.year_page import year_page
    from scorepad.game.statistics.group_statistics import Choice
    from scorepad.game.statistics.year import group_year

    if arguments.paper and _paper_options(arguments).paper in HALF_OF:
        _refuse(arguments, _("A year needs a whole page. Print it on A4 or Letter."))
    places, games_played = arguments.place or [""], arguments.game or [""]
    if len(places) > 1 or len(games_played) > 1:
        words = _("Statistics of a year are for one place and one game, or for all. Give each at most once.")
        _refuse(arguments, words)
    arguments.game = games_played[0]
    try:
        of_year = "" if name == "all" else year(name)
    except argparse.ArgumentTypeError as error:
        _refuse(arguments, str(error))
    choice = Choice(of_year, places[0], game_option_name(arguments))
    with repository(arguments) as games:
        years = games.evenings.years()
    for damaged in years.left_out:  # the printed page could not report a missing game
        raise damaged
    if not years.table(choice):
        raise ScorepadError(_("No finished game matches."))
    return lambda: year_page(group_year(years, choice), _paper_options(arguments))


_DRAW_FUNCTIONS = {"game": _game, "sheet": _sheet, "rules": _rules, "points": _points, "year": _year}


def _blank(arguments: argparse.Namespace, name: str, *, scored: bool = True, every_count: bool = False) -> Blank:
    """Return the blank sheet of a rulebook, as `print_request.blank_for` does."""
    from scorepad.print_request import blank_for

    with rule_library(arguments) as library:

        def find_scheme(key: str) -> Scheme:
            given = key == arguments.scheme
            return find_sound_scheme(library, key) if given else scheme_finder(library, name)(key)

        rulebook = find_rulebook(library, name)
        return blank_for(rulebook, find_scheme, _values(arguments), scored=scored, every_count=every_count)


# --- every saved game ------------------------------------------------------------------------------------


def _print_all(arguments: argparse.Namespace) -> int:
    """Print running and finished games, oldest first, as one PDF or as a zip.

    The extension of the output file decides the format. Return 1 if a damaged game is left out.
    """
    refuse_pdf_on_terminal(arguments.out)
    left_out: list[Listed] = []
    try:
        _write(arguments, left_out)
    finally:
        for game in left_out:
            words = _(
                "Game {game} ({title}) is left out because its record is damaged. “scorepad check” shows the damage."
            )
            print_error(words.format(game=game.game_id, title=game.summary.heading))
    return 1 if left_out else 0


def _write(arguments: argparse.Namespace, left_out: list[Listed]) -> None:
    from printables.filled.archive import as_one_pdf, as_zip

    choice = _choice(arguments)
    with repository(arguments) as games:
        lines = [game for game in games.kept() if choice.holds(game.summary)]
        words = _("Sheet {number} of {count}. Press Ctrl+C to stop; nothing is left behind.")
        chosen = (stored.game for stored in games.load_each(with_progress(lines, len(lines), words), left_out))

        missing = (game.summary.heading for game in left_out)  # known when all are loaded
        zipped = (arguments.out or "").lower().endswith(".zip")
        with use_language(arguments.language or language()):
            draw = as_zip if zipped else partial(as_one_pdf, chosen=choice.words)
        pieces = draw(chosen, _paper_options(arguments), blob=arguments.blob is not None, left_out=missing)
        write_chunks(translated_items(arguments.language or language(), pieces), arguments.out)


def _choice(arguments: argparse.Namespace) -> ArchiveChoice:
    """Return the chosen years, places and games; a game may be given by its key."""
    from scorepad.repository.archive_filter import ArchiveChoice

    with rule_library(arguments) as library:
        known = library.rulebooks() if arguments.game else {}
    games = [known[game].name if game in known else game for game in arguments.game or ()]
    return ArchiveChoice(arguments.year or (), arguments.place or (), games)
