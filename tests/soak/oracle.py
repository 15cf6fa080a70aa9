"""A slow and simple second implementation of a game, for comparison: seats, turns, hands to come, and the end.

Orders follow rules.md, whose sections the comments cite. Every sheet is computed from its first entry. The points of a
hand and of a late joiner are the program's, since other tests have them. An entry is a recorded action, as a dict with
its `kind`. Players are "p1", "p2" … in the order in which they sat down.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from scorepad.game.state.standings import late_entry
from scorepad.rules.scheme import find

Entry = dict[str, Any]
ONLY_MADE = {"blackout", "norwegian"}  # need only which players made their bids
LOW_WINS = {"golf"}


def can_share(tricks: int, bids: Sequence[int | None]) -> bool:
    """Return whether the players can share the tricks so that each one misses the bid."""
    if not bids:
        return tricks == 0
    return any(share != bids[0] and can_share(tricks - share, bids[1:]) for share in range(tricks + 1))


@dataclass(frozen=True)
class Rules:
    """The rules that affect the sheet; `tops` is the most cards by number of players (B1, B3)."""

    ladder: str
    players: tuple[int, int] = (3, 7)
    in_turn: bool = False  # bids from the dealer's left, otherwise all together
    hook: bool = False
    tied_on: bool = False  # more hands of the last size until one leads (Pike)
    exactly: int | None = None  # a player with this total wins (A13)
    tops: dict[int, int] = field(default_factory=lambda: {3: 10, 4: 10, 5: 10, 6: 8, 7: 7})
    misdealt: tuple[int, int] = (-10, -5)  # the dealer, each other player with a wrong count (A1.3)
    misplayed: int = -10


LISTS: dict[str, list[int]] = {"2 1 2 3": [2, 1, 2, 3], "4x2 1": [4, 4, 1], "5 …": [5] * 500}
"""Ladders with every hand listed."""

LADDERS = [*LISTS]
"""The ladders with fixed sizes; `top-1-top` and `3-top-3 …` depend on the players."""


@dataclass
class Hand:
    """A hand before it is played; `order` is the order of the bids if players bid in turn."""

    number: int
    cards: int
    dealer: str
    order: list[str]
    bidders: list[str]


@dataclass
class Row:
    """A line of the sheet; `sound` is False if the hand's record is invalid."""

    kind: str
    points: dict[str, int]
    totals: dict[str, int]
    hand: Hand | None = None
    bids: dict[str, int] = field(default_factory=dict)
    taken: dict[str, int] | None = None
    sound: bool = True


