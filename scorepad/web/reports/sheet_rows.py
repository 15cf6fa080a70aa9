"""The sheet as a table in HTML: its rows and cells of text, and the headings and width of its columns."""

from collections.abc import Mapping
from typing import NamedTuple

from flask import get_template_attribute, render_template, url_for
from markupsafe import Markup

from scorepad.formats import format_change, format_points
from scorepad.game.report.notes import PAPER_SIGN
from scorepad.game.report.sheet_table import SheetCell, SheetRow, sheet_rows
from scorepad.game.state.events import Contract
from scorepad.game.state.game import Game
from scorepad.game.state.rows import EntryRow, HandRow
from scorepad.repository import StoredGame
from scorepad.short_names import cut_to, short_names
from scorepad.web.filters import ShownTrump, called, shown_trump
from scorepad.web.reports.page_cache import CachedPerGame
from scorepad.words import _, by_language, join_label

# Notes that the page shows elsewhere: next to the cards, in the contract column, in the cells, or under the sheet.
_ELSEWHERE = ("turned", "doubled", "marks", "forfeit", "comment", "corrected", "mend")


class Sign(NamedTuple):
    """A sign in a cell: its style, its character, and its words for screen readers."""

    style: str
    sign: str
    words: str


class ShownCell(NamedTuple):
    """The cell of a player: signs for the dealer and first bidder, the bid, the total, and the points."""

    signs: tuple[Sign, ...]
    bid: str
    declares: bool
    state: str  # "made", "missed" or ""; the shape shows it (✓ ✗, struck bid), not only the colour
    total: str
    beneath: str


class ShownContract(NamedTuple):
    """A contract as text: `2♠ Ann`, `×× Bob, Cat`."""

    level: int
    declarer: str
    doubled: str


class ShownHand(NamedTuple):
    """The columns of a hand before those of the players."""

    number: int
    void: bool
    corrected: str  # "" if it was not
    cards: int
    trump: ShownTrump
    contract: ShownContract | None
    turned: str


class ShownRow(NamedTuple):
    """A row with all texts that the page shows, so that equal rows can share one cache entry."""

    deal: ShownHand | None  # None for a late entry or an adjustment
    sign: str  # the sign of its notes
    cells: tuple[ShownCell | None, ...]  # None for a player who was not at the table
    first_note: str  # "" without notes
    notes: str
    key: str  # the key of its notes on this page; "" without notes
    problems: str
    hand: int  # the number of the hand whose page has the details
    label: str  # the label of the link to that page

    @property
    def label_and_notes(self) -> str:
        """Return its notes with the label in front."""
        return join_label(self.label, self.notes)


def shown_rows(game: Game, short: Mapping[str, str] | None = None) -> list[ShownRow]:
    """Return one row for each line of the sheet, with a cell for every player in seat order.

    Rows that belong together make one line. `short`: names for narrow columns.
    """
    lines = enumerate(sheet_rows(game, elsewhere=_ELSEWHERE))
    return [_shown_row(game, at, line, short or game.names) for at, line in lines]


def _shown_row(game: Game, at: int, line: SheetRow, short: Mapping[str, str]) -> ShownRow:
    hand, row, texts = line.hand, line.row, " · ".join(line.notes)
    first, key = (line.notes[0], f"note-{at}") if texts else ("", "")
    cells = tuple(_cell(line, player, line.cells[player]) for player in game.sheet.in_playing_order)
    if not isinstance(row, HandRow):
        label = _("After hand {n}") if hand else _("Before the first hand")
        return ShownRow(
            None, "→" if isinstance(row, EntryRow) else "±", cells, first, texts, key, "", hand, label.format(n=hand)
        )
    label = _("Hand {n}, a void hand") if row.void else _("Hand {n}")
    problems = " ".join(map(str, row.problems))
    trump, suits = row.trump if game.sheet.has_trumps else None, game.sheet.rulebook.suits
    deal = ShownHand(
        row.hand, row.void, _("corrected") if row.corrected else "", row.cards,
        shown_trump(suits, trump), _shown_contract(row.contract, short),
        suits.card(row.turned or ""),
    )  # fmt: skip
    return ShownRow(deal, "✗" if row.void else "※", cells, first, texts, key, problems, hand, label.format(n=hand))


def _shown_contract(contract: Contract | None, short: Mapping[str, str]) -> ShownContract | None:
    if contract is None:
        return None
    sign, doublers = "××" if contract.redoubled else "×", ", ".join(called(contract.doublers, short))
    return ShownContract(contract.level, short[contract.declarer], f"{sign} {doublers}" if doublers else "")


def signs(dealer: str, first_bidder: str | None, player: str) -> tuple[Sign, ...]:
    """Return the dot for the dealer and the wedge for the first bidder."""
    deals, opens = Sign("deals", "●", _("deals")), Sign("opens", "▸", _("bids first"))
    return (deals,) * (player == dealer) + (opens,) * (player == first_bidder)


