"""Automatic backups, their restoration, the trash, and warnings at the start."""

import contextlib
import errno
import signal
import stat
from datetime import date, timedelta
from pathlib import Path

import pytest
from clients import come_in
from flask import Flask
from program import kept, refused, run, run_anew, started, with_a_game
from soak import only_in_soak
from stores import add, begin, file_behind, played, put_tap, tamper
from waiting import until

from scorepad.errors import GameNotFound, StoreDamaged, StoreNewer, StoreUnavailable
from scorepad.store import TRASH_DAYS, Store, maintenance, open_store
from scorepad.store.maintenance import Maintenance
from scorepad.store.sqlite.backups import Backups
from scorepad.web import create_app
from scorepad.web.groups.links import Links, Role

FRIDAY = date(2026, 11, 20)


def names(backups: Backups) -> list[str]:
    return sorted(copy.path.name for copy in backups.copies())


@pytest.fixture
def backups(store: Store) -> Backups:
    return Backups(file_behind(store))


# --- automatic backups --------------------------------------------------------------------------------


def test_a_copy_of_each_of_the_last_days_and_months_is_kept_and_no_more(store: Store, backups: Backups) -> None:
    begin(store)
    for day in range(400):
        if day % 15 == 0 or day > 392:
            backups.keep(store, FRIDAY + timedelta(days=day))
    stamps = [name.split("-", 2)[2] for name in names(backups)]
    assert stamps[:7] == [f"{FRIDAY + timedelta(days=day)}.db" for day in range(393, 400)]
    assert len(stamps) == 7 + 12
    assert (stamps[7], stamps[-1]) == ("2027-01.db", "2027-12.db")


def test_a_day_is_copied_once(store: Store, backups: Backups) -> None:
    begin(store)
    assert [backups.keep(store, FRIDAY), backups.keep(store, FRIDAY)] == [True, False]
    assert names(backups) == ["day-00001-2026-11-20.db", "month-00001-2026-11.db"]
    assert stat.S_IMODE(backups.folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in backups.folder.iterdir()} == {0o600}


@pytest.mark.parametrize("wrong", [date(1970, 1, 1), date(2099, 1, 1)])
def test_a_clock_set_wrong_for_an_evening_pushes_no_good_copy_out(store: Store, backups: Backups, wrong: date) -> None:
    begin(store)
    for day in range(5):
        backups.keep(store, FRIDAY + timedelta(days=day))
    backups.keep(store, wrong)
    assert backups.keep(store, FRIDAY + timedelta(days=5)) is True
    assert [stamp in " ".join(names(backups)) for stamp in (f"{FRIDAY}", f"{wrong}", "2026-11-25")] == [True] * 3


def test_copies_of_a_damaged_record_take_no_good_copys_place(store: Store, backups: Backups, tmp_path: Path) -> None:
    played(store, 3)
    backups.keep(store, FRIDAY)
    before = names(backups)
    tamper(tmp_path, "DELETE FROM events WHERE seq = 2")
    for day in range(1, 30):
        with pytest.raises(StoreDamaged):
            backups.keep(store, FRIDAY + timedelta(days=day))
    assert names(backups) == before
    assert (backups.folder / "damaged.db").exists()


