"""The sheet as rows and cells of text, so that the template only puts them on the page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from scorepad.game.report.hand_detail import numbered
from scorepad.game.report.notes import bid_sign, marks, notes
from scorepad.game.state.record import Game
from scorepad.game.state.rows import EntryRow, HandRow, Row, as_lines
from scorepad.rules.numbers import change, written
from scorepad.rules.scheme import Scheme
from scorepad.web.filters import called, suit_name, suit_sign
from scorepad.words import _

# What the page shows in the column of trumps, in the cells, at the number of the hand and under the sheet.
_ELSEWHERE = ("turned", "doubled", "marks", "forfeit", "comment", "corrected", "mend")


class ShownCell(NamedTuple):
    """What stands in a player's column: bid at the corner, running total, points beneath."""

    bid: str
    state: str  # "made", "missed" or "": told apart by shape (✓ ✗, struck bid) and only then by colour
    total: str
    beneath: str
    player: str


class ShownHand(NamedTuple):
    """What the columns before the players say of a hand."""

    number: int
    void: bool
    corrected: str  # "" where it was not
    cards: int
    dealer: str
    first_bidder: str  # "" where nobody bids first
    trump: tuple[str, str, str]  # its letter, its name and its sign: "", "", "" where there is none
    level: str  # of its contract
    doubled: str  # "× Ann, Bob"
    turned: str


class ShownRow(NamedTuple):
    """A row as the page shows it: all of it as it is read there, so that it can be kept by what it says."""

    deal: ShownHand | None  # None: a late entry or points given, whose `sign` stands at the beginning
    sign: str
    cells: tuple[ShownCell | None, ...]  # None for who was not at the table
    notes: str
    problems: str
    hand: int  # whose page tells more of it
    label: str  # of the link to that page


def shown_rows(game: Game) -> list[ShownRow]:
    """A line for every row of the sheet, but one for what belongs together; a cell for every player in seat order."""
    players = game.sheet.seats.everyone
    scheme = game.sheet.scheme
    return [
        _shown_row(game, hand, row, tuple(_cell(scheme, row, player) for player in players))
        for hand, row in numbered(as_lines(game.sheet.rows))
    ]


def _shown_row(game: Game, hand: int, row: Row, cells: tuple[ShownCell | None, ...]) -> ShownRow:
    said = " · ".join(one.text for one in notes(game, row) if one.about not in _ELSEWHERE)
    if not isinstance(row, HandRow):
        return ShownRow(None, "→" if isinstance(row, EntryRow) else "±", cells, said, "", hand, said)
    label = _("Hand {n}, a void deal") if row.void else _("Hand {n}")
    problems = " ".join(map(str, row.problems))
    return ShownRow(_shown_hand(game.names, row), "", cells, said, problems, hand, label.format(n=hand))


def _shown_hand(names: Mapping[str, str], row: HandRow) -> ShownHand:
    level, doubled = "", ""
    if row.contract:
        level = str(row.contract.level)
    if row.contract and row.contract.doublers:
        doubled = f"{'××' if row.contract.redoubled else '×'} {', '.join(called(row.contract.doublers, names))}"
    return ShownHand(
        row.hand, row.void, _("corrected") if row.corrected else "", row.cards, names[row.dealer],
        names[row.first_bidder] if row.first_bidder else "",
        (row.trump or "", suit_name(row.trump), suit_sign(row.trump)), level, doubled, row.turned or "",
    )  # fmt: skip


def _cell(scheme: Scheme, row: Row, player: str) -> ShownCell | None:
    if player not in row.points:
        return None
    total, gained = written(row.totals[player]), change(row.points[player])
    if not isinstance(row, HandRow):
        return ShownCell("", "", total, gained, player)
    if row.void:
        return ShownCell("", "", total, gained if row.points[player] else "", player)
    return _played_cell(scheme, row, player, total, gained)


def _played_cell(scheme: Scheme, row: HandRow, player: str, total: str, gained: str) -> ShownCell:
    made = row.made.get(player)
    state = {True: "made", False: "missed", None: ""}[made]
    plays = row.contract is not None and row.contract.declarer == player
    corner = bid_sign(row.bids.get(player), asleep=player in row.asleep) + ("*" if plays else "")
    said = {True: ["✓"], False: ["✗"], None: []}[made]
    if row.taken and not made:
        said.append(str(row.taken.get(player, 0)))
    return ShownCell(corner, state, total, " ".join([*said, gained, *marks(scheme, row, player)]), player)
