"""A booklet on one paper, folded in the middle: the sheet, the rules, the points, a grid to plot the totals in."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from printables.blank.blank_layout import TABLE_ONLY, BlankOptions, fitting_layout, lay_out
from printables.blank.blank_sheet import draw_blank
from printables.blank.plot_page import draw_plot
from printables.cards.points_card import draw_page, points_pages
from printables.page.page import A4, PaperOptions
from printables.page.pen import Pen
from printables.rules.rule_page import RulePage, rule_sheets
from scorepad.game.report.blank_sheet import Blank
from scorepad.words import _, join_label, ours


def booklet(blank: Blank, paper: PaperOptions = A4, options: BlankOptions = TABLE_ONLY) -> bytes:
    """As bytes of PDF, both sides of the paper, to be turned over its short edge: pages of half a paper.

    Of four where the sheet has one page or two; the two face each other inside. In large print the points are among
    the rules only. Raises ScorepadError.
    """
    large, paper = paper.large, replace(paper, two_up=True)
    layout = fitting_layout(blank, paper, options) or lay_out(blank, replace(paper, landscape=True), options)
    paper = replace(paper, large=False)
    upright, sheet = paper.sheet_size(False), blank.game.sheet
    page = RulePage.of(blank)
    name = _("{game}: booklet").format(game=ours(sheet.rulebook.name))
    pen = Pen(upright, title=name, paper=paper, date=sheet.date, booklet=True)
    sheets: list[Callable[[], None]] = [
        partial(draw_blank, pen, blank, layout, number) for number in range(layout.count)
    ]
    rules = rule_sheets(pen, page, large=large)
    points: list[Callable[[], None]] = [] if large else [
        partial(draw_page, pen, replace(side, title=join_label(side.title, players)))
        for players, points in page.points.items() for side in points_pages(points, upright)
    ]  # fmt: skip
    order = [*rules, *sheets, *points] if (len(sheets), len(rules)) == (2, 1) else [*sheets, *rules, *points]
    if len(order) % 4 and not large:
        order.append(partial(draw_plot, pen, blank))
    for draw in order:
        pen.set_sheet_size(layout.plan.size if draw in sheets else upright)
        draw()
        pen.turn_page()
    return pen.done()
