"""The limits of a scheme: each is allowed exactly, and one more is refused."""

from collections.abc import Iterator
from typing import Any

import pytest
from rules.scheme.own_schemes import scheme_of

from scorepad.errors import RuleFileError
from scorepad.formula_names import NUMBERS
from scorepad.rules.scheme import Scheme, find

EXAMPLE = {"bid": 0, "taken": 0, "cards": 60, "points": 0}
LONG = "x" * 40


def case(count: int) -> list[dict[str, str]]:
    return [*({"when": "made", "give": "0"} for _one in range(count - 1)), {"give": "0"}]


def option(default: Any = 1, **more: Any) -> dict[str, Any]:
    return {"options": {"a": {"default": default, **more}}}


def played(**more: Any) -> dict[str, Any]:
    marks = {"blind": "yes or no", "bonus": "number"}
    return {"marks": marks, "examples": [{**EXAMPLE, **more}]}


def many(count: int, value: Any) -> dict[str, Any]:
    return {f"a{number}": value for number in range(count)}


OF_THESE = "There can be at most 20 of these."
LIMITS: list[tuple[dict[str, Any], dict[str, Any], str, str]] = [
    ({"terms": many(20, "1")}, {"terms": many(21, "1")}, "terms", OF_THESE),
    ({"points": case(20)}, {"points": case(21)}, "points", OF_THESE),
    ({"marks": many(20, "number")}, {"marks": many(21, "number")}, "marks", OF_THESE),
    (
        {"options": many(20, {"default": 1})},
        {"options": many(21, {"default": 1})},
        "options",
        OF_THESE,
    ),
    (option(choices=[*range(20)]), option(choices=[*range(21)]), "options.a", OF_THESE),
    ({"examples": [EXAMPLE] * 200}, {"examples": [EXAMPLE] * 201}, "examples", "at most 200 of these"),
    ({"name": "x" * 80}, {"name": "x" * 81}, "name", "This can have at most 80 characters."),
    (played(note="x" * 200), played(note="x" * 201), "examples[1].note", "at most 200 characters"),
    (
        {"points": [{"give": "0", "says": "x" * 60}]},
        {"points": [{"give": "0", "says": "x" * 61}]},
        "points[1].says",
        "60",
    ),
    ({"terms": {"t": "1"}, "says": {"t": "x" * 60}}, {"terms": {"t": "1"}, "says": {"t": "x" * 61}}, "says.t", "60"),
    (
        {"terms": {LONG: "1"}},
        {"terms": {f"{LONG}x": "1"}},
        f"terms.{LONG}",
        "A name has letters, digits and _, starts with a letter, and has at",
    ),
    (option(LONG, choices=[LONG]), option(f"{LONG}x", choices=[f"{LONG}x"]), "options.a", "at most 40 characters"),
    (option(1000), option(1001), "options.a", "from -1000 to 1000"),
    ({"winner": {"exactly": 10_000}}, {"winner": {"exactly": 10_001}}, "winner.exactly", "from -10000 to 10000"),
    (
        played(cards=3, bid=3),
        played(cards=3, bid=4),
        "examples[1].bid",
        "4 is more than the 3 cards. Enter a number from 0 to 3.",
    ),
    (played(total=10_000), played(total=10_001), "examples[1].total", "up to 10,000"),
    (played(total=-9_999.5), played(total=-10_000.5), "examples[1].total", "up to 10,000"),
    ({"terms": {"Rate_9Z": "1"}}, {"terms": {"Raté": "1"}}, "terms.Raté", "letters, digits and _"),
    (played(points=1_000_000), played(points=1_000_001), "examples[1].points", "up to 1,000,000"),
    (played(bonus=1000), played(bonus=1001), "examples[1].bonus", "from -1000 to 1000"),
    (played(blind=True), played(blind=1), "examples[1].blind", "true or false"),
    (played(trump="N"), played(trump="X"), "examples[1].trump", "one of: C | D | H | N | S"),
    (played(role="other"), played(role="dealer"), "examples[1].role", "one of: declarer | doubler | other"),
]


def of_example(name: str, numbers: range) -> Iterator[tuple[dict[str, Any], dict[str, Any], str, str]]:
    """Yield the limits of a number in an example: its least and its largest value."""
    for allowed, more in ((numbers[0], numbers[0] - 1), (numbers[-1], numbers[-1] + 1)):
        words = f"from {numbers[0]} to {numbers[-1]}"
        yield played(**{name: allowed}), played(**{name: more}), f"examples[1].{name}", words


LIMITS += [limit for name, numbers in NUMBERS.items() for limit in of_example(name, numbers)]


@pytest.mark.parametrize(("allowed", "more", "where", "words"), LIMITS)
def test_as_much_as_is_allowed_is_taken_and_no_more(
    allowed: dict[str, Any], more: dict[str, Any], where: str, words: str
) -> None:
    scheme_of(**{"points": [{"give": "0"}], **allowed})
    with pytest.raises(RuleFileError) as error:
        scheme_of(**{"points": [{"give": "0"}], **more})
    assert error.value.where == where
    assert words in error.value.reason


