"""Evenings of a group for tests of printed statistics."""

from random import Random

from builders import hand, play

from scorepad.game.statistics.evening import evening_of
from scorepad.game.statistics.group_statistics import GroupStatistics

NAMES = [
    "Ann", "Bob", "Cat", "Dimitri", "Eve", "Fay", "Gus", "Hieronymus", "Ida", "Jo", "Kim", "Łucja", "Maximiliane",
    "Nils",
]  # fmt: skip


def evenings(people: int, count: int) -> GroupStatistics:
    """Return this number of evenings in 2026, with bids on every second one."""
    chance, result = Random(people * count), []
    for number in range(count):
        who = chance.sample(NAMES[:people], min(people, chance.choice((3, 4, 5))))
        date = f"2026-{1 + number * 12 // count:02}-{1 + number % 28:02}"
        record = {"totals": {name: chance.randrange(-20, 200) for name in who}}
        if number % 2:
            bids = [chance.randrange(2) for _name in who]
            record = hand(" ".join(who), bids, [1, 1, *[0] * (len(who) - 2)])
        made = evening_of(play("ohell", " ".join(who), record, house={"ladder": "2", "hook": False}, date=date))
        assert made
        result.append(made._replace(game_id=str(number)))
    return GroupStatistics(result)
