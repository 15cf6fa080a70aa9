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
from scorepad.words import _, codes, language, pgettext, translated_items, use_language

if TYPE_CHECKING:
    from printables.page import PaperOptions
    from scorepad.game.report.archive_filter import ArchiveChoice
    from scorepad.game.report.blank_sheet import Blank
    from scorepad.store.records import Listed

PAPERS = {"a4": "A4", "a5": "A5", "letter": "Letter", "half-letter": "Half Letter"}  # by the value of --paper
FORMATS = ("page", "half", "pocket")

_PAPER = {"landscape", "portrait", "one_ink", "grey"}
_SHEET = {*_PAPER, "two_up", "large"}
_BLANK = {"dealer", "scorer", "location", "date", "rules", "booklet", "hands", "ghosts", "grid", "slips"}
_TABLE = {"players", "names", "scheme", "ladder"}
# The options of each kind of print. All kinds accept --paper, --language, --out and --data.
ALLOWED = {
    "game": {*_SHEET, "blob"},
    "all": {*_SHEET, "blob", "year", "place", "game"},
    "sheet": {*_SHEET, *_BLANK, *_TABLE},
    "rules": {*_PAPER, "two_up", *_TABLE},
    "points": {*_PAPER, "format", "cards", "players"},
    "year": {"one_ink", "grey", "place", "game"},
}


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
    _add_paper(printed.add_argument_group(_("paper")))
    _add_table(printed.add_argument_group(_("for blank sheets and rules")))
    _add_blank(printed.add_argument_group(_("for blank sheets")))
    cards = printed.add_argument_group(_("for points"))
    cards.add_argument("--format", choices=FORMATS, help=_("default: page; pocket: cards to cut out"))
    add_value(cards, "--cards", "N", _("the largest hand; default: that of the game"), type=any_whole_number)
    help_text = _("the language to print in: nl, de …; default: that of this terminal")
    add_value(printed, "--language", _("CODE"), help_text, type=_parse_language)
    add_out(printed)
    add_data(printed)


def _add_paper(group: Parser) -> None:
    group.add_argument("--paper", choices=PAPERS, default="a4", help=_("default: a4"))
    way = group.add_mutually_exclusive_group()
    add_flag(way, "--landscape", _("landscape; default: as the columns need it"))
    add_flag(way, "--portrait", _("portrait"))
    add_flag(group, "--two-up", _("for sheets and rules: two per page"))
    ink = group.add_mutually_exclusive_group()
    add_flag(ink, "--one-ink", _("black only, with lines that survive a photocopy"))
    add_flag(ink, "--grey", _("black only, with grey shades and thin lines"))
    add_flag(group, "--large", _("for sheets, not booklets: large print on more pages"))
    add_flag(group, "--blob", _("for filled sheets: missed bids blacked out"))


def _add_table(group: Parser) -> None:
    help_text = _("number of players, also for points; 4-6: a blank sheet or rules for four, five or six")
    add_value(group, "--players", "N", help_text, type=_parse_player_counts)
    add_value(group, "--names", _("NAMES"), _("clockwise, separated by commas: Ann,Bob,Cat"))
    add_value(group, "--scheme", _("KEY"), _("points: key of a scheme, or a .toml file"))
    add_value(group, "--ladder", _("LADDER"), _("cards of each hand: 1-10-1"))


def _add_blank(group: Parser) -> None:
    add_value(group, "--hands", "N", _("number of hands, if the ladder has no end"), type=any_whole_number)
    add_value(group, "--dealer", _("NAME"), _("who deals first; “open” leaves it blank"))
    add_value(group, "--scorer", _("NAME"))
    add_value(group, "--location", _("PLACE"))
    add_value(group, "--date", _("DATE"))
    back = group.add_mutually_exclusive_group()
    help_text = _("the rules on the back; turn portrait pages over the long edge, landscape pages over the short edge")
    add_flag(back, "--rules", help_text)
    help_text = _("sheet, rules, points and, on a free page, a chart, folded in the middle; turn over the short edge")
    add_flag(back, "--booklet", help_text)
    add_flag(group, "--ghosts", _("light numbers before bids, to circle or cross out"))
    add_flag(group, "--grid", _("a grid to plot the totals, instead of comments"))
    add_flag(group, "--slips", _("a slip for each player to tear off"))


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


