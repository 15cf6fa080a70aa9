"""Explained points: each sum as on paper, and each name of the language in a card player's words."""

from fractions import Fraction
from typing import Any

import pytest
from rules.scheme.own_schemes import scheme_of

from scorepad.rules.scheme import Scheme


def explanation(scheme: Scheme, **hand: Any) -> str:
    return scheme.explain(scheme.hand_variables(**{"bid": 2, "taken": 2, "cards": 5, **hand})).text


# In these a bid of 2 is made with 5 cards.
SUMS = [
    ("bid", "2"),
    ("bid - 0", "2"),
    ("bid - -3", "2 + 3 = 5"),
    ("-3 + bid", "−3 + 2 = −1"),
    ("-(bid - 5)", "−(2 − 5) = 3"),
    ("bid * 1", "2"),
    ("(bid + 3) * (taken + 4)", "(2 + 3) × (2 + 4) = 30"),
    ("-(bid * 3)", "−2 × 3 = −6"),
    ("bid ** 2", "2 × 2 = 4"),
    ("bid ** 0", "1"),
    ("-(bid ** 2)", "−(2 × 2) = −4"),
    ("(bid + 1) ** 2", "(2 + 1) × (2 + 1) = 9"),
    ("(bid - 4) ** 2", "(2 − 4) × (2 − 4) = 4"),
    ("bid ** 2 * 3", "2 × 2 × 3 = 12"),
    ("7 // bid", "7 ÷ 2 rounded down = 3"),
    ("-(7 // bid)", "−(7 ÷ 2 rounded down) = −3"),
    ("-(-7 // bid)", "7 ÷ 2 rounded up = 4"),
    ("(7 + bid) // 3", "(7 + 2) ÷ 3 = 3"),
    ("7 // bid + 1", "(7 ÷ 2 rounded down) + 1 = 4"),
    ("10 - 7 // bid", "10 − (7 ÷ 2 rounded down) = 7"),
    ("6 / (bid * 3)", "6 ÷ (2 × 3) = 1"),
    ("sum_to(bid)", "1 + 2 = 3"),
    ("sum_to(7)", "1 + 2 + … + 7 = 28"),
    ("sum_to(1)", "1"),
    ("sum_to(bid * 4)", "1 + 2 + … up to 2 × 4 = 36"),
    ("max(bid, 5)", "5"),
    ("-(5 * bid)", "−5 × 2 = −10"),
    ("10 + -bid / 2", "10 − 2 ÷ 2 = 9"),
    ("10 - -bid / 2", "10 + 2 ÷ 2 = 11"),
    ("min(bid + 3, 9)", "2 + 3 = 5"),
    ("5 if made else bid", "5"),
    ("(bid > 1) * 4", "4"),
    ("not bid", "0"),
    ("made + 5", "1 + 5 = 6"),
    ("bid + (3 - taken)", "2 + 3 − 2 = 3"),
    ("bid * (3 * taken)", "2 × 3 × 2 = 12"),
    ("0.5 * bid", "½ × 2 = 1"),
    ("0.125 * bid * 8", "⅛ × 2 × 8 = 2"),
    ("bid * 0", "0"),
    ("0", "0"),
    ("-(0 - bid)", "2"),
    ("-(bid // -2)", "−(2 ÷ (−2)) = 1"),
    ("(bid - 4) // 3", "(2 − 4) ÷ 3 rounded down = −1"),
    ("-((bid - 4) // 3)", "−((2 − 4) ÷ 3 rounded down) = 1"),
    ("10 + (bid - 4) * 3", "10 + (2 − 4) × 3 = 4"),
    ("10 + -(bid * 3)", "10 − 2 × 3 = 4"),
    ("(0 - bid) ** 2", "−2 × (−2) = 4"),
    ("1000 * bid", "1000 × 2 = 2000"),
]


@pytest.mark.parametrize(("give", "paper"), SUMS)
def test_a_sum_is_written_as_on_paper(give: str, paper: str) -> None:
    scheme = scheme_of(give, halves=True)
    assert scheme.explain(scheme.hand_variables(bid=2, taken=2, cards=5)).sum == paper


@pytest.mark.parametrize(
    ("give", "hand", "words"),
    [
        ("bid * taken", {"bid": 1, "taken": 1}, "1 × 1 = 1"),
        ("bid ** 3", {"bid": 1, "taken": 1}, "1"),
        ("5 * bid", {"bid": 1, "taken": 1}, "5 × 1 = 5"),
        ("5 * players * cards * makers * off * level", {"bid": 1, "taken": 1}, "made: 0"),
        ("5 * cards", {"bid": 1, "taken": 1, "cards": 1}, "5 × 1 = 5"),
    ],
)
def test_a_one_that_was_counted_stays_in_a_product(give: str, hand: dict[str, int], words: str) -> None:
    assert explanation(scheme_of(give), **hand) == words


