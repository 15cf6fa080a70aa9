"""Base classes of all errors, whose messages are sentences for players."""

import re
from typing import Self

from scorepad.words import _, quoted

_COUNTED = re.compile(r"(?P<list>\w+)\[(?P<number>\d+)\](?:\.(?P<key>.+))?")


class ScorepadError(Exception):
    """An error that the user sees; `str(error)` is a full sentence."""

    listed_by = ""
    """The command that lists the known names, for an error about an unknown name."""

    def with_list(self, command: str) -> Self:
        """Set the command that lists the known names, and return this error."""
        self.listed_by = command
        return self


class RuleError(ScorepadError):
    """An entry that the rules do not allow.

    `field` names its form field ("bids.Ann"). `hand` is the number of the hand if the message names it. `clause` is
    the message to follow a colon, without a full stop.
    """

    def __init__(self, field: str, message: str, *, hand: int | None = None, clause: str = "") -> None:
        self.field, self.hand, self.clause = field, hand, clause or message.removesuffix(".")
        super().__init__(message)


class ValueMissing(RuleError):
    """A missing number or answer."""


class FieldError(RuleError):
    """A RuleError whose message does not name its field."""


def quote_value(value: object) -> str:
    """Return a user's input for a message, cut to 40 characters.

    A text has quotation marks, which distinguish it from a number.
    """
    return quoted(value[:40]) if isinstance(value, str) else "–" if value is None else str(value)[:40]


def shorten(text: str, most: int = 80) -> str:
    """Return the text, cut to `most` letters, so that a long value does not fill the message."""
    return text if len(text) <= most else text[: most - 1] + "…"


def place_in_words(where: str) -> str:
    """Return the place that an error names in words: `points[2].when` is case 2, “when”.

    Return "" if it names none.
    """
    if not where:
        return ""
    where = shorten(where)
    match = _COUNTED.fullmatch(where)
    if match:
        counted = {
            "points": (_("Case {number}"), _("Case {number}, “{key}”")),
            "examples": (_("Example {number}"), _("Example {number}, “{key}”")),
            "special": (_("Special hand {number}"), _("Special hand {number}, “{key}”")),
        }
        others = _("{list}, number {number}"), _("{list}, number {number}, “{key}”")
        alone, with_key = counted.get(match["list"], others)
        return (with_key if match["key"] else alone).format(**match.groupdict())
    table, _dot, key = where.partition(".")
    phrases = {
        "terms": _("The term “{key}”"),
        "options": _("The option “{key}”"),
        "marks": _("The mark “{key}”"),
        "says": _("The words for “{key}”"),
        "total": _("The new total, “{key}”"),
    }
    return phrases.get(table, _("{table}, “{key}”")).format(table=table, key=key) if key else quoted(where)
