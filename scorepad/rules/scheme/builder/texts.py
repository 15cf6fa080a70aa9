"""Texts of rule files that answers write, and those that they can say."""

from __future__ import annotations

from scorepad.errors import RuleFileError, SchemeError
from scorepad.rules import toml_text
from scorepad.rules.scheme.builder.answers import Answers
from scorepad.rules.scheme.builder.reading import read
from scorepad.rules.scheme.builder.writing import data_of
from scorepad.rules.scheme.parts import Example
from scorepad.rules.scheme.scheme import Scheme

KEPT = ("source", "unsure", "notes", "examples")
"""Keys of a text of one's own that no question asks for, and that stay."""

_SAID = {*data_of(Answers()), *KEPT, "halves", "bids_when", "marks", "total"}


def sayable(text: str) -> bool:
    """Whether answers can say all that this text of a scheme says, so that nothing in it is lost."""
    try:
        found = Scheme.from_toml(text)
    except SchemeError:
        return False
    says = any(case.says for case in found.cases)
    return read(found) is not None and set(found.data) <= _SAID and not says and "#" not in text


def text_of(answers: Answers, stored: str = "") -> str:
    """Return the text of a rule file.

    Keep the texts in `stored` that the answers do not contain and that are still true.
    """
    data = data_of(answers)
    if not stored:
        return toml_text.written(data)
    old, new = Scheme.from_toml(stored), Scheme.from_dict(data)
    kept = {name: old.data[name] for name in KEPT if name in old.data}
    pairs = zip(kept.get("examples", ()), old.examples, strict=True)
    kept["examples"] = [data for data, example in pairs if _holds(new, example)] or None
    return toml_text.written({**data, **kept})


def _holds(scheme: Scheme, example: Example) -> bool:
    try:
        return bool(scheme.entry(scheme.hand_variables(**example.given)) == example.points)
    except RuleFileError:
        return False
