"""Splitting tables: players per table, their starting points, and how old and new games refer to each other."""

from functools import reduce
from random import Random
from typing import Any

import pytest
from builders import by_name, check_whole, current_hand, hand, on, play, totals
from hypothesis import given, settings
from hypothesis import strategies as st

from printables.filled.sheet_lines import sheet_lines
from scorepad import errors
from scorepad.errors import RuleError, RuleFileError
from scorepad.game.decide import control, splitting
from scorepad.game.decide.splitting import Groups, Newcomer, Party, by_draw, by_hand, by_seat, gather, sizes
from scorepad.game.report.notes import notes
from scorepad.game.state.game import Game
from scorepad.game.state.rows import AdjustRow, merge_adjustments
from scorepad.repository import summary_of
from scorepad.rules import rulebook as rulebooks
from scorepad.terminal.sheet import sheet_text
from scorepad.web.reports.sheet_rows import shown_rows as web_lines

SEVEN = "Ann Bob Cat Di Eve Fay Gus"
MORE = "Hal Ida Jo Kit Lea Max Nia"


def given_points(players: str, *points: int) -> list[dict[str, Any]]:
    return [
        {"adjust": {"player": name, "points": more}} for name, more in zip(players.split(), points, strict=True) if more
    ]


def pike(players: str, *points: int, hands: int = 1, **head: Any) -> Game:
    """Return a game after `hands` hands with these totals.

    In each hand all bid 1 and the first player takes all tricks; adjustments then set the totals.
    """
    names, ladder = players.split(), {"ladder": "7x4"}
    played = [hand(players, [1] * len(names), [7] + [0] * (len(names) - 1)) for _hand in range(hands)]
    game = play("pike", players, *played, **{"house": ladder, **head})
    up = [more - game.sheet.totals[by_name(game, name)] for name, more in zip(names, points, strict=True)]
    game = on(game, *given_points(players, *[int(more) for more in up]))
    assert list(game.sheet.totals.values()) == list(points)
    return game


def names(groups: Groups) -> list[str]:
    return [" ".join(player.name for player in group) for group in groups]


def opened(party: Party, groups: Groups, **who: Any) -> list[Game]:
    return [Game.replay(events) for events in splitting.openings(party, splitting.tables(party, groups, **who))]


def ended(party: Party, groups: Groups) -> list[Game]:
    endings = splitting.endings(party, splitting.tables(party, groups))
    return [reduce(Game.then, events, game) for game, events in zip(party.games, endings, strict=True)]


# --- players per table: rules.md D --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "tables"),
    [
        (7, (7,)), (8, (4, 4)), (9, (5, 4)), (10, (5, 5)), (11, (6, 5)), (12, (6, 6)), (13, (7, 6)), (14, (7, 7)),
        (15, (5, 5, 5)), (16, (6, 5, 5)), (17, (6, 6, 5)), (18, (6, 6, 6)), (19, (7, 6, 6)), (20, (7, 7, 6)),
        (21, (7, 7, 7)),
    ],
)  # fmt: skip
def test_tables_are_as_few_and_as_even_as_the_rulebook_has_room_for(players: int, tables: tuple[int, ...]) -> None:
    assert sizes(rulebooks.find("murder"), players) == tables


def test_a_rulebook_for_four_splits_eight_and_never_leaves_a_table_with_too_few() -> None:
    four = rulebooks.find("seven_truf")
    assert (sizes(four, 8), sizes(four, 12)) == ((4, 4), (4, 4, 4))
    for players in (5, 6, 7, 9, 13):
        with pytest.raises(errors.RuleError, match="tables of 4\\."):
            sizes(four, players)
    assert sizes(rulebooks.find("wizard"), 7) == (4, 3)
    with pytest.raises(errors.RuleError, match=r"22 players cannot be seated. There can be up to 3 tables of 3 to 7"):
        sizes(rulebooks.find("murder"), 22)


def test_a_full_table_knows_what_one_more_would_make() -> None:
    assert splitting.sizes_with_one_more(pike(SEVEN, *range(7))) == (4, 4)
    assert splitting.sizes_with_one_more(play("pike", "Ann Bob Cat")) == (4,)
    assert splitting.sizes_with_one_more(play("seven_truf", "Ann Bob Cat Di")) == ()


# --- who joins, and with what ---------------------------------------------------------------------------


def test_who_comes_to_a_new_table_before_its_first_hand_stands_half_way_among_the_totals_brought_there() -> None:
    party = gather([pike("Ann Bob Cat Di Eve Fay Gus", 10, 22, 31, 40, 22, 31, 22)], [Newcomer("Hal")])
    first, _second = opened(party, by_seat(party))
    game = on(first, {"join": {"player": "Ida"}})
    assert totals(game)["Ida"] == 18  # rules.md D1: 10, 22, 31, 40 → 18.25
    assert totals(on(play("pike", "Ann Bob Cat"), {"join": {"player": "Ida"}}))["Ida"] == 0
    unscored = gather([play("pike", SEVEN)], [Newcomer("Hal")])
    for game in opened(unscored, by_seat(unscored)):
        assert (set(totals(game).values()), game.sheet.rows) == ({0}, ()), "nothing to begin with, and no row"


