"""A games file that is missing, empty or without its tables, with backups next to it: every command reports it."""

import contextlib
import gc
import os
import shutil
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest
from builders import play
from program import with_a_game
from raw_http import ask, served
from stores import add, begin, file_behind, played, sqlite3, tamper

from scorepad import cli
from scorepad.errors import StoreEmptied, StoreUnavailable
from scorepad.repository import GameRepository
from scorepad.store import TRASH_DAYS, Store, open_store
from scorepad.store.maintenance import Maintenance
from scorepad.store.sqlite import connection
from scorepad.store.sqlite.backups import BACKUP_LIMITS, Backups
from scorepad.store.sqlite.files import holds_games
from scorepad.web import create_app

FRIDAY = date(2026, 11, 20)

Say = Callable[..., tuple[int, str, str]]


@pytest.fixture
def say(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Say]:
    """Yield a function that runs a command on the test's folder: exit status, output and errors."""
    monkeypatch.setenv("SCOREPAD_DATA", str(tmp_path))
    monkeypatch.chdir(tmp_path)

    def run_command(*words: object) -> tuple[int, str, str]:
        status = cli.main([str(word) for word in words])
        return (status, *capsys.readouterr())

    yield run_command
    gc.enable()  # the start of a server turns it off


@pytest.fixture(scope="module")
def written_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a game and its daily and monthly backups."""
    folder = tmp_path_factory.mktemp("copied")
    with contextlib.closing(open_store(folder)) as store:
        played(store, 2)
        Backups(file_behind(store)).keep(store, FRIDAY)
    return folder


@pytest.fixture
def file(written_once: Path, tmp_path: Path) -> Path:
    """Return the games file in the test's own folder, with backups next to it."""
    shutil.copytree(written_once, tmp_path, dirs_exist_ok=True)
    return tmp_path / "scorepad.db"


def gone(file: Path) -> None:
    file.unlink()


def empty(file: Path) -> None:
    os.truncate(file, 0)


def without_tables(file: Path) -> None:
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as sqlite:
        for (table,) in sqlite.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            sqlite.execute(f"DROP TABLE {table}")


def without_its_games(file: Path) -> None:
    """Drop the tables.

    The migrations stay recorded, so the tables seem to exist.
    """
    tamper(file.parent, "DROP TABLE drafts", "DROP TABLE events", "DROP TABLE games")


WAYS = [gone, empty, without_tables, without_its_games]
Lose = Callable[[Path], None]


