"""The rules of a game on one page, made from its rulebook: what goes on the back of a sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from printables import page
from printables.card_lines import PointsCard, points_cards
from printables.letters import wrapped
from printables.page import BOLD, GREY, PaperOptions, clean, width
from printables.pen import Pen
from printables.points_lines import PointsTable
from printables.sheet_layout import one_line
from printables.tables import draw_lines, draw_tables, high, paragraph_lines, placed, rows_of, sizes
from scorepad.game.report.blank import Blank
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.scheme import Scheme
from scorepad.rules.scheme.as_played import SchemeAsPlayed
from scorepad.rules.telling import GameTold, Section, told
from scorepad.words import _

LARGEST, LEAST = 12.0, 7.25
COLUMN, GUTTER = 270.0, 18.0  # about how wide a column is
LEAST_TOP = 5  # cards
MOST_FIGURES = 9.0  # type of the tables
TITLE = 30.0
MOST_IN_A_ROW = 6  # sentences; more stand one beneath the other
PIECE = 4  # lines of a long section that stay together


@dataclass(frozen=True)
class RulePage:
    """What a page of rules says: a title, the sections of the game, the cards of its hands, the points."""

    title: str
    sections: Sequence[Section]
    hands: tuple[str, str]  # for how many players, and the cards of each hand
    points: SchemeAsPlayed

    @classmethod
    def of(cls, blank: Blank) -> RulePage:
        """The rules of this very table: its players, its house rules, its points."""
        sheet = blank.game.sheet
        return cls.told(sheet.rulebook, sheet.scheme, len(blank.names), sheet.options)

    @classmethod
    def told(cls, rulebook: Rulebook, scheme: Scheme, players: int, options: dict[str, Any] | Any = None) -> RulePage:
        """The rules of a rulebook for so many players under a scheme with these options."""
        cards = " ".join(map(str, rulebook.sizes(players))) + (" …" if rulebook.ladder.endless else "")
        hands = (_("For {players} players").format(players=players), cards)
        points = SchemeAsPlayed(scheme, rulebook.largest_for(players), players, options)
        return cls(rulebook.name, told(GameTold(rulebook, scheme, players, options)), hands, points)

    @property
    def tabled(self) -> bool:
        """Whether its sections have the points as a table already."""
        return any(section.place == "points" and section.grid for section in self.sections)

    def cards(self, top: int) -> list[PointsCard]:
        """The points of hands up to so many cards; none where the sections have their rates."""
        return [] if self.tabled else [card.in_signs() for card in points_cards(replace(self.points, top=top))]


def rule_page(what: RulePage, paper: PaperOptions | None = None) -> bytes:
    """A page of rules as bytes of PDF, twice where two share a paper; raises UnknownPaper."""
    paper = paper or PaperOptions()
    pen = Pen(paper.sheet_size(bool(paper.landscape)), title=_("{game}: rules").format(game=what.title),
              author="Scorepad", paper=paper)  # fmt: skip
    for _sheet in range(2 if paper.two_up else 1):
        draw_rules(pen, what)
        pen.turn_page()
    return pen.done()


# --- blocks that flow through the columns ---------------------------------------------------------------


@dataclass(frozen=True)
class RuleBlock:
    """What stays together in a column, and how high it is in points."""

    high: float
    label: str = ""
    lines: Sequence[str] = ()
    tables: Sequence[PointsTable] = ()
    type: float = MOST_FIGURES  # of the tables, at most


def draw_rules(pen: Pen, what: RulePage) -> None:
    """Rules on the pen's sheet, in the largest type that leaves them one page. Sides and head as on a score sheet, so
    that front and back fall on each other."""
    wide, tall = pen.size[0] - 2 * page.SIDE, pen.size[1] - page.TOP - page.FOOT - TITLE
    columns = max(1, round(wide / COLUMN))
    room = (wide - GUTTER * (columns - 1)) / columns
    size, flow = _laid_out(what, room, tall, columns)
    top = pen.size[1] - page.TOP
    title = one_line(what.title, wide * 0.6, 17, BOLD)
    taken = pen.write(page.SIDE, top - 15, title, room=wide, size=17, name=BOLD) + 12
    rest = wide - taken
    pen.write(page.SIDE + taken, top - 15, one_line(_("How it is played"), rest, 9), room=rest, size=9, ink=GREY,
              align="right")  # fmt: skip
    for at, blocks in enumerate(flow):
        y = top - TITLE
        for block in blocks:
            _draw(pen, block, size, page.SIDE + at * (room + GUTTER), y, room)
            y -= block.high


def _laid_out(what: RulePage, room: float, tall: float, columns: int) -> tuple[float, list[list[RuleBlock]]]:
    """The type's size and the blocks of each column; the tables of points stop earlier if there is no other way."""
    for top in range(what.points.top, min(what.points.top, LEAST_TOP) - 1, -1):
        cards = what.cards(top)
        for size in sizes(LARGEST, LEAST, 0.25):
            flow = _flow(_blocks(what, cards, size, room), tall)
            if len(flow) <= columns and all(block.high <= tall for blocks in flow for block in blocks):
                return size, flow
    blocks = (block for block in _blocks(what, [], LEAST, room) if block.high <= tall)
    return LEAST, _flow(blocks, tall)[:columns]  # written too long: as far as the page goes


