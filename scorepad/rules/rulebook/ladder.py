"""Ladders: the cards of hand 1, 2, 3 …, and their text: `1-10-1`, `4-12 13x4`, `3-top-3 …`.

A ladder is a list of chains, and a chain is a list of stops. `1-10-1` climbs to 10 and returns, with one hand of 10.
`1-10 10-1` is two chains, with two hands of 10. `10x4` is four hands of 10. `top-1xplayers-top` has one hand of 1 card
per player. `by 2` after a chain skips every other size. A `…` at the end repeats the ladder forever.

A ladder does not know its game. Callers pass `top` (the rulebook's largest hand), `players`, and `most` (the largest
hand that the pack allows). These change when a player joins or leaves.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import islice, pairwise, takewhile
from typing import NamedTuple

from scorepad.errors import ladder_error
from scorepad.formula_names import MOST_CARDS, MOST_PLAYERS
from scorepad.words import _

MOST_HANDS = 200  # in one pass

Size = int | str  # a number, "top" or "players"


class Rung(NamedTuple):
    """The position of a hand on the ladder: its leg, its 0-based index in that leg, and its cards.

    In ladders by the number of players it also has the ladder's index and the hand's, both from 0.
    """

    leg: int
    step: int
    cards: int
    part: int = 0
    hand: int = 0


@dataclass(frozen=True)
class Stop:
    """A size of a chain and the number of its hands; `at` is its position in the text."""

    size: Size
    times: Size = 1
    at: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return str(self.size) if self.times == 1 else f"{self.size}x{self.times}"


@dataclass(frozen=True)
class Chain:
    """Stops joined by `-`, with steps of `by` cards between them."""

    stops: tuple[Stop, ...]
    by: int = 1

    def __str__(self) -> str:
        return "-".join(map(str, self.stops)) + (f" by {self.by}" if self.by != 1 else "")

    @property
    def closed(self) -> bool:
        """Return whether the chain is like `a-b-a`, where the next pass must not repeat `a`."""
        return len(self.stops) > 2 and self.stops[0].size == self.stops[-1].size

    @property
    def names_top(self) -> bool:
        """Return whether the chain names `top`, which depends on the number of players."""
        return any(stop.size == "top" for stop in self.stops)


class _Limits(NamedTuple):
    """The numbers of a table that turn a ladder into hand sizes."""

    top: int
    players: int
    most: int

    def number(self, size: Size) -> int:
        """Return the meaning of a written size in cards, or of a written count in hands."""
        if size == "top":
            return min(self.top, self.most)
        return self.players if size == "players" else int(size)


@dataclass(frozen=True)
class _RepeatLeg:
    """Repeated hands of one size; the leg before has already played `less` of them as its end."""

    chain: Chain
    stop: Stop
    less: int = 0

    def following(self, step: int, last: int | None, limits: _Limits) -> int | None:  # noqa: ARG002
        if step >= limits.number(self.stop.times) - self.less:
            return None
        return _clamped(limits.number(self.stop.size), self.chain, limits)


@dataclass(frozen=True)
class _StepLeg:
    """The leg from one size to a stop, including that stop (rules.md B1, MU-35)."""

    chain: Chain
    start: Stop
    end: Stop

    def following(self, step: int, last: int | None, limits: _Limits) -> int | None:  # noqa: ARG002
        last = last if last is not None else limits.number(self.start.size)
        end, by = limits.number(self.end.size), self.chain.by
        climbs = end > limits.number(self.start.size)
        if "top" in (self.start.size, self.end.size):  # always the high end, however few cards it means now
            climbs = self.end.size == "top"
        if climbs:
            following = last + by
            return following if following <= _clamped(end, self.chain, limits) else None
        return _clamped(last - by, self.chain, limits) if last - by >= end else None


def _clamped(cards: int, chain: Chain, limits: _Limits) -> int:
    """Limit cards to what the pack allows and, in a chain that names `top`, to the present top."""
    highest = min(limits.top, limits.most) if chain.names_top else limits.most
    return max(1, min(cards, highest))


@dataclass(frozen=True)
class Ladder:
    """The cards of hand 1, 2, 3 …; `str(ladder)` is its text."""

    chains: tuple[Chain, ...]
    endless: bool = False
    _known: dict[tuple[Rung | None, _Limits, bool], Rung | None] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )

    @cached_property
    def _legs(self) -> Sequence[_RepeatLeg | _StepLeg]:
        legs: list[_RepeatLeg | _StepLeg] = []
        for chain in self.chains:
            legs.append(_RepeatLeg(chain, chain.stops[0]))
            for start, end in pairwise(chain.stops):
                legs += [_StepLeg(chain, start, end), _RepeatLeg(chain, end, less=1)]
        return legs

    def __str__(self) -> str:
        return " ".join(map(str, self.chains)) + (" …" if self.endless else "")

    @property
    def largest_written(self) -> int | None:
        """Return the largest written number of cards, or None if there is none or the ladder names `top`."""
        if any(chain.names_top for chain in self.chains):
            return None
        return max(
            (int(stop.size) for chain in self.chains for stop in chain.stops if stop.size != "players"), default=None
        )

    def for_players(self, players: int) -> Ladder:  # noqa: ARG002
        """Return this ladder: it is the same for every number of players."""
        return self

    def after(self, rung: Rung | None, *, top: int, players: int, most: int) -> Rung | None:
        """Return the hand that follows `rung` (None: the first hand), or None after the last one.

        If top, players or most have changed, the leg continues from the last size.
        """
        return self._after(rung, _Limits(top, players, most), self.endless)

    def rest(self, rung: Rung | None, *, top: int, players: int, most: int, limit: int = MOST_HANDS) -> list[Rung]:
        """Return the remaining hands, at most `limit` of them; an endless ladder always has more."""
        return list(islice(self._on_from(rung, _Limits(top, players, most), self.endless), limit))

    def sizes(self, *, top: int, players: int, most: int) -> list[int]:
        """Return the cards of every hand in one pass (an endless `3-top-3 …`: 3, 4 … top … 4, 3)."""
        return [rung.cards for rung in self._round(_Limits(top, players, most))]

    def too_large(self, *, top: int, players: int, most: int) -> Stop | None:
        """Return the first written size that the pack cannot deal to this number of players, or None."""
        as_written = _Limits(top, players, MOST_CARDS)
        if max(rung.cards for rung in self._round(as_written)) <= most:
            return None
        stops = (stop for chain in self.chains for stop in chain.stops)
        return next(stop for stop in stops if as_written.number(stop.size) > most)

    def is_too_long(self) -> bool:
        """Return whether one pass has more than MOST_HANDS hands for any number of players."""
        widest = [_Limits(MOST_CARDS, players, MOST_CARDS) for players in range(1, MOST_PLAYERS + 1)]
        is_long = any(len(list(islice(self._round(limits), MOST_HANDS + 1))) > MOST_HANDS for limits in widest)
        self._known.clear()  # no game uses these limits
        return is_long

    def _round(self, limits: _Limits) -> Iterator[Rung]:
        return self._on_from(None, limits, endless=False)

    def _on_from(self, rung: Rung | None, limits: _Limits, endless: bool) -> Iterator[Rung]:
        rung = self._after(rung, limits, endless)
        while rung is not None:
            yield rung
            rung = self._after(rung, limits, endless)

    def _after(self, rung: Rung | None, limits: _Limits, endless: bool) -> Rung | None:
        """Return the hand that follows `rung`, cached because every hand of a game needs it several times."""
        arguments = (rung, limits, endless)
        if arguments not in self._known:
            self._known[arguments] = self._work_out(rung, limits, endless)
        return self._known[arguments]

    def _work_out(self, rung: Rung | None, limits: _Limits, endless: bool) -> Rung | None:
        leg, step, last = (rung.leg, rung.step + 1, rung.cards) if rung else (0, 0, None)
        following = self._from(leg, step, last, limits)
        if following or not endless:
            return following
        # Start the next pass. A closed chain continues with its second leg. If its legs have no hand, because top has
        # sunk to the lowest size, the first leg always has one.
        first_leg = 1 if len(self.chains) == 1 and self.chains[0].closed else 0
        return self._from(first_leg, 0, last, limits) or self._from(0, 0, None, limits)

    def _from(self, leg: int, step: int, last: int | None, limits: _Limits) -> Rung | None:
        for number in range(leg, len(self._legs)):
            cards = self._legs[number].following(step, last, limits)
            if cards is not None:
                return Rung(number, step, cards)
            step = 0
        return None


MOST_TEXT = 200  # characters

_TOKEN = re.compile(r"\s*(?:(?P<number>[0-9]+)|(?P<word>[^\W\d_x]+)|(?P<sign>…|\.\.\.|[-–—−,x×*]))", re.I)
_SIGNS = {"–": "-", "—": "-", "−": "-", "×": "x", "*": "x", "...": "…"}


@lru_cache(maxsize=64)  # checking a ladder takes milliseconds, and opening a game parses one
def parse_ladder(text: str) -> Ladder:
    """Parse the text of a ladder.

    It may have at most MOST_HANDS hands in one pass, of at most MOST_CARDS cards. Raise RuleFileError with the position
    of the error.
    """
    ladder = _Reader(text).ladder()
    if ladder.is_too_long():
        raise ladder_error(_("This can be more than {most} hands. Make it shorter.").format(most=MOST_HANDS))
    return ladder


class _Reader:
    """A parser for the text of one ladder."""

    def __init__(self, text: str) -> None:
        if len(text) > MOST_TEXT:
            raise ladder_error(
                _("Cards per hand can have at most {most} characters.").format(most=MOST_TEXT), MOST_TEXT
            )
        self.end = len(text.rstrip())
        self.tokens = list(_tokens(text.rstrip()))

    def ladder(self) -> Ladder:
        """Return the ladder in the text.

        Raise RuleFileError at the first invalid token.
        """
        chains = list[Chain]()
        while self.tokens and self.tokens[0][0] != "…":
            chains.append(self._chain())
            while self._take(","):
                pass
        if not chains:
            raise ladder_error(_("Enter at least one hand. Example: 1-10-1."), self._at())
        endless = self._take("…")
        if self.tokens:
            raise ladder_error(_("Nothing can follow “…”, which repeats without end."), self._at())
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
        out_of_range, missing, not_a_number = _messages(what)
        if not (token.isascii() and token.isdigit()):
            reason = not_a_number.format(token=token) if token else missing
            if close := difflib.get_close_matches(token, words):
                reason = _("“{word}” is not a hand size. Did you mean “{close}”?").format(word=token, close=close[0])
            raise ladder_error(reason, at)
        if not 1 <= int(token) <= most:
            raise ladder_error(out_of_range.format(most=most), at)
        self.tokens.pop(0)
        return int(token)

    def _take(self, token: str) -> bool:
        if self.tokens and self.tokens[0][0] == token:
            self.tokens.pop(0)
            return True
        return False

    def _at(self) -> int:
        return self.tokens[0][1] if self.tokens else self.end


def _messages(what: str) -> tuple[str, str, str]:
    """Return the messages about a number: out of range, missing at the end, and not a number."""
    return {
        "step": (
            _("The step must be from 1 to {most}."),
            _("A step is missing at the end. Example: 1-13-1 by 2."),
            _("“{token}” is not a step. Example: 1-13-1 by 2."),
        ),
        "cards": (
            _("The number of cards must be from 1 to {most}."),
            _("A number of cards is missing at the end. Example: 1-10-1."),
            _("“{token}” is not a hand size. Example: 1-10-1."),
        ),
        "hands": (
            _("The number of hands must be from 1 to {most}."),
            _("A number of hands is missing at the end. Example: 1x4."),
            _("“{token}” is not a number of hands. Example: 1x4."),
        ),
    }[what]


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if not match:
            at += len(text[at:]) - len(text[at:].lstrip())
            raise ladder_error(_("“{sign}” has no meaning here. Example: 1-10-1.").format(sign=text[at]), at)
        kind = str(match.lastgroup)
        token = match[kind].lower()
        yield _SIGNS.get(token, token), match.start(kind)
        at = match.end()


# --- writing ------------------------------------------------------------------------------------------


def as_ladder_text(sizes: Sequence[int], *, climbs: bool = False) -> str:
    """Return a text for these hands, in cards, that `parse_ladder` reads.

    Repeated sizes are written like `10x100`. Without `climbs`, climbs are written like `1-59 by 2` only if the text is
    too long otherwise.
    """
    text = " ".join(_items(sizes, climbs=climbs))
    return text if len(text) <= MOST_TEXT else " ".join(_items(sizes, climbs=True))


def _items(sizes: Sequence[int], *, climbs: bool) -> Iterator[str]:
    """Yield the hands as items of text.

    Three or more hands in equal steps become one item if that is shorter. Without `climbs` this is limited to equal
    sizes.
    """
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
