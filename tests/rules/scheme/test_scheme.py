"""Schemes: read, refused with their place, checked over every hand, and computed."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from rules.random_data import anything
from rules.scheme.own_schemes import TOML, scheme_of
from soak import often, sampled

from scorepad.errors import RuleFileError
from scorepad.rules.scheme import Scheme, built_in, find
from scorepad.rules.scheme.parts import KEYS as KEYS_OF_SCHEMES
from scorepad.rules.scheme.readers import EXAMPLE_KEYS
from scorepad.rules.scheme.trial import wrong_examples
from scorepad.rules.scheme.variables import hand_variables

# --- the built-in schemes -------------------------------------------------------------------------


def test_the_examples_of_a_built_in_scheme_hold_and_it_is_the_same_after_a_journey_through_json() -> None:
    for key, scheme in built_in().items():
        assert scheme.examples, key
        assert [*wrong_examples(scheme)] == [], key
        assert scheme.source, key
        assert scheme.about.endswith("."), key
        copy = Scheme.from_dict(json.loads(json.dumps(scheme.to_dict())), key)
        assert copy == scheme
        assert hash(copy) == hash(scheme)
        assert copy.examples == scheme.examples


@pytest.mark.parametrize("key", sampled(sorted(built_in()), 4))
def test_a_built_in_scheme_is_sound(key: str) -> None:
    assert find(key).check() == []


def test_where_tricks_are_not_needed_all_misses_are_worth_the_same() -> None:
    def worth(scheme: Scheme, bid: int, cards: int) -> set[object]:
        """Return the points of every missed result."""
        missed = [taken for taken in range(cards + 1) if taken != bid]
        return {scheme.entry(scheme.hand_variables(bid=bid, taken=taken, cards=cards)) for taken in missed}

    for key, scheme in built_in().items():
        misses_differ = any(len(worth(scheme, bid, cards)) > 1 for cards in range(1, 8) for bid in range(cards + 1))
        assert scheme.needs_tricks_with({}) >= misses_differ, key
        assert scheme.needs_tricks_with(None) >= scheme.needs_tricks_with({}), key


@pytest.mark.parametrize(
    ("needed", "scheme"),
    [
        (True, {"give": "taken"}),
        (True, {"give": "off"}),
        (False, {"give": "missed"}),
        (False, {"give": "made * taken"}),
        (False, {"give": "-5 * min(off, 1)"}),  # one off at least
        (True, {"give": "-5 if off <= 59 else 0"}),
        (True, {"give": "-5 if off >= 2 else 0"}),
        (True, {"give": "0 if declarer else off"}),
        (True, {"give": "0 if made else 10 // (cards - bid)"}),  # cannot be calculated for a bid of all cards
        (True, {"give": "contract_off"}),
        (False, {"give": "makers"}),
        (False, {"points": [{"when": "made", "give": "taken"}, {"give": "-5"}]}),
        (True, {"points": [{"when": "bid > 2", "give": "off"}, {"give": "2"}]}),
        (False, {"points": [{"when": "taken > 2", "give": "2"}, {"give": "2"}]}),
        (True, {"terms": {"t": "off + 1"}, "give": "t"}),
        (True, {"give": "1", "total": {"becomes": "raw + taken"}}),
        (False, {"give": "1", "total": {"becomes": "raw if raw < 100 else 200 - raw"}}),
        # some do not bid: a table of made and missed then lacks their tricks
        (True, {"bids_when": "total < 80", "give": "taken if not made and not missed else 0"}),
        (True, {"bids_when": "total < 80", "give": "0 if made + missed else taken"}),
        (False, {"bids_when": "total < 80", "give": "0 if missed else taken * bid"}),
    ],
)
def test_whether_a_miss_needs_its_tricks_follows_from_the_formulas(needed: bool, scheme: dict[str, Any]) -> None:
    assert scheme_of(**scheme).needs_tricks_with(None) == needed


def test_the_table_chooses_whether_tricks_are_needed() -> None:
    scheme = scheme_of(
        "off * steps if kind == 'steep' and on else 0",
        options={
            "kind": {"default": "flat", "choices": ["flat", "steep"]},
            "on": {"default": True},
            "steps": {"default": 0},
        },
    )
    assert scheme.needs_tricks_with(None)
    assert not scheme.needs_tricks_with({})
    assert not scheme.needs_tricks_with({"kind": "steep"})
    assert not scheme.needs_tricks_with({"steps": 3})
    assert scheme.needs_tricks_with({"kind": "steep", "steps": 3})
    assert not scheme.needs_tricks_with({"kind": "steep", "steps": 3, "on": False})


# --- what a scheme can say ------------------------------------------------------------------------


def test_options_have_defaults_and_are_read_by_formulas() -> None:
    scheme = scheme_of(
        "prize if prizes and base == 'all' else 0",
        options={
            "prizes": {"default": False, "about": "prizes at all"},
            "prize": {"default": 10},
            "base": {"default": "all", "choices": ["all", "some"]},
            "size": {"default": 5, "choices": [5, 10]},
        },
    )
    assert scheme.option_values({}) == {"prizes": False, "prize": 10, "base": "all", "size": 5}
    assert scheme.option_values({"prize": 7, "size": 10})["prize"] == 7
    on = scheme.hand_variables(bid=1, taken=1, cards=1, options={"prizes": True})
    off = scheme.hand_variables(bid=1, taken=1, cards=1)
    assert (scheme.points(on), scheme.points(off)) == (10, 0)
    assert scheme.points(hand_variables(bid=1, taken=1, cards=1)) == 0  # options not given have their defaults


@pytest.mark.parametrize(
    "chosen", [{"prizes": 1}, {"prize": "10"}, {"prize": 10**9}, {"base": "most"}, {"base": 1}, {3: 4}]
)
def test_an_option_that_does_not_fit_is_refused(chosen: dict[Any, Any]) -> None:
    base = {"default": "all", "choices": ["all", "some"]}
    scheme = scheme_of(options={"prizes": {"default": False}, "prize": {"default": 10}, "base": base})
    with pytest.raises(RuleFileError) as error:
        scheme.option_values(chosen)
    assert error.value.where.startswith("options.")


def test_halves_are_never_given_where_they_are_not_allowed() -> None:
    scheme = scheme_of("bid / 2")
    with pytest.raises(RuleFileError, match=r"This gives 3/2, which is not a whole number.") as error:
        scheme.points(scheme.hand_variables(bid=3, taken=3, cards=3))
    assert error.value.where == "points"


def test_a_points_table_has_a_row_for_every_bid() -> None:
    assert find("squares").points_table(2) == [(0, [10, -1, -4]), (1, [-1, 11, -1]), (2, [-4, -1, 14])]
    assert find("murder").points_table(1, role="declarer")[1] == (1, [-2, 14])
    at_the_table = scheme_of("players if taken == bid else 0")
    assert at_the_table.points_table(1) == [(0, [4, 0]), (1, [0, 4])]
    assert at_the_table.points_table(1, 6) == [(0, [6, 0]), (1, [0, 6])]


def test_examples_may_name_marks_and_options_flat_or_as_tables() -> None:
    scheme = scheme_of(
        "10 * blind + prize + others_missed_blind",
        marks={"blind": "yes or no"},
        options={"prize": {"default": 1}},
        examples=[
            {"bid": 0, "taken": 0, "cards": 1, "points": 1},
            {"bid": 0, "taken": 0, "cards": 1, "blind": True, "prize": 3, "others_missed_blind": 2, "points": 15},
            {"cards": 1, "taken": 0, "marks": {"blind": True}, "options": {"prize": 3}, "points": 13},
            {"cards": 1, "taken": 0, "others_missed": {"blind": 2}, "points": 3},
            {"cards": 1, "bid": 1, "made": False, "points": 1},
        ],
    )
    assert [*wrong_examples(scheme)] == []


def test_marks_and_options_may_be_called_what_they_are() -> None:
    scheme = scheme_of(
        "10 * marks_x + options_y + others_missed_very_blind",
        marks={"marks_x": "yes or no", "very_blind": "yes or no"},
        options={"options_y": {"default": 1}},
        examples=[
            {"cards": 1, "taken": 0, "marks_x": True, "options_y": 3, "points": 13},
            {"cards": 1, "taken": 0, "others_missed_very_blind": 2, "points": 3},
        ],
    )
    assert [*wrong_examples(scheme)] == []


def test_a_hand_can_be_given_by_the_names_of_an_example() -> None:
    murder = find("murder")
    hand = murder.hand({"bid": 4, "taken": 4, "cards": 6, "role": "declarer", "doubled": True})
    assert murder.entry(hand) == 34
    assert murder.entry(murder.hand({"bid": 4, "taken": 4, "cards": 6, "over_half_bonus_for": "declarer"})) == 14


@pytest.mark.parametrize(
    ("hand", "where"),
    [
        ({"bid": 4, "taken": 4}, "hand"),
        ({"bid": 7, "taken": 4, "cards": 6}, "hand.bid"),
        ({"bdi": 4, "taken": 4, "cards": 6}, "hand.bdi"),
        ({"taken": 4, "cards": 6, "over_half_of": "all"}, "options.over_half_of"),
    ],
)
def test_a_hand_that_cannot_be_is_refused_with_its_key(hand: dict[str, Any], where: str) -> None:
    with pytest.raises(RuleFileError) as error:
        find("murder").hand(hand)
    assert error.value.where == where
    assert error.value.reason


# --- refusals, with their places ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("was", "becomes", "line", "column", "where", "word"),
    [
        ("10 + bid", "10 + bidd", 6, 14, "points[1].give", "Did you mean “bid”"),
        ('"10 + bid"', "'10 + bidd'", 6, 14, "points[1].give", "Did you mean “bid”"),
        ('"10 + bid"', '"\\u0031\\t+ bidd"', 6, 19, "points[1].give", "Did you mean “bid”"),
        ('"10 + bid"', '"""\n10 + bidd"""', 6, 1, "points[1].give", "Did you mean “bid”"),
        ('"0"', '"0 +"', 9, 12, "points[2].give", "stops too early"),
        ('give = "0"', "give = 0", 9, 1, "points[2].give", "text in quotes"),
        ('"10 + bid"', '"\\u002b\\u002B\\U0000002B\\U0000002b bidd"', 6, 42, "points[1].give", "Did you mean “bid”"),
        ('"10 + bid"', "'10 + \\bid'", 6, 14, "points[1].give", "“\\” cannot be used"),
        ('"high"', '"high"\nterms={a="1",b="bidd"}', 3, 17, "terms.b", "Did you mean “bid”"),
        ('"high"', '"high"\nterms.t="bidd"', 3, 10, "terms.t", "Did you mean “bid”"),
        ("winner", "winer", 2, 1, "winer", "Did you mean “winner”"),
        ('"high"', "{ exact = 100 }", 2, 12, "winner.exact", "Did you mean “exactly”"),
        ('"0"', '"0', 9, None, "", "TOML"),
        ("[[points]]", "[points", 4, None, "", "TOML"),
        ('when = "made"', "", 4, 1, "points[1]", "A case without `when` always applies, so the cases after it never"),
    ],
)
def test_what_is_wrong_in_a_file_is_said_with_line_and_column(
    was: str, becomes: str, line: int, column: int | None, where: str, word: str
) -> None:
    assert was in TOML
    with pytest.raises(RuleFileError) as error:
        Scheme.from_toml(TOML.replace(was, becomes, 1))
    assert word in str(error.value)
    assert (error.value.line, error.value.where) == (line, where)
    assert column is None or error.value.column == column


@pytest.mark.parametrize(
    ("changed", "where"),
    [
        ({"points": [{"give": "raw"}]}, "points[1].give"),
        ({"terms": {"a": "b", "b": "1"}}, "terms.a"),
        ({"terms": {"max": "1"}}, "terms.max"),
        ({"terms": {"H": "1"}}, "terms.H"),
        ({"terms": {"_x": "1"}}, "terms._x"),
        ({"marks": {"a": "number"}, "options": {"a": {"default": 1}}}, "marks.a"),
        ({"options": {"a": {"default": True, "choices": [True, False]}}}, "options.a"),
        ({"options": {"a": {"default": 1.5}}}, "options.a"),
        ({"options": {"a": 1}}, "options.a"),
        ({"bids_when": "bid > 1"}, "bids_when"),
        ({"total": "raw"}, "total"),
        ({"halves": "yes"}, "halves"),
        ({"about": 3}, "about"),
        ({"about": "\x1b[31m"}, "about"),
        ({"source": "\ud800"}, "source"),
        ({"winner": {"exactly": True}}, "winner.exactly"),
        ({"examples": [{"cards": 3, "taken": 1, "points": float("nan")}]}, "examples[1].points"),
        ({"examples": [{"cards": 3, "taken": True, "points": 1}]}, "examples[1].taken"),
    ],
)
def test_what_is_wrong_in_the_data_is_said_with_its_key(changed: dict[str, Any], where: str) -> None:
    with pytest.raises(RuleFileError) as error:
        scheme_of(**changed)
    assert error.value.where == where
    assert error.value.reason


# --- any hand -------------------------------------------------------------------------------------

HANDS = st.integers(1, 60).flatmap(
    lambda cards: st.fixed_dictionaries(
        {
            "cards": st.just(cards),
            "bid": st.none() | st.integers(0, cards),
            "taken": st.integers(0, cards),
            "role": st.sampled_from([None, "declarer", "doubler", "other"]),
            "level": st.integers(0, cards),
            "contract_taken": st.integers(0, cards),
            "doubled": st.booleans(),
            "redoubled": st.booleans(),
            "made_run": st.integers(0, 9),
            "hand": st.integers(1, 40),
            "hands": st.integers(1, 40),
            "pack": st.sampled_from([32, 52, 60]),
            "makers_before": st.integers(0, 10),
            "bids_total": st.integers(cards, 10 * cards),
            "place_in_bidding": st.integers(0, 2),
        }
    )
)


@given(HANDS, st.sampled_from(sorted(built_in())), st.integers(-10_000, 10_000))
def test_a_sound_scheme_gives_whole_points_for_every_hand(hand: dict[str, Any], key: str, total: int) -> None:
    scheme = find(key)
    own = scheme.hand_variables(**{**hand, "total": total})
    assert isinstance(scheme.points(own), int)
    assert isinstance(scheme.entry(own), int)


# --- arbitrary data -------------------------------------------------------------------------------

KEYS = st.sampled_from(
    [*KEYS_OF_SCHEMES, *EXAMPLE_KEYS, "give", "when", "becomes", "default", "choices", "x"]
) | st.text(max_size=5)
WORDS = ["bid", "made", "high", "10 + bid", "1 / bid", "yes or no", "number", "declarer", "H"]
ANYTHING = anything(WORDS, KEYS)
NESTED: list[Any] = []
for _level in range(5_000):
    NESTED = [NESTED]


def is_read_or_refused(data: Any) -> None:
    """Read and check a scheme; any exception other than RuleFileError fails the test."""
    try:
        scheme = Scheme.from_dict(data)
        scheme.check()
        json.dumps(scheme.to_dict())
    except RuleFileError as error:
        assert str(error)  # noqa: PT017


@given(ANYTHING)
@example({1: 2})
@example({"name": "x", "points": [{"give": "1"}], "examples": [{"cards": 10**400}]})
def test_any_data_is_a_scheme_or_refused(data: Any) -> None:
    is_read_or_refused(data)


@pytest.mark.parametrize("key", ["name", "points", "terms", "options", "marks", "examples", "winner", "x"])
def test_data_nested_without_end_is_refused(key: str) -> None:
    for value in (NESTED, {"a": NESTED}, [{"give": NESTED}]):
        with pytest.raises(RuleFileError):
            scheme_of("1", **{key: value})


@given(st.data())
@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=often(25, 400))
def test_a_sound_scheme_with_anything_put_in_is_a_scheme_or_refused(data: st.DataObject) -> None:
    given_data = find(data.draw(st.sampled_from(["murder", "ninety_nine", "boerenbridge"]))).to_dict()
    place: Any = given_data
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(place[key], dict | list) or not place[key] or data.draw(st.booleans()):
            break
        place = place[key]
    place[key] = data.draw(ANYTHING)
    is_read_or_refused(given_data)
