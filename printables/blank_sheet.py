"""A blank sheet, to be filled in with a pen: for the cabin without power."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate

from printables import page
from printables.blank_lines import FIELDS, MOST_SPARE, hand_notes, one_printed, reminders
from printables.letters import wrapped
from printables.page import BLACK, BOLD, GREY, RED, PaperOptions, clean, width
from printables.pen import Pen
from printables.people_names import distinct, shortened_alike
from printables.rule_page import RulePage, draw_rules
from printables.sheet_grid import Column
from printables.sheet_layout import one_line
from printables.sheet_lines import RED_SUITS, trump_sign
from scorepad.game.report.blank import Blank
from scorepad.game.state.rows import OpenHand
from scorepad.words import _

LEAST_CELL = 44.0  # a player's column, for bid and score; narrower ones lie down
ROWS = (25.0, 14.5)  # the height of a line for a pen: as high as is of use, as low as can be written in
NOTE, HEAD = 7.5, 9.5
TITLE, FIELD, HEADS, TOTAL, REMARK = 30.0, 21.0, 31.0, 23.0, 9.5
COMMENT, COMMENTS, MOST_COMMENTS = 17.0, 3, 8  # ruled lines to write on
PAGE_FOOT = 12.0
BID_SHARE = 0.4  # of a player's column


@dataclass(frozen=True)
class BlankLayout:
    """How the sheet lies on its pages, in points: columns, the height of a line, which hands stand on which page."""

    size: tuple[float, float]
    fixed: Mapping[str, Column]
    players: Sequence[Column]
    short: Mapping[str, str]  # by player: names as every place on the sheet has room for
    row_high: float
    pages: Sequence[Sequence[OpenHand | None]]  # None: a line for whatever comes up
    foot: Sequence[str]

    @property
    def right(self) -> float:
        """Where the table ends, from the left edge of the paper."""
        return self.size[0] - page.SIDE

    @property
    def wide(self) -> float:
        """From margin to margin."""
        return self.right - page.SIDE


def blank_sheet(blank: Blank, paper: PaperOptions | None = None, *, rules: bool = False) -> bytes:
    """A sheet to be filled in, as bytes of PDF, with `rules` on the back of every page; raises UnknownPaper.

    Where two share a page and the sheet has one, that is printed twice. Equal sheets give equal bytes.
    """
    paper = paper or PaperOptions()
    sheet = blank.game.sheet
    plan = _plan(blank, paper)
    title = sheet.rulebook.name
    name = _("{game}: score sheet").format(game=title)
    pen = Pen(plan.size, title=name, author="Scorepad", paper=paper, date=sheet.date, two_sided=rules)
    back = RulePage.of(blank) if rules else None
    copies = 2 if paper.two_up else 1
    sheets = [number for number in range(len(plan.pages)) for _copy in range(copies if len(plan.pages) == 1 else 1)]
    for at in range(0, len(sheets), copies):
        fronts = sheets[at : at + copies]
        for number in fronts:
            _draw(pen, blank, plan, number)
            pen.turn_page()
        for _side in fronts if back else ():
            assert back is not None
            draw_rules(pen, back)
            pen.turn_page()
    return pen.done()


# --- across and down --------------------------------------------------------------------------------------


def _plan(blank: Blank, paper: PaperOptions) -> BlankLayout:
    ways = [False, True] if paper.landscape is None else [paper.landscape]
    sizes = [paper.sheet_size(landscape) for landscape in ways]
    size = next((one for one in sizes if _cell(blank, one) >= LEAST_CELL), sizes[-1])
    fixed = _fixed(blank)
    starts = list(accumulate((wide for _title, wide in fixed.values()), initial=page.SIDE))
    each = _cell(blank, size)
    known = distinct({player: name for player, name in blank.names.items() if name}, clean)
    room = min(each, 50.0) - 4  # the columns of dealers are the narrowest
    short = shortened_alike(known, room, partial(width, size=HEAD, name=BOLD))
    heads = {player: short.get(player, "") for player in blank.names}
    columns = [Column(head, starts[-1] + at * each, each) for at, head in enumerate(heads.values())]
    named = {key: Column(title, x, wide) for (key, (title, wide)), x in zip(fixed.items(), starts, strict=False)}
    foot = _foot(blank, {short[player]: known[player] for player in known if short[player] != known[player]}, size)
    row_high, pages = _pages(blank, size, REMARK * len(foot))
    return BlankLayout(size, named, columns, short, row_high, pages, foot)


def _cell(blank: Blank, size: tuple[float, float]) -> float:
    """How wide each player's column is."""
    return (size[0] - 2 * page.SIDE - sum(wide for _title, wide in _fixed(blank).values())) / len(blank.names)


