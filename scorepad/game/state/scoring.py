"""The points of one hand, by the scheme or as written on a paper sheet.

This module contains no formulas. It counts from the record what a scheme needs beyond a player's own hand. Examples are
streaks, the number of made bids and other players' marks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

from scorepad import errors
from scorepad.errors import RuleError, ScorepadError
from scorepad.formats import capital
from scorepad.formula_names import DEPENDS_ON_OTHERS, USUAL_PACK
from scorepad.game.state.events import Bids, Contract, Marks
from scorepad.game.state.rows import OpenHand, Points
from scorepad.game.state.standings import simplify_points
from scorepad.rules.formula import Values
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.scheme import Scheme
from scorepad.rules.scheme.variables import player_variables, shared_variables
from scorepad.words import _, join_names

MOST_TOTAL = 1_000_000  # points, positive or negative; scoring refuses larger totals


class Run(NamedTuple):
    """The current streak of made or missed bids."""

    made: int = 0
    missed: int = 0


_NO_RUN = Run()


@dataclass(frozen=True)
class PlayedHand:
    """A hand as recorded: bids (after `bid_changes`), trump, contract, marks and the result.

    The result is the tricks taken, or only which bids were made, or only how far off they were.
    """

    bids: Bids
    taken: dict[str, int] | None
    made: dict[str, bool] | None = None
    trump: str | None = None
    contract: Contract | None = None
    marks: Marks = field(default_factory=dict)
    off: dict[str, int] | None = None
    wrong_count: tuple[str, ...] = ()  # these players pay instead of scoring
    bid_changes: Bids = field(default_factory=dict)

    @property
    def with_assumed_tricks(self) -> PlayedHand:
        """Return this hand with assumed tricks if only `off` is known.

        Every miss is assumed to be over, because in this case the side does not affect the points.
        """
        if self.off is None:
            return self
        over = {player: bid + self.off.get(player, 0) for player, bid in self.bids.items()}
        return replace(self, taken=over, off=None)


class HandContext(NamedTuple):
    """Values of a hand that are the same for all players.

    They are the hands in the ladder, the cards in the pack, the number of players who made the previous hand, and the
    number of hands in a row before this one that all missed.
    """

    hands: int = 1
    pack: int = USUAL_PACK
    makers_before: int = 0
    washouts: int = 0


class Scored(NamedTuple):
    """The points and other results of a hand, by player."""

    points: dict[str, Points]  # change of the total, as shown on the sheet
    made: dict[str, bool]  # by bidder, without players whose bids are asleep
    runs: dict[str, Run]
    unknown: dict[str, str]  # why a player's points cannot be computed
    variables: dict[str, Values]  # the scheme's input, for all other players


def own_options(scheme: Scheme, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that the scheme has."""
    return {name: value for name, value in options.items() if name in scheme.options}


def needs_tricks(
    scheme: Scheme, options: Mapping[str, Any], own: Mapping[str, Any], *, off_known: bool = False
) -> bool:
    """Return whether the points depend on the tricks, not only on which bids were made.

    `off_known`: how far off the other bids were is known too. `own` holds the options of the hand.
    """
    return scheme.needs_tricks_with({**options, **own_options(scheme, own)}, off_known=off_known)


def depends_on_others(scheme: Scheme) -> bool:
    """Return whether a player's points depend on the bids or results of other players."""
    return scheme.reads_any(*DEPENDS_ON_OTHERS) or any(
        scheme.reads(f"others_{how}_{mark}") for how in ("made", "missed") for mark in scheme.marks
    )


def is_off_signed(off: Mapping[str, Any], scheme: Scheme, options: Mapping[str, Any], own: Mapping[str, Any]) -> bool:
    """Return whether the numbers in `off` are signed.

    They are signed if the points depend on the side, or if a number is below 0.
    """
    below = any(isinstance(number, int) and number < 0 for number in off.values())
    return below or needs_tricks(scheme, options, own, off_known=True)


Way = Literal["tricks", "made", "off"]
"""What the table records of a hand: all tricks, the made bids, or how far off the bids were."""


def recording_way(rulebook: Rulebook, scheme: Scheme, options: Mapping[str, Any], own: Mapping[str, Any]) -> Way:
    """Return what the table records of a hand with these options.

    This is "tricks" if the table's usual way is not enough for the points.
    """
    if rulebook.writes == "tricks" or needs_tricks(scheme, options, own, off_known=rulebook.writes == "off"):
        return "tricks"
    return "off" if rulebook.writes == "off" else "made"


