"""Upload of a data folder to a host: it becomes a complete group, and nothing in the file is trusted."""

import contextlib
import io
import json
import shutil
import sqlite3
import zipfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import pytest
from builders import hand, play
from hosting import ADDRESS, Hosted, hosted
from html_pages import Page
from scorekeeper import Scorekeeper, Within
from stores import append, file_behind

from scorepad.game.files.game_file import write_game
from scorepad.game.state.event_json import from_json, to_json
from scorepad.game.state.game import Game
from scorepad.importing import group_import
from scorepad.importing.group_import import Throttle
from scorepad.library import RuleLibrary
from scorepad.repository import GameRepository, summary_of
from scorepad.store import open_store
from scorepad.store.records import PEOPLE, Batch, NewEvent
from scorepad.web import create_app
from scorepad.web.groups.group import Group
from scorepad.web.groups.links import Links, Role
from scorepad.web.host import front_pages
from scorepad.web.host.limits import Limits

RECORD = [hand("Xan Yves Zoë", [1, 1, 1], [1, 1, 0], trump="H"), {"comment": {"text": "Tea"}}]
OLD = Path(__file__).parents[2] / "data_0_1_0"
DAMAGED = "This is not a file of Scorepad’s games, or it is damaged"
SCHEME = 'name = "Thursday points"\n[[points]]\ngive = "bid"\n'


@pytest.fixture(autouse=True)
def _without_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(group_import, "MAX_PAUSE", 0.0)


@pytest.fixture
def laptop(tmp_path: Path) -> Path:
    """Return the folder of a laptop with two games (one in the trash), a scheme, people, links and a backup of all."""
    folder = tmp_path / "laptop"
    with contextlib.closing(open_store(folder)) as store:
        games = GameRepository(store)
        first = games.keep(play("ohell", "Xan Yves Zoë", *RECORD, house={"ladder": "2-4"}), by="Xan")
        second = games.keep(play("pike", "Ann Bob Cat", {"totals": {"Ann": 1, "Bob": 2, "Cat": 3}}), by="Ann")
        store.join("zoe", "Zoë")
        games.evenings.rename("Ann", "Anne")
        RuleLibrary(lambda: store).save_new("scheme", "Thursday points", SCHEME)
        store.remove_game(second)
        Links(store).key(first, Role.SCORE)
        store.backup(folder / "backups" / "day-00001-2026-11-20.db")
    return folder


def packed(folder: Path) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as into:
        for path in sorted(folder.rglob("*")):
            into.write(path, path.relative_to(folder.parent))
    return file.getvalue()


