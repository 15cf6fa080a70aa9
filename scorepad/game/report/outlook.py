"""What is still to come: who can still win, and how many hands fit before the agreed quitting time.

Every bid and every number of tricks of every coming hand is worked out by the scheme itself. The bounds hold for each
player alone: what the others take, the hook and hands more for a tie are left out, so whoever is said to be out of it
is, and who can still win may need others to play along.

The model has no clock. Times are handed in: minutes by the clock on the wall, as if it had run on since some
midnight, so that 13:00 of a day is a multiple of 1440 and 780 more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import floor
from statistics import median
from typing import Any, Literal, NamedTuple

from scorepad.errors import ScorepadError
from scorepad.game.state import events as e
from scorepad.game.state.record import Game
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


def outlook(sheet: Sheet) -> Outlook:
    """What the hands left can bring each player; everybody's total as it stands where none is left."""
    hands = hands_to_come(sheet)
    why = _unknown(sheet) if hands else ""
    if why:
        return Outlook(len(hands), why=why)
    ahead = _Ahead(sheet, hands)
    try:
        spans = {player: ahead.span(player) for player in sheet.seats.everyone}
    except (ScorepadError, ArithmeticError):  # too many tries, or a total beyond all that a scheme is checked for
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
            raise OverflowError
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


LATELY = 5  # hands whose median is the pace
SHORTEST = 0.3  # minutes: quicker ones were typed in from paper
LONGEST = 60  # minutes: beyond it the table did something else
PAUSE = 180  # minutes without an entry, after which another sitting begins
FORESEEN = 12 * 60  # minutes ahead that a pace says anything about
GONE_BY = 18 * 60  # minutes: a time that is further off than this was meant as just gone by
DAY = 24 * 60


class Pace(NamedTuple):
    """`minutes` a hand, None as long as nobody can know; `hands` that fit before quitting time, the open one among
    them, None where there is no such time or no telling."""

    minutes: int | None = None
    hands: int | None = None
    closing_time: bool = False  # now is the time to announce the last hands


def pace(game: Game, times: Sequence[float], now: float) -> Pace:
    """How the game runs; `times` are those of its events and `now` is the present, all in minutes as above."""
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
    """When each hand that stands was recorded; one that is done again keeps the time it had."""
    standing = zip(game.history.places, game.history.standing, strict=True)
    return [times[place - 1] for place, event in standing if isinstance(event, e.TricksRecorded)]


def _gap(ends: Iterable[float]) -> float | None:
    """The median of the minutes from hand to hand, lately; void hands between are part of them."""
    gaps = [after - before for before, after in pairwise(ends)]
    played = [gap for gap in gaps if SHORTEST <= gap <= LONGEST]
    return median(played[-LATELY:]) if played else None


def _waiting(ends: Sequence[float], now: float) -> float:
    """Minutes that the open hand has been going on; 0 after a pause."""
    waited = now - [now, *ends][-1]
    return waited if 0 <= waited <= LONGEST else 0


def _minutes_left(until: str, times: Sequence[float], now: float) -> float:
    """Minutes until that time of the day or night in which this sitting began; below zero once it has passed."""
    since = _sat_down(times, now)
    hours, minutes = map(int, until.split(":"))
    ahead = (60 * hours + minutes - since) % DAY
    return since + ahead - (DAY if ahead > GONE_BY else 0) - now


def _sat_down(times: Sequence[float], now: float) -> float:
    """When this sitting began: the first entry since the last pause, now where there is none."""
    begun = now
    for at in reversed(times):
        if abs(begun - at) > PAUSE:
            break
        begun = min(begun, at)
    return begun


def _hands_that_fit(gap: float | None, left: float, waiting: float) -> int | None:
    """So many hands, to the nearest: what is left of the open one, half a hand at least, and those after it."""
    if left <= 0:
        return 0
    if gap is None or left > FORESEEN:
        return None
    return floor((left - max(gap / 2, gap - waiting)) / gap + 1.5)
