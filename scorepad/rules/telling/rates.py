"""The rates of a contract in a small table: what declarer, the others and the doubler get, and lose, a trick."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from scorepad.rules.formula.tree import Number
from scorepad.rules.numbers import written
from scorepad.rules.scheme.as_played import SchemeAsPlayed
from scorepad.rules.telling.fits import Row, fitted
from scorepad.rules.telling.section import Grid
from scorepad.words import _

CARDS = 10
SIDES = (range(1, CARDS // 2 + 1), range(CARDS // 2 + 1, CARDS + 1))  # bids up to half of the tricks, and over half
BareHand = tuple[int, int]  # bid and tricks taken
OVERS: tuple[Callable[[BareHand], bool], ...] = (  # by the bid, by the tricks taken (rules.md A1.5)
    lambda hand: 2 * hand[0] > CARDS,
    lambda hand: 2 * hand[1] > CARDS,
)
DOUBLED = {"doubled": True}
REDOUBLED = {"doubled": True, "redoubled": True}


def rates_in_words(asked: SchemeAsPlayed) -> Grid | None:
    """A row for each state of the contract; None where the points follow no such rates.

    `10 + 2` is 10 and 2 a trick, `−1` is a loss of 1 a trick.
    """
    for over in OVERS:
        rows = [*_declarer(asked, over), *_doubler(asked), *_others(asked, over)]
        if not any(cell is None for row in rows for cell in row):
            return Grid(tuple(tuple(map(str, row)) for row in rows), ("", _("Made"), _("Missed")))
    return None


def _hands(over: Callable[[BareHand], bool]) -> tuple[list[BareHand], list[BareHand]]:
    """The hands up to half of the tricks, and those over half."""
    hands = [(bid, taken) for bid in range(1, CARDS + 1) for taken in range(CARDS + 1)]
    return [hand for hand in hands if not over(hand)], [hand for hand in hands if over(hand)]


def _declarer(asked: SchemeAsPlayed, by: Callable[[BareHand], bool]) -> Iterator[list[str | None]]:
    states: list[tuple[str, str, dict[str, bool]]] = [
        (_("Declarer"), _("Declarer, over half"), {}),
        (_("Declarer doubled"), _("Declarer doubled, over half"), DOUBLED),
        (_("Declarer redoubled"), _("Declarer redoubled, over half"), REDOUBLED),
    ]
    for plain, over, contract in states:
        for name, hands in zip((plain, over), _hands(by), strict=True):
            said = {"role": "declarer", **contract}
            yield [name, _made(asked, hands, said), _missed(asked, hands, said, at_least_bid=True)]


def _doubler(asked: SchemeAsPlayed) -> Iterator[list[str | None]]:
    """By whether the contract is made."""
    states: list[tuple[str, str, dict[str, bool]]] = [
        (_("Doubler"), _("Doubler, over half"), DOUBLED),
        (_("Doubler redoubled"), _("Doubler redoubled, over half"), REDOUBLED),
    ]
    for plain, over, contract in states:
        for name, levels in zip((plain, over), SIDES, strict=True):
            yield [name, *_by_contract(asked, levels, contract)]


def _others(asked: SchemeAsPlayed, by: Callable[[BareHand], bool]) -> Iterator[list[str | None]]:
    said = {"role": "other", "level": 0}
    for name, hands in zip((_("Others"), _("Others, over half")), _hands(by), strict=True):
        yield [name, _made(asked, hands, said), _missed(asked, hands, said, at_least_bid=False)]


def _made(asked: SchemeAsPlayed, hands: Iterable[BareHand], said: Mapping[str, Any]) -> str | None:
    return _rate(((bid,), asked(bid, taken, CARDS, **said)) for bid, taken in hands if taken == bid)


def _missed(
    asked: SchemeAsPlayed, hands: Iterable[BareHand], said: Mapping[str, Any], *, at_least_bid: bool
) -> str | None:
    """By the tricks off; for the declarer by those of the bid where they are more."""
    return _rate(
        ((max(bid, abs(bid - taken)) if at_least_bid else abs(bid - taken),), asked(bid, taken, CARDS, **said))
        for bid, taken in hands
        if taken != bid
    )


def _by_contract(asked: SchemeAsPlayed, levels: Iterable[int], said: Mapping[str, Any]) -> list[str | None]:
    """What the doubler loses when the contract is made, and wins when it is missed."""

    def worth(level: int, taken: int) -> Number:
        return asked(0, 0, CARDS, role="doubler", level=level, contract_taken=taken, **said)

    levels = [*levels]
    made = _rate(((level,), worth(level, level)) for level in levels)
    return [
        made,
        _rate(((level,), worth(level, taken)) for level in levels for taken in range(CARDS + 1) if taken != level),
    ]


def _rate(rows: Iterable[Row]) -> str | None:
    found = fitted(rows)
    if found is None:
        return None
    base, each = found
    return f"{written(base)} + {written(each)}" if base else written(each)
