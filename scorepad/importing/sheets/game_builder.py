"""Conversion of an old sheet to a game.

Each hand is first recorded by the rules. If rules and sheet differ, `counts` decides which points are recorded.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Literal

from scorepad.errors import ColumnsUnclear, FileError, HandsImpossible, quote_value
from scorepad.formula_names import FEWEST_PLAYERS, MOST_PLAYERS
from scorepad.game.files.game_file import FORMAT, add_record, read_game
from scorepad.game.files.untrusted_input import BUILT_IN, RuleFiles
from scorepad.game.report.sheet_files import number
from scorepad.game.state.game import Game
from scorepad.game.state.rows import Points
from scorepad.game.state.standings import simplify_points
from scorepad.importing.sheets.evenings import OldEvening, OldHand, cards_of, hand_entries
from scorepad.importing.sheets.points_check import (
    PointsCheck,
    refuse_impossible,
    refuse_mixed,
    refuse_other_growth,
    tricks_by_points,
    with_running_totals,
)
from scorepad.importing.sheets.row_kinds import in_column
from scorepad.rules.cards import NO_TRUMPS
from scorepad.rules.rulebook import Rulebook
from scorepad.words import _

Counts = Literal["paper", "rules"]
"""The source of the points if sheet and rules differ."""


@dataclass(frozen=True)
class Difference:
    """A player's points that differ between sheet and rules.

    `rules` is None if the rules cannot score the hand.
    """

    hand: int
    player: str
    paper: Points
    rules: Points | None


@dataclass(frozen=True)
class RefusedHand:
    """A hand that the rules refuse, and the reason."""

    hand: int
    why: str


@dataclass(frozen=True)
class ImportedGame:
    """The game of an old sheet, with its differences from the rules."""

    game: Game
    differences: tuple[Difference, ...] = ()
    doubts: tuple[RefusedHand, ...] = ()


@dataclass
class _GameBuilder:
    """A game under construction, with the differences and refused hands so far."""

    game: Game
    counts: Counts
    by_hand: Mapping[int, Counts]
    known: RuleFiles
    differences: list[Difference] = field(default_factory=list)
    doubts: list[RefusedHand] = field(default_factory=list)
    refused: list[RefusedHand] = field(
        default_factory=list
    )  # hands that the rules refuse, though they were to score them
    totals: dict[str, Points] = field(default_factory=dict)  # as on the sheet
    labels: Mapping[str, str] = field(default_factory=dict)  # headings by meaning, such as “bid:Ann”
    check: PointsCheck = field(init=False)

    def __post_init__(self) -> None:
        self.check = PointsCheck(self.game)

    def add(self, entry: Mapping[str, Any]) -> None:
        self.game = add_record(self.game, [entry], self.known)

    def entries(self, hand: OldHand) -> Iterator[dict[str, Any]]:
        """Yield the entries of `hand_entries`, with the letter of its trump in the pack of this game, if it has one."""
        suits = self.game.sheet.rulebook.suits
        letter = suits.letter_of(hand.trump or "")
        return hand_entries(replace(hand, trump=letter if letter in (*suits.letters, NO_TRUMPS) else None))

    @property
    def counts_next(self) -> Counts:
        """Return the source of the points of the next hand."""
        return self.by_hand.get(self.game.sheet.hands_played + 1, self.counts)

    def total_of(self, name: str) -> Points | None:
        """Return the player's current total, or None if the player has not joined yet."""
        ids = {called: player for player, called in self.game.names.items()}
        return self.game.sheet.totals[ids[name]] if name in ids else None


