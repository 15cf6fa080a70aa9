"""One hand looked at again: its deals, what was written down before it, and how each player's points came about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from scorepad.game.decide.auction import DOUBLE, PASS, REDOUBLE
from scorepad.game.report.notes import on_paper
from scorepad.game.state.events import BidsRecorded, Contract
from scorepad.game.state.record import Game
from scorepad.game.state.rows import HandRow, Points, Row
from scorepad.rules.cards import suit_name
from scorepad.words import _, both, labelled

if TYPE_CHECKING:
    from scorepad.rules.scheme.explain import Explanation, Known


def numbered(rows: Iterable[Row]) -> Iterator[tuple[int, Row]]:
    """Every row with the hand it belongs to: void deals, late entries and adjustments to the hand that comes next."""
    hand = 1
    for row in rows:
        yield hand, row
        hand += isinstance(row, HandRow) and not row.void


def rows_of(game: Game, hand: int) -> list[Row]:
    """The rows of one hand and of what came just before it, in order; none where there is no such hand."""
    return [row for number, row in numbered(game.sheet.rows) if number == hand]


def explanations(game: Game, row: HandRow) -> dict[str, Explanation]:
    """How a hand's points came about, by player, for all whose points could be worked out."""
    known: Known = "tricks" if row.taken is not None else "off" if row.off is not None else "made"
    return {player: game.sheet.scheme.explain(given, known=known) for player, given in row.variables.items()}


def reasons(game: Game, row: HandRow) -> dict[str, str]:
    """In words how a hand's points came about, by player; of those on paper, that they stand there."""
    told = {player: why.text for player, why in explanations(game, row).items()}
    found = {player: labelled(on_paper(row, player), told.get(player, "")) for player in row.points}
    return {player: words for player, words in found.items() if words}


def total_before(row: Row, player: str) -> Points:
    """The running total that a row's points were added to."""
    return row.totals[player] - row.points[player]


def contract_in_words(game: Game, row: HandRow | BidsRecorded) -> str:
    """`Ann plays 4 hearts, doubled by Bob, redoubled`; nothing without a contract."""
    if row.contract is None:
        return ""
    return plays_in_words(row.contract, row.trump, game.names)


def plays_in_words(contract: Contract, trump: str | None, names: Mapping[str, str]) -> str:
    """Who plays what, in the suit if it is given, and who doubled it."""
    level = str(contract.level)
    what = _("{level} in {suit}").format(level=level, suit=suit_name(trump)) if trump else level
    if contract.redoubled and contract.doublers:
        words = _("{name} plays {contract}, doubled by {doubler}, redoubled")
    elif contract.redoubled:
        words = _("{name} plays {contract}, redoubled")
    elif contract.doublers:
        words = _("{name} plays {contract}, doubled by {doubler}")
    else:
        words = _("{name} plays {contract}")
    doublers = both([names[one] for one in contract.doublers]) if contract.doublers else ""
    return words.format(name=names[contract.declarer], contract=what, doubler=doublers)


class Call(NamedTuple):
    """One call of an auction: a level in a suit, or `words`: `3`, `pass`, `double`, `redouble`."""

    player: str
    words: str
    level: str = ""
    suit: str = ""


def calls(row: HandRow) -> list[Call]:
    """The calls of a hand's auction, from the first bidder on, if they were written down."""
    order = tuple(row.points)  # as they were worked out: in the order of play
    return [_call(order[at % len(order)], call) for at, call in enumerate(row.calls)]


def _call(player: str, call: str) -> Call:
    words = {PASS: _("pass"), DOUBLE: _("double"), REDOUBLE: _("redouble")}
    if call in words or call.isdigit():
        return Call(player, words.get(call, call))
    return Call(player, call, call[:-1], call[-1])
