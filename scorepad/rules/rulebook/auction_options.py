"""The options of an auction, what Murder's rules leave open about it, each in one record (see `house_option.py`)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from scorepad.rules.rulebook.house_option import Answer, Rules, house_option, options_of, yes_no_option
from scorepad.words import later


def _auctioned(rules: Rules) -> bool:
    return rules.bidding == "auction"


_auction_option = partial(house_option, line="auction", matters=_auctioned)
_auction_yes_no = partial(yes_no_option, line="auction", matters=_auctioned)


@dataclass(frozen=True, kw_only=True)
class AuctionRules:
    """How a table reads what Murder's rules leave open about the auction; ours unless said (rules.md A1.5)."""

    only_passed: str = _auction_option(  # MU-06
        later("Whoever only passed"),
        {
            "held to zero": Answer(later("Is held to zero"), later("Whoever only passed is held to zero.")),
            "no bid": Answer(later("Has no bid"), later("Whoever only passed has no bid: neither made nor missed.")),
        },
    )
    doublers: str = _auction_option(  # MU-13
        later("Who may double one contract"),
        {
            "one": Answer(later("One player"), later("Only one player at a time doubles.")),
            "several": Answer(
                later("Several players"),
                later("Several players may double one contract: each scores alone, the declarer as doubled once."),
            ),
        },
    )
    doubler_names_numbers: bool = _auction_yes_no(  # while the doubler's own number sleeps (MU-16)
        later("The doubler may name a number, which sleeps"),
        yes=later("The doubler may still name a number, which sleeps."),
        no=later("The doubler names no numbers while the double stands."),
        first=True,
    )
    all_pass: str = _auction_option(  # MU-27
        later("If all pass, zero is played by"),
        {
            "first bidder": Answer(later("The first bidder"), later("If all pass, the first bidder plays zero.")),
            "dealer": Answer(later("The dealer"), later("If all pass, the dealer plays zero.")),
        },
    )
    idle_numbers: bool = _auction_yes_no(  # MU-33
        later("A number not above one’s own may be called"),
        yes=later("A number not above one’s own may be called, and changes nothing."),
        no=later("A number not above one’s own is no call."),
        first=False,
    )
    numbers_restart_passes: bool = _auction_yes_no(  # as every other call does (MU-40)
        later("After a number all others pass again"),
        yes=later("The auction ends when all others have passed after the last call; a number is a call too."),
        no=later(
            "The auction ends when all others have passed after the last suit or double, in spite of later numbers."
        ),
        first=True,
    )


AUCTION_OPTIONS = tuple(options_of(AuctionRules, "auction"))
