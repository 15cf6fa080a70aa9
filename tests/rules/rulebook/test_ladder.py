"""Hand sizes: every table of rules.md section B, replanning when the table changes, and refusals."""

from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from soak import often

from scorepad.errors import RuleFileError
from scorepad.rules.rulebook.ladder import MOST_HANDS, MOST_TEXT, Ladder, Rung, as_ladder_text, parse_ladder


def run(first: int, last: int) -> list[int]:
    return list(range(first, last + 1)) if first <= last else list(range(first, last - 1, -1))


def sizes(text: str, top: int, players: int = 4, most: int = 60) -> list[int]:
    return parse_ladder(text).sizes(top=top, players=players, most=most)


# --- the tables of rules.md, section B ---


def test_constant_sizes_go_on_for_ever() -> None:
    ladder = parse_ladder("13 …")
    assert ladder.endless
    assert [place.cards for place in ladder.rest(None, top=13, players=4, most=13, limit=30)] == [13] * 30


def test_a_step_that_misses_the_top_turns_at_the_last_size_it_reached() -> None:
    assert sizes("1-top-1 by 2", 10) == [1, 3, 5, 7, 9, 7, 5, 3, 1]


# --- the shapes a player types ---


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1-10-1", run(1, 10) + run(9, 1)),
        ("1-10 10-1", run(1, 10) + run(10, 1)),
        ("top-1 1-top", run(6, 1) + run(1, 6)),
        ("5-2xplayers-5", [5, 4, 3, 2, 2, 2, 2, 3, 4, 5]),
        ("1-7-1 by 2", [1, 3, 5, 7, 5, 3, 1]),
        ("1x4 2-9 10x4 9-1", [1, 1, 1, 1, *run(2, 9), 10, 10, 10, 10, *run(9, 1)]),
        ("1xplayers, 2-4", [1, 1, 1, 1, 2, 3, 4]),
        ("5, 4, 3", [5, 4, 3]),
        (" 3 – TOP – 3 ", [3, 4, 5, 6, 5, 4, 3]),
        ("players-1", [4, 3, 2, 1]),
        ("7", [7]),
    ],
)
def test_what_a_player_types_becomes_hands(text: str, expected: list[int]) -> None:
    assert sizes(text, 6) == expected


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("1 - 10 — 1", "1-10-1"),
        ("1×4,2–9", "1x4 2-9"),
        ("3-Top-3 ...", "3-top-3 …"),
        ("1-13-1  BY 2", "1-13-1 by 2"),
        ("1 X players", "1xplayers"),
    ],
)
def test_a_ladder_is_written_back_in_plain_form(typed: str, plain: str) -> None:
    assert str(parse_ladder(typed)) == plain


@pytest.mark.parametrize(
    ("text", "at", "word"),
    [
        ("", 0, "at least one hand"),
        ("1-", 2, "is missing at the end"),
        (" …", 1, "at least one hand"),
        ("1-topp", 2, "“topp” is not a hand size. Did you mean “top”?"),
        ("1xplayer", 2, "Did you mean “players”"),
        ("1-0", 2, "The number of cards must be from 1 to 60."),
        ("1x0", 2, "The number of hands must be from 1 to 200."),
        ("9-1 by 61", 7, "The step must be from 1 to 60."),
        ("1xtop", 2, "number of hands"),
        ("1--3", 2, "“-”"),
        ("1 … 2", 4, "without end"),
        ("1-²", 2, "“²”"),
        ("1-10 ; 4", 5, "“;” has no meaning"),
        ("60-1-60-1-60", 0, "more than 200 hands"),
        ("1x120 " + "1xplayers " * 8 + "1", 0, "more than 200 hands"),  # for ten
        ("1x141 players-60", 0, "more than 200 hands"),  # for one player left alone
        ("1 " * 101, 200, "200 characters"),
    ],
)
def test_a_refused_ladder_says_what_and_where(text: str, at: int, word: str) -> None:
    with pytest.raises(RuleFileError) as refusal:
        parse_ladder(text)
    assert refusal.value.at == at
    assert refusal.value.where == "ladder"
    assert word in str(refusal.value)


def test_a_ladder_may_have_200_hands_and_its_text_200_characters() -> None:
    assert sizes("1x200", 1) == [1] * 200
    assert sizes("1x120 " + "1xplayers " * 8, 1, players=10) == [1] * 200
    assert len(sizes("1x140 players-60", 60, players=1)) == 200
    assert sizes("1 " * 100, 1) == [1] * 100


def test_two_hands_may_be_written_with_the_step_in_between() -> None:
    assert sizes("5-5", 9) == [5]
    after_four = parse_ladder("5-5 3").after(Rung(0, 0, 4), top=13, players=4, most=13)
    assert after_four == Rung(3, 0, 3), "it was meant to be of five cards, and is not played again"


