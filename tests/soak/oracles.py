"""The points of a hand by the public descriptions of the games (rules.md E), calculated without Scorepad.

To add a form, write its function and its line in FORMS. A function gets one player's hand and returns the points of
this hand. Its author reads only the description, never the scheme.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Played:
    """A player's hand: bid `b`, tricks `t`, cards `n`, players `p`, the player's own marks.

    `table` has the hands of all players of this hand, in their order, `before` those of the hand before. `seat` is the
    player's own place in it, `first` that of the first bidder. A mark that names a player is a seat, or None.
    """

    b: int
    t: int
    n: int
    p: int
    marks: Mapping[str, Any] = field(default_factory=dict)
    table: Sequence["Played"] = ()
    before: Sequence["Played"] = ()
    seat: int = 0
    first: int = 0

    @property
    def d(self) -> int:
        return abs(self.b - self.t)

    @property
    def made(self) -> bool:
        return self.b == self.t


Points = Callable[[Played], int]


@dataclass(frozen=True)
class Form:
    """A form of a game: the scheme and its options, the function, and the possible values of each mark.

    `most` limits the sum of a mark at the table, or the number of players whom it names. `rules` are keys of the
    rulebook, and `is_possible` says whether the bids of a hand may occur.
    """

    scheme: str
    points: Points
    options: Mapping[str, Any] = field(default_factory=dict)
    marks: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    most: Mapping[str, int] = field(default_factory=dict)
    rules: Mapping[str, Any] = field(default_factory=dict)
    is_possible: Callable[[Sequence[Played]], bool] = lambda _table: True


def linear(base: int, each: int, off: int) -> Points:
    """Return the function for `base + each * t` for a made bid and `-off * d` for a missed one."""
    return lambda hand: base + each * hand.t if hand.made else -off * hand.d


# --- Plump (E1) -------------------------------------------------------------------------------------------


def plump_a(hand: Played) -> int:
    """Return the points as they are written: a 1 before a made bid, so that ten is 110."""
    if not hand.made:
        return 0
    return 5 if hand.b == 0 else int(f"1{hand.b}")


def plump_b(hand: Played) -> int:
    if not hand.made:
        return hand.t
    return 5 if hand.b == 0 else 10 + hand.t


def plump_c(hand: Played) -> int:
    return 10 + hand.t if hand.made else 0


# --- Rage (E2) --------------------------------------------------------------------------------------------


def rage(exact_zero: int, miss: int, *, misses_count: bool = True, doubles: bool = False) -> Points:
    """Return the function for these switches RG-01, RG-03, RG-02 and RG-04."""

    def points(hand: Played) -> int:
        tricks = 2 * hand.t if doubles and hand.t == hand.n and hand.n > 1 else hand.t
        cards: int = 5 * hand.marks["fives"]
        if hand.made:
            return cards + (exact_zero if hand.b == 0 else tricks + 10)
        return cards + miss + (tricks if misses_count else 0)

    return points


FIVES = {"fives": range(-3, 4)}

# --- Stiche-Raten, Nullern (E5, E6) -----------------------------------------------------------------------


def guess_tricks(bonus: int, zero: int) -> Points:
    """Return the function for 1 per trick always, `bonus` for a made bid, and `zero` for a made zero."""

    def points(hand: Played) -> int:
        if hand.made and hand.b == 0:
            return zero
        return hand.t + (bonus if hand.made else 0)

    return points


# --- Judgement (E7) ---------------------------------------------------------------------------------------


def judgement_a(hand: Played) -> int:
    worth = 10 * hand.b if hand.b else 25
    return worth if hand.made else -worth


# --- Up and Down the River (E8) ---------------------------------------------------------------------------


def river_a(hand: Played) -> int:
    return 10 + 5 * hand.t if hand.made else 0


def river_d(hand: Played) -> int:
    return 10 + hand.b if hand.made else -10 - hand.b


# --- Skull King (E11) -------------------------------------------------------------------------------------

ALLY = ("an ally",)
"""The values of a mark that names another player."""

FIRST_CAPTURES = {"pirates_captured": range(7), "king_captured": (False, True)}
CAPTURES = {
    "fourteens": range(4), "black_14": (False, True), "mermaids_captured": range(3), **FIRST_CAPTURES,
    "loot": ALLY, "wager": (0, 10, 20),
}  # fmt: skip
MOST_CAPTURES = {
    "fourteens": 3, "black_14": 1, "mermaids_captured": 2, "pirates_captured": 6, "king_captured": 1, "loot": 2,
    "wager": 20,
}  # fmt: skip
EXPANSION = {"eights": range(5), "sevens": range(5), "first_mate": (False, True), "sea_monsters": range(5)}
MOST_OF_EXPANSION = {"eights": 4, "sevens": 4, "first_mate": 1, "sea_monsters": 4}


def captured(hand: Played, black_14: int) -> int:
    """Return the bonus of a made bid, without loot and wager."""
    marks = hand.marks
    fourteens: int = 10 * marks["fourteens"] + black_14 * marks["black_14"]
    pirates: int = 20 * marks["mermaids_captured"] + 30 * marks["pirates_captured"]
    king: int = 40 * marks["king_captured"]
    return fourteens + pirates + king


def loot(hand: Played) -> int:
    """Return 20 for each alliance of a player who made the bid with another who did too."""
    own = [hand.table[hand.marks["loot"]]] if hand.marks["loot"] is not None else []
    allies = [*own, *(other for other in hand.table if other.marks["loot"] == hand.seat)]
    return 20 * sum(ally.made for ally in allies) if hand.made else 0


def wager(hand: Played, *, lost: bool) -> int:
    won: int = hand.marks["wager"]
    return won if hand.made else -won * lost


def skull_king_base(hand: Played) -> int:
    if hand.b == 0:
        return 10 * hand.n if hand.made else -10 * hand.n
    return 20 * hand.t if hand.made else -10 * hand.d


def skull_king(black_14: int = 20, *, wager_lost: bool = True) -> Points:
    def points(hand: Played) -> int:
        bonus = captured(hand, black_14) if hand.made else 0
        return skull_king_base(hand) + bonus + loot(hand) + wager(hand, lost=wager_lost)

    return points


def rascal(black_14: int = 20, *, wager_lost: bool = True) -> Points:
    def points(hand: Played) -> int:
        share = 1 if hand.d == 0 else 0.5 if hand.d == 1 else 0
        own = 10 * hand.n
        if hand.marks["cannonball"]:
            share, own = int(hand.made), 15 * hand.n
        return int(share * (own + captured(hand, black_14))) + loot(hand) + wager(hand, lost=wager_lost)

    return points


def skull_king_first(hand: Played) -> int:
    bonus = 30 * hand.marks["pirates_captured"] + 50 * hand.marks["king_captured"]
    return skull_king_base(hand) + (bonus if hand.made else 0)


def skull_king_expansion(hand: Played) -> int:
    numbers = 5 * hand.marks["eights"] - 5 * hand.marks["sevens"]
    monsters = 30 * hand.marks["first_mate"] + 20 * hand.marks["sea_monsters"]
    return skull_king()(hand) + (numbers + monsters if hand.made else 0)


# --- Estimation (A15) -------------------------------------------------------------------------------------


def made_of(table: Sequence[Played]) -> int:
    return sum(hand.made for hand in table)


def is_over(hand: Played) -> bool:
    return sum(other.b for other in hand.table) > hand.n


def steps_away(hand: Played) -> int:
    """Return 1 for a sum of bids of 11 or 15, 2 for 9 or 17, and so on."""
    return abs(sum(other.b for other in hand.table) - hand.n) // 2


def in_order(hand: Played) -> Sequence[Played]:
    return [*hand.table[hand.first :], *hand.table[: hand.first]]


def is_called(hand: Played) -> bool:
    """Return whether the player is the caller, or with the caller."""
    return hand.b >= 4 and hand.b == max(other.b for other in hand.table)


def is_caller(hand: Played) -> bool:
    return is_called(hand) and next(other for other in in_order(hand) if other.b == hand.b).seat == hand.seat


def is_last_to_bid(hand: Played) -> bool:
    return [other for other in in_order(hand) if not other.marks["dash_call"]][-1].seat == hand.seat


def federation(hand: Played) -> int:
    """Return the points before risk and the only winner or loser; also of a zero."""
    if is_called(hand) and hand.b >= 8:
        return 33 + hand.b if hand.made else -20 - hand.d
    if is_called(hand) or (hand.b == 0 and not is_over(hand)):
        return 23 + hand.b if hand.made else -10 - hand.d
    return 13 + hand.b if hand.made else -hand.d


def squares(hand: Played) -> int:
    return hand.b**2 if hand.made else -10 * (hand.b - 5)


def squares_by_table(hand: Played) -> int:
    return hand.b**2 if hand.made else -{8: 25, 9: 35, 10: 45, 11: 55, 12: 65, 13: 75}[hand.b]


def squares_of_house(hand: Played) -> int:
    return hand.b**2 if hand.made else -hand.d - 30 - 10 * (hand.b - 8)


def bola(high: Points = squares, *, dash_35: bool = False, zero_over: int = 13) -> Points:
    def points(hand: Played) -> int:
        if hand.marks["dash_call"]:
            if dash_35:
                return 35 if hand.made else -hand.d - 25
            return (23 if hand.made else -10 - hand.d) if is_over(hand) else (33 if hand.made else -20 - hand.d)
        if is_called(hand):
            return high(hand) if hand.b >= 8 else 23 + hand.b if hand.made else -10 - hand.d
        base = zero_over if hand.b == 0 and is_over(hand) else 13
        return base + hand.b if hand.made else -hand.d

    return points


def calculator(hand: Played) -> int:
    sign = 1 if hand.made else -1
    if hand.marks["dash_call"]:
        return sign * (20 if is_over(hand) else 30)
    if hand.b == 0:
        return sign * 10
    base = 20 if is_caller(hand) else 10
    return base + hand.b if hand.made else -base - hand.d


def estimation(own: Points, all_miss: str, most_steps: int = 0) -> Points:
    """Return the function for a form; the last bidder risks 10 a step, for `most_steps` at most."""

    def points(hand: Played) -> int:
        makers, sign = made_of(hand.table), 1 if hand.made else -1
        if makers == 0 and all_miss != "losses count":
            return 0
        alone = makers == (1 if hand.made else hand.p - 1)
        risk = min(most_steps, steps_away(hand)) if is_last_to_bid(hand) else 0
        result = own(hand) + sign * (10 * alone + 10 * risk)
        doubled = all_miss == "next doubled" and bool(hand.before) and made_of(hand.before) == 0
        return 2 * result if doubled else result

    return points


def may_be_bid(table: Sequence[Played]) -> bool:
    """Return whether the bids of four can be a hand of Estimation; fast hands have no dash calls."""
    dash_calls = [hand for hand in table if hand.marks["dash_call"]]
    return sum(hand.b for hand in table) != 13 and len(dash_calls) <= 2 and not any(hand.b for hand in dash_calls)


def may_be_called(table: Sequence[Played]) -> bool:
    return may_be_bid(table) and max(hand.b for hand in table) >= 4


CALL = {"players": "4", "ladder": "13x25", "bidding": "call first", "trump": "auction", "leads": "highest bidder"}
FAST = {"players": "4", "ladder": "13x25", "bidding": "in turn from the dealer's left"}


def estimation_form(scheme: str, points: Points, rules: Mapping[str, Any] = CALL, **options: Any) -> Form:
    marks = {"dash_call": (False, True) if rules is CALL else (False,)}
    is_possible = may_be_called if rules is CALL else may_be_bid
    return Form(scheme, points, options, marks, rules=rules, is_possible=is_possible)


FORMS: Mapping[str, Form] = {
    "PL-a": Form("plump", plump_a),
    "PL-b": Form("plump", plump_b, {"ten": 20, "misses": "tricks"}),
    "PL-b as zero_five": Form("zero_five", plump_b),
    "PL-c": Form("plump", plump_c, {"zero": 10, "ten": 20}),
    "PL-c as blackout": Form("blackout", plump_c),
    "Rage, Amigo": Form("rage", rage(10, -5), marks=FIVES),
    "Rage, Fundex": Form("rage", rage(5, 0), {"zero": 5, "miss_costs": 0}, FIVES),
    "Rage, RG-02": Form("rage", rage(10, -5, misses_count=False), {"misses_count": False}, FIVES),
    "Rage, RG-04": Form("rage", rage(10, -5, doubles=True), {"all_tricks_double": True}, FIVES),
    "Rikiki": Form("op_en_neer_double", linear(10, 2, 2)),
    "CP-a": Form("chinees_poepen", linear(6, 2, 2)),
    "CP-b": Form("chinees_poepen", linear(10, 2, 2), {"base_points": 10}),
    "CP-c": Form("chinees_poepen", linear(2, 2, 1), {"base_points": 2, "lost_per_trick": 1}),
    "CP-d": Form(
        "chinees_poepen", linear(10, 1, 1), {"base_points": 10, "trick_points": 1, "lost_per_trick": 1}
    ),
    "CP-e": Form(
        "chinees_poepen", linear(10, 7, 7), {"base_points": 10, "trick_points": 7, "lost_per_trick": 7}
    ),
    "Stiche-Raten": Form("stiche_raten", guess_tricks(10, 10)),
    "SR-5": Form("stiche_raten", guess_tricks(5, 5), {"bonus": 5, "made_zero": 5}),
    "Nullern": Form("stiche_raten", guess_tricks(10, 20), {"made_zero": 20}),
    "KJ-a": Form("judgement", judgement_a),
    "KJ-b": Form("judgement", linear(10, 5, 5), {"form": "fives"}),
    "UR-a": Form("up_and_down", river_a),
    "UR-b": Form("up_and_down", linear(10, 5, 5), {"miss_loses": "tricks off"}),
    "UR-c": Form("up_and_down", linear(5, 5, 5), {"bonus": 5, "miss_loses": "tricks off"}),
    "UR-d": Form("up_and_down", river_d, {"trick_gives": 1, "miss_loses": "what it would win"}),
    "UR-e": Form("zero_five", guess_tricks(10, 5)),
    "Skull King": Form("skull_king", skull_king(), {}, CAPTURES, MOST_CAPTURES),
    "Skull King, SK-02 and SK-05": Form(
        "skull_king", skull_king(10, wager_lost=False), {"black_14_bonus": 10, "wager_missed": "not won"},
        CAPTURES, MOST_CAPTURES,
    ),
    "Rascal": Form(
        "skull_king_rascal", rascal(), {}, {"cannonball": (False, False, True), **CAPTURES}, MOST_CAPTURES
    ),
    "Rascal, SK-02 and SK-05": Form(
        "skull_king_rascal", rascal(10, wager_lost=False), {"black_14_bonus": 10, "wager_missed": "not won"},
        {"cannonball": (False, False, True), **CAPTURES}, MOST_CAPTURES,
    ),
    "Skull King, first edition": Form("skull_king_first", skull_king_first, {}, FIRST_CAPTURES, MOST_CAPTURES),
    "Skull King, expansion": Form(
        "skull_king_expansion", skull_king_expansion, {}, {**CAPTURES, **EXPANSION},
        {**MOST_CAPTURES, **MOST_OF_EXPANSION},
    ),
    "ES-F": estimation_form("estimation_federation", estimation(federation, "losses count", 2)),
    "ES-F, fast hands": estimation_form("estimation_federation", estimation(federation, "losses count", 2), FAST),
    "ES-F, all miss, ES-05 all steps": estimation_form(
        "estimation_federation", estimation(federation, "next doubled", 99), all_miss="next doubled", risk="all steps"
    ),
    "ES-B": estimation_form("estimation_bola", estimation(bola(), "next doubled")),
    "ES-B, fast hands": estimation_form("estimation_bola", estimation(bola(), "next doubled"), FAST),
    "ES-B, ES-06": estimation_form(
        "estimation_bola", estimation(bola(squares_by_table), "nothing"),
        high_call="squares, table", all_miss="nothing",
    ),
    "ES-H in ES-B": estimation_form(
        "estimation_bola", estimation(bola(squares_of_house, dash_35=True, zero_over=10), "next doubled"),
        high_call="squares, house", dash_calls="always 35", zero_over=10,
    ),
    "ES-K": estimation_form("estimation_calculator", estimation(calculator, "nothing", 99)),
    "ES-K, fast hands": estimation_form("estimation_calculator", estimation(calculator, "nothing", 99), FAST),
    "ES-K, losses count, no risk": estimation_form(
        "estimation_calculator", estimation(calculator, "losses count"), all_miss="losses count", risk="none"
    ),
}  # fmt: skip
"""By the id of rules.md. Some forms are also the points of an older scheme."""