def zip_of(files: Mapping[str, bytes | str], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as into:
        for name, data in files.items():
            into.writestr(name, data)
    return file.getvalue()


def brought(host: Hosted, data: bytes, name: str = "Thursday") -> tuple[Scorekeeper, Page]:
    somebody = host.stranger()
    somebody.visit("/")
    somebody.follow("Import games from there")
    return somebody, somebody.send("/bring", name=name, file=("games.zip", data))


def group_at(host: Hosted, page: Page) -> Group:
    assert page.status == 200, page.text
    return host.host.opened.take(page.path.split("/")[2])


def stored(folder: Path) -> dict[str, list[object]]:
    with contextlib.closing(open_store(folder)) as store:
        return {game_id: list(store.load(game_id)) for game_id in store.game_ids()}


@pytest.mark.parametrize("pack", [packed, lambda folder: (folder / "scorepad.db").read_bytes()])
def test_a_laptops_games_are_a_group_with_every_hash_people_and_own_rules(
    host: Hosted, laptop: Path, pack: Callable[[Path], bytes]
) -> None:
    before = stored(laptop)
    somebody, page = brought(host, pack(laptop))
    group = group_at(host, page)
    assert page.path == f"{group.root}/owners/welcome"
    assert {game_id: group.store.load(game_id) for game_id in group.store.game_ids()} == before
    assert [group.store.count(pile) for pile in ("running", "finished", "binned")] == [1, 0, 1]
    assert list(group.rules.own_schemes()) == ["own_thursday_points"]
    with contextlib.closing(open_store(laptop)) as store:
        assert group.store.joined() == store.joined() != {}
        assert group.store.setting(PEOPLE) == store.setting(PEOPLE)
        assert store.setting(PEOPLE)
    assert group.name == "Thursday"
    assert group.store.verify_all() == []
    assert [path.name for path in file_behind(group.store).parent.iterdir() if path.name.startswith("backups")] == []
    page = somebody.visit(f"{group.root}/")
    assert "Xan 11 Yves 11 Zoë −1" in page.text


def test_what_is_brought_says_that_it_is_a_copy_and_that_links_are_made_anew(host: Hosted, laptop: Path) -> None:
    with contextlib.closing(open_store(laptop)) as store:
        game_id = store.game_ids()[0]
        link = Links(store).key(game_id, Role.SCORE)
    somebody, page = brought(host, packed(laptop))
    group = group_at(host, page)
    page = somebody.visit(f"{group.root}/")
    assert "These games are a copy, imported here on" in page.text
    assert "All links are new" in page.text
    assert host.stranger().visit(f"{group.root}/enter?key={link}").status == 403
    assert host.by_link(group, game_id, Role.SCORE).visit(f"{group.root}/games/{game_id}").status == 200
    page = somebody.send("/copy/read")
    assert "a copy" not in page.text


def test_what_an_owner_takes_from_a_host_is_brought_to_another_and_says_on_a_laptop_whose_copy_it_is(
    host: Hosted, laptop: Path, tmp_path: Path
) -> None:
    somebody, page = brought(host, packed(laptop), "Thursday <b>evenings</b>")
    first = group_at(host, page)
    taken = somebody.way.ask("GET", f"{first.root}/owners/group.zip").body
    _other, page = brought(host, taken, "Again")
    assert {game_id: group_at(host, page).store.load(game_id) for game_id in first.store.game_ids()} == stored(laptop)
    with zipfile.ZipFile(io.BytesIO(taken)) as file:
        file.extract("scorepad.db", tmp_path / "home")
    with contextlib.closing(open_store(tmp_path / "home")) as store:
        keeper = Scorekeeper(Within(create_app(store)))
        page = keeper.visit("/")
        assert "These games are a copy of “Thursday <b>evenings</b>”, made on " in page.text
        assert ADDRESS in page.text
        assert "a copy" not in keeper.send("/copy/read").text


def test_what_0_1_0_wrote_is_brought_whole(host: Hosted, tmp_path: Path) -> None:
    shutil.copy(OLD / "scorepad.db", tmp_path / "scorepad.db")
    data = (tmp_path / "scorepad.db").read_bytes()
    _somebody, page = brought(host, data)
    group = group_at(host, page)
    assert {game_id: group.store.load(game_id) for game_id in group.store.game_ids()} == stored(tmp_path)
    assert group.rules.own_schemes().keys() == {"own_thursday_points_ours"}


def test_game_files_alone_are_a_group_too(host: Hosted) -> None:
    games = [play("ohell", "Xan Yves Zoë", *RECORD, house={"ladder": "2-4"}), play("pike", "Ann Bob Cat")]
    files = {f"games/{number}.json": json.dumps(write_game(game, with_log=True)) for number, game in enumerate(games)}
    data = zip_of({**files, "schemes/own_thursday.toml": SCHEME, "games/bad.json": "{", "sheets/x.csv": "no,sheet"})
    somebody, page = brought(host, data)
    group = group_at(host, page)
    assert {item.summary.players[0] for item in group.games.kept()} == {"Xan", "Ann"}
    assert group.store.rule_file("scheme", "own_thursday") == SCHEME
    text = somebody.visit(f"{group.root}/").text
    assert "What could not be imported" in text
    assert "games/bad.json: Line 1, column 2: this is not JSON" in text


def test_what_a_running_scorepad_has_written_last_comes_along(host: Hosted, laptop: Path) -> None:
    """The folder is zipped while its database is open, so the latest changes are in the write-ahead log."""
    with contextlib.closing(sqlite3.connect(laptop / "scorepad.db", isolation_level=None)) as running:
        running.execute("PRAGMA journal_mode = WAL")
        running.execute("UPDATE games SET binned = 0")
        data = packed(laptop)
    assert (laptop.name + "/scorepad.db-wal") in zipfile.ZipFile(io.BytesIO(data)).namelist()
    _somebody, page = brought(host, data)
    assert group_at(host, page).store.count("binned") == 0


# --- what is refused ------------------------------------------------------------------------------------


def test_without_a_name_or_a_file_nothing_is_begun(host: Hosted) -> None:
    assert brought(host, b"", "Thursday")[1].refusals == ["Choose a file first. This one is empty, or none was sent."]
    _somebody, page = brought(host, b"x", " ")
    assert (page.status, page.refusals) == (422, ["Enter a name for your group, with at most 60 letters."])
    assert nothing_is_left(host)


def nothing_is_left(host: Hosted) -> bool:
    return host.host.groups.keys() == [] and list(Path(host.host.groups.where, "groups").iterdir()) == []


def zip_of_a_file(size: int, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    return zip_of({"scorepad.db": b"SQLite format 3\0" + bytes(size)}, method)


def of_another_program() -> bytes:
    database = sqlite3.connect(":memory:")
    database.execute("CREATE TABLE cars (name)")
    return database.serialize()


def without_end() -> bytes:
    """Return a database with a view in the place of a table, whose rows never end."""
    database = sqlite3.connect(":memory:")
    for table in ("games", "events"):
        database.execute(f"CREATE TABLE {table} (number, id, version, head, title, date, binned)")
    database.execute("CREATE TABLE _sqlite_migrations (migration_set, name)")
    database.execute("PRAGMA writable_schema = ON")
    sql = """CREATE VIEW games AS WITH RECURSIVE n (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM n)
             SELECT number, zeroblob(1000000000) id, 1 version, '' head, '' title, '' date, 0 binned FROM n"""
    database.execute("UPDATE sqlite_master SET sql = ? WHERE name = 'games'", [sql])
    database.commit()
    return database.serialize()


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"PK\x03\x04 and no more", "This is not a readable zip, and not a file of Scorepad’s games."),
        (b"words", "This is not a readable zip, and not a file of Scorepad’s games."),
        (zip_of({}), "There is no game in this file."),
        (partial(zip_of_a_file, 5000), DAMAGED),
        (zip_of({"a/scorepad.db": b"", "b/scorepad.db": b""}), "the games of several groups"),
        (zip_of({"../../scorepad.db": b"x"}), DAMAGED),
        (partial(zip_of_a_file, 60_000_000), "This zip is too large for score sheets"),
        # A reader of this method allocates as much memory as the header says.
        (
            partial(zip_of_a_file, 1000, zipfile.ZIP_LZMA),
            "This is not a readable zip, and not a file of Scorepad’s games",
        ),
        (of_another_program, DAMAGED),
        (without_end, DAMAGED),
    ],
)
def test_a_hostile_file_is_refused_in_a_sentence_and_leaves_nothing(
    host: Hosted, data: bytes | Callable[[], bytes], why: str, tmp_path: Path
) -> None:
    _somebody, page = brought(host, data if isinstance(data, bytes) else data())
    assert page.status == 422
    assert page.form("/bring").value("name") == "Thursday", "what was typed stays"
    assert [why in refusal for refusal in page.refusals] == [True], page.refusals
    assert str(tmp_path) not in page.source
    assert nothing_is_left(host)


