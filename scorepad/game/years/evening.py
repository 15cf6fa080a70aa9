"""An evening: what a finished game says of each who played, as plain figures that can be kept and put together."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import NamedTuple

from scorepad.game.report.archive import year_of
from scorepad.game.report.sheet_json import number
from scorepad.game.report.statistics import HandOf, Statistics, statistics
from scorepad.game.state.record import Game, played_rows
from scorepad.game.state.sheet import Sheet
from scorepad.game.state.standings import Place, standings
from scorepad.rules.named_only import as_named
from scorepad.rules.scheme import Winner
from scorepad.rules.scheme.parts import counted

FORM = 1
"""Of what is kept of evenings: one more whenever something else is kept, or it is worked out otherwise."""

Number = int | float


class OneHand(NamedTuple):
    """What a hand gave, and its number."""

    points: Number
    hand: int


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
    run: int
    """Most bids made in a row."""
    best: OneHand | None
    worst: OneHand | None


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
    game_id: str = ""
    """Where it is kept."""

    @property
    def year(self) -> str:
        """Four digits; "" where the date has none."""
        return year_of(self.date)


def evening_of(game: Game) -> Evening | None:
    """What a game says; None while it runs, before any hand, and where its players have gone on at other tables."""
    sheet = game.sheet
    if not sheet.finished or sheet.moved or not sheet.has_places:
        return None
    levels = {one.player: one.place for one in standings(sheet.totals, sheet.scheme.winner)}
    record, zeros = statistics(sheet), _zeros(sheet)
    return Evening(
        date=sheet.date, place=sheet.location, game=sheet.rulebook.name, scheme=sheet.scheme.name,
        points_by=_points_by(sheet), winner=sheet.scheme.winner,
        results=tuple(
            _result(game, one, levels, record[one.player], zeros[one.player]) for one in sheet.standings()
        ),
    )  # fmt: skip


def _result(game: Game, one: Place, levels: dict[str, int], record: Statistics, zeros: int) -> Result:
    level = levels[one.player]
    worse, equal = (sum(other > level for other in levels.values()), list(levels.values()).count(level) - 1)
    return Result(
        name=game.names[one.player], place=one.place, level=level, total=number(one.total),
        met=len(levels) - 1, beaten=worse + equal / 2,
        hands=record.hands, bids=record.bids, made=record.made, zeros=zeros, zeros_made=record.zeros,
        run=record.run, best=_plain(record.best), worst=_plain(record.worst),
    )  # fmt: skip


def _plain(one: HandOf | None) -> OneHand | None:
    return one and OneHand(number(one.points), one.hand)


def _zeros(sheet: Sheet) -> dict[str, int]:
    """Bids of zero that were made or missed, by player."""
    rows = played_rows(sheet)
    return {player: sum(player in row.made and row.bids.get(player) == 0 for row in rows) for player in sheet.names}


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
    *head, winner, results, _none = kept
    of = tuple(winner) if isinstance(winner, list) else winner
    return Evening._make((*head, of, tuple(map(_read, results)), game_id))


def _read(row: list[object]) -> Result:
    *figures, best, worst = row
    return Result(*figures, *(one and OneHand(*one) for one in (best, worst)))  # type: ignore[arg-type, misc]
