"""Statistics of one game: made bids, runs of them, best and worst hands, awards, and data for charts.

All of it comes from the rows of the sheet. If low scores win, the best hand has the fewest points.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from itertools import count, groupby
from math import ceil, floor, inf
from typing import NamedTuple

from scorepad.formats import format_change
from scorepad.game.state.game import Game, played_rows
from scorepad.game.state.rows import EntryRow, HandRow, Points
from scorepad.game.state.sheet import Sheet
from scorepad.game.state.standings import ranking_value, standings
from scorepad.words import _, isolated, ngettext

FEWEST_HANDS = 3  # no awards before this hand
MOST_SHARING = 2  # an award shared by more players is not given


class HandOf(NamedTuple):
    """The points of one hand, or the tricks of a bid, and the number of the hand."""

    points: Points
    hand: int


@dataclass(frozen=True)
class Statistics:
    """One player's statistics.

    `best` and `worst` are None before the first hand.
    """

    hands: int  # hands played
    bids: int
    made: int
    run: int  # longest run of made bids
    now: int  # current run of made bids
    best: HandOf | None
    worst: HandOf | None
    boldest: HandOf | None  # the highest made bid, in tricks; of equal bids, the first
    zeros: int  # made bids of zero


def statistics(sheet: Sheet) -> dict[str, Statistics]:
    """Return the statistics of all players who ever sat at the table, in seat order."""
    rows = played_rows(sheet)
    return {player: _statistics(sheet, rows, player) for player in sheet.seats.everyone}


def _statistics(sheet: Sheet, rows: Iterable[HandRow], player: str) -> Statistics:
    player_rows = [row for row in rows if player in row.points]
    bid_rows = [row for row in player_rows if player in row.made]
    results = [HandOf(row.points[player], row.hand) for row in player_rows]
    runs = made_runs(bid_rows, player)
    hits = [HandOf(row.bids[player], row.hand) for row in player_rows if row.made.get(player)]

    def worth(hand: HandOf) -> Points:
        return -hand.points if sheet.low_wins else hand.points

    return Statistics(
        hands=len(player_rows),
        bids=len(bid_rows),
        made=sum(map(len, runs)),
        run=max(map(len, runs), default=0),
        now=len(runs[-1]) if bid_rows and bid_rows[-1].made[player] else 0,
        best=max(results, key=worth, default=None),
        worst=min(results, key=worth, default=None),
        boldest=max(hits, key=lambda hit: hit.points, default=None),
        zeros=sum(hit.points == 0 for hit in hits),
    )


def made_runs(rows: Iterable[HandRow], player: str) -> list[list[HandRow]]:
    """Return the runs of made bids among `rows`, the hands in which the player bid."""
    return [[*run] for made, run in groupby(rows, lambda row: row.made[player]) if made]


# --- awards -------------------------------------------------------------------------------------------


def comeback_hands(sheet: Sheet) -> list[HandRow]:
    """Return the hands after which the sole winner was alone in last place.

    Only hands from one third of the game on count, and only with at least 3 players.
    """
    if len(sheet.winners) != 1:
        return []
    rows = []
    for row in played_rows(sheet):
        places = standings(row.totals, sheet.scheme.winner)
        last = [place.player for place in places if place.place == places[-1].place]
        if row.hand * 3 >= sheet.hands_played and len(places) > 2 and last == sheet.winners:
            rows.append(row)
    return rows


class AwardText(NamedTuple):
    """An award in words: `Best hand` · `Ann, Bob` · `+13 in hand 3`."""

    title: str
    who: str
    what: str


def award_texts(game: Game) -> list[AwardText]:
    """Return all awards in words.

    There are none before 3 hands, and none that more than 2 players share.
    """
    sheet = game.sheet
    if sheet.hands_played < FEWEST_HANDS:
        return []
    most, sign = partial(_most, game, statistics(sheet)), -1 if sheet.low_wins else 1
    awards = [
        most(_("Best hand"), lambda player: player.best, format_change, sign=sign),
        most(_("Most bids made"), lambda player: (player.made, None)),
        most(
            _("Longest run"), lambda player: (player.run, None), lambda n: _("{n} made in a row").format(n=n), least=3
        ),
        most(_("Boldest bid made"), lambda player: player.boldest, _tricks, least=2),
        most(_("Most zeros made"), lambda player: (player.zeros, None), least=2),
        _comeback(game),
        most(_("Worst hand"), lambda player: player.worst, format_change, sign=-sign),
    ]
    return [award for award in awards if award is not None]


def _most(
    game: Game,
    record: dict[str, Statistics],
    title: str,
    of: Callable[[Statistics], tuple[Points, int | None] | None],
    words: Callable[[Points], str] = str,
    least: float = -inf,
    sign: int = 1,
) -> AwardText | None:
    """Return the award for the highest value times `sign`, if it is at least `least`; `words` describes the value.

    `of` returns a player's value and the hand, or None. The hand is named if all winners have the same.
    """
    values = {player: result for player, figures in record.items() if (result := of(figures)) is not None}
    top = max((points for points, _hand in values.values()), key=lambda points: sign * points, default=None)
    players = [player for player, (points, _hand) in values.items() if points == top]
    if top is None or top < least or len(players) > MOST_SHARING:
        return None
    what, (hand, *others) = words(top), {values[player][1] for player in players}
    if hand is not None and not others:
        what = _("{what} in hand {hand}").format(what=what, hand=hand)
    return AwardText(title, ", ".join(isolated(game.names[player]) for player in players), what)


def _tricks(count: Points) -> str:
    return ngettext("{n} trick", "{n} tricks", int(count)).format(n=count)


def _comeback(game: Game) -> AwardText | None:
    hands = comeback_hands(game.sheet)
    if not hands:
        return None
    what = _("last after hand {hand}").format(hand=hands[-1].hand)
    return AwardText(_("From last to first"), isolated(game.names[game.sheet.winners[0]]), what)


MOST_LINES = 6  # totals with a line across the chart


@dataclass(frozen=True)
class ChartSeries:
    """Data for a chart: (hands played, total) for each player, in seat order."""

    hands: int
    totals: dict[str, list[tuple[int, Points]]]

    @property
    def reach(self) -> tuple[Points, Points]:
        """The lowest total and the highest one; they differ."""
        reached = [total for curve in self.totals.values() for _hand, total in curve]
        low = min(reached)
        return low, max(*reached, low + 1)

    @property
    def lines(self) -> list[int]:
        """The round totals within reach that have a line across the chart."""
        low, high = self.reach
        steps = (first * 10**size for size in count() for first in (1, 2, 5))
        within = ([*range(ceil(low / step) * step, floor(high) + 1, step)] for step in steps)
        return next(lines for lines in within if len(lines) <= MOST_LINES)


def chart_series(sheet: Sheet) -> ChartSeries:
    """Return every player's total after each hand, from zero or from a late entry on."""
    late = {row.player for row in sheet.rows if isinstance(row, EntryRow) and not row.back}
    latest: dict[str, dict[int, Points]] = {player: {} if player in late else {0: 0} for player in sheet.seats.everyone}
    played = 0
    for row in sheet.rows:
        played += isinstance(row, HandRow) and not row.void
        for player, total in row.totals.items():
            latest[player][played] = total
    curves = {player: sorted(totals.items()) for player, totals in latest.items() if totals}
    return ChartSeries(len(played_rows(sheet)), curves)


def behind(sheet: Sheet) -> dict[str, Points]:
    """Return how far each player is behind the leader now: 0 for the leader, otherwise negative."""
    worth = {player: ranking_value(total, sheet.scheme.winner) for player, total in sheet.totals.items()}
    lead = max(worth.values(), default=0)
    return {player: value - lead for player, value in worth.items()}


def behind_series(sheet: Sheet) -> ChartSeries:
    """Return how far each player is behind the leader after each hand: 0 for the leader, otherwise negative."""
    chart = chart_series(sheet)
    worth = {
        player: [(hand, ranking_value(total, sheet.scheme.winner)) for hand, total in totals]
        for player, totals in chart.totals.items()
    }
    leads: dict[int, Points] = {}
    for values in worth.values():
        for hand, value in values:
            leads[hand] = max(leads.get(hand, value), value)
    points = {player: [(hand, value - leads[hand]) for hand, value in values] for player, values in worth.items()}
    return ChartSeries(chart.hands, points)
