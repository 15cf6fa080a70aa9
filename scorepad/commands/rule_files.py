"""The commands schemes and rulebooks: list, show, check and save rule files.

A rule file is given by its key in the rule library, or as a .toml file.

scorepad schemes keep FILE      save a scheme as custom rules, from its file or from a game
scorepad rulebooks keep FILE    save a rulebook in the same way, with the scheme file next to it
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorepad.commands.arguments import Commands, add_data, add_format, add_value, any_whole_number, command
from scorepad.commands.data import file_or_game, rule_library
from scorepad.commands.files import format_columns, output_symbols, print_error, read_text, write_output, write_result
from scorepad.errors import ScorepadError
from scorepad.formats import letters_of
from scorepad.words import _, join_label, ngettext, ours

if TYPE_CHECKING:
    from scorepad.errors import RuleFileError
    from scorepad.library import FindScheme, RuleLibrary
    from scorepad.rules.rulebook import Rulebook
    from scorepad.rules.scheme import Scheme
    from scorepad.store.records import RuleFileKind

ENDING = ".toml"
SHOWN_CARDS = 5  # in the table of points


def add_schemes_to(commands: Commands) -> None:
    """Add the command `schemes` and its subcommands."""
    listing = command(commands, "schemes", tell_schemes, _("List, show, check or save scoring schemes."))
    add_format(listing, "text", "json")
    actions = listing.add_subparsers(metavar=_("show | check | keep"))
    show = command(actions, "show", show_scheme, _("Show a scheme in words, as its file (toml), or as data."))
    add_value(show, "scheme", _("KEY"), _("key of a scheme, or a .toml file"))
    add_format(show, "text", "toml", "json")
    about = _("Check a scheme: its formulas for every hand, and its examples.")
    check = command(actions, "check", check_scheme, about)
    add_value(check, "scheme", _("FILE"), _("a .toml file, or the key of a scheme"))
    add_format(check, "text", "json")
    _add_keep(actions, "scheme", _("Save a scheme as your own, from its file or from a game; prints its key."))
    add_data(listing, show, check)


def add_rulebooks_to(commands: Commands) -> None:
    """Add the command `rulebooks` and its subcommands."""
    about = _("List, show or save rulebooks and their ladders.")
    listing = command(commands, "rulebooks", tell_rulebooks, about)
    add_value(listing, "--search", _("NAME"), _("only games with this in one of their names"), default="")
    add_format(listing, "text", "json")
    actions = listing.add_subparsers(metavar=_("show | ladder | keep"))
    show = command(actions, "show", show_rulebook, _("Show a rulebook in words, as its file (toml), or as data."))
    ladder = command(actions, "ladder", tell_ladder, _("List the cards of every hand of one pass."))
    for parser in (show, ladder):
        add_value(parser, "rulebook", _("KEY"), _("key of a rulebook, or a .toml file"))
    add_value(show, "--scheme", _("SCHEME"), _("with this scoring, in words"))
    add_format(show, "text", "toml", "json")
    add_value(ladder, "--players", "N", type=any_whole_number, required=True)
    add_value(ladder, "--ladder", _("LADDER"), _("cards of each hand: 1-10-1"))
    add_format(ladder, "json", "text")
    _add_keep(actions, "rulebook", _("Save a rulebook as your own, from its file or from a game; prints its key."))
    add_data(listing, show, ladder)


def _add_keep(actions: Commands, kind: RuleFileKind, about: str) -> None:
    parser = command(actions, "keep", partial(_save, kind=kind), about)
    add_value(parser, "file", _("FILE"), _("a .toml file, or a game (its file or id) whose rules are copied"))
    add_value(parser, "--replace", _("KEY"), _("replace your own file with this key"))
    add_format(parser, "text", "json")
    add_data(parser)


# --- lookup -----------------------------------------------------------------------------------------


def find_scheme(library: RuleLibrary, name: str) -> Scheme:
    """Return the scheme in a file, or the one with this key."""
    from scorepad.rules.scheme import Scheme

    return Scheme.from_toml(read_text(name)) if name.endswith(ENDING) else library.find_scheme(name)


def find_sound_scheme(library: RuleLibrary, name: str) -> Scheme:
    """Return the scheme in a file, or the one with this key.

    A scheme from a file is checked first, so that none of its formulas can fail on a hand.
    """
    scheme = find_scheme(library, name)
    if name.endswith(ENDING):
        for problem in scheme.check():
            raise problem
    return scheme


def find_rulebook(library: RuleLibrary, name: str) -> Rulebook:
    """Return the rulebook in a file, or the one with this key."""
    from scorepad.rules.rulebook import Rulebook

    return Rulebook.from_toml(read_text(name)) if name.endswith(ENDING) else library.find_rulebook(name)


def scheme_finder(library: RuleLibrary, name: str) -> FindScheme:
    """Return a function that finds a scheme by its key.

    It looks next to the rulebook file first, then in the library. A built-in key always comes from the library.
    """

    def find(key: str) -> Scheme:
        file = _scheme_file_next_to(name, key)
        return library.find_scheme(key) if file is None else find_sound_scheme(library, str(file))

    return find


def _scheme_file_next_to(name: str, key: str) -> Path | None:
    """Return the scheme file with this key next to a rulebook file.

    Return None if there is none, or if a built-in scheme has the key.
    """
    from scorepad.errors import RuleFileError
    from scorepad.rules import scheme

    file = Path(name).with_name(key + ENDING)
    if not name.endswith(ENDING) or not file.is_file():
        return None
    try:
        scheme.find(key)
    except RuleFileError:
        return file
    return None


# --- listing and showing --------------------------------------------------------------------------------


def tell_schemes(arguments: argparse.Namespace) -> None:
    """List the schemes, custom ones first; report unreadable ones on standard error."""
    from scorepad.rules import scheme

    with rule_library(arguments) as library:
        known = _without_unreadable(library.own_schemes()) | scheme.built_in()
    data = [{"key": key, "name": entry.name, "about": entry.about} for key, entry in known.items()]
    write_result(arguments, data, format_columns([[key, ours(entry.name)] for key, entry in known.items()]))


def tell_rulebooks(arguments: argparse.Namespace) -> None:
    """List the rulebooks, custom ones first; report unreadable ones on standard error."""
    from scorepad.rules import other_games, rulebook
    from scorepad.rules.rulebook.relevance import players_span

    with rule_library(arguments) as library:
        known = _without_unreadable(library.own_rulebooks()) | rulebook.built_in()
    wanted = letters_of(arguments.search)
    known = {key: entry for key, entry in known.items() if entry.names_with(wanted)}
    for other in other_games.find(arguments.search):
        print_error(f"{ours(other.name)}: {ours(other.about)} " + _("Scorepad is for games with exact bids."))
    data = [
        {"key": key, "name": entry.name, "scheme": entry.scheme or None, "players": list(entry.players)}
        for key, entry in known.items()
    ]
    rows = [[key, players_span(entry, "-"), ours(entry.name)] for key, entry in known.items()]
    write_result(arguments, data, format_columns(rows))


def _without_unreadable(own: Mapping[str, Any]) -> dict[str, Any]:
    """Return the readable custom rule files; report the others on standard error."""
    from scorepad.library import Unreadable

    for rule_file in own.values():
        if isinstance(rule_file, Unreadable):
            words = _("Your own {key} cannot be read: {reason}")
            print_error(words.format(key=rule_file.key, reason=rule_file.error))
    return {key: rule_file for key, rule_file in own.items() if not isinstance(rule_file, Unreadable)}


def show_scheme(arguments: argparse.Namespace) -> None:
    """Show a scheme in words, as its file or as data."""
    with rule_library(arguments) as library:
        scheme = find_scheme(library, arguments.scheme)
    if arguments.format == "toml":
        write_output(scheme.toml or "")
    else:
        write_result(arguments, {"key": scheme.key, **scheme.to_dict()}, _scheme_in_words(scheme))


def _scheme_in_words(scheme: Scheme) -> list[str]:
    from scorepad.rules.scheme.explain import mark_in_words
    from scorepad.rules.scheme.parts import winner_in_words
    from scorepad.terminal.text import columns, wrapped

    lines = wrapped(ours(scheme.name), 80)
    for text in (scheme.about, winner_in_words(scheme.winner), ours(scheme.notes), ours(scheme.unsure)):
        lines += wrapped(text, 80, "  ") if text else []
    if scheme.source:
        lines += wrapped(_("Source: {source}").format(source=ours(scheme.source)), 80, "    ", "  ")
    for name, option in scheme.options.items():
        default = option.default
        if isinstance(default, bool):
            default = _("yes") if default else _("no")
        words = _("Option {name}: default {default}. {about}")
        lines += wrapped(words.format(name=name, default=default, about=ours(option.about)), 80, "    ", "  ")
    for name in scheme.marks:
        lines.append("  " + _("Mark {name}: {kind}").format(name=name, kind=mark_in_words(scheme, name)))
    table = scheme.points_table(SHOWN_CARDS)
    heads = [_("bid"), *(str(taken) for taken in range(SHOWN_CARDS + 1))]
    rows = [[str(bid), *map(output_symbols().number, values)] for bid, values in table]
    title = _("Points with {cards} cards, by bid and tricks taken:").format(cards=SHOWN_CARDS)
    lines += ["", title, *(f"  {line}" for line in columns([heads, *rows], ">" * len(heads)))]
    return [*lines, "", _("Worked examples:"), *_examples(scheme)] if scheme.examples else lines


def _examples(scheme: Scheme) -> Iterator[str]:
    """Yield each example with the calculation of its points."""
    from scorepad.terminal.text import clean, wrapped

    for example in scheme.examples:
        hand, has_tricks = scheme.hand_variables(**example.given), example.given["taken"] is not None
        why = scheme.explain(hand, known="tricks" if has_tricks else "made")
        note = f"{clean(ours(example.note))} {output_symbols().arrow} " if example.note else ""
        yield from wrapped(note + output_symbols().words(clean(why.text)), 80, "    ", "  ")


def check_scheme(arguments: argparse.Namespace) -> int:
    """Report each problem of a scheme; return 1 if there are any."""
    from scorepad.errors import RuleFileError

    name = arguments.scheme
    try:
        with rule_library(arguments) as library:
            scheme = find_scheme(library, name)
        problems = scheme.check()
    except RuleFileError as error:
        if error.listed_by:
            raise
        scheme, problems = None, [error]
    as_data = [{key: getattr(problem, key) for key in ("where", "line", "column", "reason")} for problem in problems]
    words = ngettext(
        "{name}: its formulas are sound, and its example is correct.",
        "{name}: its formulas are sound, and its {count} examples are correct.",
        len(scheme.examples) if scheme else 0,
    )
    sound = [words.format(name=ours(scheme.name), count=len(scheme.examples))] if scheme and not problems else []
    write_result(arguments, {"scheme": name, "sound": not problems, "problems": as_data}, sound)
    for problem in problems:
        print_error(problem_message(name, problem))
    return 1 if problems else 0


def show_rulebook(arguments: argparse.Namespace) -> None:
    """Show a rulebook in words, as its file or as data."""
    name = arguments.rulebook
    with rule_library(arguments) as library:
        rulebook = find_rulebook(library, name)
        if arguments.format == "toml":
            return write_output(read_text(name) if name.endswith(ENDING) else library.text_of("rulebook", name) or "")
        chosen = arguments.format == "text" and (arguments.scheme or rulebook.scheme)
        points = scheme_finder(library, name)(chosen) if chosen else None
    return write_result(arguments, {"key": rulebook.key, **rulebook.to_dict()}, _rulebook_in_words(rulebook, points))


def _rulebook_in_words(rulebook: Rulebook, points: Scheme | None) -> list[str]:
    from scorepad.game.report.example_hand import rules_told
    from scorepad.rules.telling import ExplainedGame
    from scorepad.terminal.text import clean, columns, wrapped

    lines = wrapped(ours(rulebook.name), 80)
    lines += wrapped(_("Points: {scheme}").format(scheme=ours(points.name)), 80, "  ", "  ") if points else []
    for section in rules_told(ExplainedGame(rulebook, points)):
        lines += ["", *wrapped(section.heading, 80)]
        lines += wrapped(section.text, 80, "  ", "  ") if section.sentences else []
        if section.grid:
            rows = [[clean(cell) for cell in row] for row in (section.grid.heads, *section.grid.rows) if row]
            lines += [f"  {line}" for line in columns(rows)]
    return lines


def tell_ladder(arguments: argparse.Namespace) -> None:
    """Print the cards of every hand for this number of players; of an endless ladder, one cycle."""
    with rule_library(arguments) as library:
        rulebook = find_rulebook(library, arguments.rulebook)
    if arguments.ladder is not None:
        rulebook = rulebook.with_house({"ladder": arguments.ladder})
    rulebook.check_ladder(arguments.players)
    if remark := rulebook.remark_on_ladder(arguments.players):
        print_error(remark)
    sizes = rulebook.sizes(arguments.players)
    write_result(arguments, sizes, [" ".join(map(str, sizes)) + (" …" if rulebook.ladder.endless else "")])


# --- saving -----------------------------------------------------------------------------------------


def _save(arguments: argparse.Namespace, kind: RuleFileKind) -> None:
    """Save a rule file, or the rules of a game, and print the key."""
    name, replaced = arguments.file, arguments.replace or ""
    if name.endswith(ENDING):
        text = _rule_file(name)
        with rule_library(arguments, made=True) as library:
            if kind == "rulebook":
                text = _save_scheme_of_rulebook(library, name, text, replaced)
            key = _keep_text(library, kind, name, text, replaced)
    elif replaced:
        arguments.parser.error(_("--replace needs a .toml file. Add the file, or leave out --replace."))
    else:
        arguments.game = name
        sheet = file_or_game(arguments).sheet
        with rule_library(arguments, made=True) as library:
            if kind == "scheme":
                key = library.save_game_scheme(sheet.scheme)
            else:
                key = library.save_game_rules(sheet.rulebook, sheet.scheme)
    write_result(arguments, {"key": key}, [key])


def _rule_file(name: str) -> str:
    """Return the text of a file with Unix line ends, as pages save it."""
    return read_text(name).replace("\r\n", "\n").replace("\r", "\n")


def _save_scheme_of_rulebook(library: RuleLibrary, name: str, text: str, replaced: str) -> str:
    """Return the text of the rulebook file `name`, after saving its scheme.

    A scheme file next to it is saved too, and the text then contains its new key.
    """
    from scorepad.rules.rulebook import Rulebook

    scheme = Rulebook.from_toml(text).scheme
    file = _scheme_file_next_to(name, scheme)
    if file is None:
        return text
    points = _rule_file(str(file))
    key = library.find_duplicate("scheme", points)
    if key is None:
        problems = library.check("rulebook", text, replaced=replaced, find_scheme=scheme_finder(library, name))[1]
        for problem in problems:  # save no scheme for an invalid rulebook
            raise ScorepadError(problem_message(name, problem))
        key = _keep_text(library, "scheme", str(file), points)
    return re.sub(rf"""^(scheme\s*=\s*)(["']){scheme}\2""", rf"\g<1>\g<2>{key}\2", text, flags=re.M)


def _keep_text(library: RuleLibrary, kind: RuleFileKind, name: str, text: str, replaced: str = "") -> str:
    """Save the text of the file `name`, as a page does, and return its key."""
    from scorepad.errors import RuleFileError
    from scorepad.library import fingerprint, is_custom_key

    before = library.text_of(kind, replaced) if is_custom_key(replaced) else None
    if replaced and before is None:
        error = ScorepadError(_("You have no custom rules called “{key}”.").format(key=replaced[:60]))
        raise error.with_list(f"{kind}s")
    try:
        return library.save(kind, text, replaced=replaced, seen=fingerprint(before or "")) or replaced
    except RuleFileError as error:
        raise ScorepadError(problem_message(name, error)) from error


def problem_message(name: str, problem: RuleFileError) -> str:
    """Return the message of a problem: `FILE, line 3, column 8: Case 1, “give”: the reason`."""
    place = name
    if problem.line:
        words = _("{file}, line {line}, column {column}") if problem.column else _("{file}, line {line}")
        place = words.format(file=name, line=problem.line, column=problem.column)
    return join_label(place, problem.what, problem.reason)
