"""The players at the table: joining, leaving, returning, names, seats, dealers, and Murder's two rounds."""

from collections.abc import Callable
from typing import Any

import pytest
from builders import Entry, check_whole, following, hand, on, play, points, totals

from scorepad.errors import FileError, RuleError
from scorepad.game.decide import players
from scorepad.game.files.game_file import FORMAT, read_game
from scorepad.game.report.log_text import log_lines
from scorepad.game.report.sheet_files import sheet_json
from scorepad.game.state.events import Adjusted, Commented, Returned
from scorepad.game.state.game import Game

THREE, FOUR, FIVE = "Ann Bob Cat", "Ann Bob Cat Di", "A B C D E"
ONES: dict[str, Any] = {"house": {"ladder": "1x20"}}


def ones(players: str, *record: Entry, **head: Any) -> Game:
    return play("pike", players, *record, **{**ONES, **head})


def one_card(players: str, winner: int = 0) -> Entry:
    """Return a hand of one card: all bid zero, and one player takes the trick."""
    names = players.split()
    return hand(players, [0] * len(names), [int(at == winner) for at in range(len(names))])


def dealers(game: Game) -> list[str]:
    return [row["dealer"] for row in sheet_json(game)["rows"] if "hand" in row]


# --- joining and leaving ---


def test_two_newcomers_in_one_break_begin_with_the_same() -> None:
    comes = [{"join": {"player": "Di"}}, {"join": {"player": "Eve", "before": "Ann"}}]
    game = ones(THREE, one_card(THREE), one_card(THREE), *comes)
    assert totals(game) == {"Eve": -1, "Ann": -22, "Bob": 20, "Cat": 20, "Di": -1}
    later = on(game, one_card("Eve Ann Bob Cat Di"), {"join": {"player": "Flo"}})
    assert totals(later)["Flo"] == -2  # among -12 -12 9 30 30: -1.5
    check_whole(later)


def test_somebody_who_left_is_still_placed_and_settled() -> None:
    game = ones(FOUR, one_card(FOUR), {"leave": {"player": "Di"}}, one_card(THREE, 1), stake=4)
    assert totals(game) == {"Ann": -1, "Bob": -1, "Cat": 20, "Di": 10}
    assert [(place["place"], place["player"]) for place in sheet_json(game)["standings"]] == [
        (1, "Cat"), (2, "Di"), (3, "Ann"), (3, "Bob"),
    ]  # fmt: skip
    assert sheet_json(game)["settlement"] == {"Ann": -32, "Bob": -32, "Cat": 52, "Di": 12}
    assert sheet_json(game)["players"] == FOUR.split()
    check_whole(game)


def test_undoing_a_newcomer_gives_the_seat_and_the_name_free_again() -> None:
    game = ones(THREE, one_card(THREE), {"join": {"player": "Di"}})
    game = on(game.then(game.undo()), {"join": {"player": "Di", "before": "Bob"}}, one_card("Ann Di Bob Cat"))
    assert sheet_json(game)["players"] == ["Ann", "Di", "Bob", "Cat"]
    check_whole(game)


@pytest.mark.parametrize(
    "entry",
    [
        {"join": {"player": "Eve"}}, {"leave": {"player": "Bob"}}, {"return": {"player": "Di"}},
        {"swap": {"players": ["Ann", "Bob"]}}, {"dealer": {"player": "Cat"}}, {"plan": {"cards": [2]}},
        {"closing": {"hands": 1}}, {"house": {"ladder": "3"}}, {"end": {}},
    ],
)  # fmt: skip
def test_nobody_moves_while_a_hand_is_being_played(entry: Entry) -> None:
    game = ones(FOUR, one_card(FOUR), {"leave": {"player": "Di"}}, {"hand": {"bids": dict.fromkeys(THREE.split(), 0)}})
    with pytest.raises(FileError, match="Hand 2 is being played"):
        on(game, entry)


