"""The web application. `create_app` builds it for a laptop, `create_host` for a host with many groups."""

from __future__ import annotations

import re
import threading
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flask import Flask
from flask.templating import Environment
from flask_wtf.csrf import CSRFProtect
from jinja2.ext import Extension
from werkzeug.routing import Rule

from scorepad import words
from scorepad.store import Store
from scorepad.store.records import DEMO_GAME
from scorepad.web import filters
from scorepad.web.auth import access, device, language, login, permissions, share
from scorepad.web.auth.lan import Lan
from scorepad.web.games import backup, control, game_list, history, late_entry, new_game, players, split
from scorepad.web.groups.group import Group, group
from scorepad.web.groups.links import Links
from scorepad.web.hands import corrections, current_hand, game_page, outbox_import, plan_page
from scorepad.web.reports import archive, downloads, event_streams, printing, standings, table_view
from scorepad.web.reports.render_cache import Drawings
from scorepad.web.rules import builder, game_rules, rule_pages, rulebook_builder
from scorepad.web.server import error_pages, own_files
from scorepad.web.server.middleware import PollCache
from scorepad.web.statistics import importing, league, people, person_names
from scorepad.words import _, ngettext, pgettext

if TYPE_CHECKING:
    from collections.abc import Callable, MutableMapping, Sequence

    from scorepad.store.groups import Groups
    from scorepad.web.host.limits import Limits
    from scorepad.web.host.monitoring import RequestHandler
    from scorepad.web.server.streams import Streams

__all__ = ["create_app", "create_host"]

VIEW_MODULES = (
    *(game_list, new_game, players, split, control, history, late_entry),
    *(game_page, current_hand, corrections, outbox_import),
    *(standings, table_view, event_streams, printing, downloads, archive),
    *(rule_pages, builder, rulebook_builder, game_rules, share, device, importing, league, people, person_names),
)
"""Modules with views. Each has a `blueprint`, whose endpoints `permissions` lists by name."""


def resource_folder(name: str) -> str:
    """Return the folder of templates or static files: in the package if installed, next to it in a checkout."""
    package = Path(__file__).parent.parent
    inside = package / name
    return str(inside if inside.is_dir() else package.parent / name)


class _Flush(Extension):
    """A Jinja extension that reduces the indent of a line to one space, which saves 2 % of a page."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:  # noqa: ARG002
        return re.sub(r"^[ \t]+", " ", source, flags=re.MULTILINE)


# --- Flask subclasses -------------------------------------------------------------------------------------


_COMPILING = threading.Lock()
"""Python 3.11 may fail with an internal error if two threads parse code at the same moment."""


class LazyRule(Rule):
    """A URL rule that compiles its functions for building addresses on first use.

    Werkzeug compiles two functions per rule when it adds the rule to a map: 40 ms for our rules, and 7 ms without. It
    does so in a private method, and there is no public way to add a rule without it. If a new version renames that
    method, the startup is only slower.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        compiled = cache(super()._compile_builder)

        def build(rule: Rule, /, **values: Any) -> tuple[str, str]:
            with _COMPILING:
                built = compiled(append_unknown)
            return built(rule, **values)

        return build


