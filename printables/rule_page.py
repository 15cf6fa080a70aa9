"""The rules of a game on one page, made from its rulebook: what goes on the back of a sheet."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

from printables import page
from printables.card_lines import PointsCard, points_cards
from printables.page import BLACK, BOLD, PaperOptions, clean, width
from printables.pen import Pen
from printables.points_lines import merge_equal_rows
from printables.rule_columns import (
    LEADING,
    Column,
    Columns,
    RuleBlock,
    Setting,
    balanced,
    draw_column,
    flow,
    table_rows,
)
from printables.sheet_layout import one_line
from printables.tables import THIN, PlacedTable, paragraph_lines
from scorepad.game.report.blank_sheet import Blank
from scorepad.game.report.example_hand import WORKED, rules_told
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.scheme import Scheme
from scorepad.rules.scheme.scheme import SchemeAsPlayed
from scorepad.rules.telling import ExplainedGame, Section
from scorepad.words import _, ours

LARGEST, AIRY, LEAST = 12.5, 9.0, 8.5  # sizes of letters; from AIRY on headings have their own lines
HALF_LEAST, SMALLEST = 7.05, 6.5  # where a half sheet, or rules of one's own, has no room otherwise
STEP, SMALLER = 0.15, 1.6  # of sizes that are tried; by how much type may be smaller for even columns
COLUMN, GUTTER = 270.0, 20.0  # about how wide a column is
LEAST_TOP = 5  # cards
MOST_SHEETS = 4  # for rules of any length
THICK = 1.4  # points, of the line below the head
NAME, LEAD, FOOTNOTE = 23.0, 11.5, 8.5  # sizes of the title, of the aim, of the sources
OPTIONAL_SECTIONS = (*WORKED, "offers")
"""Sections that are left out where the page is too small for all."""
WITHOUT_COURSE = (*OPTIONAL_SECTIONS, "course")
"""The course of a hand is left out only if the rules need more pages otherwise."""
DISPENSABLE_SECTIONS = (*WITHOUT_COURSE, "players", "deal", "hands", "trumps", "trick", "mishaps")
"""Also the sections that are least needed in play, for Murder on half a sheet."""
FULL_WIDTH_SECTIONS = ("aim", "sources")
"""Sections that stand over the columns and under them."""


@dataclass(frozen=True)
class RulePage:
    """What a page of rules says: a title, the sections of the game, the cards of its hands, the points."""

    title: str
    sections: Sequence[Section]
    hands: tuple[str, str]  # for how many players, and the cards of each hand
    points: SchemeAsPlayed | None  # None: not known

    @classmethod
    def of(cls, blank: Blank) -> RulePage:
        """Return the rules of this very table: its players, its house rules, its points."""
        sheet = blank.game.sheet
        scheme = sheet.scheme if blank.scored else None
        return cls.of_rules(sheet.rulebook, scheme, len(blank.names), sheet.options)

    @classmethod
    def of_rules(
        cls, rulebook: Rulebook, scheme: Scheme | None, players: int, options: Mapping[str, Any] | None = None
    ) -> RulePage:
        """Return the rules of a rulebook for this number of players under a scheme with these options.

        None: an unknown scheme.
        """
        sizes = rulebook.sizes(players)
        cards = " ".join(map(str, sizes)) + (" …" if rulebook.ladder.endless else "")
        hands = (_("For {players} players").format(players=players), cards)
        points = SchemeAsPlayed(scheme, max(sizes), players, options, sizes) if scheme else None
        return cls(ours(rulebook.name), rules_told(ExplainedGame(rulebook, scheme, players, options)), hands, points)

    @property
    def has_points_table(self) -> bool:
        """Whether its sections have the points as a table already."""
        return any(section.place == "points" and section.grid for section in self.sections)

    def cards(self, top: int) -> list[PointsCard]:
        """Return the points of hands up to this size; none if the sections contain their rates."""
        if self.points is None or self.has_points_table:
            return []
        return [card.with_signs() for card in points_cards(replace(self.points, top=top))]

    def without(self, places: Collection[str]) -> RulePage:
        """Return the same without the sections of these places."""
        return replace(self, sections=[section for section in self.sections if section.place not in places])

    def text(self, place: str) -> str:
        """Return the text of a section, "" if there is none."""
        return next((section.text for section in self.sections if section.place == place), "")


def rule_page(what: RulePage, paper: PaperOptions | None = None) -> bytes:
    """Return a page of rules as bytes of PDF; raises ScorepadError.

    Where two sheets share a paper, the same on both, or one half of them on each if they are long.
    """
    paper = paper or PaperOptions()
    pen = Pen(paper.sheet_size(bool(paper.landscape)), title=_("{game}: rules").format(game=what.title),
              author="Scorepad", paper=paper)  # fmt: skip
    frame = Frame.of(pen, what)
    laid = _lay_out(what, frame)
    if paper.two_up and not laid.whole:
        laid = _lay_out(what, frame, sheets=2)
    for at in range(2 if paper.two_up else 1):
        _draw(pen, what, laid, at % laid.sheets)
        pen.turn_page()
    return pen.done()


def draw_rules(pen: Pen, what: RulePage) -> None:
    """Rules on the pen's sheet, in the largest type that leaves them one page."""
    _draw(pen, what, _lay_out(what, Frame.of(pen, what)))


