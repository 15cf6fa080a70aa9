"""The years in words, as JSON and as CSV: the same on the page and on the command line."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from typing import Any, NamedTuple

from scorepad.game.report.spreadsheet import text_cell
from scorepad.game.years.evening import Number
from scorepad.game.years.person import BestHand, OneEvening, PersonPage
from scorepad.game.years.row import PersonRow
from scorepad.rules.numbers import exact, written
from scorepad.words import _, ngettext


def heads() -> list[str]:
    """The columns of the table."""
    return [
        _("person"), _("evenings"), _("won"), _("beaten %"), _("bids"), _("made %"), _("zeros"), _("zeros made %"),
    ]  # fmt: skip


def people_csv(rows: Iterable[PersonRow]) -> str:
    """CSV with a byte-order mark, a row a person; empty where there are too few cases."""
    file = io.StringIO()
    file.write("\ufeff")
    writer = csv.writer(file)
    writer.writerow(heads())
    writer.writerows([text_cell(row.person), *row[1:]] for row in rows)
    return file.getvalue()


def person_json(page: PersonPage) -> dict[str, Any]:
    """One person as JSON data: the row of the table, and what the page shows."""
    return {
        **page.row._asdict(),
        "written": page.written,
        "last": [one._asdict() for one in page.last],
        "schemes": [
            {
                key: value._asdict() if isinstance(value, OneEvening | BestHand) else value
                for key, value in known.items()
            }
            for known in (one._asdict() for one in page.schemes)
        ],
        "longest": page.longest and page.longest._asdict(),
        "pairs": [one._asdict() for one in page.pairs],
    }


def total(value: Number) -> str:
    """A total as sheets write it."""
    return written(exact(value))


def half(value: float) -> str:
    """Evenings, of which an equal one counts half: 15½."""
    return written(exact(value))


def stood(one: OneEvening) -> str:
    """`2 of 5`."""
    return _("{place} of {players}").format(place=one.stood, players=one.players)


def figures(row: PersonRow) -> list[str]:
    """The row of a person in sentences; what rests on too few cases says so."""
    played = ngettext("{won} of {count} evening won", "{won} of {count} evenings won", row.evenings)
    few = _("Too few evenings to say how many opponents were beaten")
    beaten = _("{share} % of opponents beaten").format(share=row.beaten)
    told = [played.format(won=row.won, count=row.evenings), few if row.beaten is None else beaten]
    if row.bids:
        bids = ngettext("{count} bid", "{count} bids", row.bids).format(count=row.bids)
        made = ngettext("{share} % of {count} bid made", "{share} % of {count} bids made", row.bids)
        told.append(bids if row.made is None else made.format(share=row.made, count=row.bids))
    if row.zeros:
        zeros = ngettext("{count} zero bid", "{count} zeros bid", row.zeros).format(count=row.zeros)
        made = ngettext("{share} % of {count} zero made", "{share} % of {count} zeros made", row.zeros)
        told.append(zeros if row.zeros_made is None else made.format(share=row.zeros_made, count=row.zeros))
    return told


class Best(NamedTuple):
    """What was best or worst: `Best evening` · `198, The Crown 2026-03-06` · the game it was."""

    title: str
    what: str
    game_id: str


def bests(page: PersonPage) -> list[Best]:
    """Best and worst evening and hand of each scheme, the longest row; of one evening only, its hands."""
    titles = [_("Best evening"), _("Worst evening"), _("Best hand"), _("Worst hand")]
    within = [
        _("Best evening, {scheme}"),
        _("Worst evening, {scheme}"),
        _("Best hand, {scheme}"),
        _("Worst hand, {scheme}"),
    ]
    found = []
    for one in page.schemes:
        named = within if len(page.schemes) > 1 else titles
        told = [title.format(scheme=one.scheme) for title in named]
        if one.evenings > 1:
            for title, evening in zip(told, (one.best, one.worst), strict=False):
                found.append(Best(title, _evening(evening), evening.game_id))
        for title, hand in zip(told[2:], (one.best_hand, one.worst_hand), strict=True):
            if hand is not None:
                what = _("{points}, hand {hand}, {date}") if hand.date else _("{points}, hand {hand}")
                words = what.format(points=total(hand.points), hand=hand.hand, date=hand.date)
                found.append(Best(title, words, hand.game_id))
    if page.longest:
        row = page.longest
        bids = ngettext("{count} bid", "{count} bids", row.bids).format(count=row.bids)
        found.append(Best(_("Longest row made"), ", ".join(part for part in (bids, row.date) if part), row.game_id))
    return found


def _evening(one: OneEvening) -> str:
    return ", ".join(part for part in (total(one.total), one.place or one.game, one.date) if part)
