"""What tests in several files begin with."""

from __future__ import annotations

import pinned  # noqa: F401  before anything reads the environment

# isort: split
import contextlib
import gc
import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from compiled import compiled_once
from databases import Server, new_database
from flask import Flask
from hypothesis import settings
from scorekeeper import Scorekeeper, Within
from soak import SOAK, often

from scorepad.store import Store, open_store
from scorepad.store.postgres.database import Database
from scorepad.web import create_app

# How long an example takes says more of what else the machine does than of Scorepad: speed is for `make bench`.
settings.register_profile("scorepad", deadline=None, max_examples=often(40, 400))
settings.load_profile("scorepad")

# Folders of tests, and what browsers keep, lie in the memory where that has room: nothing there waits for a disk, which
# is told to keep all the same (power cuts are tried on what it is told). Only `make soak` goes on for hours on a real
# one.
MEMORY, ROOM = Path("/dev/shm"), 2**31
if MEMORY.is_dir() and not SOAK and shutil.disk_usage(MEMORY).free > ROOM:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))
    os.environ.setdefault("TMPDIR", str(MEMORY))

# What pytest has collected stays to the end: Python need not look all of it through again for every few pages. What a
# page leaves behind is found soonest while it is little enough for the processor's own memory.
gc.set_threshold(3_000, 30, 50)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave to `make soak` what is marked `soak`; run only that there, and what is longer there."""
    config.hook.pytest_deselected(items=[item for item in items if not _runs(item)])
    items[:] = filter(_runs, items)


def _runs(item: pytest.Item) -> bool:
    if not SOAK:
        return item.get_closest_marker("soak") is None
    names = {*vars(item.module)} if isinstance(item, pytest.Function) else set()
    marks = {mark.name for mark in item.iter_markers()}
    return "soak" in item.path.parts or bool(names & {"SOAK", "often"} or marks & {"soak", "hypothesis"})


@pytest.hookimpl(optionalhook=True)  # mutants are tried without xdist
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: browsers and servers are waited for."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture(scope="session")
def empty_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a store that was opened once: a copy of it is there sooner than one that is set up."""
    folder = tmp_path_factory.mktemp("empty")
    open_store(folder).close()
    return folder


@pytest.fixture
def store(tmp_path: Path, empty_store: Path) -> Iterator[Store]:
    """An empty store in the test's own folder."""
    shutil.copytree(empty_store, tmp_path, dirs_exist_ok=True)
    with contextlib.closing(open_store(tmp_path)) as opened:
        yield opened


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A PostgreSQL of the tests' own."""
    with contextlib.closing(Server()) as started:
        yield started


@pytest.fixture(scope="session")
def database(server: Server) -> Iterator[Database]:
    """A database of many groups; each test begins its own."""
    with new_database(server) as address, contextlib.closing(Database(address)) as opened:
        yield opened


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """One Scorepad for all tests of a file; each plays a game of its own."""
    with contextlib.closing(open_store(tmp_path_factory.mktemp("games"))) as store:
        yield create_app(store)


@pytest.fixture
def keeper(app: Flask) -> Scorekeeper:
    """Somebody with a new browser and no scripts; every page is looked over as it comes."""
    return Scorekeeper(Within(app))


@pytest.fixture
def newcomer(store: Store) -> Scorekeeper:
    """Somebody in front of an empty Scorepad."""
    return Scorekeeper(Within(create_app(store)))


@pytest.fixture(autouse=True, scope="session")
def _interruptible() -> Iterator[None]:
    """Programs started by tests can be interrupted, also where the tests run in the background, which ignores it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        yield
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    else:
        yield


@pytest.fixture(autouse=True, scope="session")
def _compiled_once() -> Iterator[None]:
    with compiled_once():
        yield
