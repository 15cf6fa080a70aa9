"""scorepad points: what one hand gives under a scheme."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from scorepad.commands.arguments import Commands, add_data, add_format, command, points_number
from scorepad.commands.data import rule_library
from scorepad.commands.files import put, put_json, signs
from scorepad.commands.rule_files import find_sound_scheme
from scorepad.errors import RuleFileError
from scorepad.words import _, labelled, ngettext

if TYPE_CHECKING:
    from scorepad.rules.formula import Value
    from scorepad.rules.scheme import Scheme

WHOLE = (
    *("taken", "cards", "players", "top", "makers", "level", "contract_taken", "made_run", "missed_run"),
    *("hand", "hands", "pack", "bids_total", "place_in_bidding", "makers_before"),
)
YES_NO = ("last", "doubled", "redoubled")
_WORDS = {"yes": True, "true": True, "no": False, "false": False}


def add_to(commands: Commands) -> None:
    parser = command(commands, "points", tell_points, _("The points of one hand under a scheme."))
    parser.add_argument("scheme", metavar=_("SCHEME"), help=_("key of a scheme, or a .toml file"))
    bid = parser.add_mutually_exclusive_group()
    bid.add_argument("--bid", type=int, metavar="N")
    bid.add_argument("--no-bid", action="store_true", help=_("a player who does not bid"))
    for name in WHOLE:
        parser.add_argument(_option(name), type=int, metavar="N", required=name in ("taken", "cards"))
    parser.add_argument("--total", type=points_number, metavar="N", help=_("the running total before the hand"))
    for name in YES_NO:
        parser.add_argument(_option(name), action="store_true")
    parser.add_argument("--trump", type=str.upper, choices=[*"CDHSN"])
    parser.add_argument("--role", choices=["declarer", "doubler", "other"], help=_("in a hand with a contract"))
    for what in ("mark", "option"):
        parser.add_argument(f"--{what}", action="append", type=_pair, default=[], metavar=_("NAME=VALUE"))
    add_format(parser, "json", "text")
    add_data(parser)
    parser.set_defaults(misused=parser.error)


def _option(name: str) -> str:
    return "--" + name.replace("_", "-")


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (name and equals and value):
        raise argparse.ArgumentTypeError(_("Write it as NAME=VALUE, not {text}.").format(text=text))
    return name, value


def tell_points(arguments: argparse.Namespace) -> None:
    """Tell the points of the hand, the total after it, and how they come about. SchemeError, RuleFileError."""
    from scorepad.game.report.sheet_json import number
    from scorepad.rules.numbers import many
    from scorepad.terminal.columns import clean

    with rule_library(arguments) as library:
        scheme = find_sound_scheme(library, arguments.scheme)
    if arguments.bid is None and not arguments.no_bid and scheme.bids_when is None:
        arguments.misused(_("Say --bid, or --no-bid for a player who does not bid."))
    hand = _hand(arguments, scheme)
    entry = scheme.entry(hand)
    total = hand["total"] + entry  # type: ignore[operator]  # a total is a number
    why = scheme.explain(hand).text
    if arguments.format == "json":
        put_json({"points": number(entry), "total": number(total), "scheme": scheme.key or scheme.name, "why": why})
    else:
        words = ngettext("{points} point, total {total}", "{points} points, total {total}", many(entry))
        put(words.format(points=signs().number(entry), total=signs().number(total)) + "\n")
        put(signs().words(clean(why)) + "\n")


def _hand(arguments: argparse.Namespace, scheme: Scheme) -> dict[str, Value]:
    """The hand that the arguments speak of, read like an example in the scheme's file."""
    said = {name: getattr(arguments, name) for name in ("bid", "trump", "role", *WHOLE)}
    given: dict[str, Any] = {name: value for name, value in said.items() if value is not None}
    given |= {name: True for name in YES_NO if getattr(arguments, name)}
    if arguments.total is not None:
        whole = isinstance(arguments.total, int)
        given["total"] = arguments.total if whole else float(arguments.total)  # as a file writes a half
    given["options"] = {name: _value(value) for name, value in arguments.option}
    given["marks"] = {}
    for name, value in arguments.mark:
        if name.startswith(("others_made_", "others_missed_")):
            given[name] = _value(value)
        else:
            given["marks"][name] = _mark(scheme.marks.get(name), value)
    if "role" not in given and {"level", "contract_taken", "doubled", "redoubled"} & given.keys():
        given["role"] = "other"  # a contract is spoken of, so there is one
    try:
        return scheme.hand(given)
    except RuleFileError as error:
        where = error.where.removeprefix("hand").lstrip(".")
        if where in said:  # as it is typed here
            raise RuleFileError("", labelled(_option(where), error.reason)) from error
        raise RuleFileError(where, error.reason) from error


def _mark(kind: str | None, text: str) -> bool | int | str:
    """A mark as a scheme's file would say it; 1 and 0 do for yes and no."""
    value = _value(text)
    return bool(value) if kind == "yes or no" and value in (0, 1) else value


def _value(text: str) -> bool | int | str:
    """yes and no, whole numbers; anything else is a word."""
    words = {**_WORDS, _("yes"): True, _("no"): False}
    if text.lower() in words:
        return words[text.lower()]
    try:
        return int(text)
    except ValueError:
        return text
