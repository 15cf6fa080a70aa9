"""Details of one hand: its deals, the rows before it, and the calculation of each player's points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import cycle
from typing import TYPE_CHECKING, NamedTuple

from scorepad.game.decide.auction import DOUBLE, PASS, REDOUBLE
from scorepad.game.report.notes import on_paper
from scorepad.game.state.events import BidsRecorded, Contract
from scorepad.game.state.game import Game
from scorepad.game.state.rows import HandRow, Points, Row
from scorepad.words import _, join_label, join_names

if TYPE_CHECKING:
    from scorepad.rules.scheme.explain import Explanation, Known


def numbered(rows: Iterable[Row]) -> Iterator[tuple[int, Row]]:
    """Yield each row with the number of its hand.

    Void hands, late entries and adjustments belong to the hand that follows them.
    """
    hand = 1
    for row in rows:
        yield hand, row
        hand += isinstance(row, HandRow) and not row.void


def rows_of(game: Game, hand: int) -> list[Row]:
    """Return the rows of one hand in order, with the rows that belong to it.

    The list is empty for an unknown hand.
    """
    return [row for number, row in numbered(game.sheet.rows) if number == hand]


def explanations(game: Game, row: HandRow) -> dict[str, Explanation]:
    """Return the calculation of a hand's points by player, without players whose points cannot be calculated."""
    known: Known = "tricks" if row.taken is not None else "off" if row.off is not None else "made"
    scheme, suits = game.sheet.scheme, game.sheet.rulebook.suits
    return {player: scheme.explain(given, known=known, suits=suits) for player, given in row.variables.items()}


def reasons(game: Game, row: HandRow) -> dict[str, str]:
    """Return the calculation of a hand's points in words, by player.

    For points on paper, the text says so.
    """
    texts = {player: why.text for player, why in explanations(game, row).items()}
    labelled_texts = {player: join_label(on_paper(row, player), texts.get(player, "")) for player in row.points}
    return {player: words for player, words in labelled_texts.items() if words}


def total_before(row: Row, player: str) -> Points:
    """Return the total before this row."""
    return row.totals[player] - row.points[player]


def contract_in_words(game: Game, row: HandRow | BidsRecorded) -> str:
    """Return `Ann plays 4 hearts, doubled by Bob, redoubled`, or "" without a contract."""
    if row.contract is None:
        return ""
    return plays_in_words(row.contract, game.names, game.sheet.rulebook.suits.name(row.trump))


def plays_in_words(contract: Contract, names: Mapping[str, str], suit: str = "") -> str:
    """Return the contract in words: declarer, level, name of the suit if given, and doublers."""
    level = str(contract.level)
    what = _("{level} in {suit}").format(level=level, suit=suit) if suit else level
    if contract.redoubled and contract.doublers:
        words = _("{name} plays {contract}, doubled by {doubler}, redoubled")
    elif contract.redoubled:
        words = _("{name} plays {contract}, redoubled")
    elif contract.doublers:
        words = _("{name} plays {contract}, doubled by {doubler}")
    else:
        words = _("{name} plays {contract}")
    doublers = join_names([names[player] for player in contract.doublers]) if contract.doublers else ""
    return words.format(name=names[contract.declarer], contract=what, doubler=doublers)


class Call(NamedTuple):
    """One call of an auction: a level and a suit, or only `words` such as `3`, `pass`, `double` or `redouble`."""

    player: str
    words: str
    level: str = ""
    suit: str = ""


def calls(row: HandRow) -> list[Call]:
    """Return the recorded calls of a hand's auction, from the first bidder on."""
    order = tuple(row.points)  # `points` is in the order of play
    words = {PASS: _("pass"), DOUBLE: _("double"), REDOUBLE: _("redouble")}
    return [
        Call(player, words.get(call, call))
        if call in words or call.isdigit()
        else Call(player, call, call[:-1], call[-1])
        for player, call in zip(cycle(order), row.calls, strict=False)
    ]
