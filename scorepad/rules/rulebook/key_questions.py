"""Questions about the keys of a rulebook, which users answer as house rules.

A house option is a question whose answers are the values of its key. Answers to other questions make the value, and
some also ask for numbers. To add one, write its record here. The forms and tests use these records.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from scorepad.formula_names import MOST_CARDS
from scorepad.rules.rulebook.bidding_options import CALL_FIRST
from scorepad.rules.rulebook.house_option import HouseOption, Points, Text
from scorepad.rules.rulebook.house_options import OPTIONS
from scorepad.rules.rulebook.key_question import KeyAnswer, KeyQuestion, Numbers, plain_answer
from scorepad.rules.rulebook.pot import POT_QUESTION
from scorepad.rules.rulebook.relevance import hands_differ, numbers_of_players
from scorepad.rules.rulebook.trump_questions import NO_TRUMP_HANDS, NO_TRUMP_TURNED, SUITS_QUESTION, TRUMP
from scorepad.words import later

if TYPE_CHECKING:
    from scorepad.rules.rulebook.rulebook import Rulebook


# --- bidding ----------------------------------------------------------------------------------------------


def _hook_now(rulebook: Rulebook) -> tuple[str, Numbers]:
    on, cards, last, hand = rulebook.hook
    answer = {
        (True, 1, True, hand): "from_hand",
        (True, cards, True, 1): "from",
        (False, 1, True, 1): "no",
        (True, 1, True, 1): "yes",
        (True, 1, False, 1): "not_last",
    }.get((on, cards, last, hand), "")
    return answer, {"from_hand": hand} if answer == "from_hand" else {"from": cards} if answer == "from" else {}


_HOOK = KeyQuestion(
    "hook",
    later("Hook: bids may not add up to the cards"),
    {
        "no": plain_answer(later("No hook"), False),
        "yes": plain_answer(later("In every hand"), True),
        "from_hand": KeyAnswer(later("From a hand on"), dict, ("from_hand",)),
        "from": KeyAnswer(later("From a hand size on"), dict, ("from",), hands_differ),
        "not_last": plain_answer(later("Not in the last hand"), {"last_hand": False}),
    },
    _hook_now,
    {"from_hand": (later("From hand"), 2), "from": (later("From this number of cards"), 2)},
    matters=lambda rulebook: rulebook.bids_in_turn or rulebook.hook.on,
)


def _limit(name: str, label: Text, free: Text, unlimited: int) -> KeyQuestion:
    """Return the question about the least or the highest bid; `unlimited` is the value without such a limit."""

    def stands(rulebook: Rulebook) -> tuple[str, Numbers]:
        number: int = getattr(rulebook, name)
        return ("no", {}) if number == unlimited else ("number", {"number": number})

    answers = {
        "no": plain_answer(free, unlimited),
        "number": KeyAnswer(later("Always this number"), lambda numbers: numbers["number"], ("number",)),
    }
    number = {"number": (later("Tricks"), 1)}
    return KeyQuestion(
        name, label, answers, stands, number, matters=lambda rulebook: rulebook.bidding not in ("auction", "none")
    )


def _number_of_calls(name: str, label: Text, counted: Text, usual: int) -> KeyQuestion:
    """Return the question about a number for calls before the bids."""
    answers = {"number": KeyAnswer("", lambda numbers: numbers["number"], ("number",))}
    return KeyQuestion(
        name, label, answers, lambda rulebook: ("number", {"number": getattr(rulebook, name)}),
        {"number": (counted, usual)}, matters=lambda rulebook: rulebook.bidding == CALL_FIRST,
    )  # fmt: skip


_LEAST_CALL = _number_of_calls("least_call", later("The least call"), later("Tricks"), 4)
_MOST_DASH_CALLS = _number_of_calls("most_dash_calls", later("The most dash calls in one hand"), later("Players"), 2)
_LEAST_BID = _limit("least_bid", later("The least bid is"), later("Zero"), 0)
_MOST_BID = _limit("most_bid", later("The highest bid is"), later("The cards of the hand"), MOST_CARDS)

# --- the pack, dealing, mishaps, the end ----------------------------------------------------------------------------

_SIZES = {52: later("52 cards"), 54: later("52 and two jokers"), 104: later("Two packs, 104 cards")}


def _pack_now(rulebook: Rulebook) -> tuple[str, Numbers]:
    pack = rulebook.pack
    if not isinstance(pack, int):
        return "", {}
    return (str(pack), {}) if pack in _SIZES else ("cards", {"cards": pack})


_PACK = KeyQuestion(
    "pack",
    later("The pack"),
    {
        **{str(size): plain_answer(words, size) for size, words in _SIZES.items()},
        "cards": KeyAnswer(later("Another number of cards"), lambda numbers: numbers["cards"], ("cards",)),
    },
    _pack_now,
    {"cards": (later("Cards in the pack"), 156)},
)
_SITS_OUT = KeyQuestion(
    "dealer_sits_out",
    later("The dealer"),
    {
        "plays": plain_answer(later("Plays every hand"), 0),
        "from": KeyAnswer(
            later("Sits out, from a number of players on"), lambda numbers: numbers["players"], ("players",)
        ),
    },
    lambda rulebook: ("from", {"players": rulebook.dealer_sits_out}) if rulebook.dealer_sits_out else ("plays", {}),
    {"players": (later("From this number of players"), 5)},
    matters=lambda rulebook: bool(rulebook.dealer_sits_out) or max(numbers_of_players(rulebook)) >= 5,
)


def _has_one_card(at: int) -> Callable[[Rulebook], bool]:
    return lambda rulebook: any(rulebook.sizes(number)[at] == 1 for number in numbers_of_players(rulebook))


_FOREHEAD = KeyQuestion(
    "forehead",
    later("One card on the forehead"),
    {
        "never": plain_answer(later("In no hand"), "never"),
        "one card": plain_answer(later("In all hands of one card"), "one card"),
        "first": plain_answer(later("In the first hand"), "first", _has_one_card(0)),
        "last": plain_answer(later("In the last hand"), "last", _has_one_card(-1)),
        "first and last": plain_answer(
            later("In the first and the last hand"),
            "first and last",
            lambda rulebook: _has_one_card(0)(rulebook) and _has_one_card(-1)(rulebook),
        ),
    },
    lambda rulebook: (rulebook.forehead, {}),
    matters=lambda rulebook: any(1 in rulebook.sizes(number) for number in numbers_of_players(rulebook)),
)
_CANCELLED = KeyQuestion(
    "cancelled",
    later("Tricks that no player wins"),
    {"no": plain_answer(later("No"), False), "yes": plain_answer(later("Yes"), True)},
    lambda rulebook: ("yes" if rulebook.cancelled else "no", {}),
    matters=lambda rulebook: bool(rulebook.cancelled_label),
)
_PACKS = KeyQuestion(
    "packs",
    later("Who shuffles"),
    {
        "1": plain_answer(later("The dealer, with one pack"), 1),
        "2": plain_answer(later("With two packs the player after the next dealer"), 2),
    },
    lambda rulebook: (str(rulebook.packs), {}),
)


def _costs(name: str, label: Text, numbers: Mapping[str, tuple[Text, int]]) -> KeyQuestion:
    """Return the question about a mishap that may cost these points.

    The user may type a loss as 10 or -10. A loss of 0 is omitted.
    """

    def stands(rulebook: Rulebook) -> tuple[str, Numbers]:
        lost: Numbers = getattr(rulebook, name)
        return ("points" if lost else "no"), lost

    def losses(typed: Numbers) -> dict[str, int]:
        return {role: -abs(typed[role]) for role in numbers if typed.get(role)}

    answers = {
        "no": plain_answer(later("Costs nothing and is dealt again"), {}),
        "points": KeyAnswer(later("Costs points"), losses, tuple(numbers)),
    }
    return KeyQuestion(name, label, answers, stands, numbers)


_MISDEAL = _costs(
    "misdeal",
    later("A misdeal"),
    {
        "dealer": (later("The dealer’s points"), -10),
        "wrong_count": (later("Points of a player with a wrong number of cards"), -5),
    },
)
_MISPLAY = _costs("misplay", later("A misplay"), {"player": (later("Points of the player who misplayed"), -10)})

_WRONG_COUNT = KeyQuestion(
    "wrong_count", later("A wrong number of cards, found during play"),
    {
        "no": plain_answer(later("Is a misdeal"), 0),
        "points": KeyAnswer(
            later("Ends the hand; the others score as they bid"), lambda numbers: -abs(numbers["player"]), ("player",)
        ),
    },
    lambda rulebook: ("points", {"player": rulebook.wrong_count}) if rulebook.wrong_count else ("no", {}),
    {"player": (later("Points of a player with a wrong number of cards"), -4)},
)  # fmt: skip


def _ends_now(rulebook: Rulebook) -> tuple[str, Numbers]:
    ends = rulebook.ends
    return ends.how, {"total": ends.points} if ends.how in ("reaching", "exactly") else {}


def _ends_by_the_scheme(rulebook: Rulebook, scheme: Points) -> bool:
    """Return whether the scheme ends the game at an exact total, and the rulebook has no other total."""
    now, numbers = _ends_now(rulebook)
    return isinstance(scheme.winner, tuple) and (not numbers or (now, numbers["total"]) == scheme.winner)


_ENDS = KeyQuestion(
    "ends",
    later("The game is over"),
    {
        "after the ladder": plain_answer(
            later("After the last hand of the ladder"), "after the ladder", lambda rulebook: not rulebook.ladder.endless
        ),
        "when announced": plain_answer(
            later("When its last hands are announced"), "when announced", lambda rulebook: rulebook.ladder.endless
        ),
        "reaching": KeyAnswer(
            later("When a player reaches a total"), lambda numbers: {"reaching": numbers["total"]}, ("total",)
        ),
        "exactly": KeyAnswer(
            later("When a player has exactly a total"), lambda numbers: {"exactly": numbers["total"]}, ("total",)
        ),
    },
    _ends_now,
    {"total": (later("The total"), 100)},
    settled=_ends_by_the_scheme,
)
_LATE_HAND = KeyQuestion(
    "late_hand",
    later("Late joiner, points per hand"),
    {"points": KeyAnswer("", lambda numbers: numbers["each"], ("each",))},
    lambda rulebook: ("points", {"each": rulebook.late_hand}),
    {"each": (later("Points for each hand missed"), 0)},
)

KEY_QUESTIONS = (
    _HOOK, _LEAST_BID, _MOST_BID, _LEAST_CALL, _MOST_DASH_CALLS, TRUMP, NO_TRUMP_TURNED, NO_TRUMP_HANDS, _PACK,
    SUITS_QUESTION, _SITS_OUT, _FOREHEAD, _CANCELLED, _PACKS, _MISDEAL, _MISPLAY, _WRONG_COUNT, _ENDS, _LATE_HAND,
    POT_QUESTION,
)  # fmt: skip


def _of_option(option: HouseOption) -> KeyQuestion:
    """Return the question about a house option."""
    answers = {
        form_value(value): plain_answer(answer.short, value, answer.differs) for value, answer in option.answers.items()
    }
    return KeyQuestion(
        option.name, option.label, answers, lambda rulebook: (form_value(option.stands(rulebook)), {}),
        matters=option.matters, settled=option.settled,
    )  # fmt: skip


def form_value(value: object) -> str:
    """Return a value as a form sends it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


QUESTIONS = {question.name: question for question in (*map(_of_option, OPTIONS), *KEY_QUESTIONS)}
"""All questions about house rules, by name."""
