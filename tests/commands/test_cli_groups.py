"""The groups of a host on the command line; and a folder that becomes a group and a laptop's folder again."""

import contextlib
import re
from pathlib import Path

import pytest
from builders import play
from hosting import hosted
from program import kept, key_of, refused, run
from stores import tamper

from scorepad.errors import StoreMoved, StoreUnavailable
from scorepad.repository import GameRepository
from scorepad.store import open_store
from scorepad.web import create_app
from scorepad.web.groups.links import Links, OwnerLinks, Role


def test_groups_are_begun_listed_and_named_in_other_commands(folder: Path) -> None:
    item = key_of(run(folder, "groups", "new", "Thursday", "--data", "host").text)
    other = key_of(run(folder, "groups", "new", "Friday", "--data", "host", "--address", "https://a.example").text)
    data = run(folder, "groups", "--data", "host", "--format", "json").json
    assert data == run(folder, "groups", "list", "--data", "host", "--format", "json").json
    assert {tuple(group.values()) for group in data} == {(item, "Thursday", 0), (other, "Friday", 0)}
    refused(run(folder, "games", "--data", "host"), "Choose one with --group")
    refused(run(folder, "games", "--data", "host", "--group", "Monday"), "There is no group “Monday”")
    game_id = run(folder, "import", "game.json", "--data", "host", "--group", "thursday").text.strip()
    assert game_id in run(folder, "games", "--data", "host", "--group", item).text
    assert run(folder, "games", "--data", "host", "--group", other).text == "No games.\n"
    assert run(folder, "check", "--data", "host", "--group", item).status == 0


def test_a_group_is_thrown_away_only_when_that_is_meant(folder: Path) -> None:
    key = key_of(run(folder, "groups", "new", "Thursday", "--data", "host").text)
    refused(run(folder, "groups", "remove", key, "--data", "host"), "“Thursday” has 0 games", "--yes")
    assert run(folder, "groups", "remove", key, "--yes", "--data", "host").status == 0
    assert run(folder, "groups", "--data", "host").text == "No groups.\n"
    refused(run(folder, "groups", "remove", key, "--data", "host"), "There is no group")


def test_from_a_laptop_to_a_host_and_back_nothing_is_lost_and_the_old_place_is_closed(folder: Path) -> None:
    game_id = kept(folder)
    with contextlib.closing(open_store(folder / "data")) as laptop:
        before, rules = laptop.load(game_id), laptop.settings()
        laptop.keep_rule_file("scheme", "ours", 'name = "Ours"')
        link = Links(laptop).key(game_id, Role.SCORE)
        key = key_of(run(folder, "groups", "take", "data", "--name", "Thursday", "--data", "host").text)
        with pytest.raises(StoreUnavailable):  # a process that still has it open must not write where no one looks
            laptop.keep_setting("late", "yes")
    with pytest.raises(StoreMoved):
        open_store(folder / "data")
    refused(run(folder, "games"), "moved to", key)
    with hosted(folder / "host") as host:
        assert host.stranger().visit(f"/g/{key}/enter?key={link}").path == f"/g/{key}/games/{game_id}"
        with host.host.opened.lease(key) as group:
            assert group.store.load(game_id) == before
            assert group.store.rule_file("scheme", "ours") == 'name = "Ours"'
            later = group.games.keep(play("ohell", "Xan Yves Zoë"), by="test")
        ann = host.by_link(group, game_id, Role.SCORE)
        (script,) = re.findall(r"/static/\w+/entry\.js", ann.visit(f"/g/{key}/games/{game_id}").source)
        assert run(folder, "groups", "give", key, "back", "--data", "host").status == 0
        page = ann.visit(f"/g/{key}/games/{game_id}")
        assert (page.status, "The group has moved" in page.text) == (410, True), "where it was open too"
        assert 'id="kept"' in page.source, "with room for the hands that the phone could not send"
        assert ann.way.ask("GET", f"/g/{key}{script}").status == 200, "which a page that is open tells by it"
    with contextlib.closing(open_store(folder / "back")) as laptop:
        assert laptop.load(game_id) == before
        assert laptop.verify_all() == []
        assert GameRepository(laptop).load(later).game.names["p1"] == "Xan"
        assert Links(laptop).key(game_id, Role.SCORE) == link, "the secret went with it"
        assert rules.items() <= laptop.settings().items()
    with hosted(folder / "host") as host:
        answer = host.stranger().visit(f"/g/{key}/")
        assert (answer.status, "The group has moved" in answer.text) == (410, True)
        assert str(folder) not in answer.source


def test_what_is_put_back_in_a_place_that_is_closed_says_that_it_is_a_copy(folder: Path) -> None:
    kept(folder)
    run(folder, "backup", "games.db")
    key = key_of(run(folder, "groups", "take", "data", "--data", "host").text)
    run(folder, "groups", "backup", "copies", "--data", "host")
    assert "moved to" in run(folder, "restore", "games.db").text
    run(folder, "groups", "give", key, "back", "--data", "host")
    assert run(folder, "groups", "restore", "copies", "--data", "host").status == 0
    with hosted(folder / "host") as host, host.host.opened.lease(key) as group:
        assert "These games are a copy" in host.owner(group).visit(f"{group.root}/").text
    with contextlib.closing(open_store(folder / "data")) as laptop:
        assert "These games are a copy" in create_app(laptop).test_client().get("/").text
    assert "moved to" not in run(folder, "restore", "games.db").text, "there it was put aside"


