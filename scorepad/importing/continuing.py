"""The same evening with further hands: a stored game goes on with what an incoming one has in addition."""

from __future__ import annotations

from typing import Any

from scorepad.errors import FileError
from scorepad.game.files.exporter import after_hand, as_entries
from scorepad.game.files.game_file import with_record
from scorepad.game.state import events as e
from scorepad.game.state.record import Game, played_rows
from scorepad.slug import searchable

SURE = 3
"""Hands after which an incoming game that a stored one begins with is an older copy and no other game."""


def continued(stored: Game, incoming: Game) -> Game | None:
    """Return the stored game with the further hands and bids of an incoming one.

    None if the incoming game does not begin with the stored hands, or has nothing in addition.
    """
    hands, there = hands_of(stored), hands_of(incoming)
    if not hands or there[: len(hands)] != hands or stored.sheet.rulebook.name != incoming.sheet.rulebook.name:
        return None
    if len(there) == len(hands) and (incoming.sheet.bids is None or bids_of(incoming) == bids_of(stored)):
        return None
    if incoming.events[: len(stored.events)] == stored.events:
        return incoming
    more = after_hand(incoming, len(hands))
    if stored.sheet.bids is not None:
        at = next((at for at, event in enumerate(more) if isinstance(event, e.BidsRecorded)), None)
        if at is None or bids_of(stored) != _named(incoming, more.pop(at)):
            return None
    try:
        game = with_record(stored, [{"reopen": {}}]) if stored.sheet.finished else stored
        sizes = [row.cards for row in played_rows(incoming.sheet)[len(hands) :]]
        sizes += [hand.cards for hand in incoming.sheet.coming()]
        if [hand.cards for hand in game.sheet.coming()][: len(sizes)] != sizes:
            game = with_record(game, [{"plan": {"cards": sizes}}])
        game = with_record(game, as_entries(incoming.names, more))
    except FileError:
        return None
    return game if hands_of(game) == there and bids_of(game) == bids_of(incoming) else None


def is_older_copy(incoming: Game, stored: Game) -> bool:
    """Return whether a stored game begins with all hands and bids of an incoming one."""
    hands, there = hands_of(incoming), hands_of(stored)
    if len(there) == len(hands):
        return there == hands and bids_of(incoming) in (None, bids_of(stored))
    begins = there[: len(hands)] == hands
    return begins and (len(hands) >= SURE or stored.events[: len(incoming.events)] == incoming.events)


def hands_of(game: Game) -> list[Any]:
    """Return the cards, bids, results and totals of each played hand, by names without capitals and accents."""
    return [
        [row.cards, *(_by_name(game, one) for one in (row.bids, row.made, row.totals))]
        for row in played_rows(game.sheet)
    ]


def bids_of(game: Game) -> Any:
    """Return the recorded bids of the current hand, None without any."""
    return _named(game, game.sheet.bids)


def _named(game: Game, bids: e.Event | None) -> Any:
    return [bids.cards, _by_name(game, bids.bids), bids.trump] if isinstance(bids, e.BidsRecorded) else None


def _by_name(game: Game, values: Any) -> dict[str, str]:
    return {searchable(game.names[player]): str(value) for player, value in values.items()}
