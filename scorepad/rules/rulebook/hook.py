"""The hook: the bids that the last bidder may not make (rules.md C2).

Its rules are formulas, so that the phone gets them as data. They hold for an allowed bid.
"""

from collections.abc import Mapping

from scorepad.rules.formula import Formula, parse

NOT_THE_CARDS, DEALER_BIDS_ONE, MORE_THAN_THE_CARDS = "not the cards", "dealer bids 1", "more than the cards"
RULES: Mapping[str, Formula] = {
    rule: parse(text, ("bid", "others", "cards"))
    for rule, text in {
        NOT_THE_CARDS: "others + bid != cards",
        DEALER_BIDS_ONE: "others != cards or bid == 1",
        MORE_THAN_THE_CARDS: "others + bid > cards or others == 0",
    }.items()
}
"""By rule: whether `bid` is allowed after bids with the sum `others`. Nobody alone can bid more than the cards."""
SIGNS: Mapping[str, str] = {NOT_THE_CARDS: "≠", MORE_THAN_THE_CARDS: ">"}
"""The sign between the sum of bids and the cards on paper, if the rule is about nothing else."""


def forbidden_bids(rule: str, bids: range, others: int, cards: int) -> tuple[int, ...]:
    """Return those of `bids` that the last bidder may not make if the other bids add up to `others`."""
    return tuple(bid for bid in bids if not RULES[rule].holds({"bid": bid, "others": others, "cards": cards}))
