"""The layout of a blank sheet: its plan for the words, hands and names of a game. Lengths are in points."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import accumulate, takewhile
from math import ceil
from typing import NamedTuple

from printables.blank import blank_lines as words
from printables.blank.blank_lines import PRESSED, Note
from printables.blank.blank_plan import (
    BID,
    FIELD,
    FIGURE,
    HALF,
    HALF_PAGE,
    LARGE,
    LEADING,
    MOST_SPARE,
    TOTAL,
    UNDER,
    Front,
    Plan,
    measures_for,
    plan,
)
from printables.blank.first_columns import CONTRACT, ONE_FIELD, column_titles, first_columns, sums_width
from printables.blank.front_points import SIZE, Bands, FrontPoints, bands_high, front_points
from printables.page.page import BOLD, HALF_OF, PaperOptions, clean, width
from printables.page.people_names import distinct, name_key, names_in_full, shorten_distinct
from printables.page.text_fitting import wrapped
from scorepad.errors import RuleError
from scorepad.game.report.blank_fields import BlankFields, as_played, blank_fields, prints_one
from scorepad.game.report.blank_sheet import Blank
from scorepad.game.state.rows import OpenHand
from scorepad.rules.rulebook.hook import SIGNS
from scorepad.words import _, ours

EVENINGS = 20, 19, 18, 16, 12  # lines of a ladder without an end: the most that fit one page
FEWEST_FOR_COMMENTS = 18  # lines that an evening must have to make room for comments
GHOST = 7.5  # space for a number printed before a bid
GRID = 130.0  # the least height of a grid to plot the totals
SLIP, SLIP_WIDE = 68.0, 96.0  # a slip to tear off: its height, its least width
LONG = 6  # letters: a longer name may have no room over a column
CROWDED = 0.7  # of its width, the label of a line where the sheet has no room otherwise


@dataclass(frozen=True)
class BlankOptions:
    """Optional parts of a blank sheet.

    `ghosts` prints a light number in each bid's cell: the points of a made bid, or their first figure. `grid` is for
    plotting the totals by hand. `slips` are to tear off, one per player.
    """

    ghosts: bool = False
    grid: bool = False
    slips: bool = False


TABLE_ONLY = BlankOptions()


@dataclass(frozen=True)
class BlankLine:
    """A line of the table: a hand, or with a `label` one that is played only if necessary, or a spare one."""

    cards: str = ""
    label: str = ""
    hand: OpenHand | None = None
    dealer: str = ""
    first_bidders: Mapping[str, str] = field(default_factory=dict)  # each with the numbers of players, "" for all


class NoteLine(NamedTuple):
    """A line of a paragraph about these `hands`, or about all, and its bold beginning; whether it `begins` one."""

    lead: str
    text: str
    begins: bool
    hands: Sequence[int]


@dataclass(frozen=True)
class BlankLayout:
    """The plan of a sheet with all its words."""

    plan: Plan
    fields: BlankFields
    titles: Mapping[str, str]  # of the columns before the players', by name
    names: Mapping[str, str]  # as they fit the columns
    strip: FrontPoints | None
    bands: Bands
    pages: Sequence[Sequence[BlankLine]]
    notes: Sequence[NoteLine]
    before_bid: str  # printed before every bid
    ghost: str  # printed there lightly
    options: BlankOptions  # parts below the table
    apart: BlankOptions | None = None  # parts with their own page

    @property
    def count(self) -> int:
        """The number of pages, with those for the parts that do not fit below the table."""
        return len(self.pages) + len(self.note_pages)

    @cached_property
    def note_pages(self) -> list[list[NoteLine]]:
        """Lines of the paragraphs on pages without a table; the last page has space for `apart`."""
        if not self.plan.apart:
            return [[]] if self.apart else []
        measures, parts = self.plan.measures, self.apart or TABLE_ONLY
        high = self.plan.size[1] - measures.top - measures.foot - measures.title - UNDER
        rows = ceil(len(self.columns) / self.slips_in_a_row)
        needed = GRID * parts.grid + SLIP * rows * parts.slips
        pages, free = list[list[NoteLine]]([[]]), high - bands_high(self.bands)
        for at, line in enumerate(self.notes):
            rest = takewhile(lambda line: not line.begins, self.notes[at + 1 :]) if line.begins else ()
            if free < min(high, measures.leading * (1 + len([*rest]))):
                pages.append([])
                free = high
            pages[-1].append(line)
            free -= measures.leading
        return pages if free >= needed else [*pages, []]

    @property
    def left(self) -> float:
        """Where the table begins."""
        return self.plan.measures.side

    @property
    def right(self) -> float:
        """Where the table ends."""
        return self.columns[-1] + self.plan.each + self.plan.sums

    @cached_property
    def fixed(self) -> dict[str, tuple[float, float]]:
        """Left edges and widths of the columns before the players'."""
        return _places(self.plan.fixed, self.left)

    @cached_property
    def columns(self) -> list[float]:
        """Left edges of the players' columns."""
        first, each = self.left + sum(self.plan.fixed.values()), self.plan.each
        return [first + at * each for at in range(len(self.names) + self.plan.spare)]

    @cached_property
    def cells(self) -> dict[str, tuple[float, float]]:
        """Left edges and widths of the fields in a player's column."""
        return _places(self.plan.fields, 0.0)

    @property
    def slips_in_a_row(self) -> int:
        """The number of slips next to each other."""
        return int(self.plan.wide / SLIP_WIDE)


