"""Turn a submitted form into an event.

The form carries the version of the game and an id of its own. A change that is sent twice counts once. A change on an
old version that conflicts is refused with both versions. A RuleError renders the page again with everything typed and
the message at its field.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from secrets import token_hex
from typing import Any, NamedTuple
from uuid import uuid4

from flask import abort, flash, g, redirect, render_template, request, session, url_for
from flask_wtf import FlaskForm
from markupsafe import Markup
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response
from wtforms import HiddenField
from wtforms.widgets import HiddenInput

from scorepad.errors import GameNotFound, RuleError, RuleFileError, ScorepadError, StaleVersion, StoreUnavailable
from scorepad.game.decide.again import in_the_way, recorded_as
from scorepad.game.report.log_text import log_lines
from scorepad.game.state.events import Event, Redone, Undone
from scorepad.game.state.record import Game
from scorepad.repository import GameRepository, StoredGame
from scorepad.rule_library import RuleLibrary
from scorepad.store.records import Action, DraftField, Mark
from scorepad.web.fields import MOST, whole
from scorepad.web.groups.group import first_mark, group, reason
from scorepad.words import _

WRITES_AS = "name"
"""The session key of the name of this device's user."""

UNNAMED = "scorer"
"""The author of changes from a device without a name."""

AUTHOR = "author"
"""In the session: the id of this browser, by which Undo knows its own actions."""

MOST_SAID = 200  # letters; it travels in a cookie

TRIES = 20
"""How often a change is decided again because another scorer has written between reading and writing."""

VERSION = "Scorepad-Version"
"""The header of an answer to what another scorer has recorded alike: the version that their event made."""

Errors = Mapping[str, str]
ShowPage = Callable[[StoredGame, "FormState"], str]
Answer = Response | str | tuple[str, int]


_HIDDEN = Markup('<input name="%s" type="hidden" value="%s">')
"""As WTForms writes it, without the widgets, which take most of the time: every page has some."""


class SubmitForm(FlaskForm):  # type: ignore[misc]
    """What every change carries besides its own fields."""

    seen = HiddenField()
    event_id = HiddenField()

    def hidden_tag(self, *_fields: str) -> Markup:
        """All of it as hidden fields; without ids, as a page has many such forms."""
        return self._hidden

    @cached_property
    def _hidden(self) -> Markup:
        hidden = (field for field in self if isinstance(field.widget, HiddenInput))
        return Markup("").join(_HIDDEN % (field.name, field._value()) for field in hidden)


class FormState:
    """The submitted form and its errors, for rendering the page again; empty on a first visit.

    Each message is returned once. Fields take their own, and base.html shows the rest.
    """

    def __init__(
        self, errors: Errors | None = None, typed: Mapping[str, str] | None = None, *, resend: Resend | None = None
    ) -> None:
        self._unsaid = dict(errors or {})
        self._fields = frozenset(self._unsaid)
        self._focused = False
        self.typed: Mapping[str, str] = typed or MultiDict()
        self.address = request.script_root + request.path if typed else ""
        self.resend = resend

    @property
    def is_empty(self) -> bool:
        """Whether this is a first visit."""
        return not (self._fields or self._unsaid or self.typed or self.resend)

    def say(self, field: str, message: str) -> None:
        """One message more."""
        self._unsaid[field] = message

    def at(self, address: str) -> FormState:
        """As far as it concerns the form that is sent there: several forms of a page have fields of one name."""
        return self if self.address == address else FormState()

    def error(self, field: str) -> str:
        """Return the error of a field, or "" if there is none or it was already shown."""
        return self._unsaid.pop(field, "")

    def below(self, field: str = "") -> list[str]:
        """Return the fields of a group that have a message still to be shown: `contract`, `contract.level`."""
        return [name for name in self._unsaid if name and (not field or f"{name}.".startswith(f"{field}."))]

    def others(self) -> list[str]:
        """Return the errors that no field has shown."""
        return [self.error(one) for one in list(self._unsaid)]

    def is_wrong(self, *fields: str) -> bool:
        """Whether there is something wrong in one of these fields (without any: at all), said or not."""
        return bool(self._fields.intersection(fields) if fields else self._fields)

    def wrong(self, *fields: str, why: str = "", hint: str = "") -> Markup:
        """Return the attributes of the control whose messages are those of `fields`, or of `why`.

        Its hint's id is `hint`. The first wrong control of a page has the focus, so that the browser shows it.
        """
        wrong = [f"why-{(why or field).replace('.', '-')}" for field in fields if field in self._fields]
        described = Markup(' aria-describedby="{}"').format(" ".join([*([hint] if hint else []), *wrong]))
        if not wrong:
            return described if hint else Markup("")
        return Markup(' aria-invalid="true"') + described + Markup(" autofocus" * self.is_first_wrong())

    def wrong_group(self, *fields: str, why: str = "") -> Markup:
        """Return the same for a group of controls, which can have the focus only then."""
        found = self.wrong(*fields, why=why)
        return found + Markup(' tabindex="-1"') if found else found

    def is_first_wrong(self) -> bool:
        """Return True once for a page: its first wrong control asks for the focus."""
        first, self._focused = not self._focused, True
        return first

    def value(self, field: str, else_: object = "") -> object:
        """Return the typed text of a field, or its present value."""
        return self.typed.get(field, else_) if self.typed else else_


