"""The storage of the test hosts: folders (""), or a database at this address."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import pytest
from databases import new_database
from soak import only_in_soak

BOTH = ["folder", "database"]


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
