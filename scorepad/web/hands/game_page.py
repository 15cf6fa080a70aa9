"""The page of a game: what is open now, and the sheet. Several views show it again when something is refused."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from flask import get_template_attribute, render_template, request, session, url_for
from markupsafe import Markup

from scorepad.errors import RuleError
from scorepad.game.state.sheet import Sheet
from scorepad.game.state.turns import asks_trump, first_leader, trump_chooser
from scorepad.repository import StoredGame
from scorepad.repository.undo import Timeline
from scorepad.web.auth.permissions import may
from scorepad.web.hands import call_pad, foretold, undo_buttons
from scorepad.web.hands.evening import now_words, quitting_pace
from scorepad.web.hands.latest import Latest
from scorepad.web.hands.replaced import replaced
from scorepad.web.hands.sheet_columns import columns
from scorepad.web.hands.sheet_rows import ShownRow, shown_rows, signs
from scorepad.web.hands.tapped import drafted, spoilt, version_sign
from scorepad.web.submit import FormState, hidden_fields, repository
from scorepad.words import by_language


@Latest
def sheet_html(stored: StoredGame) -> Markup:
    """The table of a game at one version: whoever looks at it again gets it as it was drawn."""
    game, here = stored.game, url_for("games.show", game_id=stored.game_id)
    sheet, heads = game.sheet, columns(game)
    contracts = sheet.rulebook.bidding == "auction"
    standings = sheet.standings() if sheet.has_places and not stored.damage else []
    leaders = {one.player for one in standings if one.place == 1}
    return Markup(
        render_template(
            "reports/_sheet.html", game=game, sheet=sheet, names=game.names, hand=sheet.open_hand, heads=heads,
            rows=[row_html(line, here, contracts) for line in shown_rows(game, heads.narrow)], contracts=contracts,
            signs=signs, standings=standings, leaders=leaders if len(leaders) < len(standings) else (),
        )
    )  # fmt: skip


ROWS = 4_000
"""Rows kept as they were drawn, about 5 kB each: those of two hundred tables of twenty hands."""


@by_language(ROWS)
def row_html(line: ShownRow, here: str, contracts: bool) -> Markup:
    """A row of the sheet of the game at the address `here`; one that says what it said before is not drawn again.

    `contracts`: with a column for them.
    """
    drawn: Markup = get_template_attribute("reports/_sheet_row.html", "row")(line, here, contracts)
    return drawn


def entry_address(stored: StoredGame) -> str:
    """Where the form of the open hand is sent: its bids, then its tricks."""
    sheet, hand = stored.game.sheet, stored.game.sheet.open_hand
    if hand is None:
        return ""
    where = "hands.record_bids" if _bidding(sheet) else "hands.record_tricks"
    return url_for(where, game_id=stored.game_id, number=hand.number)


def _bidding(sheet: Sheet) -> bool:
    """Whether the open hand is still to be bid."""
    hand = sheet.open_hand
    return hand is not None and sheet.bids is None and bool(hand.bidders)


def _pad(stored: StoredGame, tapped: dict[str, Any]) -> dict[str, Any]:
    """What the call pad needs, where there is an auction."""
    if stored.game.sheet.rulebook.bidding != "auction" or not _bidding(stored.game.sheet):
        return {}
    try:
        so_far = call_pad.auction(stored.game, tapped.get("calls"))
    except RuleError:  # too few sit at the table: the hand waits for them
        return {}
    return {"auction": so_far, "keys": call_pad.keys(so_far), "quick": not so_far.calls and call_pad.quick(stored.game)}


def damaged_page(stored: StoredGame) -> str:
    """What is sound of a damaged game, to look at and to take away; nothing can be written on it."""
    return render_template(
        "errors/damaged.html", game_id=stored.game_id, game=stored.game, sheet=stored.game.sheet, damage=stored.damage,
        kept_events=stored.version, sheet_html=sheet_html(stored),
    )  # fmt: skip


def page(stored: StoredGame, form_state: FormState | None = None) -> str:
    """The whole page; `form_state` holds what was typed and refused."""
    draft, actions = repository().store.tapped(stored.game_id)
    hand, tapped = stored.game.sheet.open_hand, drafted(stored, draft)
    form_state, form = form_state or FormState(spoilt(draft)), hidden_fields(stored)
    typed = form_state.at(entry_address(stored)).typed
    pace, pad = quitting_pace(stored), _pad(stored, tapped)
    turns = undo_buttons.turns(Timeline(stored.game, actions))
    return render_template(
        "games/game.html",
        **_of_game(stored),
        form=form,
        form_state=form_state,
        value=lambda field, otherwise="": typed.get(field, "") if typed else tapped.get(field, otherwise),
        sheet_html=sheet_html(stored),
        plan=foretold.phone_plan(stored),
        turns=turns,
        undo_words=undo_buttons.words(),
        undo=turns["undo"][-1:],
        redo=turns["redo"][-1:],
        sign=version_sign(stored, draft),
        waiting_words=foretold.waiting_words(stored.game.sheet.writes),
        pace=pace,
        now_words=now_words(stored, hand, pace, on_pad=pad.get("quick") is False) if hand else "",
        replaced=replaced(stored) if request.args else (),
        split_by=repository().store.load(stored.game_id)[-1].id if stored.game.sheet.moved and may("owner") else "",
        blank_forms=foretold.blank_forms(stored, form.hidden_tag()) if hand else "",
        **pad,
        **(_as_before(stored, form.hidden_tag(), pad, tapped) if form_state.is_empty else {}),
    )


@Latest
def _of_game(stored: StoredGame) -> dict[str, Any]:
    """What the page is drawn with, whoever looks at it and whatever is tapped."""
    game, sheet, hand = stored.game, stored.game.sheet, stored.game.sheet.open_hand
    return {
        "game_id": stored.game_id,
        "game": game,
        "sheet": sheet,
        "names": game.names,
        "hand": hand,
        "coming": sheet.coming(),
        "asks_trump": hand is not None and asks_trump(sheet, hand),
        "now_lines": bool(sheet.until) + (sheet.rulebook.packs > 1 or sheet.rulebook.bidding == "auction"),
        "played": range(sheet.hands_played, 0, -1),
        "bidding": _bidding(sheet),
        "entry_address": entry_address(stored),
        "leader": first_leader(sheet, hand),
        "chooser": hand and trump_chooser(sheet.rulebook, hand, sheet.bids.bids if sheet.bids else {}),
        **(foretold.open_form(stored) if hand else {}),
    }


# --- what taps do not change --------------------------------------------------------------------------


def _as_before(stored: StoredGame, hidden: Markup, pad: dict[str, Any], tapped: dict[str, Any]) -> dict[str, Markup]:
    """Parts of the page that say what they said before the last call; drawn with the page's own `hidden` fields."""
    begun = bool(pad and pad["auction"].calls)
    kept = {"menu": _menu(stored, begun, bool(session.get("asked")))}
    if pad and not pad["quick"] and not tapped.keys() - {"calls"}:
        kept["outcome"] = _outcome(stored)
    return {name: part.replace(foretold.HIDDEN, hidden) for name, part in kept.items()}


@Latest
def _menu(stored: StoredGame, begun: bool, _asked: bool) -> Markup:
    """What is rare, once its auction has `begun` or before, on a device whose holder was asked who they are or not."""
    return _untouched("games/_more.html", stored, auction=SimpleNamespace(calls=begun))


@Latest
def _outcome(stored: StoredGame) -> Markup:
    """The form of a hand whose auction is written down by its outcome alone."""
    return _untouched("hands/_outcome.html", stored)


def _untouched(template: str, stored: StoredGame, **more: object) -> Markup:
    """A part of the page on which nothing is typed."""
    return Markup(
        render_template(
            template, **_of_game(stored), **more, form=foretold.NoFields(), form_state=FormState(),
            value=lambda _field, otherwise="": otherwise,
        )
    )  # fmt: skip
