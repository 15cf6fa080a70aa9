"""Names of a hand's context in formulas: its number, the ladder, the pack, the bidding, the hand before."""

import json
from pathlib import Path
from typing import Any

import pytest
from builders import FOUR, THREE, check_whole, current_hand, hand, on, play, points
from soak import sampled

from scorepad.errors import RuleFileError
from scorepad.formula_names import BESIDE_TABLES, LANGUAGE, NAMES, NEWER, OF_CONTRACTS, FormulaName
from scorepad.game.report.outlook import outlook
from scorepad.game.report.plan import plan, points_plan
from scorepad.game.report.sheet_files import sheet_json
from scorepad.game.state.event_json import from_json
from scorepad.game.state.game import Game
from scorepad.importing.sheets.points_check import PointsCheck
from scorepad.rules.scheme import Scheme

SCHEMES = Path(__file__).parents[2] / "schemes/names"
STORED: dict[str, dict[str, Any]] = json.loads((SCHEMES / "stored.json").read_text("utf-8"))
"""Games older than SIX, whose schemes use each of these names for a term, a mark or an option."""

SIX = {"hand", "hands", "pack", "makers_before", "bids_total", "place_in_bidding"}


def giving(formula: str, **more: Any) -> dict[str, Any]:
    return {"name": "Ours", "points": [{"give": formula}], **more}


def given(formula: str, *record: dict[str, Any], rulebook: str = "pagat", players: str = THREE, **head: Any) -> Any:
    """Return the points of the last hand of such a game by this formula."""
    head = {"house": {"ladder": "3-1"}, **head}
    game = play(rulebook, players, *record, scheme=giving(formula), **head)
    check_whole(game)
    return points(game)


ONE = hand(THREE, [1, 1, 0], [1, 1, 1], hook_waived=True)
TWO = hand(THREE, [2, 0, 1], [2, 0, 0], hook_waived=True)


def test_a_hand_knows_its_number_and_how_many_the_ladder_has() -> None:
    assert given("100 * hands + hand", ONE) == dict.fromkeys(THREE.split(), 301)
    assert given("100 * hands + hand", ONE, TWO) == dict.fromkeys(THREE.split(), 302)
    assert given("hand", {"misdeal": {}}, ONE) == dict.fromkeys(THREE.split(), 1), "a void hand is no hand more"
    murder = play("murder", THREE, scheme=giving("hands"))
    assert murder.sheet.around.hands == 21, "an endless ladder counts once round"


def test_points_may_hang_on_the_pack_for_so_many_players() -> None:
    house = {"ladder": "3-1", "pack": {"3": 39, "4": 52}}
    assert given("pack", ONE, house=house)["Ann"] == 39
    four = hand(FOUR, [1, 1, 0, 0], [1, 1, 1, 0], hook_waived=True)
    assert given("pack", four, house=house, players=FOUR)["Ann"] == 52


def test_points_may_hang_on_all_bids_together_on_who_bid_when_and_on_the_hand_before() -> None:
    assert given("10 * bids_total + place_in_bidding", ONE) == {"Ann": 23, "Bob": 21, "Cat": 22}
    assert given("10 * bids_total + place_in_bidding", ONE, TWO) == {"Ann": 32, "Bob": 33, "Cat": 31}
    assert given("highest_bidder", ONE) == {"Ann": 0, "Bob": 1, "Cat": 0}, "of equals the first bidder"
    assert given("highest_bid", ONE, TWO) == dict.fromkeys(THREE.split(), 2)
    assert given("place_in_bidding", ONE, rulebook="pike") == dict.fromkeys(THREE.split(), 0)
    assert given("makers_before", ONE)["Ann"] == 0
    assert given("makers_before", ONE, {"misdeal": {}}, TWO)["Ann"] == 2


def test_who_bids_at_all_may_hang_on_what_is_known_before_anybody_bids() -> None:
    scheme = giving("taken", bids_when="hand > 1 and makers_before < 2 and hands == 3 and pack == 52")
    game = play("pagat", THREE, scheme=scheme, house={"ladder": "3-1"})
    assert current_hand(game).bidders == ()
    second = current_hand(on(game, {"hand": {"taken": {"Ann": 1, "Bob": 1, "Cat": 1}}}))
    assert len(second.bidders) == 3
    for name in ("bids_total", "place_in_bidding"):
        with pytest.raises(RuleFileError, match="bids_when"):
            Scheme.from_dict(giving("taken", bids_when=f"{name} == 0"))


