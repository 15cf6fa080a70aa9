"""The log tells what was changed from what to what, and an undo what it is again."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from playing import hand, on, play

from scorepad.game import events as e
from scorepad.game import running, setting_up
from scorepad.game.record import Game
from scorepad.game.telling import tell, tell_all
from scorepad.rules import scheme as schemes

TABLE = "Ann Bob Cat"


def two_hands(**head: Any) -> Game:
    played = [hand(TABLE, [2, 1, 1], [2, 1, 2], trump="H"), hand(TABLE, [0, 2, 1], [0, 2, 2], trump="S")]
    return play("pike", TABLE, *played, house={"ladder": "5-1-5"}, **head)


def last(game: Game) -> str:
    return tell_all(game.events)[-1]


def test_a_correction_tells_what_it_changed_and_of_nobody_else() -> None:
    game = on(two_hands(), {"correct": {"hand": 1, "bids": {"Cat": 2}, "taken": {"Bob": 0, "Cat": 3}}})
    assert last(game) == "Hand 1 corrected: bids Cat 1 → 2; tricks Bob 1 → 0, Cat 2 → 3."


def test_a_second_correction_goes_on_from_the_first() -> None:
    game = on(two_hands(), {"correct": {"hand": 1, "taken": {"Bob": 0, "Cat": 3}}})
    game = on(game, {"correct": {"hand": 1, "taken": {"Bob": 3, "Cat": 0}}})
    assert last(game) == "Hand 1 corrected: tricks Bob 0 → 3, Cat 3 → 0."
    game = game.then(game.undo())
    assert last(game) == "Taken back: Hand 1 corrected: tricks Bob 3 → 0, Cat 0 → 3."
    game = game.then(game.redo())
    assert last(game) == "Done again: Hand 1 corrected: tricks Bob 0 → 3, Cat 3 → 0."


def test_trumps_are_told_by_their_names_and_the_hand_after_a_misdeal_is_the_right_one() -> None:
    game = on(two_hands(), {"misdeal": {}}, hand(TABLE, [1, 1, 0], [1, 1, 1], trump="C"))
    assert last(on(game, {"correct": {"hand": 3, "trump": "D"}})) == "Hand 3 corrected: trump clubs → diamonds."


def test_bids_of_the_open_hand_are_corrected_from_what_they_were() -> None:
    game = on(
        two_hands(), {"hand": {"bids": {"Ann": 1, "Bob": 1, "Cat": 0}}}, {"correct": {"hand": 3, "bids": {"Bob": 2}}}
    )
    assert last(game) == "Hand 3 corrected: bids Bob 1 → 2."


def test_house_rules_and_the_head_of_the_sheet_are_told_old_and_new() -> None:
    game = two_hands(stake=5, location="The Crown")
    game = game.then(running.change_house(game, {"hook": True}))
    assert last(game) == "House rules: hook no → yes."
    game = game.then(game.undo())
    assert last(game) == "Taken back: House rules: hook yes → no."
    described = setting_up.describe(game, stake=10, location="The Crown", scorer="", date="")
    game = game.then(described)
    assert last(game) == "Head of the sheet: stake 5 → 10."


def test_the_head_of_the_sheet_is_told_from_what_was_said_last() -> None:
    game = on(two_hands(location="The Crown", until="13:00"), {"details": {"until": "14:00"}})
    assert last(game) == "Head of the sheet: until 13:00 → 14:00."
    game = on(game, {"details": {"location": "The Mill"}}, {"details": {"until": "15:00", "location": "The Mill"}})
    assert last(game) == "Head of the sheet: until 14:00 → 15:00."
    game = on(game, {"details": {"location": "The Crown"}})
    assert last(game) == "Head of the sheet: location The Mill → The Crown."


def test_a_house_rule_that_nobody_had_said_is_told_from_what_it_means_unsaid() -> None:
    ours = {"name": "Ours", "ladder": "5-1", "scheme": "pike"}
    changes = {
        "dealer_pays_both": (True, "dealer_pays_both no → yes"),
        "late_rounding": ("half up", "late_rounding half to the worst → half up"),
        "best": ("4-6", "best 4-6"),  # nothing was said, so there is no old word to show
        "hook": ({"from": 3}, "hook from 3"),  # no word for what it was
        "minutes": (45, "minutes 45"),
    }
    for key, (value, said) in changes.items():
        assert last(play(ours, TABLE, {"house": {key: value}})) == f"House rules: {said}."
    both = {"house": {"ladder": "4-1", "dealer_pays_both": True}}
    assert last(play(ours, TABLE, both)) == "House rules: ladder 5-1 → 4-1; dealer_pays_both no → yes."


def test_a_hand_in_which_nobody_bid_is_corrected_from_its_tricks() -> None:
    four = "Ann Bob Cat Di"
    at_80: list[dict[str, Any]] = [{"adjust": {"player": name, "points": 80}} for name in four.split()]
    taken = {"Ann": 3, "Bob": 3, "Cat": 3, "Di": 4}
    game = play("boerenbridge", four, *at_80, {"hand": {"taken": taken}})
    assert last(on(game, {"correct": {"hand": 1, "taken": {"Ann": 4, "Di": 3}}})) == (
        "Hand 1 corrected: tricks Ann 3 → 4, Di 4 → 3."
    )


def test_of_a_contract_that_is_said_again_only_what_is_new_is_told() -> None:
    plays: dict[str, Any] = {"declarer": "Ann", "level": 1, "doubler": "Bob"}
    game = play("murder", TABLE, hand(TABLE, [1, 0, 0], [1, 2, 0], trump="H", contract=plays))
    said = on(game, {"correct": {"hand": 1, "contract": plays, "trump": "S"}})
    assert last(said) == "Hand 1 corrected: trump hearts → spades."
    changed = on(game, {"correct": {"hand": 1, "contract": {**plays, "doubler": None}}})
    assert last(changed) == "Hand 1 corrected: contract Ann plays 1 doubled by Bob → Ann plays 1."


def test_another_way_to_find_trumps_is_a_house_rule_and_no_suit() -> None:
    game = on(two_hands(), {"house": {"trump": "cycle H S N"}})
    assert last(game) == "House rules: trump turned up → cycle H S N."


def test_another_scheme_is_told_with_the_one_before() -> None:
    game = two_hands()
    game = game.then(running.change_scheme(game, schemes.find("tens")))
    assert last(game) == f"Counted by {schemes.find('pike').name} → Tens from the first hand on."


def test_an_undo_says_what_it_took_back_with_the_names_of_then() -> None:
    game = on(two_hands(), {"rename": {"player": "Ann", "name": "Anna"}})
    game = game.then(game.undo())
    assert last(game) == "Taken back: Ann is now called Anna."
    game = game.then(game.undo())
    assert last(game) == "Taken back: Tricks: Ann 0, Bob 2, Cat 2."


def test_without_what_stood_before_only_the_new_is_told() -> None:
    names = {"p1": "Ann"}
    assert tell(e.Corrected(2, {"taken": {"p1": 3}}), names) == "Hand 2 corrected: tricks Ann 3."


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(["undo", "redo", "correct", "house", "rename"]), max_size=14))
def test_whatever_happens_every_event_has_its_sentence(acts: list[str]) -> None:
    game = two_hands()
    for number, act in enumerate(acts):
        entries: dict[str, dict[str, Any]] = {
            "correct": {"correct": {"hand": 1, "bids": {"Ann": number % 5}}},
            "house": {"house": {"hook": number % 2 == 0, "minutes": 10 + number}},
            "rename": {"rename": {"player": game.names["p1"], "name": f"Ann{number}"}},
        }
        if act == "undo" and len(game.history.standing) > 1:
            game = game.then(game.undo())
        elif act == "redo" and game.history.undone:
            game = game.then(game.redo())
        elif act == "rename":
            game = on(game, entries[act])
        elif act in entries and game.sheet.hands_played and game.names["p1"] == "Ann":
            game = on(game, entries[act]) if act == "correct" or game.sheet.bids is None else game
    told = tell_all(game.events)
    assert len(told) == len(game.events)
    assert all(one.endswith((".", "”")) for one in told)
