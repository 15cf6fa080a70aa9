"""The form of the scheme builder: its chips and typed fields, from answers to fields and from fields to answers."""

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction

from scorepad.errors import RuleFileError
from scorepad.formats import decimal, with_thousands
from scorepad.formula_names import LARGEST_MARK, LARGEST_TOTAL
from scorepad.rules.formula import simplify_number
from scorepad.rules.formula.tree import Number, magnitude
from scorepad.rules.scheme.answers import CARDS, LARGEST, MADE_UNITS, MISSED_UNITS, MOST_MARKS
from scorepad.rules.scheme.builder import Amount, Answers, Mark
from scorepad.rules.scheme.parts import ANY_NUMBER, MOST_NAME, MarkNumber, own_name
from scorepad.rules.scheme.readers import MOST_CHOICES
from scorepad.web.fields import parse_int
from scorepad.words import _

OTHER = "other"


# --- the amounts of the chips -----------------------------------------------------------------------------

SQUARE = "square"
OTHERS = "others"


def zeros() -> dict[str, tuple[str, Amount | None]]:
    """Return the chips for a made bid of zero."""
    plain = {str(points): (str(points), Amount(points, 0, CARDS)) for points in (5, 10)}
    return {OTHERS: (_("Like other bids"), None), **plain, "5+cards": (_("5 + cards"), Amount(5, 1, CARDS))}


def misses() -> dict[str, tuple[str, Amount | None]]:
    """Return the chips for a missed bid."""
    return {
        "0": ("0", Amount()),
        "tricks": (_("Its tricks"), Amount(0, 1, "taken")),
        "off": (_("−1 each off"), Amount(0, -1, "off")),
        "bid": (_("−bid"), Amount(0, -1, "bid")),
        "off5": (_("−5 each off"), Amount(0, -5, "off")),
        SQUARE: (_("−off squared"), Amount(0, -1, "off ** 2")),
    }


# --- answers to fields ------------------------------------------------------------------------------------


def fields_of(answers: Answers) -> dict[str, str]:
    """Return the value of each field for these answers."""
    square = answers.made.unit == MADE_UNITS[1] and answers.made.each == 1
    marks = {f"mark_{at}_{name}": value for at, mark in enumerate(answers.marks, 1) for name, value in _mark(mark)}
    return {
        "name": answers.name,
        "about": answers.about,
        **_number("made", answers.made.points),
        **_number("each", answers.made.each),
        **({} if answers.made.unit == MADE_UNITS[0] else {"each": SQUARE if square else OTHER}),
        "each_unit": answers.made.unit,
        **_number("made_cards", answers.made_cards),
        **_amount("zero", answers.zero, zeros()),
        **_amount("missed", answers.missed, misses()),
        "apart": "no" if answers.over is None else "yes",
        **_amount("over", answers.missed if answers.over is None else answers.over, misses()),
        "winner": answers.winner,
        "exactly": str(answers.exactly),
        "turns_back": "yes" if answers.turns_back else "no",
        "bids": "all" if answers.no_bid_from is None else "below",
        "no_bid_from": "80" if answers.no_bid_from is None else str(answers.no_bid_from),
        **_number("without", answers.without),
        "halves": "yes" if answers.halves else "no",
        **marks,
    }  # fmt: skip


def _number(name: str, number: Number) -> dict[str, str]:
    return dict.fromkeys((name, f"{name}_typed"), decimal(number))


def _amount(name: str, amount: Amount | None, chips: Mapping[str, tuple[str, Amount | None]]) -> dict[str, str]:
    chosen = next((key for key, (_words, chip) in chips.items() if chip == amount), OTHER)
    shown = amount or Amount()
    typed = {f"{name}_points": decimal(shown.points), f"{name}_each": decimal(shown.each), f"{name}_unit": shown.unit}
    return {name: chosen, **typed}


def _mark(mark: Mark) -> Iterator[tuple[str, str]]:
    yield "name", mark.name.replace("_", " ")
    yield "kind", mark.kind
    yield "usually", str(mark.number.default)
    yield "choices", ", ".join(map(str, mark.number.choices))
    yield "made", decimal(mark.made)
    yield "missed", decimal(mark.missed)


