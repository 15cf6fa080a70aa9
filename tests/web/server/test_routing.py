"""The URL builder: made when it is first needed, with the same results as Werkzeug's."""

from __future__ import annotations

from flask import Flask
from werkzeug.routing import Map, Rule


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
