"""Builders of whole games for tests, and the invariants of every game."""

import csv
import io
import json
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from scorepad.errors import FileError
from scorepad.game.files.game_file import FORMAT, add_record, read_game, write_game
from scorepad.game.report.sheet_files import sheet_json
from scorepad.game.state.event_json import from_json, to_json
from scorepad.game.state.events import TotalsKnown
from scorepad.game.state.game import Game
from scorepad.game.state.rows import HandRow, OpenHand

Entry = dict[str, Any]


def play(rulebook: str | dict[str, Any], players: str, *record: Entry, **head: Any) -> Game:
    """Return the game that a game file describes; `players` is "Ann Bob Cat", clockwise."""
    data = {"format": FORMAT, "rulebook": rulebook, "players": players.split(), "record": list(record), **head}
    return read_game(data)


def on(game: Game, *record: Entry) -> Game:
    """Return the game with more entries after the present ones."""
    return add_record(game, list(record))


def hand(players: str, bids: Sequence[int | None], taken: Sequence[int], **more: Any) -> Entry:
    """Return a hand's entry.

    Bids and tricks are in the order of `players`; the bid is None for a player who does not bid.
    """
    names = players.split()
    fields = {name: bid for name, bid in zip(names, bids, strict=True) if bid is not None}
    return {"hand": {"bids": fields, "taken": dict(zip(names, taken, strict=True)), **more}}


def csv_rows(text: str) -> list[dict[str, str]]:
    """Return the rows of a CSV text by column heading.

    Raise ValueError for a row with a missing or extra cell.
    """
    heads, *rows = csv.reader(io.StringIO(text.removeprefix("\ufeff")))
    return [dict(zip(heads, row, strict=True)) for row in rows]


def points(game: Game, row: int = -1) -> dict[str, Any]:
    """Return the points of a row of the sheet, by name."""
    result: dict[str, Any] = sheet_json(game)["rows"][row]["points"]
    return result


def totals(game: Game) -> dict[str, Any]:
    result: dict[str, Any] = sheet_json(game)["totals"]
    return result


def following(game: Game) -> tuple[int, int, str]:
    """Return the number, the cards and the dealer of the next hand."""
    coming = sheet_json(game)["next"]
    return coming["hand"], coming["cards"], coming["dealer"]


def row_of(game: Game, hand: int = 1) -> HandRow:
    """Return the row of a hand that has been played."""
    row = game.hand_row(hand)
    assert row is not None
    return row


def current_hand(game: Game) -> OpenHand:
    """Return the current hand of a running game."""
    hand = game.sheet.open_hand
    assert hand is not None
    return hand


def by_name(game: Game, name: str) -> str:
    return next(player for player, known in game.names.items() if known == name)


def through_json(data: Any) -> Any:
    return json.loads(json.dumps(data, allow_nan=False))


def check_whole(game: Game) -> None:
    """Assert the invariants that hold in every game."""
    sheet = sheet_json(game)
    stored = [from_json(through_json(to_json(event))) for event in game.events]
    assert tuple(stored) == game.events
    assert sheet_json(Game.replay(stored)) == sheet
    assert [row.problems == () for row in _hand_rows(game)] == [
        row.problems == () for row in _hand_rows(Game.replay(stored))
    ]
    sums: dict[str, int | Fraction] = dict.fromkeys(game.names, Fraction(0))
    sums |= next((event.totals for event in reversed(game.history.standing) if isinstance(event, TotalsKnown)), {})
    for row in game.sheet.rows:
        for player, more in row.points.items():
            sums[player] += more
        assert {player: sums[player] for player in row.totals} == row.totals
    assert sums == game.sheet.totals
    assert sheet_json(read_game(through_json(write_game(game)))) == sheet
    assert sheet_json(read_game(through_json(write_game(game, with_log=True)))) == sheet
    paid = game.sheet.settlement()
    assert paid is None or sum(paid.values()) == 0


def _hand_rows(game: Game) -> list[Any]:
    return [row for row in game.sheet.rows if row.kind == "hand"]


def refused(game: Game, entry: Any) -> str:
    """Return the field and the message with which an entry is refused."""
    with pytest.raises(FileError) as why:
        on(game, entry)
    return ": ".join(part for part in (why.value.field, why.value.reason) if part)


THREE, FOUR, SIX = "Ann Bob Cat", "Ann Bob Cat Di", "A B C D E F"


def boerenbridge(before: dict[str, int], *record: Entry, **head: Any) -> Game:
    """Return a game in which the four players have these totals."""
    adjusted = [{"adjust": {"player": name, "points": total}} for name, total in before.items() if total]
    return play("boerenbridge", FOUR, *adjusted, *record, **head)


def overplayed() -> Game:
    """Return a game: Ann has 90 and takes 9; after another hand a correction says that she took 10."""
    game = boerenbridge(
        {"Ann": 90, "Bob": 60},
        hand(FOUR, [None, 1, 1, 1], [9, 2, 2, 0]),
        hand(FOUR, [None, 1, 1, 1], [3, 4, 5, 1]),
    )
    return on(game, {"correct": {"hand": 1, "taken": {"Ann": 10, "Bob": 1}}})
