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

    `table` has the hands of all players of this hand, in their order, `before` those of the hand before.
    """

    b: int
    t: int
    n: int
    p: int
    marks: Mapping[str, Any] = field(default_factory=dict)
    table: Sequence["Played"] = ()
    before: Sequence["Played"] = ()

    @property
    def d(self) -> int:
        return abs(self.b - self.t)

    @property
    def made(self) -> bool:
        return self.b == self.t


Points = Callable[[Played], int]


@dataclass(frozen=True)
class Form:
    """A form of a game: the scheme and its options, the function, and the possible values of each mark."""

    scheme: str
    points: Points
    options: Mapping[str, Any] = field(default_factory=dict)
    marks: Mapping[str, Sequence[Any]] = field(default_factory=dict)


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
}  # fmt: skip
"""By the id of rules.md. Some forms are also the points of an older scheme."""
