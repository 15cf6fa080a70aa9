"""scorepad print: its output and its refusals."""

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile, is_zipfile

import pytest
from program import PROGRAM, ROOT, all_said, environment, kept, refused, run
from reading_pdf import Page, read
from stores import tamper

from scorepad.commands.files import write_chunks
from scorepad.print_options import OPTIONS

ID_OF = "SELECT number FROM games WHERE id = '{}'"
RULES = 'name = "Ours"\nscheme = "squares"\nladder = "3-1"\n'


def printed(folder: Path, *words: str) -> list[Page]:
    answer = run(folder, "print", *words, "-o", "out.pdf")
    assert (answer.status, answer.text, answer.error) == (0, "", "")
    return read((folder / "out.pdf").read_bytes())


def test_a_blank_sheet_of_a_rulebook(folder: Path) -> None:
    (page,) = printed(
        folder, "sheet", "murder", "--players", "5", "--names", "Ann,Bob,Cat", "--scorer", "Cat", "--location",
        "The Crown", "--date", "20 Nov 2026", "--paper", "letter", "--landscape", "--one-ink",
    )  # fmt: skip
    assert page.size == pytest.approx((792, 612), abs=0.5)
    for words in ("Murder", "Declarer", "Ann", "The Crown", "20 Nov 2026"):
        assert words in page.text


def test_points_and_ladder_of_a_blank_sheet_may_be_others_and_the_rules_on_its_back(folder: Path) -> None:
    front, *backs = printed(folder, "sheet", "pike", "--scheme", "squares", "--ladder", "2-1", "--two-up", "--rules")
    text = " ".join(back.text for back in backs)
    assert front.text.count("Squares") == text.count("Squares") == 2
    assert "In the first hand each player gets 2 cards." in text


def test_rules_are_for_all_numbers_of_players_that_the_cards_allow_unless_one_is_given(folder: Path) -> None:
    for words, players in ("", "For 2–5 players"), ("--ladder 1-13-1", "For 2–4 players"), ("--players 6", "For 6"):
        (page,) = printed(folder, "rules", "pagat", *words.split())
        assert players in page.text
    assert "For 2–5" not in page.text


def test_a_booklet_and_large_print_are_asked_for(folder: Path) -> None:
    outside, inside = printed(folder, "sheet", "pike", "--booklet", "--paper", "letter")
    assert outside.size == inside.size == pytest.approx((792, 612), abs=0.5)
    large, *_more = printed(folder, "sheet", "pike", "--large", "--paper", "half-letter", "--portrait")
    assert large.size == pytest.approx((396, 612), abs=0.5)


def test_a_number_of_players_that_is_none_is_refused_in_words_and_two_may_be_said_either_way_round(
    folder: Path,
) -> None:
    for typed in ("few", "4-many", "4-5-6"):
        answer = run(folder, "print", "sheet", "pike", "--players", typed)
        assert answer.status == 2
        assert f"“{typed}” is not a number of players. Examples: 5, or 4-6." in answer.error
    (page,) = printed(folder, "sheet", "pike", "--players", "6-4")
    assert "4 to 6 players" in page.text


def test_what_is_told_to_be_for_rules_may_be_said_of_rules(folder: Path) -> None:
    text = run(folder, "print", "--help").text
    of_rules = text.split("for blank sheets and rules:\n")[1].split("\n\n")[0]
    named = {splitline.split()[0][2:] for splitline in of_rules.splitlines() if splitline.startswith("  --")}
    kinds = {option.name: option.kinds.split() for option in OPTIONS.values()}
    assert named == {name for name, of in kinds.items() if "rules" in of and "game" not in of}


def test_a_blank_sheet_needs_no_points_and_a_rulebook_of_ones_own_is_a_file(folder: Path) -> None:
    (page,) = printed(folder, "sheet", "okenuff", "--players", "4")
    assert page.text.startswith("Okenuff 4 players")
    assert "points" not in page.text
    assert "wins" not in page.text
    (folder / "ours.toml").write_text(RULES, encoding="utf-8")
    assert printed(folder, "sheet", "ours.toml")[0].text.startswith("Ours")
    assert "Squares" in printed(folder, "rules", "ours.toml")[0].text


def test_a_sheet_may_serve_several_numbers_of_players_and_hold_more_than_a_table_to_write_in(folder: Path) -> None:
    (page,) = printed(folder, "sheet", "pagat", "--players", "3-4", "--grid", "--slips", "--ghosts")
    assert "3 to 4 players" in page.text
    assert page.text.count("Money") == 4
    assert "Light 1" in page.text
    assert "Totals" in page.text
    pages = printed(folder, "sheet", "murder", "--players", "5", "--hands", "44")
    assert "Sheet 2 of 2: hands 24 to 44" in pages[1].text
    refused(run(folder, "print", "sheet", "pike", "--hands", "30"), "follows from its cards")


def test_points_go_on_pocket_cards_and_as_far_as_the_game_that_is_played_by_them(folder: Path) -> None:
    (page,) = printed(folder, "points", "wizard")
    assert "220" in page.text.split()  # 20 cards of three players
    (page,) = printed(folder, "points", "wizard", "--players", "6")
    assert "120" in page.text.split()
    assert "130" not in page.text.split()
    (page,) = printed(folder, "points", "pike", "--format", "pocket", "--cards", "7")
    assert page.text.count("Mr Pike's") == 9


