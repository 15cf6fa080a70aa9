"""The open hand: its taps, its calls, its bids, its tricks, or that it is void."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any
from urllib.parse import parse_qsl

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorepad.errors import DraftChanged, IllegalCall, RuleError, StaleVersion, game_over, no_such_hand
from scorepad.game.decide import hands
from scorepad.game.decide.again import in_the_way
from scorepad.game.decide.auction import DENOMINATIONS
from scorepad.game.state.events import CONTRACT_FIELDS, BidsRecorded, Event, Marks
from scorepad.game.state.record import Game
from scorepad.game.state.rows import OpenHand
from scorepad.repository import StoredGame
from scorepad.rules import cards
from scorepad.store.records import Action, DraftField
from scorepad.web.fields import number as whole_number
from scorepad.web.hands import corrections, game_page, hand_form, tapped
from scorepad.web.submit import (
    Answer,
    FormState,
    ShowPage,
    author,
    decided_then,
    game_or_404,
    hidden_fields,
    onward,
    repository,
    submit,
    version_seen,
    who,
)  # fmt: skip
from scorepad.words import _

blueprint = Blueprint("hands", __name__)

NUMBER = "number"  # the button that bids the chosen level without a suit
MOST_CALL = 20  # letters of a call that somebody made up
MOST_DRAFT = 40  # letters of one tapped value
MOST_TOGETHER = 20  # fields of one tap
MOST_TAPS = 200  # that come with the bids or tricks of a hand
TURNS = ("undo", "redo")
MOST_LOOKS = 5  # at a game that others write on just now
# What can be tapped; anything else would only fill the store.
_TAPPED = re.compile(
    r"(bid|taken|made|off|mark\.\w{1,40})\.p\d{1,3}|trump|turned|chosen_by|cancelled"
    rf"|contract\.({'|'.join(CONTRACT_FIELDS)}|doubler\.p\d{{1,3}})",
    re.ASCII,
)


def _open(game: Game, number: int) -> OpenHand:
    """The open hand, if it still is the one the page showed."""
    hand = hands.open_hand(game)
    if hand.number != number:
        raise no_such_hand(number)
    return hand


@blueprint.post("/games/<game_id>/hands/<int:number>/draft")
def keep_draft(game_id: str, number: int) -> Answer | tuple[dict[str, Any], int] | dict[str, Any]:
    """Keep one tap of the open hand, of one field or several; it is no part of the record. With `turn` it is an undo
    or redo of such a tap: 409 where another's action is in its way."""
    tap = _tap(zip(request.form.getlist("field"), request.form.getlist("value"), strict=False))
    for _look in range(MOST_LOOKS):
        stored = game_or_404(game_id)
        hand = stored.game.sheet.open_hand
        if hand is None or hand.number != number:
            return {"message": str(game_over() if hand is None else no_such_hand(number))}, 409
        if not tap:
            abort(400)
        late = stored.game.sheet.bids is not None and any(field.startswith(("bid.", "contract.")) for field in tap)
        if late and not request.form.get("turn"):
            return {"message": _("The bids of hand {hand} are saved already.").format(hand=number)}, 409
        try:
            if not _turned(stored, tap, request.form.get("turn", "")):
                for action in _actions(stored, number, [tap]):
                    repository().tap(game_id, action, seen=stored.version)
            return {"kept": ", ".join(tap)}
        except (RuleError, DraftChanged) as error:
            return {"message": str(error)}, 409
        except StaleVersion:  # written on in this instant: is the hand still open?
            continue
    return {"message": str(no_such_hand(number))}, 409


