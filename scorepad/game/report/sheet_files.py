"""A sheet as JSON data and CSV.

The JSON data is the output of `scorepad score --format json` (design, section 6). It has names instead of ids.
"""

import csv
import io
import re
from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from scorepad.game.report.hand_detail import contract_in_words, reasons
from scorepad.game.report.sheet_table import SheetRow, sheet_rows
from scorepad.game.state.events import CONTRACT_FIELDS, PLAYER_FIELDS, Contract, replace_players
from scorepad.game.state.game import Game
from scorepad.game.state.rows import AdjustRow, EntryRow, HandRow, Points, Row
from scorepad.words import ISOLATES, _


def number(value: Points) -> int | float:
    """Return points as a JSON number: an integer, or a multiple of 0.5."""
    return float(value) if isinstance(value, Fraction) else value


def sheet_json(game: Game, *, explain: bool = False) -> dict[str, Any]:
    """Return rows, totals, standings, the next hand, and the settlement if there is a stake or a pot.

    With `explain`, the row of a hand has the calculation of all points.
    """
    sheet, names = game.sheet, game.names
    hand, paid = sheet.open_hand, sheet.settlement()
    answer: dict[str, Any] = {
        "players": [names[player] for player in sheet.seats.everyone],
        "rows": [_row(game, row, explain) for row in sheet.rows],
        "totals": _points(game, sheet.totals),
        "standings": [
            {"place": standing.place, "player": names[standing.player], "total": number(standing.total)}
            for standing in sheet.standings()
        ],
        "next": hand
        and {
            "hand": hand.number,
            "cards": hand.cards,
            "dealer": names[hand.dealer],
            "first_bidder": hand.first_bidder and names[hand.first_bidder],
        },
        "finished": sheet.finished,
        "winners": [names[player] for player in sheet.winners],
    }
    if paid is not None:
        answer["settlement"] = {names[player]: amount for player, amount in paid.items()}
    if pot := sheet.pot():
        answer["pot"] = {names[player]: share._asdict() for player, share in pot.items()}
    if sheet.only_totals:
        answer["only_totals"] = True
    if sheet.forfeits:
        answer["forfeits"] = [{"player": names[f.player], "hand": f.hand, "name": f.name} for f in sheet.forfeits]
    if sheet.comments:
        answer["comments"] = [{"text": comment.text, "hand": comment.hand} for comment in sheet.comments]
    return answer


def _points(game: Game, points: Mapping[str, Points]) -> dict[str, int | float]:
    return {game.names[player]: number(points[player]) for player in game.sheet.seats.everyone if player in points}


def _row(game: Game, row: Row, explain: bool) -> dict[str, Any]:
    sums: dict[str, Any] = {"points": _points(game, row.points), "totals": _points(game, row.totals)}
    if isinstance(row, EntryRow):
        how = row.credit._asdict() if row.credit else {}
        back = {"back": True} if row.back else {}
        sums |= {name: number(how[name]) for name in ("worst", "median", "exact") if name in how}
        return {"entry": game.names[row.player], **back, **sums}
    if isinstance(row, AdjustRow):
        return {"adjust": game.names[row.player], **sums, **({"why": row.why} if row.why else {})}
    texts = reasons(game, row) if explain else {}
    return {**_hand_row(game, row, sums), **({"why": _by_name(game, texts)} if texts else {})}


def _hand_row(game: Game, row: HandRow, sums: dict[str, Any]) -> dict[str, Any]:
    names = game.names
    result: dict[str, dict[str, Any]] = {"taken": _by_name(game, row.taken or {})}
    if row.taken is None and row.off is not None:
        result = {"off": _by_name(game, row.off)}
    elif row.taken is None and row.made:
        result = {"made": _by_name(game, row.made)}
    return {
        "hand": row.hand,
        "void": row.void,
        "cards": row.cards,
        "dealer": names[row.dealer],
        "first_bidder": row.first_bidder and names[row.first_bidder],
        "bids": _by_name(game, row.spoken_bids),
        **result,
        **_optional_keys(game, row),
        **sums,
    }


