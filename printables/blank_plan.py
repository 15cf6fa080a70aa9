"""How a blank sheet lies on its pages: columns wide enough for a pen, lines high enough, which hands on which page.

Lengths in points. Measures only; `blank_sheet` draws.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate
from math import ceil

from printables import page
from printables.blank_lines import one_printed, remarks
from printables.letters import wrapped
from printables.page import BOLD, PaperOptions, clean, mm, width
from printables.people_names import distinct, shortened_alike
from printables.points_strip import PointsStrip, points_strip
from scorepad.game.report.blank import Blank
from scorepad.game.state.rows import OpenHand
from scorepad.rules.scheme.as_played import SchemeAsPlayed
from scorepad.words import _

NOTE, HEAD = 8.5, 10.0  # type of remarks and labels; of names
TITLE, FIELD, NAME, LABELS, REMARK = 30.0, 21.0, 8 * mm, 14.0, 10.5
COMMENT, COMMENTS, MOST_COMMENTS = 17.0, 2, 6  # ruled lines to write on
MOST_HIGH = 25.0  # of a line: more is of no use
MOST_WIDE = 120.0  # of a player's column
MOST_SPARE = 2  # columns, and lines without a number: a misdeal, somebody who joins, a tie
STRIP_GAP = 8.0
ROOMY = 6.0  # more for a running total before there is a column for somebody who may never come
SUM, SUM_UPRIGHT = 50.0, 41.0  # room for a sum of bids before the sign of the hook
SHORT = 6  # letters: a name that may have no room over a column is longer
FULL_TABLE = 7  # players who have the widest cells and may be joined by others


@dataclass(frozen=True)
class Least:
    """What a pen needs at the least: bid, box and running total across, a line down."""

    bid: float
    box: float
    total: float
    high: float


FULL, MANY, HALF = (
    Least(8 * mm, 15.0, 27.0, 6 * mm),
    Least(6.6 * mm, 13.0, 25.0, 6 * mm),
    Least(6 * mm, 12.5, 20.0, 5 * mm),
)


@dataclass(frozen=True)
class BlankColumn:
    """A column: what stands over it, its left edge and its width; a player's has a bid, a box and a running total."""

    title: str
    x: float
    wide: float
    bid: float = 0.0
    box: float = 0.0


@dataclass(frozen=True)
class BlankLayout:
    """The sheet on its pages: columns, the height of a line, which hands stand on which page."""

    size: tuple[float, float]
    fixed: Mapping[str, BlankColumn]
    players: Mapping[str, BlankColumn]  # of who sits at the table
    spare: Sequence[BlankColumn]
    bids: BlankColumn | None  # the sum of bids
    strip: PointsStrip | None
    row_high: float
    pages: Sequence[Sequence[OpenHand | None]]  # None: a line for whatever comes up
    foot: Sequence[str]
    least: Least
    one: str  # printed before every bid

    @property
    def columns(self) -> list[BlankColumn]:
        """Those that have bid, box and total."""
        return [*self.players.values(), *self.spare]

    @property
    def lies(self) -> bool:
        """Whether it is wider than high."""
        return self.size[0] > self.size[1]

    @property
    def right(self) -> float:
        """Where the table ends, from the left edge of the paper."""
        last = self.bids or self.columns[-1]
        return last.x + last.wide

    @property
    def wide(self) -> float:
        """From margin to margin."""
        return self.size[0] - 2 * page.SIDE

    @property
    def room(self) -> float:
        """For the lines of a page's table."""
        return self.size[1] - page.TOP - page.FOOT - TITLE - FIELD - NAME - LABELS - under(self.foot, COMMENTS)

    @property
    def can_be_written_in(self) -> bool:
        """Whether every cell is as large as a pen needs it."""
        column = self.columns[0]
        total = column.wide - column.bid - column.box
        least, roomy = self.least, ROOMY if self.spare else 0.0
        wide = column.bid >= least.bid - 0.01 and total >= least.total + roomy - 0.01
        return wide and self.row_high >= least.high - 0.01


def under(foot: Sequence[str], comments: int) -> float:
    """How high everything under the table is."""
    return 6 + REMARK * len(foot) + COMMENT * comments + 4


def plan(blank: Blank, paper: PaperOptions) -> BlankLayout:
    """The way to lay the sheet that takes the fewest pages, of those with the points beside it, with most room for
    who joins, upright if that is as good. Raises UnknownPaper."""
    ways = [False, True] if paper.landscape is None else [paper.landscape]
    sheet = blank.game.sheet
    points = SchemeAsPlayed(sheet.scheme, sheet.top, len(blank.names), sheet.options)
    one, whole = one_printed(blank), points_strip(points) if blank.scored else None
    strips = [whole, None] if whole else [None]
    least = HALF if paper.small else FULL if len(blank.names) <= FULL_TABLE else MANY
    tried = [way for lying in ways for way in _ways(blank, paper.sheet_size(lying), least, strips, one)]
    fitting = [way for way in tried if way.can_be_written_in]
    best = (
        min(fitting, key=lambda way: (len(way.pages), way.strip is None, -len(way.spare), way.lies))
        if fitting
        else max(tried, key=lambda way: (way.strip is None, -len(way.spare), way.columns[0].bid))
    )
    return _named(blank, best)


