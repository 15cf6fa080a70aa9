"""An evening: what a finished game says of each who played, as plain figures that can be kept and put together."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from itertools import groupby
from typing import Any, NamedTuple, TypeVar

from scorepad.game.report.archive import year_of
from scorepad.game.report.sheet_json import number
from scorepad.game.report.statistics import HandOf, Statistics, came_back_from, statistics
from scorepad.game.state.record import Game, played_rows
from scorepad.game.state.rows import HandRow, Points
from scorepad.game.state.sheet import Sheet
from scorepad.game.state.standings import Place, standings, worth_of
from scorepad.rules.combined import as_named
from scorepad.rules.scheme import Winner
from scorepad.rules.scheme.parts import counted

FORM = 2
"""Of what is kept of evenings: one more whenever something else is kept, or it is worked out otherwise."""

Number = int | float
OfHand = TypeVar("OfHand", "OneHand", "Boldest", "Run")


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


class Boldest(NamedTuple):
    """The highest bid made, in tricks; of equals the one in the smaller hand."""

    bid: int
    cards: int
    hand: int
    game_id: str = ""


class Run(NamedTuple):
    """Bids made one after the other, and the hand with which they began."""

    bids: int
    hand: int
    game_id: str = ""


class OneHand(NamedTuple):
    """What a hand gave, its number, and where it is kept: of an evening at several tables, that may be elsewhere."""

    points: Number
    hand: int
    game_id: str = ""


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
    run: Run | None
    boldest: Boldest | None
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
    behind = [OneHand(number(_behind(row, player, sheet.scheme.winner)), row.hand) for row in came_back_from(sheet)]
    return max(behind, key=lambda one: one.points, default=None)


def _behind(row: HandRow, player: str, winner: Winner) -> Points:
    """Points between a player and whoever led after a hand."""
    worth = {one: worth_of(total, winner) for one, total in row.totals.items()}
    return max(worth.values()) - worth[player]


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
    found: dict[int, list[bool]] = {}
    for row in rows:
        found.setdefault(row.cards, []).append(row.made[player])
    return tuple(OfSize(cards, *_tally(made)) for cards, made in sorted(found.items()))


def _by_place(rows: Sequence[HandRow], player: str) -> tuple[AtPlace, ...]:
    """Count the bids by place in the bidding, where players bid one after the other; by the number of bidders first."""
    found: dict[tuple[int, int], list[bool]] = {}
    for row in rows:
        if player in row.bidders:
            place = len(row.bidders), row.bidders.index(player) + 1
            found.setdefault(place, []).append(row.made[player])
    return tuple(AtPlace(place, bidders, *_tally(made)) for (bidders, place), made in sorted(found.items()))


def _boldest(rows: Sequence[HandRow], player: str) -> Boldest | None:
    """Return the highest bid made; None if there is none but of zero."""
    made = [row for row in rows if row.made[player] and row.bids[player]]
    best = max(made, key=lambda row: (row.bids[player], -row.cards), default=None)
    return None if best is None else Boldest(best.bids[player], best.cards, best.hand)


def _longest_run(rows: Sequence[HandRow], player: str) -> Run | None:
    """Return the most bids made one after the other, the first of equals; None if none was made."""
    runs = [[*run] for made, run in groupby(rows, lambda row: row.made[player]) if made]
    longest = max(runs, key=len, default=[])
    return Run(len(longest), longest[0].hand) if longest else None


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
        _at(Run, run, game_id), _at(Boldest, bold, game_id),
        _at(OneHand, best, game_id), _at(OneHand, worst, game_id), _at(OneHand, comeback, game_id), once,
    )  # type: ignore[call-arg]  # fmt: skip


def _at(kind: Callable[..., OfHand], figures: list[Any] | None, game_id: str) -> OfHand | None:
    """What was kept of a hand, which is found in this game; its own word of that is empty."""
    return kind(*figures[:-1], game_id) if figures else None
