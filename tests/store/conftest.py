"""The storage of the store tests: a file, and a database of many groups."""

import contextlib
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from databases import DatabasePlace, Server, new_database
from stores import FilePlace, Place

from scorepad.store import Store


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the tests of a module with `PLACES` in each place, all others with a file."""
    chosen = any("place" in mark.args[0] for mark in metafunc.definition.iter_markers("parametrize"))
    if "place" in metafunc.fixturenames and not chosen:
        metafunc.parametrize("place", getattr(metafunc.module, "PLACES", ["file"]), indirect=True)


@pytest.fixture
def place(request: pytest.FixtureRequest, tmp_path: Path, empty_store: Path) -> Place:
    """Return the place of an empty group."""
    if request.param == "database":
        return DatabasePlace(request.getfixturevalue("database"))
    shutil.copytree(empty_store, tmp_path, dirs_exist_ok=True)
    return FilePlace(tmp_path)


@pytest.fixture
def store(place: Place) -> Iterator[Store]:
    """Yield the opened group."""
    with contextlib.closing(place.open()) as opened:
        yield opened


@pytest.fixture
def own(server: Server) -> Iterator[str]:
    """Yield the address of the test's own database."""
    with new_database(server) as address:
        yield address