def test_what_one_host_gives_and_another_takes_keeps_its_links_and_says_nothing_of_new_ones(folder: Path) -> None:
    game_id = kept(folder)
    key = key_of(run(folder, "groups", "take", "data", "--name", "Thursday", "--data", "one").text)
    with hosted(folder / "one") as host, host.host.opened.lease(key) as group:
        assert isinstance(group.links, OwnerLinks)
        way_in = group.links.link_of("", group.links.owners()[0].id).partition("key=")[2]
        link = group.links.key(game_id, Role.LOOK)
    assert run(folder, "groups", "give", key, "between", "--data", "one").status == 0
    key = key_of(run(folder, "groups", "take", "between", "--data", "other").text)
    with hosted(folder / "other") as host:
        assert host.stranger().visit(f"/g/{key}/enter?key={link}").path == f"/g/{key}/games/{game_id}"
        owner = host.stranger()
        assert owner.visit(f"/g/{key}/enter?key={way_in}").status == 200
        text = owner.visit(f"/g/{key}/").text
        assert "Thursday" in text
        assert "Open a new connection for each page" not in text


def test_links_of_a_group_that_is_put_back_without_its_secret_are_made_anew_and_its_page_says_so(folder: Path) -> None:
    key = key_of(run(folder, "groups", "new", "Thursday", "--data", "host").text)
    game_id = run(folder, "import", "game.json", "--data", "host", "--group", key).text.strip()
    with hosted(folder / "host") as host, host.host.opened.lease(key) as group:
        assert group.links is not None
        link = group.links.key(game_id, Role.SCORE)
    run(folder, "groups", "backup", "copies", "--data", "host")
    answer = run(folder, "groups", "restore", "copies", "--data", "host")
    assert "Open a new connection for each page" not in answer.error
    with hosted(folder / "host") as host:
        assert host.stranger().visit(f"/g/{key}/enter?key={link}").status == 200, "its secret was there"
    run(folder, "groups", "remove", key, "--yes", "--data", "host")
    run(folder, "groups", "restore", "copies", "--data", "host")
    text = run(folder, "groups", "owner", key, "--data", "host").text
    with hosted(folder / "host") as host:
        assert host.stranger().visit(f"/g/{key}/enter?key={link}").status == 403
        owner = host.stranger()
        owner.visit(text.split()[-1])
        page = owner.visit(f"/g/{key}/")
        assert "The secret of these games is new: they were restored from a backup" in page.text
        assert "Open a new connection for each page" not in owner.send("/copy/read").text
        assert "Open a new connection for each page" not in owner.visit(f"/g/{key}/").text


def test_games_are_put_on_no_others(folder: Path) -> None:
    kept(folder)
    key = key_of(run(folder, "groups", "new", "Thursday", "--data", "host").text)
    refused(run(folder, "groups", "give", key, "data", "--data", "host"), ", so nothing was started")
    refused(run(folder, "groups", "take", "nowhere", "--data", "host"), "There are no saved games in")
    assert len(run(folder, "groups", "--data", "host", "--format", "json").json) == 1
    refused(run(folder, "groups", "--data", "data"), "Choose another folder")


def test_all_groups_are_checked_copied_and_put_back_where_some_are_gone(folder: Path) -> None:
    keys = [key_of(run(folder, "groups", "new", name, "--data", "host").text) for name in ("Thursday", "Friday")]
    game = kept(folder)
    for key in keys:
        run(folder, "import", "game.json", "--data", "host", "--group", key)
    notes = run(folder, "groups", "check", "--data", "host")
    assert notes.status == 0
    named = sorted(zip(keys, ("Thursday", "Friday"), strict=True))
    assert notes.text == "".join(f"{key}  {name}\n1 game checked, no errors found.\n" for key, name in named)
    assert run(folder, "groups", "backup", "copies", "--data", "host").text == "2 groups backed up to copies\n"
    run(folder, "groups", "remove", keys[0], "--yes", "--data", "host")
    answer = run(folder, "groups", "restore", "copies", "--data", "host")
    assert answer.text.startswith("2 groups restored from copies\n")
    listed = run(folder, "groups", "--data", "host", "--format", "json").json
    assert {(entry["key"], entry["name"], entry["games"]) for entry in listed} == {
        (keys[0], "Thursday", 1), (keys[1], "Friday", 1),
    }  # fmt: skip
    assert key_of(run(folder, "groups", "owner", keys[0], "--data", "host").text) == keys[0]
    assert game
    refused(run(folder, "groups", "restore", "data", "--data", "host"), "There are no backups of groups in this folder")
    tamper(folder / "host" / "groups" / keys[1], "UPDATE events SET by = 'Eve'")
    answer = run(folder, "groups", "check", "--data", "host")
    assert answer.status == 1
    assert f"{keys[0]}  Thursday\n1 game checked, no errors found.\n" in answer.text
