"""Pocket cards with the chances of a hand of one card."""

from dataclasses import replace

from printables.cards.points_card import pocket_cards
from printables.page.page import A4, PaperOptions
from printables.page.pen import Pen
from scorepad.game.report.card_lines import PointsCard
from scorepad.game.report.points_lines import PointsTable
from scorepad.rules.cards import PLAYERS, ChanceTable, chance_tables
from scorepad.words import _

EVEN = 50  # per cent, from which a bid of one is the better bet


def chances_card(paper: PaperOptions = A4) -> bytes:
    """Return a page of pocket cards to cut out, as bytes of PDF; raises ScorepadError."""
    landscape = bool(paper.landscape)
    sheet = replace(paper, landscape=landscape, two_up=False, large=False)
    size = sheet.sheet_size(landscape)
    pen = Pen(size, title=_("Hands of one card"), paper=sheet)
    pocket_cards(pen, [_card(table) for table in chance_tables()], size)
    return pen.done()


def _card(table: ChanceTable) -> PointsCard:
    rows = [(head, [str(cell) for cell in cells]) for head, cells in table.rows]
    chances = {(at, column): cell for at, row in enumerate(table.rows) for column, cell in enumerate(row[1])}
    bold = frozenset(place for place, chance in chances.items() if chance >= EVEN)
    heads = [str(players) for players in PLAYERS]
    about = _("How often your only card wins, in percent, by number of players.")
    return PointsCard(_("Hands of one card"), about, [PointsTable(table.title, table.corner, heads, rows, bold)])
