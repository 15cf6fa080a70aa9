"""Hands and totals of an old sheet, stored as they are on paper."""

from fractions import Fraction
from typing import Any

import pytest
from builders import THREE, Entry, by_name, check_whole, following, hand, on, play, totals
from hypothesis import given, settings
from hypothesis import strategies as st

from scorepad.errors import FileError, RuleError
from scorepad.game.decide import control, hands
from scorepad.game.files.game_file import write_game
from scorepad.game.report.log_text import log_lines
from scorepad.game.report.notes import notes
from scorepad.game.report.outcome import headline
from scorepad.game.report.sheet_files import number, sheet_json
from scorepad.game.report.statistics import statistics
from scorepad.game.state.events import BidsRecorded, TricksRecorded
from scorepad.game.state.game import Game, played_rows
from scorepad.game.state.rows import HandRow


def paper(points: dict[str, Any], **fields: Any) -> Entry:
    return {"hand": {**fields, "points": points}}


def last_row(game: Game) -> HandRow:
    return played_rows(game.sheet)[-1]


def on_paper(game: Game) -> dict[str, Any]:
    result: dict[str, Any] = sheet_json(game)["rows"][-1]["on_paper"]
    return result


# --- points as written ------------------------------------------------------------------------------------


def test_points_on_paper_count_as_written_and_the_rules_are_told_beside_them() -> None:
    text = hand(THREE, [2, 1, 3], [1, 1, 8], points={"Ann": -29})
    game = play("pike", THREE, text)
    by_the_rules = play("pike", THREE, hand(THREE, [2, 1, 3], [1, 1, 8]))
    assert totals(game) == {**totals(by_the_rules), "Ann": -29}
    assert on_paper(game) == {"points": {"Ann": -29}, "by_rules": totals(by_the_rules)}
    assert [note.text for note in notes(game, last_row(game))] == ["Ann: on paper −29, by the rules −11"]
    check_whole(game)


def test_halves_and_hundredths_are_kept_exactly() -> None:
    game = play("pike", THREE, paper({"Ann": 0.5, "Bob": 18.33, "Cat": -0.07}), paper({"Ann": 0.1, "Bob": 0.1}))
    assert game.sheet.totals == {"p1": Fraction(3, 5), "p2": Fraction(1843, 100), "p3": Fraction(-7, 100)}
    check_whole(game)


def test_an_empty_key_keeps_a_hand_as_on_paper_and_the_rules_count_it_as_far_as_they_can() -> None:
    """Ann's bid and Bob's tricks are unknown."""
    game = play("pike", THREE, paper({}, bids={"Bob": 1, "Cat": 2}, taken={"Ann": 4, "Cat": 2}))
    assert totals(game) == {"Ann": 0, "Bob": 0, "Cat": 12}
    assert on_paper(game)["by_rules"] == {"Cat": 12}
    assert on_paper(game)["doubts"] == ["The points of Ann and Bob are not known and count as 0."]
    assert statistics(game.sheet)["p3"].made == 1
    assert [statistics(game.sheet)[player].bids for player in ("p1", "p2")] == [0, 0]
    check_whole(game)


def test_a_hand_of_which_only_the_points_are_known_is_one_event() -> None:
    game = play("pike", THREE, paper({"Ann": 10, "Bob": -5, "Cat": 0}, cards=3))
    assert len(game.events) == 2
    assert last_row(game).cards == 3
    assert last_row(game).bids == {}
    assert following(game)[:2] == (2, 9), "the ladder goes on as if it had had its own cards"
    check_whole(game)


def test_made_without_tricks_counts_as_far_as_the_points_need_no_more() -> None:
    """The schemes of Murder and of Pike need the tricks of missed bids."""
    game = play("pike", THREE, paper({"Bob": -12}, bids={"Ann": 1, "Bob": 0, "Cat": 2},
                                     made={"Ann": True, "Bob": False, "Cat": True}))  # fmt: skip
    assert on_paper(game)["by_rules"] == {"Ann": 11, "Cat": 12}
    assert totals(game) == {"Ann": 11, "Bob": -12, "Cat": 12}


