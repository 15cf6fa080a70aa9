"""What the record says of the players: bids made, rows of them, best and worst hands, and who is named for what.

All of it is read from the rows of the sheet; where low wins the best hand is the one of fewest points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from math import ceil, floor, inf
from typing import Generic, Literal, NamedTuple, TypeVar

from scorepad.formats import change
from scorepad.game.state.record import Game, played_rows
from scorepad.game.state.rows import EntryRow, HandRow, Points
from scorepad.game.state.sheet import Sheet
from scorepad.game.state.standings import standings
from scorepad.words import _, ngettext

FEWEST_HANDS = 3  # before that nobody has done anything worth a name
MOST_SHARING = 2  # what more players share is nothing special

AwardKind = Literal["best hand", "most made", "longest run", "boldest", "most zeros", "comeback", "worst hand"]


class HandOf(NamedTuple):
    """What a hand gave somebody, in points (of a bid: in tricks), and its number."""

    points: Points
    hand: int


@dataclass(frozen=True)
class Statistics:
    """One player's record; `best` and `worst` are None before the first hand."""

    hands: int  # played
    bids: int
    made: int
    run: int  # most bids made in a row
    now: int  # bids made in a row up to now
    best: HandOf | None
    worst: HandOf | None
    boldest: HandOf | None  # the highest bid made, in tricks; the first of equals
    zeros: int  # bids of zero made


@dataclass(frozen=True)
class Award:
    """Who is named for what: `value` points, bids or tricks, `hand` where it was one hand, alike for all of them."""

    kind: AwardKind
    players: tuple[str, ...]
    value: Points
    hand: int | None = None


def statistics(sheet: Sheet) -> dict[str, Statistics]:
    """The statistics of everybody who ever sat at the table, by player, in seat order."""
    rows = played_rows(sheet)
    return {player: _statistics(sheet, rows, player) for player in sheet.seats.everyone}


def _statistics(sheet: Sheet, rows: Iterable[HandRow], player: str) -> Statistics:
    own = [row for row in rows if player in row.points]
    made = [row.made[player] for row in own if player in row.made]
    given = [HandOf(row.points[player], row.hand) for row in own]
    runs = list(_runs(made))
    hits = [HandOf(row.bids[player], row.hand) for row in own if row.made.get(player)]

    def worth(one: HandOf) -> Points:
        return -one.points if sheet.low_wins else one.points

    return Statistics(
        hands=len(own),
        bids=len(made),
        made=sum(made),
        run=max(runs, default=0),
        now=runs[-1] if made and made[-1] else 0,
        best=max(given, key=worth, default=None),
        worst=min(given, key=worth, default=None),
        boldest=max(hits, key=lambda hit: hit.points, default=None),
        zeros=sum(hit.points == 0 for hit in hits),
    )


def _runs(made: Iterable[bool]) -> Iterator[int]:
    """The length of each row of bids made."""
    run = 0
    for hit in made:
        run = run + 1 if hit else 0
        yield run


# --- who is named -------------------------------------------------------------------------------------


def awards(sheet: Sheet) -> list[Award]:
    """Who is named for what; nobody before a few hands are played, nor for what many share."""
    record = statistics(sheet)
    if sheet.hands_played < FEWEST_HANDS:
        return []
    sign = -1 if sheet.low_wins else 1
    found = [
        _most("best hand", record, lambda one: one.best, sign=sign),
        _most("most made", record, lambda one: (one.made, None)),
        _most("longest run", record, lambda one: (one.run, None), least=3),
        _most("boldest", record, lambda one: one.boldest, least=2),
        _most("most zeros", record, lambda one: (one.zeros, None), least=2),
        _comeback(sheet),
        _most("worst hand", record, lambda one: one.worst, sign=-sign),
    ]
    return [one for one in found if one is not None and len(one.players) <= MOST_SHARING]


def _most(
    kind: AwardKind,
    record: dict[str, Statistics],
    of: Callable[[Statistics], tuple[Points, int | None] | None],
    least: float = -inf,
    sign: int = 1,
) -> Award | None:
    """Those of whom the value times `sign` is highest, if it is at least `least`; `of` also gives the hand."""
    had = {player: value for player, one in record.items() if (value := of(one)) is not None}
    top = max((points for points, _hand in had.values()), key=lambda points: sign * points, default=None)
    if top is None or top < least:
        return None
    players = tuple(player for player, (points, _hand) in had.items() if points == top)
    hands = {had[player][1] for player in players}
    return Award(kind, players, top, hands.pop() if len(hands) == 1 else None)


def _comeback(sheet: Sheet) -> Award | None:
    last = next(reversed(came_back_from(sheet)), None)
    return None if last is None else Award("comeback", tuple(sheet.winners), 0, last.hand)


def came_back_from(sheet: Sheet) -> list[HandRow]:
    """The hands after which the one winner stood last, alone, of at least three, from a third of the game on."""
    if len(sheet.winners) != 1:
        return []
    (winner,) = sheet.winners
    late_enough = [row for row in played_rows(sheet) if row.hand * 3 >= sheet.hands_played]
    return [row for row in late_enough if _is_last(sheet, row, winner)]


