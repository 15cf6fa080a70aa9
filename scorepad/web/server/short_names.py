"""Short names for what a script calls its own: a twelfth of all bytes of a script is such names.

A name is written short wherever it stands for a variable, everywhere in a script alike, so that scopes need not be told
apart; what is a property keeps its name. That is exact as long as no such name is also one of the browser's own, which
a script could mean in one place and hide in another: those are never shortened, and a test asks the browsers for them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, product
from string import ascii_letters

from scorepad.web.server.script_tokens import Token, tokens

BROWSERS_OWN = frozenset({
    "close", "event", "find", "history", "length", "name", "onclick", "open", "parent", "self", "status", "stop", "top",
    "when",
})  # fmt: skip
"""Names that our scripts may call something of their own and that some browser has on every page."""

_NEVER = BROWSERS_OWN | {"as", "async", "await", "from", "get", "of", "set", "static"}
_KEYWORDS = {"as", "do", "if", "in", "is", "of"}
_NOT_UNDERSTOOD = {"class", "switch", "with"}
_BEFORE_BLOCK = {"", ")", "=>", ";", "{", "}", "else", "do", "try", "finally", "catch"}


def with_short_names(script: str, *, keep: frozenset[str] = frozenset()) -> str:
    """The same script, with short names for what it declares but for those to `keep` and those that begin with $.
    ValueError where it is written in a way that this does not know."""
    every = list(tokens(script))
    texts = {one.text for one in every if one.kind == "word"}
    if unknown := texts & _NOT_UNDERSTOOD:
        raise ValueError(f"not understood: {sorted(unknown)}")
    names = list(_names(every))
    short = _short(names, _NEVER | keep, texts | _KEYWORDS)
    pieces = [one.text for one in every]
    for name in names:
        if new := short.get(name.text):
            pieces[name.at] = f"{name.text}:{new}" if name.shorthand else new
    return "".join(pieces)


def shortened_names(script: str) -> set[str]:
    """The names that it writes short."""
    return set(_short(list(_names(list(tokens(script)))), _NEVER, set()))


@dataclass(frozen=True)
class _Name:
    """A place where a name stands for a variable."""

    at: int
    text: str
    shorthand: bool  # in `{ name }`, where it is the property's name too
    declares: bool


def _short(names: list[_Name], never: frozenset[str], taken: set[str]) -> dict[str, str]:
    """Names by how often they stand there, the shortest for the most frequent."""
    own = {one.text for one in names if one.declares} - never
    letters = ("".join(some) for length in count(1) for some in product(ascii_letters, repeat=length))
    free = (one for one in letters if one not in taken)
    often = Counter(one.text for one in names if one.text in own and len(one.text) > 1 and one.text[0] != "$")
    return {text: next(free) for text, _times in often.most_common()}


@dataclass
class _Within:
    """What brackets hold: "block", "object" or "other"; whether what stands there is declared, and whether a `const`
    or `let` has begun there and not ended."""

    kind: str
    pattern: bool
    declaring: bool = False


def _names(every: list[Token]) -> Iterator[_Name]:
    told = [(at, one) for at, one in enumerate(every) if one.kind != "gap"]
    texts = ["", "", *(one.text for _at, one in told), "", ""]
    ends = _ends(texts)
    within = [_Within("block", pattern=False)]
    for at, (place, (kind, text)) in enumerate(told, 2):
        here = within[-1]
        if kind == "word" and not text[0].isdigit():
            name = _name(place, texts[at - 1 : at + 2], here)
            if name:
                yield name
            here.declaring = text in ("const", "let") or (here.declaring and text not in ("of", "in"))
        if _closes(kind, text):
            within.pop()
        if _opens(kind, text):
            within.append(_opened(texts, at, ends.get(at, 0), within[-1]))
        elif text == ";":
            here.declaring = False


def _name(place: int, around: list[str], here: _Within) -> _Name | None:
    """The name that a word is, between what stands before and after it; None for a property, by its name alone."""
    before, text, after = around
    first = before in ("{", ",")
    if before in (".", "?.") or (
        here.kind == "object" and (before in ("get", "set", "async") or (first and after in (":", "(")))
    ):
        return None
    shorthand = here.kind == "object" and first and after in (",", "}", "=")
    bound = here.pattern and before in ("(", "[", "{", ",", ":", "...")
    begun = before in ("const", "let") or (here.declaring and before == ",")
    return _Name(place, text, shorthand, bound or begun or before == "function" or after == "=>")


def _opened(texts: list[str], at: int, end: int, around: _Within) -> _Within:
    """What the bracket at a place holds; `end` is where a round one is closed."""
    before = texts[at - 1]
    if texts[at] == "(":
        return _Within("other", texts[end + 1] == "=>" or "function" in (before, texts[at - 2]) or before == "catch")
    bound = before in ("const", "let") or (around.declaring and before == ",")
    pattern = bound or (around.pattern and before in ("(", "[", "{", ",", ":"))
    block = texts[at] == "{" and before in _BEFORE_BLOCK and not pattern
    return _Within("block" if block else "object" if texts[at] == "{" else "other", pattern)


def _opens(kind: str, text: str) -> bool:
    return text in ("(", "[", "{") or (kind == "text" and text.endswith("${"))


def _closes(kind: str, text: str) -> bool:
    return text in (")", "]", "}") or (kind == "text" and text[0] == "}")


def _ends(texts: list[str]) -> dict[int, int]:
    """Where each round bracket is closed."""
    open_ones: list[int] = []
    ends = {}
    for at, text in enumerate(texts):
        if text == "(":
            open_ones.append(at)
        elif text == ")":
            ends[open_ones.pop()] = at
    return ends
