"""Ladders as text that a player can type: reading a line, and writing one. What it means stands in `ladder.py`."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise, takewhile

from scorepad.errors import LadderError
from scorepad.rules.field_readers import MOST_CARDS
from scorepad.rules.rulebook.ladder import MOST_HANDS, Chain, Ladder, Size, Stop
from scorepad.words import _

MOST_TEXT = 200  # characters

_TOKEN = re.compile(r"\s*(?:(?P<number>[0-9]+)|(?P<word>[^\W\d_x]+)|(?P<sign>…|\.\.\.|[-–—−,x×*]))", re.I)
_SIGNS = {"–": "-", "—": "-", "−": "-", "×": "x", "*": "x", "...": "…"}


@lru_cache(maxsize=64)  # walking a ladder takes milliseconds, and every game that is opened reads its line
def parse_ladder(text: str) -> Ladder:
    """The ladder that a line of text writes; LadderError says what is wrong and `at` which place of the text (from 0).

    It has at most MOST_HANDS hands once round, of at most MOST_CARDS cards.
    """
    ladder = _Reader(text).ladder()
    if ladder.is_too_long():
        raise LadderError(_("That can be more than {most} hands; shorten it.").format(most=MOST_HANDS))
    return ladder


class _Reader:
    """Reads the text of one ladder, token by token."""

    def __init__(self, text: str) -> None:
        if len(text) > MOST_TEXT:
            raise LadderError(_("A ladder is at most {most} characters long.").format(most=MOST_TEXT), MOST_TEXT)
        self.end = len(text.rstrip())
        self.tokens = list(_tokens(text.rstrip()))

    def ladder(self) -> Ladder:
        """The whole line; LadderError where it stops being one."""
        chains = list[Chain]()
        while self.tokens and self.tokens[0][0] != "…":
            chains.append(self._chain())
            while self._take(","):
                pass
        if not chains:
            raise LadderError(_("Write at least one hand, like 1-10-1."), self._at())
        endless = self._take("…")
        if self.tokens:
            raise LadderError(_("Nothing can follow “…”, which goes round for ever."), self._at())
        return Ladder(tuple(chains), endless)

    def _chain(self) -> Chain:
        stops = [self._stop()]
        while self._take("-"):
            stops.append(self._stop())
        return Chain(tuple(stops), self._number("step", MOST_CARDS) if self._take("by") else 1)

    def _stop(self) -> Stop:
        at = self._at()
        size = self._size("cards", MOST_CARDS, ("top", "players"))
        times = self._size("hands", MOST_HANDS, ("players",)) if self._take("x") else 1
        return Stop(size, times, at)

    def _size(self, what: str, most: int, words: tuple[str, ...]) -> Size:
        if self.tokens and self.tokens[0][0] in words:
            return self.tokens.pop(0)[0]
        return self._number(what, most, words)

    def _number(self, what: str, most: int, words: tuple[str, ...] = ()) -> int:
        token, at = self.tokens[0] if self.tokens else ("", self.end)
        if not (token.isascii() and token.isdigit()):
            raise LadderError(_missing(what, token, words), at)
        if not 1 <= int(token) <= most:
            raise LadderError(_too_much(what).format(most=most), at)
        self.tokens.pop(0)
        return int(token)

    def _take(self, token: str) -> bool:
        if self.tokens and self.tokens[0][0] == token:
            self.tokens.pop(0)
            return True
        return False

    def _at(self) -> int:
        return self.tokens[0][1] if self.tokens else self.end


def _too_much(what: str) -> str:
    return {
        "step": _("The step goes from 1 to {most}."),
        "cards": _("The number of cards goes from 1 to {most}."),
        "hands": _("The number of hands goes from 1 to {most}."),
    }[what]


def _missing(what: str, token: str, words: tuple[str, ...]) -> str:
    if not token:
        return {
            "step": _("The line stops where a step should stand."),
            "cards": _("The line stops where a number of cards should stand."),
            "hands": _("The line stops where a number of hands should stand."),
        }[what]
    close = difflib.get_close_matches(token, words)
    if close:
        return _("There is no word “{word}” here. Did you mean “{close}”?").format(word=token, close=close[0])
    stands = {
        "step": _("“{token}” stands where a step should."),
        "cards": _("“{token}” stands where a number of cards should."),
        "hands": _("“{token}” stands where a number of hands should."),
    }
    return stands[what].format(token=token)


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if not match:
            at += len(text[at:]) - len(text[at:].lstrip())
            raise LadderError(_("“{sign}” has no meaning in a ladder.").format(sign=text[at]), at)
        kind = str(match.lastgroup)
        token = match[kind].lower()
        yield _SIGNS.get(token, token), match.start(kind)
        at = match.end()


# --- and back to text -------------------------------------------------------------------------------


def as_ladder_text(sizes: Sequence[int]) -> str:
    """A line of these hands, in cards, which `parse_ladder` reads again. Many of one size are written `10x100`.

    Only where that is too long for a line, climbs are written as such too: `1-59 by 2`.
    """
    text = " ".join(_items(sizes, climbs=False))
    return text if len(text) <= MOST_TEXT else " ".join(_items(sizes, climbs=True))


def _items(sizes: Sequence[int], *, climbs: bool) -> Iterator[str]:
    """The hands one by one, but three and more in equal steps as one item, where that is shorter."""
    at = 0
    while at < len(sizes):
        way = sizes[at + 1] - sizes[at] if at + 1 < len(sizes) else 0
        steps = takewhile(lambda pair, way=way: pair[1] - pair[0] == way, pairwise(sizes[at:]))  # type: ignore[misc]
        run = list(sizes[at : at + 1 + sum(1 for _step in steps)])
        plain, item = " ".join(map(str, run)), f"{run[0]}x{len(run)}"
        if way:
            item = f"{run[0]}-{run[-1]}" + (f" by {abs(way)}" if abs(way) > 1 else "")
        short = len(run) > 2 and len(item) < len(plain) and (climbs or not way)
        yield item if short else str(run[0])
        at += len(run) if short else 1
