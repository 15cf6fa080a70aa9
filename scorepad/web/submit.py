"""The path from a submitted form to a recorded event.

A form contains the version of the game and an event id. A change that is sent twice counts once. A conflicting change
of an old version is refused with a page that shows both versions. A RuleError renders the page again, with everything
typed and the message at its field.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from hashlib import sha256
from secrets import token_hex
from typing import Any
from uuid import uuid4

from flask import abort, flash, g, redirect, render_template, request, session, url_for
from flask_wtf.csrf import generate_csrf
from markupsafe import Markup
from werkzeug.wrappers import Response

from scorepad.errors import GameNotFound, RuleError, RuleFileError, ScorepadError, StaleVersion, StoreUnavailable
from scorepad.game.decide.conflicts import find_conflicts, find_duplicate
from scorepad.game.report.log_text import log_lines
from scorepad.game.state.events import Event, Redone, Undone
from scorepad.game.state.game import Game
from scorepad.library import RuleLibrary
from scorepad.repository import GameRepository, StoredGame
from scorepad.store.records import Action, DraftField, Mark
from scorepad.web.fields import MOST, parse_int
from scorepad.web.form_state import Errors, FormState, ResendForm
from scorepad.web.groups.group import first_mark, group, unavailable_message
from scorepad.words import _, isolated

WRITES_AS = "name"
"""The session key of the name of this device's user."""

UNNAMED = "scorer"
"""The author of changes from a device without a name."""

AUTHOR = "author"
"""The session key of this browser's id, by which Undo recognizes the browser's own actions."""

MOST_SAID = 200  # characters, because the message is stored in a cookie

MOST_EVENTS = 3  # in the message about a conflict

TRIES = 20
"""Maximum attempts to record a change. One fails if another scorer writes between reading and writing."""

VERSION = "Scorepad-Version"
"""The header with the version that another scorer has made by recording the same event."""

ShowPage = Callable[[StoredGame, FormState], str]
Answer = Response | str | tuple[str, int]


_HIDDEN = Markup('<input name="%s" type="hidden" value="%s">')


class SubmitForm:
    """The hidden fields of every form that changes something: those given, or those of the request."""

    def __init__(self, **fields: str) -> None:
        self._fields = fields or {name: request.form.get(name, "") for name in ("seen", "event_id")}

    def hidden_tag(self) -> Markup:
        """Return the hidden fields, without element ids because a page has many such forms."""
        return self._hidden

    @cached_property
    def _hidden(self) -> Markup:
        fields = {**self._fields, "csrf_token": generate_csrf()}
        return Markup("").join(_HIDDEN % pair for pair in fields.items())


def repository() -> GameRepository:
    """Return the games of this group."""
    return group().games


def rule_library() -> RuleLibrary:
    """Return the rule files of this group."""
    return group().rules


def game_or_404(game_id: str) -> StoredGame:
    """Return a game for changes. Abort with 404 if there is none. Raise RecordDamaged if it is damaged."""
    return _load_or_404(repository().load, game_id)


def look_or_404(game_id: str) -> StoredGame:
    """Return a game for reading, or the readable part of a damaged one. Abort with 404 if there is none."""
    return _load_or_404(repository().look, game_id)


def _load_or_404(load: Callable[[str, Mark | None], StoredGame], game_id: str) -> StoredGame:
    """Load a game with the mark that this request has read already.

    The second call reads a new mark, because the request may have written in between.
    """
    loaded: set[str] = g.setdefault("loaded", set())
    try:
        if game_id in loaded:
            return load(game_id, None)
        loaded.add(game_id)
        return load(game_id, first_mark(game_id))
    except GameNotFound:
        abort(404)


def who() -> str:
    """Return the author for the log: the name of this device's user, or UNNAMED."""
    name: str = session.get(WRITES_AS, "")
    return name or UNNAMED


def author() -> str:
    """Return the id of this browser. Create it at the first call."""
    if AUTHOR not in session:
        session[AUTHOR] = token_hex(8)
        session.permanent = True
    own: str = session[AUTHOR]
    return own


def author_name(by: str) -> str:
    """Return the name of an author, with UNNAMED in the reader's language."""
    return _("scorer") if by == UNNAMED else by


def hidden_fields(stored: StoredGame) -> SubmitForm:
    """Return new hidden fields for a page of this game."""
    return new_hidden_fields(seen=str(stored.version))