def test_no_copy_takes_the_room_that_the_next_hand_needs(
    store: Store, backups: Backups, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(store)
    monkeypatch.setattr("scorepad.store.sqlite.backups.ROOM", 10**15)
    with pytest.raises(StoreUnavailable, match="disk is full"):
        backups.keep(store, FRIDAY)
    assert names(backups) == []


# --- restoring ----------------------------------------------------------------------------------------


def test_a_copy_is_put_back_and_what_was_there_is_kept(store: Store, backups: Backups, tmp_path: Path) -> None:
    played(store, 2)
    backups.keep(store, FRIDAY)
    add(store, 3, seen=3)
    aside, links_kept, _elsewhere = backups.restore(backups.folder / "day-00001-2026-11-20.db", FRIDAY)
    assert store.version("g") == 3, "a server that is running goes on with the games put back"
    assert add(store, 9, seen=3) == 4
    assert links_kept
    assert aside is not None
    with contextlib.closing(open_store(aside)) as before:
        assert [entry.id for entry in before.load("g")][-1] == "h3"
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_what_is_no_database_any_more_is_put_aside_with_its_journal(tmp_path: Path) -> None:
    with contextlib.closing(open_store(tmp_path)) as store:
        played(store, 2)
        backups = Backups(file_behind(store))
        backups.keep(store, FRIDAY)
    file_behind(store).write_bytes(b"spoilt" * 1000)
    Path(f"{file_behind(store)}-journal").write_bytes(b"of the spoilt one")
    aside, links_kept, _elsewhere = backups.restore(backups.folder / "day-00001-2026-11-20.db", FRIDAY)
    assert not links_kept
    assert aside is not None
    assert aside.read_bytes() == b"spoilt" * 1000
    assert not Path(f"{file_behind(store)}-journal").exists(), "it would spoil the file put back"
    with contextlib.closing(open_store(tmp_path)) as again:
        assert again.version("g") == 3
        assert again.verify_all() == []


def test_a_copy_that_is_damaged_newer_or_none_is_not_put_back(store: Store, backups: Backups, tmp_path: Path) -> None:
    played(store, 2)
    wrong = tmp_path / "elsewhere"
    store.backup(wrong / "scorepad.db")
    tamper(wrong, "UPDATE events SET event = '{}' WHERE seq = 2")
    with pytest.raises(StoreUnavailable, match="” is not a complete backup, so nothing was restored"):
        backups.restore(wrong / "scorepad.db", FRIDAY)
    store.backup(wrong / "scorepad.db")
    tamper(wrong, "INSERT INTO _sqlite_migrations VALUES (99, 'scorepad', 'm099_later', '2030-01-01')")
    with pytest.raises(StoreNewer):
        backups.restore(wrong / "scorepad.db", FRIDAY)
    for content in (b"no database" * 100, b""):
        (wrong / "scorepad.db").write_bytes(content)
        with pytest.raises(StoreUnavailable, match="” is not a complete backup, so nothing was restored"):
            backups.restore(wrong / "scorepad.db", FRIDAY)
    assert store.version("g") == 3
    assert names(backups) == []
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_the_command_lists_copies_and_puts_one_back(tmp_path: Path) -> None:
    folder = with_a_game(tmp_path)
    game_id = kept(folder)
    assert run(folder, "restore").text.startswith("There are no backups yet.")
    assert run(folder, "backup", "copy.db").status == 0
    second = kept(folder)
    answer = run(folder, "restore", "copy.db")
    assert (answer.status, answer.error) == (0, "")
    assert answer.text.startswith("1 game restored from copy.db\nThe games from before are saved in ")
    assert "Restored games get new links." in answer.text
    assert [entry["id"] for entry in run(folder, "games", "--format", "json").json] == [game_id]
    [aside] = run(folder, "restore", "--format", "json").json
    assert aside["kind"] == "replaced"
    assert second in run(folder, "games", "--data", aside["file"]).text
    refused(run(folder, "restore", "nowhere.db"), "nowhere.db", "no such file")
    refused(run(folder, "restore", "."), "This is a folder. Choose a file in it.")
    refused(run(folder, "restore", "game.json"), "“game.json” is not a complete backup, so nothing was restored.")
    for inside in (".", "data"):
        refused(run(folder, "backup", inside), f"“{inside}” cannot be written: This is a folder. Choose a file in it.")
    refused(run(folder, "restore", Path("data") / "scorepad.db"), "is the file with the games")


@pytest.mark.parametrize(
    "own", ["scorepad.db", "scorepad.secret", "scorepad.db-journal", "scorepad.db-wal", "x/../scorepad.secret"]
)
def test_a_copy_takes_the_place_of_nothing_that_the_games_need(tmp_path: Path, own: str) -> None:
    folder = with_a_game(tmp_path)
    kept(folder)
    with contextlib.closing(open_store(folder / "data")) as store:
        link = Links(store).key("g", Role.LOOK)
    (folder / "data" / "x").mkdir()
    (folder / "same").symlink_to(folder / "data" / own)
    before = {path.name: path.read_bytes() for path in (folder / "data").glob("*.*")}
    refused(run(folder, "backup", f"data/{own}"), "Choose another name for the backup")
    refused(run(folder, "backup", "same"), "Choose another name for the backup")
    address = f"sqlite:///{folder / 'data' / 'scorepad.db'}"
    refused(run(folder, "backup", "same", "--data", address), "Choose another name for the backup")
    assert {path.name: path.read_bytes() for path in (folder / "data").glob("*.*")} == before
    with contextlib.closing(open_store(folder / "data")) as store:
        assert Links(store).key("g", Role.LOOK) == link


# --- links when a backup is restored ----------------------------------------------------------------------


def opens(app: Flask, key: str) -> bool:
    """Return whether this key opens the group."""
    return app.test_client().get("/enter", query_string={"key": key}).status_code == 303


def test_a_link_taken_back_since_the_copy_stays_worthless_and_the_others_stay_good(tmp_path: Path) -> None:
    folder = with_a_game(tmp_path)
    game_id, other = kept(folder), kept(folder)
    with contextlib.closing(open_store(folder / "data")) as store:
        links = Links(store)
        app = create_app(store, links=links)
        look, score, others = links.key(game_id, Role.LOOK), links.key(game_id, Role.SCORE), links.key(other, Role.LOOK)
        owner = come_in(app, links.new_owner_link(""))
        assert run(folder, "backup", "copy.db").status == 0
        links.renew(game_id, Role.LOOK)
        links.renew(other, Role.LOOK)
        shown_since = links.key(other, Role.LOOK)
        answer = run(folder, "restore", "copy.db")
        assert answer.text.endswith("\nLinks are as before; a withdrawn link stays invalid.\n")
        assert [opens(app, key) for key in (look, score, others, shown_since)] == [False, True, False, True]
        assert opens(app, links.key(game_id, Role.LOOK)), "there is another one"
        assert owner.visit("/").status == 200, "the owner is not shut out"
        links.renew_owner()
        assert run(folder, "restore", "copy.db", "--format", "json").json["links_kept"] is True
        assert owner.visit("/").status == 403, "a phone that was shut out stays out"


def test_a_game_that_is_only_in_the_copy_gets_its_links_anew(tmp_path: Path) -> None:
    folder = with_a_game(tmp_path)
    game_id, other = kept(folder), kept(folder)
    with contextlib.closing(open_store(folder / "data")) as store:
        links = Links(store)
        app = create_app(store, links=links)
        gone, good = links.key(game_id, Role.LOOK), links.key(other, Role.LOOK)
        assert run(folder, "backup", "copy.db").status == 0
        store.remove_game(game_id)
        for _day in range(TRASH_DAYS):
            store.age_bin(TRASH_DAYS)
        assert run(folder, "restore", "copy.db").status == 0
        assert [opens(app, gone), opens(app, good), opens(app, links.key(game_id, Role.LOOK))] == [False, True, True]


@pytest.mark.parametrize("wrong", ["no database", "nothing"])
def test_where_it_cannot_be_read_which_links_were_good_all_are_made_anew(tmp_path: Path, wrong: str) -> None:
    folder = with_a_game(tmp_path)
    game_id = kept(folder)
    with contextlib.closing(open_store(folder / "data")) as store:
        key = Links(store).key(game_id, Role.LOOK)
    assert run(folder, "backup", "copy.db").status == 0
    file = folder / "data" / "scorepad.db"
    file.write_bytes(b"spoilt" * 1000) if wrong == "no database" else file.unlink()
    answer = run(folder, "restore", "copy.db")
    assert answer.text.endswith("\nAll links are new. You find them under “Share” in each game.\n")
    with contextlib.closing(open_store(folder / "data")) as store:
        assert Links(store).key(game_id, Role.LOOK) != key
        assert not opens(create_app(store, links=Links(store)), key)


# --- a damaged game, on the command line ----------------------------------------------------------------


def test_a_law_that_was_changed_on_the_disk_is_named(store: Store, tmp_path: Path) -> None:
    store.keep_rule_file("scheme", "own_ours", "10 + bid")
    assert store.verify_all() == []
    tamper(tmp_path, "UPDATE laws SET text = '18 + bid'")
    assert store.verify_all() == ["Your custom rules “own_ours” were changed."]


# --- the trash ------------------------------------------------------------------------------------------


def test_a_game_lies_in_the_bin_for_thirty_days_and_then_is_gone(store: Store) -> None:
    played(store, 2)
    played(store, 2, game="other")
    put_tap(store, "g", 3, "bid.p1", 0)
    store.remove_game("g")
    for _day in range(TRASH_DAYS - 1):
        store.age_bin(TRASH_DAYS)
    assert store.mark("g").days_binned
    store.restore_game("g")
    store.age_bin(TRASH_DAYS)
    assert not store.mark("g").days_binned
    store.remove_game("g")
    for _day in range(TRASH_DAYS):
        store.age_bin(TRASH_DAYS)
    with pytest.raises(GameNotFound):
        store.version("g")
    assert store.game_ids() == ["other"]
    assert store.verify_all() == []
    assert add(store, 3, seen=3, game="other") == 4


def test_a_clock_that_jumps_forward_by_years_empties_no_bin(store: Store, backups: Backups) -> None:
    played(store, 1)
    store.remove_game("g")
    today = FRIDAY
    keeper = Maintenance(store, backups, mend=print, say=print, today=lambda: today)
    for today in (FRIDAY, date(2036, 1, 1), FRIDAY, date(2036, 1, 2)):  # noqa: B007
        keeper.keep()
    assert store.mark("g").days_binned
    assert store.load("g")


def test_what_was_changed_is_named_and_what_could_not_be_copied_is_not_taken_from_the_bin(
    store: Store, backups: Backups, tmp_path: Path
) -> None:
    played(store, 1)
    played(store, 3, game="other")
    store.remove_game("g")
    for _day in range(TRASH_DAYS - 1):
        store.age_bin(TRASH_DAYS)
    tamper(tmp_path, "UPDATE events SET by = 'Bob' WHERE seq = 3")
    parts: list[str] = []
    for day in range(2):
        today = FRIDAY + timedelta(days=day)
        Maintenance(store, backups, mend=print, say=parts.append, today=lambda today=today: today).keep()  # type: ignore[misc]
    assert store.mark("g").days_binned == TRASH_DAYS
    assert all("No backup of the games was written" in text for text in parts)
    Maintenance(store, backups, mend=print, say=parts.append).check()
    assert parts[-1] == "Game other: Event 3 was changed."


def test_what_looks_after_the_games_outlives_a_mistake_of_its_own(
    store: Store, backups: Backups, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here a line of the list that cannot be rebuilt; once it was a file that could not be opened."""
    monkeypatch.setattr(maintenance, "FIRST", 0)
    played(store, 1)
    tamper(tmp_path, "UPDATE games SET title = 'The Crowd'")
    parts: list[str] = []

    def mend(_game: str) -> None:
        raise OSError(errno.EMFILE, "Too many open files")

    with Maintenance(store, backups, mend=mend, say=parts.append):
        until(lambda: len(backups.copies()) == 2)
    (message,) = parts
    assert message.startswith("The maintenance of the games failed and will be tried again")
    assert "Too many open files" in message


# --- maintenance by a running server --------------------------------------------------------------------


def test_the_start_of_the_server_puts_right_what_was_changed_beside_the_record(
    tmp_path: Path,
) -> None:
    folder = with_a_game(tmp_path)
    game_id = kept(folder)
    with contextlib.closing(open_store(folder / "data")) as store:
        put_tap(store, game_id, 2, "bid.p1", "1")
        right = store.games("running")
    tamper(folder / "data", "UPDATE drafts SET value = '\"0\"'", "UPDATE games SET title = 'The Crowd'")
    with started(folder) as running:
        assert running.stderr is not None
        assert running.stderr.readline() == f"Game {game_id}: Its line in the list was changed, so it was rebuilt.\n"
        assert running.stderr.readline().startswith(
            f"Game {game_id}: the tap “bid.p1” was changed from outside, so it no longer counts."
        )
        until(lambda: len(list((folder / "data" / "backups").glob("*.db"))) == 2)
        running.send_signal(signal.SIGTERM)
        assert running.wait(60) == 0
    with contextlib.closing(open_store(folder / "data")) as store:
        assert store.games("running") == right
        assert store.draft(game_id)["values"] == {}


def test_what_a_spoilt_file_holds_steers_no_terminal(tmp_path: Path) -> None:
    folder = with_a_game(tmp_path)
    with contextlib.closing(open_store(folder / "data")) as store:
        put_tap(store, kept(folder), 2, "bid.p1", "1")
        store.keep_rule_file("scheme", "mine", "1")
        store.keep_setting("owner", "x")
    steered = "'\x1b]0;mine\x07\x1b[2J'"
    tamper(
        folder / "data", f"UPDATE laws SET key = {steered}", f"UPDATE drafts SET field = {steered}",
        f"UPDATE settings SET name = {steered}", f"UPDATE games SET id = {steered}",
    )  # fmt: skip
    answer = run(folder, "check")
    assert answer.error.count("]0;mine [2J") >= 4
    listed = run(folder, "games").text
    assert "]0;mine [2J" in listed
    assert not {"\x1b", "\x07"} & {*answer.error, *listed}


@pytest.mark.parametrize("wrong", ["newer", *only_in_soak("no database")])
def test_a_server_that_cannot_use_its_file_says_what_to_do_and_ends(tmp_path: Path, wrong: str) -> None:
    folder = with_a_game(tmp_path)
    kept(folder)
    if wrong == "newer":
        tamper(folder / "data", "INSERT INTO _sqlite_migrations VALUES (99, 'scorepad', 'm099_later', '2030-01-01')")
    else:
        (folder / "data" / "scorepad.db").write_bytes(b"spoilt" * 1000)
    answer = run_anew(folder, "serve", "--no-open", "--port", "0")
    refused(
        answer,
        "scorepad.db",
        "Use that version" if wrong == "newer" else "scorepad restore",
    )
