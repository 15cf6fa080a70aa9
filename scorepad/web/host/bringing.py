"""The games of a laptop, or of another host, made a group by whoever owns them: they are sent in one file, looked
through, and kept where nothing of the file itself is."""

from __future__ import annotations

import threading
from datetime import date

from flask import Blueprint, render_template, request
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response as AnyResponse

from scorepad.errors import GroupFull, NothingBrought, SheetUnreadable
from scorepad.game.decide.setup import as_written
from scorepad.store import GROUP_NAME
from scorepad.web.groups import copied
from scorepad.web.groups.copied import Copy
from scorepad.web.host import limits, recovery
from scorepad.web.host.front import MOST_NAME, in_by, same_for_all
from scorepad.web.host.host import host
from scorepad.words import _

blueprint = Blueprint("bringing", __name__)

MOST_BROUGHT = 16_000_000
"""Bytes of the file: thousands of evenings."""

LARGER = {"/bring": MOST_BROUGHT * 3 // 2}
"""Bytes that are read at all at an address where more is sent than at others: enough for our own page to say that a
file is too large."""

LATER = 60
"""Seconds after which whoever is refused because others bring theirs may try again."""

_turn = threading.Lock()
"""Of who brings something: one at a time in each worker, the others play."""


@blueprint.get("/bring")
def show() -> AnyResponse:
    """Where the games of one's own computer are chosen."""
    return same_for_all(_page())


@blueprint.post("/bring")
def bring() -> AnyResponse | tuple[str, int]:
    """A group with the games of a file; its owner goes straight into it. 422 with what is wrong, 429 where others are
    at it or many were begun from there."""
    request.max_content_length = MOST_BROUGHT
    try:
        name, file = as_written(request.form.get("name", "")).strip(), request.files.get("file")
        data = file.read() if file else b""
    except RequestEntityTooLarge:
        return _page(why=_too_large()), 413
    if not 0 < len(name) <= MOST_NAME:
        why = _("Say what your group is called, in {most} letters at most.").format(most=MOST_NAME)
        return _page(name=name[: 2 * MOST_NAME], why_name=why), 422
    if not data:
        return _page(name=name, why=_("Choose a file first; this one is empty, or none was sent.")), 422
    return _taken_in(name, data)


def _taken_in(name: str, data: bytes) -> AnyResponse | tuple[str, int]:
    if not _turn.acquire(blocking=False):
        return limits.refused(_("Others are bringing their games in just now. Nothing was begun."), LATER)
    try:
        wait = host().begun.wait("group")
        if wait:
            return limits.refused(_("Many groups have been begun from where you are."), wait)
        return _begun(name, data)
    except (NothingBrought, GroupFull, SheetUnreadable) as error:
        return _page(name=name, why=str(error)), 422
    finally:
        _turn.release()


def _begun(name: str, data: bytes) -> AnyResponse:
    """A group with these games and this name. NothingBrought, GroupFull, SheetUnreadable."""
    from scorepad.importing.whole_group import bring  # late, with all that reads files: no start needs it

    with host().groups.arriving() as (key, store):
        brought = bring(data, store, most_games=host().limits.games)
        store.keep_setting(GROUP_NAME, name)
        copied.mark(store, Copy(date.today().isoformat(), left_out=tuple(brought.left_out)))
    with host().opened.lease(key) as group:
        return in_by(recovery.new_owner(group, _("Who began it"), date.today()))


def _too_large() -> str:
    return _("A browser can bring {most} MB at most. Leave the folder “backups” out of the zip.").format(
        most=MOST_BROUGHT // 1_000_000
    )


def _page(**words: object) -> str:
    return render_template("host/bring.html", most=MOST_NAME, **{"name": "", **words})
