"""A blank sheet to be filled in with a pen.

It survives a photocopy: black lines, no tints, and only corner marks in the cells to write in.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

from printables.blank import blank_lines as words
from printables.blank.blank_extras import draw_below, draw_extras_page, draw_field
from printables.blank.blank_layout import (
    FIELD,
    FIELDS,
    HEAD,
    LABELS,
    NAME,
    NAMED,
    NOTE,
    STRIP_GAP,
    TABLE_ONLY,
    TITLE,
    BlankLayout,
    BlankOptions,
)
from printables.blank.blank_lines import CARDS, MADE, MISSED
from printables.blank.blank_plan import plan
from printables.blank.points_strip import draw_strip
from printables.filled.sheet_lines import trump_on_paper
from printables.page import page
from printables.page.page import (
    A4,
    BIDS_FIRST,
    BLACK,
    BOLD,
    DEALS,
    GREY,
    PLAIN,
    RULE,
    PaperOptions,
    one_line,
    suit_ink,
    width,
)
from printables.page.pen import Pen
from printables.rules.rule_page import RulePage, rule_sheets
from scorepad.formats import short_day
from scorepad.game.report.blank_sheet import Blank
from scorepad.game.state.rows import OpenHand
from scorepad.words import _, ours

THIN, TURN, THICK = 0.8, 1.4, 1.7  # lines between hands, where the ladder turns, between players
SUM = 10.0  # type of the cards that the bids may or may not add up to
BOX_LABELLED = 12.0  # a box that is narrower has no room for its label
MARKS = {DEALS: 8.0, BIDS_FIRST: 12.0}  # type of the marks in the corner of a bid's cell


def blank_sheet(
    blank: Blank, paper: PaperOptions = A4, *, rules: bool = False, options: BlankOptions = TABLE_ONLY
) -> bytes:
    """Return a sheet to be filled in, as bytes of PDF, with `rules` on the backs; raises ScorepadError.

    Rules that need more pages than there are backs go on after the last, and backs too few to hold them again are free.
    Where two share a page and the sheet has one, that is printed twice. Where large print leaves no room for a pen,
    it is as usual. Equal sheets give equal bytes.
    """
    sheet = blank.game.sheet
    layout = plan(blank, paper, options)
    if paper.large and not layout.is_writable:
        paper = replace(paper, large=False)
        layout = plan(blank, paper, options)
    name = _("{game}: score sheet").format(game=ours(sheet.rulebook.name))
    pen = Pen(layout.size, title=name, paper=paper, date=sheet.date, two_sided=rules)
    pen.set_sheet_size(replace(paper, large=False).sheet_size(layout.is_landscape), large=False)
    backs = rule_sheets(pen, RulePage.of(blank)) if rules else []
    pen.set_sheet_size(layout.size)
    backs_of = [*backs * max(1, layout.count // max(1, len(backs))), *[lambda: None] * layout.count]
    copies = 2 if paper.two_up else 1
    same = copies if layout.count == 1 else 1
    sheets = [number for number in range(layout.count) for _copy in range(same)]
    for at in range(0, len(sheets), copies):
        fronts = sheets[at : at + copies]
        for number in fronts:
            draw_blank(pen, blank, layout, number)
            pen.turn_page()
        if backs:
            _draw_rules(pen, [backs_of[number] for number in fronts], paper, layout)
            pen.set_sheet_size(layout.size)
    _draw_rules(pen, [draw for draw in backs[layout.count :] for _copy in range(same)], paper, layout)
    return pen.done()


def _draw_rules(pen: Pen, sheets: Sequence[Callable[[], None]], paper: PaperOptions, layout: BlankLayout) -> None:
    """Draw sheets of rules, which are never in large print."""
    for draw in sheets:
        pen.set_sheet_size(replace(paper, large=False).sheet_size(layout.is_landscape), large=False)
        draw()
        pen.turn_page()


def draw_blank(pen: Pen, blank: Blank, layout: BlankLayout, number: int) -> None:
    """Draw the page of this number, from 0."""
    top = _title(pen, blank, layout, number)
    if number == len(layout.pages):
        draw_extras_page(pen, blank, layout, top)
        return
    y = _heads(pen, blank, layout, number, top)
    if number:
        base, room = y - layout.row_high / 2 - NOTE * 0.36, layout.columns[0].x - page.SIDE - 4
        pen.write(page.SIDE + 2, base, _("carried forward"), room=room, size=NOTE)
        y -= layout.row_high
        pen.rule(page.SIDE, y, layout.right, y, ink=BLACK, thick=TURN)
    hands = layout.pages[number]
    for hand, following in pairwise([*hands, None]):
        _row(pen, blank, layout, hand, y)
        y -= layout.row_high
        turns = hand is not None and _turns(blank, hand, following)
        pen.rule(page.SIDE, y, layout.right, y, ink=BLACK, thick=TURN if turns else THIN)
    _columns(pen, layout, number, top, y)
    if layout.strip:
        draw_strip(pen, layout.strip, layout.right + STRIP_GAP, top, top - y)
    draw_below(pen, blank, layout, y, number)


def _turns(blank: Blank, hand: OpenHand, following: OpenHand | None) -> bool:
    """Return whether a new part of the ladder begins after this hand.

    There it turns, ends, or belongs to another number of players.
    """
    if following is None or words.player_counts(blank, hand) != words.player_counts(blank, following):
        return True
    if blank.cards:
        return False  # the ladders turn at different hands
    before, now, after = (
        [other.cards for other in blank.hands if other.number == hand.number + by] for by in (-1, 0, 1)
    )
    return bool(before and after) and (now[0] - before[0]) * (after[0] - now[0]) < 0


# --- over the table ---------------------------------------------------------------------------------------


def _title(pen: Pen, blank: Blank, layout: BlankLayout, number: int) -> float:
    """Name, what is played and by whom, fields; returns where the table begins."""
    sheet, top = blank.game.sheet, layout.size[1] - page.TOP
    fields_wide = layout.wide * FIELDS if layout.in_a_line else layout.wide
    room = layout.wide - (fields_wide if layout.in_a_line else 0.0)
    title = one_line(ours(sheet.rulebook.name), room if layout.in_a_line else room * 0.6, NAMED, BOLD)
    taken = pen.write(page.SIDE, top - 15, title, room=room, size=NAMED, name=BOLD) + 12
    about = one_line(_about(blank, layout, number), room - taken, NOTE)
    pen.write(page.SIDE + taken, top - 15, about, room=room - taken, size=NOTE,
              align="left" if layout.in_a_line else "right")  # fmt: skip
    y = top - TITLE - (0.0 if layout.in_a_line else FIELD)
    base = top - 15 if layout.in_a_line else top - TITLE - 11
    _fields(pen, blank, page.SIDE + layout.wide - fields_wide, base, fields_wide)
    return y


def _about(blank: Blank, layout: BlankLayout, number: int) -> str:
    if layout.count == 1:
        return words.about(blank)
    hands = [hand.number for page in layout.pages[number : number + 1] for hand in page if hand]
    return words.about(blank, (number + 1, layout.count), (hands[0], hands[-1]) if hands else None)


def _fields(pen: Pen, blank: Blank, x: float, y: float, room: float) -> None:
    """Draw what is known of the evening, or to be written: labels with their shares of the width, and the texts."""
    sheet, right = blank.game.sheet, x + room
    fields = (
        (_("Date"), 0.22, short_day(sheet.date)), (_("Location"), 0.34, sheet.location),
        (_("Scorer"), 0.26, sheet.scorer), (_("Stake"), 0.18, str(sheet.stake or "")),
    )  # fmt: skip
    for label, share, text in fields:
        wide = room * share
        draw_field(pen, x, y, wide - (0 if x + wide > right - 1 else 10), label, text)
        x += wide


def _heads(pen: Pen, blank: Blank, layout: BlankLayout, number: int, y: float) -> float:
    base = y - NAME - LABELS + 4
    abreast = [column for key, column in layout.fixed.items() if key.startswith(CARDS)]
    for column in layout.fixed.values():
        _label(pen, column.x, base + (11 if column in abreast else 0), column.title, column.wide)
    if abreast:
        _label(pen, abreast[0].x, base, _("Cards"), sum(column.wide for column in abreast))
    item = layout.columns[0]
    bid, total = item.bid, item.wide - item.bid - item.box
    bid_head, total_head = _fitting(words.bid_heads(), bid), _fitting(words.total_heads(), total, BOLD)
    boxed = _("off") if words.writes_off(blank) else f"{MADE}{MISSED}"
    for at, column in enumerate(layout.columns):
        over = _over(blank, layout, at, number)
        pen.write(column.x + 3, y - 9, over, room=column.wide - 6, size=NOTE, ink=GREY)
        pen.write(column.x + 3, y - NAME + 6, column.title, room=column.wide - 6, size=HEAD, name=BOLD, align="middle")
        _label(pen, column.x, base, bid_head, bid)
        if column.box >= BOX_LABELLED:
            _label(pen, column.x + column.bid - 2, base, boxed, column.box + 4)
        _label(pen, column.x + column.wide - total, base, total_head, total, BOLD)
    if layout.bids:
        first, _space, others = layout.bids.title.partition(" ")
        _label(pen, layout.bids.x, base + 11, first, layout.bids.wide)
        _label(pen, layout.bids.x, base, others, layout.bids.wide)
    pen.rule(page.SIDE, y, layout.right, y, ink=BLACK, thick=THICK)
    pen.rule(page.SIDE, y - NAME - LABELS, layout.right, y - NAME - LABELS, ink=BLACK, thick=TURN)
    return y - NAME - LABELS


def _fitting(heads: tuple[str, str], room: float, name: str = PLAIN) -> str:
    """Return a head, or its short form where the column is narrow."""
    whole, short = heads
    return whole if width(whole, NOTE, name) <= room - 4 else short


def _over(blank: Blank, layout: BlankLayout, at: int, number: int) -> str:
    """Return what stands small over a column that has no name yet, on the page of this number from 0."""
    if at >= len(layout.players):
        return _("joins later")
    if at or number or blank.several or any(blank.names.values()):
        return ""
    return _("deals first") if words.dealers_known(blank) else _("bids first")


def _label(pen: Pen, x: float, base: float, text: str, wide: float, name: str = PLAIN) -> None:
    pen.write(x + 1, base, text, room=wide - 2, size=NOTE, name=name, align="middle")


# --- the table --------------------------------------------------------------------------------------------


def _row(pen: Pen, blank: Blank, layout: BlankLayout, hand: OpenHand | None, y: float) -> None:
    """Draw a line with the known facts of its hand, or an empty line without a number."""
    middle = y - layout.row_high / 2
    for column in layout.columns if layout.columns[0].box else ():
        side = min(column.box - 2.5, layout.row_high - 4.5)
        pen.box(column.x + column.bid + (column.box - side) / 2, middle - side / 2, side, side, ink=BLACK, thick=THIN)
    if hand is None:
        return
    trump, colour = trump_on_paper(blank.game.sheet.rulebook.suits, hand.trump)
    number, star = str(hand.number), words.stars(blank, hand.note)
    if not blank.numbered:
        number = words.player_counts(blank, hand)
    texts = {"number": (f"{number}{star}", NOTE, PLAIN), "cards": (str(hand.cards), 13.0, BOLD),
             "trump": (trump, 12.0 if len(trump) == 1 else NOTE, PLAIN)}  # fmt: skip
    texts |= {f"{CARDS}{counts}": (str(cards[hand.number - 1]), 11.0, BOLD)
              for counts, cards in words.cards_by_players(blank).items()}  # fmt: skip
    for key, column in layout.fixed.items():
        text, size, name = texts.get(key, ("", NOTE, PLAIN))
        ink = suit_ink(colour) if key == "trump" else BLACK
        if key == "trump":
            text = one_line(text, column.wide - 4, size, name)
        pen.write(column.x + 2, middle - size * 0.36, text, room=column.wide - 4, size=size, name=name, ink=ink,
                  align="middle")  # fmt: skip
    _marks(pen, blank, layout, hand, y)
    if layout.bids:
        name, room = BOLD if hand.hook else PLAIN, layout.bids.wide - 3
        size = NOTE if layout.least.narrower < 1 else SUM
        pen.write(
            layout.bids.x,
            middle - size * 0.36,
            words.sum_sign(blank, hand),
            room=room,
            size=size,
            name=name,
            align="right",
        )


def _marks(pen: Pen, blank: Blank, layout: BlankLayout, hand: OpenHand, y: float) -> None:
    """Mark the dealer and the first bidder in the corners of their bids' cells, and print what comes before a bid."""
    dealer = hand.dealer if words.dealers_known(blank) else ""
    if dealer:
        pen.write(layout.players[dealer].x + 1.8, y - 7.2, DEALS, room=9, size=MARKS[DEALS])
    for player, numbers in words.mark_first_bidders(blank, hand).items():
        column = layout.players[player]
        x = column.x + (9.3 if player == dealer else 1.8)
        pen.write(x, y - 7.2, BIDS_FIRST, room=9, size=MARKS[BIDS_FIRST])
        pen.write(x + 5.5, y - 7.2, numbers, room=column.bid - 7, size=NOTE)
    before = (layout.before_bid or layout.ghost) if hand.fixed_bid is None else str(hand.fixed_bid)
    light = before == layout.ghost and hand.fixed_bid is None
    for column in layout.columns if before else ():
        pen.write(column.x + (11 if light else 10), y - layout.row_high / 2 - 4, before, room=column.bid / 2, size=11,
                  ink=RULE if light else BLACK)  # fmt: skip


def _columns(pen: Pen, layout: BlankLayout, number: int, top: float, y: float) -> None:
    heads = top - NAME - LABELS
    for column in [*layout.fixed.values()][1:]:
        pen.rule(column.x, heads - (layout.row_high if number else 0.0), column.x, y, ink=BLACK, thick=THIN)
    for column in layout.columns:
        pen.rule(column.x, top, column.x, y, ink=BLACK, thick=THICK)
        if not column.box:
            pen.rule(column.x + column.bid, heads, column.x + column.bid, y, ink=BLACK, thick=THIN)
    if layout.bids:
        pen.rule(layout.bids.x, top, layout.bids.x, y, ink=BLACK, thick=THICK)
    for x in (page.SIDE, layout.right):
        pen.rule(x, top, x, y, ink=BLACK, thick=THICK)
