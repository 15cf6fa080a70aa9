"""The answers of a scheme, if answers describe it, and the texts of rule files that answers produce."""

import re
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from scorepad.errors import RuleFileError
from scorepad.rules import toml_text
from scorepad.rules.formula import simplify_number
from scorepad.rules.formula.tree import Number
from scorepad.rules.scheme import built_in, trial
from scorepad.rules.scheme.answers import CARDS, MADE_UNITS, MISSED_UNITS, Amount, Answers, Mark
from scorepad.rules.scheme.builder.scheme_data import SAYS, data_of
from scorepad.rules.scheme.builder.sentences import about
from scorepad.rules.scheme.scheme import Scheme


def read(scheme: Scheme) -> Answers | None:
    """Return the answers that describe this scheme, or None.

    They are those in its file. The formulas count: if they say anything else, nothing is returned. The answers of a
    built-in scheme are about its default options; tests compare their points.
    """
    try:
        answers = _answers(scheme, scheme.answers or _arguments_of_formulas(scheme))
        if scheme.answers and built_in().get(scheme.key) == scheme:
            return answers
        same = _formulas(Scheme.from_dict(data_of(answers))) == _formulas(scheme)
    except (RuleFileError, LookupError):
        return None
    return answers if same else None


def _answers(scheme: Scheme, arguments: Mapping[str, Any]) -> Answers:
    """Return the answers with these arguments, and those that other keys of the scheme say."""
    winner, exactly = scheme.winner if isinstance(scheme.winner, tuple) else (scheme.winner, Answers.exactly)
    marks = tuple(
        Mark(name, kind, number=scheme.mark_number(name), **arguments.get("marks", {}).get(name, {}))
        for name, kind in scheme.marks.items()
    )
    answers = Answers(
        **{**arguments, "marks": marks}, name=scheme.name, winner=winner, exactly=exactly, halves=scheme.halves,
        turns_back=scheme.total is not None,
    ).settled()  # fmt: skip
    return replace(answers, about="" if scheme.about == about(answers) else scheme.about)


def _formulas(scheme: Scheme) -> tuple[Any, ...]:
    """Return everything that decides about the points of a scheme."""
    return (
        scheme.cases, scheme.total, scheme.bids_when, scheme.runs_when, scheme.winner, scheme.halves,
        dict(scheme.options), dict(scheme.marks), dict(scheme.numbers), scheme.terms,
    )  # fmt: skip


# --- schemes that an earlier version built, without their answers -----------------------------------------


def _arguments_of_formulas(scheme: Scheme) -> Mapping[str, Any]:
    """Return the arguments of Answers in formulas as `data_of` writes them; raise LookupError for other conditions."""
    arguments: dict[str, Any] = {}
    marks: dict[str, dict[str, Number]] = {name: {} for name in scheme.marks}
    for case in scheme.cases:
        when, counts = case.when.text if case.when else "", _counts(case.give.text)
        if stop := re.fullmatch(r"total >= (-?\d+)", when):
            arguments |= {"no_bid_from": int(stop[1]), "without": counts.get("taken", 0)}
            continue
        name = {"made and bid == 0": "zero", "made": "made", "over_bid": "over", "": "missed"}[when]
        units = {"zero": (CARDS,), "made": MADE_UNITS}.get(name, MISSED_UNITS)
        unit = next(filter(counts.get, units), units[0])
        arguments[name] = Amount(counts.get("", 0), counts.get(unit, 0), unit)
        if name == "made":
            arguments["made_cards"] = counts.get(CARDS, 0)
        for mark, worth in marks.items():
            worth["made" if name in ("zero", "made") else "missed"] = counts.get(mark, 0)
    return {**arguments, "marks": marks}


def _counts(give: str) -> dict[str, Number]:
    """Return the numbers in a sum like `10 - 2 * bid`, by the name for which each is counted; "" for a constant."""
    counts: dict[str, Number] = {}
    for sign, size, name in re.findall(r"(-?) ?\b(?:([\d.]+)(?: \* )?)?([A-Za-z_]\w*(?:\(off\)| \*\* \d)?)?", give):
        if size or name:
            counts[name] = simplify_number(Fraction(size or 1) * (-1 if sign else 1))
    return counts


# --- the texts of rule files ------------------------------------------------------------------------------

KEPT = ("source", "unsure", "notes", "examples")
"""Keys of a custom scheme that no question covers and that a new text keeps."""

_SAID = {*data_of(Answers()), *KEPT, "halves", "bids_when", "runs_when", "marks", "terms", "says", "total"}


def is_expressible(text: str) -> bool:
    """Return whether answers can express everything in this scheme's text, so that nothing is lost."""
    try:
        scheme = Scheme.from_toml(text)
    except RuleFileError:
        return False
    says_more = any(case.says for case in scheme.cases) or not set(scheme.says) <= set(SAYS)
    return read(scheme) is not None and set(scheme.data) <= _SAID and not says_more and "#" not in text


def text_of(answers: Answers, stored: str = "") -> str:
    """Return the text of a rule file for these answers.

    Keys of `stored` that the answers do not cover stay, except examples that are now wrong.
    """
    data = data_of(answers)
    if not stored:
        return toml_text.format_toml(data)
    old, new = Scheme.from_toml(stored), Scheme.from_dict(data)
    preserved = {name: old.data[name] for name in KEPT if name in old.data}
    wrong = {error.where for error in trial.wrong_examples(replace(new, examples=old.examples))}
    examples = enumerate(preserved.get("examples", ()), 1)
    preserved["examples"] = [data for number, data in examples if f"examples[{number}].points" not in wrong] or None
    return toml_text.format_toml({**data, **preserved})
