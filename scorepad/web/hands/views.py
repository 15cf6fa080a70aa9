"""Hands: bids, tricks, corrections, void hands, and the taps of the open hand."""

from __future__ import annotations

import contextlib
import re
from typing import Any

from flask import Blueprint, abort, render_template, request

from scorepad.errors import GameOver, NoSuchHand, RuleError, StaleVersion
from scorepad.game.decide import hands
from scorepad.game.report.preview import Change, becomes
from scorepad.game.report.preview import changes as preview_of
from scorepad.game.state.contract import CONTRACT_FIELDS, Contract
from scorepad.game.state.events import BidsRecorded, Event, Marks
from scorepad.game.state.record import Game
from scorepad.game.state.rows import OpenHand
from scorepad.repository import StoredGame
from scorepad.rules.numbers import written
from scorepad.web.hands import game_page, hand_form
from scorepad.web.numbers_typed import number as whole_number
from scorepad.web.submit import Answer, FormState, Page, game_or_404, hidden_fields, repository, submit
from scorepad.words import _

blueprint = Blueprint("hands", __name__)

MOST_DRAFT = 40  # letters of one tapped value
MOST_LOOKS = 5  # at a game that others write on just now
# What can be tapped; anything else would only fill the store.
_TAPPED = re.compile(
    r"(bid|taken|made|mark\.\w{1,40})\.p\d{1,3}|trump|turned|chosen_by|cancelled"
    rf"|contract\.({'|'.join(CONTRACT_FIELDS)}|doubler\.p\d{{1,3}})",
    re.ASCII,
)


def _open(game: Game, number: int) -> OpenHand:
    """The open hand, if it still is the one the page showed."""
    hand = hands.open_hand(game)
    if hand.number != number:
        raise NoSuchHand(number)
    return hand


@blueprint.post("/games/<game_id>/hands/<int:number>/draft")
def keep_draft(game_id: str, number: int) -> Answer | tuple[dict[str, Any], int] | dict[str, Any]:
    """Keep one tap of the open hand; it is no part of the record."""
    field, value = request.form.get("field", ""), request.form.get("value", "")
    for _look in range(MOST_LOOKS):
        stored = game_or_404(game_id)
        hand = stored.game.sheet.open_hand
        if hand is None or hand.number != number:
            return {"message": str(GameOver() if hand is None else NoSuchHand(number))}, 409
        if not _TAPPED.fullmatch(field) or len(value) > MOST_DRAFT:
            abort(400)
        with contextlib.suppress(StaleVersion):  # written on in this instant: is the hand still open?
            repository().store.keep_draft(game_id, number, field, value, seen=stored.version)
            return {"kept": field}
    return {"message": str(NoSuchHand(number))}, 409


@blueprint.post("/games/<game_id>/hands/<int:number>/bids")
def record_bids(game_id: str, number: int) -> Answer:
    def decide(game: Game) -> Event:
        if _instead() and (game.hand_row(number) or _open_bids(game, number)):
            return _in_its_place(game, number, "bids")
        hand = _open(game, number)
        return hands.record_bids(
            game,
            hand_form.by_player(request.form, "bid", hand.order),
            contract=hand_form.contract(request.form),
            hook_waived=request.form.get("hook_waived") == "yes",
            marks=hand_form.marks(request.form, game.sheet.scheme, hand.order),
            **hand_form.trumps(request.form),
        )

    return submit(game_id, decide, game_page.page)


@blueprint.post("/games/<game_id>/hands/<int:number>/taken")
def record_tricks(game_id: str, number: int) -> Answer:
    def decide(game: Game) -> Event:
        if _instead() and game.hand_row(number):
            return _in_its_place(game, number, "taken")
        hand = _open(game, number)
        sheet = game.sheet
        taken = hand_form.by_player(request.form, "taken", hand.order)
        made = hand_form.who_made(request.form, hand.order)
        only_made = bool(made) or (sheet.writes_made and not taken)
        return hands.record_tricks(
            game,
            None if only_made else taken,
            made=made if only_made else None,
            cancelled=whole_number(request.form.get("cancelled")),
            marks=_marks_now(game, hand),
            **hand_form.trumps(request.form),
        )

    return submit(game_id, decide, game_page.page, said=_("Hand {hand} is written down.").format(hand=number))


