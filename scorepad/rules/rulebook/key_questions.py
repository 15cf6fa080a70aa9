"""Questions about the keys of a rulebook, which users answer as house rules.

A house option is a question whose answers are the values of its key. Answers to other questions make the value, and
some also ask for numbers. To add one, write its record here. The forms and tests use these records.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from scorepad.formula_names import MOST_CARDS
from scorepad.rules.cards import NO_TRUMPS, SUITS
from scorepad.rules.rulebook.bidding_options import CALL_FIRST
from scorepad.rules.rulebook.house_option import HouseOption, Points, Text
from scorepad.rules.rulebook.house_options import OPTIONS
from scorepad.rules.rulebook.key_question import KeyAnswer, KeyQuestion, Numbers
from scorepad.rules.rulebook.pot import POT_QUESTION
from scorepad.rules.rulebook.relevance import deals_all_cards, hands_differ, has_jokers, numbers_of_players
from scorepad.rules.rulebook.trumps import TURNED_JOKER
from scorepad.rules.suits import FRENCH, PACKS, Suits
from scorepad.words import later

if TYPE_CHECKING:
    from scorepad.rules.rulebook.rulebook import Rulebook


def _plain(words: Text, value: Any, differs: Callable[[Rulebook], bool] = lambda _rulebook: True) -> KeyAnswer:
    return KeyAnswer(words, lambda _numbers: value, differs=differs)


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
        "no": _plain(later("No hook"), False),
        "yes": _plain(later("In every hand"), True),
        "from_hand": KeyAnswer(later("From a hand on"), dict, ("from_hand",)),
        "from": KeyAnswer(later("From a hand size on"), dict, ("from",), hands_differ),
        "not_last": _plain(later("Not in the last hand"), {"last_hand": False}),
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
        "no": _plain(free, unlimited),
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

# --- trumps -----------------------------------------------------------------------------------------------


class _Suits(later):
    """A text with the names of suits in place of {suits}, translated when it is shown."""

    def __init__(self, text: Text, *letters: str, pack: Suits | None = None) -> None:
        super().__init__("")
        self.text, self.letters, self.pack = text, letters, pack

    def __str__(self) -> str:
        return self.of(FRENCH)

    def of(self, suits: Suits) -> str:
        return str(self.text).format(suits=", ".join(map((self.pack or suits).name, self.letters)))


def answer_in_words(words: Text, rulebook: Rulebook) -> str:
    """Return the words of an answer, with the names of the suits in this rulebook's pack."""
    return words.of(rulebook.suits) if isinstance(words, _Suits) else str(words)


def _has_usual_letters(rulebook: Rulebook) -> bool:
    return {*SUITS} <= {*rulebook.suits.letters}


_CYCLES = ("cycle H C D S", "cycle H C D S N", "cycle C D H S", "cycle C D H S N")
_OTHER_CYCLE = "cycle"
_ORDER = (*SUITS, NO_TRUMPS)  # a number of the form is an index; the number after the last one ends the cycle
_PLACES = {
    "first": later("First suit"), "second": later("Second suit"), "third": later("Third suit"),
    "fourth": later("Fourth suit"), "fifth": later("Fifth suit"),
}  # fmt: skip
_WAYS: Mapping[str, Text] = {
    "turned up": later("The card turned up"),
    **{way: _Suits(later("In turn: {suits}"), *way.split()[1:]) for way in _CYCLES},
    _OTHER_CYCLE: later("In turn, in another order"),
    "always S": _Suits(later("Always {suits}"), "S"),
    "highest bidder chooses": later("Named by the highest bidder"),
    "dealer chooses": later("Named by the dealer"),
    "none": later("None at all"),
}


def _trump_now(rulebook: Rulebook) -> tuple[str, Numbers]:
    letters = rulebook.trump.letters
    way = " ".join((rulebook.trump.way, *letters))
    if way in _WAYS or rulebook.trump.way != "cycle" or len(letters) > len(_PLACES):
        return (way if way in _WAYS else ""), {}
    ends = [len(_ORDER)] * (len(_PLACES) - len(letters))
    return _OTHER_CYCLE, dict(zip(_PLACES, [*map(_ORDER.index, letters), *ends], strict=True))


def _cycle(places: Numbers) -> str:
    return " ".join((_OTHER_CYCLE, *(_ORDER[places[name]] for name in _PLACES if places[name] in range(len(_ORDER)))))


_TRUMP = KeyQuestion(
    "trump",
    later("Trumps are"),
    {
        way: KeyAnswer(words, _cycle, tuple(_PLACES), _has_usual_letters)
        if way == _OTHER_CYCLE
        else _plain(words, way, _has_usual_letters if way.startswith(("cycle", "always")) else lambda _rulebook: True)
        for way, words in _WAYS.items()
    },
    _trump_now,
    {name: (label, usual) for (name, label), usual in zip(_PLACES.items(), (3, 2, 1, 0, 5), strict=True)},
    choices={**{at: _Suits("{suits}", letter) for at, letter in enumerate(_ORDER)}, len(_ORDER): "–"},
    matters=lambda rulebook: rulebook.bidding != "auction",
)


def _jester_means_none(rulebook: Rulebook) -> bool:
    return "jester" in rulebook.no_trump_turned


