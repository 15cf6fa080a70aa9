"""Old sheets as games: what the rules say of them, and what stays as on paper."""

import io
import json
import zipfile
from typing import Any

import pytest
from soak import often

from scorepad.errors import FileError
from scorepad.game.report.sheet_files import sheet_json
from scorepad.game.state.game import played_rows
from scorepad.importing.files import FileEvening, evenings_in_file
from scorepad.importing.prepared_games import Choices, prepare_files
from scorepad.importing.sheets.cells import lines_of
from scorepad.importing.sheets.evenings import OldEvening
from scorepad.importing.sheets.game_builder import Counts, ImportedGame, build_game
from scorepad.importing.sheets.sheet_reader import evenings_in
from scorepad.library import RuleLibrary
from scorepad.rules import rulebook

HEADS = "hand,cards,dealer,Ann bid,Ann taken,Ann points,Bob bid,Bob taken,Bob points,Cat bid,Cat taken,Cat points\n"


def kept(text: str, rulebook: str = "pike", counts: Counts = "paper") -> ImportedGame:
    (evening,) = evenings_in(lines_of(text.encode()))
    return build_game(evening, rulebook, counts=counts)


def totals(game: ImportedGame) -> dict[str, Any]:
    answer: dict[str, Any] = sheet_json(game.game)["totals"]
    return answer


def test_a_hand_that_cannot_be_is_no_reason_to_lose_the_evening() -> None:
    sheet = HEADS + "1,2,Ann,1,1,11,0,0,10,1,0,-11\n2,1,Bob,0,0,10,1,1,11,0,0,10\n"
    item = kept(sheet)
    assert [doubt.hand for doubt in item.doubts] == [1]
    assert totals(item) == {"Ann": 21, "Bob": 21, "Cat": -1}
    with pytest.raises(FileError):
        kept(sheet, counts="rules")


def test_a_table_that_did_not_mind_the_hook_is_kept_as_it_bid_and_what_cannot_be_is_told_alone() -> None:
    heads = HEADS + "1,2,Ann,1,1,11,1,0,0,0,1,1\n"
    last = "2,1,Bob,0,0,10,1,1,11,1,0,0\n"
    item = kept(heads + last, "pagat")
    assert (item.differences, item.doubts) == ((), ())
    assert [row.hook_waived for row in played_rows(item.game.sheet)] == [True, False]
    assert totals(kept(heads + last, "pagat", counts="rules")) == totals(item)
    wrong = kept(heads.replace("1,0,0,0,1,1", "1,0,0,0,0,10") + last, "pagat")
    assert [doubt.why for doubt in wrong.doubts] == ["Tricks add up to 1, but the hand has 2."]


def test_a_bid_that_nobody_wrote_down_is_left_empty() -> None:
    item = kept(HEADS + "1,2,Ann,1,1,11,,1,-5,0,0,10\n")
    assert totals(item) == {"Ann": 11, "Bob": -5, "Cat": 10}
    assert "Bob" not in sheet_json(item.game)["rows"][0]["bids"]
    assert not any(row.hook_waived for row in played_rows(item.game.sheet))


def test_a_bounce_is_what_the_paper_says_it_was() -> None:
    heads = "hand,cards,Ann bid,Ann taken,Ann points,Ann total,Bob bid,Bob taken,Bob points,Bob total\n"
    item = kept(heads + "1,2,1,1,11,11,0,1,-11,-11\n2,1,1,1,11,2,0,0,10,-1\n")
    assert totals(item) == {"Ann": 2, "Bob": -1}


def test_who_comes_later_or_leaves_is_seated_when_they_play() -> None:
    item = kept(HEADS + "1,2,Ann,1,1,11,0,1,-11,,,\n2,2,Bob,1,1,11,0,1,-11,0,0,10\n3,1,Cat,,,,0,0,10,1,1,11\n")
    assert totals(item)["Bob"] == -12
    assert [row.get("entry") for row in sheet_json(item.game)["rows"]] == [None, "Cat", None, None]
    assert item.differences == ()


def test_a_game_is_found_by_its_own_name_also_where_another_one_has_that_name_too() -> None:
    """Nominations is one of the names of Clag, and Kachuful one of 765's."""
    library = RuleLibrary(lambda: None)
    for named in rulebook.built_in().values():
        people = tuple(f"P{seat}" for seat in range(named.min_players))
        evening = OldEvening(2, game=named.name, players=people, totals=dict.fromkeys(people, 7))
        [[result]] = prepare_files([FileEvening("years.csv", evening)], Choices(scheme="standard"), library)
        assert result.kept
        assert result.kept.game.sheet.rulebook.name == named.name


def test_points_given_before_the_first_hand_seat_nobody() -> None:
    """A row with points of Cat alone is above the first hand: all three play that hand, from the start."""
    item = kept(HEADS + ",,,,,,,,,,,-5\n1,2,Ann,1,1,11,0,0,10,1,1,11\n2,1,Bob,0,0,10,1,1,11,0,0,10\n")
    assert totals(item) == {"Ann": 21, "Bob": 21, "Cat": 16}
    assert item.differences == ()
    assert item.game.sheet.seats.everyone == item.game.sheet.seats.present


@pytest.mark.parametrize("count", [1, 11])
def test_more_or_fewer_people_than_any_game_is_for_are_refused_in_plain_words(count: int) -> None:
    people = [f"P{seat}" for seat in range(count)]
    with pytest.raises(FileError, match=f"^A game is for 2 to 10 players, not for {count}.$"):
        kept(f"date,{','.join(people)}\n2026-01-03{',5' * count}\n")


def test_a_zip_of_more_hands_or_files_than_anybody_has_is_refused_before_they_are_read() -> None:
    hands, files = io.BytesIO(), io.BytesIO()
    with zipfile.ZipFile(hands, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("first.csv", HEADS + "1,2,Ann,1,1,11,0,0,10,1,1,11\n")
        file.writestr("game.json", json.dumps({"record": [{}] * 60_000}))
    with zipfile.ZipFile(files, "w") as file:
        for number in range(20_001):
            file.writestr(f"{number}.png", "")
        file.writestr("one.csv", "date,Ann,Bob\n2026-01-03,1,2\n")
    for packed in (hands, files):
        (item,) = evenings_in_file("years.zip", packed.getvalue())
        assert "This zip is too large for score sheets" in str(item.error)


def test_a_zip_that_is_damaged_anywhere_is_told_in_a_sentence() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("years.csv", "date,Ann,Bob\n2026-01-03,1,2\n" * 20)
    whole = packed.getvalue()
    for at in range(4, len(whole), often(3, 1)):
        for byte in (0, 255):
            damaged = whole[:at] + bytes([byte]) + whole[at + 1 :]
            for item in evenings_in_file("years.zip", damaged):
                assert item.evening or str(item.error).endswith(".")
