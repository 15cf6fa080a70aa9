"""Events: every kind survives the way through JSON, and invalid data is refused."""

from fractions import Fraction
from typing import Any

import pytest
from builders import through_json

from scorepad.errors import BrokenEvent
from scorepad.game.state import events as e
from scorepad.game.state.event_json import from_json, to_json
from scorepad.game.state.events import Contract

EVERY_KIND: list[e.Event] = [
    e.Opened(
        rulebook={"name": "X"}, scheme={"name": "Y"}, players=(("p1", "Ann"), ("p2", "Bob")), first_dealer="p1",
        house={"ladder": "3"}, scorer="Ann", location="Kitchen", date="today", stake=5, until="23:30",
    ),
    e.BidsRecorded(
        3, {"p1": 0, "p2": 1}, "H", "5H", "p1", Contract("p2", 1, "p1", True), ("1H", "double"), True,
        {"p1": {"blind": 1}},
    ),
    e.TricksRecorded({"p1": 0, "p2": 3}, None, 1, 3, "H", "5H", "p2", {"p2": {"bonus": 20}}),
    e.TricksRecorded(made={"p1": True, "p2": False}),
    e.TricksRecorded(off={"p1": 0, "p2": 2}),
    e.Corrected(2, {"taken": {"p1": 1}, "contract": {"declarer": "p1", "level": 2}}),
    e.Misdealt(("p1", "p2")),
    e.Misplayed("p1"),
    e.Joined("p3", "Cat", "p1", 14),
    e.Left("p1"),
    e.Returned("p1"),
    e.Renamed("p1", "Anna"),
    e.Swapped(("p1", "p2")),
    e.Adjusted("p1", -5, "late"),
    e.BidsRecorded(5, {"p1": 1}, on_paper=True),
    e.TricksRecorded(taken={"p1": 2}, points={"p1": -29, "p2": Fraction(1833, 100)}),
    e.TricksRecorded(cards=3, points={}),
    e.Corrected(2, {"points": {"p1": Fraction(1, 2), "p2": None}}),
    e.Corrected(2, {"points": None}),
    e.TotalsKnown({"p1": 84, "p2": Fraction(-79, 2)}),
    e.Commented("Oh hell!", 3),
    e.Planned((5, 4, 3)),
    e.ClosingAnnounced(2),
    e.DealerSet("p1", "p2"),
    e.HouseChanged({"hook": True}),
    e.SchemeChanged({"name": "Z"}),
    e.Described({"scorer": "Ann"}),
    e.Ended(),
    e.Reopened(),
    e.Undone(),
    e.Redone(),
]  # fmt: skip


def test_every_kind_of_event_is_among_these() -> None:
    assert {type(event) for event in EVERY_KIND} == set(e.KINDS.values())


@pytest.mark.parametrize("event", EVERY_KIND, ids=lambda event: type(event).__name__)
def test_an_event_comes_back_from_json_as_it_was(event: e.Event) -> None:
    data = through_json(to_json(event))
    assert from_json(data) == event
    assert e.KINDS[data["kind"]] is type(event)


def test_an_opening_is_written_in_the_order_in_which_the_first_release_wrote_it() -> None:
    written = "kind rulebook scheme players first_dealer house scorer location date stake until"
    assert list(to_json(EVERY_KIND[0])) == written.split()


def test_what_says_nothing_is_not_written() -> None:
    assert to_json(e.Joined("p3", "Cat")) == {"kind": "join", "player": "p3", "name": "Cat"}
    assert to_json(e.BidsRecorded(3, {})) == {"kind": "bids", "cards": 3, "bids": {}}
    assert to_json(e.BidsRecorded(3, {"p1": 0}))["bids"] == {"p1": 0}, "a bid of zero is no missing bid"
    assert from_json({"kind": "join", "player": "p3", "name": "Cat", "points": 0}) != e.Joined("p3", "Cat")


@pytest.mark.parametrize(
    "data",
    [
        {}, {"kind": "bidz"}, {"kind": ["open"]}, {"kind": "leave"}, {"kind": "leave", "player": "p1", "seat": 2}, [],
        None, 5, "open", {"kind": "bids", "cards": 3, "bids": {}, "contract": 5}, {"kind": "misdeal", "wrong_count": 5},
        {"kind": "bids", "cards": 3, "bids": {}, "contract": {"suit": "H"}}, {"kind": "swap", "players": None},
    ],
)  # fmt: skip
def test_what_is_no_event_is_called_broken(data: Any) -> None:
    with pytest.raises(BrokenEvent) as broken:
        from_json(data)
    assert str(broken.value).endswith(f"cannot be read: {data}")
