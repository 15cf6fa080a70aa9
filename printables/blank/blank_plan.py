"""How a blank sheet is laid on its pages: columns wide enough for a pen, lines high enough, which hands on which page.

Lengths in points. Measures only; `blank_sheet` draws.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import accumulate
from math import ceil

from printables.blank import blank_lines as words
from printables.blank.blank_layout import (
    BEST_SIZES,
    FIELDS,
    HEAD,
    LABELS,
    NAME,
    NAMED,
    NOTE,
    ROOMY,
    STRIP_GAP,
    BlankColumn,
    BlankLayout,
    BlankOptions,
    MinimumSizes,
    minimum_sizes,
)
from printables.blank.blank_lines import CARDS
from printables.blank.points_bands import transpose_strip
from printables.blank.points_strip import PointsStrip, points_strip
from printables.page import page
from printables.page.page import BOLD, PaperOptions, paragraph_lines, width
from printables.page.people_names import distinct, name_key, names_in_full, shorten_distinct
from scorepad.game.report.blank_sheet import Blank
from scorepad.game.state.rows import OpenHand
from scorepad.words import _

MOST_HIGH, HIGH_OVER_GRID = 25.0, 20.0  # of a line: more is of no use
MOST_WIDE = 120.0  # of a player's column
MOST_SPARE = 2  # columns, and spare lines: a misdeal, a late joiner, a tie
SUM, SUM_UPRIGHT = 50.0, 41.0  # room for a sum of bids before the sign of the hook
SHORT = 6  # letters: a name that may have no room over a column is longer
FULL_TABLE = 7  # players who have the widest cells and may be joined by others
EVENING = 20  # hands of a ladder without an end that a page has room for, if it may be
AROUND = 7.0  # space next to a heading
CARDS_COLUMN_WIDTH = 15.5  # of a column of cards next to another
GHOST = 7.5  # space for what is printed before a bid


def plan(blank: Blank, paper: PaperOptions, options: BlankOptions) -> BlankLayout:
    """Return the layout with the fewest pages.

    The points are next to the table or below it. Among equal layouts the one with the most space for more players and
    for a pen wins, portrait first. Raise ScorepadError.
    """
    ways = [False, True] if paper.landscape is None else [paper.landscape]
    tried = [way for lying in ways for way in _ways(blank, paper.sheet_size(lying), options)]
    fitting = [way for way in tried if way.is_writable]
    best = (
        min(fitting, key=_worse)
        if fitting
        else max(tried, key=lambda way: (_has_all_points(way), -len(way.spare), way.columns[0].bid))
    )
    return _named(blank, best)


def _has_all_points(way: BlankLayout) -> bool:
    """Whether its front says all points."""
    return way.sums or bool(way.strip or way.below)


def _worse(way: BlankLayout) -> tuple[float, ...]:
    hands = min(EVENING, sum(map(len, way.pages)))
    return (
        not _has_all_points(way),
        way.count,
        way.apart is not None,
        not (way.strip or way.below),
        -hands,
        -len(way.spare),
        -way.comfort,
        way.is_landscape,
        bool(way.below),
    )


def _strip(blank: Blank) -> PointsStrip | None:
    """Return the points, if they are the same for all numbers of players of the sheet."""
    made = [points_strip(replace(words.as_played(blank), players=count)) for count in blank.counts]
    return made[0] if blank.scored and all(item == made[0] for item in made) else None


def _ways(blank: Blank, size: tuple[float, float], options: BlankOptions) -> Iterator[BlankLayout]:
    before_bid = words.leading_one_text(blank)
    begins = words.made_bid_hint(blank) if options.ghosts and not before_bid else ""
    wide, points = size[0] - 2 * page.SIDE, _strip(blank)
    untabled = words.sums(blank) if points else []
    foot, alone = (
        [line for text in words.remarks(blank, before_bid, points_lines) for line in paragraph_lines(text, NOTE, wide)]
        for points_lines in ([], untabled)
    )
    long = {name: name for name in blank.names.values() if len(name) > SHORT}
    key = name_key({player: name for player, name in blank.names.items() if name})
    more = [
        line
        for text in (words.hint_note(begins), *names_in_full(long, key))
        for line in paragraph_lines(text, NOTE, wide)
    ]
    title = width(blank.game.sheet.rulebook.name, NAMED, BOLD) + 12 + width(words.about(blank, (99, 99)), NOTE) + 12
    below = transpose_strip(points, wide) if points else []
    least = minimum_sizes(size, many=len(blank.names) > FULL_TABLE)
    empty = BlankLayout(
        size, {}, {}, [], None, None, 0.0, [], [*foot, *more], least, before_bid, begins, [],
        size[0] > size[1] and title < wide * (1 - FIELDS), options,
    )  # fmt: skip
    apart = replace(empty, options=BlankOptions(options.ghosts), apart=options)
    may_join = len(blank.names) <= FULL_TABLE and not blank.several  # otherwise the sheet serves more players anyway
    most = min(MOST_SPARE, blank.game.sheet.rulebook.max_players - len(blank.names)) if may_join else 0
    for start in (empty, apart) if options.grid or options.slips else (empty,):
        for spare in range(most, -1, -1):
            plain = _lay(blank, replace(start, foot=[*alone, *more]), spare)
            yield replace(plain, foot=alone, sums=bool(untabled))
            if below:
                yield replace(_lay(blank, replace(start, below=below), spare), foot=foot)
            if points:
                made = _lay(blank, replace(start, strip=points), spare)
                if points.fits(NAME + LABELS + made.row_high * min(map(len, made.pages))):
                    yield replace(made, foot=foot)


def _lay(blank: Blank, way: BlankLayout, spare: int) -> BlankLayout:
    """Return the columns of the table and the hands of each page."""
    least = way.least
    fixed = _fixed(blank, least)
    auction = blank.game.sheet.rulebook.bidding == "auction"
    bids = 0.0 if auction else (SUM if way.is_landscape else SUM_UPRIGHT) * least.narrower
    room = way.wide - sum(wide for _title, wide in fixed.values()) - bids
    room -= way.strip.wide + STRIP_GAP if way.strip else 0.0
    each = min(MOST_WIDE, room / (len(blank.names) + spare))
    starts = list(accumulate((wide for _title, wide in fixed.values()), initial=page.SIDE))
    named = {key: BlankColumn(title, x, wide) for (key, (title, wide)), x in zip(fixed.items(), starts, strict=False)}
    bid, box = _bid_and_box(way, each, ROOMY if spare else 0.0)
    columns = [BlankColumn("", starts[-1] + at * each, each, bid, box) for at in range(len(blank.names) + spare)]
    sums = BlankColumn(_("Sum of bids"), starts[-1] + len(columns) * each, bids) if bids else None
    players = dict(zip(blank.names, columns, strict=False))
    crowded = bid < least.bid + GHOST or each - bid - box < least.total
    made = replace(
        way, fixed=named, players=players, spare=columns[len(players) :], bids=sums, ghost="" if crowded else way.ghost
    )
    high, pages = _pages(blank, made.room, made)
    return replace(made, row_high=high, pages=pages)


def _bid_and_box(way: BlankLayout, each: float, more: float) -> tuple[float, float]:
    """Return the widths inside a player's column of this width.

    The rest is the total's. It may have this much `more` than it needs before the bid's heading gets space.
    """
    least, printed = way.least, GHOST if way.before_bid or way.ghost else 0.0
    box = 0.0 if way.before_bid else least.box
    if each < least.bid + box + least.total:
        return each * 0.37, box and each * 0.24
    left = each - box - least.total
    headed = min(width(words.bid_heads()[0], NOTE) + AROUND, left - more)
    return max(least.bid, min(max(least.bid + printed, min(30.0, each * 0.3)), left), headed), box


def _named(blank: Blank, layout: BlankLayout) -> BlankLayout:
    """Return the columns with names, and the full names at the foot if they are cut."""
    known = distinct({player: name for player, name in blank.names.items() if name})
    short = shorten_distinct(known, layout.columns[0].wide - 6, partial(width, size=HEAD, name=BOLD))
    players = {player: replace(column, title=short.get(player, "")) for player, column in layout.players.items()}
    cut = {short[player]: known[player] for player in known if short[player] != known[player]}
    key = name_key({player: blank.names[player] for player in known})
    texts = (words.hint_note(layout.ghost), *names_in_full(cut, key))
    last = [line for text in texts for line in paragraph_lines(text, NOTE, layout.wide)]
    return replace(layout, players=players, foot=[*layout.foot, *last])


def _fixed(blank: Blank, least: MinimumSizes) -> dict[str, tuple[str, float]]:
    """Return titles and widths of the columns before the players'; a half page has only the necessary ones."""
    rulebook, half = blank.game.sheet.rulebook, least.narrower < 1
    columns = {"number": (_("Hand") if blank.numbered else _("Players"), 24.0)}
    if half and blank.numbered and not any(hand.note for hand in blank.hands):
        columns = {}
    ladders = words.cards_by_players(blank)
    if len(ladders) > 1:
        columns |= {f"{CARDS}{counts}": (counts, max(18.0, CARDS_COLUMN_WIDTH / least.narrower)) for counts in ladders}
    else:
        columns |= {"cards": (_("Cards"), 26.0)}
    if rulebook.names_contract:
        columns |= {"contract": (_("Contract"), 40.0), "declarer": (_("Declarer"), 43.0)}
        columns |= {"double": (_("Double"), 44.0)} if rulebook.bidding == "auction" else {}
    elif rulebook.write_trump and rulebook.has_trumps:
        columns["trump"] = (_("Trump"), 28.0)
    return {
        key: (title, max(wide * least.narrower, width(title, NOTE) + (4 if half else 5)))
        for key, (title, wide) in columns.items()
    }