def build_game(
    evening: OldEvening,
    rulebook: str | Mapping[str, str],
    scheme: str = "",
    *,
    date: str = "",
    counts: Counts = "paper",
    by_hand: Mapping[int, Counts] = {},
    known: RuleFiles = BUILT_IN,
) -> ImportedGame:
    """Return the evening as a game by this rulebook and scheme.

    `rulebook` is a key of `known`, or {"name": …} for a game of which only the name is known. An empty `scheme` means
    that of the rulebook. `date` is used if the evening has none. `by_hand` overrides `counts` for single hands, by
    their numbers.

    Raise FileError if the evening cannot be imported. Raise HandsImpossible if the rules are to score hands that they
    refuse.
    """
    game = _opened(evening, date, rulebook, scheme, known)
    writing = _GameBuilder(game, counts, by_hand, known, labels=evening.labels)
    if evening.hands:
        evening = with_running_totals(evening, writing.check)
        refuse_impossible(evening)
        _plan(writing, evening)
        for at, hand in enumerate(evening.hands):
            seated = next((later.players for later in evening.hands[at:] if later.played), ())
            _write(writing, evening, hand, seated)
        if not writing.game.sheet.finished and writing.game.sheet.bids is None:
            writing.add({"end": {}})
    else:
        writing.add({"totals": {name: number(total) for name, total in evening.totals.items()}})
        _comment(writing, evening)
    is_confirmed = all(
        hand.cards and {*hand.players} <= part.keys()
        for hand in evening.hands
        for part in (hand.bids, hand.taken or hand.made, hand.points or hand.totals)
    )
    if not evening.is_own and (writing.differences or writing.doubts or not is_confirmed):
        refuse_mixed(evening)
        refuse_other_growth(evening)
    has_other_rows = evening.has_other_rows or not all(hand.played for hand in evening.hands)
    if writing.differences or writing.doubts or has_other_rows:
        _refuse_missing_points(writing, evening)
    if counts == "paper" and not by_hand:
        _refuse_other_totals(writing, evening)
    if writing.refused:
        raise HandsImpossible(writing.refused[0].why, tuple(doubt.hand for doubt in writing.refused))
    return ImportedGame(writing.game, tuple(writing.differences), tuple(writing.doubts))


def _comment(writing: _GameBuilder, evening: OldEvening) -> None:
    """Record the comment on the whole game, if there is one."""
    try:
        if evening.comment:
            writing.add({"comment": {"text": evening.comment}})
    except FileError as error:
        raise FileError(in_column(error.reason, evening.labels.get("comment", ""))) from error


def _refuse_missing_points(writing: _GameBuilder, evening: OldEvening) -> None:
    """Raise ColumnsUnclear if some players have no column of points, unlike the others.

    Call this if the rules do not give all points of the sheet.
    """
    columns = [code.partition(":")[::2] for code in evening.labels]
    scored = {player for part, player in columns if part in ("points", "total") and player}
    missing = [player for player in evening.players if player not in scored] if scored else []
    if missing and writing.counts == "paper":
        labels = [label for code, label in evening.labels.items() if code.partition(":")[2] in missing]
        words = _("The points of these players are missing, and the rules give other points: {columns}.")
        raise ColumnsUnclear(labels or missing, words)


def _refuse_other_totals(writing: _GameBuilder, evening: OldEvening) -> None:
    """Raise ColumnsUnclear if the game does not end with the last totals on paper."""
    last: dict[str, Points] = {}
    for hand in evening.hands:
        last |= hand.totals
    columns = [
        evening.labels.get(f"total:{name}", name) for name in last if (writing.total_of(name) or 0) != last[name]
    ]
    if columns:
        raise ColumnsUnclear(columns, _("The hands do not add up to these totals: {columns}."))


def _opened(evening: OldEvening, date: str, rulebook: str | Mapping[str, str], scheme: str, known: RuleFiles) -> Game:
    first = next((hand for hand in evening.hands if hand.played), None)
    players = [name for name in evening.players if first is None or name in first.players]
    head = {
        "date": evening.date or date, "location": evening.place, "scorer": evening.scorer,
        "scheme": scheme, "first_dealer": first.dealer if first and first.dealer in players else "",
    }  # fmt: skip
    values: dict[str, Any] = {key: value for key, value in head.items() if value}
    house = _house(evening, known.find_rulebook(rulebook)) if isinstance(rulebook, str) else {}
    return read_game({"format": FORMAT, "rulebook": rulebook, "house": house, **values, "players": players}, known)


