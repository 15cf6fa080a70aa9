"""Fixtures and settings shared by the tests of several files."""

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
from kept_reader import kept_reader
from scorekeeper import Scorekeeper, Within
from soak import SOAK, often

from scorepad.store import Store, open_store
from scorepad.store.postgres.database import Database
from scorepad.web import create_app

# No deadline: the duration of an example depends on the load of the machine. `make bench` measures speed.
# `make test` always tries the same examples, so that it fails only because of a change; `make soak` tries new ones.
settings.register_profile("scorepad", deadline=None, max_examples=often(40, 400), derandomize=not SOAK)
settings.load_profile("scorepad")

# Test folders and browser profiles are in memory if it has room, so that no test waits for a disk. Scorepad still syncs
# its writes, and the power-cut tests check that it does. Only `make soak`, which runs for hours, uses a real disk.
MEMORY, ROOM = Path("/dev/shm"), 2**31
if MEMORY.is_dir() and not SOAK and shutil.disk_usage(MEMORY).free > ROOM:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))
    os.environ.setdefault("TMPDIR", str(MEMORY))

# What pytest has collected lives to the end, so the garbage collector need not scan it every few pages. A small first
# generation fits the processor's cache, so garbage is collected soonest.
gc.set_threshold(3_000, 30, 50)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect tests marked `soak` except in `make soak`, which runs only those and the longer variants."""
    config.hook.pytest_deselected(items=[item for item in items if not _runs(item)])
    items[:] = filter(_runs, items)


def _runs(item: pytest.Item) -> bool:
    if not SOAK:
        return item.get_closest_marker("soak") is None
    names = {*vars(item.module)} if isinstance(item, pytest.Function) else set()
    marks = {mark.name for mark in item.iter_markers()}
    return "soak" in item.path.parts or bool(names & {"SOAK", "often"} or marks & {"soak", "hypothesis"})


@pytest.hookimpl(optionalhook=True)  # mutation tests run without xdist
def pytest_xdist_auto_num_workers() -> int:
    """Return two workers per core: with one, cores are idle a third of the time, while browsers and programs start."""
    return 2 * (os.cpu_count() or 1)


@pytest.fixture(scope="session")
def empty_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a new store.

    Copying it is faster than setting up another store.
    """
    folder = tmp_path_factory.mktemp("empty")
    open_store(folder).close()
    return folder


@pytest.fixture
def store(tmp_path: Path, empty_store: Path) -> Iterator[Store]:
    """Yield an empty store in the test's own folder."""
    shutil.copytree(empty_store, tmp_path, dirs_exist_ok=True)
    with contextlib.closing(open_store(tmp_path)) as opened:
        yield opened


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """Yield a PostgreSQL server for the tests."""
    with contextlib.closing(Server()) as started:
        yield started


@pytest.fixture(scope="session")
def database(server: Server) -> Iterator[Database]:
    """Yield a database for many groups; each test creates its own group."""
    with new_database(server) as address, contextlib.closing(Database(address)) as opened:
        yield opened


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """Yield one application for all tests of a file; each test plays its own game."""
    with contextlib.closing(open_store(tmp_path_factory.mktemp("games"))) as store:
        yield create_app(store)


@pytest.fixture
def keeper(app: Flask) -> Scorekeeper:
    """Return a new browser without scripts that validates every page it receives."""
    return Scorekeeper(Within(app))


@pytest.fixture
def newcomer(store: Store) -> Scorekeeper:
    """Return a browser of an empty Scorepad."""
    return Scorekeeper(Within(create_app(store)))


@pytest.fixture(autouse=True, scope="session")
def _interruptible() -> Iterator[None]:
    """Let tests interrupt the programs they start.

    A test run in the background ignores SIGINT, and its child processes would too.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        yield
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    else:
        yield


@pytest.fixture(autouse=True, scope="session")
def _compiled_once() -> Iterator[None]:
    with compiled_once(), kept_reader():
        yield
