"""Games that users search for and that Scorepad does not have, from `other_games.toml`."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from scorepad.formats import letters_of
from scorepad.words import ours


class OtherGame(NamedTuple):
    """A game with its other names, and a sentence that says why it is missing."""

    name: str
    also: tuple[str, ...]
    about: str

    @property
    def names(self) -> tuple[str, ...]:
        """Return all names, the one in the reader's language first."""
        return (ours(self.name), self.name, *self.also)

    def is_called(self, wanted: str) -> bool:
        """Return whether a name begins with these letters (see `letters_of`); False for no letters."""
        return bool(wanted) and any(letters_of(name).startswith(wanted) for name in self.names)


@cache
def other_games() -> tuple[OtherGame, ...]:
    """Return all games of the file."""
    data = tomllib.loads((files("scorepad.rules") / "other_games.toml").read_text(encoding="utf-8"))
    return tuple(OtherGame(game["name"], tuple(game["also"]), game["about"]) for game in data["games"])


def find(query: str) -> list[OtherGame]:
    """Return the games with a name that begins like this query."""
    return [game for game in other_games() if game.is_called(letters_of(query))]
