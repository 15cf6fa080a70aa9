"""The results of finished games as plain figures that can be stored and added."""

import json
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple, TypeVar

from scorepad.formats import year_of
from scorepad.game.report.sheet_files import number
from scorepad.game.report.statistics import HandOf, Statistics, comeback_hands, made_runs, statistics
from scorepad.game.state.game import Game, played_rows
from scorepad.game.state.rows import HandRow
from scorepad.game.state.sheet import Sheet
from scorepad.game.state.standings import Place, ranking_value, standings
from scorepad.rules.game_properties import short_data
from scorepad.rules.scheme import Winner
from scorepad.rules.scheme.parts import TOLD_ONLY

FORM = 4
"""The version of the stored results. Increase it whenever the fields or their calculation change."""

Number = int | float
T = TypeVar("T")


class Tally(NamedTuple):
    """Bids, and how many of them were made."""

    bids: int = 0
    made: int = 0


class OfSize(NamedTuple):
    """Bids in hands with this number of cards."""

    cards: int
    bids: int
    made: int


class AtPlace(NamedTuple):
    """Bids at one place in the bidding, with this number of bidders.

    `place` counts from 1.
    """

    place: int
    bidders: int
    bids: int
    made: int


class OneHand(NamedTuple):
    """A figure of one hand: its points, the tricks of a bid, or a row of made bids that begins with it.

    `game_id` is the game of the hand. For an evening at several tables, it may differ from the evening's. `cards` is
    set for bids only.
    """

    value: Number
    hand: int
    game_id: str = ""
    cards: int | None = None


class Result(NamedTuple):
    """One player's evening.

    `place` uses the rulebook's tie-breaks. `level` is the place by the total alone.
    """

    name: str
    place: int
    level: int
    total: Number
    met: int
    """The number of opponents in the standings."""
    beaten: float
    """Opponents with a worse total, plus half of those with an equal one."""
    hands: int
    bids: int
    made: int
    zeros: int
    zeros_made: int
    dealt: Tally
    """Bids in hands that the player dealt."""
    sizes: tuple[OfSize, ...]
    places: tuple[AtPlace, ...]
    """Empty if all players bid at the same time."""
    run: OneHand | None
    """The longest row of made bids; of equal ones, the first."""
    boldest: OneHand | None
    """The highest bid made, in tricks. Of equal bids, the one in the smallest hand counts."""
    best: OneHand | None
    worst: OneHand | None
    comeback: OneHand | None
    """The largest deficit in points that the sole winner made up."""
    once: str = ""
    """The player's name at the start of the game, if it differs. An earlier table may have the player under this name.
    """
    money: int | None = None
    """The settlement in the smallest coin, or None if the game has neither a stake nor a pot."""


class Evening(NamedTuple):
    """A finished game, as the statistics use it.

    If only totals are known, the results have no hands or bids.
    """

    date: str
    """The date as recorded, usually ISO 8601, or "" if unknown."""
    place: str
    game: str
    """The name of the rulebook."""
    scheme: str
    """The name of the scheme."""
    points_by: str
    """A fingerprint of the scoring. Points are comparable only between evenings with the same fingerprint."""
    winner: Winner
    results: tuple[Result, ...]
    moved: bool = False
    """Whether the game continued at other tables. Such a game is part of other evenings, and its places do not count.
    """
    game_id: str = ""
    """The id of the stored game."""

    @property
    def year(self) -> str:
        """Return the year in four digits, or "" if the date has none."""
        return year_of(self.date)

    @property
    def winners(self) -> list[Result]:
        """Return the results of the winners, as `Sheet.winners` does; none if the game continued at other tables."""
        first = [] if self.moved else [result for result in self.results if result.place == 1]
        return [result for result in first if not isinstance(self.winner, tuple) or result.total == self.winner[1]]


def evening_of(game: Game) -> Evening | None:
    """Return the results of a game, or None if it is unfinished or has no places."""
    sheet = game.sheet
    if not sheet.finished or not sheet.has_places:
        return None
    levels = {standing.player: standing.place for standing in standings(sheet.totals, sheet.scheme.winner)}
    record = statistics(sheet)
    return Evening(
        date=sheet.date, place=sheet.location, game=sheet.rulebook.name, scheme=sheet.scheme.name,
        points_by=_points_by(sheet), winner=sheet.scheme.winner,
        results=tuple(
            _result(game, standing, levels, record[standing.player]) for standing in sheet.standings()
        ),
        moved=sheet.moved,
    )  # fmt: skip


