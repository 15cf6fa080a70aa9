"""Addresses of the pages: Flask's own, but what writes an address is compiled when one is first written."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from functools import cache
from typing import Any

from flask import Flask
from flask.templating import Environment
from werkzeug.routing import Rule

from scorepad.web.groups.group import group


class LazyRule(Rule):
    """Werkzeug compiles two functions for each rule that write addresses, whether any is ever asked for: with a
    hundred rules that is most of what a start takes.

    They are made by a private method, for which there is no public way round; where it is called otherwise one day,
    the start is as slow as it was and a test says so.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        compiled = cache(super()._compile_builder)

        def build(rule: Rule, /, **values: Any) -> tuple[str, str]:
            return compiled(append_unknown)(rule, **values)

        return build


class Templates(Environment):
    """Flask's own, whose templates share what all of them may use: none is given anything for itself, and to lay two
    dictionaries over each other for every part of a page takes a tenth of it."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return super().make_globals(d) if d else self.globals


class Application(Flask):
    """A Flask application whose addresses are written by lazy rules, and whose secret is its group's."""

    url_rule_class = LazyRule
    jinja_environment = Templates
    jinja_options = {"cache_size": -1}  # noqa: RUF012  as Flask has it
    """All templates stay, without a lock that every part of a page takes."""

    @property
    def secret_key(self) -> str:  # type: ignore[override]
        """Of the group that is asked for: it seals the forms of no other."""
        return group().secret
