"""What the service of systemd's says of one host: where it writes, what it is told, whom it speaks to."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from ipaddress import ip_address
from pathlib import Path

from scorepad.commands.examples.comments import told
from scorepad.words import _

STATES = Path("/var/lib")
"""Where systemd makes folders for services, with a user for them."""


def writing(*folders: Path) -> str:
    """A folder below /var/lib systemd makes itself, with a user for it; any other one has to be there."""
    made = [one for one in folders if one.is_relative_to(STATES) and one != STATES]
    there = [one for one in folders if one not in made]
    states = " ".join(unit_path(one.relative_to(STATES)) for one in made)
    lines = [f"StateDirectory={states}", "StateDirectoryMode=0700"] if made else []
    if not there:
        return "\n".join(["DynamicUser=yes", *lines])
    once = shlex.join(["install", "-d", "-o", "scorepad", "-m", "700", *map(str, there)])
    allowed = " ".join(map(unit_path, there))
    begun = _("Once: {command}").format(command=f"useradd --system scorepad && {once}")
    return "\n".join([f"# {begun}", "User=scorepad", *lines, f"ReadWritePaths={allowed}"])


def speaking(servers: Sequence[str] | None) -> str:
    """Whom it may speak to beside the proxy: the machines of a database, by name or number; a path is a file of this
    one. None where there is no database."""
    if servers is None:
        return _shut_in(_("It speaks to the proxy on this computer, and to nobody else."), [])
    by_file = [one for one in servers if not one or one.startswith(("/", "@"))]
    families = ["AF_UNIX"] if by_file else []
    numbers = [_number(one) for one in servers if one not in by_file and one != "localhost"]
    if "" in numbers:
        return "\n".join([told(_by_name()), _families(families)])
    said = _("It speaks to the proxy on this computer and to the database, and to nobody else.")
    return _shut_in(said, [one for one in numbers if not ip_address(one).is_loopback], families)


def _by_name() -> str:
    return _(
        "It speaks to the proxy on this computer and to the database. That is called by a name, and systemd shuts a "
        "service in by numbers alone: where it has one that stays, say it as well (?hostaddr=10.0.0.5), and nobody "
        "else is spoken to."
    )


def _number(server: str) -> str:
    """The number of a machine; "" where it is called by a name."""
    try:
        return str(ip_address(server.partition("%")[0]))
    except ValueError:
        return ""


def _shut_in(said: str, numbers: Sequence[str], families: Sequence[str] = ()) -> str:
    allowed = " ".join(["localhost", *numbers])
    return f"{told(said)}\nIPAddressDeny=any\nIPAddressAllow={allowed}\n{_families(families)}"


def _families(more: Sequence[str]) -> str:
    return "RestrictAddressFamilies=" + " ".join(["AF_INET", "AF_INET6", *more])


def unit_word(word: str) -> str:
    """A word of a command as a unit quotes it."""
    quoted = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{quoted}"' if set(quoted) & set(" '\"\\;\t") or not quoted else quoted


def unit_path(path: Path) -> str:
    """A path in a list of paths: there a dollar means nothing."""
    return unit_word(str(path)).replace("$$", "$")
