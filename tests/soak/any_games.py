"""Games whose files and pages the fuzz tests change."""

import json

from builders import hand, play

from scorepad.game.files.game_file import write_game

PLAYERS = "Ann Bob Cat"
AUCTION = {"hand": {"auction": ["2H", "double", "1", "pass", "pass"], "taken": {"Ann": 2, "Bob": 1, "Cat": 1}}}


GAMES = {
    "bids": play("ohell", PLAYERS, hand(PLAYERS, [1, 1, 1], [1, 1, 0], trump="H"), house={"ladder": "2-4"}),
    "tricks": play("pike", PLAYERS, {"hand": {"bids": {"Ann": 1, "Bob": 0, "Cat": 1}}}, house={"ladder": "2-4"}),
    "auction": play("murder", PLAYERS, AUCTION, house={"ladder": "4-6"}),
    "over": play("ohell", PLAYERS, hand(PLAYERS, [1, 1, 1], [1, 1, 0], trump="H"), house={"ladder": "2"}, stake=5),
}


FILES = [json.loads(json.dumps(write_game(game, with_log=log))) for game in GAMES.values() for log in (False, True)]
