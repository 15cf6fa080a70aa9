"""The URL builder: made when it is first needed, with the same results as Werkzeug's."""

from __future__ import annotations

import sys
from types import FrameType

from flask import Flask
from werkzeug.routing import Map, Rule

from scorepad.store import Store
from scorepad.web import create_app


class Compiled:
    """A counter of the code objects that Werkzeug's rules compile inside the block."""

    def __enter__(self) -> Compiled:
        self.count = 0
        sys.setprofile(self._note)
        return self

    def _note(self, frame: FrameType, event: str, what: object) -> None:
        self.count += event == "c_call" and what is compile and frame.f_globals["__name__"] == "werkzeug.routing.rules"

    def __exit__(self, *_exception: object) -> None:
        sys.setprofile(None)


def test_a_start_compiles_no_address_and_the_first_one_written_compiles_its_own_only(store: Store) -> None:
    with Compiled() as at_start:
        app = create_app(store)
    with Compiled() as eagerly:
        Map([Rule("/", endpoint="home")])
    with app.test_request_context(), Compiled() as later:
        for _time in range(2):
            assert app.url_for("game_page.show", game_id="g1") == "/games/g1"
    assert (at_start.count, eagerly.count, later.count) == (0, 2, 1), "Werkzeug itself compiles two at once"


def test_every_address_is_the_one_that_werkzeug_writes(app: Flask) -> None:
    rules = [rule for rule in app.url_map.iter_rules() if not rule.build_only]
    ours = app.url_map.bind("scores.example")
    rules_of_theirs = [
        Rule(rule.rule, endpoint=rule.endpoint, methods=rule.methods, defaults=rule.defaults) for rule in rules
    ]
    plain = Map(rules_of_theirs, converters=app.url_map.converters)
    theirs = plain.bind("scores.example")
    assert len(rules) > 50
    for rule in rules:
        values = {name: 7 if name == "number" else f"{name} ü/%" for name in rule.arguments}
        values |= rule.defaults or {}
        for more in ({}, {"seen": "a b", "self": "&", "rule": "?"}):
            assert ours.build(rule.endpoint, values | more) == theirs.build(rule.endpoint, values | more)
