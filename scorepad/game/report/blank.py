"""A sheet to be filled in by hand: its hands, and as much of who deals and bids first as is known beforehand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scorepad import errors
from scorepad.game.decide.setup import as_written, check_count, open_game, player_names
from scorepad.game.report.hands_together import hands_abreast, hands_together
from scorepad.game.state.events import Opened
from scorepad.game.state.record import Game
from scorepad.game.state.rows import OpenHand
from scorepad.game.state.turns import hands_to_come
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.scheme import Scheme
from scorepad.words import _

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
