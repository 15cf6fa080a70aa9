"""Refusals: each wrong value is refused at its field, with a message that names the error and the number."""

from typing import Any

import pytest
from builders import FOUR, THREE, Entry, hand, on, play, points, refused, totals

from scorepad.errors import FileError, RuleError
from scorepad.game.decide import hands
from scorepad.game.decide.setup import open_game
from scorepad.game.state.checks import HandChecks
from scorepad.game.state.events import BidsRecorded, Contract, Misdealt, TricksRecorded
from scorepad.game.state.game import Game, played_rows
from scorepad.game.state.mark_checks import mark_problems
from scorepad.game.state.rows import HandRow
from scorepad.game.state.scoring import PlayedHand
from scorepad.rules.rulebook import find
from scorepad.rules.scheme import Scheme


def pike(*record: Entry, **house: Any) -> Game:
    return play("pike", THREE, *record, house={"ladder": "5 4 3", **house})


def made_only(*record: Entry, **house: Any) -> Game:
    return play("blackout", THREE, *record, house={"ladder": "5-1", "hook": False, **house})


def murder(*record: Entry, **house: Any) -> Game:
    return play("murder", FOUR, *record, house={"ladder": "6-1", **house})


def okenuff() -> Game:
    return play("okenuff", FOUR, scheme="squares")


def misere() -> Game:
    """Return Nominations before its first hand in which all count as bidding 0."""
    eight = [hand(FOUR, [0, 0, 0, 0], [1, 0, 0, 0], hook_waived=True)] * 8
    return play("nominations", FOUR, {"plan": {"cards": [1] * 8 + [7]}}, *eight)


def marked() -> Game:
    """Return a game by a scheme with marks, which is not checked here as that of a file would be."""
    marks = {"blind": "yes or no", "bonus": "number"}
    scheme = Scheme.from_dict({"name": "Ours", "marks": marks, "points": [{"give": "taken + bonus"}]})
    return Game.replay([open_game(find("pike"), scheme, THREE.split(), house={"ladder": "1x5"})])


def cancelling(**more: Any) -> Game:
    return play("ohell", THREE, house={"ladder": "4-1", "cancelled": True, "hook": False, **more})


def bids(*values: Any, **more: Any) -> Entry:
    return {"hand": {"bids": dict(zip(FOUR.split(), values, strict=False)), **more}}


def played(*taken: Any, **more: Any) -> Entry:
    return {"hand": {"taken": dict(zip(FOUR.split(), taken, strict=False)), **more}}


def made(*values: Any, **more: Any) -> Entry:
    """Return a hand of Blackout in which all bid 1, and who made it."""
    return bids(1, 1, 1, made=dict(zip(FOUR.split(), values, strict=False)), **more)


def contract(*values: Any, trump: str | None = "H", **more: Any) -> Entry:
    return bids(*(values or (2, 1, 2, 0)), trump=trump, contract={"declarer": "Ann", "level": 2, **more})


BIDDEN = {"hand": {"bids": {"Ann": 1, "Bob": 0, "Cat": 0}}}

OTHERWISE: dict[str, Entry] = {
    "trump": {"trump": "S"},
    "bids": {"bids": {"Ann": 1, "Bob": 1, "Cat": 0, "Di": 0}},
    "contract": {"contract": {"declarer": "Bob", "level": 1}},
}