def game_template(template: str, stored: StoredGame, form_state: FormState, **more: Any) -> str:
    """Render a page with forms of a game. The template gets its sheet, its names, the form state and hidden fields."""
    return render_template(
        template, game_id=stored.game_id, game=stored.game, sheet=stored.game.sheet, names=stored.game.names,
        form_state=form_state, **{"form": hidden_fields(stored), **more},
    )  # fmt: skip


def new_hidden_fields(seen: str = "") -> SubmitForm:
    """Return new hidden fields, with the version `seen` of a game, "" without a game."""
    return SubmitForm(seen=seen, event_id=uuid4().hex)


def version_seen(game_id: str) -> int:
    """Return the version of the game that the form is based on.

    It is the version made by the queued event in the field `after`, otherwise the version of the page. Return -1, which
    no game has, if the form has no valid version.
    """
    after = request.form.get("after")
    made = repository().store.version_of(game_id, queued_key(after)) if after else None
    if made is not None:
        return made
    version = parse_int(request.form.get("seen"), 0, MOST)
    return -1 if version is None else version


def queued_key(event_id: str) -> str:
    """Return the idempotency key of a change from a phone's outbox, where the content of an event never changes."""
    return sha256(f"queued {event_id}".encode("utf-8", "replace")).hexdigest()[:32]


def idempotency_key(file: bytes = b"") -> str | None:
    """Return an id of this change: the same if it is sent again, another one for other content.

    Return None if the form has no event id.
    """
    if not request.form.get("event_id"):
        return None
    if request.form.get("queued"):
        return queued_key(request.form["event_id"])
    pairs = sorted(pair for pair in request.form.items(multi=True) if pair[0] not in ("csrf_token", "instead"))
    return sha256(repr((request.path, pairs)).encode("utf-8", "replace") + file).hexdigest()[:32]


def submit(
    game_id: str,
    decide: Callable[[Game], Event],
    page: ShowPage,
    *,
    said: str | Callable[[Game], str] = "",
    to: str | None = None,
    anchor: str = "",
    builds_on: DraftField | None = None,
    check_conflicts: bool = True,
    taps: Callable[[StoredGame], Sequence[Action]] = lambda _stored: (),
) -> Answer:
    """Decide an event on the current game, record it, and redirect to `to`, by default the game's page.

    A form of an older version is decided again. It is refused if a later event conflicts with it and `check_conflicts`
    is true. `said` is a message for the next page, or a function that returns it for the game before the event.
    `builds_on` is the draft on which the decision is based. Raise DraftChanged if that draft has changed. `taps`
    returns the draft actions that the server gets only with this form.
    """
    sent, done = idempotency_key(), redirect_after_change(game_id, to, anchor)
    for attempt in range(TRIES):
        stored = game_or_404(game_id)
        seen = version_seen(game_id) if check_conflicts else stored.version
        try:
            event = _decide_event(stored, decide, seen)
            made = repository().append(
                game_id, event, seen=stored.version, by=who(), event_id=sent, builds_on=builds_on, author=author(),
                taps=taps(stored),
            )  # fmt: skip
            break
        except StaleVersion:
            if sent and repository().store.version_of(game_id, sent) is not None:
                return done  # this form was sent before
            now = game_or_404(game_id)
            if now.version == stored.version or attempt == TRIES - 1:
                return _conflict_page(now, decide, page, seen, done)
            # Another scorer has written since the game was read, perhaps without a conflict. Try again.
        except StoreUnavailable as error:
            resend = ResendForm(_("Send it again"), SubmitForm().hidden_tag())
            return render_refusal(page, stored, {"store": unavailable_message(error)}, resend), 507
        except (RuleError, RuleFileError) as error:
            return render_refusal(page, stored, errors_of(error)), 422
    if said:
        text = said if isinstance(said, str) else said(stored.game)
        flash_message(text, game_id, 0 if isinstance(event, Undone | Redone) else made)
    return done


def flash_message(text: str, game_id: str, made: int) -> None:
    """Show a message on the next page, with Undo for the event that made the version `made`. 0 is without Undo."""
    undo = f"{url_for('history.undo', game_id=game_id)} {made}.0" if made else "message"
    flash(text[:MOST_SAID], undo)


def _decide_event(stored: StoredGame, decide: Callable[[Game], Event], seen: int) -> Event:
    """Return the event that `decide` returns for the game.

    Raise StaleVersion if it conflicts with later events, or differs from the event at version `seen`.
    """
    if seen == stored.version:
        return decide(stored.game)
    then = decide_at_version(decide, stored.game, seen)
    if then is None or find_conflicts(stored.game, then, seen):
        raise StaleVersion(seen, stored.version)
    event = decide(stored.game)
    if event != then:
        raise StaleVersion(seen, stored.version)
    return event


