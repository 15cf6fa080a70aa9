"""The pages for the owners of a group on a host: links, name, recovery code, export and deletion of the group.

None of this exists on a laptop. A host stores no e-mail addresses. So a recovery code is the only way back for an owner
who has lost all devices and links. It works once.
"""

import contextlib
import re
import secrets
from datetime import date

from flask import Blueprint, Response, abort, flash, make_response, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorepad.errors import GroupNotFound, StoreUnavailable
from scorepad.game.decide.setup import normalize_name
from scorepad.store import GROUP_NAME
from scorepad.store.groups import Groups
from scorepad.web.auth.login import SESSION_OWNER, disable_caching
from scorepad.web.auth.permissions import may
from scorepad.web.auth.share import link_codes
from scorepad.web.groups.group import Group, group
from scorepad.web.groups.links import OwnerLinks, derive_key
from scorepad.web.host.host import GroupPool, backup_retention_text, host
from scorepad.web.reports.group_zip import group_zip
from scorepad.words import _

blueprint = Blueprint("owners", __name__)

MOST_NAME = 60
"""Maximum length of a group's name."""

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Letters of a recovery code. None looks like another one or a digit in handwriting."""

WORDS, WORD_LENGTH = 4, 5
"""Number of words of a code and of letters per word: ABCDE FGHJK LMNPQ RSTUV, 91 bits."""

CODE, ASKED = "recovery", "recovery-asked"
"""Settings: the digest of the recovery code, and a flag that the owner needs no reminder of it."""

ASK_AGAIN = 3
"""Games after which the owner is asked whether the code is still at hand."""


def first_page() -> str:
    """Return the address after an owner's sign-in: the welcome page if the group has no recovery code yet.

    In a demonstration it is the game.
    """
    if host().groups.is_demonstration(group().key):
        game = next(iter(group().games.games("running", limit=1)), None)
        return url_for("game_page.show", game_id=game.game_id) if game else url_for("game_list.list_games")
    return url_for("owners.welcome" if group().store.setting(CODE) is None else "game_list.list_games")


def note_for_owner() -> str:
    """Return the kind of the notice above the list of games, or "".

    "demonstration", "code" to suggest a recovery code, "again" to ask whether the code is still at hand.
    """
    if not group().key or not may("owner"):
        return ""
    if host().groups.is_demonstration(group().key):
        return "demonstration"
    if group().store.setting(CODE) is None:
        return "code"
    return "again" if group().store.setting(ASKED) is None and _has_played(group()) else ""


def typed_name(field: str) -> tuple[str, str]:
    """Return a typed group name and its error, "" if it is valid."""
    name = normalize_name(request.form.get(field, "")).strip()
    if 0 < len(name) <= MOST_NAME:
        return name, ""
    return name[: 2 * MOST_NAME], _("Enter a name for your group, with at most {most} letters.").format(most=MOST_NAME)


@blueprint.get("/owners/welcome")
def welcome() -> Response:
    """Render the page of a new group, with the owner's link and a button for a recovery code."""
    return _page("welcome")


@blueprint.get("/owners")
def show() -> Response:
    """Render the list of owners, with this browser's own link."""
    return _page("owners")


@blueprint.post("/owners")
def add() -> Response | tuple[Response, int]:
    """Create a link for another owner. It is shown once; afterwards only that owner sees it."""
    name, why = typed_name("name")
    if why:
        return _page("owners", why=_("Enter the name of the person or device for this link."), name=name), 422
    return _page("added", added=name, shown=_drawn(_links(group()).add(name, date.today())))


@blueprint.post("/owners/<id>/revoke")
def revoke(id: str) -> AnyResponse:
    """Revoke an owner's link, and sign out the browsers that used it."""
    if not _links(group()).revoke(id):
        flash(_("This is the only link to the group. Create another one before you withdraw it."))
        return redirect(url_for("owners.show"), code=303)
    flash(_("This link is invalid now, and all who used it are signed out."))
    return redirect(url_for("owners.show") if id != _own_id() else url_for("game_list.list_games"), code=303)


@blueprint.post("/owners/recovery")
def make_code() -> Response:
    """Create a recovery code, shown once."""
    if host().groups.is_demonstration(group().key):
        abort(404)
    return _page("code", recovery_code=_create_recovery_code(host().groups, group()), address=host().address)


@blueprint.post("/owners/recovery/kept")
def code_is_kept() -> AnyResponse:
    """Record that the owner still has the code, and stop the reminders."""
    group().store.keep_setting(ASKED, "yes")
    return redirect(url_for("game_list.list_games"), code=303)