def test_who_comes_back_as_a_newcomer_brings_nothing_of_his_own_into_what_he_begins_with() -> None:
    house = {"ladder": "7x4", "returning": "as a newcomer", "late_totals": "everybody's"}
    game = on(pike("Ann Bob Cat Di", 10, 22, 31, -40, house=house), {"leave": {"player": "Di"}})
    party = gather([game], [Newcomer(name) for name in ("Di", *MORE.split()[:4])])
    begin = {arrival.name: arrival.points for arrival in party.arrivals}
    assert begin["Di"] == 16, "half-way between 10 and 22"
    assert begin["Hal"] == -12, "half-way between -40 and 16, the middle of 10 and 22"


def test_beside_somebody_who_comes_back_a_newcomer_is_one() -> None:
    """Gus, who had left too, stays away."""
    game = on(pike(SEVEN, 10, 22, 31, 40, 22, 31, 5), {"leave": {"player": "Gus"}}, {"leave": {"player": "Cat"}})
    party = gather([game], [Newcomer("Cat"), Newcomer("Hal"), Newcomer("Ida")])
    assert [arrival.name for arrival in party.arrivals] == ["Ann", "Bob", "Cat", "Di", "Eve", "Fay", "Hal", "Ida"]
    entered = [arrival.points for arrival in party.arrivals[-2:]]
    assert entered == [16, 16], "half-way between 10 and 22, Cat not counted"


@pytest.mark.parametrize(
    ("house", "played", "worked_out"), [({}, 1, True), ({"late_entry": "worst"}, 1, False), ({}, 0, False)]
)
def test_how_an_entry_came_about_is_told_where_it_is_half_way_between_two_totals(
    house: dict[str, Any], played: int, worked_out: bool
) -> None:
    game = pike(SEVEN, *([5] * 7 if played else [0] * 7), hands=played, house={"ladder": "7x4", **house})
    party = gather([game], [Newcomer("Hal")])
    assert (party.arrivals[-1].credit is not None) == worked_out


def test_a_table_chosen_by_hand_may_be_full() -> None:
    party = gather([pike(SEVEN, *range(7)), pike("Hal Ida Jo", 0, 0, 0)])
    chosen = {"Fay": "A", "Gus": "A"}
    assert names(by_hand(party, chosen)) == [SEVEN, "Hal Ida Jo"]
    with pytest.raises(errors.RuleError, match="Table A would have 8 players"):
        by_hand(gather([pike(SEVEN, *range(7)), pike("Hal Ida Jo Kit", 0, 0, 0, 0)]), {**chosen, "Hal": "A"})


def test_two_small_tables_become_one() -> None:
    party = gather([pike("Ann Bob Cat", 1, 2, 3), pike("Di Eve Fay", 4, 5, 6, hands=2)])
    (game,) = opened(party, by_seat(party))
    parts = [comment.text for comment in game.sheet.comments]
    assert parts[1] == "From Mr Pike's Oh Hell!, after 2 hands: Di, Eve, Fay."
    assert game.sheet.location == ""


# --- by drawing, by hand --------------------------------------------------------------------------------


def test_a_draw_seats_everybody_in_the_order_drawn() -> None:
    party = gather([pike(SEVEN, *range(7))], [Newcomer("Hal")])
    assert names(by_draw(party, [7, 6, 5, 4, 3, 2, 1, 0])) == ["Hal Gus Fay Eve", "Di Cat Bob Ann"]
    for order in ([0, 1, 2], [0] * 8, list(range(1, 9))):
        with pytest.raises(errors.RuleError, match="The draw is not for these"):
            by_draw(party, order)


def test_by_hand_any_table_the_rulebook_allows_clockwise_as_they_sat() -> None:
    party = gather([pike(SEVEN, *range(7))], [Newcomer("Hal")])
    assert names(by_hand(party, {})) == names(by_seat(party))
    assert names(by_hand(party, {"Di": "B", "Hal": "A"})) == ["Ann Bob Cat Hal", "Di Eve Fay Gus"]
    assert names(by_hand(party, {"Di": "B"})) == ["Ann Bob Cat", "Di Eve Fay Gus Hal"]
    with pytest.raises(errors.RuleError, match="Table A would have 2 players; it needs 3 to 7"):
        by_hand(party, {"Cat": "B", "Di": "B"})
    with pytest.raises(errors.RuleError, match="Choose a table for Cat: A, B"):
        by_hand(party, {"Cat": "C"})


