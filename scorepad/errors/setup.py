"""What a game is set up or goes on with, and what is typed into a field."""

from __future__ import annotations

from collections.abc import Iterable

from scorepad.errors.base import RuleError
from scorepad.words import _, ours


class NoHands(RuleError):
    def __init__(self) -> None:
        super().__init__("cards", _("Say at least one hand to come, or end the game."))


class TooManyCards(RuleError):
    def __init__(self, field: str, cards: int, players: int, most: int) -> None:
        text = _("{cards} cards each for {players} players is more than the pack has; {most} is the most.")
        super().__init__(field, text.format(cards=cards, players=players, most=most))


class SchemeMissing(RuleError):
    def __init__(self, rulebook: str) -> None:
        text = _("The points of “{rulebook}” are not known. Choose a scoring scheme for it.")
        super().__init__("scheme", text.format(rulebook=ours(rulebook)))


class RulesUnnamed(RuleError):
    """A scheme or rulebook whose name nobody can see."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind, _("A scheme needs a name.") if kind == "scheme" else _("A rulebook needs a name."))


class BadHouse(RuleError):
    """A house rule, rulebook or scheme that a game cannot be played by."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(field, reason)


class NotWhole(RuleError):
    def __init__(self, field: str, least: int, most: int) -> None:
        text = _("This needs a whole number from {least} to {most}.")
        super().__init__(field, text.format(least=least, most=most))


class HandsByLadder(RuleError):
    """How many hands was asked for where the ladder says it."""

    def __init__(self, rulebook: str) -> None:
        text = _("{rulebook} has as many hands as its cards say: leave this empty, or write other cards, hand by hand.")
        super().__init__("hands", text.format(rulebook=ours(rulebook)))


class UnknownLanguage(RuleError):
    """Nothing can be printed in it."""

    def __init__(self, code: str, known: Iterable[str]) -> None:
        text = _("Scorepad does not speak “{code}”; it speaks {known}.")
        super().__init__("language", text.format(code=code[:40], known=", ".join(known)))


class NotADate(RuleError):
    def __init__(self, field: str, text: str) -> None:
        super().__init__(field, _("“{text}” is no date. Write it like 2026-11-20.").format(text=text[:40]))


class NotATime(RuleError):
    def __init__(self, field: str) -> None:
        super().__init__(field, _("Write a time of day like 13:00 or 0:30."))


class TextMissing(RuleError):
    def __init__(self, field: str) -> None:
        super().__init__(field, _("Write a few words first."))


class TextTooLong(RuleError):
    def __init__(self, field: str, most: int) -> None:
        super().__init__(field, _("At most {most} letters, please.").format(most=most))
