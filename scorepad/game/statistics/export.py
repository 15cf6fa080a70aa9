"""People, records and leagues as data for JSON, CSV and the terminal."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorepad.game.report.sheet_files import csv_text
from scorepad.game.statistics.league import League, LeagueRow
from scorepad.game.statistics.person import PersonPage, PersonRow
from scorepad.game.statistics.records import Record, title_of
from scorepad.game.statistics.statistics_text import bests, bid_tables, evening_label, finer_tables
from scorepad.words import _, ours

Cell = str | int | float | None


@dataclass(frozen=True)
class Export:
    """One result in every format: `data` for JSON, headings and rows for CSV and the terminal.

    `align` has one character per column, as `terminal.columns` takes it. A cell is None if there are too few cases.
    """

    data: object
    heads: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    align: str = ""

    def csv(self) -> str:
        """Return CSV with a byte-order mark."""
        return csv_text([self.heads, *self.rows])


def people_export(rows: Sequence[PersonRow]) -> Export:
    """Return a table with one row per person."""
    heads = [
        _("person"), _("evenings"), _("won"), _("beaten %"), _("bids"), _("made %"), _("zeros"), _("zeros made %"),
        _("rating"), _("rating ±"), _("money"),
    ]  # fmt: skip
    return Export([row._asdict() for row in rows], heads, rows, "<>>>>>>>>>>")


def league_export(league: League, rows: Sequence[LeagueRow]) -> Export:
    """Return the table of a league.

    One cell has the points of all evenings that count, another those that do not.
    """
    heads = [_("place"), _("person"), _("points"), _("evenings"), _("won"), _("counted"), _("not counted")]
    cells: list[list[Cell]] = [
        [*row[:5], " ".join(map(str, row.scored)), " ".join(map(str, row.dropped))] for row in rows
    ]
    return Export({**league._asdict(), "table": [row._asdict() for row in rows]}, heads, cells, "><>>><<")


def person_export(page: PersonPage) -> Export:
    """Return one person's statistics.

    JSON has the row of the table and the content of the page. CSV has one row per figure: its name, its subject, its
    value, and the number of cases.
    """
    data = _plain(page)
    row, longest, comebacks = page.row, page.longest, page.comebacks
    rows: list[list[Cell]] = [
        [_("evenings"), "", row.evenings, row.evenings],
        [_("won"), "", row.won, row.evenings],
        [_("beaten %"), "", row.beaten, row.evenings],
        [_("made %"), "", row.made, row.bids],
        [_("zeros made %"), "", row.zeros_made, row.zeros],
        [_("rating"), "", row.rating, len(page.ratings)],
        [_("rating ±"), "", row.rating_spread, len(page.ratings)],
        [_("longest run of bids made"), longest.date if longest else "", longest and longest.bids, row.bids],
        [_("comebacks"), "", comebacks.evenings, comebacks.won],
        [_("money"), "", row.money, row.evenings],
        *([_("finished ahead, %"), pair.person, pair.share, pair.evenings] for pair in page.pairs),
        *([_("nemesis"), pair.person, pair.share, pair.evenings] for pair in page.nemeses),
        *([_("favourite victim"), pair.person, pair.share, pair.evenings] for pair in page.victims),
        *(
            [_("made %"), f"{table.title}: {line.title}", line.made, line.bids]
            for table in (*bid_tables(page.bidding), *finer_tables(page.bidding))
            for line in table.lines
        ),
        [_("dealer’s edge"), "", page.bidding.dealing.edge, page.bidding.dealing.bids],
    ]
    rows += [[_("place"), ", ".join(evening_label(held)), held.stood, held.players] for held in page.last]
    rows += [[best.title, group.title, best.what, group.evenings] for group in bests(page) for best in group.bests]
    return Export({**data.pop("row"), **data}, [_("figure"), _("of"), _("value"), _("cases")], rows)


def records_export(records: Sequence[Record]) -> Export:
    """Return the records, with one row per holder."""
    heads = [
        _("record"), _("scheme"), _("value"), _("people"), _("date"), _("location"), _("game"), _("hand"),
        _("evenings"),
    ]  # fmt: skip
    data = [_plain(record) | {"low_wins": record.winner == "low"} for record in records]
    for record_data in data:
        del record_data["winner"]
    rows = [
        [title_of(record), ours(record.scheme), record.value, ", ".join(held.people), held.date, held.place,
         ours(held.game), held.hand, record.evenings]
        for record in records
        for held in record.held
    ]  # fmt: skip
    return Export(data, heads, rows)


def _plain(value: Any) -> Any:
    """Return named tuples as objects, at every level."""
    if hasattr(value, "_asdict"):
        return {name: _plain(part) for name, part in value._asdict().items()}
    return [_plain(part) for part in value] if isinstance(value, list | tuple) else value
