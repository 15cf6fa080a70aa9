"""Complete export: every field of every event, in a game file's entries and in a log.

The games below set every field to other than its default, so a new field without a game is noticed at once. Each game
is written and read again, event by event.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import MISSING, fields
from typing import Any

import pytest
from builders import hand, on, play, through_json

from scorepad.game.files.exporter import export_current, export_in_order
from scorepad.game.files.game_file import read_game, write_game
from scorepad.game.state import events as e
from scorepad.game.state.events import Contract
from scorepad.game.state.game import Game

THREE, FOUR = "Ann Bob Cat", "A B C D"
TENS = {"name": "Our tens", "points": [{"when": "made", "give": "10"}, {"give": "-off"}]}
HEAD: dict[str, Any] = {
    **{field.name: "Kitchen" if field.default == "" else 5 for field in fields(e.Head)},
    "first_dealer": "Bob", "date": "20 Nov 2026", "until": "23:30",
}  # fmt: skip


def _any_table() -> Game:
    """Return a game with every event except special hands.

    It has hands whose hook was waived or tricks were cancelled.
    """
    return play(
        "pike", THREE,
        hand(THREE, [1, 1, 1], [1, 1, 0], cards=3, hook_waived=True, cancelled=1, trump="H"),
        {"hand": {"bids": {"Ann": 1, "Bob": 0, "Cat": 0}, "wrong_count": ["Bob"]}},
        {"misdeal": {"wrong_count": ["Bob", "Ann"]}}, {"misdeal": {"free": True}}, {"misplay": {"player": "Cat"}},
        {"join": {"player": "Di", "before": "Cat", "points": -3}}, {"leave": {"player": "Ann"}},
        {"return": {"player": "Ann"}}, {"swap": {"players": ["Bob", "Di"]}},
        {"adjust": {"player": "Bob", "points": -5, "why": "late"}}, {"comment": {"text": "Tea", "hand": 1}},
        {"plan": {"cards": [4, 3, 2]}}, {"dealer": {"player": "Cat"}}, {"house": {"hook": False}},
        {"closing": {"hands": 1}}, {"end": {"moved": True}}, {"reopen": {}}, {"end": {}},
        house={
            "ladder": "3-1", "hook": True, "bidding": "in turn from the dealer", "cancelled": True, "wrong_count": -4,
        },
        scheme=TENS, **HEAD,
    )  # fmt: skip


def _auction() -> Game:
    doubled = {
        "cards": 8, "bids": {"A": 3, "B": 2, "C": 2, "D": 2}, "trump": "S", "doublers": ["B", "D"],
        "contract": {"declarer": "A", "level": 3, "redoubled": True}, "taken": {"A": 1, "B": 3, "C": 2, "D": 2},
    }  # fmt: skip
    return play(
        "murder", FOUR, {"dealer": {"player": "B", "first_bidder": "A"}}, {"hand": doubled},
        {"hand": {"auction": ["1H", "pass", "pass", "pass"], "taken": {"A": 6, "B": 2, "C": 1, "D": 0}}},
        house={"auction": {"doublers": "several"}, "ladder": "8 9 9"},
    )  # fmt: skip


def _turned_up() -> Game:
    """Return a game with a card turned up before the bids of one hand, and only with the tricks of another."""
    named = {"turned": "wizard", "trump": "S", "chosen_by": "A"}
    return play(
        "wizard", FOUR, hand(FOUR, [0, 0, 0, 0], [1, 0, 0, 0], cards=1, **named),
        {"hand": {"bids": dict.fromkeys(FOUR.split(), 0)}},
        {"hand": {"taken": {"A": 2, "B": 0, "C": 0, "D": 0}, "turned": "wizard", "trump": "C", "chosen_by": "B"}},
    )  # fmt: skip


def _marks() -> Game:
    marked = {"bids": {"A": 3, "B": 3, "C": 2}, "marks": {"A": {"declared": 1}}}
    game = play("ninety_nine", "A B C", {"hand": marked})
    return on(game, {"hand": {"taken": {"A": 4, "B": 3, "C": 2}, "marks": {"B": {"revealed": True}}}})


def _changed_bid() -> Game:
    return play("skull_king", THREE, hand(THREE, [0, 1, 0], [1, 0, 0], bid_changes={"Ann": 1}))


def _made() -> Game:
    made = {"bids": {"Ann": 1, "Bob": 1, "Cat": 0}, "made": {"Ann": True, "Bob": False, "Cat": True}, "cards": 3}
    return play("pike", THREE, {"hand": made}, house={"ladder": "3", "writes": "made"}, scheme="blackout")


def _how_far_off() -> Game:
    off = {"bids": {"Ann": 1, "Bob": 1, "Cat": 0}, "off": {"Ann": 0, "Bob": 1, "Cat": 0}, "cards": 3}
    return play("pike", THREE, {"hand": off}, house={"ladder": "3", "writes": "off"})


def _on_paper() -> Game:
    """Return a hand with an unknown bid, and the points of two players, one with hundredths."""
    return play("pike", THREE, {"hand": {"bids": {"Ann": 1}, "points": {"Ann": -29, "Bob": 18.33}}})


def _only_totals() -> Game:
    return play({"name": "Hearts", "winner": "low"}, THREE, {"totals": {"Ann": 84, "Bob": 79.5, "Cat": 90}})


def _nobody_bids() -> Game:
    house = {"ladder": "3", "special": [{"at": "last", "bid": 0}]}
    return play("pike", THREE, {"hand": {"taken": {"Ann": 1, "Bob": 1, "Cat": 1}}}, house=house)


def _changed_on_the_way() -> Game:
    """Return a game whose head and players changed, so that its entries are written only in their order."""
    return play(
        "pike", THREE, hand(THREE, [1, 1, 1], [1, 1, 1]), {"rename": {"player": "Ann", "name": "Anna"}},
        {"scheme": {"scheme": TENS}}, {"details": HEAD}, {"correct": {"hand": 1, "taken": {"Anna": 2, "Bob": 0}}},
        house={"ladder": "3-1"},
    )  # fmt: skip


STANDING = (
    _any_table, _auction, _turned_up, _marks, _changed_bid, _made, _how_far_off, _on_paper, _only_totals, _nobody_bids,
)  # fmt: skip
EVERY = (*STANDING, _changed_on_the_way)


def _names(kind: type[Any]) -> list[str]:
    return [field.name for field in fields(kind)]


def _says_something(event: Any, name: str) -> bool:
    """Return whether the field differs from its default."""
    (field,) = [field for field in fields(event) if field.name == name]
    default = field.default_factory() if field.default_factory is not MISSING else field.default
    return bool(getattr(event, name) != default)


def _records(games: Iterable[Game]) -> Iterator[Any]:
    """Yield every event of the games, and every contract in them."""
    for game in games:
        for event in game.events:
            yield event
            yield from [event.contract] if isinstance(event, e.BidsRecorded) and event.contract else ()


def _told(events: Iterable[e.Event]) -> dict[str, list[Any]]:
    """Return the set fields by kind of event, in order; bids and tricks of a hand are joined, as in an entry.

    A comment may be before or after the hand in which it was made. Trumps and marks may move from tricks to bids.
    """
    notes = defaultdict[str, list[Any]](list)
    for event in events:
        fields = {name: getattr(event, name) for name in _names(type(event)) if _says_something(event, name)}
        if isinstance(event, e.BidsRecorded):
            notes["hand"].append({**fields, "open": True})
        elif isinstance(event, e.TricksRecorded):
            is_open = notes["hand"] and notes["hand"][-1].pop("open", False)
            bids = notes["hand"].pop() if is_open else {"bids": {}}
            marks = {**bids.get("marks", {}), **fields.get("marks", {})}
            notes["hand"].append({**bids, **fields, "marks": marks})
        else:
            notes[type(event).__name__].append(fields)
    return notes


def test_the_games_here_say_something_in_every_field_of_every_event() -> None:
    """A new field in events.py needs a game here that sets it; the test below checks its export."""
    records = list(_records(game() for game in EVERY))
    kinds = {*e.KINDS.values(), Contract} - {e.Undone, e.Redone}  # undone events are in the log only
    assert {type(record) for record in records} == kinds
    fields = {
        (type(record), name) for record in records for name in _names(type(record)) if _says_something(record, name)
    }
    silent = {(kind, name) for kind in kinds for name in _names(kind)} - fields
    assert not silent


@pytest.mark.parametrize("game", EVERY, ids=lambda it: it.__name__.strip("_"))
def test_every_field_of_every_event_survives_export_and_import(game: Any) -> None:
    before = game()
    for data in (export_in_order(before), *([export_current(before)] if game in STANDING else [])):
        again = read_game({"format": "scorepad-game/1", **through_json(data)})
        assert _told(again.events) == _told(before.events)
    logged = read_game(through_json(write_game(before, with_log=True)))
    assert logged.events == before.events


def test_the_head_as_it_stands_holds_whatever_was_mended_in_it() -> None:
    now = _changed_on_the_way()
    opened = read_game({"format": "scorepad-game/1", **through_json(export_current(now))}).opened
    assert [name for _player, name in opened.players] == ["Anna", "Bob", "Cat"]
    assert opened.scheme == now.sheet.scheme.to_dict()
    assert {key: getattr(opened, key) for key in e.HEAD} == {**HEAD, "first_dealer": "p2"}
