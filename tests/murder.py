"""Auctions of Murder that lead to the golden hands of rules.md A1.6."""

from __future__ import annotations

from dataclasses import dataclass

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


@dataclass(frozen=True)
class Player:
    """One line of a golden hand; `before` and `after` are totals if the table gives them."""

    role: str
    bid: int
    taken: int
    points: int
    before: int = 0
    after: int | None = None


@dataclass(frozen=True)
class Hand:
    title: str
    cards: int
    players: tuple[Player, ...]
    doubled: bool = False
    redoubled: bool = False
    last: bool = False


def golden(title: str, cards: int, players: str, said: str = "") -> Hand:
    """Return a hand from its lines `role bid taken points [before after]`, and what else is true of it."""
    lines = [line.split() for line in players.split("; ")]
    return Hand(
        title,
        cards,
        tuple(Player(role, *map(int, numbers)) for role, *numbers in lines),
        **dict.fromkeys(said.split(), True),
    )


HANDS = [
    golden("M01 plain contract made", 6, "declarer 2 2 14; other 1 1 8; other 2 2 10; other 0 1 -1"),
    golden("M03 exactly half is not over half", 8, "declarer 4 4 18; other 3 3 12; other 1 0 -1; other 1 1 8"),
    golden("M04 declarer one short, not over half", 7, "declarer 3 2 -3; other 2 2 10; other 2 3 -1; other 0 0 6"),
    golden("declarer two over, which costs more than the bid", 5, "declarer 1 3 -2; other 1 2 -1; other 0 0 6"),
    golden("M06 declarer set, over half", 5, "declarer 4 3 -8; other 1 1 8; other 1 1 8; other 0 0 6"),
    golden("M07 non-declarer makes an over-half number", 5, "declarer 3 2 -6; other 3 3 18; other 0 0 6"),
    golden("M09 doubled, made", 8, "declarer 3 3 22; doubler 2 2 -3; other 2 2 10; other 1 1 8", "doubled"),
    golden("M10 doubled, set", 8, "declarer 3 1 -6; doubler 2 3 16; other 2 2 10; other 2 2 10", "doubled"),
    golden("M11 doubled, over half, made", 6, "declarer 4 4 34; other 1 1 8; doubler 1 1 -8; other 0 0 6", "doubled"),
    golden(
        "M13 redoubled, made",
        10,
        "declarer 4 4 34; other 3 3 12; other 2 1 -1; other 1 1 8; doubler 2 1 -8",
        "doubled redoubled",
    ),
    golden(
        "M15 redoubled, over half, made",
        7,
        "declarer 4 4 42; doubler 1 1 -12; other 2 2 10; other 1 0 -1",
        "doubled redoubled",
    ),
    golden(
        "M17 last hand, the declarer was ahead",
        7,
        "declarer 5 3 -96 96 0; doubler 0 0 40 40 80; other 2 2 10 55 65; other 1 2 -1 61 60",
        "doubled redoubled last",
    ),
    golden(
        "M20 last hand, missed by 1 only",
        7,
        "declarer 5 4 -20 96 76; doubler 0 0 40 40 80; other 2 2 10 55 65; other 1 1 8 61 69",
        "doubled redoubled last",
    ),
    golden("M22 all passed: first bidder is declarer at 0N", 3, "declarer 0 0 10; other 0 2 -2; other 0 1 -1"),
    golden("M23 zero contract, doubled, made", 4, "declarer 0 0 10; doubler 0 3 -1; other 0 1 -1", "doubled"),
]


# rules.md F3: players, cards, the calls (x after a refused one), the contract, the bid that each player is held to.
BOOK: dict[str, tuple[str, int, str, str, str]] = {
    "1 the suit order within a player": (
        "ABCD", 5, "1H 1C pass pass 1Cx 1Dx 1S pass pass pass", "A 1S", "A1 B1 C0 D0",
    ),
    "2 everyone passes": ("ABC", 3, "pass pass pass", "A 0N", "A0 B0 C0"),
    "3 Zero bids only in the first round": (
        "ABCD", 6, "0C 0H pass 0Cx 0D 0Nx 1D pass pass pass", "A 1D", "A1 B0 C0 D0",
    ),
    "4 numbers without a suit": (
        "ABCD", 7, "2x 2H 3x 2 1 1 pass 1x 2x pass pass", "A 2H", "A2 B2 C1 D1",
    ),
    "5 one double per player per level": (
        "ABCD", 8, "3H double 3C pass pass doublex 3S pass pass 4D double pass pass pass",
        "A 4D doubled by B", "A4 B3 C3 D0",
    ),
    "8 jumping in underneath": (
        "ABCD", 10, "pass 7S 7Sx 6Hx 7C pass pass 7Hx 7N pass pass pass", "B 7N", "A0 B7 C7 D0",
    ),
    "10 closing passes and the level cap": (
        "ABC", 5, "pass 1N pass 6Cx 5C pass pass passx", "A 5C", "A5 B1 C0",
    ),
}  # fmt: skip
