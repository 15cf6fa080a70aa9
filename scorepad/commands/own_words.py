"""The words of Python's own reader of command lines, in the language of who reads.

It asks gettext for them, under two names of its module, and knows no other way. Those that a player may come to read
are collected for translators beside our own (`tests/translating/catalogues.py`).
"""

from __future__ import annotations

import argparse

from scorepad.words import _, headed, ngettext


class Help(argparse.HelpFormatter):
    """Help whose headings end in the sign of the language of who reads: argparse itself puts a colon behind them."""

    def start_section(self, heading: str | None) -> None:
        """As HelpFormatter has it."""
        super().start_section(heading and headed(heading).removesuffix(":"))


def tell() -> None:
    """From here on its words are ours."""
    argparse._ = _  # type: ignore[attr-defined]
    argparse.ngettext = ngettext  # type: ignore[attr-defined]
