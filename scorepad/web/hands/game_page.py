"""The page of a game: what is open now, and the sheet. Several views show it again when something is refused."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from flask import get_template_attribute, render_template, url_for
from markupsafe import Markup

from scorepad.errors import RuleError
from scorepad.game.state.events import BidsRecorded, TricksRecorded
from scorepad.game.state.record import Game
from scorepad.game.state.rows import HandRow, OpenHand
from scorepad.game.state.sheet import Sheet
from scorepad.game.state.turns import asks_trump, trump_chooser
from scorepad.repository import Kept
from scorepad.web.games.evening import now_words, quitting_pace
from scorepad.web.hands import call_pad
from scorepad.web.reports.sheet_rows import Line, lines
from scorepad.web.submit import Again, shelf, signs
from scorepad.words import _


def _taken_back(game: Game) -> dict[str, Any]:
    """Bids or tricks just undone, field by field, so that one wrong tap does not cost all the others."""
    last = game.history.undone[-1] if game.history.undone else None
    if isinstance(last, BidsRecorded):
        tapped: dict[str, Any] = {f"bid.{player}": bid for player, bid in last.bids.items()}
        tapped |= call_pad.taken_back(game, last)
        if last.contract is not None:
            parts = {
                part: _word(getattr(last.contract, part)) for part in ("declarer", "level", "doubler", "redoubled")
            }
            parts |= {f"doubler.{player}": "yes" for player in last.contract.doublers}
            tapped |= {f"contract.{part}": value for part, value in parts.items()}
    elif isinstance(last, TricksRecorded):
        tapped = {f"taken.{player}": tricks for player, tricks in (last.taken or {}).items()}
        tapped |= {f"made.{player}": _word(made) for player, made in (last.made or {}).items()}
        tapped["cancelled"] = last.cancelled
    else:
        return {}
    kinds = game.sheet.scheme.marks
    for player, own in last.marks.items():
        tapped |= {
            f"mark.{mark}.{player}": value if kinds.get(mark) == "number" else _word(bool(value))
            for mark, value in own.items()
        }
    tapped |= {"trump": last.trump, "turned": last.turned, "chosen_by": last.chosen_by}
    return {field: value for field, value in tapped.items() if value is not None}


def _word(value: Any) -> Any:
    """Yes and no as forms say them."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value


@lru_cache(maxsize=64)
def sheet_html(kept: Kept) -> Markup:
    """The table of a game at one version: whoever looks at it again gets it as it was drawn."""
    game, here = kept.game, url_for("games.show", game_id=kept.game_id)
    apart = game.sheet.rulebook.bids_apart
    trumps = any(isinstance(row, HandRow) and row.trump for row in game.sheet.rows)
    return Markup(
        render_template(
            "reports/_sheet.html", game=game, sheet=game.sheet, names=game.names, hand=game.sheet.open_hand,
            rows=[row_html(line, here, apart, trumps) for line in lines(game)], apart=apart, trumps=trumps,
        )
    )  # fmt: skip


ROWS = 1_000
"""Rows kept as they were drawn, about 5 kB each: those of some dozen tables."""


@lru_cache(maxsize=ROWS)
def row_html(line: Line, here: str, apart: bool, trumps: bool) -> Markup:
    """A row of the sheet of the game at the address `here`; one that says what it said before is not drawn again.

    `apart`: with a column for who bids first; `trumps`: with one for trumps.
    """
    drawn: Markup = get_template_attribute("sheets/_row.html", "row")(line, here, apart, trumps)
    return drawn


def entry_address(kept: Kept) -> str:
    """Where the form of the open hand is sent: its bids, then its tricks."""
    sheet, hand = kept.game.sheet, kept.game.sheet.open_hand
    if hand is None:
        return ""
    where = "hands.record_bids" if _bidding(sheet) else "hands.record_tricks"
    return url_for(where, game_id=kept.game_id, number=hand.number)


def drafted(kept: Kept, draft: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """What is tapped for the open hand, field by field; `draft` as the store tells it, where somebody has asked."""
    hand, draft = kept.game.sheet.open_hand, draft or shelf().store.draft(kept.game_id)
    tapped = draft["values"] if hand and draft["hand"] == hand.number else {}
    return {**_taken_back(kept.game), **tapped}


def _spoilt(draft: Mapping[str, Any]) -> dict[str, str]:
    """What is wrong with what is tapped."""
    told = _("The disk has changed a tap of this hand. It counts no more: look through what is tapped.")
    return {"draft": told} if "spoilt" in draft else {}


def _bidding(sheet: Sheet) -> bool:
    """Whether the open hand is still to be bid."""
    hand = sheet.open_hand
    return hand is not None and sheet.bids is None and bool(hand.bidders)


CHIPS, CHIP, HEAD, ROOM = 7, 56, 34, 684
"""Of a phone's screen of 390 × 844: chips in a line, heights of a line of them and of a name, what is left for rows."""


def _tight(hand: OpenHand) -> bool:
    """Whether the rows of all players, open, are more than a phone's screen can show at once."""
    lines = -(-(hand.cards + 1) // CHIPS)
    return len(hand.order) * (HEAD + lines * CHIP) > ROOM


def _pad(kept: Kept, tapped: dict[str, Any]) -> dict[str, Any]:
    """What the call pad needs, where there is an auction."""
    if kept.game.sheet.rulebook.bidding != "auction" or not _bidding(kept.game.sheet):
        return {}
    try:
        so_far = call_pad.auction(kept.game, tapped.get("calls"))
    except RuleError:  # too few sit at the table: the hand waits for them
        return {}
    return {"auction": so_far, "keys": call_pad.keys(so_far), "quick": not so_far.calls and call_pad.quick(kept.game)}


def damaged_page(kept: Kept) -> str:
    """What is sound of a damaged game, to look at and to take away; nothing can be written on it."""
    return render_template(
        "errors/damaged.html", game_id=kept.game_id, game=kept.game, sheet=kept.game.sheet, damage=kept.damage,
        kept_events=kept.version, sheet_html=sheet_html(kept),
    )  # fmt: skip


def page(kept: Kept, again: Again | None = None) -> str:
    """The whole page; `again` holds what was typed and refused."""
    game, game_id = kept.game, kept.game_id
    draft = shelf().store.draft(game_id)
    hand, tapped = game.sheet.open_hand, drafted(kept, draft)
    again = again or Again(_spoilt(draft))
    address = entry_address(kept)
    typed = again.at(address).typed
    pace = quitting_pace(kept)
    return render_template(
        "games/game.html",
        game_id=game_id,
        game=game,
        sheet=game.sheet,
        names=game.names,
        hand=hand,
        form=signs(kept),
        again=again,
        value=lambda field, otherwise="": typed.get(field, "") if typed else tapped.get(field, otherwise),
        coming=game.sheet.coming(),
        sheet_html=sheet_html(kept),
        asks_trump=hand is not None and asks_trump(game.sheet, hand),
        pace=pace,
        now_words=now_words(kept, hand, pace) if hand else "",
        played=range(game.sheet.hands_played, 0, -1),
        bidding=_bidding(game.sheet),
        tight=hand is not None and _tight(hand),
        entry_address=address,
        **_pad(kept, tapped),
        chooser=hand and trump_chooser(game.sheet.rulebook, hand, game.sheet.bids.bids if game.sheet.bids else {}),
    )