# --- fields to answers ------------------------------------------------------------------------------------


class BuilderForm:
    """The submitted fields, or those of saved answers; `errors` by field, in words."""

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
            self.errors["name"] = _("Enter a name of at most {most} letters.").format(most=MOST_NAME)
        unit = MADE_UNITS[squared]
        if chosen["each"] == OTHER and chosen["each_unit"] in MADE_UNITS:
            unit = chosen["each_unit"]
        is_exact = chosen["winner"] == "exactly"
        return Answers(
            name=name,
            about=chosen["about"].strip()[:1000],
            made=Amount(self._chosen("made"), 1 if squared else self._chosen("each"), unit),
            made_cards=self._chosen("made_cards"),
            zero=self._one_of("zero", zeros()),
            missed=self._one_of("missed", misses()) or Amount(),
            over=self._one_of("over", misses()) if chosen["apart"] == "yes" else None,
            winner="exactly" if is_exact else "low" if chosen["winner"] == "low" else "high",
            exactly=self._total("exactly") if is_exact else Answers.exactly,
            turns_back=chosen["turns_back"] == "yes",
            no_bid_from=self._total("no_bid_from") if chosen["bids"] == "below" else None,
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
            self.errors[name] = _("Enter a number, {most} at most.").format(most=LARGEST)
        elif number.denominator > 1 and not self.halves:
            self.errors[name] = _("Half points are not allowed. Allow them below, or enter a whole number.")
        elif number.denominator > 2:
            self.errors[name] = _("Enter whole points or halves.")
        return 0 if name in self.errors or number is None else number

    def _total(self, name: str) -> int:
        number = _number_in(self.fields[name], LARGEST_TOTAL)
        if number is None or number.denominator > 1:
            self.errors[name] = _("Enter a whole number, {most} at most.").format(most=with_thousands(LARGEST_TOTAL))
            return 0
        return int(number)

    def _marks(self) -> Iterator[Mark]:
        taken: list[str] = []
        for at in range(1, MOST_MARKS + 1):
            label = self.fields.get(f"mark_{at}_name", "").strip()
            name = re.sub(r"[^A-Za-z0-9]+", "_", label).strip("_").lower()
            if not label:
                continue
            try:
                own_name("", name, taken)
            except RuleFileError as error:
                self.errors[f"mark_{at}_name"] = _("Choose another name: {reason}").format(reason=error.reason)
                continue
            taken.append(name)
            number = self.fields.get(f"mark_{at}_kind") == "number"
            made, missed = (self._read(f"mark_{at}_{how}") for how in ("made", "missed"))
            mark_number = self._mark_number(at) if number else ANY_NUMBER
            yield Mark(name, "number" if number else "yes or no", made, missed, mark_number)

    def _mark_number(self, at: int) -> MarkNumber:
        """Return the default value of a mark, and the numbers on its chips."""
        typed = [text for text in re.split(r"[\s,;]+", self.fields.get(f"mark_{at}_choices", "")) if text]
        choices = [parse_int(text, -LARGEST_MARK, LARGEST_MARK) for text in typed[: MOST_CHOICES + 1]]
        default = parse_int(self.fields.get(f"mark_{at}_usually") or "0", -LARGEST_MARK, LARGEST_MARK)
        if None in choices or len(choices) > MOST_CHOICES:
            self.errors[f"mark_{at}_choices"] = _("Enter whole numbers separated by commas. Example: 0, 5, 10.")
        elif default is None or (choices and default not in choices):
            self.errors[f"mark_{at}_usually"] = _("Enter a whole number; if there are numbers to tap, one of those.")
        else:
            return MarkNumber(default, tuple(dict.fromkeys(choice for choice in choices if choice is not None)))
        return ANY_NUMBER


def _number_in(text: str, most: int) -> Number | None:
    """Parse 2, −2, 2.5, 2,5 or 2½ as a number; return None for anything else."""
    plain = text.strip().replace("−", "-").replace(",", ".").replace("½", ".5").removeprefix("+")
    if not re.fullmatch(r"-?([0-9]{1,5}(\.[0-9]{1,2})?|\.5)", plain):
        return None
    number = simplify_number(Fraction(plain))
    return number if magnitude(number) <= most else None
