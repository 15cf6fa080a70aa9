"""Evenings of which each row is a whole one: “date, place, game, Ann, Bob …” with the final totals in the cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scorepad.game.files.old_sheets import cells
from scorepad.game.files.old_sheets.evening import OldEvening
from scorepad.game.files.old_sheets.headings import Heads, is_sum
from scorepad.game.files.old_sheets.rows import Line
from scorepad.game.state.dates import DayOrMonth, read_date


def evenings_of_totals(heads: Heads, lines: Iterable[Line], first: DayOrMonth | None) -> Iterator[OldEvening]:
    """The evenings of these rows: who has a total was there. SheetUnreadable, DateUnclear."""
    for line in lines:
        if is_sum(heads, line):
            continue
        text = {key: line.cell(column) for key, column in heads.of_all.items()}
        read = {name: cells.points(line.cell(column), line.number) for name, column in heads.other.items()}
        totals = {name: total for name, total in read.items() if total is not None}
        if totals:
            yield OldEvening(
                line.number, read_date(text.get("date", ""), first, line.number), text.get("place", ""),
                text.get("game", ""), text.get("scheme", ""), text.get("scorer", ""),
                players=tuple(totals), totals=totals,
            )  # fmt: skip
