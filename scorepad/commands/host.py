"""scorepad host: many groups at one address."""

from __future__ import annotations

import argparse
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorepad.commands.arguments import Commands, add_beside, command
from scorepad.commands.files import complain, put
from scorepad.commands.places import beside, data_folder
from scorepad.commands.serve import LOOPBACK, address_option, port_option
from scorepad.words import _

if TYPE_CHECKING:
    from scorepad.commands.examples import Host

MOST_WORKERS = 64


LIMITS = {
    "groups": "groups_an_hour", "wrong": "wrong_links_an_hour", "games": "games_a_group",
    "megabytes": "megabytes_a_group", "lookers": "lookers_on_a_group", "prints": "prints_at_once",
    "prints_a_group": "prints_at_once_a_group",
}  # fmt: skip
"""What a host limits, and by which option that is said."""


def add_to(commands: Commands) -> None:
    about = _("Serve many groups at one address: anybody may begin one, and comes in by its links alone.")
    parser = command(commands, "host", serve, about)
    said = _("folder of the groups, or the postgresql:// address of a database")
    parser.add_argument("--data", metavar=_("WHERE"), help=said)
    add_beside(parser)
    parser.add_argument(
        "--address", type=address_option, metavar=_("ADDRESS"),
        help=_("https://… under which people reach it through a proxy on this computer"),
    )  # fmt: skip
    parser.add_argument("--port", type=port_option, metavar="N", help=_("port for the proxy; 7234 unless said"))
    parser.add_argument(
        "--host", default=LOOPBACK, metavar=_("ADDRESS"), help=_("address to listen on; only this computer unless said")
    )
    parser.add_argument(
        "--groups-an-hour", type=_many, default=None, metavar="N",
        help=_("groups that may be begun in an hour from one address; 20 unless said"),
    )  # fmt: skip
    parser.add_argument(
        "--wrong-links-an-hour", type=_many, default=None, metavar="N",
        help=_("wrong links and codes that are answered in an hour to one address; 100 unless said"),
    )  # fmt: skip
    for option, about in (
        ("--games-a-group", _("games that a group may keep; 100,000 unless said")),
        ("--megabytes-a-group", _("what they may take on the disk; 2,000 unless said")),
        ("--lookers-on-a-group", _("who may follow the games of a group at once; 2,000 unless said")),
        ("--prints-at-once", _("who may wait at once for a sheet, a picture or a zip; 64 unless said")),
        ("--prints-at-once-a-group", _("who of one group may; 8 unless said")),
    ):
        parser.add_argument(option, type=_many, default=None, metavar="N", help=about)
    parser.add_argument(
        "--copies-days", type=_many, default=None, metavar="N",
        help=_("days for which you hold copies of all groups elsewhere, for the page that says what is kept of whom"),
    )  # fmt: skip
    parser.add_argument(
        "--example", choices=["systemd", "systemd-socket", "container", "nginx", "caddy"],
        help=_("serve nothing, but print what sets it up here: a service, a container, a proxy’s settings"),
    )  # fmt: skip
    parser.add_argument(
        "--workers", type=_workers, default=1, metavar="N",
        help=_("processes that answer, one for each core perhaps; 1 unless said"),
    )  # fmt: skip
    parser.add_argument(
        "--log", choices=["text", "json", "none"], default="text",
        help=_("how each request is told on a line, without names, links or groups; text unless said"),
    )  # fmt: skip
    parser.add_argument(
        "--figures", type=_place, default=None, metavar=_("HOST:PORT"),
        help=_("where Prometheus finds figures, such as 127.0.0.1:9100, which the outside cannot reach"),
    )  # fmt: skip


def _workers(text: str) -> int:
    number = int(text)
    if not 1 <= number <= MOST_WORKERS:
        raise argparse.ArgumentTypeError(_("Say a number from 1 to {most}.").format(most=MOST_WORKERS))
    return number


_workers.__name__ = "number"


def _place(text: str) -> tuple[str, int]:
    from scorepad.web.host.figures import place

    try:
        return place(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _many(text: str) -> int:
    number = int(text)
    if not 1 <= number <= 1_000_000:
        raise argparse.ArgumentTypeError(_("Say a number from 1 to 1000000."))
    return number


_many.__name__ = "number"


def serve(arguments: argparse.Namespace) -> None:
    """Serve the groups until it is ended, or with --example print how that is set up. ScorepadError, StoreUnavailable,
    PortTaken, ScorepadError."""
    if arguments.data:
        data_folder(arguments.data)
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
    from scorepad.commands.examples import example, is_for_all
    from scorepad.store.opening import is_database

    if arguments.example == "container" and is_database(arguments.data or ""):
        arguments.parser.error(_("The container is for a host whose groups lie in a folder (--data FOLDER)."))
    put(example(arguments.example, _meant(arguments, address)))
    if arguments.example == "systemd" and not is_for_all():
        words = _(
            "This Scorepad lies in a folder that others may not look into, so a service cannot start it. Install it "
            "where everybody may, in /opt/scorepad for instance, and let that one print its service."
        )
        complain(words)


def _meant(arguments: argparse.Namespace, address: str) -> Host:
    """The host that is to be set up. ScorepadError, StoreUnavailable."""
    from scorepad.commands.examples import Host
    from scorepad.store.opening import is_database, open_groups
    from scorepad.web.server.starting import PORT

    options = {
        option: vars(arguments)[option] for option in (*LIMITS.values(), "copies_days", "workers", "log", "figures")
    }
    said = {option: value for option, value in options.items() if value != arguments.parser.get_default(option)}
    port = arguments.port or PORT
    if not is_database(arguments.data or ""):
        where = Path(arguments.data).expanduser().absolute() if arguments.data else None
        return Host(address, where, port, _as_words(said))
    open_groups(arguments.data, beside=beside(arguments)).close()  # it is asked nothing
    folders = {"copies": Path(arguments.copies).expanduser().absolute()} if "copies" in arguments else {}
    return Host(address, None, port, _as_words(folders | said), arguments.data, list(folders.values()))


def _as_words(said: Mapping[str, Any]) -> list[str]:
    """Options as they are typed."""
    return [word for name, value in said.items() for word in (f"--{name.replace('_', '-')}", _as_typed(value))]


def _as_typed(said: str | int | Path | tuple[str, int]) -> str:
    from scorepad.web.auth.addresses import in_address

    return f"{in_address(said[0])}:{said[1]}" if isinstance(said, tuple) else str(said)


def _serve(arguments: argparse.Namespace) -> None:
    from scorepad.store.opening import open_groups
    from scorepad.web.host.limits import Limits
    from scorepad.web.host.serving import Serving
    from scorepad.web.server.starting import PORT

    logging.basicConfig(format="%(message)s")
    said = {limit: vars(arguments)[option] for limit, option in LIMITS.items()}
    Serving(
        groups=open_groups(arguments.data, beside=beside(arguments)),
        address=arguments.address,
        host=arguments.host,
        port=PORT if arguments.port is None else arguments.port,
        limits=Limits(**{name: value for name, value in said.items() if value is not None}),
        copies_days=arguments.copies_days,
        workers=arguments.workers,
        log="" if arguments.log == "none" else arguments.log,
        figures=arguments.figures,
        complain=complain,
    ).run()
