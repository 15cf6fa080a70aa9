"""Which evenings count: by year, place, game and number of players."""

from __future__ import annotations

from typing import NamedTuple

from scorepad.game.years.evening import Evening
from scorepad.game.years.people import folded
from scorepad.words import ngettext, ours


class Choice(NamedTuple):
    """Which evenings count; "" chooses nothing."""

    year: str = ""
    place: str = ""
    game: str = ""
    players: str = ""
    """How many the evening lists, whoever left or came late too: `5`."""

    def takes(self, evening: Evening) -> bool:
        """Whether an evening counts."""
        return (
            self.year in ("", evening.year)
            and self.players in ("", str(len(evening.results)))
            and (not self.place or folded(self.place) == folded(evening.place))
            and (not self.game or folded(self.game) in (folded(evening.game), folded(ours(evening.game))))
        )


EVERY = Choice()
"""All evenings."""


def in_words(choice: Choice) -> str:
    """What is chosen: `2026, Mill, 4 players`."""
    count = int(choice.players) if choice.players.isdecimal() else 0
    players = ngettext("{count} player", "{count} players", count).format(count=count) if count else ""
    return ", ".join(part for part in (*choice._replace(game=ours(choice.game), players=""), players) if part)
