"""Players: joining, leaving, returning, names, seats, the next dealer, adjustments, comments."""

from collections.abc import Callable

from flask import Blueprint, request, url_for

from scorepad.game.decide import players, splitting
from scorepad.game.state.events import Event
from scorepad.game.state.game import Game
from scorepad.repository import StoredGame
from scorepad.web.auth.permissions import may
from scorepad.web.fields import parse_bounded_int
from scorepad.web.form_state import FormState
from scorepad.web.hands import game_page
from scorepad.web.submit import Answer, game_or_404, game_template, repository, submit
from scorepad.words import _

blueprint = Blueprint("players", __name__)


def _page(stored: StoredGame, form_state: FormState) -> str:
    known = repository().evenings.suggested_names() if may("owner") else []  # names of other games
    split_into = len(splitting.sizes_with_one_more(stored.game))
    return game_template("games/table.html", stored, form_state, known=known, split_into=split_into)


@blueprint.get("/games/<game_id>/table")
def at_table(game_id: str) -> str:
    """Return the page of the seats and the forms that change them; 404 if there is no such game."""
    return _page(game_or_404(game_id), FormState())


def _act(game_id: str, decide: Callable[[Game], Event], text: str) -> Answer:
    """Record the event; return to the page of the seats."""
    return submit(game_id, decide, _page, said=text, to=url_for("players.at_table", game_id=game_id))


def _act_on(game_id: str, player: str, decide: Callable[[Game, str], Event], message: str) -> Answer:
    """Record what `decide` returns for the player; `message` has a place for the name."""

    def said(game: Game) -> str:
        return message.format(name=game.names[player])

    return submit(game_id, lambda game: decide(game, player), _page, said=said)


@blueprint.post("/games/<game_id>/players")
def join(game_id: str) -> Answer:
    """Add the player `name` before a player or last, with `points` or a computed late entry; 422 if invalid."""

    name, before = request.form.get("name", ""), request.form.get("before") or None
    points = parse_bounded_int(request.form.get("points"))
    message = _("{name} has joined.").format(name=name.strip())

    def decide(game: Game) -> Event:
        return players.join(game, name, before=game.sheet.clockwise_before(before), points=points)

    return submit(game_id, decide, _page, said=message)


@blueprint.post("/games/<game_id>/players/<player>/leave")
def leave(game_id: str, player: str) -> Answer:
    """Remove a player, whose seat is empty from the next hand on.

    Answer 422 if too few players would remain or a hand is in progress.
    """
    return _act_on(game_id, player, players.leave, _("{name} has left. The seat is now empty."))


@blueprint.post("/games/<game_id>/players/<player>/return")
def come_back(game_id: str, player: str) -> Answer:
    """Seat a player who left again; answer 422 if the player is at the table."""
    return _act_on(game_id, player, players.return_player, _("{name} is back."))


@blueprint.post("/games/<game_id>/players/<player>/name")
def rename(game_id: str, player: str) -> Answer:
    """Rename a player on the entire sheet; answer 422 if the `name` is taken or too long."""
    name = request.form.get("name", "")
    return _act(game_id, lambda game: players.rename(game, player, name), _("Name changed."))


@blueprint.post("/games/<game_id>/swap")
def swap(game_id: str) -> Answer:
    """Swap the seats of two players (`one`, `other`) and return to the game; answer 422 if this is not possible."""
    first, second = request.form.get("one", ""), request.form.get("other", "")
    return submit(game_id, lambda game: players.swap(game, first, second), _page, said=_("Seats changed."))


@blueprint.post("/games/<game_id>/dealer")
def set_dealer(game_id: str) -> Answer:
    """Set the dealer of the next hand, and the first bidder if that rotates separately; 422 if not at the table."""
    dealer, first = request.form.get("player") or None, request.form.get("first_bidder") or None
    message = _("Next hand changed.")
    return _act(game_id, lambda game: players.set_dealer(game, dealer, first), message)


@blueprint.post("/games/<game_id>/adjustments")
def adjust(game_id: str) -> Answer:
    """Add points of either sign to a player, with the reason `why`; answer 422 at the invalid field."""
    player, why = request.form.get("player", ""), request.form.get("why", "")
    points, message = parse_bounded_int(request.form.get("adjust_points")), _("Points saved.")
    return submit(game_id, lambda game: players.adjust(game, player, points, why), _page, said=message)


@blueprint.post("/games/<game_id>/comments")
def comment(game_id: str) -> Answer:
    """Add a comment to a `hand` or to the game; answer 422 if the `text` is empty or too long."""
    text, hand = request.form.get("text", ""), parse_bounded_int(request.form.get("hand"))
    message = _("Comment saved.")
    return submit(
        game_id, lambda game: players.comment(game, text, hand), game_page.page, said=message, anchor="#comments"
    )  # fmt: skip
