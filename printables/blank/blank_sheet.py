"""A blank sheet to be filled in with a pencil.

The dealer's bid is shaded, and a bar on a player's rule marks the first bidder. Neither takes room from a digit, and a
photocopy keeps both.
"""

from dataclasses import replace
from functools import partial
from itertools import product, zip_longest

from printables.blank import blank_lines as words
from printables.blank.blank_extras import draw_below, draw_extras_page, draw_field
from printables.blank.blank_layout import TABLE_ONLY, BlankLayout, BlankLine, BlankOptions, lay_out
from printables.blank.blank_lines import AIR, CARDS, LEAST_LABEL, PRESSED, fits, smaller
from printables.blank.blank_plan import FIELDS, GAP, Plan
from printables.blank.first_columns import CONTRACT, CONTRACT_COLUMN
from printables.filled.sheet_lines import trump_on_paper
from printables.page.page import (
    A4,
    BLACK,
    BOLD,
    DEALT,
    GREY,
    LARGE_TEXT,
    PLAIN,
    RULE,
    PaperOptions,
    mm,
    one_line,
    suit_ink,
    width,
)
from printables.page.pen import Pen
from printables.rules.rule_page import RulePage, draw_sheets, rule_sheets
from scorepad.formats import short_day
from scorepad.game.report.blank_sheet import Blank
from scorepad.words import _, join_label, ours

FINE, THIN, TURN, THICK = 0.6, 0.8, 1.4, 1.7  # lines between fields, hands, parts of the ladder, players
FRAME = 0.7 * mm  # from the edge of the dealer's bid to its frame, in a print to be photocopied
BAR = 1.8 * mm  # of the first bidder


