"""A sheet as CSV: a row a hand, four columns a player, or five with how far off; opens in any spreadsheet, and can be
brought in again."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from scorepad.game.report.hand_detail import contract_in_words
from scorepad.game.report.notes import notes, paper_sign
from scorepad.game.report.sheet_json import number
from scorepad.game.state.events import BidsRecorded
from scorepad.game.state.record import Game
from scorepad.game.state.rows import HandRow, OpenHand, Row
from scorepad.words import _

# A cell that begins like this is run as a formula by spreadsheets; the apostrophe makes it a text. Where a comma writes
# decimals (the Netherlands, Germany) they begin a new cell at a semicolon too, whatever stands around it.
_FORMULA = re.compile(r"(?:^|(?<=[;\t|]))\s*[=+\-@\t\r\n＝＋－＠]")


def text_cell(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return _FORMULA.sub(lambda found: f"'{found[0]}", text)


def csv_text(rows: Iterable[Iterable[Any]]) -> str:
    """Return rows as CSV, with a byte-order mark so that spreadsheets read accents, and without formulas."""
    file = io.StringIO()
    file.write("\ufeff")
    csv.writer(file).writerows([text_cell(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return file.getvalue()


def heads() -> dict[str, str]:
    """What stands above the columns of a hand, by what they hold; the importer knows it in any language."""
    return {
        "date": _("date"), "game": _("game"), "scheme": _("scheme"), "hand": _("hand"), "cards": _("cards"),
        "dealer": _("dealer"), "trump": _("trump"), "remark": _("remark"),
    }  # fmt: skip


def heads_of_a_player() -> dict[str, str]:
    """What stands after a name above the columns of a player, by what they hold."""
    return {"bid": _("bid"), "taken": _("taken"), "off": _("off"), "points": _("points"), "total": _("total")}


def made_in_a_word() -> dict[bool, str]:
    """What stands instead of tricks where the table wrote only who made it."""
    return {True: _("made"), False: _("missed")}


def sheet_csv(game: Game) -> str:
    """Return a sheet as CSV; totals are running totals."""
    return csv_text(_rows(game))


def _rows(game: Game) -> Iterator[list[Any]]:
    players = game.sheet.seats.everyone
    off = any(isinstance(row, HandRow) and row.off is not None for row in game.sheet.rows)
    parts = [head for part, head in heads_of_a_player().items() if off or part != "off"]
    above = [head for part, head in heads().items() if game.sheet.has_trumps or part != "trump"]
    yield [*above, *(f"{game.names[player]} {part}" for player in players for part in parts)]
    evening = [game.sheet.date, game.sheet.rulebook.name, game.sheet.scheme.name]
    for row in game.sheet.rows:
        cells = [_cells(row, player, off=off) for player in players]
        yield [*evening, *_head(game, row), *(cell for own in cells for cell in own)]
    if game.sheet.open_hand and game.sheet.bids:
        yield [*evening, *_current(game, game.sheet.open_hand, game.sheet.bids, len(parts))]
    if game.sheet.only_totals:
        totals = [[""] * (len(parts) - 1) + [number(game.sheet.totals[player])] for player in players]
        only = _("Only the totals of this evening are known.")
        unknown = [""] * (3 + game.sheet.has_trumps)
        yield [*evening, *unknown, only, *(cell for own in totals for cell in own)]


def _head(game: Game, row: Row) -> list[Any]:
    if not isinstance(row, HandRow):
        return [*[""] * (3 + game.sheet.has_trumps), "; ".join(one.text for one in notes(game, row))]
    contract = contract_in_words(game, row)
    others = [one.text for one in notes(game, row) if not (contract and one.about == "doubled")]
    paper = ", ".join(game.names[player] for player in game.sheet.seats.everyone if paper_sign(row, player))
    kept = _("points as on paper: {players}").format(players=paper) if paper else ""
    said = "; ".join(text for text in (contract, *others, kept) if text)
    trump = [row.trump or ""] if game.sheet.has_trumps else []
    return [row.hand, row.cards, game.names[row.dealer], *trump, said]


def _current(game: Game, hand: OpenHand, recorded: BidsRecorded, parts: int) -> list[Any]:
    """Return the cells of the current hand, once it is bid for: nothing is taken and no points are known."""
    sheet = game.sheet
    bids = [_bid(recorded.bids.get(player), player in sheet.asleep) for player in sheet.seats.everyone]
    trump = [recorded.trump or hand.trump or ""] if sheet.has_trumps else []
    head = [hand.number, hand.cards, game.names[hand.dealer], *trump, ""]
    return [*head, *(cell for bid in bids for cell in (bid, *[""] * (parts - 1)))]


def _cells(row: Row, player: str, *, off: bool) -> list[Any]:
    bids: Mapping[str, Any] = _bids(row) if isinstance(row, HandRow) else {}
    taken: Mapping[str, Any] = _came(row) if isinstance(row, HandRow) else {}
    sums = [number(values[player]) if player in values else "" for values in (row.points, row.totals)]
    far = [(row.off or {}).get(player) if isinstance(row, HandRow) else None] if off else []
    return [bids.get(player), taken.get(player), *far, *sums]


def _bids(row: HandRow) -> Mapping[str, Any]:
    return {player: _bid(bid, player in row.asleep) for player, bid in row.bids.items()}


def _bid(bid: int | None, asleep: bool) -> Any:
    """Return the bid of a cell; one that slept as `[2]`, for spreadsheets read `(2)` as a number below zero."""
    return f"[{bid}]" if asleep and bid is not None else bid


def _came(row: HandRow) -> Mapping[str, Any]:
    """Tricks by player; where the table wrote only who made it, that in a word."""
    if row.taken is not None:
        return row.taken
    words = made_in_a_word()
    return {player: words[made] for player, made in row.made.items()}
