"""The rest of a game: the players who can still win, and the number of hands before the agreed quitting time.

The scheme scores every bid with every number of tricks in every coming hand. The bounds ignore the other players'
tricks, the hook and tie-break hands. So a player reported as out cannot win. A player who can win may need other
players to help.

The model has no clock, so callers pass the times. They are minutes of local time since a midnight. For example, 13:00
is a multiple of 1440 plus 780.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import floor
from statistics import median
from typing import Any, Literal, NamedTuple

from scorepad.errors import ScorepadError
from scorepad.formula_names import UNFORESEEN
from scorepad.game.state import events as e
from scorepad.game.state.game import Game
from scorepad.game.state.rows import OpenHand, Points
from scorepad.game.state.scoring import Run, own_options, run_after
from scorepad.game.state.sheet import Sheet
from scorepad.game.state.standings import simplify_points
from scorepad.game.state.turns import hands_to_come
from scorepad.rules.formula import Values

MOST_TRIED = 40_000  # scored results per player: at most 0.33 seconds

Why = Literal["", "endless", "others", "too many"]


class Reach(NamedTuple):
    """The lowest and highest final totals of a player, in points.

    `can_win` means alone or in a tie.
    """

    least: Points
    most: Points
    can_win: bool


@dataclass(frozen=True)
class Outlook:
    """The possible results.

    `why` says why they are unknown.

    The reasons are no fixed end, points that depend on other players, or too many possibilities.
    """

    hands: int
    reach: Mapping[str, Reach] = field(default_factory=dict)
    why: Why = ""


def outlook(sheet: Sheet) -> Outlook:
    """Return each player's possible final totals.

    If no hands are left, they are the current totals.
    """
    hands = hands_to_come(sheet)
    why = _unknown(sheet) if hands else ""
    if why:
        return Outlook(len(hands), why=why)
    ahead = _Simulation(sheet, hands)
    try:
        spans = {player: ahead.span(player) for player in sheet.seats.everyone}
    except (ScorepadError, ArithmeticError):  # too many results, or a total out of range
        return Outlook(len(hands), why="too many")
    return Outlook(len(hands), {player: _reach(sheet, spans, player) for player in spans})


def _unknown(sheet: Sheet) -> Why:
    scheme, rulebook = sheet.scheme, sheet.rulebook
    announced = sheet.schedule.closing is not None
    if sheet.ends.how in ("exactly", "reaching") or (sheet.endless and not announced):
        return "endless"
    hangs = scheme.reads_any(*UNFORESEEN) or any(map(scheme.reads, scheme.language.mark_names()))
    contracts = rulebook.names_contract and scheme.by_contract
    return "others" if hangs or contracts else ""


def _reach(sheet: Sheet, spans: Mapping[str, tuple[Points, Points]], player: str) -> Reach:
    least, most = spans[player]
    others = [span for other, span in spans.items() if other != player]
    if sheet.low_wins:
        return Reach(least, most, all(least <= worst for _best, worst in others))
    return Reach(least, most, all(most >= worst for worst, _best in others))


class _State(NamedTuple):
    """The values on which the points of a hand may depend.

    The total is None unless the scheme reads it.
    """

    total: Points | None
    run: Run


_Spans = dict[_State, tuple[Points, Points]]  # the lowest and highest total in each state


class _Simulation:
    """The hands left, scored for all possible results.

    Equal hands are scored once.
    """

    def __init__(self, sheet: Sheet, hands: list[OpenHand]) -> None:
        self.sheet, self.scheme, self.hands = sheet, sheet.scheme, hands
        self.by_total = self.scheme.total is not None or self.scheme.reads("total")
        self.by_run = any(map(self.scheme.reads, ("made_run", "missed_run")))
        self.by_number = self.scheme.reads_any("hand")
        self._tried = 0
        self._known: dict[tuple[Any, ...], list[tuple[Points, Run]]] = {}

    def span(self, player: str) -> tuple[Points, Points]:
        """Return the lowest and highest final total of a player.

        If the player has left, both are the current total.
        """
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
        """Return all distinct outcomes of the hand in this state."""
        bids = self._bids(hand, player, state)
        trumps = self._trumps(hand)
        number = hand.number if self.by_number else None
        key = (number, hand.cards, len(hand.order), hand.last, trumps, tuple(hand.options.items()), tuple(bids), state)
        if key not in self._known:
            outcomes = {self._outcome(hand, bid, taken, trump, state)
                     for bid in bids for taken in range(hand.cards + 1) for trump in trumps}  # fmt: skip
            self._known[key] = list(outcomes)
        return self._known[key]

    def _bids(self, hand: OpenHand, player: str, state: _State) -> list[int | None]:
        """Return the player's possible bids: the recorded one, None if the player does not bid, or all."""
        if hand.fixed_bid is not None:
            return self._changed(hand.fixed_bid, hand)
        if hand is self.hands[0] and self.sheet.bids is not None:
            return self._changed(self.sheet.bids.bids.get(player), hand)
        if not hand.bidders or not self.scheme.bids(self._values(hand, None, 0, None, state)):
            return [None]
        return list(range(hand.cards + 1))

    def _changed(self, bid: int | None, hand: OpenHand) -> list[int | None]:
        """Return the bid, and what it may become if a card can change it by 1."""
        if bid is None or self.sheet.rulebook.bid_changes == "none":
            return [bid]
        return [number for number in (bid - 1, bid, bid + 1) if 0 <= number <= hand.cards]

    def _trumps(self, hand: OpenHand) -> tuple[str | None, ...]:
        if not self.scheme.reads("trump"):
            return (None,)
        recorded = self.sheet.bids.trump if hand is self.hands[0] and self.sheet.bids else None
        known = recorded or hand.trump
        return (known,) if known else self.sheet.rulebook.trump_choices()

    def _outcome(
        self, hand: OpenHand, bid: int | None, taken: int, trump: str | None, state: _State
    ) -> tuple[Points, Run]:
        self._tried += 1
        if self._tried > MOST_TRIED:
            raise OverflowError
        if not self.by_run:
            return simplify_points(self.scheme.entry(self._values(hand, bid, taken, trump, state))), state.run
        made = None if bid is None else bid == taken
        counts = self.scheme.runs(self._values(hand, bid, taken, trump, state))
        now = state._replace(run=run_after(state.run, made, counts))
        return simplify_points(self.scheme.entry(self._values(hand, bid, taken, trump, now))), now.run

    def _values(self, hand: OpenHand, bid: int | None, taken: int, trump: str | None, state: _State) -> Values:
        return self.scheme.hand_variables(
            bid=bid, taken=taken, cards=hand.cards, players=len(hand.order), top=self.sheet.top, last=hand.last,
            trump=trump, total=state.total or 0, made_run=state.run.made, missed_run=state.run.missed,
            options={**self.sheet.options, **own_options(self.scheme, hand.options)}, hand=hand.number,
            **self.sheet.around._replace(makers_before=0, washouts=0)._asdict(),
        )  # fmt: skip


