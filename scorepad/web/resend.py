"""What was not recorded, to be sent again with one tap: somebody else was quicker, or nothing could be written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from flask import request
from markupsafe import Markup

from scorepad.errors import ScorepadError
from scorepad.game.report.log_text import log_lines
from scorepad.game.state.events import Event
from scorepad.game.state.record import Game
from scorepad.words import _


class Resend(NamedTuple):
    """A form of everything that was typed and one button, which says `words`; beside it a way to leave things as they
    are."""

    words: str
    hidden_fields: Markup
    """The hidden fields that every change carries."""
    leave: str = ""
    """Where to go instead; "" for nowhere."""


def decided_then(decide: Callable[[Game], Event], game: Game, seen: int) -> Event | None:
    """What would have been recorded at version `seen`; None when that was refused too."""
    if not 0 < seen < len(game.events):
        return None
    try:
        return decide(Game.replay(game.events[:seen]))
    except (ScorepadError, LookupError):  # LookupError: a player or hand that was not there then
        return None


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
