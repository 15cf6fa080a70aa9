"""A sheet to be filled in by hand: its hands, and as much of who deals and bids first as is known beforehand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise
from typing import Any

from scorepad import errors
from scorepad.game.decide.setup import as_written, check_count, open_game, player_names
from scorepad.game.state.events import Opened
from scorepad.game.state.record import Game
from scorepad.game.state.rows import OpenHand
from scorepad.game.state.turns import hands_to_come
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.scheme import Scheme
from scorepad.words import _, labelled

OPEN = "open"
"""Said instead of the first dealer's name where the cards will decide."""

USUAL_PLAYERS = 4
MOST_HANDS_ASKED = 120


@dataclass(frozen=True)
class Blank:
    """`names` by player, in seat order, "" where a name is to be written; `hands` with their dealer and first bidder
    as they would be, which holds where `dealer_known` and `first_known`. Not `scored`: its points are not known.

    One sheet may serve several numbers of players: `played_by` has those that play a hand, by the hand's number, where
    not all of `counts` do; nobody knows then who deals. `filled`: as many hands as a page has room for, of all these.
    On a ladder without an end all play each hand, with the `cards` of each number of players, hand by hand.
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
    tables: Sequence[Blank] = ()  # a sheet for each of these numbers of players

    @property
    def several(self) -> bool:
        """Whether it serves several numbers of players."""
        return len(self.counts) > 1

    @property
    def numbered(self) -> bool:
        """Whether its hands have numbers: for several numbers of players only if all of them play every hand."""
        return not self.several or bool(self.cards)

    @property
    def sizes(self) -> set[int]:
        """The cards of all its hands."""
        return {hand.cards for hand in self.hands}.union(*self.cards.values())

    @property
    def first_apart(self) -> bool:
        """Whether who bids first goes round apart from who deals (MU-26)."""
        return self.game.sheet.rulebook.bids_apart


def usual_players(rulebook: Rulebook, names: Sequence[str] = ()) -> int:
    """How many columns where nobody says: a seat for each name, else four or what comes nearest."""
    return len(names) or min(max(USUAL_PLAYERS, rulebook.min_players), rulebook.max_players)


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
    """The sheet for so many players, or any number from `fewest` on, of whom the first may have names, clockwise;
    `head`: fields of `events.Head`. Without a scheme it says nothing of points. `hands`: how many, of a ladder without
    an end.

    The first name deals first unless `first_dealer` is another, or OPEN; without names that is open anyway, and in
    Murder also without a scorer, who is left out of the deal. RuleError names the field that does not fit.
    """
    names = player_names(names)
    count = usual_players(rulebook, names) if players is None else players
    check_count(rulebook, count)
    if len(names) > count:
        raise errors.more_names_than_players(len(names), count)
    if fewest is not None and not rulebook.min_players <= fewest <= count:
        raise errors.not_whole("fewest", rulebook.min_players, count)
    said = as_written(first_dealer)
    is_open = said.casefold() in (OPEN, _("open").casefold()) or (not names and not said)
    seats = [*names, *(f"\u2026 {seat} \u2026" for seat in range(len(names) + 1, count + 1))]
    first = None if is_open or not said else said
    points = scheme or Scheme.from_dict({"name": rulebook.name, "points": [{"give": "0"}]})
    opened = open_game(rulebook, points, seats, first_dealer=first, **head)
    made = blank_of(opened, [*names, *[""] * (count - len(names))], open_dealer=is_open, hands=hands)
    made = replace(made, scored=scheme is not None)
    fewer = range(count if fewest is None else fewest, count)
    if not fewer:
        return made
    tables = [*(blank(rulebook, scheme, players=one, hands=hands) for one in fewer), made]
    return replace(_together(tables), tables=tables)


def _together(tables: Sequence[Blank]) -> Blank:
    """One sheet for several numbers of players; its columns and names are those of the last, who are the most."""
    played = {len(one.names): one.hands for one in tables}
    most = replace(tables[-1], counts=tuple(played), dealer_known=False, first_known=False)
    abreast = hands_abreast(played) if most.game.sheet.endless else []
    if abreast:
        return replace(
            most, hands=abreast, cards={count: [one.cards for one in hands] for count, hands in played.items()}
        )
    hands, played_by = hands_together(played)
    return replace(most, hands=hands, played_by=played_by)


def blank_of(
    opened: Opened, names: Sequence[str] | None = None, *, open_dealer: bool = False, hands: int | None = None
) -> Blank:
    """The sheet of a game just opened; `names` as they are printed, in seat order, those it was opened with unless
    said; so many `hands`, of a ladder without an end, as many as fill a page unless said. Raises RuleError."""
    game = Game.replay([opened])
    if hands is not None and not game.sheet.endless:
        raise errors.hands_by_ladder(game.sheet.rulebook.name)
    if hands is not None and not 1 <= hands <= MOST_HANDS_ASKED:
        raise errors.not_whole("hands", 1, MOST_HANDS_ASKED)
    said = [name for _player, name in opened.players] if names is None else names
    known = dict(zip(game.sheet.seats.everyone, said, strict=True))
    excused = not game.sheet.rulebook.scorer_deals and not game.sheet.scorer
    return Blank(
        game, known, hands_to_come(game.sheet, hands), not open_dealer and not excused, not open_dealer,
        filled=game.sheet.endless and hands is None, counts=(len(known),),
    )  # fmt: skip


Line = tuple[OpenHand, tuple[int, ...]]  # a hand and the numbers of players who play it


def hands_together(
    hands: Mapping[int, Sequence[OpenHand]],
) -> tuple[list[OpenHand], dict[int, tuple[int, ...]]]:
    """The `hands` of each number of players in as few lines as may be, each in its own order, numbered anew; and by
    the number of a line those who play it, where not all do. A trump that is not the same for all is left open."""
    lines: list[Line] = []
    for count, played in hands.items():
        lines = list(_with(lines, count, played))
    together = [replace(hand, number=number) for number, (hand, _counts) in enumerate(lines, 1)]
    apart = {number: counts for number, (_hand, counts) in enumerate(lines, 1) if len(counts) < len(hands)}
    return together, apart


def hands_abreast(hands: Mapping[int, Sequence[OpenHand]]) -> list[OpenHand]:
    """One line for each hand number of an endless ladder, which all numbers of players share, with the most cards of
    any. A trump that differs is left open. Empty where the hook or a fixed bid differs."""
    lines = list[OpenHand]()
    for alike in zip(*hands.values(), strict=False):
        if len({(hand.hook, hand.fixed_bid) for hand in alike}) > 1:
            return []
        trump = alike[0].trump if len({hand.trump for hand in alike}) == 1 else None
        note = _notes_abreast(dict(zip(hands, alike, strict=True)))
        lines.append(replace(alike[-1], cards=max(hand.cards for hand in alike), trump=trump, note=note))
    return lines


def _notes_abreast(hands: Mapping[int, OpenHand]) -> str:
    counts: dict[str, list[int]] = {}
    for count, hand in hands.items():
        counts.setdefault(hand.note, []).append(count)
    if len(counts) == 1:
        return next(iter(counts))
    players = _("Players")
    return " ".join(labelled(f"{players} {ranges(of)}", note) for note, of in counts.items() if note)


def _with(lines: Sequence[Line], count: int, played: Sequence[OpenHand]) -> Iterator[Line]:
    """The lines with one more number of players: on lines that there are where the cards are the same, in order."""
    line = hand = 0
    for line_shared, hand_shared in [*_shared(lines, played), (len(lines), len(played))]:
        yield from lines[line:line_shared]
        yield from ((one, (count,)) for one in played[hand:hand_shared])
        if line_shared < len(lines):
            known, counts = lines[line_shared]
            trump = known.trump if known.trump == played[hand_shared].trump else None
            yield replace(known, trump=trump), (*counts, count)
        line, hand = line_shared + 1, hand_shared + 1


def _shared(lines: Sequence[Line], played: Sequence[OpenHand]) -> tuple[tuple[int, int], ...]:
    """The longest row of places, in lines and hands, that can be shared (longest common subsequence)."""
    ours, theirs = [_alike(hand) for hand, _counts in lines], [_alike(hand) for hand in played]

    @cache
    def longest(at: int, to: int) -> tuple[tuple[int, int], ...]:
        if at == len(ours) or to == len(theirs):
            return ()
        if ours[at] == theirs[to]:
            return (at, to), *longest(at + 1, to + 1)
        return max(longest(at + 1, to), longest(at, to + 1), key=len)

    return longest(0, 0)


def _alike(hand: OpenHand) -> tuple[object, ...]:
    return hand.cards, hand.hook, hand.fixed_bid, hand.note


def ranges(counts: Sequence[int]) -> str:
    """Numbers in order as one writes them: `4–6, 8`; "" of none."""
    if not counts:
        return ""
    edges = [0, *(at + 1 for at, (one, other) in enumerate(pairwise(counts)) if other > one + 1), len(counts)]
    runs = [counts[start:end] for start, end in pairwise(edges)]
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}\u2013{run[-1]}" for run in runs)
