"""Auctions of Murder that lead to the golden hands of rules.md A1.6."""

from __future__ import annotations

from rules.scheme.test_golden_points import Hand, Player

from scorepad.game.decide.auction import Auction

NAMES = ("Ann", "Ben", "Cat", "Di", "Eve")


def calls_to(hand: Hand) -> tuple[str, ...]:
    """Return an auction that ends as a golden hand says.

    Players before the doubler wait, so that it does not end too soon.
    """
    auction = Auction(tuple(NAMES[: len(hand.players)]), hand.cards)
    doubler = next((at for at, player in enumerate(hand.players) if player.role == "doubler"), 0)
    while not auction.over:
        at = NAMES.index(auction.turn)
        waits = len(auction.calls) < len(hand.players) and 0 < at < doubler
        auction = auction.after("pass" if waits else wanted(hand, auction, hand.players[at]))
    return auction.calls


def wanted(hand: Hand, auction: Auction, player: Player) -> str:
    if auction.level is None:
        return f"{player.bid}S" if hand.doubled or any(player.bid for player in hand.players) else "pass"
    if player.bid > auction.bids[auction.turn]:
        return str(player.bid)
    if player.role == "doubler" and auction.doubler is None:
        return "double"
    redoubles = player.role == "declarer" and hand.redoubled and auction.doubler and not auction.redoubled
    return "redouble" if redoubles else "pass"
