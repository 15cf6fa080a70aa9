"""One hand's points: the record of the hand handed to the scheme, player by player, or as an old sheet has them.

No formula stands here. What a scheme needs beyond one player's own hand (streaks, how many made it, marks
of the others) is counted here from the record.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

from scorepad import errors
from scorepad.errors import RuleError, ScorepadError, total_too_large
from scorepad.game.state.events import Bids, Contract, Marks
from scorepad.game.state.rows import OpenHand, Points
from scorepad.game.state.standings import plain
from scorepad.rules.formula import Values
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.scheme import Scheme
from scorepad.rules.scheme.variables import USUAL_PACK, of_all, of_one
from scorepad.words import both

MOST_TOTAL = 1_000_000  # points; a scheme that goes on growing beyond is no game


class Run(NamedTuple):
    """Bids made, or missed, in a row so far."""

    made: int = 0
    missed: int = 0


_NO_RUN = Run()


@dataclass(frozen=True)
class PlayedHand:
    """A hand as recorded: bids of those who bid, tricks (or only who made it, or how far off they were), and what the
    rulebook knows besides."""

    bids: Bids
    taken: dict[str, int] | None
    made: dict[str, bool] | None = None
    trump: str | None = None
    contract: Contract | None = None
    marks: Marks = field(default_factory=dict)
    off: dict[str, int] | None = None

    @property
    def reckoned(self) -> PlayedHand:
        """This hand with tricks to reckon with where only `off` is known: all are over, for the side counts nothing."""
        if self.off is None:
            return self
        over = {player: bid + self.off.get(player, 0) for player, bid in self.bids.items()}
        return replace(self, taken=over, off=None)


class Around(NamedTuple):
    """What is round a hand, alike for all: the ladder's hands once round, the cards of the pack, and how many made the
    hand before."""

    hands: int = 1
    pack: int = USUAL_PACK
    makers_before: int = 0


class Scored(NamedTuple):
    """What a hand gives, by player."""

    points: dict[str, Points]  # what the sheet shows: the change of the running total
    made: dict[str, bool]  # of those who bid and whose bid does not sleep
    runs: dict[str, Run]
    unknown: dict[str, str]  # whose points cannot be worked out, and why
    variables: dict[str, Values]  # what the scheme was given, of all others


def own_options(scheme: Scheme, options: Mapping[str, Any]) -> dict[str, Any]:
    """Those of the options that the scheme has."""
    return {name: value for name, value in options.items() if name in scheme.options}


def needs_tricks(
    scheme: Scheme, options: Mapping[str, Any], own: Mapping[str, Any], *, off_known: bool = False
) -> bool:
    """Whether the points of a hand hang on the number of tricks, not only on who made it, or, where that is known, how
    far off the others were; `own` are its own options."""
    return scheme.needs_tricks_with({**options, **own_options(scheme, own)}, off_known=off_known)


def hangs_on_others(scheme: Scheme) -> bool:
    """Whether points hang on who else makes the bid."""
    return (
        scheme.reads("makers")
        or scheme.reads_newer("bids_total")
        or any(scheme.reads(f"others_{how}_{mark}") for how in ("made", "missed") for mark in scheme.marks)
    )


def tells_sides(off: Mapping[str, Any], scheme: Scheme, options: Mapping[str, Any], own: Mapping[str, Any]) -> bool:
    """Whether numbers of how far off the bids were say the side too: the points ask for it, or some are below 0."""
    below = any(isinstance(one, int) and one < 0 for one in off.values())
    return below or needs_tricks(scheme, options, own, off_known=True)


Way = Literal["tricks", "made", "off"]
"""What is written down of a hand: everybody's tricks, who made it, or how far off everybody was."""


def way_to_write(rulebook: Rulebook, scheme: Scheme, options: Mapping[str, Any], own: Mapping[str, Any]) -> Way:
    """What the table writes down of a hand with these options, if that is enough for its points; else the tricks."""
    if rulebook.writes == "tricks" or needs_tricks(scheme, options, own, off_known=rulebook.writes == "off"):
        return "tricks"
    return "off" if rulebook.writes == "off" else "made"


