"""Rule files, formulas, ladders and the settings of a game: what cannot be read or played."""

from __future__ import annotations

from collections.abc import Iterable

from scorepad.errors.base import FieldError, RuleError, ScorepadError, place_in_words
from scorepad.words import _, labelled, ours


class FormulaError(ScorepadError):
    """A formula that cannot be used; `at` is the 0-based place in `text`."""

    def __init__(self, text: str, at: int, reason: str) -> None:
        self.text, self.at, self.reason = text, at, reason
        super().__init__(reason)


def unknown_name(text: str, at: int, name: str, names: Iterable[str]) -> FormulaError:
    """A name the language does not have here."""
    from difflib import get_close_matches  # late: every start pays for what is imported above

    close = get_close_matches(name[:40], names, n=1)
    reason = _("There is no name “{name}” here.").format(name=name[:40])
    hint = _("Did you mean “{name}”?").format(name=close[0]) if close else ""
    return FormulaError(text, at, f"{reason} {hint}".strip())


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


def too_many_cards(field: str, cards: int, players: int, most: int) -> RuleError:
    text = _("{cards} cards each for {players} players is more than the pack has; {most} is the most.")
    return RuleError(field, text.format(cards=cards, players=players, most=most))


def scheme_missing(rulebook: str) -> RuleError:
    text = _("The points of “{rulebook}” are not known. Choose a scoring scheme for it.")
    return RuleError("scheme", text.format(rulebook=ours(rulebook)))


def rules_unnamed(kind: str) -> RuleError:
    """A scheme or rulebook whose name nobody can see."""
    return RuleError(kind, _("A scheme needs a name.") if kind == "scheme" else _("A rulebook needs a name."))


def bad_house(field: str, reason: str) -> RuleError:
    """A house rule, rulebook or scheme that a game cannot be played by."""
    return RuleError(field, reason)


def not_whole(field: str, least: int, most: int) -> RuleError:
    text = _("This needs a whole number from {least} to {most}.")
    return FieldError(field, text.format(least=least, most=most))


def hands_by_ladder(rulebook: str) -> RuleError:
    """How many hands was asked for where the ladder says it."""
    text = _("{rulebook} has as many hands as its cards say: leave this empty, or write other cards, hand by hand.")
    return RuleError("hands", text.format(rulebook=ours(rulebook)))


class UnknownLanguage(RuleError):
    """Nothing can be printed in it."""

    def __init__(self, code: str, known: Iterable[str]) -> None:
        text = _("Scorepad does not speak “{code}”; it speaks {known}.")
        super().__init__("language", text.format(code=code[:40], known=", ".join(known)))


def not_a_date(field: str, text: str) -> RuleError:
    return RuleError(field, _("“{text}” is no date. Write it like 2026-11-20.").format(text=text[:40]))


def text_too_long(field: str, most: int) -> RuleError:
    return RuleError(field, _("At most {most} letters, please.").format(most=most))
