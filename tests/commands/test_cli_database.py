"""The command line with groups in a database."""

import contextlib
import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from databases import Server, new_database
from hosting import SAID, beside
from program import Answer, key_of, refused, run, with_a_game

from scorepad.store.groups import open_groups


class There:
    """A folder to work in, and a database of many groups."""

    def __init__(self, folder: Path, database: str) -> None:
        self.folder, self.database = folder, database

    def run(self, *words: object) -> Answer:
        return run(self.folder, *words, "--data", self.database, env={"HOME": str(self.folder / "home"), **SAID})

    @property
    def groups(self) -> list[dict[str, Any]]:
        data: list[dict[str, Any]] = self.run("groups", "--format", "json").json
        return data


@pytest.fixture
def there(tmp_path: Path, server: Server) -> Iterator[There]:
    with new_database(server) as address:
        yield There(with_a_game(tmp_path), address)


def test_a_group_is_begun_and_every_command_finds_its_games(there: There) -> None:
    key = key_of(there.run("groups", "new", "Thursday", "--address", "https://a.example").text)
    assert there.groups == [{"key": key, "name": "Thursday", "games": 0}]
    game_id = there.run("import", "game.json").text.strip()
    assert game_id in there.run("games", "--group", "thursday").text
    assert json.loads(there.run("export", game_id).text)["players"] == ["Ann", "Bob", "Cat", "Zoë"]
    assert there.run("check").text == "1 game checked, no errors found.\n"
    assert "no errors found" in there.run("groups", "check").text
    assert there.run("groups", "owner", key).text.startswith(f"Group {key}. Its owner opens it with ")
    there.run("groups", "new", "Friday")
    refused(there.run("games"), "has groups")
    refused(there.run("serve", "--no-open"), "” is not an SQLite address")


def test_copies_of_each_day_are_found_where_the_host_keeps_them(there: There) -> None:
    key = key_of(there.run("groups", "new", "Thursday").text)
    there.run("import", "game.json")
    of_the_host = beside(there.folder / "host")
    with (
        contextlib.closing(open_groups(there.database, SAID, of_the_host)) as groups,
        contextlib.closing(groups.open(key)) as store,
    ):
        assert groups.copies(key).keep(store, date(2026, 11, 20))
    parts = ["--group", "Thursday", "--copies", of_the_host.copies]
    assert there.run("restore", "--group", "Thursday").text.startswith("There are no backups yet")
    listed = there.run("restore", *parts, "--format", "json").json
    assert {(entry["of"], entry["kind"]) for entry in listed} == {("2026-11-20", "day"), ("2026-11", "month")}
    there.run("import", "game.json", "--again")
    aside = there.run("restore", listed[0]["file"], *parts, "--format", "json").json["put_aside"]
    assert of_the_host.copies / key in Path(aside).parents
    assert [group["games"] for group in there.groups] == [1]


def test_what_begins_anew_or_sets_up_a_container_is_for_folders(there: There) -> None:
    there.run("groups", "new", "Thursday")
    refused(there.run("begin"), "There are saved games in postgresql://")
    answer = there.run("host", "--example", "container", "--address", "https://a.example")
    assert answer.status == 2
    assert "The container needs groups in a folder" in answer.error
