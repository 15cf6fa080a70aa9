"""Import of unsent hands from a file that a phone saved.

The file is JSON: {"format": "scorepad-unsent/1", "game": "<id>", "entries": [{"id", "address", "pairs", "after",
"hand", "stage"} …]}. An entry is a form as the phone would have sent it:

- `id`: identifies the entry, so that it counts once however it arrives.
- `address`: the path to which the form is sent.
- `pairs`: its fields and what was typed in them, [["seen", "4"], ["bid.p1", "2"] …].
- `after`: the id of the previous entry; if it is "", the field `seen` holds the version on which the form builds.
- `hand` and `stage`: only the phone uses these. Entries whose `stage` is "draft" are single taps, which are skipped.
"""

import re
from collections.abc import Sequence
from itertools import chain
from typing import Any, NamedTuple

from flask import Blueprint, current_app, flash, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import HTTPException

from scorepad.errors import FileError
from scorepad.web.groups.group import GROUP
from scorepad.web.hands.versions import Versions, compare
from scorepad.web.submit import REFUSED, VERSION, Answer, game_or_404, hidden_fields, queued_key, repository
from scorepad.words import _, later

blueprint = Blueprint("outbox_import", __name__)

FORMAT = "scorepad-unsent/1"

MOST_BYTES = 128 * 1024
"""The largest file in bytes; the hands of an evening take 30 kB."""

MOST_ENTRIES = 300
MOST_PAIRS = 200
MOST_LETTERS = 600
"""The most letters of a field's name or its value; a comment has at most 500."""

_SERVER_FIELDS = {"csrf_token", "event_id", "queued", "after", "instead"}
"""Fields that the server fills in."""

UNDO = "history.undo"

_WORDS = {
    "current_hand.record_bids": later("bids of hand {number}"),
    "current_hand.record_tricks": later("tricks of hand {number}"),
    UNDO: later("undo"),
    "players.comment": later("a comment"),
}
"""The allowed entries, by the endpoint to which they are sent."""


class Entry(NamedTuple):
    """A form that was not sent."""

    id: str
    after: str
    endpoint: str
    address: str
    pairs: tuple[tuple[str, str], ...]
    words: str
    """A description for the user."""
    hand: int
    """The number of its hand; 0 if it is not about one."""


@blueprint.get("/games/<game_id>/unsent")
def show(game_id: str) -> str:
    """Return the page with the form for a file."""
    return _page(game_id)


@blueprint.post("/games/<game_id>/unsent")
def take_in(game_id: str) -> Answer:
    """Record the entries of a file in order, as the phone would have sent them, up to the first refusal.

    With `anyway=yes`, record them on top of what others recorded in the meantime. Answer 409 or 422 with the imported
    and the remaining entries.
    """
    stored = game_or_404(game_id)
    file = request.files.get("file")
    data = file.read() if file else request.form.get("text", "").encode()
    taken_in: list[Entry] = []
    here_before: list[Entry] = []
    alike: dict[str, str] = {}
    shown: dict[str, Any] = {"taken_in": taken_in, "here_before": here_before}
    try:
        entries = _read(data, game_id)
    except FileError as error:
        return _page(game_id, why=error, **shown), 422
    for position, entry in enumerate(entries):
        if repository().store.version_of(game_id, queued_key(entry.id)) is not None:
            here_before.append(entry)
            continue
        status, why = _send(game_id, entry, alike)
        if status != 303:
            text = data.decode() if status == 409 and entry.endpoint != UNDO else ""
            left = entries[position + 1 :]
            both = _versions(game_id, entry, entries)
            why = both.words if both and status == 409 else why
            return _page(game_id, stuck=entry, why=why, versions=both, left=left, text=text, **shown), status
        taken_in.append(entry)
    flash(
        _("Imported: {new} of {all}; the others were already here.").format(new=len(taken_in), all=len(entries))
        if here_before
        else _("Everything in this file is imported.")
    )
    return redirect(url_for("game_page.show", game_id=stored.game_id), code=303)


def _versions(game_id: str, stuck: Entry, entries: Sequence[Entry]) -> Versions | None:
    """Return the saved version of a refused hand and that of the file."""
    mine = dict(chain.from_iterable(entry.pairs for entry in entries if stuck.hand and entry.hand == stuck.hand))
    return compare(game_or_404(game_id), stuck.hand, mine, 0) if mine else None


def _page(game_id: str, **words: Any) -> str:
    stored = game_or_404(game_id)
    form = hidden_fields(stored)
    return render_template("hands/unsent.html", game_id=game_id, sheet=stored.game.sheet, form=form, **words)


