"""The folder of --data: where it is, the games and the rule files in it, and games named by file or id."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from scorepad.commands.files import STDIO, read_file
from scorepad.errors import FileUnreadable, NothingKept, SayWhichGroup
from scorepad.words import _

if TYPE_CHECKING:
    from scorepad.game.state.record import Game
    from scorepad.repository import GameRepository
    from scorepad.rule_library import RuleLibrary
    from scorepad.store import Store


def data_folder(
    given: str | None = None,
    *,
    environment: Mapping[str, str] = os.environ,
    platform: str = sys.platform,
    home: Path | None = None,
) -> str:
    """Where the games are: as said, $SCOREPAD_DATA, or the folder of this user's data on this kind of machine."""
    said = given or environment.get("SCOREPAD_DATA")
    if said:
        return said
    home = home or Path.home()
    if platform == "win32":
        return str(Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local") / "Scorepad")
    if platform == "darwin":
        return str(home / "Library" / "Application Support" / "Scorepad")
    own = environment.get("XDG_DATA_HOME", "")
    return str((Path(own) if own.startswith("/") else home / ".local" / "share") / "scorepad")


def games_file(arguments: argparse.Namespace) -> Path:
    """The file of the games of --data. FileUnreadable in the home of nobody, StoreUnavailable at an address that is no
    SQLite's."""
    from scorepad.store import file_of

    folder, said = data_folder(vars(arguments).get("data")), vars(arguments).get("group")
    try:
        if said is None and not is_host(folder):
            return file_of(folder)
        return file_of(str(_group_folder(Path(folder).expanduser(), said)))
    except RuntimeError as error:  # ~somebody
        raise FileUnreadable(folder, _("There is no such user.")) from error


def is_host(folder: str) -> bool:
    """Whether a folder keeps groups, not the games of one."""
    there = Path(folder).expanduser()
    return (there / "groups").is_dir() and not (there / "scorepad.db").exists()


def _group_folder(where: Path, said: str | None) -> Path:
    """The folder of the group that is meant: by its key or name, or the only one there is. SayWhichGroup."""
    from scorepad.store import GROUP_NAME, open_store

    folders = sorted(one for one in (where / "groups").glob("[a-z2-9]*") if (one / "scorepad.db").exists())

    def is_called(one: Path) -> bool:
        with contextlib.closing(open_store(one, made=False)) as store:
            return said is not None and (store.setting(GROUP_NAME) or "").casefold() == said.casefold()

    found = [one for one in folders if said in (None, one.name)] or [one for one in folders if is_called(one)]
    if len(found) != 1:
        raise SayWhichGroup(str(where), said or "")
    return found[0]


@contextlib.contextmanager
def opened_store(arguments: argparse.Namespace, *, made: bool = False) -> Iterator[Store]:
    """The store of --data, closed afterwards. Without `made` a place that keeps none is refused (NothingKept), not
    begun: it may be mistyped."""
    from scorepad.store import open_store

    with contextlib.closing(open_store(games_file(arguments), made=made)) as store:
        yield store


@contextlib.contextmanager
def repository(arguments: argparse.Namespace, *, made: bool = False) -> Iterator[GameRepository]:
    """The games of --data; `made` as for `opened_store`."""
    from scorepad.repository import GameRepository

    with opened_store(arguments, made=made) as store:
        yield GameRepository(store)


@contextlib.contextmanager
def rule_library(arguments: argparse.Namespace, *, made: bool = False) -> Iterator[RuleLibrary]:
    """The built-in rule files and the own ones of --data, where games are opened when an own one is first asked for.

    Where none are kept there are no own ones; with `made` a place for them is begun.
    """
    from scorepad.rule_library import RuleLibrary

    with contextlib.ExitStack() as opened:

        def own() -> Store | None:
            try:
                return opened.enter_context(opened_store(arguments, made=made))
            except NothingKept:
                return None

        yield RuleLibrary(own)


def read_game(name: str, arguments: argparse.Namespace) -> Game:
    """The game in the file `name`, a game file or a log; it may name own rules of --data. FileUnreadable, FileError."""
    from scorepad import json_text
    from scorepad.game.files import game_file

    with rule_library(arguments) as library:
        return game_file.read_game(json_text.parse(read_file(name)), library)


def file_or_game(arguments: argparse.Namespace) -> Game:
    """The game in the file `arguments.game`, or the kept game of this id. FileUnreadable, FileError, GameNotFound,
    RecordDamaged."""
    name: str = arguments.game
    if name == STDIO or Path(name).suffix or os.path.exists(name) or os.sep in name:
        return read_game(name, arguments)
    with repository(arguments) as games:
        return games.load(name).game


def game_named(arguments: argparse.Namespace) -> str:
    """The name of the game that --game asks for, by its name or key; "" for none."""
    with rule_library(arguments) as library:
        known = library.rulebooks() if arguments.game else {}
    return known[arguments.game].name if arguments.game in known else arguments.game