def _instead() -> bool:
    """Whether it is to stand even where another scorer has written meanwhile."""
    return request.form.get("instead") == "yes"


def _in_its_place(game: Game, number: int, part: str) -> Event:
    """Bids or tricks as this scorer has them, in the place of those that another has written meanwhile."""
    form, everyone = request.form, game.sheet.seats.everyone
    said: dict[str, Any] = {name: value for name, value in hand_form.trumps(form).items() if value is not None}
    stands = game.hand_row(number) or _open_bids(game, number)
    said["marks"] = _marks(game, stands.marks if stands else {})
    if part == "bids":
        agreed = hand_form.contract(form)
        said["bids"] = hand_form.by_player(form, "bid", everyone)
        if agreed is not None:
            said["contract"] = agreed.to_dict()
            said["bids"][agreed.declarer] = agreed.level
        said["hook_waived"] = form.get("hook_waived") == "yes"
    else:
        said["made"] = hand_form.who_made(form, everyone)
        said["taken"] = hand_form.by_player(form, "taken", everyone)
    changes = {name: value for name, value in said.items() if value}
    if part == "taken" and game.sheet.rulebook.cancelled:  # said by 0 and by nothing too
        changes["cancelled"] = whole_number(form.get("cancelled"))
    return hands.correct(game, number, _something(changes))


def _marks_now(game: Game, hand: OpenHand) -> Marks:
    """Marks on the tricks form; one made with the bids and not ticked any more counts 0."""
    scheme = game.sheet.scheme
    now = hand_form.marks(request.form, scheme, hand.order)
    for player, earlier in (game.sheet.bids.marks if game.sheet.bids else {}).items():
        asked = dict.fromkeys((mark for mark in earlier if mark in scheme.marks), 0)
        now[player] = {**asked, **now.get(player, {})}
    return now


@blueprint.post("/games/<game_id>/hands/<int:number>/void")
def void(game_id: str, number: int) -> Answer:
    """A misdeal or a misplay: penalties, then the same hand again."""

    def decide(game: Game) -> Event:
        _open(game, number)
        if request.form.get("void") == "misplay":
            return hands.misplay(game, request.form.get("player", ""))
        return hands.misdeal(game, request.form.getlist("wrong_count"))

    return submit(game_id, decide, game_page.page, said=_("Hand {hand} is dealt again.").format(hand=number))


@blueprint.get("/games/<game_id>/hands/<int:number>/becomes")
def show_becomes(game_id: str, number: int) -> dict[str, dict[str, list[str]]]:
    """What every total becomes by bid and tricks, written as on the page; "" where nobody can say."""
    game = game_or_404(game_id).game
    hand = game.sheet.open_hand
    if hand is None or hand.number != number:
        return {}
    return {
        player: {
            "" if bid is None else str(bid): ["" if total is None else written(total) for total in totals]
            for bid, totals in by_bid.items()
        }
        for player, by_bid in becomes(game.sheet, hand).items()
    }


def _open_bids(game: Game, number: int) -> BidsRecorded | None:
    """The bids of the open hand, if that is the hand meant and they are written down."""
    return game.sheet.bids if number == game.sheet.hands_played + 1 else None


@blueprint.get("/games/<game_id>/hands/<int:number>/correction")
def correction(game_id: str, number: int) -> str:
    return _correction_page(number)(game_or_404(game_id), FormState())