def tampered(folder: Path, *statements: str) -> bytes:
    with contextlib.closing(sqlite3.connect(folder / "scorepad.db", isolation_level=None)) as database:
        for statement in statements:
            database.execute(statement)
    return (folder / "scorepad.db").read_bytes()


def test_a_table_that_works_something_out_is_asked_nothing(host: Hosted, laptop: Path) -> None:
    """SQLite lets generated columns call functions on every read."""
    data = tampered(
        laptop,
        "ALTER TABLE games RENAME COLUMN title TO said",
        "ALTER TABLE games ADD COLUMN title TEXT AS (upper(said))",
    )
    assert brought(host, data)[1].status == 422
    assert nothing_is_left(host)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET by = 'Eve' WHERE game = 1",
        "UPDATE games SET id = 'years' WHERE number = 1",
        "DELETE FROM events WHERE game = 1 AND seq = 2",
        "UPDATE events SET event = zeroblob(3000000) WHERE game = 1 AND seq = 2",
    ],
)
def test_a_game_that_is_not_as_it_was_written_is_left_out_and_named(host: Hosted, laptop: Path, statement: str) -> None:
    somebody, page = brought(host, tampered(laptop, statement))
    group = group_at(host, page)
    assert len(group.store.game_ids()) == 1, "the other person"
    assert "What could not be imported" in somebody.visit(f"{group.root}/").text