def _optional_keys(game: Game, row: HandRow) -> dict[str, Any]:
    """Return the keys that only some hands have, if they have a value."""
    names, contract = game.names, row.contract
    values = {
        "bid_changes": _by_name(game, row.bid_changes) or None,
        "trump": row.trump,
        "contract": _contract(names, contract) if contract else None,
        "doublers": [names[player] for player in contract.doublers] if contract and contract.also_doubled else None,
        "auction": list(row.calls) or None,
        "turned": row.turned,
        "cancelled": row.cancelled,
        "wrong_count": [names[player] for player in row.wrong_count] if row.wrong_count else None,
        "chosen_by": row.chosen_by and names[row.chosen_by],
        "void_by": row.void_by if row.void else None,
        "marks": _by_name(game, {player: replace_players(own, names) for player, own in row.marks.items()}) or None,
        "problems": [str(problem) for problem in row.problems] or None,
        "on_paper": None if row.paper is None else _on_paper(game, row, row.paper),
    }
    return {key: value for key, value in values.items() if value is not None}


def _on_paper(game: Game, row: HandRow, paper: Mapping[str, Points]) -> dict[str, Any]:
    """Return the points on paper, the points by the rules, and values that cannot be right."""
    data = {"points": _points(game, paper), "by_rules": _points(game, row.by_rules)}
    return {**data, **({"doubts": [str(doubt) for doubt in row.doubts]} if row.doubts else {})}


def _contract(names: Mapping[str, str], contract: Contract) -> dict[str, Any]:
    values = {field: getattr(contract, field) for field in CONTRACT_FIELDS}
    return {field: value and names[value] if field in PLAYER_FIELDS else value for field, value in values.items()}


def _by_name(game: Game, values: Mapping[str, Any]) -> dict[str, Any]:
    return {game.names[player]: values[player] for player in game.sheet.seats.everyone if player in values}


# Spreadsheets run a cell that begins with one of these as a formula. An apostrophe prevents that. With a decimal comma
# (the Netherlands, Germany), a semicolon also begins a new cell, even inside quotes.
_FORMULA = re.compile(r"(?:^|(?<=[;\t|]))\s*[=+\-@\t\r\n＝＋－＠]")


def text_cell(text: str) -> str:
    """Return the text, protected against being run as a formula by a spreadsheet."""
    return _FORMULA.sub(lambda match: f"'{match[0]}", text)


