"""Random hands of the schemes, played from a game file, score as an independent calculation says."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from builders import hand, play, points

from soak import often
from soak.oracles import ALLY, FORMS, Form, Played

HANDS = often(25, 1000)
HANDS_A_GAME = 25
NAMES = ["Ann", "Bob", "Cat", "Di", "Eve", "Fay"]


def tricks_of(luck: Random, cards: int, players: int) -> list[int]:
    """Return how many tricks each player takes, all together `cards`."""
    takers = [luck.randrange(players) if luck.random() < 0.5 else 0 for _trick in range(cards)]
    return [takers.count(player) for player in range(players)]


def marks_of(luck: Random, form: Form, players: int) -> list[dict[str, Any]]:
    """Return the marks of each player, within the limits of the form."""
    table: list[dict[str, Any]] = [{} for _player in range(players)]
    for mark, values in form.marks.items():
        left = form.most.get(mark, 100)
        for player in luck.sample(range(players), players):
            if values is ALLY:
                others = [seat for seat in range(players) if seat != player]
                value: Any = luck.choice([None, *others] if left else [None])
            else:
                value = luck.choice([value for value in values if value <= left])
            table[player][mark] = value
            left -= value is not None if values is ALLY else value
    return table


def a_hand(luck: Random, form: Form, players: int) -> list[Played]:
    """Return a possible hand in which about half of the bids are made.

    It has up to 12 cards, and 13 by a form with its own rules.
    """
    cards = 13 if form.rules else luck.randint(1, 12)
    while True:
        tricks, marks = tricks_of(luck, cards, players), marks_of(luck, form, players)
        luck.shuffle(tricks)
        table = [
            Played(taken if luck.random() < 0.5 else luck.randint(0, cards), taken, cards, players, own)
            for taken, own in zip(tricks, marks, strict=True)
        ]
        if form.is_possible(table):
            return table


def whole(table: list[Played], before: list[Played], first: int) -> list[Played]:
    """Return the hands of the players with those of the table."""
    seated = [replace(own, seat=seat, first=first) for seat, own in enumerate(table)]
    return [replace(own, table=seated, before=before) for own in seated]


def entry_of(form: Form, table: list[Played], names: list[str], caller: int | None) -> dict[str, Any]:
    """Return the hand as an entry of a game file; `caller` is the seat of the player who calls."""
    more: dict[str, Any] = {}
    if form.marks:
        more["marks"] = {name: named(form, own.marks, names) for name, own in zip(names, table, strict=True)}
    if caller is not None:
        more |= {"contract": {"declarer": names[caller], "level": table[caller].b}, "trump": "S"}
    return hand(" ".join(names), [own.b for own in table], [own.t for own in table], **more)


def named(form: Form, marks: Mapping[str, Any], names: list[str]) -> dict[str, Any]:
    """Return the marks with names of players instead of seats."""
    present = {mark: value for mark, value in marks.items() if value is not None}
    return {mark: names[value] if form.marks[mark] is ALLY else value for mark, value in present.items()}


@pytest.mark.parametrize("name", FORMS)
def test_random_hands_of_a_form_score_as_its_description_says(name: str) -> None:
    form, luck = FORMS[name], Random(name)
    for _game in range(HANDS // HANDS_A_GAME):
        names = NAMES[: 4 if form.rules else luck.randint(3, len(NAMES))]
        tables = [a_hand(luck, form, len(names)) for _hand in range(HANDS_A_GAME)]
        book = {
            "name": "Random hands", "ladder": " ".join(str(table[0].n) for table in tables), "players": "3-6",
            "pack": 104, "trump": "none", "bidding": "together", "options": form.options, **form.rules,
        }  # fmt: skip
        calls = book["bidding"] == "call first"
        callers = [max(range(len(table)), key=lambda seat: table[seat].b) if calls else None for table in tables]
        record = [entry_of(form, table, names, caller) for table, caller in zip(tables, callers, strict=True)]
        game = play(book, " ".join(names), *record, scheme=form.scheme)
        for row, (table, caller) in enumerate(zip(tables, callers, strict=True)):
            dealers_left = (row + 1) % len(names)
            hands = whole(table, tables[row - 1] if row else [], dealers_left if caller is None else caller)
            result = points(game, row)
            for player, own in zip(names, hands, strict=True):
                assert result[player] == form.points(own), (own.b, own.t, own.n, dict(own.marks))
