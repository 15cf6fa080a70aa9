"""The parts of a scheme and the readers of their values.

Every error is a RuleFileError that names the key, counted from 1: `points[2].give`.
"""

import re
import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from typing import Any, Literal

from scorepad.errors import RuleFileError
from scorepad.formats import with_thousands
from scorepad.formula_names import FORMULAS, LARGEST_TOTAL, NAMES, NEWER
from scorepad.rules import field_readers
from scorepad.rules.field_readers import StatedSentence
from scorepad.rules.formula import TEXTS, Formula, parse, simplify_number
from scorepad.rules.formula.tree import FUNCTIONS, TRUMP_LETTERS, WORDS, Number
from scorepad.words import _

Winner = Literal["high", "low"] | tuple[Literal["exactly"], int]
MarkKind = Literal["yes or no", "number", "player"]
"""What the scorer enters for a player: yes or no, a number, or another player at the table."""
Chosen = bool | int | str

KEYS = (
    *("name", "about", "source", "unsure", "notes", "told", "assumed", "winner", "halves", "bids_when", "runs_when"),
    *("options", "marks", "terms", "points", "total", "says", "examples", "answers"),
)
TOLD_ONLY = ("about", "source", "unsure", "notes", "told")
"""Keys that are only for the reader and do not affect the points."""
# Limits of a scheme.
MOST_NAME = 80
LARGEST_OPTION = 1_000
LARGEST_POINTS = 1_000_000
# Keys of an example that are not names in formulas, and reserved names.
_KEYS_OF_HANDS = frozenset(
    {"role", "contract_taken", "bidding", "marks", "options", "others_made", "others_missed", "points", "note"}
)
_TAKEN = frozenset({*(set(NAMES) - NEWER), "raw", *FUNCTIONS, *WORDS, *TRUMP_LETTERS, *_KEYS_OF_HANDS})


@dataclass(frozen=True)
class Term:
    """A named part of the points."""

    name: str
    formula: Formula


@cache
def term_of(name: str) -> Term:
    """Return a name of the language that has a formula as a term."""
    return Term(name, parse(FORMULAS[name], NAMES))


def terms_behind(names: Collection[str]) -> tuple[Term, ...]:
    """Return those of these names that have a formula, each after the names with a formula that it reads."""
    terms: dict[str, Term] = {}
    for name in sorted(FORMULAS.keys() & names):
        term = term_of(name)
        terms |= {behind.name: behind for behind in (*terms_behind(term.formula.names), term)}
    return tuple(terms.values())


@dataclass(frozen=True)
class Case:
    """A case, which gives the points `give` if `when` holds.

    The last case has no `when`. `says` are its words in explanations.
    """

    when: Formula | None
    give: Formula
    says: str = ""


@dataclass(frozen=True)
class Option:
    """An option of a scheme: yes or no, a number, or one of `choices`."""

    name: str
    default: Chosen
    choices: tuple[Chosen, ...] = ()
    about: str = ""


@dataclass(frozen=True)
class MarkNumber:
    """The default of a mark that is a number, its choices (() for any number), and when and how often it is entered.

    A mark that is entered `after_play` is not asked for with the bids. `most_per_hand` is the largest sum of the mark
    over all players in one hand; None for any sum. A yes and a named player count 1.
    """

    default: int = 0
    choices: tuple[int, ...] = ()
    after_play: bool = False
    most_per_hand: int | None = None


ANY_NUMBER = MarkNumber()


@dataclass(frozen=True)
class Example:
    """A worked hand: arguments of hand_variables(), and the entry on the sheet."""

    given: Mapping[str, Any]
    points: Number
    note: str = ""


@dataclass(frozen=True)
class Language:
    """The names that a scheme's formulas may read: those of the language, and its own marks, options and terms."""

    options: Mapping[str, Option]
    marks: Mapping[str, MarkKind]
    terms: Collection[str] = ()
    numbers: Mapping[str, MarkNumber] = field(default_factory=dict)

    @cached_property
    def texts(self) -> Mapping[str, Collection[str]]:
        """Return the possible words of each name that is a word instead of a number."""
        words = {name: frozenset(map(str, option.choices)) for name, option in self.options.items() if is_word(option)}
        return {**TEXTS, **words}

    def names(self, base: Collection[str]) -> frozenset[str]:
        """Return the names in `base`, and those of the scheme's own options and marks.

        A newer name of the language is omitted if the scheme has a term with that name.
        """
        own = frozenset(self.terms) & NEWER
        return frozenset({*base} - own).union(self.options, self.mark_names())

    def mark_names(self) -> list[str]:
        """Return three names for each mark.

        They are its own name, and the names of how many others have it and made (missed) their bids.
        """
        return [name for mark in self.marks for name in (mark, f"others_made_{mark}", f"others_missed_{mark}")]


