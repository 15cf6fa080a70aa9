"""scorepad host: many groups at one address."""

from __future__ import annotations

import argparse
import contextlib
import gc
import logging
from pathlib import Path

from scorepad.commands.arguments import Commands, command
from scorepad.commands.files import complain, put
from scorepad.commands.serve import LOOPBACK, address_option, port_option
from scorepad.words import _


def add_to(commands: Commands) -> None:
    about = _("Serve many groups at one address: anybody may begin one, and comes in by its links alone.")
    parser = command(commands, "host", serve, about)
    parser.add_argument("--data", metavar=_("WHERE"), help=_("folder of the groups, one folder each"))
    parser.add_argument(
        "--address", type=address_option, metavar=_("ADDRESS"),
        help=_("https://… under which people reach it through a proxy on this computer"),
    )  # fmt: skip
    parser.add_argument("--port", type=port_option, default=None, help=_("port for the proxy; 7234 unless said"))
    parser.add_argument("--host", default=LOOPBACK, help=_("address to listen on; only this computer unless said"))
    parser.add_argument(
        "--groups-an-hour", type=_many, default=None, metavar="N",
        help=_("groups that may be begun in an hour from one address; 20 unless said"),
    )  # fmt: skip
    parser.add_argument(
        "--wrong-links-an-hour", type=_many, default=None, metavar="N",
        help=_("wrong links and codes that are answered in an hour to one address; 100 unless said"),
    )  # fmt: skip
    parser.add_argument(
        "--example", choices=["systemd", "container", "nginx", "caddy"],
        help=_("serve nothing, but print what sets it up here: a service, a container, a proxy’s settings"),
    )  # fmt: skip


def _many(text: str) -> int:
    number = int(text)
    if not 1 <= number <= 1_000_000:
        raise argparse.ArgumentTypeError(_("Say a number from 1 to 1000000."))
    return number


_many.__name__ = "number"


def serve(arguments: argparse.Namespace) -> None:
    """Serve the groups until it is ended, or with --example print how that is set up. NotAHost, StoreUnavailable,
    PortTaken, CannotListen."""
    if arguments.example:
        _show(arguments)
    elif arguments.data and arguments.address:
        _serve(arguments)
    else:
        said = _("A host needs a folder for its groups (--data) and the address people know (--address).")
        arguments.parser.error(said)


def _show(arguments: argparse.Namespace) -> None:
    address = arguments.address or "https://scores.example.org"
    if not address.startswith("https://"):
        arguments.parser.error(_("The examples are for a host whose --address begins with https://."))
    from scorepad.commands.examples import Host, example, is_for_all
    from scorepad.web.server.starting import PORT

    where = Path(arguments.data).expanduser().absolute() if arguments.data else None
    more = [
        word
        for option in ("groups_an_hour", "wrong_links_an_hour")
        if (number := vars(arguments)[option]) is not None
        for word in (f"--{option.replace('_', '-')}", str(number))
    ]
    put(example(arguments.example, Host(address, where, arguments.port or PORT, more)))
    if arguments.example == "systemd" and not is_for_all():
        complain(_OUT_OF_REACH)


_OUT_OF_REACH = _(
    "This Scorepad lies in a folder that others may not look into, so a service cannot start it. Install it where "
    "everybody may, in /opt/scorepad for instance, and let that one print its service."
)


def _serve(arguments: argparse.Namespace) -> None:
    gc.disable()  # as `scorepad serve` does
    from scorepad.store.groups import open_groups
    from scorepad.web import create_host
    from scorepad.web.host.host import Host
    from scorepad.web.host.limits import Limits
    from scorepad.web.host.upkeep import Upkeep
    from scorepad.web.server.limits import host_shares
    from scorepad.web.server.starting import PORT, start

    logging.basicConfig(format="%(message)s")
    where = Path(arguments.data).expanduser()
    said = {"groups": arguments.groups_an_hour, "wrong": arguments.wrong_links_an_hour}
    limits = Limits(**{name: value for name, value in said.items() if value is not None})
    most_open, connections = host_shares()
    app = create_host(
        open_groups(where), arguments.address, pages=where / "pages", limits=limits,
        most_open=most_open, most_connections=connections,
    )  # fmt: skip
    host: Host = app.extensions["scorepad_host"]
    gc.enable()
    gc.freeze()
    with contextlib.closing(host), Upkeep(host, say=complain):
        start(
            app, arguments.host, PORT if arguments.port is None else arguments.port,
            address=arguments.address, no_open=True, connections=connections,
        )  # fmt: skip
