"""The fields in which a player's hand is written on a blank sheet, chosen by what the points depend on."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorepad.formats import format_points
from scorepad.game.report.blank_sheet import Blank
from scorepad.game.report.card_lines import depends_on_more, notes_for_tables
from scorepad.game.report.points_lines import CRITERIA, BareHand, Worth, bare_hands, goes_by
from scorepad.rules.formula.tree import Number
from scorepad.rules.scheme.scheme import SchemeAsPlayed

TRICKS, OFF, MADE = "tricks", "off", "made"
_FEWEST_FIGURES = 2


@dataclass(frozen=True)
class BlankFields:
    """The fields next to bid and total.

    `second` has the tricks, how far off a bid was, or whether it was made; "" if a miss is blotted out. `figures` are
    those of the longest number of points, with its sign. `points` are those of the hand.
    """

    second: str
    has_mark: bool
    has_points: bool
    figures: int


def as_played(blank: Blank) -> SchemeAsPlayed:
    """Return the scoring of the table."""
    sheet = blank.game.sheet
    return SchemeAsPlayed(sheet.scheme, max(sheet.top, *blank.sizes), len(blank.names), sheet.options, blank.sizes)


def blank_fields(blank: Blank) -> BlankFields:
    """Return the fields of a sheet."""
    sheet, points = blank.game.sheet, as_played(blank)
    if not blank.scored:
        return BlankFields(OFF, False, False, _FEWEST_FIGURES)
    state: dict[str, Any] = {"role": "declarer", "doubled": True, "redoubled": True} if points.by_contract else {}
    worth: Worth = {hand: points(*hand, **state) for hand in bare_hands(points.hand_sizes)}
    second = "" if prints_one(blank) else _second(worth, sheet.rulebook.writes, by_contract=points.by_contract)
    more = depends_on_more(sheet.scheme) and bool(notes_for_tables(points))
    bounces = isinstance(sheet.scheme.winner, tuple)  # two numbers, before and after
    sums = points.by_contract or more or (second in (TRICKS, OFF) and _is_calculated(worth))
    figures = max(len(format_points(value)) for value in worth.values())
    return BlankFields(second, bool(sheet.scheme.marks), sums and not bounces, max(_FEWEST_FIGURES, figures))


def prints_one(blank: Blank) -> bool:
    """Return whether a made bid counts 10 and the bid, and a miss nothing.

    A "1" is then printed before the bid, and a miss blotted out (Blackout, rules.md A9). Calculated from the scheme, so
    that it holds for custom ones.
    """
    scheme = blank.game.sheet.scheme
    if scheme.winner != "high" or not len(blank.hands) > 0:
        return False
    table = scheme.points_table(9, len(blank.names))
    return all(points == (10 + bid if bid == taken else 0) for bid, row in table for taken, points in enumerate(row))


def _second(worth: Worth, writes: str, *, by_contract: bool) -> str:
    if writes in (OFF, MADE):
        return writes
    by = goes_by({hand: points for hand, points in worth.items() if hand[0] != hand[1]}, CRITERIA)
    if by is not None and not by_contract and by.name in ("const", "bid"):
        return MADE
    return TRICKS if by is not None and by.name == "taken" else OFF


def _is_calculated(worth: Worth) -> bool:
    """Return whether the points of some hand are more than a number and the bid, the tricks or the difference."""
    made = {hand: points for hand, points in worth.items() if hand[0] == hand[1] > 0}
    zero = {hand: points for hand, points in worth.items() if hand[0] == hand[1] == 0}
    missed = {hand: points for hand, points in worth.items() if hand[0] != hand[1]}
    return not (_counts(made) and len({*zero.values()}) == 1 and _counts(missed))


def _counts(worth: Mapping[BareHand, Number]) -> bool:
    """Return whether all points are one number, with one point more or less for each trick of one kind."""
    by_taken = [(taken, points) for (_bid, taken, _cards), points in worth.items()]
    by_off = [(abs(bid - taken), points) for (bid, taken, _cards), points in worth.items()]
    sums = [[points - each * amount for amount, points in rows] for rows in (by_taken, by_off) for each in (0, 1, -1)]
    return any(len({*values}) <= 1 for values in sums)
