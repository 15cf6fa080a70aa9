"""Showing: pages, forms, links. `create_app` puts them together."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from flask import Flask
from flask_wtf.csrf import CSRFProtect
from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket
from werkzeug.routing import Rule

from scorepad import __version__
from scorepad.shelf import Shelf
from scorepad.store import Store
from scorepad.web import (
    access,
    allowed,
    calls,
    device,
    entrance,
    failures,
    games,
    hand_page,
    hands,
    history,
    packing,
    players,
    printing,
    rules,
    running,
    share,
    sheets,
    showing,
    splitting,
    standings,
    tools,
    view,
)
from scorepad.web.links import Links
from scorepad.words import _, ngettext

__all__ = ["create_app"]


def _shipped(name: str) -> str:
    """A folder of pages: inside the package when installed from a wheel, beside it in a checkout."""
    package = Path(__file__).parent.parent
    inside = package / name
    return str(inside if inside.is_dir() else package.parent / name)


def _kept_in(folder: Path | None) -> FileSystemBytecodeCache | None:
    if folder is None:
        return None
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:  # a folder that cannot be written to: pages are compiled as they are asked for
        return None
    return _Compiled(str(folder))


class _Compiled(FileSystemBytecodeCache):
    """Compiled pages as far as there is room for them: a full disk keeps no page from being shown."""

    def load_bytecode(self, bucket: Bucket) -> None:
        with contextlib.suppress(OSError):
            super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        with contextlib.suppress(OSError):
            super().dump_bytecode(bucket)


class _Address(Rule):
    """Compiles what writes it when it is first written: to compile them all took half of a start.

    Should Werkzeug no longer ask this of a rule, all are compiled at the start again.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        compiled = cache(super()._compile_builder)

        def build(rule: Rule, *given: Any, **values: Any) -> tuple[str, str]:
            return compiled(append_unknown)(rule, *given, **values)

        return build


def create_app(
    store: Store, *, links: Links | None = None, address: str | None = None, pages: Path | None = None
) -> Flask:
    """The web application over a store; with `links` every browser shows one before it comes in.

    `address` is the one by which people reach it through a proxy, as `public_address` writes it.
    `pages` is a folder where compiled templates are kept, so that the next start need not compile them.
    """
    app = Flask(__name__, template_folder=_shipped("templates"), static_folder=_shipped("static"))
    app.url_rule_class = _Address
    access.configure(app, store)
    access.guard(app, links, address)
    access.secure(app)
    packing.pack(app)
    CSRFProtect(app)
    app.extensions["scorepad"] = Shelf(store)
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(_, ngettext, newstyle=True)  # type: ignore[attr-defined]
    app.jinja_env.bytecode_cache = _kept_in(pages)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(version=__version__, may=allowed.may, way_home=entrance.way_home, **showing.WORDS)
    rooms = (
        *(games, hand_page, hands, calls, players, splitting, running, history, sheets, standings, view),
        *(share, rules, tools, device, printing),
    )
    for room in rooms:
        app.register_blueprint(room.blueprint)
    failures.register(app)
    return app
