"""Small words for templates: signs of suits, numbers, phrases."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from scorepad.game.report.awards import award_texts
from scorepad.game.report.ending import ending, why_it_ended
from scorepad.rules import suits
from scorepad.rules.game_end import other_end
from scorepad.rules.numbers import change, written
from scorepad.rules.phrases import both
from scorepad.rules.rulebook.turned_card import turned_choices
from scorepad.rules.rulebook.wording import players_in_words

SIGNS = {**suits.SUIT_SIGNS, "N": "NT", "J": "🃏"}


def suit_sign(trump: str | None) -> str:
    """♣ ♦ ♥ ♠, NT for no trumps, a joker for the other joker."""
    return SIGNS.get(trump or "", "")


def suit_name(trump: str | None) -> str:
    """The trump in a word, for those who do not see the sign."""
    return suits.suit_name(trump) if trump in SIGNS else ""


def called(players: Iterable[str], names: Mapping[str, str]) -> list[str]:
    """The names of these players."""
    return [names[player] for player in players]


WORDS: dict[str, Callable[..., Any]] = {
    "suit_sign": suit_sign,
    "suit_name": suit_name,
    "points": written,
    "called": called,
    "both": both,
    "change": change,
    "ending": ending,
    "why_it_ended": why_it_ended,
    "award_texts": award_texts,
    "other_end": other_end,
    "turned_choices": turned_choices,
    "players_in_words": players_in_words,
}