def asleep(scheme: Scheme, contract: Contract | None) -> tuple[str, ...]:
    """Whose bids sleep under a double: a scheme that knows no doubler scores them on their own (rules.md MU-14)."""
    return contract.doublers if contract is not None and scheme.reads("doubler") else ()


def who_made(played: PlayedHand, sleepers: Collection[str] = ()) -> dict[str, bool]:
    """For each player who bid and is awake, whether exactly the tricks bid were taken."""
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
    around: Around = Around(),  # noqa: B008  a tuple
) -> Scored:
    """Points of `hand` for everybody at the table, and the streaks after it."""
    played = played.reckoned
    sleepers = asleep(scheme, played.contract)
    made = who_made(played, sleepers)
    points: dict[str, Points] = {}
    unknown: dict[str, str] = {}
    variables: dict[str, Values] = {}
    after = dict(runs)
    alike = of_all(
        cards=hand.cards, players=len(hand.order), top=top, last=hand.last, trump=played.trump,
        makers=sum(made.values()), options=options, hand=hand.number, bids_total=sum(played.bids.values()),
        **around._asdict(),
    )  # fmt: skip
    for player in hand.order:
        own = _of_one(scheme, hand, played, made, player) | {"total": totals[player], "options": options}
        if player in sleepers:
            own["bid"] = None  # neither made nor missed
        try:
            counts = scheme.runs_when is None or scheme.runs(of_one(alike, **own, made_run=0, missed_run=0))
            run = runs.get(player, _NO_RUN)
            after[player] = run = run if player in sleepers else run_after(run, made.get(player), counts)
            given = of_one(alike, **own, made_run=run.made, missed_run=run.missed)
            points[player] = _entry(scheme, given, totals[player])
            variables[player] = given
        except (ScorepadError, ArithmeticError) as error:  # a total beyond all that a scheme is checked for
            points[player], unknown[player] = 0, str(error)
    return Scored(points, made, after, unknown, variables)


def _entry(scheme: Scheme, given: Values, total: Points) -> Points:
    """What the scheme adds to a running total; ScorepadError where nobody would play on."""
    points = plain(scheme.entry(given))
    if not -MOST_TOTAL <= total + points <= MOST_TOTAL:
        raise total_too_large(MOST_TOTAL)
    return points


def run_after(run: Run, made: bool | None, counts: bool) -> Run:
    """The run after a hand; `counts`: whether the scheme counts such a hand for it."""
    if made is None or not counts:
        return _NO_RUN
    return Run(made=run.made + 1) if made else Run(missed=run.missed + 1)


def _of_one(
    scheme: Scheme, hand: OpenHand, played: PlayedHand, made: Mapping[str, bool], player: str
) -> dict[str, Any]:
    """What the scheme is told of one player's hand, but for the total and the streaks."""
    known: dict[str, Any] = {"bid": played.bids.get(player), "cards": hand.cards}
    known["place_in_bidding"] = place_in_bidding(hand, player)
    if played.taken is None:
        known |= {"taken": None, "made": made.get(player)}
    else:
        known["taken"] = played.taken.get(player)
    if scheme.marks:
        others = [one for one in hand.order if one != player]
        known["marks"] = _marks(scheme, played, player)
        known["others_made"] = _count(scheme, played, others, made, True)
        known["others_missed"] = _count(scheme, played, others, made, False)
    if played.contract is not None:
        known |= _contract_names(played, played.contract, player)
    return known


def place_in_bidding(hand: OpenHand, player: str) -> int:
    """1 for whoever bids first, then 2, 3 …; 0 for those who do not bid, and where all bid at once."""
    in_turn = hand.first_bidder is not None and player in hand.bidders
    return hand.bidders.index(player) + 1 if in_turn else 0


def _marks(scheme: Scheme, played: PlayedHand, player: str) -> dict[str, Any]:
    """A player's marks; what is not said is what it usually is."""
    said = played.marks.get(player, {})
    return {mark: usual if said.get(mark) is None else said[mark] for mark, usual in scheme.unmarked.items()}