def repository() -> GameRepository:
    """Return the games of this group."""
    return group().games


def rule_library() -> RuleLibrary:
    """Return the rule files of this group."""
    return group().rules


def game_or_404(game_id: str) -> StoredGame:
    """Return the game to write on. Abort with 404 if there is none; raise RecordDamaged if it is damaged."""
    return _found(repository().load, game_id)


def look_or_404(game_id: str) -> StoredGame:
    """Return the game to read; of a damaged one, the readable part."""
    return _found(repository().look, game_id)


def _found(load: Callable[[str, Mark | None], StoredGame], game_id: str) -> StoredGame:
    """Load by the mark that the request has asked for anyway; without it the second time, for it may have written."""
    loaded: set[str] = g.setdefault("loaded", set())
    try:
        if game_id in loaded:
            return load(game_id, None)
        loaded.add(game_id)
        return load(game_id, first_mark(game_id))
    except GameNotFound:
        abort(404)


def who() -> str:
    """Return the author for the log: the name of this device, if it has one."""
    name: str = session.get(WRITES_AS, "")
    return name or UNNAMED


def author() -> str:
    """Return the id of this browser's session; a new one gets it now."""
    if AUTHOR not in session:
        session[AUTHOR] = token_hex(8)
        session.permanent = True
    own: str = session[AUTHOR]
    return own


def named(by: str) -> str:
    """Who wrote something, in the language of who reads."""
    return _("scorer") if by == UNNAMED else by


def hidden_fields(stored: StoredGame) -> SubmitForm:
    """Fresh hidden fields for a page of this game."""
    return fresh(seen=str(stored.version))


def game_template(template: str, stored: StoredGame, form_state: FormState, **more: Any) -> str:
    """Render a page with forms of a game: its sheet, its names, what was typed, and fresh hidden fields."""
    return render_template(
        template, game_id=stored.game_id, game=stored.game, sheet=stored.game.sheet, names=stored.game.names,
        form_state=form_state, **{"form": hidden_fields(stored), **more},
    )  # fmt: skip


def fresh(seen: str = "") -> SubmitForm:
    """Fresh hidden fields, for a page of no game too."""
    return SubmitForm(formdata=None, seen=seen, event_id=uuid4().hex)


def version_seen(game_id: str) -> int:
    """Return the version that the previous action made, or the version of the page.

    Return -1, which no game has, if the form has no valid version.
    """
    after = request.form.get("after")
    made = repository().store.version_of(game_id, queued_key(after)) if after else None
    if made is not None:
        return made
    said = whole(request.form.get("seen"), 0, MOST)
    return -1 if said is None else said


def queued_key(event_id: str) -> str:
    """Return the idempotency key of a change from a phone's outbox, whose content never changes."""
    return sha256(f"queued {event_id}".encode("utf-8", "replace")).hexdigest()[:32]


def idempotency_key(file: bytes = b"") -> str | None:
    """Return an id for this change from this page: the same when sent again, another for other content."""
    if not request.form.get("event_id"):
        return None
    if request.form.get("queued"):
        return queued_key(request.form["event_id"])
    words = sorted(pair for pair in request.form.items(multi=True) if pair[0] not in ("csrf_token", "instead"))
    return sha256(repr((request.path, words)).encode("utf-8", "replace") + file).hexdigest()[:32]


def submit(
    game_id: str,
    decide: Callable[[Game], Event],
    page: ShowPage,
    *,
    said: str = "",
    to: str | None = None,
    anchor: str = "",
    builds_on: DraftField | None = None,
    whatever_came: bool = False,
    taps: Sequence[Action] = (),
) -> Answer:
    """Decide an event on the game as it is, record it, and go on to `to` (else the game's page).

    A form of an older version is decided again unless something recorded since conflicts with it, or at once with
    `whatever_came`. With `builds_on`, what was tapped when the event was decided: DraftChanged when that is another by
    now. `taps` are those that came with it and not before.
    """
    sent, done = idempotency_key(), onward(game_id, to, anchor)
    for tried in range(TRIES):
        stored = game_or_404(game_id)
        seen = stored.version if whatever_came else version_seen(game_id)
        try:
            event = _decided(stored, decide, seen)
            made = repository().append(
                game_id, event, seen=stored.version, by=who(), event_id=sent, builds_on=builds_on, author=author(),
                taps=taps,
            )  # fmt: skip
            break
        except StaleVersion:
            if sent and repository().store.version_of(game_id, sent) is not None:
                return done  # sent twice: it counts once
            now = game_or_404(game_id)
            if now.version == stored.version or tried == TRIES - 1:
                return _too_late(now, decide, page, seen, done)
            # Another scorer has written since the game was read, perhaps without a conflict.
        except StoreUnavailable as error:
            resend = Resend(_("Send it again"), SubmitForm().hidden_tag())
            return refused(page, stored, {"store": reason(error)}, resend), 507
        except (RuleError, RuleFileError) as error:
            return refused(page, stored, {field_of(error): refusal_of(error)}), 422
    if said:
        say(said, game_id, 0 if isinstance(event, Undone | Redone) else made)
    return done


