"""The groups of a host: one folder each, as on a laptop, or all of them in one database."""

import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path
from typing import Any

import psycopg
import pytest
from databases import Server, new_database
from hosting import beside
from stores import add, begin, line, put_tap, tamper

from scorepad.errors import GroupNotFound, ScorepadError, StoreDamaged, StoreMoved, StoreUnavailable
from scorepad.store import GROUP_NAME, KEY, LINKS_BY, Store, open_store
from scorepad.store.groups import Groups, open_groups
from scorepad.store.postgres import PostgresStore
from scorepad.store.records import DEMO_GAME
from scorepad.store.sqlite import backups
from scorepad.store.sqlite.files import load_secret

DAY = 86400.0
FRIDAY = date(2026, 11, 20)

Host = Callable[[Mapping[str, str]], Groups]
"""A function that opens the groups of one host once more, in an environment."""


@pytest.fixture(params=["folder", "database"])
def host(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Host]:
    """Yield a host with groups in folders, and one with groups in a database."""
    with contextlib.ExitStack() as stack:
        where = str(tmp_path)
        if request.param == "database":
            where = stack.enter_context(new_database(request.getfixturevalue("server")))

        def opened(environment: Mapping[str, str]) -> Groups:
            groups = open_groups(where, environment, beside(tmp_path))
            return stack.enter_context(contextlib.closing(groups))

        yield opened


@pytest.fixture
def groups(host: Host) -> Groups:
    return host({})


@contextlib.contextmanager
def opened(groups: Groups, key: str) -> Iterator[Store]:
    with contextlib.closing(groups.open(key)) as store:
        yield store


def test_each_group_has_its_own_key_games_and_secret(groups: Groups) -> None:
    item, other = groups.create(), groups.create()
    assert KEY.fullmatch(item)
    assert groups.keys() == sorted([item, other])
    with opened(groups, item) as store, opened(groups, other) as beside_it:
        begin(store, "g")
        begin(store, DEMO_GAME, line(state="demo"))
        assert beside_it.game_ids() == []
        assert store.secret() != beside_it.secret()
    assert groups.number_of_games() == 1


@pytest.mark.parametrize("key", ["abcdefghijkmnpqr", "", "..", "../groups", "ABCDEFGHIJKMNPQR", "nobody"])
def test_what_is_no_group_is_not_there_and_is_not_made(groups: Groups, key: str) -> None:
    groups.create()
    groups.stranger().close()
    before = groups.keys()
    assert not groups.has(key)
    with pytest.raises(GroupNotFound):
        groups.open(key)
    with pytest.raises(GroupNotFound):
        groups.remove(key)
    assert groups.keys() == before


def test_whoever_asks_for_a_group_that_is_not_there_meets_one_without_games(groups: Groups) -> None:
    for _worker in range(2):
        with contextlib.closing(groups.stranger()) as store:
            assert (store.game_ids(), len(store.secret())) == ([], 32)
            assert store.keep_setting("owner", "a word") == "a word"
    assert groups.keys() == []


def test_a_group_goes_with_its_copies_and_its_recovery_code(groups: Groups) -> None:
    item, other = groups.create(), groups.create()
    groups.keep_code("first", item)
    groups.keep_code("second", other)
    for key in (item, other):
        with opened(groups, key) as store:
            for game in range(3):
                begin(store, f"g{game}")
                add(store, 1, seen=1, game=f"g{game}", id=f"h{game}")
            put_tap(store, "g0", 2, "bid.p1", 3)
            groups.copies(key).keep(store, FRIDAY)
    assert [copy.kind for copy in groups.copies(item).copies()] == ["month", "day"]
    groups.remove(item)
    assert groups.keys() == [other]
    assert groups.group_of_code("first") is None
    assert groups.group_of_code("second") == other
    assert groups.copies(item).copies() == []
    assert groups.which(item) is None
    with opened(groups, other) as store:
        assert store.game_ids() == ["g0", "g1", "g2"]
        assert store.verify_all() == []


def test_a_code_leads_to_its_group_and_whoever_is_first_uses_it_up(groups: Groups) -> None:
    key = groups.create()
    groups.keep_code("digest", key)
    assert groups.group_of_code("digest") == key
    assert [groups.drop_code("digest"), groups.drop_code("digest")] == [True, False]
    assert groups.group_of_code("digest") is None


