"""The names of the people on one print: in letters that it has, no two alike, each with one short form for all."""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from copy import copy

from printables.page.page import clean
from scorepad.game.state.game import Game
from scorepad.short_names import Measure, short_names
from scorepad.words import _, isolated


def distinct(names: Mapping[str, str]) -> dict[str, str]:
    """Return the names by id in the letters that can be printed.

    Those that look alike there end in the number of their seat, and who is called by a picture alone is called by
    that number.
    """
    printed = {
        player: _("Player {number}").format(number=seat) if _only_a_picture(name) else clean(name)
        for seat, (player, name) in enumerate(names.items(), 1)
    }
    return shorten_distinct(printed, float("inf"), len)


def _only_a_picture(name: str) -> bool:
    """Return whether there is no letter to print. Next to a letter, `clean` leaves pictures out."""
    return clean(f"{name}x") == "x"


def name_key(names: Mapping[str, str]) -> list[str]:
    """Return whose name each is that `clean` spells in other letters or cannot print: `Player 1 = fox face`."""
    key, printed = list[str](), distinct(names)
    for seat, (player, name) in enumerate(names.items(), 1):
        if _only_a_picture(name):
            signs = [unicodedata.name(sign, "").lower() for sign in name if unicodedata.category(sign) == "So"]
            key.append(f"{printed[player]} = {', '.join(filter(None, signs)) or '?'}")
        elif any(sign.isalpha() and clean(sign) != sign for sign in unicodedata.normalize("NFC", name)):
            words = _("{name} = name of player {number}, in Latin letters")
            key.append(words.format(name=printed[player], number=seat))
    return key


def names_in_full(cut: Mapping[str, str], key: Sequence[str]) -> Iterator[str]:
    """Yield the names that are cut everywhere, by their short form, with the `key` of `name_key`; nothing for none."""
    names = [*(f"{isolated(short)} = {isolated(name)}" for short, name in cut.items()), *key]
    if names:
        yield _("Names: {names}").format(names="; ".join(names))


def shorten_distinct(names: Mapping[str, str], room: float, measure: Measure) -> dict[str, str]:
    """Return the names by id as they fit the room, none like another."""
    return dict(zip(names, short_names(list(names.values()), room, measure), strict=True))


def with_printable_names(game: Game) -> Game:
    """Return the game with printable names, all different, everywhere in it."""
    return renamed(game, distinct(game.names))


def renamed(game: Game, names: Mapping[str, str]) -> Game:
    """Return the game with these names, by id, everywhere in it."""
    sheet = copy(game.sheet)
    sheet.names = dict(names)
    return Game(game.events, game.history, sheet)
