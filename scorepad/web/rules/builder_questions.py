"""The questions of the scheme builder for its template: chips and the fields next to them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scorepad.formats import format_points, readable
from scorepad.rules.scheme.answers import MISSED_UNITS, MOST_MARKS, TIMES
from scorepad.rules.scheme.builder import in_words
from scorepad.rules.scheme.builder.sentences import factor_name
from scorepad.web.rules.builder_form import AFTER_PLAY, OTHER, SQUARE, BuilderForm, chips_of
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

    A chip with the value "other", "exactly" or "below" opens the fields in `typed` (build.css).
    """

    name: str
    label: str
    chips: Pairs
    chosen: str
    typed: tuple[Typed, ...] = ()


class Questions:
    """All questions of the page, with the values and errors of `form`."""

    def __init__(self, form: BuilderForm) -> None:
        self.form = form

    def _question(self, name: str, label: str, chips: Pairs, *typed: Typed) -> Question:
        chosen = self.form.fields[name]
        return Question(name, label, chips, chosen if chosen in dict(chips) else OTHER, typed)

    def _typed(self, name: str, label: str, answers: Pairs = (), *, numeric: bool = True) -> Typed:
        return Typed(name, label, self.form.fields.get(name, ""), self.form.errors.get(name, ""), answers, numeric)

    def _number(self, name: str, label: str, offered: tuple[int, ...], more: Pairs = (), *typed: Typed) -> Question:
        """Return a question with chips for numbers and a field for any other number."""
        chips = (*((str(choice), format_points(choice)) for choice in offered), *more, (OTHER, _("Other")))
        return self._question(name, label, chips, self._typed(f"{name}_typed", _("Another number")), *typed)

    def _amount(self, name: str, label: str, each: str, units: Pairs = ()) -> Question:
        """Return the question about an amount, with fields for any other amount."""
        fields = self._typed(f"{name}_points", _("Points")), self._typed(f"{name}_each", each)
        unit = (self._typed(f"{name}_unit", _("Per"), units),) if units else ()
        chips = (*((key, words) for key, (words, _amount) in chips_of(name).items()), (OTHER, _("Other")))
        return self._question(name, label, chips, *fields, *unit)

    def by_name(self) -> dict[str, Question]:
        """Return all questions with chips by the names of their fields."""
        ask, typed, number, amount = self._question, self._typed, self._number, self._amount
        units, void = _units(), (("no", _("The points count")), ("yes", _("No points")))
        made_units = ("bid", _("Trick")), ("bid ** 2", _("Trick, squared"))
        card, again = _("And per card of the hand"), _("And the same again")
        winners = ("high", _("The highest total")), ("low", _("The lowest")), ("exactly", _("Exactly …"))
        exactly = typed("exactly", _("The game ends at exactly"))
        over = ("yes", _("Points over it are subtracted")), ("no", _("The total may be higher"))
        bidders = ("all", _("All players")), ("below", _("Players below … points"))
        stop = typed("no_bid_from", _("No bids with a total of"))
        per_trick = (SQUARE, _("Its square"))
        same = ("no", _("The same")), ("yes", _("Other points"))
        half = ("no", _("Like other misses")), ("yes", _("Half of a made bid"))
        losses = (0, -5, -10, -20)
        questions = (
            number("made", _("A made bid gives"), (0, 5, 10, 20)),
            number(
                "each", _("And per trick"), (0, 1, 2, 5, 10), (per_trick,), typed("each_unit", _("Per"), made_units)
            ),
            number("made_cards", _("Per card of the hand"), (0, 1, 2, 5, 10)),
            amount("zero", _("A made zero gives"), card),
            amount("small_zero", _("A made zero in a small hand gives"), card),
            amount("high", _("A made high bid gives"), again, made_units),
            amount("missed_high", _("A missed high bid gives"), again, units),
            amount("missed", _("A missed bid gives"), again, units),
            amount("missed_zero", _("A missed zero gives"), again, units),
            ask("half", _("Exactly one trick off gives"), half),
            ask("apart", _("Too many tricks give"), same),
            amount("over", _("Too many tricks give"), again, units),
            number("only_winner", _("The only player who made it also gets"), (0, 5, 10, 20)),
            number("only_loser", _("The only player who missed also gets"), losses),
            ask("void_if_missed", _("If all players miss"), void),
            number("streak", _("Hands in a row"), (3, 4, 5)),
            number("streak_made", _("All made gives also"), (0, 5, 10, 20)),
            number("streak_missed", _("All missed gives also"), losses),
            ask("streak_skips", _("Hands of one card count too"), (("no", _("Yes")), ("yes", _("No")))),
            ask("winner", _("Who wins"), winners, exactly),
            ask("turns_back", _("Over it"), over),
            ask("bids", _("Who bids"), bidders, stop),
            number("without", _("Without a bid every trick gives"), (0, 1, 2)),
            ask("halves", _("Half points"), (("no", _("No")), ("yes", _("Allowed")))),
        )
        return {question.name: question for question in questions}

    def limits(self) -> list[Typed]:
        """Return the fields for the size of a small hand and for the least high bid."""
        labels = {"small": _("Cards of a small hand, up to"), "high_from": _("A high bid is at least")}
        return [self._typed(name, label) for name, label in labels.items()]

    def marks(self) -> list[tuple[Typed, ...]]:
        """Return the fields of each mark."""
        return [tuple(self._mark(f"mark_{at}")) for at in range(1, MOST_MARKS + 1)]

    def _mark(self, mark: str) -> Iterator[Typed]:
        kinds = ("yes or no", _("Yes or no")), ("number", _("A number")), ("player", _("Another player"))
        yield self._typed(f"{mark}_name", _("What is recorded"), numeric=False)
        yield self._typed(f"{mark}_kind", _("As"), kinds)
        yield self._typed(
            f"{mark}_entered", _("Entered"), (("bids", _("With the bids")), (AFTER_PLAY, _("After play")))
        )
        yield self._typed(f"{mark}_most", _("At most per hand"))
        for name, label in (
            ("usually", _("Default")),
            ("choices", _("Numbers to tap")),
            ("made", _("Made, times")),
            ("missed", _("Missed, times")),
        ):
            yield replace(self._typed(f"{mark}_{name}", label), of_number=name in ("usually", "choices"))
        yield self._factor(f"{mark}_times", _("All points"))

    def factors(self) -> list[Typed]:
        """Return the fields for the multipliers of a hand."""
        return [self._factor(f"times_{name}", factor_name(name)) for name in TIMES]

    def _factor(self, name: str, label: str) -> Typed:
        value = self.form.fields[name]
        factors = dict.fromkeys(("1", "2", "3", "4", "5", "10", value))
        return self._typed(name, label, tuple((factor, f"× {factor}") for factor in factors))

    def present(self) -> dict[str, str]:
        """Return the current answer of each folded question, in one or two words."""
        answers, words = self.form.answers, dict(in_words(self.form.answers))
        winners = {"high": _("Highest total"), "low": _("Lowest total"), "exactly": str(answers.exactly)}
        used = {
            "highs": answers.small_zero or answers.high or answers.missed_high,
            "alone": answers.only_winner or answers.only_loser or answers.void_if_missed,
            "rows": answers.has_streaks,
            "factors": answers.times,
        }
        return {
            "apart": _("No") if answers.over is None else words[_("Too many tricks")],
            "winner": winners[answers.winner],
            "bids": _("All players bid")
            if answers.no_bid_from is None
            else _("Not from {n}").format(n=answers.no_bid_from),
            "marks": ", ".join(readable(mark.name) for mark in answers.marks) or pgettext("marks", "None"),
            "cards": format_points(answers.made_cards),
            "halves": _("Allowed") if answers.halves else pgettext("half points", "None"),
            **{name: "✓" if is_used else "" for name, is_used in used.items()},
        }


def _units() -> Pairs:
    words = {
        "off": _("Trick off"),
        "taken": _("Trick taken"),
        "bid": _("Trick bid"),
        "off ** 2": _("Trick off, squared"),
        "off ** 3": _("Trick off, cubed"),
        "sum_to(off)": _("Trick off, rising (1 + 2 + 3 …)"),
        "cards": _("Card of the hand"),
    }
    return tuple((unit, words[unit]) for unit in MISSED_UNITS)
