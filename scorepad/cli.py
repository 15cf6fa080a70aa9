"""The door: every command of `scorepad`.

Exit status 0; 1 when something is refused, with a sentence on stderr; 2 for a command line that makes no sense.
Commands import what they need when they run, so that `--version` and `--help` cost next to nothing.
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

INTERRUPTED = 130  # as shells count it: 128 and the number of the signal
BROKEN_PIPE = 141


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit status. argparse leaves by SystemExit for --help (0) and for usage (2)."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without “é” shows a question mark, not a traceback
    try:
        try:
            return _run(arguments)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        # The reader of the pipe is gone. The interpreter must not write to it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED


def _run(arguments: Sequence[str] | None) -> int:
    words = sys.argv[1:] if arguments is None else list(arguments)
    if words == ["--version"]:  # asked by scripts: not even argparse is fetched for it
        print(VERSION)
        return 0
    from scorepad.commands.files import complain
    from scorepad.errors import ScorepadError, file_unreadable, shortened

    given = parser().parse_args(words)
    try:
        return int(given.run(given) or 0)
    except ScorepadError as error:
        complain(str(error))
        return 1
    except BrokenPipeError:
        raise
    except OSError as error:  # a name that is too long, a folder that is a file: none needs a traceback
        complain(str(file_unreadable(shortened(str(error.filename or "")), error.strerror or str(error))))
        return 1


def parser() -> ArgumentParser:
    """Return the command line of every command."""
    import argparse

    from scorepad.commands import games, groups, maintenance, people, printing, rule_files, scoring, serve
    from scorepad.commands.arguments import Help, translate_argparse
    from scorepad.words import _

    translate_argparse()
    whole = argparse.ArgumentParser(
        prog="scorepad",
        description=_("A score sheet that knows the rules of exact-bid card games."),
        epilog=_("Without a command Scorepad is served on this computer and opened in the browser."),
        formatter_class=Help,
        allow_abbrev=False,
    )
    whole.add_argument("--version", action="version", version=VERSION, help=_("show the version and exit"))
    serve.add_options(whole)
    whole.set_defaults(run=serve.serve)
    commands = whole.add_subparsers(title=_("commands"), metavar=_("COMMAND"))
    for add_to in (
        *(serve.add_to, groups.add_to, serve.add_host_to, scoring.add_score_to, printing.add_to),
        *(scoring.add_points_to, rule_files.add_schemes_to, rule_files.add_rulebooks_to, scoring.add_late_entry_to),
        *(games.add_to, people.add_to, games.add_import_to, maintenance.add_to),
    ):
        add_to(commands)
    return whole