def test_a_demonstration_is_thrown_away_when_it_is_old_and_nothing_else_is(
    groups: Groups, monkeypatch: pytest.MonkeyPatch
) -> None:
    stays, demonstration = groups.create(), groups.create(demonstration=True)
    with opened(groups, demonstration) as store:
        begin(store)
    assert (groups.is_demonstration(stays), groups.is_demonstration(demonstration)) == (False, True)
    assert groups.sweep(DAY) == []
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + DAY + 2)
    assert groups.sweep(DAY) == [demonstration]
    assert groups.keys() == [stays]


def test_a_group_that_arrives_is_found_once_it_is_whole_and_never_where_that_fails(groups: Groups) -> None:
    with groups.arriving() as (key, store):
        begin(store)
        assert (groups.has(key), groups.keys()) == (False, [])
    with opened(groups, key) as store:
        assert store.game_ids() == ["g"]
    with contextlib.suppress(KeyError), groups.arriving() as (other, store):
        begin(store)
        raise KeyError
    assert not groups.has(other)
    assert groups.keys() == [key]


def test_what_changes_in_any_of_many_groups_is_told_at_once(groups: Groups) -> None:
    keys = [groups.create() for _group in range(3)]
    with contextlib.ExitStack() as stack:
        stores = {key: stack.enter_context(opened(groups, key)) for key in keys}
        before = groups.changes(stores)
        assert list(before) == keys
        begin(stores[keys[1]])
        after = groups.changes(stores)
        assert [key for key in keys if before[key] != after[key]] == [keys[1]]
        groups.remove(keys[2])
        assert list(groups.changes(stores)) == keys[:2]


# --- secrets ------------------------------------------------------------------------------------------------


def test_the_secret_of_the_host_is_in_the_environment_or_in_a_file(host: Host, tmp_path: Path) -> None:
    kept = host({}).secret()
    assert host({}).secret() == kept
    [place] = tmp_path.rglob("host.secret")
    assert place.stat().st_mode & 0o077 == 0
    assert bytes.fromhex(place.read_text()) == kept


def test_what_is_said_in_the_environment_is_the_secret_and_no_file_is_made(host: Host, tmp_path: Path) -> None:
    assert host({"SCOREPAD_SECRET": " said otherwise "}).secret() == b"said otherwise"
    assert list(tmp_path.rglob("*.secret")) == []


def test_a_group_keeps_its_secret_which_is_another_one_than_the_hosts(host: Host) -> None:
    groups = host({})
    key = groups.create()
    with opened(groups, key) as store, opened(host({}), key) as by_another:
        assert store.secret() == by_another.secret() != groups.secret()
        assert len(store.secret()) == 32


def test_a_dump_of_the_database_tells_no_secret(server: Server, tmp_path: Path) -> None:
    with new_database(server) as where, contextlib.closing(open_groups(where, {}, beside(tmp_path))) as groups:
        secrets = {groups.secret()}
        for _group in range(3):
            with opened(groups, groups.create()) as store:
                secrets.add(store.secret())
        with contextlib.closing(psycopg.connect(where)) as link:
            dump = repr([link.execute(f"SELECT * FROM {name}".encode()).fetchall() for name in ("groups", "host")])
        assert not any(secret.hex() in dump for secret in secrets)


def test_a_host_with_another_secret_or_none_is_refused_and_makes_none(server: Server, tmp_path: Path) -> None:
    with new_database(server) as where:
        with contextlib.closing(open_groups(where, {}, beside(tmp_path / "one"))) as groups:
            key = groups.create()
            text = (tmp_path / "one" / "own" / "host.secret").read_text()
        for environment in ({}, {"SCOREPAD_SECRET": "another"}):
            with contextlib.closing(open_groups(where, environment, beside(tmp_path / "other"))) as groups:
                with pytest.raises(StoreUnavailable, match="Another server with another secret created the groups in"):
                    groups.secret()
                with pytest.raises(StoreUnavailable, match="Another server with another secret created the groups in"):
                    groups.create()
                assert groups.keys() == [key], "which games there are is no secret of the host's"
        assert list((tmp_path / "other").rglob("*.secret")) == []
        copied = tmp_path / "other" / "own" / "host.secret"
        copied.parent.mkdir(parents=True)
        copied.write_text(text)
        with contextlib.closing(open_groups(where, {}, beside(tmp_path / "other"))) as groups:
            assert KEY.fullmatch(groups.create())


