"""Rulebooks: the built-in ones against rules.md, the hands of each, house rules, and refusals."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rules.random_data import anything

from scorepad.errors import RuleFileError, place_in_words
from scorepad.rules import scheme as schemes
from scorepad.rules.rulebook import KEYS as ALL_KEYS
from scorepad.rules.rulebook import Rulebook, built_in, find


def run(first: int, last: int) -> list[int]:
    return list(range(first, last + 1)) if first <= last else list(range(first, last - 1, -1))


def small(**keys: Any) -> Rulebook:
    return Rulebook.from_dict({"name": "Ours", "ladder": "1-5", **keys})


# --- the built-in ones ---

KEYS = [
    "murder", "michigan", "pike", "oh_hell_500", "ohell", "pagat", "blackout", "german_bridge", "boerenbridge",
    "seven_truf", "bust", "devils_bridge", "atkinson_blackout", "kachuful", "seven_six_five", "podrida", "pocha",
    "romanian_whist", "wizard", "nominations", "ascenseur", "op_en_neer", "okenuff", "ninety_nine",
]  # fmt: skip


def test_every_key_that_was_promised_is_there() -> None:
    assert set(KEYS) <= set(built_in())


def test_a_built_in_rulebook_reads_back_can_be_dealt_by_all_and_has_options_of_its_scheme() -> None:
    for key, result in built_in().items():
        assert Rulebook.from_dict(json.loads(json.dumps(result.to_dict())), key) == result
        assert result.source, key
        assert result.about.endswith("."), key
        for players in range(result.min_players, result.max_players + 1):
            result.check_ladder(players)
            assert max(result.sizes(players)) * result.playing(players) <= result.pack_for(players), key
            assert result.largest_for(players) == max(result.sizes(players)), key
        if key != "okenuff":
            scheme = schemes.find(result.scheme)
            for options in (result.options, *(special.options for special in result.special)):
                scheme.option_values(options)


def test_an_unknown_key_is_refused_with_the_nearest_one() -> None:
    with pytest.raises(RuleFileError, match=r"called “murdre”. Did you mean “murder”") as refusal:
        find("murdre")
    assert refusal.value.where == "rulebook"


@pytest.mark.parametrize("key", ["../pyproject", "", "murder.toml", "a" * 10_000])
def test_a_key_that_is_no_key_finds_no_file(key: str) -> None:
    with pytest.raises(RuleFileError):
        find(key)


@pytest.mark.parametrize(
    ("key", "tops"),
    [
        ("murder", {3: 13, 4: 13, 5: 10, 6: 8, 7: 7}),
        ("michigan", {3: 17, 4: 12, 5: 10, 6: 8, 7: 7, 8: 6}),
        ("pagat", {3: 10, 4: 10, 5: 10, 6: 8, 7: 7}),
        ("oh_hell_500", {3: 17, 4: 13, 5: 10, 6: 8, 7: 7}),
        ("ohell", {3: 17, 4: 12, 5: 10, 6: 8, 7: 7, 8: 6, 9: 5, 10: 5}),
        ("atkinson_blackout", {5: 10, 6: 9}),
        ("bust", {3: 13, 4: 13, 5: 13, 6: 13}),
        ("romanian_whist", {3: 8, 4: 8, 5: 8, 6: 8}),
        ("pocha", {3: 12, 4: 10, 5: 8, 6: 6, 7: 5, 8: 5}),
        ("podrida", {3: 17, 4: 13, 5: 10, 6: 8, 7: 7, 8: 6}),
        ("wizard", {3: 20, 4: 15, 5: 12, 6: 10}),
        ("ninety_nine", {3: 9}),
        ("okenuff", {4: 13}),
    ],
)
def test_the_largest_hand_is_that_of_the_rules(key: str, tops: dict[int, int]) -> None:
    assert {players: find(key).largest_for(players) for players in tops} == tops


def hands_in_rules(key: str, players: int) -> list[int]:
    """Return the hand sizes of rules.md B1 to B10, computed without the ladder's own language."""
    top = find(key).largest_for(players)
    up_down, down_up = run(1, top) + run(top - 1, 1), run(top, 1) + run(2, top)
    return {
        "murder": run(3, top) + run(top - 1, 3),
        "michigan": run(3, top) + run(top - 1, 3),
        "pike": down_up,
        "pagat": down_up,
        "ascenseur": down_up,
        "op_en_neer": down_up,
        "oh_hell_500": run(1, top) + run(top, 1),
        "ohell": up_down,
        "devils_bridge": up_down,
        "german_bridge": run(1, top),
        "boerenbridge": [top],
        "atkinson_blackout": [top],
        "bust": run(13, 1) + run(1, 13),
        "seven_truf": [*run(1, 7), 8, 8, 8, 8, *run(7, 1), 8, 8, 8, 8],
        "seven_six_five": run(7, 1),
        "romanian_whist": [1] * players + run(2, 7) + [8] * players + run(7, 2) + [1] * players,
        "pocha": [1] * players + run(2, top - 1) + [top] * players + run(top - 1, 2) + [1] * players,
        "podrida": run(top, 2) + [1] * players + run(2, top),
        "wizard": run(1, top),
        "nominations": run(1, 7) + [7] * 8 + run(7, 1),
        "okenuff": [*run(4, 12), 13, 13, 13, 13],
        "ninety_nine": [9],
    }[key]


