"""An evening: what a finished game says of each who played, as plain figures that can be kept and put together."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple, TypeVar

from scorepad.game.report.archive import year_of
from scorepad.game.report.sheet_files import number
from scorepad.game.report.statistics import HandOf, Statistics, came_back_from, statistics
from scorepad.game.state.record import Game, played_rows
from scorepad.game.state.rows import HandRow
from scorepad.game.state.sheet import Sheet
from scorepad.game.state.standings import Place, standings, worth_of
from scorepad.rules.combined import as_named
from scorepad.rules.scheme import Winner
from scorepad.rules.scheme.parts import counted

FORM = 3
"""Of what is kept of evenings: one more whenever something else is kept, or it is worked out otherwise."""

Number = int | float
T = TypeVar("T")


class Tally(NamedTuple):
    """Bids, and how many of them were made."""

    bids: int = 0
    made: int = 0


class OfSize(NamedTuple):
    """Bids in hands of so many cards."""

    cards: int
    bids: int
    made: int


class AtPlace(NamedTuple):
    """Bids at this place, from 1, of so many who bid one after the other."""

    place: int
    bidders: int
    bids: int
    made: int


class OneHand(NamedTuple):
    """A figure of one hand: points, tricks of a bid, or bids made one after the other of which it was the first.

    `game_id` is where it is kept: of an evening at several tables, that may be elsewhere; `cards` are those of a bid.
    """

    value: Number
    hand: int
    game_id: str = ""
    cards: int | None = None


class Result(NamedTuple):
    """One player's evening. `level` is the place by the total alone, where the rulebook breaks ties for `place`."""

    name: str
    place: int
    level: int
    total: Number
    met: int
    """Opponents: everybody else of the standings."""
    beaten: float
    """Those with a worse total, and half of those with an equal one."""
    hands: int
    bids: int
    made: int
    zeros: int
    zeros_made: int
    dealt: Tally
    """Bids in hands that they dealt themselves."""
    sizes: tuple[OfSize, ...]
    places: tuple[AtPlace, ...]
    """Nothing where all bid together."""
    run: OneHand | None
    """Most bids made one after the other."""
    boldest: OneHand | None
    """The highest bid made, in tricks; of equals the one in the smaller hand."""
    best: OneHand | None
    worst: OneHand | None
    comeback: OneHand | None
    """Of the one winner, who stood last of at least three when a third was over: most points behind the first."""
    once: str = ""
    """What they were called when the game began, where that is another name; so they stand at a table before it."""


class Evening(NamedTuple):
    """A finished game as the years see it; of one of totals only nobody has hands or bids."""

    date: str
    """As the table has it, mostly ISO 8601; "" where nobody wrote it down."""
    place: str
    game: str
    """The name of its rulebook."""
    scheme: str
    """The name of its scheme."""
    points_by: str
    """The same for all evenings that count points alike, and for no others: only these compare."""
    winner: Winner
    results: tuple[Result, ...]
    moved: bool = False
    """Whether it went on at other tables: then it is the beginning of another evening, and places are none."""
    game_id: str = ""
    """Where it is kept."""

    @property
    def year(self) -> str:
        """Four digits; "" where the date has none."""
        return year_of(self.date)


def evening_of(game: Game) -> Evening | None:
    """What a game says; None while it runs, and before any hand."""
    sheet = game.sheet
    if not sheet.finished or not sheet.has_places:
        return None
    levels = {one.player: one.place for one in standings(sheet.totals, sheet.scheme.winner)}
    record = statistics(sheet)
    return Evening(
        date=sheet.date, place=sheet.location, game=sheet.rulebook.name, scheme=sheet.scheme.name,
        points_by=_points_by(sheet), winner=sheet.scheme.winner,
        results=tuple(
            _result(game, one, levels, record[one.player]) for one in sheet.standings()
        ),
        moved=sheet.moved,
    )  # fmt: skip


