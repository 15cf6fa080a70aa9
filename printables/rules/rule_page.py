"""The rules of a game, made from its rulebook: what goes on the back of a sheet, on as many pages as it needs."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import count
from typing import Any

from printables.page import page
from printables.page.imposition import ARTIFACT
from printables.page.page import (
    A4,
    BLACK,
    BOLD,
    LARGE_FIGURES,
    LARGE_TEXT,
    PaperOptions,
    clean,
    one_line,
    paragraph_lines,
    width,
)
from printables.page.pen import Pen
from printables.page.tables import FINE, LINE, PlacedTable, cut_rows, halves
from printables.rules.rule_columns import (
    LEADING,
    Column,
    RuleBlock,
    Setting,
    balanced,
    draw_column,
    in_pages,
    stretched,
    table_rows,
)
from scorepad.game.report.blank_sheet import Blank, ranges
from scorepad.game.report.card_lines import PointsCard, points_lines, signs_in_words
from scorepad.game.report.example_hand import WORKED, rules_told
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.scheme import Scheme
from scorepad.rules.scheme.scheme import SchemeAsPlayed
from scorepad.rules.telling import ExplainedGame, Section
from scorepad.rules.telling.play import players_and_length
from scorepad.words import _, ours

LARGEST, AIRY, LEAST, STEP = 12.5, 9.0, 8.5, 0.15  # sizes of type; from AIRY on headings have their own lines
COLUMN, GUTTER = 270.0, 20.0  # about how wide a column is
EXAMPLES = 2  # of hands whose points depend on more than bid and tricks
LONG = 14  # rows
HEAD_ROWS = 7  # rows of a table's height that its title, its heads and the heading over it may take
THICK = 1.4  # points, of the line below the head
NAME, LEAD = 23.0, 11.5  # sizes of the title and of the aim


@dataclass(frozen=True)
class RulePage:
    """The content of printed rules: a title, the sections of the game, the cards of its hands, the points.

    `hands` maps numbers of players, in words, to the cards of each hand. `points` are by the numbers of players that
    they are for, "" if for all; empty if the scoring is not known.
    """

    title: str
    sections: Sequence[Section]
    hands: Mapping[str, str]
    points: Mapping[str, SchemeAsPlayed]

    @classmethod
    def of(cls, blank: Blank) -> RulePage:
        """Return the rules of this very table: its numbers of players, its house rules, its points."""
        sheet = blank.game.sheet
        scheme = sheet.scheme if blank.scored else None
        return cls.of_rules(sheet.rulebook, scheme, blank.counts, sheet.options)

    @classmethod
    def of_rules(
        cls, rulebook: Rulebook, scheme: Scheme | None, counts: Sequence[int], options: Mapping[str, Any] | None = None
    ) -> RulePage:
        """Return the rules of a rulebook for these numbers of players under a scheme with these options.

        None: an unknown scheme.
        """
        ladders = {number: rulebook.sizes(number) for number in counts}
        sections = _sections(ExplainedGame(rulebook, scheme, counts[0] if len(counts) == 1 else None, options))
        points = dict[str, SchemeAsPlayed]()
        if scheme:
            for number, sizes in ladders.items() if scheme.by_players else ():
                points[_for_players([number])] = SchemeAsPlayed(scheme, max(sizes), number, options, sizes)
            every = {size for sizes in ladders.values() for size in sizes}
            points = points or {"": SchemeAsPlayed(scheme, max(every), counts[-1], options, every)}
        tail = " …" if rulebook.ladder.endless else ""
        cards = {number: " ".join(map(str, sizes)) + tail for number, sizes in ladders.items()}
        hands = {_for_players([number for number in counts if cards[number] == text]): text for text in cards.values()}
        return cls(ours(rulebook.name), sections, hands, points)

    @property
    def has_points_table(self) -> bool:
        """Whether its sections have the points as a table already."""
        return any(section.place == "points" and section.grid for section in self.sections)

    def cards(self) -> list[tuple[str, PointsCard]]:
        """Return the points, each with the players it is for; none if the sections contain their rates."""
        if self.has_points_table:
            return []
        return [(players, points_lines(points)) for players, points in self.points.items()]

    def text(self, place: str) -> str:
        """Return the text of a section, "" if there is none."""
        return next((section.text for section in self.sections if section.place == place), "")


def _sections(game: ExplainedGame) -> list[Section]:
    """Return all rules, with the numbers of players of the rulebook and the name of a scheme that has another."""
    parts = {section.place: section for section in rules_told(game)}
    if game.players is not None:
        known = parts["players"]
        parts["players"] = replace(known, sentences=(*players_and_length(game.rulebook), *known.sentences))
    if game.scheme:
        known = parts.get("points", Section("points", _("Points"), ()))  # it may have no words, but tables
        other = game.scheme.name != game.rulebook.name
        head = _("Points: {scheme}").format(scheme=ours(game.scheme.name)) if other else known.heading
        parts["points"] = replace(known, heading=head)
    return [*parts.values()]


def _for_players(counts: Sequence[int]) -> str:
    return _("For {players} players").format(players=ranges(counts))


def rule_page(what: RulePage, paper: PaperOptions = A4) -> bytes:
    """Return the rules as bytes of PDF, on as many pages as they need; raises ScorepadError.

    Where two sheets share a paper, the same on both if one holds all.
    """
    paper, large = replace(paper, large=False), paper.large
    pen = Pen(paper.sheet_size(bool(paper.landscape)), title=_("{game}: rules").format(game=what.title), paper=paper)
    sheets = rule_sheets(pen, what, large=large, on_paper=2 if paper.two_up else 1)
    draw_sheets(pen, sheets * 2 if paper.two_up and len(sheets) == 1 else sheets)
    return pen.done()


def draw_sheets(pen: Pen, sheets: Sequence[Callable[[], None]]) -> None:
    """Draw the sheets; screen readers skip further copies."""
    for at, draw in enumerate(sheets):
        with pen.skipped(draw in sheets[:at]):
            draw()
        pen.turn_page()


def rule_sheets(pen: Pen, what: RulePage, *, large: bool = False, on_paper: int = 1) -> list[Callable[[], None]]:
    """Return what draws each of the sheets that the rules need, of the pen's present size.

    If they need more than one, they fill papers with `on_paper` sheets each.
    """
    laid = _lay_out(what, Frame.of(pen.size, what, large=large), large=large, on_paper=on_paper)
    return [partial(_draw, pen, what, laid, sheet) for sheet in range(laid.sheets)]


@dataclass(frozen=True)
class Frame:
    """The layout of a page of rules, in points.

    The aim is below the title, then two columns (or one, or three, by the width of the sheet). Margins and heading are
    as on a score sheet, so that front and back match.
    """

    wide: float
    aim: Sequence[str]  # lines; none next to the title on a landscape sheet
    top: float  # of the columns
    foot: float
    columns: int
    lead: float  # type of the aim

    @classmethod
    def of(cls, size: tuple[float, float], what: RulePage, *, large: bool) -> Frame:
        """For these rules on a sheet of this size."""
        wide = size[0] - 2 * page.SIDE
        lead = LARGE_TEXT if large else LEAD
        beside = width(clean(what.title), NAME, BOLD) + NAME + width(clean(what.text("aim")), lead) <= wide
        lies = size[0] > size[1]
        aim = [] if beside and lies else paragraph_lines(what.text("aim"), lead, wide)
        top = size[1] - page.TOP - NAME * 1.092 - len(aim) * lead * LEADING - lead * 1.2
        return cls(wide, aim, top, page.FOOT, max(1, round(wide / COLUMN)), lead)

    @property
    def tall(self) -> float:
        """Of the columns."""
        return self.top - self.foot

    @property
    def continued(self) -> Frame:
        """The frame of rules that go on, with a line at the foot to say so."""
        return replace(self, foot=self.foot + self.lead * LEADING)

    @property
    def room(self) -> float:
        """How wide a column is."""
        return (self.wide - GUTTER * (self.columns - 1)) / self.columns


def _draw(pen: Pen, what: RulePage, laid: LaidOut, sheet: int = 0) -> None:
    frame, left, wide = laid.frame, page.SIDE, laid.frame.wide
    lead = frame.lead
    y = frame.top + lead * 1.2 + len(frame.aim) * lead * LEADING
    title = one_line(what.title, wide, NAME, BOLD)
    pen.tag(ARTIFACT if sheet else "H1")
    taken = pen.write(left, y + NAME * 0.25, title, room=wide, size=NAME, name=BOLD) + NAME
    pen.tag(ARTIFACT if sheet else "P")
    if not frame.aim:
        pen.write(left + taken, y + NAME * 0.25, clean(what.text("aim")), room=max(1.0, wide - taken), size=lead)
    for line in frame.aim:
        y -= lead * LEADING
        pen.write(left, y, line, room=wide, size=lead)
    pen.rule(left, y - lead * 0.7, left + wide, y - lead * 0.7, ink=BLACK, thick=THICK)
    for at, column in enumerate(laid.columns[sheet * frame.columns : (sheet + 1) * frame.columns]):
        x = left + at * (frame.room + GUTTER)
        draw_column(pen, column, laid.setting, x, frame.top)
        if at:
            pen.rule(x - GUTTER / 2, frame.top, x - GUTTER / 2, frame.foot, ink=BLACK, thick=FINE)
    pen.tag(ARTIFACT)
    if sheet + 1 < laid.sheets:
        y = frame.foot - lead * LEADING * 0.8
        pen.write(left, y, _("continued"), room=wide, size=lead, name=BOLD, align="right")


@dataclass(frozen=True)
class LaidOut:
    """How rules are set, and their columns on one sheet after another."""

    frame: Frame
    setting: Setting
    columns: Sequence[Column]
    sheets: int


def _lay_out(what: RulePage, frame: Frame, *, large: bool, on_paper: int) -> LaidOut:
    """Return the rules on as few sheets as hold them in readable type, in as large type as these have room for."""
    for fitting in (frame, frame.continued) if large else ():
        setting = Setting(LARGE_TEXT, frame.room, large=True, most_rows=_most_rows(fitting, LARGE_FIGURES))
        blocks = _blocks(what, _tables(what.cards(), fitting, setting.figures), setting)
        columns = in_pages([*blocks], fitting.tall, fitting.columns)
        if fitting is not frame or len(columns) == fitting.columns:
            return LaidOut(fitting, setting, columns, len(columns) // fitting.columns)
    for sheets in count(1):
        fitting = frame if sheets == 1 else frame.continued
        if sheets > 1 and sheets % on_paper:
            continue
        for least, dense in ((AIRY, False), (LEAST, True)):
            largest = _largest(what, fitting, Setting(least, frame.room, dense), frame.columns * sheets)
            if largest:
                return LaidOut(fitting, *largest, sheets)
    raise AssertionError


def _largest(what: RulePage, frame: Frame, least: Setting, columns: int) -> tuple[Setting, list[Column]] | None:
    """Return the largest type in which the rules fit this number of columns, stretched to end at the foot.

    Return None if the `least` does not fit.
    """
    tables = cache(partial(_tables, what.cards(), frame))

    @cache
    def put(size: float) -> tuple[Setting, list[Column]]:
        setting = replace(least, size=size)
        return setting, balanced([*_blocks(what, tables(setting.figures), setting)], frame.tall, columns)

    sizes = [least.size + STEP * at for at in range(int((LARGEST - least.size) / STEP) + 1)]
    fitting = bisect_left(sizes, True, key=lambda size: not put(size)[1])
    if not fitting:
        return None
    setting, made = put(sizes[fitting - 1])
    return setting, stretched(made, frame.tall)


LaidCard = tuple[str, PointsCard, list[list[PlacedTable]]]


def _tables(cards: Sequence[tuple[str, PointsCard]], frame: Frame, largest: float) -> list[LaidCard]:
    """Return the cards with their tables for a column, in type of at most this size, none higher than the column."""
    rows = _most_rows(frame, largest)
    made = list[LaidCard]()
    for players, card in cards:
        tables = [cut for table in card.tables for cut in cut_rows(table, rows)]
        if largest == LARGE_FIGURES:  # the halves of a long table can be in two columns
            tables = [half for table in tables for half in (halves(table) if len(table.rows) > LONG else [table])]
        made.append((players, card, table_rows(tables, largest, frame.room)))
    return made


def _most_rows(frame: Frame, size: float) -> int:
    """Return the rows of a table in type of this size that a column has space for."""
    return max(1, int(frame.tall / (size * LINE)) - HEAD_ROWS)


def _blocks(what: RulePage, cards: Sequence[LaidCard], setting: Setting) -> Iterator[RuleBlock]:
    for section in what.sections:
        if section.place == "aim":
            continue
        is_kept = section.place in WORKED
        yield from (replace(block, is_kept=is_kept) for block in setting.section(section))
        if section.place == "hands":
            for players, sizes in what.hands.items():
                yield from setting.paragraph(players, sizes, run_in=True)
        if section.place == "points":
            known = f"{section.text} {what.text('aim')}"
            for players, card, rows in cards:
                yield from setting.tables(rows, players)
                for note in (note for note in [signs_in_words(card.tables), *card.notes] if note not in known):
                    yield from setting.paragraph("", note if setting.dense else f"\u2013 {note}")
                if card.examples:
                    examples = " \u00b7 ".join(card.examples[:EXAMPLES])
                    yield from setting.paragraph(_("Examples"), examples, run_in=True)