def test_a_text_of_twenty_thousand_characters_is_read_and_no_longer_one() -> None:
    text = 'name = "Ours"\n[[points]]\ngive = "0"\n#'
    assert Scheme.from_toml(text.ljust(20_000, "#")).name == "Ours"
    with pytest.raises(RuleFileError, match="at most 20000 characters") as error:
        Scheme.from_toml(text.ljust(20_001, "#"))
    assert error.value.where == ""


@pytest.mark.parametrize(
    ("give", "far"), [("1000000", 0), ("-1000000", 0), ("1000000 + 1", 1_000_001), ("-1000000 - 1", -1_000_001)]
)
def test_points_go_to_a_million_either_way(give: str, far: int) -> None:
    problems = [str(problem) for problem in scheme_of(give).check()]
    shown = f"{far:,}".replace("-", "−")
    assert problems == ([f"Case 1, “give”: This gives {shown} points. The most is 1,000,000."] if far else [])


def test_a_number_of_points_beyond_all_writing_is_not_written_out() -> None:
    (problem,) = scheme_of("total ** 3 * 1000000", options={}).check()
    assert problem.reason == "With a total of 2: This gives 8,000,000 points. The most is 1,000,000."
    (problem,) = scheme_of("1000000 * 1000000 + cards - cards").check()
    assert "gives 1,000,000,000,000 points" in problem.reason
    (problem,) = scheme_of("1000000 * 1000000 + 1").check()
    assert problem.reason == "This gives more than 1,000,000,000,000 points. The most is 1,000,000."


# --- omitted and missing values -----------------------------------------------------------------------


def test_a_scheme_needs_no_more_than_a_name_and_points() -> None:
    bare = Scheme.from_dict({"name": " Ours ", "points": [{"give": "bid"}]})
    assert (bare.key, bare.name, bare.winner, bare.halves) == ("", "Ours", "high", False)
    assert (bare.about, bare.source, bare.unsure, bare.notes) == ("", "", "", "")
    assert (bare.terms, bare.examples, bare.total, bare.bids_when, bare.runs_when) == ((), (), None, None, None)
    assert (dict(bare.options), dict(bare.marks), dict(bare.says)) == ({}, {}, {})
    assert bare.cases[0].says == ""
    assert bare.to_dict() == {"name": " Ours ", "points": [{"give": "bid"}]}
    assert Scheme.from_toml('name = "Ours"\n[[points]]\ngive = "0"').key == ""


def test_a_scheme_stays_as_it_was_read_whatever_becomes_of_its_data() -> None:
    data = {"name": "Ours", "points": [{"give": "bid"}]}
    scheme = Scheme.from_dict(data)
    data["points"].clear()  # type: ignore[attr-defined]
    assert scheme.to_dict() == {"name": "Ours", "points": [{"give": "bid"}]}
    scheme.to_dict()["points"].clear()
    assert scheme.to_dict() == {"name": "Ours", "points": [{"give": "bid"}]}


def test_what_a_scheme_says_of_itself_is_kept() -> None:
    notes = scheme_of(about="a\n\tb", source="s", unsure="u", notes="n", winner="low", **option(3, about="why"))
    assert (notes.about, notes.source, notes.unsure, notes.notes, notes.winner) == ("a\n\tb", "s", "u", "n", "low")
    assert notes.options["a"].about == "why"
    assert scheme_of(**option(False, about="why")).options["a"].about == "why"
    assert scheme_of(**option(False)).options["a"].about == ""
    assert scheme_of(**option(3)).options["a"].about == ""
    assert scheme_of(examples=[{**EXAMPLE, "note": "all zero"}, EXAMPLE]).examples[0].note == "all zero"
    assert scheme_of(examples=[EXAMPLE]).examples[0].note == ""


@pytest.mark.parametrize("lines", ["a\nb", "a\tb"])
def test_a_name_a_choice_and_words_stand_on_one_line(lines: str) -> None:
    for more in ({"name": lines}, option(lines, choices=[lines]), {"points": [{"give": "0", "says": lines}]}):
        with pytest.raises(RuleFileError, match="invisible character"):
            scheme_of(**more)


@pytest.mark.parametrize("choice", ["", "it's", 'a "b"', "a\\b"])
def test_a_choice_is_a_short_text_that_formulas_can_quote(choice: str) -> None:
    with pytest.raises(RuleFileError, match="a short text without quotes, or a number") as error:
        scheme_of(**option(choice, choices=[choice]))
    assert error.value.where == "options.a"


