"""Recording from a paper sheet: hands that break the rules, and totals without hands."""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from scorepad import errors
from scorepad.errors import RuleError
from scorepad.game.decide import correction_checks, hands
from scorepad.game.state.events import Bids, BidsRecorded, Contract, Marks, TotalsKnown, TricksRecorded
from scorepad.game.state.game import Game
from scorepad.game.state.rows import OpenHand
from scorepad.game.state.scoring import is_off_signed
from scorepad.game.state.turns import coming_hand, hand_to_play
from scorepad.words import _


def record_bids(game: Game, bids: Bids, *, cards: int | None = None, **details: Any) -> BidsRecorded:
    """Record the next hand's bids as on paper: complete or not, against the rules or after the end.

    Other arguments are those of `hands.complete_bids`. Raise RuleError if bids are already recorded, or for a value
    that cannot be read.
    """
    if game.sheet.bids is not None:
        raise errors.bids_already_recorded(game.sheet.hands_played + 1)
    bids = _drop_none(bids)
    try:
        return hands.record_bids(game, bids, cards=cards, **details)
    except RuleError:
        event = hands.complete_bids(game, _hand(game, cards), bids, **details)
        # An unknown contract does not mean that there were no trumps.
        trump = (
            event.trump
            if event.contract
            else details.get("trump") or hands.trump_of_turned_card(game, details.get("turned"))
        )
        event = replace(event, trump=trump, on_paper=True)
        _check(game, event)
        return event


def record_tricks(
    game: Game, points: Mapping[str, Any], *, cards: int | None = None, marks: Marks | None = None, **known: Any
) -> TricksRecorded:
    """Record the next hand's result as on paper.

    `points` are by player, as written. `cards` is used only if no bids are recorded. `known` holds other fields of
    TricksRecorded. Raise RuleError for a value that cannot be read.
    """
    sheet, bids = game.sheet, game.sheet.bids
    event = TricksRecorded(**known, marks=marks or {}, points=_drop_none(points))
    taken, made, off = (_drop_none(result) or None for result in (event.taken, event.made, event.off))
    if off and made is None and taken is None and is_off_signed(off, sheet.scheme, sheet.options, {}):
        recorded = bids.bids if bids else {}
        taken, off = {player: recorded.get(player, 0) + number for player, number in off.items()}, None
    size = None if bids else _hand(game, cards).cards
    trump = event.trump or hands.trump_of_turned_card(game, event.turned)
    changes = {player: change for player, change in event.bid_changes.items() if change}
    event = replace(event, taken=taken, made=made, off=off, cards=size, trump=trump, bid_changes=changes)
    _check(game, event)
    return replace(event, points=correction_checks.exact_points(event.points or {}))


def _drop_none(values: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the values without None."""
    return {player: value for player, value in (values or {}).items() if value is not None}


def _hand(game: Game, cards: int | None) -> OpenHand:
    """Return the next hand on paper, even if the game is over by the rules; may raise RuleError."""
    sheet = game.sheet
    if sheet.only_totals:
        raise errors.only_totals()
    if cards is not None:
        hands.raise_first(
            correction_checks.cards_problems(cards, len(sheet.seats.present), correction_checks.MOST_CARDS)
        )
    least = sheet.schedule.last_cards or 1
    return hand_to_play(sheet, coming_hand(sheet), least if cards is None and sheet.finished else cards)


def _check(game: Game, event: BidsRecorded | TricksRecorded) -> None:
    """Raise the first problem of a value that cannot be read."""
    values = {field.name: getattr(event, field.name) for field in fields(event)}
    if isinstance(values.get("contract"), Contract):
        values["contract"] = values["contract"].to_dict()
    if values["cards"] is None:
        del values["cards"]
    paper = {"points": {}, **values}
    hands.raise_first(correction_checks.shape_problems(game, game.sheet.hands_played + 1, paper))


def only_totals(game: Game, totals: Mapping[str, Any]) -> TotalsKnown:
    """Record the totals of all players for a game without known hands.

    Raise RuleError if hands or other points are already recorded. Raise RuleError for `totals.<player>` if a total is
    missing or invalid.
    """
    if game.sheet.rows or game.sheet.bids is not None:
        raise errors.RuleError("totals", _("Totals alone are for a game without known hands."))
    for player in game.sheet.seats.everyone:
        if totals.get(player) is None:
            raise RuleError(f"totals.{player}", _("What was the total of {name}?").format(name=game.names[player]))
    hands.raise_first(correction_checks.point_problems("totals", game.names, game.names, totals))
    return TotalsKnown(correction_checks.exact_points(totals))