def rule_sheets(pen: Pen, what: RulePage) -> list[Callable[[], None]]:
    """Return what draws each of the sheets that hold all sections; one sheet if that holds all but worked examples."""
    frame = Frame.of(pen, what)
    laid = _lay_out(what, frame)
    if not _lay_out(what.without(WITHOUT_COURSE), frame).whole:
        tried = (_lay_out(what, frame, sheets) for sheets in range(2, MOST_SHEETS + 1))
        laid = next(layout for layout in tried if layout.whole or layout.sheets == MOST_SHEETS)
    return [partial(_draw, pen, what, laid, sheet) for sheet in range(laid.sheets)]


@dataclass(frozen=True)
class Frame:
    """The layout of a page of rules, in points.

    The aim is below the title, then two columns (or one, or three, by the width of the sheet), and the sources at the
    foot. Margins and heading are as on a score sheet, so that front and back match.
    """

    wide: float
    aim: Sequence[str]  # lines; none next to the title on a landscape sheet
    sources: Sequence[str]
    top: float  # of the columns
    foot: float
    columns: int

    @classmethod
    def of(cls, pen: Pen, what: RulePage) -> Frame:
        """For these rules on the pen's sheet."""
        wide = pen.size[0] - 2 * page.SIDE
        beside = width(clean(what.title), NAME, BOLD) + NAME + width(clean(what.text("aim")), LEAD) <= wide
        lies = pen.size[0] > pen.size[1]
        aim = [] if beside and lies else paragraph_lines(what.text("aim"), LEAD, wide)
        sources = paragraph_lines(what.text("sources"), FOOTNOTE, wide)[:3]
        top = pen.size[1] - page.TOP - NAME * 1.092 - len(aim) * LEAD * LEADING - LEAD * 1.2
        foot = page.FOOT + (len(sources) * FOOTNOTE * LEADING + FOOTNOTE if sources else 0.0)
        return cls(wide, aim, sources, top, foot, max(1, round(wide / COLUMN)))

    @property
    def tall(self) -> float:
        """Of the columns."""
        return self.top - self.foot

    @property
    def room(self) -> float:
        """How wide a column is."""
        return (self.wide - GUTTER * (self.columns - 1)) / self.columns


def _draw(pen: Pen, what: RulePage, laid: LaidOut, sheet: int = 0) -> None:
    frame, left, wide = laid.frame, page.SIDE, laid.frame.wide
    y = frame.top + LEAD * 1.2 + len(frame.aim) * LEAD * LEADING
    title = one_line(what.title, wide, NAME, BOLD)
    taken = pen.write(left, y + NAME * 0.25, title, room=wide, size=NAME, name=BOLD) + NAME
    if not frame.aim:
        pen.write(left + taken, y + NAME * 0.25, clean(what.text("aim")), room=max(1.0, wide - taken), size=LEAD)
    for line in frame.aim:
        y -= LEAD * LEADING
        pen.write(left, y, line, room=wide, size=LEAD)
    pen.rule(left, y - LEAD * 0.7, left + wide, y - LEAD * 0.7, ink=BLACK, thick=THICK)
    for at, column in enumerate(laid.columns[sheet * frame.columns : (sheet + 1) * frame.columns]):
        x = left + at * (frame.room + GUTTER)
        draw_column(pen, column, laid.setting, x, frame.top)
        if at:
            pen.rule(x - GUTTER / 2, frame.top, x - GUTTER / 2, frame.foot, ink=BLACK, thick=THIN)
    for at, line in enumerate(frame.sources, 1):
        pen.write(left, page.FOOT + (len(frame.sources) - at) * FOOTNOTE * LEADING, line, room=wide, size=FOOTNOTE)
    if frame.sources:
        y = frame.foot - FOOTNOTE * 0.6
        pen.rule(left, y, left + wide, y, ink=BLACK, thick=THIN)


