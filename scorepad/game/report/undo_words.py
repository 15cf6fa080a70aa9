"""Taps and events in a few words, as the buttons Undo and Redo name them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorepad.game.report.log_text import event_sentence, names_in
from scorepad.game.report.previous_values import values_before
from scorepad.game.state import events as e
from scorepad.game.state.record import Game
from scorepad.rules.cards import suit_signs
from scorepad.words import _, labelled

Fields = Mapping[str, tuple[Any, Any]]


def words_of_players() -> dict[str, str]:
    """Return what a player's field is called, by its kind; the page's script uses the same words."""
    return {
        "bid": _("{name}’s bid"), "taken": _("{name}’s tricks"), "made": _("{name}’s result"),
        "off": _("{name}’s miss"),
    }  # fmt: skip


def words_of_hand() -> dict[str, str]:
    """Return what a field of the whole hand is called."""
    return {
        "trump": _("Trump"), "turned": _("Card turned up"), "chosen_by": _("Trump chosen by"),
        "cancelled": _("Tricks cancelled"), "contract": _("Contract"),
    }  # fmt: skip


def tap_words(names: Mapping[str, str], fields: Fields) -> str:
    """Return `Bob’s bid 1 → 0` for changes from a value to another, by field."""
    return ", ".join(_field_words(names, field, *values) for field, values in fields.items())


def _field_words(names: Mapping[str, str], field: str, now: Any, then: Any) -> str:
    kind, _dot, who = field.partition(".")
    player = names.get(who.rpartition(".")[2], "")
    if field == "calls":
        return _call_words(names, now, then)
    if kind == "mark":
        what = labelled(player, who.partition(".")[0])
    else:
        what = words_of_players().get(kind, "").format(name=player) or words_of_hand().get(kind, field)
    values = [_value_words(names, kind, value) for value in (now, then) if value not in (None, "")]
    return f"{what} {' → '.join(values)}".strip()


def _value_words(names: Mapping[str, str], kind: str, value: Any) -> str:
    signs = {"yes": "✓", "no": "✗", **(suit_signs() if kind == "trump" else {})}
    return {**signs, **names}.get(value, str(value))


def _call_words(names: Mapping[str, str], now: Any, then: Any) -> str:
    """Return `Ann’s call 2♥`: the last call of the longer auction."""
    auction = max((now or {}, then or {}), key=lambda one: len(one.get("calls", ())))
    calls, order = auction.get("calls", [""]), auction.get("order", ["", 0])[:-1]
    call = calls[-1]
    said = call[:-1] + suit_signs()[call[-1]] if call[-1:] in "CDHSN" and call[:-1].isdigit() else call
    spoken = {"pass": _("pass"), "double": "×", "redouble": "××"}.get(call, said)
    return _("{name}’s call {call}").format(name=names.get(order[(len(calls) - 1) % len(order)], ""), call=spoken)


def event_words(game: Game, version: int) -> str:
    """Return `bids of hand 3`, or the sentence that the log has for an event."""
    event = game.events[version - 1]
    assert not isinstance(event, e.Undone | e.Redone)
    places = zip(game.history.places, game.history.standing, strict=True)
    before = [one for place, one in places if place < version]
    if not isinstance(event, e.BidsRecorded | e.TricksRecorded):
        return event_sentence(event, {**names_in([event]), **names_in(before)}, values_before(event, before))
    words = _("bids of hand {number}") if isinstance(event, e.BidsRecorded) else _("tricks of hand {number}")
    return words.format(number=sum(isinstance(one, e.TricksRecorded) for one in before) + 1)
