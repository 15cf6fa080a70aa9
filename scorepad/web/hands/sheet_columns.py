"""The columns of the sheet on a page: how wide they must be, and names that fit into them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from printables.letters import short_names
from scorepad.game.state.record import Game
from scorepad.rules.numbers import written

STEPS = (16, 20, 24, 32, 48)
"""Widths in rem below which a sheet scrolls to the side; the style sheet has a rule for each."""

CARDS, CONTRACT, LEAST, DIGIT, GAP = 2.4, 4.2, 2.15, 0.62, 0.3  # rem
NARROW, BROAD = 24.3, 46.0  # rem: a phone, and where the style sheet has the room for points
BROAD_CARDS, BROAD_CONTRACT = 6.5, 7.0  # rem
NARROW_TYPE, BROAD_TYPE = 0.8125, 0.875  # rem
_SLIM, _STOUT = frozenset("fijlrtI.,'’-() "), frozenset("mwMWÆŒ")


class Columns(NamedTuple):
    """What the columns of players are headed with: on a phone, where there is room, and spoken."""

    narrow: Mapping[str, str]
    broad: Mapping[str, str]
    needs: int  # rem, of STEPS


def columns(game: Game) -> Columns:
    """The columns of the game's sheet."""
    players = game.sheet.seats.everyone
    names = [game.names[player] for player in players]
    auction = game.sheet.rulebook.bidding == "auction"
    before = CARDS + CONTRACT * auction
    widest = max((len(written(total)) for row in game.sheet.rows for total in row.totals.values()), default=1)
    needed = before + len(players) * max(LEAST, DIGIT * widest + GAP)
    narrow = max(LEAST, (NARROW - before) / len(players)) / NARROW_TYPE
    broad = (BROAD - BROAD_CARDS - BROAD_CONTRACT * auction) / len(players) / BROAD_TYPE
    return Columns(
        dict(zip(players, short_names(names, narrow - GAP, em_wide, tail=""), strict=True)),
        dict(zip(players, short_names(names, broad - GAP, em_wide), strict=True)),
        next((step for step in STEPS if needed <= step), STEPS[-1]),
    )


def em_wide(text: str) -> float:
    """About how wide a text is drawn, in ems, as broad faces do."""
    return sum(0.38 if sign in _SLIM else 0.95 if sign in _STOUT else 0.76 if sign.isupper() else 0.62 for sign in text)
