"""Server-sent event streams: one for each open page that follows a game."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, Flask, Response, abort, current_app, request

from scorepad.errors import GameNotFound
from scorepad.repository import StoredGame
from scorepad.store.records import Snapshot
from scorepad.web.auth.login import Pass, device, pass_of, role_by
from scorepad.web.auth.permissions import may
from scorepad.web.groups.group import GROUP, group
from scorepad.web.groups.links import Role
from scorepad.web.hand_draft import version_tag
from scorepad.web.reports import standings, table_view
from scorepad.web.server.connection_limits import most_connections, most_streams, open_files
from scorepad.web.server.streams import STREAM, Frame, Page, Streams
from scorepad.web.submit import author_name, game_or_404, repository
from scorepad.words import _, language, use_language

blueprint = Blueprint("event_streams", __name__)


def _draft_frame(stored: StoredGame, draft: Mapping[str, Any]) -> Frame:
    """Return the frame for another scorer: the version, the draft of the current hand, and its authors."""
    by = {field: author_name(author) for field, author in draft.get("by", {}).items()}
    content = {"v": stored.version, "hand": draft["hand"], "taps": draft["values"], "by": by}
    return Frame(version_tag(stored, draft), json.dumps(content))


KINDS: Mapping[str, Callable[[StoredGame, Mapping[str, Any]], Frame]] = {
    "game": _draft_frame,
    "look": lambda stored, draft: table_view.viewer_parts(stored, draft).frame,
    "standings": lambda stored, _draft: standings.standings_parts(stored).frame,
    "view": lambda stored, draft: table_view.table_view_parts(stored, draft).frame,
}
"""The pages that can be followed, and what their streams send; "game" requires a scorer."""

RETRY_AFTER = 10
"""Seconds after which a refused client may retry."""


def set_up(app: Flask, connections: int | None = None) -> None:
    """Add the streams to an application; `connections` limits their number, by default to that of the process."""

    def draw(page: Page, moment: Snapshot | None) -> Frame:
        if moment is None:
            raise GameNotFound(page.game_id)
        environ = {GROUP: page.group, "SCRIPT_NAME": page.group.root}
        with app.test_request_context(environ_overrides=environ), use_language(page.language):
            return KINDS[page.kind](page.group.games.load(page.game_id, moment.mark), moment.draft)

    def still_may(page: Page, by: Pass) -> bool:
        return role_by(by) >= (Role.SCORE if page.kind == "game" else Role.LOOK)

    most = most_streams(connections or most_connections(open_files()))
    app.extensions["scorepad_streams"] = Streams(draw, still_may, most)


@blueprint.get("/games/<game_id>/stream/<kind>")
def stream(game_id: str, kind: str) -> Response:
    """Return a stream of the changes of a page (text/event-stream), from the `seen` frame or Last-Event-ID on.

    Answer 429 if this link, group or device has too many open streams, and 503 if the server is full. A server that
    cannot hold the stream open sends the current frame and ends.
    """
    if kind not in KINDS or (kind == "game" and not may("score")):
        abort(404)
    frame = KINDS[kind](game_or_404(game_id), repository().store.draft(game_id))
    seen = request.headers.get("Last-Event-ID", request.args.get("seen", ""))
    packed = request.accept_encodings["gzip"] > 0
    streams: Streams = current_app.extensions["scorepad_streams"]
    state = request.environ.get("asgi.scope", {}).get("state")
    seat = streams.seat(Page(group(), game_id, kind, language()), frame.sign, pass_of(game_id), device(), packed=packed)
    if seat is None:
        message = _("Many viewers are connected. This page asks every few seconds instead.")
        return Response(
            message, 503 if streams.is_full else 429, {"Retry-After": str(RETRY_AFTER)}, mimetype="text/plain"
        )
    if state is None or request.method == "HEAD":
        seat.leave()
    else:
        state[STREAM] = seat
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no", "Vary": "Accept-Encoding"}
    if packed:
        headers["Content-Encoding"] = "gzip"
    # An iterator, so that Werkzeug sets no Content-Length: the server sends further frames.
    opening = iter([seat.opening(None if seen == frame.sign else frame)])
    return Response(opening, headers=headers, mimetype="text/event-stream")
