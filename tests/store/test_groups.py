"""The groups of a host: a folder each, as a laptop has one."""

from __future__ import annotations

import contextlib
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from stores import begin

from scorepad.errors import GroupNotFound, NotAHost
from scorepad.store import open_store
from scorepad.store.groups import KEY
from scorepad.store.opening import open_groups
from scorepad.store.sqlite.secret import secret_beside

DAY = 86400.0


def test_a_group_is_a_folder_as_a_laptop_has_one(tmp_path: Path) -> None:
    groups = open_groups(tmp_path, {})
    one, other = groups.create(), groups.create()
    assert KEY.fullmatch(one)
    assert groups.keys() == sorted([one, other])
    with contextlib.closing(groups.open(one)) as store:
        begin(store, "here")
    with contextlib.closing(open_store(tmp_path / "groups" / one, made=False)) as as_on_a_laptop:
        assert as_on_a_laptop.game_ids() == ["here"]
    with contextlib.closing(groups.open(other)) as store:
        assert store.game_ids() == []


@pytest.mark.parametrize("key", ["abcdefghijkmnpqr", "", "..", "../groups", "ABCDEFGHIJKMNPQR"])
def test_what_is_no_group_is_not_there_and_is_not_made(tmp_path: Path, key: str) -> None:
    groups = open_groups(tmp_path, {})
    groups.create()
    before = groups.keys()
    assert not groups.has(key)
    with pytest.raises(GroupNotFound):
        groups.open(key)
    with pytest.raises(GroupNotFound):
        groups.remove(key)
    assert groups.keys() == before


def test_a_group_goes_with_its_copies_and_its_recovery_code(tmp_path: Path) -> None:
    groups = open_groups(tmp_path, {})
    one, other = groups.create(), groups.create()
    groups.keep_code("first", one)
    groups.keep_code("second", other)
    groups.remove(one)
    assert groups.keys() == [other]
    assert groups.group_of_code("first") is None
    assert groups.group_of_code("second") == other
    assert [path.name for path in (tmp_path / "groups").iterdir()] == [other]


def test_a_demonstration_is_thrown_away_when_it_is_old_and_nothing_else_is(tmp_path: Path) -> None:
    groups = open_groups(tmp_path, {})
    stays, new, old = groups.create(), groups.create(demonstration=True), groups.create(demonstration=True)
    for key in (stays, old):
        for path in (tmp_path / "groups" / key).iterdir():
            os.utime(path, (time.time() - 2 * DAY, time.time() - 2 * DAY))
    assert groups.sweep(DAY) == [old]
    assert groups.keys() == sorted([stays, new])


def test_the_secret_of_the_host_is_in_the_environment_or_in_a_file_and_no_groups(tmp_path: Path) -> None:
    kept = open_groups(tmp_path, {}).secret()
    assert open_groups(tmp_path, {}).secret() == kept
    assert (tmp_path / "host.secret").stat().st_mode & 0o077 == 0
    assert open_groups(tmp_path, {"SCOREPAD_SECRET": " said otherwise "}).secret() == b"said otherwise"
    groups = open_groups(tmp_path, {})
    secrets = {(tmp_path / "groups" / key / "scorepad.secret").exists() for key in [groups.create()]}
    assert secrets == {False}, "made when it is first asked for, and never the host's"


def test_the_games_of_a_laptop_are_taken_for_no_host(tmp_path: Path) -> None:
    open_store(tmp_path).close()
    with pytest.raises(NotAHost):
        open_groups(tmp_path, {})
    assert not (tmp_path / "groups").exists()


def test_workers_that_begin_at_the_same_moment_have_one_secret(tmp_path: Path) -> None:
    """Else each would count for itself who guesses links, and a session of one would be none with the other."""
    workers = 8
    for begun in range(20):
        together = threading.Barrier(workers)

        def secret(
            _worker: int, file: Path = tmp_path / f"{begun}.db", together: threading.Barrier = together
        ) -> bytes:
            together.wait(10)
            return secret_beside(file)

        with ThreadPoolExecutor(workers) as pool:
            assert len(set(pool.map(secret, range(workers)))) == 1
    assert not list(tmp_path.glob(".*"))
