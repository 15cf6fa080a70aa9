"""Data of strangers: read piece by piece, schemes checked, and only so much worked out anew for one file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Protocol

from scorepad.errors import FileError
from scorepad.game.state import events as e
from scorepad.game.state.record import Game
from scorepad.rules import rulebook as rulebooks
from scorepad.rules import scheme as schemes
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.scheme import Scheme
from scorepad.rules.scheme.parts import counted
from scorepad.words import _, by_language

MOST_WORK = 105_000  # events folded again, times players: four at a table play 60 hands and correct a hundred of them
AN_EVENT = 2  # what an event costs besides: as much as two players more
A_RULE_FILE = 700  # what other points or house rules cost besides, for they are read and checked
A_STRANGE_RULE_FILE = 14_000  # points that do not come with Scorepad: whether they are sound takes a tenth of a second
SMALL_SCHEME = 100  # nodes in the formulas of a scheme: Murder has 102; one of 4,000 takes forty times as long


class WorkBudget:
    """How much may still be worked out anew for one file."""

    def __init__(self) -> None:
        self.left = MOST_WORK
        self._schemes: set[str] = set()

    def spend(self, game: Game, event: e.Event) -> None:
        """Counts what `event` costs on `game`; FileError when that is more than is left."""
        weight = max(1, game.sheet.scheme.size // SMALL_SCHEME)
        self.left -= (game.anew(event) * weight + weight - 1) * (len(game.names) + AN_EVENT)
        self.left -= A_RULE_FILE if isinstance(event, e.SchemeChanged | e.HouseChanged) else 0
        if isinstance(event, e.SchemeChanged) and self._is_strange(event.scheme):
            self.left -= A_STRANGE_RULE_FILE
        if self.left < 0:
            raise FileError(_("So many corrections are too much for one file."))

    def _is_strange(self, scheme: Mapping[str, Any]) -> bool:
        """Whether a scheme comes from somewhere else and stands in this file for the first time."""
        text = json.dumps(scheme)
        seen = text in self._schemes
        self._schemes.add(text)
        return not (seen or _comes_along(scheme))


def sound_scheme(data: Mapping[str, Any]) -> Scheme:
    """The scheme of a stranger's data, its formulas checked; FileError, or SchemeError if it cannot be read."""
    scheme = Scheme.from_dict(data)
    problem = _problem(json.dumps(scheme.to_dict()))
    if problem:
        raise FileError(problem, field="scheme")
    return scheme


@by_language(128)
def _problem(text: str) -> str | None:
    """What is wrong with a scheme; those that come with Scorepad are sound."""
    data = json.loads(text)
    if _comes_along(data):
        return None
    return next((str(problem) for problem in Scheme.from_dict(data).check()), None)


def _comes_along(scheme: Mapping[str, Any]) -> bool:
    """Whether a scheme is one that comes with Scorepad."""
    return any(counted(known.data) == counted(scheme) for known in schemes.built_in().values())


class RuleFiles(Protocol):
    """Where the rule files are found that a game names by their keys. RuleFileError where there is none of a key."""

    def find_scheme(self, key: str) -> Scheme: ...

    def find_rulebook(self, key: str) -> Rulebook: ...


class _BuiltIn:
    """Those that come with Scorepad, and no others."""

    def find_scheme(self, key: str) -> Scheme:
        return schemes.find(key)

    def find_rulebook(self, key: str) -> Rulebook:
        return rulebooks.find(key)


BUILT_IN: RuleFiles = _BuiltIn()


def read_rulebook(given: object, known: RuleFiles = BUILT_IN) -> Rulebook | None:
    """The rulebook that is given by its key or by its data; None for nothing; FileError or RulebookError."""
    if isinstance(given, str):
        return known.find_rulebook(given) if given else None
    return None if given is None else Rulebook.from_dict(an_object(given, "rulebook"))


def read_scheme(given: object, known: RuleFiles = BUILT_IN) -> Scheme | None:
    """The scheme that is given by its key or by its data, None for nothing; raises as `sound_scheme`."""
    if isinstance(given, str):
        return known.find_scheme(given) if given else None
    if given is None:
        return None
    return sound_scheme(an_object(given, "scheme"))


def an_object(value: object, field: str) -> dict[str, Any]:
    """The value, which must be an object; else FileError for `field`."""
    if not isinstance(value, dict):
        raise FileError(_("An object with keys was expected here."), field=field)
    return value


def a_list(value: object, field: str) -> list[Any]:
    """The value, which must be a list; else FileError for `field`."""
    if not isinstance(value, list):
        raise FileError(_("A list was expected here."), field=field)
    return value


def yes_no(values: Mapping[str, Any], key: str, field: str) -> bool:
    """What stands under `key`, False for nothing; FileError for `field` where it is neither true nor false."""
    value = values.get(key, False)
    if not isinstance(value, bool):
        raise FileError(_("True or false was expected here."), field=field)
    return value


def sheet_head(values: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of `events.Head` that the data has, as `open_game` takes them; FileError where a text is none."""
    given = [one for one in fields(e.Head) if one.name in values]
    return {one.name: words(values, one.name) if one.default == "" else values[one.name] for one in given}


def words(values: Mapping[str, Any], key: str) -> str:
    """What stands under `key`, "" for nothing; FileError where it is no text."""
    text = values.get(key)
    if text is None:
        return ""
    if not isinstance(text, str):
        raise FileError(_("Words were expected here."), field=key)
    return text
