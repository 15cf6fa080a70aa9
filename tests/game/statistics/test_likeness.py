"""Names that may belong to one person, and similar names that are not offered."""

import random
from itertools import combinations

import pytest

from scorepad.game.statistics.similar_names import are_alike, find_similar_names


@pytest.mark.parametrize(
    ("first", "other"),
    [
        ("Anne", "Ann"), ("Zoë", "Zoe"), ("Zoe", "Zo"), ("Sarah", "Sara"), ("Müller", "Mueller"), ("Jörg", "Joerg"),
        ("Katherine", "Catherine"), ("Phillip", "Filip"), ("Jean-Luc", "Jean Luc"), ("Jon", "John"),
        ("Bernard", "Benrard"), ("Marianne", "Marisnne"), ("Simone", "Simona"), ("Ann", "Ann Miller"),
        ("Ann M.", "Ann Miller"), ("A. Miller", "Ann Miller"), ("Alex", "Alexander"), ("Søren", "Soren"),
        ("王小明", "王小明 "),
    ],
)  # fmt: skip
def test_one_person_may_be_written_so(first: str, other: str) -> None:
    assert are_alike(first, other)
    assert are_alike(other, first)


@pytest.mark.parametrize(
    ("first", "other"),
    [
        ("Tim", "Tom"), ("Bob", "Rob"), ("Ann Miller", "Ann Smith"), ("Ann M.", "Ann S."), ("Guest 1", "Guest 2"),
        ("Lena", "Gena"), ("Jo", "Jonathan"), ("Bob", "Cat"), ("Al", "Di"), ("A", "B"), ("王", "李"), ("?", "Ann"),
        ("Ann", "Mary Ann"),
    ],
)  # fmt: skip
def test_others_are_left_alone(first: str, other: str) -> None:
    assert not are_alike(first, other)
    assert not are_alike(other, first)


def test_every_pair_that_is_alike_is_found_once() -> None:
    chance = random.Random(7)
    names = ["".join(chance.choices("aehnrs ", k=chance.randint(1, 7))).strip() or "x" for _name in range(150)]
    result = list(find_similar_names(names))
    expected = {frozenset(pair) for pair in combinations(dict.fromkeys(names), 2) if are_alike(*pair)}
    assert {frozenset(pair) for pair in result} == expected
    assert len(result) == len(expected) > 50