def _count(
    scheme: Scheme, played: PlayedHand, players: list[str], made: Mapping[str, bool], wanted: bool
) -> dict[str, int]:
    return {
        mark: sum(bool(_marks(scheme, played, one)[mark]) and made.get(one) is wanted for one in players)
        for mark in scheme.marks
    }


def set_by_one(contract: Contract) -> int:
    """Tricks that miss the contract by one: one short, of a zero one over."""
    return abs(contract.level - 1)


def _contract_taken(played: PlayedHand, contract: Contract) -> int | None:
    """The declarer's tricks; where only who made it is known, a number of tricks that makes or misses it likewise."""
    if played.taken is not None:
        return played.taken.get(contract.declarer)
    return contract.level if (played.made or {}).get(contract.declarer) else set_by_one(contract)


def _contract_names(played: PlayedHand, contract: Contract, player: str) -> dict[str, Any]:
    role = "declarer" if player == contract.declarer else "doubler" if player in contract.doublers else "other"
    return {
        "role": role,
        "level": contract.level,
        "contract_taken": _contract_taken(played, contract),
        "doubled": bool(contract.doublers),
        "redoubled": contract.redoubled,
    }


class OnPaper(NamedTuple):
    """What a hand on paper gives: `scored.points` count, `by_rules` are those of whom the rules can say."""

    scored: Scored
    by_rules: dict[str, Points]


def on_paper(
    scheme: Scheme,
    options: Mapping[str, object],
    hand: OpenHand,
    played: PlayedHand,
    paper: Mapping[str, Points],
    scored_by: Callable[[OpenHand, PlayedHand], Scored],
    passed: Collection[str],
) -> OnPaper:
    """The points of a hand as they stand on `paper`; of all others as the rules give them, else 0.

    `scored_by` is how the rules count a hand; `passed` are those who need no bid to be counted.
    """
    sure = {player for player in _with_result(played) if player in played.bids or player in passed}
    whole = replace(played, bids={player: bid for player, bid in played.bids.items() if player in sure})
    scored = scored_by(hand, whole)
    worked_out = _worked_out(scheme, options, hand, whole, sure)
    by_rules = {
        player: points
        for player, points in scored.points.items()
        if player in worked_out and player not in scored.unknown
    }
    points = {player: paper.get(player, by_rules.get(player, 0)) for player in hand.order}
    variables = {player: scored.variables[player] for player in by_rules}
    return OnPaper(scored._replace(points=points, unknown={}, variables=variables), by_rules)


def _with_result(played: PlayedHand) -> Collection[str]:
    """Of whom the tricks are known, or who made it, or how far off they were."""
    said = next((one for one in (played.taken, played.off, played.made) if one is not None), {})
    return said.keys()


def _worked_out(
    scheme: Scheme, options: Mapping[str, object], hand: OpenHand, played: PlayedHand, sure: Collection[str]
) -> Collection[str]:
    """Those of whom enough is known: of all others too where points hang on them, and of the declarer."""
    if played.taken is None and needs_tricks(scheme, options, hand.options, off_known=played.off is not None):
        sure = {player for player in sure if (played.made or {}).get(player)}
    contract = played.contract
    others = hand.order if hangs_on_others(scheme) else () if contract is None else (contract.declarer,)
    return sure if all(player in sure for player in others) else ()


def doubts(problems: Iterable[RuleError], contract_known: bool) -> tuple[RuleError, ...]:
    """What cannot be of a hand on paper; what is only not written there is no doubt."""
    unsaid = (errors.ValueMissing,) if contract_known else (errors.ValueMissing, errors.WrongContract)
    return tuple(one for one in problems if not isinstance(one, unsaid))


def no_points_known(given: OnPaper, paper: Mapping[str, Points], names: Mapping[str, str]) -> list[RuleError]:
    """A doubt about those who get 0 because neither points nor what they hang on is written down, if there are any."""
    unknown = given.scored.points.keys() - paper.keys() - given.by_rules.keys()
    told = [name for player, name in names.items() if player in unknown]
    return [errors.no_points_known(both(told))] if told else []
