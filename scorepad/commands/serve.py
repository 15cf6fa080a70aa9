"""The commands scorepad, serve and host: one group in the browser, or many groups at one address."""

from __future__ import annotations

import argparse
import contextlib
import gc
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorepad.commands.arguments import Commands, add_data, add_flag, add_groups_data, add_value, command, whole_number
from scorepad.commands.data import data_folder, games_file, host_folders, open_store_of_data
from scorepad.commands.files import print_error, write_output
from scorepad.errors import StoreUnavailable
from scorepad.words import _, later

if TYPE_CHECKING:
    from scorepad.commands.examples import Host
    from scorepad.store import Store
    from scorepad.web.groups.links import Links

LOOPBACK = "127.0.0.1"
MOST_WORKERS = 64
_port = whole_number(0, 65535)

LIMITS = {
    "groups": ("groups_an_hour", later("new groups per hour from one address; default: 20")),
    "wrong": ("wrong_links_an_hour", later("wrong links and codes per hour from one address; default: 100")),
    "games": ("games_a_group", later("most games in a group; default: 100,000")),
    "megabytes": ("megabytes_a_group", later("most MB on disk per group; default: 2,000")),
    "lookers": ("lookers_on_a_group", later("most viewers of a group at once; default: 2,000")),
    "prints": ("prints_at_once", later("most waiting requests for sheets, pictures or zips; default: 64")),
    "prints_a_group": ("prints_at_once_a_group", later("most of these per group; default: 8")),
}
"""The limits of a host, each with its option and help."""


def add_to(commands: Commands) -> None:
    about = _("Start Scorepad on this computer and open it in the browser.")
    add_options(command(commands, "serve", serve, about))


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `serve`, which `scorepad` without a command also has."""
    suppress = argparse.SUPPRESS  # so that `scorepad --port 1 serve` keeps its port
    add_value(parser, "--host", _("ADDRESS"), _("address to listen on; default: this computer only"), default=suppress)
    help_text = _("port; default: the last used one, at first 7234")
    add_value(parser, "--port", "N", help_text, type=_port, default=suppress)
    add_data(parser, of_groups=False)
    add_flag(parser, "--no-open", _("do not open the browser"), suppress)
    add_flag(parser, "--lan", _("admit phones on this network with links; prints yours"), suppress)
    help_text = _("https://… address of a proxy on this computer; visitors need a link")
    add_value(parser, "--address", _("ADDRESS"), help_text, type=address_option, default=suppress)


def add_host_to(commands: Commands) -> None:
    """Add the command `host`."""
    about = _("Run a public server: anyone can create a group and opens it with its links only.")
    parser = command(commands, "host", serve_groups, about)
    add_groups_data(parser, default=None)
    help_text = _("https://… address of the proxy on this computer")
    add_value(parser, "--address", _("ADDRESS"), help_text, type=address_option)
    add_value(parser, "--port", "N", _("port for the proxy; default: 7234"), type=_port)
    add_value(parser, "--host", _("ADDRESS"), _("address to listen on; default: this computer only"), default=LOOPBACK)
    many = whole_number(1, 1_000_000)
    for option, words in LIMITS.values():
        add_value(parser, f"--{option.replace('_', '-')}", "N", str(words), type=many)
    about = _("days for which you store backups of all groups elsewhere, for the privacy page")
    add_value(parser, "--copies-days", "N", about, type=many)
    help_text = _("start nothing; print a configuration for a service, a container or a proxy")
    parser.add_argument(
        "--example", choices=["systemd", "systemd-socket", "container", "nginx", "caddy"], help=help_text
    )
    workers = whole_number(1, MOST_WORKERS)
    help_text = _("worker processes, for example one per core; default: 1")
    add_value(parser, "--workers", "N", help_text, type=workers, default=1)
    help_text = _("format of the request log, without names, links or groups; default: text")
    parser.add_argument("--log", choices=["text", "json", "none"], default="text", help=help_text)
    help_text = _("address of the figures for Prometheus, for example 127.0.0.1:9100; not reachable from outside")
    add_value(parser, "--figures", _("HOST:PORT"), help_text, type=_place)


def address_option(text: str) -> str:
    from scorepad.web.auth.addresses import public_address

    try:
        return public_address(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _place(text: str) -> tuple[str, int]:
    from scorepad.web.host.monitoring import parse_metrics_address

    try:
        return parse_metrics_address(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


# --- one group ------------------------------------------------------------------------------------------


def serve(arguments: argparse.Namespace) -> None:
    """Serve the games until the process ends.

    Raise ScorepadError if this is not possible.
    """
    gc.disable()  # startup creates thousands of permanent objects; collection would take 10 % of the time
    from scorepad.repository import GameRepository
    from scorepad.store.maintenance import Maintenance
    from scorepad.store.sqlite.backups import Backups
    from scorepad.web import create_app
    from scorepad.web.auth.addresses import LocalName, is_loopback
    from scorepad.web.groups.links import Links
    from scorepad.web.server.run_server import ALL_INTERFACES, PORT, start, tune_interpreter

    options = vars(arguments)
    on_network, address = options.get("lan", False), options.get("address")
    host = options.get("host") or (ALL_INTERFACES if on_network else LOOPBACK)
    reached = on_network or not is_loopback(host)
    name = LocalName() if reached and not address else None
    file = games_file(arguments)
    with open_store_of_data(arguments, made=True) as store:
        # The network needs links. So does a proxy, because all its requests come from this machine.
        links = Links(store) if reached or address else None
        _check_secret(links or Links(store), file)
        app = create_app(store, links=links, address=address)
        before = int((not address and store.setting(_PORT)) or PORT)  # a proxy needs a fixed port
        port = options.get("port", before)
        tune_interpreter()
        with Maintenance(store, Backups(file), mend=GameRepository(store).rebuild_list_row, say=print_error):
            start(
                app, host, port, links=links, address=address, name=name, lan=app.extensions["scorepad_lan"],
                no_open=options.get("no_open", False),
                listening=lambda: None if address or port in (0, before) else _keep_port(store, port),
            )  # fmt: skip


def _check_secret(links: Links, file: Path) -> None:
    """Print a message if the secret is not the one of the last start, until an owner dismisses it at the games."""
    from scorepad.store.sqlite.files import place_of_secret

    if links.has_changed:
        message = _(
            "The secret of these games is new: they were restored from a backup, or {path} was replaced or deleted. "
            "Earlier links and open pages no longer work."
        )
        print_error(message.format(path=place_of_secret(file)))
    with contextlib.suppress(StoreUnavailable):  # on a full disk the games can still be read
        links.remember_secret()


_PORT = "port"
"""The setting that stores the last port, at which the group's phones know Scorepad."""