# --- the new games --------------------------------------------------------------------------------------


def test_new_games_go_on_by_the_rules_points_and_head_of_now() -> None:
    game = pike(SEVEN, *range(7), house={"ladder": "7x4", "ties": "shared"}, stake=5, date="2026-11-20", until="23:30")
    game = on(
        game,
        {"house": {"scheme": "tens", "ladder": "1-top-1"}},
        {"details": {"location": "Kitchen", "stake": 10, "scorer": "Eve"}},
    )
    party = gather([game], [Newcomer("Hal")])
    for new in opened(party, by_seat(party)):
        sheet = new.sheet
        assert (sheet.scheme.name, sheet.stake, sheet.date) == (game.sheet.scheme.name, 10, "2026-11-20")
        assert sheet.until == "23:30"
        assert (sheet.rulebook.to_dict()["ladder"], sheet.rulebook.ties) == ("1-top-1", "shared")
    first, second = opened(party, by_seat(party))
    assert (first.sheet.location, first.sheet.scorer) == ("Kitchen · table A", "")
    assert (second.sheet.location, second.sheet.scorer) == ("Kitchen · table B", "Eve")


def test_whose_turn_it_was_deals_first_and_elsewhere_who_would_have_come_next() -> None:
    game = pike(SEVEN, *range(7))  # Ann dealt the only hand
    party = gather([game], [Newcomer("Hal")])
    assert [table.first_dealer for table in splitting.tables(party, by_seat(party))] == ["Bob", "Eve"]
    new = opened(party, by_seat(party))
    assert [game.names[current_hand(game).dealer] for game in new] == ["Bob", "Eve"]
    chosen = splitting.tables(party, by_seat(party), {"A": "Di"}, {"B": "Hal"})
    assert [(table.first_dealer, table.scorer) for table in chosen] == [("Di", ""), ("Eve", "Hal")]
    with pytest.raises(errors.RuleError, match="is not at the table") as refused:
        splitting.tables(party, by_seat(party), {"B": "Ann"})
    assert refused.value.field == "dealer.B"


def test_a_game_that_goes_anticlockwise_finds_its_next_dealer_that_way_round() -> None:
    game = play("pocha", "Ann Bob Cat Di Eve", first_dealer="Bob", house={"players": "3-5"})
    party = gather([game], [Newcomer("Hal")])
    assert [table.first_dealer for table in splitting.tables(party, by_seat(party))] == ["Bob", "Eve"]


def test_the_scorers_turn_to_deal_comes_where_he_deals_too_but_not_in_murder() -> None:
    party = gather([pike(SEVEN, *range(7), scorer="Bob")], [Newcomer("Hal")])
    first, _second = splitting.tables(party, by_seat(party))
    assert (first.first_dealer, first.scorer) == ("Bob", "Bob")

    game = play("murder", SEVEN, scorer="Bob", first_dealer="Bob")
    party = gather([game], [Newcomer("Hal")])
    tables = splitting.tables(party, by_seat(party))
    assert [(table.first_dealer, table.scorer) for table in tables] == [("Cat", "Bob"), ("Eve", "")]
    assert splitting.tables(party, by_seat(party), scorers={"B": "Eve"})[1].first_dealer == "Fay"


def test_each_record_says_where_its_players_came_from_and_went_those_of_one_table_on_one_line() -> None:
    game = pike(SEVEN, 10, 22, 31, 40, 22, 31, 22, location="Kitchen")
    party = gather([game], [Newcomer("Hal")])
    (over,) = ended(party, by_seat(party))
    assert over.sheet.comments[1].text == "Continues at table B: Eve, Fay, Gus."
    assert totals(over) == totals(game)
    new = opened(party, by_seat(party))[1]
    assert [row.why for row in new.sheet.rows if isinstance(row, AdjustRow)][:3] == ["from Kitchen"] * 3
    together, alone = merge_adjustments(new.sheet.rows)
    assert [remark.text for row in (together, alone) for remark in notes(new, row)] == [
        "Eve, Fay, Gus: from Kitchen",
        "Hal: late joiner: lowest 10, median 22 → 16",
    ]
    assert (together.points, alone.points) == ({"p1": 22, "p2": 31, "p3": 22}, {"p4": 16})
    assert len(web_lines(new)) == len(sheet_lines(new)) == 2
    assert [cell and cell.total for cell in web_lines(new)[0].cells] == ["22", "31", "22", None]
    assert [cell.total for cell in sheet_lines(new)[0].cells.values()] == ["22", "31", "22"]
    assert sum("adjusted" in line for line in sheet_text(new).splitlines()) == 2