class Sheet:
    """A sheet computed from all entries; `names` are the first players, clockwise from the first dealer."""

    def __init__(self, rules: Rules, scheme: str, names: Sequence[str], entries: Sequence[Entry]) -> None:
        self.rules, self.scheme = rules, scheme
        self.names = {f"p{at}": name for at, name in enumerate(names, 1)}
        self.chairs: list[tuple[int, str]] = list(enumerate(self.names, 1))  # clockwise; chairs keep their numbers
        self.away: set[str] = set()
        self.totals = dict.fromkeys(self.names, 0)
        self.rows: list[Row] = []
        self.played = 0
        self.bids: Entry | None = None  # of the current hand
        self.totals_at_bids: dict[str, int] = {}
        self.newcomers: set[str] = set()  # late joiners since the last hand
        self.adjusted: set[str] = set()
        self.last_dealt: int | None = None  # a chair
        self.chosen: str | None = None  # the next dealer, chosen by hand or because of a void hand
        self.ladder, self.way = rules.ladder, ""
        self.at = -1  # index in a list, or of the turning point that a ladder left; -1 before its first hand
        self.last_rung: int | None = None  # the cards dealt in the ladder's last hand (MU-35)
        self.planned: list[int] | None = None
        self.closing: int | None = None
        self.last_cards = 0
        self.ended = self.reopened = False
        for entry in entries:
            getattr(self, f"_{entry['kind']}")(entry)

    # --- seats ---

    @property
    def present(self) -> list[str]:
        return [player for _chair, player in self.chairs if player not in self.away]

    def chair(self, player: str) -> int:
        return next(chair for chair, seated in self.chairs if seated == player)

    def next_after(self, chair: int) -> str:
        """Return the next player clockwise from the chair, even if its player is away (B1, D)."""
        at = [number for number, _player in self.chairs].index(chair)
        around = self.chairs[at + 1 :] + self.chairs[: at + 1]
        return next(player for _chair, player in around if player not in self.away)

    @property
    def dealer(self) -> str:
        if self.chosen in self.present:
            assert self.chosen is not None
            return self.chosen
        if self.last_dealt is None:
            return "p1" if "p1" not in self.away else self.next_after(self.chair("p1"))
        return self.next_after(self.last_dealt)

    # --- the next hand ---

    def next_on_ladder(self) -> tuple[int, int, str] | None:
        """Return the cards, the position and the direction of the next hand; None at the end."""
        if self.ladder in LISTS:
            sizes, at = LISTS[self.ladder], self.at + 1
            return (sizes[at], at, "") if at < len(sizes) else None
        top, last = self.rules.tops.get(len(self.present), 10), self.last_rung
        endless = self.ladder == "3-top-3 …"
        if last is None:
            return (3, 3, "up") if endless else (top, top, "down")
        if endless:  # B1, the scheduler
            if self.way == "up":
                return (last + 1,) * 2 + ("up",) if last < top else (min(last - 1, top),) * 2 + ("down",)
            return (min(last - 1, top),) * 2 + ("down",) if last > 3 else (4, 4, "up")
        if self.way == "down" and last > 1:  # B3
            return (min(last - 1, top),) * 2 + ("down",)
        return (last + 1,) * 2 + ("up",) if last < top else None

    def coming(self) -> tuple[int, str] | None:
        """Return the cards of the next hand and their source: a plan, the ladder, or a continued game."""
        if self.ended:
            return None
        following: tuple[int, str] | None = None
        climb = self.next_on_ladder()
        if self.closing != 0:
            if self.planned:
                following = self.planned[0], "plan"
            elif climb and (self.planned is None or "…" in self.ladder):
                following = climb[0], "ladder"
            elif self.exactly and self.played:  # hands of the last size until a player reaches it (A13, item 5)
                following = min(self.last_cards, 52 // len(self.present)), "more"
        if following and (self.reopened or not self._reached()):
            return following
        if self.played and (self.reopened or self._tied()):
            return min(self.last_cards, 52 // len(self.present)), "more"  # limited by the pack
        return None

    def _totals_then(self) -> dict[str, int]:
        """Return the totals that decide whether the game goes on: a hand with bids is played in any case."""
        return self.totals_at_bids if self.bids else self.totals

    @property
    def exactly(self) -> int | None:
        """Return the total that the scheme aims at, regardless of the rules for the end (A13, item 5)."""
        return 100 if self.scheme == "boerenbridge" else None

    def _reached(self) -> bool:
        totals = self._totals_then().values()
        if not self.played:
            return False
        if self.exactly:
            return self.exactly in totals
        return self.rules.exactly is not None and max(totals) >= self.rules.exactly

    def _tied(self) -> bool:
        first = self._leaders(self._totals_then())
        return (
            self.rules.tied_on
            and not self.exactly
            and len(first) > 1
            and sum(player not in self.away for player in first) > 1
        )

    def _leaders(self, totals: dict[str, int]) -> list[str]:
        """Return the players in first place: highest, lowest, or nearest to 100 (A, A13)."""
        worth = {
            player: -abs(total - 100) if self.scheme == "boerenbridge" else -total if self.scheme in LOW_WINS else total
            for player, total in totals.items()
        }
        return [player for player, value in worth.items() if value == max(worth.values())]

    @property
    def finished(self) -> bool:
        return self.coming() is None

    @property
    def winners(self) -> set[str]:
        first = self._leaders(self.totals) if self.finished else []
        return {player for player in first if self.exactly in (None, self.totals[player])}

    @property
    def can_play(self) -> bool:
        return self.rules.players[0] <= len(self.present) <= self.rules.players[1]

    def open_hand(self) -> Hand | None:
        coming = self.coming()
        return self._hand(self.bids["cards"] if self.bids else coming[0]) if coming else None

    def _hand(self, cards: int) -> Hand:
        dealer, present = self.dealer, self.present
        at = present.index(dealer) + 1
        order = present[at:] + present[:at]
        totals = self._totals_then()
        bidders = [player for player in order if self.scheme != "boerenbridge" or totals[player] < 80]
        return Hand(self.played + 1, cards, dealer, order, bidders)

    # --- validation ---

    def bids_right(self, hand: Hand, bids: dict[str, Any]) -> bool:
        return set(bids) == set(hand.bidders) and all(
            type(bid) is int and 0 <= bid <= hand.cards for bid in bids.values()
        )

    def hooked(self, hand: Hand, bids: dict[str, Any]) -> bool:
        """Return whether the last bid breaks the hook (C2)."""
        return self.rules.hook and bool(hand.bidders) and sum(bids.values()) == hand.cards

    def tricks_right(self, hand: Hand, bids: dict[str, int], entry: Entry) -> bool:
        if entry["taken"] is not None:
            taken = entry["taken"]
            whole = all(type(tricks) is int and 0 <= tricks <= hand.cards for tricks in taken.values())
            return set(taken) == set(hand.order) and whole and sum(taken.values()) == hand.cards
        made = entry["made"]
        if set(made) != set(hand.order):
            return False
        left = hand.cards - sum(bids.get(player, 0) for player in hand.order if made[player])
        return left >= 0 and can_share(left, [bids.get(player) for player in hand.order if not made[player]])

    # --- entries ---

    def _add(self, more: dict[str, int]) -> None:
        self.totals = {player: total + more.get(player, 0) for player, total in self.totals.items()}

    def _bids(self, entry: Entry) -> None:
        self.bids, self.totals_at_bids = entry, self.totals

    def _taken(self, entry: Entry) -> None:
        coming = self.coming()
        hand = self._hand(entry["cards"])
        bids: dict[str, int] = self.bids["bids"] if self.bids else {}
        given, scheme = {}, find(self.scheme)
        for player in hand.order:
            bid = bids.get(player)
            taken = None if entry["taken"] is None else entry["taken"].get(player, 0)
            made = bid is not None and (entry["made"][player] if taken is None else taken == bid)
            hand_now = {"bid": bid, "taken": taken, "cards": hand.cards, "total": self.totals[player]}
            given[player] = int(scheme.entry(scheme.hand_variables(made=made, **hand_now)))
        sound = self.bids_right(hand, bids) and self.tricks_right(hand, bids, entry)
        sound = sound and (not self.hooked(hand, bids) or bool(self.bids and self.bids["waived"]))
        self._add(given)
        self.rows.append(Row("hand", given, self.totals, hand, bids, entry["taken"], sound))
        self.played, self.bids, self.reopened, self.newcomers = self.played + 1, None, False, set()
        self.last_dealt, self.chosen, self.last_cards = self.chair(hand.dealer), None, hand.cards
        if coming is None:  # after the end, which a correction has moved
            return
        self.closing = None if self.closing is None else max(0, self.closing - 1)
        if coming[1] == "plan":
            assert self.planned
            self.planned = self.planned[1:]
        elif coming[1] == "ladder":
            climb = self.next_on_ladder()
            assert climb
            (_cards, self.at, self.way), self.last_rung = climb, hand.cards

    def _void(self, entry: Entry) -> None:
        """Apply the penalties of A1.3 and MU-29; the same dealer deals again (MU-30)."""
        coming = self.coming()
        cards = self.bids["cards"] if self.bids else coming[0] if coming else self.last_cards
        hand = self._hand(cards)
        given = dict.fromkeys(self.present, 0)
        if entry["misplay"]:
            given[entry["misplay"]] = self.rules.misplayed
        else:
            given |= dict.fromkeys(entry["wrong"], self.rules.misdealt[1])
            given[hand.dealer] = self.rules.misdealt[0]
        self._add(given)
        self.rows.append(Row("void", given, self.totals, hand))
        self.bids, self.chosen = None, hand.dealer

    def late_entry(self) -> int:
        """Return the points of a late joiner, from the totals of the present players.

        Players of the same break do not count (MU-25). The result is 0 before the first totals (D). Totals also exist
        if all players brought them from another table (MU-39).
        """
        there = set(self.present) - self.newcomers
        if not there or not (self.played or there <= self.adjusted):
            return 0
        return int(late_entry([self.totals[player] for player in there], low_wins=self.scheme in LOW_WINS).points)

    def _join(self, entry: Entry) -> None:
        player = entry["player"]
        credit = self.late_entry() if entry["points"] is None else entry["points"]
        at = (
            len(self.chairs)
            if entry["before"] is None
            else [seated for _chair, seated in self.chairs].index(entry["before"])
        )
        self.chairs.insert(at, (max(chair for chair, _player in self.chairs) + 1, player))
        self.names[player] = entry["name"]
        self.newcomers.add(player)
        self.totals = {**self.totals, player: credit}
        self.rows.append(Row("entry", {player: credit}, self.totals))

    def _leave(self, entry: Entry) -> None:
        self.away.add(entry["player"])

    def _return(self, entry: Entry) -> None:
        self.away.remove(entry["player"])  # with the old total (MU-38)

    def _rename(self, entry: Entry) -> None:
        self.names[entry["player"]] = entry["name"]

    def _swap(self, entry: Entry) -> None:
        first, other = entry["players"]
        exchanged = {first: other, other: first}
        self.chairs = [(chair, exchanged.get(player, player)) for chair, player in self.chairs]

    def _adjust(self, entry: Entry) -> None:
        given = {entry["player"]: entry["points"]}
        self.adjusted.add(entry["player"])
        self._add(given)
        self.rows.append(Row("adjust", given, self.totals))

    def _dealer(self, entry: Entry) -> None:
        self.chosen = entry["player"]

    def _plan(self, entry: Entry) -> None:
        self.planned, self.closing = entry["cards"], None

    def _closing(self, entry: Entry) -> None:
        self.closing = entry["hands"] or None

    def _ladder(self, entry: Entry) -> None:
        self.ladder, self.at, self.way, self.last_rung, self.planned = entry["ladder"], -1, "", None, None

    def _end(self, _entry: Entry) -> None:
        self.ended = True

    def _reopen(self, _entry: Entry) -> None:
        self.ended, self.reopened, self.closing = False, True, None
