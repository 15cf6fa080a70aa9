"""The table view: the standings in large type, for a second phone or a television."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from math import ceil
from typing import Any, NamedTuple

from flask import Blueprint

from scorepad.errors import RuleError
from scorepad.formats import MINUS, format_change, format_points
from scorepad.game.report.notes import bid_sign, paper_sign
from scorepad.game.state.events import Contract
from scorepad.game.state.game import Game, played_rows
from scorepad.game.state.rows import OpenHand
from scorepad.game.state.scoring import suspended_bidders
from scorepad.game.state.turns import first_leader, hands_to_come
from scorepad.repository import StoredGame
from scorepad.rules.rulebook.turned_card import trump_and_card
from scorepad.web.fields import MOST, parse_int
from scorepad.web.hand_draft import draft_auction, draft_checksum, version_tag
from scorepad.web.reports.render_cache import PageParts, cached_parts, follow_page
from scorepad.web.reports.sheet_rows import sheet_html, width_in_ems
from scorepad.web.submit import game_or_404, repository
from scorepad.words import _, join_names

blueprint = Blueprint("table_view", __name__)

LAST = 6  # hands whose outcome a line shows


class OpenBids(NamedTuple):
    """The bids of the current hand so far; `turn` is the next player to bid, if players bid in turn."""

    bids: Mapping[str, int]
    turn: str | None
    contract: Contract | None
    trump: str | None
    asleep: Collection[str] = ()


@dataclass(frozen=True)
class BoardRow:
    """A player's part of the board; `bid` is "" before the player bids, `turn` is True if the player bids next."""

    name: str
    bid: str
    made: tuple[bool | None, ...]  # in the last hands; None if the player did not bid or was not there
    total: str
    gained: str  # the points of the last hand, until the first bid
    deals: bool
    bids_first: bool
    leads_first: bool
    turn: bool
    leads: bool
    won: bool


@dataclass(frozen=True)
class Board:
    """The content of the table view."""

    lines: list[BoardRow]
    last: int | None  # the hand whose points the lines show; None from the first bid of the current hand on
    bids: list[int]  # the bids so far
    forbidden: str  # which bids the hook forbids
    trump: str | None
    contract: str
    next: OpenHand | None
    wide: int  # the widest total in half ems
    longest: int  # the longest name in ems


@blueprint.get("/games/<game_id>/view")
def show(game_id: str) -> str:
    """Return the table view, which updates with its game; 404 if there is no such game."""
    stored = game_or_404(game_id)
    return follow_page("view", stored, table_view_parts(stored, repository().store.draft(game_id)))


def table_view_parts(stored: StoredGame, draft: Mapping[str, Any]) -> PageParts:
    """Return the changing parts of the table view, with the draft."""
    sign = version_tag(stored, draft)
    return cached_parts("view", stored, sign, lambda: {"board": board(stored.game, draft)})


def viewer_page(stored: StoredGame) -> str:
    """Return the game's page for a viewer: the sheet, without forms. It updates with its game."""
    draft = repository().store.draft(stored.game_id) if _bids_openly(stored.game) else {}
    return follow_page("look", stored, viewer_parts(stored, draft))


def viewer_parts(stored: StoredGame, draft: Mapping[str, Any]) -> PageParts:
    """Return the changing parts of the page for a viewer, with each bid as it is tapped if the table bids openly."""
    sheet = stored.game.sheet
    shown = draft if _bids_openly(stored.game) else None
    return cached_parts("look", stored, version_tag(stored, shown), lambda: {
        "sheet_html": sheet_html(stored), "leader": first_leader(sheet, sheet.open_hand),
        "board": board(stored.game, shown) if shown is not None else None,
    })  # fmt: skip


def _bids_openly(game: Game) -> bool:
    """Return whether the players are bidding one after the other."""
    sheet = game.sheet
    return sheet.open_hand is not None and sheet.bids is None and not sheet.rulebook.bids_at_once


@blueprint.get("/games/<game_id>/version")
def version(game_id: str) -> dict[str, Any]:
    """Return the state that a page without a stream polls; a different answer means that something has changed."""
    store = repository().store
    return {"v": store.version(game_id), "draft": draft_checksum(store.draft(game_id))}