# --- parsing a file -------------------------------------------------------------------------------------


def _read(data: bytes, game_id: str) -> list[Entry]:
    """Return the entries of a file in order; raise FileError for another kind of file or another game."""
    from scorepad import json_text  # imported late: startup needs no code that reads files
    from scorepad.game.files.untrusted_input import require_list, require_object

    if not data:
        raise FileError(_("Choose a file first. This one is empty, or none was sent."))
    if len(data) > MOST_BYTES:
        raise FileError(
            _("This file is too large. Hands not sent yet have {most} kB at most.").format(most=MOST_BYTES // 1024)
        )
    content = require_object(json_text.parse(data), "")
    if content.get("format") != FORMAT:
        raise FileError(_("This is not a file of hands not sent yet, as a phone saves it."))
    if content.get("game") != game_id:
        raise FileError(_("The hands in this file belong to another game. Import them on the page of that game."))
    numbered = enumerate(require_list(content.get("entries"), "entries"), 1)
    entries = [
        _entry(entry, position, game_id)
        for position, entry in numbered
        if not (isinstance(entry, dict) and entry.get("stage") == "draft")
    ]
    if not 0 < len(entries) <= MOST_ENTRIES:
        raise FileError(_("There is no hand in this file, or too many for one evening."))
    return entries


_IN_GROUP = re.compile(r"^/g/\w+(?=/)")
"""The prefix of an address on a host; it may be outdated, since the group may have moved."""


def _entry(given: Any, at: int, game_id: str) -> Entry:
    """Return a parsed entry; raise FileError with its position `at` if no phone writes such an entry."""
    try:
        after, pairs = given.get("after", ""), [(name, value) for name, value in given["pairs"]]
        texts = [given["id"], after, given["address"], *chain.from_iterable(pairs)]
        if not all(isinstance(text, str) and len(text) <= MOST_LETTERS for text in texts):
            raise ValueError("a field is no text, or too long")
        if not all(isinstance(pair, list) for pair in given["pairs"]):
            raise ValueError("a text of two letters is no pair")
        endpoint, arguments = current_app.url_map.bind("").match(_IN_GROUP.sub("", given["address"]), method="POST")
        if not given["id"] or len(pairs) > MOST_PAIRS or endpoint not in _WORDS or arguments["game_id"] != game_id:
            raise ValueError("this goes nowhere")
    except (AttributeError, KeyError, TypeError, ValueError, HTTPException) as error:
        raise FileError(_("This is not a saved hand of a phone."), entry=at) from error
    return Entry(
        id=given["id"],
        after=after,
        endpoint=endpoint,
        address=url_for(endpoint, **arguments),
        pairs=tuple((name, value) for name, value in pairs if name not in _SERVER_FIELDS),
        words=str(_WORDS[endpoint]).format(**arguments),
        hand=arguments.get("number", 0),
    )


# --- sending an entry as the phone would have sent it ------------------------------------------------------


def _send(game_id: str, entry: Entry, alike: dict[str, str]) -> tuple[int, str]:
    """Send an entry; return the status of the answer, 303 if it is recorded, and the reason for a refusal.

    If another scorer has recorded the same, set the version of their event in `alike`; the next entry builds on it.
    """
    ours = ("HTTP_", "REMOTE_", "SERVER_", "SCRIPT_", "wsgi.url_scheme", GROUP)
    browser = {name: value for name, value in request.environ.items() if name.startswith(ours)}
    path, form = entry.address.removeprefix(request.script_root), MultiDict(_form(game_id, entry, alike))
    sent = current_app.test_request_context(path, method="POST", data=form, environ_overrides=browser)
    with current_app.app_context(), sent:
        answer, refused = current_app.full_dispatch_request(), request.environ.get(REFUSED)
    if VERSION in answer.headers:
        alike[entry.id] = answer.headers[VERSION]
    return answer.status_code, refused or _("This could not be saved.")


def _form(game_id: str, entry: Entry, alike: dict[str, str]) -> list[tuple[str, str]]:
    signs = [("csrf_token", request.form.get("csrf_token", "")), ("event_id", entry.id), ("queued", "yes")]
    seen = alike.get(entry.after)
    if request.form.get("anyway") == "yes" and entry.endpoint != UNDO:  # undo means the last event seen
        seen = str(repository().load(game_id).version)
    if seen:
        return [*signs, ("seen", seen), *(pair for pair in entry.pairs if pair[0] != "seen")]
    return [*signs, ("after", entry.after), *entry.pairs]
