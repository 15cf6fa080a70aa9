"""The set of all hands: the possible values of each variable, and the conditions that hold in every hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm

from scorepad.rules.field_readers import MOST_PLAYERS
from scorepad.rules.formula import Value, parse
from scorepad.rules.formula.bounds import Domain, Range, span
from scorepad.rules.formula.tree import TRUMP_LETTERS
from scorepad.rules.scheme.parts import LARGEST_OPTION, Option, is_word
from scorepad.rules.scheme.points_rules import PointsRules
from scorepad.rules.scheme.variables import LARGEST_MARK, LARGEST_TOTAL, NUMBERS

PossibleValues = Sequence[Value]
HandSet = Mapping[str, PossibleValues]

_ROLE_WORDS = ("none", "declarer", "doubler", "other")
_VARY: dict[str, PossibleValues] = {
    **NUMBERS,
    **dict.fromkeys(("bidding", "last", "doubled", "redoubled"), (0, 1)),
    "trump": ("", *sorted(TRUMP_LETTERS)),
    "role": _ROLE_WORDS,
}
_TEXTS = {"role": _ROLE_WORDS, "trump": tuple(TRUMP_LETTERS)}

# The variables that hand_variables() derives, as formulas; test_scheme.py compares the two.
_DERIVED = {
    "made": "bidding and taken == bid",
    "missed": "bidding and taken != bid",
    "off": "abs(taken - bid) if bidding else 0",
    "under": "bidding and taken < bid",
    "over_bid": "bidding and taken > bid",
    "declarer": "role == 'declarer'",
    "doubler": "role == 'doubler'",
    "contract_made": "role != 'none' and contract_taken == level",
    "contract_off": "abs(contract_taken - level) if role != 'none' else 0",
}
# Conditions that hold in every hand.
_CONSTRAINTS = (
    "bid <= cards",
    "taken <= cards",
    "level <= cards",
    "contract_taken <= cards",
    "makers <= players",
    "makers >= (bidding and taken == bid)",
    "bids_total >= bid",
    "place_in_bidding <= players",
    "bidding or bid == 0",
    "made_run == 0 or missed_run == 0",
    "role != 'none' or level == 0",
    "role != 'none' or not doubled",
    "role != 'none' or not redoubled",
    "role != 'doubler' or doubled",
    "doubled or not redoubled",
    "role != 'declarer' or level == bid",
    "role != 'declarer' or contract_taken == taken",
)
DERIVED = {name: parse(text, _VARY, _TEXTS) for name, text in _DERIVED.items()}
CONSTRAINTS = tuple(parse(text, _VARY, _TEXTS) for text in _CONSTRAINTS)


def variables(scheme: PointsRules) -> dict[str, PossibleValues]:
    """Return all variables under this scheme, with their possible values."""
    totals = _halves(LARGEST_TOTAL) if scheme.halves else range(-LARGEST_TOTAL, LARGEST_TOTAL + 1)
    result: dict[str, PossibleValues] = {**_VARY, "total": totals}
    for mark, kind in scheme.marks.items():
        numbers = sorted(scheme.mark_number(mark).choices) or range(-LARGEST_MARK, LARGEST_MARK + 1)
        result[mark] = numbers if kind == "number" else (0, 1)
        result[f"others_made_{mark}"] = result[f"others_missed_{mark}"] = range(MOST_PLAYERS)
    for name, option in scheme.options.items():
        result[name] = _choices(option)
    return result


@lru_cache(maxsize=1)
def _halves(largest: int) -> PossibleValues:
    return tuple(Fraction(twice, 2) for twice in range(-2 * largest, 2 * largest + 1))


def _choices(option: Option) -> PossibleValues:
    if isinstance(option.default, bool):
        return (0, 1)
    if is_word(option):
        return option.choices
    return sorted(int(choice) for choice in option.choices) or range(-LARGEST_OPTION, LARGEST_OPTION + 1)


def spread(values: PossibleValues) -> Range | frozenset[str]:
    """Return the range of sorted values, or the set of words."""
    low, high = values[0], values[-1]
    if isinstance(low, str) or isinstance(high, str):
        return frozenset(map(str, values))
    return span(low, high, 2 if isinstance(high, Fraction) else 1, False)


def raw(domain: Domain, points: Range) -> Range:
    """Return the range of the total before the hand plus the points."""
    total = domain["total"]
    assert isinstance(total, Range)
    return span(total.low + points.low, total.high + points.high, lcm(total.parts, points.parts), points.open)
