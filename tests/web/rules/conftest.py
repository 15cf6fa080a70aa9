"""A browser in front of rule files; what a test keeps goes with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorepad.store import Store
from scorepad.store.records import RuleFileKind


@pytest.fixture
def store(app: Flask) -> Iterator[Store]:
    """The one under all tests of this folder; the rule files that a test keeps go with it."""
    store: Store = app.extensions["scorepad"].store
    yield store
    for kind in get_args(RuleFileKind):
        for key in store.rule_files(kind):
            store.drop_rule_file(kind, key)


@pytest.fixture
def browser(app: Flask, store: Store) -> FlaskClient:
    return app.test_client()
