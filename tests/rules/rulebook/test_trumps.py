"""Trumps: what determines them, what may be recorded, and the meaning of a turned-up card (rules.md C1)."""

from typing import Any

import pytest

from scorepad.rules.rulebook import Rulebook
from scorepad.rules.rulebook.turned_card import trump_turned


def small(**keys: Any) -> Rulebook:
    return Rulebook.from_dict({"name": "Ours", "ladder": "1-5", **keys})


def test_where_more_made_their_bids_than_there_are_suits_the_last_suit_serves() -> None:
    ours = small(trump="by makers D S H C")
    assert [ours.trump_for(2, 3, 5, makers_before=makers) for makers in (0, 3, 4, 5)] == ["D", "C", "C", "C"]


@pytest.mark.parametrize(
    ("keys", "can_be_none"),
    [
        ({}, False),
        ({"trump": "dealer chooses"}, True),
        ({"no_trump_turned": ["2"]}, True),
        ({"turned_joker": "no trumps"}, True),
        ({"turned_joker": "other joker"}, False),
        ({"special": [{"at": "last", "trump": "N"}]}, True),
        ({"special": [{"at": "last", "trump": "H"}]}, False),
        ({"no_trump_hands": "top"}, True),
    ],
)
def test_no_trumps_can_be_written_where_it_can_come_up(keys: dict[str, Any], can_be_none: bool) -> None:
    assert ("N" in small(**{"no_trump_hands": "never", **keys}).trump_choices()) is can_be_none


@pytest.mark.parametrize(
    ("keys", "turned", "trump"),
    [
        ({}, "QS", "S"),
        ({}, " 10d ", "D"),
        ({}, "1D", None),
        ({"no_trump_turned": ["A", "2"]}, "ah", "N"),
        ({"no_trump_turned": ["A", "2"]}, "joker", "?"),
        ({"no_trump_turned": ["joker"]}, "*", "N"),
        ({"turned_joker": "no trumps"}, "Joker", "N"),
        ({"turned_joker": "other joker"}, "*", "J"),
        ({}, "jester", "N"),
        ({}, "wizard", "?"),
    ],
)
def test_what_a_card_turned_up_means(keys: dict[str, Any], turned: object, trump: str | None) -> None:
    assert trump_turned(small(**keys), turned) == trump
