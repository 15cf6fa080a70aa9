"""The log shows each change with the old and the new value, and an undo with the restored value."""

import re
from typing import Any

import pytest
from builders import THREE, hand, on, play
from soak import sampled

from scorepad.game.decide import control, setup
from scorepad.game.report.house_changes import house_changes
from scorepad.game.report.log_text import Names, event_sentence, log_lines, tap_words
from scorepad.game.state import events as e
from scorepad.game.state.events import Contract
from scorepad.game.state.game import Game
from scorepad.rules import rulebook
from scorepad.rules import scheme as schemes
from scorepad.rules.rulebook import house_options


def two_hands(**head: Any) -> Game:
    played = [hand(THREE, [2, 1, 1], [2, 1, 2], trump="H"), hand(THREE, [0, 2, 1], [0, 2, 2], trump="S")]
    return play("pike", THREE, *played, house={"ladder": "5-1-5"}, **head)


def last(game: Game) -> str:
    return log_lines(game.events)[-1]


def test_a_correction_tells_what_it_changed_and_of_nobody_else() -> None:
    game = on(two_hands(), {"correct": {"hand": 1, "bids": {"Cat": 2}, "taken": {"Bob": 0, "Cat": 3}}})
    assert last(game) == "Hand 1 corrected. Bids: Cat 1 → 2. Tricks: Bob 1 → 0, Cat 2 → 3."


def test_a_second_correction_goes_on_from_the_first() -> None:
    game = on(two_hands(), {"correct": {"hand": 1, "taken": {"Bob": 0, "Cat": 3}}})
    game = on(game, {"correct": {"hand": 1, "taken": {"Bob": 3, "Cat": 0}}})
    assert last(game) == "Hand 1 corrected. Tricks: Bob 0 → 3, Cat 3 → 0."
    game = game.then(game.undo())
    assert last(game) == "Undone: Hand 1 corrected. Tricks: Bob 3 → 0, Cat 0 → 3."
    game = game.then(game.redo())
    assert last(game) == "Redone: Hand 1 corrected. Tricks: Bob 0 → 3, Cat 3 → 0."


def test_trumps_are_told_by_their_names_and_the_hand_after_a_misdeal_is_the_right_one() -> None:
    game = on(two_hands(), {"misdeal": {}}, hand(THREE, [1, 1, 0], [1, 1, 1], trump="C"))
    assert last(on(game, {"correct": {"hand": 3, "trump": "D"}})) == "Hand 3 corrected. Trump: clubs → diamonds."


def test_bids_of_the_open_hand_are_corrected_from_what_they_were() -> None:
    game = on(
        two_hands(), {"hand": {"bids": {"Ann": 1, "Bob": 1, "Cat": 0}}}, {"correct": {"hand": 3, "bids": {"Bob": 2}}}
    )
    assert last(game) == "Hand 3 corrected. Bids: Bob 1 → 2."


def test_house_rules_and_the_head_of_the_sheet_are_told_old_and_new() -> None:
    game = two_hands(stake=5, location="The Crown")
    game = game.then(control.change_house(game, {"hook": True}))
    assert last(game) == "House rules changed. Hook: bids may not add up to the cards: No hook → In every hand."
    game = game.then(game.undo())
    assert last(game) == (
        "Undone: House rules changed. Hook: bids may not add up to the cards: In every hand → No hook."
    )
    described = setup.describe(game, stake=10, location="The Crown", scorer="", date="")
    game = game.then(described)
    assert last(game) == "Game details changed. Stake per point (cents): 5 → 10."


def test_the_head_of_the_sheet_is_told_from_what_was_said_last() -> None:
    game = on(two_hands(location="The Crown", until="13:00"), {"details": {"until": "14:00"}})
    assert last(game) == "Game details changed. Closing time: 13:00 → 14:00."
    game = on(game, {"details": {"location": "The Mill"}}, {"details": {"until": "15:00", "location": "The Mill"}})
    assert last(game) == "Game details changed. Closing time: 14:00 → 15:00."
    game = on(game, {"details": {"location": "The Crown"}})
    assert last(game) == "Game details changed. Location: The Mill → The Crown."


