"""The entries of a game file: their fields, their effects, and the messages for invalid ones."""

from typing import Any

import pytest
from builders import THREE, Entry, hand, on, play, points, refused

from scorepad.game.report.sheet_files import sheet_json
from scorepad.game.state import events as e
from scorepad.game.state.events import Contract
from scorepad.game.state.game import Game

SEVERAL: dict[str, Any] = {"ladder": "6-1", "auction": {"doublers": "several"}}


def pike(*record: Entry, **house: Any) -> Game:
    return play("pike", THREE, *record, house={"ladder": "5 4 3", **house})


def murder(**fields: Any) -> Game:
    """Return a hand of Murder in which Ann plays 2 hearts, with further fields."""
    bids, taken = dict(zip(THREE.split(), [2, 1, 1], strict=True)), dict(zip(THREE.split(), [2, 1, 3], strict=True))
    contract = {"declarer": "Ann", "level": 2}
    return play(
        "murder", THREE, {"hand": {"bids": bids, "taken": taken, "trump": "H", "contract": contract, **fields}},
        house=SEVERAL,
    )  # fmt: skip


def contract(game: Game) -> dict[str, Any]:
    result: dict[str, Any] = sheet_json(game)["rows"][0]["contract"]
    return result


PLAYED = hand(THREE, [1, 1, 1], [1, 1, 3])
BIDS: dict[str, Any] = {"bids": {"Ann": 1, "Bob": 1, "Cat": 1}}
LONG = "x" * 70

UNREADABLE: list[tuple[Any, str]] = [
    (5, "Expected an object with keys here."),
    ({}, "An entry has exactly one key, such as “hand” or “join”."),
    ({"end": {}, "reopen": {}}, "An entry has exactly one key, such as “hand” or “join”."),
    ({LONG: {}}, f"There is no entry of the kind “{'x' * 40}”."),
    ({"end": 5}, "end: Expected an object with keys here."),
    ({"join": {"player": "Di", LONG: 1}}, f"{'x' * 60}: There is no such key here. Check the spelling."),
    ({"reopen": {"now": 1}}, "now: There is no such key here. Check the spelling."),
    ({"leave": {}}, "player: Name a player."),
    ({"leave": {"player": LONG}}, f"player: “{'x' * 40}” is not a player of this game."),
    ({"hand": {"bids": {LONG: 1}}}, f"bids.{'x' * 55}: “{'x' * 40}” is not a player of this game."),
    ({"hand": {"bids": {"Ann": 1, "Ann ": 1}}}, "bids: A player appears here twice."),
    ({"hand": {"bids": [1, 1, 1]}}, "bids: Expected an object with keys here."),
    ({"hand": {**BIDS, "hook_waived": 1}}, "hook_waived: Expected true or false here."),
    ({"hand": {**BIDS, "trump": 5}}, "trump: Expected a text here."),
    ({"hand": {**BIDS, "turned": 5}}, "turned: Expected a text here."),
    ({"hand": {**BIDS, "chosen_by": "Zoe"}}, "chosen_by: “Zoe” is not a player of this game."),
    ({"hand": {**BIDS, "marks": {"Ann": 1}}}, "marks: Expected an object with keys here."),
    ({"hand": {**BIDS, "auction": "1H"}}, "auction: Expected a list here."),
    ({"hand": {**BIDS, "auction": ["1H", 2]}},
     "auction: An auction is a list of calls such as 1H, 2, pass, double, redouble."),
    ({"hand": {**BIDS, "auction": ["pass"] * 501}},
     "auction: An auction is a list of calls such as 1H, 2, pass, double, redouble."),
    ({"hand": {**BIDS, "auction": ["pass"] * 500}}, "contract: There is no auction in this game."),
    ({"hand": {**BIDS, "contract": 5}}, "contract: Expected an object with keys here."),
    ({"hand": {**BIDS, "contract": {"suit": "H"}}}, "contract: There is no such key here. Check the spelling."),
    ({"hand": {**BIDS, "contract": {"level": 1}}}, "contract.declarer: Name a player."),
    ({"hand": {**BIDS, "contract": {"declarer": "Ann", "doubler": "Zoe"}}},
     "contract.doubler: “Zoe” is not a player of this game."),
    ({"hand": {**BIDS, "contract": {"declarer": "Ann", "redoubled": 1}}},
     "contract.redoubled: Expected true or false here."),
    ({"hand": {**BIDS, "doublers": "Ann"}}, "doublers: Expected a list here."),
    ({"hand": {**BIDS, "doublers": ["Zoe"]}}, "doublers: “Zoe” is not a player of this game."),
    ({"correct": {"hand": 1, "doublers": ["Bob"]}}, "doublers: There is no contract to double."),
    ({"correct": {"hand": 9, "doublers": ["Bob"]}}, "doublers: There is no contract to double."),
    ({"correct": {"hand": 1, "contract": 5}}, "contract: Expected an object with keys here."),
    ({"correct": {"hand": 1, "chosen_by": "Zoe"}}, "chosen_by: “Zoe” is not a player of this game."),
    ({"correct": {"hand": 1, "taken": {"Zoe": 1}}}, "taken.Zoe: “Zoe” is not a player of this game."),
    ({"correct": {"bids": {"Ann": 1}}}, "hand: This game has no hand – now."),
    ({"swap": {"players": "Ann Bob"}}, "players: Expected a list here."),
    ({"swap": {"players": ["Ann"]}}, "players: Choose two different players."),
    ({"swap": {"players": ["Ann", "Bob", "Cat"]}}, "players: Choose two different players."),
    ({"swap": {"players": ["Ann", "Zoe"]}}, "players: “Zoe” is not a player of this game."),
    ({"misdeal": {"wrong_count": "Ann"}}, "wrong_count: Expected a list here."),
    ({"misdeal": {"wrong_count": ["Zoe"]}}, "wrong_count: “Zoe” is not a player of this game."),
    ({"comment": {"text": 5}}, "text: Expected a text here."),
    ({"adjust": {"player": "Ann", "points": 1, "why": 5}}, "why: Expected a text here."),
    ({"plan": {"cards": 3}}, "cards: Expected a list here."),
    ({"scheme": {}}, "“name”: Enter a name for the scheme."),
    ({"scheme": {"scheme": None}}, "scheme: Name a scheme."),
    ({"scheme": {"scheme": 5}}, "scheme: Expected an object with keys here."),
    ({"details": {"location": 5}}, "location: Expected a text here."),
    ({"details": {"first_dealer": None}}, "first_dealer: Name a player."),
    ({"details": {"until": "noon"}}, "until: Enter a time of day. Examples: 13:00, 0:30."),
    ({"end": {"moved": 1}}, "moved: Expected true or false here."),
]  # fmt: skip


