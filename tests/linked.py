"""Fixtures of applications that every browser opens by a link. A test module imports those that it needs."""

import contextlib
from collections.abc import Iterator

import pytest
from builders import play
from flask import Flask

from scorepad.repository import GameRepository
from scorepad.store import Store, open_store
from scorepad.web import create_app
from scorepad.web.groups.links import Links


def a_game(store: Store, players: str = "Ann Bob Cat") -> str:
    return GameRepository(store).keep(play("ohell", players), by="test")


@pytest.fixture
def app(store: Store) -> Flask:
    return create_app(store, links=Links(store))


@pytest.fixture
def game_id(store: Store) -> str:
    return a_game(store)


@pytest.fixture(scope="module", name="store")
def store_for_all(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """Yield the store of all tests of a file."""
    with contextlib.closing(open_store(tmp_path_factory.mktemp("games"))) as opened:
        yield opened


@pytest.fixture(scope="module", name="app")
def app_for_all(store: Store) -> Flask:
    return create_app(store, links=Links(store))