def _tap(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return the value of each field of a tap; {} where one of them cannot be tapped."""
    tap = {field: cards.typed(value) if field == "turned" else value for field, value in pairs}
    whole = all(_TAPPED.fullmatch(field) and len(value) <= MOST_DRAFT for field, value in tap.items())
    return tap if whole and len(tap) <= MOST_TOGETHER else {}


def _actions(stored: StoredGame, number: int, taps: Sequence[dict[str, str]]) -> list[Action]:
    return [Action(author(), who(), "", number, fields) for fields in tapped.changes(stored, taps)]


def _turned(stored: StoredGame, tap: dict[str, str], turn: str) -> bool:
    """Undo or redo the tap of this browser that comes next, where it gives the fields these values; whether it does."""
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
    """The game's page; where what is to stand in the place of a hand that is over was refused, the one that corrects
    that hand: the next hand has fields of the same names, and what does not go with it can be mended there. A phone
    that plays on asks by itself and is told the way."""

    def shown(stored: StoredGame, form_state: FormState) -> str:
        refused = hand_form.instead(request.form) and not form_state.is_wrong("stale")
        if not refused or stored.game.hand_row(number) is None:
            return game_page.page(stored, form_state)
        if request.form.get("queued"):
            words = _("Hand {hand} was written down to its end meanwhile: put yours aside, then tap that hand in the "
                      "sheet and correct it.")  # fmt: skip
            form_state.say("instead", words.format(hand=number))
            return game_page.page(stored, form_state)
        words = _("Another scorer has written down hand {hand} to its end. What you had tapped stands here: mend what "
                  "does not go with it, or go back and leave the hand as it is.")  # fmt: skip
        flash(words.format(hand=number))
        return corrections.page(number)(stored, form_state)

    return shown


@blueprint.post("/games/<game_id>/hands/<int:number>/bids")
def record_bids(game_id: str, number: int) -> Answer:
    """Write down the bids, or what an auction came to; with `instead=yes` in the place of those another has written."""

    def decide(game: Game) -> Event:
        if hand_form.instead(request.form) and hand_form.as_recorded(game, number):
            corrected = hand_form.bids_in_place(game, number, request.form)
            if game.hand_row(number) and not request.form.get("queued"):
                raise RuleError("instead", _("These are your bids and the tricks of the other scorer: check both."))
            return corrected
        hand = _open(game, number)
        return hands.record_bids(
            game,
            hand_form.by_player(request.form, "bid", hand.order),
            contract=hand_form.contract(request.form),
            hook_waived=request.form.get("hook_waived") == "yes",
            marks=hand_form.marks(request.form, game.sheet.scheme, hand.order),
            **hand_form.trumps(request.form),
        )

    return submit(game_id, decide, _page(number), taps=_taps_with(game_id, number))


def _taps_with(game_id: str, number: int) -> list[Action]:
    """Return the taps of a phone that it had not sent before it saved what they came to: `tap` is like a query."""
    stored = game_or_404(game_id)
    taps = [_tap(parse_qsl(one, keep_blank_values=True)) for one in request.form.getlist("tap")[:MOST_TAPS]]
    hand = stored.game.sheet.open_hand
    return _actions(stored, number, [one for one in taps if one]) if hand and hand.number == number else []


@blueprint.post("/games/<game_id>/hands/<int:number>/taken")
def record_tricks(game_id: str, number: int) -> Answer:
    """Write down the outcome of the hand; with `instead=yes` in the place of what another has written."""

    def decide(game: Game) -> Event:
        if hand_form.instead(request.form) and game.hand_row(number):
            return hand_form.tricks_in_place(game, number, request.form)
        hand = _open(game, number)
        asked = "taken" if game.sheet.writes == "tricks" else game.sheet.writes
        return hands.record_tricks(
            game,
            **hand_form.outcome(request.form, hand.order) or {asked: {}},
            cancelled=whole_number(request.form.get("cancelled")),
            marks=_marks_now(game, hand),
            **hand_form.trumps(request.form),
        )

    return submit(game_id, decide, _page(number), taps=_taps_with(game_id, number))


def _marks_now(game: Game, hand: OpenHand) -> Marks:
    """Marks on the tricks form; one made with the bids and not said any more is what it usually is."""
    scheme = game.sheet.scheme
    now = hand_form.marks(request.form, scheme, hand.order)
    for player, earlier in (game.sheet.bids.marks if game.sheet.bids else {}).items():
        asked = {mark: usual for mark, usual in scheme.unmarked.items() if mark in earlier}
        now[player] = {**asked, **now.get(player, {})}
    return now


# --- the call pad: calls of an auction, kept as a draft until the last one makes it an event ----------------


@blueprint.post("/games/<game_id>/hands/<int:number>/calls")
def call(game_id: str, number: int) -> Answer:
    """One more call; the last one of an auction records the bids."""
    stored, seen = game_or_404(game_id), request.form.get("calls", "").split()
    calls = [*seen, _said()]

    def decide(game: Game) -> Event:
        _open(game, number)
        return hands.record_bids(game, {}, calls=calls)

    version = version_seen(game_id)
    if not _auction_goes_on(stored, number) and decided_then(decide, stored.game, version) is None:
        return _gone_on(stored)  # it can be recorded nowhere any more
    if not 0 < version <= stored.version or in_the_way(stored.game, BidsRecorded(0, {}), version):
        return submit(game_id, decide, game_page.page)
    try:
        ended = hands.auction(stored.game, calls).over
    except RuleError as error:
        wrong = {"auction": error.reason} if isinstance(error, IllegalCall) else {error.field: str(error)}
        return game_page.page(stored, FormState(wrong, request.form)), 422
    return _keep(stored, number, seen, calls, decide if ended else None)


def _auction_goes_on(stored: StoredGame, number: int) -> bool:
    """Whether this hand's auction still goes on."""
    hand = stored.game.sheet.open_hand
    return hand is not None and hand.number == number and stored.game.sheet.bids is None


def _said() -> str:
    """The call of the button that was pressed: a suit or a number takes the level chosen beside it."""
    said, level = request.form.get("call", "")[:MOST_CALL], request.form.get("level", "")[:MOST_CALL]
    if said == NUMBER:
        return level or _("a number")
    return level + said if said in DENOMINATIONS else said


def _as_tapped(stored: StoredGame, number: int) -> tuple[list[str], DraftField]:
    """The calls of this hand so far, and the very tap that says so: both of one instant."""
    kept_calls = repository().store.draft(stored.game_id)
    calls = tapped.auction_tapped(stored.game, tapped.drafted(stored, kept_calls).get("calls")).calls
    before = kept_calls["values"].get("calls") if kept_calls["hand"] == number else None
    return [*calls], DraftField(number, "calls", before)


def _keep(
    stored: StoredGame, number: int, seen: list[str], calls: list[str], decide: Callable[[Game], Event] | None
) -> Answer:
    """Keep these calls in place of those seen, or record with `decide` what they come to.

    A tap sent twice counts once, one on an old page is told so.
    """
    standing, tap = _as_tapped(stored, number)
    if standing == calls:
        return onward(stored.game_id)
    if standing != seen:
        return _gone_on(stored)
    try:
        if decide is not None:
            return submit(stored.game_id, decide, game_page.page, builds_on=tap)
        value = tapped.calls_as_kept(hands.open_hand(stored.game), calls)
        action = Action(author(), who(), "", number, {"calls": (tap.value, value)})
        repository().tap(stored.game_id, action, seen=stored.version, checked=True)
    except (StaleVersion, DraftChanged):  # somebody was quicker: perhaps with the same
        return onward(stored.game_id) if _as_tapped(stored, number)[0] == calls else _gone_on(stored)
    return onward(stored.game_id)


def _gone_on(stored: StoredGame) -> Answer:
    said = _said()
    text = _("The auction has gone on meanwhile: this is how it stands now.")
    if said:
        text += " " + _("You had tapped: {tapped}.").format(tapped=said)
    return game_page.page(game_or_404(stored.game_id), FormState({"stale": text})), 409


# --- a hand that is void ------------------------------------------------------------------------------------


@blueprint.get("/games/<game_id>/hands/<int:number>/void")
def ask_void(game_id: str, number: int) -> str | Response:
    """What went wrong with the open hand, and who did it; back to the game where another hand is open by now."""
    stored = game_or_404(game_id)
    hand = stored.game.sheet.open_hand
    if hand is None or hand.number != number:
        return redirect(url_for("games.show", game_id=game_id), code=303)
    return render_template(
        "hands/void.html", game_id=game_id, sheet=stored.game.sheet, names=stored.game.names, hand=hand,
        form=hidden_fields(stored),
    )  # fmt: skip


@blueprint.post("/games/<game_id>/hands/<int:number>/void")
def void(game_id: str, number: int) -> Answer:
    """A misdeal or a misplay: penalties, then the same hand again."""

    def decide(game: Game) -> Event:
        _open(game, number)
        if request.form.get("void") == "misplay":
            return hands.misplay(game, request.form.get("player", ""))
        return hands.misdeal(game, request.form.getlist("wrong_count"))

    return submit(game_id, decide, game_page.page, said=_("Hand {hand} is dealt again.").format(hand=number))