def _result(game: Game, one: Place, levels: dict[str, int], record: Statistics) -> Result:
    player, level = one.player, levels[one.player]
    worse, equal = (sum(other > level for other in levels.values()), list(levels.values()).count(level) - 1)
    own = [row for row in played_rows(game.sheet) if player in row.made]
    return Result(
        name=game.names[player], place=one.place, level=level, total=number(one.total),
        met=len(levels) - 1, beaten=worse + equal / 2,
        hands=record.hands, bids=record.bids, made=record.made,
        zeros=sum(row.bids.get(player) == 0 for row in own), zeros_made=record.zeros,
        dealt=_tally(row.made[player] for row in own if row.dealer == player), sizes=_by_size(own, player),
        places=_by_place(own, player), run=_longest_run(own, player), boldest=_boldest(own, player),
        best=_plain(record.best), worst=_plain(record.worst), comeback=_comeback(game.sheet, player),
        once=next((name for one, name in game.opened.players if one == player and name != game.names[player]), ""),
    )  # fmt: skip


def _plain(one: HandOf | None) -> OneHand | None:
    return one and OneHand(number(one.points), one.hand)


def _comeback(sheet: Sheet, player: str) -> OneHand | None:
    if player not in sheet.winners:
        return None
    behind = []
    for row in came_back_from(sheet):
        worth = {one: worth_of(total, sheet.scheme.winner) for one, total in row.totals.items()}
        behind.append(OneHand(number(max(worth.values()) - worth[player]), row.hand))
    return max(behind, key=lambda one: one.value, default=None)


def _points_by(sheet: Sheet) -> str:
    scheme = sheet.scheme.to_dict()
    named = as_named(sheet.rulebook.to_dict(), scheme)  # of a game that nobody knows the name is all there is
    how = json.dumps([named or counted(scheme), dict(sheet.options)], default=str)
    return sha256(how.encode()).hexdigest()[:16]


# --- one player's bids: each function takes the hands in which they bid ---------------------------------


def _tally(made: Iterable[bool]) -> Tally:
    found = [*made]
    return Tally(len(found), sum(found))


def _by_size(rows: Sequence[HandRow], player: str) -> tuple[OfSize, ...]:
    """Count the bids by cards in the hand, the smallest first."""
    return tuple(OfSize(cards, *tally) for cards, tally in _tallies((row.cards, row.made[player]) for row in rows))


def _by_place(rows: Sequence[HandRow], player: str) -> tuple[AtPlace, ...]:
    """Count the bids by place in the bidding, where players bid one after the other; by the number of bidders first."""
    in_turn = [row for row in rows if player in row.bidders]
    made = (((len(row.bidders), row.bidders.index(player) + 1), row.made[player]) for row in in_turn)
    return tuple(AtPlace(place, bidders, *tally) for (bidders, place), tally in _tallies(made))


def _tallies(found: Iterable[tuple[T, bool]]) -> list[tuple[T, Tally]]:
    """Count the bids of each kind, in their order."""
    return [(kind, _tally(made for _kind, made in same)) for kind, same in groupby(sorted(found), itemgetter(0))]


def _boldest(rows: Sequence[HandRow], player: str) -> OneHand | None:
    """Return the highest bid made; None if there is none but of zero."""
    made = [row for row in rows if row.made[player] and row.bids[player]]
    best = max(made, key=lambda row: (row.bids[player], -row.cards), default=None)
    return None if best is None else OneHand(best.bids[player], best.hand, cards=best.cards)


def _longest_run(rows: Sequence[HandRow], player: str) -> OneHand | None:
    """Return the most bids made one after the other, the first of equals; None if none was made."""
    runs = [[*run] for made, run in groupby(rows, lambda row: row.made[player]) if made]
    longest = max(runs, key=len, default=[])
    return OneHand(len(longest), longest[0].hand) if longest else None


# --- kept ---------------------------------------------------------------------------------------------


def to_text(evening: Evening | None) -> str:
    """What is kept beside a game, where it is found again by `from_text`."""
    return json.dumps(evening, separators=(",", ":"))


