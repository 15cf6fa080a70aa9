"""Conversion of a game to the entries of a game file."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from scorepad.game.state import events as e
from scorepad.game.state.event_json import to_json
from scorepad.game.state.game import Game
from scorepad.game.state.history import merge_corrections
from scorepad.rules import rulebook as rulebooks
from scorepad.rules import scheme as schemes
from scorepad.rules.game_properties import scheme_data, short_data
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.rulebook.equivalence import can_replace, plays_alike
from scorepad.rules.scheme.equivalence import matching_key

Names = Mapping[str, str]

_IN_THE_HEAD = e.Renamed | e.Described | e.SchemeChanged

_ONCE_CALLED = {"Oh Hell (ohell)": "Oh Hell, squares and cubes", "ohell": "Squares and cubes"}
"""The current names of renamed built-in rules, by their former names. Older games have copies with the former names."""


def export_current(game: Game) -> dict[str, Any]:
    """Return the head and record of a game file with all changes applied.

    Corrections, renames and changes of the scheme are merged into the head and the entries that they change.
    """
    sheet = game.sheet
    now = replace(
        game.opened,
        scheme=sheet.scheme.to_dict(),
        players=tuple((player, game.names[player]) for player, _name in game.opened.players),
        **sheet.head,
    )
    standing = (step.event for step in merge_corrections(game.history.standing[1:]))
    return {
        **_head(now, _own_hands(game)),
        "record": as_entries(game.names, (event for event in standing if not isinstance(event, _IN_THE_HEAD))),
    }


def export_in_order(game: Game) -> dict[str, Any]:
    """Return the head of the opened game, and a record with every event that was not undone, in order."""
    return {
        **_head(game.opened, _own_hands(game)),
        "record": as_entries(dict(game.opened.players), game.history.standing[1:]),
    }


def after_hand(game: Game, hands: int) -> list[e.Event]:
    """Return the events after the first `hands` hands, without renames.

    Corrections are merged into the events that they correct.
    """
    standing = [step.event for step in merge_corrections(game.history.standing[1:])]
    played = [at for at, event in enumerate(standing, 1) if isinstance(event, e.TricksRecorded)]
    return [event for event in standing[played[hands - 1] :] if not isinstance(event, _IN_THE_HEAD)]


def _own_hands(game: Game) -> bool:
    """Return whether the game has house rules, or hands that differ from the rulebook's."""
    changing = e.HouseChanged | e.Planned | e.ClosingAnnounced | e.Reopened
    return bool(game.opened.house) or any(isinstance(event, changing) for event in game.history.standing)


def _head(opened: e.Opened, own_hands: bool) -> dict[str, Any]:
    """Return the opening as file data: names instead of ids, keys instead of built-in rules."""
    names = dict(opened.players)
    named = short_data(opened.rulebook, opened.scheme)
    usual = named is not None and opened.scheme == scheme_data(named)
    data = {
        **_data(opened),
        "rulebook": named or _rulebook(opened.rulebook, own_hands),
        "scheme": None if usual else _scheme(opened.scheme),
        "players": list(names.values()),
        "first_dealer": names[opened.first_dealer],
    }
    return {key: value for key, value in data.items() if value is not None}


def _rulebook(data: dict[str, Any], own_hands: bool) -> str | dict[str, Any]:
    """Return the key of the built-in rulebook with the same rules, or the data if there is none."""
    alike = can_replace if own_hands else plays_alike
    today = _with_todays_name(data)
    named = ((key, known) for key, known in rulebooks.built_in().items() if known.name == today["name"])
    return next((key for key, known in named if alike(known, Rulebook.from_dict(today))), data)


def _scheme(data: dict[str, Any]) -> str | dict[str, Any]:
    """Return the key of the built-in scheme with the same scoring, or the data if there is none."""
    name = _with_todays_name(data)["name"]
    named = {key: known.scored for key, known in schemes.built_in().items() if known.name == name}
    return matching_key(data, named) or data


def _with_todays_name(data: Mapping[str, Any]) -> dict[str, Any]:
    return {**data, "name": _ONCE_CALLED.get(data["name"], data["name"])}


def as_entries(names: Names, events: Iterable[e.Event]) -> list[dict[str, Any]]:
    """Return events as entries of a record.

    `names` maps the player ids in the events to names.
    """
    entries: list[dict[str, Any]] = []
    bids: e.BidsRecorded | None = None  # written with the tricks of the hand, unless another event comes between
    for event in events:
        if bids is not None and not isinstance(event, e.TricksRecorded | e.Commented):
            entries.append({"hand": _named(names, _data(bids))})
            bids = None
        if isinstance(event, e.BidsRecorded):
            bids = event
        elif isinstance(event, e.TricksRecorded):
            entries.append({"hand": _named(names, _merge_bids_and_tricks(bids, event))})
            bids = None
        else:
            entries.append(_entry(names, event))
        if isinstance(event, e.Joined):  # a later name of this player may be known already
            names = {event.player: event.name, **names}
        elif isinstance(event, e.Renamed):
            names = {**names, event.player: event.name}
    return [*entries, {"hand": _named(names, _data(bids))}] if bids else entries


def _data(event: e.Event | None) -> dict[str, Any]:
    return {key: value for key, value in to_json(event).items() if key != "kind"} if event else {}


def _merge_bids_and_tricks(bids: e.BidsRecorded | None, tricks: e.TricksRecorded) -> dict[str, Any]:
    """Return bids and tricks as one entry, with the marks of both merged per player."""
    first, second = _data(bids), _data(tricks)
    marks = e.merge_marks(first.get("marks", {}), second.get("marks", {}))
    first.pop("on_paper", None)  # implied by the points
    return {**first, **second, **({"marks": marks} if marks else {})}


def _entry(names: Names, event: e.Event) -> dict[str, Any]:
    kind, data = event.kind, _data(event)
    match event:
        case e.HouseChanged(house=house):
            return {kind: house}
        case e.TotalsKnown():
            return {kind: {names[player]: total for player, total in data["totals"].items()}}
        case e.SchemeChanged(scheme=scheme):
            return {kind: {"scheme": _scheme(scheme)}}
        case e.Described(details=details):
            return {kind: _named(names, details)}
        case e.Corrected():
            changes = data.pop("changes")
            return {kind: {**data, **_named(names, changes)}}
        case e.Joined(player=player, name=name):
            del data["name"]
            return {kind: _named({player: name, **names}, data)}
    return {kind: _named(names, data)}


def _named(names: Names, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return an event's fields as an entry has them.

    Names replace ids. The auction and the doublers of a contract become keys of the entry.
    """
    named: dict[str, Any] = {}
    for key, value in data.items():
        if value is None:
            named[key] = None
        elif key in e.PLAYER_FIELDS:
            named[key] = [names[player] for player in value] if isinstance(value, list) else names[value]
        elif key in e.BY_PLAYER and isinstance(value, dict):
            named[key] = {names[player]: item for player, item in value.items()}
            if key == "marks":
                named[key] = {player: e.replace_players(marks, names) for player, marks in named[key].items()}
        elif key == "contract":
            named |= _contract(names, value)
        elif key == "calls":
            named["auction"] = value
        else:
            named[key] = value
    return named


def _contract(names: Names, contract: Mapping[str, Any]) -> dict[str, Any]:
    """Return the contract, and a list of doublers if several players doubled."""
    data = dict(contract)
    others = data.pop("also_doubled", None)
    named: dict[str, Any] = {"contract": _named(names, data)}
    if others:
        named["doublers"] = [names[player] for player in (data["doubler"], *others)]
    return named
