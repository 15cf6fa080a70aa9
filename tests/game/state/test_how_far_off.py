"""A table that records only how far off the bids were: the input, the points and the refusals."""

import itertools
from typing import Any

import pytest
from builders import THREE, Entry, check_whole, csv_rows, on, play, points
from soak import sampled

from scorepad.errors import FileError, RuleError
from scorepad.game.decide import control
from scorepad.game.files.game_file import write_game
from scorepad.game.report.log_text import log_lines
from scorepad.game.report.sheet_files import sheet_csv, sheet_json
from scorepad.game.state.game import Game
from scorepad.game.state.history import merge_corrections
from scorepad.rules import scheme as schemes
from scorepad.rules.scheme import Scheme

OFF = {"ladder": "5-1", "writes": "off", "hook": False}


def table(scheme: str | dict[str, Any], *record: Entry, **house: Any) -> Game:
    return play("pagat", THREE, *record, scheme=scheme, house=OFF | house)


def off(*values: int | None, bids: tuple[int | None, ...] = (2, 1, 1), **more: Any) -> Entry:
    """Return a hand of these three players; None for a player without a value."""
    names = THREE.split()
    given = ({name: item for name, item in zip(names, own, strict=True) if item is not None} for own in (bids, values))
    return {"hand": dict(zip(("bids", "off"), given, strict=True)) | more}


def why(game: Game, entry: Entry) -> str:
    with pytest.raises(FileError) as refused:
        on(game, entry)
    return str(refused.value)


# --- the input ------------------------------------------------------------------------------------------------


TRICKS = {
    "ascenseur", "boerenbridge", "ninety_nine", "nominations", "oh_hell_500", "progressive", "rage", "seven_truf",
    "standard", "stiche_raten", "zero_five", "zero_five_plus",
}  # fmt: skip
"""Schemes that score too few and too many tricks differently."""


def alike_on_both_sides(scheme: Scheme, **more: Any) -> bool:
    """Return whether a bid missed by the same number of tricks scores the same, too few or too many."""
    table = dict(scheme.points_table(7, **more))
    return all(row[bid - far] == row[bid + far] for bid, row in table.items() for far in range(min(bid, 7 - bid) + 1))


@pytest.mark.parametrize("scheme", sampled(schemes.built_in().values(), 6), ids=lambda scheme: scheme.key)
def test_how_far_off_is_enough_where_points_do_not_tell_too_few_from_too_many(scheme: Scheme) -> None:
    needs_tricks = scheme.needs_tricks_with({}, off_known=True)
    assert needs_tricks is (scheme.key in TRICKS)
    assert needs_tricks <= scheme.needs_tricks_with({})
    assert alike_on_both_sides(scheme, total=30, missed_run=1) is not needs_tricks
    assert needs_tricks or alike_on_both_sides(scheme, role="declarer", doubled=True, total=-7, last=True)


@pytest.mark.parametrize(
    ("miss", "tricks"),
    [
        ("-off", False), ("-off ** 2 - bid", False), ("-sum_to(off)", False), ("-max(bid, off)", False),
        ("-contract_off", False), ("-under", True), ("-2 * off if over_bid else -off", True), ("taken", True),
        ("off + taken - taken", False),
    ],
)  # fmt: skip
def test_the_side_counts_where_a_miss_reads_it(miss: str, tricks: bool) -> None:
    scheme = Scheme.from_dict({"name": "Ours", "points": [{"when": "made", "give": "10"}, {"give": miss}]})
    assert scheme.needs_tricks_with({}, off_known=True) is tricks
    assert table(scheme.to_dict()).sheet.writes == ("tricks" if tricks else "off")
    own = {"terms": {"far": "off > 2"}, "points": [{"when": "made", "give": "10"}, {"give": "-off - 5 * far"}]}
    assert table({"name": "Ours", **own}).sheet.writes == "off", "by a term of its own"


