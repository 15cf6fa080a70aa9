"""Example configurations for a host: a service, a container, a proxy.

The texts are files in this folder, with @NAMES@ as placeholders. Their comments are translated messages.
"""

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
"""The folder in which systemd creates a service's folders and their user."""

DEFAULT_FOLDER = STATES / "scorepad"
"""The default folder for the groups of a service."""

HOMES = (Path("/home"), Path("/root"), Path("/run/user"))
"""The folders that systemd's ProtectHome protects."""


class Host(NamedTuple):
    """The values of the placeholders.

    `address` begins with https, as `public_address` returns it. `where` is the folder of the groups, or None. Groups in
    a `database` are at its address instead. `port` is the port for the proxy, and `more` has further options of the
    host. `folders` are the folders in `more`.
    """

    address: str
    where: Path | None
    port: int
    more: Sequence[str] = ()
    database: str = ""
    folders: Sequence[Path] = ()

    def command(self, program: Sequence[str], where: str) -> list[str]:
        """Return the words of the command that starts the host."""
        options = ["host", "--data", where, "--address", self.address, "--port", str(self.port)]
        return [*program, *options, *self.more]


def program() -> list[str]:
    """Return the command that starts this Scorepad from any folder.

    It is the running command, or Python with the module.
    """
    executable = shutil.which(sys.argv[0])
    if executable and Path(executable).name == "scorepad":
        return [str(Path(executable).absolute())]
    return [sys.executable, "-m", "scorepad"]


def is_for_all() -> bool:
    """Return whether other users can start this Scorepad."""
    return all(is_open(Path(file)) for file in {program()[0], sys.executable, __file__})


def is_open(file: Path) -> bool:
    """Return whether all users may enter the folders above a file."""
    parents = [*file.absolute().parents, *file.resolve().parents]
    return all(folder.stat().st_mode & 0o001 for folder in parents)


def _filled(file: str, **words: object) -> str:
    text = translate_comments((Path(__file__).parent / file).read_text("utf-8"))
    for mark, word in words.items():
        text = text.replace(f"@{mark.upper()}@", str(word))
    return text


def _systemd(host: Host) -> str:
    started = program()
    in_home = any(Path(file).resolve().is_relative_to(home) for file in (started[0], sys.executable) for home in HOMES)
    command = " ".join(map(unit_word, host.command(started, host.database or str(host.where or DEFAULT_FOLDER))))
    begun, told, servers = "After=network.target\n", "", None
    words, folders = _("It writes only where the groups are."), [host.where or DEFAULT_FOLDER]
    if host.database:
        from scorepad.store.postgres.database import hosts_of

        begun, told = _filled("systemd_begun"), _filled("systemd_told", states=STATES)
        servers = hosts_of(host.database)
        words, folders = _("It writes only its own secret and the backups."), [DEFAULT_FOLDER, *host.folders]
    keeping = f"{as_comment(words)}\n{write_access_settings(*folders)}"
    homes, speaking = "read-only" if in_home else "yes", network_settings(servers)
    return _filled("systemd", begun=begun, command=command, told=told, keeping=keeping, homes=homes, speaking=speaking)


def _socket(host: Host) -> str:
    return _filled("systemd-socket", port=host.port)


def _container(host: Host) -> str:
    # No shell, because it would not pass the termination signal on to Scorepad.
    words = host.command(["/scorepad/program/bin/scorepad"], "/scorepad/groups")
    quoted = ", ".join(f'"{word}"' for word in words)
    volume = shlex.quote(str(host.where)) if host.where else "scorepad"
    return _filled("container", volume=volume, wheel=f"scorepad-{__version__}-py3-none-any.whl", command=f"[{quoted}]")


def _nginx(host: Host) -> str:
    from scorepad.web.host.front_pages import MAX_BODY_BYTES
    from scorepad.web.server.http_server import MOST_AT_ALL

    url = urlsplit(host.address)
    https = url.port or 443
    return _filled(
        "nginx",
        redirect=_filled("nginx_redirect") if https == 443 else "",
        https=https,
        port=host.port,
        name=host.address.partition("://")[2].removesuffix(f":{url.port}"),
        kib=MOST_AT_ALL // 1024,
        brought=MAX_BODY_BYTES["/bring"] // 1024,
    )


def _caddy(host: Host) -> str:
    return _filled("caddy", address=host.address, port=host.port)  # Scorepad refuses large requests before reading them


EXAMPLES = {"systemd": _systemd, "systemd-socket": _socket, "container": _container, "nginx": _nginx, "caddy": _caddy}