GROWN = {"g": "((((total ** 3) ** 3) ** 3) ** 3)"}  # 81 times as many digits
REFUSED: list[tuple[dict[str, Any], str, str]] = [
    ({"terms": GROWN, "points": [{"give": "g * g * g"}]}, "points[1].give", "grow too large"),
    ({"terms": GROWN, "points": [{"when": "g * g * g", "give": "1"}, {"give": "2"}]}, "points[1].when", "too large"),
    ({"terms": GROWN, "total": {"becomes": "g * g * g"}}, "total.becomes", "grow too large"),
    ({"terms": {"1st": "1"}}, "terms.1st", "starts with a letter"),
    ({"terms": {"bid": "1"}}, "terms.bid", "“bid” already means something in formulas."),
    ({"marks": {"note": "number"}}, "marks.note", "“note” already means something"),
    ({"marks": {"a": "number"}, "terms": {"a": "1"}}, "terms.a", "“a” is defined twice."),
    ({"marks": {"a": "maybe"}}, "marks.a", "one of: yes or no | number"),
    ({"name": "  "}, "name", "Enter a name for the scheme."),
    ({"winner": "exactly"}, "winner", 'Write "high", "low" or { exactly = 100 }.'),
    ({"winner": {}}, "winner.exactly", "whole number"),
    ({"points": {}}, "points", "This must be a list: write [[points]] before each."),
    ({"points": []}, "points", "A scheme needs [[points]] with `give`."),
    ({"points": [{"when": "made"}]}, "points[1]", "A case needs `give`: the points."),
    (
        {"points": [{"give": "1"}, {"give": "2"}]},
        "points[1]",
        "A case without `when` always applies, so the cases after it never",
    ),
    ({"points": [{"give": "1", "when": "made"}] * 2}, "points[2]", "The last [[points]] must have no `when`"),
    ({"points": [{"give": 1}]}, "points[1].give", "A formula is a text in quotes."),
    ({"options": {"a": {}}}, "options.a", "An option needs a default."),
    (option("x"), "options.a", 'An option with words needs its choices. Example: choices = ["all", "declarer"].'),
    (option("x", choices=["y"]), "options.a", "The choices must be all words or all numbers, and the default must be"),
    (option(3, chioces=[1, 2]), "options.a.chioces", "Did you mean “choices”"),
    ({"says": {"x": "?"}, "terms": {"y": "1"}}, "says.x", "There is no such key here. Check the spelling."),
    ({"examples": [{"points": 1}]}, "examples[1]", "How many cards has each player? Add `cards`."),
    ({"examples": [{"cards": 3, "bid": 1, "points": 1}]}, "examples[1]", "How many tricks were taken? Add `taken`."),
    ({"examples": [{"cards": 3, "taken": 1}]}, "examples[1]", "An example needs its points. Example: points = 12."),
    ({"examples": [{"cards": 3, "taken": 1, "points": 0.25}]}, "examples[1].points", "a whole number or a half"),
    (
        played(marks={"blnd": True}),
        "examples[1].marks.blnd",
        "There is no such name in this scheme. Check the spelling. Did you mean “blind”?",
    ),
    (played(others_made={"blnd": 1}), "examples[1].others_made.blnd", "Did you mean “blind”"),
    (
        played(options={"blind": 1}),
        "examples[1].options.blind",
        "There is no such name in this scheme. Check the spelling.",
    ),
    (played(tkaen=1), "examples[1].tkaen", "Did you mean “taken”"),
    ({"total": {"becomes": "raww"}}, "total.becomes", "Did you mean “raw”"),
    ({"runs_when": "t > 1", "terms": {"t": "1"}}, "runs_when", "no “t”"),
]


@pytest.mark.parametrize(("changed", "where", "words"), REFUSED)
def test_what_is_refused_is_said_in_words_at_its_key(changed: dict[str, Any], where: str, words: str) -> None:
    with pytest.raises(RuleFileError) as error:
        scheme_of(**changed)
    assert error.value.where == where
    assert words in error.value.reason


def test_numbers_of_two_hundred_times_the_digits_are_let_through() -> None:
    tenth = "(((total ** 3) ** 3) * total)"
    scheme_of("0", terms={"g": f"{tenth} ** 3 * {tenth} ** 3 * {tenth} ** 3 * {tenth}", "t": "g * g"})
    with pytest.raises(RuleFileError) as error:
        scheme_of("0", terms={"g": f"{tenth} ** 3 * {tenth} ** 3 * {tenth} ** 3 * {tenth}", "t": "g * g * bid"})
    assert error.value.where == "terms.t"


# --- found by key -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("squars", "There is no scheme “squars”. Did you mean “squares”?"),
        ("zero_fiv", "There is no scheme “zero_fiv”. Did you mean “zero_five”, “zero_five_plus”?"),
        ("", "There is no scheme “”."),
        ("y" * 60, f"There is no scheme “{'y' * 40}”."),
    ],
)
def test_an_unknown_key_is_refused_with_what_is_like_it(key: str, words: str) -> None:
    with pytest.raises(RuleFileError) as error:
        find(key)
    assert (error.value.where, error.value.reason) == ("scheme", words)


def test_an_option_that_does_not_exist_is_refused_with_the_one_that_is_like_it() -> None:
    scheme = scheme_of(**option(), marks={"m": "number"})
    for name, where, words in [
        ("aa", "options.aa", "This scoring has no such option. Did you mean “a”?"),
        ("m", "options.m", "This scoring has no such option."),
        (f"{LONG}x", f"options.{LONG}", "This scoring has no such option."),
    ]:
        with pytest.raises(RuleFileError) as error:
            scheme.option_values({name: 1})
        assert (error.value.where, error.value.reason) == (where, words)