# --- the points -----------------------------------------------------------------------------------------------


def test_a_miss_counts_by_how_far_off_it_was_on_either_side() -> None:
    game = table("golf", off(0, 1, 2))  # 2, 0 or 2, 3 of 5: only 2 + 0 + 3 are 5
    assert points(game) == {"Ann": 0, "Bob": 1, "Cat": 3}
    row = sheet_json(game)["rows"][0]
    assert (row["off"], "taken" in row, "made" in row) == ({"Ann": 0, "Bob": 1, "Cat": 2}, False, False)
    check_whole(game)


def test_no_points_differ_from_those_of_the_tricks_themselves() -> None:
    for key in ("golf", "squares", "murder", "wizard", "michigan", "pike", "norwegian"):
        for bids, taken in [((2, 1, 1), (3, 1, 1)), ((0, 0, 5), (0, 5, 0)), ((5, 5, 0), (0, 0, 5))]:
            far = [abs(item - bid) for item, bid in zip(taken, bids, strict=True)]
            tricks = dict(zip(THREE.split(), taken, strict=True))
            known = {"hand": {"bids": off(*far, bids=bids)["hand"]["bids"], "taken": tricks}}
            assert points(table(key, off(*far, bids=bids))) == points(table(key, known)), (key, bids, taken)


def test_a_contract_counts_by_how_far_off_its_declarer_was() -> None:
    names = "Ann Bob Cat Di"
    contract = {"declarer": "Ann", "level": 2, "doubler": "Bob"}
    fields = {"bids": {"Ann": 2, "Bob": 1, "Cat": 0, "Di": 0}, "contract": contract, "trump": "H"}
    house = {"ladder": "3-7", "writes": "off"}
    game = play("murder", names, {"hand": {**fields, "off": {"Ann": 2, "Bob": 1, "Cat": 0, "Di": 3}}}, house=house)
    taken = {"Ann": 0, "Bob": 0, "Cat": 0, "Di": 3}
    assert points(game) == points(play("murder", names, {"hand": {**fields, "taken": taken}}, house=house))
    check_whole(game)


def test_where_the_side_counts_or_is_said_the_tricks_are_bid_and_off_together() -> None:
    game = table("standard", off(-1, 2, 0))
    row = sheet_json(game)["rows"][0]
    assert (row["taken"], row["points"]) == ({"Ann": 1, "Bob": 3, "Cat": 1}, {"Ann": 1, "Bob": 3, "Cat": 11})
    assert game.sheet.rows[0].off == {"p1": -1, "p2": 2, "p3": 0}  # type: ignore[union-attr]
    check_whole(game)
    game = table("golf", off(-1, 2, 0))
    assert (sheet_json(game)["rows"][0]["taken"], points(game)["Bob"]) == ({"Ann": 1, "Bob": 3, "Cat": 1}, 3)


def test_who_does_not_bid_is_off_from_nothing() -> None:
    ahead: Entry = {"adjust": {"player": "Ann", "points": 85}}
    house = {"ladder": "5-1", "writes": "off"}
    game = play("boerenbridge", THREE, ahead, off(3, 0, -1, bids=(None, 1, 2)), house=house)
    assert sheet_json(game)["rows"][1]["taken"] == {"Ann": 3, "Bob": 1, "Cat": 1}
    own = {"bids_when": "total < 80", "points": [{"when": "made", "give": "10"}, {"give": "-off"}]}
    game = play("pagat", THREE, ahead, off(None, 0, 1, bids=(None, 1, 2)), scheme={"name": "O", **own}, house=OFF)
    assert points(game) == {"Ann": 0, "Bob": 10, "Cat": -1}
    check_whole(game)


