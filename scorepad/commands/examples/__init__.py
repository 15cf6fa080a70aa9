"""Examples for setting up a host: a service, a container, a proxy.

The texts are files in this folder, with @NAMES@ as placeholders. Their comments are messages.
"""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from collections.abc import Iterator, Sequence
from ipaddress import ip_address
from pathlib import Path
from textwrap import TextWrapper
from typing import IO, NamedTuple
from urllib.parse import urlsplit

from scorepad import __version__
from scorepad.words import _

STATES = Path("/var/lib")
"""Where systemd makes folders for services, with a user for them."""

WHERE = STATES / "scorepad"
"""Where a service keeps the groups unless it is said."""

HOMES = (Path("/home"), Path("/root"), Path("/run/user"))
"""What systemd calls the homes."""


class Host(NamedTuple):
    """The values of the placeholders.

    `address` is as `public_address` writes it and begins with https. `where` is the folder of the groups, or None.
    `port` is for the proxy, `more` are options of the host. Groups in a `database` are at its address instead.
    `folders` are those that `more` names.
    """

    address: str
    where: Path | None
    port: int
    more: Sequence[str] = ()
    database: str = ""
    folders: Sequence[Path] = ()

    def command(self, program: Sequence[str], where: str) -> list[str]:
        """Return the words that start it."""
        said = ["host", "--data", where, "--address", self.address, "--port", str(self.port)]
        return [*program, *said, *self.more]


def program() -> list[str]:
    """Return the command that starts this Scorepad from any folder: the running one, or Python with the module."""
    called = shutil.which(sys.argv[0])
    if called and Path(called).name == "scorepad":
        return [str(Path(called).absolute())]
    return [sys.executable, "-m", "scorepad"]


def is_for_all() -> bool:
    """Whether a user who is not we can start this Scorepad."""
    return all(is_open(Path(one)) for one in {program()[0], sys.executable, __file__})


def is_open(file: Path) -> bool:
    """Return whether all users may read the folders above a file."""
    there = [*file.absolute().parents, *file.resolve().parents]
    return all(folder.stat().st_mode & 0o001 for folder in there)


def _filled(file: str, **words: object) -> str:
    text = translated((Path(__file__).parent / file).read_text("utf-8"))
    for mark, word in words.items():
        text = text.replace(f"@{mark.upper()}@", str(word))
    return text


def _systemd(host: Host) -> str:
    started = program()
    in_home = any(Path(one).resolve().is_relative_to(home) for one in (started[0], sys.executable) for home in HOMES)
    homes = "read-only" if in_home else "yes"
    command = " ".join(map(unit_word, host.command(started, host.database or str(host.where or WHERE))))
    if not host.database:
        words = told(_("It writes where the groups are, and nowhere else."))
        said = {"begun": "After=network.target\n", "told": "", "speaking": speaking(None)}
        keeping = f"{words}\n{writing(host.where or WHERE)}"
        return _filled("systemd", command=command, keeping=keeping, homes=homes, **said)
    from scorepad.store.postgres.database import servers

    words = told(_("It writes where the host’s own secret and the backups are, and nowhere else."))
    return _filled(
        "systemd",
        begun=_filled("systemd_begun"),
        command=command,
        told=_filled("systemd_told", states=STATES),
        keeping=f"{words}\n{writing(WHERE, *host.folders)}",
        homes=homes,
        speaking=speaking(servers(host.database)),
    )


def _socket(host: Host) -> str:
    return _filled("systemd-socket", port=host.port)


def _container(host: Host) -> str:
    # Words without a shell, which would keep the signal to end from Scorepad.
    words = host.command(["/scorepad/program/bin/scorepad"], "/scorepad/groups")
    quoted = ", ".join(f'"{word}"' for word in words)
    volume = shlex.quote(str(host.where)) if host.where else "scorepad"
    return _filled("container", volume=volume, wheel=f"scorepad-{__version__}-py3-none-any.whl", command=f"[{quoted}]")


def _nginx(host: Host) -> str:
    from scorepad.web.host.front import LARGER
    from scorepad.web.server.starting import MOST_AT_ALL

    there = urlsplit(host.address)
    https = there.port or 443
    return _filled(
        "nginx",
        redirect=_filled("nginx_redirect") if https == 443 else "",
        https=https,
        port=host.port,
        name=host.address.partition("://")[2].removesuffix(f":{there.port}"),
        kib=MOST_AT_ALL // 1024,
        brought=LARGER["/bring"] // 1024,
    )


def _caddy(host: Host) -> str:
    return _filled("caddy", address=host.address, port=host.port)  # too much is refused by Scorepad before it is read


FILLED = {"systemd": _systemd, "systemd-socket": _socket, "container": _container, "nginx": _nginx, "caddy": _caddy}


# --- what the service of systemd says of one host ----------------------------------------------------------


def writing(*folders: Path) -> str:
    """Return a folder below /var/lib systemd makes itself, with a user for it; any other one has to be there."""
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
    """Return the database servers that the service may connect to, by name or number, or None without a database.

    A path is a socket of this machine.
    """
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
    """Return the IP address of a machine, "" if it has a name."""
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
    """Return a word of a command as a unit quotes it."""
    quoted = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{quoted}"' if set(quoted) & set(" '\"\\;\t") or not quoted else quoted


def unit_path(path: Path) -> str:
    """Return a path in a list of paths: there a dollar means nothing."""
    return unit_word(str(path)).replace("$$", "$")


# --- comments, in the language of who reads -----------------------------------------------------------------
# One message for consecutive comment lines. Commands are indented, one per line, and not translated.

WIDTH = 120

_TOLD = re.compile(r"^([ \t]*)# (?! )(.*(?:\n\1# (?! ).*)*)", re.MULTILINE)
_MARK, _GAP = re.compile(r"@([A-Z]+)@"), re.compile(r"{([a-z]+)}")
"""A placeholder in the settings and in a message."""


def translated(settings: str) -> str:
    """Translate the comments of settings."""
    return _TOLD.sub(_written, settings)


def extract(file: IO[bytes], *_words: object, **_options: object) -> Iterator[tuple[int, str, str, list[str]]]:
    """Yield the line, the function, the text and no comments for each comment of settings, for translators."""
    settings = file.read().decode("utf-8")
    for found in _TOLD.finditer(settings):
        yield settings[: found.start()].count("\n") + 1, "_", _message(found), []


def _message(found: re.Match[str]) -> str:
    words = " ".join(found[2].split(f"\n{found[1]}# "))
    return _MARK.sub(lambda mark: f"{{{mark[1].lower()}}}", words)


def _written(found: re.Match[str]) -> str:
    return told(_GAP.sub(lambda gap: f"@{gap[1].upper()}@", _(_message(found))), found[1])


def told(words: str, indent: str = "") -> str:
    """Return a sentence as a comment."""
    begin = f"{indent}# "
    lines = TextWrapper(WIDTH, begin, begin, expand_tabs=False, break_long_words=False, break_on_hyphens=False)
    return lines.fill(words)
