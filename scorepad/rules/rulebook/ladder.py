"""Ladders: the cards of hand 1, 2, 3 …, and their text: `1-10-1`, `4-12 13x4`, `3-top-3 …`.

A ladder is a row of items, each a chain of stops. `1-10-1` climbs to 10 and comes back, the 10 once;
`1-10 10-1` is two chains, the 10 twice; `10x4` stays four hands; `top-1xplayers-top` stays at 1 as many
hands as there are players. `by 2` after a chain skips every other size. A `…` at the end repeats for ever.

A ladder knows no game: `top` (the rulebook's largest hand), `players` and `most` (what the pack can deal)
are given with every question, because they change when somebody joins or leaves.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice, pairwise, takewhile
from typing import NamedTuple

from scorepad.errors import LadderError
from scorepad.rules.field_readers import MOST_CARDS, MOST_PLAYERS
from scorepad.words import _

MOST_HANDS = 200  # once round

Size = int | str  # a number, "top" or "players"


class Rung(NamedTuple):
    """Where on the ladder a hand stands: which leg, which hand of that leg (0-based), and its cards."""

    leg: int
    step: int
    cards: int


@dataclass(frozen=True)
class Stop:
    """A size of a chain and for how many hands it stays; `at` is its place in the text."""

    size: Size
    times: Size = 1
    at: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return str(self.size) if self.times == 1 else f"{self.size}x{self.times}"


@dataclass(frozen=True)
class Chain:
    """Points joined by `-`, walked in steps of `by`."""

    stops: tuple[Stop, ...]
    by: int = 1

    def __str__(self) -> str:
        return "-".join(map(str, self.stops)) + (f" by {self.by}" if self.by != 1 else "")

    @property
    def closed(self) -> bool:
        """True for `a-b-a`: going round again must not play `a` twice."""
        return len(self.stops) > 2 and self.stops[0].size == self.stops[-1].size

    @property
    def names_top(self) -> bool:
        """Whether any of its sizes is `top`, so that it moves with the number of players."""
        return any(stop.size == "top" for stop in self.stops)


class _Limits(NamedTuple):
    """What a ladder must know of the table to become numbers."""

    top: int
    players: int
    most: int

    def number(self, size: Size) -> int:
        """Return what a written size means, in cards (or hands)."""
        if size == "top":
            return min(self.top, self.most)
        return self.players if size == "players" else int(size)


@dataclass(frozen=True)
class _Stay:
    """Some hands of one size; `less` of them were already played on the way there."""

    chain: Chain
    stop: Stop
    less: int = 0

    def following(self, step: int, last: int | None, limits: _Limits) -> int | None:  # noqa: ARG002
        if step >= limits.number(self.stop.times) - self.less:
            return None
        return _clamped(limits.number(self.stop.size), self.chain, limits)


@dataclass(frozen=True)
class _Go:
    """From the last size towards a stop, that stop included (rules.md B1, MU-35)."""

    chain: Chain
    start: Stop
    end: Stop

    def following(self, step: int, last: int | None, limits: _Limits) -> int | None:  # noqa: ARG002
        last = last if last is not None else limits.number(self.start.size)
        end, by = limits.number(self.end.size), self.chain.by
        if self._climbs(limits):
            following = last + by
            return following if following <= _clamped(end, self.chain, limits) else None
        return _clamped(last - by, self.chain, limits) if last - by >= end else None

    def _climbs(self, limits: _Limits) -> bool:
        """`top` is always the high end, however few cards it has come to mean."""
        if "top" in (self.start.size, self.end.size):
            return self.end.size == "top"
        return limits.number(self.end.size) > limits.number(self.start.size)


def _clamped(cards: int, chain: Chain, limits: _Limits) -> int:
    """No more than the pack can deal; in a chain that names `top`, no more than the top of the moment."""
    highest = min(limits.top, limits.most) if chain.names_top else limits.most
    return max(1, min(cards, highest))


@dataclass(frozen=True)
class Ladder:
    """The cards of hand 1, 2, 3 …; `str(ladder)` is its text in plain form."""

    chains: tuple[Chain, ...]
    endless: bool = False
    _legs: tuple[_Stay | _Go, ...] = field(init=False, compare=False, repr=False)
    _known: dict[tuple[Rung | None, _Limits, bool], Rung | None] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "_legs", tuple(leg for chain in self.chains for leg in _legs_of(chain)))

    def __str__(self) -> str:
        return " ".join(map(str, self.chains)) + (" …" if self.endless else "")

    @property
    def largest_written(self) -> int | None:
        """The largest number of cards written; None for a ladder that names `top`."""
        if any(chain.names_top for chain in self.chains):
            return None
        return max(
            (int(stop.size) for chain in self.chains for stop in chain.stops if stop.size != "players"), default=None
        )

    def after(self, rung: Rung | None, *, top: int, players: int, most: int) -> Rung | None:
        """Return the hand that follows `rung` (None: the first hand), or None after the last one.

        If top, players or most have changed since, the leg continues from the last size.
        """
        return self._after(rung, _Limits(top, players, most), self.endless)

    def rest(self, rung: Rung | None, *, top: int, players: int, most: int, limit: int = MOST_HANDS) -> list[Rung]:
        """Return the hands still to come, at most `limit` of them (an endless ladder always has more)."""
        return list(islice(self._on_from(rung, _Limits(top, players, most), self.endless), limit))

    def sizes(self, *, top: int, players: int, most: int) -> list[int]:
        """Return the cards of every hand, once round (an endless `3-top-3 …`: 3, 4 … top … 4, 3)."""
        return [rung.cards for rung in self._round(_Limits(top, players, most))]

    def too_large(self, *, top: int, players: int, most: int) -> Stop | None:
        """Return the first written size that `players` cannot be dealt from the pack, or None if all can."""
        as_written = _Limits(top, players, MOST_CARDS)
        if max(rung.cards for rung in self._round(as_written)) <= most:
            return None
        stops = (stop for chain in self.chains for stop in chain.stops)
        return next(stop for stop in stops if as_written.number(stop.size) > most)

    def is_too_long(self) -> bool:
        """Whether it has more than MOST_HANDS hands, once round, for any number of players."""
        widest = [_Limits(MOST_CARDS, players, MOST_CARDS) for players in range(1, MOST_PLAYERS + 1)]
        found = any(len(list(islice(self._round(limits), MOST_HANDS + 1))) > MOST_HANDS for limits in widest)
        self._known.clear()  # no game is played within these limits
        return found

    def _round(self, limits: _Limits) -> Iterator[Rung]:
        return self._on_from(None, limits, endless=False)

    def _on_from(self, rung: Rung | None, limits: _Limits, endless: bool) -> Iterator[Rung]:
        rung = self._after(rung, limits, endless)
        while rung is not None:
            yield rung
            rung = self._after(rung, limits, endless)

    def _after(self, rung: Rung | None, limits: _Limits, endless: bool) -> Rung | None:
        """Return the hand sizes, cached because they are needed for every hand of a game."""
        asked = (rung, limits, endless)
        if asked not in self._known:
            self._known[asked] = self._work_out(rung, limits, endless)
        return self._known[asked]

    def _work_out(self, rung: Rung | None, limits: _Limits, endless: bool) -> Rung | None:
        leg, step, last = (rung.leg, rung.step + 1, rung.cards) if rung else (0, 0, None)
        found = self._from(leg, step, last, limits)
        if found or not endless:
            return found
        # Round again. A chain that ends where it began goes on from its second leg; should that hold no
        # hand at all (top has sunk to the bottom), its first leg always holds one.
        again = 1 if len(self.chains) == 1 and self.chains[0].closed else 0
        return self._from(again, 0, last, limits) or self._from(0, 0, None, limits)

    def _from(self, leg: int, step: int, last: int | None, limits: _Limits) -> Rung | None:
        for number in range(leg, len(self._legs)):
            cards = self._legs[number].following(step, last, limits)
            if cards is not None:
                return Rung(number, step, cards)
            step = 0
        return None


def _legs_of(chain: Chain) -> Iterator[_Stay | _Go]:
    yield _Stay(chain, chain.stops[0])
    for start, end in pairwise(chain.stops):
        yield _Go(chain, start, end)
        yield _Stay(chain, end, less=1)


MOST_TEXT = 200  # characters

_TOKEN = re.compile(r"\s*(?:(?P<number>[0-9]+)|(?P<word>[^\W\d_x]+)|(?P<sign>…|\.\.\.|[-–—−,x×*]))", re.I)
_SIGNS = {"–": "-", "—": "-", "−": "-", "×": "x", "*": "x", "...": "…"}


@lru_cache(maxsize=64)  # walking a ladder takes milliseconds, and every game that is opened reads its line
def parse_ladder(text: str) -> Ladder:
    """Return the ladder that a line of text writes.

    LadderError says what is wrong and `at` which place of the text (from 0).

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
        """Return the whole line; LadderError where it stops being one."""
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
    """Return a line of these hands, in cards, which `parse_ladder` reads again.

    Many of one size are written `10x100`.

    Only where that is too long for a line, climbs are written as such too: `1-59 by 2`.
    """
    text = " ".join(_items(sizes, climbs=False))
    return text if len(text) <= MOST_TEXT else " ".join(_items(sizes, climbs=True))


def _items(sizes: Sequence[int], *, climbs: bool) -> Iterator[str]:
    """Yield the hands one by one, but three and more in equal steps as one item, where that is shorter."""
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
