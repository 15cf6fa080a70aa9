"""Pocket cards with the chances of a hand of one card."""

from dataclasses import replace

from printables.cards.points_card import pocket_cards
from printables.page.page import A4, PaperOptions
from scorepad.game.report.card_lines import PointsCard
from scorepad.game.report.points_lines import PointsTable
from scorepad.rules.cards import PLAYERS, ChanceTable, chance_tables
from scorepad.words import _

EVEN = 50  # per cent, from which a bid of one is the better bet


def chances_card(paper: PaperOptions = A4) -> bytes:
    """Return a page of pocket cards to cut out, as bytes of PDF; raises ScorepadError."""
    title = _("Hands of one card")
    about = _("How often your only card wins, in percent, by number of players.")
    with_trump, leading, following = chance_tables()
    best = max(chance for _rank, chances in following.rows for chance in chances)
    notes = [
        _("From 50 on (bold) a bid of one is better; below 50 a bid of zero is better."),
        _("If another player leads, a card that is no trump wins in {best} percent at most.").format(best=best),
    ]
    card = PointsCard(title, about, [_table(with_trump), _table(leading)], notes)
    return pocket_cards(title, card, replace(paper, landscape=bool(paper.landscape), two_up=False, large=False))


def _table(table: ChanceTable) -> PointsTable:
    rows = [(head, [str(cell) for cell in cells]) for head, cells in table.rows]
    chances = {(at, column): cell for at, row in enumerate(table.rows) for column, cell in enumerate(row[1])}
    bold = frozenset(place for place, chance in chances.items() if chance >= EVEN)
    return PointsTable(table.title, table.corner, [str(players) for players in PLAYERS], rows, bold)