def _places(wides: Mapping[str, float], left: float) -> dict[str, tuple[float, float]]:
    """Return left edges and widths of columns next to each other."""
    edges = accumulate(wides.values(), initial=left)
    return {name: (edge, wides[name]) for name, edge in zip(wides, edges, strict=False)}


def lay_out(blank: Blank, paper: PaperOptions, options: BlankOptions) -> BlankLayout:
    """Return the layout of a sheet on this paper.

    Two sheets on a page are portrait unless the paper says otherwise. Raise RuleError if the sheet has no room.
    """
    if layout := fitting_layout(blank, paper, options):
        return layout
    other = {
        _("Choose landscape."): replace(paper, landscape=True),
        _("Choose portrait."): replace(paper, landscape=False),
        _("Choose one sheet per page."): replace(paper, two_up=False),
        _("Choose normal print size."): replace(paper, large=False),
        _("Choose larger paper."): replace(paper, paper=HALF_OF.get(paper.paper, paper.paper)),
    }
    fewer = _("Choose larger paper, normal print size, or fewer hands.")
    advice = next((text for text, changed in other.items() if fitting_layout(blank, changed, options)), fewer)
    text = _("A sheet for {players} players has no room here.").format(players=len(blank.names))
    raise RuleError("paper", f"{text} {advice}")


def fitting_layout(blank: Blank, paper: PaperOptions, options: BlankOptions) -> BlankLayout | None:
    """Return the layout, with as many lines as fit a page if the ladder has no end; None if it has no room."""
    ways = [paper.landscape] if paper.landscape is not None else [False] if paper.two_up else [False, True]
    sizes = [replace(paper, large=False).sheet_size(way) for way in ways]
    builder = _Builder(blank, paper, options, sizes[0])
    longest = single = None
    for evening in EVENINGS if blank.filled else (0,):
        layout = builder.layout(sizes, evening)
        longest = longest or layout
        if layout and layout.count == 1:
            single = layout if single is None or layout.plan.comments else single
        if single and (single.plan.comments or evening <= FEWEST_FOR_COMMENTS):
            break
    return single or longest


