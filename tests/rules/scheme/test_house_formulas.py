"""Formulas that groups really play: each is a scheme text in tests/schemes, checked with its examples."""

from pathlib import Path

import pytest
from rules.scheme.own_schemes import SCHEMES, house
from soak import sampled

from scorepad.rules.scheme import Scheme
from scorepad.rules.scheme.trial import wrong_examples


def test_the_examples_of_a_house_scheme_hold() -> None:
    for file in SCHEMES.glob("*.toml"):
        assert [*wrong_examples(Scheme.from_toml(file.read_text(encoding="utf-8"), file.stem))] == [], file


@pytest.mark.parametrize("file", sampled(sorted(SCHEMES.glob("*.toml")), 3), ids=lambda file: file.stem)
def test_a_house_scheme_is_sound(file: Path) -> None:
    assert Scheme.from_toml(file.read_text(encoding="utf-8"), file.stem).check() == []


def test_a_house_with_another_pack_has_its_all_card_hand_elsewhere() -> None:
    basas = house("basas")
    zero = {"bid": 0, "taken": 0, "cards": 10, "players": 4}
    assert [basas.entry(basas.hand({**zero, **pack})) for pack in ({"pack": 40}, {})] == [35, 10]


def test_a_scheme_whose_example_is_wrong_is_refused_with_both_numbers() -> None:
    (problem,) = house("refused/wrong_example").check()
    assert "14" in str(problem)
    assert "13" in str(problem)
