"""scorepad schemes: list, show, check, keep."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from scorepad.commands.arguments import Commands, add_data, add_format, command
from scorepad.commands.data import rule_library
from scorepad.commands.files import complain, put, put_columns, put_json, signs
from scorepad.commands.rule_files import add_keep, find_scheme, tell_unreadable, told
from scorepad.words import _, ours

if TYPE_CHECKING:
    from scorepad.rules.scheme import Scheme

SHOWN_CARDS = 5  # of the table of points


def add_to(commands: Commands) -> None:
    listing = command(commands, "schemes", tell_schemes, _("The scoring schemes: list, show, check or keep them."))
    add_format(listing, "text", "json")
    actions = listing.add_subparsers(metavar=_("show | check | keep"))
    show = command(actions, "show", show_scheme, _("Show a scheme in words, as its file (toml), or as data."))
    show.add_argument("scheme", metavar=_("KEY"), help=_("key of a scheme, or a .toml file"))
    add_format(show, "text", "toml", "json")
    check = command(
        actions, "check", check_scheme, _("Check a scheme: its formulas over every hand, and its examples.")
    )
    check.add_argument("scheme", metavar=_("FILE"), help=_("a .toml file, or the key of a scheme"))
    add_format(check, "text", "json")
    add_keep(actions, "scheme", _("Keep a scheme among your own, from its file or from a game; tells its key."))
    for one in (listing, show, check):
        add_data(one)


def tell_schemes(arguments: argparse.Namespace) -> None:
    """List the schemes, one's own first; those that cannot be read any more on standard error."""
    from scorepad.rules import scheme

    with rule_library(arguments) as library:
        own = library.own_schemes()
    readable = {key: one for key, one in own.items() if isinstance(one, scheme.Scheme)}
    known = {**readable, **scheme.built_in()}
    if arguments.format == "json":
        put_json([{"key": key, "name": one.name, "about": one.about} for key, one in known.items()])
    else:
        put_columns([[key, ours(one.name)] for key, one in known.items()])
    tell_unreadable([*own.values()])


def show_scheme(arguments: argparse.Namespace) -> None:
    """Show a scheme in words, as its file or as data."""
    with rule_library(arguments) as library:
        scheme = find_scheme(library, arguments.scheme)
    if arguments.format == "json":
        put_json({"key": scheme.key, **scheme.to_dict()})
    elif arguments.format == "toml":
        put(scheme.toml or "")
    else:
        put("".join(f"{line}\n" for line in _in_words(scheme)))


def _in_words(scheme: Scheme) -> list[str]:
    from scorepad.rules.scheme.hand_in_words import mark_in_words
    from scorepad.rules.scheme.parts import winner_in_words
    from scorepad.terminal.columns import columns, wrapped

    lines = wrapped(ours(scheme.name), 80)
    for text in (ours(scheme.about), winner_in_words(scheme.winner), ours(scheme.notes), ours(scheme.unsure)):
        lines += wrapped(text, 80, "  ") if text else []
    if scheme.source:
        lines += wrapped(_("Source: {source}").format(source=ours(scheme.source)), 80, "    ", "  ")
    for name, option in scheme.options.items():
        default = option.default
        if isinstance(default, bool):
            default = _("yes") if default else _("no")
        text = _("Option {name}: {default} unless said. {about}").format(
            name=name, default=default, about=ours(option.about)
        )
        lines += wrapped(text, 80, "    ", "  ")
    for name in scheme.marks:
        lines.append("  " + _("Mark {name}: {kind}").format(name=name, kind=mark_in_words(scheme, name)))
    table = scheme.points_table(SHOWN_CARDS)
    heads = [_("bid"), *(str(taken) for taken in range(SHOWN_CARDS + 1))]
    rows = [[str(bid), *map(signs().number, values)] for bid, values in table]
    title = _("Points with {cards} cards, by bid and tricks taken:").format(cards=SHOWN_CARDS)
    lines += ["", title, *(f"  {line}" for line in columns([heads, *rows], ">" * len(heads)))]
    return [*lines, "", _("Worked examples:"), *_examples(scheme)] if scheme.examples else lines


def _examples(scheme: Scheme) -> Iterator[str]:
    """Each hand and how its points came about."""
    from scorepad.terminal.columns import clean, wrapped

    for example in scheme.examples:
        why = scheme.explain(
            scheme.hand_variables(**example.given), known="made" if example.given["taken"] is None else "tricks"
        )
        note = f"{clean(ours(example.note))} {signs().arrow} " if example.note else ""
        yield from wrapped(note + signs().words(clean(why.text)), 80, "    ", "  ")


def check_scheme(arguments: argparse.Namespace) -> int:
    """Tell what is wrong in a scheme, a place each; exit status 1 where something is."""
    from scorepad.errors import SchemeError

    name = arguments.scheme
    try:
        with rule_library(arguments) as library:
            scheme = find_scheme(library, name)
        problems = scheme.check()
    except SchemeError as error:
        scheme, problems = None, [error]
    if arguments.format == "json":
        as_data = [{key: getattr(one, key) for key in ("where", "line", "column", "reason")} for one in problems]
        put_json({"scheme": name, "sound": not problems, "problems": as_data})
    elif scheme is not None and not problems:
        words = _("{name}: its formulas are sound and its {count} examples hold.")
        put(words.format(name=ours(scheme.name), count=len(scheme.examples)) + "\n")
    for problem in problems:
        complain(told(name, problem))
    return 1 if problems else 0