def _correction_page(number: int, changes: list[Change] | None = None) -> Page:
    def page(stored: StoredGame, form_state: FormState) -> str:
        row = stored.game.hand_row(number)
        stands = row or _open_bids(stored.game, number)
        if stands is None and (form_state.is_wrong("stale") or _instead()):  # the hand was taken back meanwhile
            return game_page.page(stored, form_state)
        if stands is None:
            abort(404)
        hand = row or stored.game.sheet.open_hand  # none once the game is over, though its bids stand
        bidders = hand.bidders if isinstance(hand, OpenHand) else ()
        there = row.points if row else {*stands.bids, *bidders}
        problems = row.problems if row else hands.open_problems(stored.game)
        return render_template(
            "hands/correction.html",
            game_id=stored.game_id,
            game=stored.game,
            sheet=stored.game.sheet,
            names=stored.game.names,
            number=number,
            row=stands,
            played=row is not None,
            problems={one.field: str(one) for one in problems},
            hook=hand is not None and hand.hook,
            players=[player for player in stored.game.sheet.seats.everyone if player in there],
            form=hidden_fields(stored),
            form_state=form_state,
            changes=changes,
        )

    return page


@blueprint.post("/games/<game_id>/hands/<int:number>/preview")
def preview(game_id: str, number: int) -> Answer:
    """The correction as it is typed, with what it would change for whom; nothing is recorded."""
    stored = game_or_404(game_id)
    try:
        changes = preview_of(stored.game, hands.correct(stored.game, number, _changes(stored.game, number)))
    except RuleError as error:
        return _correction_page(number)(stored, FormState({error.field: str(error)}, request.form)), 422
    return _correction_page(number, changes)(stored, FormState({}, request.form))


@blueprint.post("/games/<game_id>/hands/<int:number>/correction")
def correct(game_id: str, number: int) -> Answer:
    def decide(game: Game) -> Event:
        return hands.correct(game, number, _changes(game, number))

    said = _("Hand {hand} is corrected, and everything after it worked out anew.").format(hand=number)
    return submit(game_id, decide, _correction_page(number), said=said, anchor=f"#hand-{number}")


def _changes(game: Game, number: int) -> dict[str, Any]:
    """What the form says of the hand, of those things only that the hand has."""
    row = game.hand_row(number)
    stands = row or _open_bids(game, number)
    if stands is None:
        raise NoSuchHand(number)
    form, everyone = request.form, game.sheet.seats.everyone
    taken_away = {player: None for player in stands.bids if form.get(f"bid.{player}") == ""}
    typed: dict[str, Any] = {"bids": hand_form.by_player(form, "bid", everyone) | taken_away}
    typed |= {name: value for name, value in hand_form.trumps(form).items() if name in form}
    agreed = hand_form.contract(form)
    if agreed is not None:
        typed["bids"][agreed.declarer] = agreed.level
    if not _same(game, agreed, stands.contract):
        typed["contract"] = None if agreed is None else agreed.to_dict()
    if form.get("hook_waived") == "yes":
        typed["hook_waived"] = True
    if row is not None:
        typed["marks"] = _marks(game, row.marks)
        made = hand_form.who_made(form, everyone)
        if row.taken is None:  # of whoever has no bid it means nothing
            made = {player: one for player, one in made.items() if player in row.made or player in typed["bids"]}
        typed |= {"made": made} if made else {"taken": hand_form.by_player(form, "taken", everyone)}
        if "cancelled" in form:
            typed["cancelled"] = whole_number(form.get("cancelled"))
    changes = {name: value for name, value in typed.items() if value != getattr(stands, name, None)}
    return _something(changes)


def _marks(game: Game, stand: Marks) -> Marks:
    """The marks as the form has them; those of another scheme as they are, for it may count again, and noughts too."""
    scheme = game.sheet.scheme
    typed = hand_form.marks(request.form, scheme, game.sheet.seats.everyone)
    other = {
        player: {mark: value for mark, value in own.items() if mark not in scheme.marks or value == 0}
        for player, own in stand.items()
    }
    return {player: other.get(player, {}) | typed.get(player, {}) for player in {**stand, **typed}}


def _same(game: Game, one: Contract | None, other: Contract | None) -> bool:
    """Whether two contracts are one, whoever doubled first."""
    if one is None or other is None:
        return one == other
    return hands.in_seat_order(game, one) == hands.in_seat_order(game, other)


def _something(changes: dict[str, Any]) -> dict[str, Any]:
    if not changes:
        raise RuleError("correction", _("Nothing is changed yet."))
    return changes
