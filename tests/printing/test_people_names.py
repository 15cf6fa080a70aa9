"""People's names on paper: no two alike on a print, in every script, never a missing-glyph box."""

import struct
from collections.abc import Iterator, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from printing.blank_pages import a_blank
from printing.printed_games import with_record
from reading_pdf import read

from printables.blank.blank_sheet import blank_sheet
from printables.filled import picture
from printables.filled.picture import standings_picture
from printables.filled.score_sheet import score_sheet
from printables.page import fallback_fonts, page, people_names, text_fitting
from scorepad.game.state.game import Game

TABLE = ("Maximiliane-Christine W.", "Maximiliane-Christine Z.", "Bob", "Cat", "王小明", "李小龙", "Gus")
CHINESE = "王小明李龙"


def a_game(names: Sequence[str] = TABLE, **more: Any) -> Game:
    """Return a finished game of three hands, in each of which one player with a long name loses heavily."""
    record: list[Any] = []
    for at in range(3):
        taken = {name: 6 if place == at % 2 else 1 if place == 2 else 0 for place, name in enumerate(names)}
        bids = {**taken, names[at % 2]: 7}
        record.append({"hand": {"cards": 7, "trump": "H", "bids": bids, "taken": taken}})
    return with_record(names, record, house={"ladder": "7x3"}, **more)


def words_like(start: str, pdf: bytes) -> set[str]:
    """Return the words of a PDF with this beginning, even if they adjoin others."""
    return {word["text"].strip(",;:") for page in read(pdf) for word in page.words if word["text"].startswith(start)}


def test_one_short_form_of_each_name_serves_the_whole_blank_sheet_and_the_full_names_stand_there_once() -> None:
    pdf = blank_sheet(a_blank("pike", names=TABLE))
    text = " ".join(page.text for page in read(pdf))
    assert len(words_like("Max", pdf)) == 3, "two short ones, and the first word of both in full"
    assert all(text.count(name) == 1 for name in TABLE[:2])
    assert "WangXiaoMing = name of player 5, in Latin letters; LiXiaoLong = name of player 6, in Latin letters" in text
    assert "□" not in text


def test_one_short_form_of_each_name_serves_the_whole_filled_sheet_and_its_chart() -> None:
    pdf = score_sheet(a_game())
    text = " ".join(page.text for page in read(pdf))
    assert "Points behind the leader" in text
    assert words_like("Max", pdf) == {"Maximilia…W.", "Maximilian…Z.", "Maximiliane-Christine"}
    assert words_like("Wang", pdf) | words_like("LiX", pdf) == {"WangXiaoMing", "LiXiaoLong"}
    assert "□" not in text


def test_two_names_that_are_spelled_alike_keep_the_numbers_of_their_seats_everywhere() -> None:
    text = " ".join(page.text for page in read(score_sheet(a_game(("王", "Bob", "Cat", "亡", "Gus")))))
    assert "Wang 1" in text
    assert "Wang 4" in text
    assert text.count("Wang") == text.count("Wang 1") + text.count("Wang 4")


def test_who_is_called_by_a_picture_alone_is_called_by_the_number_of_their_seat() -> None:
    names = ("🎲", "Bob", "Cat 🐈", "👩‍👩‍👧", "♥")
    message = " ".join(page.text for page in read(score_sheet(a_game(names))))
    assert all(text in message for text in ("Player 1", "Bob", "Cat", "Player 4", "♥"))
    assert "Names: Player 1 = game die; Player 4 = woman, woman, girl" in message
    assert [message.count(word) for word in ("die", "woman", "cat")] == [1, 2, 0]


def test_a_name_on_the_picture_is_whole_where_what_is_paid_leaves_room() -> None:
    game = people_names.with_printable_names(a_game(("王小明", "Bob", "Maximiliane-Christine"), stake=5))
    assert [*picture._names(game).values()] == ["WangXiaoMing", "Bob", "Maximiliane-Christine"]


# --- a font of the machine ------------------------------------------------------------------------------


def with_letters(font: bytes, instead: dict[str, str]) -> bytes:
    """Return a font whose only letters are these, with the glyphs of others: its character map is replaced."""
    glyphs = page.font(page.PLAIN).face.charToGlyph
    groups = sorted((ord(letter), ord(letter), glyphs[ord(looks)]) for letter, looks in instead.items())
    table = struct.pack(">HHHHL", 0, 1, 3, 10, 12) + struct.pack(">HHLLL", 12, 0, 16 + 12 * len(groups), 0, len(groups))
    table += b"".join(struct.pack(">LLL", *group) for group in groups)
    made = bytearray(font + b"\0" * (-len(font) % 4))
    entry = made.index(b"cmap", 12)
    made[entry + 8 : entry + 16] = struct.pack(">LL", len(made), len(table))
    return bytes(made + table)


@pytest.fixture
def chinese(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Install a font with a few Chinese letters for the test."""
    ours = files("printables").joinpath("fonts", "ScorepadCondensed.ttf").read_bytes()
    path = tmp_path / "chinese.ttf"
    path.write_bytes(with_letters(ours, dict(zip(CHINESE, "WXMLQ", strict=True))))
    monkeypatch.setenv("SCOREPAD_FONTS", str(tmp_path))
    kept = (fallback_fonts._paths, fallback_fonts.font_with, text_fitting.printable, page.width)
    for item in kept:
        item.cache_clear()
    yield path
    for item in kept:
        item.cache_clear()


def test_chinese_names_stand_there_in_chinese_where_the_machine_has_a_font_for_them(chinese: Path) -> None:
    for pdf in (score_sheet(a_game()), blank_sheet(a_blank("pike", names=TABLE))):
        chars = [char for page in read(pdf) for char in page.chars if char["text"] in CHINESE]
        assert {char["text"] for char in chars} == set(CHINESE)
        assert all(char["fontname"].endswith("+chinese") for char in chars)


def test_the_picture_takes_the_letters_of_that_font_too(chinese: Path) -> None:
    now = standings_picture(a_game(("王小明", "Bob", "Cat")))
    assert now == standings_picture(a_game(("王小明", "Bob", "Cat")))
    assert now != standings_picture(a_game(("明王小", "Bob", "Cat"))), "other letters, another picture"
