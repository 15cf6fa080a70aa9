"""The page of a game: what is open now, and the sheet. Several views show it again when something is refused."""

from __future__ import annotations

from dataclasses import asdict
from functools import lru_cache
from typing import Any

from flask import render_template, url_for
from markupsafe import Markup

from scorepad.game.events import BidsRecorded, TricksRecorded
from scorepad.game.record import Game
from scorepad.game.rows import HandRow
from scorepad.game.upcoming import asks_trump, bids_apart, trump_chooser
from scorepad.shelf import Kept
from scorepad.web.acting import Again, shelf, signs
from scorepad.web.sheet_lines import lines


def _taken_back(game: Game) -> dict[str, Any]:
    """Bids or tricks just undone, field by field, so that one wrong tap does not cost all the others."""
    last = game.history.undone[-1] if game.history.undone else None
    if isinstance(last, BidsRecorded):
        tapped: dict[str, Any] = {f"bid.{player}": bid for player, bid in last.bids.items()}
        if last.contract is not None:
            tapped |= {f"contract.{part}": _word(value) for part, value in asdict(last.contract).items()}
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
    game = kept.game
    return Markup(
        render_template(
            "sheets/_sheet.html", game_id=kept.game_id, game=game, sheet=game.sheet, names=game.names,
            hand=game.sheet.open_hand, lines=lines(game), apart=bids_apart(game.sheet.rulebook),
            has_trumps=any(isinstance(row, HandRow) and row.trump for row in game.sheet.rows),
        )
    )  # fmt: skip


def entry_address(kept: Kept) -> str:
    """Where the form of the open hand is sent: its bids, then its tricks."""
    sheet, hand = kept.game.sheet, kept.game.sheet.open_hand
    if hand is None:
        return ""
    bidding = sheet.bids is None and hand.bidders
    where = "hands.record_bids" if bidding else "hands.record_tricks"
    return url_for(where, game_id=kept.game_id, number=hand.number)


def page(kept: Kept, again: Again | None = None) -> str:
    """The whole page; `again` holds what was typed and refused."""
    game, game_id = kept.game, kept.game_id
    draft = shelf().store.draft(game_id)
    hand = game.sheet.open_hand
    drafted: dict[str, Any] = draft["values"] if hand and draft["hand"] == hand.number else {}
    drafted = {**_taken_back(game), **drafted}
    again = again or Again()
    typed = again.at(entry_address(kept)).typed
    return render_template(
        "games/game.html",
        game_id=game_id,
        game=game,
        sheet=game.sheet,
        names=game.names,
        hand=hand,
        form=signs(kept),
        again=again,
        value=lambda field, otherwise="": typed.get(field, "") if typed else drafted.get(field, otherwise),
        coming=game.sheet.coming(),
        sheet_html=sheet_html(kept),
        asks_trump=hand is not None and asks_trump(game.sheet, hand),
        binned=shelf().store.is_binned(game_id),
        played=range(game.sheet.hands_played, 0, -1),
        chooser=hand and trump_chooser(game.sheet.rulebook, hand, game.sheet.bids.bids if game.sheet.bids else {}),
    )
