"""Random hands of the schemes, played from a game file, score as an independent calculation says."""

from random import Random
from typing import Any

import pytest
from builders import hand, play, points

from soak import often
from soak.oracles import FORMS, Form, Played

HANDS = often(25, 1000)
HANDS_A_GAME = 25
NAMES = ["Ann", "Bob", "Cat", "Di", "Eve", "Fay"]


def tricks_of(luck: Random, cards: int, players: int) -> list[int]:
    """Return how many tricks each player takes, all together `cards`."""
    takers = [luck.randrange(players) if luck.random() < 0.5 else 0 for _trick in range(cards)]
    return [takers.count(player) for player in range(players)]


def a_hand(luck: Random, form: Form, players: int) -> list[Played]:
    """Return a hand of up to 12 cards in which about half of the bids are made."""
    cards = luck.randint(1, 12)
    table = [
        Played(
            taken if luck.random() < 0.5 else luck.randint(0, cards), taken, cards, players,
            {mark: luck.choice(values) for mark, values in form.marks.items()},
        )
        for taken in tricks_of(luck, cards, players)
    ]  # fmt: skip
    luck.shuffle(table)
    return table


def whole(table: list[Played], before: list[Played]) -> list[Played]:
    return [Played(own.b, own.t, own.n, own.p, own.marks, table, before) for own in table]


def entry_of(table: list[Played], names: list[str]) -> dict[str, Any]:
    """Return the hand as an entry of a game file."""
    marks = {name: own.marks for name, own in zip(names, table, strict=True) if own.marks}
    return hand(
        " ".join(names), [own.b for own in table], [own.t for own in table], **({"marks": marks} if marks else {})
    )


@pytest.mark.parametrize("name", FORMS)
def test_random_hands_of_a_form_score_as_its_description_says(name: str) -> None:
    form, luck = FORMS[name], Random(name)
    for _game in range(HANDS // HANDS_A_GAME):
        names = NAMES[: luck.randint(3, len(NAMES))]
        tables = [a_hand(luck, form, len(names)) for _hand in range(HANDS_A_GAME)]
        book = {
            "name": "Random hands", "ladder": " ".join(str(table[0].n) for table in tables), "players": "3-6",
            "pack": 104, "trump": "none", "bidding": "together", "options": form.options,
        }  # fmt: skip
        game = play(book, " ".join(names), *(entry_of(table, names) for table in tables), scheme=form.scheme)
        for row, table in enumerate(tables):
            hands = whole(table, tables[row - 1] if row else [])
            result = points(game, row)
            for player, own in zip(names, hands, strict=True):
                assert result[player] == form.points(own), (own.b, own.t, own.n, dict(own.marks))