def csv_text(rows: Iterable[Iterable[Any]]) -> str:
    """Return rows as CSV, protected against formulas.

    A byte-order mark makes spreadsheets read accents.
    """
    file = io.StringIO()
    file.write("\ufeff")
    csv.writer(file).writerows([text_cell(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return file.getvalue()


def heads() -> dict[str, str]:
    """Return the headings of a hand's columns by key; a file with a row per player also has those of the player.

    The importer knows them in all languages.
    """
    return {
        "date": _("date"), "game": _("game"), "scheme": _("scheme"), "hand": _("hand"), "cards": _("cards"),
        "dealer": _("dealer"), "trump": _("trump"), "comment": _("comment"), "player": _("player"),
    }  # fmt: skip


def heads_of_a_player() -> dict[str, str]:
    """Return the headings of a player's columns by key.

    In the file, the player's name comes first.
    """
    return {"bid": _("bid"), "taken": _("taken"), "off": _("off"), "points": _("points"), "total": _("total")}


def made_in_a_word() -> dict[bool, str]:
    """Return the words for the result if the table recorded only whether bids were made."""
    return {True: _("made"), False: _("missed")}


class TableRow(NamedTuple):
    """The cells of a row: those of the hand, and those of each player by id.

    `involved` has the players of the hand, or the player whose points change.
    """

    head: list[Any]
    cells: Mapping[str, list[Any]]
    involved: Collection[str]


class SheetTable(NamedTuple):
    """The headings of a sheet by key, of the hand and of each player, and its rows."""

    head: Mapping[str, str]
    parts: Mapping[str, str]
    rows: list[TableRow]


def sheet_table(game: Game) -> SheetTable:
    """Return the cells of a sheet for CSV and Excel files.

    Totals are running totals. The current hand is a row once its bids are recorded.
    """
    sheet, everyone = game.sheet, game.sheet.seats.everyone
    off = any(isinstance(row, HandRow) and row.off is not None for row in sheet.rows)
    parts = {part: head for part, head in heads_of_a_player().items() if off or part != "off"}
    used = ("hand", "cards", "dealer", *(("trump",) if sheet.has_trumps else ()), "comment")
    rows = [
        TableRow(_head(game, line), {player: _cells(line, player, off=off) for player in everyone}, line.row.points)
        for line in sheet_rows(game, elsewhere=["doubled"], merged=False)
    ]
    if sheet.open_hand and sheet.bids:
        hand, recorded = sheet.open_hand, sheet.bids
        trump = [_trump(game, recorded.trump or hand.trump)] if sheet.has_trumps else []
        bids = {player: _bid(recorded.bids.get(player), player in sheet.asleep) for player in everyone}
        cells = {player: [bid, *[""] * (len(parts) - 1)] for player, bid in bids.items()}  # no tricks and points yet
        rows.append(TableRow([hand.number, hand.cards, game.names[hand.dealer], *trump, ""], cells, recorded.bids))
    if sheet.only_totals:
        totals = {player: [*[""] * (len(parts) - 1), number(sheet.totals[player])] for player in everyone}
        only = _("Only the totals of this game are known.")
        rows.append(TableRow([*[""] * (len(used) - 1), only], totals, everyone))
    return SheetTable({key: heads()[key] for key in used}, parts, rows)


def evening_heads(game: Game) -> dict[str, tuple[str, str]]:
    """Return the heading and value of the columns that are the same in each row: date, game and scheme."""
    values = {"date": game.sheet.date, "game": game.sheet.rulebook.name, "scheme": game.sheet.scheme.name}
    return {key: (heads()[key], value) for key, value in values.items()}


def sheet_csv(game: Game) -> str:
    """Return a sheet as CSV, one row per hand."""
    table, players = sheet_table(game), game.sheet.seats.everyone
    evening = evening_heads(game).values()
    names = [f"{game.names[player]} {part}" for player in players for part in table.parts.values()]
    rows: list[list[Any]] = [[*(head for head, _value in evening), *table.head.values(), *names]]
    for row in table.rows:
        cells = [cell for player in players for cell in row.cells[player]]
        rows.append([*(value for _head, value in evening), *row.head, *cells])
    return csv_text(rows)


def sheet_long_csv(game: Game) -> str:
    """Return a sheet as CSV, one row per player and hand."""
    table, evening = sheet_table(game), evening_heads(game).values()
    rows: list[list[Any]] = [
        [*(head for head, _value in evening), *table.head.values(), heads()["player"], *table.parts.values()]
    ]
    rows += [
        [*(value for _head, value in evening), *row.head, game.names[player], *row.cells[player]]
        for row in table.rows
        for player in game.sheet.seats.everyone
        if player in row.involved
    ]
    return csv_text(rows)


def _head(game: Game, line: SheetRow) -> list[Any]:
    row = line.row
    if not isinstance(row, HandRow):
        return [*[""] * (3 + game.sheet.has_trumps), _note_cell(line.notes)]
    paper = ", ".join(game.names[player] for player, cell in line.cells.items() if cell.paper)
    on_paper = _("points as on paper: {players}").format(players=paper) if paper else ""
    remark = _note_cell([contract_in_words(game, row), *line.notes, on_paper])
    trump = [_trump(game, row.trump)] if game.sheet.has_trumps else []
    return [row.hand, row.cards, game.names[row.dealer], *trump, remark]


def _trump(game: Game, trump: str | None) -> str:
    """Return the letter of a suit, or its name if the pack has its own suits."""
    suits = game.sheet.rulebook.suits
    return (trump or "") if suits.symbols or trump not in suits.letters else suits.name(trump)


def _note_cell(texts: Iterable[str]) -> str:
    """Return notes as one cell, without the signs that isolate names on a page."""
    return "; ".join(filter(None, texts)).translate(ISOLATES)


def _cells(line: SheetRow, player: str, *, off: bool) -> list[Any]:
    row, cell = line.row, line.cells[player]
    came: Any = cell.taken
    if cell.made is not None and isinstance(row, HandRow) and row.taken is None:
        came = made_in_a_word()[cell.made]
    sums = ["" if value is None else number(value) for value in (cell.points, cell.total)]
    bid = cell.called if cell.spoken != cell.bid else _bid(cell.bid, cell.asleep)
    return [bid, came, *([cell.off] if off else []), *sums]


def _bid(bid: int | None, asleep: bool) -> Any:
    """Return the cell of a bid.

    A cancelled bid is `[2]`, because spreadsheets read `(2)` as a negative number.
    """
    return f"[{bid}]" if asleep and bid is not None else bid
