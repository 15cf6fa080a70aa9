"""The rates of a contract in a small table: what declarer, the others and the doubler get, and lose, a trick."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from scorepad.rules.formula.tree import Number
from scorepad.rules.numbers import written
from scorepad.rules.scheme.as_played import SchemeAsPlayed
from scorepad.rules.telling.fits import Row, fitted
from scorepad.rules.telling.section import Grid
from scorepad.words import _

CARDS = 10
SIDES = (range(1, CARDS // 2 + 1), range(CARDS // 2 + 1, CARDS + 1))  # bids up to half of the tricks, and over half
DOUBLED = {"doubled": True}
REDOUBLED = {"doubled": True, "redoubled": True}


def rates_in_words(asked: SchemeAsPlayed) -> Grid | None:
    """A row for each state of the contract; None where the points follow no such rates.

    `10 + 2` is 10 and 2 a trick, `−1` is a loss of 1 a trick.
    """
    rows = [*_declarer(asked), *_doubler(asked), *_others(asked)]
    if any(cell is None for row in rows for cell in row):
        return None
    return Grid(tuple(tuple(map(str, row)) for row in rows), ("", _("Made"), _("Missed")))


def _declarer(asked: SchemeAsPlayed) -> Iterator[list[str | None]]:
    states: list[tuple[str, str, dict[str, bool]]] = [
        (_("Declarer"), _("Declarer, over half"), {}),
        (_("Declarer doubled"), _("Declarer doubled, over half"), DOUBLED),
        (_("Declarer redoubled"), _("Declarer redoubled, over half"), REDOUBLED),
    ]
    for plain, over, contract in states:
        for name, bids in zip((plain, over), SIDES, strict=True):
            said = {"role": "declarer", **contract}
            yield [name, _made(asked, bids, said), _missed(asked, bids, said, at_least_bid=True)]


def _doubler(asked: SchemeAsPlayed) -> Iterator[list[str | None]]:
    """By whether the contract is made."""
    states: list[tuple[str, str, dict[str, bool]]] = [
        (_("Doubler"), _("Doubler, over half"), DOUBLED),
        (_("Doubler redoubled"), _("Doubler redoubled, over half"), REDOUBLED),
    ]
    for plain, over, contract in states:
        for name, levels in zip((plain, over), SIDES, strict=True):
            yield [name, *_by_contract(asked, levels, contract)]


def _others(asked: SchemeAsPlayed) -> Iterator[list[str | None]]:
    said = {"role": "other", "level": 0}
    for name, bids in zip((_("Others"), _("Others, over half")), SIDES, strict=True):
        yield [name, _made(asked, bids, said), _missed(asked, bids, said, at_least_bid=False)]


def _made(asked: SchemeAsPlayed, bids: Iterable[int], said: Mapping[str, Any]) -> str | None:
    return _rate(((bid,), asked(bid, bid, CARDS, **said)) for bid in bids)


def _missed(asked: SchemeAsPlayed, bids: Iterable[int], said: Mapping[str, Any], *, at_least_bid: bool) -> str | None:
    """By the tricks off; for the declarer by those of the bid where they are more."""
    return _rate(
        ((max(bid, abs(bid - taken)) if at_least_bid else abs(bid - taken),), asked(bid, taken, CARDS, **said))
        for bid in bids
        for taken in range(CARDS + 1)
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