def suspended_bidders(scheme: Scheme, contract: Contract | None) -> tuple[str, ...]:
    """Return the players whose bids are asleep (do not count) under a double (rules.md MU-14).

    A scheme that does not read `doubler` scores these bids normally.
    """
    return contract.doublers if contract is not None and scheme.reads("doubler") else ()


def made_bids(played: PlayedHand, sleepers: Collection[str] = ()) -> dict[str, bool]:
    """Return for each bidder except `sleepers` whether exactly the tricks bid were taken."""
    awake = {player: bid for player, bid in played.bids.items() if player not in sleepers}
    if played.taken is None:
        return {player: (played.made or {}).get(player, False) for player in awake}
    return {player: played.taken.get(player) == bid for player, bid in awake.items()}


def score(
    scheme: Scheme,
    options: Mapping[str, Any],
    hand: OpenHand,
    played: PlayedHand,
    totals: Mapping[str, Points],
    runs: Mapping[str, Run],
    top: int,
    around: HandContext = HandContext(),  # noqa: B008  a tuple
) -> Scored:
    """Score `hand`: return the points of all players at the table, and their streaks after it."""
    played = played.with_assumed_tricks
    hand = hand.in_bid_order(played.contract, played.marks)
    sleepers = (*suspended_bidders(scheme, played.contract), *played.wrong_count)
    made = made_bids(played, sleepers)
    points: dict[str, Points] = {}
    unknown: dict[str, str] = {}
    variables: dict[str, Values] = {}
    after = dict(runs)
    alike = shared_variables(
        cards=hand.cards, players=len(hand.order), top=top, last=hand.last, trump=played.trump,
        makers=sum(made.values()), options=options, hand=hand.number, bids_total=sum(played.bids.values()),
        highest_bid=max(played.bids.values(), default=0),
        **around._asdict(),
    )  # fmt: skip
    allies = _alliances(scheme, hand, played)
    for player in hand.order:
        own = _of_one(scheme, hand, played, made, player) | {"total": totals[player], "options": options}
        own["allies_made"] = sum(player in pair and all(made.get(ally) for ally in pair) for pair in allies)
        if player in sleepers:
            own["bid"] = own["spoken_bid"] = None  # neither made nor missed
        try:
            counts = scheme.runs_when is None or scheme.runs(player_variables(alike, **own, made_run=0, missed_run=0))
            run = runs.get(player, _NO_RUN)
            after[player] = run = run if player in sleepers else run_after(run, made.get(player), counts)
            given = player_variables(alike, **own, made_run=run.made, missed_run=run.missed)
            points[player] = _entry(scheme, given, totals[player])
            variables[player] = given
        except (ScorepadError, ArithmeticError) as error:  # a hand that the trial of the scheme did not have
            points[player], unknown[player] = 0, str(error)
    return Scored(points, made, after, unknown, variables)


def _entry(scheme: Scheme, given: Values, total: Points) -> Points:
    """Return what the scheme adds to a total; raise ScorepadError if the sum exceeds MOST_TOTAL."""
    points = simplify_points(scheme.entry(given))
    if not -MOST_TOTAL <= total + points <= MOST_TOTAL:
        raise ScorepadError(_("The total would be more than {most}. Check the number.").format(most=MOST_TOTAL))
    return points


def run_after(run: Run, made: bool | None, counts: bool) -> Run:
    """Return the streak after a hand; `counts` is whether the scheme counts such a hand."""
    if made is None or not counts:
        return _NO_RUN
    return Run(made=run.made + 1) if made else Run(missed=run.missed + 1)


def _of_one(
    scheme: Scheme, hand: OpenHand, played: PlayedHand, made: Mapping[str, bool], player: str
) -> dict[str, Any]:
    """Return the scheme's input for one player, without the total and the streaks."""
    known: dict[str, Any] = {"bid": played.bids.get(player), "cards": hand.cards}
    if (bid := played.bids.get(player)) is not None:
        known["spoken_bid"] = bid - played.bid_changes.get(player, 0)
    known["place_in_bidding"] = place_in_bidding(hand, player)
    known["highest_bidder"] = player == highest_bidder(hand, played.bids)
    if played.taken is None:
        known |= {"taken": None, "made": made.get(player)}
    else:
        known["taken"] = played.taken.get(player)
    if scheme.marks:
        others = [other for other in hand.order if other != player]
        known["marks"] = _marks(scheme, played, player)
        known["others_made"] = _count(scheme, played, others, made, True)
        known["others_missed"] = _count(scheme, played, others, made, False)
    if played.contract is not None:
        known |= _contract_names(played, played.contract, player)
    return known


