"""Answers written as the data of a scheme."""

from collections.abc import Iterable, Iterator
from typing import Any

from scorepad.formats import decimal
from scorepad.rules.formula.tree import Number, magnitude
from scorepad.rules.scheme.answers import CARDS, Amount, Answers, Mark, to_table
from scorepad.rules.scheme.builder.sentences import about
from scorepad.rules.scheme.parts import ANY_NUMBER

Added = tuple[Number, str]
"""A number, and the name for which it is counted; "" for a constant."""


def data_of(answers: Answers) -> dict[str, Any]:
    """Return the data for `Scheme.from_dict`.

    A number that the formula language does not allow is written unchanged.
    """
    exactly, turns_back = answers.exactly, answers.winner == "exactly" and answers.turns_back
    return {
        "name": answers.name,
        "about": answers.about or about(answers),
        "winner": {"exactly": exactly} if answers.winner == "exactly" else answers.winner,
        **({"halves": True} if answers.halves else {}),
        **({} if answers.no_bid_from is None else {"bids_when": f"total < {answers.no_bid_from}"}),
        **({"marks": {mark.name: _kind(mark) for mark in answers.marks}} if answers.marks else {}),
        **({"total": {"becomes": f"raw if raw <= {exactly} else {2 * exactly} - raw"}} if turns_back else {}),
        "answers": to_table(answers),
        "points": list(_cases(answers)),
    }


def _kind(mark: Mark) -> str | dict[str, Any]:
    if mark.number == ANY_NUMBER:
        return mark.kind
    choices = {"choices": [*mark.number.choices]} if mark.number.choices else {}
    return {"default": mark.number.default, **choices}


def _cases(answers: Answers) -> Iterator[dict[str, str]]:
    if answers.no_bid_from is not None:
        yield {"when": f"total >= {answers.no_bid_from}", "give": _sum([(answers.without, "taken")])}
    made, missed = _marked(answers.marks, "made"), _marked(answers.marks, "missed")
    if answers.zero is not None:
        yield {"when": "made and bid == 0", "give": _sum([*_added(answers.zero), *made])}
    yield {"when": "made", "give": _sum([*_added(answers.made), (answers.made_cards, CARDS), *made])}
    if answers.over is not None:
        yield {"when": "over_bid", "give": _sum([*_added(answers.over), *missed])}
    yield {"give": _sum([*_added(answers.missed), *missed])}


def _added(amount: Amount) -> list[Added]:
    return [(amount.points, ""), (amount.each, amount.unit)]


def _marked(marks: Iterable[Mark], how: str) -> list[Added]:
    return [(getattr(mark, how), mark.name) for mark in marks]


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
