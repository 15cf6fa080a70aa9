"""Where the tests of the store keep games: in a file, and in a database of many groups."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from databases import DatabasePlace, Server, new_database
from stores import FilePlace, Place

from scorepad.store import Store


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """What a module says of every store (`PLACES`) is asked in each place; the others are about the file."""
    chosen = any("place" in mark.args[0] for mark in metafunc.definition.iter_markers("parametrize"))
    if "place" in metafunc.fixturenames and not chosen:
        metafunc.parametrize("place", getattr(metafunc.module, "PLACES", ["file"]), indirect=True)


@pytest.fixture
def place(request: pytest.FixtureRequest, tmp_path: Path, empty_store: Path) -> Place:
    """Where an empty group is kept."""
    if request.param == "database":
        return DatabasePlace(request.getfixturevalue("database"))
    shutil.copytree(empty_store, tmp_path, dirs_exist_ok=True)
    return FilePlace(tmp_path)


@pytest.fixture
def store(place: Place) -> Iterator[Store]:
    """The group, opened."""
    with contextlib.closing(place.open()) as opened:
        yield opened


@pytest.fixture
def own(server: Server) -> Iterator[str]:
    """The address of a database of the test's own."""
    with new_database(server) as address:
        yield address
