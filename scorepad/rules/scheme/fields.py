"""All the fields of a scheme, read from its data one after the other: later ones may name what earlier ones declare."""

from __future__ import annotations

import copy
from typing import Any

from scorepad.rules import field_readers
from scorepad.rules.scheme import parts
from scorepad.rules.scheme import readers as read
from scorepad.rules.scheme.examples import read_examples
from scorepad.rules.scheme.parts import Language
from scorepad.rules.told_sentences import read_sentences


def read_fields(data: object) -> dict[str, Any]:
    """The fields of a Scheme, by name, from data that may be anything; RuleFileError names the key that is wrong."""
    given = field_readers.table("", data, parts.KEYS)
    options = read.read_options("options", given.get("options", {}))
    marks = read.read_marks("marks", given.get("marks", {}), options)
    numbers = read.read_mark_numbers("marks", given.get("marks", {}))
    language = Language(options, marks, tuple(field_readers.table("terms", given.get("terms", {}))), numbers)
    terms = read.read_terms("terms", given.get("terms", {}), language)
    fields = {
        "name": parts.read_name("name", given),
        "winner": parts.winner("winner", given.get("winner", "high")),
        "terms": terms,
        "cases": read.read_cases("points", given.get("points", ()), language, terms),
        "total": read.read_total("total", given.get("total", {}), language, terms),
        "bids_when": read.read_bids_when(given, language),
        "runs_when": read.read_runs_when(given, language),
        "options": options,
        "marks": language.marks,
        "numbers": numbers,
        "says": read.read_says(
            "says", given.get("says", {}), (*options, *language.marks, *(one.name for one in terms))
        ),
        "told": read_sentences("told", given.get("told", ())),
        "halves": field_readers.yes_no("halves", given.get("halves", False)),
        "examples": read_examples("examples", given.get("examples", ()), language),
        **{key: parts.text(key, given.get(key, "")) for key in ("about", "source", "unsure", "notes")},
    }
    return {**fields, "data": copy.deepcopy(dict(given))}
