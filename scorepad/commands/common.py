"""What several commands need: their arguments, files in and out, the folder of the games."""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorepad.errors import FileUnreadable, FileUnwritable, NotForATerminal
from scorepad.words import _

if TYPE_CHECKING:
    from fractions import Fraction

    from scorepad.game.state.record import Game
    from scorepad.repository import GameRepository
    from scorepad.rule_library import RuleLibrary
    from scorepad.store import Store
    from scorepad.terminal.signs import Signs

Commands = Any  # argparse calls it _SubParsersAction and keeps it to itself
STDIO = "-"

# --- arguments ---------------------------------------------------------------------------------------


def command(
    commands: Commands, name: str, run: Callable[[argparse.Namespace], int | None], about: str
) -> argparse.ArgumentParser:
    """A command of this name, run by `run`, which returns its exit status (None: 0)."""
    added: argparse.ArgumentParser = commands.add_parser(name, help=about, description=about, allow_abbrev=False)
    added.set_defaults(run=run, parser=added)
    return added


def add_format(parser: argparse.ArgumentParser, *choices: str, by_ending: bool = False) -> None:
    """--format; unless it is said, a command answers by the first choice. With `by_ending` it is None then: `format_of`
    asks how the file to write to is called."""
    told = _("how to answer; as OUT ends, else {format}") if by_ending else _("how to answer; {format} unless said")
    default = None if by_ending else choices[0]
    parser.add_argument("--format", choices=choices, default=default, help=told.format(format=choices[0]))


def format_of(arguments: argparse.Namespace, *choices: str) -> str:
    """What --format says, else the ending of the file to write to, else the first choice."""
    ending = Path(arguments.out or "").suffix[1:].lower()
    return arguments.format or (ending if ending in choices else choices[0])


def add_out(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-o", "--out", metavar=_("OUT"), help=_("file to write to; “-” is standard output"))


def add_data(parser: argparse.ArgumentParser) -> None:
    """--data, which may stand before the command or after it."""
    parser.add_argument(
        "--data",
        metavar=_("FOLDER"),
        default=argparse.SUPPRESS,
        help=_("folder of the games ($SCOREPAD_DATA; else yours)"),
    )


def points_number(text: str) -> int | Fraction:
    """A total as it is typed: 26, -6, 12.5, 12½; halves are kept exactly."""
    from fractions import Fraction

    typed = text.replace("\N{MINUS SIGN}", "-").replace("½", ".5")
    if not re.fullmatch(r"[+-]?[0-9]{0,7}([0-9]|\.[05]0*)", typed):
        raise argparse.ArgumentTypeError(_("points are whole numbers or halves, not {text}").format(text=text))
    value = Fraction(typed)
    return value.numerator if value.denominator == 1 else value


# --- files -------------------------------------------------------------------------------------------


def read_file(name: str) -> bytes:
    """The bytes of a file, “-” for standard input."""
    if name == STDIO:
        return sys.stdin.buffer.read()
    try:
        return Path(name).read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a name with a NUL
        raise FileUnreadable(name, reason(error)) from error


def read_text(name: str) -> str:
    """The text of a UTF-8 file."""
    try:
        return read_file(name).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileUnreadable(name, _("it is not UTF-8 text")) from error


def put(data: str | bytes, out: str | None = None) -> None:
    """Write to the file `out`, or to standard output."""
    if out not in (None, STDIO):
        try:
            Path(out).write_bytes(data if isinstance(data, bytes) else data.encode("utf-8", "replace"))
        except (OSError, ValueError) as error:
            raise FileUnwritable(out, reason(error)) from error
    elif isinstance(data, bytes):
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    else:
        sys.stdout.write(data)


def complain(text: str) -> None:
    """A sentence on standard error, without what the disk or a file may have put into it to steer a terminal."""
    from scorepad.terminal.columns import clean  # late: it is hoped to be needed by nobody

    print(clean(text), file=sys.stderr, flush=True)


def put_pdf(data: bytes, out: str | None) -> None:
    """The same for what a terminal cannot show."""
    if out in (None, STDIO) and sys.stdout.isatty():
        raise NotForATerminal
    put(data, out)


def put_json(data: object, out: str | None = None) -> None:
    from scorepad import json_text

    plain = out in (None, STDIO) and "utf" not in (sys.stdout.encoding or "").lower()
    put(json_text.written(data, ascii_only=plain), out)


def put_columns(rows: Sequence[Sequence[str]], align: str = "") -> None:
    from scorepad.terminal.columns import columns

    put("".join(f"{line}\n" for line in columns(rows, align)))


def reason(error: OSError | ValueError) -> str:
    if isinstance(error, FileNotFoundError):
        return _("there is no such file or folder")
    if isinstance(error, IsADirectoryError):
        return _("it is a folder")
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def signs() -> Signs:
    """The signs that standard output can show."""
    from scorepad.terminal.signs import signs_for

    return signs_for(sys.stdout.encoding)


# --- games -------------------------------------------------------------------------------------------


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


def folder_of(arguments: argparse.Namespace) -> str:
    """The folder of --data, or the one that stands for it."""
    folder = data_folder(vars(arguments).get("data"))
    from scorepad.store import file_of

    try:
        file_of(folder)
    except RuntimeError as error:  # ~somebody
        raise FileUnreadable(folder, _("there is no such user")) from error
    return folder


@contextlib.contextmanager
def repository(arguments: argparse.Namespace, *, made: bool = False) -> Iterator[GameRepository]:
    """The games of --data. Without `made` a place that keeps none is refused, not begun: it may be mistyped."""
    from scorepad.repository import GameRepository
    from scorepad.store import open_store

    with contextlib.closing(open_store(folder_of(arguments), made=made)) as store:
        yield GameRepository(store)


@contextlib.contextmanager
def rule_library(arguments: argparse.Namespace, *, made: bool = False) -> Iterator[RuleLibrary]:
    """The built-in rule files and the own ones of --data, where games are opened when an own one is first asked for.

    Where none are kept there are no own ones; with `made` a place for them is begun.
    """
    from scorepad.errors import NothingKept
    from scorepad.rule_library import RuleLibrary

    with contextlib.ExitStack() as opened:

        def own() -> Store | None:
            try:
                return opened.enter_context(repository(arguments, made=made)).store
            except NothingKept:
                return None

        yield RuleLibrary(own)


def read_game(name: str, arguments: argparse.Namespace) -> Game:
    """The game in a file, either format; it may name the own rules of --data."""
    from scorepad import json_text
    from scorepad.game.files import game_file

    with rule_library(arguments) as library:
        return game_file.read_game(json_text.parse(read_file(name)), library)


def file_or_game(arguments: argparse.Namespace) -> Game:
    """The game in the file `arguments.game`, or the kept game of this id."""
    name: str = arguments.game
    if name == STDIO or Path(name).suffix or os.path.exists(name) or os.sep in name:
        return read_game(name, arguments)
    with repository(arguments) as games:
        return games.load(name).game
