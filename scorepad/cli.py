"""The command line of `scorepad`.

The exit status is 0 for success and 2 for wrong usage. It is 1 for a refused command, which prints a message on stderr.
Commands import their modules when they run, so that `--version` and `--help` start fast.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from scorepad import __version__

if TYPE_CHECKING:
    from argparse import ArgumentParser

VERSION = f"scorepad {__version__}"

INTERRUPTED = 130  # 128 + SIGINT, as shells report it
BROKEN_PIPE = 141


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status.

    argparse raises SystemExit for --help (0) and for wrong usage (2).
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # print “?” for letters that the encoding lacks
    try:
        try:
            return _run(arguments)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        # Redirect stdout, so that the flush at exit does not fail on the closed pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED


def _run(arguments: Sequence[str] | None) -> int:
    words = sys.argv[1:] if arguments is None else list(arguments)
    if words == ["--version"]:  # scripts call this often: skip the import of argparse
        print(VERSION)
        return 0
    from scorepad.commands.files import print_error, with_next_step
    from scorepad.errors import ScorepadError, file_unreadable, shorten

    given = parser().parse_args(words)
    try:
        return int(given.run(given) or 0)
    except ScorepadError as error:
        print_error(with_next_step(error))
        return 1
    except BrokenPipeError:
        raise
    except OSError as error:  # such as a name that is too long
        print_error(str(file_unreadable(shorten(str(error.filename or "")), error.strerror or str(error))))
        return 1


def parser() -> ArgumentParser:
    """Return the argument parser with all commands."""
    from scorepad.commands import games, groups, maintenance, people, printing, rule_files, scoring, serve
    from scorepad.commands.arguments import CommandParser, Help, translate_argparse
    from scorepad.words import _

    translate_argparse()
    root = CommandParser(
        prog="scorepad",
        description=_("A score keeper for card games in which you bid your exact number of tricks."),
        epilog=_("Without a command, Scorepad starts on this computer and opens in the browser."),
        formatter_class=Help,
        allow_abbrev=False,
    )
    root.add_argument("--version", action="version", version=VERSION, help=_("show the version and exit"))
    serve.add_options(root)
    root.set_defaults(run=serve.serve)
    commands = root.add_subparsers(title=_("commands"), metavar=_("COMMAND"))
    for add_to in (
        *(serve.add_to, groups.add_to, serve.add_host_to, scoring.add_score_to, printing.add_to),
        *(scoring.add_points_to, rule_files.add_schemes_to, rule_files.add_rulebooks_to, scoring.add_late_entry_to),
        *(games.add_to, people.add_to, games.add_import_to, maintenance.add_to),
    ):
        add_to(commands)
    return root
