"""The questions about house rules: in which order they are asked, and which of them somebody's own words are about."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from scorepad.rules.rulebook.house_options import OPTIONS
from scorepad.words import _


@dataclass(frozen=True)
class HouseField:
    """One field: a choice among `answers` (value, words), or without any a line to type in."""

    name: str
    label: str
    value: str  # what stands in it
    answers: tuple[tuple[str, str], ...] = ()
    error: str = ""  # where the model refuses it
    numbers: tuple[HouseField, ...] = ()  # typed beside a choice
    opened_by: str = ""  # of such a number: the answers it belongs to, blanks between them


class HouseGroup(NamedTuple):
    """Questions about one thing; `open` where one of them is answered otherwise than it stands, `reads_otherwise`
    where that is one of the last `readings`, which only few tables ask."""

    label: str
    fields: list[HouseField]
    readings: int
    open: bool
    reads_otherwise: bool

    @property
    def first(self) -> list[HouseField]:
        """Those that every table may ask; all where there are no such ones."""
        return self.fields[: len(self.fields) - self.readings] or self.fields

    @property
    def last(self) -> list[HouseField]:
        """The readings, where other questions come before them."""
        return self.fields[len(self.first) :]

    @property
    def names(self) -> list[str]:
        """The fields at which something may be wrong."""
        return [one.error for one in self.fields]


def groups() -> list[tuple[str, tuple[str, ...]]]:
    """The house rules in the order in which a table meets them, each in one group."""
    return [
        (_("Bidding"), ("bidding", "hook")),
        (_("The auction"), tuple(one.name for one in OPTIONS if one.name.startswith("auction."))),
        (_("Trumps"), ("trump", "no_trump_turned", "no_trump_hands")),
        (_("Playing a trick"), ("leads", "must_trump", "must_beat")),
        (
            _("Dealing"),
            ("first_deal", "direction", "packs", "scorer_deals", "scorers_turn", "void_moves_on", "seats_change"),
        ),
        (_("Misdeal and misplay"), ("misdeal", "dealer_pays_both", "misplay")),
        (_("What is written down"), ("writes", "write_trump")),
        (_("The end and ties"), ("ends", "closing", "ties")),
        (
            _("Late entry"),
            ("late_entry", "late_hand", "late_worst", "late_median", "late_rounding", "late_totals", "returning"),
        ),
    ]


# --- rules in everybody's words ---------------------------------------------------------------------------


def answer_plainly(text: str, asked: Iterable[HouseGroup]) -> str:
    """What to do with a rule that is written as people talk: the question that is about the same, if there is one;
    "" where no line is written so."""
    line = _plain_line(text)
    if not line:
        return ""
    likeness = {(field.label, group.label): _likeness(line, field) for group in asked for field in group.fields}
    question, group = max(likeness, key=lambda one: likeness[one])
    if likeness[question, group]:
        words = _("“{line}” can be tapped: it is asked above under “{group}”, “{question}”.")
        return words.format(line=line, group=group, question=question)
    words = _(
        "“{line}” cannot be read here: a line is a key of the rules, = and what holds, like {example}. "
        "What Scorepad need not know can be written as a comment on the game."
    )
    return words.format(line=line, example='forfeit = { bid = 5, name = "pants" }')


def _likeness(line: str, field: HouseField) -> int:
    """How many words a line has in common with a question; those of its label count twice."""
    said = " ".join((field.label, *dict(field.answers).values()))
    return len(_words(line) & _words(said)) + len(_words(line) & _words(field.label))


def _plain_line(text: str) -> str:
    """The first line that is written as people talk; "" if there is none."""
    lines = (line.strip() for line in text.splitlines())
    return next((line[:80] for line in lines if re.fullmatch(r"[^\W\d_][^=\[\]{}#\"]*", line)), "")


def _words(text: str) -> set[str]:
    """What a text is about: its longer words, without their endings."""
    return {word[:5] for word in re.findall(r"[^\W\d_]{4,}", text.casefold())}
