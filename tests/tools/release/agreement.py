"""Checks that the version, the changelog and the README agree."""

import re

from program import ROOT

from scorepad import __version__

VERSION = __version__

_UNRELEASED = "(not yet released)"


def disagreements() -> list[str]:
    """Return a sentence for each place that does not name this version."""
    wrong = []
    if _newest().partition(" ")[0] != VERSION:
        wrong.append(f"The newest part of CHANGELOG.md is about {_newest()}, and this is {VERSION}.")
    named = set(re.findall(r"scorepad-([0-9][\w.]*?)(?:-py3-none-any\.whl|\.tar\.gz)", _read("docs/command-line.md")))
    if named != {VERSION}:
        versions = ", ".join(sorted(named)) or "no version"
        wrong.append(f"docs/command-line.md names the files of {versions}, and this is {VERSION}.")
    return wrong


def is_not_yet_released() -> bool:
    """Return whether the changelog marks this version as unreleased."""
    return _newest().endswith(_UNRELEASED)


def _newest() -> str:
    return re.findall(r"^## (.+)$", _read("CHANGELOG.md"), re.M)[0]  # type: ignore[no-any-return]


def _read(name: str) -> str:
    return (ROOT / name).read_text("utf-8")
