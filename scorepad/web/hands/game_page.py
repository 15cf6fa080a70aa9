"""The page of a game: the current hand and the sheet.

Several views render it again when they refuse a form.
"""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from flask import Blueprint, render_template, request, session, url_for
from markupsafe import Markup

from scorepad.errors import RuleError
from scorepad.game.report.log_text import redo_label, turned_words, undo_label, words_of_hand, words_of_players
from scorepad.game.report.outlook import Pace, pace
from scorepad.game.state.game import played_rows
from scorepad.game.state.rows import OpenHand
from scorepad.game.state.sheet import Sheet
from scorepad.game.state.turns import first_leader, is_trump_needed, next_shuffler, trump_chooser
from scorepad.repository import StoredGame
from scorepad.repository.timeline import Step, Timeline
from scorepad.rules.suits import Suits
from scorepad.web.auth.permissions import may
from scorepad.web.filters import cut_short
from scorepad.web.form_state import FormState
from scorepad.web.hand_draft import draft_auction, draft_errors, draft_values, legal_calls, version_tag, writes_outcomes
from scorepad.web.hands import plan_page
from scorepad.web.hands.versions import find_replaced
from scorepad.web.reports import table_view
from scorepad.web.reports.page_cache import CachedPerGame
from scorepad.web.reports.sheet_rows import sheet_html
from scorepad.web.reports.standings import charts_below
from scorepad.web.submit import author, hidden_fields, look_or_404, repository
from scorepad.words import _, ngettext, with_colon

blueprint = Blueprint("game_page", __name__)


@blueprint.get("/games/<game_id>")
def show(game_id: str) -> str:
    """Return the page of a game: the scorer's page, the viewer's page, or the intact part of a damaged game.

    The page of a damaged game is read-only and has its downloads.
    """
    stored = look_or_404(game_id)
    if stored.damage:
        return render_template(
            "errors/damaged.html", game_id=game_id, game=stored.game, sheet=stored.game.sheet, damage=stored.damage,
            kept_events=stored.version, sheet_html=sheet_html(stored),
        )  # fmt: skip
    return page(stored) if may("score") else table_view.viewer_page(stored)


def entry_address(stored: StoredGame) -> str:
    """Return the address to which the form of the current hand is sent: for its bids, then for its tricks."""
    sheet, hand = stored.game.sheet, stored.game.sheet.open_hand
    if hand is None:
        return ""
    where = "current_hand.record_bids" if _bidding(sheet) else "current_hand.record_tricks"
    return url_for(where, game_id=stored.game_id, number=hand.number)


def _bidding(sheet: Sheet) -> bool:
    """Return True if the current hand still needs its bids."""
    hand = sheet.open_hand
    return hand is not None and sheet.bids is None and bool(hand.bidders)


def _call_pad_context(stored: StoredGame, tapped: dict[str, Any]) -> dict[str, Any]:
    """Return the template values of the call pad; {} if there is no auction."""
    if stored.game.sheet.rulebook.bidding != "auction" or not _bidding(stored.game.sheet):
        return {}
    try:
        so_far = draft_auction(stored.game, tapped.get("calls"))
    except RuleError:  # the table has too few players for the hand
        return {}
    return {"auction": so_far, "keys": legal_calls(so_far), "quick": not so_far.calls and writes_outcomes(stored.game)}


def page(stored: StoredGame, form_state: FormState | None = None) -> str:
    """Return the full page; `form_state` holds the refused form."""
    draft, actions = repository().store.tapped(stored.game_id)
    hand, tapped = stored.game.sheet.open_hand, draft_values(stored, draft)
    form_state, form = form_state or FormState(draft_errors(draft)), hidden_fields(stored)
    typed = form_state.at(entry_address(stored)).typed
    pace = pace_of(stored) if stored.game.sheet.until and hand else None
    pad = _call_pad_context(stored, tapped)
    turns = _turns(Timeline(stored.game, actions))
    return render_template(
        "games/game.html",
        **_game_context(stored),
        form=form,
        form_state=form_state,
        value=lambda field, otherwise="": typed.get(field, "") if typed else tapped.get(field, otherwise),
        sheet_html=sheet_html(stored),
        plan=plan_page.phone_plan(stored),
        turns=turns,
        undo_words=_undo_words(stored.game.sheet.rulebook.suits),
        undo=turns["undo"][-1:],
        redo=turns["redo"][-1:],
        sign=version_tag(stored, draft),
        waiting_words=plan_page.outbox_messages(stored.game.sheet.writes),
        pace=pace,
        now_words=" · ".join(_status_parts(stored, hand, pace, on_pad=pad.get("quick") is False)) if hand else "",
        replaced=find_replaced(stored) if request.args else (),
        split_by=repository().store.load(stored.game_id)[-1].id if stored.game.sheet.moved and may("owner") else "",
        blank_forms=plan_page.blank_forms(stored, form.hidden_tag()) if hand else "",
        **pad,
        **(_cached_parts(stored, form.hidden_tag(), pad, tapped) if form_state.is_empty else {}),
    )


@CachedPerGame
def _game_context(stored: StoredGame) -> dict[str, Any]:
    """Return the template values that depend neither on the user nor on the draft."""
    game, sheet, hand = stored.game, stored.game.sheet, stored.game.sheet.open_hand
    return {
        "game_id": stored.game_id,
        "game": game,
        "sheet": sheet,
        "names": game.names,
        "hand": hand,
        "charts": charts_below(game),
        "coming": sheet.coming(),
        "played_cards": [row.cards for row in played_rows(sheet)],
        "asks_trump": hand is not None and is_trump_needed(sheet, hand),
        "now_lines": bool(sheet.until) + (sheet.rulebook.packs > 1 or sheet.rulebook.bidding == "auction"),
        "played": range(sheet.hands_played, 0, -1),
        "bidding": _bidding(sheet),
        "entry_address": entry_address(stored),
        "leader": first_leader(sheet, hand),
        "chooser": hand and trump_chooser(sheet.rulebook, hand, sheet.bids.bids if sheet.bids else {}),
        **(plan_page.current_hand_context(stored) if hand else {}),
    }