# --- refusals -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scheme", "given", "text"),
    [
        ("golf", (0, 5, 0), "Hand 1: Bob bid 1 and cannot be off by 5. Enter a whole number from 0 to 4,"),
        ("golf", (-3, 1, 1), "Hand 1: Ann bid 2 and cannot be off by -3. Enter a whole number from −2 to +3,"),
        ("standard", (4, 0, 0), "Hand 1: Ann bid 2 and cannot be off by 4. Enter a whole number from −2 to +3,"),
        ("golf", (0, None, 0), "By how many tricks did Bob miss the bid? Enter 0 for a bid that was made."),
        ("golf", (0, 0, 0), "Hand 1: with these bids and differences the tricks cannot add up to 5. Check"),
        ("standard", (1, 1, 0), "Hand 1: bids and differences come to 6 tricks, but there are 5."),
        ("golf", (True, 0, 0), "Ann bid 2 and cannot be off by True."),
        ("golf", ("1", 0, 0), "Ann bid 2 and cannot be off by “1”."),
    ],
)
def test_numbers_that_cannot_be_are_told_with_hand_and_player(scheme: str, given: Any, text: str) -> None:
    assert text in why(table(scheme), off(*given))


def test_only_one_way_of_writing_a_hand_counts_and_cancelled_tricks_may_be_missing() -> None:
    assert "The differences are enough" in why(table("golf"), off(0, 0, 1, made={"Ann": True}))
    assert "Di" in why(table("golf"), {"hand": {"bids": {"Ann": 2, "Bob": 1, "Cat": 1}, "off": {"Di": 0}}})
    assert points(table("golf", off(0, 0, 0), cancelled=True)) == {"Ann": 0, "Bob": 0, "Cat": 0}


def test_points_that_ask_for_the_side_cannot_count_hands_that_do_not_say_it() -> None:
    game = table("golf", off(0, 1, 2))
    assert control.change_scheme(game, schemes.find("squares"))
    with pytest.raises(RuleError, match="Hand 1 has only the differences"):
        control.change_scheme(game, schemes.find("standard"))
    made = {"hand": {"bids": {"Ann": 2, "Bob": 1, "Cat": 1}, "made": {"Ann": True, "Bob": True, "Cat": False}}}
    game = table("blackout", made)
    with pytest.raises(RuleError, match="” needs the number of tricks, not only who made the bid"):
        control.change_scheme(game, schemes.find("golf"))


# --- later changes --------------------------------------------------------------------------------------------


def test_a_number_noted_wrong_is_corrected_and_the_log_tells_it() -> None:
    game = on(table("golf", off(0, 1, 0)), {"correct": {"hand": 1, "off": {"Bob": 0, "Ann": 1}}})
    assert points(game) == {"Ann": 1, "Bob": 0, "Cat": 0}
    assert log_lines(game.events)[-2:] == [
        "Differences: Ann 0, Bob 1, Cat 0.", "Hand 1 corrected. Difference: Bob 1 → 0, Ann 0 → 1."
    ]  # fmt: skip
    check_whole(game)
    assert "by 5" in why(game, {"correct": {"hand": 1, "off": {"Bob": 5}}})
    assert "cannot add up to 5" in why(game, {"correct": {"hand": 1, "off": {"Bob": 4}}})
    assert "The differences are enough" in why(game, {"correct": {"hand": 1, "off": {"Bob": 1}, "taken": {"Bob": 1}}})
    tricks = on(game, {"correct": {"hand": 1, "taken": {"Ann": 1, "Bob": 2, "Cat": 2}}})
    assert sheet_json(tricks)["rows"][0]["taken"] == {"Ann": 1, "Bob": 2, "Cat": 2}
    check_whole(tricks)


