"""The small steps from words to sentences that pages, prints and terminal share; they know no rules."""

from __future__ import annotations

import re

from scorepad.words import _, ours

HARD = "\u00a0\u202f"
"""Blanks at which no line is broken."""

_BLANKS = re.compile(rf"[^\S{HARD}]+")


BLANK = "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u180f\u2800\u3164\uffa0"
"""Characters that Unicode counts as letters or marks, and that fonts draw as nothing: Hangul fillers and the like."""

_SEEN = re.compile(
    rf"[^\s{BLANK}\0-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb\U000e0000-\U000e0fff]"
)


def is_visible(text: str) -> bool:
    """Return whether a reader can see anything of a text: spaces, joiners and fillers alone are no name."""
    return _SEEN.search(text) is not None


def capital(text: str) -> str:
    """With a capital at the beginning, and the rest as it is: other languages write nouns with one."""
    return text[:1].upper() + text[1:]


def readable(name: str) -> str:
    """A name out of a rule file as words: `over_half_of` is “over half of”, in the language of who reads."""
    return ours(name.replace("_", " "))


def sentence(text: str) -> str:
    """With a full stop, unless it ends a sentence already: a name may end with “!”."""
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def unbroken(text: str) -> list[str]:
    """What stands on one line: words, and what a hard blank holds together, as French does before a colon."""
    return [part for part in _BLANKS.split(text) if part]


def span(first: int, last: int, dash: str = "–") -> str:
    """`3–7`, or `4` alone."""
    return str(last) if first == last else f"{first}{dash}{last}"


def ordinal(place: int) -> str:
    """A place as it is said: `1st`, `2nd`; by its number alone beyond all that sit at a table."""
    said = (_("1st"), _("2nd"), _("3rd"), _("4th"), _("5th"), _("6th"), _("7th"), _("8th"), _("9th"), _("10th"))
    return said[place - 1] if place <= len(said) else str(place)