# --- parts that taps do not change ---------------------------------------------------------------------


def _cached_parts(stored: StoredGame, hidden: Markup, pad: dict[str, Any], tapped: dict[str, Any]) -> dict[str, Markup]:
    """Return the parts of the page that a call does not change, from the cache; `hidden` are its hidden fields."""
    begun, calls = bool(pad and pad["auction"].calls), bool(pad and not pad["quick"])
    parts = {"menu": _menu(stored, begun, calls, bool(session.get("asked")), may("owner"))}
    if pad and not pad["quick"] and not tapped.keys() - {"calls"}:
        parts["outcome"] = _outcome(stored)
    return {name: part.replace(plan_page.HIDDEN, hidden) for name, part in parts.items()}


@CachedPerGame
def _menu(stored: StoredGame, begun: bool, calls: bool, _asked: bool, owner: bool) -> Markup:
    """Return the menu of rare actions.

    It differs if the auction has `begun`, if the page shows `calls`, if this device was asked for the user's name, and
    for the `owner`.
    """
    return _render_empty("games/_more.html", stored, auction=SimpleNamespace(calls=begun), calls=calls, owner=owner)


@CachedPerGame
def _outcome(stored: StoredGame) -> Markup:
    """Return the form that records an auction by its outcome only."""
    return _render_empty("hands/_outcome.html", stored)


def _render_empty(template: str, stored: StoredGame, **more: object) -> Markup:
    """Return a part of the page with empty form fields."""
    return Markup(
        render_template(
            template, **_game_context(stored), **more, form=plan_page.NoFields(), form_state=FormState(),
            value=lambda _field, otherwise="": otherwise,
        )
    )  # fmt: skip


# --- pace of the game -------------------------------------------------------------------------------------

LETTERS = 12
"""The most letters of a name in the status line that begins with it."""


def pace_of(stored: StoredGame) -> Pace:
    """Return the current pace of the game."""
    return pace(stored.game, *repository().clock_times(stored.game_id))


def _status_parts(stored: StoredGame, hand: OpenHand, known: Pace | None, *, on_pad: bool) -> Iterator[str]:
    """Yield the known parts of `Ann deals · Di shuffles the other pack · About 6 min a hand · 13:00: 5 more hands`.

    Name the dealer only if `on_pad`: the call pad replaces the rows that mark the dealer next to the name.
    """
    sheet, names = stored.game.sheet, stored.game.names
    if on_pad:
        yield _("{name} deals").format(name=cut_short(names[hand.dealer], LETTERS))
    shuffler = next_shuffler(sheet, hand.dealer)
    if shuffler is not None and sheet.bids is None:
        yield _("{name} shuffles the other pack").format(name=cut_short(names[shuffler], LETTERS))
    if known is None:
        return
    if known.minutes is not None:
        yield _("About {n} min per hand").format(n=known.minutes)
    if known.hands is None:
        yield _("Until {time}").format(time=sheet.until)
    elif known.hands == 0:
        yield _("No time for another hand before {time}").format(time=sheet.until)
    else:
        words = ngettext("Until {time}: {n} more hand", "Until {time}: {n} more hands", known.hands)
        yield words.format(time=sheet.until, n=known.hands)


# --- Undo and Redo ----------------------------------------------------------------------------------------

EVENTS = 2
"""The number of latest events whose steps a page has: a phone may be that many events ahead of the page it gets."""


def _turns(timeline: Timeline) -> dict[str, list[dict[str, Any]]]:
    """Return what this browser can undo and redo, the next one last.

    Each has its `key` and `label`. A tap that the page's script can undo without the server also has its `fields`.
    """
    undoable, redoable = (_latest_steps(steps(author())) for steps in (timeline.undoable, timeline.redoable))
    return {
        "undo": [_step(timeline, step, undo_label(timeline.words(step, undoes=True))) for step in undoable],
        "redo": [_step(timeline, step, redo_label(timeline.words(step))) for step in redoable],
    }


def _latest_steps(steps: list[Step]) -> list[Step]:
    """Return the last steps, as far back as the second event from the end."""
    events = [at for at, step in enumerate(steps) if step.event is not None][-EVENTS:]
    return steps[events[0] if len(events) == EVENTS else 0 :]


def _step(timeline: Timeline, step: Step, label: str) -> dict[str, Any]:
    shown = {"key": step.key, "label": label}
    if step.event is not None:
        return {**shown, "kind": step.event.kind}
    if (
        step.action is None
        or "calls" in step.action.fields
        or step.version < timeline.last_draft_end_by_others(author())
    ):
        return shown
    return {**shown, "fields": step.action.fields}


def _undo_words(suits: Suits) -> dict[str, Any]:
    """Return the words with which the page's script names a tap or a stage."""
    return {
        "undo": _("Undo {what}"), "redo": _("Redo {what}"), "change": _("Change {what}"), "players": words_of_players(),
        "hand": {field: with_colon(words) for field, words in words_of_hand().items()}, "turned": turned_words(suits),
        "bids": _("bids of hand {number}"), "taken": _("tricks of hand {number}"),
        "comment": _("a comment"),
    }  # fmt: skip