def _house(evening: OldEvening, rulebook: Rulebook) -> dict[str, Any]:
    """Return house rules for the number of players, if the rulebook does not allow it."""
    counts = {len(hand.players) for hand in evening.hands if hand.played} or {len(evening.players)}
    for count in sorted(counts):
        if not FEWEST_PLAYERS <= count <= MOST_PLAYERS:
            words = _("A game is for {fewest} to {most} players, not for {count}.")
            reason = words.format(fewest=FEWEST_PLAYERS, most=MOST_PLAYERS, count=count)
            raise FileError(in_column(reason, evening.labels.get("hand", "") if evening.hands else ""))
    fewest, most = min(rulebook.min_players, *counts), max(rulebook.max_players, *counts)
    usual = (fewest, most) == (rulebook.min_players, rulebook.max_players)
    return {} if usual else {"players": f"{fewest}-{most}"}


def _plan(writing: _GameBuilder, evening: OldEvening) -> None:
    """Plan the hand sizes of the sheet, if they differ from the rulebook's."""
    cards = [cards_of(hand) for hand in evening.hands if hand.played]
    usual = [hand.cards for hand in writing.game.sheet.coming()]
    sizes = [size for size in cards if size]
    if len(sizes) == len(cards) and sizes != usual:
        try:
            writing.add({"plan": {"cards": sizes}})
        except FileError:  # More cards than the pack has. Each hand then sets its own size.
            return


def _write(writing: _GameBuilder, evening: OldEvening, hand: OldHand, seated: tuple[str, ...]) -> None:
    is_current = hand is evening.hands[-1] and hand.bids and not (hand.taken or hand.made or hand.points or hand.totals)
    if is_current:  # A player without a bid has not left the table. The bid is still missing.
        seated = (*seated, *(writing.game.names[player] for player in writing.game.sheet.seats.present))
    _seat(writing, evening, hand, seated)
    if not hand.played:
        _points_alone(writing, evening, hand)
        return
    if writing.game.sheet.finished:
        writing.add({"reopen": {}})
    _deal(writing, hand)
    if is_current:
        _bid(writing, hand)
    else:
        _play(writing, hand)
    for name, points in hand.adjustments.items():
        writing.add({"adjust": {"player": name, "points": number(points), "why": hand.remark}})
        writing.totals[name] = writing.totals.get(name, 0) + points


def _bid(writing: _GameBuilder, hand: OldHand) -> None:
    """Record the bids of the current hand; leave them out after an auction, whose contract a sheet does not have."""
    try:
        writing.add({"hand": next(writing.entries(hand))})
    except FileError as error:
        if not writing.game.sheet.rulebook.names_contract:
            raise
        why = _("Its bids are left out: {why}").format(why=error.reason)
        writing.doubts.append(RefusedHand(writing.game.sheet.hands_played + 1, why))


def _seat(writing: _GameBuilder, evening: OldEvening, hand: OldHand, seated: tuple[str, ...]) -> None:
    """Add joins, returns and departures before the hand."""
    if not seated:
        return
    game = writing.game
    present = {game.names[player] for player in game.sheet.seats.present}
    for name in sorted({*seated} - present, key=evening.players.index):
        if name in game.names.values():
            writing.add({"return": {"player": name}})
        elif not hand.played and name not in hand.points:
            continue  # a later row has the points with which this player joins
        else:
            writing.add({"join": _joining(evening, hand, name, present)})
            if hand.played:
                writing.totals[name] = writing.total_of(name) or 0
        present.add(name)
    for name in sorted(present - {*seated}):
        writing.add({"leave": {"player": name}})


def _joining(evening: OldEvening, hand: OldHand, name: str, present: set[str]) -> dict[str, Any]:
    """Return the entry for a late joiner, with the starting points if the sheet has them."""
    after = evening.players[evening.players.index(name) + 1 :]
    begins = hand.points.get(name) if not hand.played else _before(hand, name)
    entry = {"player": name, "before": next((other for other in after if other in present), None), "points": begins}
    return {key: value for key, value in entry.items() if value is not None}


