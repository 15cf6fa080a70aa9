"""What sets up a host on a computer of one's own: a service, a container, a proxy. The texts lie here as files, with
@NAMES@ for what is filled in; their comments are messages."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from scorepad import __version__
from scorepad.commands.examples.comments import told, translated
from scorepad.commands.examples.service import STATES, speaking, unit_word, writing
from scorepad.words import _

WHERE = STATES / "scorepad"
"""Where a service keeps the groups unless it is said."""

HOMES = (Path("/home"), Path("/root"), Path("/run/user"))
"""What systemd calls the homes."""


class Host(NamedTuple):
    """What is filled in: `address` as `public_address` writes it, beginning with https; `where` the groups are, None
    where that is not said; the `port` for the proxy; `more` options of the host, as words. Groups in a `database` are
    at its address instead, and `folders` are those that `more` names."""

    address: str
    where: Path | None
    port: int
    more: Sequence[str] = ()
    database: str = ""
    folders: Sequence[Path] = ()

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
    from scorepad.store.postgres.address import servers

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