def test_a_house_rule_that_nobody_had_said_is_told_from_what_it_means_unsaid() -> None:
    ours = {"name": "Ours", "ladder": "5-1", "scheme": "pike"}
    pays = "A dealer who also had a wrong number of cards pays: As dealer only → For their own cards too."
    rounded = (
        "The total of a late joiner is rounded: To the nearest, a half towards the worst → To the nearest, a half up."
    )
    changes = {
        "dealer_pays_both": (True, pays),
        "late_rounding": ("half up", rounded),
        "best": ("4-6", "Best with: 4-6."),  # there was no value, so there is no old one to show
        "hook": ({"from": 3}, "Hook: bids may not add up to the cards: No hook → From a hand size on 3."),
        "minutes": (45, "Minutes: 45."),
    }
    for key, (value, message) in changes.items():
        assert last(play(ours, THREE, {"house": {key: value}})) == f"House rules changed. {message}"
    both = {"house": {"ladder": "4-1", "dealer_pays_both": True}}
    assert last(play(ours, THREE, both)) == f"House rules changed. Cards per hand: 5-1 → 4-1. {pays}"


def test_a_hand_in_which_nobody_bid_is_corrected_from_its_tricks() -> None:
    four = "Ann Bob Cat Di"
    at_80: list[dict[str, Any]] = [{"adjust": {"player": name, "points": 80}} for name in four.split()]
    taken = {"Ann": 3, "Bob": 3, "Cat": 3, "Di": 4}
    game = play("boerenbridge", four, *at_80, {"hand": {"taken": taken}})
    assert last(on(game, {"correct": {"hand": 1, "taken": {"Ann": 4, "Di": 3}}})) == (
        "Hand 1 corrected. Tricks: Ann 3 → 4, Di 4 → 3."
    )


def test_of_a_contract_that_is_said_again_only_what_is_new_is_told() -> None:
    plays: dict[str, Any] = {"declarer": "Ann", "level": 1, "doubler": "Bob"}
    game = play("murder", THREE, hand(THREE, [1, 0, 0], [1, 2, 0], trump="H", contract=plays))
    text = on(game, {"correct": {"hand": 1, "contract": plays, "trump": "S"}})
    assert last(text) == "Hand 1 corrected. Trump: hearts → spades."
    changed = on(game, {"correct": {"hand": 1, "contract": {**plays, "doubler": None}}})
    assert last(changed) == "Hand 1 corrected. Contract: Ann plays 1, doubled by Bob → Ann plays 1."


NAMES = Names({"p1": "Ann", "p2": "Bob", "p3": "Cat", "p4": "Di"})


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (e.BidsRecorded(4, {}), "No bids for 4 cards."),
        (e.BidsRecorded(1, {"p1": 1, "p2": 0}), "Bids for 1 card: Ann 1, Bob 0."),
        (e.BidsRecorded(4, {"p1": 1}, hook_waived=True), "Bids for 4 cards: Ann 1. The hook was waived."),
        (e.BidsRecorded(3, {"p2": 1}, trump="H", contract=Contract("p1", 2, "p2", True, ("p3", "p4"))),
         "Ann plays 2 in hearts, doubled by Bob, Cat and Di, redoubled. Bids for 3 cards: Bob 1."),
        (e.BidsRecorded(3, {"p2": 0}, contract=Contract("p1", 0)),
         "Ann plays 0 in no trumps. Bids for 3 cards: Bob 0."),
        (e.TricksRecorded({"p1": 3, "p2": 0}), "Tricks: Ann 3, Bob 0."),
        (e.TricksRecorded(made={"p1": True, "p2": False, "p3": True}), "Made by: Ann, Cat."),
        (e.TricksRecorded(made={"p1": False}), "All players missed."),
        (e.TricksRecorded({"p1": 3}, points={"p2": -5}), "Tricks: Ann 3. Points on paper: Bob −5."),
        (e.TricksRecorded(points={}), "Left as on paper."),
        (e.TricksRecorded(wrong_count=("p2", "p3")), "Wrong number of cards: Bob, Cat. The others score as they bid."),
        (e.Misdealt(("p1", "p3")), "Misdeal, dealt again. Wrong number of cards: Ann, Cat."),
        (e.Misplayed("p2"), "Misplay by Bob, dealt again."),
        (e.Joined("p5", "Eve", points=0), "Eve joins. Begins with 0."),
        (e.Returned("p2"), "Bob is back."),
        (e.Swapped(("p1", "p3")), "Ann and Cat change seats."),
        (e.Adjusted("p1", 5), "+5 points for Ann."),
        (e.Adjusted("p1", -5, "late"), "−5 points for Ann (late)."),
        (e.Commented("Tea", 3), "Hand 3: “Tea”"),
        (e.Planned((3, 2, 1)), "Hands to come: 3 2 1."),
        (e.ClosingAnnounced(0), "The last hands are no longer announced."),
        (e.ClosingAnnounced(3), "The next 3 hands are the last."),
        (e.DealerSet("p1", "p2"), "Ann deals next. Bob bids first."),
        (e.Ended(moved=True), "It continues at other tables."),
        (e.Reopened(), "The game continues."),
    ],
)  # fmt: skip
def test_every_event_is_told_in_a_sentence_of_its_own(event: e.PlainEvent, sentence: str) -> None:
    assert event_sentence(event, NAMES, {}) == sentence


