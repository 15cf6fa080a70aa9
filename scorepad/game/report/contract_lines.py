"""Points where a contract gives each player a part: a column for each state of the contract, a table for each part."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorepad.formats import capital, format_points
from scorepad.game.report.points_lines import (
    CRITERIA,
    Criterion,
    PointsTable,
    Worth,
    bare_hands,
    goes_by,
)
from scorepad.rules.scheme.scheme import SchemeAsPlayed
from scorepad.words import _, join_label

Over = Callable[[int, int, int], bool]
# Two ways to be over half: by the bid, by the tricks taken (rules.md A1.5).
OVERS: tuple[Over, ...] = (
    lambda bid, taken, cards: 2 * bid > cards,  # noqa: ARG005
    lambda bid, taken, cards: 2 * taken > cards,  # noqa: ARG005
)
Double = tuple[str, Mapping[str, Any]]  # its name, what is said of the contract


@dataclass(frozen=True)
class ContractState:
    """A state of the contract, a column of a table: its name, and by hand what it is worth."""

    name: str
    worth: Worth

    def halves(self, over: Over) -> tuple[ContractState, ContractState]:
        """Return two states: up to half of the tricks, and over half."""
        parts = [{hand: value for hand, value in self.worth.items() if over(*hand) is side} for side in (False, True)]
        name = _("{contract}, over half").format(contract=self.name) if self.name else _("over half")
        return replace(self, worth=parts[0]), ContractState(name, parts[1])

    def part(self, which: Callable[[int, int], bool]) -> ContractState:
        """Return this state with only the hands for which `which(bid, taken)` is true."""
        return replace(self, worth={hand: value for hand, value in self.worth.items() if which(hand[0], hand[1])})


def contract_tables(points: SchemeAsPlayed) -> list[PointsTable]:
    """Return the tables of each part that a contract gives: the declarer's, the others', the doubler's."""
    doubled, redoubled = {"doubled": True}, {"doubled": True, "redoubled": True}
    doubles: list[Double] = [(_("doubled"), doubled), (_("redoubled"), redoubled)]
    parts = [
        (_("declarer"), _part(points, {"role": "declarer"}, [("", {}), *doubles])),
        (_("others"), _part(points, {"role": "other"}, [("", {})])),
        (_("doubler"), _doubler(points, doubles)),
    ]
    return [replace(table, title=join_label(capital(part), table.title)) for part, tables in parts for table in tables]


def _part(points: SchemeAsPlayed, role: dict[str, Any], doubles: Sequence[Double]) -> list[PointsTable]:
    """Return two tables for this `role` with one column per double.

    The first has the made bids, by bid. The second has the missed bids, by difference, bid or tricks.
    """
    hands = bare_hands(range(1, points.top + 1))
    states = [
        ContractState(name, {hand: points(*hand, level=hand[0], **{**role, **doubled}) for hand in hands})
        for name, doubled in doubles
    ]
    made = [state.part(lambda bid, taken: bid == taken) for state in states]
    missed = [state.part(lambda bid, taken: bid != taken) for state in states]
    return [_table(_("Made"), made, ("bid",), bold=True), _table(_("Missed"), missed, ("off", "bid", "more"))]


def _doubler(points: SchemeAsPlayed, doubles: Sequence[Double]) -> list[PointsTable]:
    """Return two tables of the doubler: for a contract that was set, and for one that was made.

    The contract takes the place of the bid, because the doubler's own bid does not count.
    """

    def worth(doubled: Mapping[str, Any]) -> Worth:
        return {
            (level, taken, cards): points(0, 0, cards, role="doubler", level=level, contract_taken=taken, **doubled)
            for level, taken, cards in bare_hands(range(1, points.top + 1))
        }

    states = [ContractState(name, worth(doubled)) for name, doubled in doubles]
    lost = [state.part(lambda level, taken: level != taken) for state in states]
    won = [state.part(lambda level, taken: level == taken) for state in states]
    return [
        _table(_("The contract was set"), lost, ("bid", "off", "more"), bold=True, corner=_("contract")),
        _table(_("The contract was made"), won, ("bid",), corner=_("contract")),
    ]


def _table(
    title: str, states: Sequence[ContractState], names: Sequence[str], *, bold: bool = False, corner: str = ""
) -> PointsTable:
    """Return a column a state, halved into up to half and over half where that makes a difference.

    A row for each of what the points go by, one of these `names`. `bold`: its cells are of bids made.
    """
    criteria = [criterion for name in names for criterion in CRITERIA if criterion.name == name]
    states = _columns(states, criteria)
    criterion = next((choice for choice in criteria if _all_go_by(states, [choice])), criteria[0])
    rows = _rows(states, criterion)
    cells = frozenset((row, column) for row in range(len(rows)) for column in range(len(states)))
    heads = [state.name or _("plain") for state in states]
    return PointsTable(title, corner or criterion.title(), heads, rows, cells if bold else frozenset())


def _all_go_by(states: Iterable[ContractState], criteria: Sequence[Criterion]) -> bool:
    """Whether the points of each state go by one of the criteria."""
    return all(goes_by(state.worth, criteria) for state in states)


def _columns(states: Sequence[ContractState], criteria: Sequence[Criterion]) -> Sequence[ContractState]:
    """Return the states if each depends on one of the criteria, otherwise their halves if those do."""
    if _all_go_by(states, criteria):
        return states
    halved = ([half for state in states for half in state.halves(over)] for over in OVERS)
    return next((halves for halves in halved if _all_go_by(halves, criteria)), states)


def _rows(states: Sequence[ContractState], criterion: Criterion) -> list[tuple[str, list[str]]]:
    """Return a row for each key of the criterion, with one cell per state: its points, or a dash."""
    cells = [{criterion.key(*hand): value for hand, value in state.worth.items()} for state in states]
    keys = sorted({key for column in cells for key in column})
    return [(str(key), [format_points(column[key]) if key in column else "–" for column in cells]) for key in keys]