def test_the_hands_are_those_of_the_rules_for_every_number_of_players() -> None:
    for key in {*KEYS} - {"blackout", "kachuful"}:
        result = find(key)
        for players in range(result.min_players, result.max_players + 1):
            assert result.sizes(players) == hands_in_rules(key, players), key


@pytest.mark.parametrize(
    ("pack", "all_cards", "one_left"),
    [
        (32, [10, 8, 6, 5, 4, 4, 3, 3], [10, 7, 6, 5, 4, 3, 3, 3]),
        (52, [17, 13, 10, 8, 7, 6, 5, 5], [17, 12, 10, 8, 7, 6, 5, 5]),
        (54, [18, 13, 10, 9, 7, 6, 6, 5], [17, 13, 10, 8, 7, 6, 5, 5]),
        (104, [34, 26, 20, 17, 14, 13, 11, 10], [34, 25, 20, 17, 14, 12, 11, 10]),
    ],
)
def test_what_a_pack_can_deal(pack: int, all_cards: list[int], one_left: list[int]) -> None:
    every = small(players="3-10", pack=pack, ladder="1-top", top="all cards")
    turned = small(players="3-10", pack=pack, ladder="1-top")
    assert [every.top_for(players) for players in range(3, 11)] == all_cards
    assert [turned.top_for(players) for players in range(3, 11)] == one_left


# --- hook ---


def test_a_hook_from_the_fourth_deal_on() -> None:
    clag = find("clag_five")
    assert [clag.hook_for(5, hand=hand) for hand in (3, 4)] == [False, True]


def test_nobody_is_last_and_hooked_where_all_bid_together() -> None:
    assert not find("pagat").with_house({"bidding": "together"}).hook_for(5)


# --- trumps ---


def test_a_cycle_gives_the_trump_of_every_hand() -> None:
    atkinson, kachuful = find("atkinson_blackout"), find("kachuful")
    assert [atkinson.trump_for(hand, 10, 5) for hand in range(1, 6)] == ["H", "C", "D", "S", "H"]
    assert [kachuful.trump_for(hand, 3, 4) for hand in range(1, 5)] == ["S", "D", "C", "H"]
    with_none = kachuful.with_house({"trump": "cycle S D C H N"})
    assert [with_none.trump_for(hand, 3, 4) for hand in (4, 5, 6)] == ["H", "N", "S"]


def test_the_fixed_ways_settle_trumps_and_the_others_leave_them_open() -> None:
    ways = {"always S": "S", "none": "N", "auction": None, "highest bidder chooses": None, "dealer chooses": None}
    assert {way: small(trump=way).trump_for(1, 3, 4) for way in ways} == ways
    assert find("pike").trump_for(1, 10, 5) is None


