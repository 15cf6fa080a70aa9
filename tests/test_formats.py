"""Numbers and dates follow each language; files stay machine-readable."""

from fractions import Fraction

import pytest

from scorepad import formats
from scorepad.commands.arguments import points_number
from scorepad.formats import format_points
from scorepad.game.files.game_file import read_game, write_game
from scorepad.game.report.outcome import result_text
from scorepad.game.report.sheet_files import sheet_csv
from scorepad.game.state.game import Game
from scorepad.terminal.sheet import ASCII, sheet_text
from scorepad.words import use_language

NUMBERS = {
    "en": ("1,234,500", "54.3 %", "18.33"),
    "nl": ("1.234.500", "54,3 %", "18,33"),
    "de": ("1.234.500", "54,3 %", "18,33"),
    "fr": ("1\u00a0234\u00a0500", "54,3\u00a0%", "18,33"), "es": ("1\u00a0234\u00a0500", "54,3\u00a0%", "18,33"),
}  # fmt: skip

DAYS = {
    "en": ("20 November 2026", "1 May 2027", "20 Nov 2026"), "nl": ("20 november 2026", "1 mei 2027", "20 nov 2026"),
    "de": ("20. November 2026", "1. Mai 2027", "20. Nov. 2026"),
    "fr": ("20 novembre 2026", "1er mai 2027", "20 nov. 2026"),
    "es": ("20 de noviembre de 2026", "1 de mayo de 2027", "20 nov 2026"),
}  # fmt: skip


@pytest.mark.parametrize("language", NUMBERS)
def test_numbers_are_written_with_the_signs_of_the_language(language: str) -> None:
    with use_language(language):
        assert (
            formats.with_thousands(1234500),
            formats.percent(54.25 + 0.05),
            format_points(Fraction(1833, 100)),
        ) == NUMBERS[language]
        assert (format_points(Fraction(53, 2)), formats.percent(None), formats.decimals(60)[-1]) == ("26½", "–", "0")


@pytest.mark.parametrize("language", DAYS)
def test_a_day_is_written_as_the_language_says_it_and_shorter_where_there_is_less_room(
    language: str,
) -> None:
    with use_language(language):
        long, first, short = DAYS[language]
        assert (formats.day_in_words("2026-11-20"), formats.day_in_words("2027-05-01")) == (long, first)
        assert formats.short_day("2026-11-20") == short


@pytest.mark.parametrize("typed", ["", "20 Nov 2026", "2026", "2026-13-01", "2026-11-32", "2026-11-20 19:30", "Ostern"])
def test_what_somebody_wrote_for_a_day_otherwise_stays(typed: str) -> None:
    with use_language("de"):
        assert (formats.day_in_words(typed), formats.short_day(typed)) == (typed, typed)


@pytest.fixture
def at_christmas() -> Game:
    """Return a paper game with fractional points."""
    paper = {"hand": {"cards": 10, "bids": {"Ann": 1, "Bob": 0, "Cat": 3}, "points": {"Ann": 18.33, "Bob": -0.5}}}
    head = {"format": "scorepad-game/1", "rulebook": "pike", "players": ["Ann", "Bob", "Cat"], "date": "2026-12-25"}
    return read_game({**head, "record": [paper]})


def test_what_is_read_has_the_signs_of_the_language_and_what_is_read_in_again_those_of_machines(
    at_christmas: Game,
) -> None:
    with use_language("de"):
        assert result_text(at_christmas).startswith("Mr Pikes Oh Hell! · 25. Dezember 2026\n")
        assert "Ann 18,33" in result_text(at_christmas)
        assert " -0,5" in sheet_text(at_christmas, signs=ASCII)
        assert '"18.33"' not in sheet_csv(at_christmas)
        assert ",18.33," in sheet_csv(at_christmas)
        assert write_game(at_christmas)["record"][0]["hand"]["points"]["Ann"] == 18.33
        assert write_game(at_christmas)["date"] == "2026-12-25"


def test_a_total_is_typed_with_either_sign() -> None:
    assert points_number("12,5") == points_number("12.5") == points_number("12½") == Fraction(25, 2)
