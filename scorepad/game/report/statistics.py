"""What the record says of the players: bids made, rows of them, best and worst hands, and who is named for what.

All of it is read from the rows of the sheet; where low wins the best hand is the one of fewest points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import inf
from typing import Literal, NamedTuple

from scorepad.game.state.record import played_rows
from scorepad.game.state.rows import HandRow, Points
from scorepad.game.state.sheet import Sheet
from scorepad.game.state.standings import standings

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
        _most("best hand", record, lambda one: one.best and (sign * one.best.points, one.best.hand)),
        _most("most made", record, lambda one: (one.made, None)),
        _most("longest run", record, lambda one: (one.run, None), least=3),
        _most("boldest", record, lambda one: one.boldest, least=2),
        _most("most zeros", record, lambda one: (one.zeros, None), least=2),
        _comeback(sheet),
        _most("worst hand", record, lambda one: one.worst and (-sign * one.worst.points, one.worst.hand)),
    ]
    named = [one for one in found if one is not None]
    return [_in_points(one, sign) for one in named if len(one.players) <= MOST_SHARING]


def _most(
    kind: AwardKind,
    record: dict[str, Statistics],
    of: Callable[[Statistics], tuple[Points, int | None] | None],
    least: float = -inf,
) -> Award | None:
    """Those of whom the value is highest, if it is at least `least`; `of` gives it with the hand that brought it."""
    had = {player: value for player, one in record.items() if (value := of(one)) is not None}
    top = max((points for points, _hand in had.values()), default=None)
    if top is None or top < least:
        return None
    players = tuple(player for player, (points, _hand) in had.items() if points == top)
    hands = {had[player][1] for player in players}
    return Award(kind, players, top, hands.pop() if len(hands) == 1 else None)


def _in_points(award: Award, sign: int) -> Award:
    """Points as the sheet has them: they were turned round to be compared."""
    if award.kind not in ("best hand", "worst hand"):
        return award
    turned = sign if award.kind == "best hand" else -sign
    return Award(award.kind, award.players, turned * award.value, award.hand)


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