# --- settings of the systemd service for one host ----------------------------------------------------------


def write_access_settings(*folders: Path) -> str:
    """Return the settings that let the service write to these folders.

    systemd itself creates a folder below /var/lib, with a user for it. Any other folder must exist.
    """
    created = [folder for folder in folders if folder.is_relative_to(STATES) and folder != STATES]
    existing = [folder for folder in folders if folder not in created]
    states = " ".join(unit_path(folder.relative_to(STATES)) for folder in created)
    lines = [f"StateDirectory={states}", "StateDirectoryMode=0700"] if created else []
    if not existing:
        return "\n".join(["DynamicUser=yes", *lines])
    once = shlex.join(["install", "-d", "-o", "scorepad", "-m", "700", *map(str, existing)])
    allowed = " ".join(map(unit_path, existing))
    setup = _("Run once: {command}").format(command=f"useradd --system scorepad && {once}")
    return "\n".join([f"# {setup}", "User=scorepad", *lines, f"ReadWritePaths={allowed}"])


def network_settings(servers: Sequence[str] | None) -> str:
    """Return the settings for connections to these database servers.

    A server is a host name, an IP address, or the path of a local socket. `servers` is None without a database.
    """
    if servers is None:
        return _restrict_addresses(_("It talks only to the proxy on this computer."), [])
    by_file = [server for server in servers if not server or server.startswith(("/", "@"))]
    families = ["AF_UNIX"] if by_file else []
    numbers = [_number(server) for server in servers if server not in by_file and server != "localhost"]
    if "" in numbers:
        words = _(
            "It talks to the proxy on this computer and to the database. The database has a host name, but systemd "
            "needs an IP address. Add its fixed one (?hostaddr=10.0.0.5)."
        )
        return "\n".join([as_comment(words), _families(families)])
    sentence = _("It talks only to the proxy on this computer and to the database.")
    return _restrict_addresses(sentence, [number for number in numbers if not ip_address(number).is_loopback], families)


def _number(server: str) -> str:
    """Return the IP address of a server; "" if it has a host name."""
    try:
        return str(ip_address(server.partition("%")[0]))
    except ValueError:
        return ""


def _restrict_addresses(text: str, numbers: Sequence[str], families: Sequence[str] = ()) -> str:
    allowed = " ".join(["localhost", *numbers])
    return f"{as_comment(text)}\nIPAddressDeny=any\nIPAddressAllow={allowed}\n{_families(families)}"


def _families(more: Sequence[str]) -> str:
    return "RestrictAddressFamilies=" + " ".join(["AF_INET", "AF_INET6", *more])


def unit_word(word: str) -> str:
    """Return a word of a command as a unit file quotes it."""
    quoted = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{quoted}"' if set(quoted) & set(" '\"\\;\t") or not quoted else quoted


def unit_path(path: Path) -> str:
    """Return a path for a list of paths in a unit file, where a dollar is not special."""
    return unit_word(str(path)).replace("$$", "$")


# --- comments in the reader's language -----------------------------------------------------------------
# One message for consecutive comment lines. Commands are indented, one per line, and not translated.

WIDTH = 120

_COMMENT = re.compile(r"^([ \t]*)# (?! )(.*(?:\n\1# (?! ).*)*)", re.MULTILINE)
_MARK, _GAP = re.compile(r"@([A-Z]+)@"), re.compile(r"{([a-z]+)}")
"""A placeholder in the settings and in a message."""


def translate_comments(settings: str) -> str:
    """Translate the comments of a settings file."""

    def translate(match: re.Match[str]) -> str:
        return as_comment(_GAP.sub(lambda gap: f"@{gap[1].upper()}@", _(_message(match))), match[1])

    return _COMMENT.sub(translate, settings)


def extract(file: IO[bytes], *_words: object, **_options: object) -> Iterator[tuple[int, str, str, list[str]]]:
    """Yield line number, function, text and comments for each comment of a settings file, for Babel."""
    settings = file.read().decode("utf-8")
    for match in _COMMENT.finditer(settings):
        yield settings[: match.start()].count("\n") + 1, "_", _message(match), []


def _message(match: re.Match[str]) -> str:
    words = " ".join(match[2].split(f"\n{match[1]}# "))
    return _MARK.sub(lambda mark: f"{{{mark[1].lower()}}}", words)


def as_comment(words: str, indent: str = "") -> str:
    """Return a sentence as wrapped comment lines."""
    begin = f"{indent}# "
    lines = TextWrapper(WIDTH, begin, begin, expand_tabs=False, break_long_words=False, break_on_hyphens=False)
    return lines.fill(words)
