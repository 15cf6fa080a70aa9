"""A rulebook in words: made from the data, so that a house rule changes the sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from scorepad.rules.phrases import both, capital, sentence
from scorepad.rules.rulebook import built_in_keys, find
from scorepad.rules.rulebook.house_options import OPTIONS
from scorepad.rules.rulebook.trumps import PLAIN_WAYS
from scorepad.rules.rulebook.wording import in_words, ladder_in_words, players_in_words, players_span
from scorepad.rules.scheme.parts import winner_in_words
from scorepad.rules.suits import NO_TRUMPS, OTHER_JOKER, SUITS, suit_name


@dataclass(frozen=True)
class Points:
    name: str


def sentences(key: str, label: str, house: dict[str, Any] | None = None) -> list[str]:
    words = in_words(find(key).with_house(house or {}), Points("Blackout"))
    return [sentence for found, sentence in words if found == label]


@pytest.mark.parametrize("key", built_in_keys())
def test_every_rulebook_reads_as_whole_sentences(key: str) -> None:
    lines = in_words(find(key), Points("Blackout"))
    assert [label for label, sentence in lines][:4] == ["Players", "Pack", "Cards", "Points"]
    assert all(sentence.endswith((".", ").")) for label, sentence in lines if label != "Source")
    assert not any("{" in sentence for label, sentence in lines if label not in ("Note", "Not sure"))


@pytest.mark.parametrize(
    ("key", "label", "sentence"),
    [
        ("pike", "Players", "3–7. Best with 4-6. About 45 minutes."),
        ("pike", "Bidding", "All together, with fists and fingers or on paper."),
        ("pike", "Forfeit", "Whoever misses a bid of 5 or more pays once: pants. It costs no points."),
        ("bust", "Pack", "39 for 3, 52 for 4, 65 for 5, 78 for 6 players."),
        ("murder", "Misdeal", "Dealer −10, each other player with a wrong number of cards −5; then deal again."),
        ("pike", "Misdeal", "No points; deal again."),
        ("murder", "End", "At a time you agree on; the last hand is announced. It closes with the two largest hands."),
        ("boerenbridge", "End", "When somebody stands at exactly 100."),
        ("pagat", "Hook", "The last bidder may not make the bids add up to the cards."),
        ("michigan", "Hook", "None: the bids may add up to the cards."),
        ("pocha", "Dealing", "Deal, bids and play go anticlockwise."),
        ("devils_bridge", "Special", "Last hand: Hold your card on your forehead without looking at it."),
        ("atkinson_blackout", "Trumps", "In turn: hearts, clubs, diamonds, spades, and again."),
        ("pagat", "Points", "Blackout."),
        ("murder", "Misplay", "The offender −10; then deal again."),
        ("oh_hell_500", "Ties", "Equal totals share the place."),
        (
            "pagat",
            "Trumps",
            "The next card is turned up; its suit is trumps. When all cards are dealt there are no trumps.",
        ),
        (
            "ninety_nine",
            "Trumps",
            "By how many made their bids in the hand before (0, 1, 2 …): diamonds, spades, hearts, clubs.",
        ),
    ],
)
def test_a_rule_reads_like_this(key: str, label: str, sentence: str) -> None:
    assert sentences(key, label) == [sentence]


def test_a_scheme_whose_name_ends_a_sentence_gets_no_full_stop() -> None:
    assert ("Points", "Mr Pike's Oh Hell!") in in_words(find("pike"), Points("Mr Pike's Oh Hell!"))


def test_a_capital_at_the_beginning_leaves_the_nouns_of_other_languages() -> None:
    assert capital("der Geber verliert 10, Ann 5") == "Der Geber verliert 10, Ann 5"
    assert capital("") == ""


@pytest.mark.parametrize(("players", "words"), [("3-7", "3–7 players"), ("4", "4 players")])
def test_how_many_can_play_is_a_span(players: str, words: str) -> None:
    ours = find("ohell").with_house({"players": players})
    assert players_in_words(ours) == words
    assert players_span(ours, "-") == players


def test_who_wins_is_said_in_words() -> None:
    assert winner_in_words("high") == "The highest total wins."
    assert winner_in_words("low") == "The lowest total wins."
    assert "exactly 100 wins" in winner_in_words(("exactly", 100))


def test_every_trump_that_can_be_written_down_has_a_name() -> None:
    names = [suit_name(letter) for letter in (*SUITS, NO_TRUMPS, OTHER_JOKER)]
    assert len(set(names)) == 6


def test_nobody_is_hooked_where_all_bid_together_so_nothing_is_said() -> None:
    assert sentences("pike", "Hook") == []


def test_a_house_rule_changes_its_sentence() -> None:
    house = {"hook": {"from": 4, "last_hand": False}, "ties": "fewest misses", "late_entry": "zero"}
    assert sentences("pagat", "Hook", house)[0].endswith("Only in hands of 4 cards and more. Not in the last hand.")
    assert sentences("pagat", "Ties", house) == ["The fewest missed bids decide."]
    assert sentences("pagat", "Late entry", house) == ["A newcomer starts at zero."]


@pytest.mark.parametrize(
    ("label", "house", "sentence"),
    [
        ("Hook", {"hook": {"from": 2, "from_hand": 2, "last_hand": False}},
         "The last bidder may not make the bids add up to the cards. Only in hands of 2 cards and more. "
         "Only from hand 2 on. Not in the last hand."),
        ("Pack", {"packs": 2}, "52 cards. Two packs in turn: while one is dealt, the player before the next dealer "
         "shuffles the other."),
        ("Pack", {"players": "3-7", "pack": {"5": 52, "6": 60}}, "52 for 3–5, 60 for 6–7 players."),
        ("End", {"ends": {"reaching": 100}}, "When somebody reaches 100."),
        ("Late entry", {"late_totals": "everybody's"},
         "A newcomer starts half-way between the worst total and the median. The totals of those who left count too."),
        ("Trumps", {"trump": "turned up", "no_trump_hands": "all cards dealt"},
         "The next card is turned up; its suit is trumps. When all cards are dealt there are no trumps."),
        ("Trumps", {"trump": "always S", "no_trump_hands": "never"}, "Always spades."),
        ("Trumps", {"trump": "dealer chooses", "no_trump_hands": "top"},
         "The dealer chooses. The largest hands are played without trumps."),
        ("Trumps", {"trump": "none", "no_trump_hands": "all cards dealt"}, "None."),
        ("Trumps", {"trump": "dealer chooses", "no_trump_turned": ["2", "A"], "turned_joker": "no trumps",
                    "super_trump": True},
         "The dealer chooses. Turned up, these mean no trumps: 2, A. A turned joker means no trumps. "
         "The very card turned up beats everything."),
        ("Trumps", {"trump": "dealer chooses", "turned_joker": "other joker"},
         "The dealer chooses. A turned joker makes the other joker the only trump."),
    ],
)  # fmt: skip
def test_a_house_rule_reads_like_this(label: str, house: dict[str, Any], sentence: str) -> None:
    assert sentences("pagat", label, house) == [sentence]


@pytest.mark.parametrize(
    ("at", "when"),
    [
        ("first", "First hand"),
        ("last", "Last hand"),
        ("top", "Largest hands"),
        ("8", "Hand 8"),
        ("8-11", "Hand 8-11"),
        ("4 cards", "Hands of 4 cards"),
    ],
)
def test_a_special_hand_says_when_it_comes(at: str, when: str) -> None:
    house = {"special": [{"at": at, "note": "Sing."}, {"at": "1", "trump": "N"}]}
    assert sentences("pagat", "Special", house) == [f"{when}: Sing."]


VALUES = {one.name: one.values for one in OPTIONS}
CHOICES: list[tuple[str, str, tuple[str, ...]]] = [
    ("bidding", "Bidding", VALUES["bidding"]),
    ("leads", "Lead", VALUES["leads"]),
    ("ties", "Ties", VALUES["ties"]),
    ("late_entry", "Late entry", VALUES["late_entry"]),
    ("trump", "Trumps", (*PLAIN_WAYS, "cycle H C", "always H", "by makers H C")),
]


@pytest.mark.parametrize(("key", "label", "choices"), CHOICES, ids=[one[0] for one in CHOICES])
def test_every_choice_has_a_sentence_of_its_own(key: str, label: str, choices: tuple[str, ...]) -> None:
    said = [sentences("pagat", label, {key: choice}) for choice in choices]
    assert len({*map(tuple, said)}) == len(choices)
    assert all(len(lines) == 1 for lines in said)


@pytest.mark.parametrize(
    ("ladder", "words"),
    [
        ("1-10-1", "From 1 card up to 10 cards, then down to 1 card."),
        ("4-12 13x4", "From 4 cards up to 12 cards; then 13 cards (4 hands)."),
        ("13 …", "13 cards, over and over again."),
        ("1-13-1 by 2", "From 1 card up to 13 cards, then down to 1 card in steps of 2."),
        ("top-1", "From the top down to 1 card. The top is 10 for 3–5, 8 for 6, 7 for 7 players."),
        ("1xplayers 2-5", "1 card (a hand for each player); then from 2 cards up to 5 cards."),
        ("1-players-1", "From 1 card up to as many cards as players, then down to 1 card."),
        (
            "players-5 60-top",
            "From as many cards as players up to 5 cards; then from 60 cards up to the top. "
            "The top is 10 for 3–5, 8 for 6, 7 for 7 players.",
        ),
        (
            "4xplayers players …",
            "4 cards (a hand for each player); then as many cards as players, over and over again.",
        ),
        ("players …", "As many cards as players, over and over again."),
    ],
)
def test_a_ladder_in_words(ladder: str, words: str) -> None:
    assert ladder_in_words(find("pike").with_house({"ladder": ladder})) == words


def test_a_game_without_known_points_asks_for_a_scheme() -> None:
    assert ("Points", "Its points are not known: choose a scheme before you start.") in in_words(find("okenuff"), None)


def test_a_game_whose_points_are_known_says_nothing_of_them_before_a_scheme_is_chosen() -> None:
    assert "Points" not in dict(in_words(find("pike"), None))


@pytest.mark.parametrize(
    ("text", "ended"),
    [("Squares", "Squares."), ("Oh Hell!", "Oh Hell!"), ("Squares.", "Squares."), ("Why?", "Why?"), ("And…", "And…")],
)
def test_a_sentence_ends_once(text: str, ended: str) -> None:
    assert sentence(text) == ended


@pytest.mark.parametrize(
    ("names", "row"), [(["Ann"], "Ann"), (["Ann", "Bob"], "Ann and Bob"), (["Ann", "Bob", "Cat"], "Ann, Bob and Cat")]
)
def test_names_in_a_row(names: list[str], row: str) -> None:
    assert both(names) == row


def test_what_is_not_known_for_sure_is_said() -> None:
    assert "guess" in sentences("seven_six_five", "Not sure")[0]