def _pages(blank: Blank, room: float, way: BlankLayout) -> tuple[float, list[list[OpenHand | None]]]:
    """Return the height of a line, and the same number of hands for each page.

    A ladder without an end fills one page unless a number is given; all others have all their hands. A line at the
    top of later pages carries the totals forward.
    """
    hands = list[OpenHand | None](blank.hands)
    fits = max(1, int(room / way.least.high))
    if blank.filled and 2 * fits < EVENING:
        hands = hands[:EVENING]  # a page has room for hardly any
    elif blank.filled:
        rows = min(fits, max(EVENING, int(room / BEST_SIZES[1])), len(hands))
        return room / rows, [hands[:rows]]
    slips = way.slips_high(way.options)  # on the last page only
    fuller, last = max(1, int((room + slips) / way.least.high) - 1), max(1, fits - 1)
    count = 1 if len(hands) <= fits else 1 + ceil((len(hands) - last) / fuller)
    each = len(hands) if count == 1 else max(ceil(len(hands) / count), ceil((len(hands) - last) / (count - 1)))
    pages = [hands[at : at + each] for at in range(0, len(hands), each)]
    over = int(count > 1)  # a line that brings forward
    pages[-1] += [None] * min(MOST_SPARE, fits - len(pages[-1]) - over)
    highest = HIGH_OVER_GRID if way.options.grid else MOST_HIGH
    return min(highest, room / (len(pages[-1]) + over), (room + over * slips) / (each + over)), pages
