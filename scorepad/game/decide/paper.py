"""What is kept of an old sheet as it stands there: hands of which the rules say otherwise, and totals by themselves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from scorepad import errors
from scorepad.errors import RuleError
from scorepad.game.decide import correction_checks, hands
from scorepad.game.state.events import Bids, BidsRecorded, Contract, Marks, TotalsKnown, TricksRecorded
from scorepad.game.state.record import Game
from scorepad.game.state.rows import OpenHand
from scorepad.game.state.scoring import tells_sides
from scorepad.game.state.turns import coming_hand, hand_to_play
from scorepad.words import _


def record_bids(game: Game, bids: Bids, *, cards: int | None = None, **said: Any) -> BidsRecorded:
    """The bids of the next hand as they stand on paper: of all, of some, against the rules or after the end.

    `said`: what `hands.settled_bids` takes besides. Raises the RuleError of what cannot be read, BidsStand.
    """
    bids = _known(bids)
    try:
        return hands.record_bids(game, bids, cards=cards, **said)
    except errors.BidsStand:
        raise
    except RuleError:
        event = hands.settled_bids(game, _hand(game, cards), bids, **said)
        # Where nobody wrote the contract down, that is not to say that there were no trumps.
        trump = event.trump if event.contract else said.get("trump") or hands.meant(game, said.get("turned"))
        event = replace(event, trump=trump, on_paper=True)
        _check(game, event)
        return event


def record_tricks(
    game: Game, points: Mapping[str, Any], *, cards: int | None = None, marks: Marks | None = None, **known: Any
) -> TricksRecorded:
    """The next hand as it is on paper: `points` as they are written there, by player, and what is known of the tricks.

    `cards` if no bids are known; `known` are other fields of TricksRecorded. Raises the RuleError of what cannot be
    read.
    """
    sheet, bids = game.sheet, game.sheet.bids
    event = TricksRecorded(**known, marks=marks or {}, points=_known(points))
    taken, made, off = (_known(one) or None for one in (event.taken, event.made, event.off))
    if off and made is None and taken is None and tells_sides(off, sheet.scheme, sheet.options, {}):
        stood = bids.bids if bids else {}
        taken, off = {player: stood.get(player, 0) + one for player, one in off.items()}, None
    size = None if bids else _hand(game, cards).cards
    trump = event.trump or hands.meant(game, event.turned)
    event = replace(event, taken=taken, made=made, off=off, cards=size, trump=trump)
    _check(game, event)
    return replace(event, points=correction_checks.exact_points(event.points or {}))


def _known(values: Mapping[str, Any] | None) -> dict[str, Any]:
    """Without those of whom nothing is known."""
    return {player: value for player, value in (values or {}).items() if value is not None}


def _hand(game: Game, cards: int | None) -> OpenHand:
    """The hand that is next on paper, whether or not the game goes on by the rules. RuleError."""
    sheet = game.sheet
    if sheet.only_totals:
        raise errors.only_totals()
    if cards is not None:
        hands.refuse(correction_checks.cards_problems(cards, len(sheet.seats.present), correction_checks.MOST_CARDS))
    least = sheet.schedule.last_cards or 1
    return hand_to_play(sheet, coming_hand(sheet), least if cards is None and sheet.finished else cards)


def _check(game: Game, event: BidsRecorded | TricksRecorded) -> None:
    """Raise the first thing in it that cannot be read."""
    said = {one.name: getattr(event, one.name) for one in fields(event)}
    if isinstance(said.get("contract"), Contract):
        said["contract"] = said["contract"].to_dict()
    if said["cards"] is None:
        del said["cards"]
    paper = {"points": {}, **said}
    hands.refuse(correction_checks.shape_problems(game, game.sheet.hands_played + 1, paper))


def only_totals(game: Game, totals: Mapping[str, Any]) -> TotalsKnown:
    """Of this evening only everybody's totals are known.

    RuleError where a hand, or points beside, are written down already; RuleError or
    RuleError for `totals.<player>`.
    """
    if game.sheet.rows or game.sheet.bids is not None:
        raise errors.RuleError("totals", _("Totals by themselves are for an evening of which no hand is known."))
    for player in game.sheet.seats.everyone:
        if totals.get(player) is None:
            raise RuleError(f"totals.{player}", _("What was the total of {name}?").format(name=game.names[player]))
    hands.refuse(correction_checks.point_problems("totals", game.names, game.names, totals))
    return TotalsKnown(correction_checks.exact_points(totals))
