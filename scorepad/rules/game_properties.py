"""Properties of a game that depend on both its rulebook and its scheme.

These are the end of the game, its largest hand, and games that consist only of a name. A scheme can require an exact
total, which then ends every game (rules.md A13, items 5 and 6). A rulebook that ends at such a total needs a scheme
that can reach it.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from scorepad.rules.rulebook import Rulebook
from scorepad.rules.rulebook.keys import End
from scorepad.rules.scheme import Scheme
from scorepad.rules.scheme.scheme import USUAL_TOP
from scorepad.words import _


def end_with(rulebook: Rulebook, scheme: Scheme) -> End:
    """Return how a game with these rules ends.

    It ends "exactly" only if a player must have that exact total to win by the scheme.
    """
    if isinstance(scheme.winner, tuple):
        return End("exactly", scheme.winner[1])
    return rulebook.ends._replace(how="reaching") if rulebook.ends.how == "exactly" else rulebook.ends


def other_end(rulebook: Rulebook, scheme: Scheme) -> str:
    """Return the warning for a game whose rulebook and scheme end differently, or ""."""
    end = end_with(rulebook, scheme)
    if end.how == "reaching" and scheme.winner == "low":
        words = _(
            "With this scoring the lowest total wins: the game ends when a player has {points} or more, and "
            "the player with the fewest points wins."
        )
    elif end == rulebook.ends:
        return ""
    elif end.how == "reaching":
        words = _("With this scoring the game ends when a player has {points} or more, and the highest total wins.")
    elif rulebook.ladder.endless:
        words = _("With this scoring the game ends when a player has exactly {points}. That player wins.")
    else:
        words = _(
            "With this scoring the game ends when a player has exactly {points}. That player wins. If the "
            "hands run out first, more hands of the last size are played. If you end the game yourselves, the "
            "player nearest to {points} leads."
        )
    return words.format(points=end.points)


def hand_sizes(rulebooks: Iterable[Rulebook], key: str, players: int | None = None) -> set[int]:
    """Return the cards of the hands of the games that usually have this scheme.

    `players` limits them to games with that number of players; None includes all. Return 1 to USUAL_TOP if there is no
    such game.
    """
    games = [game for game in rulebooks if game.scheme == key]
    tables = [(game, n) for game in games for n in range(game.min_players, game.max_players + 1)]
    sizes = {size for game, n in tables if players in (None, n) for size in (*game.sizes(n), game.largest_for(n))}
    return sizes or {*range(1, USUAL_TOP + 1)}


_KEYS = {"name", "winner"}
_LEAST = {"players": "2-10", "ladder": "1", "bidding": "none", "trump": "none"}


def is_named_only(data: object) -> bool:
    """Return whether a rulebook's data has only a name and, optionally, a winner."""
    return isinstance(data, Mapping) and "name" in data and data.keys() <= _KEYS


def rulebook_data(named: Mapping[str, Any]) -> dict[str, Any]:
    """Return the full data of the rulebook of a game that has only a name."""
    return {"name": named["name"], **_LEAST}


def scheme_data(named: Mapping[str, Any]) -> dict[str, Any]:
    """Return the full data of its scheme, in which every hand gives 0 points."""
    return {"name": named["name"], "winner": named.get("winner", "high"), "points": [{"give": "0"}]}


def short_data(rulebook: Mapping[str, Any], scheme: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the short form in which a file writes a game that has only a name.

    Return None for any other game.
    """
    if rulebook != rulebook_data(rulebook):
        return None
    low = {"name": rulebook["name"], "winner": "low"}
    return low if scheme == scheme_data(low) else {"name": rulebook["name"]}
