"""Small words for templates: signs of suits, numbers, phrases."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from markupsafe import Markup, escape

from scorepad import words
from scorepad.formats import change, day_in_words, decimals, percent, readable, short_day, written
from scorepad.game.report.outcome import ending, why_it_ended
from scorepad.game.report.statistics import award_texts
from scorepad.rules import cards
from scorepad.rules.combined import other_end
from scorepad.rules.rulebook.reach import players_in_words
from scorepad.rules.rulebook.turned_card import turned_choices
from scorepad.words import _, both, by_language


def on_page(text: str, /, **known: object) -> Markup:
    """A text of a page in the language of who reads it; what stands in its gaps is escaped."""
    return Markup(_(text)) % known if known else _without_gaps(text)


@by_language(8_000)
def _without_gaps(text: str) -> Markup:
    """Seventy of them stand on the page of a game, always the same."""
    return Markup(_(text)) % {}


def trump_signs() -> dict[str, str]:
    """What stands for each trump: suits, no trumps, the other joker."""
    return {**cards.suit_signs(), "J": "🃏"}


def suit_sign(trump: str | None) -> str:
    """♣ ♦ ♥ ♠, NT for no trumps, a joker for the other joker."""
    return trump_signs().get(trump or "", "")


def suit_name(trump: str | None) -> str:
    """The trump in a word, for those who do not see the sign."""
    return cards.suit_name(trump) if trump in trump_signs() else ""


def card_typed(card: str | None) -> str:
    """A card of a record as it is typed here: QS is VS in Dutch."""
    return cards.shown(card or "", {})


def called(players: Iterable[str], names: Mapping[str, str]) -> list[str]:
    """The names of these players."""
    return [names[player] for player in players]


def cut_short(name: str, letters: int) -> str:
    """A name that gives way to the words around it."""
    return name if len(name) <= letters else name[: letters - 1].rstrip() + "…"


def labelled(*parts: str) -> Markup:
    """`Ann: blind`, whose parts may have markup in them."""
    return Markup(words.labelled(*map(escape, parts)))


WORDS: dict[str, Callable[..., Any]] = {"points": written} | {
    word.__name__: word
    for word in (
        *(card_typed, suit_sign, suit_name, called, labelled, words.headed, both, readable, change, percent, decimals),
        *(short_day, day_in_words, ending, why_it_ended, award_texts, other_end, turned_choices, players_in_words),
    )
}
