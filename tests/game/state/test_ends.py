"""The end of a game: every rulebook with every scheme (rules.md A13, items 5 and 6)."""

import itertools

import pytest
from builders import FOUR, check_whole, following, hand, on, play, totals
from soak import often

from scorepad.game.decide import hands, players
from scorepad.game.decide.players import MOST_POINTS
from scorepad.game.decide.setup import open_game
from scorepad.game.report.plan import plan
from scorepad.game.state.events import Contract
from scorepad.game.state.game import Game, played_rows
from scorepad.game.state.turns import trump_entry_stage
from scorepad.rules import rulebook as rulebooks
from scorepad.rules import scheme as schemes
from scorepad.rules.game_properties import other_end
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.scheme import Scheme

NAMES = ["Ann", "Bob", "Cat", "Di", "Eve", "Fay"]
PAIRS = [*itertools.product(rulebooks.built_in().values(), schemes.built_in().values())]


def with_a_hand(game: Game) -> Game:
    """Return the game with one hand more: all bid zero, and the first player takes all tricks.

    A caller calls the least number.
    """
    sheet, now = game.sheet, hands.open_hand(game)
    if now.bidders:
        auction = sheet.rulebook.names_contract
        trump = "N" if auction or trump_entry_stage(sheet.rulebook, now) == "bids" else None
        level = sheet.rulebook.least_call if now.call_first else 0
        contract = Contract(now.bidders[0], level, None, False) if auction else None
        zeros = {**dict.fromkeys(now.bidders, 0), now.bidders[0]: level}
        bids = hands.record_bids(game, zeros, trump=trump, contract=contract, hook_waived=True)
        game = game.then(bids)
    return game.then(hands.record_tricks(game, {**dict.fromkeys(now.order, 0), now.order[0]: now.cards}))


def standing_at(game: Game, total: int) -> Game:
    """Return the game with its first player at this total, by adjustments, and all others at zero."""
    first = next(iter(game.names))
    for player in game.names:
        more = (total if player == first else 0) - game.sheet.totals[player]
        while more:  # two players with 26 cards each can lose more than one adjustment may give
            step = max(-MOST_POINTS, min(int(more), MOST_POINTS))
            game, more = game.then(players.adjust(game, player, step, "")), more - step
    return game


def end_in_the_rules(book: Rulebook, scheme: Scheme) -> tuple[str, int]:
    """Return how a pair must end, from the two files alone: "at" or "from" a total, or "" if the hands decide."""
    if isinstance(scheme.winner, tuple):
        return "at", scheme.winner[1]
    text = book.to_dict().get("ends")
    return ("from", next(iter(text.values()))) if isinstance(text, dict) else ("", 100)


def test_every_rulebook_with_every_scheme_opens_is_played_and_ends_as_it_tells() -> None:
    for book, scheme in PAIRS[:: often(5, 1)]:
        pair = f"{book.key} with {scheme.key}"
        game = Game.replay([open_game(book, scheme, NAMES[: book.min_players])])
        game = with_a_hand(standing_at(with_a_hand(game), 0))  # a made zero of ten cards can be 100 points
        assert (game.sheet.hands_played, [row.problems for row in played_rows(game.sheet)]) == (2, [(), ()]), pair
        how, total = end_in_the_rules(book, scheme)
        over = [standing_at(game, at).sheet.finished for at in (total - 1, total, total + 1)]
        assert over == [False, how != "", how == "from"], pair
        if how:
            worst = scheme.winner == "low"
            ended = standing_at(game, total).sheet
            assert ended.winners == ([*game.names][1:] if worst else [*game.names][:1]), pair
            assert plan(game.sheet)["ends"] == {"exactly" if how == "at" else "reaching": total}, pair
            # the warnings that such a game needs before it starts
        written, parts = book.to_dict().get("ends"), other_end(book, scheme)
        wanted = [f"exactly {total}"] if how == "at" and written != {"exactly": total} else []
        if how == "from" and scheme.winner == "low":
            wanted += ["the game ends when a player has", f"{total} or more", "fewest points wins"]
        elif how == "from" and written == {"exactly": total}:
            wanted += [f"{total} or more", "highest total wins"]
        assert bool(parts) == bool(wanted), (pair, parts)
        assert all(words in parts for words in wanted), (pair, parts)


@pytest.mark.parametrize("key", ["op_en_neer", "wizard", "pagat", "pike", "ohell"])
def test_whoever_stands_at_exactly_100_with_boerenbridges_points_has_won_in_any_game(key: str) -> None:
    game = play(
        key, FOUR, {"adjust": {"player": "Ann", "points": 95}}, scheme="boerenbridge", house={"ladder": "5 5 5"}
    )
    game = on(game, hand(FOUR, [None, 0, 0, 0], [5, 0, 0, 0], hook_waived=True, trump="S"))
    assert (totals(game)["Ann"], game.sheet.finished) == (100, True)
    assert [game.names[winner] for winner in game.sheet.winners] == ["Ann"]
    check_whole(game)


def test_a_ladder_that_runs_out_before_goes_on_with_its_last_size_and_no_hand_is_the_last() -> None:
    head = {"scheme": "boerenbridge", "house": {"ladder": "3 2"}}
    game = play("op_en_neer", FOUR, hand(FOUR, [1, 0, 0, 0], [1, 1, 1, 0], trump="S"), **head)
    assert not hands.open_hand(game).last
    for number in (3, 4):
        game = on(game, hand(FOUR, [0, 0, 0, 0], [1, 1, 0, 0], trump="S"))
        assert following(game)[:2] == (number, 2)
    assert {upcoming.cards for upcoming in game.sheet.coming()} == {2}
    check_whole(game)


def test_where_the_table_stops_before_100_nobody_has_won_and_the_nearest_leads() -> None:
    game = play("boerenbridge", FOUR, {"adjust": {"player": "Cat", "points": 70}}, {"end": {}})
    assert (game.sheet.finished, game.sheet.winners) == (True, [])
    assert [game.names[standing.player] for standing in game.sheet.standings() if standing.place == 1] == ["Cat"]


def test_two_who_meet_100_together_share_it_also_where_ties_are_played_on() -> None:
    before = [{"adjust": {"player": name, "points": 98}} for name in ("Ann", "Bob")]
    game = play("pike", FOUR, *before, scheme="boerenbridge")
    game = on(game, hand(FOUR, [None, None, 3, 3], [2, 2, 3, 3], trump="S"))
    assert [game.names[winner] for winner in game.sheet.winners] == ["Ann", "Bob"]


def test_announced_hands_are_the_last_also_where_a_total_would_end_the_game() -> None:
    game = play("op_en_neer", FOUR, {"closing": {"hands": 1}}, scheme="boerenbridge")
    assert hands.open_hand(game).last
    game = on(game, hand(FOUR, [3, 3, 3, 3], [3, 3, 3, 1], trump="S"))
    assert (game.sheet.finished, game.sheet.winners) == (True, [])
