"""A group's owners on a host: their links, its name, the recovery code. None of this is on a laptop."""

from __future__ import annotations

from datetime import date

from flask import Blueprint, Response, abort, flash, make_response, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorepad.errors import LastOwner
from scorepad.game.decide.setup import as_written
from scorepad.store import GROUP_NAME
from scorepad.web.auth.login import OWNS
from scorepad.web.auth.permissions import may
from scorepad.web.auth.share import drawn
from scorepad.web.groups.group import group
from scorepad.web.groups.owners import OwnerLinks
from scorepad.web.host import recovery
from scorepad.web.host.front import MOST_NAME
from scorepad.web.host.host import host
from scorepad.web.submit import fresh
from scorepad.words import _

blueprint = Blueprint("owners", __name__)


def first_page() -> str:
    """Where an owner goes who comes in: where nobody has a recovery code yet, to the page that asks for one."""
    if host().groups.is_demonstration(group().key):
        game = next(iter(group().games.games("running", limit=1)), None)
        return url_for("games.show", game_id=game.game_id) if game else url_for("games.list_games")
    return url_for("owners.welcome" if group().store.setting(recovery.CODE) is None else "games.list_games")


def note_for_owner() -> str:
    """What stands above the list of games: "demonstration", "code" where a recovery code is asked for, "again" where it
    is asked whether it is still kept; "" for nothing."""
    if not group().key or not may("owner"):
        return ""
    if host().groups.is_demonstration(group().key):
        return "demonstration"
    if not recovery.is_to_ask(group()):
        return ""
    return "code" if group().store.setting(recovery.CODE) is None else "again"


def _links() -> OwnerLinks:
    found = group().links
    assert isinstance(found, OwnerLinks)
    return found


@blueprint.get("/owners/welcome")
def welcome() -> Response:
    """The link that lets its owner in again, and the way to a recovery code: what to keep of a new group."""
    return _page("welcome")


@blueprint.get("/owners")
def show() -> Response:
    """Who owns the group, and this browser's own link."""
    return _page("owners")


@blueprint.post("/owners")
def add() -> Response | tuple[Response, int]:
    """A link for one more owner: shown now, and on no other page but their own."""
    name = as_written(request.form.get("name", "")).strip()
    if not 0 < len(name) <= MOST_NAME:
        return _page("owners", why=_("Say whose link it is, or which device’s."), name=name[: 2 * MOST_NAME]), 422
    return _page("added", added=name, shown=_drawn(_links().add(name, date.today())))


@blueprint.post("/owners/<id>/revoke")
def revoke(id: str) -> AnyResponse:
    """Take one link back: whoever came by it is out."""
    try:
        _links().revoke(id)
    except LastOwner as error:
        flash(str(error))
        return redirect(url_for("owners.show"), code=303)
    flash(_("That link is worth nothing any more, and whoever came in by it is out."))
    return redirect(url_for("owners.show") if id != _own_id() else url_for("games.list_games"), code=303)


@blueprint.post("/owners/recovery")
def make_code() -> Response:
    """A new recovery code: shown once."""
    if host().groups.is_demonstration(group().key):
        abort(404)
    return _page("code", recovery_code=recovery.make(host().groups, group()), address=host().address)


@blueprint.post("/owners/recovery/kept")
def code_is_kept() -> AnyResponse:
    """Ask for it no more."""
    group().store.keep_setting(recovery.ASKED, "yes")
    return redirect(url_for("games.list_games"), code=303)


@blueprint.post("/owners/name")
def rename() -> AnyResponse | tuple[Response, int]:
    """Call the group otherwise."""
    name = as_written(request.form.get("group", "")).strip()
    if not 0 < len(name) <= MOST_NAME:
        why = _("Say what your group is called, in {most} letters at most.").format(most=MOST_NAME)
        return _page("owners", why_group=why, typed_group=name[: 2 * MOST_NAME]), 422
    group().store.drop_setting(GROUP_NAME)
    group().store.keep_setting(GROUP_NAME, name)
    flash(_("The group is now called {name}.").format(name=name))
    return redirect(url_for("owners.show"), code=303)


def _own_id() -> str:
    """Whose link this browser came in by."""
    return _links().id_of(session.get(OWNS, ""))


def _drawn(id: str) -> list[dict[str, object]]:
    return drawn(_links().link_of("", id), [host().address])


def _page(what: str, **words: object) -> Response:
    """The page; `what` of it: "owners", "welcome", a link "added" or the "code"."""
    own = _own_id()
    page = render_template(
        "host/owners.html", what=what, form=fresh(), own=own, owners=_links().owners(), most=MOST_NAME,
        has_code=group().store.setting(recovery.CODE) is not None,
        **{"shown": _drawn(own), **words},
    )  # fmt: skip
    answer = make_response(page)
    answer.headers["Cache-Control"] = "no-store"
    return answer
