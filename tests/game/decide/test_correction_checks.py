"""Checks of corrections: each wrong value is refused at its own field, with a message that names it."""

from collections.abc import Callable
from typing import Any

import pytest
from builders import Entry, check_whole, hand, on, play, points, row_of

from scorepad.errors import RuleError
from scorepad.game.decide import hands
from scorepad.game.report.hand_detail import calls
from scorepad.game.state.game import Game
from scorepad.game.state.rows import HandRow

THREE, FOUR = "Ann Bob Cat", "A B C D"


def pike(*record: Entry, **head: Any) -> Game:
    return play("pike", THREE, *(record or [hand(THREE, [1, 1, 1], [1, 1, 1])]), house={"ladder": "3 2"}, **head)


def murder(**more: Any) -> Game:
    """Return rules.md M10: A plays 3 in spades, doubled by B, and is set; more may double."""
    contract = {"declarer": "A", "level": 3, "doubler": "B"}
    entry = hand(FOUR, [3, 2, 2, 2], [1, 3, 2, 2], trump="S", contract=contract)
    return play("murder", FOUR, entry, house={"ladder": "8 9", "auction": {"doublers": "several"}}, **more)


def blackout() -> Game:
    """Return a game that records only made or missed."""
    fields = {"bids": {"Ann": 1, "Bob": 0, "Cat": 1}, "made": {"Ann": True, "Bob": False, "Cat": False}}
    return play("blackout", THREE, {"hand": fields}, house={"ladder": "3-1"})


def refused(game: Game, changes: dict[str, Any], number: int = 1) -> tuple[str, str]:
    with pytest.raises(RuleError) as error:
        hands.correct(game, number, changes)
    return error.value.field, str(error.value)


CONTRACT = {"declarer": "p1", "level": 3}


@pytest.mark.parametrize(
    ("wrong", "field", "words"),
    [
        ({"declarer": None}, "declarer", "The declarer must be a player at the table."),
        ({"level": "3"}, "level", "The level must be a whole number."),
        ({"doubler": 2}, "doubler", "The doubler must be a player at the table."),
        ({"also_doubled": "p4"}, "doubler", "The doublers must be players at the table."),
        ({"also_doubled": [4]}, "doubler", "The doublers must be players at the table."),
        ({"redoubled": 1}, "redoubled", "A contract is redoubled or not: enter yes or no."),
        ({"doubler": "p1"}, "doubler", "Players cannot double their own contract."),
    ],
)
def test_what_no_contract_can_be_is_refused_at_its_part(wrong: dict[str, Any], field: str, words: str) -> None:
    assert refused(murder(), {"contract": {**CONTRACT, **wrong}}) == (f"contract.{field}", words)


NEEDS_TRICKS = "The scoring “Mr Pike's Oh Hell!” needs the number of tricks, not only who made the bid."


@pytest.mark.parametrize(
    ("game", "changes", "field", "words"),
    [
        (pike, {"bids": {"p1": 4}}, "bids.p1", "Ann cannot bid 4. Enter a whole number from 0 to 3."),
        (pike, {"taken": {"p2": "x"}}, "taken.p2",
         "Bob cannot have taken “x” tricks. Enter a whole number from 0 to 3."),
        (pike, {"taken": {"p9": 1}}, "taken.p9", "p9 is not at the table."),
        (pike, {"cards": 0}, "cards", "Enter a whole number from 1 to 17."),
        (pike, {"cards": "3"}, "cards", "Enter a whole number from 1 to 17."),
        (pike, {"cards": 18}, "cards", "18 cards for each of 3 players is more than the pack has. The most is 17."),
        (pike, {"marks": {"p1": {"blind": 1}}}, "marks.p1.blind", "The scoring has no mark “blind”."),
        # stored without a value, a scheme with that mark could not compute points
        (pike, {"marks": {"p1": {"blind": None}}}, "marks.p1.blind", "The scoring has no mark “blind”."),
        (pike, {"turned": 5}, "turned", "This cannot be read."),
        (pike, {"made": {"p1": True}}, "made", NEEDS_TRICKS),
        (blackout, {"made": {"p1": True}, "taken": {"p1": 1}}, "made",
         "Enter the tricks or who made the bid, not both."),
        (blackout, {"made": {"p2": "yes"}}, "made.p2", "Did Bob make the bid or miss it?"),
        (blackout, {"made": {"p9": True}}, "made.p9", "p9 is not at the table."),
    ],
)  # fmt: skip
def test_a_wrong_number_is_refused_where_it_was_typed(
    game: Callable[[], Game], changes: dict[str, Any], field: str, words: str
) -> None:
    assert refused(game(), changes) == (field, words)


