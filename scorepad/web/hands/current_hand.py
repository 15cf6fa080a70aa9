"""Views of the current hand: its draft, its calls, its bids, its tricks, and void deals."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any
from urllib.parse import parse_qsl

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorepad.errors import DraftChanged, IllegalCall, RuleError, StaleVersion, game_over, no_such_hand
from scorepad.formats import format_change
from scorepad.game.decide import hands
from scorepad.game.decide.auction import DENOMINATIONS
from scorepad.game.decide.conflicts import find_conflicts
from scorepad.game.state.events import CONTRACT_FIELDS, BidsRecorded, Event, Marks, Misdealt, Misplayed, TricksRecorded
from scorepad.game.state.game import Game
from scorepad.game.state.rows import HandRow, OpenHand, Points
from scorepad.repository import StoredGame
from scorepad.store.records import Action, DraftField
from scorepad.web import hand_draft
from scorepad.web.fields import parse_bounded_int as whole_number
from scorepad.web.form_state import FormState
from scorepad.web.hands import corrections, game_page, hand_form, versions
from scorepad.web.submit import (  # fmt: skip
    Answer,
    ShowPage,
    author,
    decide_at_version,
    game_or_404,
    hidden_fields,
    redirect_after_change,
    repository,
    submit,
    version_seen,
    who,
)
from scorepad.words import _

blueprint = Blueprint("current_hand", __name__)

OTHERS_PASS = "others pass"  # the button that calls for all remaining players
NUMBER = "number"  # the button that bids the chosen level without a suit
MOST_CALL = 20  # letters of a call, which may be any text
MOST_DRAFT = 40  # letters of one value of the draft
MOST_TOGETHER = 20  # fields of one tap
MOST_TAPS = 200  # taps sent with the bids or tricks of a hand
TURNS = ("undo", "redo")
MOST_ATTEMPTS = 5  # attempts to save a tap while others record events
# Fields of the draft; others are refused, so that they do not fill the store.
_DRAFT_FIELD = re.compile(
    r"(bid|change|taken|made|off|mark\.\w{1,40})\.p\d{1,3}|trump|turned|chosen_by|cancelled"
    rf"|contract\.({'|'.join(CONTRACT_FIELDS)}|doubler\.p\d{{1,3}})",
    re.ASCII,
)


def _require_current_hand(game: Game, number: int) -> OpenHand:
    """Return the current hand; raise RuleError if it is not hand `number`, which the page showed."""
    hand = hands.open_hand(game)
    if hand.number != number:
        raise no_such_hand(number)
    return hand


@blueprint.post("/games/<game_id>/hands/<int:number>/draft")
def keep_draft(game_id: str, number: int) -> Answer | tuple[dict[str, Any], int] | dict[str, Any]:
    """Save one tap of the current hand in the draft, for one field or several; it is not part of the record.

    With `turn` it is the undo or redo of such a tap. Answer 409 if another action conflicts with it, if the bids are
    saved already, or if the hand is over.
    """
    game = game_or_404(game_id).game
    tap = _tap(game, zip(request.form.getlist("field"), request.form.getlist("value"), strict=False))
    for _attempt in range(MOST_ATTEMPTS):
        stored = game_or_404(game_id)
        hand = stored.game.sheet.open_hand
        if hand is None or hand.number != number:
            return {"message": str(game_over() if hand is None else no_such_hand(number))}, 409
        if not tap:
            abort(400)
        late = stored.game.sheet.bids is not None and any(field.startswith(("bid.", "contract.")) for field in tap)
        if late and not request.form.get("turn"):
            return {"message": _("The bids of hand {hand} are already saved.").format(hand=number)}, 409
        try:
            if not _undo_or_redo_tap(stored, tap, request.form.get("turn", "")):
                for action in _actions(stored, number, [tap]):
                    repository().tap(game_id, action, seen=stored.version)
            return {"kept": ", ".join(tap)}
        except (RuleError, DraftChanged) as error:
            return {"message": str(error)}, 409
        except StaleVersion:  # a concurrent event: check again whether the hand is open
            continue
    return {"message": str(no_such_hand(number))}, 409


def _tap(game: Game, pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return the value of each field of a tap; {} if a field or value is not allowed."""
    parse = game.sheet.rulebook.suits.parse_card
    tap = {field: parse(value) if field == "turned" else value for field, value in pairs}
    is_valid = all(_DRAFT_FIELD.fullmatch(field) and len(value) <= MOST_DRAFT for field, value in tap.items())
    return tap if is_valid and len(tap) <= MOST_TOGETHER else {}