def _one_count(arguments: argparse.Namespace) -> int | None:
    fewest, most = arguments.players or (None, None)
    if fewest != most:
        _refuse(arguments, _("Points are printed for one number of players. Give one number."))
    return most


def print_pdf(arguments: argparse.Namespace) -> int:
    """Print what the arguments name; return 1 if damaged games are left out."""
    kind, name = _parse_kind(arguments)
    options = {key for key in set().union(*ALLOWED.values()) if getattr(arguments, key) not in (None, False)}
    wrong = sorted(options - ALLOWED[kind])
    if wrong:
        _refuse(arguments, _("--{option} cannot be used here.").format(option=wrong[0].replace("_", "-")))
    if arguments.booklet and arguments.large:
        _refuse(arguments, _("A booklet always has the usual print size. Leave out --large."))
    output_ending(arguments, "pdf", *(["zip"] if kind == "all" else []))
    if kind == "all":
        return _print_all(arguments)
    draw = _DRAW_FUNCTIONS[kind](arguments, name)
    with use_language(arguments.language or language()):
        drawn = draw()
    write_pdf(drawn, arguments.out)
    return 0


def _parse_kind(arguments: argparse.Namespace) -> tuple[str, str]:
    """Return the kind of print and the name of its subject."""
    kinds = {kind for kind in ALLOWED if kind not in ("game", "all")}
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


def _paper_options(arguments: argparse.Namespace) -> PaperOptions:
    from printables.page import PaperOptions

    landscape = True if arguments.landscape else False if arguments.portrait else None
    one_ink = arguments.one_ink or arguments.grey
    paper = PAPERS[arguments.paper]
    return PaperOptions(paper, landscape, arguments.two_up, one_ink, arguments.grey, arguments.large)


Draw = Callable[[], bytes]
"""A function that returns the PDF, in the language in which it is called."""


def _game(arguments: argparse.Namespace, name: str) -> Draw:
    from printables.score_sheet import score_sheet
    from scorepad.game.state.game import Game

    arguments.game = name
    game, paper = file_or_game(arguments), _paper_options(arguments)
    return lambda: score_sheet(Game.replay(game.events), paper, blob=arguments.blob)


def _sheet(arguments: argparse.Namespace, name: str) -> Draw:
    from printables.blank_layout import BlankOptions
    from printables.blank_sheet import blank_sheet

    make = partial(_blank, arguments, name, scored=arguments.rules or arguments.booklet)
    make()  # errors are in the language of the terminal
    paper, options = _paper_options(arguments), BlankOptions(arguments.ghosts, arguments.grid, arguments.slips)
    if arguments.booklet:
        from printables.booklet import booklet

        return lambda: booklet(make(), paper, options)
    return lambda: blank_sheet(make(), paper, rules=arguments.rules, options=options)


def _rules(arguments: argparse.Namespace, name: str) -> Draw:
    from printables.rule_page import RulePage, rule_page

    make, paper = partial(_blank, arguments, name, every_count=True), _paper_options(arguments)
    make()  # errors are in the language of the terminal
    return lambda: rule_page(RulePage.of(make()), paper)