RECENT_HANDS = 5  # hands whose median is the pace
SHORTEST = 0.3  # minutes; faster hands were entered from paper
LONGEST = 60  # minutes; longer gaps are breaks
PAUSE = 180  # minutes without an entry before a new session begins
FORESEEN = 12 * 60  # minutes ahead for which a pace is meaningful
GONE_BY = 18 * 60  # minutes; a quitting time further ahead has just passed
DAY = 24 * 60


class Pace(NamedTuple):
    """The pace of a game.

    `minutes` per hand are None if unknown. `hands` are those that fit before the quitting time, with the current one.
    They are None without a quitting time, or if unknown.
    """

    minutes: int | None = None
    hands: int | None = None
    closing_time: bool = False  # whether to suggest announcing the last hands now


def pace(game: Game, times: Sequence[float], now: float) -> Pace:
    """Return the pace of the game.

    `times` are those of its events, and all times are in minutes as described above.
    """
    ends = _ends(game, times)
    gap = _gap(ends)
    minutes = None if gap is None else max(1, round(gap))
    if not game.sheet.until or game.sheet.finished:
        return Pace(minutes)
    left = _minutes_left(game.sheet.until, times, now)
    fit = _hands_that_fit(gap, left, _waiting(ends, now))
    if fit is None:
        return Pace(minutes)
    coming = len(game.sheet.coming())
    announce = fit <= 2 and game.sheet.bids is None and game.sheet.schedule.closing is None and coming > max(1, fit)
    return Pace(minutes, min(fit, coming), announce)


def _ends(game: Game, times: Sequence[float]) -> list[float]:
    """Return the time of each recorded hand.

    A redone hand keeps its first time.
    """
    standing = zip(game.history.places, game.history.standing, strict=True)
    return [times[place - 1] for place, event in standing if isinstance(event, e.TricksRecorded)]


def _gap(ends: Iterable[float]) -> float | None:
    """Return the median minutes of the latest hands.

    Void hands count as part of the hand after them.
    """
    gaps = [after - before for before, after in pairwise(ends)]
    played = [gap for gap in gaps if SHORTEST <= gap <= LONGEST]
    return median(played[-RECENT_HANDS:]) if played else None


def _waiting(ends: Sequence[float], now: float) -> float:
    """Return the minutes since the current hand began, or 0 after a break."""
    waited = now - [now, *ends][-1]
    return waited if 0 <= waited <= LONGEST else 0


def _minutes_left(until: str, times: Sequence[float], now: float) -> float:
    """Return the minutes until the quitting time on the day this session began.

    They are negative if it has passed. A session begins with the first entry after the last pause.
    """
    start = now
    for at in reversed(times):
        if abs(start - at) > PAUSE:
            break
        start = min(start, at)
    hours, minutes = map(int, until.split(":"))
    ahead = (60 * hours + minutes - start) % DAY
    return start + ahead - (DAY if ahead > GONE_BY else 0) - now


def _hands_that_fit(gap: float | None, left: float, waiting: float) -> int | None:
    """Return the number of hands that fit, rounded.

    The current hand counts with the time that it still needs, which is at least half a hand.
    """
    if left <= 0:
        return 0
    if gap is None or left > FORESEEN:
        return None
    return floor((left - max(gap / 2, gap - waiting)) / gap + 1.5)
