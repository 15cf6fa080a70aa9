"""Questions about keys of a rulebook that have more than a few values.

Users answer them like house options. Each answer has a value of the key; some also ask for numbers. To add a key, write
its record here. The forms and tests use these records.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from scorepad.rules.cards import suit_name
from scorepad.rules.rulebook.house_option import HouseOption, Points
from scorepad.rules.rulebook.house_options import OPTIONS
from scorepad.rules.rulebook.relevance import deals_all_cards, hands_differ, has_jokers
from scorepad.rules.rulebook.trumps import TURNED_JOKER
from scorepad.words import _, later

if TYPE_CHECKING:
    from scorepad.rules.rulebook.rulebook import Rulebook

Numbers = Mapping[str, int]


def _always(_rulebook: Rulebook) -> bool:
    return True


class KeyAnswer(NamedTuple):
    """An answer; `words` complete the question.

    `value` makes the value of the key from the numbers that the answer asks for. A form offers the answer only if
    `differs` returns True: its effect then differs from all other answers.
    """

    words: str
    value: Callable[[Numbers], Any]
    numbers: tuple[str, ...] = ()
    differs: Callable[[Rulebook], bool] = _always


class QuestionText(NamedTuple):
    """The texts of a question.

    They are its label, its answers by form value, and the label and usual value of each number.
    """

    label: str
    answers: Mapping[str, KeyAnswer]
    numbers: Mapping[str, tuple[str, int]] = {}


@dataclass(frozen=True)
class KeyQuestion:
    """A question about the key `name` of a rulebook.

    `stands` returns the present answer, "" if it is not among the answers, and its numbers. The question `matters` if
    another answer may make a difference. It is `settled` if the scheme makes all answers equal in effect.
    """

    name: str
    ask: Callable[[], QuestionText]
    stands: Callable[[Rulebook], tuple[str, Numbers]]
    matters: Callable[[Rulebook], bool] = _always
    settled: Callable[[Rulebook, Points], bool] = lambda _rulebook, _scheme: False


def _plain(words: str, value: Any, differs: Callable[[Rulebook], bool] = _always) -> KeyAnswer:
    return KeyAnswer(words, lambda _numbers: value, differs=differs)


def _lost(*names: str) -> Callable[[Numbers], Any]:
    """Return a function that makes a table of these numbers as losses.

    The user may type a loss as 10 or -10. A loss of 0 is omitted.
    """
    return lambda numbers: {name: -abs(numbers[name]) for name in names if numbers.get(name)}


# --- bidding ----------------------------------------------------------------------------------------------


def _hook() -> QuestionText:
    return QuestionText(
        _("Hook: bids may not add up to the cards"),
        {
            "no": _plain(_("No hook"), False),
            "yes": _plain(_("In every hand"), True),
            "from_hand": KeyAnswer(_("From a hand on"), lambda numbers: dict(numbers), ("from_hand",)),
            "from": KeyAnswer(_("From a hand size on"), lambda numbers: dict(numbers), ("from",), hands_differ),
            "not_last": _plain(_("Not in the last hand"), {"last_hand": False}),
        },
        {"from_hand": (_("From hand"), 2), "from": (_("From this number of cards"), 2)},
    )


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


# --- trumps -----------------------------------------------------------------------------------------------

CYCLES = ("cycle H C D S", "cycle H C D S N", "cycle C D H S", "cycle C D H S N")


def _letters(way: str) -> str:
    return ", ".join(suit_name(letter) for letter in way.split() if len(letter) == 1)


def _trump() -> QuestionText:
    cycles = {way: _plain(_("In turn: {suits}").format(suits=_letters(way)), way) for way in CYCLES}
    return QuestionText(
        _("Trumps are"),
        {
            "turned up": _plain(_("The card turned up"), "turned up"),
            **cycles,
            "always S": _plain(_("Always spades"), "always S"),
            "highest bidder chooses": _plain(_("Named by the highest bidder"), "highest bidder chooses"),
            "dealer chooses": _plain(_("Named by the dealer"), "dealer chooses"),
            "none": _plain(_("None at all"), "none"),
        },
    )


def _trump_now(rulebook: Rulebook) -> tuple[str, Numbers]:
    way = " ".join((rulebook.trump.way, *rulebook.trump.letters))
    return (way if way in _trump().answers else ""), {}


_TURNED: Mapping[str, tuple[tuple[str, ...], later]] = {
    "no": ((), later("No card")),
    "2": (("2",), later("A two")),
    "A": (("A",), later("An ace")),
    "joker": (("joker",), later("A joker")),
    "2 A": (("2", "A"), later("A two or an ace")),
    "joker 2": (("joker", "2"), later("A joker or a two")),
    "joker A": (("joker", "A"), later("A joker or an ace")),
    "coulon": (("2", "3", "4", "5", "6"), later("A two to a six (Coulon)")),
    "jester": (("jester",), later("A jester")),
}


def _joker_may_mean_none(rulebook: Rulebook) -> bool:
    return has_jokers(rulebook) and rulebook.turned_joker != TURNED_JOKER[1] and not _jester_means_none(rulebook)


def _joker_may_be_trump(rulebook: Rulebook) -> bool:
    return rulebook.turned_joker != TURNED_JOKER[0] and not _jester_means_none(rulebook)


def _jester_means_none(rulebook: Rulebook) -> bool:
    return "jester" in rulebook.no_trump_turned


def _no_trump_turned() -> QuestionText:
    def offered(ranks: tuple[str, ...]) -> Callable[[Rulebook], bool]:
        if "joker" in ranks:
            return _joker_may_mean_none
        return _jester_means_none if "jester" in ranks else _joker_may_be_trump

    return QuestionText(
        _("No trumps if the card turned up is"),
        {name: _plain(str(words), list(ranks), offered(ranks)) for name, (ranks, words) in _TURNED.items()},
    )


def _no_trump_turned_now(rulebook: Rulebook) -> tuple[str, Numbers]:
    turned = set(rulebook.no_trump_turned) | ({"joker"} if rulebook.turned_joker == TURNED_JOKER[0] else set())
    return next((name for name, (ranks, _words) in _TURNED.items() if set(ranks) == turned), ""), {}


def _no_trumps_can_come(rulebook: Rulebook) -> bool:
    return rulebook.no_trump_hands != "all cards dealt" or deals_all_cards(rulebook)


def _no_trump_hands() -> QuestionText:
    return QuestionText(
        _("No trumps in"),
        {
            "never": _plain(_("No hand"), "never", _no_trumps_can_come),
            "all cards dealt": _plain(_("Hands in which all cards are dealt"), "all cards dealt", deals_all_cards),
            "top": _plain(_("The largest hands"), "top"),
        },
    )


# --- dealing, mishaps, the end ----------------------------------------------------------------------------


def _packs() -> QuestionText:
    return QuestionText(
        _("Who shuffles"),
        {
            "1": _plain(_("The dealer, with one pack"), 1),
            "2": _plain(_("With two packs the player after the next dealer"), 2),
        },
    )


def _misdeal() -> QuestionText:
    return QuestionText(
        _("A misdeal"),
        {
            "no": _plain(_("Costs nothing and is dealt again"), {}),
            "points": KeyAnswer(_("Costs points"), _lost("dealer", "wrong_count"), ("dealer", "wrong_count")),
        },
        {
            "dealer": (_("The dealer’s points"), -10),
            "wrong_count": (_("Points of a player with a wrong number of cards"), -5),
        },
    )


def _misplay() -> QuestionText:
    return QuestionText(
        _("A misplay"),
        {
            "no": _plain(_("Costs nothing and is dealt again"), {}),
            "points": KeyAnswer(_("Costs points"), _lost("player"), ("player",)),
        },
        {"player": (_("Points of the player who misplayed"), -10)},
    )


def _costs(given: Mapping[str, int]) -> tuple[str, Numbers]:
    return ("points" if given else "no"), given


def _late_hand() -> QuestionText:
    number = KeyAnswer("", lambda numbers: numbers["each"], ("each",))
    return QuestionText(
        _("Late joiner, points per hand"), {"points": number}, {"each": (_("Points for each hand missed"), 0)}
    )


def _ends() -> QuestionText:
    return QuestionText(
        _("The game is over"),
        {
            "after the ladder": _plain(
                _("After the last hand of the ladder"), "after the ladder", lambda rulebook: not rulebook.ladder.endless
            ),
            "when announced": _plain(
                _("When its last hands are announced"), "when announced", lambda rulebook: rulebook.ladder.endless
            ),
            "reaching": KeyAnswer(_("When a player reaches a total"), lambda n: {"reaching": n["total"]}, ("total",)),
            "exactly": KeyAnswer(
                _("When a player has exactly a total"), lambda n: {"exactly": n["total"]}, ("total",)
            ),
        },
        {"total": (_("The total"), 100)},
    )  # fmt: skip


def _ends_now(rulebook: Rulebook) -> tuple[str, Numbers]:
    ends = rulebook.ends
    return ends.how, {"total": ends.points} if ends.how in ("reaching", "exactly") else {}


def _ends_with_the_points(rulebook: Rulebook, scheme: Points) -> bool:
    """Return whether the scheme ends the game at an exact total, and the rulebook has no other total."""
    now, numbers = _ends_now(rulebook)
    return isinstance(scheme.winner, tuple) and (not numbers or (now, numbers["total"]) == scheme.winner)


KEY_QUESTIONS = (
    KeyQuestion("hook", _hook, _hook_now, lambda rulebook: rulebook.bids_in_turn or rulebook.hook.on),
    KeyQuestion("trump", _trump, _trump_now, lambda rulebook: rulebook.bidding != "auction"),
    KeyQuestion(
        "no_trump_turned", _no_trump_turned, _no_trump_turned_now, lambda rulebook: rulebook.trump.way == "turned up"
    ),
    KeyQuestion(
        "no_trump_hands", _no_trump_hands, lambda rulebook: (rulebook.no_trump_hands, {}),
        lambda rulebook: rulebook.trump.way not in ("none", "auction"),
    ),
    KeyQuestion("packs", _packs, lambda rulebook: (str(rulebook.packs), {})),
    KeyQuestion("misdeal", _misdeal, lambda rulebook: _costs(rulebook.misdeal)),
    KeyQuestion("misplay", _misplay, lambda rulebook: _costs(rulebook.misplay)),
    KeyQuestion("ends", _ends, _ends_now, settled=_ends_with_the_points),
    KeyQuestion("late_hand", _late_hand, lambda rulebook: ("points", {"each": rulebook.late_hand})),
)  # fmt: skip


def _of_option(option: HouseOption) -> KeyQuestion:
    """Return the question about a house option."""

    def ask() -> QuestionText:
        answers = {
            form_value(value): _plain(str(answer.short), value, answer.differs)
            for value, answer in option.answers.items()
        }
        return QuestionText(str(option.label), answers)

    return KeyQuestion(
        option.name, ask, lambda rulebook: (form_value(option.stands(rulebook)), {}), option.matters, option.settled
    )


def form_value(value: object) -> str:
    """Return a value as a form sends it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


QUESTIONS = {question.name: question for question in (*map(_of_option, OPTIONS), *KEY_QUESTIONS)}
"""All questions about house rules, by name."""
