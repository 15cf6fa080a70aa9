"""A hand kept as on an old sheet: the points written there, and what the rules give where bid and result are known."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from scorepad import errors
from scorepad.errors import RuleError
from scorepad.game.state.rows import OpenHand, Points
from scorepad.game.state.scoring import PlayedHand, Scored, hangs_on_others, needs_tricks
from scorepad.rules.scheme import Scheme
from scorepad.words import both


class OnPaper(NamedTuple):
    """What a hand on paper gives: `scored.points` count, `by_rules` are those of whom the rules can say."""

    scored: Scored
    by_rules: dict[str, Points]


def on_paper(
    scheme: Scheme,
    options: Mapping[str, object],
    hand: OpenHand,
    played: PlayedHand,
    paper: Mapping[str, Points],
    scored_by: Callable[[OpenHand, PlayedHand], Scored],
    passed: Collection[str],
) -> OnPaper:
    """The points of a hand as they stand on `paper`; of all others as the rules give them, else 0.

    `scored_by` is how the rules count a hand; `passed` are those who need no bid to be counted.
    """
    sure = {player for player in _with_result(played) if player in played.bids or player in passed}
    whole = replace(played, bids={player: bid for player, bid in played.bids.items() if player in sure})
    scored = scored_by(hand, whole)
    worked_out = _worked_out(scheme, options, hand, whole, sure)
    by_rules = {
        player: points
        for player, points in scored.points.items()
        if player in worked_out and player not in scored.unknown
    }
    points = {player: paper.get(player, by_rules.get(player, 0)) for player in hand.order}
    variables = {player: scored.variables[player] for player in by_rules}
    return OnPaper(scored._replace(points=points, unknown={}, variables=variables), by_rules)


def _with_result(played: PlayedHand) -> Collection[str]:
    """Of whom the tricks are known, or who made it, or how far off they were."""
    said = next((one for one in (played.taken, played.off, played.made) if one is not None), {})
    return said.keys()


def _worked_out(
    scheme: Scheme, options: Mapping[str, object], hand: OpenHand, played: PlayedHand, sure: Collection[str]
) -> Collection[str]:
    """Those of whom enough is known: of all others too where points hang on them, and of the declarer."""
    if played.taken is None and needs_tricks(scheme, options, hand.options, off_known=played.off is not None):
        sure = {player for player in sure if (played.made or {}).get(player)}
    contract = played.contract
    others = hand.order if hangs_on_others(scheme) else () if contract is None else (contract.declarer,)
    return sure if all(player in sure for player in others) else ()


def doubts(problems: Iterable[RuleError], contract_known: bool) -> tuple[RuleError, ...]:
    """What cannot be of a hand on paper; what is only not written there is no doubt."""
    unsaid = (errors.ValueMissing,) if contract_known else (errors.ValueMissing, errors.WrongContract)
    return tuple(one for one in problems if not isinstance(one, unsaid))


def no_points_known(given: OnPaper, paper: Mapping[str, Points], names: Mapping[str, str]) -> list[RuleError]:
    """A doubt about those who get 0 because neither points nor what they hang on is written down, if there are any."""
    unknown = given.scored.points.keys() - paper.keys() - given.by_rules.keys()
    told = [name for player, name in names.items() if player in unknown]
    return [errors.no_points_known(both(told))] if told else []
