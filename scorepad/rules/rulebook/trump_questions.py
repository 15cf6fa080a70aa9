"""Questions about the trumps of a rulebook, and about the suits of its pack."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from scorepad.rules.cards import NO_TRUMPS, SUITS
from scorepad.rules.rulebook.house_option import Text
from scorepad.rules.rulebook.key_question import KeyAnswer, KeyQuestion, Numbers, plain_answer
from scorepad.rules.rulebook.relevance import deals_all_cards, has_jokers
from scorepad.rules.rulebook.trumps import TURNED_JOKER
from scorepad.rules.suits import FRENCH, PACKS, Suits
from scorepad.words import later

if TYPE_CHECKING:
    from scorepad.rules.rulebook.rulebook import Rulebook


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


TRUMP = KeyQuestion(
    "trump",
    later("Trumps are"),
    {
        way: KeyAnswer(words, _cycle, tuple(_PLACES), _has_usual_letters)
        if way == _OTHER_CYCLE
        else plain_answer(words, way, *([_has_usual_letters] if way.startswith(("cycle", "always")) else []))
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
    "no": plain_answer(later("No card"), [], _joker_may_be_trump),
    "2": plain_answer(later("A two"), ["2"], _joker_may_be_trump),
    "A": plain_answer(later("An ace"), ["A"], _joker_may_be_trump),
    "joker": plain_answer(later("A joker"), ["joker"], _joker_may_mean_none),
    "2 A": plain_answer(later("A two or an ace"), ["2", "A"], _joker_may_be_trump),
    "joker 2": plain_answer(later("A joker or a two"), ["joker", "2"], _joker_may_mean_none),
    "joker A": plain_answer(later("A joker or an ace"), ["joker", "A"], _joker_may_mean_none),
    "coulon": plain_answer(later("A two to a six (Coulon)"), ["2", "3", "4", "5", "6"], _joker_may_be_trump),
    "jester": plain_answer(later("A jester"), ["jester"], _jester_means_none),
}


def _turned_now(rulebook: Rulebook) -> tuple[str, Numbers]:
    turned = {*rulebook.no_trump_turned, *(["joker"] if rulebook.turned_joker == TURNED_JOKER[0] else [])}
    return next((name for name, answer in _TURNED.items() if {*answer.value({})} == turned), ""), {}


NO_TRUMP_TURNED = KeyQuestion(
    "no_trump_turned",
    later("No trumps if the card turned up is"),
    _TURNED,
    _turned_now,
    matters=lambda rulebook: rulebook.trump.way == "turned up",
)
NO_TRUMP_HANDS = KeyQuestion(
    "no_trump_hands",
    later("No trumps in"),
    {
        "never": plain_answer(
            later("No hand"),
            "never",
            lambda rulebook: rulebook.no_trump_hands != "all cards dealt" or deals_all_cards(rulebook),
        ),
        "all cards dealt": plain_answer(
            later("Hands in which all cards are dealt"), "all cards dealt", deals_all_cards
        ),
        "top": plain_answer(later("The largest hands"), "top"),
    },
    lambda rulebook: (rulebook.no_trump_hands, {}),
    matters=lambda rulebook: rulebook.trump.way not in ("none", "auction"),
)
SUITS_QUESTION = KeyQuestion(
    "suits",
    later("The suits are"),
    {
        key: plain_answer(_Suits("{suits}", *suits.letters, pack=suits), key, _has_usual_letters)
        for key, suits in PACKS.items()
    },
    lambda rulebook: (next((key for key, suits in PACKS.items() if suits == rulebook.suits), ""), {}),
    matters=lambda rulebook: rulebook.has_trumps and _has_usual_letters(rulebook),
)
