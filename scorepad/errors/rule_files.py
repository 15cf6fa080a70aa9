"""Formulas, schemes, ladders and rulebooks that cannot be used, and rule files that are not kept."""

from __future__ import annotations

from collections.abc import Iterable

from scorepad.errors.base import ScorepadError, place_in_words
from scorepad.words import _, labelled


class FormulaError(ScorepadError):
    """A formula that cannot be used; `at` is the 0-based place in `text`."""

    def __init__(self, text: str, at: int, reason: str) -> None:
        self.text, self.at, self.reason = text, at, reason
        super().__init__(reason)


class UnknownName(FormulaError):
    """A name the language does not have here."""

    def __init__(self, text: str, at: int, name: str, names: Iterable[str]) -> None:
        from difflib import get_close_matches  # late: every start pays for what is imported above

        close = get_close_matches(name[:40], names, n=1)
        reason = _("There is no name “{name}” here.").format(name=name[:40])
        hint = _("Did you mean “{name}”?").format(name=close[0]) if close else ""
        super().__init__(text, at, f"{reason} {hint}".strip())


class RuleFileError(ScorepadError):
    """A scheme, rulebook or ladder that cannot be used: `where` names the key, `line`/`column` (1-based) the place.

    The sentence does not name the key where the reason `says_of_what`: it may have been typed where no key is seen.
    """

    def __init__(
        self,
        where: str,
        reason: str,
        line: int | None = None,
        column: int | None = None,
        *,
        says_of_what: bool = False,
    ) -> None:
        self.where, self.reason, self.line, self.column = where, reason, line, column
        place = _("Line {line}").format(line=line) if line else ""
        super().__init__(labelled(place, "" if says_of_what else self.what, reason))

    @property
    def what(self) -> str:
        """The place that `where` names, in words."""
        return place_in_words(self.where)


class SchemeError(RuleFileError):
    """A scoring scheme that cannot be used."""


class RulebookError(RuleFileError):
    """A rulebook, or a house rule, that cannot be used."""


class LadderError(RulebookError):
    """A line of hand sizes that cannot be read or dealt; `at` is the 0-based place in the line."""

    def __init__(self, reason: str, at: int = 0) -> None:
        self.at = at
        super().__init__("ladder", reason, says_of_what=True)


class RuleFileRefused(ScorepadError):
    """A rule file that is not kept; `told` names the file, the place and the reason."""

    def __init__(self, told: str) -> None:
        super().__init__(told)


class NoOwnRuleFile(ScorepadError):
    def __init__(self, key: str) -> None:
        super().__init__(_("You have no rules of your own called “{key}”.").format(key=key[:60]))
