"""Cards with the points of a scheme: a page, two halves of one, or pocket cards to cut out."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from printables.page import page
from printables.page.imposition import ARTIFACT
from printables.page.page import A4, BOLD, GREY, PaperOptions, clean, mm, one_line, paragraph_lines, width
from printables.page.pen import Pen
from printables.page.tables import draw_lines, draw_tables, halves, high, in_parts, sizes
from scorepad.formats import capital
from scorepad.game.report.card_lines import PointsCard, points_cards
from scorepad.game.report.points_lines import full_table, merge_equal_rows
from scorepad.rules.scheme.scheme import SchemeAsPlayed
from scorepad.words import _, join_label, ours

CARD = (60 * mm, 84 * mm)  # nine to an A4 or Letter page; goes into the box with the cards
FORMATS = ("page", "half", "pocket")
LEAST, READABLE, PAGE_LEAST, LARGEST = 6.0, 7.0, 7.0, 18.0  # type
CUT = 5 * mm
PAD = 6.0
INSIDE = (CARD[0] - 2 * PAD, CARD[1] - 2 * PAD)
WIDEST = 14  # columns: the whole table of bids and tricks is for hands of one card less

Box = tuple[float, float, float, float]  # x, y, width, height


def points_card(points: SchemeAsPlayed, form: str = "page", paper: PaperOptions = A4) -> bytes:
    """Return a scheme's points as bytes of PDF in one of FORMATS; raises ScorepadError.

    Where hands up to `points.top` have no room, the tables stop earlier.
    """
    landscape = bool(paper.landscape)
    sheet = replace(paper, landscape=landscape, two_up=form == "half", large=False)
    size = sheet.sheet_size(landscape)
    pen = Pen(size, title=_("{scheme}: points").format(scheme=ours(points.scheme.name)), paper=sheet)
    if form == "pocket":
        pocket_cards(pen, _fitting(points, _pocket_cards, INSIDE, LEAST), size)
        return pen.done()
    for card in points_pages(points, size):
        for _copy in range(2 if form == "half" else 1):
            draw_card(pen, card)
            pen.turn_page()
    return pen.done()


def points_pages(points: SchemeAsPlayed, size: tuple[float, float]) -> list[PointsCard]:
    """Return the card, or cards, that fill a page of this size each."""
    return _fitting(points, _whole, _inside(size)[2:], PAGE_LEAST)


def draw_card(pen: Pen, card: PointsCard) -> None:
    """As large as the pen's sheet."""
    _draw(pen, card, _inside(pen.size), PAGE_LEAST)


Make = Callable[[SchemeAsPlayed], list[list[PointsCard]]]
"""Returns the ways to put points on cards, the best first."""


def _fitting(points: SchemeAsPlayed, make: Make, room: tuple[float, float], least: float) -> list[PointsCard]:
    """Return the first of the ways to put it that fits the room (width, height), for the largest hands that do."""
    ways = (cards for top in range(points.top, 0, -1) for cards in make(replace(points, top=top)))
    fits = (cards for cards in ways if all(_fits(card, room, least) for card in cards))
    return next(fits, make(replace(points, top=1))[-1])


def _fits(card: PointsCard, room: tuple[float, float], least: float) -> bool:
    return _needs(replace(card, notes=card.notes[: card.needed]), least, room[0]) <= room[1]


def _inside(size: tuple[float, float]) -> Box:
    return page.SIDE, page.FOOT, size[0] - 2 * page.SIDE, size[1] - page.TOP - page.FOOT


def _whole(points: SchemeAsPlayed) -> list[list[PointsCard]]:
    """Return one card with everything: the parts of a contract below each other, or the short tables and the whole one.

    If it does not fit, return a card for each part, or only the short tables.
    """
    cards = points_cards(points)
    if points.by_contract:
        part = [
            replace(table, title=join_label(capital(card.part), table.title)) for card in cards for table in card.tables
        ]
        whole = PointsCard(ours(points.scheme.name), cards[0].about, part, cards[0].notes, cards[0].needed)
        return [[whole], [whole.with_signs()], [card.with_signs() for card in cards]]
    (card,) = cards
    full = [full_table(points, max((size for size in points.hand_sizes if size < WIDEST), default=WIDEST - 1))]
    known = [] if card.tables and card.tables[0].title == full[0].title else card.tables
    return [[replace(card, tables=[*known, *full])], [card]]


def _pocket_cards(points: SchemeAsPlayed) -> list[list[PointsCard]]:
    """Return one card per part, or one per table if they do not fit together."""
    cards = [card.with_signs() for card in points_cards(points)]
    return [[part for card in cards for part in _split_if_small(card)]]


