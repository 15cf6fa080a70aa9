"""Write docs/command-line.md: the examples stay, and the help texts of all commands follow; run by `make docs`."""

import argparse
import os
from collections.abc import Iterator
from pathlib import Path

from scorepad.cli import parser

PAGE = Path(__file__).parents[2] / "docs/command-line.md"
HEADING = "## All commands"


def _commands(command: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    yield command
    for action in command._actions:
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                yield from _commands(inner)


def page() -> str:
    """Return the page with the help texts of the present version, 100 characters wide."""
    os.environ["COLUMNS"] = "100"
    examples = PAGE.read_text("utf-8").partition(HEADING)[0]
    blocks = [
        f"### {command.prog}\n\n```text\n{command.format_help().strip()}\n```\n" for command in _commands(parser())
    ]
    return "\n".join([f"{examples}{HEADING}\n", *blocks])


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
