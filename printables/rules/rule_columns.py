"""Rules as blocks that flow through columns: headings with their sentences, and tables, in columns of one height."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile

from printables.page.page import BLACK, BOLD, LARGE_FIGURES, LARGE_TEXT, PLAIN, clean, width
from printables.page.pen import Pen
from printables.page.tables import PlacedTable, cut_rows, draw_row, halves, rows_of, sizes
from printables.page.text_fitting import wrapped
from scorepad.formats import split_unbroken
from scorepad.game.report.points_lines import PointsTable
from scorepad.rules.telling import Section

MOST_FIGURES, FIGURES, FIGURES_STEP = 9.5, 8.5, 0.5  # size of tables: the largest and, if there is space, the smallest
LEADING, DENSE_LEADING = 1.24, 1.18  # of the type's size, from line to line
ABOVE = 0.3  # of the type's size, above a table
HEAD = 1.12  # of the type's size, a heading
MOST_IN_A_ROW = 6  # sentences; more stand one beneath the other
IN_A_ROW = 4  # for dense pages
BELOW, DENSE_BELOW, LITTLE = 0.5, 0.4, 0.2  # of the type's size, below a paragraph, and where it goes on
KEPT = 2  # lines of a paragraph that stay together at each end
MOST_STRETCH = 3.6  # times itself, by which a gap may grow


@dataclass(frozen=True)
class RuleBlock:
    """What stays together in a column, how high it is in points, and the least room below it."""

    high: float
    gap: float = 0.0
    head: str = ""
    label: str = ""
    lines: Sequence[str] = ()
    indent: float = 0.0
    tables: Sequence[PlacedTable] = ()
    goes_on: bool = False  # with the paragraph of the block before
    is_kept: bool = False  # on one page with the blocks before and after it that are kept


Column = Sequence[RuleBlock]


@dataclass(frozen=True)
class Setting:
    """How rules are set: the type size and the width of a column in points.

    `dense`: headings and sentences share lines, for long rules. `large`: tables in the type of large print. No table
    has more than `most_rows`.
    """

    size: float
    room: float
    dense: bool = False
    large: bool = False
    most_rows: int = 99

    @property
    def line(self) -> float:
        """From one line to the next, in points."""
        return self.size * (DENSE_LEADING if self.dense else LEADING)

    @property
    def figures(self) -> float:
        """The largest type of its tables, in steps."""
        if self.large:
            return LARGE_FIGURES
        return max(FIGURES, min(MOST_FIGURES, self.size // FIGURES_STEP * FIGURES_STEP))

    def section(self, section: Section) -> Iterator[RuleBlock]:
        """Yield a heading, the sentences under it, its table."""
        sentences = section.sentences
        parts = [section.text]
        if len(sentences) > MOST_IN_A_ROW and self.dense:
            parts = [" ".join(sentences[at : at + IN_A_ROW]) for at in range(0, len(sentences), IN_A_ROW)]
        elif len(sentences) > MOST_IN_A_ROW:
            parts = [sentences[0], *(f"\u2013 {sentence}" for sentence in sentences[1:])]
        for at, part in enumerate(parts):
            last = at == len(parts) - 1 and not (section.grid and section.grid.heads)
            yield from self.paragraph(section.heading if not at else "", part, below=None if last else LITTLE)
        if section.grid and section.grid.heads:
            corner, *heads = section.grid.heads
            table = PointsTable("", corner, heads, [(head, cells) for head, *cells in section.grid.rows])
            for rows in cut_rows(table, self.most_rows):
                yield from self.tables(table_rows([rows], self.figures, self.room))
        elif section.grid:
            for label, text in section.grid.rows:
                yield from self.paragraph(label, text, run_in=True)

    def paragraph(
        self, label: str, text: str, *, below: float | None = None, run_in: bool = False
    ) -> Iterator[RuleBlock]:
        """Sentences under their heading, or behind it where headings run in.

        `below` (of the type's size) is the room to the next. It may break between columns, but for its first and last
        lines.
        """
        run_in = run_in or self.dense
        below = (DENSE_BELOW if self.dense else BELOW) if below is None else below
        head = clean(label) if not run_in else ""
        bold = clean(label) if run_in else ""
        indent = width(bold, self.size, BOLD) + self.size * 0.5 if bold else 0.0
        lines = self._hanging(text, indent)
        ends = [*range(KEPT, len(lines) - KEPT + 1), len(lines)] if len(lines) > 2 * KEPT - 1 else [len(lines)]
        for start, end in zip([0, *ends], ends, strict=False):
            above = self.size * HEAD * LEADING if head and not start else 0.0
            yield RuleBlock(
                above + (end - start) * self.line, self.size * below if end == len(lines) else 0.0,
                head if not start else "", bold if not start else "", lines[start:end], indent if not start else 0.0,
                goes_on=start > 0,
            )  # fmt: skip

    def _hanging(self, text: str, indent: float) -> list[str]:
        """Return the lines of a text of which the first leaves so much room."""
        measure = partial(width, size=1.0)  # of one size, so that other sizes are not measured again
        words, first = split_unbroken(clean(text)), list[str]()
        while words and indent and measure(" ".join([*first, words[0]])) * self.size <= self.room - indent:
            first.append(words.pop(0))
        rest = wrapped(" ".join(words), self.room / self.size, measure)
        return [" ".join(first), *rest] if indent else rest

    def tables(self, rows: Sequence[Sequence[PlacedTable]], head: str = "") -> Iterator[RuleBlock]:
        """Tables as `table_rows` puts them under a heading, each row of them a block."""
        for row in rows:
            above = self.size * HEAD * LEADING if head else 0.0
            tall = max(table.high for table in row) + self.size * ABOVE
            yield RuleBlock(above + tall, self.size * 0.4, clean(head), tables=row)
            head = ""


def table_rows(tables: Sequence[PointsTable], largest: float, room: float) -> list[list[PlacedTable]]:
    """Return tables in type of at most this size, as many next to each other as fit.

    Long ones are halved if the halves fit side by side, others are divided.
    """
    least = LARGE_TEXT if largest == LARGE_FIGURES else FIGURES
    in_halves = [half for table in tables for half in halves(table)]
    for size in sizes(largest, least, FIGURES_STEP):
        rows = rows_of(in_halves, size, room)
        if len(rows) == 1:
            return rows
    if len(tables) > 1 and len(rows_of(tables, largest, room)) > 1:
        return [row for table in tables for row in table_rows([table], largest, room)]
    ways = (rows_of(tables, size, room) for size in sizes(largest, 4.0, FIGURES_STEP))
    return next(rows for rows in ways if all(block.wide <= room + 0.1 for row in rows for block in row))


def flow(blocks: Sequence[RuleBlock], tall: float, on_page: int = 0) -> list[list[RuleBlock]]:
    """Return the blocks in as many columns, so tall, as they need.

    With `on_page` columns on each page, blocks that are kept begin a new page if they have room there only.
    """
    columns: list[list[RuleBlock]] = [[]]
    used = 0.0
    for at, block in enumerate(blocks):
        if on_page and block.is_kept and at and not blocks[at - 1].is_kept:
            kept = [*takewhile(lambda block: block.is_kept, blocks[at:])]
            left = on_page - (len(columns) - 1) % on_page
            if len(flow([RuleBlock(used), *kept], tall)) > left and len(flow(kept, tall)) <= on_page:
                columns += [[] for _column in range(left)]
                used = 0.0
        if used + block.high > tall and columns[-1]:
            columns.append([])
            used = 0.0
        columns[-1].append(block)
        used += block.high + block.gap
    return columns


def stretched(columns: Sequence[Column], tall: float) -> list[Column]:
    """Return the columns with wider gaps, so that they end at the foot of the page as far as MOST_STRETCH allows."""
    made = list[Column]()
    for column in columns:
        gaps = sum(block.gap for block in column[:-1])  # the last block needs no room below it
        free = tall - gaps - sum(block.high for block in column)
        times = 1 + min(MOST_STRETCH, free / gaps) if gaps else 1.0
        made.append([replace(block, gap=block.gap * times) for block in column])
    return made


def balanced(blocks: Sequence[RuleBlock], tall: float, columns: int) -> list[Column]:
    """Return the blocks in columns that are as short as possible, so about equal; none if they do not fit."""
    if not _fits(blocks, tall, columns):
        return []
    low, enough = 0.0, tall
    while enough - low > 1:
        middle = (low + enough) / 2
        low, enough = (low, middle) if _fits(blocks, middle, columns) else (middle, enough)
    return [*flow(blocks, enough)]


def in_pages(blocks: Sequence[RuleBlock], tall: float, columns: int) -> list[Column]:
    """Return the columns of as many pages as the blocks need: full ones, and equal ones where a page ends early."""
    flowed = flow(blocks, tall, columns)
    made = list[Column]()
    for at in range(0, len(flowed), columns):
        page = flowed[at : at + columns]
        made += balanced([block for column in page for block in column], tall, columns) or page
        made += [()] * (-len(made) % columns)
    return made


def _fits(blocks: Sequence[RuleBlock], tall: float, columns: int) -> bool:
    return all(block.high <= tall for block in blocks) and len(flow(blocks, tall)) <= columns


def draw_column(pen: Pen, column: Column, setting: Setting, x: float, y: float) -> None:
    """Draw a column from (x, y) down."""
    for block in column:
        _draw(pen, block, setting, x, y)
        y -= block.high + block.gap


def _draw(pen: Pen, block: RuleBlock, setting: Setting, x: float, y: float) -> None:
    size, room = setting.size, setting.room
    if block.head:
        pen.tag("H2")
        y -= size * HEAD * LEADING
        pen.write(x, y + size * 0.2, block.head, room=room, size=size * HEAD, name=BOLD)
    y += size * 0.05
    if not (block.goes_on and pen.in_paragraph):
        pen.tag("P")
    for at, text in enumerate(block.lines):
        y -= setting.line
        indent = block.indent if not at else 0.0
        if indent and block.label:
            pen.write(x, y + size * 0.2, block.label, room=room, size=size, name=BOLD)
        pen.write(x + indent, y + size * 0.2, text, room=max(1.0, room - indent), size=size, name=PLAIN, ink=BLACK)
    if block.tables:
        draw_row(pen, block.tables, x, y - size * ABOVE)