@pytest.mark.parametrize(
    ("fields", "doubt"),
    [
        ({"bids": {"Ann": 0, "Bob": 0, "Cat": 9}, "made": {"Ann": False, "Bob": False, "Cat": True}},
         "as on paper: one trick is left over, but Ann and Bob bid 0 each and missed"),
        ({"bids": {"Ann": 0, "Bob": 0, "Cat": 10}, "taken": {"Ann": 0, "Bob": 0, "Cat": 10}},
         "as on paper: Ann bids last and may not bid 0: the bids would add up to 10"),
        ({"bids": {"Ann": 0, "Bob": 0, "Cat": 0}, "taken": {"Ann": 1, "Bob": 0, "Cat": 2}},
         "as on paper: Tricks add up to 3, but the hand has 10"),
        ({"bids": {"Ann": 15, "Bob": 0, "Cat": 0}, "taken": {"Ann": 1, "Bob": 0, "Cat": 9}},
         "as on paper: Ann cannot bid 15. Enter a whole number from 0 to 10"),
        ({"bids": {"Ann": 1, "Bob": 0, "Cat": 0}, "taken": {"Ann": 1, "Bob": 0, "Cat": 9}, "cancelled": 0},
         "as on paper: No tricks are cancelled in this game"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_kept_and_told_as_a_doubt_about_the_paper(fields: dict[str, Any], doubt: str) -> None:
    zeros = dict.fromkeys(THREE.split(), 0)
    game = play(
        "pike", THREE, paper(zeros, **fields), house={"hook": True, "bidding": "in turn from the dealer's left"}
    )
    assert doubt in [note.text for note in notes(game, last_row(game))]
    assert last_row(game).problems == ()
    check_whole(game)


def test_hands_on_paper_go_on_after_the_end_that_the_rules_have() -> None:
    game = play("pike", THREE, paper({"Ann": 1}), paper({"Bob": 2}), paper({"Cat": 3}), house={"ladder": "1"})
    assert totals(game) == {"Ann": 1, "Bob": 2, "Cat": 3}
    assert game.sheet.finished
    assert str(last_row(game).doubts[0]) == "The game had already ended before this hand."
    check_whole(game)


def test_a_bounce_is_what_the_paper_says_it_was() -> None:
    """Boerenbridge to 100: 95 and 11 make 106, so 94 by the rules; on paper the player continued from 106."""
    before = paper({"Ann": 95, "Bob": 0, "Cat": 0})
    made = hand(THREE, [1, 0, 1], [1, 0, 0], points={"Ann": 11})
    game = play("boerenbridge", THREE, before, made)
    assert totals(game)["Ann"] == 106
    assert "bounces" not in headline(game)
    check_whole(game)


def test_a_contract_on_paper_counts_for_whom_its_declarers_tricks_are_known() -> None:
    contract = {"declarer": "Ann", "level": 2, "doubler": "Bob", "redoubled": False}
    fields = {"trump": "H", "contract": contract, "bids": {"Ann": 2, "Bob": 1, "Cat": 1}, "cards": 5}
    known = play("murder", THREE, paper({}, taken={"Ann": 2, "Bob": 1}, **fields))
    assert on_paper(known)["by_rules"].keys() == {"Ann", "Bob"}
    unknown = play("murder", THREE, paper({"Ann": 7}, taken={"Bob": 1}, **fields))
    assert on_paper(unknown)["by_rules"] == {}
    for game in (known, unknown):
        check_whole(game)


def test_a_contract_that_nobody_wrote_down_is_no_contract_without_trumps() -> None:
    game = play("murder", THREE, paper({"Ann": 7, "Bob": -1, "Cat": 3}, bids={"Ann": 2, "Bob": 1, "Cat": 1}))
    assert (last_row(game).contract, last_row(game).trump, last_row(game).doubts) == (None, None, ())
    check_whole(game)


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"points": {"Zoe": 1}}, "“Zoe” is not a player of this game."),
        ({"points": {"Ann": "x"}},
         "Ann cannot have “x” points. Enter a number up to 1,000,000, above or below 0. Examples: −29, 18.33."),
        ({"points": {"Ann": 0.001}}, "Ann cannot have 0.001 points. Enter a number up to"),
        ({"points": {"Ann": 10**7}}, "Ann cannot have 10000000 points. Enter a number up to"),
        ({"points": {"Ann": True}}, "Ann cannot have True points. Enter a number up to"),
        ({"points": {}, "bids": {"Ann": 100}}, "Ann cannot bid 100. Enter a whole number from 0 to 99."),
        ({"points": {}, "bids": {"Ann": 1.5}}, "Ann cannot bid 1.5. Enter a whole number from 0 to 99."),
        ({"points": {}, "taken": {"Ann": -1}}, "Ann cannot have taken -1 tricks. Enter a whole number from 0 to 99."),
        ({"points": {}, "cards": 53}, "53 cards for each of 3 players is more than the pack has. The most is 52."),
        ({"points": {}, "cards": 0}, "“cards”: Enter a whole number from 1 to 52."),
        ({"points": {}, "trump": "X"}, "Trumps are C, D, H, S, or N for none."),
        ({"points": {}, "made": {"Ann": 1}}, "Did Ann make the bid or miss it?"),
        ({"points": {}, "made": {"Ann": True}, "taken": {"Ann": 1}},
         "Enter the tricks or who made the bid, not both."),
        ({"points": {}, "cancelled": "x"}, "“cancelled”: Enter a whole number from 0 to 99."),
    ],
)  # fmt: skip
def test_only_what_cannot_be_read_is_refused(fields: dict[str, Any], why: str) -> None:
    with pytest.raises(FileError) as refused:
        play("pike", THREE, {"hand": fields})
    assert why in str(refused.value)
    assert str(refused.value).startswith("Hand 1: ")
    assert (refused.value.entry, refused.value.hand) == (1, 1)


