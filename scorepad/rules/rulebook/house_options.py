"""The house options: all choices of a table among a few values, each in one record (see `house_option.py`)."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from scorepad.rules.rulebook.bidding_options import BiddingOptions
from scorepad.rules.rulebook.house_option import (
    Answer,
    HouseOption,
    Line,
    Rules,
    house_option,
    options_of,
    yes_no_option,
)
from scorepad.rules.rulebook.relevance import hands_differ, has_auction
from scorepad.words import later

_late_entry_option = partial(house_option, line="late_entry")
_auction_option = partial(house_option, line="auction", matters=has_auction)
_auction_yes_no = partial(yes_no_option, line="auction", matters=has_auction)


def _late_totals_matter(rules: Rules) -> bool:
    return rules.late_entry not in ("zero", "points a hand")


@dataclass(frozen=True, kw_only=True)
class AuctionRules:
    """The table's readings of what Murder's rules leave open about the auction (rules.md A1.5).

    The defaults are Scorepad's readings.
    """

    only_passed: str = _auction_option(  # MU-06
        later("A player who only passed"),
        {
            "held to zero": Answer(later("Is held to zero"), later("A player who only passed is held to zero.")),
            "no bid": Answer(
                later("Has no bid"), later("A player who only passed has no bid: neither made nor missed.")
            ),
        },
    )
    doublers: str = _auction_option(  # MU-13
        later("Players who may double one contract"),
        {
            "one": Answer(later("One player"), later("Only one player at a time doubles.")),
            "several": Answer(
                later("Several players"),
                later(
                    "Several players may double one contract. Each scores alone, and the declarer scores as "
                    "doubled once."
                ),
            ),
        },
    )
    doubles_once: str = _auction_option(  # MU-17
        later("Each number of tricks may be doubled"),
        {
            "by each player": Answer(
                later("Once by each player"), later("Each player may double each number of tricks only once.")
            ),
            "by the table": Answer(
                later("Once at the table"), later("Each number of tricks may be doubled only once, by any player.")
            ),
        },
    )
    doubler_names_numbers: bool = _auction_yes_no(  # MU-16: the doubler's own number sleeps meanwhile
        later("The doubler may name a number, which does not count now"),
        yes=later("The doubler may still name a number, which does not count now."),
        no=later("The doubler names no numbers while the double counts."),
        first=True,
    )
    all_pass: str = _auction_option(  # MU-27
        later("If all pass, zero is played by"),
        {
            "first bidder": Answer(
                later("The first bidder"), later("If all pass, the first bidder plays zero without trumps.")
            ),
            "dealer": Answer(later("The dealer"), later("If all pass, the dealer plays zero without trumps.")),
        },
    )
    idle_numbers: bool = _auction_yes_no(  # MU-33
        later("A number not above the player’s own may be called"),
        yes=later("A number not above the player’s own may be called, and changes nothing."),
        no=later("A number not above the player’s own is not a call."),
        first=False,
    )
    numbers_restart_passes: bool = _auction_yes_no(  # MU-40: like every other call
        later("After a number all others pass again"),
        yes=later("The auction ends when all other players have passed after the last call. A number is a call too."),
        no=later(
            "The auction ends when all other players have passed after the last suit or double, even if numbers follow."
        ),
        first=True,
    )


AUCTION_OPTIONS = tuple(options_of(AuctionRules, "auction"))


@dataclass(frozen=True, kw_only=True)
class HouseOptions(BiddingOptions):
    """The part of a rulebook that a table may choose, in the order of the forms."""

    must_follow: bool = yes_no_option(  # no: Nullern (rules.md E6)
        later("Players must follow suit"),
        no=later("Any card may be played. Only if trumps are led must you play a trump if you have one."),
        first=True,
        line="lead",
        asked="always",
        matters=lambda rules: not rules.must_follow,
    )
    must_trump: bool = yes_no_option(
        later("A player who cannot follow suit must trump"),
        yes=later("Follow suit if you can. Otherwise you must play a trump if you have one."),
        no=later("Follow suit if you can. Otherwise play any card; you may trump."),
        first=False,
        line="lead",
        asked="always",
        matters=lambda rules: rules.trump.way != "none" and rules.must_follow,
    )
    must_beat: bool = yes_no_option(
        later("Every player must beat the best card if possible"),
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
        line="dealing",
        asked="always",
    )
    scorer_deals: bool = yes_no_option(
        later("The scorer deals too"),
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
                later("The player after the scorer deals"),
                later("The first bidder deals; if that is the scorer, the player at the scorer’s left deals."),
            ),
        },
        line="dealing",
        matters=lambda rules: rules.bids_apart,
    )
    void_moves_on: bool = house_option(  # MU-30: the deal and the first bid
        later("After a void hand"),
        {
            False: Answer(later("The same player deals again")),
            True: Answer(later("The deal moves on"), later("After a void hand the deal moves on.")),
        },
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
        line="end",
    )
    ties: str = house_option(
        later("Ties"),
        {
            "shared": Answer(later("A tie stays a tie"), later("Players with equal totals share the place.")),
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
                # A table may choose another ladder when the game starts, so the present one need not end small.
                differs=lambda rules: rules.ends.how != "exactly" and hands_differ(rules),
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
        line="ties",
        asked="always",
    )
    # The starting total of a player who joins late or comes back (rules.md D1, MU-23, MU-24)
    late_entry: str = _late_entry_option(
        later("A late joiner starts"),
        {
            "half-way": Answer(
                later("Half-way between the worst total and the median"),
                later("A late joiner starts half-way between the worst total and the median."),
            ),
            "zero": Answer(later("At zero"), later("A late joiner starts at zero.")),
            "worst": Answer(later("At the worst total"), later("A late joiner starts at the worst total.")),
            "mean": Answer(later("At the mean"), later("A late joiner starts at the mean of the totals.")),
            "half-way to the mean": Answer(
                later("Half-way between the worst total and the mean"),
                later("A late joiner starts half-way between the worst total and the mean."),
            ),
            "points a hand": Answer(
                later("With points for each hand missed"),
                later("A late joiner starts with points for each hand missed."),
            ),
        },
        asked="always",
    )
    late_worst: str = _late_entry_option(
        later("The worst total is"),
        {
            "of who is last": Answer(later("That of the player who is last")),
            "the lowest": Answer(
                later("The lowest, even if the lowest wins"),
                later("The lowest total counts as the worst, even if the lowest wins."),
            ),
        },
        matters=lambda rules: rules.late_entry in ("half-way", "half-way to the mean", "worst"),
        settled=lambda rules, scheme: rules.late_worst == "of who is last" and scheme.winner == "high",
    )
    late_median: str = _late_entry_option(
        later("The median of an even number of totals"),
        {
            "mean of the middle two": Answer(later("Is the mean of the middle two")),
            "lower of the middle two": Answer(
                later("Is the lower of the middle two"),
                later("With an even number of totals, the lower of the middle two is the median."),
            ),
        },
        matters=lambda rules: rules.late_entry == "half-way",
    )
    late_rounding: str = _late_entry_option(
        later("The total of a late joiner is rounded"),
        {
            "half to the worst": Answer(
                later("To the nearest, a half towards the worst"), later("A half is rounded towards the worst.")
            ),
            "half up": Answer(
                later("To the nearest, a half up"), later("It is rounded to the nearest point, a half up.")
            ),
            "down": Answer(later("Down"), later("It is rounded down.")),
            "to quarters": Answer(later("To quarters"), later("Quarters of a point are kept.")),
        },
        matters=lambda rules: rules.late_entry in ("half-way", "mean", "half-way to the mean"),
    )
    late_totals: str = _late_entry_option(
        later("The calculation for a late joiner includes"),
        {
            "at the table": Answer(later("The totals at the table")),
            "everybody's": Answer(
                later("The totals of players who left, too"), later("The totals of players who left count too.")
            ),
        },
        matters=_late_totals_matter,
    )
    late_together: str = _late_entry_option(  # MU-25
        later("Two late joiners before the same hand start"),
        {
            "from the old totals": Answer(later("Both from the totals before")),
            "one after the other": Answer(
                later("One after the other"),
                later("If two join before the same hand, the second starts from totals that include the first."),
            ),
        },
        matters=_late_totals_matter,
    )
    late_merging: str = _late_entry_option(  # MU-39
        later("When tables merge, a late joiner starts"),
        {
            "the first table": Answer(later("From the totals of the first table")),
            "all tables": Answer(
                later("From the totals of all tables"),
                later("When tables merge, a late joiner starts from the totals of all these tables."),
            ),
        },
        matters=_late_totals_matter,
    )
    returning: str = _late_entry_option(
        later("A player who comes back"),
        {
            "with the old total": Answer(later("Continues with the old total")),
            "as a newcomer": Answer(
                later("Starts as a late joiner"), later("A player who comes back also starts as a late joiner.")
            ),
        },
    )
    writes: str = house_option(
        later("What is recorded"),
        {
            "tricks": Answer(later("The tricks taken")),
            "made": Answer(later("Only who made the bid")),
            "off": Answer(
                later("Only how far off the bid was"),
                later(
                    "After a hand only the differences are recorded: the tricks by which each bid was missed, "
                    "and 0 for a bid that was made. If too few and too many count differently, −2 is two too "
                    "few and +1 is one too many."
                ),
            ),
        },
        line="sheet",
        asked="always",
    )
    write_trump: bool | None = yes_no_option(  # None until it is known whether there are trumps
        later("Record the trump"),
        first=True,
        asked="always",
        matters=lambda rules: rules.trump.way != "none",
        default=None,
    )


OPTIONS = (*AUCTION_OPTIONS, *options_of(HouseOptions))


def open_options(rulebook: Rules) -> list[HouseOption]:
    """Return the options that the rules leave open (rules.md A1.5) and that matter for this rulebook."""
    return [option for option in OPTIONS if option.asked == "where it is left open" and option.matters(rulebook)]


def sentences(rulebook: Rules, line: Line) -> Iterator[str]:
    """Yield the sentences of the rulebook's answers for a section of the explained rules."""
    return filter(None, (option.sentence(rulebook) for option in OPTIONS if option.line == line))
