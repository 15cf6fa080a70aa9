"""The keys of a rulebook: the bounds of numbers and texts, the messages beyond them, and the defaults."""

from collections.abc import Callable
from typing import Any

import pytest

from scorepad.errors import RuleFileError, place_in_words
from scorepad.rules.rulebook import Rulebook, find


def small(**keys: Any) -> Rulebook:
    return Rulebook.from_dict({"name": "Ours", "ladder": "1-5", **keys})


def refused(**keys: Any) -> RuleFileError:
    with pytest.raises(RuleFileError) as refusal:
        small(**keys)
    return refusal.value


NUMBERS: list[tuple[str, int, int, Callable[[int], dict[str, Any]]]] = [
    ("minutes", 1, 1000, lambda number: {"minutes": number}),
    ("pack", 4, 1000, lambda number: {"pack": number}),
    ("packs", 1, 2, lambda number: {"packs": number}),
    ("top", 1, 60, lambda number: {"top": number}),
    ("top.5", 1, 60, lambda number: {"top": {"5": number}}),
    ("hook.from", 1, 60, lambda number: {"hook": {"from": number}}),
    ("hook.from_hand", 1, 200, lambda number: {"hook": {"from_hand": number}}),
    ("ends.exactly", -1_000_000, 1_000_000, lambda number: {"ends": {"exactly": number}}),
    ("misdeal.dealer", -1000, 1000, lambda number: {"misdeal": {"dealer": number}}),
    ("misplay.player", -1000, 1000, lambda number: {"misplay": {"player": number}}),
    ("forfeit.bid", 0, 60, lambda number: {"forfeit": {"bid": number, "name": "pants"}}),
    ("special[1].bid", 0, 60, lambda number: {"special": [{"at": "last", "bid": number}]}),
]


@pytest.mark.parametrize(("where", "low", "high", "keys"), NUMBERS, ids=[number[0] for number in NUMBERS])
def test_a_number_is_taken_up_to_its_bounds_and_refused_beyond_them(
    where: str, low: int, high: int, keys: Callable[[int], dict[str, Any]]
) -> None:
    for number in (low, high):
        small(**keys(number))
    for number in (low - 1, high + 1):
        assert str(refused(**keys(number))) == f"{place_in_words(where)}: This must be from {low} to {high}."


def test_an_option_of_the_scheme_is_a_number_up_to_a_million_either_way() -> None:
    assert dict(small(options={"prize": 10**6, "loss": -(10**6)}).options) == {"prize": 10**6, "loss": -(10**6)}
    for number in (10**6 + 1, -(10**6) - 1):
        assert str(refused(options={"prize": number})) == "The option “prize”: This number is too large."


def test_a_scheme_takes_fifty_options_with_names_of_sixty_letters() -> None:
    fifty = {f"{number:060}": True for number in range(50)}
    assert len(small(options=fifty).options) == 50
    assert refused(options={**fifty, "one_more": True}).where == "options.one_more"
    assert refused(options={"x" * 61: True}).where == "options." + "x" * 61


@pytest.mark.parametrize(
    ("keys", "longer"),
    [
        ({"name": "n" * 200}, {"name": "n" * 201}),
        ({"about": "a" * 2000}, {"about": "a" * 2001}),
        ({"notes": ["Sing."] * 50}, {"notes": ["Sing."] * 51}),
        ({"special": [{"at": "last"}] * 60}, {"special": [{"at": "last"}] * 61}),
        ({"trump": "cycle" + " H" * 20}, {"trump": "cycle" + " H" * 21}),
        ({"players": "2-10"}, {"players": "2-11"}),
        ({"players": 2}, {"players": 1}),
        ({"players": "10"}, {"players": "1"}),
    ],
)
def test_texts_and_lists_are_taken_up_to_their_length(keys: dict[str, Any], longer: dict[str, Any]) -> None:
    small(**keys)
    assert refused(**longer).where == next(iter(longer))


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        ({"name": "Two\nlines"}, "“name”: This must be one line of at most 200 characters."),
        ({"options": {"a": "x" * 2001}}, "The option “a”: This text is too long. The most is 2000 characters."),
        (
            {"special": [{"note": "Sing."}]},
            "Special hand 1, “at”: Name the hand: first, last, middle, top, 8, 8-11 or 8 cards.",
        ),
        (
            {"special": [{"at": "1", "notes": "Sing."}]},
            ("Special hand 1, “notes”: There is no such key here. Check the spelling. Did you mean “note”?"),
        ),
        (
            {"ends": "when announce"},
            "“ends”: This must be one of: after the ladder | when announced. Did you mean “when announced”?",
        ),
        ({"ends": {"at": 100}}, "ends, “at”: There is no such key here. Check the spelling."),
        (
            {"trump": "allways"},
            (
                "“trump”: This must be like one of: turned up | none | auction | highest bidder chooses "
                "| dealer chooses | cycle H C D S | always S | by makers D S H C. Did you mean “always "
                "S”?"
            ),
        ),
    ],
)
def test_what_is_refused_is_told_at_its_key_with_what_may_stand_there(keys: dict[str, Any], text: str) -> None:
    assert str(refused(**keys)) == text