def _is_last(sheet: Sheet, row: HandRow, player: str) -> bool:
    places = standings(row.totals, sheet.scheme.winner)
    behind = [one.player for one in places if one.place == places[-1].place]
    return len(places) > 2 and behind == [player]


class AwardText(NamedTuple):
    """An award in words: `Best hand` · `Ann, Bob` · `+13 in hand 3`."""

    title: str
    who: str
    what: str


def award_texts(game: Game) -> list[AwardText]:
    """Everybody who is named for something, in words; nobody before a few hands are played."""
    titles = {
        "best hand": _("Best hand"),
        "most made": _("Most bids made"),
        "longest run": _("Longest run"),
        "boldest": _("Boldest bid made"),
        "most zeros": _("Most zeros made"),
        "comeback": _("From last to first"),
        "worst hand": _("Worst hand"),
    }
    return [
        AwardText(titles[one.kind], ", ".join(game.names[player] for player in one.players), _what(one))
        for one in awards(game.sheet)
    ]


def _what(award: Award) -> str:
    match award.kind:
        case "best hand" | "worst hand":
            return _placed(change(award.value), award.hand)
        case "boldest":
            tricks = ngettext("{n} trick", "{n} tricks", int(award.value)).format(n=award.value)
            return _placed(tricks, award.hand)
        case "longest run":
            return _("{n} made in a row").format(n=award.value)
        case "comeback":
            return _("last after hand {hand}").format(hand=award.hand)
    return str(award.value)


def _placed(what: str, hand: int | None) -> str:
    return what if hand is None else _("{what} in hand {hand}").format(what=what, hand=hand)


T = TypeVar("T")

MOST_LINES = 6  # of totals across the chart
NEAR = Fraction(1, 10)  # of the way from line to line that a curve may reach beyond the last one


@dataclass(frozen=True)
class ChartSeries(Generic[T]):
    """`totals` holds for each player (hands played, total), in seat order; `lines` are the round totals that the chart
    is ruled by, from the lowest to the highest or, of distances, within them."""

    hands: int
    totals: dict[str, list[tuple[int, T]]]
    lines: list[int]


def chart_series(sheet: Sheet) -> ChartSeries[Points]:
    """Every player's total after each hand, from zero, or from where a late entry came in."""
    late = {row.player for row in sheet.rows if isinstance(row, EntryRow) and not row.back}
    latest: dict[str, dict[int, Points]] = {player: {} if player in late else {0: 0} for player in sheet.seats.everyone}
    played = 0
    for row in sheet.rows:
        played += isinstance(row, HandRow) and not row.void
        for player, total in row.totals.items():
            latest[player][played] = total
    found = {player: sorted(totals.items()) for player, totals in latest.items() if totals}
    reached = [total for totals in found.values() for _hand, total in totals]
    return ChartSeries(len(played_rows(sheet)), found, round_lines(min(reached), max(reached)))


def distance_series(sheet: Sheet) -> ChartSeries[float]:
    """How far every player's total lies from the average of those who sat at the table, after each hand.

    The line of somebody who has left ends with the last hand that they played; somebody who comes late is measured
    from their first total on, and counts in the average from their first hand on.
    """
    found = chart_series(sheet)
    played = [set(found.totals), *(row.points.keys() for row in played_rows(sheet))]
    totals = {player: {hand: float(total) for hand, total in known} for player, known in found.totals.items()}
    averages = []
    for hand, here in enumerate(played):
        known = [totals[player][hand] for player in here if hand in totals[player]]
        averages.append(sum(known) / (len(known) or 1))
    points: dict[str, list[tuple[int, float]]] = {}
    for player, mine in totals.items():
        last = max([hand for hand, here in enumerate(played) if player in here] + [min(mine)])
        points[player] = [(hand, total - averages[hand]) for hand, total in mine.items() if hand <= last]
    reached = [one for curve in points.values() for _hand, one in curve]
    return ChartSeries(found.hands, points, _lines_within(min(reached), max(reached)))


def _lines_within(low: float, high: float) -> list[int]:
    return next(
        lines
        for step in _steps()
        if len(lines := [*range(ceil(low / step) * step, floor(high) + 1, step)]) <= MOST_LINES
    )


def round_lines(low: Points, high: Points) -> list[int]:
    """Round numbers, evenly spaced, from about `low` to about `high`: 0, 20, 40, 60 for 3 and 51, or for -1 and 61."""
    lines = list(next(lines for step in _steps() if len(lines := _lines(low, high, step)) <= MOST_LINES))
    near = (lines[1] - lines[0]) * NEAR
    if len(lines) > 2 and low >= lines[1] - near:
        lines = lines[1:]
    return lines[:-1] if len(lines) > 2 and high <= lines[-2] + near else lines


def _steps() -> Iterator[int]:
    return (first * 10**size for size in count() for first in (1, 2, 5))


def _lines(low: Points, high: Points, step: int) -> range:
    first = floor(low / step)
    last = max(ceil(high / step), first + 1)
    return range(first * step, (last + 1) * step, step)