def _keep_port(store: Store, port: int) -> None:
    with contextlib.suppress(StoreUnavailable):  # on a full disk the games can still be read
        store.drop_setting(_PORT)
        store.keep_setting(_PORT, str(port))


# --- many groups ----------------------------------------------------------------------------------------


def serve_groups(arguments: argparse.Namespace) -> None:
    """Serve the groups until the process ends, or print a configuration with --example.

    Raise ScorepadError if this is not possible.
    """
    if arguments.data:
        data_folder(arguments.data)
    if arguments.example:
        _print_example(arguments)
    elif arguments.data and arguments.address:
        _serve_groups(arguments)
    else:
        message = _("A public server needs a folder for its groups (--data) and its address (--address).")
        arguments.parser.error(message)


def _print_example(arguments: argparse.Namespace) -> None:
    address = arguments.address or "https://scores.example.org"
    if not address.startswith("https://"):
        arguments.parser.error(_("These configurations need an --address that begins with https://."))
    from scorepad.commands.examples import EXAMPLES, is_for_all
    from scorepad.store.groups import is_database

    if arguments.example == "container" and is_database(arguments.data or ""):
        arguments.parser.error(_("The container needs groups in a folder (--data FOLDER)."))
    write_output(EXAMPLES[arguments.example](_example_host(arguments, address)))
    if arguments.example == "systemd" and not is_for_all():
        words = _(
            "Scorepad is in a folder that other users cannot open, so a service cannot start it. Install it, "
            "for example, in /opt/scorepad, and run this command there."
        )
        print_error(words)


def _example_host(arguments: argparse.Namespace, address: str) -> Host:
    """Return the host that the arguments describe.

    Raise StoreUnavailable or another ScorepadError.
    """
    from scorepad.commands.examples import Host
    from scorepad.store.groups import is_database, open_groups
    from scorepad.web.server.run_server import PORT

    names = [*(option for option, _words in LIMITS.values()), "copies_days", "workers", "log", "figures"]
    options = {option: vars(arguments)[option] for option in names}
    changed = {option: value for option, value in options.items() if value != arguments.parser.get_default(option)}
    port = arguments.port or PORT
    if not is_database(arguments.data or ""):
        where = Path(arguments.data).expanduser().absolute() if arguments.data else None
        return Host(address, where, port, _as_words(changed))
    open_groups(arguments.data, beside=host_folders(arguments)).close()  # only checks that they can be opened
    folders = {"copies": Path(arguments.copies).expanduser().absolute()} if "copies" in arguments else {}
    return Host(address, None, port, _as_words(folders | changed), arguments.data, list(folders.values()))


def _as_words(options: Mapping[str, Any]) -> list[str]:
    """Return the options as words of a command line; a tuple is a host and a port."""
    from scorepad.web.auth.addresses import url_host

    texts = {
        name: f"{url_host(value[0])}:{value[1]}" if isinstance(value, tuple) else str(value)
        for name, value in options.items()
    }
    return [word for name, text in texts.items() for word in (f"--{name.replace('_', '-')}", text)]


def _serve_groups(arguments: argparse.Namespace) -> None:
    from scorepad.store.groups import open_groups
    from scorepad.web.host.limits import Limits
    from scorepad.web.host.run_host import Serving
    from scorepad.web.server.run_server import PORT

    logging.basicConfig(format="%(message)s")
    limits = {limit: vars(arguments)[option] for limit, (option, _words) in LIMITS.items()}
    Serving(
        groups=open_groups(arguments.data, beside=host_folders(arguments)),
        address=arguments.address,
        host=arguments.host,
        port=PORT if arguments.port is None else arguments.port,
        limits=Limits(**{name: value for name, value in limits.items() if value is not None}),
        copies_days=arguments.copies_days,
        workers=arguments.workers,
        log="" if arguments.log == "none" else arguments.log,
        figures=arguments.figures,
        complain=print_error,
    ).run()