# --- arriving and leaving -------------------------------------------------------------------------------------


def furnished(store: Store) -> None:
    begin(store, "Zoë’s", line("Zoë", "Ann", title="Thursday"))
    add(store, 1, seen=1, game="Zoë’s")
    begin(store, "binned", id="other")
    store.remove_game("binned")
    put_tap(store, "Zoë’s", 2, "bid.p1", 3, by="Ann")
    store.keep_rule_file("scheme", "own_one", "name = 'One'")
    store.keep_setting("link look Zoë’s", "a word")
    store.join("anne", "Ann")


def store_contents(store: Store) -> object:
    games = store.game_ids()
    return (
        [(game, store.load(game), store.summary(game), store.mark(game), store.tapped(game)) for game in games],
        [store.games(pile) for pile in ("running", "binned")], store.settings(), store.joined(),
        store.rule_files("scheme"), store.rule_file("scheme", "own_one"), store.secret(),
    )  # fmt: skip


def test_the_games_of_a_laptop_become_a_group_whole_and_come_home_whole(groups: Groups, tmp_path: Path) -> None:
    laptop, home = tmp_path / "laptop" / "scorepad.db", tmp_path / "home" / "scorepad.db"
    with contextlib.closing(open_store(laptop)) as store:
        furnished(store)
        before = store_contents(store)
    key = groups.take(laptop)
    with opened(groups, key) as store:
        assert store_contents(store) == before
        assert store.verify_all() == []
        groups.copies(key).keep(store, FRIDAY)
    with pytest.raises(StoreMoved, match=key):
        open_store(laptop)
    groups.give(key, home)
    with contextlib.closing(open_store(home, made=False)) as store:
        assert store_contents(store) == before
        add(store, 2, seen=2, game="Zoë’s")
    assert {path.name[:3] for path in (home.parent / "backups").iterdir()} == {"day", "mon"}
    with pytest.raises(StoreMoved, match="home"):
        groups.open(key)
    assert (groups.has(key), groups.has_moved(key)) == (True, True)
    again = groups.take(home)
    with opened(groups, again) as store:
        assert store.version("Zoë’s") == 3
        add(store, 3, seen=3, game="Zoë’s")


def test_games_that_are_not_whole_stay_where_they_are(groups: Groups, tmp_path: Path) -> None:
    laptop = tmp_path / "laptop" / "scorepad.db"
    with contextlib.closing(open_store(laptop)) as store:
        begin(store)
    tamper(laptop.parent, "UPDATE events SET by = 'Bob'")
    with pytest.raises(StoreDamaged):
        groups.take(laptop)
    assert groups.keys() == []
    with contextlib.closing(open_store(laptop, made=False)) as store:
        assert store.game_ids() == ["g"]


def test_no_group_takes_the_place_of_games_that_are_kept(groups: Groups, tmp_path: Path) -> None:
    key = groups.create()
    home = tmp_path / "home" / "scorepad.db"
    open_store(home).close()
    with pytest.raises(ScorepadError, match="There are saved games"):
        groups.give(key, home)
    with opened(groups, key) as store:
        begin(store)


