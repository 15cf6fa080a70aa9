"""The demo game, with which newcomers and visitors of a host try a sheet."""

from scorepad.game.files.game_file import read_game
from scorepad.game.report.example_hand import NAMES
from scorepad.game.state.game import Game
from scorepad.words import _

PLAYERS = NAMES[:4]
HANDS = (
    ("H", (0, 1, 1, 0), (0, 1, 0, 0)),
    ("C", (1, 0, 0, 0), (1, 0, 0, 1)),
    ("S", (0, 2, 1, 1), (0, 2, 0, 1)),
)
"""Trump suit, bids and tricks of the hands with 1, 2 and 3 cards."""


def demo_game() -> Game:
    """Return a game of four made-up players, with its first hands played and some left to play."""
    hands = [
        {"trump": trump, "bids": dict(zip(PLAYERS, bids, strict=True)), "taken": dict(zip(PLAYERS, taken, strict=True))}
        for trump, bids, taken in HANDS
    ]
    return read_game({
        "format": "scorepad-game/1", "rulebook": "pagat", "players": list(PLAYERS), "house": {"ladder": "1-7"},
        "location": _("Demo game"), "record": [{"hand": hand} for hand in hands],
    })  # fmt: skip
