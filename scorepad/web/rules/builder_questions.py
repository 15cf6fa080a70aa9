"""The questions of the scheme builder for its template: chips and the fields next to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from scorepad.formats import format_points, readable
from scorepad.rules.scheme.answers import MISSED_UNITS, MOST_MARKS
from scorepad.rules.scheme.builder import Amount, in_words
from scorepad.web.rules.builder_form import (
    MADE_EACH,
    MADE_POINTS,
    OTHER,
    SOME_CARDS,
    SQUARE,
    WITHOUT,
    BuilderForm,
    misses,
    zeros,
)
from scorepad.words import _, pgettext

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Typed:
    """A field next to the chips: a text input, or a list of `answers`."""

    name: str
    label: str
    value: str
    error: str = ""
    answers: Pairs = ()
    numeric: bool = True
    of_number: bool = False  # only for a mark that is a number


@dataclass(frozen=True)
class Question:
    """A question with chips, of which one is `chosen`.

    The fields in `typed` belong to the chip with the value `opens`; if it is "", to all chips.
    """

    name: str
    label: str
    chips: Pairs
    chosen: str
    typed: tuple[Typed, ...] = ()
    opens: str = OTHER


class Questions:
    """All questions of the page, with the values and errors of `form`."""

    def __init__(self, form: BuilderForm) -> None:
        self.form = form

    def _question(self, name: str, label: str, chips: Pairs, *typed: Typed, opens: str = OTHER) -> Question:
        chosen = self.form.fields[name]
        return Question(name, label, chips, chosen if chosen in dict(chips) else OTHER, typed, opens)

    def _typed(self, name: str, label: str, answers: Pairs = (), *, numeric: bool = True) -> Typed:
        return Typed(name, label, self.form.fields.get(name, ""), self.form.errors.get(name, ""), answers, numeric)

    def number(self, name: str, label: str, offered: tuple[int, ...], more: Pairs = (), *typed: Typed) -> Question:
        """Return a question with chips for numbers and a field for any other number."""
        chips = (*((str(choice), str(choice)) for choice in offered), *more, (OTHER, "…"))
        return self._question(name, label, chips, self._typed(f"{name}_typed", _("Another number")), *typed)

    def made(self) -> list[Question]:
        """Return the questions about the points of a made bid."""
        units = (("bid", _("Trick")), ("bid ** 2", _("Trick, squared")))
        return [
            self.number("made", _("A made bid gives"), MADE_POINTS),
            self.number(
                "each", _("And per trick"), MADE_EACH, ((SQUARE, _("Its square")),),
                self._typed("each_unit", _("Per"), units),
            ),
        ]  # fmt: skip

    def made_cards(self) -> Question:
        return self.number("made_cards", _("Per card of the hand"), SOME_CARDS)

    def zero(self) -> Question:
        """Return the question about the points of a made zero."""
        typed = self._typed("zero_points", _("Points")), self._typed("zero_each", _("And per card of the hand"))
        return self._question("zero", _("A made zero gives"), _chips(zeros()), *typed)

    def missed(self, name: str = "missed") -> Question:
        """Return the question about the points of a missed bid; "over": of too many tricks."""
        words = {"missed": _("A missed bid gives"), "over": _("Too many tricks give")}
        typed = (
            self._typed(f"{name}_points", _("Points")),
            self._typed(f"{name}_each", _("And the same again")),
            self._typed(f"{name}_unit", _("Per"), _units()),
        )
        return self._question(name, words[name], _chips(misses()), *typed)

    def apart(self) -> Question:
        return self._question("apart", _("Too many tricks give"), (("no", _("The same")), ("yes", _("Other points"))))

    def winner(self) -> list[Question]:
        """Return the questions about the winner and the end."""
        chips = ("high", _("The highest total")), ("low", _("The lowest")), ("exactly", _("Exactly …"))
        over = ("yes", _("Points over it are subtracted")), ("no", _("The total may be higher"))
        exactly = self._typed("exactly", _("The game ends at exactly"))
        return [
            self._question("winner", _("Who wins"), chips, exactly, opens="exactly"),
            self._question("turns_back", _("Over it"), over),
        ]

    def bids(self) -> list[Question]:
        """Return the questions about players who do not bid."""
        chips = ("all", _("All players")), ("below", _("Players below … points"))
        stop = self._typed("no_bid_from", _("No bids with a total of"))
        return [
            self._question("bids", _("Who bids"), chips, stop, opens="below"),
            self.number("without", _("Without a bid every trick gives"), WITHOUT),
        ]

    def half_points(self) -> Question:
        return self._question("halves", _("Half points"), (("no", _("No")), ("yes", _("Allowed"))))

    def marks(self) -> list[tuple[Typed, ...]]:
        """Return the fields of each mark."""
        return [tuple(self._mark(f"mark_{at}")) for at in range(1, MOST_MARKS + 1)]

    def _mark(self, mark: str) -> Iterator[Typed]:
        kinds = ("yes or no", _("Yes or no")), ("number", _("A number"))
        yield self._typed(f"{mark}_name", _("What is recorded"), numeric=False)
        yield self._typed(f"{mark}_kind", _("As"), kinds)
        for name, label, usual in (
            ("usually", _("Default"), "0"),
            ("choices", _("Numbers to tap"), ""),
            ("made", _("Made, times"), "0"),
            ("missed", _("Missed, times"), "0"),
        ):
            typed = self._typed(f"{mark}_{name}", label)
            yield replace(
                typed, value=self.form.fields.get(typed.name, usual), of_number=name in ("usually", "choices")
            )

    def present(self) -> dict[str, str]:
        """Return the current answer of each folded question, in one or two words."""
        answers, words = self.form.answers, dict(in_words(self.form.answers))
        winners = {"high": _("Highest total"), "low": _("Lowest total"), "exactly": str(answers.exactly)}
        return {
            "apart": _("No") if answers.over is None else words[_("Too many tricks")],
            "winner": winners[answers.winner],
            "bids": _("All players bid")
            if answers.no_bid_from is None
            else _("Not from {n}").format(n=answers.no_bid_from),
            "marks": ", ".join(readable(mark.name) for mark in answers.marks) or pgettext("marks", "None"),
            "cards": format_points(answers.made_cards),
            "halves": _("Allowed") if answers.halves else pgettext("half points", "None"),
        }


def _units() -> Pairs:
    words = {
        "off": _("Trick off"),
        "taken": _("Trick taken"),
        "bid": _("Trick bid"),
        "off ** 2": _("Trick off, squared"),
        "off ** 3": _("Trick off, cubed"),
        "sum_to(off)": _("Trick off, rising (1 + 2 + 3 …)"),
    }
    return tuple((unit, words[unit]) for unit in MISSED_UNITS)


def _chips(chips: Mapping[str, tuple[str, Amount | None]]) -> Pairs:
    return (*((key, words) for key, (words, _amount) in chips.items()), (OTHER, "…"))
