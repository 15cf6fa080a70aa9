"""Evenings and hands as they were written on old sheets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from scorepad.errors import SheetUnreadable
from scorepad.game.state.rows import Points
from scorepad.words import _


@dataclass(frozen=True)
class OldHand:
    """A hand as it was written, by player names.

    Missing values are left out. `line` is the line of the file.
    """

    line: int
    players: tuple[str, ...] = ()
    """The players of this hand, as far as the row says."""
    number: int | None = None
    cards: int | None = None
    dealer: str = ""
    first_bidder: str = ""
    trump: str | None = None
    bids: Mapping[str, int] = field(default_factory=dict)
    taken: Mapping[str, int] = field(default_factory=dict)
    made: Mapping[str, bool] = field(default_factory=dict)
    points: Mapping[str, Points] = field(default_factory=dict)
    totals: Mapping[str, Points] = field(default_factory=dict)
    """Totals after the hand."""
    adjustments: Mapping[str, Points] = field(default_factory=dict)
    """Penalties and bonuses with the hand, not included in its points."""
    remark: str = ""
    only_points: bool = False
    """Whether the table has only points or totals of each hand."""

    @property
    def played(self) -> bool:
        """Return whether the row has bids or a result.

        Otherwise, it has only points: a penalty, a bonus or a late joiner's starting points.
        """
        return bool(self.bids or self.taken or self.made or self.only_points)


def seat_order(tables: Sequence[Sequence[str]]) -> list[str]:
    """Return all players in the order of their seats, from the players of each hand in that order.

    A new player sits after the one who is before them in the hand.
    """
    order: list[str] = []
    for names in sorted(tables, key=lambda names: len(names) < 2):  # a penalty has no order of players
        for at, name in enumerate(names):
            if name not in order:
                after = next((order.index(known) for known in names[at + 1 :] if known in order), len(order))
                order.insert(order.index(names[at - 1]) + 1 if at else after, name)
    return order


def cards_of(hand: OldHand) -> int | None:
    """Return the cards per player: as written, or else the sum of all tricks if every player's are known."""
    return hand.cards or (sum(hand.taken.values()) if {*hand.taken} >= {*hand.players} else None) or None


def hand_entries(hand: OldHand) -> Iterator[dict[str, Any]]:
    """Yield the hand as an entry, then without its trump for the case that the rules refuse it.

    The hook is waived, because the table accepted the bids.
    """
    data: dict[str, Any] = {"bids": dict(hand.bids), "cards": cards_of(hand), "trump": hand.trump}
    data |= {"hook_waived": True} if hand.bids else {}
    data |= {"taken": dict(hand.taken)} if hand.taken else {"made": dict(hand.made)}
    entry = {key: value for key, value in data.items() if value not in (None, {})}
    yield entry
    if "trump" in entry:
        yield {key: value for key, value in entry.items() if key != "trump"}


def with_hands_by_points(hands: Sequence[OldHand]) -> list[OldHand]:
    """Return the hands with those marked of which only the points are known, among hands with bids or results.

    Such a row has the number and cards of a hand, and points for all players of another hand. A row with
    the number of the next hand is a misdeal, and its points are penalties.
    """
    tables = {frozenset(hand.players) for hand in hands if hand.played}
    marked: list[OldHand] = []
    for at, hand in enumerate(hands):
        is_numbered = hand.number and hand.cards and not hand.played and len(hand.points) > 1
        repeats = at + 1 < len(hands) and hands[at + 1].number == hand.number
        is_whole = not tables or any(table <= {*hand.points} for table in tables)
        is_hand = is_numbered and is_whole and not repeats
        marked.append(replace(hand, only_points=True, players=tuple(hand.points)) if is_hand else hand)
    return marked


@dataclass(frozen=True)
class OldEvening:
    """One game of an old sheet.

    It has hands, or only totals.
    """

    line: int
    date: str = ""
    """ISO date such as 2026-11-20, or "" if unknown."""
    place: str = ""
    game: str = ""
    """The game's name on the sheet."""
    scheme: str = ""
    scorer: str = ""
    players: tuple[str, ...] = ()
    """All players of the game, in the order of their columns."""
    hands: tuple[OldHand, ...] = ()
    totals: Mapping[str, Points] = field(default_factory=dict)
    comment: str = ""
    """The comment on the whole game."""
    ignored: tuple[str, ...] = field(default=(), compare=False)
    """The columns and rows of its table that are set aside."""
    labels: Mapping[str, str] = field(default_factory=dict, compare=False)
    """The heading of each column by its meaning, such as “bid:Ann”."""
    has_other_rows: bool = field(default=False, compare=False)
    """Whether the sheet has rows between its hands, such as penalties, of which only the totals are known."""
    chosen: Mapping[str, str] = field(default_factory=dict, compare=False)
    """The heading of each column whose meaning the user chose, by this meaning."""
    is_own: bool = field(default=False, compare=False)
    """Whether Scorepad wrote the file, so that all columns are certain."""

    def renamed(self, names: Mapping[str, str]) -> OldEvening:
        """Return the evening with players renamed.

        `names` maps old names to new ones.
        """
        return _renamed(self, names) if names else self


def is_repeated(above: OldEvening, evening: OldEvening) -> bool:
    """Return whether an evening of a table above has the hands of this evening.

    Raise SheetUnreadable if their bids, tricks or points differ.
    """
    if not evening.hands or evening.date not in ("", above.date) or not {*evening.players} <= {*above.players}:
        return False
    known = {hand.number: hand for hand in above.hands if hand.number is not None}
    if not known.keys() >= {hand.number for hand in evening.hands}:
        return False
    for hand in evening.hands:
        first = known[hand.number or 0]
        points = {name: points + first.adjustments.get(name, 0) for name, points in first.points.items()}
        parts = ((hand.bids, first.bids), (hand.taken, first.taken), (hand.points, points))
        other = next((name for new, old in parts for name in new if old.get(name, new[name]) != new[name]), None)
        if other:
            words = _("A table above has other numbers for the same hand: hand {hand}, {name}.")
            raise SheetUnreadable(words.format(hand=hand.number, name=other), hand.line)
    return True


def _renamed(entry: Any, names: Mapping[str, str]) -> Any:
    """Return an evening or hand with players renamed."""
    changed: dict[str, Any] = {}
    for part in fields(entry):
        value = getattr(entry, part.name)
        if part.name == "hands":
            changed[part.name] = tuple(_renamed(hand, names) for hand in value)
        elif part.name == "players":
            changed[part.name] = tuple(names.get(name, name) for name in value)
        elif part.name in ("dealer", "first_bidder", "scorer"):
            changed[part.name] = names.get(value, value)
        elif part.name == "labels":
            codes = [(*code.partition(":"), label) for code, label in value.items()]
            changed[part.name] = {f"{what}{colon}{names.get(name, name)}": label for what, colon, name, label in codes}
        elif isinstance(value, Mapping):
            changed[part.name] = {names.get(name, name): item for name, item in value.items()}
    return replace(entry, **changed)