def _split_if_small(card: PointsCard) -> list[PointsCard]:
    """Return the card if its type is not too small for it, whole or with its long tables in halves.

    Else a card a table.
    """
    tables = [part for table in card.tables for part in merge_equal_rows(table, upright=True)]
    whole = _larger(replace(card, tables=tables))
    if _size(whole) >= READABLE or len(tables) == 1 == len(in_parts(tables[0], LEAST, INSIDE[0])):
        return [whole]
    parts = [part for table in tables for part in in_parts(table, LEAST, INSIDE[0])]
    return [_larger(replace(card, about="", tables=[part])) for part in parts]


def _larger(card: PointsCard) -> PointsCard:
    """Return the card, with its long tables in halves if that allows larger type."""
    return max(card, replace(card, tables=[half for table in card.tables for half in halves(table)]), key=_size)


def _size(card: PointsCard) -> float:
    """Return the largest type in which a pocket card holds all that it must; 0 where none does."""
    return next((size for size in sizes(LARGEST, LEAST) if _fits(card, INSIDE, size)), 0.0)


def pocket_cards(pen: Pen, cards: Sequence[PointsCard], size: tuple[float, float]) -> None:
    """Print whole sets of cards with cutting marks, as many as fit on a page.

    Two pages are used if one would be half empty.
    """
    across, down = int((size[0] - 2 * CUT) / CARD[0]), int((size[1] - 2 * CUT) / CARD[1])
    left, foot = (size[0] - across * CARD[0]) / 2, (size[1] - down * CARD[1]) / 2
    for page_cards in _pages(cards, across * down):
        for at, card in enumerate(page_cards):
            column, row = at % across, at // across
            x, y = left + column * CARD[0], foot + (down - 1 - row) * CARD[1]
            _draw(pen, card, (x + PAD, y + PAD, *INSIDE), LEAST)
        _cut_marks(pen, left, foot, across, down)
        pen.turn_page()


def _pages(cards: Sequence[PointsCard], places: int) -> list[list[PointsCard]]:
    pages = -(-len(cards) // places)
    if pages == 1 and 3 * (places % len(cards)) > places:
        pages = 2
    many = [*cards] * (pages * places // len(cards))
    return [many[at : at + places] for at in range(0, len(many), places)]


def _cut_marks(pen: Pen, left: float, foot: float, across: int, down: int) -> None:
    right, top = left + across * CARD[0], foot + down * CARD[1]
    pen.tag(ARTIFACT)
    for column in range(across + 1):
        x = left + column * CARD[0]
        pen.rule(x, foot - CUT, x, foot - 2, ink=GREY, thick=0.4)
        pen.rule(x, top + 2, x, top + CUT, ink=GREY, thick=0.4)
    for row in range(down + 1):
        y = foot + row * CARD[1]
        pen.rule(left - CUT, y, left - 2, y, ink=GREY, thick=0.4)
        pen.rule(right + 2, y, right + CUT, y, ink=GREY, thick=0.4)


def _draw(pen: Pen, card: PointsCard, box: Box, least: float) -> None:
    """In the largest type in which all that must stand fits the box; other notes that find no room are left out."""
    x, y, wide, tall = box
    size = next((size for size in sizes(LARGEST, least) if _fits(card, (wide, tall), size)), least)
    shown = card
    while shown.notes and _needs(shown, size, wide) > tall:
        shown = replace(shown, notes=shown.notes[:-1])
    top = y + tall
    title = max(size, min(size * 1.3, size * 1.3 * wide / width(clean(card.title), size * 1.3, BOLD)))
    pen.tag("H1")
    pen.write(x, top - title, one_line(card.title, wide, title, BOLD), room=wide, size=title, name=BOLD)
    at = top - title * 1.2
    at = draw_lines(pen, paragraph_lines(card.about, size * 0.9, wide), size * 0.9, x, at, wide) - size * 0.6
    at = draw_tables(pen, card.tables, size, x, at, wide)
    for note in shown.notes:
        at = draw_lines(pen, paragraph_lines(f"· {note}", size * 0.9, wide), size * 0.9, x, at, wide)


def _needs(card: PointsCard, size: float, wide: float) -> float:
    words = sum(len(paragraph_lines(text, size * 0.9, wide)) for text in (card.about, *(f"· {n}" for n in card.notes)))
    return size * (1.3 * 1.2 + 0.6) + words * size * 0.9 * 1.3 + high(card.tables, size, wide)
