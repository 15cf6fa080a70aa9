"""A second Scorepad, slow and simple, to hold the real one to: it shares no line with it.

Formulas and orders are written anew from rules.md, whose sections stand beside them; every sheet is counted from
its first entry on. An entry is what was written down, as a dict with its `kind`; a player is "p1", "p2" …: the
how-manieth to sit down.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor
from typing import Any

Entry = dict[str, Any]
ONLY_MADE = {"blackout", "norwegian"}  # need no more of a hand than who made it
LOW_WINS = {"golf"}


def points(scheme: str, bid: int | None, taken: int | None, made: bool, cards: int, total: int) -> int:
    """What a hand gives; `bid` is None for somebody who did not bid, `taken` where only `made` was written down."""
    b, t, n = bid or 0, taken or 0, cards
    d = abs(b - t)
    if scheme == "standard":  # A10
        return 10 + t if made else t
    if scheme == "squares":  # A11.5, A12
        return 10 + b * b if made else -d * d
    if scheme == "pike":  # A3
        return 10 + b if made else -10 - d
    if scheme == "golf":  # A5
        return 0 if made else d * (d + 1) // 2
    if scheme == "tens":  # A11.3
        return (10 * b if b else 10) if made else -10 * d
    if scheme == "blackout":  # A9
        return 10 + b if made else 0
    if scheme == "norwegian":  # A7
        return ((b + n) if b else (10 + n)) if made else 0
    assert scheme == "boerenbridge"  # A13
    hand = t
    if total < 80 and made:
        hand = 20 if b == 0 else t + 10
    raw = total + hand
    return (raw if raw <= 100 else 200 - raw) - total


def half_way(totals: Sequence[int], low_wins: bool) -> int:
    """What a newcomer begins with: half-way between the worst total and the median (D1, MU-23, MU-24)."""
    ordered = sorted(totals)
    middle = Fraction(ordered[len(ordered) // 2] + ordered[(len(ordered) - 1) // 2], 2)
    exact = (ordered[-1 if low_wins else 0] + middle) / 2
    return floor(exact + Fraction(1, 2)) if low_wins else ceil(exact - Fraction(1, 2))


def can_share(tricks: int, bids: Sequence[int | None]) -> bool:
    """Whether players can take so many tricks together and none as many as he bid."""
    if not bids:
        return tricks == 0
    return any(one != bids[0] and can_share(tricks - one, bids[1:]) for one in range(tricks + 1))


@dataclass(frozen=True)
class Rules:
    """What a table plays by, as far as its sheet hangs on it; `tops` by players (B1, B3)."""

    ladder: str
    players: tuple[int, int] = (3, 7)
    in_turn: bool = False  # bids from the dealer's left, else all together
    hook: bool = False
    tied_on: bool = False  # more hands of the last size until one leads (Pike)
    exactly: int | None = None  # who stands there has won (A13)
    tops: dict[int, int] = field(default_factory=lambda: {3: 10, 4: 10, 5: 10, 6: 8, 7: 7})
    misdealt: tuple[int, int] = (-10, -5)  # the dealer, everybody else with a wrong count (A1.3)
    misplayed: int = -10


LISTS: dict[str, list[int]] = {"2 1 2 3": [2, 1, 2, 3], "4x2 1": [4, 4, 1], "5 …": [5] * 500}
"""Hands one by one."""

CLIMBS: dict[str, list[int]] = {"3-1-3": [3, 1, 3], "1-4": [1, 4], "5-1": [5, 1]}
"""The sizes between which a ladder goes, a card at a time."""

LADDERS = [*CLIMBS, *LISTS]
"""Those that hold a table's own sizes; `top-1-top` and `3-top-3 …` hang on who sits there."""


@dataclass
class Hand:
    """A hand before it is played; `order` is that of the bids where they are in turn."""

    number: int
    cards: int
    dealer: str
    order: list[str]
    bidders: list[str]


@dataclass
class Row:
    """A line of the sheet. `sound` is False where a hand's own record cannot be."""

    kind: str
    points: dict[str, int]
    totals: dict[str, int]
    hand: Hand | None = None
    bids: dict[str, int] = field(default_factory=dict)
    taken: dict[str, int] | None = None
    sound: bool = True


