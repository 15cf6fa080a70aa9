"""The values of names in formulas for one player's hand (design.md section 4), without those that have a formula.

`made`, `missed` and all roles and flags are 1 or 0. A player who does not bid has bid 0 and off 0,
and is neither made nor missed. Without a contract `level`, roles and doubles are 0, so that every scheme can be chosen
for every game.
"""

from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import Any, Literal

from scorepad.errors import FieldError
from scorepad.formula_names import OF_CONTRACTS, USUAL_PACK
from scorepad.rules.formula import Value, Values
from scorepad.words import _

Role = Literal["declarer", "doubler", "other"]


def hand_variables(
    *,
    bid: int | None,
    cards: int,
    players: int = 4,
    top: int | None = None,
    last: bool = False,
    trump: str | None = None,
    makers: int | None = None,
    options: Mapping[str, Value] | None = None,
    hand: int = 1,
    hands: int | None = None,
    pack: int = USUAL_PACK,
    makers_before: int = 0,
    washouts: int = 0,
    bids_total: int | None = None,
    highest_bid: int | None = None,
    **of_player: Any,
) -> dict[str, Value]:
    """Return the values of all names for one player and one hand.

    Further arguments are those of `player_variables`. If `bid` is None, the player does not bid. If `taken` is None and
    `made` is given, the table records only made or missed. The tricks of a miss are then a stand-in that differs from
    the bid.

    The defaults: a declarer's level is the bid, and the contract's tricks are the tricks taken. For the others the
    contract was made. `top` is `cards`, the ladder ends with this hand, and `bids_total` is this bid. Some player
    bids all `cards`. Raise FieldError at `taken` if neither the tricks nor `made` are given.
    """
    alike = shared_variables(
        cards=cards, players=players, top=top, last=last, trump=trump, makers=makers or 0, options=options,
        hand=hand, hands=hand if hands is None else hands, pack=pack, makers_before=makers_before,
        washouts=washouts, bids_total=(bid or 0) if bids_total is None else bids_total,
        highest_bid=cards if highest_bid is None else highest_bid,
    )  # fmt: skip
    values = player_variables(alike, bid=bid, cards=cards, options=options, **of_player)
    if makers is None:
        values["makers"] = values["made"]
    return values


def shared_variables(
    *, cards: int, top: int | None, last: bool, trump: str | None, options: Mapping[str, Value] | None, **numbers: int
) -> dict[str, Value]:
    """Return the values that all players share, without a contract.

    `numbers`: players, makers, hand, hands, pack, makers_before, washouts, bids_total and highest_bid.
    """
    chosen = {name: int(value) if isinstance(value, bool) else value for name, value in (options or {}).items()}
    top = cards if top is None else top
    return {**numbers, "cards": cards, "top": top, "last": int(last), "trump": trump or "", **_NO_CONTRACT, **chosen}


def player_variables(
    alike: Values,
    *,
    bid: int | None,
    taken: int | None,
    cards: int,
    total: int | Fraction = 0,
    made_run: int = 0,
    missed_run: int = 0,
    made: bool | None = None,
    role: Role | None = None,
    level: int | None = None,
    contract_taken: int | None = None,
    doubled: bool = False,
    redoubled: bool = False,
    marks: Mapping[str, bool | int] | None = None,
    others_made: Mapping[str, int] | None = None,
    others_missed: Mapping[str, int] | None = None,
    place_in_bidding: int = 0,
    highest_bidder: bool = False,
    allies_made: int = 0,
    spoken_bid: int | None = None,
    options: Collection[str] | None = None,
) -> dict[str, Value]:
    """Return the values of all names for one player, given the values `alike` for all players.

    The other arguments are as for `hand_variables`. `spoken_bid` is the bid if it is None.
    """
    if taken is None:
        taken = _stand_in(bid, cards, made)
    values: dict[str, Value] = {
        **alike,
        **_result(bid, taken),
        "total": total,
        "made_run": made_run,
        "missed_run": missed_run,
    }
    own = {
        "place_in_bidding": place_in_bidding, "highest_bidder": int(highest_bidder), "allies_made": allies_made,
        "spoken_bid": (bid or 0) if spoken_bid is None else spoken_bid,
    }  # fmt: skip
    values |= {name: value for name, value in own.items() if name not in (options or ())}  # `alike` has such options
    if role is not None:
        values |= _contract(role, bid or 0, taken, level, contract_taken, doubled, redoubled)
    for mark, value in (marks or {}).items():
        values[mark] = int(value)
        values[f"others_made_{mark}"] = (others_made or {}).get(mark, 0)
        values[f"others_missed_{mark}"] = (others_missed or {}).get(mark, 0)
    return values


def _result(bid: int | None, taken: int) -> dict[str, Value]:
    """Return the result of the bid; without a bid it is neither made nor missed."""
    bids = bid is not None
    bid = taken if bid is None else bid
    return {
        "bid": bid if bids else 0,
        "taken": taken,
        "off": abs(taken - bid),
        "made": int(bids and taken == bid),
        "missed": int(taken != bid),
    }


def _stand_in(bid: int | None, cards: int, made: bool | None) -> int:
    """Return the tricks to assume if only made or missed is known.

    Raise FieldError at `taken` if that is unknown too.
    """
    if bid is None:
        return 0
    if made is None:
        raise FieldError("taken", _("Enter the tricks taken, or whether the bid was made."))
    if made:
        return bid
    return bid + 1 if bid < cards else bid - 1


_NO_CONTRACT: Mapping[str, Value] = dict.fromkeys(OF_CONTRACTS, 0)


def _contract(
    role: Role, bid: int, taken: int, level: int | None, contract_taken: int | None, doubled: bool, redoubled: bool
) -> dict[str, Value]:
    declarer = role == "declarer"
    if level is None:
        level = bid if declarer else 0
    if contract_taken is None:
        contract_taken = taken if declarer else level
    return {
        "declarer": int(declarer),
        "doubler": int(role == "doubler"),
        "level": level,
        "contract_made": int(contract_taken == level),
        "contract_off": abs(contract_taken - level),
        "doubled": int(doubled or redoubled or role == "doubler"),
        "redoubled": int(redoubled),
    }
