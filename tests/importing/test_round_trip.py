"""Random games of all rulebooks, written to files of each format and imported again."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest
from game.state.test_any_game import course

from scorepad.game.report.sheet_files import sheet_csv, sheet_json, sheet_long_csv
from scorepad.game.report.workbook import sheet_xlsx
from scorepad.game.state.game import Game
from scorepad.importing.files import evenings_in_file
from scorepad.importing.prepared_games import Choices, PreparedGame, prepare_files
from scorepad.library import RuleLibrary
from scorepad.rules import rulebook as rulebooks
from soak import only_in_soak

KEYS = sorted(rulebooks.built_in())
FORMATS: Mapping[str, Callable[[Game], bytes]] = {
    "sheet.csv": lambda game: sheet_csv(game).encode(),
    "long.csv": lambda game: sheet_long_csv(game).encode(),
    "sheet.xlsx": sheet_xlsx,
}


def a_game(seed: int) -> Game:
    luck = Random(seed)
    *_before, game = course(luck, 60, [KEYS[seed % len(KEYS)]])
    return game


def back(game: Game, name: str) -> PreparedGame:
    key = next(key for key in KEYS if rulebooks.find(key).name == game.sheet.rulebook.name)
    result = evenings_in_file(name, FORMATS[name](game))
    ((prepared,),) = prepare_files(result, Choices(rulebook=key), RuleLibrary(lambda: None))
    return prepared


def hands(game: Game) -> list[dict[str, Any]]:
    return [
        {key: row.get(key) for key in ("cards", "bids", "taken", "points", "totals")}
        for row in sheet_json(game)["rows"]
        if "hand" in row and not row["void"]
    ]


CASES = [*range(30), *only_in_soak(*range(30, 300))]