def _fixed(blank: Blank) -> dict[str, tuple[str, float]]:
    """Titles and widths of the columns before the players'."""
    rulebook = blank.game.sheet.rulebook
    columns = {"number": (_("Hand"), 27.0), "cards": (_("Cards"), 27.0), "dealer": (_("Dealer"), 50.0)}
    if blank.first_apart:
        columns["first"] = (_("Bids first"), 50.0)
    if rulebook.bidding == "auction":
        columns |= {"declarer": (_("Declarer"), 50.0), "contract": (_("Contract"), 40.0), "double": (_("Double"), 50.0)}
    elif rulebook.write_trump:
        columns["trump"] = (_("Trump"), 30.0)
    return columns


def _foot(blank: Blank, cut: Mapping[str, str], size: tuple[float, float]) -> list[str]:
    texts = [
        *hand_notes(blank),
        *reminders(blank),
        *([_("Names: {names}").format(names="; ".join(map(" = ".join, cut.items())))] if cut else []),
    ]
    room = size[0] - 2 * page.SIDE
    return [line for text in texts for line in wrapped(clean(text), room, partial(width, size=NOTE))]


def _pages(blank: Blank, size: tuple[float, float], foot: float) -> tuple[float, list[list[OpenHand | None]]]:
    """The height of a line, and the hands of each page: an endless ladder fills one, all others have all theirs."""
    high, least = ROWS
    room = size[1] - page.TOP - page.FOOT - TITLE - FIELD * len(FIELDS) - HEADS
    last = room - TOTAL - FIELD - COMMENT * COMMENTS - foot - PAGE_FOOT
    hands = list[OpenHand | None](blank.hands)
    if blank.game.sheet.endless:
        comfortable = (high + least) / 2
        hands = hands[: max(1, int(last / comfortable))]
        return min(high, last / len(hands)), [hands]
    pages = list[list[OpenHand | None]]()
    while len(hands) * least > last:
        fits = min(int((room - TOTAL - PAGE_FOOT) / least), len(hands) - 1)
        pages, hands = [*pages, hands[:fits]], hands[fits:]
    spare = min(MOST_SPARE, max(0, int(last / 20.0) - len(hands)))
    return min(high, last / (len(hands) + spare)) if not pages else least, [*pages, [*hands, *[None] * spare]]


# --- drawing ----------------------------------------------------------------------------------------------


def _draw(pen: Pen, blank: Blank, plan: BlankLayout, number: int) -> None:
    y = _title(pen, blank, plan)
    top = y
    y = _heads(pen, blank, plan, y)
    for at in range(1, len(plan.pages[number]), 2):
        pen.shade(page.SIDE, y - (at + 1) * plan.row_high, plan.wide, plan.row_high)
    one = one_printed(blank)
    for hand in plan.pages[number]:
        if hand is not None:
            _known(pen, blank, plan, hand, y - plan.row_high / 2, one)
        y -= plan.row_high
        pen.rule(page.SIDE, y, plan.right, y)
    last = number == len(plan.pages) - 1
    pen.rule(page.SIDE, y, plan.right, y, ink=BLACK, thick=1.2)
    words = _("Total") if last else _("Carried over")
    pen.write(page.SIDE + 3, y - TOTAL / 2 - 3, words, room=plan.players[0].x - page.SIDE - 6, size=9, name=BOLD)
    y -= TOTAL
    pen.rule(page.SIDE, y, plan.right, y, ink=BLACK, thick=1.2)
    _columns(pen, plan, top, y)
    if last:
        _under(pen, plan, y)
    if len(plan.pages) > 1:
        text = _("Page {number} of {count}").format(number=number + 1, count=len(plan.pages))
        pen.write(page.SIDE, page.FOOT, text, room=plan.wide, size=NOTE, ink=GREY, align="right")


def _title(pen: Pen, blank: Blank, plan: BlankLayout) -> float:
    sheet, top = blank.game.sheet, plan.size[1] - page.TOP
    about = _("Scoring: {scheme}").format(scheme=sheet.scheme.name)
    title = one_line(sheet.rulebook.name, plan.wide * 0.6, 17, BOLD)
    taken = pen.write(page.SIDE, top - 15, title, room=plan.wide, size=17, name=BOLD)
    room = plan.wide - taken - 12
    pen.write(page.SIDE + taken + 12, top - 15, one_line(about, room, NOTE), room=room, size=NOTE, ink=GREY,
              align="right")  # fmt: skip
    y = top - TITLE
    said = {"date": sheet.date, "location": sheet.location, "scorer": sheet.scorer}
    for line in FIELDS:
        x = page.SIDE
        for key, (label, share) in line().items():
            wide = plan.wide * share
            last = x + wide > plan.right - 1
            _field(pen, x, y - 13, wide - (0 if last else 10), label, said.get(key, ""))
            x += wide
        y -= FIELD
    return y