def _ways(
    blank: Blank, size: tuple[float, float], least: Least, strips: Sequence[PointsStrip | None], one: str
) -> Iterator[BlankLayout]:
    wide, said = size[0] - 2 * page.SIDE, remarks(blank, one)
    foot = [line for text in said for line in _broken(text, wide)]
    room = [*foot, *_broken(_in_full({name: name for name in blank.names.values() if len(name) > SHORT}), wide)]
    free = max(0, blank.game.sheet.rulebook.max_players - len(blank.names))
    for spare in range(min(MOST_SPARE, free) if len(blank.names) <= FULL_TABLE else 0, -1, -1):
        for strip in strips:
            made = _lay(blank, size, least, spare, strip, room, one)
            shown = strip and strip.within(NAME + LABELS + made.row_high * max(map(len, made.pages)))
            if shown or not strip:
                yield replace(made, strip=shown, foot=foot)


def _lay(
    blank: Blank, size: tuple[float, float], least: Least, spare: int, strip: PointsStrip | None, foot: Sequence[str],
    one: str,
) -> BlankLayout:  # fmt: skip
    narrower = 0.72 if least is HALF else 1.0
    fixed = {key: (title, wide * narrower) for key, (title, wide) in _fixed(blank).items()}
    bids = (
        0.0
        if blank.game.sheet.rulebook.bidding == "auction"
        else (SUM_UPRIGHT if size[0] < size[1] else SUM) * narrower
    )
    room = size[0] - 2 * page.SIDE - sum(wide for _title, wide in fixed.values()) - bids
    room -= strip.wide + STRIP_GAP if strip else 0.0
    each = min(MOST_WIDE, room / (len(blank.names) + spare))
    starts = list(accumulate((wide for _title, wide in fixed.values()), initial=page.SIDE))
    named = {key: BlankColumn(title, x, wide) for (key, (title, wide)), x in zip(fixed.items(), starts, strict=False)}
    printed = 6.0 if one else 0.0  # room for the 1 before a bid
    box = 0.0 if printed else min(least.box, each * 0.24)
    bid = max(min(least.bid + printed, each * 0.37), min(30.0, each * 0.3))
    columns = [BlankColumn("", starts[-1] + at * each, each, bid, box) for at in range(len(blank.names) + spare)]
    sums = BlankColumn(_("Sum of bids"), starts[-1] + len(columns) * each, bids) if bids else None
    players = dict(zip(blank.names, columns, strict=False))
    made = BlankLayout(size, named, players, columns[len(players) :], sums, strip, 0.0, [], foot, least, one)
    high, pages = _pages(blank, made.room, least.high)
    return replace(made, row_high=high, pages=pages)


def _named(blank: Blank, layout: BlankLayout) -> BlankLayout:
    """With the names over their columns, and in full at the foot where they are cut."""
    known = distinct({player: name for player, name in blank.names.items() if name}, clean)
    short = shortened_alike(known, layout.columns[0].wide - 6, partial(width, size=HEAD, name=BOLD))
    players = {player: replace(one, title=short.get(player, "")) for player, one in layout.players.items()}
    cut = {short[player]: known[player] for player in known if short[player] != known[player]}
    return replace(layout, players=players, foot=[*layout.foot, *_broken(_in_full(cut), layout.wide)])


def _in_full(cut: Mapping[str, str]) -> str:
    return _("Names: {names}").format(names="; ".join(map(" = ".join, cut.items()))) if cut else ""


def _broken(text: str, room: float) -> list[str]:
    return wrapped(clean(text), room, partial(width, size=NOTE))


def _fixed(blank: Blank) -> dict[str, tuple[str, float]]:
    """Titles and widths of the columns before the players'."""
    rulebook = blank.game.sheet.rulebook
    columns = {"number": (_("Hand"), 22.0), "cards": (_("Cards"), 25.0)}
    if rulebook.bidding == "auction":
        columns |= {"contract": (_("Contract"), 40.0), "declarer": (_("Declarer"), 43.0), "double": (_("Double"), 38.0)}
    elif rulebook.write_trump:
        columns["trump"] = (_("Trump"), 25.0)
    return columns


def _pages(blank: Blank, room: float, least: float) -> tuple[float, list[list[OpenHand | None]]]:
    """The height of a line, and the hands of each page, as many on each: an endless ladder fills one, all others have
    all theirs. A line over those of a later page brings the totals forward."""
    hands = list[OpenHand | None](blank.hands)
    fits = max(1, int(room / least))
    if blank.game.sheet.endless:
        return room / fits, [hands[:fits]]
    count = 1 if len(hands) <= fits else ceil(len(hands) / max(1, fits - 1))
    each = ceil(len(hands) / count)
    pages = [hands[at : at + each] for at in range(0, len(hands), each)]
    rows = each + (count > 1)
    spare = min(MOST_SPARE, fits - len(pages[-1]) - (count > 1))
    pages[-1] += [None] * spare
    return min(MOST_HIGH, room / max(rows, len(pages[-1]) + (count > 1))), pages