def redirect_after_change(game_id: str, to: str | None = None, anchor: str = "") -> Response:
    """Redirect to `to`, or to the game's page, after a change."""
    return redirect((to or url_for("game_page.show", game_id=game_id)) + anchor, code=303)


def _conflict_page(
    stored: StoredGame, decide: Callable[[Game], Event], page: ShowPage, seen: int, done: Response
) -> Answer:
    """Return the page of a conflict, where one tap keeps the other version or records the user's.

    If the other scorer has recorded the same, return the redirect `done` instead.
    """
    mine = decide_at_version(decide, stored.game, seen)
    made = mine and find_duplicate(stored.game, mine, seen)
    if made:
        flash(_("Another scorer has just recorded the same."))
        done.headers[VERSION] = str(made)
        return done
    resend = None
    if not isinstance(mine, Undone | Redone):  # a repeated Undo would undo another event
        leave = url_for("game_page.show", game_id=stored.game_id)
        resend = ResendForm(_("Save mine anyway"), hidden_fields(stored).hidden_tag(), leave)
    conflicts = find_conflicts(stored.game, mine, seen) if mine else []
    return render_refusal(page, stored, {"stale": describe_changes_since(stored, seen, conflicts)}, resend), 409


REFUSED = "scorepad.refused"
"""The key in the WSGI environment of the reason why a change was not recorded, as a sentence."""


def render_refusal(page: ShowPage, stored: StoredGame, errors: Errors, resend: ResendForm | None = None) -> str:
    """Render the page again with errors, and record their texts under REFUSED."""
    request.environ[REFUSED] = " ".join(errors.values())
    return page(stored, FormState(errors, request.form, resend=resend))


def errors_of(error: RuleError | RuleFileError) -> Errors:
    """Return the message of an error by the field that it is about."""
    return {field_of(error): refusal_of(error)}


def field_of(error: RuleError | RuleFileError) -> str:
    """Return the field that an error is about."""
    return error.field if isinstance(error, RuleError) else error.where


def refusal_of(error: RuleError | RuleFileError) -> str:
    """Return the message of an error. Leave out the key of a field, because the page shows the field's label."""
    return error.reason if isinstance(error, RuleFileError) and error.where.isidentifier() else str(error)


def decide_at_version(decide: Callable[[Game], Event], game: Game, seen: int) -> Event | None:
    """Return the event that `decide` returns for version `seen`, or None if it is refused or the version is unknown."""
    if not 0 < seen < len(game.events):
        return None
    try:
        return decide(Game.replay(game.events[:seen]))
    except (ScorepadError, LookupError):  # LookupError: a player or hand that did not exist in that version
        return None


def describe_changes_since(stored: StoredGame, seen: int, conflicts: Sequence[int]) -> str:
    """Describe the events since the page was rendered, with their authors, and repeat the input.

    `conflicts` are the versions of the conflicting events. If there are none, all events since `seen` are described.
    The input is repeated because the page may have no field for it any more.
    """
    names, lines = stored.game.names, log_lines(stored.game.events)
    authors = [recorded.by.replace(UNNAMED, "") for recorded in repository().store.load(stored.game_id)]
    versions = conflicts or range(seen + 1, stored.version + 1) if seen >= 0 else ()
    happened = [": ".join(filter(None, (authors[at - 1], lines[at - 1]))) for at in versions]
    text = _("This was not saved, because the page is too old.")
    if happened:
        text = "\n".join(
            [_("This was not saved, because the game has continued in the meantime:"), *happened[-MOST_EVENTS:]]
        )
    words = {
        "bid": _("Your bids: {tapped}."), "taken": _("Your tricks: {tapped}."),
        "made": _("You tapped who made it: {tapped}."), "off": _("Your differences: {tapped}."),
    }  # fmt: skip
    sentences: dict[str, list[str]] = {}
    for field, value in request.form.items():
        kind, _dot, player = field.partition(".")
        if kind in words and player in names and value:
            sentences.setdefault(words[kind], []).append(f"{isolated(names[player])} {value}")
    tapped = " ".join(sentence.format(tapped=", ".join(values)) for sentence, values in sentences.items())
    return "\n".join([text, tapped or _("What you typed is still here.")])
