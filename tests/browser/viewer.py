"""Games for the table view."""

from scorepad.game.files.game_file import read_game
from scorepad.repository import GameRepository
from scorepad.store import Store

FOUR = ("Ann", "Ben", "Cat", "Di")
SEVEN = (*FOUR, "Eve", "Fay", "Maximiliane Wolkenstein")


def game(store: Store, players: tuple[str, ...], cards: int, **more: object) -> str:
    """Return the path of a game in which the second player has bid and taken all tricks once."""
    bids = dict.fromkeys(players, 0) | {players[1]: cards}
    record = [{"adjust": {"player": players[0], "points": -20}}, {"hand": {"trump": "H", "bids": bids, "taken": bids}}]
    file = {
        "format": "scorepad-game/1", "rulebook": "pike", "players": list(players), "house": {"ladder": f"{cards}x3"},
        "record": record, **more,
    }  # fmt: skip
    return "/games/" + GameRepository(store).keep(read_game(file), by="test")