def highest_bidder(hand: OpenHand, bids: Bids) -> str | None:
    """Return the player with the highest bid, of equals the first in the order of bids."""
    return max((player for player in hand.bidders if player in bids), key=lambda player: bids[player], default=None)


def place_in_bidding(hand: OpenHand, player: str) -> int:
    """Return 1 for the first bidder, then 2, 3 and so on.

    Return 0 for a player who does not bid, and if all bid at once.
    """
    in_turn = hand.first_bidder is not None and player in hand.bidders
    return hand.bidders.index(player) + 1 if in_turn else 0


def _marks(scheme: Scheme, played: PlayedHand, player: str) -> dict[str, Any]:
    """Return a player's marks, with defaults for those not recorded."""
    recorded = played.marks.get(player, {})
    values = {mark: usual if recorded.get(mark) is None else recorded[mark] for mark, usual in scheme.unmarked.items()}
    return {mark: 1 if isinstance(value, str) else value for mark, value in values.items()}


def _alliances(scheme: Scheme, hand: OpenHand, played: PlayedHand) -> list[tuple[str, str]]:
    """Return the pairs of players that marks of the kind "player" name: the player with the mark, and the named one."""
    marks = [mark for mark, kind in scheme.marks.items() if kind == "player"]
    pairs = ((player, played.marks.get(player, {}).get(mark)) for player in hand.order for mark in marks)
    return [(player, ally) for player, ally in pairs if isinstance(ally, str)]


def _count(
    scheme: Scheme, played: PlayedHand, players: list[str], made: Mapping[str, bool], wanted: bool
) -> dict[str, int]:
    return {
        mark: sum(bool(_marks(scheme, played, player)[mark]) and made.get(player) is wanted for player in players)
        for mark in scheme.marks
    }


def _contract_names(played: PlayedHand, contract: Contract, player: str) -> dict[str, Any]:
    role = "declarer" if player == contract.declarer else "doubler" if player in contract.doublers else "other"
    if played.taken is not None:
        taken = played.taken.get(contract.declarer)
    elif (played.made or {}).get(contract.declarer):
        taken = contract.level
    else:  # any number with that outcome: one short, or one over for a contract of zero
        taken = abs(contract.level - 1)
    return {
        "role": role,
        "level": contract.level,
        "contract_taken": taken,
        "doubled": bool(contract.doublers),
        "redoubled": contract.redoubled,
    }


def scorable_players(
    scheme: Scheme, options: Mapping[str, object], hand: OpenHand, played: PlayedHand, sure: Collection[str]
) -> Collection[str]:
    """Return the players of a hand from paper whose points the rules can give; `sure` have a bid and a result.

    If the points depend on other players or on the declarer, their results must be known too.
    """
    if played.taken is None and needs_tricks(scheme, options, hand.options, off_known=played.off is not None):
        sure = {player for player in sure if (played.made or {}).get(player)}
    contract = played.contract
    others = hand.order if depends_on_others(scheme) else () if contract is None else (contract.declarer,)
    return sure if all(player in sure for player in others) else ()


def paper_problems(problems: Iterable[RuleError], contract_known: bool) -> tuple[RuleError, ...]:
    """Return the problems of a hand from paper, without values that are only missing.

    If the contract is unknown, its problems are left out too.
    """
    left_out = "" if contract_known else "contract"
    return tuple(
        problem
        for problem in problems
        if not isinstance(problem, errors.ValueMissing) and problem.field.partition(".")[0] != left_out
    )


def points_unknown(names: Sequence[str]) -> RuleError:
    """Return the problem of players who get 0, because neither points nor enough of the hand is recorded."""
    clause = _("the points of {names} are not known and count as 0").format(names=join_names(names))
    return RuleError("points", f"{capital(clause)}.", clause=clause)
