"""Each kind of event is in the tables that say what conflicts with it and how it is decided again."""

from typing import get_args

from scorepad.game.decide import conflicts
from scorepad.game.state import events as e


def test_each_kind_of_event_of_another_scorer_is_in_a_group_or_has_its_own_rule() -> None:
    groups = (
        conflicts._HAND, conflicts._SEATS, conflicts._RULES, conflicts._COURSE, conflicts._TOTALS, conflicts._HISTORY,
    )  # fmt: skip
    grouped = {kind for group in groups for kind in get_args(group)}
    assert {*e.KINDS.values()} - grouped == {e.Opened, e.Commented, e.Renamed, e.Described}


def test_each_kind_of_event_is_decided_again_from_its_fields_or_in_its_own_way() -> None:
    assert {*e.KINDS.values()} - {*conflicts._DECIDERS} == {
        e.Opened, e.BidsRecorded, e.TricksRecorded, e.Joined, e.Swapped, e.SchemeChanged, e.Described, e.Undone,
        e.Redone,
    }  # fmt: skip
