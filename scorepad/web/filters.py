"""Functions for templates that format suits, cards, names and numbers."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from scorepad import words
from scorepad.formats import (
    colour_index,
    day_and_month,
    day_in_words,
    decimals,
    format_change,
    format_points,
    percent,
    readable,
    short_day,
)
from scorepad.game.report.notes import bid_sign
from scorepad.game.report.outcome import ending, pot_payments, why_it_ended, winners_in_words
from scorepad.game.report.statistics import award_texts
from scorepad.rules.game_properties import other_end
from scorepad.rules.rulebook.relevance import players_in_words
from scorepad.rules.rulebook.turned_card import turned_choices
from scorepad.rules.suits import Suits
from scorepad.words import _, by_language, isolated_value, join_names

JOKER = "🃏"


def on_page(text: str, /, **known: object) -> Markup:
    """Return a message in the page's language as markup, with its arguments escaped."""
    return Markup(_(text)) % {key: isolated_value(known[key]) for key in known} if known else _without_gaps(text)


@by_language(8_000)
def _without_gaps(text: str) -> Markup:
    """Return a message without arguments, cached by language because a game's page has 70 of them."""
    return Markup(_(text)) % {}


class ShownTrump(NamedTuple):
    """A trump on a page: its letter, its name, its sign, and the class of its colour; all are "" for none."""

    letter: str
    name: str
    sign: str
    colour: str


def shown_trump(suits: Suits, trump: str | None) -> ShownTrump:
    """Return a suit of the pack, no trumps or the other joker for a page."""
    sign = suits.signs(JOKER).get(trump or "")
    return ShownTrump(trump or "", suits.name(trump), sign, suits.colour(trump)) if sign else ShownTrump("", "", "", "")


def called(players: Iterable[str], names: Mapping[str, str]) -> list[str]:
    """Return the names of these players."""
    return [names[player] for player in players]


def cut_short(name: str, letters: int) -> str:
    """Return a name with at most `letters` characters. A longer one ends with an ellipsis."""
    return name if len(name) <= letters else name[: letters - 1].rstrip() + "…"


def labelled(*parts: str) -> Markup:
    """Return the parts as one label, such as `Ann: blind`. A part may be markup."""
    return Markup(words.join_label(*map(escape, parts)))


WORDS: dict[str, Callable[..., Any]] = {"points": format_points} | {
    word.__name__: word for word in (
        shown_trump, called, cut_short, labelled, words.with_colon, join_names, readable,
        format_change, percent, decimals, short_day, day_in_words, day_and_month, colour_index, ending, why_it_ended,
        pot_payments, winners_in_words, award_texts, bid_sign, other_end, turned_choices, players_in_words,
    )
}  # fmt: skip