def test_all_games_in_one_pdf_or_a_zip(folder: Path) -> None:
    kept(folder)
    kept(folder)
    assert len(printed(folder, "--all")) == 1 + 2
    assert run(folder, "print", "--all", "-o", "all.zip").status == 0
    with ZipFile(io.BytesIO((folder / "all.zip").read_bytes())) as whole:
        assert whole.namelist() == ["0001-2026-11-20-The-Crown.pdf", "0002-2026-11-20-The-Crown.pdf"]
        assert whole.read(whole.namelist()[0]).startswith(b"%PDF-")
    assert run(folder, "print", "--all", "-o", "ALL.ZIP").status == 0
    assert is_zipfile(folder / "ALL.ZIP")


def test_years_places_and_games_are_chosen_from_all(folder: Path) -> None:
    kept(folder)
    for value in (["--year", "2026"], ["--place", "the crown", "--place", "Anchor"], ["--game", "murder"]):
        assert len(printed(folder, "--all", *value)) == 2
    for value in (["--year", "2025"], ["--year", "2026", "--place", "Anchor"], ["--game", "pike"]):
        refused(run(folder, "print", "--all", *value, "-o", "out.pdf"), "no game to print")


def test_where_it_is_stopped_the_file_of_last_time_stays(tmp_path: Path) -> None:
    last = tmp_path / "all.pdf"
    last.write_bytes(b"of last time")

    def stopped() -> Iterator[bytes]:
        yield b"a sheet"
        assert [path.name for path in tmp_path.iterdir() if path != last] == ["all.pdf.part"]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_chunks(stopped(), str(last))
    assert last.read_bytes() == b"of last time"
    assert [path.name for path in tmp_path.iterdir()] == ["all.pdf"]


def test_all_games_but_a_damaged_one_are_printed_and_it_is_named(folder: Path) -> None:
    damaged, whole = kept(folder), kept(folder)
    tamper(folder / "data", f"UPDATE events SET by = 'Bob' WHERE seq = 3 AND game = ({ID_OF.format(damaged)})")
    for name in ("all.pdf", "all.zip"):
        answer = run(folder, "print", "--all", "-o", name)
        assert (answer.status, answer.text) == (1, "")
        words = f"Game {damaged} (The Crown 20 Nov 2026) is left out because its record is damaged."
        assert answer.error.startswith(words)
        assert whole not in answer.error
    contents, _sheet = read((folder / "all.pdf").read_bytes())
    assert contents.text.endswith("damaged: The Crown 20 Nov 2026")
    with ZipFile(folder / "all.zip") as files:
        assert files.namelist() == ["0001-2026-11-20-The-Crown.pdf", "left-out.txt"]


@pytest.mark.parametrize("name", ["all.pdf", "all.zip"])
def test_where_there_is_no_sound_game_that_is_said(folder: Path, name: str) -> None:
    damaged = kept(folder)
    tamper(folder / "data", "UPDATE events SET by = 'Bob' WHERE seq = 3")
    answer = run(folder, "print", "--all", "-o", name)
    assert answer.status == 1
    assert answer.error.startswith(f"Game {damaged} (")
    assert answer.error.endswith("\nThere is no game to print. Choose another year, place or game.\n")


def test_what_does_not_fit_is_refused_with_a_sentence(folder: Path) -> None:
    refused(run(folder, "print", "sheet", "pike", "--players", "12"), "for 3 to 7 players, not 12")
    refused(run(folder, "print", "sheet", "pike", "--names", "Ann,Ann,Bob"), "already a player called Ann")
    refused(run(folder, "print", "sheet", "pyke"), "pike")
    refused(run(folder, "print", "sheet", "okenuff", "--rules"), "Choose a scoring for it")
    refused(run(folder, "print", "sheet", "murder", "--ghosts"), "no light numbers")
    refused(run(folder, "print", "sheet", "pike", "--booklet", "--two-up"), "two pages per side")
    refused(run(folder, "print", "points", "pike", "--cards", "99"), "from 1 to 20")
    refused(run(folder, "print", "--all"), "There are no saved games in")
    kept(folder)
    refused(run(folder, "print", "--all", "-o", "nowhere/all.zip"), "no such file or folder")


@pytest.mark.parametrize(
    "words",
    [
        [], ["sheet"], ["a.json", "b.json"], ["sheet", "pike", "murder"], ["game.json", "--all"],
        ["game.json", "--players", "3"], ["points", "pike", "--names", "Ann"], ["sheet", "pike", "--blob"],
        ["rules", "pike", "--format", "half"], ["--all", "--rules"], ["game.json", "--landscape", "--portrait"],
        ["sheet", "pike", "--rules", "--booklet"],
        ["game.json", "--booklet"],
        ["game.json", "--one-ink", "--grey"], ["game.json", "--year", "2026"],
        ["points", "pike", "--players", "4-6"],
        ["sheet", "pike", "--players", "four"],
    ],
)  # fmt: skip
def test_a_command_line_that_makes_no_sense_is_usage(folder: Path, words: list[str]) -> None:
    answer = run(folder, "print", *words)
    assert answer.status == 2
    assert answer.text == ""
    assert "usage:" in answer.error


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal of our own is a thing of Unix")
def test_a_terminal_is_told_how_far_it_is(folder: Path) -> None:
    import pty

    kept(folder)
    kept(folder)
    ours, theirs = pty.openpty()
    command = [*PROGRAM, "print", "--all", "--data", "data", "-o", "all.zip"]
    subprocess.run(command, cwd=folder, env=environment(ROOT), stderr=theirs, check=True, timeout=60)
    os.close(theirs)
    notes = all_said(ours)
    os.close(ours)
    words = [f"Sheet {number} of 2. Press Ctrl+C to stop; nothing is left behind." for number in (1, 2)]
    assert notes.split("\r")[1:3] == words
