"""Answers written as the data of a scheme."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from scorepad.formats import decimal
from scorepad.rules.formula import simplify_number
from scorepad.rules.formula.tree import Number, magnitude
from scorepad.rules.scheme.answers import CARDS, TIMES, Amount, Answers, Mark, amounts_of, to_table
from scorepad.rules.scheme.builder.sentences import about
from scorepad.rules.scheme.parts import ANY_NUMBER
from scorepad.words import later

Added = tuple[Number, str]
"""A number, and the name for which it is counted; "" for a constant."""


SAYS: Mapping[str, later] = {
    "only_winner": later("only one made it"), "only_loser": later("only one missed"),
    "made_row": later("made in a row"), "missed_row": later("missed in a row"), "times": later("multiplier"),
}  # fmt: skip
"""The terms of built schemes and their words in explanations."""


def data_of(answers: Answers) -> dict[str, Any]:
    """Return the data for `Scheme.from_dict`.

    A number that the formula language does not allow is written unchanged.
    """
    exactly, turns_back = answers.exactly, answers.winner == "exactly" and answers.turns_back
    terms = _terms(answers)
    return {
        "name": answers.name,
        "about": answers.about or about(answers),
        "winner": {"exactly": exactly} if answers.winner == "exactly" else answers.winner,
        **({"halves": True} if answers.halves else {}),
        **({} if answers.no_bid_from is None else {"bids_when": f"total < {answers.no_bid_from}"}),
        **({"runs_when": "cards > 1"} if answers.streak_skips else {}),
        **({"marks": {mark.name: _kind(mark) for mark in answers.marks}} if answers.marks else {}),
        **({"terms": terms, "says": {name: str(SAYS[name]) for name in terms}} if terms else {}),
        **({"total": {"becomes": f"raw if raw <= {exactly} else {2 * exactly} - raw"}} if turns_back else {}),
        "answers": to_table(answers),
        "points": list(_cases(answers)),
    }


def _kind(mark: Mark) -> str | dict[str, Any]:
    number = mark.number
    if number == ANY_NUMBER:
        return mark.kind
    return {
        **({"default": number.default} if mark.kind == "number" else {"kind": mark.kind}),
        **({"choices": [*number.choices]} if number.choices else {}),
        **({"entered": "after play"} if number.after_play else {}),
        **({"most_per_hand": number.most_per_hand} if number.most_per_hand is not None else {}),
    }


def _terms(answers: Answers) -> dict[str, str]:
    """Return the formulas of the terms in SAYS that these answers need."""
    factors = [(TIMES[name], times) for name, times in answers.times]
    factors += [(mark.name, mark.times) for mark in answers.marks if mark.times != 1]
    terms = {
        "only_winner": "made and makers == 1" if answers.only_winner else "",
        "only_loser": "missed and makers == players - 1" if answers.only_loser else "",
        **{
            f"{how}_row": f"{how} and {how}_run > 0 and {how}_run % {answers.streak} == 0"
            for how in ("made", "missed") if getattr(answers, f"streak_{how}")
        },
        "times": " * ".join(f"({decimal(times)} if {when} else 1)" for when, times in factors),
    }  # fmt: skip
    return {name: formula for name, formula in terms.items() if formula}


def _cases(answers: Answers) -> Iterator[dict[str, str]]:
    if answers.no_bid_from is not None:
        yield {"when": f"total >= {answers.no_bid_from}", "give": _sum([(answers.without, "taken")])}
    if answers.void_if_missed:
        yield {"when": "makers == 0", "give": "0"}
    times = [*_terms(answers)][-1:] == ["times"]
    for when, added in _points(answers):
        give = _sum(added)
        yield {**({"when": when} if when else {}), "give": f"times * ({give})" if times and give != "0" else give}


def _points(answers: Answers) -> Iterator[tuple[str, list[Added]]]:
    """Yield the condition of every case and the sum of its points; the first case that holds counts."""
    amounts, marks, high = amounts_of(answers), answers.marks, f"bid >= {answers.high_from}"
    made_if = {"small_zero": f"bid == 0 and cards <= {answers.small}", "zero": "bid == 0", "high": high, "made": ""}
    made = {name: _added(amounts[name]) for name in made_if if name in amounts}
    made["made"].append((answers.made_cards, CARDS))
    missed_if = {"missed_zero": "missed and bid == 0", "missed_high": f"missed and {high}"}
    won = [*_marked(marks, "made"), (answers.only_winner, "only_winner"), (answers.streak_made, "made_row")]
    lost = [(answers.only_loser, "only_loser"), (answers.streak_missed, "missed_row")]
    missed = [*_marked(marks, "missed"), *lost]
    for name, added in made.items():
        yield _all("made", made_if[name]), [*added, *won]
    for name, when in missed_if.items():
        if name in amounts:
            yield when, [*_added(amounts[name]), *missed]
    for name, added in made.items() if answers.half else ():
        full = [*added, *_marked((mark for mark in marks if not mark.missed), "made")]
        rest = _marked((mark for mark in marks if mark.missed), "missed")
        yield _all("off == 1", made_if[name]), [*((_half(number), unit) for number, unit in full), *rest, *lost]
    if answers.over is not None:
        yield "over_bid", [*_added(answers.over), *missed]
    yield "", [*_added(answers.missed), *missed]


def _all(*conditions: str) -> str:
    return " and ".join(filter(None, conditions))


def _half(number: Number) -> Number:
    return simplify_number(Fraction(number) / 2)


def _added(amount: Amount) -> list[Added]:
    return [(amount.points, ""), (amount.each, amount.unit)]


def _marked(marks: Iterable[Mark], how: str) -> list[Added]:
    return [(getattr(mark, how), mark.counted) for mark in marks]


def _sum(added: Iterable[Added]) -> str:
    """Return a formula like `10 + 2 * bid`, `-off` or `0`."""
    text = ""
    for number, name in added:
        if not number:
            continue
        size = magnitude(number)
        part = " * ".join([*([decimal(size)] if size != 1 or not name else []), *([name] if name else [])])
        sign = "-" if number < 0 else "+"
        text = f"{text} {sign} {part}" if text else f"{sign.strip('+')}{part}"
    return text or "0"
