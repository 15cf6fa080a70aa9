"""Comparison of a sheet's points with the rules: running totals, wrong columns, and tricks by points."""

import itertools
import math
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from scorepad.errors import ColumnsUnclear, ScorepadError
from scorepad.formula_names import BESIDE_TABLES, OF_CONTRACTS
from scorepad.game.state.game import Game
from scorepad.game.state.rows import Points
from scorepad.game.state.standings import simplify_points
from scorepad.importing.sheets.evenings import OldEvening, OldHand
from scorepad.words import _

MOST_COMBINATIONS = 20_000


class PointsCheck:
    """The points that a player can have in a hand by the scheme of a game.

    If they depend on more than bid, tricks and cards, `is_possible` is False: nothing can be checked.
    """

    def __init__(self, game: Game) -> None:
        scheme = self._scheme = game.sheet.scheme
        self._options, self._players = game.sheet.options, len(game.sheet.seats.present)
        self._top = game.sheet.top
        self._sizes = [hand.cards for hand in game.sheet.coming()]
        self.is_possible = not (scheme.total or scheme.marks or scheme.reads_any(*OF_CONTRACTS, *BESIDE_TABLES))
        self.points = cache(self._points)

    def _points(self, bid: int, taken: int, cards: int) -> Points | None:
        """Return the points of a hand, or None if the scheme has none."""
        try:
            given = self._scheme.hand_variables(
                bid=bid, taken=taken, cards=cards, players=self._players, top=self._top, options=self._options
            )
            return simplify_points(self._scheme.entry(given))
        except (ScorepadError, ArithmeticError):
            return None

    def cards(self, hand: OldHand, at: int) -> int:
        """Return the cards of a hand, from the sheet or from the usual hand sizes."""
        total = sum(hand.taken.values()) if {*hand.taken} >= {*hand.players} else 0
        return hand.cards or total or (self._sizes[at] if at < len(self._sizes) else max(self._sizes, default=10))

    def tricks_for(self, points: Points, bid: int | None, cards: int) -> list[int]:
        """Return the tricks with which a player can have these points."""
        bids = range(cards + 1) if bid is None else [bid]
        return [
            taken for taken in range(cards + 1) if any(self.points(known, taken, cards) == points for known in bids)
        ]

    def fits(self, hand: OldHand, at: int, name: str, points: Points) -> bool:
        """Return whether the player can have these points in the hand."""
        cards, taken = self.cards(hand, at), hand.taken.get(name)
        if name in hand.bids and taken is not None:
            return self.points(hand.bids[name], taken, cards) == points
        return bool(self.tricks_for(points, hand.bids.get(name), cards))


# --- running totals --------------------------------------------------------------------------------------------


def with_running_totals(evening: OldEvening, check: PointsCheck) -> OldEvening:
    """Return the evening with its points as totals, if they are running totals.

    They are if they cannot be points of the hands but grow by such points, or if all of them grow from hand to hand.
    Raise ColumnsUnclear if both are possible.
    """
    hands = [hand for hand in evening.hands if hand.played and hand.points]
    is_chosen = evening.is_own or any(code.startswith(("points", "total")) for code in evening.chosen)
    if is_chosen or len(hands) < 2 or any(hand.totals for hand in evening.hands):
        return evening
    cells: list[tuple[int, OldHand, str, Points, Points]] = []
    last: dict[str, Points] = {}
    for at, hand in enumerate(hand for hand in evening.hands if hand.played):
        for name, points in hand.points.items():
            cells.append((at, hand, name, points, points - last.get(name, 0)))
            last[name] = points
    is_growing = all(growth >= 0 for at, _hand, _name, _points, growth in cells if at)
    as_points = as_totals = 0
    if check.is_possible:
        as_points = sum(not check.fits(hand, at, name, points) for at, hand, name, points, _growth in cells)
        as_totals = sum(not check.fits(hand, at, name, growth) for at, hand, name, _points, growth in cells)
    if as_totals < as_points and (not as_totals or is_growing):
        return replace(evening, hands=tuple(replace(hand, points={}, totals=hand.points) for hand in evening.hands))
    is_unsure = is_growing and as_points == as_totals and any(growth for at, *_rest, growth in cells if at)
    if is_unsure and any(points != growth for _at, _hand, _name, points, growth in cells):
        words = _("These columns may hold points of each hand or running totals: {columns}. Choose what they mean.")
        raise ColumnsUnclear([evening.labels[code] for code in evening.labels if code.startswith("points")], words)
    return evening


# --- wrong columns ---------------------------------------------------------------------------------------------


