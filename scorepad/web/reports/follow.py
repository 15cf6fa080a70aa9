"""Following: a stream for each page that somebody looks at, which brings what is new on it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, Flask, Response, abort, current_app, request

from scorepad.errors import GameNotFound
from scorepad.repository import StoredGame
from scorepad.store.records import Moment
from scorepad.web.auth.login import Pass, device, pass_of, role_by
from scorepad.web.auth.permissions import may
from scorepad.web.groups.group import GROUP, group
from scorepad.web.groups.links import Role
from scorepad.web.hands.tapped import version_sign
from scorepad.web.reports import standings, view
from scorepad.web.server.processes import most_connections, most_streams, open_files
from scorepad.web.server.streams import STREAM, Frame, Page, Streams
from scorepad.web.submit import game_or_404, named, repository
from scorepad.words import _, language, speaking

blueprint = Blueprint("follow", __name__)


def _tapped(stored: StoredGame, draft: Mapping[str, Any]) -> Frame:
    """For whoever scores too: the version, what is tapped for the open hand, and by whom."""
    by = {field: named(one) for field, one in draft.get("by", {}).items()}
    told = {"v": stored.version, "hand": draft["hand"], "taps": draft["values"], "by": by}
    return Frame(version_sign(stored, draft), json.dumps(told))


KINDS: Mapping[str, Callable[[StoredGame, Mapping[str, Any]], Frame]] = {
    "game": _tapped,
    "look": lambda stored, _draft: view.shown_look(stored).frame,
    "standings": lambda stored, _draft: standings.shown_standings(stored).frame,
    "view": lambda stored, draft: view.shown_view(stored, draft).frame,
}
"""Pages that can be followed, and what is told of them; of "game" to whoever may score."""

LATER = 10
"""Seconds after which somebody may try again for whom there was no place."""


def set_up(app: Flask, connections: int | None = None) -> None:
    """Give an application the streams that its pages are followed by; of so many `connections`, else of as many as the
    process may have."""

    def draw(page: Page, moment: Moment | None) -> Frame:
        if moment is None:
            raise GameNotFound(page.game_id)
        environ = {GROUP: page.group, "SCRIPT_NAME": page.group.root}
        with app.test_request_context(environ_overrides=environ), speaking(page.language):
            return KINDS[page.kind](page.group.games.load(page.game_id, moment.mark), moment.draft)

    def still_may(page: Page, by: Pass) -> bool:
        return role_by(by, page.group.links) >= (Role.SCORE if page.kind == "game" else Role.LOOK)

    most = most_streams(connections or most_connections(open_files()))
    app.extensions["scorepad_streams"] = Streams(draw, still_may, most)


@blueprint.get("/games/<game_id>/stream/<kind>")
def stream(game_id: str, kind: str) -> Response:
    """What is new on a page, as it comes (text/event-stream), from the `seen` one on or the last that was told; 429
    where too many follow by this link, of this group or on this device, 503 where there are no places left at all. A
    server that cannot hold it open tells what there is and ends."""
    if kind not in KINDS or (kind == "game" and not may("score")):
        abort(404)
    frame = KINDS[kind](game_or_404(game_id), repository().store.draft(game_id))
    seen = request.headers.get("Last-Event-ID", request.args.get("seen", ""))
    packed = request.accept_encodings["gzip"] > 0
    streams: Streams = current_app.extensions["scorepad_streams"]
    state = request.environ.get("asgi.scope", {}).get("state")
    seat = streams.seat(Page(group(), game_id, kind, language()), frame.sign, pass_of(game_id), device(), packed=packed)
    if seat is None:
        said = _("Many look on just now. The page asks every few seconds instead.")
        return Response(said, 503 if streams.is_full else 429, {"Retry-After": str(LATER)}, mimetype="text/plain")
    if state is None or request.method == "HEAD":
        seat.leave()
    else:
        state[STREAM] = seat
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no", "Vary": "Accept-Encoding"}
    if packed:
        headers["Content-Encoding"] = "gzip"
    opening = iter([seat.opening(None if seen == frame.sign else frame)])  # whose length nobody tells: it goes on
    return Response(opening, headers=headers, mimetype="text/event-stream")