@pytest.mark.parametrize(
    ("text", "most", "place"),
    [
        ("1-10", 10, None),
        ("1-top-1", 8, None),
        ("8-10-8", 8, 2),
        ("1-10 by 4", 9, None),
        ("1-10 by 4", 8, 2),
        ("2 players 9", 3, 2),
    ],
)
def test_the_first_size_too_large_is_told_if_a_hand_of_it_is_played(text: str, most: int, place: int | None) -> None:
    result = parse_ladder(text).too_large(top=most, players=4, most=most)
    assert (result.at if result else None) == place


# --- planning again (rules.md B1, MU-35) ---

UP, DOWN = 1, 3  # the legs of 3-top-3: the first 3, up, (the top once more: never), down


@pytest.mark.parametrize(
    ("last", "leg", "players", "following", "leg_after"),
    [
        (9, UP, 5, 10, UP),
        (9, UP, 6, 8, DOWN),
        (12, UP, 5, 10, DOWN),
        (7, UP, 7, 6, DOWN),
        (3, DOWN, 3, 4, UP),
    ],
)
def test_murder_goes_on_from_the_last_size_when_the_table_changes(
    last: int, leg: int, players: int, following: int, leg_after: int
) -> None:
    top = {3: 13, 4: 13, 5: 10, 6: 8, 7: 7}[players]
    place = parse_ladder("3-top-3 …").after(Rung(leg, 0, last), top=top, players=players, most=52 // players)
    assert place is not None
    assert (place.cards, place.leg) == (following, leg_after)


def test_every_ladder_keeps_its_leg_when_somebody_joins() -> None:
    ladder = parse_ladder("top-1-top")
    down = ladder.rest(None, top=10, players=5, most=10, limit=1)[-1]
    assert ladder.after(down, top=8, players=6, most=8) == Rung(1, 0, 8)
    up = ladder.rest(None, top=10, players=5, most=10)[-2]
    assert up.cards == 9
    assert ladder.after(up, top=8, players=6, most=8) is None


def test_a_written_size_is_clamped_when_the_pack_no_longer_deals_it() -> None:
    ladder = parse_ladder("4-12 13x4")
    twelve = ladder.rest(None, top=13, players=4, most=13)[8]
    assert twelve.cards == 12
    assert [place.cards for place in ladder.rest(twelve, top=10, players=5, most=10)] == [10, 10, 10, 10]


def test_hands_for_each_player_follow_the_players_of_the_moment() -> None:
    ladder = parse_ladder("1xplayers 5")
    third = ladder.rest(None, top=5, players=4, most=13)[2]
    assert [place.cards for place in ladder.rest(third, top=5, players=3, most=17)] == [5]
    assert [place.cards for place in ladder.rest(third, top=5, players=6, most=8)] == [1, 1, 1, 5]


def test_an_endless_ladder_goes_round_without_doubling_its_bottom() -> None:
    places = parse_ladder("3-top-3 …").rest(None, top=5, players=4, most=13, limit=11)
    assert [place.cards for place in places] == [3, 4, 5, 4, 3, 4, 5, 4, 3, 4, 5]


def test_a_top_that_is_lowered_is_kept_on_the_way_down_too() -> None:
    ladder = parse_ladder("3-top-3")
    assert ladder.after(Rung(UP, 0, 16), top=13, players=3, most=17) == Rung(DOWN, 0, 13)


def test_the_top_stays_the_high_end_however_few_cards_it_has_come_to_mean() -> None:
    assert parse_ladder("8-top").after(Rung(0, 0, 8), top=7, players=7, most=7) is None
    assert parse_ladder("top-8 1").after(Rung(0, 0, 8), top=7, players=7, most=7) == Rung(3, 0, 1)


def test_an_endless_ladder_that_begins_at_its_top_goes_round_from_the_last_size() -> None:
    ladder = parse_ladder("top-1-top …")
    last = ladder.rest(None, top=10, players=5, most=10)[18]
    assert last.cards == 10
    after = ladder.after(last, top=8, players=6, most=8)
    assert after is not None
    assert after.cards == 8, "one less would be nine"


def test_an_endless_ladder_of_two_chains_repeats_both_from_their_beginnings() -> None:
    places = parse_ladder("1-2-1 5 …").rest(None, top=5, players=4, most=13, limit=8)
    assert [place.cards for place in places] == [1, 2, 1, 5, 1, 2, 1, 5]
    places = parse_ladder("1-2 2-1 …").rest(None, top=5, players=4, most=13, limit=9)
    assert [place.cards for place in places] == [1, 2, 2, 1, 1, 2, 2, 1, 1]


def test_an_endless_ladder_whose_top_has_sunk_to_its_bottom_still_deals() -> None:
    places = parse_ladder("3-top-3 …").rest(None, top=3, players=10, most=5, limit=4)
    assert [place.cards for place in places] == [3, 3, 3, 3]
    assert parse_ladder("3-top-3 …").sizes(top=2, players=10, most=2) == [2]


# --- arbitrary text ------

SIZES = st.one_of(st.integers(1, 20).map(str), st.sampled_from(["top", "players"]))
POINTS = st.tuples(SIZES, st.sampled_from(["", "", "", "x3", "xplayers"])).map("".join)
CHAINS = st.tuples(st.lists(POINTS, min_size=1, max_size=3).map("-".join), st.sampled_from(["", "", " by 2"])).map(
    "".join
)
TEXTS = st.tuples(st.lists(CHAINS, min_size=1, max_size=3).map(" ".join), st.sampled_from(["", " …"])).map("".join)
TABLES = st.fixed_dictionaries({"top": st.integers(1, 60), "players": st.integers(2, 10), "most": st.integers(1, 60)})


@given(TEXTS, TABLES)
def test_stepping_from_hand_to_hand_gives_exactly_the_sizes(text: str, table: dict[str, int]) -> None:
    ladder = parsed(text)
    if ladder is None:
        return
    sizes_found = ladder.sizes(**table)
    stepped = list[int]()
    place = ladder.after(None, **table)
    while place is not None and len(stepped) < len(sizes_found):
        stepped.append(place.cards)
        place = ladder.after(place, **table)
    assert stepped == sizes_found
    assert (place is None) is not ladder.endless
    assert 1 <= len(sizes_found) <= MOST_HANDS


@given(TEXTS, st.lists(TABLES, min_size=1, max_size=40))
def test_no_hand_is_ever_above_what_the_pack_deals_or_below_one(text: str, tables: list[dict[str, int]]) -> None:
    ladder, place = parsed(text), None
    for table in tables if ladder else []:
        assert ladder is not None
        place = ladder.after(place, **table)
        if place is None:
            assert not ladder.endless
            break
        assert 1 <= place.cards <= table["most"]


@given(TEXTS)
def test_the_plain_form_reads_back_as_the_same_ladder(text: str) -> None:
    ladder = parsed(text)
    assert ladder is None or parse_ladder(str(ladder)) == ladder


@settings(max_examples=often(100, 400))
@given(st.one_of(st.text(max_size=250), st.text("0123456789 -x,.…topplayersby", max_size=250)))
def test_typing_anything_gives_a_ladder_or_a_ladder_error_in_the_text(text: str) -> None:
    ladder = parsed(text)
    if ladder:
        assert 1 <= len(ladder.sizes(top=10, players=4, most=13)) <= MOST_HANDS
    else:
        with pytest.raises(RuleFileError) as refusal:
            parse_ladder(text)
        assert refusal.value.at in range(len(text) + 1)


def parsed(text: str) -> Ladder | None:
    """Return the parsed ladder; None for a text that is refused."""
    try:
        return parse_ladder(text)
    except RuleFileError:
        return None


# --- back to text -------


@pytest.mark.parametrize(
    ("hands", "text"),
    [
        ([5, 4, 3, 2, 1], "5 4 3 2 1"),
        ([10] * 100, "10x100"),
        (run(1, 60) + run(59, 1), "1-60 59-1"),
        ([*range(1, 60, 2), *range(58, 0, -2), *range(1, 60, 2)], "1-59 by 2 58-2 by 2 1-59 by 2"),
        ([10, 10, 10, 9], "10x3 9"),
        ([10, *[1, 2, 3] * 33], "10 " + " ".join(["1 2 3"] * 33)),  # 200 characters
        ([10, 10, *[1, 2, 3] * 33], "10 10 " + " ".join(["1-3"] * 33)),
        ([], ""),
    ],
)
def test_hands_are_written_as_somebody_would_say_them(hands: list[int], text: str) -> None:
    assert as_ladder_text(hands) == text


_runs = st.tuples(st.integers(1, 60), st.integers(-3, 3), st.integers(1, 40)).map(
    lambda message: [size for step in range(message[2]) if 1 <= (size := message[0] + step * message[1]) <= 60]
)


@given(st.lists(_runs, min_size=1, max_size=8).map(lambda runs: [*chain(*runs)][:MOST_HANDS]))
def test_hands_written_as_a_line_are_read_again(hands: list[int]) -> None:
    text = as_ladder_text(hands)
    assert len(text) <= MOST_TEXT
    assert sizes(text, 60) == hands
