"""Downloads of a sheet for other programs: CSV with a row per player, Excel, and BG Stats."""

from flask import Blueprint, Response

from scorepad import json_text
from scorepad.formats import slug
from scorepad.game.report.sheet_files import sheet_long_csv
from scorepad.game.state.game import Game
from scorepad.web.reports.render_cache import cached_drawing
from scorepad.web.submit import game_or_404
from scorepad.words import ours

blueprint = Blueprint("downloads", __name__)

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def download(game: Game, body: str | bytes, kind: str, ending: str, *, inline: bool = False) -> Response:
    """Return a file that is named after the game's title and date."""
    how = "inline" if inline else "attachment"
    name = slug(f"{game.sheet.location or ours(game.sheet.rulebook.name)} {game.sheet.date}", "game")
    return Response(body, content_type=kind, headers={"Content-Disposition": f'{how}; filename="{name}.{ending}"'})


@blueprint.get("/games/<game_id>/sheet-long.csv")
def long_csv(game_id: str) -> Response:
    """Return the sheet as CSV, one row per player and hand."""
    game = game_or_404(game_id).game
    return download(game, sheet_long_csv(game), "text/csv; charset=utf-8", "csv")


@blueprint.get("/games/<game_id>/sheet.xlsx")
def xlsx(game_id: str) -> Response:
    """Return the sheet as an Excel file."""
    from scorepad.game.report.workbook import sheet_xlsx  # imported late: its library is large

    stored = game_or_404(game_id)
    data = cached_drawing(lambda: sheet_xlsx(stored.game), "xlsx", game_id, stored.hash)
    return download(stored.game, data, XLSX, "xlsx")


@blueprint.get("/games/<game_id>/bg-stats.json")
def bg_stats(game_id: str) -> Response:
    """Return the totals of a finished game for BG Stats; a game that is not finished is left out."""
    from scorepad.game.files.bg_stats import bg_stats_json  # imported late: startup needs no code for files

    game = game_or_404(game_id).game
    data = bg_stats_json([game] if game.sheet.finished else [])
    return download(game, json_text.serialize(data), "application/json; charset=utf-8", "bgsplay")
