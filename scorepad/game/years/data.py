"""The years as JSON data and as CSV: the same from the page and from the command line."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import Any

from scorepad.game.report.spreadsheet import text_cell
from scorepad.game.years import record_words, words
from scorepad.game.years.person import PersonPage
from scorepad.game.years.records import Record
from scorepad.game.years.row import PersonRow
from scorepad.words import _, ours

Cell = str | int | float | None


def heads() -> list[str]:
    """The columns of the table."""
    return [
        _("person"), _("evenings"), _("won"), _("beaten %"), _("bids"), _("made %"), _("zeros"), _("zeros made %"),
    ]  # fmt: skip


def people_csv(rows: Iterable[PersonRow]) -> str:
    """CSV with a byte-order mark, a row a person; empty where there are too few cases."""
    return _csv(heads(), rows)


def _csv(columns: Sequence[str], rows: Iterable[Iterable[Cell]]) -> str:
    file = io.StringIO()
    file.write("\ufeff")
    writer = csv.writer(file)
    writer.writerow(columns)
    writer.writerows([text_cell(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return file.getvalue()


# --- one person -------------------------------------------------------------------------------------------


def person_json(page: PersonPage) -> dict[str, Any]:
    """One person as JSON data: the row of the table, and what the page shows."""
    shown = {one.name: _plain(getattr(page, one.name)) for one in fields(page) if one.name != "row"}
    return {**page.row._asdict(), **shown}


def _plain(value: Any) -> Any:
    """Rows with names as objects, whatever is in them too."""
    if hasattr(value, "_asdict"):
        return {name: _plain(part) for name, part in value._asdict().items()}
    return [_plain(part) for part in value] if isinstance(value, list | tuple) else value


def person_csv(page: PersonPage) -> str:
    """A figure a row: what it is, of what or whom, its value, and on how many cases it rests; `value` is empty where
    they are too few."""
    row, longest, comebacks = page.row, page.longest, page.comebacks
    rows: list[list[Cell]] = [
        [_("evenings"), "", row.evenings, row.evenings],
        [_("won"), "", row.won, row.evenings],
        [_("beaten %"), "", row.beaten, row.evenings],
        [_("made %"), "", row.made, row.bids],
        [_("zeros made %"), "", row.zeros_made, row.zeros],
        [_("longest row of bids made"), longest.date if longest else "", longest and longest.bids, row.bids],
        [_("comebacks"), "", comebacks.evenings, comebacks.won],
        *([_("stood before, %"), one.person, one.share, one.evenings] for one in page.pairs),
        *([_("nemesis"), one.person, one.share, one.evenings] for one in page.nemeses),
        *([_("favourite victim"), one.person, one.share, one.evenings] for one in page.victims),
    ]
    rows += [
        [_("made %"), f"{table.title}: {line.title}", line.made, line.bids]
        for table in (*words.bid_tables(page.bidding), *words.finer_tables(page.bidding))
        for line in table.lines
    ]
    rows.append([_("dealer’s edge"), "", page.bidding.dealing.edge, page.bidding.dealing.bids])
    rows += [[_("place"), ", ".join(words.known_by(one)), one.stood, one.players] for one in page.last]
    rows += [
        [best.title, group.title, best.what, group.evenings] for group in words.bests(page) for best in group.bests
    ]
    return _csv([_("figure"), _("of"), _("value"), _("cases")], rows)


# --- records ----------------------------------------------------------------------------------------------


def records_json(records: Iterable[Record]) -> list[dict[str, Any]]:
    """The records as JSON data: kind, scheme ("" across all), value, evenings on which it rests, all who hold it."""
    return [
        {name: value for name, value in _plain(one).items() if name != "winner"} | {"low_wins": one.winner == "low"}
        for one in records
    ]


def records_csv(records: Iterable[Record]) -> str:
    """CSV with a byte-order mark, a row for each who holds a record."""
    columns = [
        _("record"), _("scheme"), _("value"), _("people"), _("date"), _("location"), _("game"), _("hand"),
        _("evenings"),
    ]  # fmt: skip
    rows = (
        [record_words.title(one), ours(one.scheme), one.value, ", ".join(held.people), held.date, held.place,
         ours(held.game), held.hand, one.evenings]
        for one in records
        for held in one.held
    )  # fmt: skip
    return _csv(columns, rows)
