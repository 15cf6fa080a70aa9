"""Numbers of this phone in whose place another scorer has saved others.

A page that is loaded again because another scorer has saved something names the numbers tapped on it in its query:
`mine.3.bid.p1=2` for a bid of hand 3, and in `seen` the version that it showed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlencode

from flask import request, url_for

from scorepad.game.state.events import BidsRecorded
from scorepad.game.state.rows import HandRow
from scorepad.repository import StoredGame
from scorepad.web.hands import correction_form
from scorepad.web.numbers_typed import whole
from scorepad.web.submit import UNNAMED, repository
from scorepad.words import _

NUMBER = re.compile(r"(bid|taken|made|off)\.(p\d{1,3})", re.ASCII)
_MINE = re.compile(rf"mine\.(\d{{1,4}})\.({NUMBER.pattern})", re.ASCII)
_KINDS = ("bids", "tricks", "correct")


class Replaced(NamedTuple):
    """What another scorer has saved of a hand, in words, and the address of the form that changes it."""

    hand: int
    words: str
    address: str


def replaced(stored: StoredGame) -> list[Replaced]:
    """Return a line for each hand of which other numbers are saved than the query names."""
    mine: dict[int, dict[str, str]] = {}
    for name, value in request.args.items():
        if found := _MINE.fullmatch(name):
            mine.setdefault(int(found[1]), {})[found[2]] = value
    return [line for hand, numbers in mine.items() if (line := _of_hand(stored, hand, numbers))]


def _of_hand(stored: StoredGame, hand: int, mine: Mapping[str, str]) -> Replaced | None:
    recorded = correction_form.as_recorded(stored.game, hand)
    saved = {field: _saved(recorded, field) for field in mine} if recorded else {}
    others = {field: value for field, value in saved.items() if value not in (None, mine[field])}
    if not others:
        return None
    names, signs = stored.game.names, {"yes": "✓", "no": "✗"}
    numbers = []
    for field, value in others.items():
        here, there = (signs.get(str(one), str(one)) for one in (mine[field], value))
        player = names[field.rpartition(".")[2]]
        numbers.append(_("{name} {saved}, not {mine}").format(name=player, saved=there, mine=here))
    words = _("{who} has saved other numbers for hand {hand}: {numbers}.")
    words = words.format(who=_author(stored), hand=hand, numbers="; ".join(numbers))
    own = urlencode({field: mine[field] for field in saved})
    return Replaced(hand, words, f"{url_for('corrections.show', game_id=stored.game_id, number=hand)}?{own}")


def _saved(recorded: HandRow | BidsRecorded, field: str) -> str | None:
    """Return a number as a form would send it; None if it is not recorded."""
    kind, _dot, player = field.partition(".")
    values: Mapping[str, int | bool] = getattr(recorded, "bids" if kind == "bid" else kind, None) or {}
    value = values.get(player)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return None if value is None else str(value)


def _author(stored: StoredGame) -> str:
    """Return who has saved numbers last since the version that the page showed."""
    seen = whole(request.args.get("seen"), 0, stored.version) or 0
    by = [one.by for one in repository().store.load(stored.game_id)[seen:] if one.event["kind"] in _KINDS]
    return by[-1] if by and by[-1] != UNNAMED else _("Another scorer")
