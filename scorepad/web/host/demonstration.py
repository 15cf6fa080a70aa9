"""A game to try everything on: five people in the middle of an evening, in a group that is thrown away after a day."""

from __future__ import annotations

from scorepad.game.files.game_file import read_game
from scorepad.store import GROUP_NAME
from scorepad.web.groups.group import Group
from scorepad.words import _

_PLAYERS = ("Ann", "Bob", "Cat", "Di", "Eve")
_HANDS = (
    ("H", (1, 0, 0, 1, 0), (1, 0, 0, 0, 0)),
    ("C", (0, 1, 1, 0, 1), (0, 1, 0, 0, 1)),
    ("S", (1, 1, 0, 0, 2), (1, 1, 0, 1, 0)),
    ("D", (2, 0, 1, 1, 1), (2, 0, 0, 1, 1)),
)
"""Trumps, bids and tricks of hands of 1, 2, 3 and 4 cards."""


def furnish(group: Group) -> None:
    """Give a new group its name and a game with names in it."""
    group.store.keep_setting(GROUP_NAME, _("Demonstration"))
    record = [
        {"hand": {"trump": trump, "bids": _by_player(bids), "taken": _by_player(taken)}}
        for trump, bids, taken in _HANDS
    ]
    game = {
        "format": "scorepad-game/1", "rulebook": "pagat", "players": list(_PLAYERS), "house": {"ladder": "1-10"},
        "location": _("A table to try things on"), "record": record,
    }  # fmt: skip
    group.games.keep(read_game(game), by=_PLAYERS[0])


def _by_player(numbers: tuple[int, ...]) -> dict[str, int]:
    return dict(zip(_PLAYERS, numbers, strict=True))
