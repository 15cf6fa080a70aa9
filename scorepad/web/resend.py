"""What was not recorded, to be sent again with one tap: somebody else was quicker, or nothing could be written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from flask import request
from markupsafe import Markup

from scorepad.errors import ScorepadError
from scorepad.game.report.log_text import log_lines
from scorepad.game.state.events import Event, Redone, Undone
from scorepad.game.state.record import Game
from scorepad.words import _

_SIGNS = ("csrf_token", "seen", "event_id", "instead", "queued", "after")


def address_asked() -> str:
    """The address of the request as `url_for` writes it: on a host with the group before it."""
    return request.script_root + request.path


@dataclass(frozen=True)
class Resend:
    """A form of hidden fields and one button, which says `words`; beside it a way to leave things as they are."""

    words: str
    hidden_fields: Markup
    """The hidden fields that every change carries."""
    leave: str = ""
    """Where to go instead; "" for nowhere."""

    @property
    def address(self) -> str:
        return address_asked()

    @property
    def typed(self) -> Iterator[tuple[str, str]]:
        """Everything that was typed, field by field."""
        return ((name, value) for name, value in request.form.items(multi=True) if name not in _SIGNS)


def decided_then(decide: Callable[[Game], Event], game: Game, seen: int) -> Event | None:
    """What would have been recorded at version `seen`; None when that was refused too."""
    if not 0 < seen < len(game.events):
        return None
    try:
        return decide(Game.replay(game.events[:seen]))
    except (ScorepadError, LookupError):  # LookupError: a player or hand that was not there then
        return None


def can_be_put_again(mine: Event | None) -> bool:
    """Undo means the last thing that was seen: done again, it would take back another."""
    return not isinstance(mine, Undone | Redone)


def meanwhile(game: Game, seen: int, authors: Sequence[str]) -> str:
    """What happened since the page was shown, by which `authors` ("" for a scorer without a name), and what was tapped,
    in words: there may be no field for it now."""
    names = game.names
    happened = log_lines(game.events)[seen:] if seen >= 0 else []
    happened = [f"{by}: {what}" if by else what for by, what in zip(authors, happened, strict=False)]
    text = _("This was not recorded, for the page it came from is an old one.")
    if happened:
        text = "\n".join([_("This was not recorded, for the game has gone on meanwhile:"), *happened[-3:]])
    tapped = _tapped(names)
    return "\n".join([text, tapped or _("What you typed is still here.")])


def _tapped(names: Mapping[str, str]) -> str:
    """The bids and tricks in the form, a sentence for each kind."""
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
