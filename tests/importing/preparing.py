"""The games in a file as the import prepares them, before it saves any."""

from collections.abc import Mapping
from typing import Any

from scorepad.game.report.sheet_files import sheet_json
from scorepad.importing.files import evenings_in_file
from scorepad.importing.prepared_games import Choices, PreparedGame, prepare_files
from scorepad.library import RuleLibrary


def games_in(
    name: str, data: bytes, rulebook: str = "pagat", columns: Mapping[str, str] = {}, date: str = ""
) -> list[PreparedGame]:
    """Return the games of a file. `columns` are the meanings that a user has chosen, by heading."""
    evenings = evenings_in_file(name, data, columns={"": columns})
    files = prepare_files(evenings, Choices(rulebook, date=date), RuleLibrary(lambda: None))
    return [game for games in files for game in games]


def totals(game: PreparedGame) -> Any:
    """Return the totals of a game, which has no error, by player."""
    assert game.kept, game.error
    return sheet_json(game.kept.game)["totals"]