def test_a_table_that_went_on_elsewhere_has_no_winner_and_settles_nothing() -> None:
    game = pike(SEVEN, 10, 22, 31, 40, 22, 31, 22, stake=5)
    party = gather([game], [Newcomer("Hal")])
    (old,) = ended(party, by_seat(party))
    assert (old.sheet.finished, old.sheet.winners, old.sheet.settlement()) == (True, [], None)
    assert summary_of(old).leader == ""
    assert "The game continues at other tables" in sheet_text(old)
    check_whole(old)
    again = old.then(control.reopen(old))
    assert again.sheet.settlement() is not None


def test_penalties_for_one_player_or_without_a_reason_stay_apart() -> None:
    game = play("pike", "Ann Bob Cat", *given_points("Ann Bob", 5, 5))
    for why in ("late", "late"):
        game = on(game, {"adjust": {"player": "Ann", "points": -5, "why": why}})
    assert merge_adjustments(game.sheet.rows) == list(game.sheet.rows)


def test_a_table_that_is_split_again_is_called_by_its_new_letter_only() -> None:
    for location, new in (("", "Table A"), ("Table B", "Table A"), ("Inn", "Inn · table A"), ("x" * 500, None)):
        party = gather([pike(SEVEN, *range(7), location=location)], [Newcomer("Hal")])
        (first, _second) = opened(party, by_seat(party))
        assert first.sheet.location == new or (new is None and first.sheet.location.endswith("x · table A"))


# --- what is refused ------------------------------------------------------------------------------------


def refusal(games: list[Game], *newcomers: str) -> tuple[str, str]:
    with pytest.raises(RuleError) as refused:
        gather(games, [Newcomer(name) for name in newcomers])
    return refused.value.field, str(refused.value)


def test_a_hand_under_way_is_finished_or_voided_first() -> None:
    open_hand = on(pike(SEVEN, *range(7)), {"hand": {"bids": dict.fromkeys(SEVEN.split(), 1)}})
    field, why = refusal([pike(MORE, *range(7)), open_hand], "Olga")
    assert (field, why.partition(":")[0]) == ("games", "Mr Pike's Oh Hell!")
    assert "Hand 2 is being played" in why


def test_names_fit_and_games_are_counted_alike() -> None:
    game = pike(SEVEN, *range(7))
    assert refusal([game], "Hal", "ANN")[0] == "name.2"
    assert refusal([game], "Hal", "Hal")[0] == "name.2"
    assert refusal([game], "")[0] == "name.1"
    assert refusal([game, pike("Ann Hal Ida", 1, 2, 3)])[0] == "games"
    assert refusal([game, play("pike", MORE, scheme="tens")])[0] == "games"
    assert refusal([game, play("murder", MORE)])[0] == "games"
    assert refusal([on(game, {"end": {}})], "Hal") == ("hand", "The game is over. Reopen it to continue.")


def test_those_who_fit_at_one_table_are_not_split() -> None:
    words = "4 players fit at one table. Add the arriving players, or another table."
    assert refusal([pike("Ann Bob Cat", 1, 2, 3)], "Di") == ("players", words)


def test_a_total_that_is_not_whole_cannot_go_along() -> None:
    halves = {"name": "Halves", "halves": True, "winner": "high", "points": [{"give": "taken / 2"}]}
    played = hand(SEVEN, [1] * 7, [6, 1, 0, 0, 0, 0, 0])
    party = gather([play("pike", SEVEN, played, scheme=halves, house={"ladder": "7x2"})], [Newcomer("Hal")])
    with pytest.raises(errors.RuleError, match="Bob has ½"):
        opened(party, by_seat(party))


# --- random games ---------------------------------------------------------------------------------------


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6))
def test_nobody_is_lost_and_no_point_is_lost(seed: int) -> None:
    luck = Random(seed)
    people = [f"N{number}" for number in range(luck.randint(3, 7) * luck.randint(1, 2))]
    half = [people] if len(people) <= 7 else [people[: len(people) // 2], people[len(people) // 2 :]]
    games = [pike(" ".join(names), *[luck.randint(-50, 90) for _name in names]) for names in half]
    come = [Newcomer(f"New{number}", luck.choice([None, "p1", "p2"])) for number in range(luck.randint(0, 5))]
    try:
        party = gather(games, come)
        order = luck.sample(range(len(party.arrivals)), len(party.arrivals))
        groups = luck.choice([by_seat(party), by_draw(party, order), by_hand(party, {"N1": luck.choice("AB")})])
        new = opened(party, groups)
    except (RuleError, RuleFileError):
        return
    before = {name: total for game in games for name, total in totals(game).items()}
    after = {name: total for game in new for name, total in totals(game).items()}
    assert set(after) == {*before, *(arrival.name for arrival in come)}
    assert sum(len(game.names) for game in new) == len(after)
    assert {name: after[name] for name in before} == before
    assert len({after[arrival.name] for arrival in come}) <= 1
    for game in [*new, *ended(party, groups)]:
        check_whole(game)
