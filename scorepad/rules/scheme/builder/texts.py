"""The texts of rule files that answers produce, and the check whether answers can express a text."""

from __future__ import annotations

from scorepad.errors import RuleFileError
from scorepad.rules import toml_text
from scorepad.rules.scheme.answers import Answers
from scorepad.rules.scheme.builder.reading import read
from scorepad.rules.scheme.builder.scheme_data import data_of
from scorepad.rules.scheme.parts import Example
from scorepad.rules.scheme.scheme import Scheme

KEPT = ("source", "unsure", "notes", "examples")
"""Keys of a custom scheme that no question covers and that a new text keeps."""

_SAID = {*data_of(Answers()), *KEPT, "halves", "bids_when", "marks", "total"}


def is_expressible(text: str) -> bool:
    """Return whether answers can express everything in this scheme's text, so that nothing is lost."""
    try:
        scheme = Scheme.from_toml(text)
    except RuleFileError:
        return False
    says = any(case.says for case in scheme.cases)
    return read(scheme) is not None and set(scheme.data) <= _SAID and not says and "#" not in text


def text_of(answers: Answers, stored: str = "") -> str:
    """Return the text of a rule file for these answers.

    Keys of `stored` that the answers do not cover stay, except examples that are now wrong.
    """
    data = data_of(answers)
    if not stored:
        return toml_text.format_toml(data)
    old, new = Scheme.from_toml(stored), Scheme.from_dict(data)
    preserved = {name: old.data[name] for name in KEPT if name in old.data}
    pairs = zip(preserved.get("examples", ()), old.examples, strict=True)
    preserved["examples"] = [data for data, example in pairs if _holds(new, example)] or None
    return toml_text.format_toml({**data, **preserved})


def _holds(scheme: Scheme, example: Example) -> bool:
    try:
        return bool(scheme.entry(scheme.hand_variables(**example.given)) == example.points)
    except RuleFileError:
        return False
