"""Does a miss need its tricks written down, or is “missed” enough, or how far off it was?"""

from __future__ import annotations

from collections.abc import Mapping

from scorepad.rules.field_readers import MOST_CARDS
from scorepad.rules.formula.bounds import (
    NO,
    YES,
    Range,
    UnprovenError,
    bounds,
    single,
    truth,
    union,
)
from scorepad.rules.scheme.domain import raw, spread, variables
from scorepad.rules.scheme.parts import Chosen
from scorepad.rules.scheme.points_rules import PointsRules


def needs_tricks(scheme: PointsRules, options: Mapping[str, Chosen] | None, *, off_known: bool = False) -> bool:
    """Whether the points of a miss depend on the tricks: False only where it is proved that they do not.

    The scheme is worked out once for all missed hands, with everything that the tricks decide marked open; a value
    that comes out single, whatever it was made of, is not. Likewise for those who do not bid, if some may not.
    `off_known`: how far off a bid was is written down, though not on which side.
    """
    domain: dict[str, Range | frozenset[str]] = {name: spread(values) for name, values in variables(scheme).items()}
    for name, chosen in (options or {}).items():
        domain[name] = frozenset({chosen}) if isinstance(chosen, str) else single(int(chosen))
    flag, tricks = Range(0, 1), Range(0, MOST_CARDS, 1, True)
    distance = tricks._replace(open=not off_known)
    domain |= {"taken": tricks, "contract_off": distance, "declarer": flag, "doubler": flag, "contract_made": flag}
    side = flag._replace(open=True)
    missed = {"made": NO, "missed": YES, "off": distance._replace(low=1), "under": side, "over_bid": side}
    no_bid = {"bid": NO, "made": NO, "missed": NO, "off": NO, "under": NO, "over_bid": NO}
    hands = [missed] if scheme.bids_when is None else [missed, no_bid]
    try:
        return any(_open(scheme, {**domain, **hand}) for hand in hands)
    except UnprovenError:
        return True


def _open(scheme: PointsRules, domain: dict[str, Range | frozenset[str]]) -> bool:
    for term in scheme.terms:
        domain[term.name] = bounds(term.formula, domain)
    points: Range | None = None
    for case in scheme.cases:
        holds = YES if case.when is None else truth(bounds(case.when, domain))
        if holds == NO:
            continue
        found = bounds(case.give, domain)
        points = union(points, found, holds.open) if points else found._replace(open=found.open or holds.open)
        if holds == YES:
            break
    if points is None or points.open or scheme.total is None:
        return points is None or points.open
    return bounds(scheme.total, {**domain, "raw": raw(domain, points)}).open
