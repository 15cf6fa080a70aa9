"""The draft of the current hand: values tapped but not yet recorded, by the field names of the forms."""

import json
from collections.abc import Mapping, Sequence
from typing import Any
from zlib import crc32

from scorepad.errors import RuleError
from scorepad.game.decide import hands
from scorepad.game.decide.auction import DENOMINATIONS, Auction
from scorepad.game.state.events import CONTRACT_FIELDS, BidsRecorded, TricksRecorded
from scorepad.game.state.game import Game
from scorepad.game.state.rows import OpenHand
from scorepad.repository import StoredGame
from scorepad.web.submit import repository
from scorepad.words import _


def draft_values(stored: StoredGame, draft: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return {"bid.p1": "2", "trump": "H", …} for the current hand: the draft on top of values that an undo gave back.

    `draft` is the draft in the store, if the caller has read it.
    """
    hand, draft = stored.game.sheet.open_hand, draft or repository().store.draft(stored.game_id)
    tapped = draft["values"] if hand and draft["hand"] == hand.number else {}
    return {**_undone_values(stored.game), **tapped}


def tap_changes(stored: StoredGame, taps: Sequence[Mapping[str, str]]) -> list[dict[str, tuple[Any, Any]]]:
    """Return the change of each tap in sequence, without taps that change nothing: the old and new value by field."""
    shown = draft_values(stored)
    changed = []
    for tap in taps:
        before = {field: str(shown.get(field, _default_value(stored.game, field))) for field in tap}
        changed.append({field: (before[field], value) for field, value in tap.items() if before[field] != value})
        shown |= tap
    return [fields for fields in changed if fields]


def _default_value(game: Game, field: str) -> object:
    """Return what the form of the current hand shows in a field without a draft."""
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
    return _form_value(marks.get(mark, ""))


def draft_errors(draft: Mapping[str, Any]) -> dict[str, str]:
    """Return an error about a damaged draft, by form field; {} if the draft is intact."""
    message = _("A tap of this hand was changed on the disk and no longer counts. Check what is tapped.")
    return {"draft": message} if "spoilt" in draft else {}


def _undone_values(game: Game) -> dict[str, Any]:
    """Return the bids or tricks just undone, so that the scorer need not enter all of them again."""
    last, hand = game.history.undone[-1] if game.history.undone else None, game.sheet.open_hand
    if not isinstance(last, BidsRecorded | TricksRecorded):
        return {}
    values: dict[str, Any] = {"trump": last.trump, "turned": last.turned, "chosen_by": last.chosen_by}
    if isinstance(last, BidsRecorded):
        values |= {f"bid.{player}": bid for player, bid in last.bids.items()}
        if last.contract:
            values |= {f"contract.{part}": _form_value(getattr(last.contract, part)) for part in CONTRACT_FIELDS}
            values |= {f"contract.doubler.{player}": "yes" for player in last.contract.doublers}
        if hand and last.calls:  # the last call ended the auction
            values["calls"] = calls_draft(hand, last.calls[:-1])
    else:
        for field in ("taken", "made", "off"):
            results = getattr(last, field) or {}
            values |= {f"{field}.{player}": _form_value(result) for player, result in results.items()}
        values["cancelled"] = last.cancelled
        values |= {f"change.{player}": change for player, change in last.bid_changes.items()}
    return {field: value for field, value in (values | _marks(game, last)).items() if value is not None}


def _marks(game: Game, last: BidsRecorded | TricksRecorded) -> dict[str, Any]:
    kinds = game.sheet.scheme.marks
    return {
        f"mark.{mark}.{player}": value if kinds.get(mark) in ("number", "player") else _form_value(bool(value))
        for player, values in last.marks.items()
        for mark, value in values.items()
    }


def _form_value(value: Any) -> Any:
    """Return True and False as forms write them, yes and no; any other value unchanged."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value


# --- calls of an auction ---------------------------------------------------------------------------------


def draft_auction(game: Game, drafted: object) -> Auction:
    """Return the auction of the current hand with the calls in the draft.

    Ignore a draft of other players or another number of cards. Also ignore a draft that ends the auction or breaks the
    rules.
    """
    none = hands.auction(game)
    if not isinstance(drafted, dict) or drafted.get("order") != [*none.players, none.cards]:
        return none
    try:
        so_far = hands.auction(game, drafted["calls"])
    except RuleError:
        return none
    return none if so_far.over else so_far


def calls_draft(hand: OpenHand, calls: Sequence[str]) -> dict[str, Any]:
    """Return the draft of these calls, with the seat order and number of cards that they depend on."""
    return {"order": [*hand.order, hand.cards], "calls": [*calls]}


def legal_calls(so_far: Auction) -> dict[int, str]:
    """Return the legal calls: for every level its denominations, and # if the number may be bid without a suit."""
    legal = frozenset(so_far.legal())
    levels = range(so_far.cards + 1)
    suits = {level: "".join(suit for suit in DENOMINATIONS if f"{level}{suit}" in legal) for level in levels}
    return {level: suits[level] + ("#" if str(level) in legal else "") for level in levels}


def writes_outcomes(game: Game) -> bool:
    """Return True if this table records only the outcome of auctions: it did so for the previous hand."""
    before = game.hand_row(game.sheet.hands_played)
    return before is not None and before.contract is not None and not before.calls


# --- version tags of pages -------------------------------------------------------------------------------


def version_tag(stored: StoredGame, draft: Mapping[str, Any] | None = None) -> str:
    """Return a tag of what a page shows; with `draft` it also changes with the draft."""
    return f"{stored.version}.{draft_checksum(draft)}" if draft is not None else str(stored.version)


def draft_checksum(draft: Mapping[str, Any]) -> str:
    """Return a checksum of the draft, which does not depend on its authors; "" for an empty draft."""
    content = {name: value for name, value in draft.items() if name != "by"}
    return f"{crc32(json.dumps(content, sort_keys=True).encode()):x}" if draft["values"] else ""