class Templates(Environment):
    """Flask's Jinja environment, with one shared dictionary of globals.

    Our templates add no globals. Merging two dictionaries for each part of a page takes a tenth of its time.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return super().make_globals(d) if d else self.globals


class Application(Flask):
    """A Flask application with lazy URL rules, and with the secret key of the current group."""

    url_rule_class = LazyRule
    jinja_environment = Templates
    jinja_options = {"cache_size": -1}  # noqa: RUF012  as Flask has it
    """An unlimited template cache, because a limited one takes a lock for each part of a page."""

    @property
    def secret_key(self) -> str:  # type: ignore[override]
        """Return the secret of the requested group. It signs no forms of other groups."""
        return group().secret


# --- application factories ----------------------------------------------------------------------------------


def create_app(
    store: Store, *, links: Links | None = None, address: str | None = None, in_browser: bool = False
) -> Flask:
    """Create the web application for a store. With `links`, every browser must present one to sign in.

    Without them, the owner can admit phones at the Share page. `address` is the public address behind a proxy, or None.
    With `in_browser`, it is the address of the pages, and the application runs in the browser that shows them.
    """
    app = _application(address, Group(store, links), in_browser=in_browser)
    app.extensions["scorepad_lan"] = None if links or in_browser else Lan(Links(store))
    app.wsgi_app = PollCache(app.wsgi_app, app.extensions["scorepad"])  # type: ignore[method-assign]
    return app


def create_host(
    groups: Groups,
    address: str,
    *,
    limits: Limits | None = None,
    copies_days: int | None = None,
    most_open: int = 64,
    most_connections: int | None = None,
    tells: Sequence[RequestHandler] = (),
) -> Flask:
    """Create the web application of a host with many groups, which all need a link.

    `address` is as in `create_app`. At most `most_open` groups and `most_connections` connections are open at the same
    time. The admin deletes backups after `copies_days` days, None if unknown. Each function in `tells` receives each
    answer.
    """
    from scorepad.web.host import front_pages, monitoring, owners  # late: a laptop does not need these pages
    from scorepad.web.host.host import Host, route_groups
    from scorepad.web.host.limits import Limits, enforce_quota

    limits = limits or Limits()
    host = Host(groups, address, most_open, limits, copies_days)
    inside = _application(address, tries=host.wrong, most_connections=most_connections)
    inside.extensions |= {
        "scorepad_host": host, "scorepad_first_page": owners.first_page, "scorepad_outdated": host.stop_outdated,
    }  # fmt: skip
    inside.jinja_env.globals["note_for_owner"] = owners.note_for_owner
    inside.register_blueprint(owners.blueprint)
    enforce_quota(inside, limits)
    streams: Streams = inside.extensions["scorepad_streams"]
    streams.most_in_group = limits.lookers
    prints: Drawings = inside.extensions["scorepad_drawings"]
    prints.most_waiting, prints.most_in_group = min(limits.prints, prints.most_waiting), limits.prints_a_group
    host.opened.is_needed, streams.changes = streams.follows, host.opened.changes
    outside = Flask(__name__, template_folder=resource_folder("templates"), static_folder=None)
    front_pages.set_up(outside, host, Path(resource_folder("static")))
    _set_up_templates(outside)
    answered = access.by_proxy(route_groups(outside.wsgi_app, PollCache(inside.wsgi_app), host.opened), address)
    outside.wsgi_app = monitoring.record_requests(answered, tells) if tells else answered  # type: ignore[assignment, method-assign]
    outside.extensions["scorepad_inside"] = inside
    return outside


def _application(
    address: str | None,
    only: Group | None = None,
    *,
    tries: login.RateLimit | None = None,
    most_connections: int | None = None,
    in_browser: bool = False,
) -> Application:
    """Create the application with the pages of one group: `only`, or the group in the address."""
    app = Application(__name__, template_folder=resource_folder("templates"), static_folder=None)
    access.configure(app, only)
    app.extensions["scorepad_in_browser"] = in_browser
    app.config["WTF_CSRF_SSL_STRICT"] = not in_browser  # a service worker is not told the Referer
    app.jinja_env.globals["in_browser"] = in_browser
    access.guard(app, address, tries)
    access.secure(app)
    own_files.compress_answers(app)
    CSRFProtect(app)
    permissions.protect_trash(app)
    own_files.serve(app, Path(resource_folder("static")))
    app.extensions["scorepad_drawings"] = Drawings()
    event_streams.set_up(app, most_connections)
    _set_up_templates(app)
    for module in (*VIEW_MODULES, backup) if in_browser else VIEW_MODULES:
        app.register_blueprint(module.blueprint)
    error_pages.register(app)
    return app


def _set_up_templates(app: Flask) -> None:
    """Add translations, filters and the global functions below to the templates."""
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.add_extension(_Flush)
    app.jinja_env.install_gettext_callables(_, ngettext, True, pgettext)  # type: ignore[attr-defined]
    app.jinja_env.policies["json.dumps_kwargs"] = {"sort_keys": True, "separators": (",", ":"), "ensure_ascii": False}
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters |= {"ours": words.ours, "isolated": words.isolated}
    app.jinja_env.globals.update(
        may=permissions.may, days_left_in_bin=permissions.days_left_in_trash,
        way_home=login.home_link, whose=login.data_owner_id, unsent_section=login.outbox_panel,
        charts_of=standings.charts_of, needs_server=plan_page.needs_server_message,
        language=words.language, direction=words.direction, languages=language.choices,
        demo_id=DEMO_GAME, group_name=lambda: group().name, note_for_owner=lambda: "",
        copy_here=game_list.copy_here, links_are_anew=game_list.links_are_anew,
        **filters.WORDS, _=filters.on_page,
    )  # fmt: skip
