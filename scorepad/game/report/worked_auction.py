"""An auction that meets what newcomers stumble over: a bid underneath, a number alone, doubles that fall and stand."""

from __future__ import annotations

from collections.abc import Iterator

from scorepad.game.report.hand_detail import plays_in_words
from scorepad.game.state.record import Game
from scorepad.game.state.rows import OpenHand
from scorepad.rules.cards import SUIT_SIGNS
from scorepad.rules.phrases import sentence
from scorepad.rules.telling import Grid, Section
from scorepad.words import _, both

CALLS = (
    ("1H", "1C", "pass", "2S"),
    ("2D", "double", "2", "4C"),
    ("pass", "double", "pass", "redouble"),
    ("pass", "pass", "pass", ""),
)
"""Round by round, of four players; the engine plays them, and refuses what these rules do not allow."""


def auction_section(place: str, bid: Game, hand: OpenHand) -> tuple[list[str], Section]:
    """What is said of the points of this hand, and the auction as a table with what is to be seen in it. `bid` is the
    game with these calls recorded for `hand`."""
    names = [bid.names[player] for player in hand.order]
    first = _("{names} sit in this order and get {cards} cards each.").format(names=both(names), cards=hand.cards)
    rounds = [(str(number), *map(_shown, calls)) for number, calls in enumerate(CALLS, 1)]
    grid = Grid(tuple(rounds), (_("Round"), *names))
    heading = _("A hand from beginning to end")
    return [*_worth(names)], Section(place, heading, (first, *_seen(names, bid)), grid)


def _shown(call: str) -> str:
    words = {"pass": _("Pass"), "double": _("Double"), "redouble": _("Redouble"), "": ""}
    return words[call] if call in words else call.translate({ord(suit): sign for suit, sign in SUIT_SIGNS.items()})


def _seen(names: list[str], bid: Game) -> Iterator[str]:
    ann, ben, cat, di = names
    words = _("{name} begins with one heart, and {other} bids one club underneath, which nobody has named yet.")
    yield words.format(name=ann, other=ben)
    yield _("{name} passes and comes in again later.").format(name=cat)
    words = _("{name} goes up to two spades, and {other} bids two diamonds: only one’s own suits have to rise.")
    yield words.format(name=di, other=ann)
    yield _("{name} doubles, and the 1 that {name} has bid falls asleep.").format(name=ben)
    yield _("{name} says just 2 and is held to it, without a suit.").format(name=cat)
    yield _("{name} bids four clubs: the double falls, and {other} is held to 1 again.").format(name=di, other=ben)
    yield _("With a new number {name} may double again, and {other} redoubles.").format(name=ben, other=di)
    yield _("Three passes in a row end the auction.")
    bids = bid.sheet.bids
    if bids is not None and bids.contract is not None:
        yield sentence(plays_in_words(bids.contract, bids.trump, bid.names))


def _worth(names: list[str]) -> Iterator[str]:
    _ann, ben, _cat, di = names
    yield _("{name} takes one trick too few, so {other}, who doubled, wins.").format(name=di, other=ben)
    yield _("Four tricks of seven are over half, so the higher rates count for both.")
