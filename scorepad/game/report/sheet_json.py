"""A sheet as JSON data, names instead of ids: what `scorepad score --format json` answers (design, section 6)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from scorepad.game.report.hand_detail import reasons
from scorepad.game.state.events import CONTRACT_FIELDS, PLAYER_FIELDS, Contract
from scorepad.game.state.record import Game
from scorepad.game.state.rows import AdjustRow, EntryRow, HandRow, Points, Row


def number(value: Points) -> int | float:
    """Points as JSON: whole numbers stay whole, halves become .5."""
    return float(value) if isinstance(value, Fraction) else value


def sheet_json(game: Game, *, explain: bool = False) -> dict[str, Any]:
    """Rows, totals, standings, what comes next, and the settlement where there is a stake.

    With `explain` the row of a hand says how everybody's points came about.
    """
    sheet, names = game.sheet, game.names
    hand, paid = sheet.open_hand, sheet.settlement()
    answer: dict[str, Any] = {
        "players": [names[player] for player in sheet.seats.everyone],
        "rows": [{**_row(game, row), **(_why(game, row) if explain else {})} for row in sheet.rows],
        "totals": _points(game, sheet.totals),
        "standings": [
            {"place": one.place, "player": names[one.player], "total": number(one.total)} for one in sheet.standings()
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
    if sheet.only_totals:
        answer["only_totals"] = True
    if sheet.forfeits:
        answer["forfeits"] = [{"player": names[f.player], "hand": f.hand, "name": f.name} for f in sheet.forfeits]
    if sheet.comments:
        answer["comments"] = [{"text": one.text, "hand": one.hand} for one in sheet.comments]
    return answer


def _points(game: Game, points: Mapping[str, Points]) -> dict[str, int | float]:
    return {game.names[player]: number(points[player]) for player in game.sheet.seats.everyone if player in points}


def _why(game: Game, row: Row) -> dict[str, Any]:
    told = reasons(game, row) if isinstance(row, HandRow) else {}
    return {"why": _by_name(game, told)} if told else {}


def _row(game: Game, row: Row) -> dict[str, Any]:
    sums = {"points": _points(game, row.points), "totals": _points(game, row.totals)}
    if isinstance(row, EntryRow):
        how = {name: getattr(row, name) for name in ("worst", "median", "exact") if getattr(row, name) is not None}
        back = {"back": True} if row.back else {}
        return {"entry": game.names[row.player], **back, **sums, **{name: number(value) for name, value in how.items()}}
    if isinstance(row, AdjustRow):
        return {"adjust": game.names[row.player], **sums, **({"why": row.why} if row.why else {})}
    return _hand_row(game, row, sums)


def _hand_row(game: Game, row: HandRow, sums: dict[str, Any]) -> dict[str, Any]:
    names = game.names
    said: dict[str, dict[str, Any]] = {"taken": _by_name(game, row.taken or {})}
    if row.taken is None and row.off is not None:
        said = {"off": _by_name(game, row.off)}
    elif row.taken is None and row.made:
        said = {"made": _by_name(game, row.made)}
    return {
        "hand": row.hand,
        "void": row.void,
        "cards": row.cards,
        "dealer": names[row.dealer],
        "first_bidder": row.first_bidder and names[row.first_bidder],
        "bids": _by_name(game, row.bids),
        **said,
        **_where_said(game, row),
        **sums,
    }


def _where_said(game: Game, row: HandRow) -> dict[str, Any]:
    """What only some hands have; a key is there where there is something to say."""
    names, contract = game.names, row.contract
    said = {
        "trump": row.trump,
        "contract": _contract(names, contract) if contract else None,
        "doublers": [names[player] for player in contract.doublers] if contract and contract.also_doubled else None,
        "auction": list(row.calls) or None,
        "turned": row.turned,
        "cancelled": row.cancelled,
        "chosen_by": row.chosen_by and names[row.chosen_by],
        "void_by": row.void_by if row.void else None,
        "marks": _by_name(game, row.marks) if row.marks else None,
        "problems": [str(problem) for problem in row.problems] or None,
        "on_paper": None if row.paper is None else _on_paper(game, row, row.paper),
    }
    return {key: value for key, value in said.items() if value is not None}


def _on_paper(game: Game, row: HandRow, paper: Mapping[str, Points]) -> dict[str, Any]:
    """Of a hand kept as on paper: the points written there, what the rules give, and what cannot be of it."""
    said = {"points": _points(game, paper), "by_rules": _points(game, row.by_rules)}
    return {**said, **({"doubts": [str(one) for one in row.doubts]} if row.doubts else {})}


def _contract(names: Mapping[str, str], contract: Contract) -> dict[str, Any]:
    said = {field: getattr(contract, field) for field in CONTRACT_FIELDS}
    return {field: value and names[value] if field in PLAYER_FIELDS else value for field, value in said.items()}


def _by_name(game: Game, values: Mapping[str, Any]) -> dict[str, Any]:
    return {game.names[player]: values[player] for player in game.sheet.seats.everyone if player in values}