def _points(arguments: argparse.Namespace, name: str) -> Draw:
    from printables.points_card import points_card
    from scorepad.errors import not_whole
    from scorepad.rules.field_readers import FEWEST_PLAYERS, MOST_PLAYERS
    from scorepad.rules.game_properties import largest_hand
    from scorepad.rules.scheme.scheme import SchemeAsPlayed

    count = _one_count(arguments)
    players = 4 if count is None else count
    if arguments.cards is not None and not 1 <= arguments.cards <= MOST_TOP:
        raise not_whole("cards", 1, MOST_TOP)
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        raise not_whole("players", FEWEST_PLAYERS, MOST_PLAYERS)
    with rule_library(arguments) as library:
        scheme = find_sound_scheme(library, name)
        top = arguments.cards or min(largest_hand(library.rulebooks().values(), scheme.key, count), MOST_TOP)
    points, form = SchemeAsPlayed(scheme, top, players), arguments.format or "page"
    return partial(points_card, points, form, _paper_options(arguments))


MOST_TOP = 20  # cards; a larger table does not fit on the paper


def _year(arguments: argparse.Namespace, name: str) -> Draw:
    from printables.year_page import year_page
    from scorepad.game.statistics.group_statistics import Choice
    from scorepad.game.statistics.year import group_year

    places, games_played = arguments.place or [""], arguments.game or [""]
    if len(places) > 1 or len(games_played) > 1:
        _refuse(
            arguments, _("Statistics of a year are for one place and one game, or for all. Give each at most once.")
        )
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
    """Return the blank sheet of a rulebook; with `scored`, raise ScorepadError if it has no scheme.

    `every_count`: it is for all numbers of players, unless the arguments say for which.
    """
    from scorepad.errors import scheme_missing
    from scorepad.game.report.blank_sheet import blank, playable_counts

    with rule_library(arguments) as library:
        rulebook = find_rulebook(library, name)
        scheme = None
        if arguments.scheme:
            scheme = find_sound_scheme(library, arguments.scheme)
        elif rulebook.scheme:
            scheme = scheme_finder(library, name)(rulebook.scheme)
        elif scored:
            raise scheme_missing(rulebook.name)
    if arguments.ladder:
        rulebook = rulebook.with_house({"ladder": arguments.ladder})
    names = [player for player in (arguments.names or "").split(",") if player.strip()]
    fewest, most = arguments.players or (playable_counts(rulebook) if every_count and not names else (None, None))
    return blank(
        rulebook, scheme, players=most, fewest=fewest, names=names, first_dealer=arguments.dealer or "",
        hands=arguments.hands, scorer=arguments.scorer or "",
        location=arguments.location or "", date=arguments.date or "",
    )  # fmt: skip


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
    from printables.archive import as_one_pdf, as_zip
    from scorepad.game.report.archive_filter import GameLine

    choice = _choice(arguments)
    with repository(arguments) as games:
        saved = ((game, game.summary) for game in games.kept())
        lines = [
            game for game, summary in saved if choice.holds(GameLine.of(summary.title, summary.rulebook, summary.date))
        ]
        words = _("Sheet {number} of {count}. Press Ctrl+C to stop; nothing is left behind.")
        chosen = (stored.game for stored in games.load_each(with_progress(lines, len(lines), words), left_out))

        def missing() -> list[str]:
            return [game.summary.heading for game in left_out]

        paper = _paper_options(arguments)
        zipped = (arguments.out or "").lower().endswith(".zip")
        with use_language(arguments.language or language()):
            words = choice.words
        pieces = (
            as_zip(chosen, paper, blob=arguments.blob, left_out=missing)
            if zipped
            else as_one_pdf(chosen, paper, blob=arguments.blob, chosen=words, left_out=missing)
        )
        write_chunks(translated_items(arguments.language or language(), pieces), arguments.out)


def _choice(arguments: argparse.Namespace) -> ArchiveChoice:
    """Return the chosen years, places and games; a game may be given by its key."""
    from scorepad.game.report.archive_filter import ArchiveChoice

    with rule_library(arguments) as library:
        known = library.rulebooks() if arguments.game else {}
    games = [known[game].name if game in known else game for game in arguments.game or ()]
    return ArchiveChoice(arguments.year or (), arguments.place or (), games)
