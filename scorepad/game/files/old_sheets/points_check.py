"""Comparison of a sheet's points with the rules: running totals, swapped columns, and tricks by points."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from scorepad.errors import ColumnsUnclear, ScorepadError
from scorepad.game.files.old_sheets.evenings import OldEvening, OldHand
from scorepad.game.state.game import Game
from scorepad.game.state.rows import Points
from scorepad.game.state.scoring import depends_on_others
from scorepad.game.state.standings import simplify_points
from scorepad.words import _

_OTHER_THINGS = ("role", "level", "contract_taken", "doubled", "redoubled", "total", "made_run", "missed_run")
MOST_COMBINATIONS = 20_000


class PointsCheck:
    """The points that a player can have in a hand by the scheme of a game.

    If they depend on more than bid, tricks and cards, `is_possible` is False: nothing can be checked.
    """

    def __init__(self, game: Game) -> None:
        scheme = self._scheme = game.sheet.scheme
        self._options, self._players = game.sheet.options, len(game.sheet.seats.present)
        self._sizes = [hand.cards for hand in game.sheet.coming()]
        self.is_possible = not (
            scheme.total or scheme.marks or depends_on_others(scheme) or any(map(scheme.reads, _OTHER_THINGS))
        )
        self.points = cache(self._points)

    def _points(self, bid: int, taken: int, cards: int) -> Points | None:
        """Return the points of a hand, or None if the scheme has none."""
        try:
            given = self._scheme.hand_variables(
                bid=bid, taken=taken, cards=cards, players=self._players, options=self._options
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
    if evening.is_chosen or len(hands) < 2 or any(hand.totals for hand in evening.hands):
        return evening
    cells = [*_as_points_and_growth(evening)]
    is_growing = all(growth >= 0 for at, _hand, _name, _points, growth in cells if at)
    as_points = as_totals = 0
    if check.is_possible:
        as_points = sum(not check.fits(hand, at, name, points) for at, hand, name, points, _growth in cells)
        as_totals = sum(not check.fits(hand, at, name, growth) for at, hand, name, _points, growth in cells)
    if as_totals < as_points and (not as_totals or is_growing):
        return _as_totals(evening)
    is_unsure = is_growing and as_points == as_totals and any(growth for at, *_rest, growth in cells if at)
    if is_unsure and any(points != growth for _at, _hand, _name, points, growth in cells):
        words = _("These columns may hold points of each hand or running totals: {columns}. Choose what they mean.")
        raise ColumnsUnclear(_labels(evening, "points"), words)
    return evening


def _as_points_and_growth(evening: OldEvening) -> Iterator[tuple[int, OldHand, str, Points, Points]]:
    """Yield the number of the hand from 0, the hand, the player, the points, and their growth since the hand before."""
    last: dict[str, Points] = {}
    for at, hand in enumerate(hand for hand in evening.hands if hand.played):
        for name, points in hand.points.items():
            yield at, hand, name, points, points - last.get(name, 0)
            last[name] = points


def _as_totals(evening: OldEvening) -> OldEvening:
    hands = tuple(replace(hand, points={}, totals=hand.points) for hand in evening.hands)
    return replace(evening, hands=hands)


def _labels(evening: OldEvening, meaning: str) -> list[str]:
    return [label for code, label in evening.labels.items() if code.partition(":")[0] == meaning]


# --- swapped columns -------------------------------------------------------------------------------------------

_Cells = dict[tuple[str, str], list[Any]]
"""The values of each column of numbers, by meaning and player, one for each hand."""


def refuse_swapped(evening: OldEvening, check: PointsCheck) -> None:
    """Raise ColumnsUnclear if a column of points exchanged with another explains numbers that cannot be right.

    Without it, a bid is above the cards of its hand or the tricks do not add up to them; with it, everything fits the
    rules. Points alone prove nothing: a table may have its own scoring.
    """
    hands = [hand for hand in evening.hands if hand.played]
    cells = _cells(hands)
    of_points = [key for key in cells if key[0] in ("points", "total")]
    judge = _Judge(check, [check.cards(hand, at) for at, hand in enumerate(hands)])
    if evening.is_chosen or not of_points or len(cells) > 60 or not judge.count_impossible(cells):
        return
    for first, other in itertools.product(of_points, cells):
        if first != other and judge.is_right({**cells, first: cells[other], other: cells[first]}):
            words = _("These columns may be swapped: {columns}. Choose what they mean.")
            raise ColumnsUnclear([_label(evening, first), _label(evening, other)], words)


def refuse_impossible(evening: OldEvening) -> None:
    """Raise ColumnsUnclear if all bids or tricks of a column are above the cards, or if the tricks never add up."""
    if evening.is_own:
        return
    hands = [hand for hand in evening.hands if hand.cards]
    for part, rows in (("bid", [hand.bids for hand in hands]), ("taken", [hand.taken for hand in hands])):
        for name in evening.players:
            pairs = [(row[name], hand.cards or 0) for row, hand in zip(rows, hands, strict=True) if name in row]
            if pairs and all(tricks > cards for tricks, cards in pairs):
                words = _("This column has more tricks than cards in every hand: {columns}.")
                raise ColumnsUnclear([_label(evening, (part, name))], words)
    whole = [hand for hand in hands if hand.players and {*hand.taken} >= {*hand.players}]
    if len(whole) > 1 and all(sum(hand.taken.values()) != hand.cards for hand in whole):
        raise ColumnsUnclear(
            [_label(evening, ("cards", ""))], _("The tricks add up to these cards in no hand: {columns}.")
        )


def refuse_mixed(evening: OldEvening) -> None:
    """Raise ColumnsUnclear if the columns of a player are apart, although columns are not in groups of one meaning.

    Call this if the rules differ from the points. The headings may then be above the wrong columns.
    """
    codes = [code.partition(":")[::2] for code in evening.labels if ":" in code]
    players = [player for player, _same in itertools.groupby(player for _part, player in codes)]
    parts = [part for part, _same in itertools.groupby(part for part, _player in codes)]
    if evening.is_chosen or len(parts) == len({*parts}) or len(players) == len({*players}):
        return
    apart = [evening.labels[":".join(code)] for code in codes if players.count(code[1]) > 1]
    words = _("The rules give other points, and these columns are not side by side: {columns}. Choose what they mean.")
    raise ColumnsUnclear(apart, words)


def _label(evening: OldEvening, key: tuple[str, str]) -> str:
    meaning, player = key
    return evening.labels.get(f"{meaning}:{player}" if player else meaning) or evening.labels.get(meaning, meaning)


def _cells(hands: Sequence[OldHand]) -> _Cells:
    parts: dict[str, list[Mapping[str, Any]]] = {
        "bid": [hand.bids for hand in hands], "taken": [hand.taken for hand in hands],
        "points": [hand.points for hand in hands], "total": [hand.totals for hand in hands],
    }  # fmt: skip
    names = {name for values in parts.values() for row in values for name in row}
    cells: _Cells = {
        (part, name): [row.get(name) for row in rows]
        for part, rows in parts.items()
        for name in sorted(names)
        if any(name in row for row in rows)
    }
    shared = {"hand": [hand.number for hand in hands], "cards": [hand.cards for hand in hands]}
    return cells | {(part, ""): values for part, values in shared.items() if any(value is not None for value in values)}


class _Judge(NamedTuple):
    """The number of values in columns that contradict each other or the rules."""

    check: PointsCheck
    sizes: Sequence[int]

    def count_wrong(self, cells: _Cells, player: str) -> int:
        """Return how many points of a player differ from the rules, or from the growth of the totals."""
        none: list[Any] = [None] * len(self.sizes)
        sizes = self._sizes_in(cells)
        bids, taken, points, totals = (cells.get((part, player), none) for part in ("bid", "taken", "points", "total"))
        wrong, last = 0, 0
        for at, (bid, tricks, paper, total) in enumerate(zip(bids, taken, points, totals, strict=True)):
            size = sizes[at]
            growth = None if total is None else total - last
            last = last if total is None else total
            if not all(value is None or (isinstance(value, int) and 0 <= value <= 60) for value in (bid, tricks, size)):
                wrong += 1
                continue
            rules = None
            if self.check.is_possible and bid is not None and tricks is not None:
                rules = self.check.points(bid, tricks, size)
            expected = rules if rules is not None else paper if growth is not None else None
            if expected is not None:
                wrong += sum(value is not None and value != expected for value in (paper, growth))
        return wrong

    def is_right(self, cells: _Cells) -> bool:
        """Return whether all numbers fit the rules, with the points as points of the hands or as running totals."""
        if self.count_impossible(cells) or not _are_in_order(cells.get(("hand", ""), [])):
            return False
        as_totals = {("total" if part == "points" else part, player): cells[part, player] for part, player in cells}
        players = {player for _part, player in cells if player}
        return any(not any(self.count_wrong(way, player) for player in players) for way in (cells, as_totals))

    def count_impossible(self, cells: _Cells) -> int:
        """Return how many bids are above the cards of their hand, and how many hands have more or fewer tricks."""
        sizes = self._sizes_in(cells)
        bids = [values for (part, _player), values in cells.items() if part == "bid"]
        taken = [values for (part, _player), values in cells.items() if part == "taken"]
        wrong: int = sum(
            bid is not None and bid > size for values in bids for bid, size in zip(values, sizes, strict=True)
        )
        for at, size in enumerate(sizes):
            tricks = [values[at] for values in taken if values[at] is not None]
            wrong += bool(tricks) and sum(tricks) != size
        return wrong

    def _sizes_in(self, cells: _Cells) -> list[Any]:
        given = cells.get(("cards", ""), self.sizes)
        return [size or usual for size, usual in zip(given, self.sizes, strict=True)]


def _are_in_order(numbers: Sequence[Any]) -> bool:
    known = [number for number in numbers if number is not None]
    return all(number == last + 1 for last, number in itertools.pairwise(known))


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
    if _product(ways) > MOST_COMBINATIONS:
        return Tricks({}, {})
    fitting = [taken for taken in itertools.product(*ways) if sum(taken) == cards]
    if len(fitting) == 1:
        return Tricks(dict(zip(names, fitting[0], strict=True)), {})
    made = [{taken[at] == hand.bids[name] for taken in fitting} for at, name in enumerate(names)]
    if fitting and all(len(known) == 1 for known in made):
        return Tricks({}, {name: known.pop() for name, known in zip(names, made, strict=True)})
    return Tricks({}, {}, are_impossible=not fitting and bool(hand.cards))


def _product(ways: Sequence[Sequence[int]]) -> int:
    product = 1
    for way in ways:
        product *= len(way)
    return product