def state(folder: Path) -> dict[str, bytes | None]:
    """Return every file below a folder, with its content."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


# --- every command reports it -----------------------------------------------------------------------------

COMMANDS = [
    ["check"], ["games"], ["games", "--format", "json"], ["backup", "mine.db"], ["export", "g"], ["score", "g"],
    ["print", "--all"], ["print", "g"], ["serve", "--no-open"], ["import", "game.json"],
]  # fmt: skip


@pytest.mark.parametrize("lose", WAYS)
def test_every_command_says_that_the_games_are_gone_and_how_they_are_had_back(
    tmp_path: Path, file: Path, say: Say, lose: Lose
) -> None:
    with_a_game(tmp_path)
    lose(file)
    before = state(tmp_path)
    for words in COMMANDS:
        status, text, complaint = say(*words)
        assert (status, text) == (1, ""), words
        assert "“scorepad restore”" in complaint, words
        assert "“scorepad begin”" in complaint, words
        assert str(tmp_path / "backups") in complaint, words
    assert state(tmp_path) == before, "and nothing is made or changed"


@pytest.mark.parametrize("lose", WAYS)
def test_a_copy_is_put_back_where_the_games_are_gone(tmp_path: Path, file: Path, say: Say, lose: Lose) -> None:
    lose(file)
    status, listed, _complaint = say("restore")
    assert status == 0
    copy = tmp_path / "backups" / "day-00001-2026-11-20.db"
    assert str(copy) in listed
    assert say("restore", copy)[0] == 0
    with contextlib.closing(open_store(tmp_path)) as store:
        assert store.version("g") == 3
        assert store.verify_all() == []


@pytest.mark.parametrize("lose", [gone, empty])
def test_what_sqlite_had_beside_a_lost_file_spoils_no_copy_put_back(tmp_path: Path, file: Path, lose: Lose) -> None:
    """SQLite would replay a journal left behind into any file of that name."""
    lose(file)
    for ending in ("-journal", "-wal", "-shm"):
        Path(f"{file}{ending}").write_bytes(b"of the lost file")
    Backups(file).restore(tmp_path / "backups" / "day-00001-2026-11-20.db", FRIDAY)
    assert [path.name for path in tmp_path.glob("scorepad.db*")] == ["scorepad.db"]


# --- starting without the old games on purpose --------------------------------------------------------------


@pytest.mark.parametrize("lose", WAYS)
def test_whoever_wants_to_begins_anew_and_the_copies_stay(tmp_path: Path, file: Path, say: Say, lose: Lose) -> None:
    lose(file)
    copies, left = state(tmp_path / "backups"), state(tmp_path).get("scorepad.db")
    status, text, complaint = say("begin")
    assert (status, complaint) == (0, "")
    assert text.startswith(f"There are no games in {tmp_path / 'scorepad.db'} now.")
    assert say("games") == (0, "No games.\n", "")
    assert say("check") == (0, "0 games checked, no errors found.\n", "")
    assert state(tmp_path / "backups").items() >= copies.items()
    asides = [path.read_bytes() for path in (tmp_path / "backups").glob("replaced-*.db")]
    assert asides == ([left] if left else []), "what was left of the file is put aside"
    assert [path.name for path in tmp_path.glob("*.db*")] == ["scorepad.db"]
    assert [path.name for path in tmp_path.glob(".*")] == []


def test_nobody_begins_anew_over_games(tmp_path: Path, file: Path, say: Say) -> None:
    before = state(tmp_path)
    status, text, complaint = say("begin")
    assert (status, text) == (1, "")
    assert "There are saved games in" in complaint
    assert state(tmp_path) == before


# --- no alarm -------------------------------------------------------------------------------------------------


def test_a_fresh_start_gives_no_alarm(tmp_path: Path) -> None:
    (tmp_path / "scorepad.secret").write_text("0" * 64)
    with contextlib.closing(open_store(tmp_path)) as store:
        Backups(file_behind(store)).keep(store, FRIDAY)
    gone(tmp_path / "scorepad.db")
    with contextlib.closing(open_store(tmp_path)) as store:  # the only backups hold no games: nothing is lost
        assert store.game_ids() == []


def test_a_table_that_has_emptied_its_bin_gives_no_alarm(file: Path, say: Say) -> None:
    with contextlib.closing(open_store(file)) as store:
        store.remove_game("g")
        for _day in range(TRASH_DAYS):
            store.age_bin(TRASH_DAYS)
        assert store.game_ids() == []
    assert say("check") == (0, "0 games checked, no errors found.\n", "")
    with contextlib.closing(open_store(file)) as store, served(create_app(store)) as here:
        assert ask(here)[0] == 200


# --- backups ----------------------------------------------------------------------------------------------------


def test_a_backup_without_games_takes_no_good_ones_place(tmp_path: Path, file: Path, say: Say) -> None:
    with contextlib.closing(open_store(file)) as store:
        store.backup(tmp_path / "mine.db")
        good = (tmp_path / "mine.db").read_bytes()
        tamper(tmp_path, "DELETE FROM events", "DELETE FROM games")
        with pytest.raises(
            StoreUnavailable, match="” has games and there are none to back up now, so it was not changed"
        ):
            store.backup(tmp_path / "mine.db")
        store.backup(tmp_path / "other.db")
        store.backup(tmp_path / "other.db")
    status, text, complaint = say("backup", "mine.db")
    assert (status, text) == (1, "")
    assert "mine.db" in complaint
    assert (tmp_path / "mine.db").read_bytes() == good
    assert [path.name for path in tmp_path.glob(".*")] == []


def test_daily_copies_without_games_push_none_out_that_holds_some(tmp_path: Path) -> None:
    with contextlib.closing(open_store(tmp_path)) as store:
        backups = Backups(file_behind(store))
        begin(store)
        for day in range(BACKUP_LIMITS["day"]):
            backups.keep(store, FRIDAY + timedelta(days=day))
        good = {copy.path for copy in backups.copies()}
        tamper(tmp_path, "DELETE FROM events", "DELETE FROM games")
        for day in range(BACKUP_LIMITS["day"], 12):
            assert backups.keep(store, FRIDAY + timedelta(days=day))
        left = {copy.path for copy in backups.copies()}
        assert good <= left
        assert len([item for item in left if item.name.startswith("day")]) == BACKUP_LIMITS["day"] + 1, (
            "and they do not pile up"
        )
        begin(store)
        for day in range(12, 12 + BACKUP_LIMITS["day"]):
            backups.keep(store, FRIDAY + timedelta(days=day))
        days = [copy.path for copy in backups.copies() if copy.kind == "day"]
        assert len(days) == BACKUP_LIMITS["day"]
        assert all(map(holds_games, days))
        assert not good & set(days), "games that are there again are copied as ever"


# --- under a running server -----------------------------------------------------------------------------------


@pytest.fixture(params=["TRUNCATE", "WAL"])
def running(request: pytest.FixtureRequest, file: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """Yield an open store with a game and backups, in each journal mode."""
    monkeypatch.setattr(connection, "journal", lambda: request.param)
    with contextlib.closing(open_store(file)) as store:
        assert store.version("g") == 3
        yield store


@pytest.mark.parametrize("lose", WAYS)
def test_a_server_says_so_when_its_file_is_lost_under_it_and_makes_no_new_one(running: Store, lose: Lose) -> None:
    parts: list[str] = []
    backups = Backups(file_behind(running))
    with served(create_app(running)) as here:
        assert ask(here)[0] == 200
        lose(file_behind(running))
        before = state(backups.folder), file_behind(running).exists() and file_behind(running).stat().st_size
        for path in ("/", "/games/g"):
            status, page, _headers = ask(here, path)
            assert (status, "scorepad restore" in page, "scorepad begin" in page) == (503, True, True), path
            assert "<h1>The games are not where they were</h1>" in page, path
        with pytest.raises(StoreEmptied):
            add(running, 3, seen=3)
        watch = Maintenance(running, backups, mend=print, say=parts.append, today=lambda: FRIDAY + timedelta(days=1))
        watch.check()
        watch.keep()
    assert len(parts) == 2
    assert all("scorepad restore" in text for text in parts)
    assert (state(backups.folder), file_behind(running).exists() and file_behind(running).stat().st_size) == before


@pytest.mark.parametrize("lose", [gone, empty])
def test_a_server_whose_file_was_lost_and_put_back_asks_to_be_started_anew(running: Store, lose: Lose) -> None:
    lose(file_behind(running))
    backups = Backups(file_behind(running))
    backups.restore(backups.folder / "day-00001-2026-11-20.db", FRIDAY)
    with pytest.raises(StoreUnavailable, match="Restart Scorepad"):
        add(running, 3, seen=3)
    with pytest.raises(StoreUnavailable, match="Restart Scorepad"):
        running.load("g")
    with contextlib.closing(open_store(file_behind(running))) as again:
        assert again.load("g")


def test_where_no_copy_is_left_either_a_running_server_makes_no_new_file(tmp_path: Path) -> None:
    with contextlib.closing(open_store(tmp_path)) as store:
        played(store, 2)
        gone(file_behind(store))
        for touch in (lambda: store.backup(tmp_path / "x.db"), store.verify_side_tables, lambda: add(store, 3, seen=3)):
            with pytest.raises(StoreUnavailable, match="cannot be opened for writing"):
                touch()
        assert not file_behind(store).exists()
        assert store.load("g"), "what is open of it can be read still"


def test_every_page_says_that_the_folder_of_the_games_was_deleted(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with contextlib.closing(open_store(folder)) as store, served(create_app(store)) as here:
        game = f"/games/{GameRepository(store).keep(play('ohell', 'Ann Bob Cat'), by='test')}"
        assert ask(here, game)[0] == 200
        shutil.rmtree(folder)
        for path in ("/", game, f"{game}/standings", "/people"):
            status, page, _headers = ask(here, path)
            assert (status, f"moved or deleted: {folder}" in page) == (503, True), path


# --- an address, and a place without data ---------------------------------------------------------------------


def address(file: Path) -> str:
    return f"sqlite:///{file}"


READING = [["check"], ["games"], ["backup", "mine.db"], ["export", "g"], ["score", "g"], ["print", "--all"]]


@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_a_command_that_only_reads_makes_no_games_where_there_are_none(
    tmp_path: Path, say: Say, words: list[str]
) -> None:
    (tmp_path / "empty.db").touch()
    with contextlib.closing(sqlite3.connect(tmp_path / "foreign.db")) as foreign:
        foreign.execute("CREATE TABLE recipes (name)")
    before = state(tmp_path)
    for place in ("typo", "typo.db", "empty.db", "foreign.db"):
        for where in (place, address(tmp_path / place)):
            status, text, complaint = say(*words, "--data", where)
            assert (status, text) == (1, ""), where
            assert "There are no saved games in" in complaint, where
    assert state(tmp_path) == before
    assert not (tmp_path / "typo").exists()


@pytest.mark.parametrize(
    "words", [["import", "game.json"], ["serve", "--no-open"], ["begin"], ["restore", "good.db"]], ids=" ".join
)
@pytest.mark.parametrize("table", ["recipes", "games"])
def test_nothing_is_put_into_a_file_of_another_program(tmp_path: Path, say: Say, words: list[str], table: str) -> None:
    with_a_game(tmp_path)
    open_store(tmp_path / "good.db").close()
    with contextlib.closing(sqlite3.connect(tmp_path / "foreign.db")) as foreign:
        foreign.execute(f"CREATE TABLE {table} (name)")
    before = state(tmp_path)
    status, text, complaint = say(*words, "--data", "foreign.db")
    assert (status, text) == (1, "")
    assert "belongs to another program, so games cannot be saved in it" in complaint
    assert "--data" in complaint
    assert state(tmp_path) == before