@pytest.mark.parametrize(
    ("when", "hand", "words"),
    [
        ("cards > 0", {"cards": 1, "bid": 1, "taken": 1}, "1 card: 7"),
        ("players == 4", {}, "4 players: 7"),
        ("top == 7", {"top": 7}, "largest hand 7: 7"),
        ("trump != H or trump == H", {"trump": "H"}, "hearts: 7"),
        ("trump != H or trump == H", {"trump": "N"}, "no trumps: 7"),
        ("trump != H or trump == H", {"trump": None}, "7"),
        ("total >= 5", {"total": 50}, "total 50: 7"),
        ("total >= 5", {"total": Fraction(15, 2)}, "total 7½: 7"),
        ("taken >= 0", {"taken": 0}, "no trick: 7"),
        ("taken >= 0", {"taken": 1}, "1 trick: 7"),
        ("makers >= 0", {"makers": 0}, "all missed: 7"),
        ("makers >= 0", {"makers": 1}, "1 made it: 7"),
        ("level == 3", {"role": "other", "level": 3}, "contract of 3: 7"),
        ("cards == 5 if made else 0", {}, "made, 5 cards: 7"),
        ("(cards == 4) * 3 or made", {}, "made, 5 cards: 7"),
        ("made_run >= 0", {"made_run": 1}, "7"),
        ("made_run >= 0", {"made_run": 2}, "2 made in a row: 7"),
        ("missed_run >= 0", {"missed_run": 2}, "2 missed in a row: 7"),
        ("contract_made", {"role": "other", "level": 3, "contract_taken": 3}, "contract made: 7"),
        ("contract_off < 9", {"role": "other", "level": 3, "contract_taken": 1}, "contract missed by 2: 7"),
        ("contract_made", {"role": "declarer"}, "7"),
        ("declarer or doubler", {"role": "doubler", "level": 3, "contract_taken": 3}, "doubler: 7"),
        ("made or declarer", {}, "made: 7"),
        ("last", {"last": True}, "last hand: 7"),
        ("redoubled", {"redoubled": True, "doubled": True, "role": "declarer"}, "redoubled: 7"),
        ("last", {"last": False}, "5"),
        ("bid == 2", {}, "7"),
        ("off < 3", {"taken": 0}, "2 short: 7"),
        ("made", {"bid": 0, "taken": 2}, "2 over: 5"),
        ("made", {"bid": None, "taken": 2}, "no bid: 5"),
    ],
)
def test_what_a_case_was_chosen_by_is_told(when: str, hand: dict[str, Any], words: str) -> None:
    assert explanation(scheme_of(points=[{"when": when, "give": "7"}, {"give": "5"}]), **hand) == words