@blueprint.post("/owners/name")
def rename() -> AnyResponse | tuple[Response, int]:
    """Rename the group."""
    name, why = typed_name("group")
    if why:
        return _page("owners", why_group=why, typed_group=name), 422
    group().store.drop_setting(GROUP_NAME)
    group().store.keep_setting(GROUP_NAME, name)
    flash(_("The group is now called {name}.").format(name=name))
    return redirect(url_for("owners.show"), code=303)


def _own_id() -> str:
    """Return the id of the owner's link by which this browser signed in."""
    return _links(group()).id_of(session.get(SESSION_OWNER, ""))


def _drawn(id: str) -> list[dict[str, object]]:
    return link_codes(_links(group()).link_of("", id), [host().address])


def _page(what: str, **words: object) -> Response:
    """Render the page for `what`: "owners", "welcome", a link "added" or the "code"."""
    own = _own_id()
    page = render_template(
        "host/owners.html", what=what, own=own, owners=_links(group()).owners(), most=MOST_NAME,
        has_code=group().store.setting(CODE) is not None,
        **{"shown": _drawn(own), **words},
    )  # fmt: skip
    return disable_caching(make_response(page))


# --- recovery codes --------------------------------------------------------------------------------------


def _create_recovery_code(groups: Groups, group: Group) -> str:
    """Create a recovery code for a group, which replaces the previous one."""
    code = " ".join("".join(secrets.choice(LETTERS) for _letter in range(WORD_LENGTH)) for _word in range(WORDS))
    digest = _digest(groups, code)
    groups.keep_code(digest, group.key)
    while not group.store.swap_setting(CODE, before := group.store.setting(CODE), digest):
        pass  # another request has just created a code; this one replaces it
    if before:
        groups.drop_code(before)
    if _has_played(group):
        group.store.keep_setting(ASKED, "yes")
    return code


def redeem_recovery_code(groups: Groups, opened: GroupPool, typed: str, today: date) -> str | None:
    """Use up a typed recovery code, and return the path of a new owner's link. Return None for an invalid code."""
    digest = _digest(groups, typed)
    key = groups.group_of_code(digest)
    if key is None or not groups.has(key):
        return None
    with opened.lease(key) as group:
        if group.store.setting(CODE) != digest:
            return None
        links = _links(group)
        owner = links.add(_("Recovered"), today)  # may fail, so the code is used up afterwards
        if not groups.drop_code(digest):  # another device used the code first
            links.revoke(owner)
            return None
        with contextlib.suppress(StoreUnavailable):  # the code is used up already, and the link is valid
            group.store.drop_setting(CODE)
            group.store.drop_setting(ASKED)
        return links.link_of("", owner)


def new_owner(group: Group, name: str, today: date) -> str:
    """Add an owner to a group, and return the path of the owner's link."""
    links = _links(group)
    return links.link_of("", links.add(name, today))


def _links(group: Group) -> OwnerLinks:
    assert isinstance(group.links, OwnerLinks)
    return group.links


def _has_played(group: Group) -> bool:
    return sum(group.store.count(pile) for pile in ("running", "finished")) >= ASK_AGAIN


def _digest(groups: Groups, code: str) -> str:
    return derive_key(groups.secret(), "recovery", re.sub(r"[^A-Z]", "", code.upper()))


# --- export and deletion of the group ---------------------------------------------------------------------


@blueprint.get("/owners/group.zip")
def whole() -> AnyResponse:
    """Return a zip of the group; see `group_zip`."""
    return group_zip(group())


@blueprint.get("/owners/end")
def ask() -> Response:
    """Render the page that confirms the deletion of the group, with the zip and a field for its name."""
    return _end_page()


@blueprint.post("/owners/end")
def end() -> AnyResponse | tuple[Response, int]:
    """Delete the group and its backups if its name is typed. Otherwise render the page with the error."""
    key, name = group().key, group().name
    typed = request.form.get("group", "")
    if name.casefold() not in (normalize_name(typed).casefold(), typed.strip().casefold()):
        why = _("Type “{name}” to confirm. Nothing was deleted.").format(name=name)
        return _end_page(why=why, typed=typed[:200]), 422
    try:
        host().groups.remove(key)
    except GroupNotFound:  # another owner has just deleted it
        abort(404)
    session.clear()
    host().opened.forget(key)
    return redirect("/gone", code=303)


def _end_page(**words: object) -> Response:
    count = sum(group().store.count(pile) for pile in ("running", "finished", "binned"))
    page = render_template("host/end.html", count=count, held=backup_retention_text(), **words)
    return disable_caching(make_response(page))