OF_A_HAND: list[tuple[Game, Entry, str]] = [
    # bids
    (pike(), bids(6, 0, 0), "bids.Ann: Ann cannot bid 6. Enter a whole number from 0 to 5."),
    (pike(), bids(0, 0), "bids.Cat: Cat has not bid yet."),
    (pike({"join": {"player": "Di"}}, {"leave": {"player": "Di"}}), bids(0, 0, 0, 0),
     "bids.Di: Di does not bid in this hand."),
    (misere(), bids(1, 0, 0, 0, taken={}), "bids.Ann: Ann does not bid in this hand."),
    (misere(), bids(False, 0, 0, 0, taken={}), "bids.Ann: Ann does not bid in this hand."),
    (pike(bidding="in turn from the dealer's left", hook=True), bids(2, 1, 2),
     "bids.Ann: Ann bids last and may not bid 2: the bids would add up to 5."),
    (pike(), bids(0, 0, 0, cards=4), "cards: By the ladder hand 1 has 5 cards, not 4."),
    (pike(BIDDEN), BIDDEN, "bids: The bids of hand 1 are already saved. Edit the hand instead."),
    (pike({"leave": {"player": "Cat"}}), bids(0, 0), "hand: Mr Pike's Oh Hell! is for 3 to 7 players, not 2."),
    # tricks
    (pike(BIDDEN), played(1, 2), "taken.Cat: How many tricks did Cat take?"),
    (pike(BIDDEN), played(1, 2, 6), "taken.Cat: Cat cannot have taken 6 tricks. Enter a whole number from 0 to 5."),
    (pike(BIDDEN), played(1, 2, 1), "taken: Tricks add up to 4, but the hand has 5."),
    (pike(BIDDEN), played(1, 2, 1, cancelled=1), "cancelled: No tricks are cancelled in this game."),
    (pike(BIDDEN), {"hand": {}}, "taken.Bob: How many tricks did Bob take?"),
    *(
        (cancelling(), bids(0, 2, 1, taken={"Ann": 0, "Bob": 2, "Cat": 1}, cancelled=cancelled),
         "cancelled: Enter a whole number from 0 to 4.")
        for cancelled in (-1, 5, True, "1")
    ),
    (cancelling(), bids(0, 2, 1, taken={"Ann": 0, "Bob": 2, "Cat": 1}, cancelled=2),
     "taken: Tricks add up to 5, but the hand has 4."),
    (cancelling(), bids(0, 2, 1, taken={"Ann": 1, "Bob": 2, "Cat": 2}),
     "taken: Tricks add up to 5, but the hand has 4."),
    # only made or missed
    (made_only(), made(True, False), "made.Cat: Did Cat make the bid or miss it?"),
    (made_only(), made(True, 1, False), "made.Bob: Did Bob make the bid or miss it?"),
    (made_only(), made(True, True, True),
     "made: 2 tricks are left over, but all players made their bids."),
    (made_only(), made(True, False, False, taken={}), "made: Enter the tricks or who made the bid, not both."),
    (pike(), made(True, False, False),
     "made: The scoring “Mr Pike's Oh Hell!” needs the number of tricks, not only who made the bid."),
    (on(made_only(), {"join": {"player": "Di"}}, {"leave": {"player": "Di"}}), made(True, False, False, False),
     "made.Di: Di is not at the table."),
    # trumps
    (pike(), bids(0, 0, 0, trump="X"), "trump: Trumps are C, D, H, S, or N for none."),
    (pike(), bids(0, 0, 0, trump="J"), "trump: Trumps are C, D, H, S, or N for none."),
    (pike(), bids(0, 0, 0, turned="1H"), "turned: “5H”, “QS” or “*” for a joker is how to write a turned-up card."),
    (pike(), bids(0, 0, 0, turned="5H", trump="S"),
     "turned: With 5H turned up the trumps are hearts, not spades."),
    (pike(trump="always S"), bids(0, 0, 0, trump="H"), "trump: Trumps by the rules: spades, not hearts."),
    (pike(bids(0, 0, 0, trump="H")), played(5, 0, 0, trump="S"),
     "trump: The trumps of this hand are already chosen: hearts."),
    (pike(BIDDEN), played(5, 0, 0, turned="1H"),
     "turned: “5H”, “QS” or “*” for a joker is how to write a turned-up card."),
    (pike(BIDDEN), played(5, 0, 0, trump="X"), "trump: Trumps are C, D, H, S, or N for none."),
    (okenuff(), bids(1, 2, 2, 0, chosen_by="Cat"), "chosen_by: Here Bob chooses the trumps."),
    (on(okenuff(), bids(1, 2, 2, 0)), played(1, 2, 1, 0, chosen_by="Cat"), "chosen_by: Here Bob chooses the trumps."),
    (pike({"join": {"player": "Di"}}, {"leave": {"player": "Di"}}), bids(0, 0, 0, chosen_by="Di"),
     "chosen_by: Di is not at the table."),
    # marks
    (marked(), bids(0, 0, 0, marks={"Ann": {"shy": 1}}), "marks.Ann.shy: The scoring has no mark “shy”."),
    (on(marked(), bids(0, 0, 0)), played(1, 0, 0, marks={"Ann": {"shy": 1}}),
     "marks.Ann.shy: The scoring has no mark “shy”."),
    (marked(), bids(0, 0, 0, marks={"Ann": {"bonus": 1001}}),
     "marks.Ann.bonus: Enter a whole number for the mark “bonus” of Ann."),
    (marked(), bids(0, 0, 0, marks={"Ann": {"bonus": 1.0}}),
     "marks.Ann.bonus: Enter a whole number for the mark “bonus” of Ann."),
    (marked(), bids(0, 0, 0, marks={"Ann": {"blind": 2}}),
     "marks.Ann.blind: The mark “blind” of Ann must be yes or no."),
    (marked(), bids(0, 0, 0, marks={"Ann": {"blind": 1.0}}),
     "marks.Ann.blind: The mark “blind” of Ann must be yes or no."),
    (on(marked(), {"leave": {"player": "Cat"}}, {"join": {"player": "Di"}}),
     {"hand": {"bids": {"Ann": 0, "Bob": 0, "Di": 0}, "marks": {"Cat": {"bonus": 1}}}},
     "marks.Cat: Cat is not at the table."),
    # contracts
    (murder(), bids(2, 1, 2, 0), "contract: Which player plays which contract?"),
    (pike(), bids(0, 0, 0, contract={"declarer": "Ann", "level": 0}), "contract: There is no auction in this game."),
    (pike(), bids(0, 0, 0, auction=["1H"]), "contract: There is no auction in this game."),
    (on(murder(), {"leave": {"player": "Di"}}), {"hand": {"bids": {"Ann": 0, "Bob": 0, "Cat": 0}, "trump": "H",
     "contract": {"declarer": "Di", "level": 0}}},
     "contract.declarer: The declarer must be a player at the table."),
    (on(murder(), {"leave": {"player": "Di"}}), {"hand": {"bids": {"Ann": 2, "Bob": 0, "Cat": 0}, "trump": "H",
     "contract": {"declarer": "Ann", "level": 2, "doubler": "Di"}}},
     "contract.doubler: The doubler must be a player at the table."),
    (murder(auction={"only_passed": "no bid"}),
     {"hand": {"bids": {"Ann": 2, "Cat": -1}, "trump": "H", "contract": {"declarer": "Ann", "level": 2}}},
     "bids.Cat: Cat cannot bid -1. Enter a whole number from 0 to 6."),
    (murder(), {"hand": {"bids": {"Ann": 2}, "trump": "H", "contract": {"declarer": "Ann", "level": 2}}},
     "bids.Bob: Bob has not bid yet."),
    (murder(), contract(level=7), "contract.level: The level must be a whole number from 0 to 6."),
    (murder(), contract(level=-1), "contract.level: The level must be a whole number from 0 to 6."),
    (murder(), contract(doubler="Ann"), "contract.doubler: Players cannot double their own contract."),
    (murder(), contract(redoubled=True), "contract.redoubled: Only a doubled contract can be redoubled."),
    (murder(), contract(trump=None), "trump: Which suit is the contract in, or no trumps?"),
    (murder(), contract(1, 1, 2, 0), "bids.Ann: Ann plays the contract, so the bid is its level, 2."),
    (murder(), contract(2, 1, 3, 0),
     "bids.Cat: Cat cannot be held to 3: no player named more than the contract’s 2."),
    (murder(), bids(2, 1, 2, 0, trump="H", contract={"declarer": "Ann", "level": 2}, doublers=["Bob", "Cat"]),
     "contract.doubler: Only one player doubles, unless the house rules allow several."),
    (murder(auction={"doublers": "several"}),
     bids(2, 1, 2, 0, trump="H", contract={"declarer": "Ann", "level": 2}, doublers=["Bob", "Bob"]),
     "contract.doubler: Each doubler can double only once."),
    (murder(), bids(2, 1, 2, 0, trump="H", contract={"declarer": "Ann", "level": 2, "doubler": "Di"}, doublers=["Bob"]),
     "contract.doubler: The doubler is not among the doublers."),
    # calls
    (murder(), bids(auction=["1H", "pass"]), "auction: The auction is not over: Cat calls next."),
    (murder(), bids(auction=["1H", "1C", "pass", "pass", "1D"]),
     "auction: Call 5, “1D”: That would be lower, at level 1."),
    *(
        (murder(), {"hand": {"auction": ["1H", "pass", "pass", "pass"], **more}},
         f"{field}: The auction ends differently. Leave this out, or edit its calls.")
        for field, more in OTHERWISE.items()
    ),
    # void hands
    (pike({"leave": {"player": "Cat"}}, {"join": {"player": "Di"}}), {"misdeal": {"wrong_count": ["Bob", "Cat"]}},
     "wrong_count: Cat is not at the table."),
    (pike({"leave": {"player": "Cat"}}, {"join": {"player": "Di"}}), {"misplay": {"player": "Cat"}},
     "player: Cat is not at the table."),
]  # fmt: skip


