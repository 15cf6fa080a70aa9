"""scorepad, scorepad serve: the sheet in the browser."""

from __future__ import annotations

import argparse
import contextlib
import gc
from typing import TYPE_CHECKING

from scorepad.commands.arguments import Commands, add_data, command
from scorepad.commands.data import games_file, opened_store
from scorepad.commands.files import complain
from scorepad.errors import StoreUnavailable
from scorepad.words import _

if TYPE_CHECKING:
    from scorepad.store import Store

LOOPBACK = "127.0.0.1"


def add_to(commands: Commands) -> None:
    add_options(
        command(commands, "serve", serve, _("Keep sheets in the browser: serve them on this computer and open them."))
    )


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of serving, which the bare `scorepad` knows too."""
    unsaid = argparse.SUPPRESS  # so that `scorepad --port 1 serve` keeps its port
    parser.add_argument(
        "--host", default=unsaid, metavar=_("ADDRESS"), help=_("address to listen on; only this computer unless said")
    )
    parser.add_argument(
        "--port",
        type=port_option,
        default=unsaid,
        metavar="N",
        help=_("port; the one of the last time unless said, at first 7234"),
    )
    add_data(parser, of_groups=False)
    parser.add_argument("--no-open", action="store_true", default=unsaid, help=_("do not open the browser"))
    parser.add_argument(
        "--lan", action="store_true", default=unsaid, help=_("let phones on this network in, by links; tells yours")
    )
    parser.add_argument(
        "--address", type=address_option, default=unsaid, metavar=_("ADDRESS"),
        help=_("https://… under which people reach it through a proxy on this computer; they come in by links"),
    )  # fmt: skip


def address_option(text: str) -> str:
    from scorepad.web.auth.addresses import public_address

    try:
        return public_address(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def port_option(text: str) -> int:
    port = int(text)
    if not 0 <= port <= 65535:
        raise argparse.ArgumentTypeError(_("A port is a number from 0 to 65535."))
    return port


port_option.__name__ = "port"


def serve(arguments: argparse.Namespace) -> None:
    """Serve the sheets until it is ended. StoreUnavailable, PortTaken, ScorepadError."""
    gc.disable()  # thousands of things are made that stay: looking for litter among them takes a tenth of the start
    from scorepad.repository import GameRepository
    from scorepad.store.maintenance import Maintenance
    from scorepad.store.sqlite.backups import Backups
    from scorepad.web import create_app
    from scorepad.web.auth.addresses import LocalName, is_loopback
    from scorepad.web.groups.links import Links
    from scorepad.web.server.starting import ANYBODY, PORT, settle, start

    said = vars(arguments)
    on_network, address = said.get("lan", False), said.get("address")
    host = said.get("host") or (ANYBODY if on_network else LOOPBACK)
    reached = on_network or not is_loopback(host)
    name = LocalName() if reached and not address else None
    file = games_file(arguments)
    with opened_store(arguments, made=True) as store:
        # Whoever listens to the network asks for a link, with or without --lan; and behind a proxy all come from here.
        links = Links(store) if reached or address else None
        app = create_app(store, links=links, address=address)
        before = PORT if address else _port_before(store)  # a proxy finds it at one port and no other
        port = said.get("port", before)
        settle()
        with Maintenance(store, Backups(file), mend=GameRepository(store).mend_summary, say=complain):
            start(
                app, host, port, links=links, address=address, name=name, no_open=said.get("no_open", False),
                listening=lambda: None if address or port in (0, before) else _keep_port(store, port),
            )  # fmt: skip


_PORT = "port"
"""The setting that keeps the port of the last time."""


def _port_before(store: Store) -> int:
    """The port at which the phones of these games know Scorepad."""
    from scorepad.web.server.starting import PORT

    return int(store.setting(_PORT) or PORT)


def _keep_port(store: Store, port: int) -> None:
    with contextlib.suppress(StoreUnavailable):  # a full disk: the games can be looked at all the same
        store.drop_setting(_PORT)
        store.keep_setting(_PORT, str(port))
