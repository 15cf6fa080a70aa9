"""The trial of a scheme on the hands that its games can have: what is reported, and what is not."""

from typing import Any

import pytest
from costs import cost
from rules.scheme.own_schemes import TOML, scheme_of
from soak import sampled

from scorepad.rules.scheme import Scheme


@pytest.mark.parametrize(
    ("give", "more", "where", "words"),
    [
        ("bid", {"total": {"becomes": "raw / 2"}}, "total.becomes", ["Round with //, or write halves = true"]),
        ("9 // (makers - players)", {}, "points[1].give", ["players"]),
        ("10 * (cards < 0 < 10 // bid)", {}, "points[1].give", ["a bid of 0", "divides by zero"]),
    ],
)
def test_an_unsound_scheme_is_refused_with_a_hand_that_shows_it(
    give: str, more: dict[str, Any], where: str, words: list[str]
) -> None:
    problems = scheme_of(give, **more).check()
    assert [problem.where for problem in problems] == [where]
    for word in words:
        assert word in problems[0].reason


HARD = [
    "9 // (total * total + bid * bid + taken * 7 - 999983 + made_run * missed_run * top)",
    "9 // (bid * taken * cards * makers * players * total * top * made_run - 999983)",
    "(total * total * total + made_run * top * top * top) % 7 / 7",
    "(total + bid + taken + cards + players + makers + top + made_run) * (total + 1) / 2 % 1",
    "total // (made_run ** 3 - top ** 3 + bid ** 3 - taken ** 3 + 0.5)",
    " + ".join(["1 / (1 + bid * taken + cards * total * total)"] * 10),
]

NUMBER, WORDS = {"x": {"default": 5}}, {"x": {"default": "c", "choices": ["a b", "c"]}}
BY_ZERO = "This divides by zero."


@pytest.mark.parametrize(
    ("give", "more", "sentence"),
    sampled(
        [
            ("10 // bid", {}, f"With a bid of 0: {BY_ZERO}"),
            ("9 // (made + missed)", {}, f"With no bid, 0 tricks: {BY_ZERO}"),
            ("9 // (cards - 1)", {}, f"With 1 card: {BY_ZERO}"),
            ("9 // (total * 2 - 1)", {"halves": True}, f"With a total of ½: {BY_ZERO}"),
            ("9 // (top - 60)", {}, f"With top = 60: {BY_ZERO}"),
            ("9 // (makers - 10)", {}, f"With makers = 10: {BY_ZERO}"),
            ("9 // (1 - last)", {}, f"With last = 1: {BY_ZERO}"),
            ("9 // (1 - doubler)", {}, f"With role = doubler: {BY_ZERO}"),
            ("9 // (1 - redoubled)", {}, f"With redoubled = 1: {BY_ZERO}"),
            ("9 // (doubled + bid)", {}, f"With a bid of 0, doubled = 0: {BY_ZERO}"),
            ("9 // (contract_off - 60)", {"marks": {"a": "number"}}, "contract_taken = 60, level = 0"),
            ("9 // (m - 1000)", {"marks": {"m": "number"}}, f"With m = 1,000: {BY_ZERO}"),
            ("9 // (9 - others_made_m)", {"marks": {"m": "yes or no"}}, f"With others_made_m = 9: {BY_ZERO}"),
            ("9 // (x - 1000)", {"options": NUMBER}, f"With x = 1,000: {BY_ZERO}"),
            ("9 // (x != 'a b')", {"options": WORDS}, f"With x = a b: {BY_ZERO}"),
            (
                "bid / 3",
                {},
                (
                    "With a bid of 1: This gives 1/3 points, which is not a whole number. Round with //, or "
                    "write halves = true."
                ),
            ),
            ("total * 101", {}, "With a total of 10,000: This gives 1,010,000 points. The most is 1,000,000."),
            ("7 // 0", {}, BY_ZERO),
        ],
        9,
    ),
)
def test_the_hand_that_cannot_be_worked_out_is_told_in_a_sentence(
    give: str, more: dict[str, Any], sentence: str
) -> None:
    (problem,) = scheme_of(give, **more).check()
    assert sentence in problem.reason
    assert problem.reason.startswith("With ") == ("With " in sentence or "taken" in sentence)


