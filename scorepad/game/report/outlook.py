"""Who can still win: the most and the least that each player can reach over the hands left.

Every bid and every number of tricks of every coming hand is worked out by the scheme itself. The bounds hold for each
player alone: what the others take, the hook and hands more for a tie are left out, so whoever is said to be out of it
is, and who can still win may need others to play along.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from scorepad.errors import ScorepadError
from scorepad.game.state.rows import OpenHand, Points
from scorepad.game.state.scoring import Run, hangs_on_others, own_options, run_after
from scorepad.game.state.sheet import Sheet
from scorepad.game.state.standings import plain
from scorepad.game.state.turns import hands_to_come
from scorepad.rules.formula import Values

MOST_TRIED = 40_000  # hands of one player put to the scheme: a third of a second at most

Why = Literal["", "endless", "others", "too many"]


class Reach(NamedTuple):
    """The final totals, in points, that a player can reach; `can_win` alone or with others."""

    least: Points
    most: Points
    can_win: bool


@dataclass(frozen=True)
class Outlook:
    """`why` says why nothing is known: no end in sight, points that hang on others, or too many ways to go on."""

    hands: int
    reach: Mapping[str, Reach] = field(default_factory=dict)
    why: Why = ""


class _TooManyError(Exception):
    pass


def outlook(sheet: Sheet) -> Outlook:
    """What the hands left can bring each player; everybody's total as it stands where none is left."""
    hands = hands_to_come(sheet)
    why = _unknown(sheet) if hands else ""
    if why:
        return Outlook(len(hands), why=why)
    ahead = _Ahead(sheet, hands)
    try:
        spans = {player: ahead.span(player) for player in sheet.seats.everyone}
    except (_TooManyError, ScorepadError, ArithmeticError):  # a total beyond all that a scheme is checked for
        return Outlook(len(hands), why="too many")
    return Outlook(len(hands), {player: _reach(sheet, spans, player) for player in spans})


def _unknown(sheet: Sheet) -> Why:
    scheme, rulebook = sheet.scheme, sheet.rulebook
    announced = sheet.schedule.closing is not None
    if sheet.ends.how in ("exactly", "reaching") or (sheet.endless and not announced):
        return "endless"
    hangs = hangs_on_others(scheme) or any(map(scheme.reads, scheme.marks))
    hangs = hangs or scheme.reads_newer("makers_before", "place_in_bidding")
    contracts = rulebook.bidding == "auction" and scheme.by_contract
    return "others" if hangs or contracts else ""


def _reach(sheet: Sheet, spans: Mapping[str, tuple[Points, Points]], player: str) -> Reach:
    least, most = spans[player]
    others = [span for other, span in spans.items() if other != player]
    if sheet.low_wins:
        return Reach(least, most, all(least <= worst for _best, worst in others))
    return Reach(least, most, all(most >= worst for worst, _best in others))


class _State(NamedTuple):
    """What the points of a hand may hang on besides the hand; the total only where the scheme asks for it."""

    total: Points | None
    run: Run


_Spans = dict[_State, tuple[Points, Points]]  # the least and the most total in each state


class _Ahead:
    """The hands left, tried out by the scheme; a hand like one before is not tried again."""

    def __init__(self, sheet: Sheet, hands: list[OpenHand]) -> None:
        self.sheet, self.scheme, self.hands = sheet, sheet.scheme, hands
        self.by_total = self.scheme.total is not None or self.scheme.reads("total")
        self.by_run = any(map(self.scheme.reads, ("made_run", "missed_run")))
        self.by_number = self.scheme.reads_newer("hand")
        self._tried = 0
        self._known: dict[tuple[Any, ...], list[tuple[Points, Run]]] = {}

    def span(self, player: str) -> tuple[Points, Points]:
        """The least and the most final total of a player; of one who has left, the total that stands."""
        total = self.sheet.totals[player]
        if player not in self.sheet.seats.present:
            return total, total
        run = self.sheet.run_of(player) if self.by_run else Run()
        states: _Spans = {_State(total if self.by_total else None, run): (total, total)}
        for hand in self.hands:
            states = self._after(states, hand, player)
        return min(least for least, _most in states.values()), max(most for _least, most in states.values())

    def _after(self, states: _Spans, hand: OpenHand, player: str) -> _Spans:
        after: _Spans = {}
        for state, (least, most) in states.items():
            for points, run in self._outcomes(hand, player, state):
                now = _State(None if state.total is None else state.total + points, run)
                low, high = after.get(now, (least + points, most + points))
                after[now] = min(low, least + points), max(high, most + points)
        return after

    def _outcomes(self, hand: OpenHand, player: str, state: _State) -> list[tuple[Points, Run]]:
        """Everything that the hand can give in this state, each once."""
        bids = self._bids(hand, player, state)
        trumps = self._trumps(hand)
        number = hand.number if self.by_number else None
        like = (number, hand.cards, len(hand.order), hand.last, trumps, tuple(hand.options.items()), tuple(bids), state)
        if like not in self._known:
            found = {self._outcome(hand, bid, taken, trump, state)
                     for bid in bids for taken in range(hand.cards + 1) for trump in trumps}  # fmt: skip
            self._known[like] = list(found)
        return self._known[like]

    def _bids(self, hand: OpenHand, player: str, state: _State) -> list[int | None]:
        """The bids that `player` may make: the one that stands, none where they do not bid, else any."""
        if hand.fixed_bid is not None:
            return [hand.fixed_bid]
        if hand is self.hands[0] and self.sheet.bids is not None:
            return [self.sheet.bids.bids.get(player)]
        if not hand.bidders or not self.scheme.bids(self._values(hand, None, 0, None, state)):
            return [None]
        return list(range(hand.cards + 1))

    def _trumps(self, hand: OpenHand) -> tuple[str | None, ...]:
        if not self.scheme.reads("trump"):
            return (None,)
        said = self.sheet.bids.trump if hand is self.hands[0] and self.sheet.bids else None
        known = said or hand.trump
        return (known,) if known else self.sheet.rulebook.trump_choices()

    def _outcome(
        self, hand: OpenHand, bid: int | None, taken: int, trump: str | None, state: _State
    ) -> tuple[Points, Run]:
        self._tried += 1
        if self._tried > MOST_TRIED:
            raise _TooManyError
        if not self.by_run:
            return plain(self.scheme.entry(self._values(hand, bid, taken, trump, state))), state.run
        made = None if bid is None else bid == taken
        counts = self.scheme.runs(self._values(hand, bid, taken, trump, state))
        now = state._replace(run=run_after(state.run, made, counts))
        return plain(self.scheme.entry(self._values(hand, bid, taken, trump, now))), now.run

    def _values(self, hand: OpenHand, bid: int | None, taken: int, trump: str | None, state: _State) -> Values:
        return self.scheme.hand_variables(
            bid=bid, taken=taken, cards=hand.cards, players=len(hand.order), top=self.sheet.top, last=hand.last,
            trump=trump, total=state.total or 0, made_run=state.run.made, missed_run=state.run.missed,
            options={**self.sheet.options, **own_options(self.scheme, hand.options)}, hand=hand.number,
            **self.sheet.around._replace(makers_before=0)._asdict(),
        )  # fmt: skip