def _field(pen: Pen, x: float, y: float, room: float, label: str, said: str) -> None:
    """A label, and what is known or a line to write on."""
    taken = pen.write(x, y, label, room=room, size=8, ink=GREY) + 5
    pen.write(x + taken, y, one_line(said, room - taken, 9.5), room=room - taken, size=9.5)
    pen.rule(x + taken, y - 2.5, x + room, y - 2.5, ink=GREY)


def _heads(pen: Pen, blank: Blank, plan: BlankLayout, y: float) -> float:
    base = y - HEADS + 4
    said = _("bid, off") if blank.game.sheet.rulebook.writes == "off" else _("bid")
    for column in plan.fixed.values():
        pen.write(column.x + 2, base, column.title, room=column.wide - 4, size=NOTE, ink=GREY, align="middle")
    for column in plan.players:
        pen.write(column.x + 2, y - 14, column.title, room=column.wide - 4, size=HEAD, name=BOLD, align="middle")
        bid = column.wide * BID_SHARE
        pen.write(column.x + 1, base, said, room=bid - 2, size=7.2, ink=GREY, align="middle")
        pen.write(column.x + bid + 1, base, _("score"), room=column.wide - bid - 2, size=7.2, ink=GREY, align="middle")
        pen.rule(column.x, y - HEADS + 12, column.x + column.wide, y - HEADS + 12)
    pen.rule(page.SIDE, y - HEADS, plan.right, y - HEADS, ink=BLACK, thick=1.2)
    return y - HEADS


def _known(pen: Pen, blank: Blank, plan: BlankLayout, hand: OpenHand, middle: float, one: str) -> None:
    """What is printed of a hand already; `one` before bids where one is."""
    dealer = plan.short.get(hand.dealer, "") if blank.dealer_known else ""
    first = plan.short.get(hand.first_bidder or "", "") if blank.first_known else ""
    trump = trump_sign(hand.trump)
    note = "*" if hand.note else ""
    texts = {
        "number": (f"{hand.number}{note}", 8.5, GREY), "cards": (str(hand.cards), 11.0, BLACK),
        "dealer": (dealer, 8.0, BLACK), "first": (first, 8.0, BLACK),
        "trump": (trump, 12.0 if len(trump) == 1 else 8.0, RED if trump and trump in RED_SUITS else BLACK),
    }  # fmt: skip
    for key, column in plan.fixed.items():
        text, size, ink = texts.get(key, ("", 8.0, BLACK))
        text = one_line(text, column.wide - 4, size)
        pen.write(column.x + 2, middle - size * 0.36, text, room=column.wide - 4, size=size, ink=ink, align="middle")
    before = one if hand.fixed_bid is None else str(hand.fixed_bid)
    for column in plan.players if before else ():
        pen.write(column.x + 3, middle - 4, before, room=column.wide * BID_SHARE / 2, size=11, ink=BLACK)


def _columns(pen: Pen, plan: BlankLayout, top: float, y: float) -> None:
    for column in [*plan.fixed.values()][1:]:
        pen.rule(column.x, top - HEADS, column.x, y + TOTAL)
    for column in plan.players:
        middle = column.x + column.wide * BID_SHARE
        pen.rule(middle, top - HEADS + 12, middle, y + TOTAL)
        pen.rule(column.x, top, column.x, y, ink=GREY, thick=0.9)
    pen.rule(plan.right, top, plan.right, y, ink=GREY, thick=0.9)


def _under(pen: Pen, plan: BlankLayout, y: float) -> None:
    """Who won, and lines for what is worth remembering."""
    y -= FIELD
    _field(pen, page.SIDE, y, plan.wide, _("Winner"), "")
    rest = y - page.FOOT - PAGE_FOOT - REMARK * len(plan.foot) - 5
    for at in range(max(COMMENTS, min(MOST_COMMENTS, int(rest / COMMENT)))):
        y -= COMMENT
        _field(pen, page.SIDE, y, plan.wide, _("Comments") if not at else "", "")
    y -= 5
    for text in plan.foot:
        y -= REMARK
        pen.write(page.SIDE, y, text, room=plan.wide, size=NOTE, ink=GREY)