def _blocks(what: RulePage, cards: Sequence[PointsCard], size: float, room: float) -> Iterator[RuleBlock]:
    for section in what.sections:
        yield from _section(section, size, room)
        if section.place == "hands":
            yield from _paragraph(*what.hands, size, room)
        if section.place == "points":
            yield from _tables(cards, size, room)


def _section(section: Section, size: float, room: float) -> Iterator[RuleBlock]:
    if len(section.sentences) > MOST_IN_A_ROW:
        first, *others = section.sentences
        yield from _paragraph(section.heading, first, size, room)
        for one in others:
            yield from _paragraph("·", one, size, room, below=0.2 if one is not others[-1] else 0.5)
    else:
        yield from _paragraph(section.heading, section.text, size, room)
    if section.grid and section.grid.heads:
        corner, *heads = section.grid.heads
        table = PointsTable(_("Rates"), corner, heads, [(head, cells) for head, *cells in section.grid.rows])
        small = _fitting(table, min(size, MOST_FIGURES), room)
        for row in rows_of([table], small, room):
            yield RuleBlock(high([table], small, room) + size * 0.5, tables=[one.table for one in row], type=small)
    elif section.grid:
        for label, text in section.grid.rows:
            yield from _paragraph(label, text, size, room)


def _fitting(table: PointsTable, largest: float, room: float) -> float:
    """The largest type in which the table is no wider than the room."""
    return next((size for size in sizes(largest, 4.0, 0.25) if placed(table, size).wide <= room), 4.0)


def _paragraph(label: str, text: str, size: float, room: float, below: float = 0.5) -> Iterator[RuleBlock]:
    """Sentences behind their bold label, `below` (of the type's size) from the next; a long one in pieces, so that it
    may go on in the next column."""
    lines = _hanging(label, text, size, room)
    ends = [*range(PIECE, len(lines) - 1, PIECE), len(lines)]
    for start, end in zip([0, *ends], ends, strict=False):
        apart = size * below if end == len(lines) else 0.0
        yield RuleBlock((end - start) * size * 1.3 + apart, label if not start else "", lines[start:end])


def _tables(cards: Sequence[PointsCard], size: float, room: float) -> Iterator[RuleBlock]:
    small = min(size, MOST_FIGURES)
    for card in cards:
        label, lines = _("Points: {scheme}").format(scheme=card.title), [""]
        for row in rows_of(card.tables, small, room):  # the heading stays with the first
            tables = [one.table for one in row]
            above = len(lines) * size * 1.3 + size * 0.5 if lines else 0.0
            yield RuleBlock(above + high(tables, small, room), label, lines, tables, small)
            label, lines = "", []
        for note in card.notes:
            lines = paragraph_lines(f"· {note}", size, room)
            yield RuleBlock(len(lines) * size * 1.3, "", lines)
        yield RuleBlock(size * 0.5)


def _hanging(label: str, text: str, size: float, room: float) -> list[str]:
    """The lines of a sentence behind its bold label, of which the first leaves room for it."""
    measure = partial(width, size=size)
    indent = width(clean(label), size, BOLD) + size * 0.6
    words, first = clean(text).split(), list[str]()
    while words and measure(" ".join([*first, words[0]])) <= room - indent:
        first.append(words.pop(0))
    return [" ".join(first), *wrapped(" ".join(words), room, measure)]


def _flow(blocks: Iterable[RuleBlock], tall: float) -> list[list[RuleBlock]]:
    """The blocks in as many columns as they need."""
    flow: list[list[RuleBlock]] = [[]]
    used = 0.0
    for block in blocks:
        if used + block.high > tall and flow[-1]:
            flow.append([])
            used = 0.0
        flow[-1].append(block)
        used += block.high
    return flow


def _draw(pen: Pen, block: RuleBlock, size: float, x: float, y: float, room: float) -> None:
    lines = block.lines
    if block.label:
        taken = pen.write(x, y - size * 1.3, clean(block.label), room=room, size=size, name=BOLD) + size * 0.6
        pen.write(x + taken, y - size * 1.3, lines[0], room=max(1.0, room - taken), size=size)
        y, lines = y - size * 1.3, lines[1:]
    y = draw_lines(pen, lines, size, x, y, room)
    if block.tables:
        draw_tables(pen, block.tables, min(size, block.type), x, y - (size * 0.5 if block.lines else 0.0), room)