def _result(game: Game, place: Place, levels: dict[str, int], record: Statistics) -> Result:
    player, level = place.player, levels[place.player]
    worse, equal = (sum(other > level for other in levels.values()), list(levels.values()).count(level) - 1)
    rows = [row for row in played_rows(game.sheet) if player in row.made]
    run = max(made_runs(rows, player), key=len, default=[])
    bids_made = [row for row in rows if row.made[player] and row.bids[player]]
    bold = max(bids_made, key=lambda row: (row.bids[player], -row.cards), default=None)
    return Result(
        name=game.names[player], place=place.place, level=level, total=number(place.total),
        met=len(levels) - 1, beaten=worse + equal / 2,
        hands=record.hands, bids=record.bids, made=record.made,
        zeros=sum(row.bids.get(player) == 0 for row in rows), zeros_made=record.zeros,
        dealt=_tally(row.made[player] for row in rows if row.dealer == player),
        sizes=tuple(OfSize(cards, *tally) for cards, tally in _tallies((row.cards, row.made[player]) for row in rows)),
        places=_by_place(rows, player), run=OneHand(len(run), run[0].hand) if run else None,
        boldest=OneHand(bold.bids[player], bold.hand, cards=bold.cards) if bold else None,
        best=_plain(record.best), worst=_plain(record.worst), comeback=_comeback(game.sheet, player),
        once=next((name for key, name in game.opened.players if key == player and name != game.names[player]), ""),
        money=(game.sheet.settlement() or {}).get(player),
    )  # fmt: skip


def _plain(hand: HandOf | None) -> OneHand | None:
    return hand and OneHand(number(hand.points), hand.hand)


def _comeback(sheet: Sheet, player: str) -> OneHand | None:
    if player not in sheet.winners:
        return None
    behind = []
    for row in comeback_hands(sheet):
        worth = {other: ranking_value(total, sheet.scheme.winner) for other, total in row.totals.items()}
        behind.append(OneHand(number(max(worth.values()) - worth[player]), row.hand))
    return max(behind, key=lambda hand: hand.value, default=None)


def _points_by(sheet: Sheet) -> str:
    scheme = sheet.scheme.to_dict()
    named = short_data(sheet.rulebook.to_dict(), scheme)  # an unknown game is identified by its name only
    scored = {key: value for key, value in scheme.items() if key not in TOLD_ONLY}  # as in stored facts
    how = json.dumps([named or scored, dict(sheet.options)], default=str)
    return sha256(how.encode()).hexdigest()[:16]


# --- one player's bids; `rows` are the hands in which the player bid ------------------------------------


def _tally(made: Iterable[bool]) -> Tally:
    flags = [*made]
    return Tally(len(flags), sum(flags))


def _by_place(rows: Sequence[HandRow], player: str) -> tuple[AtPlace, ...]:
    """Count the bids by place in the bidding, if players bid in turn.

    Sort by the number of bidders first.
    """
    in_turn = [row for row in rows if player in row.bidders]
    made = (((len(row.bidders), row.bidders.index(player) + 1), row.made[player]) for row in in_turn)
    return tuple(AtPlace(place, bidders, *tally) for (bidders, place), tally in _tallies(made))


def _tallies(bids: Iterable[tuple[T, bool]]) -> list[tuple[T, Tally]]:
    """Count the bids of each kind, sorted by kind."""
    return [(kind, _tally(made for _kind, made in same)) for kind, same in groupby(sorted(bids), itemgetter(0))]


# --- stored form --------------------------------------------------------------------------------------


def to_text(evening: Evening | None) -> str:
    """Return the evening as text that `from_text` reads."""
    return json.dumps(evening, separators=(",", ":"))


def from_text(text: str, game_id: str) -> Evening | None:
    """Return the evening of a stored game, or None if the text is of no evening."""
    data = json.loads(text)
    if data is None:
        return None
    *head, winner, results, moved, _none = data
    winner = tuple(winner) if isinstance(winner, list) else winner
    return Evening._make((*head, winner, tuple(_read(row, game_id) for row in results), moved, game_id))


