"""What is told of the points: the sums they follow, a bid worked out, and what a scheme's file says besides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from scorepad.rules.formula.tree import Number
from scorepad.rules.numbers import written
from scorepad.rules.scheme.scheme import SchemeAsPlayed
from scorepad.rules.scheme.variables import NEWER
from scorepad.rules.telling.section import GameTold, Grid
from scorepad.rules.telling.sums import Row, fitted, sums_in_words
from scorepad.words import _, ours

EXAMPLE = 7  # cards of the hand that is worked out, or the nearest size that the game has


def points(game: GameTold) -> tuple[list[str], Grid | None]:
    """The sentences about points, and a table of rates where a contract gives each player a part."""
    own = list(game.own("points"))
    if game.scheme is None:
        known = bool(game.rulebook.scheme)
        unknown = [] if known else [_("How its points are counted is not known: choose that before you start.")]
        return [*unknown, *own], None
    number = game.players or game.rulebook.min_players
    sizes = game.rulebook.sizes(number)
    said, grid = scheme_told(SchemeAsPlayed(game.scheme, max(sizes), number, game.chosen, sizes))
    return [*said, *own], grid


def scheme_told(asked: SchemeAsPlayed) -> tuple[list[str], Grid | None]:
    """The same of a scheme in any game."""
    scheme = asked.scheme
    chosen = scheme.option_values(asked.options or {})
    own = [one.in_words(chosen) for one in scheme.told if one.holds(chosen)]
    if asked.by_contract:
        grid = rates_in_words(asked)
        return own if own and grid else [ours(scheme.about), *own], grid
    if scheme.reads("makers") or scheme.reads_newer(*NEWER):
        return own or [ours(scheme.about)], None
    sums = sums_in_words(asked)
    about = [] if scheme.told or (sums and not _hangs_on_more(asked)) else [ours(scheme.about)]
    return [*about, *sums, *_worked_out(asked), *own], None


def _hangs_on_more(asked: SchemeAsPlayed) -> bool:
    """Whether there is more to the points than bid, tricks and cards, which the sums do not say."""
    scheme = asked.scheme
    more = any(map(scheme.reads, ("total", "made_run", "missed_run", "trump", "last", "top", "players")))
    return bool(scheme.total or scheme.bids_when or scheme.marks or more)


def _worked_out(asked: SchemeAsPlayed) -> Iterator[str]:
    """A bid and a zero in numbers."""
    cards = min(asked.hand_sizes, key=lambda size: (abs(size - EXAMPLE), size))
    bid = min(3, cards - 1)
    if bid < 1:
        return
    under, made, over = (written(asked(bid, taken, cards)) for taken in (bid - 1, bid, bid + 1))
    words = _("For example, a bid of {bid} in a hand of {cards} cards is worth {made} when it is made,"
              " {under} with a trick too few and {over} with a trick too many.")  # fmt: skip
    yield words.format(bid=bid, cards=cards, made=made, under=under, over=over)
    words = _("A bid of 0 is worth {made} there when it is made, and {missed} with a trick too many.")
    yield words.format(made=written(asked(0, 0, cards)), missed=written(asked(0, 1, cards)))


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
