"""What sets up a host on a computer of one's own: a service, a container, a proxy. The texts lie here as files, with
@NAMES@ for what is filled in."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from scorepad import __version__

WHERE = Path("/var/lib/scorepad")
"""Where a service keeps the groups unless it is said."""

HOMES = (Path("/home"), Path("/root"), Path("/run/user"))
"""What systemd calls the homes."""


class Host(NamedTuple):
    """What is filled in: `address` as `public_address` writes it, beginning with https; `where` the groups are, None
    where that is not said; the `port` for the proxy; `more` options of the host, as words."""

    address: str
    where: Path | None
    port: int
    more: Sequence[str] = ()

    def command(self, program: Sequence[str], where: str) -> list[str]:
        """The words that start it."""
        said = ["host", "--data", where, "--address", self.address, "--port", str(self.port)]
        return [*program, *said, *self.more]


def example(kind: str, host: Host) -> str:
    """The text of one of `FILLED`."""
    return FILLED[kind](host)


def program() -> list[str]:
    """The words that start this Scorepad from any folder: the command that is running, else Python with it."""
    called = shutil.which(sys.argv[0])
    if called and Path(called).name == "scorepad":
        return [str(Path(called).absolute())]
    return [sys.executable, "-m", "scorepad"]


def is_for_all() -> bool:
    """Whether a user who is not we can start this Scorepad."""
    return all(is_open(Path(one)) for one in {program()[0], sys.executable, __file__})


def is_open(file: Path) -> bool:
    """Whether everybody may look into the folders that lead to a file."""
    there = [*file.absolute().parents, *file.resolve().parents]
    return all(folder.stat().st_mode & 0o001 for folder in there)


def _filled(file: str, **words: object) -> str:
    text = (Path(__file__).parent / file).read_text("utf-8")
    for mark, word in words.items():
        text = text.replace(f"@{mark.upper()}@", str(word))
    return text


def _systemd(host: Host) -> str:
    started = program()
    in_home = any(Path(one).resolve().is_relative_to(home) for one in (started[0], sys.executable) for home in HOMES)
    return _filled(
        "systemd",
        command=" ".join(map(_unit_word, host.command(started, str(host.where or WHERE)))),
        keeping=_kept_at(host.where or WHERE),
        homes="read-only" if in_home else "yes",
    )


def _socket(host: Host) -> str:
    return _filled("systemd-socket", port=host.port)


def _kept_at(where: Path) -> str:
    """A folder below /var/lib systemd makes itself, with a user for it; any other one has to be there."""
    states = WHERE.parent
    if where.is_relative_to(states) and where != states:
        return f"DynamicUser=yes\nStateDirectory={_unit_path(where.relative_to(states))}\nStateDirectoryMode=0700"
    made = shlex.join(["install", "-d", "-o", "scorepad", "-m", "700", str(where)])
    return f"# Once: useradd --system scorepad && {made}\nUser=scorepad\nReadWritePaths={_unit_path(where)}"


def _unit_word(word: str) -> str:
    """A word of a command as a unit quotes it."""
    told = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{told}"' if set(told) & set(" '\"\\;\t") or not told else told


def _unit_path(path: Path) -> str:
    """A path in a list of paths: there a dollar means nothing."""
    return _unit_word(str(path)).replace("$$", "$")


def _container(host: Host) -> str:
    # Words without a shell, which would keep the signal to end from Scorepad.
    words = host.command(["/scorepad/program/bin/scorepad"], "/scorepad/groups")
    quoted = ", ".join(f'"{word}"' for word in words)
    volume = shlex.quote(str(host.where)) if host.where else "scorepad"
    return _filled("container", volume=volume, wheel=f"scorepad-{__version__}-py3-none-any.whl", command=f"[{quoted}]")


def _nginx(host: Host) -> str:
    from scorepad.web.host.bringing import LARGER
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