def scored_data(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return a scheme's data without the texts that are only for the reader."""
    return {
        key: _without_texts(value) if key in ("options", "examples") else value
        for key, value in data.items()
        if key not in TOLD_ONLY
    }


def _without_texts(value: Any) -> Any:
    """Return options without their `about`, and examples without their `note`."""
    if isinstance(value, int | str):  # most values; the question for a Mapping takes longer
        return value
    if isinstance(value, Mapping):
        return {key: _without_texts(entry) for key, entry in value.items() if key not in ("about", "note")}
    return [_without_texts(entry) for entry in value] if isinstance(value, list | tuple) else value


def is_word(option: Option) -> bool:
    """Return whether the option's value is a word, which formulas can only compare."""
    return isinstance(option.default, str)


# --- words and numbers ----------------------------------------------------------------------------


def text(where: str, value: object, most: int = field_readers.MOST_TEXT, lines: Collection[str] = ("\n", "\t")) -> str:
    """Return a text of at most `most` characters, without control characters other than `lines`."""
    given = field_readers.text(where, value)
    if len(given) > most:
        raise RuleFileError(where, _("This can have at most {most} characters.").format(most=most))
    is_printable = given.isprintable()  # for speed: most texts are
    if not is_printable and any(unicodedata.category(sign) in {"Cc", "Cs"} and sign not in lines for sign in given):
        raise RuleFileError(where, _("There is an invisible character in this text."))
    return given


def summary(where: str, value: object) -> tuple[StatedSentence, ...]:
    """Return the sentences of a text or a list, without control characters."""
    sentences = field_readers.read_sentences(where, value)
    for sentence in sentences:
        text(where, sentence.say)
    return sentences


def read_name(where: str, data: Mapping[str, Any]) -> str:
    """Return the scheme's name, one line of at most MOST_NAME characters.

    Raise RuleFileError if there is none.
    """
    given = text(where, data.get("name", ""), MOST_NAME, ()).strip()
    if not given:
        raise RuleFileError(where, _("Enter a name for the scheme."))
    return given


def winner(where: str, value: object) -> Winner:
    """Return the winner: `high`, `low`, or ("exactly", 100) for { exactly = 100 }."""
    if value == "high":
        return "high"
    if value == "low":
        return "low"
    if isinstance(value, Mapping):
        given = field_readers.table(where, value, ("exactly",))
        return ("exactly", field_readers.whole(-LARGEST_TOTAL, LARGEST_TOTAL)(f"{where}.exactly", given.get("exactly")))
    raise RuleFileError(where, _('Write "high", "low" or { exactly = 100 }.'))


def winner_in_words(winner: Winner) -> str:
    """Return the sentence about the winner, like “The highest total wins”."""
    if winner == "high":
        return _("The highest total wins.")
    if winner == "low":
        return _("The lowest total wins.")
    words = _("A player with exactly {points} wins at once. If the game stops earlier, the nearest leads.")
    return words.format(points=winner[1])


def number(where: str, value: object, largest: int) -> Number:
    """Return a whole number or a half as an exact number."""
    if isinstance(value, float) and abs(value) <= largest and value * 2 == int(value * 2):
        return simplify_number(Fraction(value))
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > largest:
        raise RuleFileError(
            where, _("This must be a whole number or a half, up to {most}.").format(most=with_thousands(largest))
        )
    return value


def own_name(where: str, name: str, others: Collection[str]) -> str:
    """Return the name of an option, a mark or a term.

    Raise RuleFileError if it is invalid, reserved or in `others`.
    """
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]{0,39}", name):
        raise RuleFileError(
            where, _("A name has letters, digits and _, starts with a letter, and has at most 40 characters.")
        )
    if name in _TAKEN or name.startswith(("others_made_", "others_missed_")):
        raise RuleFileError(where, _("“{name}” already means something in formulas.").format(name=name))
    if name in others:
        raise RuleFileError(where, _("“{name}” is defined twice.").format(name=name))
    return name
