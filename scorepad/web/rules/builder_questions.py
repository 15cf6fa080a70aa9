"""The questions of the scheme builder for its template: chips and the fields next to them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from scorepad.formats import format_points, readable
from scorepad.rules.scheme.answers import MISSED_UNITS, MOST_MARKS
from scorepad.rules.scheme.builder import Amount, in_words
from scorepad.web.rules.builder_form import OTHER, SQUARE, BuilderForm, misses, zeros
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

    def _number(self, name: str, label: str, offered: tuple[int, ...], more: Pairs = (), *typed: Typed) -> Question:
        """Return a question with chips for numbers and a field for any other number."""
        chips = (*((str(choice), str(choice)) for choice in offered), *more, (OTHER, "…"))
        return self._question(name, label, chips, self._typed(f"{name}_typed", _("Another number")), *typed)

    def _missed(self, name: str, label: str) -> Question:
        """Return the question about the points of a missed bid, or of too many tricks."""
        points, each = self._typed(f"{name}_points", _("Points")), self._typed(f"{name}_each", _("And the same again"))
        return self._question(
            name, label, _chips(misses()), points, each, self._typed(f"{name}_unit", _("Per"), _units())
        )

    def by_name(self) -> dict[str, Question]:
        """Return all questions with chips by the names of their fields."""
        ask, typed, number = self._question, self._typed, self._number
        units = ("bid", _("Trick")), ("bid ** 2", _("Trick, squared"))
        zero = typed("zero_points", _("Points")), typed("zero_each", _("And per card of the hand"))
        winners = ("high", _("The highest total")), ("low", _("The lowest")), ("exactly", _("Exactly …"))
        exactly = typed("exactly", _("The game ends at exactly"))
        over = ("yes", _("Points over it are subtracted")), ("no", _("The total may be higher"))
        bidders = ("all", _("All players")), ("below", _("Players below … points"))
        stop = typed("no_bid_from", _("No bids with a total of"))
        per_trick = (SQUARE, _("Its square"))
        questions = (
            number("made", _("A made bid gives"), (0, 5, 10, 20)),
            number("each", _("And per trick"), (0, 1, 2, 5, 10), (per_trick,), typed("each_unit", _("Per"), units)),
            number("made_cards", _("Per card of the hand"), (0, 1, 2, 5)),
            ask("zero", _("A made zero gives"), _chips(zeros()), *zero),
            self._missed("missed", _("A missed bid gives")),
            ask("apart", _("Too many tricks give"), (("no", _("The same")), ("yes", _("Other points")))),
            self._missed("over", _("Too many tricks give")),
            ask("winner", _("Who wins"), winners, exactly, opens="exactly"),
            ask("turns_back", _("Over it"), over),
            ask("bids", _("Who bids"), bidders, stop, opens="below"),
            number("without", _("Without a bid every trick gives"), (0, 1, 2)),
            ask("halves", _("Half points"), (("no", _("No")), ("yes", _("Allowed")))),
        )
        return {question.name: question for question in questions}

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