def test_a_hand_that_cannot_be_is_refused_by_its_number_and_its_players() -> None:
    """For a hand that is not stored as on paper; programs still receive the entry and the field."""
    made = {"bids": {"Ann": 0, "Bob": 0, "Cat": 1}, "made": {"Ann": False, "Bob": False, "Cat": True}}
    with pytest.raises(FileError) as refused:
        play("blackout", THREE, {"comment": {"text": "!"}}, hand(THREE, [0, 1, 0], [0, 1, 0]), {"hand": made},
             house={"ladder": "1 2", "hook": False})  # fmt: skip
    assert str(refused.value) == "Hand 2: one trick is left over, but Ann and Bob bid 0 each and missed."
    assert (refused.value.entry, refused.value.hand, refused.value.field) == (3, 2, "made")


# --- corrected, undone, exported --------------------------------------------------------------------------


def test_a_correction_sets_changes_and_takes_away_points_on_paper() -> None:
    game = play("pike", THREE, hand(THREE, [2, 1, 3], [1, 1, 8]))
    ann, by_rules = by_name(game, "Ann"), totals(game)
    for change, ann_has in (({ann: -29}, -29), ({ann: 18.33}, 18.33), ({ann: None}, by_rules["Ann"])):
        game = game.then(hands.correct(game, 1, {"points": change}))
        assert totals(game) == {**by_rules, "Ann": ann_has}
        assert last_row(game).paper is not None
        check_whole(game)
    game = game.then(hands.correct(game, 1, {"points": None}))
    assert last_row(game).paper is None
    assert totals(game) == by_rules
    check_whole(game)
    assert log_lines(game.events)[-4:] == [
        "Hand 1 corrected. Points on paper: Ann −29.", "Hand 1 corrected. Points on paper: Ann −29 → 18.33.",
        "Hand 1 corrected. Points on paper: Ann 18.33 → –.", "Hand 1 corrected. Points on paper: by the rules.",
    ]  # fmt: skip


def test_what_cannot_be_stays_refused_once_the_rules_are_to_count() -> None:
    game = play("pike", THREE, paper({"Ann": 5}, bids={"Ann": 1}))
    with pytest.raises(RuleError, match="Bob has not bid yet"):
        hands.correct(game, 1, {"points": None})
    whole = {"bids": {"p1": 1, "p2": 2, "p3": 3}, "taken": {"p1": 1, "p2": 2, "p3": 7}}
    mended = game.then(hands.correct(game, 1, {**whole, "points": None}))
    assert totals(mended) == totals(play("pike", THREE, hand(THREE, [1, 2, 3], [1, 2, 7])))
    check_whole(mended)


def test_no_correction_of_a_hand_on_paper_makes_tricks_below_none() -> None:
    game = play("pike", THREE, paper({}, bids={"Bob": 0}))
    with pytest.raises(RuleError, match="Bob cannot have taken -1 tricks"):
        hands.correct(game, 1, {"off": {"p2": -1}})


def test_bids_of_a_hand_of_points_only_are_written_in_later() -> None:
    game = on(play("pike", THREE, paper({"Ann": 4})), {"correct": {"hand": 1, "points": {"Ann": 5, "Bob": 18.33}}})
    assert totals(game) == {"Ann": 5, "Bob": 18.33, "Cat": 0}
    mended = game.then(hands.correct(game, 1, {"bids": {"p1": 3}, "taken": {"p1": 3}}))
    assert on_paper(mended)["by_rules"] == {"Ann": 13}
    check_whole(mended)


def test_an_undone_hand_on_paper_leaves_its_bids_and_can_be_played_on() -> None:
    game = play("pike", THREE, paper({"Ann": 5}, bids={"Ann": 1}))
    undone = game.then(game.undo())
    assert undone.sheet.bids == BidsRecorded(10, {"p1": 1}, on_paper=True)
    check_whole(undone)
    played = undone.then(hands.record_tricks(undone, {"p1": 1, "p2": 2, "p3": 7}))
    assert isinstance(tricks := played.events[-1], TricksRecorded)
    assert tricks.points == {}
    check_whole(played)
    check_whole(undone.then(undone.undo()))