def test_what_a_hand_was_written_down_by_may_be_corrected_too() -> None:
    made: Entry = {"hand": {"bids": {"Ann": 2, "Bob": 1, "Cat": 1}, "made": {"Ann": True, "Bob": True, "Cat": False}}}
    taken: Entry = {"hand": {"bids": {"Ann": 2, "Bob": 1, "Cat": 1}, "taken": {"Ann": 2, "Bob": 1, "Cat": 2}}}
    outcomes = (made, taken, off(0, 1, 2))
    for before, after in itertools.permutations(outcomes, 2):
        fields = {name: own for name, own in after["hand"].items() if name != "bids"}
        game = on(table("blackout", before), {"correct": {"hand": 1, **fields}})
        [_bids, tricks] = [event.event for event in merge_corrections(game.history.standing[1:])]
        assert [field for field in ("made", "taken", "off") if getattr(tricks, field) is not None] == [*fields]
        check_whole(game)


def test_a_side_noted_wrong_is_corrected_by_the_bid_as_it_is_corrected() -> None:
    game = on(table("standard", off(-1, 1, 1)), {"correct": {"hand": 1, "off": {"Ann": 1, "Bob": -1}}})
    assert sheet_json(game)["rows"][0]["taken"] == {"Ann": 3, "Bob": 0, "Cat": 2}
    game = on(game, {"correct": {"hand": 1, "bids": {"Ann": 3}, "off": {"Ann": 0}}})
    assert sheet_json(game)["rows"][0]["taken"] == {"Ann": 3, "Bob": 0, "Cat": 2}
    check_whole(game)


def test_a_table_may_turn_to_it_and_back_in_the_middle_of_the_evening() -> None:
    taken = {"hand": {"bids": {"Ann": 2, "Bob": 1, "Cat": 1}, "taken": {"Ann": 2, "Bob": 0, "Cat": 3}}}
    game = table("golf", taken, {"house": {"writes": "off"}}, writes="tricks")
    assert game.sheet.rows[0].off is None  # type: ignore[union-attr]
    game = on(game, off(0, 1, 0, bids=(1, 1, 1)))
    game = on(game, {"house": {"writes": "tricks"}}, {"comment": {"text": "!"}})
    assert game.sheet.writes == "tricks"
    assert [row.off for row in game.sheet.rows] == [None, {"p1": 0, "p2": 1, "p3": 0}]  # type: ignore[union-attr]
    check_whole(game)


def test_who_joins_late_and_who_leaves_changes_nothing_of_it() -> None:
    game = table("golf", off(0, 1, 2), {"join": {"player": "Di"}}, {"leave": {"player": "Bob"}})
    fields = {"bids": {"Ann": 1, "Cat": 1, "Di": 1}, "off": {"Ann": 0, "Cat": 1, "Di": 0}}
    game = on(game, {"hand": fields})
    assert points(game) == {"Ann": 0, "Cat": 1, "Di": 0}
    assert "Bob is not at the table" in why(game, {"hand": {**fields, "off": {**fields["off"], "Bob": 0}}})
    check_whole(game)


# --- in files ------------------------------------------------------------------------------------


def test_the_file_says_how_far_off_and_the_csv_has_a_column_for_it() -> None:
    game, sided = table("golf", off(0, 1, 2)), table("standard", off(-1, 2, 0))
    assert write_game(game)["record"][0]["hand"]["off"] == {"Ann": 0, "Bob": 1, "Cat": 2}
    assert write_game(sided)["record"][0]["hand"]["taken"] == {"Ann": 1, "Bob": 3, "Cat": 1}
    (row,) = csv_rows(sheet_csv(game))
    assert [row[f"{name} off"] for name in THREE.split()] == ["0", "1", "2"]
    (row,) = csv_rows(sheet_csv(sided))
    assert [row[f"{name} {what}"] for name in ("Ann", "Bob") for what in ("taken", "off")] == ["1", "-1", "3", "2"]


def test_tricks_take_the_place_of_how_far_off_also_where_a_file_says_that_nothing_else_is_known() -> None:
    fields = {"hand": 1, "taken": {"Ann": 2, "Bob": 1, "Cat": 2}, "made": None}
    game = table("golf", off(0, 1, 2), {"correct": fields})
    assert points(game) == {"Ann": 0, "Bob": 0, "Cat": 1}
