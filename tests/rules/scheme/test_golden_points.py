"""Golden hands of the rules that the examples of the scheme files do not have, scored by the built-in schemes.

A row is (bid, taken, cards, points) unless its section says otherwise.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from murder import HANDS, Hand, Player

from scorepad.rules import scheme
from scorepad.rules.scheme.variables import hand_variables

Row = tuple[int, int, int, int]
Tables = dict[str, tuple[str, dict[str, Any], list[Row]]]

TABLES: Tables = {
    "A2 Michigan Oh Hell": ("michigan", {}, [
        (1, 1, 1, 11),
    ]),
    "A4 the other reading: a miss is 0": ("oh_hell_500", {"misses": "nothing"}, [
        (0, 0, 7, 10), (3, 3, 7, 16), (2, 1, 5, 0), (0, 2, 4, 0), (5, 2, 8, 0), (10, 10, 10, 30),
    ]),
    "A11.1 zero worth 5, on Blackout": ("zero_five", {"base": "blackout"}, [
        (0, 0, 7, 5), (1, 1, 1, 11), (3, 3, 7, 13), (2, 1, 5, 0), (0, 2, 4, 0), (5, 2, 8, 0), (10, 10, 10, 20),
    ]),
    "A11.2 zero worth 5 + n, on Blackout": ("zero_five_plus", {"base": "blackout"}, [
        (0, 0, 7, 12), (1, 1, 1, 11), (3, 3, 7, 13), (2, 1, 5, 0), (2, 3, 5, 0), (0, 2, 4, 0), (10, 10, 10, 20),
        (0, 0, 1, 6),
    ]),
    "La Podrida: 10 + 3t, -3d": ("podrida", {}, [
        (17, 17, 17, 61),
    ]),
    "Nominations, misère: whatever was bid, all count as having bid 0": ("nominations", {"misere": True}, [
        (0, 0, 7, 10), (0, 2, 7, 2), (2, 2, 7, 2), (2, 0, 7, 10),
    ]),
    "Clag, older, misère: +10 for none, else -5t": ("clag_five", {"misere": True}, [
        (0, 0, 7, 10), (0, 1, 7, -5), (0, 7, 7, -35),
    ]),
    "L'Escalier (c), strict: a miss has 5t as well": ("ascenseur_escalier", {"strict": True}, [
        (0, 0, 7, 5), (3, 3, 7, 20), (2, 1, 5, 0), (0, 2, 4, 0), (3, 0, 7, -15),
    ]),
}  # fmt: skip
"""By title: the scheme, its options, and the rows."""


def entry(key: str, options: dict[str, Any], **hand: Any) -> object:
    """Return what the sheet shows for one player's hand under a built-in scheme."""
    result = scheme.find(key)
    return result.entry(hand_variables(options=result.option_values(options), **hand))


def each_row(tables: Tables) -> Iterator[Any]:
    for title, (key, options, rows) in tables.items():
        for bid, taken, cards, points in rows:
            yield pytest.param(
                key, options, bid, taken, cards, points, id=f"{title}: bid {bid}, took {taken} of {cards}"
            )


@pytest.mark.parametrize(("key", "options", "bid", "taken", "cards", "points"), [*each_row(TABLES)])
def test_a_row_of_the_rules_scores_as_printed(
    key: str, options: dict[str, Any], bid: int, taken: int, cards: int, points: int
) -> None:
    assert entry(key, options, bid=bid, taken=taken, cards=cards) == points


def test_outside_murder_boerenbridge_and_ninety_nine_no_hand_reads_the_total() -> None:
    reading = {key for key, item in scheme.built_in().items() if "total" in item.names or item.total}
    assert reading == {"murder", "boerenbridge", "ninety_nine"}


# --- A1.6 Murder: whole hands ----------------------------------------------------------------------


def murder(hand: Hand, player: Player, **changes: Any) -> dict[str, Any]:
    """Return the situation of one player of a golden hand; `changes` may hold options or another total."""
    declarer = next(p for p in hand.players if p.role == "declarer")
    return hand_variables(
        bid=player.bid,
        taken=player.taken,
        cards=hand.cards,
        players=len(hand.players),
        total=changes.pop("total", player.before),
        last=hand.last,
        role=player.role,
        level=declarer.bid,
        contract_taken=declarer.taken,
        doubled=hand.doubled,
        redoubled=hand.redoubled,
        makers=sum(p.bid == p.taken for p in hand.players),
        options=scheme.find("murder").option_values(changes),
    )


def golden(number: str) -> Hand:
    return next(hand for hand in HANDS if hand.title.startswith(number))


def test_where_doubling_zero_is_free_a_made_zero_costs_the_doubler_nothing() -> None:
    hand = golden("M23")
    assert scheme.find("murder").entry(murder(hand, hand.players[1], free_zero_double=True)) == 0


def test_where_over_half_is_of_the_tricks_taken_a_set_bid_may_fall_back_to_the_plain_rate() -> None:
    hand = Hand("4 bid, 2 taken of 5", 5, (Player("declarer", 4, 2, -4), Player("other", 0, 3, -6)))
    for player in hand.players:
        assert scheme.find("murder").entry(murder(hand, player, over_half_of="tricks")) == player.points


# --- E: prizes and premiums ------------------------------------------------------------------------


# --- the list of schemes ---------------------------------------------------------------------------

KEYS = [
    "murder", "michigan", "pike", "oh_hell_500", "golf", "progressive", "norwegian", "ohell_cubed", "blackout",
    "standard", "zero_five", "zero_five_plus", "tens", "five_and_ten", "squares", "boerenbridge", "seven_truf",
    "romanian_whist", "podrida", "pocha", "wizard", "kachuful", "nominations", "ascenseur", "op_en_neer",
    "ninety_nine", "podrida_app", "pocha_ggz", "clag", "clag_five", "kachuful_tens", "kachuful_ten_plus",
    "ascenseur_two_plus", "ascenseur_escalier", "op_en_neer_double",
]  # fmt: skip


def test_no_key_that_has_landed_ever_goes_away() -> None:
    assert set(KEYS) <= set(scheme.built_in())


def test_a_built_in_scheme_shows_the_hands_people_argue_about() -> None:
    for key in KEYS:
        examples = [row for row in scheme.find(key).to_dict()["examples"] if row.get("bid") is not None]
        shown = [(row["bid"], row["taken"], row["cards"]) for row in examples]
        assert any(bid == taken == 0 for bid, taken, _ in shown), f"{key}: a made zero"
        assert any(bid == 0 < taken for bid, taken, _ in shown), f"{key}: a missed zero"
        assert any(bid > 0 and taken == bid - 1 for bid, taken, _ in shown), f"{key}: one short"
        assert any(bid > 0 and taken == bid + 1 for bid, taken, _ in shown), f"{key}: one over"
        assert any(cards >= 7 and bid == taken for bid, taken, cards in shown), f"{key}: a large hand"