def test_a_newcomer_and_another_scheme_take_hands_on_paper_along() -> None:
    game = play("pike", THREE, paper({"Ann": 20, "Bob": 10.5, "Cat": -4}, bids={"Ann": 1}), {"join": {"player": "Di"}})
    assert totals(game)["Di"] == 3
    check_whole(on(game, {"scheme": {"scheme": "squares"}}))


@settings(max_examples=15)
@given(st.data(), st.sampled_from(["pike", "boerenbridge", "blackout", "ohell_cubed"]))
def test_a_game_kept_as_on_paper_with_the_points_of_the_rules_is_the_same_sheet(
    data: st.DataObject, scheme: str
) -> None:
    hands_played: list[Entry] = []
    sizes = data.draw(st.lists(st.integers(1, 5), min_size=1, max_size=4))
    for cards in sizes:
        bids = [data.draw(st.integers(0, cards)) for _player in range(3)]
        first = data.draw(st.integers(0, cards))
        second = data.draw(st.integers(0, cards - first))
        hands_played.append(hand(THREE, bids, [first, second, cards - first - second]))
    house = {"ladder": " ".join(map(str, sizes)), "ends": "after the ladder", "hook": False}
    game = play("pike", THREE, *hands_played, scheme=scheme, house=house)
    kept = [
        {"hand": {**entry["hand"], "points": {game.names[point]: number(row.points[point]) for point in row.points}}}
        for entry, row in zip(hands_played, played_rows(game.sheet), strict=True)
    ]
    copied = play("pike", THREE, *kept, scheme=scheme, house=house)
    plain, marked = sheet_json(game), sheet_json(copied)
    parts = [row.pop("on_paper") for row in marked["rows"]]
    assert marked == plain
    assert [(item["by_rules"], item["points"]) for item in parts] == [(row["points"],) * 2 for row in plain["rows"]]
    assert statistics(copied.sheet) == statistics(game.sheet)
    check_whole(copied)


# --- an evening of totals ---------------------------------------------------------------------------------


def test_an_evening_of_totals_is_over_with_its_places() -> None:
    game = play("pike", THREE, {"totals": {"Ann": 84, "Bob": 79, "Cat": 84}})
    sheet = sheet_json(game)
    assert (sheet["rows"], sheet["only_totals"], sheet["finished"]) == ([], True, True)
    assert sheet["winners"] == ["Ann", "Cat"]
    assert [(standing["place"], standing["total"]) for standing in sheet["standings"]] == [(1, 84), (1, 84), (3, 79)]
    assert all(figures.bids == 0 for figures in statistics(game.sheet).values())
    assert log_lines(game.events)[-1] == "Only the totals are known: Ann 84, Bob 79, Cat 84."
    with pytest.raises(RuleError, match="Only the totals of this game are known,"):
        control.reopen(game)
    assert sheet_json(game.then(game.undo()))["finished"] is False


@pytest.mark.parametrize(
    ("record", "why"),
    [
        ([{"totals": {"Ann": 1, "Bob": 2}}], "What was the total of Cat?"),
        ([{"totals": {"Ann": 1, "Bob": 2, "Cat": "x"}}], "Cat cannot have “x” points"),
        ([{"totals": {"Ann": 1, "Zoe": 2, "Cat": 3}}], "“Zoe” is not a player of this game."),
        (
            [hand(THREE, [0, 0, 0], [1, 1, 8]), {"totals": {"Ann": 1, "Bob": 2, "Cat": 3}}],
            "Totals alone are for a game",
        ),
    ],
)
def test_totals_by_themselves_are_everybodys_and_of_a_game_without_hands(record: list[Entry], why: str) -> None:
    with pytest.raises(FileError, match=why):
        play("pike", THREE, *record)


@pytest.mark.parametrize(("winner", "first"), [(None, "Ann"), ("high", "Ann"), ("low", "Bob")])
def test_a_game_that_nobody_knows_has_a_name_and_no_scheme(winner: str | None, first: str) -> None:
    named = {"name": "Hearts", **({"winner": winner} if winner else {})}
    game = play(named, "Ann Bob", {"totals": {"Ann": 84, "Bob": 79.5}}, date="2026-03-04")
    assert sheet_json(game)["winners"] == [first]
    written = write_game(game)
    assert written["rulebook"] == {"name": "Hearts", **({"winner": "low"} if winner == "low" else {})}
    assert "scheme" not in written
    again = play(named, "Ann Bob", {"totals": {"Ann": 84, "Bob": 79.5}}, date="2026-03-04")
    assert write_game(again) == written
