"""Sheets: a game to take away, as JSON, CSV, PDF or a whole game file."""

from __future__ import annotations

import json

from flask import Blueprint, Response, request

from scorepad import json_text
from scorepad.game.report.sheet_json import sheet_json
from scorepad.game.report.spreadsheet import sheet_csv
from scorepad.game.state.record import Game
from scorepad.slug import slug
from scorepad.web.reports.drawn import drawn
from scorepad.web.reports.paper import paper_options, printed_in
from scorepad.web.submit import game_or_404, look_or_404
from scorepad.words import ours

blueprint = Blueprint("exports", __name__)


def _file_name(game: Game, ending: str) -> str:
    """The game's title and date."""
    return f"{slug(f'{game.sheet.location or ours(game.sheet.rulebook.name)} {game.sheet.date}', 'game')}.{ending}"


def _download(game: Game, body: str | bytes, kind: str, ending: str, *, inline: bool = False) -> Response:
    how = "inline" if inline else "attachment"
    return Response(
        body, content_type=kind, headers={"Content-Disposition": f'{how}; filename="{_file_name(game, ending)}"'}
    )


@blueprint.get("/games/<game_id>/game.json")
def game_file(game_id: str) -> Response:
    """The game file; `?log=1` with every event there ever was, `?rescue=1` also of a damaged game, and says so."""
    from scorepad.game.files.game_file import write_game  # late: no start needs what reads and writes files

    with_log = request.args.get("log") == "1"
    if request.args.get("rescue") == "1":
        game = look_or_404(game_id).rescued
        text = json_text.serialize(write_game(game, with_log=True))
        return _download(game, text, "application/json; charset=utf-8", "json")
    stored = game_or_404(game_id)

    def write() -> bytes:
        return json_text.serialize(write_game(stored.game, with_log=with_log)).encode()

    data = drawn(write, "game file", game_id, stored.hash, with_log)
    return _download(stored.game, data, "application/json; charset=utf-8", "json")


@blueprint.get("/games/<game_id>/sheet.json")
def sheet_as_json(game_id: str) -> Response:
    """Rows, totals and standings, as `openapi.json` describes them."""
    text = json.dumps(sheet_json(game_or_404(game_id).game), ensure_ascii=False)
    return Response(text, content_type="application/json; charset=utf-8")


@blueprint.get("/games/<game_id>/sheet.csv")
def sheet_as_csv(game_id: str) -> Response:
    """The sheet as a spreadsheet reads it: a row a hand."""
    game = game_or_404(game_id).game
    return _download(game, sheet_csv(game), "text/csv; charset=utf-8", "csv")


@blueprint.get("/games/<game_id>/sheet.pdf")
@printed_in()
def sheet_as_pdf(game_id: str) -> Response:
    """The sheet on paper; `?paper=letter` for American paper, and whatever else `paper_options` reads."""
    from printables.score_sheet import score_sheet  # late: the printer's library is heavy

    stored, blob = game_or_404(game_id), request.args.get("blob") == "y"
    paper = paper_options(request.args, sheet=True)
    pdf = drawn(lambda: score_sheet(stored.game, paper, blob=blob), "sheet", game_id, stored.hash, paper, blob)
    return _download(stored.game, pdf, "application/pdf", "pdf", inline=True)