OVER = {"over": "bid > 1"}
MARKS = {"blind": "yes or no", "bonus": "number"}
OPTIONS = {"on": {"default": True}, "kind": {"default": "a", "choices": ["a", "b"]}}
BOUNCES = {"becomes": "200 - raw if raw > 100 else raw"}
TOLD: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    ({"give": "10 * t", "terms": {"t": "bid"}}, {}, "t 2: 10 × 2 = 20"),
    ({"give": "10 * t", "terms": {"t": "made if taken >= 2 else missed"}}, {}, "made; t: 10"),
    (
        {"give": "bid * rate * (1 + steep)", "terms": {"steep": "bid > 3", "rate": "2 if bid > 1 else 1"}},
        {"bid": 5, "taken": 5},
        "steep; rate 2: 5 × 2 × (1 + 1) = 20",
    ),
    ({"give": "bid + big_one", "terms": {"big_one": "bid * 3"}}, {}, "big one 6: 2 + 6 = 8"),
    ({"give": "bid + b", "terms": {"b": "bid * 3"}, "says": {"b": ""}}, {}, "2 + 6 = 8"),
    ({"give": "bid + b", "terms": {"b": "bid * 3"}, "says": {"b": "bonus"}}, {}, "bonus 6: 2 + 6 = 8"),
    ({"give": "10 * over", "terms": {"over": "bid > 1 if made else bid > 2"}}, {}, "made; over: 10"),
    ({"give": "10 * over", "terms": {"over": "made if bid > 1 else 3"}}, {}, "made: 10"),
    ({"give": "10 * over", "terms": {"a": "bid > 1", "over": "a"}}, {}, "over, a: 10"),
    ({"give": "5 if over else 3", "terms": {"over": "taken >= 2"}}, {}, "over: 5"),
    ({"give": "5 if not taken >= 2 else 3"}, {}, "2 tricks: 3"),
    ({"give": "5 if steps >= 2 else 3", "terms": {"steps": "taken + 1"}}, {}, "2 tricks; steps 3: 5"),
    ({"give": "5 if players == 4 and cards == 5 and last else 3"}, {}, "5 cards, 4 players: 3"),
    ({"give": "5 if cards == 5 or players == 4 else 3"}, {}, "5 cards: 5"),
    ({"give": "last * doubled * cards"}, {}, "0"),
    (
        {"give": "bid + 5 * blind + bonus", "marks": MARKS},
        {"marks": {"blind": True, "bonus": 7}},
        "blind: 2 + 5 + 7 = 14",
    ),
    (
        {"give": "bid + 5 * blind", "marks": MARKS, "says": {"blind": "bid blind"}},
        {"marks": {"blind": True}},
        "bid blind: 2 + 5 = 7",
    ),
    ({"give": "bid if on and kind == 'a' else 0", "options": OPTIONS}, {}, "2"),
    (
        {
            "give": "bid if on and kind == 'a' else 0",
            "options": OPTIONS,
            "says": {"on": "prizes are on", "kind": "the kind"},
        },
        {},
        "prizes are on, the kind: 2",
    ),
    ({"give": "bid", "total": BOUNCES}, {"total": 99}, "2; total 99 + 2 = 101, becomes 200 − 101 = 99, so 0"),
    (
        {"give": "bid", "total": {"becomes": "0 if over else raw"}, "terms": OVER, "says": {"over": "all is lost"}},
        {"total": -99},
        "2; total −99 + 2 = −97, all is lost: becomes 0, so +99",
    ),
    (
        {
            "give": "bid",
            "total": {"becomes": "0 if over and made else raw"},
            "terms": {"over": "bid > 1", "far": "bid > 9"},
        },
        {"total": -99},
        "2; total −99 + 2 = −97, over: becomes 0, so +99",
    ),
    (
        {"give": "bid - bid", "total": {"becomes": "raw + 10"}},
        {"total": 50},
        "0; total 50, becomes 50 + 10 = 60, so +10",
    ),
    (
        {"give": "bid", "total": {"becomes": "raw - 2"}},
        {"total": 50},
        "2; total 50 + 2 = 52, becomes 52 − 2 = 50, so 0",
    ),
    (
        {"give": "bid / 2", "total": {"becomes": "raw * 2"}, "halves": True},
        {"total": Fraction(1, 2)},
        "2 ÷ 2 = 1; total ½ + 1 = 1½, becomes 1½ × 2 = 3, so +2½",
    ),
    (
        {"points": [{"when": "made and cards == 3", "says": "well done", "give": "5"}, {"give": "1"}]},
        {"cards": 3},
        "made, well done: 5",
    ),
    (
        {"points": [{"when": "cards == 2", "give": "5"}, {"when": "cards == 3", "give": "3"}, {"give": "1"}]},
        {"cards": 3},
        "3 cards: 3",
    ),
    ({"points": [{"when": "cards == 2", "give": "5"}, {"says": "else", "give": "taken"}]}, {"cards": 3}, "else: 2"),
]


@pytest.mark.parametrize(("scheme", "hand", "words"), TOLD)
def test_terms_marks_options_and_totals_are_told(scheme: dict[str, Any], hand: dict[str, Any], words: str) -> None:
    assert explanation(scheme_of(**scheme), **hand) == words


@pytest.mark.parametrize(
    ("bid", "taken", "known", "unknown"),
    [
        (0, 0, "zero made: 5", "zero made: 5"),
        (0, 1, "one over: 0", "zero missed: 0"),
        (2, 2, "made: 5", "made: 5"),
        (2, 1, "one short: 0", "missed: 0"),
        (2, 0, "2 short: 0", "missed: 0"),
        (None, 1, "no bid: 0", "no bid: 0"),
    ],
)
def test_tricks_that_nobody_wrote_down_are_not_told(bid: int | None, taken: int, known: str, unknown: str) -> None:
    scheme = scheme_of("made * 5")
    hand = scheme.hand_variables(bid=bid, taken=taken, cards=5)
    assert scheme.explain(hand).text == known
    assert scheme.explain(hand, known="made").text == unknown


def test_who_may_not_bid_is_told_so_whatever_is_read() -> None:
    scheme = scheme_of("5", bids_when="total < 80")
    assert explanation(scheme, bid=None) == "no bid: 5"
    assert explanation(scheme) == "5"