@pytest.mark.parametrize(
    ("entry", "field"),
    [
        ({"join": {"player": "ann"}}, "name"), ({"join": {"player": " "}}, "name"), ({"join": {"player": 5}}, "name"),
        ({"join": {"player": "x" * 41}}, "name"), ({"join": {"player": "Eve", "before": "Zoe"}}, "before"),
        ({"join": {"player": "Eve", "points": True}}, "points"), ({"join": {"player": "Eve", "points": 1.5}}, "points"),
        ({"join": {"player": "Eve", "points": 10_001}}, "points"),
        ({"join": {"player": "Eve", "befor": "Ann"}}, "befor"),
        ({"leave": {"player": "Zoe"}}, "player"), ({"misplay": {"player": "Zoe"}}, "player"),
        ({"rename": {"player": "Ann", "name": "BOB"}}, "name"), ({"swap": {"players": ["Ann"]}}, "players"),
        ({"dealer": {"first_bidder": "Ann"}}, "first_bidder"), ({"comment": {"text": " "}}, "text"),
        ({"adjust": {"player": "Ann", "points": None}}, "points"),
    ],
)  # fmt: skip
def test_what_cannot_be_at_a_table_is_refused_at_its_field(entry: Entry, field: str) -> None:
    with pytest.raises(FileError) as refused:
        on(ones(THREE), entry)
    assert (refused.value.entry, refused.value.field) == (1, field)


@pytest.mark.parametrize(
    ("act", "field", "text"),
    [
        (lambda game: players.join(game, "Eve", before="p9"), "before", "p9 is not at the table"),
        (lambda game: players.leave(game, "p9"), "player", "p9 is not at the table"),
        (lambda game: players.leave(game, "p4"), "player", "Di is not at the table"),
        (lambda game: players.return_player(game, "p9"), "player", "p9 is not at the table"),
        (lambda game: players.return_player(game, "p1"), "player", "Ann is already at the table"),
        (lambda game: players.rename(game, "p9", "Eve"), "player", "p9 is not at the table"),
        (lambda game: players.swap(game, "p4", "p1"), "players", "Di is not at the table"),
        (lambda game: players.swap(game, "p1", "p4"), "players", "Di is not at the table"),
        (lambda game: players.swap(game, "p1", "p1"), "players", "two different players"),
        (lambda game: players.set_dealer(game, None), "player", "Enter a name for the player"),
        (lambda game: players.set_dealer(game, "p4"), "player", "Di is not at the table"),
        (lambda game: players.set_dealer(game, "p1", "p4"), "first_bidder", "Di is not at the table"),
        (lambda game: players.adjust(game, "p9", 5), "player", "p9 is not at the table"),
        (lambda game: players.adjust(game, "p1", 10_001), "points", "whole number from -10000 to 10000"),
        (lambda game: players.adjust(game, "p1", 5, "x" * 501), "why", "Enter at most 500 letters"),
        (lambda game: players.comment(game, "x" * 501), "text", "Enter at most 500 letters"),
        (lambda game: players.comment(game, "Tea", True), "hand", "no hand True now"),
        (lambda game: players.comment(game, "Tea", 0), "hand", "no hand 0 now"),
        (lambda game: players.comment(game, "Tea", 3), "hand", "no hand 3 now"),
    ],
)
def test_whatever_cannot_be_is_refused_by_name_at_its_field(
    act: Callable[[Game], object], field: str, text: str
) -> None:
    """Of Ann, Bob, Cat and Di, Di has left; two hands are still to play, in Murder's two rounds."""
    game = play("murder", FOUR, {"leave": {"player": "Di"}}, house={"ladder": "5 5"})
    with pytest.raises(RuleError, match=text) as refused:
        act(game)
    assert refused.value.field == field


def test_the_table_holds_as_much_as_it_says_it_does() -> None:
    game = play("murder", FOUR, house={"ladder": "5 5"})
    assert players.adjust(game, "p1", -10_000, "x" * 500) == Adjusted("p1", -10_000, "x" * 500)
    assert players.adjust(game, "p1", 10_000) == Adjusted("p1", 10_000, "")
    assert players.comment(game, "x" * 500, 2) == Commented("x" * 500, 2)
    with pytest.raises(RuleError, match="no hand 2 now"):
        players.comment(play("murder", FOUR, house={"ladder": "5"}), "Tea", 2)