@dataclass
class _Builder:
    """The words of a sheet, measured for its plan."""

    blank: Blank
    paper: PaperOptions
    options: BlankOptions
    size: tuple[float, float]  # of the paper

    def __post_init__(self) -> None:
        blank = self.blank
        self.fields, self.pressed = blank_fields(blank), PRESSED
        self.before_bid = "1" if prints_one(blank) else ""
        self.ghost = words.made_bid_hint(blank) if self.options.ghosts and not self.before_bid else ""
        rulebook = blank.game.sheet.rulebook
        self.spare = 0 if blank.several else max(0, min(MOST_SPARE, rulebook.max_players - len(blank.names)))
        joins = rulebook.max_players > len(blank.names) and not blank.several
        self.sums = words.sums(blank)
        noted = partial(words.notes, blank, self.fields, self.sums, may_join=joins, is_copied=self.paper.copied)
        self.notes = [[*noted(spare=spare)] for spare in range(self.spare + 1)]  # by the number of spare columns
        self.strip = self._strip()
        self.known = distinct({player: name for player, name in blank.names.items() if name})
        self.wrapped: dict[tuple[float, float, int], list[NoteLine]] = {}

    def layout(self, sizes: Sequence[tuple[float, float]], evening: int) -> BlankLayout | None:
        """Return the layout, for a ladder without an end with this number of lines; None if it has no room."""
        lines, spare_lines = self._lines(evening)
        strip = self.strip
        front = self._front(lines, spare_lines, strip)
        bare = plan(front, sizes, large=self.paper.large)
        if bare and bare.pages > 1 and self.blank.numbered and "number" not in bare.fixed:
            numbered = self._front(lines, spare_lines, strip, must_number=True)
            again = plan(numbered, sizes, large=self.paper.large)
            if again and (again.pages, again.apart) == (bare.pages, bare.apart):
                front, bare = numbered, again
        parts = self._parts(len(self.blank.names) + self.spare, sizes)
        found, apart = bare, None
        if parts:
            found = plan(replace(front, parts=parts), sizes, large=self.paper.large)
            if bare and (found is None or found.pages > bare.pages or found.apart):
                found, apart = bare, self.options
        if self.ghost and (found is None or found.fields["bid"] < (BID + GHOST) * 0.99):
            self.ghost = ""
            return self.layout(sizes, evening)
        if found is None:
            narrower, self.pressed = self.pressed > CROWDED, CROWDED
            return self.layout(sizes, evening) if narrower else None
        short, more = self._names(found)
        bands = [] if strip is None or found.beside else strip.below(found.wide)
        ghost = BlankOptions(self.options.ghosts) if apart or found.apart else self.options
        return BlankLayout(
            found, self.fields, column_titles(self.blank), short, strip if found.beside else None, bands,
            _paged([*lines, *[BlankLine()] * found.spare_lines], found),
            [*self._printed_notes(found), *self._wrap(more, found.wide, found.measures.note)],
            self.before_bid, self.ghost, ghost, apart or (self.options if found.apart and parts else None),
        )  # fmt: skip

    def _front(
        self, lines: Sequence[BlankLine], spare_lines: int, strip: FrontPoints | None, *, must_number: bool = False
    ) -> Front:
        blank, sheet = self.blank, self.blank.game.sheet
        figures = self.fields.figures * FIGURE
        wides = {"bid": BID + (GHOST if self.ghost else 0), "points": max(FIELD, figures), "total": max(TOTAL, figures)}
        measures = measures_for(self.size, large=self.paper.large)
        labels = [(line.label, line.cards) for line in lines if line.label]
        columns = first_columns(blank, labels, self.size, measures, self.pressed, must_number=must_number)
        name = width(ours(sheet.rulebook.name), measures.game, BOLD) + 36
        return Front(
            players=len(self.blank.names),
            lines=len(lines),
            fields={field: wides.get(field, FIELD) for field in words.heads(self.fields)},
            fixed=columns.least,
            optional=columns.optional,
            growing=columns.natural,
            labels=columns.labels,
            pressed={} if self.paper.large else {name: ONE_FIELD for name in CONTRACT if name in columns.least},
            spare=self.spare,
            spare_lines=spare_lines,
            sums=sums_width(blank, measures),
            hook=any(hand.hook for hand in self.blank.hands),
            notes=self._high,
            beside=(strip.wide, strip.least_high) if strip else None,
            below=lambda wide: bands_high(bands) if strip and (bands := strip.below(wide)) else None,
            needs_table=strip is not None and not words.says_all_points(self.blank, self.sums),
            title=[name + width(words.about(blank, *of), measures.note) for of in ((), ((9, 9), (99, 99)))],
        )

    def _lines(self, evening: int) -> tuple[list[BlankLine], int]:
        """Return the lines of all hands, and the number of spare lines."""
        blank, sheet = self.blank, self.blank.game.sheet
        extra = [*_extra_lines(blank)]
        hands = blank.hands[: max(1, evening - len(extra))] if blank.filled else blank.hands
        known = words.dealers_known(blank)
        lines = [
            BlankLine(str(hand.cards), "", hand, hand.dealer if known else "", words.mark_first_bidders(blank, hand))
            for hand in hands
        ]
        seats = list(blank.names)
        for line in extra:
            last = lines[-1]
            dealer = _next(seats, last.dealer) if sheet.rulebook.scorer_deals else ""
            firsts = {_next(seats, player): "" for player in last.first_bidders} if not blank.several else {}
            lines.append(replace(line, dealer=dealer, first_bidders=firsts) if line.cards else line)
        return lines, 0 if extra or blank.filled else MOST_SPARE

    def _strip(self) -> FrontPoints | None:
        """Return the points, if they are the same for all numbers of players of the sheet."""
        size = LARGE.figure if self.paper.large else SIZE if min(self.size) > HALF_PAGE else HALF.note
        made = [front_points(replace(as_played(self.blank), players=count), size) for count in self.blank.counts]
        return made[0] if self.blank.scored and all(item == made[0] for item in made) else None

    def _parts(self, columns: int, sizes: Sequence[tuple[float, float]]) -> float:
        """Return the height of a grid and slips."""
        high = GRID if self.options.grid else 0.0
        return high + (SLIP * ceil(columns / max(1, int(min(sizes[0]) * 0.9 / SLIP_WIDE))) if self.options.slips else 0)

    # --- words ---

    def _high(self, wide: float, size: float, spare: int) -> float:
        long = {name: name for name in self.blank.names.values() if len(name) > LONG}
        key = name_key({player: self.blank.names[player] for player in self.known})
        return (
            len([*self._notes(wide, size, spare), *self._wrap(names_in_full(long, key), wide, size)]) * size * LEADING
        )

    def _notes(self, wide: float, size: float, spare: int) -> list[NoteLine]:
        key = wide, size, spare
        if key not in self.wrapped:
            hint = [Note("", words.hint_note(self.ghost))] if self.ghost else []
            self.wrapped[key] = [line for note in [*self.notes[spare], *hint] for line in wrap_note(note, wide, size)]
        return self.wrapped[key]

    def _printed_notes(self, found: Plan) -> Iterator[NoteLine]:
        """Yield the notes: the legend with heads as printed, and no sign of the hook if no column has it."""
        heads = words.fitting_heads(self.fields, found.fields, found.measures.small)
        begun = 0
        for line in self._notes(found.wide, found.measures.note, found.spare):
            begun += line.begins
            text = words.explained_as_printed(line.text, self.fields, heads) if begun == 1 else line.text
            is_sign = line.lead in SIGNS.values() and not found.sums
            yield line._replace(lead="", text=text.lstrip()) if is_sign else line._replace(text=text)

    def _wrap(self, texts: Iterable[str], wide: float, size: float) -> list[NoteLine]:
        return [line for text in texts for line in wrap_note(Note("", text), wide, size)]

    def _names(self, found: Plan) -> tuple[dict[str, str], list[str]]:
        """Return the names as they fit over the columns, and those that are cut in full."""
        fits = partial(width, size=found.measures.head, name=BOLD)
        short = shorten_distinct(self.known, found.each - 6, fits)
        cut = {short[player]: self.known[player] for player in self.known if short[player] != self.known[player]}
        key = name_key({player: self.blank.names[player] for player in self.known})
        return {player: short.get(player, "") for player in self.blank.names}, [*names_in_full(cut, key)]


