"""The options of an auction, what Murder's rules leave open about it, each in one record (see `house_option.py`)."""

from __future__ import annotations

from dataclasses import dataclass

from scorepad.rules.rulebook.house_option import Answer, Question, Rules, house_option, options_of, yes_no
from scorepad.words import _


def _auctioned(rules: Rules) -> bool:
    return rules.bidding == "auction"


@dataclass(frozen=True, kw_only=True)
class AuctionRules:
    """How a table reads what Murder's rules leave open about the auction; ours unless said (rules.md A1.5)."""

    only_passed: str = house_option(  # MU-06
        lambda: Question(
            _("Whoever only passed"),
            {
                "held to zero": Answer(_("Is held to zero"), _("Whoever only passed is held to zero.")),
                "no bid": Answer(_("Has no bid"), _("Whoever only passed has no bid: neither made nor missed.")),
            },
        ),
        line="auction",
        matters=_auctioned,
    )
    doublers: str = house_option(  # MU-13
        lambda: Question(
            _("Who may double one contract"),
            {
                "one": Answer(_("One player"), _("Only one player at a time doubles.")),
                "several": Answer(
                    _("Several players"),
                    _("Several players may double one contract: each scores alone, the declarer as doubled once."),
                ),
            },
        ),
        line="auction",
        matters=_auctioned,
    )
    doubler_names_numbers: bool = house_option(  # while the doubler's own number sleeps (MU-16)
        lambda: yes_no(
            _("The doubler may name a number, which sleeps"),
            yes=_("The doubler may still name a number, which sleeps."),
            no=_("The doubler names no numbers while the double stands."),
            first=True,
        ),
        line="auction",
        matters=_auctioned,
    )
    all_pass: str = house_option(  # MU-27
        lambda: Question(
            _("If all pass, zero is played by"),
            {
                "first bidder": Answer(_("The first bidder"), _("If all pass, the first bidder plays zero.")),
                "dealer": Answer(_("The dealer"), _("If all pass, the dealer plays zero.")),
            },
        ),
        line="auction",
        matters=_auctioned,
    )
    idle_numbers: bool = house_option(  # MU-33
        lambda: yes_no(
            _("A number not above one’s own may be called"),
            yes=_("A number not above one’s own may be called, and changes nothing."),
            no=_("A number not above one’s own is no call."),
            first=False,
        ),
        line="auction",
        matters=_auctioned,
    )
    numbers_restart_passes: bool = house_option(  # as every other call does (MU-40)
        lambda: yes_no(
            _("After a number all others pass again"),
            yes=_("The auction ends when all others have passed after the last call; a number is a call too."),
            no=_(
                "The auction ends when all others have passed after the last suit or double, in spite of later numbers."
            ),
            first=True,
        ),
        line="auction",
        matters=_auctioned,
    )


AUCTION_OPTIONS = tuple(options_of(AuctionRules, "auction"))
