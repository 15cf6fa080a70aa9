"""Schemes built from answers: the text is read back as the same answers, and scores the same points."""

from dataclasses import replace

import pytest
from hypothesis import given
from rules.scheme.random_answers import answers
from soak import sampled

from scorepad.rules import scheme, toml_text
from scorepad.rules.scheme import Scheme
from scorepad.rules.scheme.answers import CARDS
from scorepad.rules.scheme.builder import Amount, Answers, Mark, about, data_of, in_words, read

ESTIMATION = {"estimation_federation", "estimation_bola", "estimation_calculator"}
SKULL_KING = {"skull_king", "skull_king_expansion", "skull_king_first", "skull_king_rascal"}
NOT_BY_TAPS = {"murder", "ninety_nine", *ESTIMATION, *SKULL_KING}
"""Contracts and doubles; the number of other players who made it; highest bid and sum of bids; marks after play."""


@given(answers())
def test_what_is_written_is_read_back_as_the_same_answers(wanted: Answers) -> None:
    text = toml_text.format_toml(data_of(wanted))
    assert read(Scheme.from_toml(text)) == wanted


@pytest.mark.parametrize("key", sampled(sorted(scheme.built_in().keys() - NOT_BY_TAPS), 12))
def test_a_built_in_scheme_that_taps_can_say_keeps_its_points(key: str) -> None:
    built_in = scheme.built_in()[key]
    text = read(built_in)
    assert text is not None
    again = Scheme.from_dict(data_of(text))
    for cards in (1, 2, 3, 7, 13, 20):
        for total in (0, 79, 80, 99):
            assert again.points_table(cards, total=total) == built_in.points_table(cards, total=total)
    assert (again.winner, again.bids_when, again.total) == (built_in.winner, built_in.bids_when, built_in.total)


def test_what_taps_cannot_say_has_no_answers() -> None:
    assert [key for key in NOT_BY_TAPS if read(scheme.built_in()[key]) is not None] == []


def test_the_usual_house_rule_is_said_as_one_would_say_it() -> None:
    answers = Answers("Ours", made=Amount(10, 2, "bid"), zero=Amount(5, 0, CARDS))
    assert about(answers) == "Made: 10 and 2 per trick. Made zero: 5. Missed: 0."
    assert data_of(answers)["points"] == [
        {"when": "made and bid == 0", "give": "5"},
        {"when": "made", "give": "10 + 2 * bid"},
        {"give": "0"},
    ]
    assert in_words(replace(answers, winner="low"))[-1] == ("End", "the lowest total wins")


@pytest.mark.parametrize(
    "points",
    [
        [{"when": "bid == 3", "give": "100"}, {"give": "0"}],
        [{"when": "cards > 59", "give": "1"}, {"give": "0"}],
        [{"give": "taken if off < 50 else 0"}],
        [{"give": "last"}],
        [{"give": "taken // 2"}],
        [{"give": "taken * off"}],
        [{"give": "min(off, 50)"}],
        [{"when": "missed and bid == 0", "give": "-5"}, {"give": "0"}],
        [{"when": "made", "give": "10 + 20 * blind * bid"}, {"give": "0"}],
        [{"when": "total > 50", "give": "1"}, {"give": "0"}],
        [{"give": "2000 * made"}],
    ],
)
def test_points_that_differ_from_all_answers_in_one_hand_have_none(points: list[dict[str, str]]) -> None:
    assert read(Scheme.from_dict({"name": "x", "points": points, "marks": {"blind": "yes or no"}})) is None


def test_the_formulas_count_if_the_answers_say_something_else() -> None:
    data = data_of(Answers("Ours", made=Amount(10, 2, "bid")))
    assert read(Scheme.from_dict({**data, "answers": {**data["answers"], "missed": {"points": -5}}})) is None


def test_a_scheme_that_an_earlier_version_built_has_its_answers_and_plays_alike() -> None:
    """Earlier versions stored no answers."""
    wanted = Answers("Ours", made=Amount(10, 2, "bid"), over=Amount(0, -1, "off ** 2"), marks=(Mark("blind", made=5),))
    data = data_of(wanted)
    earlier = Scheme.from_dict({key: value for key, value in data.items() if key != "answers"})
    assert read(earlier) == wanted
    assert earlier == Scheme.from_dict(data)


def test_a_wrong_total_to_turn_back_from_is_no_answer() -> None:
    data = data_of(Answers("Ours", winner="exactly", exactly=100))
    assert read(Scheme.from_dict(data)) == Answers("Ours", winner="exactly", exactly=100)
    for wrong in ({"total": {"becomes": "raw if raw <= 90 else 180 - raw"}}, {"winner": "high"}):
        assert read(Scheme.from_dict({**data, **wrong})) is None


def test_settled_answers_mean_the_same_points() -> None:
    answers = Answers(
        "Ours", made=Amount(7, 0, "bid ** 2"), zero=Amount(7, 0, "off"), over=Amount(), exactly=3, without=9
    )
    assert answers.settled() == replace(Answers("Ours"), made=Amount(7, 0, "bid"))
