"""Points as a page, two halves of one, or double-sided pocket cards to cut out."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from printables.page import page
from printables.page.imposition import ARTIFACT
from printables.page.page import A4, BOLD, GREY, PaperOptions, mm, one_line, paragraph_lines, width
from printables.page.pen import Pen
from printables.page.tables import PlacedTable, cut_rows, draw_lines, draw_table, in_parts, measure_table, sizes
from scorepad.game.report.card_lines import PointsCard, points_lines, signs_in_words
from scorepad.game.report.points_lines import PointsTable, full_table, is_full
from scorepad.rules.scheme.scheme import SchemeAsPlayed
from scorepad.words import _, ours

CARD = (63 * mm, 88 * mm)  # nine to an A4 page, and a little lower to a Letter page; goes into the box with the cards
LOWEST = 84 * mm
FORMATS = ("page", "half", "pocket")
LEAST, GOOD, LARGEST, STEP = 7.5, 8.5, 18.0, 0.25  # sizes of type: of all sides, of one if two are possible
TEXT, LARGEST_TEXT, LARGEST_TITLE = 0.85, 12.0, 22.0  # running text, of the type's size; the largest text and title
TITLE, LEADING, APART = 1.22, 1.15, 0.3  # height of the title, and of a line, of their type's; space above a table
LINE, HIGHEST = 1.25, 2.6  # of the type's size, a row
PRESSED = 0.8  # of its width, a title that is not cut
CUT, MARGIN, PAD = 5 * mm, 10 * mm, 2.5 * mm  # marks; above and below cards; between a card's edge and its words
WIDEST = 14  # columns: the whole table of bids and tricks is for hands of one card less

Size = tuple[float, float]


@dataclass(frozen=True)
class Side:
    """A side of a card, or a page: its heading, tables, and lines of text above and below them, in type of this size.

    `remark` is the range of the rows, if the table goes on on the other side.
    """

    title: str
    size: float
    about: Sequence[str]
    tables: Sequence[PlacedTable]
    notes: Sequence[str]
    remark: str


Groups = Sequence[Sequence[PointsTable]]
"""The tables of each side."""


def points_card(points: SchemeAsPlayed, form: str = "page", paper: PaperOptions = A4) -> bytes:
    """Return a scheme's points as bytes of PDF in one of FORMATS; raises ScorepadError.

    Where whole tables of large hands have no room, they are for smaller ones.
    """
    sheet = replace(paper, landscape=bool(paper.landscape), two_up=form == "half", large=False)
    title = _("{scheme}: points").format(scheme=ours(points.scheme.name))
    if form == "pocket":
        return pocket_cards(title, points_lines(points), sheet, points)
    pen = Pen(sheet.sheet_size(bool(paper.landscape)), title=title, paper=sheet)
    for side in points_pages(points, pen.size):
        for copy in range(2 if form == "half" else 1):
            with pen.skipped(copy > 0):
                draw_page(pen, side)
            pen.turn_page()
    return pen.done()


def points_pages(points: SchemeAsPlayed, size: Size) -> list[Side]:
    """Return the pages of this size that hold the points, with the whole table of bids and tricks if it fits."""
    card, room = points_lines(points), _inside(size)
    if not points.by_contract and not is_full(card.tables[0]):
        largest = max((cards for cards in points.hand_sizes if cards < WIDEST), default=WIDEST - 1)
        with_all = _largest(card, [[*card.tables, full_table(points, largest)]], room)
        if with_all:
            return with_all
    return _sides(card, room, points)


def draw_page(pen: Pen, side: Side) -> None:
    """Draw a side that fills the pen's sheet."""
    _draw(pen, side, page.SIDE, pen.size[1] - page.TOP, _inside(pen.size)[0])


def _inside(size: Size) -> Size:
    return size[0] - 2 * page.SIDE, size[1] - page.TOP - page.FOOT


# --- what is on each side -------------------------------------------------------------------------------


def _sides(card: PointsCard, room: Size, points: SchemeAsPlayed | None = None) -> list[Side]:
    """Return the sides that hold a card: as few as have good type, otherwise those with the largest readable type."""
    for content in _smaller(card, points):
        found = [sides for way in _ways(content) if (sides := _largest(content, way, room))]
        found.sort(key=lambda sides: (len(sides), -sides[0].size))
        if found:
            good = (sides for sides in found if sides[0].size >= GOOD)
            return next(good, max(found, key=lambda sides: sides[0].size))
    parts = [part for table in card.tables for whole in in_parts(table, LEAST, room[0])
             for part in cut_rows(whole, WIDEST)]  # fmt: skip
    sides = _put(card, [*([part] for part in parts), [], []], room, LEAST, forced=True)
    return [side for side in sides if side.tables or side.notes]


def _smaller(card: PointsCard, points: SchemeAsPlayed | None) -> Iterator[PointsCard]:
    """Yield the card, and if it has the table of all bids and tricks, the same for hands of fewer cards."""
    yield card
    if points and is_full(card.tables[0]):
        yield from (replace(card, tables=[full_table(points, cards)]) for cards in points.hand_sizes[-2::-1])