def test_a_key_of_its_own_is_checked_like_one_in_a_file() -> None:
    with pytest.raises(RuleFileError, match=r"^“key”: A key has small letters"):
        Rulebook.from_dict({"name": "Ours", "ladder": "1-5"}, "Our Game")


def test_house_rules_that_are_no_table_are_refused_as_a_whole() -> None:
    with pytest.raises(RuleFileError) as refusal:
        find("pike").with_house(["hook"])  # type: ignore[arg-type]
    assert str(refusal.value) == "This must be a table of keys and values."


# --- the meaning and the default of a key --------------------


def test_players_are_a_span_or_one_number() -> None:
    assert [small(players=value).players for value in ("3-7", " 3 – 7 ", "4", 4)] == [(3, 7), (3, 7), (4, 4), (4, 4)]


def test_one_note_may_stand_without_a_list_and_an_empty_one_is_none() -> None:
    assert [small(notes=value).notes for value in ("Sing.", ["Sing.", "Dance."], "")] == [
        ("Sing.",), ("Sing.", "Dance."), (),
    ]  # fmt: skip


def test_a_hook_holds_in_every_hand_but_for_what_is_said() -> None:
    assert small(hook={"last_hand": False}).hook_for(1, hand=1)
    assert small(hook={"from": 4}).hook_for(4, last=True, hand=1)
    assert not small(hook={"from_hand": 4}).hook_for(1, hand=3)


def test_zero_may_be_the_bid_of_a_forfeit_and_a_table_without_keys_is_none() -> None:
    forfeit = small(forfeit={"bid": 0, "name": "hat"}).forfeit
    assert forfeit is not None
    assert (forfeit.bid, forfeit.name) == (0, "hat")
    assert find("pike").with_house({"forfeit": {}}).forfeit is None


@pytest.mark.parametrize("switch", ["cancelled", "super_trump"])
def test_a_switch_for_several_packs_waits_for_the_pack(switch: str) -> None:
    fields = {switch: "with several packs"}
    packs: list[Any] = [52, 103, 104, {"3": 52, "8": 104}]
    assert [getattr(small(pack=pack, **fields), switch) for pack in packs] == [False, False, True, True]
    assert getattr(small(**fields), switch) is False, "a pack has 52 cards"
    assert getattr(small(pack=104), switch) is False, "nobody said so"
    assert getattr(small(pack=52, **{switch: True}), switch) is True


def test_the_top_leaves_a_card_to_turn_up_where_one_is_turned_up() -> None:
    assert [small(ladder="1-top", trump=way).top_for(4) for way in ("turned up", "none")] == [12, 13]
    for way, tops in (("turned up", [8, 12]), ("none", [8, 13])):
        ours = small(ladder="1-top", trump=way, top={"5": 8})
        assert [ours.top_for(players) for players in (5, 4)] == tops, "left to the pack for four"


def test_a_hand_has_at_least_one_card_and_whoever_is_left_alone_could_be_dealt_the_pack() -> None:
    assert [small(pack=4, ladder="1").most_for(players) for players in (10, 1)] == [1, 4]
    assert small(ladder="1-top", top=1).top_for(4) == 1
    assert [small(ladder="1-top", pack=52).top_for(players) for players in (0, 1, 2, 3)] == [17] * 4, (
        "who waits for more"
    )


def test_a_ladder_for_each_player_that_the_pack_cannot_deal_says_how_many_cards() -> None:
    ours = small(ladder="1-players", pack=20, players="3-10")
    ours.check_ladder(4)
    with pytest.raises(
        RuleFileError, match=r"5 players cannot have 5 cards each: the pack has 20 cards. The most is 4."
    ):
        ours.check_ladder(5)


def test_a_wrong_number_of_players_is_told_with_the_name_of_the_game() -> None:
    with pytest.raises(RuleFileError, match=r"^“players”: Mr Pike's Oh Hell! is for 3 to 7 players\.$"):
        find("pike").check_ladder(8)


def test_a_rulebook_keeps_what_it_was_read_from_whatever_becomes_of_that() -> None:
    given: dict[str, Any] = {"name": "Ours", "ladder": "1-5", "special": [{"at": "first", "note": "Sing."}]}
    ours = Rulebook.from_dict(given)
    given["special"][0]["note"] = "Dance."
    given["special"].append({"at": "last"})
    ours.to_dict()["special"].clear()
    assert ours.to_dict()["special"] == [{"at": "first", "note": "Sing."}]