def test_the_tricks_of_a_hand_whose_own_points_need_them_are_not_taken_away() -> None:
    """Clag, fives: in a misère deal every trick costs 5 points; in all other hands made or missed is enough."""
    special = [{"at": "1", "bid": 0, "options": {"misere": True}}]
    house = {"ladder": "3 2", "scheme": "clag_five", "special": special}
    second = hand(THREE, [1, 1, 1], [1, 1, 0], hook_waived=True)
    game = play("pagat", THREE, {"hand": {"taken": {"Ann": 2, "Bob": 1, "Cat": 0}}}, second, house=house)
    made = {"made": {"p1": True, "p2": True, "p3": False}}
    assert refused(game, made) == (
        "made",
        "The scoring “Clag, fives” needs the number of tricks, not only who made the bid.",
    )
    assert hands.correct(game, 2, made).changes == made


def test_a_mark_of_the_scheme_before_stays_beside_one_of_this() -> None:
    blind = {"name": "Blind", "marks": {"blind": "yes or no"}, "points": [{"give": "bid + 5 * blind"}]}
    marked = {**hand(THREE, [3, 3, 3], [3, 3, 3])["hand"], "marks": {"Ann": {"declared": 1}}}
    game = play("ninety_nine", THREE, {"hand": marked}, {"scheme": blind})
    both = {"marks": {"p1": {"declared": 1, "blind": 1}}}
    assert hands.correct(game, 1, both).changes == both
    assert refused(game, {"marks": {"p1": {"declared": 0, "blind": 1}}})[0] == "marks.p1.declared"


@pytest.mark.parametrize(("cards", "tricks"), [(1, [1, 0, 0]), (17, [15, 1, 1])])
def test_a_hand_may_have_had_any_number_of_cards_that_can_be_dealt(cards: int, tricks: list[int]) -> None:
    names = ("Ann", "Bob", "Cat")
    taken = dict(zip(names, tricks, strict=True))
    game = on(pike(), {"correct": {"hand": 1, "cards": cards, "taken": taken, "bids": {"Bob": 0, "Cat": 0}}})
    row = row_of(game)
    assert (row.cards, row.problems) == (cards, ())


def test_a_scheme_that_needs_tricks_only_by_another_option_takes_made_or_missed() -> None:
    game = play("pike", THREE, hand(THREE, [1, 1, 1], [1, 1, 1]), scheme=BY_OPTION, house={"ladder": "3"})
    assert hands.correct(game, 1, {"taken": None, "made": {"p1": True, "p2": True, "p3": True}})
    counting = {"ladder": "3", "options": {"misses": "counts"}}
    other = play("pike", THREE, hand(THREE, [1, 1, 1], [1, 1, 1]), scheme=BY_OPTION, house=counting)
    assert refused(other, {"taken": None, "made": {"p1": True}})[0] == "made"


BY_OPTION = {
    "name": "By choice",
    "options": {"misses": {"default": "nothing", "choices": ["nothing", "counts"]}},
    "points": [{"when": "made", "give": "10"}, {"give": 'taken if misses == "counts" else 0'}],
}


# --- what a correction leaves unchanged -----------------------------------------------------------------


AUCTION: Entry = {"hand": {"auction": ["1H", "1", "2C", "pass", "pass"], "taken": {"Ann": 1, "Bob": 0, "Cat": 2}}}


@pytest.mark.parametrize(
    ("changes", "kept"),
    [
        ({"taken": {"p1": 0, "p2": 1}}, True),
        ({"bids": {"p2": 0}}, False),
        ({"trump": "D"}, False),
        ({"contract": {"declarer": "p3", "level": 2, "doubler": "p1"}}, False),
    ],
)
def test_the_calls_of_an_auction_stand_until_what_it_ended_in_is_mended(changes: dict[str, Any], kept: bool) -> None:
    game = play("murder", THREE, AUCTION, house={"ladder": "3 4"})
    mended = game.then(hands.correct(game, 1, changes))
    row = mended.hand_row(1)
    assert isinstance(row, HandRow)
    assert [call.words for call in calls(row)] == (["1H", "1", "2C", "pass", "pass"] if kept else [])
    check_whole(mended)


def test_a_mark_taken_from_the_bids_that_stand_can_still_be_said_with_the_tricks() -> None:
    scheme = {"name": "Blind", "marks": {"blind": "yes or no"}, "points": [{"give": "bid + 10 * blind"}]}
    game = pike({"hand": {"bids": {"Ann": 1, "Bob": 1, "Cat": 1}, "marks": {"Ann": {"blind": 1}}}}, scheme=scheme)
    game = game.then(hands.correct(game, 1, {"marks": {"p1": {"blind": 0}}}))
    game = game.then(hands.record_tricks(game, {"p1": 1, "p2": 1, "p3": 1}, marks={"p1": {"blind": 1}}))
    assert points(game)["Ann"] == 11
    check_whole(game)


def test_what_was_tried_to_decide_a_correction_is_not_worked_out_again_and_nothing_else_is_taken_for_it() -> None:
    game = pike()
    most, none = (hands.correct(game, 1, {"taken": taken}) for taken in ({"p1": 3, "p2": 0, "p3": 0}, {}))
    tried = game.preview(most)
    assert game.then(most) is tried
    assert game.then(most) is not tried, "it is kept for once"
    game.preview(most)
    assert points(tried) != points(game.then(none)) == points(game)
    assert points(Game.replay(tried.events)) == points(tried)
