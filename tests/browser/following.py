"""Pages that follow a game, and what happens in it."""

from collections.abc import Iterator

import pytest
from builders import play
from flask import Flask

from browser.phone import Phone
from scorepad.game.state.events import BidsRecorded, TricksRecorded
from scorepad.repository import GameRepository
from scorepad.store import Store
from scorepad.web import create_app

ASKED = "return performance.getEntriesByType('resource').filter((one) => one.name.endsWith('/version')).length"


def game(store: Store) -> str:
    return GameRepository(store).keep(play("ohell", "Ann Ben Cat", house={"ladder": "2-4"}), by="test")


def play_on(store: Store, game_id: str, tricks: int) -> None:
    """Record the bids of the first hand, then its tricks."""
    repository = GameRepository(store)
    event = TricksRecorded(taken={"p1": 0, "p2": 1, "p3": 1}) if tricks else BidsRecorded(
        cards=2, bids={"p1": 0, "p2": 1, "p3": 0}, trump="H"
    )  # fmt: skip
    repository.append(game_id, event, seen=repository.store.version(game_id), by="test")


@pytest.fixture
def app(store: Store) -> Flask:
    return create_app(store)


@pytest.fixture
def seen(by_plain_http: None, phone: Phone, app: Flask) -> Iterator[Phone]:
    with phone.visiting(app):
        yield phone
