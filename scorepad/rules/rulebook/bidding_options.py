"""The house options about bids: how they are made, what the hook forbids, and who leads after them."""

from dataclasses import dataclass

from scorepad.rules.rulebook.hook import DEALER_BIDS_ONE, MORE_THAN_THE_CARDS, NOT_THE_CARDS
from scorepad.rules.rulebook.house_option import Answer, house_option, yes_no_option
from scorepad.words import _, later, ngettext

AT_ONCE = ("together", "hidden", "secret")
"""The values of `bidding` that let all players bid at the same time."""
COVERED = ("hidden", "secret")
"""Those whose bids are not shown before the scorer saves them."""

CALL_FIRST = "call first"
DASH_CALL = "dash_call"
"""The mark of a scheme for a player who announced zero before the call."""


def dash_calls_in_words(most: int) -> str:
    """Return the sentence about the most dash calls in one hand."""
    if not most:
        return _("There are no dash calls.")
    text = ngettext("At most {most} player makes a dash call.", "At most {most} players make a dash call.", most)
    return text.format(most=most)


@dataclass(frozen=True, kw_only=True)
class BiddingOptions:
    """The part of the house options about bids, in the order of the forms."""

    bidding: str = house_option(
        later("How bids are made"),
        {
            "in turn from the dealer's left": Answer(
                later("In turn from the player after the dealer"),
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
            "hidden": Answer(
                later("Written, and shown together before play"),
                later("All write their bids, and show them together before the first card is played."),
            ),
            "secret": Answer(
                later("Written, and shown only after the hand"),
                later("All write their bids, and keep them secret until the hand has been played."),
            ),
            "auction": Answer(
                later("An auction"),
                later("The players bid against each other in an auction, which decides both the trumps and the bids."),
            ),
            CALL_FIRST: Answer(
                later("A call, then the others in turn"),
                later(
                    "First each player may announce a dash call: a bid of zero. Then the player who calls the highest "
                    "number of tricks names the trumps. From the caller on, the others bid in turn, at most that "
                    "number."
                ),
            ),
            "none": Answer(later("No bidding"), later("There is no bidding.")),
        },
        line="bidding",
        asked="always",
    )
    hook_rule: str = house_option(
        later("The hook forbids"),
        {
            NOT_THE_CARDS: Answer(later("Bids that add up to the cards")),
            DEALER_BIDS_ONE: Answer(later("Only a zero after bids that add up to the cards: the last bidder bids 1")),
            MORE_THAN_THE_CARDS: Answer(later("Bids that add up to the cards or fewer")),
        },
        asked="always",
        matters=lambda rules: rules.hook.on and rules.bids_in_turn,
    )
    dealer_changes: bool = yes_no_option(
        later("If the bids add up to the cards, the dealer must change the bid"),
        yes=later("If the bids add up to the cards, the dealer must change the bid."),
        first=False,
        line="bidding",
        asked="always",
        matters=lambda rules: rules.bids_at_once,
    )
    bid_changes: str = house_option(  # SK-06, WZ-02
        later("A card changes the bid of the player who wins its trick"),
        {
            "none": Answer(later("No")),
            "may": Answer(
                later("That player may change it by 1"),
                later(
                    "One card lets the player who wins its trick change their bid by 1, up or down. It stays between "
                    "zero and the cards of the hand."
                ),
            ),
            "must": Answer(
                later("That player must change it by 1"),
                later(
                    "One card makes the player who wins its trick change their bid by 1, up or down. It stays between "
                    "zero and the cards of the hand."
                ),
            ),
        },
        line="trick",
        asked="always",
        matters=lambda rules: bool(rules.bid_changes_label),
    )
    leads: str = house_option(
        later("Who leads to the first trick"),
        {
            "dealer's left": Answer(
                later("The player after the dealer"),
                later("The player at the dealer’s left leads to the first trick."),
                later("The player at the dealer’s right leads to the first trick."),
            ),
            "dealer": Answer(later("The dealer"), later("The dealer leads to the first trick.")),
            "first bidder": Answer(
                later("The first bidder"),
                later("The first bidder leads to the first trick."),
                differs=lambda rules: rules.bids_apart,
            ),
            "highest bidder": Answer(
                later("The highest bidder"),
                later("The highest bidder leads to the first trick; of equal bids, the first at the dealer’s left."),
                later("The highest bidder leads to the first trick; of equal bids, the first at the dealer’s right."),
                differs=lambda rules: rules.bidding not in ("auction", "none"),
            ),
            "declarer's left": Answer(
                later("The player after the declarer"),
                later("The player at the declarer’s left leads to the first trick."),
                later("The player at the declarer’s right leads to the first trick."),
                differs=lambda rules: rules.names_contract,
            ),
        },
        line="lead",
        asked="always",
    )
