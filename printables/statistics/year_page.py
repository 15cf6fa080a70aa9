"""A year of a group on one page: who beats whom, evening by evening, the pairs, and five records."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from printables.page import page
from printables.page.page import A4, BLACK, BOLD, GREY, HALF_OF, PaperOptions, clean, paper_size, width
from printables.page.pen import Pen
from printables.page.text_fitting import wrapped
from printables.statistics.ruled_table import FIGURE, HEADING, TITLE, Cell, Column, RuledTable, draw_heading, draw_title
from printables.statistics.year_chart import MARKED, draw_beaten, draw_places
from scorepad.formats import decimals, percent, with_thousands
from scorepad.game.statistics.group_statistics import in_words
from scorepad.game.statistics.statistics_text import total
from scorepad.game.statistics.year import GroupYear
from scorepad.short_names import short_names
from scorepad.words import _, isolated, ngettext, ours

NOTE = 8.0  # type
NAME = 84.0  # room for a name
LEAST_ROW, MOST_ROW = 13.0, 16.0
LEAST_CURVES, MOST_CURVES = 90.0, 300.0  # how high they are, to say anything
OTHERS = 14.0  # a line under the table
BETWEEN = 13.0  # two parts of the page
RECORDS = 84.0  # how high they are
STRIP = 12.0  # from person to person, evening by evening


def year_page(year: GroupYear, paper: PaperOptions = A4) -> bytes:
    """Return the year as a PDF of one page, which half a paper would be too small for; raises ScorepadError."""
    paper = replace(paper, landscape=False, two_up=False, large=False)
    size = paper_size(HALF_OF.get(paper.paper, paper.paper))
    pen = Pen(size, title=year.title, subject=_about(year), paper=paper)
    _draw(pen, year)
    pen.turn_page()
    return pen.done()


def _about(year: GroupYear) -> str:
    parts = [ngettext("{count} evening", "{count} evenings", year.evenings).format(count=year.evenings)]
    if year.bids:
        bids = ngettext("{count} bid", "{count} bids", year.bids).format(count=with_thousands(year.bids))
        parts.append(bids if year.made is None else f"{bids}, " + _("{share} % made").format(share=decimals(year.made)))
    return " · ".join(parts)


def _draw(pen: Pen, year: GroupYear) -> None:
    wide, x = pen.size[0] - 2 * page.SIDE, page.SIDE
    measure = partial(width, size=FIGURE, name=BOLD)
    names = short_names([clean(row.person) for row in year.people], NAME - 18, measure)
    people, pairs = _people(year, names, wide), _pairs(year, names, wide)
    row, curves = _heights(pen, year, people, pairs)
    where = clean(in_words(year.choice._replace(year="")))
    y = draw_title(pen, clean(year.title), where, _about(year))
    note = _("Sorted by opponents beaten; a tie counts half. – means too few games")
    y = people.draw(pen, x, draw_heading(pen, _("People"), note, y), row)
    if year.others:
        y = _others(pen, year, y, wide)
    if year.places:
        y = draw_heading(pen, _("Evening by evening"), _("● won  ○ second  · there"), y - BETWEEN)
        y = draw_places(pen, year, names, x, y, NAME, wide, STRIP)
    if curves:
        y = draw_heading(pen, _("Opponents beaten"), _("More or fewer than half of those met, summed up"), y - BETWEEN)
        draw_beaten(pen, year, names, x, y, wide, curves)
        y -= curves
    if year.pairs:
        note = _("The row beats the column, in evenings together. Bold: more than half")
        y = pairs.draw(pen, x, draw_heading(pen, _("Who finishes ahead of whom"), note, y - BETWEEN), row)
    if year.records:
        _records(pen, year, y - BETWEEN, wide)


def _heights(pen: Pen, year: GroupYear, people: RuledTable, pairs: RuledTable) -> tuple[float, float]:
    """Of a row of the tables, and of the curves, 0 where the page has no room for them; in points."""
    section = HEADING * 1.6
    parts = (
        (True, TITLE + 9 + section + people.head_high),
        (year.others, OTHERS),
        (year.places, BETWEEN + section + STRIP * len(year.people) + MARKED),
        (year.pairs, BETWEEN + section + pairs.head_high),
        (year.records, BETWEEN + RECORDS),
    )
    room = pen.size[1] - page.TOP - page.FOOT - sum(high for there, high in parts if there)
    rows = max(1, len(year.people) * (2 if year.pairs else 1))
    beside = room - BETWEEN - section
    row = min(MOST_ROW, (beside - LEAST_CURVES) / rows)
    if row < LEAST_ROW:
        return min(MOST_ROW, room / rows), 0.0
    return row, min(MOST_CURVES, beside - row * rows)


def _people(year: GroupYear, names: Sequence[str], wide: float) -> RuledTable:
    heads = [_("Evenings"), _("Won"), _("Opponents beaten"), _("Bids"), _("Bids made"), _("Zeros made")]
    rows = []
    for name, row in zip(names, year.people, strict=True):
        of_zeros = _("of {count}").format(count=row.zeros) if row.zeros else ""
        rows.append((name, [
            Cell(str(row.evenings)), Cell(str(row.won)), Cell(percent(row.beaten), bold=True), Cell(str(row.bids)),
            Cell(percent(row.made)), Cell(percent(row.zeros_made), of_zeros),
        ]))  # fmt: skip
    return RuledTable(NAME, [Column(head, (wide - NAME) / len(heads)) for head in heads], rows, signs=True)


def _others(pen: Pen, year: GroupYear, y: float, wide: float) -> float:
    """Name the people with too few evenings for the table, as many as fit; return the y below them."""
    listed = ", ".join(f"{isolated(clean(other.person))} {other.evenings}" for other in year.others)
    text = _("Fewer evenings: {names}").format(names=listed)
    while width(text, NOTE) > wide and ", " in text:
        text = text.removesuffix(" …").rpartition(", ")[0] + " …"
    pen.tag("P")
    pen.write(page.SIDE, y - OTHERS + 2, text, room=wide, size=NOTE)
    return y - OTHERS


def _pairs(year: GroupYear, names: Sequence[str], wide: float) -> RuledTable:
    each = (wide - NAME) / max(1, len(names))
    heads = short_names(names, each - 6, partial(width, size=8.5))
    rows = [
        (name, [_pair(year.pairs.get((number, other))) for other in range(len(names))])
        for number, name in enumerate(names)
    ]
    return RuledTable(NAME, [Column(head, each, "middle") for head in heads], rows, signs=True)


def _pair(score: tuple[float, int] | None) -> Cell:
    if score is None:
        return Cell("–")
    before, together = score
    return Cell(total(before), _("of {count}").format(count=together), bold=2 * before > together)


def _records(pen: Pen, year: GroupYear, y: float, wide: float) -> None:
    points = _("Points by {scheme}").format(scheme=clean(ours(year.scheme))) if year.scheme else ""
    y = draw_heading(pen, _("Records"), points, y)
    pen.rule(page.SIDE, y + 3, page.SIDE + wide, y + 3, ink=BLACK, thick=1.1)
    each = wide / max(4, len(year.records))
    for at, record in enumerate(year.records):
        x = page.SIDE + at * each
        pen.tag("P")
        if at:
            pen.rule(x - 4, y - 2, x - 4, y - 58, ink=GREY)
        room = each - 10
        pen.write(x, y - 18, record.figure, room=room, size=18, name=BOLD)
        pen.write(x, y - 29, record.title, room=room, size=NOTE, name=BOLD)
        for line, text in enumerate(wrapped(clean(record.about), room, lambda words: width(words, NOTE), 3)):
            pen.write(x, y - 39 - 9 * line, text, room=room, size=NOTE)
