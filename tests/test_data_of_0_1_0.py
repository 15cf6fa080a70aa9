"""Data written by release 0.1.0 (data_0_1_0) opens unchanged: its store, custom rules, links and game files."""

import contextlib
import json
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from clients import come_in
from scorekeeper import Scorekeeper, Within
from soak import only_in_soak

from scorepad import cli
from scorepad.game.report.sheet_files import sheet_json
from scorepad.repository import GameRepository
from scorepad.store import Store, open_store
from scorepad.web import create_app
from scorepad.web.groups.links import Links, Role

WRITTEN = Path(__file__).parent / "data_0_1_0"


def read(name: str) -> Any:
    return json.loads((WRITTEN / name).read_text("utf-8"))


KEPT = read("kept.json")
IDS: dict[str, str] = KEPT["games"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a copy, so that the original stays unchanged."""
    for name in ("scorepad.db", "scorepad.secret"):
        shutil.copy(WRITTEN / name, tmp_path)
    return tmp_path


@pytest.fixture
def old(folder: Path) -> Iterator[Store]:
    with contextlib.closing(open_store(folder)) as opened:
        yield opened


def answer(capsys: pytest.CaptureFixture[str], *words: object) -> Any:
    assert cli.main([str(word) for word in words]) == 0
    return json.loads(capsys.readouterr().out)


def test_every_game_in_the_store_gives_the_same_sheet(old: Store) -> None:
    sheets = {name: sheet_json(GameRepository(old).load(game_id).game) for name, game_id in IDS.items()}
    assert sheets == {name: read(f"games/{name}.sheet.json") for name in IDS}


BETWEEN = """
ALTER TABLE drafts ADD COLUMN by TEXT NOT NULL DEFAULT '';
CREATE TABLE evenings (
    game INTEGER PRIMARY KEY REFERENCES games (number), mark TEXT NOT NULL, facts TEXT NOT NULL, hash TEXT NOT NULL
);
CREATE TABLE people (name TEXT PRIMARY KEY, person TEXT NOT NULL, hash TEXT NOT NULL) WITHOUT ROWID;
ALTER TABLE games ADD COLUMN rank INTEGER NOT NULL DEFAULT 0;
CREATE TABLE words (word TEXT NOT NULL, game INTEGER NOT NULL, PRIMARY KEY (word, game)) WITHOUT ROWID;
CREATE TABLE endings (ending TEXT NOT NULL, word TEXT NOT NULL, PRIMARY KEY (ending, word)) WITHOUT ROWID;
CREATE TABLE actions (
    game INTEGER NOT NULL REFERENCES games (number), number INTEGER NOT NULL, version INTEGER NOT NULL,
    action TEXT NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (game, number)
) WITHOUT ROWID;
"""
"""What programs between 0.1.0 and today did to the file, one step after the other."""


@pytest.mark.parametrize("steps", [*only_in_soak(1, 3), 6, 7])
def test_a_file_of_a_program_between_0_1_0_and_today_opens(folder: Path, steps: int) -> None:
    with contextlib.closing(sqlite3.connect(folder / "scorepad.db")) as file, file:
        for statement in BETWEEN.split(";")[:steps]:
            file.execute(statement)
        names = ("m007_who_tapped", "m008_plain_search", "m009_years", "m010_played", "m011_actions")
        recorded = [("scorepad", name, "2026-11-20") for name in names[: (steps + 3) // 2]]
        file.executemany("INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES (?, ?, ?)", recorded)
    with contextlib.closing(open_store(folder)) as store:
        games = {name: sheet_json(GameRepository(store).load(game_id).game) for name, game_id in IDS.items()}
        assert games == {name: read(f"games/{name}.sheet.json") for name in IDS}
        assert store.verify_all() == []


def test_the_file_is_copied_as_it_was_before_it_is_brought_up_to_date_and_once_alone(
    folder: Path, old: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    open_store(folder).close()
    (copy,) = (folder / "backups").iterdir()
    assert copy.name.startswith("older-00001-20")
    with (
        contextlib.closing(sqlite3.connect(copy)) as kept,
        contextlib.closing(sqlite3.connect(WRITTEN / "scorepad.db")) as was,
    ):
        assert list(kept.iterdump()) == list(was.iterdump())
    notes = answer(capsys, "restore", "--data", folder, "--format", "json")
    assert [(item["kind"], item["file"]) for item in notes] == [("older", str(copy))]
    old.keep_setting("since", "then")
    answer(capsys, "restore", copy, "--data", folder, "--format", "json")
    with contextlib.closing(open_store(folder)) as again:
        assert set(again.game_ids()) == set(IDS.values())


@pytest.mark.parametrize("name", ["boerenbridge_finished", *only_in_soak("wizard_finished")])
def test_nobody_is_asked_whether_to_keep_rules_that_are_those_of_today(old: Store, name: str) -> None:
    """The built-in rules have changed since, and admit other numbers of players; this table still plays them."""
    keeper = Scorekeeper(Within(create_app(old)))
    page = keeper.visit(f"/games/{IDS[name]}/house")
    assert page.title == "Change rules"
    assert "Save custom rules" not in page.text
    keeper.visit(f"/games/{IDS[name]}")
    assert keeper.send("/rematch").title == "Hand 1"


def test_what_was_tapped_is_still_on_the_pad(old: Store) -> None:
    drafts = {name: old.draft(game_id) for name, game_id in IDS.items()}
    assert {name: draft for name, draft in drafts.items() if draft["values"]} == KEPT["drafts"]


def test_games_lie_where_they_lay(old: Store) -> None:
    names = {game_id: name for name, game_id in IDS.items()}
    assert [names[game.game_id] for game in old.games("binned")] == ["in_the_bin"]
    assert [names[game.game_id] for game in old.games("finished")] == ["wizard_finished", "boerenbridge_finished"]
    assert len(old.games("running")) == 4


def test_rules_of_ones_own_are_as_they_were_typed_and_played_by(old: Store) -> None:
    for kind in ("scheme", "rulebook"):
        (key,) = old.rule_files(kind)
        assert old.rule_file(kind, key) == (WRITTEN / "own" / f"{key}.toml").read_text("utf-8")
        page = create_app(old).test_client().get(f"/{kind}s/{key}")
        assert (page.status_code, "(ours)" in page.text) == (200, True)


def test_links_let_in_as_far_as_they_did(old: Store) -> None:
    links, game_id = KEPT["links"], IDS[KEPT["links"]["game"]]
    app = create_app(old, links=Links(old))
    assert Links(old).opened_by(links["look"]) == (game_id, Role.LOOK)
    assert Links(old).opened_by(links["score"]) == (game_id, Role.SCORE)
    looker, scorer = (come_in(app, f"/enter?key={links[role]}") for role in ("look", "score"))
    assert looker.page.path == scorer.page.path == f"/games/{game_id}"
    assert not [form for form in looker.page.forms if form.action.endswith("/calls")]
    assert scorer.page.form("/calls")


@pytest.mark.parametrize("ending", [*only_in_soak("json"), "log.json"])
def test_its_game_files_are_scored_and_kept_as_they_were(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], ending: str
) -> None:
    files = {name: WRITTEN / "games" / f"{name}.{ending}" for name in IDS}
    kept = answer(capsys, "import", *files.values(), "--data", tmp_path / "new", "--format", "json")
    for (name, file), new in zip(files.items(), kept, strict=True):
        sheet = read(f"games/{name}.sheet.json")
        assert answer(capsys, "score", file, "--format", "json") == sheet
        assert answer(capsys, "score", new["id"], "--data", tmp_path / "new", "--format", "json") == sheet


@pytest.mark.parametrize("words", [[], ["--log"]])
def test_games_of_the_store_are_written_as_they_were(
    folder: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    for name, game_id in IDS.items():
        written = answer(capsys, "export", game_id, *words, "--data", folder)
        assert written == read(f"games/{name}.{'log.' if words else ''}json")
