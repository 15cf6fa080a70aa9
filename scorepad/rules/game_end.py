"""When a game of a rulebook is over with the points of a scheme (rules.md A13, items 5 and 6).

The end belongs to the points: a total that is to be met exactly ends every game that is played for it. A rulebook that
ends at such a total, with points that can jump over it, ends when somebody has reached it.
"""

from __future__ import annotations

from dataclasses import replace

from scorepad.rules.rulebook.keys import End
from scorepad.rules.rulebook.rulebook import Rulebook
from scorepad.rules.scheme import Scheme
from scorepad.words import _


def end_with(rulebook: Rulebook, scheme: Scheme) -> End:
    """How a game of these two ends; "exactly" only where the points are played for that total."""
    if isinstance(scheme.winner, tuple):
        return End("exactly", scheme.winner[1])
    return rulebook.ends._replace(how="reaching") if rulebook.ends.how == "exactly" else rulebook.ends


def as_played(rulebook: Rulebook, scheme: Scheme) -> Rulebook:
    """The rulebook with the end that it has with these points."""
    end = end_with(rulebook, scheme)
    return rulebook if end == rulebook.ends else replace(rulebook, ends=end)


def never_ends_by_itself(rulebook: Rulebook, scheme: Scheme) -> bool:
    """Whether no hand is the last before somebody says so or a total is reached: the hands go on and on."""
    return rulebook.ladder.endless or isinstance(scheme.winner, tuple)


def other_end(rulebook: Rulebook, scheme: Scheme) -> str:
    """What is to be said before a game whose rulebook and points do not end alike; "" where nothing is."""
    end = end_with(rulebook, scheme)
    if end.how == "reaching" and scheme.winner == "low":
        words = _(
            "With these points the lowest total wins, and the game ends for the worst: as soon as somebody has "
            "{points} or more it is over, and whoever has the fewest points wins."
        )
    elif end == rulebook.ends:
        return ""
    elif end.how == "reaching":
        words = _(
            "With these points nobody has to stop at exactly {points}: the game ends when somebody has {points} or "
            "more, and the highest total wins."
        )
    elif rulebook.ladder.endless:
        words = _("With these points the game ends when somebody stands at exactly {points}, and they win.")
    else:
        words = _(
            "With these points the game ends when somebody stands at exactly {points}, and they win. When the hands "
            "run out before, more hands of the last size are played; whoever is nearest leads if you end it yourselves."
        )
    return words.format(points=end.points)
