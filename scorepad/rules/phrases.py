"""The small steps from words to sentences that pages, prints and terminal share; they know no rules."""

from __future__ import annotations

from collections.abc import Sequence

from scorepad.words import _


def capital(text: str) -> str:
    """With a capital at the beginning, and the rest as it is: other languages write nouns with one."""
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """With a full stop, unless it ends a sentence already: a name may end with “!”."""
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def span(first: int, last: int, dash: str = "–") -> str:
    """`3–7`, or `4` alone."""
    return str(last) if first == last else f"{first}{dash}{last}"


def both(names: Sequence[str]) -> str:
    """Names in a row: `Ann`, `Ann and Bob`, `Ann, Bob and Cat`."""
    *others, last = names
    return _("{others} and {last}").format(others=", ".join(others), last=last) if others else last
