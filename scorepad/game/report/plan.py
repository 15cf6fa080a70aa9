"""The plan of a game.

It lets a phone show a hand's points and the next hand without a request.

It is JSON data: the scheme's formulas as trees, totals and runs, and the hands to come (design.md, section 3).
Numbers are integers, or [numerator, denominator] if a scheme allows halves. Players are ids.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from scorepad.game.decide.auction import all_passed
from scorepad.game.state.events import BidsRecorded
from scorepad.game.state.rows import OpenHand, Points
from scorepad.game.state.scoring import MOST_TOTAL, HandContext, depends_on_others, own_options, recording_way
from scorepad.game.state.sheet import Sheet
from scorepad.game.state.turns import (
    hands_to_come,
    leader_by_turn,
    leaders_by_bid,
    leaders_by_declarer,
    trump_entry_stage,
)
from scorepad.rules.formula import Formula, Value
from scorepad.rules.rulebook.bidding_options import DASH_CALL
from scorepad.rules.rulebook.hook import NOT_THE_CARDS, RULES
from scorepad.rules.rulebook.turned_card import turned_choices
from scorepad.rules.scheme import Scheme, Term

MOST_PLANNED = 30
"""The most hands in a plan. After them, the phone requests another plan."""


def plan(sheet: Sheet) -> dict[str, Any]:
    """Return the plan as JSON data.

    - `points`: the scheme
    - `totals`, `runs`: by player
    - `hands`: the hands to come, the current one first; empty if the game is over
    - `recorded`: the recorded bids of the current hand
    - `ends`: the total that ends the game
    - `before`: the number of players who made their bid in the hand before
    - `washouts`: the hands in a row before this one that all missed, if there are any
    - `turned`: the trump for each card turned up ("": the trump is named), if players enter the card
    - `leads`: the leader by declarer
    """
    hands = hands_to_come(sheet)
    return {
        "points": points_plan(sheet.scheme, sheet.options, sheet.top, sheet.around),
        "totals": {player: _number(sheet.totals[player]) for player in sheet.seats.present},
        "runs": {player: sheet.run_of(player) for player in sheet.seats.present},
        "hands": [_hand(sheet, hand) for hand in hands[:MOST_PLANNED]],
        "recorded": _recorded_bids(sheet.bids) if sheet.bids else None,
        # how the total must be reached: exactly or at least
        "ends": {sheet.ends.how: sheet.ends.points} if sheet.ends.how in ("exactly", "reaching") else None,
        "before": sheet.makers_before or 0,
        **({"washouts": sheet.washouts} if sheet.washouts else {}),
        **({"turned": turned} if (turned := turned_choices(sheet.rulebook)) else {}),
        **({"leads": leads} if hands and (leads := leaders_by_declarer(sheet, hands[0])) else {}),
    }


def _number(value: Points) -> int | list[int]:
    return value if isinstance(value, int) else [value.numerator, value.denominator]


def _name(value: Value) -> int | str | list[int]:
    """Return the value of a name in formulas, with booleans as 1 or 0."""
    return value if isinstance(value, str) else _number(int(value) if isinstance(value, bool) else value)


def points_plan(
    scheme: Scheme,
    options: Mapping[str, Any],
    top: int,
    around: HandContext = HandContext(),  # noqa: B008 an immutable tuple
) -> dict[str, Any]:
    """Return a scheme for the phone: terms, cases [when, give], and values that are the same for all hands.

    `names` are the names of the language that have formulas, like terms; `early` are those that `bids` reads.
    """
    data: dict[str, Any] = {
        "early": _terms(scheme.known_early),
        "names": _terms(scheme.following),
        "terms": _terms(scheme.terms),
        "cases": [[_tree(case.when), _tree(case.give)] for case in scheme.cases],
        "total": _tree(scheme.total),
        "bids": _tree(scheme.bids_when),
        "runs": _tree(scheme.runs_when),
        "alike": {"top": top, "hands": around.hands, "pack": around.pack, **_options(scheme, options)},
        "marks": [*scheme.marks],
        "allies": [mark for mark, kind in scheme.marks.items() if kind == "player"],
        "usual": {mark: number for mark, number in scheme.unmarked.items() if number},
        "finest": 1 + scheme.halves,
        "most": MOST_TOTAL,
        "sleeps": scheme.reads("doubler"),
        "others": depends_on_others(scheme),
        "wins": None if scheme.winner == "high" else scheme.winner if scheme.winner == "low" else [scheme.winner[1]],
    }
    return {name: value for name, value in data.items() if value not in (None, [], False, {})}


def _options(scheme: Scheme, options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _name(value) for name, value in {**scheme.option_values({}), **options}.items()}


def _terms(terms: Iterable[Term]) -> list[list[Any]]:
    return [[term.name, term.formula.to_json()] for term in terms]


def _tree(formula: Formula | None) -> Any:
    return None if formula is None else formula.to_json()


def _hand(sheet: Sheet, hand: OpenHand) -> dict[str, Any]:
    """Return a hand to come, without keys that do not apply.

    - `sum`: the number that all bids must not add up to (the hook)
    - `rule`: the formula for an allowed bid of the last bidder, if the hook is another one
    - `least`, `most`: the limits of a bid, if not 0 and the cards
    - `makers`: the trump for 0, 1, 2 … made bids in the hand before
    - `asks`: the stage that first asks for the trump
    - `writes`: "made" or "off" if these are recorded instead of tricks
    - `passed`: the player who plays zero if all pass
    - `calls`: the least call, and the mark of players who bid zero before it; the others bid from the caller on
    - `held`: the part of a contract that is a player's bid
    - `leads`: the leader of the first trick, `true` for the first bidder, or the players of whom the highest bidder
      leads, of equals the first
    - `leaders`: the leader by declarer, if this hand has its own because the dealer sits out
    """
    rulebook, scheme = sheet.rulebook, sheet.scheme
    open_now = hand == sheet.open_hand
    auction = rulebook.bidding == "auction" and bool(hand.bidders)
    way = recording_way(rulebook, scheme, sheet.options, hand.options)
    data: dict[str, Any] = {
        "number": hand.number,
        "cards": hand.cards,
        "order": hand.order,
        "dealer": hand.dealer,
        "turns": hand.first_bidder is not None,
        "bidders": hand.bidders if open_now or not hand.bidders else None,
        "trump": hand.trump,
        "makers": rulebook.trump.letters if rulebook.trump.way == "by makers" and not open_now else None,
        "sum": hand.cards if hand.hook else None,
        "rule": RULES[hand.hook_rule].to_json() if hand.hook and hand.hook_rule != NOT_THE_CARDS else None,
        "least": hand.may_bid[0] or None,
        "most": hand.may_bid[-1] if hand.may_bid[-1] < hand.cards else None,
        "last": hand.last,
        "extra": hand.extra,
        "note": sheet.note_on(hand),
        "fixed": hand.fixed_bid,
        "options": {name: _name(value) for name, value in own_options(scheme, hand.options).items()},
        "writes": way if way != "tricks" else None,
        "asks": trump_entry_stage(rulebook, hand),
        "passed": all_passed(rulebook.auction, hand.order[0], "" if hand.sits_out else hand.dealer).declarer
        if auction
        else None,
        "held": {"declarer": "level"} if auction or hand.call_first else None,
        "calls": {"least": rulebook.least_call, "mark": DASH_CALL} if hand.call_first else None,
        "leads": rulebook.leads == "first bidder" or leaders_by_bid(sheet, hand) or leader_by_turn(sheet, hand),
        "leaders": leaders_by_declarer(sheet, hand) if hand.sits_out else None,
    }
    return {name: value for name, value in data.items() if value not in (None, False, "", {})}


def _recorded_bids(bids: BidsRecorded) -> dict[str, Any]:
    """Return the recorded bids of the current hand."""
    contract = bids.contract
    data = {"bids": bids.bids, "trump": bids.trump, "marks": bids.marks}
    data |= {"turned": bids.turned} if bids.turned else {}
    return {**data, "contract": contract and {**contract.to_dict(), "doublers": contract.doublers}}
