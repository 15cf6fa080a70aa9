"""scorepad rulebooks: list, show, ladder."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from scorepad.commands.common import Commands, add_format, command, put, put_columns, put_json, read_text
from scorepad.words import _

if TYPE_CHECKING:
    from scorepad.rules.rulebook import Rulebook


def add_to(commands: Commands) -> None:
    listing = command(commands, "rulebooks", tell_rulebooks, _("The rulebooks: list them, show one, its ladder."))
    add_format(listing, "text", "json")
    deeds = listing.add_subparsers(metavar=_("show | ladder"))
    show = command(deeds, "show", show_rulebook, _("Show a rulebook in words, as its file (toml), or as data."))
    _add_key(show)
    add_format(show, "text", "toml", "json")
    ladder = command(deeds, "ladder", tell_ladder, _("The cards of every hand, once round."))
    _add_key(ladder)
    ladder.add_argument("--players", type=int, required=True, metavar="N")
    add_format(ladder, "json", "text")


def _add_key(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rulebook", metavar=_("KEY"), help=_("key of a rulebook, or a .toml file"))


def find(key: str) -> Rulebook:
    """A built-in rulebook by its key, or the one in a .toml file."""
    from scorepad.rules import rulebook

    return rulebook.Rulebook.from_toml(read_text(key)) if key.endswith(".toml") else rulebook.find(key)


def tell_rulebooks(arguments: argparse.Namespace) -> None:
    from scorepad.rules import rulebook
    from scorepad.rules.phrases import players_span

    known = rulebook.built_in()
    if arguments.format == "json":
        put_json(
            [
                {"key": key, "name": one.name, "scheme": one.scheme or None, "players": list(one.players)}
                for key, one in known.items()
            ]
        )
    else:
        put_columns([[key, players_span(one, "-"), one.name] for key, one in known.items()])


def show_rulebook(arguments: argparse.Namespace) -> None:
    rulebook = find(arguments.rulebook)
    if arguments.format == "json":
        put_json({"key": rulebook.key, **rulebook.to_dict()})
    elif arguments.format == "toml":
        put(_file_text(arguments.rulebook))
    else:
        put("".join(f"{line}\n" for line in _in_words(rulebook)))


def _file_text(key: str) -> str:
    if key.endswith(".toml"):
        return read_text(key)
    from importlib import resources

    return (resources.files("scorepad.rules") / "rulebooks" / f"{key}.toml").read_text(encoding="utf-8")


def _in_words(rulebook: Rulebook) -> list[str]:
    from scorepad.rules import scheme
    from scorepad.rules.wording import in_words
    from scorepad.terminal.columns import pad, width_of, wrapped

    usual = scheme.find(rulebook.scheme) if rulebook.scheme else None
    told = in_words(rulebook, usual)
    label_width = max((width_of(label) for label, _sentence in told), default=0) + 2
    lines = wrapped(rulebook.name, 80)
    for label, sentence in told:
        lines += wrapped(sentence, 80, " " * (label_width + 2), "  " + pad(label, label_width))
    return lines


def tell_ladder(arguments: argparse.Namespace) -> None:
    rulebook = find(arguments.rulebook)
    rulebook.check_ladder(arguments.players)
    sizes = rulebook.sizes(arguments.players)
    if arguments.format == "json":
        put_json(sizes)
    else:
        put(" ".join(map(str, sizes)) + (" …" if rulebook.ladder.endless else "") + "\n")