@pytest.mark.parametrize(("game", "entry", "why"), OF_A_HAND, ids=[why for _game, _entry, why in OF_A_HAND])
def test_a_slip_in_a_hand_is_refused_where_it_is_and_said(game: Game, entry: Entry, why: str) -> None:
    assert refused(game, entry) == why


def test_tricks_wait_for_their_bids() -> None:
    with pytest.raises(RuleError) as why:
        hands.record_tricks(pike(), {"p1": 1, "p2": 2, "p3": 2})
    assert (why.value.field, str(why.value)) == ("bids", "Enter the bids of hand 1 first.")


# --- corrections: the whole hand must be valid afterwards -----------------------------------------------


def hearts() -> Game:
    return pike(BIDDEN, played(1, 2, 2, trump="H"))


def card() -> Game:
    return pike(BIDDEN, played(1, 2, 2, turned="5H"))


def chosen() -> Game:
    return on(okenuff(), bids(1, 2, 2, 0), played(1, 2, 1, 0, trump="H", chosen_by="Bob"))


def one_cancelled() -> Game:
    return on(cancelling(), bids(0, 2, 1, taken={"Ann": 0, "Bob": 2, "Cat": 1}, cancelled=1))


OF_A_CORRECTION: list[tuple[Game, dict[str, Any], str]] = [
    (hearts(), {"turned": "5S"}, "turned: With 5S turned up the trumps are spades, not hearts."),
    (card(), {"trump": "S"}, "turned: With 5H turned up the trumps are hearts, not spades."),
    (chosen(), {"bids": {"Cat": 3}}, "chosen_by: Here Cat chooses the trumps."),
    (one_cancelled(), {"taken": {"Bob": 1}}, "taken: Tricks add up to 3, but the hand has 4."),
    (on(murder(), contract(2, 0, 0, 0)), {"bids": {"Ann": None}},
     "bids.Ann: Ann plays the contract, so the bid is its level, 2."),
    (hearts(), {"taken": {"Cat": 3}}, "taken: Tricks add up to 6, but the hand has 5."),
    (on(hearts(), bids(1, 0, 0, turned="5H")), {"hand": 2, "trump": "S"},
     "turned: With 5H turned up the trumps are hearts, not spades."),
    (on(hearts(), bids(1, 0, 0)), {"hand": 3, "trump": "S"}, "hand: This game has no hand 3 now."),
    (on(hearts(), bids(1, 0, 0)), {"hand": 2, "taken": {"Ann": 1}},
     "hand: Hand 2 is being played. Save it first, or undo its bids."),
    (on(hearts(), bids(1, 0, 0)), {"hand": 2, "bids": {"Ann": 5}},
     "bids.Ann: Ann cannot bid 5. Enter a whole number from 0 to 4."),
    (on(hearts(), bids(1, 0, 0)), {"hand": 2, "bids": {"Ann": None}}, "bids.Ann: Ann has not bid yet."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("game", "changes", "why"), OF_A_CORRECTION, ids=lambda item: item if type(item) is str else ""
)
def test_a_correction_that_leaves_something_wrong_is_refused(game: Game, changes: dict[str, Any], why: str) -> None:
    assert refused(game, {"correct": {"hand": 1, **changes}}) == why


# --- several errors at once -----------------------------------------------------------------------------


def find_errors(game: Game, taken: dict[str, Any]) -> list[RuleError]:
    checks = HandChecks(game.sheet.rulebook, hands.open_hand(game), game.names)
    return list(checks.trick_problems(PlayedHand({}, taken), None))


def problems(game: Game, taken: dict[str, Any]) -> list[str]:
    return [problem.field for problem in find_errors(game, taken)]


def test_every_wrong_number_is_told_and_their_sum_only_once_each_is_right() -> None:
    assert problems(pike(), {"p1": 9, "p2": None, "p9": 0}) == ["taken.p9", "taken.p2", "taken.p3", "taken.p1"]
    assert problems(pike(), {"p1": 1, "p2": 1, "p3": 1, "p9": 2}) == ["taken.p9"]
    assert problems(pike(), {"p1": 1, "p2": 1}) == ["taken.p3"]
    assert problems(pike(), {"p1": 1, "p2": 1, "p3": 6}) == ["taken.p3"]
    assert problems(pike(), {"p1": 1, "p2": 1, "p3": 1}) == ["taken"]


def test_a_mark_of_somebody_else_hides_no_wrong_mark_of_a_player() -> None:
    game = marked()
    order, wrong = hands.open_hand(game).order, {"p9": {"bonus": 1}, "p1": {"bonus": 5000}}
    fields = [problem.field for problem in mark_problems(game.sheet.scheme, wrong, order, game.names)]
    assert fields == ["marks.p9", "marks.p1.bonus"]


def test_whoever_nobody_knows_is_named_by_the_id_that_was_sent() -> None:
    plays = Contract("p1", 1)
    with pytest.raises(RuleError, match="p9 cannot be held to 2"):
        hands.record_bids(murder(), {"p2": 0, "p3": 0, "p4": 0, "p9": 2}, trump="H", contract=plays)
    with pytest.raises(RuleError, match="p9 does not bid"):
        hands.record_bids(murder(), {"p2": 0, "p3": 0, "p4": 0, "p9": 1}, trump="H", contract=plays)
    unknown = find_errors(pike(), {"p1": 1, "p2": 2, "p3": 2, "p9": 0})
    assert [str(problem).split()[0] for problem in unknown] == ["p9"]


# --- what is allowed ------------------------------------------------------------------------------------


def test_what_is_at_the_edge_is_no_slip() -> None:
    four: list[Entry] = [
        {"taken": {"Ann": 0, "Bob": 0, "Cat": 0}, "cancelled": 4},
        {"taken": {"Ann": 0, "Bob": 0, "Cat": 0}},
    ]
    none: Entry = {"taken": {"Ann": 0, "Bob": 2, "Cat": 2}, "cancelled": 0}
    assert all(on(cancelling(), bids(0, 2, 1, **more)).sheet.hands_played for more in (*four, none))
    marks = {"Ann": {"blind": True, "bonus": -1000}, "Bob": {"bonus": 1000, "blind": 0}}
    assert points(on(marked(), bids(0, 0, 0, taken={"Ann": 1, "Bob": 0, "Cat": 0}, marks=marks))) == {
        "Ann": -999, "Bob": 1000, "Cat": 0,
    }  # fmt: skip
    zeros = bids(0, 0, 0, 0, taken={"Ann": 5, "Bob": 2, "Cat": 0, "Di": 0})
    assert totals(on(misere(), zeros)) == totals(on(misere(), played(5, 2, 0, 0)))
    agreed = {"trump": "H", "bids": {"Ann": 1, "Bob": 0, "Cat": 0, "Di": 0}}
    calls = {"auction": ["1H", "pass", "pass", "pass"], "contract": {"declarer": "Ann", "level": 1}, **agreed}
    assert on(murder(), {"hand": calls}).sheet.bids is not None
    assert on(murder(), contract()).sheet.bids is not None
    all_of_them = {"declarer": "Ann", "level": 6}
    assert on(murder(), bids(6, 0, 0, 0, trump="H", contract=all_of_them)).sheet.bids is not None
    assert on(murder(), bids(0, 0, 0, 0, trump="H", contract={**all_of_them, "level": 0})).sheet.bids is not None
    assert on(murder(), contract(doubler="Bob")).sheet.bids is not None
    assert on(pike(bids(0, 0, 0, trump="H")), played(5, 0, 0, trump="H")).sheet.hands_played, "said again"


@pytest.mark.parametrize(
    ("message", "who", "plain", "cancelled"),
    [
        ((2, 2, 1), (True, True, True), True, True),
        ((2, 1, 1), (True, True, True), False, True),  # a trick without a winner
        ((3, 2, 1), (True, True, True), False, False),
        ((3, 2, 0), (True, True, False), False, False),  # no trick is left for the player who missed a zero
        ((2, 2, 0), (True, True, False), True, True),
        ((2, 2, 1), (True, True, False), False, True),  # the last trick was cancelled; otherwise it would be made
        ((0, 0, 5), (True, True, False), False, True),
        ((0, 0, 0), (False, True, True), True, True),
    ],
)
def test_who_made_it_must_leave_the_right_tricks_over_unless_tricks_are_cancelled(
    message: tuple[int, ...], who: tuple[bool, ...], plain: bool, cancelled: bool
) -> None:
    def fits(game: Game) -> bool:
        entry = bids(*message, made=dict(zip(THREE.split(), who, strict=True)))
        try:
            return on(game, entry).sheet.hands_played == 1
        except FileError:
            return False

    assert (fits(made_only()), fits(made_only(cancelled=True))) == (plain, cancelled)


def test_where_all_count_as_bidding_0_somebody_must_miss_it() -> None:
    eight = [hand(FOUR, [0, 0, 0, 0], [1, 0, 0, 0], hook_waived=True)] * 8
    game = play("nominations", FOUR, {"plan": {"cards": [1] * 8 + [7]}}, *eight, scheme="blackout")
    fields = dict.fromkeys(FOUR.split(), True)
    assert refused(game, {"hand": {"made": fields}}) == "made: 7 tricks are left over, but all players made their bids."
    missed = on(game, {"hand": {"made": {**fields, "Di": False}}})
    assert points(missed) == {"Ann": 10, "Bob": 10, "Cat": 10, "Di": 0}


def test_what_is_said_with_the_tricks_stands_in_the_row() -> None:
    def row(game: Game) -> HandRow:
        return played_rows(game.sheet)[-1]

    assert (row(card()).turned, row(card()).trump) == ("5H", "H")
    assert (row(chosen()).chosen_by, row(chosen()).trump) == ("p2", "H")
    assert row(pike(BIDDEN, played(1, 2, 2, trump="H", chosen_by="Cat"))).chosen_by == "p3"
    assert row(one_cancelled()).cancelled == 1
    assert row(on(marked(), bids(0, 0, 0), played(1, 0, 0, marks={"Ann": {"bonus": 5}}))).marks == {"p1": {"bonus": 5}}


def test_the_cards_are_written_with_the_tricks_only_where_no_bids_have_them() -> None:
    nobody_bids, all_bid = on(misere(), played(5, 2, 0, 0)).events[-1], card().events[-1]
    assert isinstance(nobody_bids, TricksRecorded)
    assert isinstance(all_bid, TricksRecorded)
    assert (nobody_bids.cards, all_bid.cards) == (7, None)


@pytest.mark.parametrize(("only_passed", "held"), [("held to zero", [0, 0, 0, 0]), ("no bid", [0])])
def test_under_a_contract_for_zero_nobody_need_say_a_bid(only_passed: str, held: list[int]) -> None:
    zero = {"hand": {"trump": "N", "contract": {"declarer": "Ann", "level": 0}}}
    game = on(murder(auction={"only_passed": only_passed}), zero)
    assert game.sheet.bids is not None
    assert [*game.sheet.bids.bids.values()] == held


def test_a_misdeal_names_those_who_held_a_wrong_number_and_may_name_nobody() -> None:
    assert hands.misdeal(pike(), ["p1", "p3"]) == Misdealt(("p1", "p3"))
    assert hands.misdeal(pike()) == Misdealt()


def test_a_hook_that_forbids_nothing_is_not_waived() -> None:
    hooked = pike(bidding="in turn from the dealer's left", hook=True)
    free: BidsRecorded = hands.record_bids(hooked, {"p1": 1, "p2": 1, "p3": 2}, hook_waived=True)
    assert not free.hook_waived, "nothing was waived"
