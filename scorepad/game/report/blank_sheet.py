"""A sheet to fill in by hand, with the hands, and the dealers and first bidders as far as known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise
from typing import Any

from scorepad import errors
from scorepad.game.decide.setup import check_count, normalize_name, open_game, player_names
from scorepad.game.state.events import Opened
from scorepad.game.state.game import Game
from scorepad.game.state.rows import OpenHand
from scorepad.game.state.turns import hands_to_come
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.rulebook.relevance import numbers_of_players
from scorepad.rules.scheme import Scheme
from scorepad.words import _, join_label, ours

OPEN_DEALER = "open"
"""The value for the first dealer if the cards decide."""

USUAL_PLAYERS = 4
MOST_HANDS_ASKED = 120


@dataclass(frozen=True)
class Blank:
    """A sheet to fill in by hand.

    `names` are by player in seat order, "" for a name to be filled in. The dealers and first bidders of `hands` are
    valid only if `dealer_known` and `first_known`. If not `scored`, the sheet has no points.

    One sheet may serve several `counts` of players. `played_by` then maps a hand's number to the counts that play it,
    unless all do. The dealers are unknown. `filled` means that the hands fill a page.

    On an endless ladder, all counts play each hand. `cards` then maps each count to the cards of its hands.
    """

    game: Game
    names: Mapping[str, str]
    hands: Sequence[OpenHand]
    dealer_known: bool
    first_known: bool
    scored: bool = True
    filled: bool = False
    counts: Sequence[int] = ()
    played_by: Mapping[int, Sequence[int]] = field(default_factory=dict)
    cards: Mapping[int, Sequence[int]] = field(default_factory=dict)
    tables: Sequence[Blank] = ()  # one sheet for each of the counts

    @property
    def several(self) -> bool:
        """Return whether the sheet serves several numbers of players."""
        return len(self.counts) > 1

    @property
    def numbered(self) -> bool:
        """Return whether the hands have numbers.

        With several numbers of players, all must play every hand.
        """
        return not self.several or bool(self.cards)

    @property
    def sizes(self) -> set[int]:
        """Return all hand sizes."""
        return {hand.cards for hand in self.hands}.union(*self.cards.values())

    @property
    def has_separate_first_bidder(self) -> bool:
        """Return whether the first bid rotates independently of the deal (MU-26)."""
        return self.game.sheet.rulebook.bids_apart


def usual_players(rulebook: Rulebook, names: Sequence[str] = ()) -> int:
    """Return the default number of columns: one per name, otherwise 4 or the nearest allowed number."""
    return len(names) or min(max(USUAL_PLAYERS, rulebook.min_players), rulebook.max_players)


def playable_counts(rulebook: Rulebook) -> tuple[int, int]:
    """Return the fewest and the most players for whom the pack has enough cards; all if it never has."""

    def is_playable(number: int) -> bool:
        try:
            rulebook.check_ladder(number)
        except errors.RuleFileError as error:
            return error.where != "ladder"
        return True

    counts = [*filter(is_playable, numbers_of_players(rulebook))] or rulebook.seats
    return counts[0], counts[-1]


def blank(
    rulebook: Rulebook,
    scheme: Scheme | None,
    *,
    players: int | None = None,
    fewest: int | None = None,
    names: Sequence[str] = (),
    first_dealer: str = "",
    hands: int | None = None,
    **head: Any,
) -> Blank:
    """Return a blank sheet for a number of players, or for all numbers from `fewest` to it.

    `names` are those of the first players, clockwise. `head` has fields of `events.Head`. Without a scheme, the sheet
    has no points. `hands` is their number on an endless ladder.

    The first name deals first, unless `first_dealer` is another name or OPEN. Without names, the dealer is open. In
    Murder, the scorer does not deal, so the dealer is also open without a scorer. Raise RuleError for an invalid
    field.
    """
    names = player_names(names)
    count = usual_players(rulebook, names) if players is None else players
    check_count(rulebook, count)
    if len(names) > count:
        text = _("{names} names are too many for {players} players.")
        raise errors.RuleError("names", text.format(names=len(names), players=count))
    if fewest is not None and not rulebook.min_players <= fewest <= count:
        raise errors.not_whole("fewest", rulebook.min_players, count)
    dealer = normalize_name(first_dealer)
    is_open = dealer.casefold() in (OPEN_DEALER, _("open").casefold()) or (not names and not dealer)
    seats = [*names, *(f"\u2026 {seat} \u2026" for seat in range(len(names) + 1, count + 1))]
    first = None if is_open or not dealer else dealer
    points = scheme or Scheme.from_dict({"name": rulebook.name, "points": [{"give": "0"}]})
    opened = open_game(rulebook, points, seats, first_dealer=first, **head)
    sheet = blank_of(opened, [*names, *[""] * (count - len(names))], open_dealer=is_open, hands=hands)
    sheet = replace(sheet, scored=scheme is not None)
    fewer = range(count if fewest is None else fewest, count)
    if not fewer:
        return sheet
    tables = [*(blank(rulebook, scheme, players=number, hands=hands) for number in fewer), sheet]
    return replace(_combine_sheets(tables), tables=tables)


def _combine_sheets(tables: Sequence[Blank]) -> Blank:
    """Return one sheet for several numbers of players.

    Columns and names are those of the largest number.
    """
    played = {len(table.names): table.hands for table in tables}
    most = replace(tables[-1], counts=tuple(played), dealer_known=False, first_known=False)
    abreast = align_hands(played) if most.game.sheet.endless else []
    if abreast:
        return replace(
            most, hands=abreast, cards={count: [hand.cards for hand in hands] for count, hands in played.items()}
        )
    hands, played_by = merge_hands(played)
    return replace(most, hands=hands, played_by=played_by)


def blank_of(
    opened: Opened, names: Sequence[str] | None = None, *, open_dealer: bool = False, hands: int | None = None
) -> Blank:
    """Return the sheet of a game just opened.

    `names` are printed in seat order, by default those of the game. `hands` is their number on an endless ladder, by
    default one page. Raise RuleError if `hands` is invalid.
    """
    game = Game.replay([opened])
    if hands is not None and not game.sheet.endless:
        text = _(
            "The number of hands of {rulebook} follows from its cards. Leave this empty, or enter other cards per hand."
        )
        raise errors.RuleError("hands", text.format(rulebook=ours(game.sheet.rulebook.name)))
    if hands is not None and not 1 <= hands <= MOST_HANDS_ASKED:
        raise errors.not_whole("hands", 1, MOST_HANDS_ASKED)
    shown_names = [name for _player, name in opened.players] if names is None else names
    known = dict(zip(game.sheet.seats.everyone, shown_names, strict=True))
    excused = not game.sheet.rulebook.scorer_deals and not game.sheet.scorer
    return Blank(
        game, known, hands_to_come(game.sheet, hands), not open_dealer and not excused, not open_dealer,
        filled=game.sheet.endless and hands is None, counts=(len(known),),
    )  # fmt: skip


Line = tuple[OpenHand, tuple[int, ...]]  # a hand, and the numbers of players who play it


def merge_hands(hands: Mapping[int, Sequence[OpenHand]]) -> tuple[list[OpenHand], dict[int, tuple[int, ...]]]:
    """Return all `hands` in as few lines as possible, and the numbers of players for each line.

    `hands` are by number of players and stay in order. The lines get new numbers. The mapping has only lines that
    some numbers do not play. A trump that differs is left open.
    """
    lines: list[Line] = []
    for count, played in hands.items():
        lines = list(_with(lines, count, played))
    together = [replace(hand, number=number) for number, (hand, _counts) in enumerate(lines, 1)]
    played_by = {number: counts for number, (_hand, counts) in enumerate(lines, 1) if len(counts) < len(hands)}
    return together, played_by


def align_hands(hands: Mapping[int, Sequence[OpenHand]]) -> list[OpenHand]:
    """Return one line per hand of an endless ladder, shared by all numbers of players.

    A line has the largest number of cards. A trump that differs is left open. Return an empty list if the hook or a
    fixed bid differs.
    """
    lines = list[OpenHand]()
    for variants in zip(*hands.values(), strict=False):
        if len({(hand.hook, hand.fixed_bid) for hand in variants}) > 1:
            return []
        trump = variants[0].trump if len({hand.trump for hand in variants}) == 1 else None
        note = _notes_abreast(dict(zip(hands, variants, strict=True)))
        lines.append(replace(variants[-1], cards=max(hand.cards for hand in variants), trump=trump, note=note))
    return lines


def _notes_abreast(hands: Mapping[int, OpenHand]) -> str:
    counts: dict[str, list[int]] = {}
    for count, hand in hands.items():
        counts.setdefault(hand.note, []).append(count)
    if len(counts) == 1:
        return next(iter(counts))
    players = _("Players")
    return " ".join(join_label(f"{players} {ranges(of)}", note) for note, of in counts.items() if note)


def _with(lines: Sequence[Line], count: int, played: Sequence[OpenHand]) -> Iterator[Line]:
    """Yield the lines with the hands of one more number of players.

    Equal hands share a line, in order.
    """
    line = hand = 0
    for line_shared, hand_shared in [*_shared(lines, played), (len(lines), len(played))]:
        yield from lines[line:line_shared]
        yield from ((hand, (count,)) for hand in played[hand:hand_shared])
        if line_shared < len(lines):
            known, counts = lines[line_shared]
            trump = known.trump if known.trump == played[hand_shared].trump else None
            yield replace(known, trump=trump), (*counts, count)
        line, hand = line_shared + 1, hand_shared + 1


def _shared(lines: Sequence[Line], played: Sequence[OpenHand]) -> tuple[tuple[int, int], ...]:
    """Return the longest common subsequence of lines and hands, as pairs of indexes."""
    ours, theirs = [_hand_key(hand) for hand, _counts in lines], [_hand_key(hand) for hand in played]

    @cache
    def longest(at: int, to: int) -> tuple[tuple[int, int], ...]:
        if at == len(ours) or to == len(theirs):
            return ()
        if ours[at] == theirs[to]:
            return (at, to), *longest(at + 1, to + 1)
        return max(longest(at + 1, to), longest(at, to + 1), key=len)

    return longest(0, 0)


def _hand_key(hand: OpenHand) -> tuple[object, ...]:
    return hand.cards, hand.hook, hand.fixed_bid, hand.note


def ranges(counts: Sequence[int]) -> str:
    """Return sorted numbers in words: `4–6, 8`, or "" if there are none."""
    if not counts:
        return ""
    edges = [0, *(at + 1 for at, (left, right) in enumerate(pairwise(counts)) if right > left + 1), len(counts)]
    runs = [counts[start:end] for start, end in pairwise(edges)]
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}\u2013{run[-1]}" for run in runs)
