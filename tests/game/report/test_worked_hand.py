"""The example hand next to the rules: it follows them, and its points are those of the engine."""

import re

import pytest
from soak import sampled

from printables.rules.rule_page import RulePage
from scorepad.game.report.example_hand import WORKED, rules_told, worked_hand
from scorepad.rules import rulebook, scheme
from scorepad.rules.scheme.scheme import SchemeAsPlayed
from scorepad.rules.telling import ExplainedGame, Section

ESTIMATION = {"estimation_federation", "estimation_bola", "estimation_calculator"}
"""Their points depend on the highest bid and the sum of bids too."""


def a_game(key: str, points: str | None = None, **house: object) -> ExplainedGame:
    rules = rulebook.find(key).with_house(house)
    chosen = points or rules.scheme
    return ExplainedGame(rules, scheme.find(chosen) if chosen else None)


def worked(game: ExplainedGame) -> str:
    return " ".join(section.text for section in worked_hand(game))


def rows(sections: list[Section]) -> list[tuple[str, ...]]:
    grid = sections[-1].grid
    assert grid
    return list(grid.rows)


def test_every_rulebook_has_a_hand_with_a_made_bid_a_missed_one_and_a_zero_whose_points_are_the_schemes() -> None:
    for key in rulebook.built_in_keys():
        game = a_game(key)
        sections = worked_hand(game)
        bids, results = {row[1] for row in rows(sections)}, {row[3] for row in rows(sections)}
        assert {"Made", "Missed"} <= results, key
        assert "0" in bids or key == "murder", key
        cards = int(re.findall(r"get (\d+) cards", sections[0].text)[0])
        assert cards == sum(int(row[2]) for row in rows(sections)), key
        assert any(cards in game.rulebook.sizes(players) for players in game.numbers), key
        if key in {"murder", "ninety_nine", "okenuff"} | ESTIMATION:
            continue
        assert game.scheme
        players = len(rows(sections))
        worth = SchemeAsPlayed(game.scheme, game.rulebook.largest_for(players), players, game.chosen)
        for _name, bid, taken, _made, points in rows(sections):
            assert points.rpartition("= ")[2].replace("−", "-") == str(worth(int(bid), int(taken), cards)), key


def test_the_hook_forbids_the_last_bidder_a_number_and_without_it_all_are_free() -> None:
    assert "Di bids last and may not say 2, because 2 + 0 + 1 + 2 = 5, and says 1." in worked(a_game("pagat"))
    assert "Di bids last and says 1." in worked(a_game("pagat", hook=False))
    assert "All bid at the same moment: Ann 2, Ben 0, Cat 1 and Di 1." in worked(a_game("pike"))


@pytest.mark.parametrize(
    ("key", "leads", "name"),
    [
        ("michigan", "dealer's left", "Ben"), ("michigan", "dealer", "Ann"), ("michigan", "first bidder", "Ann"),
        ("pagat", "dealer's left", "Ann"), ("pagat", "dealer", "Di"), ("pocha", "dealer's left", "Ann"),
    ],
)  # fmt: skip
def test_whoever_the_rules_say_leads_to_its_first_trick(key: str, leads: str, name: str) -> None:
    assert f" {name} leads {'bastos R' if key == 'pocha' else '♠K'} to the first trick." in worked(
        a_game(key, leads=leads)
    )


def test_bids_below_the_tricks_say_only_that_a_player_takes_more_than_bid() -> None:
    follows = "The bids add up to 4 of 5 tricks, so at least one player will take more than bid."
    assert follows in worked(a_game("pike"))
    cancelled = worked(a_game("ohell", pack=104, cancelled=True))  # if a trick may have no winner, not even that
    assert "The bids add up to 4, and there are 5 tricks." in cancelled
    assert "at least one" not in cancelled


SAID = re.compile(r"hand of (\d+) cards|get (\d+) cards each|After (\d+) tricks|of (\d+) tricks, so")


@pytest.mark.parametrize("ladder", ["", "5 9"])
@pytest.mark.parametrize("key", sampled(rulebook.built_in_keys(), 4))
def test_no_example_has_cards_that_the_game_has_not(key: str, ladder: str) -> None:
    game = a_game(key, **({"ladder": ladder} if ladder else {}))
    for players in game.numbers:
        sizes = game.rulebook.sizes(players)
        if max(sizes) > game.rulebook.most_for(players):
            continue  # a ladder that these players cannot play
        alone = ExplainedGame(game.rulebook, game.scheme, players)
        text = " ".join(section.text for section in rules_told(alone))
        assert {int("".join(match)) for match in SAID.findall(text)} <= {*sizes}, players
    of_any = " ".join(section.text for section in rules_told(game))
    every = {size for players in game.numbers for size in game.rulebook.sizes(players)}
    assert {int("".join(match)) for match in SAID.findall(of_any)} <= every