def test_a_group_that_was_swept_away_while_it_arrived_stays_where_it_was(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As by another machine, whose clock is an hour ahead."""
    home = tmp_path / "home" / "scorepad.db"
    with contextlib.closing(open_store(home.parent)) as store:
        furnished(store)
    with new_database(server) as where, contextlib.closing(open_groups(where, {}, beside(tmp_path))) as groups:

        def sweep(store: Store) -> list[str]:
            groups.sweep(DAY)
            return []

        monkeypatch.setattr("scorepad.store.postgres.groups._UNFINISHED", -10.0)
        monkeypatch.setattr(PostgresStore, "verify_all", sweep)
        with pytest.raises(GroupNotFound):
            groups.take(home)
        assert groups.keys() == []
    with contextlib.closing(open_store(home.parent, made=False)) as store:
        assert store.game_ids() == ["Zoë’s", "binned"]
        add(store, 2, seen=2, game="Zoë’s")


def test_a_copy_is_put_back_and_what_was_there_before_is_kept(groups: Groups, tmp_path: Path) -> None:
    key = groups.create()
    with opened(groups, key) as store:
        furnished(store)
        store.backup(tmp_path / "copy.db")
        add(store, 2, seen=2, game="Zoë’s")
        store.swap_setting("link look Zoë’s", "a word", "another word")
        store.keep_setting(GROUP_NAME, "Thursday")
        secret = store.secret()
    restored = groups.copies(key).restore(tmp_path / "copy.db", FRIDAY)
    assert restored.links_kept
    with opened(groups, key) as store:
        assert (store.version("Zoë’s"), store.setting("link look Zoë’s")) == (2, "another word")
        assert (store.secret(), store.setting(GROUP_NAME), store.verify_all()) == (secret, "Thursday", [])
        add(store, 2, seen=2, game="Zoë’s")
    assert restored.aside is not None
    with contextlib.closing(open_store(restored.aside, made=False)) as store:
        assert store.version("Zoë’s") == 3
    assert [copy.kind for copy in groups.copies(key).copies()] == ["replaced"]


def test_what_is_written_while_a_copy_is_put_back_is_among_what_is_kept(
    groups: Groups, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, written = groups.create(), list[int]()
    with opened(groups, key) as store:
        furnished(store)
        store.backup(tmp_path / "copy.db")
        for way, name in ((backups, "_copy"), (PostgresStore, "backup")):
            keep = getattr(way, name)

            def kept(*given: Any, keep: Callable[..., None] = keep, **more: Any) -> None:
                keep(*given, **more)
                if not written and any("replaced" in str(item) for item in given):
                    written.append(add(store, 2, seen=2, game="Zoë’s"))
                    store.swap_setting("link look Zoë’s", "a word", "taken back")

            monkeypatch.setattr(way, name, kept)
        restored = groups.copies(key).restore(tmp_path / "copy.db", FRIDAY)
        assert written == [3]
    with opened(groups, key) as store:
        assert (store.version("Zoë’s"), store.setting("link look Zoë’s")) == (2, "taken back")
    assert restored.aside is not None
    with contextlib.closing(open_store(restored.aside, made=False)) as store:
        assert store.version("Zoë’s") == 3


def test_a_group_that_was_thrown_away_comes_back_from_a_copy_with_other_links(groups: Groups, tmp_path: Path) -> None:
    key = groups.create()
    with opened(groups, key) as store:
        furnished(store)
        secret = store.secret()
        store.backup(tmp_path / "copy.db")
    groups.remove(key)
    assert groups.copies(key).restore(tmp_path / "copy.db", FRIDAY) == (None, False, "")
    assert groups.keys() == [key]
    with opened(groups, key) as store:
        assert store.game_ids() == ["Zoë’s", "binned"]
        assert store.secret() != secret
        assert store.setting(LINKS_BY) == ""
        groups.copies(key).keep(store, FRIDAY)
    groups.sweep(DAY)
    assert len(groups.copies(key).copies()) == 2, "it is there again, and so are its copies"


def test_what_is_put_back_where_games_went_elsewhere_tells_where_they_go_on(groups: Groups, tmp_path: Path) -> None:
    key = groups.create()
    with opened(groups, key) as store:
        furnished(store)
        store.backup(tmp_path / "copy.db")
    groups.give(key, tmp_path / "home" / "scorepad.db")
    restored = groups.copies(key).restore(tmp_path / "copy.db", FRIDAY)
    assert (restored.aside, restored.links_kept) == (None, False)
    assert restored.copy_of.endswith("home")
    with opened(groups, key) as store:
        assert store.game_ids() == ["Zoë’s", "binned"]
        add(store, 2, seen=2, game="Zoë’s")


# --- on a disk ------------------------------------------------------------------------------------------------


def test_the_games_of_a_laptop_are_taken_for_no_host(tmp_path: Path) -> None:
    open_store(tmp_path).close()
    with pytest.raises(ScorepadError, match="has the games of this computer, so it cannot have groups"):
        open_groups(tmp_path, {})
    assert not (tmp_path / "groups").exists()


def test_workers_that_begin_at_the_same_moment_have_one_secret(tmp_path: Path) -> None:
    """Otherwise each worker would count guessed links separately, and reject the others' sessions."""
    workers = 8
    for begun in range(20):
        together = threading.Barrier(workers)

        def secret(
            _worker: int, file: Path = tmp_path / f"{begun}.db", together: threading.Barrier = together
        ) -> bytes:
            together.wait(60)
            return load_secret(file)

        with ThreadPoolExecutor(workers) as pool:
            assert len(set(pool.map(secret, range(workers)))) == 1
    assert not list(tmp_path.glob(".*"))