@pytest.mark.parametrize(("entry", "why"), UNREADABLE, ids=[why for _entry, why in UNREADABLE])
def test_an_entry_that_cannot_be_read_says_where_and_why(entry: Any, why: str) -> None:
    assert refused(pike(PLAYED), entry) == why


@pytest.mark.parametrize("more", ["bids", "contract", "auction", "doublers", "hook_waived", "cards"])
def test_what_belongs_to_the_bids_is_not_said_with_the_tricks(more: str) -> None:
    entry: Entry = {"hand": {"taken": {"Ann": 5, "Bob": 0, "Cat": 0}, more: None}}
    assert refused(pike({"hand": BIDS}), entry).startswith("bids: The bids of hand 1 are already saved")


def test_what_is_said_of_a_hand_is_written_once_with_its_bids_where_it_has_any() -> None:
    entry: Entry = {"hand": {**BIDS, "taken": {"Ann": 1, "Bob": 1, "Cat": 3}, "trump": "H", "turned": "5H"}}
    bids, tricks = pike(entry).events[1:]
    assert isinstance(bids, e.BidsRecorded)
    assert isinstance(tricks, e.TricksRecorded)
    assert (bids.trump, bids.turned, tricks.trump, tricks.turned) == ("H", "5H", None, None)
    later: Entry = {"hand": {"taken": {"Ann": 1, "Bob": 1, "Cat": 3}, "trump": "H", "turned": "5H"}}
    last = pike({"hand": BIDS}, later).events[-1]
    assert isinstance(last, e.TricksRecorded)
    assert (last.trump, last.turned) == ("H", "5H")


def test_house_rules_with_points_among_them_are_two_events_and_points_alone_are_one() -> None:
    def kinds(house: dict[str, Any]) -> list[str]:
        return [event.kind for event in pike({"house": house}).events[1:]]

    assert kinds({"scheme": "squares", "hook": True}) == ["scheme", "house"]
    assert kinds({"scheme": "squares"}) == ["scheme"]
    assert kinds({"hook": True}) == ["house"]
    assert kinds({}) == ["house"]


# --- corrections ----------------------------------------------------------------------------------------


def test_a_contract_is_corrected_as_a_whole() -> None:
    game = on(murder(), {"correct": {"hand": 1, "contract": {"declarer": "Ann", "level": 2, "doubler": "Cat"}}})
    assert contract(game) == {"declarer": "Ann", "level": 2, "doubler": "Cat", "redoubled": False}
    other = {"declarer": "Bob", "level": 3, "redoubled": True, "doubler": "Ann"}
    game = on(game, {"correct": {"hand": 1, "bids": {"Ann": 1, "Bob": 3}, "contract": other}})
    assert contract(game) == {"declarer": "Bob", "level": 3, "doubler": "Ann", "redoubled": True}


def test_who_doubled_the_open_hand_can_be_corrected_too() -> None:
    bids: Entry = {"hand": {"bids": {"Ann": 2, "Bob": 1, "Cat": 1}, "trump": "S",
                            "contract": {"declarer": "Ann", "level": 2}}}  # fmt: skip
    game = on(murder(), bids, {"correct": {"hand": 2, "doublers": ["Cat"]}})
    assert game.sheet.bids is not None
    assert game.sheet.bids.contract == Contract("p1", 2, "p3")


def test_every_field_of_a_hand_can_be_corrected() -> None:
    made: dict[str, Any] = {"made": {"Ann": True, "Bob": True, "Cat": False}}
    game = play("blackout", THREE, {"hand": {**BIDS, **made}}, house={"ladder": "5-1", "hook": False})
    mended = on(game, {"correct": {"hand": 1, "made": {"Bob": False}}})
    assert points(mended) == {"Ann": 11, "Bob": 0, "Cat": 0}
    mended = on(mended, {"correct": {"hand": 1, "made": None, "taken": {"Ann": 2, "Bob": 1, "Cat": 2}}})
    assert points(mended) == {"Ann": 0, "Bob": 11, "Cat": 0}
    marked = play("ninety_nine", THREE, hand(THREE, [3, 3, 3], [3, 3, 3]))
    marked = on(marked, {"correct": {"hand": 1, "marks": {"Ann": {"declared": 1}}}})
    assert sheet_json(marked)["rows"][0]["marks"] == {"Ann": {"declared": 1}}
    chosen = on(pike(PLAYED), {"correct": {"hand": 1, "trump": "H", "chosen_by": "Bob"}})
    assert sheet_json(chosen)["rows"][0]["chosen_by"] == "Bob"
    assert "chosen_by" not in sheet_json(on(chosen, {"correct": {"hand": 1, "chosen_by": None}}))["rows"][0]


# --- the table ------------------------------------------------------------------------------------------