def _read(row: list[Any], game_id: str) -> Result:
    *counted, dealt, sizes, places, run, bold, best, worst, comeback, once, money = row
    return Result(
        *counted, Tally(*dealt), tuple(OfSize(*item) for item in sizes), tuple(AtPlace(*item) for item in places),
        *(item and OneHand(*item)._replace(game_id=game_id) for item in (run, bold, best, worst, comeback)),
        once, money,
    )  # type: ignore[call-arg]  # fmt: skip


def merge_moved(evenings: Sequence[Evening], onward: Mapping[str, Sequence[str]]) -> list[Evening]:
    """Return the evenings, with moved games merged into the games that continue them.

    `onward` maps the id of a moved game to the ids of the games that continue it. Its bids and hands are added to the
    results of the players with the same names there.

    Some players have left before the move, or play on at an unfinished table. Their figures are not counted until
    they have a place.
    """
    earlier: dict[str, list[Evening]] = {}
    for evening in evenings:
        for game_id in onward.get(evening.game_id, ()) if evening.moved else ():
            earlier.setdefault(game_id, []).append(evening)
    return [_merge_earlier(evening, _all_before(evening.game_id, earlier)) for evening in evenings if not evening.moved]


def _all_before(game_id: str, before: Mapping[str, Sequence[Evening]]) -> list[Evening]:
    """Return all earlier games, the nearest first.

    Each appears once, even if two tables of one game have merged again.
    """
    games: dict[str, Evening] = {}
    waiting = [*before.get(game_id, ())]
    while waiting:
        game = waiting.pop(0)
        if game.game_id not in games:
            games[game.game_id] = game
            waiting += before.get(game.game_id, ())
    return [*games.values()]


def _merge_earlier(evening: Evening, before: Sequence[Evening]) -> Evening:
    for previous in before:
        if previous.place and evening.place.startswith(previous.place):  # the earlier place has no table name in it
            evening = evening._replace(place=previous.place)
        results_before = {result.name: result for result in previous.results}
        results = []
        for result in evening.results:
            earlier = results_before.get(result.once) or results_before.get(result.name)
            results.append(_merge_results(result, earlier, evening, previous) if earlier else result)
        evening = evening._replace(results=tuple(results))
    return evening


def _merge_results(result: Result, earlier: Result, evening: Evening, previous: Evening) -> Result:
    """Return a player's results of both games together.

    Place and total are those of the later game. Best and worst hands are compared only if the scoring is the same. Of
    equal values, the earlier counts.
    """
    alike = previous.points_by == evening.points_by
    sign = -1 if evening.winner == "low" else 1
    runs, bids = filter(None, (earlier.run, result.run)), filter(None, (earlier.boldest, result.boldest))
    best, worst = filter(None, (earlier.best, result.best)), filter(None, (earlier.worst, result.worst))
    return result._replace(
        hands=result.hands + earlier.hands, bids=result.bids + earlier.bids, made=result.made + earlier.made,
        zeros=result.zeros + earlier.zeros, zeros_made=result.zeros_made + earlier.zeros_made,
        dealt=Tally(result.dealt.bids + earlier.dealt.bids, result.dealt.made + earlier.dealt.made),
        sizes=earlier.sizes + result.sizes, places=earlier.places + result.places,
        run=max(runs, key=lambda run: run.value, default=None),
        boldest=max(bids, key=lambda bold: (bold.value, -(bold.cards or 0)), default=None),
        best=max(best, key=lambda hand: sign * hand.value, default=None) if alike else result.best,
        worst=min(worst, key=lambda hand: sign * hand.value, default=None) if alike else result.worst,
    )  # fmt: skip


def counted_alike(evenings: Iterable[tuple[Evening, T]]) -> list[list[tuple[Evening, T]]]:
    """Group evenings by their scoring, the largest group first."""
    groups: dict[str, list[tuple[Evening, T]]] = {}
    for entry in evenings:
        groups.setdefault(entry[0].points_by, []).append(entry)
    return sorted(groups.values(), key=len, reverse=True)