def test_ninety_nine_takes_trumps_from_how_many_made_their_bids() -> None:
    ninety_nine = find("ninety_nine")
    assert [ninety_nine.trump_for(2, 9, 3, makers_before=makers) for makers in range(4)] == ["D", "S", "H", "C"]
    assert ninety_nine.trump_for(1, 9, 3) is None


def test_there_are_no_trumps_when_every_card_is_dealt() -> None:
    assert find("podrida").trump_for(1, 13, 4) == "N"
    assert find("podrida").trump_for(1, 10, 5) is None
    assert find("oh_hell_500").trump_for(13, 13, 4) is None
    assert find("pocha").trump_for(13, 10, 4) is None


def test_where_trumps_are_turned_up_there_is_none_to_turn_once_all_cards_are_dealt() -> None:
    plain = {"name": "x", "players": "3-7", "ladder": "1-3"}
    assert Rulebook.from_dict(plain).no_trump_hands == "all cards dealt"
    assert Rulebook.from_dict({**plain, "trump": "dealer chooses"}).no_trump_hands == "never"


def test_the_largest_hands_may_be_without_trumps_though_cards_remain() -> None:
    ours = find("pagat").with_house({"no_trump_hands": "top"})
    assert [ours.trump_for(1, cards, 3) for cards in (9, 10)] == [None, "N"]


@pytest.mark.parametrize("key", ["wizard", "seven_truf", "romanian_whist"])
def test_a_hand_is_without_trumps_where_all_cards_are_dealt_and_says_so_wherever_it_stands(key: str) -> None:
    """A card can be turned up in the last hand of a short ladder, but not at the peak of one that comes back."""
    book = find(key)
    most = book.most_for(4)
    for hand, cards, last in ((5, 5, True), (most, most, False), (most, most, True)):
        none_left = cards == most
        assert book.trump_for(hand, cards, 4, last=last) == ("N" if none_left else None)
        assert book.note_for(book.specials_for(hand, cards, most, last), cards, 4) == (
            "All cards are dealt: no trumps." if none_left else ""
        )


def test_a_turned_card_that_means_no_trumps_can_be_written_and_the_other_joker_too() -> None:
    assert find("murder").trump_choices() == ("C", "D", "H", "S", "N")
    assert "N" in find("oh_hell_500").trump_choices()
    assert small(no_trump_hands="never").trump_choices() == ("C", "D", "H", "S")
    assert small(pack=54, turned_joker="other joker").trump_choices()[-1] == "J"


# --- special hands ---


def test_clag_has_eight_special_deals_and_misere_is_a_bid_of_zero_for_all() -> None:
    nominations = find("nominations")
    notes = [bool(nominations.specials_for(hand, 7, 7).note) for hand in range(1, 23)]
    assert notes == [False] * 7 + [True] * 8 + [False] * 7
    assert nominations.trump_for(8, 7, 5) == "N"
    misere = nominations.specials_for(9, 7, 7)
    assert (misere.bid, dict(misere.options)) == (0, {"misere": True})
    assert nominations.specials_for(10, 7, 7).bid is None


def test_two_specials_on_one_hand_are_merged() -> None:
    ours = small(
        special=[
            {"at": "first", "note": "Sing.", "trump": "H", "options": {"a": 1}},
            {"at": "1", "note": "Dance.", "trump": "N", "options": {"b": True}, "bid": 0},
            {"at": "1 cards"},
        ]
    )
    both = ours.specials_for(1, 1, 5)
    assert (both.note, both.trump, dict(both.options), both.bid) == ("Sing. Dance.", "N", {"a": 1, "b": True}, 0)


# --- house rules ---


def test_a_house_rule_changes_its_key_and_nothing_else() -> None:
    ours = find("pike").with_house({"ladder": "1-5", "players": "3-8", "ends": {"reaching": 50}})
    assert ours.sizes(4) == [1, 2, 3, 4, 5]
    assert (ours.max_players, ours.ends.how, ours.ends.points) == (8, "reaching", 50)
    assert (ours.name, ours.forfeit) == (find("pike").name, find("pike").forfeit)
    assert find("pike").sizes(4)[0] == 10
    assert Rulebook.from_dict(ours.to_dict(), "pike") == ours