class Sheet:
    """Everything counted anew from the entries. `names` are those who began, clockwise; the first of them deals."""

    def __init__(self, rules: Rules, scheme: str, names: Sequence[str], entries: Sequence[Entry]) -> None:
        self.rules, self.scheme = rules, scheme
        self.names = {f"p{at}": name for at, name in enumerate(names, 1)}
        self.chairs: list[tuple[int, str]] = list(enumerate(self.names, 1))  # clockwise; chairs keep their numbers
        self.away: set[str] = set()
        self.totals = dict.fromkeys(self.names, 0)
        self.rows: list[Row] = []
        self.played = 0
        self.bids: Entry | None = None  # of the open hand
        self.totals_at_bids: dict[str, int] = {}
        self.newcomers: set[str] = set()  # since the last hand
        self.adjusted: set[str] = set()
        self.last_dealt: int | None = None  # a chair
        self.chosen: str | None = None  # who is to deal, by hand or because his hand was void
        self.ladder, self.way = rules.ladder, ""
        self.at = -1  # the last hand of a list, or between which sizes a ladder climbs; -1 before its first hand
        self.last_rung: int | None = None  # the cards of the ladder's last hand, as they were dealt (MU-35)
        self.planned: list[int] | None = None
        self.closing: int | None = None
        self.last_cards = 0
        self.ended = self.reopened = False
        for entry in entries:
            getattr(self, f"_{entry['kind']}")(entry)

    # --- who sits where ---

    @property
    def present(self) -> list[str]:
        return [player for _chair, player in self.chairs if player not in self.away]

    def chair(self, player: str) -> int:
        return next(chair for chair, one in self.chairs if one == player)

    def next_after(self, chair: int) -> str:
        """Who sits next, clockwise: a turn goes on from the chair (B1, D)."""
        at = [one for one, _player in self.chairs].index(chair)
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

    # --- what comes next ---

    def next_on_ladder(self) -> tuple[int, int, str] | None:
        """Cards, the place to keep and the way it goes; None at the end."""
        if self.ladder in LISTS:
            sizes, at = LISTS[self.ladder], self.at + 1
            return (sizes[at], at, "") if at < len(sizes) else None
        if self.ladder in CLIMBS:
            return self._climb(CLIMBS[self.ladder])
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

    def _climb(self, ends: list[int]) -> tuple[int, int, str] | None:
        """On from the last size, towards the next end that lies that way."""
        if self.last_rung is None:
            return ends[0], 0, ""
        for at in range(self.at, len(ends) - 1):
            way = 1 if ends[at + 1] > ends[at] else -1
            if (ends[at + 1] - self.last_rung) * way > 0:
                return self.last_rung + way, at, ""
        return None

    def coming(self) -> tuple[int, str] | None:
        """The cards of the next hand and what brings it: a plan, the ladder, or that the game goes on."""
        if self.ended:
            return None
        following: tuple[int, str] | None = None
        climb = self.next_on_ladder()
        if self.closing != 0:
            if self.planned:
                following = self.planned[0], "plan"
            elif climb and (self.planned is None or "…" in self.ladder):
                following = climb[0], "ladder"
            elif self.exactly and self.played:  # hands of the last size until somebody meets it (A13, item 5)
                following = min(self.last_cards, 52 // len(self.present)), "more"
        if following and (self.reopened or not self._reached()):
            return following
        if self.played and (self.reopened or self._tied()):
            return min(self.last_cards, 52 // len(self.present)), "more"  # a pack has no more
        return None

    def _totals_then(self) -> dict[str, int]:
        """A hand whose bids stand is played, whatever happens to the totals meanwhile."""
        return self.totals_at_bids if self.bids else self.totals

    @property
    def exactly(self) -> int | None:
        """The total that the points are played for, whatever the rules say of the end (A13, item 5)."""
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
            and sum(one not in self.away for one in first) > 1
        )

    def _leaders(self, totals: dict[str, int]) -> list[str]:
        """Those on the first place: high, low, or nearest to 100 (A, A13)."""
        worth = {
            player: -abs(total - 100) if self.scheme == "boerenbridge" else -total if self.scheme in LOW_WINS else total
            for player, total in totals.items()
        }
        return [player for player, one in worth.items() if one == max(worth.values())]

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
        bidders = [one for one in order if self.scheme != "boerenbridge" or totals[one] < 80]
        return Hand(self.played + 1, cards, dealer, order, bidders)

    # --- what is right ---

    def bids_right(self, hand: Hand, bids: dict[str, Any]) -> bool:
        return set(bids) == set(hand.bidders) and all(
            type(bid) is int and 0 <= bid <= hand.cards for bid in bids.values()
        )

    def hooked(self, hand: Hand, bids: dict[str, Any]) -> bool:
        """Whether the last bidder says what he may not (C2)."""
        return self.rules.hook and bool(hand.bidders) and sum(bids.values()) == hand.cards

    def tricks_right(self, hand: Hand, bids: dict[str, int], entry: Entry) -> bool:
        if entry["taken"] is not None:
            taken = entry["taken"]
            whole = all(type(one) is int and 0 <= one <= hand.cards for one in taken.values())
            return set(taken) == set(hand.order) and whole and sum(taken.values()) == hand.cards
        made = entry["made"]
        if set(made) != set(hand.order):
            return False
        left = hand.cards - sum(bids.get(one, 0) for one in hand.order if made[one])
        return left >= 0 and can_share(left, [bids.get(one) for one in hand.order if not made[one]])

    # --- what was written down ---

    def _add(self, more: dict[str, int]) -> None:
        self.totals = {player: total + more.get(player, 0) for player, total in self.totals.items()}

    def _bids(self, entry: Entry) -> None:
        self.bids, self.totals_at_bids = entry, self.totals

    def _taken(self, entry: Entry) -> None:
        coming = self.coming()
        hand = self._hand(entry["cards"])
        bids: dict[str, int] = self.bids["bids"] if self.bids else {}
        given = {}
        for player in hand.order:
            bid = bids.get(player)
            taken = None if entry["taken"] is None else entry["taken"].get(player, 0)
            made = bid is not None and (entry["made"][player] if taken is None else taken == bid)
            given[player] = points(self.scheme, bid, taken, made, hand.cards, self.totals[player])
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
        """Penalties by A1.3 and MU-29; dealt again by the same dealer (MU-30)."""
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
        """By the totals at the table, without those who came in the same break (MU-25); 0 before there are any (D),
        which are there too where everybody has brought his from another table (MU-39).
        """
        there = set(self.present) - self.newcomers
        if not there or not (self.played or there <= self.adjusted):
            return 0
        return half_way([self.totals[player] for player in there], self.scheme in LOW_WINS)

    def _join(self, entry: Entry) -> None:
        player = entry["player"]
        credit = self.late_entry() if entry["points"] is None else entry["points"]
        at = (
            len(self.chairs) if entry["before"] is None else [one for _chair, one in self.chairs].index(entry["before"])
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
        one, other = entry["players"]
        other_one = {one: other, other: one}
        self.chairs = [(chair, other_one.get(player, player)) for chair, player in self.chairs]

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
