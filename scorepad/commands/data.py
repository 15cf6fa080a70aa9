"""The data of --data: games, groups of a host, and rule files; also games given by file or id."""

from __future__ import annotations

import argparse
import contextlib
import errno
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from scorepad.commands.files import STDIO, read_file
from scorepad.errors import NoStore, StoreUnavailable, file_unreadable, group_ambiguous, shorten
from scorepad.words import _

if TYPE_CHECKING:
    from scorepad.game.state.game import Game
    from scorepad.library import RuleLibrary
    from scorepad.repository import GameRepository
    from scorepad.store import HostFolders, Store
    from scorepad.store.groups import Groups
    from scorepad.store.sqlite.backups import DailyCopies

# --- locations -----------------------------------------------------------------------------------


def data_folder(given: str | None = None) -> str:
    """Return the location of the games: `given`, $SCOREPAD_DATA, or the user's data folder.

    Raise ScorepadError if it can be neither a file nor a database.
    """
    where = given or os.environ.get("SCOREPAD_DATA")
    if where:
        _refuse_impossible(where)
    return where or str(_user_data_folder())


def _refuse_impossible(where: str) -> None:
    """Raise ScorepadError for a path or address that is impossible on this system."""
    from urllib.parse import unquote, urlsplit

    from scorepad.store.groups import is_database

    try:
        urlsplit(where)
        if is_database(where):
            where.encode()
        else:
            path = unquote(where.removeprefix("sqlite:///")) if where.startswith("sqlite:///") else where
            os.stat(Path(path).expanduser())
    except RuntimeError as error:  # the home folder of an unknown user
        raise file_unreadable(shorten(where), _("There is no such user on this computer.")) from error
    except ValueError as error:
        raise file_unreadable(shorten(where), _("No file and no database can have this name.")) from error
    except OSError as error:
        if error.errno in (errno.ENAMETOOLONG, errno.ELOOP):
            raise file_unreadable(shorten(where), error.strerror or str(error)) from error


def _user_data_folder() -> Path:
    """Return the user's data folder on this platform."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "Scorepad"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Scorepad"
    own = os.environ.get("XDG_DATA_HOME", "")
    return (Path(own) if own.startswith("/") else Path.home() / ".local" / "share") / "scorepad"


def data_location(arguments: argparse.Namespace) -> str:
    """Return the location of the games or groups of --data."""
    return data_folder(vars(arguments).get("data"))


def host_folders(arguments: argparse.Namespace) -> HostFolders:
    """Return the folder for a host's data outside its database: --copies, or the user's data folder."""
    from scorepad.store import HostFolders

    own = _user_data_folder() / "host"
    copies = vars(arguments).get("copies")
    return HostFolders(own, Path(copies).expanduser() if copies else own / "copies")


def has_groups(where: str) -> bool:
    """Return whether a folder or a database has groups, not the games of a laptop."""
    from scorepad.store.groups import is_database

    folder = Path(os.path.expanduser(where))  # unlike Path.expanduser, accepts a missing home folder
    return is_database(where) or ((folder / "groups").is_dir() and not (folder / "scorepad.db").exists())


def open_groups_of_data(arguments: argparse.Namespace) -> contextlib.AbstractContextManager[Groups]:
    """Open the groups of --data and close them afterwards.

    Create the folder if it does not exist.
    """
    from scorepad.store.groups import open_groups

    return contextlib.closing(open_groups(data_location(arguments), beside=host_folders(arguments)))


# --- games and rule files ---------------------------------------------------------------------------------


def games_file(arguments: argparse.Namespace) -> Path:
    """Return the database file of --data.

    Raise StoreUnavailable for an address of a database server.
    """
    from scorepad.store import database_file

    return database_file(data_location(arguments))


@contextlib.contextmanager
def open_chosen_group(arguments: argparse.Namespace) -> Iterator[tuple[Groups, str] | None]:
    """Open the groups of --data and yield them with the key of the chosen one.

    Yield None for the games of a laptop.
    """
    where, name = data_location(arguments), vars(arguments).get("group")
    if not has_groups(where):
        if name is not None:
            raise group_ambiguous(where, name)
        yield None
        return
    with open_groups_of_data(arguments) as groups:
        yield groups, _find_group_key(groups, name)


def _find_group_key(groups: Groups, message: str | None) -> str:
    """Return the key of the group with this key or name, or of the only group."""
    from scorepad.store import GROUP_NAME

    if message is not None and groups.has(message):
        return message
    keys = []
    for key in groups.keys():  # noqa: SIM118  not a mapping
        with contextlib.suppress(StoreUnavailable), contextlib.closing(groups.open(key)) as store:
            if message is None or (store.setting(GROUP_NAME) or "").casefold() == message.casefold():
                keys.append(key)
        if len(keys) > 1:
            break
    if len(keys) != 1:
        raise group_ambiguous(groups.where, message or "")
    return keys[0]


@contextlib.contextmanager
def open_store_of_data(arguments: argparse.Namespace, *, made: bool = False) -> Iterator[Store]:
    """Open the store of --data and close it afterwards.

    Without `made`, raise NoStore if there are no games. Also raise StoreUnavailable or another ScorepadError.
    """
    from scorepad.store import open_store

    with open_chosen_group(arguments) as meant:
        opened = open_store(games_file(arguments), made=made) if meant is None else meant[0].open(meant[1])
        with contextlib.closing(opened) as store:
            yield store


@contextlib.contextmanager
def open_backups(arguments: argparse.Namespace) -> Iterator[DailyCopies]:
    """Open the backups of the games of --data."""
    from scorepad.store.sqlite.backups import Backups

    with open_chosen_group(arguments) as meant:
        yield Backups(games_file(arguments)) if meant is None else meant[0].copies(meant[1])


@contextlib.contextmanager
def repository(arguments: argparse.Namespace, *, made: bool = False) -> Iterator[GameRepository]:
    """Open the repository of --data; `made` is as in `open_store_of_data`."""
    from scorepad.repository import GameRepository

    with open_store_of_data(arguments, made=made) as store:
        yield GameRepository(store)


@contextlib.contextmanager
def rule_library(arguments: argparse.Namespace, *, made: bool = False) -> Iterator[RuleLibrary]:
    """Open the rule library of --data: built-in and custom rule files.

    The store is opened when a custom rule file is first read. If there is no store, `made` creates it; otherwise there
    are no custom rules.
    """
    from scorepad.library import RuleLibrary

    with contextlib.ExitStack() as opened:

        def own() -> Store | None:
            try:
                return opened.enter_context(open_store_of_data(arguments, made=made))
            except NoStore:
                return None

        yield RuleLibrary(own)


def file_or_game(arguments: argparse.Namespace) -> Game:
    """Return the game in the file `arguments.game`, a game file or a log, or the saved game with this id.

    A file may use custom rules of --data.
    Raise FileError, GameNotFound, RecordDamaged or another ScorepadError.
    """
    name: str = arguments.game
    if name == STDIO or Path(name).suffix or os.path.exists(name) or os.sep in name:
        from scorepad import json_text
        from scorepad.game.files.game_file import read_game

        with rule_library(arguments) as library:
            return read_game(json_text.parse(read_file(name)), library)
    with repository(arguments) as games:
        return games.load(name).game


def game_option_name(arguments: argparse.Namespace) -> str:
    """Return the name of the game that --game gives by name or key; "" if it is not given."""
    with rule_library(arguments) as library:
        known = library.rulebooks() if arguments.game else {}
    return known[arguments.game].name if arguments.game in known else arguments.game