def refuse_impossible(evening: OldEvening) -> None:
    """Raise ColumnsUnclear if half of the bids or tricks of a column are above the cards, or most do not add up."""
    if evening.is_own:
        return
    hands = [hand for hand in evening.hands if hand.cards]
    for part, rows in (("bid", [hand.bids for hand in hands]), ("taken", [hand.taken for hand in hands])):
        for name in evening.players:
            pairs = [(row[name], hand.cards or 0) for row, hand in zip(rows, hands, strict=True) if name in row]
            if pairs and 2 * sum(tricks > cards for tricks, cards in pairs) >= len(pairs):
                words = _("This column has more tricks than cards in many hands: {columns}.")
                raise ColumnsUnclear([_label(evening, part, name)], words)
    whole = [hand for hand in hands if hand.players and {*hand.taken} >= {*hand.players}]
    if len(whole) > 1 and 2 * sum(sum(hand.taken.values()) != hand.cards for hand in whole) > len(whole):
        words = _("The tricks do not add up to these cards in most hands: {columns}.")
        raise ColumnsUnclear([evening.labels.get("cards", "cards")], words)


def refuse_mixed(evening: OldEvening) -> None:
    """Raise ColumnsUnclear if the columns are not in the same order for all players.

    Call this if the rules do not confirm all columns. The headings may then be above the wrong columns.
    """
    codes = [(part, player) for part, _colon, player in (code.partition(":") for code in evening.labels) if player]
    players, parts = ([*dict.fromkeys(code[at] for code in codes)] for at in (1, 0))
    # all players have the columns of one player, or all groups of columns have the players of one group
    orders = [[(part, player) for player in players for part, other in codes if other == first] for first in players]
    orders += [[(part, player) for part in parts for other, player in codes if other == first] for first in parts]
    known = ([code for code in order if code in codes] for order in orders)
    differing = ([code for code, usual in itertools.zip_longest(codes, order) if code != usual] for order in known)
    apart = min(differing, key=len, default=[])
    scored = [code for code in codes if code[0] in ("points", "total")]
    if len({part for part, _player in scored}) == 2 and len({player for _part, player in scored}) == len(scored):
        apart = scored  # points of some players, but totals of the others
    labels = [evening.labels[":".join(code)] for code in apart]
    if not {*labels} <= {*evening.chosen.values()}:
        words = _("These columns are not in the same order for all players: {columns}. Choose what they mean.")
        raise ColumnsUnclear(labels, words)


def refuse_other_growth(evening: OldEvening) -> None:
    """Raise ColumnsUnclear if the totals of a player do not grow by the points in most hands, and in two at least."""
    for name in evening.players:
        hands = [hand for hand in evening.hands if name in hand.points and name in hand.totals]
        starts = [hand.totals[name] - hand.points[name] - hand.adjustments.get(name, 0) for hand in hands[1:]]
        wrong = sum(hand.totals[name] != start for hand, start in zip(hands, starts, strict=False))
        labels = [_label(evening, part, name) for part in ("points", "total")]
        if wrong > 1 and 2 * wrong >= len(hands) and not {*labels} <= {*evening.chosen.values()}:
            raise ColumnsUnclear(labels, _("The totals do not grow by these points in most hands: {columns}."))


def _label(evening: OldEvening, part: str, player: str) -> str:
    return evening.labels.get(f"{part}:{player}") or evening.labels.get(part, part)


# --- tricks ----------------------------------------------------------------------------------------------------


class Tricks(NamedTuple):
    """What follows from bids and points: the tricks, or only who made the bid.

    Both are empty if nothing follows. `are_impossible`: no tricks add up to the cards.
    """

    taken: Mapping[str, int]
    made: Mapping[str, bool]
    are_impossible: bool = False


def tricks_by_points(hand: OldHand, paper: Mapping[str, Points], check: PointsCheck, at: int) -> Tricks:
    """Return the tricks of a hand of which only bids and points are known."""
    names = [*hand.players]
    if not check.is_possible or not all(name in hand.bids and name in paper for name in names):
        return Tricks({}, {})
    cards = check.cards(hand, at)
    ways = [check.tricks_for(paper[name], hand.bids[name], cards) for name in names]
    if math.prod(map(len, ways)) > MOST_COMBINATIONS:
        return Tricks({}, {})
    fitting = [taken for taken in itertools.product(*ways) if sum(taken) == cards]
    if len(fitting) == 1:
        return Tricks(dict(zip(names, fitting[0], strict=True)), {})
    made = [{taken[at] == hand.bids[name] for taken in fitting} for at, name in enumerate(names)]
    if fitting and all(len(known) == 1 for known in made):
        return Tricks({}, {name: known.pop() for name, known in zip(names, made, strict=True)})
    return Tricks({}, {}, are_impossible=not fitting and bool(hand.cards))