def test_a_full_table_has_no_seat_for_one_more_or_for_one_who_comes_back() -> None:
    game = play("pike", "Ann Bob Cat Di Eve Fay Gus")
    with pytest.raises(RuleError, match="for 3 to 7 players, not 8") as refused:
        players.join(game, "Hal")
    assert refused.value.field == "name"
    game = on(game, {"leave": {"player": "Gus"}})
    assert players.return_player(game, "p7") == Returned("p7")
    game = on(game, {"join": {"player": "Hal"}})
    with pytest.raises(RuleError, match="for 3 to 7 players, not 8") as refused:
        players.return_player(game, "p7")
    assert refused.value.field == "player"


def test_fifty_people_may_sit_at_one_table_in_one_evening() -> None:
    game = play("pike", THREE)
    for number in range(4, 51):
        game = game.then(players.join(game, f"Guest {number}"))
        game = game.then(players.leave(game, f"p{number}"))
    with pytest.raises(RuleError, match="50 people have sat at this table"):
        players.join(game, "Zoe")


def test_two_players_can_exchange_names_over_a_third() -> None:
    game = ones(
        THREE, one_card(THREE), {"rename": {"player": "Ann", "name": "X"}},
        {"rename": {"player": "Bob", "name": "Ann"}},
        {"rename": {"player": "X", "name": "Bob"}},
    )  # fmt: skip
    assert points(game) == {"Bob": -11, "Ann": 10, "Cat": 10}
    check_whole(game)


# --- seats and dealers ---


def test_the_deal_goes_on_from_the_seat_when_the_dealer_leaves_and_from_a_dealer_set_by_hand() -> None:
    game = ones(FOUR, one_card(FOUR), one_card(FOUR), {"leave": {"player": "Bob"}}, one_card("Ann Cat Di"))
    assert dealers(game) == ["Ann", "Bob", "Cat"]
    gone = ones(FOUR, one_card(FOUR), {"leave": {"player": "Bob"}}, one_card("Ann Cat Di"))
    assert dealers(gone) == ["Ann", "Cat"]
    assert following(ones(FOUR, {"leave": {"player": "Cat"}}, first_dealer="Cat")) == (1, 1, "Di")
    game = ones(FOUR, one_card(FOUR), {"dealer": {"player": "Di"}}, one_card(FOUR), one_card(FOUR))
    assert dealers(game) == ["Ann", "Di", "Ann"]
    left = ones(FOUR, one_card(FOUR), {"dealer": {"player": "Di"}}, {"leave": {"player": "Di"}})
    assert following(left)[2] == "Bob"


def test_the_first_dealer_can_be_mended_afterwards_and_all_dealers_move() -> None:
    game = ones(THREE, one_card(THREE), one_card(THREE), {"details": {"first_dealer": "Cat"}})
    assert dealers(game) == ["Cat", "Ann"]
    assert following(game)[2] == "Bob"
    check_whole(game)


def test_pocha_is_dealt_and_bid_anticlockwise() -> None:
    entry = hand(FOUR, [0, 0, 0, 0], [1, 0, 0, 0])
    game = play("pocha", FOUR, entry, entry)
    assert dealers(game) == ["Ann", "Di"]
    assert [row["first_bidder"] for row in sheet_json(game)["rows"]] == ["Di", "Cat"]
    with pytest.raises(FileError, match="Cat bids last and may not bid 1"):
        on(game, hand(FOUR, [0, 0, 1, 0], [1, 0, 0, 0]))


# --- Murder's two rounds (MU-26) ---


def thrown_in(winner: str = "N") -> Entry:
    return {
        "hand": {
            "trump": winner, "contract": {"declarer": "A", "level": 0},
            "taken": {"A": 3, "B": 0, "C": 0, "D": 0, "E": 0}
        }
    }  # fmt: skip


def test_a_scorer_who_gets_another_name_still_deals_no_cards() -> None:
    head: dict[str, Any] = {"house": {"ladder": "3 …"}, "scorer": "b"}
    game = play("murder", FIVE, thrown_in(), {"rename": {"player": "B", "name": "Bea"}}, **head)
    assert sheet_json(game)["next"]["dealer"] == "C"
    assert game.sheet.scorer == "Bea"
    check_whole(game)