def _joker_may_mean_none(rulebook: Rulebook) -> bool:
    return has_jokers(rulebook) and rulebook.turned_joker != TURNED_JOKER[1] and not _jester_means_none(rulebook)


def _joker_may_be_trump(rulebook: Rulebook) -> bool:
    return rulebook.turned_joker != TURNED_JOKER[0] and not _jester_means_none(rulebook)


_TURNED = {
    "no": _plain(later("No card"), [], _joker_may_be_trump),
    "2": _plain(later("A two"), ["2"], _joker_may_be_trump),
    "A": _plain(later("An ace"), ["A"], _joker_may_be_trump),
    "joker": _plain(later("A joker"), ["joker"], _joker_may_mean_none),
    "2 A": _plain(later("A two or an ace"), ["2", "A"], _joker_may_be_trump),
    "joker 2": _plain(later("A joker or a two"), ["joker", "2"], _joker_may_mean_none),
    "joker A": _plain(later("A joker or an ace"), ["joker", "A"], _joker_may_mean_none),
    "coulon": _plain(later("A two to a six (Coulon)"), ["2", "3", "4", "5", "6"], _joker_may_be_trump),
    "jester": _plain(later("A jester"), ["jester"], _jester_means_none),
}


def _turned_now(rulebook: Rulebook) -> tuple[str, Numbers]:
    turned = {*rulebook.no_trump_turned, *(["joker"] if rulebook.turned_joker == TURNED_JOKER[0] else [])}
    return next((name for name, answer in _TURNED.items() if {*answer.value({})} == turned), ""), {}


_NO_TRUMP_TURNED = KeyQuestion(
    "no_trump_turned",
    later("No trumps if the card turned up is"),
    _TURNED,
    _turned_now,
    matters=lambda rulebook: rulebook.trump.way == "turned up",
)
_NO_TRUMP_HANDS = KeyQuestion(
    "no_trump_hands",
    later("No trumps in"),
    {
        "never": _plain(
            later("No hand"),
            "never",
            lambda rulebook: rulebook.no_trump_hands != "all cards dealt" or deals_all_cards(rulebook),
        ),
        "all cards dealt": _plain(later("Hands in which all cards are dealt"), "all cards dealt", deals_all_cards),
        "top": _plain(later("The largest hands"), "top"),
    },
    lambda rulebook: (rulebook.no_trump_hands, {}),
    matters=lambda rulebook: rulebook.trump.way not in ("none", "auction"),
)

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
        **{str(size): _plain(words, size) for size, words in _SIZES.items()},
        "cards": KeyAnswer(later("Another number of cards"), lambda numbers: numbers["cards"], ("cards",)),
    },
    _pack_now,
    {"cards": (later("Cards in the pack"), 156)},
)
_SUITS = KeyQuestion(
    "suits",
    later("The suits are"),
    {
        key: _plain(_Suits("{suits}", *suits.letters, pack=suits), key, _has_usual_letters)
        for key, suits in PACKS.items()
    },
    lambda rulebook: (next((key for key, suits in PACKS.items() if suits == rulebook.suits), ""), {}),
    matters=lambda rulebook: rulebook.has_trumps and _has_usual_letters(rulebook),
)
_SITS_OUT = KeyQuestion(
    "dealer_sits_out",
    later("The dealer"),
    {
        "plays": _plain(later("Plays every hand"), 0),
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
        "never": _plain(later("In no hand"), "never"),
        "one card": _plain(later("In all hands of one card"), "one card"),
        "first": _plain(later("In the first hand"), "first", _has_one_card(0)),
        "last": _plain(later("In the last hand"), "last", _has_one_card(-1)),
        "first and last": _plain(
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
    {"no": _plain(later("No"), False), "yes": _plain(later("Yes"), True)},
    lambda rulebook: ("yes" if rulebook.cancelled else "no", {}),
    matters=lambda rulebook: bool(rulebook.cancelled_label),
)
_PACKS = KeyQuestion(
    "packs",
    later("Who shuffles"),
    {
        "1": _plain(later("The dealer, with one pack"), 1),
        "2": _plain(later("With two packs the player after the next dealer"), 2),
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
        "no": _plain(later("Costs nothing and is dealt again"), {}),
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
        "no": _plain(later("Is a misdeal"), 0),
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
        "after the ladder": _plain(
            later("After the last hand of the ladder"), "after the ladder", lambda rulebook: not rulebook.ladder.endless
        ),
        "when announced": _plain(
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
    _HOOK, _LEAST_BID, _MOST_BID, _LEAST_CALL, _MOST_DASH_CALLS, _TRUMP, _NO_TRUMP_TURNED, _NO_TRUMP_HANDS, _PACK,
    _SUITS, _SITS_OUT, _FOREHEAD, _CANCELLED, _PACKS, _MISDEAL, _MISPLAY, _WRONG_COUNT, _ENDS, _LATE_HAND,
    POT_QUESTION,
)  # fmt: skip


def _of_option(option: HouseOption) -> KeyQuestion:
    """Return the question about a house option."""
    answers = {
        form_value(value): _plain(answer.short, value, answer.differs) for value, answer in option.answers.items()
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
