"""Tests that read the cells of a filled sheet's PDF and compare them with the game's record."""

from random import Random

import pytest
from game.state.random_game import course
from photocopy import lost
from printing.filled_sheet import PrintedLine, filled_sheet
from printing.printed_games import a_game
from reading_pdf import read

from printables.filled.score_sheet import score_sheet
from printables.filled.sheet_lines import CROSS, TICK
from printables.page.page import BIDS_FIRST, DEALS, SIDE, PaperOptions
from scorepad.formats import format_change, format_points
from scorepad.game.report.notes import PAPER_SIGN
from scorepad.game.state.game import Game
from scorepad.game.state.rows import AdjustRow, EntryRow, HandRow, Row, merge_adjustments
from soak import SOAK

PAPERS = [PaperOptions(), PaperOptions("Letter", one_ink=True), PaperOptions(landscape=True)]


SAMPLE = (3, 9, 12, 16, 18, 32, 47)  # games that together have all kinds of cells: see the test below


@pytest.mark.parametrize("seed", range(1_000) if SOAK else SAMPLE)
def test_every_cell_of_any_game_is_read_off_its_sheet_as_it_was_recorded(seed: int) -> None:
    luck = Random(seed)
    *_before, game = course(luck, 60)
    assert_says(game, score_sheet(game, PAPERS[seed % len(PAPERS)]))


def test_the_sample_holds_whatever_a_line_can_say() -> None:
    games = [[*course(Random(seed), 60)][-1] for seed in SAMPLE]
    rows = [row for game in games for row in game.sheet.rows]
    hands = [row for row in rows if isinstance(row, HandRow)]
    assert {row.kind for row in rows} == {"hand", "entry", "adjust"}
    assert any(row.void and any(row.points.values()) for row in hands)
    assert any(row.contract and row.asleep for row in hands)
    assert any(row.off for row in hands)
    assert any(row.made and not row.taken and not row.off for row in hands)
    assert any(set(game.names) - set(game.sheet.seats.present) for game in games)
    assert any(row.paper for row in hands)


@pytest.mark.parametrize("paper", [PaperOptions(), PaperOptions(one_ink=True)])
def test_a_photocopy_keeps_every_line_of_the_table_and_in_one_ink_those_of_the_chart(paper: PaperOptions) -> None:
    pdf = score_sheet(a_game(hands=6, house={"ladder": "6-1"}), paper)
    (page,) = read(pdf)
    assert len(page.rules) >= 10
    assert not [line for line in lost(pdf) if paper.one_ink or line["x0"] < SIDE + 1]


def assert_says(game: Game, pdf: bytes) -> None:
    sheet, rows = filled_sheet(pdf), merge_adjustments(game.sheet.rows)
    been = {player for player, _name in game.opened.players}
    for line, row in zip(sheet.lines, rows, strict=False):
        assert_line(game, line, row, been)
        been |= row.points.keys()
    assert len(sheet.lines) >= len(rows)
    if rows:
        totals = next(message for title, message in sheet.closing.items() if title.startswith("Total"))
        assert totals == {game.names[player]: format_points(total) for player, total in game.sheet.totals.items()}
    for player, name in game.names.items():
        assert (f"{name} left " in sheet.foot) == (player not in game.sheet.seats.present)


def assert_line(game: Game, line: PrintedLine, row: Row, been: set[str]) -> None:
    """Check a printed line; `been` are the players who have sat at the table before."""
    for player, name in game.names.items():
        texts = {role: text for role, text in line.cells[name].items() if role != "word"}
        assert texts == expected(game, row, player), (line, row)
    if isinstance(row, HandRow):
        assert [line.words[0].rstrip("*!"), line.words[1]] == [str(row.hand), str(row.cards)]
        gone = set() if row.void else been - row.points.keys()
        assert line.struck == {game.names[player] for player in gone}
    if isinstance(row, EntryRow):
        assert f"{game.names[row.player]} {'is back' if row.back else 'joins'}" in " ".join(line.words)


def expected(game: Game, row: Row, player: str) -> dict[str, str]:
    """Return the text of a player's cell by its role, without empty ones."""
    cell = {"mark": _mark(game, row, player)}
    points = row.points.get(player)
    if points is not None and not (isinstance(row, HandRow) and row.void and not points):
        on_paper = PAPER_SIGN if isinstance(row, HandRow) and player in (row.paper or {}) else ""
        cell |= {"points": format_change(points) + on_paper, "total": format_points(row.totals[player])}
    if isinstance(row, HandRow) and not row.void and points is not None:
        bid, made = row.bids.get(player), row.made.get(player)
        cell["bid"] = "–" if bid is None else f"({bid})" if player in row.asleep else str(bid)
        cell["sign"] = TICK if made else CROSS if made is False else ""
        cell["came"] = "" if made else _came(row, player)
    return {role: text for role, text in cell.items() if text}


def _mark(game: Game, row: Row, player: str) -> str:
    """Return the signs of a player; a dealer who bids first has both if others bid first in other hands."""
    if isinstance(row, EntryRow | AdjustRow):
        return ""
    deals, first = player == row.dealer, player == row.first_bidder
    apart = game.sheet.rulebook.bids_apart and bool(game.sheet.scorer)
    return DEALS * deals + BIDS_FIRST * (first and (apart or not deals))


def _came(row: HandRow, player: str) -> str:
    if row.off is not None and player in row.off:
        return format_change(row.off[player]) if row.taken is not None else format_points(row.off[player])
    return str(row.taken[player]) if row.taken and player in row.taken else ""