def _ways(card: PointsCard) -> list[Groups]:
    """Return the tables on one side, and the ways to put them on more: apart, small and large numbers, or no notes."""
    (first, *others) = card.tables
    if others:
        pairs = [card.tables[at : at + 2] for at in range(0, len(card.tables), 2)]
        return [[card.tables], pairs, [[table] for table in card.tables]]
    small, *large = cut_rows(first, -(-len(first.rows) // 2))
    return [[card.tables], [[small], large], [[first], []]]


def _largest(card: PointsCard, groups: Groups, room: Size) -> list[Side]:
    """Return the sides in the largest type that fits; none if it is not readable."""
    types = list(sizes(LARGEST, LEAST, STEP))
    at = bisect_left(types, True, key=lambda size: bool(_put(card, groups, room, size)))
    return _put(card, groups, room, types[at]) if at < len(types) else []


def _put(card: PointsCard, groups: Groups, room: Size, size: float, *, forced: bool = False) -> list[Side]:
    """Return the sides with these tables in type of this size; none if they do not fit.

    The notes follow on the first side that has room for all of them, and then the examples that fit. Rows of a table
    grow to fill a side. If `forced`, the notes may go on from side to side.
    """
    wide, high = room
    text = _text_size(size)
    about, result = paragraph_lines(card.about, text, wide), list[Side]()
    notes, examples = list(card.notes), [*card.examples]
    for group in groups:
        tables = [measure_table(table, size, wide, LINE).stretched(wide) for table in group]
        free = high - _title_size(size) * TITLE - len(about) * text * LEADING
        free -= sum(table.high + size * APART for table in tables)
        if not forced and (free < 0 or any(table.wide > wide + 0.1 for table in tables)):
            return []
        signs, step = signs_in_words(group), 1 if forced else max(1, len(notes))
        for count in range(len(notes), -1, -step):  # as many notes as fit, or all or none
            below = paragraph_lines(" ".join([signs, *notes[:count]]).strip(), text, wide)
            if not any(below) or len(below) * text * LEADING <= free:
                break
        else:
            if not forced:
                return []
        notes = notes[count:]
        while examples and not notes:
            lines = [*below, *paragraph_lines(f"\u2013 {examples.pop(0)}", text, wide)]
            below = lines if len(lines) * text * LEADING <= free else below
        free -= len(below) * text * LEADING
        rows = sum(len(table.table.rows) for table in tables)
        more = min(max(0.0, free) / max(1, rows), (HIGHEST - LINE) * size)
        tables = [replace(table, row_high=table.row_high + more) for table in tables]
        ends = [group[0].rows[at][0] for at in (0, -1)] if group else []
        is_part = len(groups) > 1 and group and group[0] not in card.tables
        result.append(Side(card.title, size, about, tables, below, "\N{EN DASH}".join(ends) if is_part else ""))
        about = []
    return result if forced or not notes else []


def _text_size(size: float) -> float:
    return min(LARGEST_TEXT, max(LEAST, size * TEXT))


def _title_size(size: float) -> float:
    return min(LARGEST_TITLE, size * 1.4)


def _draw(pen: Pen, side: Side, x: float, y: float, wide: float) -> None:
    """Draw a side from the left top corner (x, y) down."""
    size, text, title = side.size, _text_size(side.size), _title_size(side.size)
    remark = width(side.remark, text)
    y -= title
    room = wide - remark - (size if remark else 0)
    pen.tag("H1")
    pen.write(x, y, one_line(side.title, room / PRESSED, title, BOLD), room=room, size=title, name=BOLD)
    pen.tag("P")
    pen.write(x, y, side.remark, room=wide, size=text, align="right")
    y -= title * (TITLE - 1)
    y = draw_lines(pen, side.about, text, x, y, wide, LEADING)
    for table in side.tables:
        y -= size * APART
        draw_table(pen, table, x, y)
        y -= table.high
    draw_lines(pen, side.notes, text, x, y, wide, LEADING)


# --- pocket cards ---------------------------------------------------------------------------------------


def pocket_cards(title: str, card: PointsCard, paper: PaperOptions, points: SchemeAsPlayed | None = None) -> bytes:
    """Return sheets of double-sided cards as bytes of PDF, all cards of a sheet alike, with cutting marks.

    The back of a sheet is another page. A card without a back has none.
    """
    size = paper.sheet_size(bool(paper.landscape))
    across, down = int((size[0] - 2 * CUT) / CARD[0]), int((size[1] - 2 * MARGIN) / LOWEST)
    wide, high = CARD[0], min(CARD[1], (size[1] - 2 * MARGIN) / down)
    sides = pocket_sides(card, high, points)
    pen = Pen(size, title=title, paper=paper, two_sided=len(sides) > 1)
    left, foot = (size[0] - across * wide) / 2, (size[1] - down * high) / 2
    for side in sides:
        for at in range(across * down):
            x, y = left + at % across * wide, foot + (down - at // across) * high
            with pen.skipped(at > 0):
                _draw(pen, side, x + PAD, y - PAD, wide - 2 * PAD)
        _cut_marks(pen, (left, foot), (across, down), (wide, high))
        pen.turn_page()
    return pen.done()


def pocket_sides(card: PointsCard, high: float = CARD[1], points: SchemeAsPlayed | None = None) -> list[Side]:
    """Return the sides of a pocket card of this height."""
    return _sides(card, (CARD[0] - 2 * PAD, high - 2 * PAD), points)


def _cut_marks(pen: Pen, corner: Size, count: tuple[int, int], card: Size) -> None:
    left, foot = corner
    pen.tag(ARTIFACT)
    right, top = left + count[0] * card[0], foot + count[1] * card[1]
    for x in (left + column * card[0] for column in range(count[0] + 1)):
        pen.rule(x, foot - CUT, x, foot - 2, ink=GREY, thick=0.4)
        pen.rule(x, top + 2, x, top + CUT, ink=GREY, thick=0.4)
    for y in (foot + row * card[1] for row in range(count[1] + 1)):
        pen.rule(left - CUT, y, left - 2, y, ink=GREY, thick=0.4)
        pen.rule(right + 2, y, right + CUT, y, ink=GREY, thick=0.4)
