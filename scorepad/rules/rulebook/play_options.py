"""The options of bidding, dealing and of the end, each in one record (see `house_option.py`)."""

from __future__ import annotations

from dataclasses import dataclass

from scorepad.rules.rulebook.house_option import Answer, Question, house_option, yes_no
from scorepad.rules.rulebook.keys import Hook, read_hook
from scorepad.rules.rulebook.reach import ends_below_the_top, hands_differ
from scorepad.words import _


@dataclass(frozen=True, kw_only=True)
class PlayOptions:
    """The options of bidding, dealing and of the end."""

    bidding: str = house_option(
        lambda: Question(
            _("How bids are made"),
            {
                "in turn from the dealer's left": Answer(
                    _("In turn from the dealer’s left"),
                    _("The player at the dealer’s left bids first, then all others in turn, the dealer last."),
                    _("The player at the dealer’s right bids first, then all others in turn, the dealer last."),
                ),
                "in turn from the dealer": Answer(
                    _("In turn from the dealer"),
                    _("The dealer bids first, then the others in turn; the player at the dealer’s right bids last."),
                    _("The dealer bids first, then the others in turn; the player at the dealer’s left bids last."),
                ),
                "together": Answer(
                    _("All together"), _("All bid at the same moment, so that nobody knows the other bids.")
                ),
                "auction": Answer(
                    _("An auction"),
                    _("The players bid against each other in an auction, which finds both trumps and everybody’s bid."),
                ),
                "none": Answer(_("Nobody bids"), _("Nobody bids.")),
            },
            _('"in turn from the dealer\'s left", "in turn from the dealer", "together", "auction", "none"'),
        ),
        line="bidding",
        asked="always",
    )
    hook: Hook = house_option(  # noqa: RUF009  frozen; its sentence hangs on more than this: wording.py
        lambda: yes_no(
            _("Hook: bids may not add up to the cards"),
            _("true, false, or { from = 4, last_hand = false }"),
            first=True,
        ),
        asked="always",
        read=read_hook,
        answered_by=lambda hook: bool(hook.on),
        default=Hook(),
    )
    leads: str = house_option(
        lambda: Question(
            _("Who leads to the first trick"),
            {
                "dealer's left": Answer(
                    _("The player at the dealer’s left"),
                    _("The player at the dealer’s left leads to the first trick."),
                    _("The player at the dealer’s right leads to the first trick."),
                ),
                "dealer": Answer(_("The dealer"), _("The dealer leads to the first trick.")),
                "first bidder": Answer(
                    _("Whoever bid first"),
                    _("Whoever bid first leads to the first trick."),
                    differs=lambda rules: rules.bids_apart,
                ),
                "declarer's left": Answer(
                    _("The player at the declarer’s left"),
                    _("The player at the declarer’s left leads to the first trick."),
                    _("The player at the declarer’s right leads to the first trick."),
                    differs=lambda rules: rules.bidding == "auction",
                ),
            },
            _('"dealer\'s left", "dealer", "first bidder" or "declarer\'s left"'),
        ),
        line="lead",
        asked="always",
    )
    must_trump: bool = house_option(
        lambda: yes_no(
            _("Whoever cannot follow suit must trump"),
            _("true: whoever cannot follow suit must play a trump"),
            yes=_("Whoever can must follow the suit that is led; whoever cannot must play a trump if they hold one."),
            no=_("Whoever can must follow the suit that is led; whoever cannot may play any card, a trump too."),
            first=False,
        ),
        line="lead",
        asked="always",
        matters=lambda rules: rules.trump.way != "none",
    )
    must_beat: bool = house_option(
        lambda: yes_no(
            _("Everybody must beat the best card if they can"),
            _("true: a player must beat the best card of the trick if they can"),
            yes=_("Within that everybody must beat the best card of the trick so far if they can."),
            first=False,
        ),
        line="lead",
        asked="always",
    )
    first_deal: str = house_option(
        lambda: Question(
            _("Who deals first"),
            {
                "highest card": Answer(
                    _("Whoever draws the highest card"),
                    _("For the first deal everybody draws a card, and the highest card deals."),
                ),
                "any way": Answer(
                    _("Found in any way"), _("Who deals first is cut for or found in any other way you like.")
                ),
            },
            _('"highest card" or "any way"'),
        ),
        line="dealing",
        asked="always",
    )
    direction: str = house_option(
        lambda: Question(
            _("Deal, bids and play go"),
            {
                "clockwise": Answer(
                    _("Clockwise"),
                    _("The deal moves on to the left after every hand; bids and play go to the left too."),
                ),
                "anticlockwise": Answer(
                    _("Anticlockwise"),
                    _("The deal moves on to the right after every hand; bids and play go to the right too."),
                ),
            },
            _('"clockwise" or "anticlockwise"'),
        ),
        line="dealing",
        asked="always",
    )
    scorer_deals: bool = house_option(
        lambda: yes_no(
            _("Whoever keeps the sheet deals too"),
            _("false: whoever keeps the sheet deals no cards, but bids in turn"),
            no=_("The scorer deals no cards, but bids first in turn like the others."),
            first=True,
        ),
        line="dealing",
        asked="always",
    )
    scorers_turn: str = house_option(  # MU-26
        lambda: Question(
            _("When the scorer bids first"),
            {
                "next dealer": Answer(_("The next dealer deals")),
                "scorer's left": Answer(
                    _("The player at the scorer’s left deals"),
                    _("Whoever bids first deals; for the scorer the player at the scorer’s left."),
                ),
            },
            _('Who deals when the scorer bids first: "next dealer" or "scorer\'s left"'),
        ),
        line="dealing",
        matters=lambda rules: rules.bids_apart,
    )
    void_moves_on: bool = house_option(  # the deal and the first bid (MU-30)
        lambda: Question(
            _("After a void hand"),
            {
                False: Answer(_("The same player deals again")),
                True: Answer(_("The deal moves on"), _("After a void hand the deal moves on.")),
            },
            _("true: after a void hand the next player deals"),
        ),
        line="dealing",
    )
    dealer_pays_both: bool = house_option(  # the dealer who held a wrong number of cards too (MU-29)
        lambda: Question(
            _("A dealer who also held a wrong number of cards pays"),
            {
                False: Answer(_("As dealer only")),
                True: Answer(_("For their own cards too"), _("A dealer with a wrong number of cards pays for both.")),
            },
            _("true: a dealer with a wrong number of cards pays for that too"),
        ),
        line="misdeal",
        matters=lambda rules: bool(rules.misdeal.get("dealer") and rules.misdeal.get("wrong_count")),
    )
    seats_change: str = house_option(  # MU-35
        lambda: Question(
            _("When somebody joins or leaves"),
            {
                "the ladder goes on": Answer(_("The ladder goes on")),
                "the ladder begins anew": Answer(
                    _("The ladder begins anew"), _("The ladder begins anew when somebody joins or leaves.")
                ),
            },
            _('When somebody joins or leaves: "the ladder goes on" or "the ladder begins anew"'),
        ),
        line="cards",
        matters=lambda rules: hands_differ(rules) or not rules.ladder.endless,
    )
    closing: str = house_option(
        lambda: Question(
            _("The last hands, once announced"),
            {
                "as the ladder goes": Answer(_("As the ladder goes")),
                "the largest hands": Answer(
                    _("One card fewer than the most, then the most"),
                    _("The last hand is the largest there is, and the one before it has one card fewer."),
                ),
                "the largest hand": Answer(_("The largest comes last"), _("The last hand is the largest there is.")),
            },
            _('The last hands, once announced: "as the ladder goes", "the largest hands", "the largest hand"'),
        ),
        line="end",
    )
    ties: str = house_option(
        lambda: Question(
            _("Ties"),
            {
                "shared": Answer(_("The place is shared"), _("Equal totals share the place.")),
                "more hands of the last size": Answer(
                    _("More hands of the last size"),
                    _("If two or more lead together, all play another hand of the last hand’s size, until one leads."),
                    differs=lambda rules: rules.ends.how != "exactly",
                ),
                "more hands of the largest size": Answer(
                    _("More hands of the largest size"),
                    _("If two or more lead together, all play another hand of the largest size, until one leads."),
                    differs=lambda rules: rules.ends.how != "exactly" and ends_below_the_top(rules),
                ),
                "most made bids": Answer(
                    _("The most made bids win"), _("Of equal totals the one with the most made bids comes first.")
                ),
                "largest sum of made bids": Answer(
                    _("The largest sum of made bids wins"),
                    _("Of equal totals the one with the largest sum of made bids comes first."),
                ),
                "fewest misses": Answer(
                    _("The fewest misses win"), _("Of equal totals the one with the fewest missed bids comes first.")
                ),
            },
            _('"shared", "more hands of the last size", "most made bids" …'),
        ),
        line="ties",
        asked="always",
    )
