"""Forms of games that people play, built by taps: each has the points of its published examples.

A hand is (bid, tricks, cards); what else matters about it is named. An amount is (points, each, what is counted).
"""

from typing import Any

import pytest

from scorepad.rules.scheme import Scheme
from scorepad.rules.scheme.builder import Amount, Answers, Mark, data_of
from scorepad.rules.scheme.parts import MarkNumber

Hand = tuple[tuple[int, int, int], dict[str, Any], int]
_OF_HANDS = (
    "total", "makers", "players", "hand", "makers_before", "trump", "last", "top", "allies_made", "made_run",
    "missed_run",
)  # fmt: skip

LATE = MarkNumber(after_play=True)
PIRATES = (Mark("pirates", "number", made=30, number=LATE), Mark("king", "number", made=40, number=LATE))
LOOT = Mark("loot", "player", made=20, number=MarkNumber(after_play=True, most_per_hand=2))
SKULL_KING: dict[str, Any] = {
    "made": Amount(0, 20, "bid"), "zero": Amount(0, 10),
    "missed": Amount(0, -10), "missed_zero": Amount(0, -10, "cards"),
}  # fmt: skip
CHESTS = tuple(
    Mark(name, "number", made=points) for name, points in (("fourteens", 10), ("black", 20), ("mermaids", 20))
)
WAGER = Mark("wager", "number", made=1, missed=-1)
CALLED, RISK = Mark("called", made=10, missed=-10), Mark("risk", "number", made=10, missed=-10)
DASHES = (Mark("dash_over", made=10, missed=-10), Mark("dash_under", made=20, missed=-20))
ALONE: dict[str, Any] = {"only_winner": 10, "only_loser": -10}
SQUARED: dict[str, Any] = {"high": Amount(-10, 1, "bid ** 2"), "missed_high": Amount(60, -10, "bid")}


def hand(bid: int, taken: int, cards: int, points: int, **more: Any) -> Hand:
    return (bid, taken, cards), more, points


FORMS: dict[str, tuple[Answers, tuple[Hand, ...]]] = {
    "Skull King": (
        Answers(**SKULL_KING, marks=(*CHESTS, *PIRATES, LOOT, WAGER)),
        (
            hand(3, 3, 3, 60), hand(2, 4, 5, -20), hand(0, 0, 7, 70), hand(0, 2, 9, -90), hand(0, 1, 8, -80),
            hand(1, 1, 4, 70, fourteens=1, king=1), hand(2, 2, 6, 150, pirates=3, black=1),
            hand(2, 1, 6, -10, pirates=2),
            hand(0, 0, 6, 80, allies_made=1), hand(3, 3, 8, 80, wager=20), hand(3, 2, 8, -30, wager=20),
        ),
    ),
    "Skull King, Rascal": (
        Answers(made_cards=10, half=True, marks=(*CHESTS, *PIRATES, WAGER)),
        (
            hand(3, 3, 6, 60), hand(3, 2, 6, 30), hand(3, 1, 6, 0), hand(0, 1, 4, 20), hand(2, 1, 5, 5, wager=20),
            hand(2, 2, 5, 90, pirates=1, fourteens=1), hand(2, 1, 5, 45, pirates=1, fourteens=1),
        ),
    ),
    "Estimation, bola": (
        Answers(
            made=Amount(13, 1, "bid"), missed=Amount(0, -1), marks=(CALLED, *DASHES), times=(("after_misses", 2),),
            void_if_missed=True, **SQUARED, **ALONE,
        ),
        (
            hand(3, 3, 13, 16), hand(5, 5, 13, 28, called=1), hand(5, 4, 13, -11, called=1),
            hand(9, 9, 13, 81, called=1),
            hand(9, 8, 13, -40, called=1), hand(0, 0, 13, 33, dash_under=1), hand(0, 2, 13, -12, dash_over=1),
            hand(4, 4, 13, 74, called=1, makers=1, makers_before=0, hand=2), hand(6, 5, 13, 0, makers=0),
        ),
    ),
    "A missed zero, small hands, no trumps, the last hand, blind bids and rows": (
        Answers(
            made=Amount(5, 5, "bid"), missed_zero=Amount(0, -5, "cards"), small_zero=Amount(2), small=2,
            times=(("N", 3), ("last", 2)), streak_made=20, streak=3, marks=(Mark("blind", times=2),),
        ),
        (
            hand(2, 2, 4, 15), hand(0, 0, 4, 5), hand(0, 0, 2, 2), hand(0, 3, 4, -20), hand(1, 0, 4, 0),
            hand(2, 2, 4, 45, trump="N"), hand(2, 2, 4, 90, trump="N", last=True), hand(2, 2, 4, 30, blind=1),
            hand(2, 2, 4, 35, made_run=3), hand(2, 2, 4, 15, made_run=4), hand(0, 1, 4, -60, trump="N"),
        ),
    ),
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_a_form_built_by_taps_has_the_points_of_its_examples(form: str) -> None:
    answers, hands = FORMS[form]
    scheme = Scheme.from_dict(data_of(answers.settled()) | {"name": form})
    usual = {"makers": 2, "makers_before": 1, "players": 4, "made_run": 1, "missed_run": 1}
    for (bid, taken, cards), more, points in hands:
        marks = {name: value for name, value in more.items() if name not in _OF_HANDS}
        named = {name: value for name, value in more.items() if name in _OF_HANDS}
        values = scheme.hand_variables(bid=bid, taken=taken, cards=cards, marks=marks, **{**usual, **named})
        assert scheme.entry(values) == points, (bid, taken, more)
    assert not answers.half or scheme.check() == [], "halves of points are whole or allowed"