@pytest.mark.parametrize(
    ("more", "where", "sentence"),
    [
        ({"total": {"becomes": "100 // (raw - 10060)"}}, "total.becomes", "With a bid of 60, a total of 10,000: "),
        ({"total": {"becomes": "100 // (raw + 10000)"}}, "total.becomes", "With a bid of 0, a total of −10,000"),
        ({"total": {"becomes": "raw * 100"}}, "total.becomes", "This gives 1,"),
        ({"bids_when": "1 // (total - 7)"}, "bids_when", "a total of 7: "),
        ({"runs_when": "1 // (bid - 7)"}, "runs_when", "With a bid of 7: "),
        ({"terms": {"a": "1", "b": "1 // (taken - 7)"}}, "terms.b", "7 tricks: "),
        ({"points": [{"when": "1 // (bid - 7)", "give": "0"}, {"give": "0"}]}, "points[1].when", "With a bid of 7: "),
        ({"points": [{"when": "made", "give": "0"}, {"give": "1 // (bid - 7)"}]}, "points[2].give", "a bid of 7: "),
    ],
)
def test_every_formula_of_a_scheme_is_gone_through(more: dict[str, Any], where: str, sentence: str) -> None:
    (problem,) = scheme_of(**more).check()
    assert problem.where == where
    assert sentence in problem.reason


@pytest.mark.parametrize(
    ("give", "more"),
    sampled(
        [
            ("1 // (x - 1001)", {"options": NUMBER}),
            ("1 // (x + 1)", {"options": {"x": {"default": True}}}),
            ("1 // (m - 1001)", {"marks": {"m": "number"}}),
            ("1 // (m - 2)", {"marks": {"m": "yes or no"}}),
            ("1 // (others_made_m - 10)", {"marks": {"m": "number"}}),
            ("1 // (total - 10001)", {}),
            ("1 // (total * 4 - 15)", {"halves": True}),
            ("1 // (total - 10000.5)", {"halves": True}),
            ("0 * sum_to(total)", {}),
            ("total + bid", {"halves": True}),
        ],
        4,
    ),
)
def test_what_no_table_ever_has_is_no_problem(give: str, more: dict[str, Any]) -> None:
    assert scheme_of(give, **more).check() == []


@pytest.mark.parametrize(
    ("give", "becomes", "hand"),
    [("bid", "0 * sum_to(raw)", "a total of ½"), ("last / 2", "0 * sum_to(raw) if total == 7 else 0", "a total of 7")],
)
def test_a_new_total_is_as_fine_as_the_old_one_and_the_points(give: str, becomes: str, hand: str) -> None:
    (problem,) = scheme_of(give, halves=True, total={"becomes": becomes}).check()
    assert hand in problem.reason
    assert "“sum_to” needs a whole number. Example: sum_to(bid)." in problem.reason


def test_every_example_that_does_not_hold_is_told() -> None:
    item = {"bid": 1, "taken": 1, "cards": 3}
    wrong = scheme_of(
        "sum_to(bid / 2)",
        halves=True,
        examples=[{**item, "bid": 2, "points": 1}, {**item, "points": 1}, {**item, "bid": 0, "points": -1200.5}],
    ).check()
    assert [(problem.where, problem.reason) for problem in wrong[1:]] == [
        ("examples[2].points", "“sum_to” needs a whole number. Example: sum_to(bid)."),
        ("examples[3].points", "The scheme gives 0 here, not −1,200½."),
    ]
    halves = scheme_of("bid / 2", examples=[{**item, "points": 1}, {**item, "bid": 2, "points": 1}]).check()
    assert [(problem.where, problem.reason) for problem in halves[1:]] == [
        ("examples[1].points", "This gives 1/2, which is not a whole number.")
    ]


@pytest.mark.parametrize(
    "points",
    sampled(
        [
            [{"when": "bid > 0 and made", "give": "cards // bid"}, {"give": "0"}],
            [{"when": "cards < 1", "give": "1 // 0"}, {"give": "1"}],
            [{"give": "1 // (players + 1 - makers)"}],
            [{"give": "1 // (1 - redoubled + doubled)"}],
            [{"give": "1 // (1 - declarer * (level != bid))"}],
            [{"give": "1 // (1 - made + makers)"}],
            [{"give": "1 // (cards + 1 - level)"}],
            [{"when": "bid == 0", "give": "5"}, {"give": "cards // bid"}],
            [{"when": "missed", "give": "100 // (taken - bid)"}, {"give": "1"}],
            [{"give": "10 // (cards - bid + 1)"}],
        ],
        4,
    ),
)
def test_what_cannot_happen_is_no_problem(points: list[dict[str, str]]) -> None:
    assert scheme_of(points=points).check() == []


def test_a_total_that_reads_no_points_is_sound() -> None:
    assert scheme_of("bid", total={"becomes": "0"}).check() == []
    assert scheme_of("bid", total={"becomes": "total + bid"}).check() == []


def test_a_problem_in_a_file_is_said_with_line_and_column() -> None:
    (problem,) = Scheme.from_toml(TOML.replace("10 + bid", "10 // bid")).check()
    assert (problem.line, problem.column) == (6, 15)
    assert str(problem) == "Line 6: Case 1, “give”: With a bid of 0: This divides by zero."


@pytest.mark.parametrize("give", sampled(HARD, 1))
def test_the_hardest_formulas_are_answered_at_a_bounded_cost(give: str) -> None:
    cost(scheme_of(give).check, most=2_800_000)