def say(said: str, game_id: str, made: int) -> None:
    """Show a message on the next page; it offers to undo the event that `made` this version, 0 for none."""
    undo = f"{url_for('history.undo', game_id=game_id)} {made}.0" if made else "message"
    flash(said[:MOST_SAID], undo)


def _decided(stored: StoredGame, decide: Callable[[Game], Event], seen: int) -> Event:
    """Return what `decide` makes of the game; StaleVersion if that is not what it meant at version `seen`."""
    if seen == stored.version:
        return decide(stored.game)
    then = decided_then(decide, stored.game, seen)
    if then is None or in_the_way(stored.game, then, seen):
        raise StaleVersion(seen, stored.version)
    event = decide(stored.game)
    if event != then:
        raise StaleVersion(seen, stored.version)
    return event


def onward(game_id: str, to: str | None = None, anchor: str = "") -> Response:
    """Redirect to `to`, or to the game's page, after a change."""
    return redirect((to or url_for("games.show", game_id=game_id)) + anchor, code=303)


def _too_late(stored: StoredGame, decide: Callable[[Game], Event], page: ShowPage, seen: int, done: Response) -> Answer:
    """Show both versions of a conflict. One tap keeps theirs or saves mine."""
    mine = decided_then(decide, stored.game, seen)
    made = mine and recorded_as(stored.game, mine, seen)
    if made:
        flash(_("Somebody else has just recorded the same."))
        done.headers[VERSION] = str(made)
        return done
    resend = None
    if not isinstance(mine, Undone | Redone):  # done again, it would take back another than was seen
        leave = url_for("games.show", game_id=stored.game_id)
        resend = Resend(_("Record mine anyway"), hidden_fields(stored).hidden_tag(), leave)
    authors = [one.by.replace(UNNAMED, "") for one in repository().store.load(stored.game_id)[max(seen, 0) :]]
    return refused(page, stored, {"stale": meanwhile(stored.game, seen, authors)}, resend), 409


REFUSED = "scorepad.refused"
"""In the WSGI environment of a change that was not recorded: why, as a sentence."""


def refused(page: ShowPage, stored: StoredGame, errors: Errors, resend: Resend | None = None) -> str:
    """Return the page again, with what is wrong."""
    request.environ[REFUSED] = " ".join(errors.values())
    return page(stored, FormState(errors, request.form, resend=resend))


def field_of(error: RuleError | RuleFileError) -> str:
    """Return the field that an error is about."""
    return error.field if isinstance(error, RuleError) else error.where


def refusal_of(error: RuleError | RuleFileError) -> str:
    """Return an error message without the field's key, because the page shows the field's label."""
    return error.reason if isinstance(error, RuleFileError) and error.where.isidentifier() else str(error)


class Resend(NamedTuple):
    """Render everything typed as a form with one button, labelled `words`, and a link to cancel."""

    words: str
    hidden_fields: Markup
    """The hidden fields that every change carries."""
    leave: str = ""
    """Where to go instead; "" for nowhere."""


def decided_then(decide: Callable[[Game], Event], game: Game, seen: int) -> Event | None:
    """Return what would have been recorded at version `seen`, or None if that was refused too."""
    if not 0 < seen < len(game.events):
        return None
    try:
        return decide(Game.replay(game.events[:seen]))
    except (ScorepadError, LookupError):  # LookupError: a player or hand that was not there then
        return None


def meanwhile(game: Game, seen: int, authors: Sequence[str]) -> str:
    """Describe what happened since the page was rendered, by which `authors`, and what the user entered.

    An author without a name is "". The form may have no field for the input any more.
    """
    names = game.names
    happened = log_lines(game.events)[seen:] if seen >= 0 else []
    happened = [f"{by}: {what}" if by else what for by, what in zip(authors, happened, strict=False)]
    text = _("This was not recorded, for the page it came from is an old one.")
    if happened:
        text = "\n".join([_("This was not recorded, for the game has gone on meanwhile:"), *happened[-3:]])
    tapped = _tapped(names)
    return "\n".join([text, tapped or _("What you typed is still here.")])


def _tapped(names: Mapping[str, str]) -> str:
    """Return the bids and tricks in the form, one sentence for each kind."""
    words = {
        "bid": _("You had tapped these bids: {tapped}."), "taken": _("You had tapped these tricks: {tapped}."),
        "made": _("You had tapped who made it: {tapped}."), "off": _("You had tapped how far off they were: {tapped}."),
    }  # fmt: skip
    said: dict[str, list[str]] = {}
    for field, value in request.form.items():
        kind, _dot, player = field.partition(".")
        if kind in words and player in names and value:
            said.setdefault(words[kind], []).append(f"{names[player]} {value}")
    return " ".join(sentence.format(tapped=", ".join(values)) for sentence, values in said.items())
