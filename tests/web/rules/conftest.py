"""A browser for rule files; files that a test saves are removed after it."""

from collections.abc import Iterator
from typing import get_args

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorepad.store import Store
from scorepad.store.records import RuleFileKind


@pytest.fixture
def store(app: Flask) -> Iterator[Store]:
    """Yield the store that the tests of this folder share; remove the rule files that a test saved."""
    store: Store = app.extensions["scorepad"].store
    yield store
    for kind in get_args(RuleFileKind):
        for key in store.rule_files(kind):
            store.drop_rule_file(kind, key)


@pytest.fixture
def browser(app: Flask, store: Store) -> FlaskClient:
    return app.test_client()