def from_text(text: str, game_id: str) -> Evening | None:
    """The evening that was kept of a game; None where it is none."""
    kept = json.loads(text)
    if kept is None:
        return None
    *head, winner, results, moved, _none = kept
    of = tuple(winner) if isinstance(winner, list) else winner
    return Evening._make((*head, of, tuple(_read(row, game_id) for row in results), moved, game_id))


def _read(row: list[Any], game_id: str) -> Result:
    *counted, dealt, sizes, places, run, bold, best, worst, comeback, once = row
    return Result(
        *counted, Tally(*dealt), tuple(OfSize(*one) for one in sizes), tuple(AtPlace(*one) for one in places),
        *(one and OneHand(*one)._replace(game_id=game_id) for one in (run, bold, best, worst, comeback)), once,
    )  # type: ignore[call-arg]  # fmt: skip


def as_one(evenings: Sequence[Evening], onward: Mapping[str, Sequence[str]]) -> list[Evening]:
    """The evenings without those that went on elsewhere: what these say of bids and hands is put to the results of
    whoever sits, by the same name, at a table that came of them. `onward`: {game id: ids of the games begun}.

    Who had left before the move, and whoever plays on at a table that is not finished, waits until they have a place.
    """
    before: dict[str, list[Evening]] = {}
    for one in evenings:
        for game_id in onward.get(one.game_id, ()) if one.moved else ():
            before.setdefault(game_id, []).append(one)
    return [_whole(one, _all_before(one.game_id, before)) for one in evenings if not one.moved]


def _all_before(game_id: str, before: Mapping[str, Sequence[Evening]]) -> list[Evening]:
    """Each once, also where two tables that came of one have been put together again; the nearest first."""
    found: dict[str, Evening] = {}
    waiting = [*before.get(game_id, ())]
    while waiting:
        one = waiting.pop(0)
        if one.game_id not in found:
            found[one.game_id] = one
            waiting += before.get(one.game_id, ())
    return [*found.values()]


def _whole(evening: Evening, before: Sequence[Evening]) -> Evening:
    for one in before:
        if one.place and evening.place.startswith(one.place):  # which table it was there, makes it no other place
            evening = evening._replace(place=one.place)
        earlier = {result.name: result for result in one.results}
        alike = one.points_by == evening.points_by
        found = ((result, earlier.get(result.once) or earlier.get(result.name)) for result in evening.results)
        results = (own if was is None else _together(own, was, evening, alike=alike) for own, was in found)
        evening = evening._replace(results=tuple(results))
    return evening


def _together(one: Result, earlier: Result, evening: Evening, *, alike: bool) -> Result:
    """Place and total are those of the end; hands compare where points are counted `alike`. Of equals the earlier."""
    sign = -1 if evening.winner == "low" else 1
    runs, bids = filter(None, (earlier.run, one.run)), filter(None, (earlier.boldest, one.boldest))
    best, worst = filter(None, (earlier.best, one.best)), filter(None, (earlier.worst, one.worst))
    return one._replace(
        hands=one.hands + earlier.hands, bids=one.bids + earlier.bids, made=one.made + earlier.made,
        zeros=one.zeros + earlier.zeros, zeros_made=one.zeros_made + earlier.zeros_made,
        dealt=Tally(one.dealt.bids + earlier.dealt.bids, one.dealt.made + earlier.dealt.made),
        sizes=earlier.sizes + one.sizes, places=earlier.places + one.places,
        run=max(runs, key=lambda run: run.value, default=None),
        boldest=max(bids, key=lambda bold: (bold.value, -(bold.cards or 0)), default=None),
        best=max(best, key=lambda hand: sign * hand.value, default=None) if alike else one.best,
        worst=min(worst, key=lambda hand: sign * hand.value, default=None) if alike else one.worst,
    )  # fmt: skip


def counted_alike(found: Iterable[tuple[Evening, T]]) -> list[list[tuple[Evening, T]]]:
    """Put evenings together whose points are counted alike, the scheme of most evenings first."""
    groups: dict[str, list[tuple[Evening, T]]] = {}
    for one in found:
        groups.setdefault(one[0].points_by, []).append(one)
    return sorted(groups.values(), key=len, reverse=True)