def board(game: Game, draft: Mapping[str, Any]) -> Board:
    """Return the board of the game, with the draft of the current hand."""
    sheet, hand = game.sheet, game.sheet.open_hand
    values = draft["values"] if hand and draft["hand"] == hand.number else {}
    bidding = _open_bids(game, hand, values) if hand else OpenBids({}, None, None, None)
    winners, leaders, leader = sheet.winners, sheet.leaders, first_leader(sheet, hand)
    rows = played_rows(sheet)[-LAST:]
    last = rows[-1] if rows and not bidding.bids else None
    present = sheet.seats.present
    names = [game.names[player] for player in present]
    lines = [
        BoardRow(
            name=game.names[player],
            bid=_bid(bidding.bids, bidding.asleep, player),
            made=tuple(row.made.get(player) for row in rows),
            total=format_points(sheet.totals[player]),
            gained=format_change(last.points[player]) + paper_sign(last, player)
            if last and player in last.points
            else "",
            deals=hand is not None and player == hand.dealer,
            bids_first=hand is not None and player == hand.first_bidder,
            leads_first=player == leader,
            turn=player == bidding.turn,
            leads=player in leaders,
            won=player in winners,
        )
        for player in present
    ]
    suit = sheet.rulebook.suits.signs().get(bidding.trump or "", "")
    return Board(
        lines,
        last.hand if last else None,
        list(bidding.bids.values()),
        _forbidden(game, hand, bidding.bids) if hand else "",
        (bidding.trump or sheet.open_trump) if sheet.has_trumps else None,
        _in_words(bidding.contract, suit, game.names) if bidding.contract else "",
        next(iter(hands_to_come(sheet)[1:]), None),
        _class(max(_width_in_ems(line.total) for line in lines) * 2),
        _class(max(map(width_in_ems, names))),
    )


def _class(number: float) -> int:
    """Return a number for which the style sheet has a class."""
    return max(2, min(ceil(number), 25))


def _forbidden(game: Game, hand: OpenHand, bids: Mapping[str, int]) -> str:
    """Return what the last bidder may not bid, as soon as all others have bid."""
    if hand.hooked is None or hand.hooked in bids:
        return ""
    forbidden = ", ".join(map(str, hand.forbidden(dict(bids))))
    return _("{name} may not bid {off}").format(name=game.names[hand.hooked], off=forbidden) if forbidden else ""


def _open_bids(game: Game, hand: OpenHand, tapped: Mapping[str, Any]) -> OpenBids:
    """Return the recorded bids of the current hand, or those called or tapped so far."""
    sheet = game.sheet
    if sheet.bids:
        return OpenBids(sheet.bids.bids, None, sheet.bids.contract, sheet.bids.trump, sheet.asleep)
    if sheet.rulebook.covers_bids:
        return OpenBids({}, None, None, None)
    if tapped.get("calls"):
        return _called(game, tapped["calls"])
    typed = {player: str(tapped.get(f"bid.{player}", "")) for player in hand.bidders}
    bids = {player: bid for player, text in typed.items() if (bid := parse_int(text, 0, MOST)) is not None}
    turn = next((player for player in hand.bidders if player not in bids), None)
    trump = trump_and_card(tapped.get("trump"), tapped.get("turned"))[0]
    in_turn = sheet.rulebook.bids_in_turn or (sheet.rulebook.bidding == "auction" and not bids)
    return OpenBids(bids, turn if in_turn else None, None, trump or None)


def _bid(bids: Mapping[str, int], sleepers: Collection[str], player: str) -> str:
    return bid_sign(bids[player], asleep=player in sleepers) if player in bids else ""


def _called(game: Game, drafted: object) -> OpenBids:
    """Return the calls so far; empty while the table has too few players."""
    try:
        so_far = draft_auction(game, drafted)
    except RuleError:
        return OpenBids({}, None, None, None)
    if so_far.level is None:
        return OpenBids({}, so_far.turn, None, None)
    sleepers = suspended_bidders(game.sheet.scheme, so_far.contract)
    return OpenBids(so_far.commitments, so_far.turn, so_far.contract, so_far.trump, sleepers)


def _in_words(contract: Contract, suit: str, names: Mapping[str, str]) -> str:
    plays = _("{name} plays {level}").format(name=names[contract.declarer], level=contract.level)
    sign = "××" if contract.redoubled else "×"
    doubled = f"{sign} {join_names([names[player] for player in contract.doublers])}" if contract.doublers else ""
    return f"{plays}{suit} {doubled}".strip()


def _width_in_ems(text: str) -> float:
    """Return the width of a number in ems, for broad typefaces; the style sheet makes the minus sign smaller."""
    return sum(0.6 if sign.isdecimal() else 0.54 if sign in (MINUS, ".") else 0.95 for sign in text)
