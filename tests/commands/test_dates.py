"""An impossible date is refused with the same message everywhere; old games with odd dates still open."""

import json
from pathlib import Path

import pytest
from builders import hand, play
from program import GAME, refused, run
from scorekeeper import Scorekeeper, new_game
from soak import sampled

from scorepad.errors import FileError, RuleError
from scorepad.game.decide import setup
from scorepad.game.files.game_file import read_game, write_game
from scorepad.game.report.sheet_files import sheet_json
from scorepad.game.state.dates import is_date
from scorepad.game.state.events import Described
from scorepad.repository import GameRepository
from scorepad.store import Store

IMPOSSIBLE = ["2026-02-31", "2026-13-45", "yesterday", "27th Nov"]


@pytest.mark.parametrize("date", [*IMPOSSIBLE, "2025-02-29", "1900-02-29", "2026-00-10", "2026-11-00", "2026-13"])
def test_no_date_of_the_calendar(date: str) -> None:
    assert not is_date(date)


@pytest.mark.parametrize("date", ["2026-11-20", "2024-02-29", "2000-02-29", "2026-11", "1987", "20 Nov 2026", "3/4/26"])
def test_dates_as_people_write_them(date: str) -> None:
    assert is_date(date)
    assert setup.describe(play("pike", "Ann Bob Cat"), date=date).details == {"date": date}


@pytest.mark.parametrize("date", sampled(IMPOSSIBLE, 1))
def test_a_game_file_a_form_a_command_and_an_import_refuse_it_alike(
    date: str, keeper: Scorekeeper, tmp_path: Path
) -> None:
    text = f"“{date}” is not a date. Example: 20 November 2026."
    for file in ({**GAME, "date": date}, {**GAME, "record": [{"details": {"date": date}}]}):
        with pytest.raises(FileError, match=text):
            read_game(file)
        (tmp_path / "game.json").write_text(json.dumps(file))
        refused(run(tmp_path, "score", "game.json"), text)
        answer = run(tmp_path, "import", "game.json")
        assert (answer.status, text in answer.error) == (1, True)
    (tmp_path / "whole.json").write_text(json.dumps(GAME))
    assert run(tmp_path, "import", "whole.json").status == 0
    (tmp_path / "sheet.csv").write_text(f"date,game,Ann,Bob,Cat\n{date},pike,1,2,3\n")
    assert text in run(tmp_path, "import", "sheet.csv").error
    refused(run(tmp_path, "import", "sheet.csv", "--date", date), text)
    refused(run(tmp_path, "print", "sheet", "pike", "--date", date, "-o", "sheet.pdf"), text)
    refused(run(tmp_path, "people", "league", "--from", date), text)
    for words in ("people --year", "print --all -o all.pdf --year", "print year"):
        answer = run(tmp_path, *words.split(), date)
        assert (answer.status, f"“{date}” is not a year. Example: 2026." in answer.error) == (2, True), words
    new_game(keeper, "pike", "Ann", "Bob", "Cat", location="The Crown")
    keeper.follow("Change rules")
    for page in (keeper.send("/details", date=date, location="Elsewhere"), _new(keeper, date)):
        assert page.status == 422
        assert page.refusal_at("date") == text
        assert 'value="Elsewhere"' in page.source, "what was typed stays"


def _new(keeper: Scorekeeper, date: str):  # type: ignore[no-untyped-def]
    keeper.visit("/games/new?rulebook=pike")
    return keeper.send("/games", players__0="Ann", players__1="Bob", players__2="Cat", date=date, location="Elsewhere")


def test_a_game_recorded_with_an_odd_date_still_opens_and_can_be_copied(store: Store) -> None:
    games = GameRepository(store)
    game = play("pike", "Ann Bob Cat", hand("Ann Bob Cat", [1, 0, 1], [5, 5, 0])).then(Described({"date": "Friday"}))
    stored = games.load(games.keep(game, by="test"))
    assert stored.game.sheet.date == "Friday"
    assert setup.describe(stored.game, date="Friday", location="Mill").details["location"] == "Mill"
    assert sheet_json(read_game(write_game(stored.game))) == sheet_json(game)
    with pytest.raises(RuleError, match="“Saturday” is not a date"):
        setup.describe(stored.game, date="Saturday")
