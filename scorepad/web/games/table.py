"""Players: joining, leaving, coming back, names, seats, the next dealer, penalties, comments."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, request, url_for

from scorepad.game.decide import players, splitting
from scorepad.game.state.events import Event
from scorepad.game.state.record import Game
from scorepad.repository import StoredGame
from scorepad.web.auth.permissions import may
from scorepad.web.fields import number
from scorepad.web.hands import game_page
from scorepad.web.submit import Answer, FormState, game_or_404, game_template, repository, submit
from scorepad.words import _

blueprint = Blueprint("table", __name__)


def _page(stored: StoredGame, form_state: FormState) -> str:
    known = repository().evenings.offered() if may("owner") else []  # names of other games
    split_into = len(splitting.sizes_with_one_more(stored.game))
    return game_template("games/table.html", stored, form_state, known=known, split_into=split_into)


@blueprint.get("/games/<game_id>/table")
def at_table(game_id: str) -> str:
    """Who sits where, and all that can change about it. 404 for no game."""
    return _page(game_or_404(game_id), FormState())


def _act(game_id: str, decide: Callable[[Game], Event], said: str) -> Answer:
    return submit(game_id, decide, _page, said=said, to=url_for("table.at_table", game_id=game_id))


@blueprint.post("/games/<game_id>/players")
def join(game_id: str) -> Answer:
    """`name` sits down, before a player or last, with `points` or those worked out; 422 at the field that is wrong."""

    name, before = request.form.get("name", ""), request.form.get("before") or None
    points = number(request.form.get("points"))
    said = _("{name} has joined.").format(name=name.strip())
    return submit(game_id, lambda game: players.join(game, name, before=before, points=points), _page, said=said)


@blueprint.post("/games/<game_id>/players/<player>/leave")
def leave(game_id: str, player: str) -> Answer:
    """An empty seat from the next hand on; 422 where too few would be left or a hand is being played."""
    said = _("{name} has left: the seat is empty now.").format(name=_name(game_id, player))
    return submit(game_id, lambda game: players.leave(game, player), _page, said=said)


@blueprint.post("/games/<game_id>/players/<player>/return")
def come_back(game_id: str, player: str) -> Answer:
    """Somebody who left takes their seat again; 422 for whoever is there."""
    said = _("{name} is back.").format(name=_name(game_id, player))
    return submit(game_id, lambda game: players.come_back(game, player), _page, said=said)


def _name(game_id: str, player: str) -> str:
    return game_or_404(game_id).game.names.get(player, "")


@blueprint.post("/games/<game_id>/players/<player>/name")
def rename(game_id: str, player: str) -> Answer:
    """Another `name` for a player, on the whole sheet; 422 where it is taken or too long."""
    name = request.form.get("name", "")
    return _act(game_id, lambda game: players.rename(game, player, name), _("The name is changed."))


@blueprint.post("/games/<game_id>/swap")
def swap(game_id: str) -> Answer:
    """`one` and the `other` change seats; 422 where they are one or not there."""
    one, other = request.form.get("one", ""), request.form.get("other", "")
    return _act(game_id, lambda game: players.swap(game, one, other), _("Seats are changed."))


@blueprint.post("/games/<game_id>/dealer")
def set_dealer(game_id: str) -> Answer:
    """Who deals the next hand, and who bids first where that goes round apart; 422 for nobody at the table."""
    dealer, first = request.form.get("player") or None, request.form.get("first_bidder") or None
    said = _("The next hand is dealt as you say.")
    return _act(game_id, lambda game: players.set_dealer(game, dealer, first), said)


@blueprint.post("/games/<game_id>/adjustments")
def adjust(game_id: str) -> Answer:
    """Points given to a player, of either sign, and `why`; 422 at the field that is wrong."""
    player, why = request.form.get("player", ""), request.form.get("why", "")
    points, said = number(request.form.get("adjust_points")), _("The points are written down.")
    return submit(game_id, lambda game: players.adjust(game, player, points, why), _page, said=said)


@blueprint.post("/games/<game_id>/comments")
def comment(game_id: str) -> Answer:
    """A `text` about a `hand`, or about the evening; 422 where it is empty or too long."""
    text, hand, said = request.form.get("text", ""), number(request.form.get("hand")), _("The comment is written down.")
    return submit(
        game_id, lambda game: players.comment(game, text, hand), game_page.page, said=said, anchor="#comments"
    )  # fmt: skip
