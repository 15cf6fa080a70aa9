"""Where things are: the games of --data, the groups of a host, and what a host keeps beside a database."""

from __future__ import annotations

import argparse
import contextlib
import errno
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from scorepad.errors import file_unreadable, shortened
from scorepad.words import _

if TYPE_CHECKING:
    from scorepad.store.groups import Beside, Groups


def data_folder(
    given: str | None = None,
    *,
    environment: Mapping[str, str] = os.environ,
    platform: str = sys.platform,
    home: Path | None = None,
) -> str:
    """Return where the games are: as said, $SCOREPAD_DATA, or the folder of this user's data on this kind of machine.

    ScorepadError for what can be no file and no database.
    """
    where = given or environment.get("SCOREPAD_DATA")
    if where:
        _refuse_impossible(where)
    return where or str(_own_data(environment, platform, home or Path.home()))


def _refuse_impossible(where: str) -> None:
    """Raise ScorepadError for a name or address that this system cannot have, whatever is stored there."""
    from urllib.parse import unquote, urlsplit

    from scorepad.store.opening import is_database

    try:
        urlsplit(where)
        if is_database(where):
            where.encode()
        else:
            path = unquote(where.removeprefix("sqlite:///")) if where.startswith("sqlite:///") else where
            os.stat(Path(path).expanduser())
    except RuntimeError as error:  # ~somebody
        raise file_unreadable(shortened(where), _("There is no such user.")) from error
    except ValueError as error:
        raise file_unreadable(shortened(where), _("No file and no database can have this name.")) from error
    except OSError as error:
        if error.errno in (errno.ENAMETOOLONG, errno.ELOOP):
            raise file_unreadable(shortened(where), error.strerror or str(error)) from error


def _own_data(environment: Mapping[str, str], platform: str, home: Path) -> Path:
    """The folder of this user's data on this kind of machine."""
    if platform == "win32":
        return Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local") / "Scorepad"
    if platform == "darwin":
        return home / "Library" / "Application Support" / "Scorepad"
    own = environment.get("XDG_DATA_HOME", "")
    return (Path(own) if own.startswith("/") else home / ".local" / "share") / "scorepad"


def beside(
    arguments: argparse.Namespace,
    *,
    environment: Mapping[str, str] = os.environ,
    platform: str = sys.platform,
    home: Path | None = None,
) -> Beside:
    """Where a host keeps what is not in its database: as --copies says, else in this user's folders."""
    from scorepad.store.groups import Beside

    said, home = vars(arguments), home or Path.home()
    own = _own_data(environment, platform, home) / "host"
    copies = said.get("copies")
    return Beside(own, Path(copies).expanduser() if copies else own / "copies")


def keeps_groups(where: str) -> bool:
    """Whether a folder or a database keeps groups, not the games of one."""
    from scorepad.store.opening import is_database

    there = Path(os.path.expanduser(where))  # the home of nobody keeps none
    return is_database(where) or ((there / "groups").is_dir() and not (there / "scorepad.db").exists())


@contextlib.contextmanager
def opened_groups(arguments: argparse.Namespace) -> Iterator[Groups]:
    """The groups of --data, closed afterwards. A folder is begun where there is none."""
    from scorepad.store.opening import open_groups

    where = data_folder(vars(arguments).get("data"))
    with contextlib.closing(open_groups(where, beside=beside(arguments))) as groups:
        yield groups
