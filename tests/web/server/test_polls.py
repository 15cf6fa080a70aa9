"""Polling for changes: answered at once, and computed once between two writes."""

from typing import Any

import pytest
from clients import links_of, looker, stranger
from flask import Flask
from html_pages import Answer
from linked import app, game_id
from scorekeeper import Scorekeeper
from stores import put_tap

from scorepad.store import Store
from scorepad.web.groups.links import Role

__all__ = ["app", "game_id"]


def ask(somebody: Scorekeeper, game_id: str) -> Answer:
    return somebody.way.ask("GET", f"/games/{game_id}/version")


def test_between_two_writes_it_is_worked_out_once_for_each_who_asks(
    app: Flask, game_id: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    draft = store.draft

    def counted(game: str) -> dict[str, Any]:
        asked.append(game)
        return draft(game)

    monkeypatch.setattr(store, "draft", counted)
    phones = [looker(app, game_id) for _one in range(2)]
    asked.clear()
    answers = [ask(phone, game_id) for phone in phones * 3]
    assert len({(answer.status, answer.body, tuple(sorted(answer.headers.items()))) for answer in answers}) == 1
    assert len(asked) == 2
    put_tap(store, game_id, 1, "bid.p1", "1")
    assert {ask(phone, game_id).body for phone in phones * 3} != {answers[0].body}
    assert len(asked) == 4


def test_an_answer_is_given_to_nobody_else_and_to_nobody_whose_link_is_taken_back(app: Flask, game_id: str) -> None:
    phone = looker(app, game_id)
    assert [ask(phone, game_id).status for _time in range(2)] == [200, 200]
    assert ask(stranger(app), game_id).status == 403
    assert app.test_client().get(f"/games/{game_id}/version", headers={"Host": "evil.example"}).status_code == 400
    links_of(app).renew(game_id, Role.LOOK)
    assert ask(phone, game_id).status == 403