WAS: dict[str, Any] = {
    "bids": {"p1": 1, "p2": 0}, "taken": {"p1": 1, "p2": 2}, "made": {"p1": True, "p2": False}, "trump": "H",
    "turned": "QS", "marks": {"p1": {"B": 2}}, "cards": 3, "chosen_by": "p1", "cancelled": 1, "hook_waived": False,
    "contract": {"declarer": "p1", "level": 2, "doubler": None, "redoubled": False},
}  # fmt: skip


@pytest.mark.parametrize(
    ("field", "value", "what", "alone"),
    [
        ("bids", {"p1": 2, "p2": 0, "p3": 1}, "Bids: Ann 1 → 2, Cat – → 1", "Bids: Ann 2, Bob 0, Cat 1"),
        ("taken", {"p1": 1, "p2": 1}, "Tricks: Bob 2 → 1", "Tricks: Ann 1, Bob 1"),
        ("made", {"p1": False, "p2": True}, "Made: Ann yes → no, Bob no → yes", "Made: Ann no, Bob yes"),
        ("trump", "N", "Trump: hearts → no trumps", "Trump: no trumps"),
        ("turned", "KD", "Card turned up: Q♠ → K♦", "Card turned up: K♦"),
        (
            "marks", {"p1": {}, "p2": {"B": 1, "L": 3}},
            "Marks: Ann B 2 → –, Bob – → B 1 L 3", "Marks: Ann –, Bob B 1 L 3",
        ),
        ("cards", 4, "Cards: 3 → 4", "Cards: 4"),
        ("chosen_by", "p2", "Trump chosen by: Ann → Bob", "Trump chosen by: Bob"),
        ("cancelled", 0, "Tricks cancelled: 1 → 0", "Tricks cancelled: 0"),
        ("cancelled", None, "Tricks cancelled: 1 → –", "Tricks cancelled: –"),
        ("hook_waived", True, "Hook waived: no → yes", "Hook waived: yes"),
        (
            "contract", {"declarer": "p2", "level": 3, "doubler": "p1", "redoubled": True},
            "Contract: Ann plays 2 → Bob plays 3, doubled by Ann, redoubled",
            "Contract: Bob plays 3, doubled by Ann, redoubled",
        ),
    ],
)  # fmt: skip
def test_whatever_a_correction_mends_is_told_in_words_old_and_new(
    field: str, value: Any, what: str, alone: str
) -> None:
    corrected = e.Corrected(2, {field: value})
    assert event_sentence(corrected, NAMES, WAS) == f"Hand 2 corrected. {what}."
    assert event_sentence(corrected, NAMES, {}) == f"Hand 2 corrected. {alone}."


def test_of_many_things_said_only_those_that_changed_are_told_and_all_where_none_did() -> None:
    corrected = e.Corrected(2, {"cards": 3, "trump": "S", "hook_waived": True})
    assert event_sentence(corrected, NAMES, WAS) == "Hand 2 corrected. Trump: hearts → spades. Hook waived: no → yes."
    corrected = e.Corrected(2, {"cards": 3, "hook_waived": False})
    assert event_sentence(corrected, NAMES, WAS) == "Hand 2 corrected. Cards: 3. Hook waived: no."