def _before(hand: OldHand, name: str) -> Points | None:
    if name not in hand.totals or name not in hand.points:
        return None
    return simplify_points(Fraction(hand.totals[name] - hand.points[name] - hand.adjustments.get(name, 0)))


def _points_alone(writing: _GameBuilder, evening: OldEvening, hand: OldHand) -> None:
    """Record penalties and bonuses, and note the starting points of late joiners.

    A player may join after the last hand.
    """
    for name in hand.points:
        if writing.total_of(name) is None:
            present = {writing.game.names[player] for player in writing.game.sheet.seats.present}
            writing.add({"join": _joining(evening, hand, name, present)})
    for name, points in {**hand.points, **hand.adjustments}.items():
        is_start = name not in writing.totals and writing.total_of(name) == points
        if points and not is_start:
            writing.add({"adjust": {"player": name, "points": number(points), "why": hand.remark}})
        writing.totals[name] = writing.totals.get(name, 0) + points


def _deal(writing: _GameBuilder, hand: OldHand) -> None:
    """Record the dealer, and the first bidder where that differs from the rules."""
    sheet, names = writing.game.sheet, writing.game.names
    ids = {names[player]: player for player in sheet.seats.present}
    coming = sheet.open_hand
    changes = {}
    if coming and hand.dealer in ids and ids[hand.dealer] != coming.dealer:
        changes["player"] = hand.dealer
    if coming and sheet.rulebook.bids_apart and hand.first_bidder in ids and ids[hand.first_bidder] != coming.order[0]:
        changes["first_bidder"] = hand.first_bidder
    if changes:
        writing.add({"dealer": changes})


# --- a hand ---------------------------------------------------------------------------------------------------


def _play(writing: _GameBuilder, hand: OldHand) -> None:
    paper = _on_paper(writing, hand)
    for name, points in paper.items():
        writing.totals[name] = writing.totals.get(name, 0) + points
    before, counts, refused = writing.game, writing.counts_next, ""
    if not hand.taken and not hand.made:
        known = tricks_by_points(hand, paper, writing.check, writing.game.sheet.hands_played)
        hand = replace(hand, taken=known.taken, made=known.made)
        if not known.taken:
            why = _("No tricks give these points.") if known.are_impossible else ""
            _keep_as_on_paper(writing, hand, paper, why)
            if counts == "rules":
                unknown = _("The sheet has no tricks of this hand.")
                writing.refused.append(RefusedHand(writing.game.sheet.hands_played, why or unknown))
            return
    for entry in writing.entries(hand):
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
                paper_points = {difference.player: number(difference.paper) for difference in differing}
                writing.add({"hand": {**entry, "points": paper_points}})
            return
    _keep_as_on_paper(writing, hand, paper, refused)
    if counts == "rules":
        writing.refused.append(writing.doubts[-1])


def _on_paper(writing: _GameBuilder, hand: OldHand) -> dict[str, Points]:
    """Return the points of the hand as on the sheet.

    If the sheet has totals, the points are the changes of the totals. Only these show the effect of a bounce.
    """
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


def _keep_as_on_paper(writing: _GameBuilder, hand: OldHand, paper: Mapping[str, Points], why: str) -> None:
    entry = next(writing.entries(hand)) | {"points": {name: number(points) for name, points in paper.items()}}
    entry.pop("hook_waived", None)  # points from the sheet are not checked against the hook
    writing.add({"hand": entry})
    number_of_hand = writing.game.sheet.hands_played
    row = writing.game.hand_row(number_of_hand)
    known = {*paper, *(writing.game.names[player] for player in (row.by_rules if row else ()))}
    if why and (missing := {*hand.players} - known):
        columns = [label for code, label in writing.labels.items() if code.partition(":")[2] in missing]
        words = _("{reason} Columns: {columns}.") if columns else "{reason}"
        names = ", ".join(map(quote_value, columns))
        raise FileError(words.format(reason=why, columns=names), hand=number_of_hand)
    if why:
        writing.doubts.append(RefusedHand(number_of_hand, why))
