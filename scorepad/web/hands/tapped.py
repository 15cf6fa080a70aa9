"""What is tapped for the open hand and not yet recorded, field by field as the forms name them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any
from zlib import crc32

from scorepad.errors import RuleError
from scorepad.game.decide import hands
from scorepad.game.decide.auction import DENOMINATIONS, Auction
from scorepad.game.state.events import CONTRACT_FIELDS, BidsRecorded, Contract, TricksRecorded
from scorepad.game.state.record import Game
from scorepad.game.state.rows import OpenHand
from scorepad.repository import StoredGame
from scorepad.web.submit import repository
from scorepad.words import _


def drafted(stored: StoredGame, draft: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """{"bid.p1": "2", "trump": "H", …} for the open hand: what was tapped, over what an undo has just given back.
    `draft` as the store tells it, where somebody has asked."""
    hand, draft = stored.game.sheet.open_hand, draft or repository().store.draft(stored.game_id)
    tapped = draft["values"] if hand and draft["hand"] == hand.number else {}
    return {**_taken_back(stored.game), **tapped}


def changes(stored: StoredGame, taps: Sequence[Mapping[str, str]]) -> list[dict[str, tuple[Any, Any]]]:
    """Return what each of these taps in a row changes: the value shown before and the new one, by field."""
    shown = drafted(stored)
    found = []
    for tap in taps:
        before = {field: str(shown.get(field, _untapped(stored.game, field))) for field in tap}
        found.append({field: (before[field], value) for field, value in tap.items() if before[field] != value})
        shown |= tap
    return [one for one in found if one]


def _untapped(game: Game, field: str) -> object:
    """What the form of the open hand shows in a field in which nobody has tapped."""
    kind, _dot, player = field.partition(".")
    sheet = game.sheet
    bids = sheet.bids.bids if sheet.bids else {}
    fixed = sheet.open_hand.fixed_bid if sheet.open_hand else None
    bid = bids.get(player, fixed)
    if kind == "taken":
        return "" if bid is None else bid
    if kind == "off":
        return "" if bid is None else 0
    mark, _dot, player = player.partition(".")
    marks = sheet.bids.marks.get(player, {}) if sheet.bids and kind == "mark" else {}
    return _word(marks.get(mark, ""))


def spoilt(draft: Mapping[str, Any]) -> dict[str, str]:
    """What is wrong with what is tapped, by the field of a page's errors; {} where nothing is."""
    told = _("The disk has changed a tap of this hand. It counts no more: look through what is tapped.")
    return {"draft": told} if "spoilt" in draft else {}


def _taken_back(game: Game) -> dict[str, Any]:
    """Bids or tricks just undone, so that one wrong tap does not cost all the others."""
    last = game.history.undone[-1] if game.history.undone else None
    if isinstance(last, BidsRecorded):
        own = _bids(last) | _calls_taken_back(game, last)
    elif isinstance(last, TricksRecorded):
        own = _tricks(last)
    else:
        return {}
    trumps = {"trump": last.trump, "turned": last.turned, "chosen_by": last.chosen_by}
    return {field: value for field, value in (own | _marks(game, last) | trumps).items() if value is not None}


def _bids(last: BidsRecorded) -> dict[str, Any]:
    contract = _contract(last.contract) if last.contract else {}
    return {f"bid.{player}": bid for player, bid in last.bids.items()} | contract


def _contract(contract: Contract) -> dict[str, Any]:
    parts = {part: _word(getattr(contract, part)) for part in CONTRACT_FIELDS}
    parts |= {f"doubler.{player}": "yes" for player in contract.doublers}
    return {f"contract.{part}": value for part, value in parts.items()}


def _tricks(last: TricksRecorded) -> dict[str, Any]:
    taken = {f"taken.{player}": tricks for player, tricks in (last.taken or {}).items()}
    made = {f"made.{player}": _word(made) for player, made in (last.made or {}).items()}
    off = {f"off.{player}": off for player, off in (last.off or {}).items()}
    return {**taken, **made, **off, "cancelled": last.cancelled}


def _marks(game: Game, last: BidsRecorded | TricksRecorded) -> dict[str, Any]:
    kinds = game.sheet.scheme.marks
    return {
        f"mark.{mark}.{player}": value if kinds.get(mark) == "number" else _word(bool(value))
        for player, own in last.marks.items()
        for mark, value in own.items()
    }


def _word(value: Any) -> Any:
    """Yes and no as forms say them."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value


# --- calls of an auction ---------------------------------------------------------------------------------


def auction_tapped(game: Game, drafted: object) -> Auction:
    """The auction of the open hand as it was tapped so far.

    A draft of another table (somebody sat down or got up since) or one that ends or breaks the rules counts as none.
    """
    none = hands.auction(game)
    if not isinstance(drafted, dict) or drafted.get("order") != _order(none):
        return none
    try:
        so_far = hands.auction(game, drafted["calls"])
    except RuleError:
        return none
    return none if so_far.over else so_far


def calls_as_kept(hand: OpenHand, calls: Sequence[str]) -> dict[str, Any]:
    """The draft of these calls: who sits in which order, and for how many cards, is what gives them a meaning."""
    return {"order": [*hand.order, hand.cards], "calls": [*calls]}


def _order(none: Auction) -> list[Any]:
    return [*none.players, none.cards]


def legal_calls(so_far: Auction) -> dict[int, str]:
    """What may be bid now: for every level its denominations, and # where the number may be named without a suit."""
    legal = frozenset(so_far.legal())
    levels = range(so_far.cards + 1)
    suits = {level: "".join(suit for suit in DENOMINATIONS if f"{level}{suit}" in legal) for level in levels}
    return {level: suits[level] + ("#" if str(level) in legal else "") for level in levels}


def writes_outcomes(game: Game) -> bool:
    """Whether this table writes down outcomes only: it did so for the hand before."""
    before = game.hand_row(game.sheet.hands_played)
    return before is not None and before.contract is not None and not before.calls


def _calls_taken_back(game: Game, last: BidsRecorded) -> dict[str, Any]:
    """The calls of an auction just undone, without the one that ended it."""
    hand = game.sheet.open_hand
    return {"calls": calls_as_kept(hand, last.calls[:-1])} if hand and last.calls else {}


# --- signs of what is shown ------------------------------------------------------------------------------


def version_sign(stored: StoredGame, draft: Mapping[str, Any] | None = None) -> str:
    """What tells a page from what it shows at any other moment; with the draft where it shows what is tapped."""
    return f"{stored.version}.{draft_sign(draft)}" if draft is not None else str(stored.version)


def draft_sign(draft: Mapping[str, Any]) -> str:
    """A short word for what is tapped: alike for like taps by whomever, "" for none."""
    tapped = {name: value for name, value in draft.items() if name != "by"}
    return f"{crc32(json.dumps(tapped, sort_keys=True).encode()):x}" if draft["values"] else ""
