"""The form of the scheme builder: its chips and typed fields, from answers to fields and from fields to answers."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from scorepad.errors import RuleFileError
from scorepad.formats import decimal, with_thousands
from scorepad.formula_names import LARGEST_MARK, LARGEST_TOTAL, MOST_CARDS, MOST_RUN
from scorepad.rules.formula import simplify_number
from scorepad.rules.formula.tree import Number, magnitude
from scorepad.rules.scheme.answers import CARDS, LARGEST, MADE_UNITS, MOST_MARKS, TIMES, UNITS
from scorepad.rules.scheme.builder import Amount, Answers, Mark
from scorepad.rules.scheme.builder.scheme_data import SAYS
from scorepad.rules.scheme.parts import ANY_NUMBER, MOST_NAME, MarkKind, MarkNumber, own_name
from scorepad.rules.scheme.readers import MOST_CHOICES
from scorepad.web.fields import parse_int
from scorepad.words import _

OTHER = "other"
AFTER_PLAY = "play"
AMOUNTS = ("zero", "small_zero", "high", "missed", "missed_zero", "missed_high")
PLUSES = ("only_winner", "only_loser", "streak_made", "streak_missed")
SWITCHES = ("half", "void_if_missed", "streak_skips", "halves")
"""Answers with the same kind of field."""


# --- the amounts of the chips -----------------------------------------------------------------------------

SQUARE = "square"
OTHERS = "others"


Chips = Mapping[str, tuple[str, Amount | None]]


def chips_of(name: str) -> Chips:
    """Return the chips for an amount of Answers."""
    if name in ("missed", "over"):
        return _misses()
    if name == "missed_zero":
        each = {f"cards{n}": (_("−{n} per card").format(n=n), Amount(0, -n, CARDS)) for n in (5, 10)}
        return {OTHERS: (_("Like other misses"), None), **each, "0": ("0", Amount())}
    if name == "missed_high":
        return {OTHERS: (_("Like other misses"), None)}
    others: Chips = {OTHERS: (_("Like other zeros") if name == "small_zero" else _("Like other bids"), None)}
    if name == "high":
        return others
    plain = {str(points): (str(points), Amount(points, 0, CARDS)) for points in (5, 10)}
    return {**others, **plain, "5+cards": (_("5 + cards"), Amount(5, 1, CARDS))}


def _misses() -> Chips:
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
        **{key: text for name in AMOUNTS for key, text in _amount(name, getattr(answers, name))},
        "apart": "no" if answers.over is None else "yes",
        **dict(_amount("over", answers.missed if answers.over is None else answers.over)),
        **{name: str(getattr(answers, name)) for name in ("small", "high_from")},
        **{key: text for name in PLUSES for key, text in _number(name, getattr(answers, name)).items()},
        **_number("streak", answers.streak),
        **{name: "yes" if getattr(answers, name) else "no" for name in SWITCHES},
        **{f"times_{name}": "1" for name in TIMES},
        **{f"times_{name}": decimal(times) for name, times in answers.times},
        "winner": answers.winner,
        "exactly": str(answers.exactly),
        "turns_back": "yes" if answers.turns_back else "no",
        "bids": "all" if answers.no_bid_from is None else "below",
        "no_bid_from": "80" if answers.no_bid_from is None else str(answers.no_bid_from),
        **_number("without", answers.without),
        **marks,
    }  # fmt: skip


def _number(name: str, number: Number) -> dict[str, str]:
    return dict.fromkeys((name, f"{name}_typed"), decimal(number))


def _amount(name: str, amount: Amount | None) -> Iterator[tuple[str, str]]:
    yield name, next((key for key, (_words, chip) in chips_of(name).items() if chip == amount), OTHER)
    shown = amount or Amount(unit=UNITS[name][0])
    yield from {f"{name}_points": decimal(shown.points), f"{name}_each": decimal(shown.each)}.items()
    yield f"{name}_unit", shown.unit


def _mark(mark: Mark) -> Iterator[tuple[str, str]]:
    yield "name", mark.name.replace("_", " ")
    yield "kind", mark.kind
    yield "usually", str(mark.number.default)
    yield "choices", ", ".join(map(str, mark.number.choices))
    yield "entered", AFTER_PLAY if mark.number.after_play else "bids"
    yield "most", "" if mark.number.most_per_hand is None else str(mark.number.most_per_hand)
    yield "made", decimal(mark.made)
    yield "missed", decimal(mark.missed)
    yield "times", decimal(mark.times)


# --- fields to answers ------------------------------------------------------------------------------------


class BuilderForm:
    """The submitted fields, or those of saved answers; `errors` by field, in words."""

    def __init__(self, fields: Mapping[str, str]) -> None:
        self.fields = {**fields_of(Answers(marks=(Mark(""),) * MOST_MARKS)), **fields}
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
        is_exact, highs = chosen["winner"] == "exactly", {chosen["high"], chosen["missed_high"]}
        return Answers(
            name=name,
            about=chosen["about"].strip()[:1000],
            made=Amount(self._chosen("made"), 1 if squared else self._chosen("each"), unit),
            made_cards=self._chosen("made_cards"),
            **self._alike(),
            over=self._amount("over") if chosen["apart"] == "yes" else None,
            small=self._whole("small", 1, MOST_CARDS) if chosen["small_zero"] != OTHERS else Answers.small,
            high_from=self._whole("high_from", 1, MOST_CARDS) if highs != {OTHERS} else Answers.high_from,
            streak=self._whole("streak", 2, MOST_RUN),
            times=tuple((name, self._read(f"times_{name}")) for name in TIMES),
            winner="exactly" if is_exact else "low" if chosen["winner"] == "low" else "high",
            exactly=self._whole("exactly") if is_exact else Answers.exactly,
            turns_back=chosen["turns_back"] == "yes",
            no_bid_from=self._whole("no_bid_from") if chosen["bids"] == "below" else None,
            without=self._chosen("without"),
            marks=tuple(self._marks()),
        ).settled()  # fmt: skip

    def _alike(self) -> dict[str, Any]:
        amounts = {name: self._amount(name) for name in AMOUNTS}
        pluses = {name: self._chosen(name) for name in PLUSES}
        return amounts | pluses | {name: self.fields[name] == "yes" for name in SWITCHES}

    def _chosen(self, name: str) -> Number:
        return self._read(f"{name}_typed") if self.fields[name] == OTHER else self._read(name)

    def _amount(self, name: str) -> Amount | None:
        if self.fields[name] in chips_of(name):
            return chips_of(name)[self.fields[name]][1]
        unit = self.fields[f"{name}_unit"]
        return Amount(self._read(f"{name}_points"), self._read(f"{name}_each"), unit if unit in UNITS[name] else "")

    def _read(self, name: str) -> Number:
        number = _number_in(self.fields.get(name, ""), LARGEST)
        if number is None:
            self.errors[name] = _("Enter a number, {most} at most.").format(most=LARGEST)
        elif number.denominator > 1 and not self.halves:
            self.errors[name] = _("Half points are not allowed. Allow them below, or enter a whole number.")
        elif number.denominator > 2:
            self.errors[name] = _("Enter whole points or halves.")
        return 0 if name in self.errors or number is None else number

    def _whole(self, name: str, least: int = -LARGEST_TOTAL, most: int = LARGEST_TOTAL) -> int:
        field = f"{name}_typed" if self.fields[name] == OTHER else name
        number = _number_in(self.fields[field], most)
        if number is None or number.denominator > 1 or number < least:
            words = _("Enter a whole number, {most} at most.")
            words = _("Enter a whole number from {least} to {most}.") if least > 0 else words
            self.errors[field] = words.format(least=least, most=with_thousands(most))
            return max(least, 0)
        return int(number)

    def _marks(self) -> Iterator[Mark]:
        taken = [*SAYS]
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
            kind = self._mark_kind(at)
            made, missed, times = (self._read(f"mark_{at}_{how}") for how in ("made", "missed", "times"))
            number = self._mark_number(at) if kind == "number" else ANY_NUMBER
            number = replace(
                number, after_play=self.fields.get(f"mark_{at}_entered") == AFTER_PLAY, most_per_hand=self._most(at)
            )
            yield Mark(name, kind, made, 0 if kind == "player" else missed, number, times)

    def _mark_kind(self, at: int) -> MarkKind:
        kind = self.fields.get(f"mark_{at}_kind")
        return "number" if kind == "number" else "player" if kind == "player" else "yes or no"

    def _most(self, at: int) -> int | None:
        """Return the largest sum of a mark in one hand; an empty field is no limit."""
        name = f"mark_{at}_most"
        return self._whole(name, 1, LARGEST_MARK) if self.fields.get(name, "").strip() else None

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
