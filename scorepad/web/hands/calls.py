"""The call pad: calls of the open hand's auction, kept as a draft until the last one makes it an event."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, request

from scorepad.errors import DraftChanged, IllegalCall, RuleError, StaleVersion, no_such_hand
from scorepad.game.decide import hands
from scorepad.game.decide.auction import DENOMINATIONS
from scorepad.game.decide.conflicts import in_the_way
from scorepad.game.state.events import BidsRecorded, Event
from scorepad.game.state.record import Game
from scorepad.repository import StoredGame
from scorepad.store.records import Action, DraftField
from scorepad.web.hands import call_pad, game_page, tapped
from scorepad.web.resend import decided_then
from scorepad.web.submit import Answer, FormState, author, game_or_404, onward, repository, submit, version_seen, who
from scorepad.words import _

blueprint = Blueprint("calls", __name__)

NUMBER = "number"  # the button that bids the chosen level without a suit
MOST_CALL = 20  # letters of a call that somebody made up


@blueprint.post("/games/<game_id>/hands/<int:number>/calls")
def call(game_id: str, number: int) -> Answer:
    """One more call; the last one of an auction records the bids."""
    stored, seen = game_or_404(game_id), request.form.get("calls", "").split()
    calls = [*seen, _said()]

    def decide(game: Game) -> Event:
        hand = hands.open_hand(game)
        if hand.number != number:
            raise no_such_hand(number)
        return hands.record_bids(game, {}, calls=calls)

    version = version_seen(game_id)
    if not _open(stored, number) and decided_then(decide, stored.game, version) is None:
        return _gone_on(stored)  # it can be recorded nowhere any more
    if not _goes_on(stored, version):
        return submit(game_id, decide, game_page.page)
    try:
        ended = hands.auction(stored.game, calls).over
    except IllegalCall as error:
        return game_page.page(stored, FormState({"auction": error.reason}, request.form)), 422
    except RuleError as error:
        return game_page.page(stored, FormState({error.field: str(error)}, request.form)), 422
    return _keep(stored, number, seen, calls, decide if ended else None)


def _goes_on(stored: StoredGame, seen: int) -> bool:
    """Return whether nothing recorded after version `seen` is in the way of a bid."""
    return 0 < seen <= stored.version and not in_the_way(stored.game, BidsRecorded(0, {}), seen)


def _open(stored: StoredGame, number: int) -> bool:
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
    calls = call_pad.auction(stored.game, tapped.drafted(stored, kept_calls).get("calls")).calls
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
        value = call_pad.kept_as(hands.open_hand(stored.game), calls)
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
