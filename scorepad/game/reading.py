"""What reading a file or a log may cost: data of strangers is checked, and only so much is worked out anew."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from scorepad.errors import FileError
from scorepad.game import events as e
from scorepad.game.record import Game
from scorepad.rules import scheme as schemes
from scorepad.rules.scheme import Scheme
from scorepad.words import _

MOST_ANEW = 40_000  # events folded again; an evening of 60 hands with 100 corrections needs 12,000
A_SCHEME = 1_000  # what another scheme counts as, for its formulas are checked


class Work:
    """How much may still be worked out anew for one file."""

    def __init__(self) -> None:
        self.left = MOST_ANEW

    def spend(self, game: Game, event: e.Event) -> None:
        """Raises FileError when `event` would be too much."""
        self.left -= game.anew(event) + (A_SCHEME if isinstance(event, e.SchemeChanged) else 0)
        if self.left < 0:
            raise FileError(_("so many corrections are too much for one file"))


def sound_scheme(data: Mapping[str, Any]) -> Scheme:
    """The scheme of a stranger's data, its formulas checked; FileError, or SchemeError if it cannot be read."""
    scheme = Scheme.from_dict(data)
    problem = _problem(json.dumps(scheme.to_dict(), sort_keys=True))
    if problem:
        raise FileError(problem, field="scheme")
    return scheme


@lru_cache(maxsize=128)
def _problem(text: str) -> str | None:
    """What is wrong with a scheme; those that come with Scorepad are sound."""
    data = json.loads(text)
    if any(known.to_dict() == data for known in schemes.built_in().values()):
        return None
    return next((str(problem) for problem in Scheme.from_dict(data).check()), None)
