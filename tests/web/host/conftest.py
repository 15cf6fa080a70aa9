"""The storage of the test hosts: folders (""), or a database at this address."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from databases import new_database
from hosting import Hosted, hosted
from soak import only_in_soak

BOTH = ["folder", "database"]


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Hosted]:
    """Yield a host over a folder."""
    with hosted(tmp_path / "host") as opened:
        yield opened


@pytest.fixture(params=BOTH)
def kept_in(request: pytest.FixtureRequest) -> Iterator[str]:
    """Yield storage for one test."""
    with _place(request) as place:
        yield place


@pytest.fixture(scope="module", params=["database", *only_in_soak("folder")])
def kept_in_for_all(request: pytest.FixtureRequest) -> Iterator[str]:
    """Yield storage for all tests of a file."""
    with _place(request) as place:
        yield place


@contextlib.contextmanager
def _place(request: pytest.FixtureRequest) -> Iterator[str]:
    if request.param == "folder":
        yield ""
    else:
        with new_database(request.getfixturevalue("server")) as address:
            yield address
