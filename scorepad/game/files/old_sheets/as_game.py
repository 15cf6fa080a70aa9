"""An old sheet as a game: every hand tried by the rules first, and kept as on paper where paper and rules differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from scorepad.errors import FileError, HandsImpossible
from scorepad.game.files.game_file import FORMAT, read_game, with_record
from scorepad.game.files.old_sheets.evenings import OldEvening, OldHand
from scorepad.game.files.untrusted_input import BUILT_IN, RuleFiles
from scorepad.game.report.sheet_files import number
from scorepad.game.state.record import Game
from scorepad.game.state.rows import Points
from scorepad.rules.field_readers import FEWEST_PLAYERS, MOST_PLAYERS
from scorepad.rules.rulebook import Rulebook
from scorepad.words import _

Counts = Literal["paper", "rules"]
"""What counts where they differ."""


@dataclass(frozen=True)
class Difference:
    """Points of a player that paper and rules do not agree on; `rules` None where nothing can be worked out."""

    hand: int
    player: str
    paper: Points
    rules: Points | None


@dataclass(frozen=True)
class Doubt:
    """A hand that cannot have been so, and why."""

    hand: int
    why: str


@dataclass(frozen=True)
class Kept:
    """The game of an old sheet, and where the rules would have it otherwise."""

    game: Game
    differences: tuple[Difference, ...] = ()
    doubts: tuple[Doubt, ...] = ()


@dataclass
class _Writing:
    """A game that grows hand by hand, and what is noticed on the way."""

    game: Game
    counts: Counts
    by_hand: Mapping[int, Counts]
    known: RuleFiles
    differences: list[Difference] = field(default_factory=list)
    doubts: list[Doubt] = field(default_factory=list)
    refused: list[Doubt] = field(default_factory=list)  # which the rules were to count
    totals: dict[str, Points] = field(default_factory=dict)  # as they stand on paper

    def add(self, entry: Mapping[str, Any]) -> None:
        self.game = with_record(self.game, [entry], self.known)

    @property
    def counts_next(self) -> Counts:
        """What counts in the hand that comes."""
        return self.by_hand.get(self.game.sheet.hands_played + 1, self.counts)

    def total_of(self, name: str) -> Points | None:
        """As the game has it now; None for who has not sat down yet."""
        ids = {called: player for player, called in self.game.names.items()}
        return self.game.sheet.totals[ids[name]] if name in ids else None


def as_game(
    evening: OldEvening,
    rulebook: str,
    scheme: str = "",
    *,
    date: str = "",
    counts: Counts = "paper",
    by_hand: Mapping[int, Counts] = {},
    known: RuleFiles = BUILT_IN,
) -> Kept:
    """The evening as a game by this rulebook (a key of `known`) and scheme ("": the rulebook's own); of `date` where it
    says none itself. `by_hand` says by their numbers what counts in single hands.

    FileError where it cannot be kept; HandsImpossible where hands cannot have been so that the rules are to count.
    """
    writing = _Writing(_opened(evening, date, rulebook, scheme, known), counts, by_hand, known)
    if evening.hands:
        _plan(writing, evening)
        for at, hand in enumerate(evening.hands):
            _write(writing, evening, hand, _seated_next(evening, at))
        if not writing.game.sheet.finished and writing.game.sheet.bids is None:
            writing.add({"end": {}})
    else:
        writing.add({"totals": {name: number(total) for name, total in evening.totals.items()}})
    if writing.refused:
        raise HandsImpossible(writing.refused[0].why, tuple(one.hand for one in writing.refused))
    return Kept(writing.game, tuple(writing.differences), tuple(writing.doubts))


def _opened(evening: OldEvening, date: str, rulebook: str, scheme: str, known: RuleFiles) -> Game:
    first = next((one for one in evening.hands if one.played), None)
    players = [name for name in evening.players if first is None or name in first.players]
    head = {
        "date": evening.date or date, "location": evening.place, "scorer": evening.scorer,
        "scheme": scheme, "first_dealer": first.dealer if first and first.dealer in players else "",
    }  # fmt: skip
    said: dict[str, Any] = {key: value for key, value in head.items() if value}
    house = _house(evening, known.find_rulebook(rulebook))
    return read_game({"format": FORMAT, "rulebook": rulebook, "house": house, **said, "players": players}, known)


def _house(evening: OldEvening, rulebook: Rulebook) -> dict[str, Any]:
    """More players than the rulebook knows, or fewer, where so many sat there."""
    counts = {len(one.players) for one in evening.hands if one.played} or {len(evening.players)}
    for count in sorted(counts):
        if not FEWEST_PLAYERS <= count <= MOST_PLAYERS:
            words = _("A game is for {fewest} to {most} players, not for {count}.")
            raise FileError(words.format(fewest=FEWEST_PLAYERS, most=MOST_PLAYERS, count=count))
    fewest, most = min(rulebook.min_players, *counts), max(rulebook.max_players, *counts)
    usual = (fewest, most) == (rulebook.min_players, rulebook.max_players)
    return {} if usual else {"players": f"{fewest}-{most}"}


def _plan(writing: _Writing, evening: OldEvening) -> None:
    """The hands as the sheet has them, where the rulebook has others."""
    cards = [_cards(one) for one in evening.hands if one.played]
    usual = [one.cards for one in writing.game.sheet.coming()]
    sizes = [one for one in cards if one]
    if len(sizes) == len(cards) and sizes != usual:
        try:
            writing.add({"plan": {"cards": sizes}})
        except FileError:  # more cards than the pack has: every such hand is one for itself
            return


def _cards(hand: OldHand) -> int | None:
    """Cards each: as written, else the tricks of all together."""
    return hand.cards or (sum(hand.taken.values()) if {*hand.taken} >= {*hand.players} else None) or None


def _seated_next(evening: OldEvening, at: int) -> tuple[str, ...]:
    """Who sits at the table in this hand, or where it is points alone, in the next one that was played."""
    return next((one.players for one in evening.hands[at:] if one.played), ())


def _write(writing: _Writing, evening: OldEvening, hand: OldHand, seated: tuple[str, ...]) -> None:
    is_current = hand is evening.hands[-1] and hand.bids and not (hand.taken or hand.made or hand.points or hand.totals)
    if is_current:  # a player without a bid has not left, but has not bid yet
        seated = (*seated, *(writing.game.names[player] for player in writing.game.sheet.seats.present))
    _seat(writing, evening, hand, seated)
    if not hand.played:
        _points_alone(writing, hand)
        return
    if writing.game.sheet.finished:
        writing.add({"reopen": {}})
    _deal(writing, hand)
    if is_current:
        writing.add({"hand": next(_as_written(hand))})
    else:
        _play(writing, hand)
    for name, given in hand.adjustments.items():
        writing.add({"adjust": {"player": name, "points": number(given), "why": hand.remark}})
        writing.totals[name] = writing.totals.get(name, 0) + given


def _seat(writing: _Writing, evening: OldEvening, hand: OldHand, seated: tuple[str, ...]) -> None:
    """Who is new, back or gone before the hand."""
    if not seated:
        return
    game = writing.game
    present = {game.names[player] for player in game.sheet.seats.present}
    for name in sorted({*seated} - present, key=evening.players.index):
        if name in game.names.values():
            writing.add({"return": {"player": name}})
        else:
            writing.add({"join": _joining(evening, hand, name, present)})
            if hand.played:
                writing.totals[name] = writing.total_of(name) or 0
        present.add(name)
    for name in sorted(present - {*seated}):
        writing.add({"leave": {"player": name}})


def _joining(evening: OldEvening, hand: OldHand, name: str, present: set[str]) -> dict[str, Any]:
    """With the points that the newcomer begins with, where the sheet tells them."""
    after = evening.players[evening.players.index(name) + 1 :]
    begins = hand.points.get(name) if not hand.played else _before(hand, name)
    said = {"player": name, "before": next((one for one in after if one in present), None), "points": begins}
    return {key: value for key, value in said.items() if value is not None}


def _before(hand: OldHand, name: str) -> Points | None:
    if name not in hand.totals or name not in hand.points:
        return None
    return hand.totals[name] - hand.points[name] - hand.adjustments.get(name, 0)


def _points_alone(writing: _Writing, hand: OldHand) -> None:
    """Penalties, presents, and what a newcomer has begun with already."""
    for name, given in {**hand.points, **hand.adjustments}.items():
        begun = name not in writing.totals and writing.total_of(name) == given
        if given and not begun:
            writing.add({"adjust": {"player": name, "points": number(given), "why": hand.remark}})
        writing.totals[name] = writing.totals.get(name, 0) + given


def _deal(writing: _Writing, hand: OldHand) -> None:
    """Who deals, where it is somebody else than the rules say."""
    sheet, names = writing.game.sheet, writing.game.names
    ids = {names[player]: player for player in sheet.seats.present}
    coming = sheet.open_hand
    said = {}
    if coming and hand.dealer in ids and ids[hand.dealer] != coming.dealer:
        said["player"] = hand.dealer
    if coming and sheet.rulebook.bids_apart and hand.first_bidder in ids and ids[hand.first_bidder] != coming.order[0]:
        said["first_bidder"] = hand.first_bidder
    if said:
        writing.add({"dealer": said})


# --- a hand ---------------------------------------------------------------------------------------------------


def _play(writing: _Writing, hand: OldHand) -> None:
    paper = _on_paper(writing, hand)
    for name, points in paper.items():
        writing.totals[name] = writing.totals.get(name, 0) + points
    before, counts, refused = writing.game, writing.counts_next, ""
    for entry in _as_written(hand):
        try:
            writing.add({"hand": entry})
        except FileError as error:
            refused = refused or error.reason
            writing.game = before
        else:
            differing = list(_differences(writing.game, paper))
            writing.differences += differing
            if differing and counts == "paper":
                writing.game = before
                own = {one.player: number(one.paper) for one in differing}
                writing.add({"hand": {**entry, "points": own}})
            return
    _keep_as_on_paper(writing, hand, paper, refused)
    if counts == "rules":
        writing.refused.append(writing.doubts[-1])


def _as_written(hand: OldHand) -> Iterator[dict[str, Any]]:
    """The hand as an entry, by the hook or not, as the table had it; without its trumps where those cannot be."""
    said: dict[str, Any] = {"bids": dict(hand.bids), "cards": _cards(hand), "trump": hand.trump}
    said |= {"hook_waived": True} if hand.bids else {}
    said |= {"taken": dict(hand.taken)} if hand.taken else {"made": dict(hand.made)}
    entry = {key: value for key, value in said.items() if value not in (None, {})}
    yield entry
    if "trump" in entry:
        yield {key: value for key, value in entry.items() if key != "trump"}


def _on_paper(writing: _Writing, hand: OldHand) -> dict[str, Points]:
    """The points as written; where running totals stand there, what they moved by: a bounce is what the paper says."""
    changes = {
        name: total - writing.totals.get(name, 0) - hand.adjustments.get(name, 0)
        for name, total in hand.totals.items()
        if name in hand.players and (name in writing.totals or name not in hand.points)
    }
    return {**hand.points, **changes}


def _differences(game: Game, paper: Mapping[str, Points]) -> Iterator[Difference]:
    row = game.hand_row(game.sheet.hands_played)
    by_rules = {game.names[player]: points for player, points in row.points.items()} if row else {}
    for name, points in paper.items():
        if by_rules.get(name) != points:
            yield Difference(game.sheet.hands_played, name, points, by_rules.get(name))


def _keep_as_on_paper(writing: _Writing, hand: OldHand, paper: Mapping[str, Points], why: str) -> None:
    entry = next(_as_written(hand)) | {"points": {name: number(points) for name, points in paper.items()}}
    entry.pop("hook_waived", None)  # paper minds no rule
    writing.add({"hand": entry})
    writing.doubts.append(Doubt(writing.game.sheet.hands_played, why))
