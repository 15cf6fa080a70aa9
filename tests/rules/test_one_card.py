"""The chances of a hand of one card, against playing every such hand out."""

from fractions import Fraction
from itertools import permutations, product

import pytest

from scorepad.rules.cards import PLAYERS, RANKS, chance_tables, follow_wins, lead_wins, trump_wins

Card = tuple[str, int]  # suit, and the place of its rank: 0 is the ace
DECK: list[Card] = list(product("CDHS", range(13)))


def winner(trick: list[Card], trump: str) -> int:
    """Return the position of the player who wins a trick, from the leader on."""
    suit = trump if any(card[0] == trump for card in trick) else trick[0][0]
    return min((rank, at) for at, (item, rank) in enumerate(trick) if item == suit)[1]


def played_out(mine: Card, turned: Card, *, leading: bool) -> Fraction:
    """Return how often my card wins among three players, over all possible cards of the others."""
    others = [*permutations([card for card in DECK if card not in (mine, turned)], 2)]
    won = sum(
        winner([mine, *held], turned[0]) == 0 if leading else winner([held[0], mine, held[1]], turned[0]) == 1
        for held in others
    )
    return Fraction(won, len(others))


@pytest.mark.parametrize(
    ("mine", "turned", "above"), [(("S", 0), ("S", 5), 0), (("S", 4), ("S", 9), 4), (("S", 4), ("S", 2), 3)]
)
def test_a_trump_wins_unless_somebody_holds_a_higher_one(mine: Card, turned: Card, above: int) -> None:
    assert played_out(mine, turned, leading=True) == trump_wins(above, 3)
    assert played_out(mine, turned, leading=False) == trump_wins(above, 3), "whoever leads"


@pytest.mark.parametrize("rank", [0, 3, 12])
def test_another_card_wins_as_often_as_hands_played_out_say(rank: int) -> None:
    assert played_out(("H", rank), ("S", 5), leading=True) == lead_wins(rank, 3)
    assert played_out(("H", rank), ("S", 5), leading=False) == follow_wins(rank, 3)


def test_the_tables_hold_a_row_for_every_card_and_a_column_for_every_number_of_players() -> None:
    trumps, leads, follows = chance_tables()
    assert [head for head, _cells in trumps.rows] == [str(above) for above in range(12)]
    assert [head for head, _cells in leads.rows] == [head for head, _cells in follows.rows] == list(RANKS)
    assert all(len(cells) == len(PLAYERS) for table in (trumps, leads, follows) for _head, cells in table.rows)
    assert trumps.rows[0][1] == (100,) * len(PLAYERS)
    assert dict(leads.rows)["A"] == (57, 43, 32, 24, 17)