def test_a_new_scorer_is_excused_from_then_on_and_who_dealt_before_did_so() -> None:
    game = play("murder", FIVE, thrown_in(), thrown_in(), house={"ladder": "3 …"}, scorer="C")
    game = on(game, {"details": {"scorer": "D"}}, thrown_in())
    assert dealers(game) == ["A", "B", "C"]
    assert sheet_json(game)["next"]["dealer"] == "E"
    check_whole(game)
    three = play("murder", FIVE, *[thrown_in()] * 3, house={"ladder": "3 …"}, scorer="C")
    assert dealers(on(three, {"details": {"scorer": "D"}})) == dealers(three) == ["A", "B", "D"]


def test_when_the_scorer_leaves_the_deal_goes_round_the_others() -> None:
    game = play("murder", FIVE, thrown_in(), {"leave": {"player": "C"}}, house={"ladder": "3 …"}, scorer="C")
    fields = {"trump": "N", "contract": {"declarer": "A", "level": 0}, "taken": {"A": 3, "B": 0, "D": 0, "E": 0}}
    game = on(game, *[{"hand": fields}] * 4)
    assert dealers(game) == ["A", "B", "D", "E", "A"]


def test_dealer_and_first_bidder_can_be_set_apart_one_after_the_other() -> None:
    game = play("murder", FIVE, thrown_in(), house={"ladder": "3 …"})
    game = on(game, {"dealer": {"player": "E"}}, {"dealer": {"first_bidder": "D"}})
    assert sheet_json(game)["next"] == {"hand": 2, "cards": 3, "dealer": "E", "first_bidder": "D"}
    game = on(game, thrown_in())
    assert sheet_json(game)["next"] == {"hand": 3, "cards": 3, "dealer": "A", "first_bidder": "E"}
    check_whole(game)


def test_a_game_that_is_over_stays_over_when_somebody_gets_up_and_too_few_are_left() -> None:
    deals = [hand(THREE, [0, 0, 0], [cards, 0, 0]) for cards in (*range(10, 0, -1), *range(2, 11))]
    game = play("pike", THREE, *deals, house={"ladder": "top-1-top", "ties": "shared"})
    assert game.sheet.finished
    alone = on(game, {"leave": {"player": "Ann"}})
    assert alone.sheet.finished
    assert alone.sheet.winners == game.sheet.winners
    assert [alone.sheet.rulebook.top_for(players) for players in (1, 2, 3, 4, 6)] == [10, 10, 10, 10, 8]


def test_a_table_that_became_too_small_fills_again_one_by_one_and_the_last_one_cannot_leave() -> None:
    game = on(play("pike", "Ann Bob Cat"), {"leave": {"player": "Bob"}}, {"leave": {"player": "Ann"}})
    with pytest.raises(FileError, match="is the last player at the table"):
        on(game, {"leave": {"player": "Cat"}})
    game = on(game, {"return": {"player": "Ann"}}, {"join": {"player": "Di"}})
    ten = hand("Ann Cat Di", [10, 0, 0], [10, 0, 0])
    assert totals(on(game, ten)) == {"Ann": 20, "Bob": 0, "Cat": 10, "Di": 10}
    check_whole(game)


def test_somebody_who_joined_after_an_undone_joining_is_not_taken_for_the_other() -> None:
    game = play("pike", "Ann Bob Cat")
    game = game.then(players.join(game, "Di"))
    game = game.then(game.undo())
    game = game.then(players.join(game, "Ed"))
    assert log_lines(game.events)[1:] == ["Di joins.", "Undone: Di joins.", "Ed joins."]


@pytest.mark.parametrize("name", ["نی\u200cما", "👨\u200d👩\u200d👧", " Ann\u200b  Lee\x00"])
def test_a_name_is_known_again_as_it_was_typed(name: str) -> None:
    game = read_game({"format": FORMAT, "rulebook": "pike", "players": [name, "Bob", "Cat"], "first_dealer": name})
    assert following(on(game, {"rename": {"player": name, "name": "Di"}}))[2] == "Di"


def test_a_name_that_nobody_can_see_is_none() -> None:
    with pytest.raises(FileError, match="Enter a name for the player"):
        play("pike", "\u200d\u200b Bob Cat")


def test_words_are_kept_on_one_line_and_readable() -> None:
    game = play(
        "pike", "Ann Bob Cat", {"adjust": {"player": "Ann", "points": 1, "why": "x\n=1+1\x1b"}}, location="a\x00b"
    )
    assert (game.sheet.location, sheet_json(game)["rows"][0]["why"]) == ("ab", "x =1+1")