@dataclass(frozen=True)
class LaidOut:
    """How rules are set, and their columns on one sheet after another; `whole`: nothing is left out."""

    frame: Frame
    setting: Setting
    columns: Sequence[Column]
    whole: bool = True
    sheets: int = 1


def _lay_out(what: RulePage, frame: Frame, sheets: int = 1) -> LaidOut:
    """All in as large a type as finds room.

    Where that is too small, without what may go, then with tables of points that stop earlier, at last without what
    players know.
    """
    top = what.points.top if what.points else LEAST_TOP
    shorter, brief, shortest = map(what.without, (OPTIONAL_SECTIONS, WITHOUT_COURSE, DISPENSABLE_SECTIONS))
    ways = [
        (what, top, AIRY, False),
        (what, top, LEAST, True),
        (shorter, top, LEAST, True),
        *((brief, cards, HALF_LEAST, True) for cards in range(top, min(top, LEAST_TOP) - 1, -1)),
        (shortest, top, SMALLEST, True),
    ]
    put = partial(balanced, tall=frame.tall, columns=frame.columns * sheets)
    for text, most, least, dense in ways:
        largest = _largest(text, most, Setting(least, frame.room, dense), put)
        if largest:
            return LaidOut(frame, *largest, whole=text is what, sheets=sheets)
    setting = Setting(HALF_LEAST, frame.room, dense=True)  # written too long: as far as the page goes
    blocks = [block for block in _blocks(brief, [], setting) if block.high <= frame.tall]
    columns = flow(blocks, frame.tall)[: frame.columns * sheets]
    return LaidOut(frame, setting, columns, whole=False, sheets=sheets)


def _largest(
    what: RulePage, top: int, least: Setting, put: Callable[[Sequence[RuleBlock]], Columns | None]
) -> tuple[Setting, list[Column]] | None:
    """Return the largest type in which the columns that `put` makes, stretched, end at the foot.

    A little smaller type is as good as larger one that leaves a gap there. None where the `least` finds no room.
    """
    tables = cache(partial(_tables, what.cards(top), least.room))
    steps = range(int((LARGEST - least.size) / STEP), -1, -1)
    settings = [replace(least, size=least.size + STEP * at) for at in steps]
    result = list[tuple[Setting, Columns]]()
    for setting in (least, *settings):  # the least first: rules that are too long are tried no further
        columns = put([*_blocks(what, tables(setting.figures), setting)])
        if columns:
            result.append((setting, columns))
        elif not result:
            return None
    most = result[1][0].size
    near = [(setting, columns) for setting, columns in result[1:] if setting.size >= most - SMALLER]
    even = (pair for pair in near if pair[1].short <= 2 * pair[0].line)
    setting, columns = next(even, None) or min(near, key=lambda pair: pair[1].short)
    return setting, columns.stretched


LaidCard = tuple[PointsCard, list[list[PlacedTable]]]


def _tables(cards: Sequence[PointsCard], room: float, largest: float) -> list[LaidCard]:
    """Return the cards with their tables for a column, in type of at most this size."""
    known = [(card, [part for table in card.tables for part in merge_equal_rows(table)]) for card in cards]
    return [(card, table_rows(tables, largest, room)) for card, tables in known]


def _blocks(what: RulePage, cards: Sequence[LaidCard], setting: Setting) -> Iterator[RuleBlock]:
    for section in what.sections:
        if section.place in FULL_WIDTH_SECTIONS:
            continue
        yield from setting.section(section)
        if section.place == "hands":
            yield from setting.paragraph(*what.hands, run_in=True)
        if section.place == "points":
            for card, rows in cards:
                yield from _card(card, rows, what, setting)


def _card(
    card: PointsCard, rows: Sequence[Sequence[PlacedTable]], what: RulePage, setting: Setting
) -> Iterator[RuleBlock]:
    """Yield the tables of a card, with the scheme's name if it is not the game's, and its notes."""
    head = _("Points: {scheme}").format(scheme=card.title) if card.title != what.title else ""
    yield from setting.tables(rows, head)
    for note in (note for note in card.notes if note not in what.text("points")):
        yield from setting.paragraph("", f"\u2013 {note}")