@pytest.mark.parametrize("points", ["norwegian", "nominations", "ohell_cubed", "kachuful_ten_plus"])
def test_no_printed_table_of_points_has_cards_that_the_game_has_not(points: str) -> None:
    rules = rulebook.find("boerenbridge").with_house({"ladder": "5 9 15"})
    page = RulePage.of_rules(rules, scheme.find(points), [3])
    tables = [table for _players, card in page.cards() for table in card.tables]
    titled = [int(size) for table in tables for size in re.findall(r"Hands of (\d+)", table.title)]
    heads = [head for table in tables if "in hands of" in table.title for head in table.heads if head.isdigit()]
    assert {*titled, *map(int, heads)} <= {5, 9, 15}


def test_every_example_of_a_scheme_is_a_hand_of_its_games() -> None:
    books = [rulebook.find(key) for key in rulebook.built_in_keys()]
    for key in {book.scheme for book in books if book.scheme}:
        games = [book for book in books if book.scheme == key]
        sizes = {
            size for game in games for n in range(game.min_players, game.max_players + 1) for size in game.sizes(n)
        }
        assert {example.given["cards"] for example in scheme.find(key).examples} <= sizes, key


def test_where_suits_need_not_be_followed_no_player_must() -> None:
    told = worked(a_game("nullern"))
    assert "Ben has that suit too and plays" in told
    assert "must follow" not in told


def test_whoever_throws_a_card_away_where_one_must_trump_has_no_trump() -> None:
    assert "Ben can neither follow nor trump and discards oros 7" in worked(a_game("pocha"))
    assert "neither" not in worked(a_game("pagat"))


def test_where_play_goes_to_the_right_the_seats_are_still_named_clockwise() -> None:
    told = worked(a_game("pocha"))
    assert (
        "Ann, Ben, Cat and Di sit clockwise in this order and get 5 cards each. Bids and play go to the right." in told
    )
    assert "Ben deals." in told
    assert "Ann bids first and says 2. Di says 0" in told


def test_a_hand_of_wizard_has_a_wizard_and_a_jester() -> None:
    told = worked(a_game("wizard"))
    assert "Cat plays a wizard, which beats every other card. Di plays a jester, which loses" in told
    assert "wizard" not in worked(a_game("pagat"))


def test_the_house_rules_of_a_table_change_it() -> None:
    assert "Trumps in this hand: spades." in worked(a_game("pagat", trump="always S"))
    assert "Cat cannot follow and plays a trump, ♠7." in worked(a_game("pagat", trump="always S"))
    assert rows(worked_hand(a_game("pagat", "squares")))[0][-1] == "10 + 2 × 2 = 14"
    assert "get 3 cards each" in worked(a_game("pagat", ladder="3-1"))
    assert worked_hand(a_game("pagat", ladder="2-1")) == []


def test_a_trick_is_followed_trumped_and_thrown_away_on() -> None:
    assert "Ben has that suit and must follow it, with ♠J. Cat cannot follow and plays a trump, ♥7." in worked(
        a_game("pagat")
    )
    assert "Di leads ♠K to the first trick." in worked(a_game("pike"))  # the dealer leads in this game
    without = worked(a_game("boerenbridge"))
    assert "Ann wins the trick and leads to the next." in without
    assert "a trump" not in without


def test_murders_hand_is_an_auction_with_all_that_newcomers_stumble_over() -> None:
    sections = worked_hand(a_game("murder"))
    assert sections[0].grid
    assert sections[0].grid.rows[0] == ("1", "1♥", "1♣", "Pass", "2♠")
    text = " ".join(section.text for section in sections)
    assert "the double ends, and Ben is held to 1 again" in text
    assert "Di plays 4 in clubs, doubled by Ben, redoubled." in text
    assert [row[-1] for row in rows(sections)] == ["6 + 2 × 2 = 10", "10 + 2 × 3 × 4 = 34", "−1", "−4 × 4 = −16"]


def test_it_stands_behind_what_one_must_know_to_follow_it() -> None:
    places = [section.place for section in rules_told(a_game("pagat"))]
    at = places.index(WORKED[0])
    assert places[at - 1] == "points"
    assert places[at : at + 5] == [*WORKED, "end"]


def test_a_hand_of_estimation_begins_with_the_call_and_shows_what_it_is_worth() -> None:
    game = a_game("estimation_federation")
    told = worked(game)
    assert "Ann calls 5 and names the trumps: hearts. Di says 0, to take no trick at all. Cat says 3." in told
    assert "The bids add up to 12 of 13 tricks" in told
    assert [row[-1].rpartition("= ")[2] for row in rows(worked_hand(game))] == ["28", "23", "−11", "17"]  # rules.md A15