def _cell(line: SheetRow, player: str, cell: SheetCell) -> ShownCell | None:
    row = line.row
    if player not in row.points:
        return None
    shown = signs(row.dealer, row.first_bidder, player) if isinstance(row, HandRow) else ()
    if cell.paper:
        shown += (Sign("paper", PAPER_SIGN, _("as on paper")),)
    sign, state = {True: ("✓", "made"), False: ("✗", "missed"), None: ("", "")}[cell.made]
    space = " " if sign and cell.result and cell.off is None else ""  # ✗+1 +3, but ✗ 3 +3
    gained = "" if cell.points is None else format_change(cell.points)
    beneath = " ".join(filter(None, [f"{sign}{space}{cell.result}", gained, *cell.marks]))
    return ShownCell(shown, cell.called, cell.declares, state, format_points(row.totals[player]), beneath)


STEPS = (15, 19, 23, 31, 47)
"""Widths in rem below which a sheet scrolls sideways; the style sheet has a rule for each."""

CARDS, CONTRACT, LEAST, DIGIT, GAP = 3.1, 4.2, 2.15, 0.62, 0.3  # rem
NARROW, BROAD = 23.3, 46.0  # rem: the width of a phone, and the width from which the style sheet shows points
BROAD_CARDS, BROAD_CONTRACT = 6.5, 7.0  # rem
NARROW_TYPE, BROAD_TYPE = 0.8125, 0.875  # rem
_SLIM, _STOUT = frozenset("fijlrtI.,'’-() "), frozenset("mwMWÆŒ")


class Columns(NamedTuple):
    """The headings of the player columns for a phone and for a wide screen, and the width of the sheet."""

    narrow: Mapping[str, str]
    broad: Mapping[str, str]
    needs: int  # rem, of STEPS


def columns(game: Game) -> Columns:
    """Return the columns of the game's sheet."""
    players = game.sheet.in_playing_order
    names = [game.names[player] for player in players]
    auction = game.sheet.rulebook.names_contract
    before = CARDS + CONTRACT * auction
    widest = max((len(format_points(total)) for row in game.sheet.rows for total in row.totals.values()), default=1)
    edge = 0.3 if len(players) < 7 else 0.0  # rem more at the edge of a column
    needed = before + len(players) * max(LEAST, DIGIT * widest + GAP + edge)
    if len(players) + auction > 8:  # without margins, and the first column is narrower
        needed -= 1.4
    narrow = max(LEAST, (NARROW - before) / len(players)) / NARROW_TYPE - edge
    broad = (BROAD - BROAD_CARDS - BROAD_CONTRACT * auction) / len(players) / BROAD_TYPE
    short = short_names(names, narrow - 2 * GAP, width_in_ems)
    if len(players) > 5:  # an ellipsis takes the room of a letter
        whole = zip(names, short, strict=True)
        cut = [cut_to(name, "", narrow - 3 * GAP, width_in_ems) if "…" in head else head for name, head in whole]
        short = cut if len(set(cut)) == len(cut) else short
    return Columns(
        dict(zip(players, short, strict=True)),
        dict(zip(players, short_names(names, broad - 1, width_in_ems), strict=True)),
        next((step for step in STEPS if needed <= step), STEPS[-1]),
    )


def width_in_ems(text: str) -> float:
    """Return the approximate width of a text in ems, for broad typefaces."""
    return sum(0.38 if sign in _SLIM else 0.95 if sign in _STOUT else 0.76 if sign.isupper() else 0.62 for sign in text)


@CachedPerGame
def sheet_html(stored: StoredGame) -> Markup:
    """Return the table of a game at one version; the result is cached."""
    game, address = stored.game, url_for("game_page.show", game_id=stored.game_id)
    sheet, heads = game.sheet, columns(game)
    contracts = sheet.rulebook.names_contract
    lines = shown_rows(game, heads.narrow)
    standings = sheet.standings() if sheet.has_places and not stored.damage else []
    return Markup(
        render_template(
            "reports/_sheet.html", game=game, sheet=sheet, names=game.names, hand=sheet.open_hand, heads=heads,
            rows=[row_html(line, address, contracts) for line in lines], contracts=contracts,
            noted={line.sign for line in lines if line.notes}, signs=signs, standings=standings,
            leaders=[] if stored.damage else sheet.leaders,
        )
    )  # fmt: skip


ROWS = 4_000
"""Rows in the cache, about 5 kB each: 200 tables of 20 hands."""


@by_language(ROWS)
def row_html(line: ShownRow, here: str, contracts: bool) -> Markup:
    """Return a row of the sheet of the game at the address `here`; equal rows come from a cache.

    `contracts`: whether the sheet has a column for contracts.
    """
    drawn: Markup = get_template_attribute("reports/_sheet_row.html", "row")(line, here, contracts)
    return drawn
