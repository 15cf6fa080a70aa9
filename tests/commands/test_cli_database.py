"""The command line with groups in a database."""

import contextlib
import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from databases import Server, new_database
from hosting import SAID, beside, hosted
from program import Answer, kept, key_of, refused, run, with_a_game

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


def test_the_games_of_a_laptop_come_and_go_home_again(there: There) -> None:
    game_id = kept(there.folder)
    before = run(there.folder, "export", game_id, "--log").json
    key = key_of(there.run("groups", "take", "data", "--name", "Thursday").text)
    refused(run(there.folder, "games"), "moved to", key)
    assert there.run("export", game_id, "--log").json == before
    assert there.run("groups", "give", key, "home again").status == 0
    assert run(there.folder, "export", game_id, "--log", "--data", "home again").json == before
    refused(there.run("games", "--group", key), "home again")
    assert there.run("groups", "remove", key, "--yes").status == 0
    assert there.groups == []


def test_copies_of_all_groups_bring_back_what_was_thrown_away(there: There) -> None:
    keys = [key_of(there.run("groups", "new", name).text) for name in ("Thursday", "Friday")]
    for key in keys:
        there.run("import", "game.json", "--group", key)
    assert there.run("groups", "backup", "copies").text == "2 groups backed up to copies\n"
    assert sorted(path.name for path in (there.folder / "copies").iterdir()) == sorted(f"{key}.db" for key in keys)
    assert run(there.folder, "games", "--data", f"copies/{keys[0]}.db").text.count("The Crown") == 1, (
        "folder of the games, as on a laptop"
    )
    there.run("groups", "remove", keys[0], "--yes")
    there.run("import", "game.json", "--group", keys[1], "--again")
    assert there.run("groups", "restore", "copies").text.startswith("2 groups restored from copies\n")
    assert [(group["key"], group["games"]) for group in there.groups] == [(key, 1) for key in sorted(keys)]
    assert there.run("restore", "--group", keys[1]).text.count("moved aside") == 1
    assert there.run("restore", f"copies/{keys[1]}.db", "--group", keys[1]).text.startswith("1 game restored")
    there.run("backup", "one.db", "--group", keys[1])
    assert run(there.folder, "check", "--data", "one.db").text == "1 game checked, no errors found.\n"


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


def test_what_is_put_back_where_a_group_was_given_away_says_that_it_is_a_copy(there: There) -> None:
    key = key_of(there.run("groups", "new", "Thursday").text)
    there.run("import", "game.json")
    there.run("groups", "backup", "copies")
    assert "These games are a copy" not in front_page(there, key)
    there.run("groups", "give", key, "home")
    text = there.run("restore", f"copies/{key}.db", "--group", key).text
    assert f"This is a copy: the games moved to {there.folder}/home and continue there." in text
    assert "These games are a copy" in front_page(there, key)
    there.run("groups", "give", key, "home again")
    assert there.run("groups", "restore", "copies").status == 0
    assert "These games are a copy" in front_page(there, key)


def front_page(there: There, key: str) -> str:
    """Return the list of games of a group, as its owner sees it."""
    with hosted(there.folder / "host", there.database) as host, host.host.opened.lease(key) as group:
        return host.owner(group).visit(f"{group.root}/").text


def test_what_begins_anew_or_sets_up_a_container_is_for_folders(there: There) -> None:
    there.run("groups", "new", "Thursday")
    refused(there.run("begin"), "There are saved games in postgresql://")
    answer = there.run("host", "--example", "container", "--address", "https://a.example")
    assert answer.status == 2
    assert "The container needs groups in a folder" in answer.error