def blank_sheet(
    blank: Blank, paper: PaperOptions = A4, *, rules: bool = False, options: BlankOptions = TABLE_ONLY
) -> bytes:
    """Return a sheet to be filled in, as bytes of PDF, with `rules` on the backs; raises RuleError.

    Rules that need more pages than there are backs go on after the last, and backs too few to hold them again are free.
    Where two share a page and the sheet has one, that is printed twice. Equal sheets give equal bytes.
    """
    sheet = blank.game.sheet
    layout = lay_out(blank, paper, options)
    name = _("{game}: score sheet").format(game=ours(sheet.rulebook.name))
    pen = Pen(layout.plan.size, title=name, paper=replace(paper, large=False), date=sheet.date, two_sided=rules)
    backs = rule_sheets(pen, RulePage.of(blank), large=paper.large) if rules else []
    backs_of = [*backs * max(1, layout.count // max(1, len(backs))), *[lambda: None] * layout.count]
    fronts_of = [partial(draw_blank, pen, blank, layout, number) for number in range(layout.count)]
    copies = 2 if paper.two_up else 1
    same = copies if layout.count == 1 else 1
    sheets = [number for number in range(layout.count) for _copy in range(same)]
    for at in range(0, len(sheets), copies):
        fronts = sheets[at : at + copies]
        draw_sheets(pen, [fronts_of[number] for number in fronts])
        if backs:
            draw_sheets(pen, [backs_of[number] for number in fronts])
    draw_sheets(pen, [draw for draw in backs[layout.count :] for _copy in range(same)])
    return pen.done()


def draw_blank(pen: Pen, blank: Blank, layout: BlankLayout, number: int) -> None:
    """Draw the page of this number, from 0."""
    top = _title(pen, blank, layout, number)
    if number >= len(layout.pages):
        draw_extras_page(pen, blank, layout, top, number - len(layout.pages))
        return
    with pen.group("Table"):
        y = _table(pen, blank, layout, number, top)
    if layout.strip:
        layout.strip.draw_beside(pen, layout.right + GAP, top, top - y)
    draw_below(pen, blank, layout, y, number)


def _table(pen: Pen, blank: Blank, layout: BlankLayout, number: int, top: float) -> float:
    """Draw the heads and the lines of a page; return where they end."""
    plan, left = layout.plan, layout.left
    y = first = _heads(pen, blank, layout, number, top)
    lines = layout.pages[number]
    if number:
        with pen.group("TR"):
            pen.cell("Row", across=len(plan.fixed))
            _line_label(pen, _("carried forward"), (left, layout.columns[0] - left), plan, y - plan.row_high / 2)
            for _cell in range(len(layout.columns) * len(layout.cells) + bool(plan.sums)):
                pen.cell()
        y -= plan.row_high
        pen.rule(left, y, layout.right, y, ink=BLACK, thick=TURN)
    bars, rules = list[tuple[float, float]](), list[tuple[float, float]]()
    for line, following in zip_longest(lines, lines[1:]):
        with pen.group("TR"):
            bars += _row(pen, blank, layout, line, y)
        y -= plan.row_high
        rules.append((y, TURN if _turns(blank, line, following) else THIN))
    for base, thick in rules:  # over the shades
        pen.rule(left, base, layout.right, base, ink=BLACK, thick=thick)
    _columns(pen, layout, number, (top, first), y)
    for x, upper in bars:
        pen.shade(x - BAR / 2, upper - plan.row_high, BAR, plan.row_high, BLACK)
    return y


def _turns(blank: Blank, line: BlankLine, following: BlankLine | None) -> bool:
    """Return whether a new part of the ladder begins after this hand.

    There it turns, ends, or belongs to another number of players.
    """
    hand, after_it = line.hand, following.hand if following else None
    if hand is None or after_it is None:
        return hand is not None or following is None
    if words.player_counts(blank, hand) != words.player_counts(blank, after_it):
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
    sheet, plan, measures = blank.game.sheet, layout.plan, layout.plan.measures
    top, y = plan.size[1] - measures.top, plan.size[1] - measures.top - measures.title
    beside = plan.is_landscape and measures.title < measures.game * 2
    base, field = top - measures.game * 0.9, y + measures.note * 0.6
    fields_wide = plan.wide * FIELDS if beside else plan.wide
    room = plan.wide - (fields_wide if beside else 0.0)
    title = one_line(ours(sheet.rulebook.name), room if beside else room * 0.6, measures.game, BOLD)
    pen.tag("H1")
    taken = pen.write(layout.left, base, title, room=room, size=measures.game, name=BOLD) + 12
    room -= taken + 12
    about = one_line(_about(blank, layout, number), room, measures.note)
    pen.tag("P")
    pen.write(layout.left + taken, base, about, room=room, size=measures.note)
    _fields(pen, blank, layout, layout.left + plan.wide - fields_wide, base if beside else field)
    return y


def _about(blank: Blank, layout: BlankLayout, number: int) -> str:
    hands = [line.hand.number for page in layout.pages[number : number + 1] for line in page if line.hand]
    divided = hands and len(layout.pages) > 1 and "number" in layout.fixed
    page = (number + 1, layout.count) if layout.count > 1 else None
    about = words.about(blank, page, (hands[0], hands[-1]) if divided else None)
    has_cards = any(name.startswith("cards") for name in layout.fixed)
    cards = join_label(_("Cards"), str(max(blank.sizes)))
    return about if has_cards else words.DOTTED.join([about, cards])


def _fields(pen: Pen, blank: Blank, layout: BlankLayout, x: float, y: float) -> None:
    """Draw what is known of the evening, or to be written: labels with their shares of the width, and the texts."""
    sheet, right = blank.game.sheet, layout.left + layout.plan.wide
    room = right - x
    fields = (
        (_("Date"), 0.24, short_day(sheet.date)), (_("Location"), 0.33, sheet.location),
        (_("Scorer"), 0.26, sheet.scorer), (_("Stake"), 0.17, str(sheet.stake or "")),
    )  # fmt: skip
    for label, share, text in fields:
        wide = room * share
        end = wide - (0 if x + wide > right - 1 else 10)
        draw_field(pen, x, y, end, label, text, size=layout.plan.measures.note)
        x += wide


def _heads(pen: Pen, blank: Blank, layout: BlankLayout, number: int, y: float) -> float:
    """Draw the names and the heads of all columns; return where the lines begin."""
    plan, measures, left = layout.plan, layout.plan.measures, layout.left
    small, foot = measures.small, y - measures.name - measures.label
    base = foot + measures.label / 2 - small * 0.3
    abreast = [layout.fixed[name] for name in layout.fixed if name.startswith(CARDS)]
    heads = words.fitting_heads(layout.fields, plan.fields, small)
    names = [*layout.names.values(), *[""] * plan.spare]
    with pen.group("TR"):
        for name, (x, wide) in layout.fixed.items():
            pen.cell("Column", down=2)
            title = layout.titles[name]
            if (x, wide) in abreast[:1]:
                _label(pen, x, base, _("Cards"), sum(wide for _x, wide in abreast), small)
            if name.startswith(CARDS):
                _label(pen, x, base + small * 1.3, title, wide, small)
            elif fits(title, wide - 2 * AIR, small):
                _label(pen, x, base, title, wide, small)
            else:
                room = y - foot - 5
                title = _("Decl.") if name == "declarer" and not fits(title, room, small) else title
                pen.write_upward(x + (wide + small * 0.7) / 2, foot + 3, title, room=room, size=small)
        for at, (column, title) in enumerate(zip(layout.columns, names, strict=True)):
            pen.cell("Column", across=len(layout.cells))
            over = _over(blank, layout, at, number)
            pen.write(column + 3, y - small - 1, over, room=plan.each - 6, size=small, ink=GREY)
            pen.write(column + 3, y - measures.name + 3, title, room=plan.each - 6, size=measures.head, name=BOLD,
                      align="middle")  # fmt: skip
        if plan.sums:
            pen.cell("Column", down=2)
            for at, part in enumerate(words.sum_head()):
                _label(pen, layout.right - plan.sums, base + small * 1.2 * (1 - at), part, plan.sums, small)
    with pen.group("TR"):
        for column, (name, (x, wide)) in product(layout.columns, layout.cells.items()):
            pen.cell("Column")
            bold = BOLD if name == "total" else PLAIN
            _label(pen, column + x, base, heads[name], wide, small, bold)
    pen.rule(left, y, layout.right, y, ink=BLACK, thick=THICK)
    pen.rule(left, foot, layout.right, foot, ink=BLACK, thick=TURN)
    return foot


def _over(blank: Blank, layout: BlankLayout, at: int, number: int) -> str:
    """Return what stands small over a column that has no name yet, on the page of this number from 0."""
    if at >= len(layout.names):
        return _("joins later")
    if at or number or blank.several or any(blank.names.values()):
        return ""
    return _("deals first") if words.dealers_known(blank) else _("bids first")


def _label(pen: Pen, x: float, base: float, text: str, wide: float, size: float, name: str = PLAIN) -> None:
    room = wide - 2 * AIR
    size = size if width(text, size, name) * PRESSED <= room else smaller(size)
    pen.write(x + AIR, base, text, room=room, size=size, name=name, align="middle")


# --- the table --------------------------------------------------------------------------------------------


def _row(pen: Pen, blank: Blank, layout: BlankLayout, line: BlankLine, y: float) -> list[tuple[float, float]]:
    """Draw a line with the known facts of its hand; return the places of bars that mark first bidders."""
    plan, measures, hand = layout.plan, layout.plan.measures, line.hand
    middle = y - plan.row_high / 2
    note, figure = measures.small, measures.figure
    trump, colour = trump_on_paper(blank.game.sheet.rulebook.suits, hand.trump if hand else None)
    labelled = next(iter(layout.fixed)) if line.label else ""
    texts = {"cards": ("" if labelled == "cards" else line.cards, figure, BOLD)}
    if hand:
        number = str(hand.number) if blank.numbered else words.player_counts(blank, hand)
        texts["number"] = f"{number}{words.stars(blank, hand.note)}", measures.number, PLAIN
        texts["trump"] = trump, max(measures.number, figure - 1) if len(trump) == 1 else note, PLAIN
        texts |= {f"{CARDS}{counts}": (str(cards[hand.number - 1]), max(measures.number, figure - 2), BOLD)
                  for counts, cards in words.cards_by_players(blank).items()}  # fmt: skip
    for key, (x, wide) in layout.fixed.items():
        pen.cell("" if x > layout.left else "Row")
        text, size, name = texts.get(key, ("", note, PLAIN))
        ink = suit_ink(colour) if key == "trump" else BLACK
        room = wide - 2 * AIR
        text = one_line(text, room, size, name) if key == "trump" else text
        pen.write(x + AIR, middle - size * 0.36, text, room=room, size=size, name=name, ink=ink, align="middle")
        if key == labelled:
            text = line.label if labelled == "number" else f"{line.label} {line.cards}".strip()
            _line_label(pen, text, (x, wide), plan, middle)
    for player, column in zip_longest(layout.names, layout.columns):
        for name in layout.cells:
            if name == "bid":
                _bid(pen, layout, line, player, column, y)
            else:
                pen.cell()
    if plan.sums:
        pen.cell()
        name, size = BOLD if hand and hand.hook else PLAIN, measures.number
        text = words.sum_sign(blank, hand) if hand else ""
        pen.write(layout.right - plan.sums, middle - size * 0.36, text, room=plan.sums - 3, size=size, name=name,
                  align="right")  # fmt: skip
    seats = dict(zip(layout.names, layout.columns, strict=False))
    return [(seats[player], y) for player in line.first_bidders]


def _bid(pen: Pen, layout: BlankLayout, line: BlankLine, player: str | None, x: float, y: float) -> None:
    """Draw the field for a bid: shaded for the dealer, or framed if the sheet is to be photocopied.

    It has what comes before every bid, or the bid that counts for all.
    """
    plan, measures = layout.plan, layout.plan.measures
    wide, high, size = plan.fields["bid"], plan.row_high, measures.head + 1
    deals, first = bool(player) and player == line.dealer, player in line.first_bidders
    fixed = line.hand.fixed_bid if line.hand else None
    before = ((layout.before_bid or layout.ghost) if fixed is None else str(fixed)) if line.hand else ""
    marks = [_("{dot} deals").format(dot="").strip()] * deals + [_("bids first")] * first
    pen.cell(says=", ".join([*marks, before] if marks and before else marks))
    if deals and pen.is_copied:
        pen.box(x + FRAME, y - high + FRAME, wide - 2 * FRAME, high - 2 * FRAME, ink=BLACK)
    elif deals:
        pen.shade(x, y - high, wide, high, DEALT)
    if first and player:
        room = wide / 2
        pen.write(x + BAR / 2 + 1, y - measures.small, line.first_bidders[player], room=room, size=measures.small)
    light = GREY if deals and not pen.is_copied else RULE  # on the shade, which is nearly as dark
    ink = light if before == layout.ghost and fixed is None else BLACK
    pen.write(x + 4, y - high / 2 - size * 0.36, before, room=wide / 2, size=size, ink=ink)


def _line_label(pen: Pen, text: str, column: tuple[float, float], plan: Plan, middle: float) -> None:
    """Write what a line is for in the column that begins at x and is so wide, in two lines if it is narrow."""
    x, wide = column
    lines, size, room = [text], plan.measures.small, wide - 2 * AIR
    if width(text, size) > room:
        size = size if size >= LARGE_TEXT else LEAST_LABEL
        lines = words.in_two_lines(text, size) if 2 * size < plan.row_high else [text]
    y = middle + (len(lines) / 2 - 0.85) * size
    for line in lines:
        pen.write(x + AIR, y, line, room=room, size=size, align="middle")
        y -= size


def _columns(pen: Pen, layout: BlankLayout, number: int, tops: tuple[float, float], y: float) -> None:
    """Draw the lines between columns, from the `tops` of the table and of its lines down to y."""
    top, heads = tops
    plan = layout.plan
    for name, (x, wide) in [*layout.fixed.items()][1:]:
        if name in CONTRACT[1:] and wide < CONTRACT_COLUMN * 0.99:
            continue  # one field for all of the contract
        pen.rule(x, heads - (plan.row_high if number else 0.0), x, y, ink=BLACK, thick=THIN)
    for column in layout.columns:
        pen.rule(column, top, column, y, ink=BLACK, thick=THICK)
        for x, _wide in [*layout.cells.values()][1:]:
            pen.rule(column + x, heads, column + x, y, ink=BLACK, thick=FINE)
    if plan.sums:
        pen.rule(layout.right - plan.sums, top, layout.right - plan.sums, y, ink=BLACK, thick=THICK)
    for x in (layout.left, layout.right):
        pen.rule(x, top, x, y, ink=BLACK, thick=THICK)