def test_an_event_that_nobody_could_have_recorded_is_no_event_whatever_its_hash(host: Hosted, tmp_path: Path) -> None:
    game = play("ohell", "Xan Yves Zoë", *RECORD, house={"ladder": "2-4"})
    events = [to_json(event) for event in game.events]
    events[1]["bids"] = {"p1": 1000, "p2": 0, "p3": 0}
    Game.replay([from_json(event) for event in events])  # a fold refuses nothing
    at = "2026-11-20T20:00:00+00:00"
    with contextlib.closing(open_store(tmp_path / "forged")) as store:
        new = [NewEvent(str(number), event, "Xan", at) for number, event in enumerate(events)]
        store.append(Batch("gforged_1-x", new, 0, summary_of(game)))
        assert store.verify_all() == []
    _somebody, page = brought(host, (tmp_path / "forged" / "scorepad.db").read_bytes())
    assert page.status == 422
    assert nothing_is_left(host)


def test_a_game_whose_id_would_open_something_else_is_left_out(host: Hosted, laptop: Path, tmp_path: Path) -> None:
    with contextlib.closing(open_store(laptop)) as store:
        record = store.load(store.game_ids()[0])
        summary = store.summary(store.game_ids()[0])
    for number, game_id in enumerate(("years", "~wayin.here", "../../../..")):
        with contextlib.closing(open_store(tmp_path / str(number))) as store:
            new = [NewEvent(stored.id, stored.event, stored.by, stored.at) for stored in record]
            store.append(Batch(game_id, new, 0, summary))
        assert brought(host, (tmp_path / str(number) / "scorepad.db").read_bytes())[1].status == 422
    assert nothing_is_left(host)


def test_marks_beside_an_event_that_no_page_could_show_are_refused_with_their_game(
    host: Hosted, tmp_path: Path
) -> None:
    for number, (at, by) in enumerate(
        (("yesterday", "Xan"), ("2026-11-20", "Xan"), ("2026-11-20T20:00:00+00:00", "X\nY"))
    ):
        folder = tmp_path / str(number)
        with contextlib.closing(open_store(folder)) as store:
            game_id = GameRepository(store).keep(play("ohell", "Xan Yves Zoë"), by="Xan")
            comment = {"kind": "comment", "text": "Tea"}
            append(store, game_id, comment, id="x", seen=1, by=by, at=at, summary=store.summary(game_id))
        assert brought(host, (folder / "scorepad.db").read_bytes())[1].status == 422
    assert nothing_is_left(host)


# --- limits ---------------------------------------------------------------------------------------------


def test_too_many_games_and_too_much_work_are_refused_and_who_brings_counts_as_who_begins(
    laptop: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with hosted(tmp_path / "host", limits=Limits(games=1, groups=3)) as host:
        _somebody, page = brought(host, packed(laptop))
        assert (page.status, "A group can have 1 game on this server" in page.text) == (422, True)
        monkeypatch.setattr(group_import, "Throttle", lambda: Throttle(0))
        _somebody, page = brought(host, packed(laptop))
        assert (page.status, "This is more than a public server accepts on a page" in page.text) == (422, True)
        assert brought(host, b"x")[1].status == 422
        _somebody, page = brought(host, packed(laptop))
        assert (page.status, int(page.headers["retry-after"]) > 3000) == (429, True)
        assert nothing_is_left(host)


def test_one_at_a_time_brings_and_others_are_asked_to_wait(host: Hosted, laptop: Path) -> None:
    with front_pages._import_lock:
        _somebody, page = brought(host, packed(laptop))
        assert (page.status, page.headers["retry-after"]) == (429, "60")
        assert (
            "Other people are importing games right now. Nothing was created. Try again in a minute. "
            "Try again in 1 minute."
        ) in page.text
    assert brought(host, packed(laptop))[1].status == 200


def test_a_file_that_is_too_large_is_told_so(host: Hosted, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(front_pages, "MAX_IMPORT_BYTES", 300_000)
    _somebody, page = brought(host, bytes(400_000))
    assert page.status == 413
    assert "Leave the folder “backups” out of the zip." in page.text
    assert nothing_is_left(host)
