"""A group exported as a whole, and deleted by its owner only after a confirmation."""

import contextlib
import io
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest
from builders import hand, play
from hosting import Hosted, hosted

from scorepad import json_text
from scorepad.game.files.game_file import read_game
from scorepad.repository import GameRepository
from scorepad.store import open_store

RECORD = [hand("Xan Yves Zoë", [1, 1, 1], [1, 1, 0], trump="H")]

LADDER = {"ladder": "2-4"}


@pytest.fixture
def host(tmp_path: Path, kept_in: str) -> Iterator[Hosted]:
    with hosted(tmp_path / "host", kept_in) as opened:
        yield opened


def test_everything_is_taken_in_a_zip_that_a_laptop_opens_and_that_holds_no_secret(
    host: Hosted, tmp_path: Path
) -> None:
    group = host.begin("Thursday")
    game_ids = [group.games.keep(play("ohell", "Xan Yves Zoë", *RECORD, house=LADDER), by="test") for _game in range(2)]
    group.store.remove_game(game_ids[1])
    group.rules.save_new("scheme", "Ours", '[[points]]\ngive = "bid"\n')
    ann = host.owner(group)
    answer = ann.way.ask("GET", f"{group.root}/owners/group.zip")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="Thursday.zip"'
    packed = ZipFile(io.BytesIO(answer.body))
    names = packed.namelist()
    kinds = [(name.split("/")[0], name.rpartition(".")[2]) for name in names]
    assert sorted(kinds) == [
        ("games", "json"), ("games", "json"), ("schemes", "toml"), ("scorepad.db", "db"),
        ("sheets", "csv"), ("sheets", "csv"),
    ]  # fmt: skip
    game = read_game(json_text.parse(packed.read(next(name for name in names if game_ids[0] in name))))
    assert game.sheet.totals == group.games.load(game_ids[0]).game.sheet.totals
    assert all(group.store.secret().hex().encode() not in packed.read(name) for name in names)
    packed.extract("scorepad.db", tmp_path / "laptop")
    with contextlib.closing(open_store(tmp_path / "laptop", made=False)) as laptop:
        assert laptop.load(game_ids[0]) == group.store.load(game_ids[0])
        assert GameRepository(laptop).load(game_ids[0]).game.sheet.totals == game.sheet.totals


@pytest.mark.parametrize(
    ("days", "text"),
    [
        (None, "The server’s administrator may store backups of everything, and knows for how long."),
        (30, "The server’s administrator stores backups of everything for 30 days."),
    ],
)
def test_how_long_the_hosts_own_copies_hold_what_is_deleted_is_said_before_and_on_the_page_of_what_is_kept(
    tmp_path: Path, kept_in: str, days: int | None, text: str
) -> None:
    with hosted(tmp_path, kept_in, copies_days=days) as host:
        group = host.begin("Thursday")
        assert text in host.owner(group).visit(f"{group.root}/owners/end").text
        assert text in host.stranger().visit("/privacy").text


def test_a_group_is_deleted_for_good_when_its_name_is_typed_and_not_before(host: Hosted, tmp_path: Path) -> None:
    group, other = host.begin("Thursday <b>evenings</b>"), host.begin("Friday")
    group.games.keep(play("ohell", "Xan Yves Zoë"), by="test")
    ann, bob = host.owner(group), host.owner(group)
    page = ann.visit(f"{group.root}/owners/end")
    assert "1 game is deleted for all members of the group" in page.text
    assert page.link("Download zip")
    page = ann.send("/owners/end", group="Friday")
    assert page.status == 422
    assert page.form("/owners/end").value("group") == "Friday"
    assert "Nothing was deleted." in page.text
    assert host.host.groups.has(group.key)
    page = ann.send("/owners/end", group=" thursday <b>evenings</b>")
    assert (page.path, page.status) == ("/gone", 200)
    assert host.host.groups.keys() == [other.key]
    assert not list((tmp_path / "host").rglob(f"*{group.key}*"))
    for somebody in (ann, bob):
        assert somebody.visit(f"{group.root}/").status == 403, "as if there had never been one"
    assert host.owner(other).visit(f"{other.root}/").status == 200