def test_a_change_taken_back_is_told_the_other_way_round() -> None:
    """A correction lists only the players it changed; a value that did not exist before is removed again."""
    game = on(two_hands(), {"correct": {"hand": 1, "bids": {"Cat": 2}, "taken": {"Bob": 0, "Cat": 3}, "trump": "S"}})
    assert last(game.then(game.undo())) == (
        "Undone: Hand 1 corrected. Bids: Cat 2 → 1. Tricks: Bob 0 → 1, Cat 3 → 2. Trump: spades → hearts."
    )
    game = two_hands()
    game = game.then(control.change_scheme(game, schemes.find("tens")))
    assert last(game.then(game.undo())) == (
        f"Undone: Rescored with Tens → {schemes.find('pike').name} from the first hand."
    )
    game = on(two_hands(scorer="Ann"), {"details": {"scorer": "Bob", "first_dealer": "Cat"}})
    assert last(game) == "Game details changed. Scorer: Ann → Bob. First dealer: Ann → Cat."
    game = game.then(game.undo())
    assert last(game) == ("Undone: Game details changed. Scorer: Bob → Ann. First dealer: Cat → Ann.")
    assert last(game.then(game.redo())) == ("Redone: Game details changed. Scorer: Ann → Bob. First dealer: Ann → Cat.")


def test_what_was_said_of_nothing_before_is_told_beside_what_changed() -> None:
    game = play("pike", THREE, hand(THREE, [2, 1, 1], [2, 1, 2]), house={"ladder": "5-1"})
    game = on(game, {"correct": {"hand": 1, "trump": "H", "bids": {"Cat": 2}}})
    assert last(game) == "Hand 1 corrected. Trump: hearts. Bids: Cat 1 → 2."
    game = game.then(setup.describe(game, scorer="", location="Inn", date="", until="", stake=5))
    assert last(game) == ("Game details changed. Location: – → Inn. Stake per point (cents): 5.")


RULEBOOKS = rulebook.built_in()
IN_NO_FILE: dict[str, Any] = {
    "late_hand": 5, "least_bid": 1, "most_bid": 8, "forehead": "one card", "least_call": 5, "most_dash_calls": 1,
    "pot": {"last": 100, "places": [0, 20], "miss": 1, "each": 5, "points": 10, "limit": 90},
    "options": {"over_half_bonus_for": "declarer", "prizes": True},
}  # fmt: skip


@pytest.mark.parametrize("key", sampled(rulebook.KEYS, 20))
def test_whatever_a_table_can_change_is_told_without_its_key(key: str) -> None:
    """Each key with the values of the built-in rulebooks, or those that a form offers, and back again."""
    pike = RULEBOOKS["pike"].to_dict()
    parts = [book.to_dict()[key] for book in RULEBOOKS.values() if book.has_key(key)]
    options = {option.name: option for option in house_options.OPTIONS if option.name.split(".")[0] == key}
    parts += [
        {name.partition(".")[2]: value} if "." in name else value for name, option in options.items()
        for value in [*option.answers]
    ]  # fmt: skip
    parts += [IN_NO_FILE[key]] if key in IN_NO_FILE else []
    assert parts
    for value in parts:
        for notes in (house_changes(pike, {key: value}), house_changes({**pike, key: value}, {key: pike.get(key)})):
            assert re.fullmatch(r"[A-Z0-9“].*[.!…]", notes), (value, notes)
            assert not re.search(r"_|[{}\[\]]|\b(True|False|true|false)\b", notes), (value, notes)


def test_a_name_and_a_newcomer_are_told_again_as_at_first() -> None:
    game = on(two_hands(), {"rename": {"player": "Ann", "name": "Anna"}})
    game = game.then(game.undo())
    assert last(game) == "Undone: Ann is now called Anna."
    assert last(game.then(game.undo())) == "Undone: Tricks: Ann 0, Bob 2, Cat 2.", "with the names of then"
    assert last(game.then(game.redo())) == "Redone: Ann is now called Anna."
    game = on(game, {"join": {"player": "Di"}})
    game = game.then(game.undo())
    game = game.then(game.redo())
    assert last(game) == "Redone: Di joins."
    assert last(on(game, {"leave": {"player": "Di"}})) == "Di leaves."


@pytest.mark.parametrize(
    ("field", "values", "words"),
    [
        ("turned", ("H", "jester"), "card turned up: ♥ → jester"),
        ("turned", ("5H", "none"), "card turned up: 5♥ → none"),
        ("trump", ("N", "S"), "trump: NT → ♠"),
        ("chosen_by", ("", "p1"), "player who chose the trump: Ann"),
        ("bid.p1", (2, 1), "Ann’s bid 2 → 1"),
    ],
)
def test_a_tap_to_undo_is_told_with_signs_and_not_with_letters(
    field: str, values: tuple[object, object], words: str
) -> None:
    assert tap_words(NAMES, {field: values}) == words