def test_a_top_that_does_not_know_a_number_of_players_is_left_to_the_pack() -> None:
    ours = find("pike").with_house({"players": "3-10"})
    assert [ours.sizes(players)[0] for players in (8, 9, 10)] == [6, 5, 5]


@pytest.mark.parametrize(
    ("house", "where"),
    [
        ({"hok": True}, "hok"),
        ({"hook": "yes"}, "hook"),
        ({"hook": {"form": 3}}, "hook.form"),
        ({"ladder": 7}, "ladder"),
        ({"players": "7-3"}, "players"),
        ({"players": True}, "players"),
        ({"pack": {"3": 39, "99": 4}}, "pack.99"),
        ({"top": "all the cards"}, "top"),
        ({"trump": "always S H"}, "trump"),
        ({"no_trump_turned": ["1"]}, "no_trump_turned"),
        ({"ends": {"exactly": 100, "reaching": 100}}, "ends"),
        ({"ties": "sudden death"}, "ties"),
        ({"misdeal": {"dealer": 2.5}}, "misdeal.dealer"),
        ({"misdeal": {"player": -5}}, "misdeal.player"),
        ({"forfeit": {"bid": 5}}, "forfeit.name"),
        ({"special": {"at": "last"}}, "special"),
        ({"options": {"a": [1]}}, "options.a"),
        ({"notes": ["a", 2]}, "notes[2]"),
        ({"scheme": "../../x"}, "scheme"),
    ],
)
def test_a_refused_house_rule_names_its_key(house: dict[str, Any], where: str) -> None:
    with pytest.raises(RuleFileError) as refusal:
        find("pagat").with_house(house)
    assert refusal.value.where == where
    assert str(refusal.value).startswith(place_in_words(where))


def test_a_ladder_that_is_refused_says_so_without_its_key() -> None:
    with pytest.raises(RuleFileError, match=r"^The number of cards must be from 1 to 60\.$") as refusal:
        find("pagat").with_house({"ladder": "10-0"})
    assert refusal.value.where == "ladder"


def test_a_ladder_the_pack_cannot_deal_is_refused_with_its_place_when_a_game_is_set_up() -> None:
    ours = find("pike").with_house({"ladder": "1-10-1"})
    ours.check_ladder(5)
    with pytest.raises(
        RuleFileError, match=r"6 players cannot have 10 cards each: the pack has 52 cards. The most is 8"
    ) as refusal:
        ours.check_ladder(6)
    assert refusal.value.at == 2


# --- arbitrary data ------

WORDS = ["1-5", "3-7", "turned up", "last", "8-11", "cycle H C", "all cards", "2"]
ANYTHING = anything(WORDS, st.sampled_from(["at", "from", "3", "bid", "name"]) | st.text(max_size=5) | st.integers())


@given(st.dictionaries(st.one_of(st.sampled_from(ALL_KEYS), st.text(max_size=8)), ANYTHING, max_size=5))
def test_wrong_types_anywhere_give_a_rulebook_error(house: dict[str, Any]) -> None:
    try:
        ours = find("pagat").with_house(house)
    except RuleFileError:
        return
    for players in range(2, 11):
        assert all(1 <= cards <= ours.most_for(players) for cards in ours.sizes(players))
        ours.trump_for(1, 1, players)
    json.dumps(ours.to_dict())


def test_a_number_of_5000_digits_is_refused() -> None:
    for key in ALL_KEYS:
        with pytest.raises(RuleFileError) as refusal:
            find("pagat").with_house({key: 10**5000})
        assert refusal.value.where == key


@given(ANYTHING)
def test_a_rulebook_made_of_anything_is_refused(data: Any) -> None:
    with pytest.raises(RuleFileError):
        Rulebook.from_dict(data)


@given(st.text(max_size=200))
def test_any_text_as_a_file_is_refused(text: str) -> None:
    with pytest.raises(RuleFileError):
        Rulebook.from_toml(text)
