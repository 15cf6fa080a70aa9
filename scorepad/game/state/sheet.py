"""The sheet: a game's events folded into rows, points, totals and the hands to come.

The fold never refuses an event. If a correction makes a later row invalid, the row lists its `problems` for the players
to correct. Everything else continues.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import replace
from functools import cached_property
from typing import assert_never

from scorepad.errors import RuleError
from scorepad.game.state import events as e
from scorepad.game.state.checks import HandChecks
from scorepad.game.state.history import EffectiveEvent
from scorepad.game.state.position import Coming, Position, rulebook_with
from scorepad.game.state.rows import AdjustRow, Comment, EntryRow, Forfeit, HandRow, LateEntry, OpenHand, Points
from scorepad.game.state.scoring import (
    PlayedHand,
    Scored,
    Way,
    own_options,
    paper_problems,
    points_unknown,
    recording_way,
    scorable_players,
    score,
    suspended_bidders,
)
from scorepad.game.state.standings import PotShare, settlement, share_pot
from scorepad.game.state.turns import coming_hand, coming_hands, hand_to_play, trump_chooser
from scorepad.rules.cards import NO_TRUMPS
from scorepad.rules.rulebook.pot import NO_POT
from scorepad.words import _


class Sheet(Position):
    """A game's rows and totals; callers must not change it."""

    # --- folding -----------------------------------------------------------------------------------

    def after(self, standing: EffectiveEvent) -> Sheet:
        """Return a new sheet with one more event applied."""
        sheet = copy(self)
        vars(sheet).pop("open_hand", None)  # the cached current hand
        sheet._apply(standing)
        return sheet

    def write(self, standing: Iterable[EffectiveEvent]) -> Sheet:
        """Apply these events, oldest first, to this sheet itself and return it."""
        for event in standing:
            self._apply(event)
        return self

    def _apply(self, standing: EffectiveEvent) -> None:
        match standing.event:
            case e.BidsRecorded() as bids:
                self.bids, self.before_bids = bids, self.totals
            case e.TricksRecorded() as tricks:
                self._play(tricks, standing.corrected)
            case e.Misdealt() | e.Misplayed() as spoilt:
                self._void(spoilt)
            case e.Joined() | e.Left() | e.Returned() | e.Renamed() | e.Swapped() as seated:
                self._seat(seated)
            case e.Adjusted(player=player, points=points, why=why):
                self._add({player: points})
                self.rows = (*self.rows, AdjustRow(player, {player: points}, self.totals, why))
            case e.TotalsKnown(totals=totals):
                self.totals, self.only_totals, self.ended = {**self.totals, **totals}, True, True
            case e.Commented(text=text, hand=hand):
                self.comments = (*self.comments, Comment(text, hand))
            case e.Planned() | e.ClosingAnnounced() | e.DealerSet() | e.Ended() | e.Reopened() as ordered:
                self._apply_course(ordered)
            case e.HouseChanged(house=house):
                self.rulebook = rulebook_with(self.rulebook.to_dict(), house)
                if "ladder" in house:
                    self.schedule = replace(self.schedule, place=None, planned=None)
            case e.Described(details=details):
                self.scorer = details.get("scorer", self.scorer)
            case e.Opened() | e.Corrected() | e.SchemeChanged():
                pass  # applied before the fold: see `fold` in game.py, and merge_corrections
            case never:
                assert_never(never)

    def _seat(self, event: e.Joined | e.Left | e.Returned | e.Renamed | e.Swapped) -> None:
        """Apply a change of seats or names."""
        match event:
            case e.Joined() as joined:
                self._join(joined)
            case e.Left(player=player):
                self.seats = self.seats.with_taken(player, False)
                self._seats_changed()
            case e.Returned(player=player):
                credit = self.late_entry(player) if self.rulebook.returning == "as a newcomer" else None  # MU-38
                self.seats = self.seats.with_taken(player, True)
                self._seats_changed()
                if credit is not None:
                    self._enter(player, credit.points - self.totals[player], credit, back=True)
            case e.Renamed(player=player, name=name):
                if self.is_scorer(self.names[player]):
                    self.scorer = name
                self.names = {**self.names, player: name}
            case e.Swapped(players=players):
                self.seats = self.seats.swapped(*players)
            case never:
                assert_never(never)

    def _apply_course(self, event: e.Planned | e.ClosingAnnounced | e.DealerSet | e.Ended | e.Reopened) -> None:
        """Apply a change of the hands to come, the dealer or the end of the game."""
        match event:
            case e.Planned(cards=cards):
                self.schedule = replace(self.schedule, planned=cards, closing=None)
            case e.ClosingAnnounced(hands=hands):
                self.schedule = replace(self.schedule, closing=hands or None)
            case e.DealerSet() as dealer:
                self.rotation = self.rotation.set_by_hand(dealer)
            case e.Ended(moved=moved):
                self.ended, self.moved = True, moved
            case e.Reopened():
                self.ended, self.moved, self.reopened = False, False, True
                self.schedule = replace(self.schedule, closing=None)
            case never:
                assert_never(never)

    def _add(self, points: dict[str, Points]) -> None:
        self.totals = {**self.totals, **{player: self.totals.get(player, 0) + more for player, more in points.items()}}

    def _join(self, joined: e.Joined) -> None:
        credit = self.late_entry() if joined.points is None else None
        points = joined.points if credit is None else credit.points
        self.names = {**self.names, joined.player: joined.name}
        self.seats = self.seats.joined(joined.player, joined.before)
        self._seats_changed()
        self._enter(joined.player, points or 0, credit)

    def _enter(self, player: str, points: Points, credit: LateEntry | None, *, back: bool = False) -> None:
        self._newcomers |= {player}
        self._add({player: points})
        row = EntryRow(player, {player: points}, self.totals, credit if self.has_totals else None, back)
        self.rows = (*self.rows, row)

    def _seats_changed(self) -> None:
        if self.rulebook.seats_change == "the ladder begins anew":  # MU-35
            self.schedule = replace(self.schedule, place=None)

    def _play(self, tricks: e.TricksRecorded, corrected: bool) -> None:
        coming = coming_hand(self)
        bids = self.bids or e.BidsRecorded(cards=tricks.cards or self.schedule.last_cards, bids={})
        hand = hand_to_play(self, coming, bids.cards)
        played = self._played(hand, bids, tricks)
        paper = tricks.points
        scored, by_rules = (self._score(hand, played), {}) if paper is None else self._on_paper(hand, played, paper)
        self._add(scored.points)
        self._runs, self.makers_before = scored.runs, sum(scored.made.values())
        self.washouts = self.washouts + 1 if scored.made and not self.makers_before else 0
        self.hands_played += 1
        self.bids, self.before_bids = None, None
        over = RuleError("hand", _("The game had already ended before this hand."))
        problems = [over] if coming is None else []
        problems += HandChecks(self.rulebook, hand, self.names).problems(bids, tricks, played, mended=corrected)
        if paper is not None and (unknown := scored.points.keys() - paper.keys() - by_rules.keys()):
            problems.append(points_unknown([name for player, name in self.names.items() if player in unknown]))
        for player, reason in scored.unknown.items():
            text = _("The points of {name} cannot be calculated: {reason} Edit the hand to type them.")
            problems.append(RuleError("points", text.format(name=self.names[player], reason=reason)))
        row = HandRow(
            hand=hand.number, cards=hand.cards, dealer=hand.dealer, first_bidder=hand.first_bidder,
            points=scored.points, totals=self.totals, bids=played.bids, taken=played.taken, made=scored.made,
            bid_changes=played.bid_changes,
            bidders=hand.in_bid_order(played.contract, played.marks).bidders if hand.first_bidder else (),
            off=self._off(played),
            asleep=(*suspended_bidders(self.scheme, played.contract), *played.wrong_count),
            wrong_count=tricks.wrong_count,
            trump=played.trump, turned=tricks.turned or bids.turned, chosen_by=self._chooser(hand, bids, tricks),
            contract=bids.contract, calls=bids.calls, cancelled=tricks.cancelled, marks=played.marks,
            note=hand.note, options=hand.options, last=hand.last, extra=hand.extra, hook=hand.hook,
            hook_waived=bids.hook_waived, corrected=corrected,
            variables=scored.variables, paper=paper, by_rules=by_rules,
            problems=tuple(problems) if paper is None else (),
            doubts=() if paper is None else paper_problems(problems, bids.contract is not None),
        )  # fmt: skip
        self.rows = (*self.rows, row)
        self._forfeit(row)
        self.rotation = self.seats.rotated(hand.dealer, hand.order[0])
        self.reopened, self._newcomers = False, frozenset()
        # A hand from paper may have other cards than the ladder. The ladder continues as if it had its planned cards.
        self.schedule = self.schedule.after(coming, coming.cards if paper is not None and coming else hand.cards)

    def _score(self, hand: OpenHand, played: PlayedHand) -> Scored:
        options = {**self.options, **own_options(self.scheme, hand.options)}
        scored = score(self.scheme, options, hand, played, self.totals, self._runs, self.top, self.around)
        charged = dict.fromkeys(played.wrong_count, self.rulebook.wrong_count)
        variables = {player: given for player, given in scored.variables.items() if player not in charged}
        return scored._replace(points={**scored.points, **charged}, variables=variables)

    def _on_paper(
        self, hand: OpenHand, played: PlayedHand, paper: dict[str, Points]
    ) -> tuple[Scored, dict[str, Points]]:
        """Score a hand from paper; return also the points by the rules, as far as they are known.

        Points on `paper` count as written. The other players get their points by the rules, or 0 if those are unknown.
        """
        may_pass = played.contract is not None and self.rulebook.auction.only_passed == "no bid"
        no_bid = hand.order if may_pass else [player for player in hand.order if player not in hand.bidders]
        # the players whose tricks, made bid or distance from the bid is known
        with_result = next((result for result in (played.taken, played.off, played.made) if result is not None), {})
        sure = {player for player in with_result if player in played.bids or player in no_bid}
        known = replace(played, bids={player: bid for player, bid in played.bids.items() if player in sure})
        scored = self._score(hand, known)
        scorable = set(scorable_players(self.scheme, self.options, hand, known, sure)) - scored.unknown.keys()
        by_rules = {player: points for player, points in scored.points.items() if player in scorable}
        points = {player: paper.get(player, by_rules.get(player, 0)) for player in hand.order}
        variables = {player: given for player, given in scored.variables.items() if player in by_rules}
        return scored._replace(points=points, unknown={}, variables=variables), by_rules

    def _chooser(self, hand: OpenHand, bids: e.BidsRecorded, tricks: e.TricksRecorded) -> str | None:
        """Return the player who chose trumps, if the rules have a chooser and a trump is recorded."""
        recorded = tricks.chosen_by or bids.chosen_by
        named = tricks.trump or bids.trump
        known = named and tricks.points is None  # on paper bids may be missing
        return recorded or (trump_chooser(self.rulebook, hand, bids.bids) if known else None)

    def _played(self, hand: OpenHand, bids: e.BidsRecorded, tricks: e.TricksRecorded) -> PlayedHand:
        counted = dict.fromkeys(hand.order, hand.fixed_bid) if hand.fixed_bid is not None else bids.bids
        trump, marks = tricks.trump or bids.trump or hand.trump, e.merge_marks(bids.marks, tricks.marks)
        changed = e.change_bids(counted, tricks.bid_changes)
        played = PlayedHand(
            changed, tricks.taken, tricks.made, trump, bids.contract, marks, tricks.off, bid_changes=tricks.bid_changes
        )
        if tricks.wrong_count is None:
            return played
        return replace(played, made=dict.fromkeys(hand.order, True), wrong_count=tricks.wrong_count)

    def _off(self, played: PlayedHand) -> dict[str, int] | None:
        """Return how far off the bids were, if the table records that; signed if the tricks are known."""
        if self.rulebook.writes == "off" and played.taken is not None:
            return {player: played.taken[player] - bid for player, bid in played.bids.items() if player in played.taken}
        return played.off and {player: off for player, off in played.off.items() if player in played.bids}

    def _forfeit(self, row: HandRow) -> None:
        forfeit = self.rulebook.forfeit
        if forfeit is None:
            return
        had = {earlier.player for earlier in self.forfeits}
        lost = [
            Forfeit(player, row.hand, forfeit.name)
            for player, bid in row.bids.items()
            if bid >= forfeit.bid and row.made.get(player) is False and player not in had
        ]
        self.forfeits = (*self.forfeits, *lost)

    def _void(self, spoilt: e.Misdealt | e.Misplayed) -> None:
        hand = hand_to_play(self, coming_hand(self), self.bids.cards if self.bids else None)
        points = self._penalties(hand, spoilt)
        self._add(points)
        self.bids, self.before_bids = None, None
        if self.rulebook.void_moves_on:  # MU-30
            self.rotation = self.seats.rotated(hand.dealer, hand.order[0])
        else:  # the same dealer deals again, even if a player joins first
            self.rotation = self.rotation.set_by_hand(e.DealerSet(hand.dealer, hand.order[0]))
        all_points = {player: points.get(player, 0) for player in self.seats.present}
        row = HandRow(
            hand.number, hand.cards, hand.dealer, hand.first_bidder, all_points, self.totals,
            void=True, void_by=spoilt.kind, last=hand.last, extra=hand.extra,
        )  # fmt: skip
        self.rows = (*self.rows, row)

    def _penalties(self, hand: OpenHand, spoilt: e.Misdealt | e.Misplayed) -> dict[str, Points]:
        """Return the rulebook's penalties for a void deal, by player."""
        if isinstance(spoilt, e.Misplayed):
            return {spoilt.player: self.rulebook.misplay.get("player", 0)}
        costs = {} if spoilt.free else self.rulebook.misdeal
        points: dict[str, Points] = dict.fromkeys(spoilt.wrong_count, costs.get("wrong_count", 0))
        own = points.get(hand.dealer, 0) if self.rulebook.dealer_pays_both else 0  # MU-29
        return {**points, hand.dealer: costs.get("dealer", 0) + own}

    # --- the next hand and the result --------------------------------------------------------------

    @property
    def finished(self) -> bool:
        """Return whether the game is over."""
        return coming_hand(self) is None

    @cached_property
    def open_hand(self) -> OpenHand | None:
        """Return the current hand, or None if the game is over."""
        coming = coming_hand(self)
        return hand_to_play(self, coming, self.bids.cards if self.bids else None) if coming else None

    @property
    def in_playing_order(self) -> list[str]:
        """Return all players in the direction of the deal, from the first seat on."""
        first, *others = self.seats.everyone
        return [first, *others[:: self.step]]

    def clockwise_before(self, player: str | None) -> str | None:
        """Return the seat before which a newcomer sits clockwise, for one in playing order (None: at the end)."""
        everyone = [*self.seats.everyone, None]
        if self.step == 1 or player not in everyone:
            return player
        return everyone[everyone.index(player) + 1 if player else 1]

    @property
    def has_trumps(self) -> bool:
        """Return whether any hand of this game had or can have a trump suit."""
        played = (row.trump for row in self.rows if isinstance(row, HandRow))
        return self.rulebook.has_trumps or any(trump not in (None, NO_TRUMPS) for trump in played)

    @property
    def open_trump(self) -> str | None:
        """Return the trump of the current hand, if known; None in a game without trumps."""
        if self.open_hand is None or not self.has_trumps:
            return None
        return (self.bids and self.bids.trump) or self.open_hand.trump

    def coming(self) -> list[Coming]:
        """Return the hands to come, the current hand first; none if the game is over.

        An endless ladder gives the next few hands.
        """
        return coming_hands(self)

    @property
    def writes(self) -> Way:
        """Return what the table records of the current hand.

        This is "tricks" if the table's usual way is not enough for the points.
        """
        return recording_way(self.rulebook, self.scheme, self.options, self.open_hand.options if self.open_hand else {})

    @property
    def winners(self) -> list[str]:
        """Return the winners; several if they share first place.

        There are none while the game runs, here or at other tables. There are none either if a total must be met
        exactly and the table stopped before that.
        """
        if not self.finished or self.moved:
            return []
        leaders, end = [place for place in self.standings() if place.place == 1], self.ends
        return [leader.player for leader in leaders if end.how != "exactly" or leader.total == end.points]

    # --- money ---

    def pot(self) -> dict[str, PotShare]:
        """Return each player's share of the pot after the game.

        It is empty if there is no pot, while the game runs, or if the players settle at other tables.
        """
        if self.rulebook.pot == NO_POT or not self.finished or self.moved or not self.has_places:
            return {}
        hands = [row.made for row in self.rows if isinstance(row, HandRow)]
        misses = {player: sum(made.get(player) is False for made in hands) for player in self.names}
        seats = self.seats.everyone
        places = sorted(self.standings(), key=lambda place: (place.place, seats.index(place.player)))
        return share_pot(self.rulebook.pot, places, misses, low_wins=self.low_wins)

    def settlement(self) -> dict[str, int] | None:
        """Return each player's money in the smallest coin: points against the mean, and the pot after the game.

        Return None if there is neither, or if the players settle at other tables.
        """
        pot = self.pot()
        if (self.stake is None and not pot) or self.moved:
            return None
        in_seat_order = {player: self.totals[player] for player in self.seats.everyone}
        money = settlement(in_seat_order, self.stake or 0, low_wins=self.low_wins)
        return {player: amount + (pot[player].gain if pot else 0) for player, amount in money.items()}
