"""Checks of a hand and its result, used for recording, corrections and the fold.

Each check yields a RuleError for every problem, with the field that was entered. Decisions raise the first one. The
fold stores them in the row.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scorepad import errors
from scorepad.errors import RuleError
from scorepad.formats import format_change, format_points, is_whole
from scorepad.game.state.events import Bids, BidsRecorded, Contract, TricksRecorded, change_bids
from scorepad.game.state.rows import OpenHand
from scorepad.game.state.scoring import PlayedHand
from scorepad.game.state.turns import trump_chooser
from scorepad.rules.cards import NO_TRUMPS, OTHER_JOKER
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.rulebook.bidding_options import DASH_CALL, dash_calls_in_words
from scorepad.rules.rulebook.hook import DEALER_BIDS_ONE, MORE_THAN_THE_CARDS
from scorepad.rules.rulebook.turned_card import PLAYER_NAMES_TRUMP, trump_turned
from scorepad.words import _


@dataclass(frozen=True)
class HandChecks:
    """The checks of one hand, the current one or a played one; `names` are by player of the game."""

    rulebook: Rulebook
    hand: OpenHand
    names: Mapping[str, str]

    def problems(
        self, bids: BidsRecorded, tricks: TricksRecorded, played: PlayedHand | None = None, *, mended: bool
    ) -> Iterator[RuleError]:
        """Yield all problems of the hand, which has no result if `played` is None.

        Trumps are checked only if the hand is recorded or corrected now (`mended`). A hand played in hearts stays so,
        even if a correction of the previous hand makes spades the trump.
        """
        if mended:
            yield from self.trump_problems(bids.trump, bids.turned)
            yield from self.trump_problems(tricks.trump, tricks.turned)
        yield from self._contract_problems(bids)
        yield from self._bid_problems(bids.bids)
        if not bids.hook_waived:
            yield from self.hook_problems(bids)
        if self.hand.call_first:
            yield from self._dash_problems(bids)
        if mended:
            for chosen_by in (bids.chosen_by, tricks.chosen_by):
                yield from self.chooser_problems(bids.bids, chosen_by)
        if tricks.wrong_count is not None:
            yield from self.wrong_count_problems(tricks.wrong_count)
        elif played:
            yield from self.bid_change_problems(change_bids(played.bids, played.bid_changes, -1), played.bid_changes)
            yield from self.trick_problems(played, tricks.cancelled)

    def _not_here(self, field: str, player: str) -> RuleError:
        return errors.not_at_the_table(f"{field}.{player}", self.names.get(player, player))

    # --- bids ---

    def _bid_problems(self, bids: Mapping[str, Any]) -> Iterator[RuleError]:
        """Yield problems of the bids: each bidder bids from 0 to the cards, and no other player bids.

        If the hand has a fixed bid, only that bid is allowed.
        """
        hand, names = self.hand, self.names
        if hand.fixed_bid is not None:
            for player, bid in bids.items():
                if player not in hand.order or bid != hand.fixed_bid or not is_whole(bid):
                    yield errors.bid_not_asked(player, names.get(player, player))
            return
        for player in hand.bidders:
            bid = bids.get(player)
            if bid is None:
                if not (self.rulebook.bidding == "auction" and self.rulebook.auction.only_passed == "no bid"):  # MU-06
                    yield errors.ValueMissing(f"bids.{player}", _("{name} has not bid yet.").format(name=names[player]))
            elif not is_whole(bid) or bid not in hand.may_bid or bid > hand.cards:
                most = min(hand.may_bid[-1], hand.cards)
                yield errors.number_out_of_range("bids", player, names[player], bid, most, hand.may_bid[0])
        for player in bids:
            if player not in hand.bidders:
                yield errors.bid_not_asked(player, names.get(player, player))

    def hook_problems(self, recorded: BidsRecorded) -> Iterator[RuleError]:
        """Yield a problem if the last bidder made the bid that the hook forbids."""
        hand, bids = self.hand.in_bid_order(recorded.contract, recorded.marks), recorded.bids
        last = hand.hooked
        if last is None or bids.get(last) is None or bids[last] not in hand.forbidden(bids):
            return
        text = {
            DEALER_BIDS_ONE: _("{name} bids last and must bid 1: the other bids add up to {cards}."),
            MORE_THAN_THE_CARDS: _(
                "{name} bids last and may not bid {bid}: the bids must add up to more than {cards}."
            ),
        }.get(self.hand.hook_rule, _("{name} bids last and may not bid {bid}: the bids would add up to {cards}."))
        if self.hand.first_bidder is None:
            text = _("{name} deals and must change the bid: the bids add up to {cards}.")
        yield RuleError(f"bids.{last}", text.format(name=self.names[last], bid=bids[last], cards=self.hand.cards))

    def _dash_problems(self, bids: BidsRecorded) -> Iterator[RuleError]:
        """Yield problems of dash calls: zero is the bid of those who made one, and only some players may."""
        dashed = [player for player, marks in bids.marks.items() if marks.get(DASH_CALL) and player in self.hand.order]
        for player in dashed:
            if bids.bids.get(player):
                text = _("{name} made a dash call, so the bid is 0.")
                yield RuleError(f"bids.{player}", text.format(name=self.names[player]))
        most = self.rulebook.most_dash_calls
        if len(dashed) > most:
            yield RuleError("contract", dash_calls_in_words(most))

    def _contract_problems(self, bids: BidsRecorded) -> Iterator[RuleError]:
        """Yield problems of a contract: its players must be at the table, and no bid may exceed its level."""
        contract, wanted = bids.contract, self._decides_contract
        if contract is None:
            if wanted:
                text = _("Which player calls which number?")
                yield RuleError("contract", text if self.hand.call_first else _("Which player plays which contract?"))
        elif not wanted:
            yield errors.no_auction()
        elif (problem := next(self._contract_errors(contract), None)) is not None:
            yield problem
        elif bids.trump not in (*self.rulebook.suits.letters, NO_TRUMPS):
            yield RuleError("trump", _("Which suit is the contract in, or no trumps?"))
        elif self.hand.call_first and contract.level < self.rulebook.least_call:
            text = _("A call is at least {least} tricks.")
            yield RuleError("contract.level", text.format(least=self.rulebook.least_call))
        else:
            yield from self._commitment_problems(contract, bids.bids)

    @property
    def _decides_contract(self) -> bool:
        """Return whether the bidding of this hand decides a contract."""
        return self.hand.call_first or (self.rulebook.bidding == "auction" and bool(self.hand.bidders))

    def _contract_errors(self, contract: Contract) -> Iterator[RuleError]:
        """Yield the contract's own problems, of which only the first is reliable."""
        order, cards = self.hand.order, self.hand.cards
        if contract.declarer not in order:
            yield RuleError("contract.declarer", _("The declarer must be a player at the table."))
        if not is_whole(contract.level) or not 0 <= contract.level <= cards:
            text = _("The level must be a whole number from 0 to {cards}.")
            yield RuleError("contract.level", text.format(cards=cards))
        if any(doubler not in order for doubler in contract.doublers):
            yield RuleError("contract.doubler", _("The doubler must be a player at the table."))
        if self.hand.call_first and (contract.doublers or contract.redoubled):
            yield RuleError("contract.doubler", _("A call cannot be doubled."))
        if contract.declarer in contract.doublers:
            yield RuleError("contract.doubler", _("Players cannot double their own contract."))
        if len({*contract.doublers}) < len(contract.doublers):
            yield RuleError("contract.doubler", _("Each doubler can double only once."))
        if len(contract.doublers) > 1 and self.rulebook.auction.doublers != "several":  # MU-13
            yield RuleError("contract.doubler", _("Only one player doubles, unless the house rules allow several."))
        if contract.redoubled and contract.doubler is None:
            yield RuleError("contract.redoubled", _("Only a doubled contract can be redoubled."))

    def _commitment_problems(self, contract: Contract, bids: Bids) -> Iterator[RuleError]:
        declarer, level = contract.declarer, contract.level
        if bids.get(declarer) != level:
            text = _("{name} plays the contract, so the bid is its level, {level}.")
            yield RuleError(f"bids.{declarer}", text.format(name=self.names[declarer], level=level))
        for player, bid in bids.items():
            if is_whole(bid) and bid > level:
                text = _("{name} cannot be held to {bid}: no player named more than the contract’s {level}.")
                name = self.names.get(player, player)
                yield RuleError(f"bids.{player}", text.format(name=name, bid=bid, level=level))

    # --- trumps ---

    def chooser_problems(self, bids: Bids, chosen_by: str | None) -> Iterator[RuleError]:
        """Yield a problem if `chosen_by` is not at the table or not the chooser by the rules."""
        if chosen_by is None:
            return
        chooser = trump_chooser(self.rulebook, self.hand, bids)
        if chosen_by not in self.hand.order:
            yield errors.not_at_the_table("chosen_by", self.names.get(chosen_by, chosen_by))
        elif chooser not in (None, chosen_by):
            yield RuleError("chosen_by", _("Here {name} chooses the trumps.").format(name=self.names[chooser]))

    def trump_problems(self, trump: str | None, turned: str | None) -> Iterator[RuleError]:
        """Yield problems of the trump and the turned card, which must be possible in the rulebook."""
        suits = self.rulebook.suits
        joker = (OTHER_JOKER,) if OTHER_JOKER in self.rulebook.trump_choices() else ()
        if trump is not None and trump not in (*suits.letters, NO_TRUMPS, *joker):
            yield errors.not_a_trump(suits.letters)
            return
        if turned is not None:
            meant = trump_turned(self.rulebook, turned)
            if meant is None:
                yield RuleError("turned", _("“5H”, “QS” or “*” for a joker is how to write a turned-up card."))
            elif trump is not None and meant not in (PLAYER_NAMES_TRUMP, trump):
                text = _("With {turned} turned up the trumps are {meant}, not {trump}.")
                card = suits.card(turned)
                yield RuleError("turned", text.format(turned=card, meant=suits.name(meant), trump=suits.name(trump)))
        settled = self.hand.trump if self.rulebook.trump.way != "cycle" else None
        if trump is not None and settled is not None and trump != settled:
            text = _("Trumps by the rules: {settled}, not {trump}.")
            yield RuleError("trump", text.format(settled=suits.name(settled), trump=suits.name(trump)))

    # --- the result ---

    def wrong_count_problems(self, wrong_count: Collection[str]) -> Iterator[RuleError]:
        """Yield problems of a hand that ended because these players had a wrong number of cards."""
        if not self.rulebook.wrong_count:
            yield RuleError("wrong_count", _("In this game a hand with a wrong number of cards is dealt again."))
        elif not wrong_count:
            yield RuleError("wrong_count", _("Choose the players who had a wrong number of cards."))
        for player in wrong_count:
            if player not in self.hand.order:
                yield errors.not_at_the_table("wrong_count", self.names.get(player, player))

    def bid_change_problems(self, spoken: Bids, changes: Mapping[str, Any]) -> Iterator[RuleError]:
        """Yield problems of changed bids: one player's bid at most, by 1, and from 0 to the cards of the hand."""
        if changes and self.rulebook.bid_changes == "none":
            yield RuleError("bid_changes", _("No card changes a bid in this game."))
            return
        for player, change in changes.items():
            name = self.names.get(player, player)
            if player not in self.hand.order:
                yield self._not_here("bid_changes", player)
            elif not is_whole(change) or change not in (-1, 0, 1):
                yield RuleError(f"bid_changes.{player}", _("The bid of {name} changes by 1.").format(name=name))
            elif change and player not in spoken:
                words = _("{name} has no bid that could change.")
                yield RuleError(f"bid_changes.{player}", words.format(name=name))
            elif change and not 0 <= spoken[player] + change <= self.hand.cards:
                words = _("The changed bid of {name} must be from 0 to {cards}.")
                yield RuleError(f"bid_changes.{player}", words.format(name=name, cards=self.hand.cards))
        changed = [player for player, change in changes.items() if change]
        if len(changed) > 1:
            words = _("Only one player can change the bid in a hand.")
            yield RuleError(f"bid_changes.{changed[-1]}", words)

    def trick_problems(self, played: PlayedHand, cancelled: int | None) -> Iterator[RuleError]:
        """Yield problems of the result.

        Every player's tricks must be a whole number. The sum must be the cards less the cancelled tricks.
        """
        if cancelled is not None and not self.rulebook.cancelled:
            yield RuleError("cancelled", _("No tricks are cancelled in this game."))
        elif cancelled is not None and not (is_whole(cancelled) and 0 <= cancelled <= self.hand.cards):
            yield errors.not_whole("cancelled", 0, self.hand.cards)
        elif played.taken is not None:
            yield from self._taken_problems(played.taken, cancelled)
        elif played.off is not None:
            yield from self._off_problems(played.bids, played.off)
        else:
            yield from self._made_problems(played)

    def _taken_problems(self, taken: Mapping[str, Any], cancelled: int | None) -> Iterator[RuleError]:
        wrong = list(self._number_problems(taken))
        if wrong:
            yield from wrong
            return
        cards, total = self.hand.cards, sum(taken.values()) + (cancelled or 0)
        fewest = 0 if self.rulebook.cancelled and cancelled is None else cards
        if not fewest <= total <= cards:
            text = _("Tricks add up to {total}, but the hand has {cards}.")
            yield RuleError("taken", text.format(total=total, cards=cards))

    def _number_problems(self, taken: Mapping[str, Any]) -> Iterator[RuleError]:
        """Yield the problems of each player's tricks alone."""
        for player in taken:
            if player not in self.hand.order:
                yield self._not_here("taken", player)
        for player in self.hand.order:
            tricks = taken.get(player)
            if tricks is None:
                yield errors.tricks_missing(player, self.names[player])
            elif not is_whole(tricks) or not 0 <= tricks <= self.hand.cards:
                yield errors.number_out_of_range("taken", player, self.names[player], tricks, self.hand.cards)

    def _made_problems(self, played: PlayedHand) -> Iterator[RuleError]:
        made, hand = played.made or {}, self.hand
        for player in hand.order:
            if not isinstance(made.get(player), bool):
                missing = errors.tricks_missing if played.made is None else errors.made_missing
                yield missing(player, self.names[player])
                return
        stranger = next((player for player in made if player not in hand.order), None)
        if stranger is not None:
            yield self._not_here("made", stranger)
        left = hand.cards - sum(bid for player, bid in played.bids.items() if made.get(player))
        others = {other: played.bids.get(other) for other in hand.order if not (made[other] and other in played.bids)}
        choices = ([number for number in range(left + 1) if number != bid] for bid in others.values())
        if not self._can_sum_to(left, choices):
            bids = [(name, others[other]) for other, name in self.names.items() if other in others]
            yield errors.made_impossible(left, bids)

    def _can_sum_to(self, tricks: int, choices: Iterable[Iterable[int]]) -> bool:
        """Return whether one number from each player's choices can add up to `tricks`.

        A smaller sum is enough if the rulebook cancels tricks.
        """
        sums = {0}
        for own in map(tuple, choices):
            sums = {sofar + number for sofar in sums for number in own}
        return tricks in sums or (self.rulebook.cancelled and any(share < tricks for share in sums))

    # --- results that say only how far off the bids were ---

    def _off_problems(self, bids: Bids, off: Mapping[str, Any]) -> Iterator[RuleError]:
        """Yield problems of how far off the bids were.

        Each number must be possible. With some bids over and others under, the tricks must add up to the hand's.
        """
        hand, any_number = self.hand, range(self.hand.cards + 1)
        wrong = list(self._number_problems_of_off(bids, off, lambda bid: range(max(bid, hand.cards - bid) + 1)))
        if wrong:
            yield from wrong
            return
        sides = (
            {bids[player] - off[player], bids[player] + off[player]} if player in bids else any_number
            for player in hand.order
        )
        if not self._can_sum_to(hand.cards, ([n for n in own if n in any_number] for own in sides)):
            text = _(
                "Hand {hand}: with these bids and differences the tricks cannot add up to {cards}. Check the bids "
                "and the differences."
            )
            yield RuleError("off", text.format(hand=hand.number, cards=hand.cards), hand=hand.number)

    def tricks_off(self, bids: Bids, off: Mapping[str, Any]) -> dict[str, int]:
        """Return the tricks of players who were this far off their bids, below 0 for too few.

        For a player without a bid the number is the tricks. Raise the RuleError of the first impossible number.
        """
        all_bids = {player: bids.get(player, 0) for player in self.hand.order}
        for problem in self._number_problems_of_off(all_bids, off, lambda bid: range(-bid, self.hand.cards - bid + 1)):
            raise problem
        return {player: bid + off[player] for player, bid in all_bids.items()}

    def _number_problems_of_off(
        self, bids: Bids, off: Mapping[str, Any], can_be: Callable[[int], range]
    ) -> Iterator[RuleError]:
        """Yield problems of each number alone: a player with this bid must be able to be off by it."""
        for player in off:
            if player not in self.hand.order:
                yield self._not_here("off", player)
        for player, bid in bids.items():
            allowed = can_be(bid)
            if off.get(player) is None:
                yield errors.off_missing(player, self.names[player])
            elif not is_whole(off[player]) or off[player] not in allowed:
                text = _(
                    "Hand {hand}: {name} bid {bid} and cannot be off by {off}. Enter a whole number from {least} to "
                    "{most}, or edit the bid."
                )
                least, most, hand = allowed[0], allowed[-1], self.hand.number
                reason = text.format(
                    hand=hand, name=self.names[player], bid=bid, off=errors.quote_value(off[player]),
                    least=format_points(least), most=format_change(most) if least < 0 else format_points(most),
                )  # fmt: skip
                yield RuleError(f"off.{player}", reason, hand=hand)
