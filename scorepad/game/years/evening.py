"""An evening: what a finished game says of each who played, as plain figures that can be kept and put together."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any, NamedTuple, TypeVar

from scorepad.game.report.archive import year_of
from scorepad.game.report.sheet_json import number
from scorepad.game.report.statistics import HandOf, Statistics, came_back_from, statistics
from scorepad.game.state.record import Game, played_rows
from scorepad.game.state.rows import HandRow, Points
from scorepad.game.state.sheet import Sheet
from scorepad.game.state.standings import Place, standings, worth_of
from scorepad.game.years.bids import (
    AtPlace,
    Boldest,
    OfSize,
    Run,
    Tally,
    as_dealer,
    boldest,
    by_place,
    by_size,
    longest_run,
)
from scorepad.rules.combined import as_named
from scorepad.rules.scheme import Winner
from scorepad.rules.scheme.parts import counted

FORM = 2
"""Of what is kept of evenings: one more whenever something else is kept, or it is worked out otherwise."""

Number = int | float
OfHand = TypeVar("OfHand", "OneHand", Boldest, Run)


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
    player, rows = one.player, played_rows(game.sheet)
    level = levels[player]
    worse, equal = (sum(other > level for other in levels.values()), list(levels.values()).count(level) - 1)
    return Result(
        name=game.names[player], place=one.place, level=level, total=number(one.total),
        met=len(levels) - 1, beaten=worse + equal / 2,
        hands=record.hands, bids=record.bids, made=record.made, zeros=_zeros(rows, player), zeros_made=record.zeros,
        dealt=as_dealer(rows, player), sizes=by_size(rows, player), places=by_place(rows, player),
        run=longest_run(rows, player), boldest=boldest(rows, player),
        best=_plain(record.best), worst=_plain(record.worst), comeback=_comeback(game.sheet, player),
        once=next((name for one, name in game.opened.players if one == player and name != game.names[player]), ""),
    )  # fmt: skip


def _plain(one: HandOf | None) -> OneHand | None:
    return one and OneHand(number(one.points), one.hand)


def _zeros(rows: list[HandRow], player: str) -> int:
    """Bids of zero that were made or missed."""
    return sum(player in row.made and row.bids.get(player) == 0 for row in rows)


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
