"""Downloads of a sheet for other programs."""

import io
import json

import pytest
from builders import hand, play
from clients import looker
from flask import Flask
from openpyxl import load_workbook

from scorepad.repository import GameRepository
from scorepad.store import Store
from scorepad.web import create_app
from scorepad.web.groups.links import Links


@pytest.fixture
def app(store: Store) -> Flask:
    return create_app(store, links=Links(store))


PEOPLE = "Ann Bob Cat"
FIRST, SECOND = hand(PEOPLE, [1, 0, 0], [1, 0, 0]), hand(PEOPLE, [1, 1, 1], [1, 1, 0])


def test_a_viewer_downloads_a_finished_game_for_other_programs(app: Flask, store: Store) -> None:
    game = play("wizard", PEOPLE, FIRST, SECOND, house={"ladder": "1-2"}, date="2026-11-20")
    game_id = GameRepository(store).keep(game, by="test")
    way = looker(app, game_id).way
    excel = way.ask("GET", f"/games/{game_id}/sheet.xlsx")
    assert excel.headers["Content-Type"] == "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    assert excel.headers["Content-Disposition"] == 'attachment; filename="Wizard-2026-11-20.xlsx"'
    assert load_workbook(io.BytesIO(excel.body)).active["A1"].value == "Date: 2026-11-20"
    long = way.ask("GET", f"/games/{game_id}/sheet-long.csv").body.decode("utf-8-sig").splitlines()
    assert (long[1], len(long)) == ("2026-11-20,Wizard,Wizard,1,1,Ann,,,Ann,1,1,30,30", 7)
    stats = way.ask("GET", f"/games/{game_id}/bg-stats.json")
    assert stats.headers["Content-Disposition"].endswith('.bgsplay"')
    assert [score["score"] for score in json.loads(stats.body)["plays"][0]["playerScores"]] == ["60", "50", "10"]
