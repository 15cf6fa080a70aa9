"""The builder's form: each question with its chips and what is typed beside them; answers to fields and back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from scorepad.errors import SchemeError
from scorepad.rules.formula import tidy
from scorepad.rules.formula.tree import Number, magnitude
from scorepad.rules.numbers import decimal, written
from scorepad.rules.scheme.builder import Amount, Answers, Mark, in_words
from scorepad.rules.scheme.builder.answers import CARDS, LARGEST, MADE_UNITS, MISSED_UNITS, MOST_MARKS
from scorepad.rules.scheme.parts import MOST_NAME, own_name
from scorepad.rules.scheme.variables import LARGEST_TOTAL
from scorepad.words import _

OTHER = "other"
Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Typed:
    """A field beside the chips: a line to type in, or a list of `answers`."""

    name: str
    label: str
    value: str
    error: str = ""
    answers: Pairs = ()
    numeric: bool = True


@dataclass(frozen=True)
class Question:
    """Chips of which one is `chosen`; the fields in `typed` belong to the one of the value `opens`, "" to all."""

    name: str
    label: str
    chips: Pairs
    chosen: str
    typed: tuple[Typed, ...] = ()
    opens: str = OTHER


# --- what the chips of an amount stand for ----------------------------------------------------------------

MADE_POINTS, MADE_EACH, SOME_CARDS, WITHOUT = (0, 5, 10, 20), (0, 1, 2, 5, 10), (0, 1, 2, 5), (0, 1, 2)
SQUARE = "square"
OTHERS = "others"


def _zeros() -> dict[str, tuple[str, Amount | None]]:
    """The chips of a made zero."""
    plain = {str(points): (str(points), Amount(points, 0, CARDS)) for points in (5, 10)}
    return {OTHERS: (_("as others"), None), **plain, "5+cards": (_("5 + cards"), Amount(5, 1, CARDS))}


def _misses() -> dict[str, tuple[str, Amount | None]]:
    """The chips of a missed bid."""
    return {
        "0": ("0", Amount()),
        "tricks": (_("its tricks"), Amount(0, 1, "taken")),
        "off": (_("−1 each off"), Amount(0, -1, "off")),
        "bid": (_("−bid"), Amount(0, -1, "bid")),
        "off5": (_("−5 each off"), Amount(0, -5, "off")),
        SQUARE: (_("−off squared"), Amount(0, -1, "off ** 2")),
    }


def _units() -> Pairs:
    words = {
        "off": _("trick off"),
        "taken": _("trick taken"),
        "bid": _("trick bid"),
        "off ** 2": _("trick off, squared"),
        "off ** 3": _("trick off, cubed"),
        "sum_to(off)": _("trick off, rising (1 + 2 + 3 …)"),
    }
    return tuple((unit, words[unit]) for unit in MISSED_UNITS)


# --- answers to fields ------------------------------------------------------------------------------------


def fields_of(answers: Answers) -> dict[str, str]:
    """What stands in each field where these are the answers."""
    square = answers.made.unit == MADE_UNITS[1] and answers.made.each == 1
    marks = {f"mark_{at}_{name}": value for at, mark in enumerate(answers.marks, 1) for name, value in _mark(mark)}
    return {
        "name": answers.name,
        "about": answers.about,
        **_number("made", answers.made.points, MADE_POINTS),
        **_number("each", answers.made.each, MADE_EACH if answers.made.unit == MADE_UNITS[0] else ()),
        **({"each": SQUARE} if square else {}),
        "each_unit": answers.made.unit,
        **_number("made_cards", answers.made_cards, SOME_CARDS),
        **_amount("zero", answers.zero, _zeros()),
        **_amount("missed", answers.missed, _misses()),
        "apart": "no" if answers.over is None else "yes",
        **_amount("over", answers.missed if answers.over is None else answers.over, _misses()),
        "winner": answers.winner,
        "exactly": str(answers.exactly),
        "turns_back": "yes" if answers.turns_back else "no",
        "bids": "all" if answers.no_bid_from is None else "below",
        "no_bid_from": "80" if answers.no_bid_from is None else str(answers.no_bid_from),
        **_number("without", answers.without, WITHOUT),
        "halves": "yes" if answers.halves else "no",
        **marks,
    }  # fmt: skip


def _number(name: str, number: Number, offered: tuple[int, ...]) -> dict[str, str]:
    text = decimal(number)
    return {name: text if number in offered else OTHER, f"{name}_typed": text}


def _amount(name: str, amount: Amount | None, chips: Mapping[str, tuple[str, Amount | None]]) -> dict[str, str]:
    chosen = next((key for key, (_words, one) in chips.items() if one == amount), OTHER)
    one = amount or Amount()
    typed = {f"{name}_points": decimal(one.points), f"{name}_each": decimal(one.each), f"{name}_unit": one.unit}
    return {name: chosen, **typed}


def _mark(mark: Mark) -> Iterator[tuple[str, str]]:
    yield "name", mark.name.replace("_", " ")
    yield "kind", mark.kind
    yield "made", decimal(mark.made)
    yield "missed", decimal(mark.missed)


# --- fields to answers ------------------------------------------------------------------------------------


class BuilderForm:
    """What was sent, or what stands; `errors` by field, in words."""

    def __init__(self, fields: Mapping[str, str]) -> None:
        self.fields = {**fields_of(Answers()), **fields}
        self.errors: dict[str, str] = {}
        self.answers = self._answers()

    def _answers(self) -> Answers:
        chosen = self.fields
        squared = chosen["each"] == SQUARE
        self.halves = chosen["halves"] == "yes"
        name = " ".join(chosen["name"].split())
        if not name or len(name) > MOST_NAME:
            self.errors["name"] = _("Say what they are called, in at most {most} letters.").format(most=MOST_NAME)
        unit = (
            chosen["each_unit"]
            if chosen["each"] == OTHER and chosen["each_unit"] in MADE_UNITS
            else MADE_UNITS[squared]
        )
        missed = self._one_of("missed", _misses()) or Amount()
        apart, exact, below = chosen["apart"] == "yes", chosen["winner"] == "exactly", chosen["bids"] == "below"
        return Answers(
            name=name,
            about=chosen["about"].strip()[:1000],
            made=Amount(self._chosen("made"), 1 if squared else self._chosen("each"), unit),
            made_cards=self._chosen("made_cards"),
            zero=self._one_of("zero", _zeros()),
            missed=missed,
            over=self._one_of("over", _misses()) if apart else None,
            winner="exactly" if exact else "low" if chosen["winner"] == "low" else "high",
            exactly=self._total("exactly") if exact else Answers.exactly,
            turns_back=chosen["turns_back"] == "yes",
            no_bid_from=self._total("no_bid_from") if below else None,
            without=self._chosen("without"),
            halves=self.halves,
            marks=tuple(self._marks()),
        ).settled()  # fmt: skip

    def _chosen(self, name: str) -> Number:
        return self._read(f"{name}_typed") if self.fields[name] == OTHER else self._read(name)

    def _one_of(self, name: str, chips: Mapping[str, tuple[str, Amount | None]]) -> Amount | None:
        if self.fields[name] in chips:
            return chips[self.fields[name]][1]
        unit = self.fields.get(f"{name}_unit", "")
        return Amount(
            self._read(f"{name}_points"), self._read(f"{name}_each"), unit if unit in MISSED_UNITS else MISSED_UNITS[0]
        )

    def _read(self, name: str) -> Number:
        number = _number_in(self.fields.get(name, ""), LARGEST)
        if number is None:
            self.errors[name] = _("A number, {most} at most.").format(most=LARGEST)
        elif number.denominator > 1 and not self.halves:
            self.errors[name] = _("No half points, unless you allow them below.")
        elif number.denominator > 2:
            self.errors[name] = _("Whole points or halves.")
        return 0 if name in self.errors or number is None else number

    def _total(self, name: str) -> int:
        number = _number_in(self.fields[name], LARGEST_TOTAL)
        if number is None or number.denominator > 1:
            self.errors[name] = _("A whole number, {most} at most.").format(most=f"{LARGEST_TOTAL:,}")
            return 0
        return int(number)

    def _marks(self) -> Iterator[Mark]:
        taken: list[str] = []
        for at in range(1, MOST_MARKS + 1):
            said = self.fields.get(f"mark_{at}_name", "").strip()
            name = re.sub(r"[^A-Za-z0-9]+", "_", said).strip("_").lower()
            if not said:
                continue
            try:
                own_name("", name, taken)
            except SchemeError as error:
                self.errors[f"mark_{at}_name"] = _("Call it otherwise: {reason}.").format(reason=error.reason)
                continue
            taken.append(name)
            number = self.fields.get(f"mark_{at}_kind") == "number"
            made, missed = (self._read(f"mark_{at}_{how}") for how in ("made", "missed"))
            yield Mark(name, "number" if number else "yes or no", made, missed)

    # --- what is shown ---

    def _question(self, name: str, label: str, chips: Pairs, *typed: Typed, opens: str = OTHER) -> Question:
        chosen = self.fields[name]
        return Question(name, label, chips, chosen if chosen in dict(chips) else OTHER, typed, opens)

    def _typed(self, name: str, label: str, answers: Pairs = (), *, numeric: bool = True) -> Typed:
        return Typed(name, label, self.fields.get(name, ""), self.errors.get(name, ""), answers, numeric)

    def number(self, name: str, label: str, offered: tuple[int, ...], more: Pairs = (), *typed: Typed) -> Question:
        """Numbers to tap, and any other to type."""
        chips = (*((str(one), str(one)) for one in offered), *more, (OTHER, "…"))
        return self._question(name, label, chips, self._typed(f"{name}_typed", _("Another number")), *typed)

    def made(self) -> list[Question]:
        """Points of a made bid."""
        units = (("bid", _("trick")), ("bid ** 2", _("trick, squared")))
        return [
            self.number("made", _("A made bid gives"), MADE_POINTS),
            self.number(
                "each", _("and for every trick"), MADE_EACH, ((SQUARE, _("its square")),),
                self._typed("each_unit", _("for every"), units),
            ),
        ]  # fmt: skip

    def made_cards(self) -> Question:
        return self.number("made_cards", _("For every card of the hand"), SOME_CARDS)

    def zero(self) -> Question:
        """Points of a made zero."""
        typed = self._typed("zero_points", _("Points")), self._typed("zero_each", _("and for every card of the hand"))
        return self._question("zero", _("A made zero gives"), _chips(_zeros()), *typed)

    def missed(self, name: str = "missed") -> Question:
        """Points of a missed bid; "over": of too many tricks."""
        words = {"missed": _("A missed bid gives"), "over": _("Too many tricks give")}
        typed = (
            self._typed(f"{name}_points", _("Points")),
            self._typed(f"{name}_each", _("and")),
            self._typed(f"{name}_unit", _("for every"), _units()),
        )
        return self._question(name, words[name], _chips(_misses()), *typed)

    def apart(self) -> Question:
        return self._question("apart", _("Too many tricks give"), (("no", _("the same")), ("yes", _("something else"))))

    def winner(self) -> list[Question]:
        """Who wins, and how it ends."""
        chips = ("high", _("the highest total")), ("low", _("the lowest")), ("exactly", _("exactly …"))
        over = ("yes", _("what is over is taken off again")), ("no", _("the total may be over it"))
        exactly = self._typed("exactly", _("The game ends at exactly"))
        return [
            self._question("winner", _("Who wins"), chips, exactly, opens="exactly"),
            self._question("turns_back", _("Over it"), over),
        ]

    def bids(self) -> list[Question]:
        """Who does not bid."""
        chips = ("all", _("everybody")), ("below", _("nobody from … points on"))
        stop = self._typed("no_bid_from", _("Nobody bids who stands at"))
        return [
            self._question("bids", _("Who bids"), chips, stop, opens="below"),
            self.number("without", _("Without a bid every trick gives"), WITHOUT),
        ]

    def half_points(self) -> Question:
        return self._question("halves", _("Half points"), (("no", _("no")), ("yes", _("allowed"))))

    def marks(self) -> list[tuple[Typed, ...]]:
        """The fields of each mark."""
        kinds = ("yes or no", _("yes or no")), ("number", _("a number"))
        return [
            (
                self._typed(f"mark_{at}_name", _("What is noted"), numeric=False),
                self._typed(f"mark_{at}_kind", _("As"), kinds),
                replace(
                    self._typed(f"mark_{at}_made", _("made: times")), value=self.fields.get(f"mark_{at}_made", "0")
                ),
                replace(
                    self._typed(f"mark_{at}_missed", _("missed: times")),
                    value=self.fields.get(f"mark_{at}_missed", "0"),
                ),
            )
            for at in range(1, MOST_MARKS + 1)
        ]

    def present(self) -> dict[str, str]:
        """The present answer of each question that is folded away, in a word or two."""
        said, now = self.answers, dict(in_words(self.answers))
        winners = {"high": _("highest total"), "low": _("lowest total"), "exactly": str(said.exactly)}
        return {
            "apart": _("no") if said.over is None else now[_("Too many tricks")],
            "winner": winners[said.winner],
            "bids": _("everybody bids") if said.no_bid_from is None else _("not from {n}").format(n=said.no_bid_from),
            "marks": ", ".join(mark.name.replace("_", " ") for mark in said.marks) or _("none"),
            "cards": written(said.made_cards),
            "halves": _("allowed") if said.halves else _("none"),
        }


def _chips(chips: Mapping[str, tuple[str, Amount | None]]) -> Pairs:
    return (*((key, words) for key, (words, _amount) in chips.items()), (OTHER, "…"))


def _number_in(text: str, most: int) -> Number | None:
    """2, −2, 2.5, 2,5 or 2½ as a number; None for anything else."""
    plain = text.strip().replace("−", "-").replace(",", ".").replace("½", ".5").removeprefix("+")
    if not re.fullmatch(r"-?([0-9]{1,5}(\.[0-9]{1,3})?|\.5)", plain):
        return None
    number = tidy(Fraction(plain))
    return number if magnitude(number) <= most else None