def _actions(stored: StoredGame, number: int, taps: Sequence[dict[str, str]]) -> list[Action]:
    return [Action(author(), who(), "", number, fields) for fields in hand_draft.tap_changes(stored, taps)]


def _undo_or_redo_tap(stored: StoredGame, tap: dict[str, str], turn: str) -> bool:
    """Undo or redo the next tap of this browser if that gives the fields these values; return True if it did."""
    timeline = repository().timeline(stored)
    steps = {"undo": timeline.undoable, "redo": timeline.redoable}[turn](author())[-1:] if turn in TURNS else []
    for step in steps:
        fields = step.action.fields if step.action else {}
        if {field: str(values[turn == "redo"]) for field, values in fields.items()} == tap:
            act = repository().undo if turn == "undo" else repository().redo
            act(stored, step, by=who(), author=author())
            return True
    return False


def _page(number: int) -> ShowPage:
    """Return a function that renders the page after a refusal: usually the game's page.

    If a replacement for a finished hand is refused, show the correction form of that hand. The next hand has fields of
    the same names, and the scorer can fix conflicts there. A phone that sends a queued form shows no pages, so it gets
    the game's page with a message instead.
    """

    def shown(stored: StoredGame, form_state: FormState) -> str:
        current = stored.game.sheet.open_hand
        if form_state.is_wrong("stale") and current is not None and number > current.number:
            form_state.say("stale", str(no_such_hand(number)))
            form_state.resend = None
        versions.show_conflict(stored, number, form_state)
        refused = hand_form.replaces_recorded(request.form) and not form_state.is_wrong("stale")
        if not refused or stored.game.hand_row(number) is None:
            return game_page.page(stored, form_state)
        if request.form.get("queued"):
            words = _("Hand {hand} was finished on another device. Set yours aside, then tap that hand in the sheet "
                "to edit it.")  # fmt: skip
            form_state.say("instead", words.format(hand=number))
            return game_page.page(stored, form_state)
        words = _("Another scorer has finished hand {hand}. Your taps are shown here: change what does not fit, or "
            "go back and leave the hand as it is.")  # fmt: skip
        flash(words.format(hand=number))
        return corrections.correction_form_of(number)(stored, form_state)

    return shown


@blueprint.post("/games/<game_id>/hands/<int:number>/bids")
def record_bids(game_id: str, number: int) -> Answer:
    """Record the bids or the outcome of an auction; with `instead=yes`, replace those that another scorer recorded."""

    def decide(game: Game) -> Event:
        if hand_form.replaces_recorded(request.form) and hand_form.recorded_hand(game, number):
            corrected = hand_form.replace_recorded(game, number, request.form)
            if game.hand_row(number) and not request.form.get("queued"):
                raise RuleError("instead", _("These are your bids and the tricks of the other scorer. Check both."))
            return corrected
        hand = _require_current_hand(game, number)
        return hands.record_bids(
            game,
            hand_form.read_by_player(request.form, "bid", hand.order),
            contract=hand_form.read_contract(request.form),
            hook_waived=request.form.get("hook_waived") == "yes",
            marks=hand_form.read_marks(request.form, game.sheet.scheme, hand.order),
            **hand_form.read_trumps(game, request.form),
        )

    return submit(game_id, decide, _page(number), taps=lambda stored: _taps_with(stored, number))


def _taps_with(stored: StoredGame, number: int) -> list[Action]:
    """Return the taps that the phone sends together with the bids or tricks; each `tap` is a query string."""
    queries = request.form.getlist("tap")[:MOST_TAPS]
    taps = [_tap(stored.game, parse_qsl(query, keep_blank_values=True)) for query in queries]
    hand = stored.game.sheet.open_hand
    return _actions(stored, number, [tap for tap in taps if tap]) if hand and hand.number == number else []


