"""scorepad rulebooks: list, show, ladder, keep."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from scorepad.commands.arguments import Commands, add_data, add_format, command
from scorepad.commands.data import rule_library
from scorepad.commands.files import complain, put, put_columns, put_json, read_text
from scorepad.commands.rule_files import ENDING, add_keep, find_rulebook, points_of, tell_unreadable
from scorepad.words import _, ours

if TYPE_CHECKING:
    from scorepad.rules.rulebook import Rulebook
    from scorepad.rules.scheme import Scheme


def add_to(commands: Commands) -> None:
    listing = command(
        commands, "rulebooks", tell_rulebooks, _("The rulebooks: list, show or keep them; their ladders.")
    )
    add_format(listing, "text", "json")
    actions = listing.add_subparsers(metavar=_("show | ladder | keep"))
    show = command(actions, "show", show_rulebook, _("Show a rulebook in words, as its file (toml), or as data."))
    _add_key(show)
    show.add_argument("--scheme", metavar=_("SCHEME"), help=_("with the points of this scheme, in words"))
    add_format(show, "text", "toml", "json")
    ladder = command(actions, "ladder", tell_ladder, _("The cards of every hand, once round."))
    _add_key(ladder)
    ladder.add_argument("--players", type=int, required=True, metavar="N")
    ladder.add_argument("--ladder", metavar=_("LADDER"), help=_("cards hand by hand: 1-10-1"))
    add_format(ladder, "json", "text")
    add_keep(actions, "rulebook", _("Keep a rulebook among your own, from its file or from a game; tells its key."))
    for one in (listing, show, ladder):
        add_data(one)


def _add_key(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rulebook", metavar=_("KEY"), help=_("key of a rulebook, or a .toml file"))


def tell_rulebooks(arguments: argparse.Namespace) -> None:
    """List the rulebooks, one's own first; those that cannot be read any more on standard error."""
    from scorepad.rules import rulebook
    from scorepad.rules.rulebook.families import players_span

    with rule_library(arguments) as library:
        own = library.own_rulebooks()
    readable = {key: one for key, one in own.items() if isinstance(one, rulebook.Rulebook)}
    known = {**readable, **rulebook.built_in()}
    if arguments.format == "json":
        put_json(
            [
                {"key": key, "name": one.name, "scheme": one.scheme or None, "players": list(one.players)}
                for key, one in known.items()
            ]
        )
    else:
        put_columns([[key, players_span(one, "-"), ours(one.name)] for key, one in known.items()])
    tell_unreadable([*own.values()])


def show_rulebook(arguments: argparse.Namespace) -> None:
    """Show a rulebook in words, as its file or as data."""
    name = arguments.rulebook
    with rule_library(arguments) as library:
        rulebook = find_rulebook(library, name)
        if arguments.format == "json":
            put_json({"key": rulebook.key, **rulebook.to_dict()})
        elif arguments.format == "toml":
            put(read_text(name) if name.endswith(ENDING) else library.text_of("rulebook", name) or "")
        else:
            chosen = arguments.scheme or rulebook.scheme
            points = points_of(library, name)(chosen) if chosen else None
            put("".join(f"{line}\n" for line in _in_words(rulebook, points)))


def _in_words(rulebook: Rulebook, points: Scheme | None) -> list[str]:
    from scorepad.game.report.worked_hand import rules_told
    from scorepad.rules.telling import GameTold
    from scorepad.terminal.columns import clean, columns, wrapped

    lines = wrapped(ours(rulebook.name), 80)
    lines += wrapped(_("Points: {scheme}").format(scheme=ours(points.name)), 80, "  ", "  ") if points else []
    for section in rules_told(GameTold(rulebook, points)):
        lines += ["", *wrapped(section.heading, 80)]
        lines += wrapped(section.text, 80, "  ", "  ") if section.sentences else []
        if section.grid:
            rows = [[clean(cell) for cell in row] for row in (section.grid.heads, *section.grid.rows) if row]
            lines += [f"  {line}" for line in columns(rows)]
    return lines


def tell_ladder(arguments: argparse.Namespace) -> None:
    """Tell the cards of every hand for so many players, once round."""
    with rule_library(arguments) as library:
        rulebook = find_rulebook(library, arguments.rulebook)
    if arguments.ladder is not None:
        rulebook = rulebook.with_house({"ladder": arguments.ladder})
    rulebook.check_ladder(arguments.players)
    if remark := rulebook.remark_on_ladder(arguments.players):
        complain(remark)
    sizes = rulebook.sizes(arguments.players)
    if arguments.format == "json":
        put_json(sizes)
    else:
        put(" ".join(map(str, sizes)) + (" …" if rulebook.ladder.endless else "") + "\n")
