"""The options of bidding, dealing, play and the end, each in one record (see `house_option.py`)."""

from __future__ import annotations

from dataclasses import dataclass

from scorepad.rules.rulebook.house_option import Answer, house_option, yes_no_option
from scorepad.rules.rulebook.relevance import ends_below_the_top, hands_differ
from scorepad.words import later


@dataclass(frozen=True, kw_only=True)
class PlayOptions:
    """The options of bidding, dealing, play and the end."""

    bidding: str = house_option(
        later("How bids are made"),
        {
            "in turn from the dealer's left": Answer(
                later("In turn from the dealer’s left"),
                later("The player at the dealer’s left bids first, then all others in turn, the dealer last."),
                later("The player at the dealer’s right bids first, then all others in turn, the dealer last."),
            ),
            "in turn from the dealer": Answer(
                later("In turn from the dealer"),
                later("The dealer bids first, then the others in turn; the player at the dealer’s right bids last."),
                later("The dealer bids first, then the others in turn; the player at the dealer’s left bids last."),
            ),
            "together": Answer(
                later("All at once"), later("All bid at the same moment, so that no player knows the other bids.")
            ),
            "auction": Answer(
                later("An auction"),
                later("The players bid against each other in an auction, which decides both the trumps and the bids."),
            ),
            "none": Answer(later("No bidding"), later("There is no bidding.")),
        },
        later('"in turn from the dealer\'s left", "in turn from the dealer", "together", "auction", "none"'),
        line="bidding",
        asked="always",
    )
    leads: str = house_option(
        later("Who leads to the first trick"),
        {
            "dealer's left": Answer(
                later("The player at the dealer’s left"),
                later("The player at the dealer’s left leads to the first trick."),
                later("The player at the dealer’s right leads to the first trick."),
            ),
            "dealer": Answer(later("The dealer"), later("The dealer leads to the first trick.")),
            "first bidder": Answer(
                later("The first bidder"),
                later("The first bidder leads to the first trick."),
                differs=lambda rules: rules.bids_apart,
            ),
            "declarer's left": Answer(
                later("The player at the declarer’s left"),
                later("The player at the declarer’s left leads to the first trick."),
                later("The player at the declarer’s right leads to the first trick."),
                differs=lambda rules: rules.bidding == "auction",
            ),
        },
        later('"dealer\'s left", "dealer", "first bidder" or "declarer\'s left"'),
        line="lead",
        asked="always",
    )
    must_trump: bool = yes_no_option(
        later("A player who cannot follow suit must trump"),
        later("true: a player who cannot follow suit must play a trump"),
        yes=later("Follow suit if you can. Otherwise you must play a trump if you have one."),
        no=later("Follow suit if you can. Otherwise play any card; you may trump."),
        first=False,
        line="lead",
        asked="always",
        matters=lambda rules: rules.trump.way != "none",
    )
    must_beat: bool = yes_no_option(
        later("Every player must beat the best card if possible"),
        later("true: a player must beat the best card of the trick if possible"),
        yes=later("Within these rules you must beat the best card of the trick so far if you can."),
        first=False,
        line="lead",
        asked="always",
    )
    first_deal: str = house_option(
        later("Who deals first"),
        {
            "highest card": Answer(
                later("The player who draws the highest card"),
                later("For the first deal all players draw a card, and the highest card deals."),
            ),
            "any way": Answer(
                later("Decided in any way"),
                later("Decide the first dealer in any way, for example by cutting the cards."),
            ),
        },
        later('"highest card" or "any way"'),
        line="dealing",
        asked="always",
    )
    direction: str = house_option(
        later("Deal, bids and play go"),
        {
            "clockwise": Answer(
                later("Clockwise"),
                later("The deal moves on to the left after every hand; bids and play go to the left too."),
            ),
            "anticlockwise": Answer(
                later("Anticlockwise"),
                later("The deal moves on to the right after every hand; bids and play go to the right too."),
            ),
        },
        later('"clockwise" or "anticlockwise"'),
        line="dealing",
        asked="always",
    )
    scorer_deals: bool = yes_no_option(
        later("The scorer deals too"),
        later("false: the scorer deals no cards, but bids in turn"),
        no=later("The scorer deals no cards, but bids first in turn like the others."),
        first=True,
        line="dealing",
        asked="always",
    )
    scorers_turn: str = house_option(  # MU-26
        later("When the scorer bids first"),
        {
            "next dealer": Answer(later("The next dealer deals")),
            "scorer's left": Answer(
                later("The player at the scorer’s left deals"),
                later("The first bidder deals; if that is the scorer, the player at the scorer’s left deals."),
            ),
        },
        later('Who deals when the scorer bids first: "next dealer" or "scorer\'s left"'),
        line="dealing",
        matters=lambda rules: rules.bids_apart,
    )
    void_moves_on: bool = house_option(  # MU-30: the deal and the first bid
        later("After a void hand"),
        {
            False: Answer(later("The same player deals again")),
            True: Answer(later("The deal moves on"), later("After a void hand the deal moves on.")),
        },
        later("true: after a void hand the next player deals"),
        line="dealing",
    )
    dealer_pays_both: bool = house_option(  # MU-29: a dealer who also held a wrong number of cards
        later("A dealer who also had a wrong number of cards pays"),
        {
            False: Answer(later("As dealer only")),
            True: Answer(
                later("For their own cards too"), later("A dealer with a wrong number of cards pays for both.")
            ),
        },
        later("true: a dealer with a wrong number of cards pays for that too"),
        line="misdeal",
        matters=lambda rules: bool(rules.misdeal.get("dealer") and rules.misdeal.get("wrong_count")),
    )
    seats_change: str = house_option(  # MU-35
        later("When a player joins or leaves"),
        {
            "the ladder goes on": Answer(later("The hand sizes go on")),
            "the ladder begins anew": Answer(
                later("The hand sizes start again"), later("The hand sizes start again when a player joins or leaves.")
            ),
        },
        later('When a player joins or leaves: "the ladder goes on" or "the ladder begins anew"'),
        line="cards",
        matters=lambda rules: hands_differ(rules) or not rules.ladder.endless,
    )
    closing: str = house_option(
        later("The last hands, once announced"),
        {
            "as the ladder goes": Answer(later("Follow the ladder")),
            "the largest hands": Answer(
                later("One card fewer than the largest, then the largest"),
                later("The last hand is the largest possible, and the one before it has one card fewer."),
            ),
            "the largest hand": Answer(
                later("The largest comes last"), later("The last hand is the largest possible.")
            ),
        },
        later('The last hands, once announced: "as the ladder goes", "the largest hands", "the largest hand"'),
        line="end",
    )
    ties: str = house_option(
        later("Ties"),
        {
            "shared": Answer(later("A tie stays a tie"), later("Players with equal totals tie for the place.")),
            "more hands of the last size": Answer(
                later("Tie-break hands of the last size"),
                later(
                    "If two or more players lead together, all play another hand of the last hand’s size, "
                    "until one leads."
                ),
                differs=lambda rules: rules.ends.how != "exactly",
            ),
            "more hands of the largest size": Answer(
                later("Tie-break hands of the largest size"),
                later(
                    "If two or more players lead together, all play another hand of the largest size, until one leads."
                ),
                differs=lambda rules: rules.ends.how != "exactly" and ends_below_the_top(rules),
            ),
            "most made bids": Answer(
                later("The most made bids win"),
                later("If totals are equal, the player with the most made bids is ahead."),
            ),
            "largest sum of made bids": Answer(
                later("The largest sum of made bids wins"),
                later("If totals are equal, the player with the largest sum of made bids is ahead."),
            ),
            "fewest misses": Answer(
                later("The fewest misses win"),
                later("If totals are equal, the player with the fewest missed bids is ahead."),
            ),
        },
        later('"shared", "more hands of the last size", "most made bids" …'),
        line="ties",
        asked="always",
    )