@blueprint.post("/games/<game_id>/hands/<int:number>/taken")
def record_tricks(game_id: str, number: int) -> Answer:
    """Record the outcome of the hand; with `instead=yes`, replace the outcome that another scorer recorded."""

    def decide(game: Game) -> Event:
        if hand_form.replaces_recorded(request.form) and request.form.get("bids"):
            raise RuleError("instead", _("These are your tricks and the bids of the other scorer. Check both."))
        if hand_form.replaces_recorded(request.form) and game.hand_row(number):
            return hand_form.replace_recorded(game, number, request.form)
        hand = _require_current_hand(game, number)
        field = "taken" if game.sheet.writes == "tricks" else game.sheet.writes
        return hands.record_tricks(
            game,
            **hand_form.read_outcome(request.form, hand.order) or {field: {}},
            cancelled=whole_number(request.form.get("cancelled")),
            marks=_current_marks(game, hand),
            bid_changes=hand_form.read_bid_changes(request.form, hand.order),
            **hand_form.read_trumps(game, request.form),
        )

    return submit(game_id, decide, _page(number), taps=lambda stored: _taps_with(stored, number))


def _current_marks(game: Game, hand: OpenHand) -> Marks:
    """Return the marks of the tricks form; a mark made with the bids and now absent gets its default value."""
    scheme = game.sheet.scheme
    by_player = hand_form.read_marks(request.form, scheme, hand.order)
    for player, earlier in (game.sheet.bids.marks if game.sheet.bids else {}).items():
        defaults = {mark: usual for mark, usual in scheme.unmarked.items() if mark in earlier}
        by_player[player] = {**defaults, **by_player.get(player, {})}
    return by_player


# --- the call pad: calls of an auction are a draft until the last one makes it an event ---------------------


@blueprint.post("/games/<game_id>/hands/<int:number>/calls")
def call(game_id: str, number: int) -> Answer:
    """Add a call to the draft; the last call of an auction records the bids."""
    stored, seen = game_or_404(game_id), request.form.get("calls", "").split()
    calls = [*seen, *_pressed_calls(stored.game, seen)]

    def decide(game: Game) -> Event:
        _require_current_hand(game, number)
        return hands.record_bids(game, {}, calls=calls)

    version, hand = version_seen(game_id), stored.game.sheet.open_hand
    goes_on = hand is not None and hand.number == number and stored.game.sheet.bids is None
    if not goes_on and decide_at_version(decide, stored.game, version) is None:
        return _refuse_old_page(stored)  # the call fits neither the old nor the current state
    if not 0 < version <= stored.version or find_conflicts(stored.game, BidsRecorded(0, {}), version):
        return submit(game_id, decide, game_page.page)
    try:
        ended = hands.auction(stored.game, calls).over
    except RuleError as error:
        wrong = {"auction": error.reason} if isinstance(error, IllegalCall) else {error.field: str(error)}
        return game_page.page(stored, FormState(wrong, request.form)), 422
    return _save_calls(stored, number, seen, calls, decide if ended else None)


def _pressed_calls(game: Game, seen: list[str]) -> list[str]:
    """Return the call of the pressed button, or a pass for each remaining player."""
    call = _pressed_call()
    try:
        return hands.auction(game, seen).closing_passes if call == OTHERS_PASS else [call]
    except RuleError:
        return [call]  # is refused later, like any illegal call


def _pressed_call() -> str:
    """Return the call of the pressed button; a suit or the number button uses the selected level."""
    button, level = request.form.get("call", "")[:MOST_CALL], request.form.get("level", "")[:MOST_CALL]
    if button == NUMBER:
        return level or _("a number")
    return level + button if button in DENOMINATIONS else button


def _draft_calls(stored: StoredGame, number: int) -> tuple[list[str], DraftField]:
    """Return the calls of this hand so far and the draft field that holds them, from a single read."""
    stored_draft = repository().store.draft(stored.game_id)
    calls = hand_draft.draft_auction(stored.game, hand_draft.draft_values(stored, stored_draft).get("calls")).calls
    before = stored_draft["values"].get("calls") if stored_draft["hand"] == number else None
    return [*calls], DraftField(number, "calls", before)


