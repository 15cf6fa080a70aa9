"""The choice of what each column of an imported table means, remembered for tables with the same headings."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from flask import request

from scorepad.errors import ColumnsUnclear
from scorepad.store.records import COLUMNS
from scorepad.web.submit import repository
from scorepad.words import _, quoted

if TYPE_CHECKING:
    from scorepad.importing.prepared_games import PreparedGame
    from scorepad.importing.table_preview import ColumnPreview, TablePreview

MOST_TABLES = 8
"""The most tables that the page shows."""

MOST_REMEMBERED = 50
"""The number of different headings for which choices are stored."""

_FIELD = re.compile(r"column\.([0-9a-f]{12})\.([A-Z]{1,2})")
_CODE = re.compile(r"[a-z]{1,12}(:[^\x00-\x1f]{1,60})?")

Choices = dict[str, dict[str, str]]


def choices() -> Choices:
    """Return the meanings that the user chose in the form, and the stored ones of tables that it does not show."""
    chosen = remembered()
    shown: Choices = {}
    for field, code in request.form.items():
        if match := _FIELD.fullmatch(field):
            shown.setdefault(match[1], {}).update({f"#{match[2]}": code} if _CODE.fullmatch(code) else {})
    return {**chosen, **shown}


def remembered() -> Choices:
    """Return the stored meanings by the fingerprint of the headings."""
    try:
        stored = json.loads(repository().store.setting(COLUMNS) or "{}")
        return {str(mark): {str(key): str(code) for key, code in of_table.items()} for mark, of_table in stored.items()}
    except (ValueError, AttributeError):
        return {}


def remember(chosen: Choices) -> None:
    """Store the meanings, the most recent ones last."""
    new = {mark: of_table for mark, of_table in chosen.items() if of_table}
    if new != (before := remembered()):
        kept = [*{**{mark: codes for mark, codes in before.items() if mark not in new}, **new}.items()]
        store = repository().store
        store.swap_setting(COLUMNS, store.setting(COLUMNS), json.dumps(dict(kept[-MOST_REMEMBERED:])))


class ColumnView(NamedTuple):
    """A column with its choices: pairs of a code and words."""

    field: str
    label: str
    options: list[tuple[str, str]]
    chosen: str

    @property
    def description(self) -> str:
        """Return the label of the choice for screen readers."""
        return _("Meaning of {column}").format(column=quoted(self.label))


class TableView(NamedTuple):
    """A table as the page shows it."""

    file: str
    is_unclear: bool
    """Whether the user must choose the meaning of some columns."""
    columns: list[ColumnView]
    rows: tuple[tuple[str, ...], ...]
    more: int


def tables_to_show(evenings: Iterable[PreparedGame]) -> list[TableView]:
    """Return the different tables of the files, unclear ones first."""
    views: dict[str, TableView] = {}
    for evening in evenings:
        unclear = evening.error.columns if isinstance(evening.error, ColumnsUnclear) else ()
        for table in evening.tables:
            mark = table.fingerprint
            if not table.columns or (mark in views and not unclear):
                continue
            view = _view(evening.file, table, unclear)
            if mark not in views or view.is_unclear:
                views[mark] = view
    return sorted(views.values(), key=lambda view: not view.is_unclear)[:MOST_TABLES]


def _view(file: str, table: TablePreview, unclear: Iterable[str]) -> TableView:
    doubtful = {*unclear, *(column.label for column in table.columns if column.is_problem)}
    return TableView(
        file,
        bool(doubtful),
        [
            ColumnView(
                f"column.{table.fingerprint}.{column.letter}",
                column.label,
                [*_options(column, table, is_unclear=column.label in doubtful)],
                column.code if column.is_chosen else _proposal(column, is_unclear=column.label in doubtful),
            )
            for column in table.columns
        ],
        table.rows,
        table.more,
    )


def _proposal(column: ColumnPreview, *, is_unclear: bool) -> str:
    """Return the choice that the page proposes for an unclear column: cards for falling numbers of hands."""
    return "cards" if is_unclear and column.meaning == "hand" else ""


def _options(column: ColumnPreview, table: TablePreview, *, is_unclear: bool) -> Iterator[tuple[str, str]]:
    """Yield the choices for a column; first the guess, which the form sends as "".

    If each row is certainly an evening, only choices for evenings follow. If it is the hand of a
    player, the bid in it has no name.
    """
    words = _meanings() | ({"total": _("Total")} if table.layout == "totals" else {})
    parts, of_all = (("total",), _OF_EVENINGS) if table.are_evenings else (_OF_A_PLAYER, _OF_ALL)
    codes = [f"{part}:{name}" for name in column.names for part in parts]
    codes = [*(parts if table.layout == "players" else codes), *of_all]
    codes += ["player"] if is_unclear and "player" not in codes else []
    codes += [column.code] if column.is_chosen and column.code not in codes else []
    is_guessed = not column.is_chosen and not is_unclear
    if is_guessed:
        yield "", _words(column.meaning or "ignored", column.player, words)
    else:
        yield "", _("Choose …") if is_unclear else _("Guess the meaning")
    for code in codes:
        if not (is_guessed and code == column.code):
            meaning, _colon, name = code.partition(":")
            yield code, _words(meaning, name, words)


_OF_A_PLAYER = ("bid", "taken", "made", "points", "total")
_OF_EVENINGS = ("date", "place", "game", "number", "comment", "ignored")
_OF_ALL = ("date", "place", "game", "number", "hand", "cards", "dealer", "trump", "player", "comment", "ignored")


def _words(meaning: str, player: str, words: Mapping[str, str]) -> str:
    word = words.get(meaning, meaning)
    return _("{name}: {part}").format(name=player, part=word) if player else word


def _meanings() -> dict[str, str]:
    return {
        "bid": _("Bid"), "taken": _("Tricks"), "made": _("Made or missed"), "off": _("Off"), "points": _("Points"),
        "total": _("Total so far"), "adjustment": _("Penalty or bonus"), "date": _("Date"), "place": _("Place"),
        "game": _("Game"), "number": _("Game number"), "scheme": _("Scheme"), "scorer": _("Scorer"),
        "hand": _("Hand"), "cards": _("Cards"), "dealer": _("Dealer"), "opens": _("First bidder"),
        "status": _("Status"), "trump": _("Trump"), "player": _("Player"), "comment": _("Comment"),
        "ignored": _("Ignore"),
    }  # fmt: skip
