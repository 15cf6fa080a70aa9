"""A column of a table, and the codes with which a user chooses its meaning."""

from __future__ import annotations

from dataclasses import dataclass

from scorepad.errors import SheetUnreadable
from scorepad.importing.sheets.headings import OF_A_PLAYER, OF_ALL
from scorepad.words import _

_ALIASES = {"tricks": "taken", "comment": "comment", "ignore": "ignored", "running": "total"}


@dataclass(frozen=True)
class Column:
    """A column: its index, its unique label, and its meaning, for columns of a player also the name.

    The meaning is "" if it is not known, and "ignored" if the column is set aside.
    """

    index: int
    label: str
    player: str = ""
    meaning: str = ""
    is_chosen: bool = False

    @property
    def code(self) -> str:
        """Return the meaning as the user chooses it: “bid:Ann”, “cards”, “ignored”."""
        return f"{self.meaning}:{self.player}" if self.player else self.meaning


def parse_code(code: str) -> tuple[str, str] | None:
    """Return the player and the meaning of a choice such as “bid:Ann”, or None if there is no such meaning."""
    meaning, _colon, player = (part.strip() for part in code.partition(":"))
    meaning = _ALIASES.get(meaning.lower(), meaning.lower())
    if player:
        return (player, meaning) if meaning in OF_A_PLAYER else None
    return ("", meaning) if meaning in (*OF_ALL, *OF_A_PLAYER, "number", "ignored") else None


def parse_choices(text: str) -> dict[str, str]:
    """Return the meanings by column of a text such as “Ann bet=bid:Ann,Day=date”.

    Raise SheetUnreadable for a meaning that does not exist.
    """
    choices: dict[str, str] = {}
    for part in filter(None, map(str.strip, text.split(","))):
        label, _equals, code = part.rpartition("=")
        if not label or parse_code(code) is None:
            meanings = ", ".join((*(f"{meaning}:Ann" for meaning in ("bid", "tricks", "points")), *OF_ALL, "ignore"))
            words = _("“{text}” does not name a column and its meaning. Meanings: {meanings}.")
            raise SheetUnreadable(words.format(text=part[:40], meanings=meanings))
        choices[label.strip()] = code.strip()
    return choices