def _save_calls(
    stored: StoredGame, number: int, seen: list[str], calls: list[str], decide: Callable[[Game], Event] | None
) -> Answer:
    """Save these calls in place of those seen, or record the bids with `decide`.

    A tap sent twice counts once. A tap on an old page gets a message.
    """
    current, field = _draft_calls(stored, number)
    if current == calls:
        return redirect_after_change(stored.game_id)
    if current != seen:
        return _refuse_old_page(stored)
    try:
        if decide is not None:
            return submit(stored.game_id, decide, game_page.page, builds_on=field)
        value = hand_draft.calls_draft(hands.open_hand(stored.game), calls)
        action = Action(author(), who(), "", number, {"calls": (field.value, value)})
        repository().tap(stored.game_id, action, seen=stored.version, checked=True)
    except (StaleVersion, DraftChanged):  # another scorer was faster, perhaps with the same call
        if _draft_calls(stored, number)[0] != calls:
            return _refuse_old_page(stored)
    return redirect_after_change(stored.game_id)


def _refuse_old_page(stored: StoredGame) -> Answer:
    call = _("All others pass") if _pressed_call() == OTHERS_PASS else _pressed_call()
    text = _("The auction has continued. This is its present state.")
    if call:
        text += " " + _("Your taps: {tapped}.").format(tapped=call)
    return game_page.page(game_or_404(stored.game_id), FormState({"stale": text})), 409


# --- void deals ---------------------------------------------------------------------------------------------


@blueprint.get("/games/<game_id>/hands/<int:number>/void")
def ask_void(game_id: str, number: int) -> str | Response:
    """Return the page of all that can go wrong in the current hand; redirect to the game if another hand is current."""
    stored = game_or_404(game_id)
    hand = stored.game.sheet.open_hand
    if hand is None or hand.number != number:
        return redirect(url_for("game_page.show", game_id=game_id), code=303)
    return _void_page(stored, FormState())


def _void_page(stored: StoredGame, form_state: FormState) -> str:
    game, hand = stored.game, hands.open_hand(stored.game)
    usual = _charges(game, Misdealt())
    return render_template(
        "hands/void.html", game_id=stored.game_id, sheet=game.sheet, names=game.names, hand=hand,
        form=hidden_fields(stored), form_state=form_state, begun=hands.is_play_open(game),
        misplayed={player: _charges(game, Misplayed(player)).get(player, 0) for player in hand.order},
        misdealt=[
            (player, usual.get(player, 0), _charges(game, Misdealt((player,))).get(player, 0))
            for player in dict.fromkeys((hand.dealer, *hand.order))
        ],
    )  # fmt: skip


def _charges(game: Game, spoilt: Misdealt | Misplayed | TricksRecorded) -> dict[str, Points]:
    """Return the points that this costs or gives, by player."""
    row = game.preview(spoilt).sheet.rows[-1]
    return {player: points for player, points in row.points.items() if points} if isinstance(row, HandRow) else {}


@blueprint.post("/games/<game_id>/hands/<int:number>/void")
def void(game_id: str, number: int) -> Answer:
    """Record a misdeal or a misplay, and the same hand is dealt again, or a wrong number of cards that ends it."""

    def decide(game: Game) -> Misdealt | Misplayed | TricksRecorded:
        _require_current_hand(game, number)
        if request.form.get("void") == "misplay":
            return hands.misplay(game, request.form.get("player", ""))
        if request.form.get("void") == "free":
            return hands.misdeal(game, free=True)
        if request.form.get("void") == "wrong_count":
            return hands.record_tricks(game, wrong_count=tuple(request.form.getlist("wrong_count")))
        return hands.misdeal(game, request.form.getlist("wrong_count"))

    def say(game: Game) -> str:
        event = decide(game)
        costs = _charges(game, event)
        charged = ", ".join(f"{game.names[player]} {format_change(points)}" for player, points in costs.items())
        if isinstance(event, TricksRecorded):
            return _("Hand {hand} is over: {points}.").format(hand=number, points=charged)
        return (
            _("Hand {hand} is dealt again: {charged}.").format(hand=number, charged=charged)
            if charged
            else _("Hand {hand} is dealt again, nothing is charged.").format(hand=number)
        )

    def refused(stored: StoredGame, form_state: FormState) -> str:
        return (_void_page if form_state.is_wrong("wrong_count") else game_page.page)(stored, form_state)

    return submit(game_id, decide, refused, said=say)
