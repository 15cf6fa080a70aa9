"""What every refusal is: a sentence for a card player."""

from __future__ import annotations


class ScorepadError(Exception):
    """Anything Scorepad refuses; `str(error)` is a full sentence."""


class RuleError(ScorepadError):
    """Something the rules do not let a scorer record; `field` names where it was typed ("bids.Ann").

    `hand` is the number of the hand where the sentence names it itself.
    """

    hand: int | None = None

    def __init__(self, field: str, message: str) -> None:
        self.field = field
        super().__init__(message)

    @property
    def clause(self) -> str:
        """What is wrong, as it stands behind a colon."""
        return str(self).removesuffix(".")


class ClauseError(RuleError):
    """A RuleError that is written as it stands behind a colon, without a capital and a full stop."""

    def __init__(self, field: str, clause: str) -> None:
        self._clause = clause
        super().__init__(field, f"{clause[:1].upper()}{clause[1:]}.")

    @property
    def clause(self) -> str:
        return self._clause


def shown(value: object) -> str:
    """Something typed, as a message quotes it: a text that looks like a number keeps its quotes."""
    return f"“{value[:40]}”" if isinstance(value, str) else "–" if value is None else str(value)[:40]