def wrap_note(note: Note, wide: float, size: float) -> list[NoteLine]:
    """Return a paragraph in lines."""
    lead, text = clean(note.lead), clean(f"{note.lead} {note.text}".strip())
    more = width(lead, size, BOLD) - width(lead, size)

    def measure(line: str) -> float:
        return width(line, size) + (more if lead and line.startswith(lead) else 0.0)

    first, *others = wrapped(text, wide, measure, 100) or [""]
    first_line = NoteLine(lead, first[len(lead) :], True, note.hands)
    return [first_line, *(NoteLine("", line, False, note.hands) for line in others)]


def _extra_lines(blank: Blank) -> Iterator[BlankLine]:
    """Yield the lines after the hands: for the announced last hands, for a tie, for a hand that is void."""
    sheet = blank.game.sheet
    rulebook, last = sheet.rulebook, blank.hands[-1].cards
    if blank.filled and not blank.several and rulebook.closing == "the largest hands":
        yield BlankLine(str(sheet.top - 1), _("2nd last"))
    if blank.filled and not blank.several and rulebook.closing in ("the largest hands", "the largest hand"):
        yield BlankLine(str(sheet.top), _("last"))
    if rulebook.plays_ties_on and not blank.filled:
        size = max(blank.sizes) if "largest" in rulebook.ties else last
        yield from [BlankLine("" if blank.several else str(size), _("tie"))] * 2
    if rulebook.misdeal or rulebook.misplay:
        yield BlankLine("", _("void"))


def _next(seats: Sequence[str], player: str) -> str:
    return seats[(seats.index(player) + 1) % len(seats)] if player else ""


def _paged(lines: Sequence[BlankLine], found: Plan) -> list[list[BlankLine]]:
    """Return the lines of each page. Later pages have one less, because the totals are brought forward."""
    each = found.rows - (found.pages > 1)
    pages, rest = [list(lines[: found.rows])], lines[found.rows :]
    return [*pages, *(list(rest[at : at + each]) for at in range(0, len(rest), max(1, each)))]
