"""The options of bidding, dealing and of the end, each in one record (see `house_option.py`)."""

from __future__ import annotations

from dataclasses import dataclass

from scorepad.rules.rulebook.hook import Hook, read_hook
from scorepad.rules.rulebook.house_option import Answer, Question, house_option, yes_no
from scorepad.words import _


@dataclass(frozen=True, kw_only=True)
class PlayOptions:
    """The options of bidding, dealing and of the end."""

    bidding: str = house_option(
        lambda: Question(
            _("Bidding"),
            {
                "in turn from the dealer's left": Answer(
                    _("in turn from the dealer’s left"), _("In turn, from the dealer's left; the dealer bids last.")
                ),
                "in turn from the dealer": Answer(_("in turn from the dealer"), _("In turn; the dealer bids first.")),
                "together": Answer(_("all together"), _("All together, with fists and fingers or on paper.")),
                "auction": Answer(
                    _("an auction"),
                    _("An auction for the trump suit; everybody is held to the highest number they named."),
                ),
                "none": Answer(_("nobody bids"), _("Nobody bids.")),
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
            "",
            {
                "dealer's left": Answer("", _("The player at the dealer's left leads to the first trick.")),
                "dealer": Answer("", _("The dealer leads to the first trick.")),
                "first bidder": Answer("", _("Whoever bid first leads to the first trick.")),
                "declarer's left": Answer(
                    "",
                    _("The player at the declarer's left leads to the first trick."),
                ),
            },
            _('"dealer\'s left", "dealer", "first bidder" or "declarer\'s left"'),
        ),
        line="lead",
        asked="as text",
    )
    direction: str = house_option(
        lambda: Question(
            "",
            {
                "clockwise": Answer(""),
                "anticlockwise": Answer("", _("Deal, bids and play go anticlockwise.")),
            },
            _('"clockwise" or "anticlockwise"'),
        ),
        line="dealing",
        asked="as text",
    )
    scorer_deals: bool = house_option(
        lambda: yes_no(
            "",
            _("false: whoever keeps the sheet deals no cards, but bids in turn"),
            no=_("The scorer deals no cards, but bids first in turn like the others."),
            first=True,
        ),
        line="dealing",
        asked="as text",
    )
    scorers_turn: str = house_option(  # MU-26
        lambda: Question(
            _("When the scorer bids first"),
            {
                "next dealer": Answer(_("the next dealer deals")),
                "scorer's left": Answer(
                    _("the player at the scorer’s left deals"),
                    _("Whoever bids first deals; for the scorer the player at the scorer’s left."),
                ),
            },
            _('who deals when the scorer bids first: "next dealer" or "scorer\'s left"'),
        ),
        line="dealing",
        matters=lambda rules: rules.bids_apart,
    )
    void_moves_on: bool = house_option(  # the deal and the first bid (MU-30)
        lambda: Question(
            _("After a void hand"),
            {
                False: Answer(_("the same player deals again")),
                True: Answer(_("the deal moves on"), _("After a void hand the deal moves on.")),
            },
            _("true: after a void hand the next player deals"),
        ),
        line="dealing",
    )
    dealer_pays_both: bool = house_option(  # the dealer who held a wrong number of cards too (MU-29)
        lambda: Question(
            _("A dealer who also held a wrong number of cards pays"),
            {
                False: Answer(_("as dealer only")),
                True: Answer(_("for their own cards too"), _("A dealer with a wrong number of cards pays for both.")),
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
                "the ladder goes on": Answer(_("the ladder goes on")),
                "the ladder begins anew": Answer(
                    _("the ladder begins anew"), _("The ladder begins anew when somebody joins or leaves.")
                ),
            },
            _('when somebody joins or leaves: "the ladder goes on" or "the ladder begins anew"'),
        ),
        line="cards",
    )
    closing: str = house_option(
        lambda: Question(
            _("The last hands, once announced"),
            {
                "as the ladder goes": Answer(_("go as the ladder does")),
                "the largest hands": Answer(_("are the two largest"), _("It closes with the two largest hands.")),
                "the largest hand": Answer(_("end with the largest"), _("It closes with the largest hand.")),
            },
            _('the last hands, once announced: "as the ladder goes", "the largest hands", "the largest hand"'),
        ),
        line="end",
    )
    ties: str = house_option(
        lambda: Question(
            _("Ties"),
            {
                "shared": Answer(_("the place is shared"), _("Equal totals share the place.")),
                "more hands of the last size": Answer(
                    _("more hands of the last size"),
                    _("More hands of the last hand's size, for all, until one leads."),
                ),
                "more hands of the largest size": Answer(
                    _("more hands of the largest size"), _("More hands of the largest size, for all, until one leads.")
                ),
                "most made bids": Answer(_("the most made bids win"), _("The most made bids decide.")),
                "largest sum of made bids": Answer(
                    _("the largest sum of made bids wins"), _("The largest sum of made bids decides.")
                ),
                "fewest misses": Answer(_("the fewest misses win"), _("The fewest missed bids decide.")),
            },
            _('"shared", "more hands of the last size", "most made bids" …'),
        ),
        line="ties",
        asked="always",
    )
