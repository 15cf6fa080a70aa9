"""Validation of untrusted data: typed fields, checked schemes, and a limit on the work per file."""

import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Protocol

from scorepad.errors import FileError
from scorepad.game.state import events as e
from scorepad.game.state.game import Game
from scorepad.rules import rulebook as rulebooks
from scorepad.rules import scheme as schemes
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.scheme import Scheme
from scorepad.rules.scheme.parts import scored_data
from scorepad.words import _, by_language

MAX_WORK = 105_000  # folded events times players: enough for 4 players with 60 hands and 100 corrections
EVENT_COST = 2  # extra cost of each event, in players
RULE_FILE_COST = 700  # extra cost of a scheme or house rules, which are parsed and checked
NEW_SCHEME_COST = 14_000  # extra cost of a scheme that is not built in: its check takes 0.1 seconds
SMALL_SCHEME = 100  # formula nodes: Murder has 102; a scheme of 4,000 nodes takes 40 times as long


class WorkBudget:
    """The work that one file may still cause."""

    def __init__(self) -> None:
        self.left = MAX_WORK
        self._schemes: set[str] = set()

    def spend(self, game: Game, event: e.Event) -> None:
        """Subtract the cost of folding `event` into `game`.

        Raise FileError if the budget is used up.
        """
        weight = max(1, game.sheet.scheme.size // SMALL_SCHEME)
        self.left -= (game.anew(event) * weight + weight - 1) * (len(game.names) + EVENT_COST)
        self.left -= RULE_FILE_COST if isinstance(event, e.SchemeChanged | e.HouseChanged) else 0
        if isinstance(event, e.SchemeChanged) and self._is_strange(event.scheme):
            self.left -= NEW_SCHEME_COST
        if self.left < 0:
            raise FileError(_("This file has too many corrections."))

    def _is_strange(self, scheme: Mapping[str, Any]) -> bool:
        """Return whether a scheme is neither built in nor seen before in this file, and remember it."""
        text = json.dumps(scheme)
        seen = text in self._schemes
        self._schemes.add(text)
        return not (seen or _is_built_in(scheme))


def checked_scheme(data: Mapping[str, Any]) -> Scheme:
    """Return the scheme of untrusted data with checked formulas.

    Raise FileError if a formula is unsound, or RuleFileError if the data cannot be read.
    """
    scheme = Scheme.from_dict(data)
    problem = _problem(json.dumps(scheme.to_dict()))
    if problem:
        raise FileError(problem, field="scheme")
    return scheme


@by_language(128)
def _problem(text: str) -> str | None:
    """Return the first problem of a scheme, or None.

    Built-in schemes are not checked.
    """
    data = json.loads(text)
    if _is_built_in(data):
        return None
    return next((str(problem) for problem in Scheme.from_dict(data).check()), None)


def _is_built_in(scheme: Mapping[str, Any]) -> bool:
    """Return whether a scheme scores like a built-in one."""
    scored = scored_data(scheme)
    return any(known.scored == scored for known in schemes.built_in().values())


class RuleFiles(Protocol):
    """A source of rule files by key.

    It raises RuleFileError for an unknown key.
    """

    def find_scheme(self, key: str) -> Scheme: ...

    def find_rulebook(self, key: str) -> Rulebook: ...


class _BuiltIn:
    """The built-in rule files."""

    def find_scheme(self, key: str) -> Scheme:
        return schemes.find(key)

    def find_rulebook(self, key: str) -> Rulebook:
        return rulebooks.find(key)


BUILT_IN: RuleFiles = _BuiltIn()


def read_rulebook(given: object, known: RuleFiles = BUILT_IN) -> Rulebook | None:
    """Return the rulebook for a key or for data, or None if nothing is given.

    Raise RuleFileError if the rulebook is unknown or invalid, or FileError if the value has the wrong type.
    """
    if isinstance(given, str):
        return known.find_rulebook(given) if given else None
    return None if given is None else Rulebook.from_dict(require_object(given, "rulebook"))


def read_scheme(given: object, known: RuleFiles = BUILT_IN) -> Scheme | None:
    """Return the scheme for a key or for data, or None if nothing is given.

    Raise RuleFileError for an unknown key, otherwise the errors of `checked_scheme`.
    """
    if isinstance(given, str):
        return known.find_scheme(given) if given else None
    if given is None:
        return None
    return checked_scheme(require_object(given, "scheme"))


def require_object(value: object, field: str) -> dict[str, Any]:
    """Return the value if it is an object.

    Otherwise, raise FileError for `field`.
    """
    if not isinstance(value, dict):
        raise FileError(_("Expected an object with keys here."), field=field)
    return value


def require_list(value: object, field: str) -> list[Any]:
    """Return the value if it is a list.

    Otherwise, raise FileError for `field`.
    """
    if not isinstance(value, list):
        raise FileError(_("Expected a list here."), field=field)
    return value


def read_boolean(values: Mapping[str, Any], key: str, field: str) -> bool:
    """Return the boolean value of `key`, or False if it is missing.

    Raise FileError for `field` if it is not a boolean.
    """
    value = values.get(key, False)
    if not isinstance(value, bool):
        raise FileError(_("Expected true or false here."), field=field)
    return value


def read_head(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of `events.Head` in the data, as `open_game` takes them.

    Raise FileError if a text has the wrong type.
    """
    present = [field for field in fields(e.Head) if field.name in values]
    return {
        field.name: read_text(values, field.name) if field.default == "" else values[field.name] for field in present
    }


def read_text(values: Mapping[str, Any], key: str) -> str:
    """Return the text of `key`, or "" if it is missing.

    Raise FileError if it is not a text.
    """
    text = values.get(key)
    if text is None:
        return ""
    if not isinstance(text, str):
        raise FileError(_("Expected a text here."), field=key)
    return text