def test_who_can_still_win_is_not_said_where_it_hangs_on_what_the_others_do() -> None:
    for name, why in [("hand", ""), ("hands", ""), ("pack", ""), ("bids_total", "others"), ("makers_before", "others")]:
        game = play("pagat", THREE, ONE, scheme=giving(f"taken + {name}"), house={"ladder": "3-1"})
        assert outlook(game.sheet).why == why, name
    game = play("pagat", THREE, ONE, scheme=giving("taken * hand"), house={"ladder": "3-1"})
    assert outlook(game.sheet).reach["p1"].most == 1 + 2 * 2 + 3 * 1


def test_the_phone_is_told_what_is_round_the_hand() -> None:
    result = plan(play("pagat", THREE, ONE, scheme=giving("hand + makers_before"), house={"ladder": "3-1"}).sheet)
    assert (result["before"], result["points"]["alike"]["hands"], result["points"]["alike"]["pack"]) == (2, 3, 52)


def test_every_name_is_read_by_a_scheme_that_the_phone_and_python_are_compared_on() -> None:
    """Names are compared by tests/browser/test_plan.py."""
    schemes = [Scheme.from_toml(path.read_text("utf-8"), path.stem) for path in SCHEMES.glob("*.toml")]
    assert set(NAMES) <= {name for scheme in schemes for name in scheme.names - scheme.own_names}


def test_a_name_that_came_later_has_a_field_a_phrase_and_values_to_try_unless_it_has_a_formula() -> None:
    newer = [item for item in LANGUAGE if item.newer and not item.formula]
    assert [item.name for item in newer if not (item.label and item.phrase and item.trial)] == []


@pytest.mark.parametrize("item", sampled(LANGUAGE, 6), ids=lambda item: item.name)
def test_points_by_any_name_are_sound(item: FormulaName) -> None:
    scheme = Scheme.from_dict(giving(f"{item.name} + 0" if item.kind != "suit" else "1 if trump == H else 0"))
    assert scheme.check() == []


def test_a_name_with_a_formula_depends_on_what_its_formula_reads_and_goes_to_the_phone_as_a_term() -> None:
    scheme = Scheme.from_dict(giving("3 * under"))
    assert {"missed", "taken", "bid"} <= scheme.names
    assert given("3 * under + over_bid", ONE) == {"Ann": 0, "Bob": 0, "Cat": 1}
    tree = ["and", ["name", "missed"], ["compare", ["name", "taken"], "<", ["name", "bid"]]]
    assert points_plan(scheme, {}, 3)["names"] == [["under", tree]]


@pytest.mark.parametrize("name", sampled(sorted(BESIDE_TABLES | set(OF_CONTRACTS)), 5))
def test_points_of_an_imported_sheet_are_not_checked_if_they_depend_on_what_it_does_not_say(name: str) -> None:
    formula = "taken if trump == H else 0" if name == "trump" else f"taken + {name}"
    assert not PointsCheck(play("pagat", THREE, scheme=giving(formula))).is_possible


def test_points_of_an_imported_sheet_are_checked_by_what_it_says() -> None:
    assert PointsCheck(play("pagat", THREE, scheme=giving("taken + off + over_bid + cards + top"))).is_possible


# --- a scheme's own names ---------------------------------------------------------------------------


@pytest.mark.parametrize("kind", STORED)
def test_a_stored_game_whose_scheme_has_given_all_six_names_away_counts_as_it_did(kind: str) -> None:
    stored = STORED[kind]
    game = Game.replay([from_json(event) for event in stored["events"]])
    assert game.sheet.scheme.own_names == SIX
    assert sheet_json(game, explain=True) == stored["sheet"]
    assert not game.sheet.scheme.reads_any(*NEWER)
    check_whole(game)


@pytest.mark.parametrize("kind", sampled(STORED, 1))
def test_its_scheme_is_sound(kind: str) -> None:
    assert Game.replay([from_json(event) for event in STORED[kind]["events"]]).sheet.scheme.check() == []


def test_a_mark_of_such_a_name_is_bound_by_nothing_that_holds_of_the_languages_own() -> None:
    """A place in the bidding is never above the number of players; a mark of that name may be."""
    when = [{"when": "place_in_bidding > players", "give": "1 / 2"}, {"give": "0"}]
    assert Scheme.from_dict({"name": "Language's", "points": when}).check() == []
    own = {"name": "Own", "marks": {"place_in_bidding": "number"}, "points": when}
    assert [problem.where for problem in Scheme.from_dict(own).check()] == ["points[1].give"]
