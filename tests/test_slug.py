"""File names and keys made from titles that people typed."""

import pytest

from scorepad.formats import MOST_LETTERS, slug


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Mr Pike's Oh Hell! 20 Nov 2026", "Mr-Pike-s-Oh-Hell-20-Nov-2026"),
        ("Café L’Ascenseur", "Cafe-L-Ascenseur"),
        ("../../etc/passwd", "etc-passwd"),
        ('"; rm -r', "rm-r"),
        ("王家", "game"),
        ("", "game"),
        ("x" * 59 + " and more", "x" * 59),
    ],
)
def test_a_title_becomes_a_name_that_every_system_takes(title: str, name: str) -> None:
    assert slug(title, "game") == name
    assert len(slug(title * 9, "game")) <= MOST_LETTERS
